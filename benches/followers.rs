//! How soon followers of matches learn of a change, and the memory that takes. `cargo bench --bench
//! followers`
//!
//! A thousand clients that watch one match, and a thousand streams of the changes of all matches: for each, the delay from sending the change until it has arrived
//! everywhere, and the memory of the service. Everything runs on the same machine, with the clients in this
//! process. `OVERTRICK_PROGRAM` names another binary.

#![expect(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]

use std::io::{BufRead, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

const FOLLOWERS: usize = 1_000;
const CHANGES: usize = 20;
const ADMIN: &str = "the-token-of-the-benchmark";

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let folder = tempfile::tempdir()?;
    let program = Served::start(&folder.path().join("overtrick.db"))?;
    println!("idle: {:.0} MB", program.memory("VmRSS")?);
    runtime.block_on(async {
        streams(&program, "watchers of one match", |id| {
            format!("/api/v1/matches/{id}/events")
        })
        .await?;
        streams(&program, "streams of all changes", |_| {
            "/api/v1/changes?cursor=now".to_owned()
        })
        .await
    })
}

/// The service in a separate process, ended when dropped.
struct Served {
    child: Child,
    address: SocketAddr,
}

impl Served {
    fn start(database: &Path) -> Outcome<Served> {
        let program = std::env::var_os("OVERTRICK_PROGRAM");
        let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_overtrick").into());
        let mut child = Command::new(program)
            .args(["serve", "--bind", "127.0.0.1:0", "--log", "error"])
            .args(["--limits", "off", "--database"])
            .arg(format!("sqlite://{}", database.display()))
            .env("OVERTRICK_ADMIN_TOKEN", ADMIN)
            .stderr(Stdio::piped())
            .spawn()?;
        let mut said = std::io::BufReader::new(child.stderr.take().ok_or("no messages")?);
        let mut line = String::new();
        while !line.contains("http://") {
            line.clear();
            said.read_line(&mut line)?;
        }
        let address = line.trim().rsplit("http://").next().unwrap_or_default();
        let address = address.parse()?;
        std::thread::spawn(move || drop(said.read_to_end(&mut Vec::new())));
        Ok(Served { child, address })
    }

    /// Megabytes, as the system counts them.
    fn memory(&self, what: &str) -> Outcome<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with(what));
        let figure = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(figure.ok_or("no figure")?.parse::<f64>()? / 1000.0)
    }

    async fn ask(&self, path: &str, key: &str, body: &Value) -> Outcome<Value> {
        let mut stream = TcpStream::connect(self.address).await?;
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\nif-match: *\r\n\
             content-type: application/json\r\naccept-encoding: identity\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (_, json) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        let json = json.find('{').map_or("null", |at| &json[at..]);
        let mut values = serde_json::Deserializer::from_str(json).into_iter();
        Ok(values.next().ok_or("no body")??)
    }

    /// Creates a match: its id and its direct key.
    async fn create(&self) -> Outcome<(String, String)> {
        let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] });
        let opened = self.ask("/api/v1/matches", "x", &document).await?;
        let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("no text");
        Ok((text(&opened["id"])?, text(&opened["keys"]["direct"])?))
    }

    async fn change(&self, (id, key): &(String, String), number: usize) -> Outcome<Instant> {
        let change = json!({ "action": "describe", "notes": number.to_string() });
        let sent = Instant::now();
        let path = format!("/api/v1/matches/{id}/changes");
        self.ask(&path, key, &change).await?;
        Ok(sent)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Prints the delays: median, 99th percentile, and maximum.
fn show(what: &str, mut delays: Vec<Duration>, program: &Served) -> Outcome<()> {
    delays.sort_unstable();
    let at = |part: usize| delays[(delays.len() - 1) * part / 100].as_secs_f64() * 1000.0;
    println!(
        "{what}: p50 {:.0} ms, p99 {:.0} ms, last {:.0} ms; {:.0} MB, at most {:.0} MB",
        at(50),
        at(99),
        at(100),
        program.memory("VmRSS")?,
        program.memory("VmHWM")?
    );
    Ok(())
}

/// A thousand streams; each change is made when all have received the one before.
async fn streams(program: &Served, what: &str, path: impl Fn(&str) -> String) -> Outcome<()> {
    let game = program.create().await?;
    let (tell, mut told) = mpsc::unbounded_channel();
    let mut followers = JoinSet::new();
    for _ in 0..FOLLOWERS {
        let path = path(&game.0);
        let key = if path.contains("since") {
            ADMIN
        } else {
            &*game.1
        };
        let mut stream = TcpStream::connect(program.address).await?;
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n\
             accept: text/event-stream\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await?;
        let tell = tell.clone();
        followers.spawn(async move {
            let mut lines = BufReader::new(stream).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                if line == "event: change" || line.starts_with("retry:") {
                    let told = tell.send((line.starts_with("retry:"), Instant::now()));
                    if told.is_err() {
                        return;
                    }
                }
            }
        });
    }
    // Each stream begins with `retry`; watchers are then sent the version that they have not seen.
    let mut begun = 0;
    while begun < FOLLOWERS {
        let (is_first, _) = told.recv().await.ok_or("nobody follows")?;
        begun += usize::from(is_first);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    while told.try_recv().is_ok() {}
    let mut delays = Vec::new();
    for number in 0..CHANGES {
        let (sent, arrived) = tokio::join!(program.change(&game, number), async {
            let mut arrived = Vec::with_capacity(FOLLOWERS);
            while arrived.len() < FOLLOWERS {
                match told.recv().await {
                    Some((_, at)) => arrived.push(at),
                    None => break,
                }
            }
            arrived
        });
        let sent = sent?;
        delays.extend(arrived.into_iter().map(|at| at.duration_since(sent)));
    }
    show(&format!("{FOLLOWERS} {what}"), delays, program)
}
