//! Two servers on one database, in separate processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

pub use crate::served::Game;
use crate::served::database::{Server as Postgres, postgres};
use crate::served::{
    ADMIN, Answer, Receiver, bearer, brink_bid, listening, open, read_head, send, send_from, until,
};

/// The maximum delay until another server notices a changed API key.
const SECOND: Duration = Duration::from_secs(1);

/// Waits until a server notices a changed API key. On a slow machine, this may take longer than a second.
#[track_caller]
pub fn until_noticed(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    until(what, is_so);
    let took = begun.elapsed();
    assert!(took < 5 * SECOND, "{what} after {took:?}");
}

/// A server that is killed when dropped.
pub struct Instance {
    pub child: Child,
    pub address: SocketAddr,
}

/// Two servers on one database.
pub struct Pair {
    pub a: Instance,
    pub b: Instance,
    pub postgres: &'static Postgres,
    pub url: String,
    pub folder: TempDir,
}

/// Starts a server that must refuse to start, and returns its message.
pub fn refused(url: &str, secret: &Path) -> String {
    let child = command(url, secret).spawn().unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(!ended.status.success(), "the server started");
    String::from_utf8(ended.stderr).unwrap()
}

fn command(url: &str, secret: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command
        .args([
            "serve",
            "--log",
            "off",
            "--bind",
            "127.0.0.1:0",
            "--limits",
            "off",
        ])
        .args(["--database", url, "--secret-file"])
        .arg(secret)
        // The server reads a settings file in its current folder.
        .current_dir(secret.parent().unwrap())
        .env("OVERTRICK_ADMIN_TOKEN", ADMIN)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

impl Instance {
    pub fn start(url: &str, secret: &Path) -> Instance {
        let mut child = command(url, secret).spawn().unwrap();
        let (address, _, mut reader) = listening(&mut child);
        // Reads all output, because the process would block on a full pipe.
        std::thread::spawn(move || drop(reader.read_to_end(&mut Vec::new())));
        Instance { child, address }
    }

    pub fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Answer {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let body = body.map(ToString::to_string);
        let body = body.as_ref().map(String::as_bytes);
        send(self.address, method, &format!("/api/v1{path}"), &all, body)
    }

    /// Sends a request from another address of this machine.
    pub fn ask_from(
        &self,
        local: [u8; 4],
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Answer {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let (path, body) = (format!("/api/v1{path}"), body.to_string());
        let body = Some(body.as_bytes());
        send_from(local, self.address, "POST", &path, &all, body)
    }

    pub fn admin(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        self.ask(method, path, &[("authorization", &bearer(ADMIN))], body)
    }

    pub fn create(&self) -> Game {
        let opened = self.ask("POST", "/matches", &[], Some(&brink_bid()));
        assert_eq!(opened.status, 201, "{}", opened.text());
        Game::of(&opened.json())
    }

    pub fn read(&self, game: &Game, query: &str) -> Answer {
        let path = format!("/matches/{}{query}", game.id);
        self.ask(
            "GET",
            &path,
            &[("authorization", &bearer(&game.view))],
            None,
        )
    }

    pub fn version(&self, game: &Game) -> u64 {
        self.read(game, "").json()["version"].as_u64().unwrap_or(0)
    }

    pub fn change(&self, game: &Game, tag: &str, change: &Value) -> Answer {
        let headers = [("authorization", &*bearer(&game.direct)), ("if-match", tag)];
        let path = format!("/matches/{}/changes", game.id);
        self.ask("POST", &path, &headers, Some(change))
    }

    /// Changes the match at its current version, and returns the new version.
    pub fn go_on(&self, game: &Game) -> u64 {
        let changed = self.note(game, "and it goes on");
        assert_eq!(changed.status, 200, "{}", changed.text());
        changed.json()["version"].as_u64().unwrap()
    }

    pub fn note(&self, game: &Game, notes: &str) -> Answer {
        self.change(game, "*", &json!({ "action": "describe", "notes": notes }))
    }

    /// Opens a stream of server-sent events.
    pub fn stream(&self, path: &str, headers: &[(&str, &str)]) -> Stream {
        let mut all = vec![("accept", "text/event-stream")];
        all.extend_from_slice(headers);
        let opened = open(self.address, "GET", &format!("/api/v1{path}"), &all, None);
        let mut reader = BufReader::new(opened);
        assert_eq!(read_head(&mut reader).status, 200);
        Stream(reader)
    }

    pub fn watch(&self, game: &Game, last: &str) -> Stream {
        let key = bearer(&game.view);
        let mut headers = vec![("authorization", &*key)];
        if !last.is_empty() {
            headers.push(("last-event-id", last));
        }
        self.stream(&format!("/matches/{}/events", game.id), &headers)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A lock that stops all servers from committing changes; the commits wait in a queue.
pub struct HeldCommits<'p> {
    pair: &'p Pair,
    session: Child,
}

impl HeldCommits<'_> {
    /// Waits until this many commits wait in the queue.
    pub fn queued(&self, count: usize) {
        let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let count = count.to_string();
        until("the commits are in the queue", || {
            self.pair.sql(waiting) == count
        });
    }

    /// Releases the lock, so that the waiting changes are committed in order.
    pub fn let_go(mut self) {
        drop(self.session.stdin.take());
        self.session.wait().unwrap();
    }
}

/// A stream of server-sent events.
pub struct Stream(BufReader<std::net::TcpStream>);

impl Stream {
    /// Returns the name, id and data of the next event, or `None` at the end of the stream.
    pub fn next(&mut self) -> Option<(String, String, Value)> {
        let (mut name, mut id) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).unwrap_or(0) == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(text) = line.strip_prefix("event: ") {
                text.clone_into(&mut name);
            } else if let Some(text) = line.strip_prefix("id: ") {
                text.clone_into(&mut id);
            } else if let Some(text) = line.strip_prefix("data: ") {
                return Some((name, id, serde_json::from_str(text).unwrap()));
            }
        }
    }

    /// Reads change events up to this id, and returns their ids.
    pub fn ids_to(&mut self, last: u64) -> Vec<u64> {
        let mut ids = Vec::new();
        while ids.last() != Some(&last) {
            let (name, id, _) = self.next().expect("the stream continues");
            if name == "change" {
                ids.push(id.parse().unwrap());
            }
        }
        ids
    }
}

impl Pair {
    /// Starts two servers on a new database; returns `None` without PostgreSQL.
    pub fn start() -> Option<Pair> {
        Some(Pair::on(postgres()?))
    }

    /// Starts two servers on a separate PostgreSQL server, which runs until the test program ends.
    pub fn start_alone() -> Option<Pair> {
        postgres()?;
        Some(Pair::on(Box::leak(Box::new(Postgres::another()))))
    }

    fn on(postgres: &'static Postgres) -> Pair {
        let folder = TempDir::new().unwrap();
        let url = postgres.url_of(folder.path());
        let secret = folder.path().join("secret");
        Pair {
            a: Instance::start(&url, &secret),
            b: Instance::start(&url, &secret),
            postgres,
            url,
            folder,
        }
    }

    /// Restarts both servers with a webhook to this receiver.
    pub fn send_webhooks_to(&mut self, receiver: &Receiver) {
        let (url, key) = (receiver.url(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let settings = format!("[[webhook]]\nurl = \"{url}\"\nsecret = \"{key}\"\n");
        std::fs::write(self.folder.path().join("overtrick.toml"), settings).unwrap();
        let secret = self.folder.path().join("secret");
        self.a = Instance::start(&self.url, &secret);
        self.b = Instance::start(&self.url, &secret);
    }

    /// Runs SQL in the database.
    pub fn sql(&self, sql: &str) -> String {
        self.postgres.run(&self.url, sql)
    }

    /// Stops all servers from committing changes.
    pub fn hold_commits(&self) -> HeldCommits<'_> {
        let mut session = self.postgres.session(&self.url);
        let input = session.stdin.as_mut().unwrap();
        input.write_all(b"BEGIN; SELECT in_order();\n").unwrap();
        let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted \
            AND (classid, objid) = (1869902441, 1) \
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        until("commits are held", || self.sql(held) == "1");
        let pair = self;
        HeldCommits { pair, session }
    }

    /// Disables all later notices of commits.
    pub fn lose_notices(&self) {
        for (table, trigger) in [
            ("events", "events_notify"),
            ("deleted_matches", "deleted_matches_notify"),
            ("next_matches", "next_matches_notify"),
        ] {
            self.sql(&format!("ALTER TABLE {table} DISABLE TRIGGER {trigger}"));
        }
    }

    /// Ends the connections that listen for notices, and returns their number.
    pub fn end_listeners(&self) -> usize {
        let ended = self.sql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE datname = current_database() AND query LIKE 'LISTEN%'",
        );
        ended.parse().unwrap()
    }
}
