//! The program is killed while it answers, its disk is full, or its database is locked: everything acknowledged
//! is stored exactly once, and the service recovers.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{
    self, Answer, Client, Locker, Opened, PHONE, Program, Server, bearer, brink_bid, database,
    first_hand, limited_to,
};
use crate::support::{Chance, is_thorough};

const WRITERS: usize = 64;
/// The number of kills in a thorough run, and in an ordinary one.
const ROUNDS: (usize, usize) = (20, 3);

/// A client that writes notes into its own match, and remembers which were acknowledged.
struct Writer {
    number: usize,
    /// The id and key of the match, once the answer to opening it has arrived.
    game: Option<(String, String)>,
    version: u64,
    acknowledged: Vec<String>,
    /// The number of the next note; an unanswered note is sent again unchanged.
    written: usize,
}

impl Writer {
    fn new(number: usize) -> Writer {
        Writer {
            number,
            game: None,
            version: 1,
            acknowledged: Vec::new(),
            written: 0,
        }
    }

    /// Sends the next note, or repeats an unanswered one.
    fn write(&mut self, client: &mut Client) -> std::io::Result<()> {
        let Some((id, key)) = &self.game else {
            return self.open(client);
        };
        let message = format!("{}-{}", self.number, self.written);
        let change = json!({ "action": "describe", "notes": message }).to_string();
        let once = format!("remark-number-{message}");
        let tag = format!("\"{}\"", self.version);
        let headers = [
            ("authorization", &**key),
            ("if-match", &*tag),
            ("idempotency-key", &*once),
        ];
        let path = format!("/api/v1/matches/{id}/changes");
        let answer = ask(client, &path, &headers, change.as_bytes())?;
        // A retry that was not recognized, or was written twice, would get a conflict.
        assert_eq!(answer.status, 200, "{}", answer.text());
        let state = answer.json();
        assert_eq!(state["document"]["notes"], message);
        self.version = state["version"].as_u64().unwrap();
        self.acknowledged.push(message);
        self.written += 1;
        Ok(())
    }

    fn open(&mut self, client: &mut Client) -> std::io::Result<()> {
        let once = format!("match-of-writer-{}", self.number);
        let headers = [("idempotency-key", &*once), PHONE];
        let body = brink_bid().to_string();
        let answer = ask(client, "/api/v1/matches", &headers, body.as_bytes())?;
        assert_eq!(answer.status, 201, "{}", answer.text());
        let opened = answer.json();
        let key = bearer(opened["keys"]["direct"].as_str().unwrap());
        self.game = Some((opened["id"].as_str().unwrap().to_owned(), key));
        Ok(())
    }
}

/// Sends a request, again after each 503, as clients do on a busy machine.
fn ask(
    client: &mut Client,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<Answer> {
    loop {
        let answer = client.ask("POST", path, headers, body)?;
        if answer.status != 503 {
            return Ok(answer);
        }
    }
}

#[test]
fn acknowledged_changes_survive_a_kill_once_and_in_order() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("matches.db");
    let mut writers: Vec<Writer> = (0..WRITERS).map(Writer::new).collect();
    let mut chance = Chance(20_261_121);
    let rounds = if is_thorough() { ROUNDS.0 } else { ROUNDS.1 };
    for round in 0..rounds {
        let mut program = Program::serve(&database);
        let (answered, least) = (AtomicUsize::new(0), 20 + chance.below(1500));
        let child = Mutex::new(&mut program.child);
        let address = program.address;
        std::thread::scope(|scope| {
            for writer in &mut writers {
                let (answered, child) = (&answered, &child);
                scope.spawn(move || {
                    let mut client = Client::new(address);
                    while writer.write(&mut client).is_ok() {
                        if answered.fetch_add(1, Ordering::SeqCst) == least {
                            child.lock().unwrap().kill().unwrap();
                        }
                    }
                });
            }
        });
        let answered = answered.load(Ordering::SeqCst);
        assert!(
            answered > least,
            "round {round}: it stopped by itself after {answered} answers"
        );
        assert!(!program.child.wait().unwrap().success());
    }
    let program = Program::serve(&database);
    let mut client = program.client();
    for writer in &mut writers {
        // Repeating the request that was in transit at the last kill shows whether it was stored.
        let known = writer.acknowledged.len();
        while writer.acknowledged.len() == known {
            writer.write(&mut client).unwrap();
        }
        let (id, key) = writer.game.clone().unwrap();
        let headers = [("authorization", &*key)];
        let path = format!("/api/v1/matches/{id}/history");
        let history = client.ask("GET", &path, &headers, b"").unwrap().json();
        let events = history["events"].as_array().unwrap();
        let stored: Vec<&str> = events[1..]
            .iter()
            .map(|event| event["change"]["notes"].as_str().unwrap())
            .collect();
        assert_eq!(stored, writer.acknowledged);
    }
    drop(program);
    verify(&database, WRITERS);
}

fn verify(database: &Path, matches: usize) {
    let verified = served::run(database.parent().unwrap(), &["verify"]);
    let output = String::from_utf8(verified.stdout).unwrap();
    assert!(
        output.starts_with(&format!("{matches} match")),
        "{output}{}",
        String::from_utf8_lossy(&verified.stderr)
    );
}

/// Fills a match with notes until no more are accepted; returns it, its version and the last answer.
fn filled(client: &mut Client) -> (Opened, u64, Answer) {
    let game = Opened::new(client);
    for version in 1..2000 {
        let answer = game.note(client, &format!("{version}{}", "x".repeat(9000)));
        if answer.status != 200 {
            return (game, version, answer);
        }
    }
    panic!("the match is never full");
}

#[test]
fn a_full_database_refuses_changes_until_there_is_room() {
    if database::without_files("the size of a file") {
        return;
    }
    let server = Server::with(|settings| settings.database_limit = 1);
    let other = server.create(&brink_bid());
    for _ in 0..20 {
        let notes = json!({ "action": "describe", "notes": "y".repeat(9000) });
        other.changed(&other.score, &notes);
    }
    let mut client = Client::new(server.address);
    let (game, last, full) = filled(&mut client);
    assert_eq!((full.status, full.problem().as_str()), (503, "full"));
    assert!(full.header("retry-after").is_some());
    assert_eq!(game.version(&mut client), last);
    let refused = server.post("/api/v1/matches", &[], &large());
    assert_eq!((refused.status, refused.problem().as_str()), (503, "full"));

    other.delete();
    let taken = game.record(&mut client);
    assert_eq!(taken.status, 200, "{}", taken.text());
    assert_eq!(taken.json()["version"], last + 1);
    let database = server.folder.path().join("matches.db");
    verify(&database, 1);
    let server = server.restarted();
    let mut client = Client::new(server.address);
    assert_eq!(game.version(&mut client), last + 1);
}

/// A match that needs more room than is free in the pages of a full database.
fn large() -> Value {
    let mut document = brink_bid();
    document["notes"] = "z".repeat(9000).into();
    document
}

/// The file size limit of the process simulates a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_refuses_changes_until_there_is_room() {
    if database::without_files("a full disk") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("matches.db");
    let program = Program::start(&mut limited_to("-S -f 1200"), &database);
    let mut client = program.client();
    let ready = || program.client().ask("GET", "/readyz", &[], b"").unwrap();
    assert_eq!(ready().status, 200);
    let (game, last, full) = filled(&mut client);
    assert_eq!(full.status, 503, "{}", full.text());
    assert!(["full", "unavailable"].contains(&full.problem().as_str()));
    assert_eq!(game.version(&mut client), last);
    assert_eq!(ready().status, 503);
    let lifted = Command::new("prlimit")
        .arg(format!("--pid={}", program.child.id()))
        .arg("--fsize=unlimited")
        .status()
        .unwrap();
    assert!(lifted.success());
    // The service tests a large write. On a slow machine, the write may exceed its time limit, and is tested again.
    served::until("the service is ready", || ready().status == 200);
    let taken = game.record(&mut client);
    assert_eq!(taken.status, 200, "{}", taken.text());
    assert_eq!(taken.json()["version"], last + 1);
    drop(program);
    verify(&database, 1);
    let program = Program::serve(&database);
    assert_eq!(game.version(&mut program.client()), last + 1);
}

#[test]
fn a_locked_database_accepts_the_same_request_later() {
    let server = Server::with(|settings| {
        settings.statement_timeout = 1;
    });
    let game = server.create(&brink_bid());
    let locker = Locker::lock(server.folder.path());
    let key = bearer(&game.score);
    let record = json!({ "action": "record", "hand": first_hand(1) });
    let ask = || {
        let headers = [
            ("authorization", &*key),
            ("if-match", "\"1\""),
            ("idempotency-key", "the-hand-that-waited"),
        ];
        server.post(&game.path("/changes"), &headers, &record)
    };
    let busy = ask();
    assert_eq!((busy.status, busy.problem().as_str()), (503, "busy"));
    assert_eq!(busy.header("retry-after"), Some("1"));
    // Both requests wait for the lock.
    let both: Vec<Answer> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..2).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let kinds: Vec<String> = both.iter().map(Answer::problem).collect();
    assert_eq!(kinds, ["busy", "busy"]);
    assert!(
        both.iter()
            .all(|answer| answer.header("retry-after").is_some())
    );
    assert_eq!(game.state()["version"], 1, "reading still works");
    assert_eq!(server.get("/healthz", &[]).status, 200);
    assert_eq!(server.get("/readyz", &[]).problem(), "busy");
    drop(locker);
    let taken: HashMap<u16, Value> = (0..2)
        .map(|_| ask())
        .map(|answer| (answer.status, answer.json()))
        .collect();
    assert_eq!(
        taken.len(),
        1,
        "both repetitions of the request get the same answer"
    );
    assert_eq!(taken[&200]["version"], 2);
    assert_eq!(server.get("/readyz", &[]).status, 200);
}

#[test]
fn a_copy_of_the_file_of_an_idle_server_is_whole() {
    if database::without_files("a copy of a file") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("matches.db");
    let program = Program::serve(&file);
    let opened = Opened::new(&mut program.client());
    let mut shown = String::new();
    // The server completes the file after a second without writes, or later on a slow machine.
    let is_whole = (0..30).any(|number| {
        std::thread::sleep(Duration::from_secs(1));
        let copy = folder.path().join(format!("copy-{number}.db"));
        std::fs::copy(&file, &copy).unwrap();
        let export = Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .args(["export", "--all", "--database"])
            .arg(format!("sqlite://{}", copy.display()))
            .output()
            .unwrap();
        shown = String::from_utf8_lossy(&export.stdout).into_owned();
        shown.contains(&opened.id)
    });
    assert!(is_whole, "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_is_deleted_on_a_full_disk_or_the_service_is_not_ready() {
    if database::without_files("a full disk") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("matches.db");
    let program = Program::start(&mut limited_to("-S -f 12000"), &database);
    let mut client = program.client();
    let mut opened = Vec::new();
    for number in 0..2000 {
        let mut document = large();
        document["title"] = number.to_string().into();
        let body = document.to_string();
        let answer = client.ask("POST", "/api/v1/matches", &[], body.as_bytes());
        let answer = answer.unwrap();
        if answer.status != 201 {
            break;
        }
        opened.push(answer.json());
    }
    assert!((10..2000).contains(&opened.len()), "{}", opened.len());
    for state in opened.iter().take(5) {
        let path = format!("/api/v1/matches/{}", state["id"].as_str().unwrap());
        let director = bearer(state["keys"]["direct"].as_str().unwrap());
        let headers = [("authorization", &*director), ("if-match", "*")];
        let deleted = client.ask("DELETE", &path, &headers, b"").unwrap();
        let ready = client.ask("GET", "/readyz", &[], b"").unwrap();
        if deleted.status != 204 {
            assert_eq!((deleted.status, &*deleted.problem()), (503, "full"));
            assert_eq!(ready.status, 503, "{}", ready.text());
        }
    }
}
