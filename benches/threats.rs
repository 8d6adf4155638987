//! What clients that mean harm can do to a public service with its default limits, each attack with its
//! figures. `cargo bench --bench threats`
//!
//! For each attack the program is started on a database of its own, attacked from 127.0.0.2 without
//! any key, and asked for its health all the while from 127.0.0.1. Printed are the slowest answer to
//! the attacker, the slowest answer about its health, the most memory, and the growth of the database.
//! `OVERTRICK_PROGRAM` names another binary to attack, for example an older one to compare with;
//! `OVERTRICK_ATTACK` runs only attacks whose name contains it.

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

use socket2::{Domain, Socket, Type};

/// How long an attacker waits for an answer before it gives up.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long a match is described.
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
        "comparison with 50,000 unknown options, 4 at once",
        |target| unknown_options(target, 50_000),
    ),
    (
        "scores with 100,000 unknown fields, 4 at once",
        unknown_fields,
    ),
    ("scores of 2,000 faulty hands, 4 at once", faulty_hands),
    ("pad of 500 pages with a long link, 4 at once", long_pads),
    ("25 matches with large texts", large_matches),
    ("25 matches of 7.8 MB", huge_matches),
    ("a match described for 10 seconds, 4 at once", describing),
    ("1,100 connections that drip a head", dripping_heads),
    ("200 answers that are never read", unread_answers),
];

/// The service that is attacked.
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
    fn start(folder: &Path) -> Target {
        let program = std::env::var_os("OVERTRICK_PROGRAM");
        let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_overtrick").into());
        let mut child = Command::new(program)
            .args([
                "serve",
                "--bind",
                "127.0.0.1:0",
                "--log",
                "off",
                "--database",
            ])
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
        thread::spawn(move || lines.for_each(drop));
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

    /// Sends a request as the attacker, and how long it took until the answer was read or refused.
    fn attack(&self, method: &str, path: &str, body: &str) -> Duration {
        let began = Instant::now();
        // A refusal, a closed connection and an answer all end the attack.
        self.ask(method, path, "", body);
        began.elapsed()
    }

    /// Sends a request as the attacker: what was answered, as far as it came.
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

    /// The same request four times at once.
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

    /// Asks again and again whether the service is well; the slowest answer.
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

    /// The most memory that it had, in megabytes.
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
    let body = format!(r#"{{"document": {DOCUMENT}, "options": {{{options}}}}}"#);
    target.attack_four_times("POST", "/api/v1/comparisons", &body)
}

fn unknown_fields(target: &Target) -> Duration {
    let mut body = DOCUMENT.trim_end_matches('}').to_owned();
    for number in 0..100_000 {
        write!(body, ",\"x{number}\":1").expect("text");
    }
    target.attack_four_times("POST", "/api/v1/scores", &(body + "}"))
}

fn faulty_hands(target: &Target) -> Duration {
    let hand = r#"{"bids": {"Ann": "x", "Bo": []}, "tricks": {"Ann": 1.5, "Cy": 2}, "y": 1}"#;
    let hands = vec![hand; 2_000].join(",");
    let body = DOCUMENT.replace("[]}", &format!("[{hands}]}}"));
    target.attack_four_times("POST", "/api/v1/scores", &body)
}

fn long_pads(target: &Target) -> Duration {
    let link = format!("https://x.example/{}", "a".repeat(380));
    let path = format!("/api/v1/pads/mariash.pdf?players=3&pages=500&link={link}");
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

/// Documents of nearly the 8 MiB that a body may have: lists without end in a history.
fn huge_matches(target: &Target) -> Duration {
    let entry = format!(r#"{{"before": [{}0]}}"#, "[],".repeat(20_000));
    let history = vec![entry; 130].join(",");
    let document = DOCUMENT.replace("[]}", &format!("[], \"history\": [{history}]}}"));
    let attacks = (0..25).map(|_| target.attack("POST", "/api/v1/matches", &document));
    attacks.max().unwrap_or_default()
}

/// Whoever opens a match has long remarks stored in it again and again.
fn describing(target: &Target) -> Duration {
    let opened = target.ask("POST", "/api/v1/matches", "", DOCUMENT);
    let text = |name: &str| {
        let (_, rest) = opened.split_once(&format!("\"{name}\":\""))?;
        Some(rest.split('"').next()?.to_owned())
    };
    let (Some(id), Some(key)) = (text("id"), text("direct")) else {
        return Duration::ZERO;
    };
    let path = format!("/api/v1/matches/{id}/changes");
    let headers =
        format!("authorization: Bearer {key}\r\nif-match: *\r\nprefer: return=minimal\r\n");
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
