//! A writer who plays matches one after another, one hand per request, and records what was acknowledged.

use std::io;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::figures::Tally;
use crate::options::Options;
use crate::plan::{Plan, standing};
use crate::served::{Answer, Client, bearer};
use crate::support::Chance;
use crate::then::Then;

/// A match on a service, and how much of it was acknowledged.
#[derive(Debug, Clone)]
pub struct Table<'a> {
    pub plan: &'a Plan,
    pub id: String,
    pub key: String,
    /// The number of acknowledged hands.
    pub recorded: usize,
    /// The prefix of the hands' notes.
    pub name: String,
}

pub struct Writer<'a> {
    name: String,
    plans: &'a [Plan],
    chance: Chance,
    /// The number of started matches.
    begun: usize,
    next: &'a Plan,
    table: Option<Table<'a>>,
    ended: Vec<Table<'a>>,
    pub tally: Tally,
}

impl<'a> Writer<'a> {
    /// All writers of a run, each with its own matches.
    pub fn all(run: &str, options: &Options, plans: &'a [Plan]) -> Vec<Writer<'a>> {
        let numbers = 0..options.writers;
        numbers
            .map(|number| Writer::new(run, number, options.seed, plans))
            .collect()
    }

    fn new(run: &str, number: usize, seed: u64, plans: &'a [Plan]) -> Writer<'a> {
        let number_as_seed = u64::try_from(number).unwrap_or_default();
        let mut chance = Chance(seed.wrapping_mul(1_000_003).wrapping_add(number_as_seed));
        Writer {
            name: format!("{run}-{number}"),
            plans,
            next: chance.pick(plans),
            chance,
            begun: 0,
            table: None,
            ended: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Every match of this writer, including the current one.
    pub fn tables(&self) -> impl Iterator<Item = &Table<'a>> {
        self.ended.iter().chain(&self.table)
    }

    /// Sends the next request, or repeats one that got no answer.
    ///
    /// # Errors
    /// No answer: it is unknown whether the request was carried out.
    pub fn ask(&mut self, client: &mut Client) -> io::Result<Then> {
        let began = Instant::now();
        let answered = match &self.table {
            Some(table) => record(table, client),
            None => self.open(client),
        };
        let answer = answered.inspect_err(|_| self.tally.unanswered += 1)?;
        self.tally.asked(began.elapsed());
        let then = match (answer.status, self.table.is_some()) {
            (201, false) => self.opened(&answer),
            (200, true) => self.recorded(&answer),
            (503, _) => self.tally.unavailable(&answer),
            (409 | 429, _) => Then::Wait(Duration::from_millis(50)),
            (status, _) => self.unexpected(status, &answer),
        };
        Ok(then)
    }

    fn match_name(&self) -> String {
        format!("{}-{}", self.name, self.begun)
    }

    fn open(&self, client: &mut Client) -> io::Result<Answer> {
        let once = format!("open-match-{}", self.match_name());
        let body = self.next.document.to_string();
        let headers = [("idempotency-key", &*once)];
        client.ask("POST", "/api/v1/matches", &headers, body.as_bytes())
    }

    fn opened(&mut self, answer: &Answer) -> Then {
        let opened = answer.json();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        self.table = Some(Table {
            plan: self.next,
            id: text(&opened["id"]),
            key: bearer(&text(&opened["keys"]["direct"])),
            recorded: 0,
            name: self.match_name(),
        });
        self.tally.matches += 1;
        Then::Go
    }

    fn recorded(&mut self, answer: &Answer) -> Then {
        let Some(table) = &mut self.table else {
            return Then::Go;
        };
        let found = standing(&answer.json()["result"]);
        self.tally.wrong += usize::from(found != table.plan.after[table.recorded]);
        self.tally.hands += 1;
        table.recorded += 1;
        if table.recorded == table.plan.hands.len() {
            self.end_match();
        }
        Then::Go
    }

    /// An unexpected answer: the match is abandoned, but audited at the end.
    fn unexpected(&mut self, status: u16, answer: &Answer) -> Then {
        if self.tally.unexpected.is_empty() {
            eprintln!("{status}: {}", answer.text());
        }
        *self.tally.unexpected.entry(status).or_default() += 1;
        self.end_match();
        Then::Wait(Duration::from_millis(50))
    }

    fn end_match(&mut self) {
        self.ended.extend(self.table.take());
        self.begun += 1;
        self.next = self.chance.pick(self.plans);
    }
}

/// Records the next hand with the last acknowledged version and its own idempotency key, so that a retry is
/// recognized.
fn record(table: &Table, client: &mut Client) -> io::Result<Answer> {
    let mut hand = table.plan.hands[table.recorded].clone();
    hand["note"] = note(table, table.recorded).into();
    let body = json!({ "action": "record", "hand": hand }).to_string();
    let once = format!("record-hand-{}-{}", table.name, table.recorded);
    let tag = format!("\"{}\"", table.recorded + 1);
    let headers = [
        ("authorization", &*table.key),
        ("if-match", &*tag),
        ("idempotency-key", &*once),
    ];
    let path = format!("/api/v1/matches/{}/changes", table.id);
    client.ask("POST", &path, &headers, body.as_bytes())
}

/// The note by which a hand is identified.
pub fn note(table: &Table, hand: usize) -> String {
    format!("{}-{hand}", table.name)
}
