//! A database with a million hands: the cost of reading, recording and listing.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Outcome;
use crate::figures::Times;
use crate::generator::{Generator, LONG, Made, PEOPLE, endless, person_name};
use crate::instance::{ADMIN, Instance};
use crate::options::Options;
use crate::plan::plans;
use crate::served::{Answer, Client, bearer, send};
use crate::stage::{Ground, Stage};
use crate::support::Chance;

/// Matches imported at once: all of them are in memory until they are stored.
const BATCH: usize = 200;
/// The number of measurements of each request.
const SAMPLES: usize = 1_000;
/// Matches of a thousand hands.
const LONG_MATCHES: usize = 10;
/// Matches on a page of a list.
const PAGE: usize = 50;
/// The number of a late page.
const FAR: usize = 1_000;

pub fn run(options: &Options) -> Outcome<bool> {
    let plans = plans()?;
    let mut stage = Stage::set(options, Ground::Usual)?;
    println!(
        "scale, {}, {} hands in {} matches, seed {}",
        stage.database.name(),
        options.hands,
        options.matches,
        options.seed
    );
    let endless = endless(&plans)?;
    let mut generator = Generator::new(&plans, &endless, options.seed);
    let filling = Generator::new(&plans, &endless, options.seed.wrapping_add(1));
    let filled = fill(&stage, options, filling)?;
    let long: Vec<Made> = (0..LONG_MATCHES)
        .map(|_| generator.long(LONG))
        .collect::<Outcome<_>>()?;
    import(
        address(&stage)?,
        &long.iter().map(|made| &*made.line).collect::<String>(),
    )?;
    println!(
        "database: {:.0} MB, {:.0} bytes a hand",
        stage.database.megabytes()?,
        a_hand(&stage, options)?
    );
    let instance = stage.instances.first_mut().ok_or("no instance")?;
    println!(
        "memory after filling: {:.0} MB, at most {:.0} MB",
        instance.memory("VmRSS")?,
        instance.memory("VmHWM")?
    );
    let began = Instant::now();
    instance.restart()?;
    println!(
        "start on this database: {:.0} ms; memory: {:.0} MB",
        began.elapsed().as_secs_f64() * 1e3,
        instance.memory("VmRSS")?
    );
    stage.announce();
    let instance = stage.instances.first().ok_or("no instance")?;
    measure(instance, &filled, &long, options)?;
    println!(
        "memory: {:.0} MB, at most {:.0} MB",
        instance.memory("VmRSS")?,
        instance.memory("VmHWM")?
    );
    Ok(true)
}

#[expect(clippy::cast_precision_loss, reason = "it is shown without decimals")]
fn a_hand(stage: &Stage, options: &Options) -> Outcome<f64> {
    Ok(stage.database.megabytes()? * 1e6 / (options.hands + LONG_MATCHES * LONG) as f64)
}

fn address(stage: &Stage) -> Outcome<SocketAddr> {
    Ok(stage.addresses.pick(0).ok_or("no service")?)
}

/// The matches in the database: their ids, and a hand that can be recorded next.
type Filled = Vec<(String, Option<Value>)>;

/// Generates logs on one thread while the service stores earlier ones.
fn fill(stage: &Stage, options: &Options, generator: Generator) -> Outcome<Filled> {
    let began = Instant::now();
    let (send, batches) = std::sync::mpsc::sync_channel::<String>(2);
    let address = address(stage)?;
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
        "filled: {hands} hands in {} matches, in {:.0} s, {rate:.0} a second",
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
        // Later matches make up for short ones.
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

/// A measuring client, and the measured times.
struct Asking {
    client: Client,
    admin: String,
}

impl Asking {
    fn get(&mut self, path: &str) -> Outcome<(Answer, Duration)> {
        self.ask("GET", path, "")
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> Outcome<(Answer, Duration)> {
        let headers = [
            ("authorization", &*self.admin),
            ("if-match", "*"),
            ("prefer", "return=minimal"),
        ];
        // A read returns the match even if a minimal answer is preferred.
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

    /// Measures each of these paths and prints the line.
    fn all(&mut self, what: &str, paths: impl Iterator<Item = String>) -> Outcome<()> {
        let times = paths
            .map(|path| Ok(self.get(&path)?.1))
            .collect::<Outcome<Vec<_>>>()?;
        show(what, times);
        Ok(())
    }

    fn record(&mut self, id: &str, hand: &Value) -> Outcome<Duration> {
        let body = json!({ "action": "record", "hand": hand }).to_string();
        let (_, took) = self.ask("POST", &format!("/api/v1/matches/{id}/changes"), &body)?;
        Ok(took)
    }
}

fn show(what: &str, times: Vec<Duration>) {
    let times = Times::new(times);
    println!(
        "{what:<58}{:>7}{:>10.2}{:>10.2}{:>10.2}",
        times.count(),
        times.at(500),
        times.at(990),
        times.at(1000)
    );
}

fn measure(instance: &Instance, filled: &Filled, long: &[Made], options: &Options) -> Outcome<()> {
    let mut asking = Asking {
        client: Client::new(instance.address),
        admin: bearer(ADMIN),
    };
    println!(
        "{:<58}{:>7}{:>10}{:>10}{:>10}",
        "one request after the other", "times", "p50 ms", "p99 ms", "longest"
    );
    let mut chance = Chance(options.seed);
    let path = |id: &str, rest: &str| format!("/api/v1/matches/{id}{rest}");
    asking.all(
        "open a match of 1,000 hands, not in memory",
        long.iter().map(|made| path(&made.id, "")),
    )?;
    asking.all(
        "the same, in memory",
        long.iter().map(|made| path(&made.id, "")),
    )?;
    for (what, rest) in [
        ("read a match", ""),
        ("its standings", "?detail=standings"),
        ("its history", "/history"),
    ] {
        let picked = (0..SAMPLES).map(|_| path(&chance.pick(filled).0, rest));
        asking.all(what, picked)?;
    }
    record_anywhere(&mut asking, filled, &mut chance)?;
    lists(&mut asking, filled.len(), &mut chance)?;
    asking.all(
        "changes of all matches, the first 100",
        std::iter::repeat_n("/api/v1/changes?limit=100".to_owned(), 100),
    )?;
    record_on(&mut asking, long)
}

/// Records a hand in matches all over the database.
fn record_anywhere(asking: &mut Asking, filled: &Filled, chance: &mut Chance) -> Outcome<()> {
    let open: Vec<_> = filled
        .iter()
        .filter_map(|(id, hand)| Some((id, hand.as_ref()?)))
        .collect();
    let mut times = Vec::new();
    let mut numbers: Vec<usize> = (0..open.len()).collect();
    chance.shuffle(&mut numbers);
    for number in numbers.into_iter().take(SAMPLES) {
        let (id, hand) = open[number];
        times.push(asking.record(id, hand)?);
    }
    show("record a hand in any match", times);
    Ok(())
}

fn lists(asking: &mut Asking, matches: usize, chance: &mut Chance) -> Outcome<()> {
    let lists = "/api/v1/matches";
    let first = |query: &str| format!("{lists}?limit={PAGE}{query}");
    let again = |query: String| std::iter::repeat_n(query, 100);
    asking.all("list: the first 50", again(first("")))?;
    asking.all("list: the newest 50", again(first("&order=newest")))?;
    asking.all(
        "list: open ones",
        again(first("&status=in_progress&order=newest")),
    )?;
    asking.all(
        "list: a year",
        again(first("&from=2020-01-01&to=2020-12-31")),
    )?;
    let people = (0..SAMPLES / 2).map(|_| person_name(chance.below(PEOPLE)).replace(' ', "%20"));
    asking.all(
        "list: a player",
        people.map(|name| first(&format!("&player={name}"))),
    )?;
    for (what, query) in [("by id", ""), ("newest first", "&order=newest")] {
        let mut times = Vec::new();
        let mut next = first(query);
        let mut reached = 0;
        while reached < FAR {
            let (answer, took) = asking.get(&next)?;
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

/// Records matches from the first hand to the thousandth.
fn record_on(asking: &mut Asking, long: &[Made]) -> Outcome<()> {
    let mut at: [Vec<Duration>; 3] = Default::default();
    for made in long.iter().take(4) {
        let (answer, _) = asking.get(&format!("/api/v1/matches/{}", made.id))?;
        let mut document = answer.json()["document"].take();
        let hands = document["hands"].take();
        let hands = hands.as_array().cloned().unwrap_or_default();
        document["hands"] = json!([]);
        if let Some(entries) = document.as_object_mut() {
            entries.remove("id");
        }
        let body = document.to_string();
        let opened = asking
            .client
            .ask("POST", "/api/v1/matches", &[], body.as_bytes())?
            .json();
        let id = opened["id"].as_str().unwrap_or_default().to_owned();
        for (number, hand) in (1..).zip(&hands) {
            let took = asking.record(&id, hand)?;
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
