//! Compares scoring and rulings with a lower bound from the same run: reading the JSON and, for matches,
//! writing prepared results. Also compares built-in games with definitions of the same games.

#![expect(
    clippy::disallowed_methods,
    reason = "a benchmark reads files and the clock"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use overtrick_core::form::Reading;
use overtrick_core::json::Json;
use overtrick_core::judging::{DOCUMENT, Scored, object_entries};
use overtrick_games as games;
use overtrick_match::adjudicate::adjudicate;
use overtrick_match::document::{Report, read_json, score};
use overtrick_match::lang::Language;
use overtrick_own::read_file;
use serde_json::Value;

/// The number of rounds. Both sides of a comparison run alternately, and the best round of each counts.
const ROUNDS: usize = 9;

/// The built-in games with a definition: id, definition, and the cards of each hand for four players.
const DEFINED: [(&str, &str, &[i64]); 2] = [
    (
        "oh-hell",
        include_str!("../templates/own-games/oh_hell.toml"),
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    ),
    (
        "brink-bid",
        include_str!("../templates/own-games/brink_bid.toml"),
        &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    ),
];
const NAMES: [&str; 4] = ["Ann", "Bo", "Cy", "Di"];

fn main() {
    println!("{:<44} {:>11} {:>11} {:>7}", "", "bound µs", "µs", "ratio");
    for game in games::all().iter().map(|entry| entry.facts.id) {
        compare_scoring(game);
        for kind in ["auctions", "plays"] {
            compare_rulings(game, kind);
        }
    }
    for (id, file, cards) in DEFINED {
        compare_definition(id, file, cards);
    }
}

fn compare_scoring(game: &str) {
    let documents = cases(game, "scores", "document");
    let results: Vec<Report> = documents.iter().map(|document| scored(document)).collect();
    let mut out = Vec::with_capacity(1 << 22);
    let mut copy = Vec::with_capacity(1 << 22);
    compare(
        &format!("{game}: {} matches", documents.len()),
        20,
        || {
            out.clear();
            for (document, result) in documents.iter().zip(&results) {
                assert!(read_json(black_box(document)).is_ok());
                serde_json::to_writer(&mut out, result).expect("it fits in memory");
            }
        },
        || {
            copy.clear();
            for document in &documents {
                serde_json::to_writer(&mut copy, &scored(black_box(document)))
                    .expect("it fits in memory");
            }
        },
    );
}

fn compare_rulings(game: &str, kind: &str) {
    let questions = cases(game, kind, "question");
    if questions.is_empty() {
        return;
    }
    compare(
        &format!("{game}: {} questions, {kind}", questions.len()),
        10,
        || {
            for question in &questions {
                assert!(serde_json::from_str::<Json>(black_box(question)).is_ok());
            }
        },
        || {
            for question in &questions {
                let ruled = adjudicate(black_box(question.as_bytes()));
                black_box(ruled.expect("the questions can be read"));
            }
        },
    );
}

/// Compares a built-in game with its definition. The time for one hand excludes reading the definition.
fn compare_definition(id: &str, file: &str, cards: &[i64]) {
    let definition = read_file(file).expect("a file").json;
    let hands: Vec<Json> = cards.iter().map(|cards| hand(*cards)).collect();
    let shipped = |hands: &[Json]| score_shipped(id, document(("game", id.into()), hands));
    let defined = |hands: &[Json]| {
        let mut document = document(("game", "own".into()), hands);
        document.push(("definition".to_owned(), definition.clone()));
        overtrick_own::score(Json::Object(document), None).expect("a valid match")
    };
    let (one, other) = (shipped(&[]), defined(&[]));
    compare(
        &format!("{id} by its definition: a hand"),
        2_000,
        || assert!(black_box(one.with_hand(black_box(&hands[0]))).is_some()),
        || assert!(black_box(other.with_hand(black_box(&hands[0]))).is_some()),
    );
    compare(
        &format!("{id} by its definition: {} hands", hands.len()),
        100,
        || assert!(shipped(&hands).complete),
        || assert!(defined(&hands).complete),
    );
}

/// Measures `bound` and `work` alternately, and prints the best time of each and their ratio.
fn compare(what: &str, times: u32, mut bound: impl FnMut(), mut work: impl FnMut()) {
    let (mut least, mut best) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        least = least.min(timed(times, &mut bound));
        best = best.min(timed(times, &mut work));
    }
    println!(
        "{what:<44} {:>11.1} {:>11.1} {:>7.2}",
        least.as_secs_f64() * 1e6,
        best.as_secs_f64() * 1e6,
        best.as_secs_f64() / least.as_secs_f64()
    );
}

fn timed(times: u32, work: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..times {
        work();
    }
    start.elapsed() / times
}

/// Returns the documents or questions of a game from the conformance tests; none if it has no such file.
fn cases(game: &str, kind: &str, field: &str) -> Vec<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/tests/conformance/{game}.{kind}.ndjson");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines();
    lines
        .map(|line| {
            let case: Value = serde_json::from_str(line).expect("a case");
            case[field].to_string()
        })
        .collect()
}

fn scored(document: &str) -> Report {
    let scored = score(document.as_bytes()).expect("the cases are valid");
    Report::new(scored, Language::english())
}

fn document(game: (&str, Json), hands: &[Json]) -> Vec<(String, Json)> {
    let fields = [
        game,
        ("players", NAMES.into_iter().collect()),
        ("hands", hands.iter().cloned().collect()),
    ];
    let fields = fields.into_iter();
    fields.map(|(key, json)| (key.to_owned(), json)).collect()
}

/// Returns a hand in which Ann bids and takes all tricks, and Bo bids one.
fn hand(cards: i64) -> Json {
    let each = |values: [i64; 4]| Json::object(NAMES.into_iter().zip(values.map(Json::Int)));
    Json::object([
        ("bids", each([cards, 1, 0, 0])),
        ("tricks", each([cards, 0, 0, 0])),
    ])
}

fn score_shipped(id: &str, document: Vec<(String, Json)>) -> Scored {
    let entry = games::find(id).expect("a shipped game");
    let mut reading = Reading::default();
    let entries = object_entries(Json::Object(document)).expect("an object");
    let document = reading.read_object(DOCUMENT, entries, "");
    (entry.score)(document, reading).expect("a valid match")
}
