//! A hand of a game that ships, and the same hand by its definition as an own game, in one run: `cargo bench
//! --package overtrick-own`
//!
//! The hand is added to a match that was read before, so that the definition is not read again. A whole match, with
//! its definition and its house rules, is measured too.

#![expect(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]

use std::hint::black_box;
use std::time::Instant;

use overtrick_core::form::Reading;
use overtrick_core::json::Json;
use overtrick_core::judging::{DOCUMENT, Scored, object_entries};
use overtrick_own::read_file;

/// Each game: its id, its definition, and the cards of its hands for four players.
const GAMES: [(&str, &str, &[i64]); 2] = [
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
/// The two are measured in turn, so that both have the same neighbors; the median of the rounds counts.
const ROUNDS: usize = 41;
const TIMES: u32 = 2_000;

fn main() {
    for (id, file, cards) in GAMES {
        let definition = read_file(file).expect("a file").json;
        let hands: Vec<Json> = cards.iter().map(|cards| hand(*cards)).collect();
        let shipped = |hands: &[Json]| shipped(document(("game", id.into()), hands));
        let own = |hands: &[Json]| {
            let mut document = document(("game", "own".into()), hands);
            document.push(("definition".to_owned(), definition.clone()));
            own(document)
        };
        let (one, other) = (shipped(&[]), own(&[]));
        compare(
            &format!("{id}: a hand"),
            TIMES,
            || black_box(one.with_hand(black_box(&hands[0]))).is_some(),
            || black_box(other.with_hand(black_box(&hands[0]))).is_some(),
        );
        compare(
            &format!("{id}: a match of {} hands", hands.len()),
            TIMES / 20,
            || shipped(&hands).complete,
            || own(&hands).complete,
        );
    }
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

/// A hand in which Ann takes all tricks, as bid, and Bo bids one.
fn hand(cards: i64) -> Json {
    let each = |values: [i64; 4]| Json::object(NAMES.into_iter().zip(values.map(Json::Int)));
    Json::from([
        ("bids", each([cards, 1, 0, 0])),
        ("tricks", each([cards, 0, 0, 0])),
    ])
}

fn shipped(document: Vec<(String, Json)>) -> Scored {
    let document = Json::Object(document);
    let id = document.text("game").expect("a game").to_owned();
    let entry = overtrick_games::find(&id).expect("a game that ships");
    let mut reading = Reading::default();
    let entries = object_entries(document).expect("an object");
    let document = reading.read_object(DOCUMENT, entries, "");
    (entry.score)(document, reading).expect("a sound match")
}

fn own(document: Vec<(String, Json)>) -> Scored {
    overtrick_own::score(Json::Object(document), None).expect("a sound match")
}

/// Measures both in turn, and prints how long each takes and how many times as long the second.
fn compare(what: &str, times: u32, one: impl Fn() -> bool, other: impl Fn() -> bool) {
    let taken = |judge: &dyn Fn() -> bool| {
        let start = Instant::now();
        for _ in 0..times {
            assert!(judge(), "{what}");
        }
        start.elapsed().as_secs_f64() / f64::from(times) * 1e6
    };
    let mut rounds: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (taken(&one), taken(&other))).collect();
    rounds.sort_by(|one, other| (one.1 / one.0).total_cmp(&(other.1 / other.0)));
    let (one, other) = rounds[ROUNDS / 2];
    println!(
        "{what}: {one:.2} µs as it ships, {other:.2} µs by its definition: {:.2} times as long",
        other / one
    );
}
