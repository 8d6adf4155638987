//! Measures reading, recording and listing on a database with a million hands.
//!
//! `cargo bench --bench scale` fills a database with matches of every game and measures requests
//! over HTTP, one after the other. Options: `--seed N`, `--hands N`, `--matches N`. With
//! `OVERTRICK_TEST_DATABASE=postgres` the database is on a temporary PostgreSQL server. The hands
//! come from the cases in `tests/conformance`. The same seed gives the same matches.

#![expect(
    clippy::disallowed_methods,
    reason = "a measurement reads the clock and files"
)]
#![cfg(target_os = "linux")]

mod generator;
mod plan;

#[path = "../../tests/served/mod.rs"]
mod served;
#[path = "../../tests/support/mod.rs"]
mod support;

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use serde_json::{Value, json};

use generator::{Generator, LONG, Made, PEOPLE, endless, person_name};
use plan::plans;
use served::{ADMIN, Answer, Client, Program, bearer, database, send};
use support::Chance;

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Outcome<T> = Result<T, Failure>;

/// The size of a run.
#[derive(Debug, Parser)]
struct Options {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// All hands together
    #[arg(long, default_value_t = 1_000_000)]
    hands: usize,
    #[arg(long, default_value_t = 50_000)]
    matches: usize,
    /// Passed by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

/// The number of matches in one import. They are all in memory until they are stored.
const BATCH: usize = 200;
/// The number of measurements of each request.
const SAMPLES: usize = 1_000;
/// The number of matches with a thousand hands.
const LONG_MATCHES: usize = 10;
/// The number of matches on a page of a list.
const PAGE: usize = 50;
/// The number of a page far from the start.
const FAR: usize = 1_000;

fn main() -> Outcome<()> {
    let options = Options::parse();
    let plans = plans()?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("overtrick.db");
    let mut program = serve(&file);
    let endless = endless(&plans)?;
    let mut generator = Generator::new(&plans, &endless, options.seed);
    let filling = Generator::new(&plans, &endless, options.seed.wrapping_add(1));
    let filled = fill(program.address, &options, filling)?;
    let long: Vec<Made> = (0..LONG_MATCHES)
        .map(|_| generator.long(LONG))
        .collect::<Outcome<_>>()?;
    let lines: String = long.iter().map(|made| &*made.line).collect();
    import(program.address, &lines)?;
    if !database::on_postgres() {
        println!("database: {:.0} MB", megabytes_of(&file));
    }
    print_memory(&program, "memory after filling")?;
    program.stop();
    let began = Instant::now();
    let program = serve(&file);
    println!(
        "start on this database: {:.0} ms",
        began.elapsed().as_secs_f64() * 1e3
    );
    measure(program.address, &filled, &long, options.seed)?;
    print_memory(&program, "memory after these requests")
}

/// Starts a server on a database, with the administrator's token in its environment.
fn serve(file: &Path) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    Program::start(command.env("OVERTRICK_ADMIN_TOKEN", ADMIN), file)
}

/// Returns the size of a SQLite database, including its write-ahead log.
fn megabytes_of(file: &Path) -> f64 {
    let size = |end: &str| std::fs::metadata(format!("{}{end}", file.display()));
    let sizes = ["", "-wal"].into_iter().filter_map(|end| size(end).ok());
    #[expect(clippy::cast_precision_loss, reason = "it is shown without decimals")]
    let bytes = sizes.map(|data| data.len()).sum::<u64>() as f64;
    bytes / 1e6
}

fn print_memory(program: &Program, when: &str) -> Outcome<()> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.child.id()))?;
    let figure = |name: &str| -> Outcome<f64> {
        let line = status.lines().find(|line| line.starts_with(name));
        let figure = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(figure.ok_or("no figure of memory")?.parse::<f64>()? * 1.024 / 1000.0)
    };
    println!(
        "{when}: {:.0} MB, at most {:.0} MB",
        figure("VmRSS")?,
        figure("VmHWM")?
    );
    Ok(())
}

/// The id of each match in the database, and its next hand to record.
type Filled = Vec<(String, Option<Value>)>;

/// Generates logs on one thread while the service stores earlier logs.
fn fill(address: SocketAddr, options: &Options, generator: Generator) -> Outcome<Filled> {
    let began = Instant::now();
    let (send, batches) = std::sync::mpsc::sync_channel::<String>(2);
    let (filled, hands) = thread::scope(|scope| -> Outcome<(Filled, usize)> {
        let storing = scope.spawn(move || -> Outcome<()> {
            for batch in batches {
                import(address, &batch)?;
            }
            Ok(())
        });
        let made = make(options, generator, &send);
        drop(send);
        storing.join().map_err(|_| "storing failed")??;
        made
    })?;
    #[expect(clippy::cast_precision_loss, reason = "it is shown without decimals")]
    let rate = hands as f64 / began.elapsed().as_secs_f64();
    println!(
        "filled: {hands} hands in {} matches, in {:.0} s, {rate:.0} per second",
        filled.len(),
        began.elapsed().as_secs_f64()
    );
    Ok(filled)
}

fn make(
    options: &Options,
    mut generator: Generator,
    send: &std::sync::mpsc::SyncSender<String>,
) -> Outcome<(Filled, usize)> {
    let (mut filled, mut hands, mut batch) = (Filled::new(), 0, String::new());
    for number in 0..options.matches {
        // Later matches are longer if earlier ones were too short.
        let wanted = options.hands * (number + 1) / options.matches;
        let is_last = number + 1 == options.matches;
        let most = if is_last { usize::MAX } else { LONG / 2 };
        let wanted = wanted.saturating_sub(hands).clamp(1, most);
        let made = if is_last {
            generator.long(wanted)?
        } else {
            generator.make(wanted)?
        };
        hands += made.hands;
        batch += &made.line;
        filled.push((made.id, made.next));
        if filled.len() % BATCH == 0 || is_last {
            send.send(std::mem::take(&mut batch))
                .map_err(|_| "storing failed")?;
        }
    }
    Ok((filled, hands))
}

fn import(address: SocketAddr, lines: &str) -> Outcome<()> {
    let admin = bearer(ADMIN);
    let headers = [
        ("authorization", &*admin),
        ("content-type", "application/x-ndjson"),
    ];
    let answer = send(
        address,
        "POST",
        "/api/v1/imports",
        &headers,
        Some(lines.as_bytes()),
    );
    match answer.status {
        200 => Ok(()),
        status => Err(format!("an import: {status} {}", answer.text()).into()),
    }
}

/// A client that measures the time of its requests.
struct Measuring {
    client: Client,
    admin: String,
}

impl Measuring {
    fn get(&mut self, path: &str) -> Outcome<(Answer, Duration)> {
        self.send("GET", path, "")
    }

    fn send(&mut self, method: &str, path: &str, body: &str) -> Outcome<(Answer, Duration)> {
        let headers = [
            ("authorization", &*self.admin),
            ("if-match", "*"),
            ("prefer", "return=minimal"),
        ];
        // Only writes need the other headers.
        let count = if method == "GET" { 1 } else { 3 };
        let began = Instant::now();
        let answer = self
            .client
            .ask(method, path, &headers[..count], body.as_bytes())?;
        let took = began.elapsed();
        match answer.status {
            200 | 204 => Ok((answer, took)),
            status => Err(format!("{method} {path}: {status} {}", answer.text()).into()),
        }
    }

    /// Measures a read of each path, and prints the row.
    fn all(&mut self, what: &str, paths: impl Iterator<Item = String>) -> Outcome<()> {
        let times = paths
            .map(|path| Ok(self.get(&path)?.1))
            .collect::<Outcome<Vec<_>>>()?;
        show(what, times);
        Ok(())
    }

    fn record(&mut self, id: &str, hand: &Value) -> Outcome<Duration> {
        let body = json!({ "action": "record", "hand": hand }).to_string();
        let (_, took) = self.send("POST", &format!("/api/v1/matches/{id}/changes"), &body)?;
        Ok(took)
    }
}

/// Prints a row of the table: the median, the 99th percentile and the maximum, in milliseconds.
fn show(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |thousandth: usize| {
        let last = times.len().saturating_sub(1);
        let time = times.get((times.len() * thousandth / 1000).min(last));
        time.map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{what:<58}{:>7}{:>10.2}{:>10.2}{:>10.2}",
        times.len(),
        at(500),
        at(990),
        at(1000)
    );
}

fn measure(address: SocketAddr, filled: &Filled, long: &[Made], seed: u64) -> Outcome<()> {
    let mut measuring = Measuring {
        client: Client::new(address),
        admin: bearer(ADMIN),
    };
    println!(
        "{:<58}{:>7}{:>10}{:>10}{:>10}",
        "one request after the other", "times", "p50 ms", "p99 ms", "longest"
    );
    let mut chance = Chance(seed);
    let path = |id: &str, rest: &str| format!("/api/v1/matches/{id}{rest}");
    measuring.all(
        "open a match of 1,000 hands, not in memory",
        long.iter().map(|made| path(&made.id, "")),
    )?;
    measuring.all(
        "the same, in memory",
        long.iter().map(|made| path(&made.id, "")),
    )?;
    for (what, rest) in [
        ("read a match", ""),
        ("its standings", "?detail=standings"),
        ("its history", "/history"),
    ] {
        let picked = (0..SAMPLES).map(|_| path(&chance.pick(filled).0, rest));
        measuring.all(what, picked)?;
    }
    record_anywhere(&mut measuring, filled, &mut chance)?;
    lists(&mut measuring, filled.len(), &mut chance)?;
    measuring.all(
        "changes of all matches, the first 100",
        std::iter::repeat_n("/api/v1/changes?limit=100".to_owned(), 100),
    )?;
    record_on(&mut measuring, long)
}

/// Measures recording a hand in random matches of the database.
fn record_anywhere(measuring: &mut Measuring, filled: &Filled, chance: &mut Chance) -> Outcome<()> {
    let open: Vec<_> = filled
        .iter()
        .filter_map(|(id, hand)| Some((id, hand.as_ref()?)))
        .collect();
    let mut times = Vec::new();
    let mut numbers: Vec<usize> = (0..open.len()).collect();
    chance.shuffle(&mut numbers);
    for number in numbers.into_iter().take(SAMPLES) {
        let (id, hand) = open[number];
        times.push(measuring.record(id, hand)?);
    }
    show("record a hand in any match", times);
    Ok(())
}

fn lists(measuring: &mut Measuring, matches: usize, chance: &mut Chance) -> Outcome<()> {
    let lists = "/api/v1/matches";
    let first = |query: &str| format!("{lists}?limit={PAGE}{query}");
    let again = |query: String| std::iter::repeat_n(query, 100);
    measuring.all("list: the first 50", again(first("")))?;
    measuring.all("list: the newest 50", again(first("&order=newest")))?;
    measuring.all(
        "list: open matches",
        again(first("&status=in_progress&order=newest")),
    )?;
    measuring.all(
        "list: a year",
        again(first("&from=2020-01-01&to=2020-12-31")),
    )?;
    let people = (0..SAMPLES / 2).map(|_| person_name(chance.below(PEOPLE)).replace(' ', "%20"));
    measuring.all(
        "list: a player",
        people.map(|name| first(&format!("&player={name}"))),
    )?;
    for (what, query) in [("by id", ""), ("newest first", "&order=newest")] {
        let mut times = Vec::new();
        let mut next = first(query);
        let mut reached = 0;
        while reached < FAR {
            let (answer, took) = measuring.get(&next)?;
            times.push(took);
            reached += 1;
            match answer.json()["next"].as_str() {
                Some(cursor) => next = format!("{}&cursor={cursor}", first(query)),
                None => break,
            }
        }
        let ends = times.split_off(times.len().saturating_sub(20));
        show(
            &format!("list {what}: parts 1 to 20"),
            times.into_iter().take(20).collect(),
        );
        show(
            &format!("list {what}: the last 20 of {reached} parts ({matches} matches)"),
            ends,
        );
    }
    Ok(())
}

/// Measures recording long matches from the first to the thousandth hand.
fn record_on(measuring: &mut Measuring, long: &[Made]) -> Outcome<()> {
    let mut at: [Vec<Duration>; 3] = Default::default();
    for made in long.iter().take(4) {
        let (answer, _) = measuring.get(&format!("/api/v1/matches/{}", made.id))?;
        let mut document = answer.json()["document"].take();
        let hands = document["hands"].take();
        let hands = hands.as_array().cloned().unwrap_or_default();
        document["hands"] = json!([]);
        if let Some(entries) = document.as_object_mut() {
            entries.remove("id");
        }
        let body = document.to_string();
        let opened = measuring
            .client
            .ask("POST", "/api/v1/matches", &[], body.as_bytes())?
            .json();
        let id = opened["id"].as_str().unwrap_or_default().to_owned();
        for (number, hand) in (1..).zip(&hands) {
            let took = measuring.record(&id, hand)?;
            match number {
                6..=15 => at[0].push(took),
                91..=110 => at[1].push(took),
                981..=1000 => at[2].push(took),
                _ => {}
            }
        }
    }
    let [tenth, hundredth, thousandth] = at;
    show("record about the 10th hand of a match", tenth);
    show("record about the 100th", hundredth);
    show("record about the 1,000th", thousandth);
    Ok(())
}
