//! Counts and durations.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::served::Answer;
use crate::then::Then;

/// The counts of one writer.
#[derive(Debug, Default, Clone)]
pub struct Tally {
    pub times: Vec<Duration>,
    pub matches: usize,
    /// Hands that were acknowledged.
    pub hands: usize,
    /// Acknowledged hands whose points differ from the library's.
    pub wrong: usize,
    /// Answers that nothing can be written now.
    pub unavailable: usize,
    /// Those of them without a time to try again.
    pub without_retry: usize,
    /// Requests without an answer.
    pub unanswered: usize,
    /// Unexpected answers, by status.
    pub unexpected: BTreeMap<u16, usize>,
}

impl Tally {
    pub fn asked(&mut self, took: Duration) {
        self.times.push(took);
    }

    pub fn unavailable(&mut self, answer: &Answer) -> Then {
        self.unavailable += 1;
        let seconds = answer
            .header("retry-after")
            .and_then(|text| text.parse::<u64>().ok());
        self.without_retry += usize::from(seconds.is_none());
        // Sooner than a polite client, so that more requests fall within the fault.
        Then::Wait(Duration::from_millis(seconds.unwrap_or(1).min(2) * 100))
    }

    pub fn add(&mut self, other: Tally) {
        self.times.extend(other.times);
        self.matches += other.matches;
        self.hands += other.hands;
        self.wrong += other.wrong;
        self.unavailable += other.unavailable;
        self.without_retry += other.without_retry;
        self.unanswered += other.unanswered;
        for (status, count) in other.unexpected {
            *self.unexpected.entry(status).or_default() += count;
        }
    }
}

/// Durations, shortest first.
pub struct Times(Vec<Duration>);

impl Times {
    pub fn new(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        Times(times)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The milliseconds within which this many of a thousand finished.
    pub fn at(&self, thousandth: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = (self.0.len() * thousandth / 1000).min(last);
        self.0
            .get(index)
            .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }
}

/// The header line of a table.
pub fn head(what: &str) {
    println!(
        "{what:<46}{:>9}{:>9}{:>9}{:>9}{:>9}{:>8}{:>7}{:>9}{:>6}{:>5}{:>8}{:>6}",
        "answers",
        "hands",
        "p50 ms",
        "p99 ms",
        "longest",
        "503",
        "no RA",
        "no reply",
        "other",
        "lost",
        "doubled",
        "wrong"
    );
}

/// A line of a table.
pub fn line(what: &str, tally: &Tally, lost: usize, doubled: usize) {
    let times = Times::new(tally.times.clone());
    let other: usize = tally.unexpected.values().sum();
    println!(
        "{what:<46}{:>9}{:>9}{:>9.1}{:>9.1}{:>9.0}{:>8}{:>7}{:>9}{:>6}{:>5}{:>8}{:>6}",
        times.count(),
        tally.hands,
        times.at(500),
        times.at(990),
        times.at(1000),
        tally.unavailable,
        tally.without_retry,
        tally.unanswered,
        other,
        lost,
        doubled,
        tally.wrong
    );
    if !tally.unexpected.is_empty() {
        println!("{:<46}other answers: {:?}", "", tally.unexpected);
    }
}
