//! A match that a server keeps, kept from a terminal: with a network, without one, and beside phones.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::document;
use super::pty::start;
use crate::served::{Match, Server};

/// A hand of a match of any length.
const HAND: &str = r#"{"declarer": "Bo", "game_type": "misere", "declarer_tricks": 0}"#;
const OTHER: &str = r#"{"declarer": "Cy", "game_type": "misere", "declarer_tricks": 0}"#;

pub const OPEN: u8 = 0;
pub const CUT: u8 = 1;
/// Requests reach the server, but no answer comes back.
const DEAF: u8 = 2;

/// A network before a server, which can be cut.
pub struct Network {
    address: SocketAddr,
    state: Arc<AtomicU8>,
}

impl Network {
    pub fn before(server: &Server) -> Network {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, target) = (listener.local_addr().unwrap(), server.address);
        let state = Arc::new(AtomicU8::new(OPEN));
        let known = state.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                let known = known.clone();
                thread::spawn(move || pass(&stream, target, &known));
            }
        });
        Network { address, state }
    }

    pub fn set(&self, state: u8) {
        self.state.store(state, Ordering::SeqCst);
    }

    pub fn link(&self, of: &Match<'_>, key: &str) -> String {
        format!("http://{}/#/join/{}/{key}", self.address, of.id)
    }
}

/// Passes bytes both ways as long as the network is not cut.
fn pass(near: &TcpStream, target: SocketAddr, state: &Arc<AtomicU8>) {
    if state.load(Ordering::SeqCst) == CUT {
        return;
    }
    let Ok(far) = TcpStream::connect(target) else {
        return;
    };
    thread::scope(|scope| {
        scope.spawn(|| pump(near, &far, CUT, state));
        pump(&far, near, DEAF, state);
    });
}

/// Passes bytes one way; from the state `dead` on, none.
fn pump(mut from: &TcpStream, mut to: &TcpStream, dead: u8, state: &AtomicU8) {
    from.set_read_timeout(Some(Duration::from_millis(20)))
        .unwrap();
    let mut bytes = [0; 4096];
    loop {
        let now = state.load(Ordering::SeqCst);
        let count = from.read(&mut bytes);
        let is_idle =
            matches!(&count, Err(error) if error.kind() == std::io::ErrorKind::WouldBlock);
        if is_idle && now != CUT {
            continue;
        }
        let is_over = now == CUT || now == dead || !matches!(count, Ok(1..));
        if is_over || to.write_all(&bytes[..count.unwrap_or_default()]).is_err() {
            drop((from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both)));
            return;
        }
    }
}

pub fn opened(server: &Server) -> Match<'_> {
    server.create(&json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"], "hands": [] }))
}

pub fn hands(of: &Match<'_>) -> Value {
    of.state()["document"]["hands"].clone()
}

/// Runs a command with the key of a match in its environment, as it is not in a list of processes.
fn run(folder: &Path, key: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    let command = command.args(arguments).env("OVERTRICK_KEY", key);
    command.current_dir(folder).output().unwrap()
}

/// All that a command says; it must end with this status.
fn tells(output: &Output, status: i32) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(output.status.code(), Some(status), "{text}");
    text
}

#[test]
fn every_change_is_made_at_the_server() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let at = folder.path();
    let network = Network::before(&server);
    let link = network.link(&of, &of.direct);
    let first = ["record", "a.json", HAND, "--server", &link];
    let text = tells(&run(at, "", &first), 0);
    assert!(text.contains("Totals: Bo 30, Ann −15, Cy −15."), "{text}");
    assert_eq!(
        hands(&of),
        json!([serde_json::from_str::<Value>(HAND).unwrap()])
    );
    // The copy knows its server; the key alone is still needed.
    for arguments in [
        &["record", "a.json", OTHER][..],
        &["adjust", "a.json", "Cy", "-3", "--reason", "late"],
        &["rename", "a.json", "bo", "Beau"],
        &[
            "correct",
            "a.json",
            "2",
            &OTHER.replace('0', "4"),
            "--reason",
            "counted again",
        ],
    ] {
        tells(&run(at, &of.direct, arguments), 0);
    }
    let state = of.state();
    assert_eq!(state["document"]["players"], json!(["Ann", "Beau", "Cy"]));
    assert_eq!(state["document"]["hands"][1]["declarer_tricks"], 4);
    assert_eq!(state["document"]["adjustments"][0]["points"], -3);
    tells(&run(at, &of.direct, &["undo", "a.json"]), 0);
    assert_eq!(hands(&of)[1]["declarer_tricks"], 0);
    let text = tells(
        &run(at, &of.direct, &["undo", "a.json", "--redo", "--json"]),
        0,
    );
    assert_eq!(hands(&of)[1]["declarer_tricks"], 4);
    let told: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&told["version"], &told["waiting"]),
        (&of.state()["version"], &json!(0))
    );
    tells(&run(at, &of.direct, &["finish", "a.json"]), 0);
    assert_eq!(of.state()["document"]["finished"], true);
    // The copy is a match document that every other command reads, without a key.
    tells(&run(at, "", &["score", "a.json", "--format", "table"]), 0);
    let copy = fs::read_to_string(at.join("a.json")).unwrap();
    assert!(!copy.contains(&of.direct), "{copy}");
    assert_eq!(document(at, "a.json")["hands"], hands(&of));
}

#[test]
fn what_cannot_be_sent_waits_and_counts_once() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let at = folder.path();
    let network = Network::before(&server);
    let link = network.link(&of, &of.score);
    tells(
        &run(at, "", &["record", "a.json", HAND, "--server", &link]),
        0,
    );
    network.set(CUT);
    let text = tells(
        &run(at, "", &["record", "a.json", OTHER, "--server", &link]),
        0,
    );
    assert!(
        text.contains("cannot be reached") && text.contains("1 change waits in a.json"),
        "{text}"
    );
    let text = tells(&run(at, "", &["record", "a.json", HAND]), 0);
    assert!(text.contains("2 changes wait in a.json"), "{text}");
    assert_eq!(document(at, "a.json")["hands"].as_array().unwrap().len(), 3);
    // The request arrives, its answer does not: it is sent again, and counts once.
    network.set(DEAF);
    tells(&run(at, &of.score, &["record", "a.json", OTHER]), 0);
    network.set(OPEN);
    let text = tells(&run(at, &of.score, &["record", "a.json", HAND]), 0);
    assert!(
        text.contains("3 changes that waited are at the server now"),
        "{text}"
    );
    let typed = [HAND, OTHER, HAND, OTHER, HAND];
    let typed = typed.map(|hand| serde_json::from_str::<Value>(hand).unwrap());
    assert_eq!(hands(&of), json!(typed));
    assert_eq!(of.state()["version"], 6);
    // What the server alone can take back is not done without it.
    network.set(CUT);
    let text = tells(&run(at, &of.score, &["undo", "a.json"]), 3);
    assert!(text.contains("nothing was done"), "{text}");
    network.set(OPEN);
    assert_eq!(hands(&of).as_array().unwrap().len(), 5);
}

#[test]
fn a_hand_that_was_recorded_elsewhere_meanwhile_is_not_recorded_twice() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let at = folder.path();
    let network = Network::before(&server);
    let link = network.link(&of, &of.score);
    tells(
        &run(at, "", &["record", "a.json", HAND, "--server", &link]),
        0,
    );
    network.set(CUT);
    tells(&run(at, &of.score, &["record", "a.json", OTHER]), 0);
    of.record(&serde_json::from_str(OTHER).unwrap());
    network.set(OPEN);
    // The same hand from a phone is the same hand.
    tells(&run(at, &of.score, &["rename", "a.json", "Ann", "Anna"]), 0);
    assert_eq!(hands(&of).as_array().unwrap().len(), 2);
    network.set(CUT);
    tells(&run(at, &of.score, &["record", "a.json", HAND]), 0);
    of.record(&serde_json::from_str(OTHER).unwrap());
    network.set(OPEN);
    // Another one is kept, and offered when the next hand is asked for.
    let mut terminal = start(
        at,
        (30, 100),
        &[("OVERTRICK_KEY", &of.score)],
        &["keep", "a.json"],
    );
    terminal.shows("Hand 3 was recorded by somebody else meanwhile");
    terminal.answer("Hand 4", "");
    terminal.shows("The hand that the server refused is here again");
    terminal.answer("Keep it?", "");
    terminal.asked("Hand 5");
    terminal.answer("Hand 5", "q");
    assert_eq!(terminal.ended(), Some(0));
    assert_eq!(hands(&of)[3]["declarer"], "Bo");
    assert_eq!(
        document(at, "a.json")["log"]["server"]["refused"],
        json!([])
    );
}

#[test]
fn a_match_at_a_server_is_kept_beside_a_phone() {
    let server = Server::start();
    let folder = TempDir::new().unwrap();
    let of =
        server.create(&json!({ "game": "brink-bid", "players": ["Ann", "Bo", "Cy"], "hands": [] }));
    let network = Network::before(&server);
    let link = network.link(&of, &of.direct);
    let mut terminal = start(
        folder.path(),
        (24, 80),
        &[],
        &["keep", "a.json", "--server", &link],
    );
    terminal.answer("Hand 1", "1 1 0 2 1 1");
    terminal.answer("Keep it?", "");
    terminal.asked("Hand 2");
    assert_eq!(
        hands(&of)[0]["tricks"],
        json!({ "Ann": 1, "Bo": 2, "Cy": 1 })
    );
    // A phone was faster: it is shown, and the typed hand is not recorded in its place.
    terminal.answer("Hand 2", "1 1 1 2 2 1");
    terminal.asked("Keep it?");
    let hand =
        json!({ "bids": { "Ann": 0, "Bo": 0, "Cy": 0 }, "tricks": { "Ann": 5, "Bo": 0, "Cy": 0 } });
    of.record(&hand);
    terminal.press("\r");
    terminal.shows("Hand 2 was recorded by somebody else meanwhile");
    assert_eq!(hands(&of).as_array().unwrap().len(), 2);
    terminal.answer("Hand 3", "u");
    terminal.shows("The last change is undone.");
    terminal.asked("Hand 2");
    assert_eq!(hands(&of).as_array().unwrap().len(), 1);
    network.set(CUT);
    terminal.answer("Hand 2", "");
    terminal.answer("Keep it?", "");
    terminal.shows("1 change waits in a.json");
    terminal.asked("Hand 3");
    terminal.press("\u{3}");
    assert_eq!(terminal.ended(), Some(0));
    assert!(terminal.is_restored());
    network.set(OPEN);
    let mut terminal = start(
        folder.path(),
        (24, 60),
        &[("OVERTRICK_KEY", &of.direct)],
        &["keep", "a.json"],
    );
    terminal.shows("1 change that waited is at the server now.");
    terminal.answer("Hand 3", "q");
    assert_eq!(terminal.ended(), Some(0));
    assert_eq!(
        hands(&of)[1]["tricks"],
        json!({ "Ann": 2, "Bo": 1, "Cy": 2 })
    );
}

#[test]
fn a_key_is_told_to_nobody_and_a_wrong_one_loses_no_hand() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let at = folder.path();
    let network = Network::before(&server);
    let address = format!("http://{}/#/m/{}", network.address, of.id);
    fs::write(at.join("key.txt"), format!("{}\n", of.view)).unwrap();
    let given = [
        "record",
        "a.json",
        HAND,
        "--server",
        &address,
        "--key-file",
        "key.txt",
    ];
    let text = tells(&run(at, "", &given), 3);
    assert!(text.contains("the server does not allow this"), "{text}");
    assert!(!text.contains(&of.view), "{text}");
    let wrong = network.link(&of, "a-key-that-nobody-has-and-nobody-may-read");
    let text = tells(&run(at, "", &["finish", "a.json", "--server", &wrong]), 3);
    assert!(!text.contains("nobody-may-read"), "{text}");
    // The hand still waits; a key that may record sends it.
    let text = tells(
        &run(
            at,
            &of.direct,
            &["adjust", "a.json", "Ann", "-1", "--reason", "late"],
        ),
        0,
    );
    assert!(
        text.contains("1 change that waited is at the server now."),
        "{text}"
    );
    assert_eq!(hands(&of).as_array().unwrap().len(), 1);
    for (link, status) in [
        ("ftp://club.example/", 2),
        (&*address.replace(&of.id, "nT4vGkq0Zr7mXw2bYc9sLA"), 2),
    ] {
        tells(&run(at, "", &["undo", "a.json", "--server", link]), status);
    }
    fs::write(
        at.join("own.json"),
        r#"{"game": "mariash", "players": ["Ann", "Bo", "Cy"], "hands": []}"#,
    )
    .unwrap();
    let text = tells(&run(at, "", &["undo", "own.json", "--server", &address]), 2);
    assert!(text.contains("own.json is a match of its own"), "{text}");
}

#[test]
fn a_match_at_a_server_is_watched_and_found_again_after_a_lost_connection() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let network = Network::before(&server);
    let link = network.link(&of, &of.view);
    let hand = serde_json::from_str(HAND).unwrap();
    for (size, color) in [((24, 80), "1"), ((50, 200), "")] {
        let mut terminal = start(
            folder.path(),
            size,
            &[("NO_COLOR", color)],
            &["watch", &link],
        );
        terminal.shows("q ends");
        let before = hands(&of).as_array().unwrap().len();
        of.record(&hand);
        terminal.shows(&format!("{} hand", before + 1));
        network.set(CUT);
        terminal.shows("no connection, trying again");
        of.record(&hand);
        network.set(OPEN);
        terminal.shows(&format!("{} hands", before + 2));
        let foot = terminal.shown();
        assert!(!foot.contains("no connection"), "{foot}");
        if size.1 == 200 {
            terminal.shows("mariash/");
        }
        assert_eq!(terminal.written().contains("\u{1b}[1m"), color.is_empty());
        terminal.press("q");
        assert_eq!(terminal.ended(), Some(0));
        assert!(terminal.is_restored());
    }
    // A rematch is followed, as on a television.
    let terminal = start(folder.path(), (24, 80), &[], &["watch", &link]);
    terminal.shows("4 hands");
    let bearer = crate::served::bearer(&of.direct);
    let next = server.post(
        &of.path("/rematch"),
        &[("authorization", &bearer)],
        &json!({}),
    );
    assert_eq!(next.status, 201, "{}", next.text());
    terminal.shows("No hand has been played yet.");
    drop(terminal);
    let deleted = server.send(
        "DELETE",
        &of.path(""),
        &[("authorization", &bearer), ("if-match", "*")],
        None,
    );
    assert!(deleted.status < 300, "{}", deleted.text());
    let mut terminal = start(folder.path(), (24, 80), &[], &["watch", &link]);
    assert_eq!(terminal.ended(), Some(3));
    assert!(!terminal.written().contains(&of.view));
}
