//! A service for tests with its own port and folder, used over real HTTP.

#![allow(
    dead_code,
    unused_imports,
    clippy::allow_attributes,
    reason = "tests and benches use a part of it each"
)]

pub mod certificates;
mod client;
#[path = "../support/database.rs"]
pub mod database;
mod locker;
mod receiver;
mod routes;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use overtrick_games as games;
use overtrick_server::settings::{LimitsSetting, Settings};
use overtrick_server::system::system;
use overtrick_server::{Clock, Timestamp};
use serde_json::{Value, json};
use tempfile::TempDir;

pub use client::{Client, Opened, Program, connect_from, limited_to, listening, read};
pub use locker::Locker;
pub use receiver::{Received, Receiver, Reply};
pub use routes::{Route, forged, log_of_a_phone, routes};

/// The administrator's token in tests.
pub const ADMIN: &str = "the-token-of-the-administrator";
/// The token for the metrics in tests.
pub const METRICS: &str = "the-token-of-the-metrics";

/// A clock that tests move by hand. It starts on November 21, 2026, at 19:00 UTC.
#[derive(Debug)]
pub struct HandClock(AtomicU64);

impl HandClock {
    pub fn new() -> Arc<HandClock> {
        Arc::new(HandClock(AtomicU64::new(1_795_287_600_000)))
    }

    pub fn forward(&self, time: Duration) {
        let millis = u64::try_from(time.as_millis()).unwrap();
        self.0.fetch_add(millis, Ordering::Relaxed);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// The header with which a phone proves that it opened a match.
pub const PHONE: (&str, &str) = ("overtrick-client", "a-secret-of-this-phone-alone");

/// A running service that is stopped when dropped.
pub struct Server {
    pub address: SocketAddr,
    pub folder: Arc<TempDir>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A complete answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Server {
    /// Starts a service without limits per address.
    pub fn start() -> Server {
        Server::with(|_| {})
    }

    /// Starts a service with the default limits per address.
    pub fn limited() -> Server {
        Server::with(|settings| settings.limits = LimitsSetting::On)
    }

    pub fn with(set: impl FnOnce(&mut Settings)) -> Server {
        Server::on(Arc::new(TempDir::new().unwrap()), set)
    }

    /// Starts a service on the database in this folder.
    pub fn on(folder: Arc<TempDir>, set: impl FnOnce(&mut Settings)) -> Server {
        Server::run(folder, system(), set)
    }

    /// Starts a service that serves HTTPS as `localhost`.
    pub fn secure(set: impl FnOnce(&mut Settings)) -> Server {
        let folder = Arc::new(TempDir::new().unwrap());
        let (certificate, key) = certificates::LOCALHOST.write(folder.path());
        Server::on(folder, |settings| {
            settings.tls_cert = Some(certificate);
            settings.tls_key = Some(key);
            set(settings);
        })
    }

    /// Starts a service with this clock.
    pub fn with_clock(
        folder: Arc<TempDir>,
        clock: &Arc<HandClock>,
        set: impl FnOnce(&mut Settings),
    ) -> Server {
        let (_, random) = system();
        Server::run(folder, (clock.clone(), random), set)
    }

    fn run(
        folder: Arc<TempDir>,
        system: overtrick_server::System,
        set: impl FnOnce(&mut Settings),
    ) -> Server {
        let mut settings = Settings {
            bind: "127.0.0.1:0".into(),
            database: database(folder.path()),
            secret_file: Some(folder.path().join("overtrick.secret")),
            admin_token: Some(ADMIN.into()),
            metrics_token: Some(METRICS.into()),
            limits: LimitsSetting::Off,
            workers: 2,
            log: "error".into(),
            ..Settings::default()
        };
        set(&mut settings);
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let (tell, message) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let started = overtrick_server::start_with(settings, system)
                    .await
                    .unwrap();
                tell.send(started.running.addresses[0]).unwrap();
                let work = actix_web::rt::spawn(started.work);
                // The service also stops if a failed test drops the sender.
                let _ = stopped.await;
                started.running.stop().await;
                work.await.unwrap().unwrap();
            });
        });
        let address = message.recv().unwrap();
        Server {
            address,
            folder,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Stops the service, and starts another one on its database.
    pub fn restarted(self) -> Server {
        let folder = self.folder.clone();
        drop(self);
        Server::on(folder, |_| {})
    }

    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        send(self.address, "GET", path, headers, None)
    }

    /// Fetches the metrics.
    pub fn metrics(&self) -> String {
        let answer = self.get("/metrics", &[("authorization", &bearer(METRICS))]);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text()
    }

    pub fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        self.send_json("POST", path, headers, body)
    }

    /// Sends JSON with any method.
    pub fn send_json(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Answer {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let body = body.to_string();
        self.send(method, path, &all, Some(body.as_bytes()))
    }

    /// Creates an API key with this scope; returns the key and its id.
    pub fn program_key(&self, scope: &str) -> (String, String) {
        let order = json!({ "name": scope, "scope": scope });
        let made = self.post("/api/v1/keys", &[("authorization", &bearer(ADMIN))], &order);
        assert_eq!(made.status, 201, "{}", made.text());
        assert_eq!(made.header("cache-control"), Some("no-store"));
        let body = made.json();
        let text = |name: &str| body[name].as_str().unwrap().to_owned();
        (text("key"), text("id"))
    }

    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        send(self.address, method, path, headers, body)
    }

    /// Opens a match from this document.
    pub fn create(&self, document: &Value) -> Match<'_> {
        let answer = self.post("/api/v1/matches", &[PHONE], document);
        assert_eq!(answer.status, 201, "{}", answer.text());
        Game::of(&answer.json()).on(self)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(
                ended.is_ok() || std::thread::panicking(),
                "the service failed"
            );
        }
    }
}

/// Waits at most a minute until a condition holds.
#[track_caller]
pub fn until(what: &str, is_so: impl Fn() -> bool) {
    let is_so = (0..3_000).any(|_| {
        is_so() || {
            std::thread::sleep(Duration::from_millis(20));
            false
        }
    });
    assert!(is_so, "not true after a minute: {what}");
}

/// Runs a command of the program on the database of the service in this folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .args(database::arguments(folder, "matches.db"))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn database(folder: &Path) -> String {
    database::url(folder, "matches.db")
}

/// A match on a server, with its keys.
#[derive(Clone)]
pub struct Match<'a> {
    pub server: &'a Server,
    pub id: String,
    pub view: String,
    pub score: String,
    pub direct: String,
}

impl Match<'_> {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/matches/{}{rest}", self.id)
    }

    pub fn get(&self, rest: &str) -> Answer {
        self.server
            .get(&self.path(rest), &[("authorization", &bearer(&self.view))])
    }

    /// Fetches the points of the match as CSV.
    pub fn points(&self) -> Answer {
        let path = format!("/api/v1/exports?form=points&match={}", self.id);
        let viewer = bearer(&self.view);
        self.server.get(&path, &[("authorization", &viewer)])
    }

    pub fn state(&self) -> Value {
        self.get("").json()
    }

    /// Sends a change to the current version of the match.
    pub fn change(&self, key: &str, change: &Value) -> Answer {
        let tag = self.get("").header("etag").unwrap().to_owned();
        self.change_at(key, &tag, change)
    }

    pub fn change_at(&self, key: &str, tag: &str, change: &Value) -> Answer {
        let headers = [("authorization", &*bearer(key)), ("if-match", tag)];
        self.server.post(&self.path("/changes"), &headers, change)
    }

    /// Makes a change that must succeed, and returns the changed match.
    pub fn changed(&self, key: &str, change: &Value) -> Value {
        let answer = self.change(key, change);
        assert_eq!(answer.status, 200, "{change}: {}", answer.text());
        answer.json()
    }

    pub fn record(&self, hand: &Value) -> Value {
        self.changed(&self.score, &json!({ "action": "record", "hand": hand }))
    }

    /// Sends a request for the current version of the match, with the director's key.
    pub fn by_director(&self, method: &str, rest: &str, body: &Value) -> Answer {
        let headers = [("authorization", &*bearer(&self.direct)), ("if-match", "*")];
        let path = self.path(rest);
        if body.is_null() {
            return self.server.send(method, &path, &headers, None);
        }
        self.server.send_json(method, &path, &headers, body)
    }

    /// Publishes a part of the match, and returns the match.
    pub fn publish(&self, part: &str) -> Value {
        let answer = self.by_director("PUT", "/publication", &json!({ "part": part }));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// Ends the publication of the match, and returns the match.
    pub fn hide(&self) -> Value {
        let answer = self.by_director("DELETE", "/publication", &Value::Null);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// Deletes the match.
    pub fn delete(&self) {
        let answer = self.by_director("DELETE", "", &Value::Null);
        assert_eq!(answer.status, 204, "{}", answer.text());
    }
}

/// A match with its keys, without a server.
#[derive(Debug, Clone)]
pub struct Game {
    pub id: String,
    pub view: String,
    pub score: String,
    pub direct: String,
}

impl Match<'_> {
    /// Returns the match without its server, which can then be stopped.
    pub fn keep(&self) -> Game {
        Game {
            id: self.id.clone(),
            view: self.view.clone(),
            score: self.score.clone(),
            direct: self.direct.clone(),
        }
    }
}

impl Game {
    /// Reads a match from the answer to the request that opened it.
    pub fn of(opened: &Value) -> Game {
        let key = |role: &str| opened["keys"][role].as_str().unwrap().to_owned();
        Game {
            id: opened["id"].as_str().unwrap().to_owned(),
            view: key("view"),
            score: key("score"),
            direct: key("direct"),
        }
    }

    /// Returns the match on a server.
    pub fn on<'a>(&self, server: &'a Server) -> Match<'a> {
        Match {
            server,
            id: self.id.clone(),
            view: self.view.clone(),
            score: self.score.clone(),
            direct: self.direct.clone(),
        }
    }
}

pub fn bearer(key: &str) -> String {
    format!("Bearer {key}")
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Returns the kind of the problem, and asserts that it conforms to RFC 9457.
    pub fn problem(&self) -> String {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{self:?}"
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status, "{problem}");
        for member in ["title", "detail", "instance"] {
            assert!(
                problem[member]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{problem}"
            );
        }
        let kind = problem["type"].as_str().unwrap();
        kind.rsplit_once("problems#").unwrap().1.to_owned()
    }

    /// Returns the pointers of the faults of a problem.
    pub fn pointers(&self) -> Vec<String> {
        let problem = self.json();
        let errors = problem["errors"].as_array().cloned().unwrap_or_default();
        errors
            .iter()
            .map(|error| error["pointer"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// Opens a connection and writes a request.
pub fn open(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_mins(1)))
        .unwrap();
    ask_on(stream, address, method, path, headers, body)
}

/// Writes the only request on a connection to an address.
pub fn ask_on(
    mut stream: TcpStream,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> TcpStream {
    let mut request =
        format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    let length = headers
        .iter()
        .any(|(name, _)| *name == "content-length" || *name == "transfer-encoding");
    if let Some(body) = body.filter(|_| !length) {
        request += &format!("content-length: {}\r\n", body.len());
    }
    request += "\r\n";
    let mut bytes = request.into_bytes();
    bytes.extend_from_slice(body.unwrap_or_default());
    // Writing may fail, because a service may answer and close before it has read everything.
    let _ = stream.write_all(&bytes);
    stream
}

pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Answer {
    let mut reader = BufReader::new(open(address, method, path, headers, body));
    read(&mut reader, method).unwrap()
}

/// Sends a request from another address of this machine.
pub fn send_from(
    local: [u8; 4],
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Answer {
    let stream = connect_from(local, address);
    let mut reader = BufReader::new(ask_on(stream, address, method, path, headers, body));
    read(&mut reader, method).unwrap()
}

/// Reads the status and the headers of an answer.
pub fn read_head(reader: &mut impl BufRead) -> Answer {
    client::read_head(reader).unwrap()
}

/// Returns the sample of a game without its hands, and the hands.
pub fn sample(game: &str) -> (Value, Vec<Value>) {
    let sample = games::find(game).unwrap().sample;
    let mut document: Value = serde_json::from_str(sample).unwrap();
    let hands = document["hands"].as_array().unwrap().clone();
    document["hands"] = json!([]);
    let entries = document.as_object_mut().unwrap();
    for key in ["current", "finished", "adjustments"] {
        entries.remove(key);
    }
    (document, hands)
}

/// Returns a short match of Brink Bid.
pub fn brink_bid() -> Value {
    json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] })
}

/// Returns its first hand, in which Ann takes this many of the four tricks.
pub fn first_hand(ann: i64) -> Value {
    json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": ann, "Bo": 4 - ann } })
}
