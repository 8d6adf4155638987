//! The whole service within this process, without a port.

use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::web::Data;
use overtrick_server::settings::{LimitsSetting, Settings};
use overtrick_server::system::system;
use overtrick_server::{MatchService, Service, StoreSettings, app};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

#[path = "../../served/routes.rs"]
mod routes;

pub use routes::{Route, routes};

const ADMIN: &str = "the-token-of-the-administrator";

/// A request.
#[derive(Debug, Clone, Default)]
pub struct Request {
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub media: String,
    pub tag: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

type Line = (UnboundedSender<Request>, mpsc::Receiver<Answer>);

/// Sends a request to the service. Asserts that no answer has a 5xx status and no 4xx lacks a problem.
pub fn send(request: Request) -> Answer {
    static LINE: OnceLock<Mutex<Line>> = OnceLock::new();
    let line = LINE
        .get_or_init(|| Mutex::new(start()))
        .lock()
        .expect("no other thread panicked");
    let message = format!("{} {}", request.method, request.path);
    line.0.send(request).expect("the service runs");
    let answer = line.1.recv().expect("the service answers");
    assert!(answer.status < 500, "{message}: {answer:?}");
    if answer.status >= 400 {
        assert_eq!(answer.media, "application/problem+json", "{message}");
        let problem = answer.json();
        for member in ["type", "title", "detail"] {
            let text = problem[member].as_str().unwrap_or_default();
            assert!(!text.is_empty(), "{message}: {problem}");
        }
    }
    answer
}

fn start() -> Line {
    let (requests, mut incoming) = unbounded_channel::<Request>();
    let (answers, answered) = mpsc::channel();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let settings = Settings {
                admin_token: Some(ADMIN.into()),
                limits: LimitsSetting::Off,
                ..Settings::default()
            };
            let store = StoreSettings::new("sqlite::memory:");
            let matches = MatchService::open(store, system())
                .await
                .expect("a database in memory opens");
            let service = Data::new(Service::new(settings, matches));
            let app = init_service(app(service)).await;
            while let Some(request) = incoming.recv().await {
                let mut sent = TestRequest::with_uri(&request.path).method(request.method);
                for (name, value) in request.headers {
                    sent = sent.insert_header((name, value));
                }
                let sent = sent
                    .peer_addr(([127, 0, 0, 1], 9).into())
                    .set_payload(request.body);
                let answer = call_service(&app, sent.to_request()).await;
                let header = |name: &str| {
                    let value = answer.headers().get(name)?.to_str().ok();
                    value.map(str::to_owned)
                };
                let head = (
                    answer.status().as_u16(),
                    header("content-type"),
                    header("etag"),
                );
                let (status, media, tag) = head;
                let answer = Answer {
                    status,
                    media: media.unwrap_or_default(),
                    tag: tag.unwrap_or_default(),
                    body: read_body(answer).await.to_vec(),
                };
                if answers.send(answer).is_err() {
                    break;
                }
            }
        });
    });
    (requests, answered)
}

/// A match stored by the service.
pub struct Match<'a> {
    pub id: String,
    key: String,
    of: std::marker::PhantomData<&'a ()>,
}

impl Match<'_> {
    /// Creates a match with one hand.
    pub fn create() -> Match<'static> {
        let mut document = brink_bid();
        document["hands"] = vec![first_hand(1)].into();
        let answer = send(post("/api/v1/matches", document.to_string().into_bytes()));
        assert_eq!(answer.status, 201, "{answer:?}");
        Match::new(&answer.json()).expect("the answer has keys")
    }

    /// Reads the match from an answer that contains its keys.
    pub fn new(answer: &Value) -> Option<Match<'static>> {
        Some(Match {
            id: answer["id"].as_str()?.to_owned(),
            key: answer["keys"]["direct"].as_str()?.to_owned(),
            of: std::marker::PhantomData,
        })
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/matches/{}{rest}", self.id)
    }

    /// Returns the `Authorization` header with the match key.
    pub fn authorization(&self) -> (&'static str, String) {
        ("authorization", format!("Bearer {}", self.key))
    }

    /// Fetches the `ETag` of its current version.
    pub fn tag(&self) -> String {
        let request = Request {
            path: self.path(""),
            headers: vec![self.authorization()],
            ..Request::default()
        };
        send(request).tag
    }

    pub fn delete(self) {
        let headers = vec![self.authorization(), ("if-match", self.tag())];
        let request = Request {
            method: Method::DELETE,
            path: self.path(""),
            headers,
            ..Request::default()
        };
        let answer = send(request);
        assert!(answer.status < 300, "{answer:?}");
    }
}

/// Fetches the ids of all matches.
pub fn all_matches() -> Vec<String> {
    let headers = vec![("authorization", format!("Bearer {ADMIN}"))];
    let answer = send(Request {
        path: "/api/v1/matches".to_owned(),
        headers,
        ..Request::default()
    });
    assert_eq!(answer.status, 200, "{answer:?}");
    let listed = answer.json();
    let listed = listed["matches"].as_array().expect("a list of matches");
    listed
        .iter()
        .map(|listed| listed["id"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Builds a `POST` request with a JSON body.
pub fn post(path: &str, body: Vec<u8>) -> Request {
    Request {
        method: Method::POST,
        path: path.to_owned(),
        headers: vec![("content-type", "application/json".to_owned())],
        body,
    }
}

// Functions that `routes.rs` needs; the tests of the service have their own.

fn sample(game: &str) -> (Value, Vec<Value>) {
    let sample = overtrick_games::find(game).expect("the game exists").sample;
    let mut document: Value = serde_json::from_str(sample).expect("samples are JSON");
    let hands = document["hands"].as_array().cloned().unwrap_or_default();
    if let Some(entries) = document.as_object_mut() {
        entries.retain(|key, _| !["current", "finished", "adjustments"].contains(&key.as_str()));
    }
    document["hands"] = Value::Array(Vec::new());
    (document, hands)
}

fn brink_bid() -> Value {
    serde_json::json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] })
}

fn first_hand(ann: i64) -> Value {
    serde_json::json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": ann, "Bo": 4 - ann } })
}
