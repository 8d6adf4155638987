//! Scoring a batch, compared with a lower bound in the same run.
//!
//! The bound parses the same lines as JSON, judges nothing, and writes prepared results. Scoring should take at most three times as long.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use overtrick_games as games;
use overtrick_match::document::{Report, read_json, score};
use overtrick_match::lang::Language;

const ROUNDS: usize = 7;
const TIMES: usize = 20;

fn main() {
    println!(
        "{:<16} {:>8} {:>12} {:>12} {:>7}",
        "game", "matches", "bound µs", "scored µs", "ratio"
    );
    let (mut bound_all, mut scored_all) = (Duration::ZERO, Duration::ZERO);
    for game in games::all().iter().map(|entry| entry.facts.id) {
        let lines = cases(game);
        let documents: Vec<String> = lines.lines().map(document).collect();
        let results: Vec<Report> = documents.iter().map(|document| scored(document)).collect();
        // Both run alternately and the best round of each counts, so that noise affects both equally.
        let (mut bound, mut real) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            bound = bound.min(timed(|out| {
                for (document, result) in documents.iter().zip(&results) {
                    assert!(read_json(black_box(document)).is_ok());
                    serde_json::to_writer(&mut *out, result).expect("memory takes it");
                }
            }));
            real = real.min(timed(|out| {
                for document in &documents {
                    serde_json::to_writer(&mut *out, &scored(black_box(document)))
                        .expect("memory takes it");
                }
            }));
        }
        row(game, documents.len(), bound, real);
        bound_all += bound;
        scored_all += real;
    }
    row("all", 0, bound_all, scored_all);
}

/// The matches of a game from the conformance tests, one per line.
fn cases(game: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/tests/conformance/{game}.scores.ndjson");
    #[expect(clippy::disallowed_methods, reason = "a benchmark reads files")]
    std::fs::read_to_string(file).expect("every game has cases")
}

fn document(line: &str) -> String {
    let case: serde_json::Value = serde_json::from_str(line).expect("a case");
    case["document"].to_string()
}

fn scored(document: &str) -> Report {
    Report::new(
        score(document.as_bytes()).expect("the cases are sound"),
        Language::english(),
    )
}

fn timed(mut work: impl FnMut(&mut Vec<u8>)) -> Duration {
    let mut out = Vec::with_capacity(1 << 22);
    #[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
    let start = Instant::now();
    for _ in 0..TIMES {
        out.clear();
        work(&mut out);
        black_box(out.flush().is_ok());
    }
    start.elapsed() / u32::try_from(TIMES).expect("few")
}

fn row(game: &str, matches: usize, bound: Duration, real: Duration) {
    let ratio = real.as_secs_f64() / bound.as_secs_f64();
    println!(
        "{game:<16} {matches:>8} {:>12} {:>12} {ratio:>7.2}",
        bound.as_micros(),
        real.as_micros()
    );
}
