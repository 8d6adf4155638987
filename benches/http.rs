//! Measures the service over HTTP, and a bound for each figure in the same run. `cargo bench --bench http`
//!
//! Scores per second are compared with a bare actix-web handler that reads and writes JSON of the
//! same size. Durably recorded hands per second of 64 clients are compared with single commits on
//! the same disk (`OVERTRICK_BENCH_FOLDER`, by default the temporary folder). The other figures are
//! response times, memory, and the time from start to first answer. Both services run in processes
//! of their own, with the same clients.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::collections::HashMap;
use std::future::Future;
use std::hint::black_box;
use std::io::{BufRead, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use actix_web::{App, HttpResponse, HttpServer, web};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use overtrick_games as games;
use overtrick_match::document::{Report, score};
use overtrick_match::lang::Language;

/// The program's allocator. The bare service uses it too, so that the comparison is fair.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The environment variable that is set for the bare service.
const BARE: &str = "OVERTRICK_BENCH_BARE";
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
/// The number of clients. Each waits for an answer before its next request.
const CLIENTS: usize = 64;
/// The number of client threads.
const THREADS: usize = 2;
/// The number of hands of a match of Brink Bid.
const HANDS: u64 = 10;
/// The number of hands of a match of Mariash.
const LONG: usize = 30;
/// The number of ticks per second of the system's processor times.
const TICKS: f64 = 100.0;
const STARTS: usize = 9;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> Outcome<()> {
    if std::env::var_os(BARE).is_some() {
        return bare();
    }
    let folder = match std::env::var_os("OVERTRICK_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder),
        None => tempfile::tempdir(),
    }?;
    starts(folder.path())?;
    let program = Served::program(&folder.path().join("overtrick.db"))?;
    let idle = program.memory("VmRSS")?;
    scores(&program)?;
    recordings(&program, folder.path())?;
    processor_times(&program)?;
    println!(
        "memory idle: {idle:.0} MB (aim: under 40), peak under load: {:.0} MB",
        program.memory("VmHWM")?
    );
    Ok(())
}

/// A service in a separate process, which is killed when dropped.
struct Served {
    child: Child,
    address: SocketAddr,
}

impl Served {
    fn program(database: &Path) -> Outcome<Served> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .args([
                "serve",
                "--bind",
                "127.0.0.1:0",
                "--limits",
                "off",
                "--log",
                "error",
            ])
            .args(["--database", &format!("sqlite://{}", database.display())])
            .stderr(Stdio::piped())
            .spawn()?;
        let line = first_line(child.stderr.take())?;
        let address = line.rsplit("http://").next().unwrap_or_default().parse()?;
        Ok(Served { child, address })
    }

    fn bare() -> Outcome<Served> {
        let mut child = Command::new(std::env::current_exe()?)
            .env(BARE, "1")
            .stdout(Stdio::piped())
            .spawn()?;
        let address = first_line(child.stdout.take())?.parse()?;
        Ok(Served { child, address })
    }

    /// Returns a memory figure of the process in megabytes, from the system.
    fn memory(&self, what: &str) -> Outcome<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find(|line| line.starts_with(what))
            .unwrap_or_default();
        let kibibytes: f64 = line.split_whitespace().nth(1).unwrap_or("0").parse()?;
        Ok(kibibytes * 1.024 / 1000.0)
    }

    /// Returns the processor time of the process in seconds.
    fn processor(&self) -> Outcome<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // Skips the name in parentheses, which may contain spaces.
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        let times = fields.split(' ').skip(11).take(2);
        let ticks: f64 = times.map(|ticks| ticks.parse().unwrap_or(0.0)).sum();
        Ok(ticks / TICKS)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn first_line(from: Option<impl Read>) -> Outcome<String> {
    let mut line = String::new();
    std::io::BufReader::new(from.ok_or("no pipe")?).read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

/// Serves a handler that only reads and writes JSON.
fn bare() -> Outcome<()> {
    let answers: HashMap<String, Value> = samples()
        .map(|(game, text)| Ok((game.to_owned(), answer(text)?)))
        .collect::<Outcome<_>>()?;
    let answers = web::Data::new(answers);
    actix_web::rt::System::new().block_on(async move {
        let server = HttpServer::new(move || {
            App::new()
                .app_data(answers.clone())
                .app_data(web::JsonConfig::default().limit(1 << 23))
                .route("/api/v1/scores", web::post().to(read_and_write))
        })
        .bind("127.0.0.1:0")?;
        println!("{}", server.addrs()[0]);
        server.run().await?;
        Ok(())
    })
}

async fn read_and_write(
    body: web::Json<Value>,
    answers: web::Data<HashMap<String, Value>>,
) -> HttpResponse {
    let body = black_box(body);
    HttpResponse::Ok().json(answers.get(body["game"].as_str().unwrap_or_default()))
}

fn samples() -> impl Iterator<Item = (&'static str, &'static str)> {
    games::all()
        .iter()
        .map(|entry| (entry.facts.id, entry.sample))
}

fn answer(document: &str) -> Outcome<Value> {
    let scored = score(document.as_bytes()).map_err(|_| "a sample is refused")?;
    Ok(serde_json::to_value(Report::new(
        scored,
        Language::english(),
    ))?)
}

/// Measures the scores per second of the service and of the bare handler alternately.
fn scores(program: &Served) -> Outcome<()> {
    let bare = Served::bare()?;
    let requests = samples()
        .map(|(_, text)| {
            // Programs usually send compact JSON.
            let compact: Value = serde_json::from_str(text).unwrap_or_default();
            request("/api/v1/scores", &[], &compact.to_string())
        })
        .collect();
    let requests = Arc::new(requests);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (one, other) = (
            request_rate(program.address, &requests)?,
            request_rate(bare.address, &requests)?,
        );
        // The first round is a warm-up.
        if round > 0 {
            ours.push(one);
            theirs.push(other);
        }
    }
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    println!("scores:           {ours:>8.0} per second");
    println!("bare handler:     {theirs:>8.0} per second");
    println!("ratio: {:.2} (aim: at least 0.8)", ours / theirs);
    Ok(())
}

fn request(path: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let mut text = format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    (text + &format!("content-length: {}\r\n\r\n{body}", body.len())).into_bytes()
}

/// Returns the answered requests per second on many connections.
fn request_rate(address: SocketAddr, requests: &Arc<Vec<Vec<u8>>>) -> Outcome<f64> {
    let start = Instant::now();
    let counts = clients(|number| {
        let requests = requests.clone();
        async move {
            let mut connection = HttpConnection::connect(address).await?;
            let (mut count, mut next) = (0.0, number);
            while start.elapsed() < ROUND {
                if connection.send(&requests[next % requests.len()]).await? != 200 {
                    return Err("refused".into());
                }
                next += 1;
                count += 1.0;
            }
            Ok(count)
        }
    })?;
    let count: f64 = counts.into_iter().sum();
    Ok(count / start.elapsed().as_secs_f64())
}

/// Runs the clients simultaneously and returns their results. Uses few threads to keep their cost small.
fn clients<T, W>(work: impl Fn(usize) -> W + Sync) -> Outcome<Vec<T>>
where
    T: Send + 'static,
    W: Future<Output = Outcome<T>> + Send + 'static,
{
    let share = |thread: usize| -> Outcome<Vec<T>> {
        runtime()?.block_on(async {
            let mine = (0..CLIENTS).filter(|number| number % THREADS == thread);
            let mut working: JoinSet<Outcome<T>> = mine.map(&work).collect();
            let mut results = Vec::new();
            while let Some(one) = working.join_next().await {
                results.push(one??);
            }
            Ok(results)
        })
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || share(thread)))
            .collect();
        let mut all = Vec::new();
        for thread in threads {
            all.append(&mut thread.join().map_err(|_| "a client failed")??);
        }
        Ok(all)
    })
}

fn runtime() -> Outcome<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?)
}

/// A persistent connection that sends one request after another.
struct HttpConnection {
    stream: BufReader<TcpStream>,
    line: Vec<u8>,
    body: Vec<u8>,
}

impl HttpConnection {
    async fn connect(address: SocketAddr) -> Outcome<HttpConnection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(HttpConnection {
            stream: BufReader::with_capacity(1 << 16, stream),
            line: Vec::new(),
            body: Vec::new(),
        })
    }

    /// Sends a request, reads the answer's body into `body`, and returns its status.
    async fn send(&mut self, request: &[u8]) -> Outcome<u16> {
        self.stream.write_all(request).await?;
        let (mut status, mut length) = (0, 0);
        loop {
            self.line.clear();
            self.stream.read_until(b'\n', &mut self.line).await?;
            let text = std::str::from_utf8(&self.line)?.trim_end();
            if text.is_empty() {
                break;
            }
            if let Some(rest) = text.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse()?;
            } else if text.len() > 15 && text[..15].eq_ignore_ascii_case("content-length:") {
                length = text[15..].trim().parse()?;
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body).await?;
        Ok(status)
    }
}

/// Measures single commits and durably recorded hands per second alternately, with full and with
/// minimal answers.
fn recordings(program: &Served, folder: &Path) -> Outcome<()> {
    let (runtime, brink_bid) = (runtime()?, Arc::new(Played::brink_bid()));
    let (mut commits, mut hands, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let (mut minimal, mut once) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        commits.push(runtime.block_on(commits_one_at_a_time(folder, round))?);
        let mut took = recorded(program.address, &brink_bid, Answered::WithMatch)?;
        hands.push(rate(took.len()));
        times.append(&mut took);
        minimal.push(rate(
            recorded(program.address, &brink_bid, Answered::Minimally)?.len(),
        ));
        once.push(rate(
            recorded(program.address, &brink_bid, Answered::Once)?.len(),
        ));
    }
    times.sort_unstable();
    let (commits, hands) = (median(&mut commits), median(&mut hands));
    let at = |part: usize| {
        times[(times.len() * part / 1000).min(times.len() - 1)].as_secs_f64() * 1000.0
    };
    println!("one commit at a time: {commits:>8.0} per second");
    println!("hands by {CLIENTS} clients: {hands:>8.0} per second");
    println!("ratio: {:.1} (aim: at least 4)", hands / commits);
    let minimal = median(&mut minimal);
    println!(
        "with return=minimal: {minimal:>8.0} per second, ratio: {:.1}",
        minimal / commits
    );
    let once = median(&mut once);
    println!(
        "the same with an Idempotency-Key: {once:>8.0} per second, ratio to without: {:.2} (aim: at least 0.8)",
        once / minimal
    );
    println!(
        "a hand takes {:.1} ms (median), {:.1} ms (p99), {:.1} ms (p99.9)",
        at(500),
        at(990),
        at(999)
    );
    Ok(())
}

/// The kind of answer to a hand.
#[derive(Clone, Copy)]
enum Answered {
    WithMatch,
    Minimally,
    /// A minimal answer to a request with an idempotency key.
    Once,
}

fn rate(hands: usize) -> f64 {
    count(hands) / ROUND.as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "there are not that many")]
fn count(number: usize) -> f64 {
    number as f64
}

/// Returns the time of each hand that the clients record in a round.
fn recorded(
    address: SocketAddr,
    played: &Arc<Played>,
    answered: Answered,
) -> Outcome<Vec<Duration>> {
    let start = Instant::now();
    let took = clients(|_| plays(address, played.clone(), answered, start))?;
    Ok(took.into_iter().flatten().collect())
}

/// Records matches hand by hand until the round is over.
async fn plays(
    address: SocketAddr,
    played: Arc<Played>,
    answered: Answered,
    start: Instant,
) -> Outcome<Vec<Duration>> {
    let (status, preference) = match answered {
        Answered::WithMatch => (200, "return=representation"),
        Answered::Minimally | Answered::Once => (204, "return=minimal"),
    };
    let mut connection = HttpConnection::connect(address).await?;
    let mut took = Vec::new();
    let opening = request("/api/v1/matches", &[], &played.opening);
    loop {
        connection.send(&opening).await?;
        let opened: Value = serde_json::from_slice(&connection.body)?;
        let path = format!(
            "/api/v1/matches/{}/changes",
            opened["id"].as_str().unwrap_or_default()
        );
        let key = format!(
            "Bearer {}",
            opened["keys"]["score"].as_str().unwrap_or_default()
        );
        for (version, change) in (1..).zip(&played.changes) {
            let tag = format!("\"{version}\"");
            let once = format!("{}-{version}", opened["id"]).replace('"', "");
            let mut headers = vec![
                ("authorization", &*key),
                ("if-match", &*tag),
                ("prefer", preference),
            ];
            if matches!(answered, Answered::Once) {
                headers.push(("idempotency-key", &once));
            }
            let record = request(&path, &headers, change);
            let sent = Instant::now();
            if connection.send(&record).await? != status {
                return Err("a hand was refused".into());
            }
            if start.elapsed() >= ROUND {
                return Ok(took);
            }
            took.push(sent.elapsed());
        }
    }
}

/// A match that clients play repeatedly.
struct Played {
    /// The document that opens the match.
    opening: String,
    /// The change that records each hand.
    changes: Vec<String>,
    /// The document of the whole match.
    document: String,
}

impl Played {
    fn new(document: &Value, hands: &[Value]) -> Played {
        let with = |hands: &[Value]| {
            let mut document = document.clone();
            document["hands"] = hands.into();
            document.to_string()
        };
        let change = |hand: &Value| json!({ "action": "record", "hand": hand }).to_string();
        Played {
            opening: with(&[]),
            changes: hands.iter().map(change).collect(),
            document: with(hands),
        }
    }

    fn brink_bid() -> Played {
        let hand = |cards: u64| json!({ "bids": { "Ann": cards, "Bo": 1 }, "tricks": { "Ann": cards, "Bo": 0 } });
        let hands: Vec<Value> = (1..=HANDS).map(|number| hand(number + 3)).collect();
        Played::new(
            &json!({ "game": "brink-bid", "players": ["Ann", "Bo"] }),
            &hands,
        )
    }

    /// Returns a match of Mariash, which has no last hand, with the sample's hands repeated.
    fn mariash() -> Outcome<Played> {
        let (_, sample) = samples()
            .find(|(game, _)| *game == "mariash")
            .ok_or("no sample")?;
        let sample: Value = serde_json::from_str(sample)?;
        let hands = sample["hands"].as_array().ok_or("no hands")?;
        let hands: Vec<Value> = hands.iter().cycle().take(LONG).cloned().collect();
        let document = json!({ "game": "mariash", "players": sample["players"] });
        Ok(Played::new(&document, &hands))
    }
}

/// Compares the service's processor time for a hand with the time to score its match once.
fn processor_times(program: &Served) -> Outcome<()> {
    let mariash = Arc::new(Played::mariash()?);
    let mut scoring = Vec::new();
    let mut taken = [Vec::new(), Vec::new(), Vec::new()];
    let kinds = [Answered::WithMatch, Answered::Minimally, Answered::Once];
    for _ in 0..ROUNDS {
        scoring.push(scoring_time(&mariash.document)?);
        for (answered, taken) in kinds.into_iter().zip(&mut taken) {
            let before = program.processor()?;
            let hands = recorded(program.address, &mariash, answered)?.len();
            let spent = program.processor()? - before;
            taken.push(spent * 1e6 / count(hands));
        }
    }
    let scoring = median(&mut scoring);
    println!("scoring a match of Mariash with {LONG} hands: {scoring:.0} µs");
    let [with_match, minimal, once] = taken.map(|mut taken| median(&mut taken));
    let of_scoring = |time: f64| time / scoring;
    println!(
        "processor time of a hand: {with_match:.0} µs answered with the match ({:.2} times the scoring), \
         {minimal:.0} µs minimally ({:.2}, aim: at most 1.5), {once:.0} µs with an Idempotency-Key ({:.2} \
         times without one, aim: at most 1.25)",
        of_scoring(with_match),
        of_scoring(minimal),
        once / minimal
    );
    Ok(())
}

/// Returns the time to score a document in microseconds.
fn scoring_time(document: &str) -> Outcome<f64> {
    let (start, mut times) = (Instant::now(), 0);
    while start.elapsed() < ROUND / 4 {
        score(black_box(document.as_bytes())).map_err(|_| "a match is refused")?;
        times += 1;
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / count(times))
}

/// Commits rows like those of hands durably, one at a time. Returns the commits per second.
async fn commits_one_at_a_time(folder: &Path, round: usize) -> Outcome<f64> {
    let url = format!("sqlite://{}/commits-{round}.db", folder.display());
    let mut connection = SqliteConnectOptions::from_str(&url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await?;
    connection
        .execute("CREATE TABLE events (id INTEGER PRIMARY KEY, kind TEXT, outcome TEXT)")
        .await?;
    let (start, mut count) = (Instant::now(), 0.0);
    while start.elapsed() < ROUND {
        sqlx::query("INSERT INTO events (kind, outcome) VALUES (?1, ?2)")
            .bind(r#"{"action":"record","hand":{"bids":{"s1":8,"s2":1},"tricks":{"s1":8,"s2":0}}}"#)
            .bind(r#"{"hands":5,"totals":[25,0],"complete":false}"#)
            .execute(&mut connection)
            .await?;
        count += 1.0;
    }
    let rate = count / start.elapsed().as_secs_f64();
    connection.close().await?;
    Ok(rate)
}

/// Measures the time from the program's start to its first answer, with an existing database.
fn starts(folder: &Path) -> Outcome<()> {
    let database = folder.join("starts.db");
    let runtime = runtime()?;
    let mut times = Vec::new();
    for _ in 0..=STARTS {
        let start = Instant::now();
        let program = Served::program(&database)?;
        let ready = runtime.block_on(async {
            let mut connection = HttpConnection::connect(program.address).await?;
            connection
                .send(b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n")
                .await
        });
        if ready? != 200 {
            return Err("not ready".into());
        }
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    // The first start also creates the database.
    let first = times.remove(0);
    println!(
        "from start to ready: {:.0} ms, with a new database {first:.0} ms (aim: under 100)",
        median(&mut times)
    );
    Ok(())
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
