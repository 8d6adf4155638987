//! Rulings per second, compared with a loop that only parses the same questions.

use std::hint::black_box;
use std::time::{Duration, Instant};

use overtrick_core::json::Json;
use overtrick_match::adjudicate::adjudicate;

const QUESTIONS: &[(&str, &str)] = &[
    (
        "berzerka auctions",
        include_str!("../tests/conformance/berzerka.auctions.ndjson"),
    ),
    (
        "berzerka plays",
        include_str!("../tests/conformance/berzerka.plays.ndjson"),
    ),
    (
        "contract-sabacc auctions",
        include_str!("../tests/conformance/contract-sabacc.auctions.ndjson"),
    ),
    (
        "contract-sabacc plays",
        include_str!("../tests/conformance/contract-sabacc.plays.ndjson"),
    ),
    (
        "brink-bid auctions",
        include_str!("../tests/conformance/brink-bid.auctions.ndjson"),
    ),
    (
        "brink-bid plays",
        include_str!("../tests/conformance/brink-bid.plays.ndjson"),
    ),
    (
        "contractor auctions",
        include_str!("../tests/conformance/contractor.auctions.ndjson"),
    ),
    (
        "contractor plays",
        include_str!("../tests/conformance/contractor.plays.ndjson"),
    ),
    (
        "mariash auctions",
        include_str!("../tests/conformance/mariash.auctions.ndjson"),
    ),
    (
        "mariash plays",
        include_str!("../tests/conformance/mariash.plays.ndjson"),
    ),
];
const ROUNDS: usize = 7;
const TIMES: usize = 10;

fn main() {
    println!(
        "{:<26} {:>11} {:>13} {:>12} {:>7}",
        "questions", "parsed µs", "answered µs", "rulings/s", "ratio"
    );
    for (name, lines) in QUESTIONS {
        let questions: Vec<String> = lines.lines().map(question).collect();
        let steps: usize = questions.iter().map(|question| rulings(question)).sum();
        let (mut parsed, mut answered) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            parsed = parsed.min(timed(|| {
                for question in &questions {
                    black_box(serde_json::from_str::<Json>(black_box(question)).is_ok());
                }
            }));
            answered = answered.min(timed(|| {
                for question in &questions {
                    black_box(rulings(black_box(question)));
                }
            }));
        }
        #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
        let rate = steps as f64 / answered.as_secs_f64();
        let ratio = answered.as_secs_f64() / parsed.as_secs_f64();
        println!(
            "{name:<26} {:>11} {:>13} {rate:>12.0} {ratio:>7.2}",
            parsed.as_micros(),
            answered.as_micros()
        );
    }
}

fn question(line: &str) -> String {
    let case: serde_json::Value = serde_json::from_str(line).expect("a case");
    case["question"].to_string()
}

fn rulings(question: &str) -> usize {
    adjudicate(question.as_bytes())
        .expect("the questions can be read")
        .answer
        .rulings
        .len()
}

fn timed(mut work: impl FnMut()) -> Duration {
    #[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
    let start = Instant::now();
    for _ in 0..TIMES {
        work();
    }
    start.elapsed() / u32::try_from(TIMES).expect("few")
}
