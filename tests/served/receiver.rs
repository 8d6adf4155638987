//! A receiver of webhooks, which records requests and answers as a test requires.

use std::io::{BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::Value;

use super::client;

/// How long a test waits for an expected request.
const PATIENCE: Duration = Duration::from_mins(1);

/// How the receiver answers a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It answers with this status.
    Status(u16),
    /// It never answers.
    Hang,
    /// It closes the connection without an answer.
    Close,
}

/// A received request.
#[derive(Debug, Clone)]
pub struct Received {
    pub head: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub reply: Reply,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        let mut headers = self.head.iter();
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the match id and the version in the request.
    pub fn change(&self) -> (String, u64) {
        let data = self.json()["data"].clone();
        let id = data["match"].as_str().unwrap_or_default().to_owned();
        (id, data["version"].as_u64().unwrap_or(0))
    }
}

type Answering = Box<dyn FnMut(&Received) -> Reply + Send>;

struct Shared {
    answering: Mutex<Answering>,
    received: Mutex<Vec<Received>>,
    came: Condvar,
}

/// A receiver that listens until the test ends.
#[derive(Clone)]
pub struct Receiver {
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

impl Receiver {
    /// Starts a receiver that accepts everything.
    pub fn start() -> Receiver {
        Receiver::answering(|_| Reply::Status(204))
    }

    /// Starts a receiver with replies from this function.
    pub fn answering(answering: impl FnMut(&Received) -> Reply + Send + 'static) -> Receiver {
        Receiver::listening(None, answering)
    }

    /// Starts a receiver that accepts everything over HTTPS.
    pub fn secure(tls: ServerConfig) -> Receiver {
        Receiver::listening(Some(Arc::new(tls)), |_| Reply::Status(204))
    }

    fn listening(
        tls: Option<Arc<ServerConfig>>,
        answering: impl FnMut(&Received) -> Reply + Send + 'static,
    ) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            answering: Mutex::new(Box::new(answering)),
            received: Mutex::default(),
            came: Condvar::new(),
        });
        let own = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (own, tls) = (own.clone(), tls.clone());
                std::thread::spawn(move || match tls {
                    Some(tls) => {
                        let session = ServerConnection::new(tls).unwrap();
                        own.receive(StreamOwned::new(session, stream));
                    }
                    None => own.receive(stream),
                });
            }
        });
        Receiver { address, shared }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    /// Replaces the function that chooses the replies.
    pub fn answer(&self, answering: impl FnMut(&Received) -> Reply + Send + 'static) {
        *self.shared.answering.lock().unwrap() = Box::new(answering);
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// Returns the accepted requests.
    pub fn taken(&self) -> Vec<Received> {
        let mut received = self.received();
        received.retain(|one| matches!(one.reply, Reply::Status(200..300)));
        received
    }

    /// Waits until the requests fulfill a condition.
    pub fn wait_until(&self, enough: impl Fn(&[Received]) -> bool) -> Vec<Received> {
        let received = self.shared.received.lock().unwrap();
        let too_few = |received: &mut Vec<Received>| !enough(received);
        let waiting = self
            .shared
            .came
            .wait_timeout_while(received, PATIENCE, too_few);
        let (received, waited) = waiting.unwrap();
        assert!(!waited.timed_out(), "received: {:?}", summary(&received));
        received.clone()
    }

    /// Waits for this many requests.
    pub fn wait_for(&self, count: usize) -> Vec<Received> {
        self.wait_until(|received| received.len() >= count)
    }
}

fn summary(received: &[Received]) -> Vec<((String, u64), Reply)> {
    let lines = received.iter();
    lines.map(|one| (one.change(), one.reply)).collect()
}

impl Shared {
    fn receive(&self, stream: impl Read + Write) {
        let mut reader = BufReader::new(stream);
        let Ok((head, body)) = client::read_request(&mut reader) else {
            return;
        };
        let mut one = Received {
            head,
            body,
            reply: Reply::Close,
        };
        one.reply = (self.answering.lock().unwrap())(&one);
        let reply = one.reply;
        self.received.lock().unwrap().push(one);
        self.came.notify_all();
        match reply {
            Reply::Status(status) => {
                let answer = format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n");
                drop(reader.get_mut().write_all(answer.as_bytes()));
            }
            Reply::Hang => std::thread::sleep(PATIENCE),
            Reply::Close => {}
        }
    }
}
