//! Attacks by malicious clients on a public service with default limits, with their figures. `cargo bench
//! --bench threats`
//!
//! For each attack the program is started on its own database, attacked from 127.0.0.2 without any key, and
//! its health is checked meanwhile from 127.0.0.1. Printed are the slowest answer to the attacker, the
//! slowest health check, the most memory, and the growth of the database and the log. `OVERTRICK_PROGRAM`
//! names another binary to attack, for example an older one for comparison; `OVERTRICK_ATTACK` runs only
//! attacks whose name contains it.

#![expect(
    clippy::disallowed_methods,
    reason = "a measurement looks at the clock"
)]

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use overtrick_match::ledger::{Change, Description, Edit, MatchId, SALT, Timestamp};
use overtrick_match::play::LocalMatch;
use overtrick_server::bounds::MAX_BODY;
use socket2::{Domain, Socket, Type};

/// How long an attacker waits for an answer.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long the attack with descriptions lasts.
const DESCRIBING: Duration = Duration::from_secs(10);
/// How long attacks last that only hold connections.
const HOLDING: Duration = Duration::from_secs(8);

fn main() {
    let only = std::env::var("OVERTRICK_ATTACK").unwrap_or_default();
    println!(
        "{:<44} {:>9} {:>9} {:>8} {:>8}",
        "attack", "slowest", "health", "memory", "disk"
    );
    for (name, attack) in ATTACKS {
        if name.contains(&only) {
            run(name, *attack);
        }
    }
}

type Attack = fn(&Target) -> Duration;

const ATTACKS: &[(&str, Attack)] = &[
    (
        "comparison with 20,000 unknown options, 4 at once",
        |target| unknown_options(target, 20_000),
    ),
    (
        "scores with 20,000 unknown fields, 4 at once",
        unknown_fields,
    ),
    ("scores of 2,000 faulty hands, 4 at once", faulty_hands),
    ("pad of 200 pages with a long link, 4 at once", long_pads),
    ("25 matches with large texts", large_matches),
    ("25 matches of 240 KB", huge_matches),
    ("a match described for 10 seconds, 4 at once", describing),
    ("logs that are long to judge, 4 at once", logs_long_to_judge),
    ("logs that redo 1,000 edits, 4 at once", logs_that_redo),
    ("3,500 names in a history, 4 at once", names_of_history),
    ("1,100 connections that drip a head", dripping_heads),
    ("200 answers that are never read", unread_answers),
    (
        "200 large answers that are never read",
        large_unread_answers,
    ),
    ("250 bodies that are half sent", half_bodies),
    ("1,000 edits over 3,000 adjustments", many_edits),
    (
        "a match of 3,000 adjustments read cold, 8 at once",
        cold_reads,
    ),
    ("refusals for 8 seconds, with long paths", refusals),
    (
        "30 pads at once from one address, and a stranger's",
        many_pads,
    ),
];

/// The service under attack.
struct Target {
    child: Child,
    address: SocketAddr,
}

fn run(name: &str, attack: Attack) {
    let folder = tempfile::tempdir().expect("a folder");
    let target = Target::start(folder.path());
    let before = size_of(folder.path());
    let over = AtomicBool::new(false);
    let (slowest, health) = thread::scope(|scope| {
        let watching = scope.spawn(|| target.watch_health(&over));
        let slowest = attack(&target);
        over.store(true, Ordering::Relaxed);
        (slowest, watching.join().expect("the watcher"))
    });
    let disk = size_of(folder.path()).saturating_sub(before) / 1024;
    println!(
        "{name:<44} {:>7} ms {:>6} ms {:>5} MB {disk:>5} KB",
        slowest.as_millis(),
        health.as_millis(),
        target.most_memory()
    );
}

impl Target {
    /// With the default settings.
    fn start(folder: &Path) -> Target {
        let program = std::env::var_os("OVERTRICK_PROGRAM");
        let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_overtrick").into());
        let mut child = Command::new(program)
            .args(["serve", "--bind", "127.0.0.1:0", "--database"])
            .arg(format!(
                "sqlite://{}",
                folder.join("overtrick.db").display()
            ))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut lines = BufReader::new(child.stderr.take().expect("its messages")).lines();
        let address = lines.find_map(|line| {
            let line = line.ok()?;
            line.split_once("http://")?.1.trim().parse().ok()
        });
        // Log output counts as written to the disk.
        let mut log = fs::File::create(folder.join("log")).expect("a log");
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                drop(writeln!(log, "{line}"));
            }
        });
        Target {
            child,
            address: address.expect("an address"),
        }
    }

    fn connect(&self, local: [u8; 4]) -> std::io::Result<TcpStream> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        socket.bind(&SocketAddr::from((local, 0)).into())?;
        socket.connect_timeout(&self.address.into(), PATIENCE)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        Ok(socket.into())
    }

    /// Sends a request as the attacker; returns the time until the answer was read or refused.
    fn attack(&self, method: &str, path: &str, body: &str) -> Duration {
        let began = Instant::now();
        // A refusal, a closed connection and an answer all end the attack.
        self.ask(method, path, "", body);
        began.elapsed()
    }

    /// Sends a request as the attacker; returns the answer as far as it came.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let answered = self.connect([127, 0, 0, 2]).and_then(|mut stream| {
            stream.write_all(request.as_bytes())?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer)?;
            Ok(answer)
        });
        String::from_utf8_lossy(&answered.unwrap_or_default()).into_owned()
    }

    /// Sends the same request four times at once.
    fn attack_four_times(&self, method: &str, path: &str, body: &str) -> Duration {
        thread::scope(|scope| {
            let attacks: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| self.attack(method, path, body)))
                .collect();
            let took = attacks
                .into_iter()
                .map(|attack| attack.join().expect("an attacker"));
            took.max().unwrap_or_default()
        })
    }

    /// Checks the health repeatedly; returns the slowest answer.
    fn watch_health(&self, over: &AtomicBool) -> Duration {
        let mut slowest = Duration::ZERO;
        while !over.load(Ordering::Relaxed) {
            let began = Instant::now();
            let asked = self.connect([127, 0, 0, 1]).and_then(|mut stream| {
                stream
                    .write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
                stream.read_to_end(&mut Vec::new())
            });
            drop(asked);
            slowest = slowest.max(began.elapsed());
            thread::sleep(Duration::from_millis(20));
        }
        slowest
    }

    /// The peak memory in megabytes.
    fn most_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes =
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kilobytes.unwrap_or(0) / 1000
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| Some(entry.metadata().ok()?.len()))
        .sum()
}

const DOCUMENT: &str = r#"{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": []}"#;

fn unknown_options(target: &Target, count: usize) -> Duration {
    let mut options = String::new();
    for number in 0..count {
        write!(options, "\"o{number}\":1,").expect("text");
    }
    let options = options.trim_end_matches(',');
    let players = r#""game": "brink-bid", "players": ["Ann", "Bo"], "hands": []"#;
    let body = format!(r#"{{{players}, "options": {{{options}}}}}"#);
    target.attack_four_times("POST", "/api/v1/scores", &body)
}

fn unknown_fields(target: &Target) -> Duration {
    let mut body = DOCUMENT.trim_end_matches('}').to_owned();
    for number in 0..20_000 {
        write!(body, ",\"x{number}\":1").expect("text");
    }
    target.attack_four_times("POST", "/api/v1/scores", &(body + "}"))
}

fn faulty_hands(target: &Target) -> Duration {
    let hand = r#"{"bids": {"Ann": "x", "Bo": []}, "tricks": {"Ann": 1.5, "Cy": 2}, "y": 1}"#;
    let hands = vec![hand; 500].join(",");
    let body = DOCUMENT.replace("[]}", &format!("[{hands}]}}"));
    target.attack_four_times("POST", "/api/v1/scores", &body)
}

fn long_pads(target: &Target) -> Duration {
    let link = format!("https://x.example/{}", "a".repeat(380));
    let path = format!("/api/v1/pads/mariash.pdf?players=3&pages=200&link={link}");
    target.attack_four_times("GET", &path, "")
}

fn large_matches(target: &Target) -> Duration {
    let hand = |number: usize| {
        let note = format!("{number} {}", "a".repeat(3_900));
        format!(
            r#"{{"bids": {{"Ann": 2, "Bo": 2}}, "tricks": {{"Ann": 2, "Bo": 2}}, "note": "{note}"}}"#
        )
    };
    let options = r#", "options": {"first_hand_cards": 4, "last_hand_cards": 4}}"#;
    let mut slowest = Duration::ZERO;
    for round in 0..25 {
        let title = format!("{round} {}", "b".repeat(1_900));
        let hands = hand(round);
        let document = DOCUMENT.replace(
            "[]}",
            &format!("[{hands}], \"title\": \"{title}\"{options}"),
        );
        slowest = slowest.max(target.attack("POST", "/api/v1/matches", &document));
    }
    slowest
}

/// Documents of nearly 256 KiB, the maximum, with huge lists in the history.
fn huge_matches(target: &Target) -> Duration {
    let entry = format!(r#"{{"before": [{}0]}}"#, "[],".repeat(20_000));
    let history = vec![entry; 4].join(",");
    let document = DOCUMENT.replace("[]}", &format!("[], \"history\": [{history}]}}"));
    let attacks = (0..25).map(|_| target.attack("POST", "/api/v1/matches", &document));
    attacks.max().unwrap_or_default()
}

/// Opens a match; returns its path and a header with its direct key.
fn opened(target: &Target, document: &str) -> Option<(String, String)> {
    let opened = target.ask("POST", "/api/v1/matches", "", document);
    let text = |name: &str| {
        let (_, rest) = opened.split_once(&format!("\"{name}\":\""))?;
        Some(rest.split('"').next()?.to_owned())
    };
    let (id, key) = (text("id")?, text("direct")?);
    let path = format!("/api/v1/matches/{id}");
    Some((path, format!("authorization: Bearer {key}\r\n")))
}

/// A match with a hand and 3,000 adjustments.
fn adjusted() -> String {
    let hand = r#"{"bids": {"Ann": 1, "Bo": 1}, "tricks": {"Ann": 1, "Bo": 3}}"#;
    let adjustment = r#"{"after_hand": 1, "player": "Ann", "points": 1, "reason": "x"}"#;
    let adjustments = vec![adjustment; 3_000].join(",");
    DOCUMENT.replace(
        "[]}",
        &format!("[{hand}], \"adjustments\": [{adjustments}]}}"),
    )
}

fn many_edits(target: &Target) -> Duration {
    let Some((path, key)) = opened(target, &adjusted()) else {
        return Duration::ZERO;
    };
    let hand = r#"{"bids": {"Ann": 1, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 2}}"#;
    let edits = format!(
        r#"{{"edit": "insert", "before": 1, "with": {hand}}}, {{"edit": "remove", "hand": 1}}"#
    );
    let edits = vec![edits; 500].join(",");
    let body = format!(r#"{{"action": "correct", "reason": "x", "edits": [{edits}]}}"#);
    let headers = format!("{key}if-match: *\r\nprefer: return=minimal\r\n");
    let began = Instant::now();
    target.ask("POST", &format!("{path}/changes"), &headers, &body);
    began.elapsed()
}

fn cold_reads(target: &Target) -> Duration {
    let Some((path, key)) = opened(target, &adjusted()) else {
        return Duration::ZERO;
    };
    let headers = format!("{key}if-none-match: *\r\n");
    let began = Instant::now();
    let one = || {
        let mut slowest = Duration::ZERO;
        while began.elapsed() < HOLDING {
            let asked = Instant::now();
            target.ask("GET", &path, &headers, "");
            slowest = slowest.max(asked.elapsed());
        }
        slowest
    };
    thread::scope(|scope| {
        let attackers: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
        let took = attackers
            .into_iter()
            .map(|attacker| attacker.join().expect("an attacker"));
        took.max().unwrap_or_default()
    })
}

fn large_unread_answers(target: &Target) -> Duration {
    let Some((path, key)) = opened(target, &adjusted()) else {
        return Duration::ZERO;
    };
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n{key}\r\n").repeat(20);
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..200 {
        if let Ok(mut stream) = target.connect([127, 0, 0, 2]) {
            drop(stream.write_all(request.as_bytes()));
            streams.push(stream);
        }
    }
    thread::sleep(HOLDING);
    Duration::ZERO
}

fn half_bodies(target: &Target) -> Duration {
    let half = "x".repeat(MAX_BODY - 1);
    let head = format!(
        "POST /api/v1/matches HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        half.len() + 1
    );
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..250 {
        if let Ok(mut stream) = target.connect([127, 0, 0, 2]) {
            drop(stream.set_write_timeout(Some(Duration::from_secs(1))));
            drop(stream.write_all(head.as_bytes()));
            drop(stream.write_all(half.as_bytes()));
            streams.push(stream);
        }
    }
    thread::sleep(Duration::from_secs(1));
    Duration::ZERO
}

fn refusals(target: &Target) -> Duration {
    let request = format!(
        "GET /api/v1/{} HTTP/1.1\r\nhost: x\r\n\r\n",
        "x".repeat(15_000)
    );
    let began = Instant::now();
    let one = || {
        while began.elapsed() < HOLDING {
            let Ok(mut stream) = target.connect([127, 0, 0, 2]) else {
                continue;
            };
            for _ in 0..50 {
                let mut answer = [0; 4096];
                if stream.write_all(request.as_bytes()).is_err()
                    || stream.read(&mut answer).is_err()
                {
                    break;
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(one);
        }
    });
    Duration::ZERO
}

/// Stores long remarks in the attacker's own match again and again.
fn describing(target: &Target) -> Duration {
    let Some((path, key)) = opened(target, DOCUMENT) else {
        return Duration::ZERO;
    };
    let path = format!("{path}/changes");
    let headers = format!("{key}if-match: *\r\nprefer: return=minimal\r\n");
    let texts = ["title", "location", "notes"];
    let texts = texts.map(|name| format!(r#""{name}": "{}""#, "ř".repeat(10_000)));
    let body = format!(r#"{{"action": "describe", {}}}"#, texts.join(","));
    let began = Instant::now();
    let one = || {
        let mut slowest = Duration::ZERO;
        while began.elapsed() < DESCRIBING {
            let asked = Instant::now();
            target.ask("POST", &path, &headers, &body);
            slowest = slowest.max(asked.elapsed());
        }
        slowest
    };
    thread::scope(|scope| {
        let attackers: Vec<_> = (0..4).map(|_| scope.spawn(one)).collect();
        let attackers = attackers.into_iter();
        let took = attackers.map(|attacker| attacker.join().expect("an attacker"));
        took.max().unwrap_or_default()
    })
}

/// The log of a large match with many descriptions, each of which makes the whole match be judged.
fn logs_long_to_judge(target: &Target) -> Duration {
    let hand = r#"{"bids": {"Ann": 2, "Bo": 2}, "tricks": {"Ann": 2, "Bo": 2}}"#;
    let hands = [hand; 9].join(",");
    let notes = "n".repeat(9_000);
    let document = DOCUMENT.replace("[]}", &format!("[{hands}], \"notes\": \"{notes}\"}}"));
    let changes = (0..6_000).map(|number| {
        Change::Describe(Description {
            title: Some(number.to_string()),
            ..Description::default()
        })
    });
    let body = log_of(&document, changes);
    target.attack_four_times("POST", "/api/v1/logs", &body)
}

/// A log with a correction of 1,000 edits that is undone and redone 600 times.
fn logs_that_redo(target: &Target) -> Duration {
    let edit = |number: usize| match number % 2 {
        0 => Edit::Insert {
            before: 1,
            with: serde_json::from_str(r#"{"bids": {}}"#).expect("a hand"),
        },
        _ => Edit::Remove { hand: 1 },
    };
    let correct = Change::Correct {
        edits: (0..1_000).map(edit).collect(),
        reason: "x".to_owned(),
    };
    let again = (0..600).flat_map(|_| [Change::Undo {}, Change::Redo {}]);
    let body = log_of(DOCUMENT, [correct].into_iter().chain(again));
    target.attack_four_times("POST", "/api/v1/logs", &body)
}

/// The request body with the log of a match.
fn log_of(document: &str, changes: impl Iterator<Item = Change>) -> String {
    let document = serde_json::from_str(document).expect("a document");
    let id = MatchId::read("abcdefghijklmnopqrstuv").expect("an id");
    let at = Timestamp::from_millis(0);
    let mut kept = LocalMatch::begin(&id, &document, at, &[7; 2 * SALT]).expect("a match");
    for change in changes {
        kept = kept.after(change, at, &[]).expect("a change");
    }
    serde_json::json!({ "log": kept.log }).to_string()
}

/// A correction in a document's history that names thousands.
fn names_of_history(target: &Target) -> Duration {
    let bids: Vec<String> = (0..3_500).map(|name| format!("\"{name}\": 1")).collect();
    let entry = format!(
        r#"{{"action": "replace", "hand": 1, "before": {{"bids": {{{}}}}}}}"#,
        bids.join(",")
    );
    let document = DOCUMENT.replace("[]}", &format!("[], \"history\": [{entry}]}}"));
    target.attack_four_times("POST", "/api/v1/matches", &document)
}

fn dripping_heads(target: &Target) -> Duration {
    let began = Instant::now();
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..1_100 {
        if let Ok(mut stream) = target.connect([127, 0, 0, 2]) {
            drop(stream.write_all(b"GET / HTTP/1.1\r\nx: "));
            streams.push(stream);
        }
    }
    while began.elapsed() < HOLDING {
        streams.retain_mut(|stream| stream.write_all(b"a").is_ok());
        thread::sleep(Duration::from_millis(200));
    }
    Duration::ZERO
}

fn unread_answers(target: &Target) -> Duration {
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(20);
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..200 {
        if let Ok(mut stream) = target.connect([127, 0, 0, 2]) {
            drop(stream.write_all(&request));
            streams.push(stream);
        }
    }
    thread::sleep(HOLDING);
    Duration::ZERO
}

/// How long another client waits for a pad of one page while one address requests thirty at once.
fn many_pads(target: &Target) -> Duration {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..30 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    target.attack("GET", "/api/v1/pads/mariash.pdf?players=3&pages=100", "");
                }
            });
        }
        thread::sleep(Duration::from_secs(1));
        let mut slowest = Duration::ZERO;
        for _ in 0..10 {
            let began = Instant::now();
            // A refused client tries again as the answer says.
            while !target.is_printed_for_a_stranger() {
                thread::sleep(Duration::from_secs(2));
            }
            slowest = slowest.max(began.elapsed());
        }
        over.store(true, Ordering::Relaxed);
        slowest
    })
}

impl Target {
    fn is_printed_for_a_stranger(&self) -> bool {
        let request = b"GET /api/v1/pads/mariash.pdf?players=3 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let asked = self.connect([127, 0, 0, 3]).and_then(|mut stream| {
            stream.write_all(request)?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer)?;
            Ok(answer)
        });
        asked.is_ok_and(|answer| answer.starts_with(b"HTTP/1.1 200"))
    }
}
