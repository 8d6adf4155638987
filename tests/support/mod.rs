//! Shared helpers for the property tests of all games: random numbers, dealing, rulings and scoring.
//!
//! Each property test gets a seed that determines everything else, so that failures can be reproduced.

#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "tests and benches use a part of it each"
)]

pub mod command;

use proptest::test_runner::Config as ProptestConfig;
use serde_json::{Value, json};

use overtrick_core::Arg;
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::{ErrorReport, Report, score};
use overtrick_match::lang::Language;

/// Whether to try all cases, as `.ci/long thorough` does, and not only the most different ones.
pub fn is_thorough() -> bool {
    std::env::var_os("OVERTRICK_THOROUGH").is_some()
}

/// Returns how many of `all` random cases to try: all in a thorough run, otherwise an eighth.
pub fn share(all: usize) -> usize {
    if is_thorough() { all } else { all.div_ceil(8) }
}

/// Configures a property test with this many random cases, or an eighth of them.
pub fn random_cases(all: usize) -> ProptestConfig {
    ProptestConfig {
        cases: share(all).try_into().unwrap(),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A seeded random number generator (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `below` - 1.
    pub fn below(&mut self, below: usize) -> usize {
        usize::try_from(self.draw() % u64::try_from(below.max(1)).unwrap()).unwrap()
    }

    /// Returns a number in this range.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + i64::try_from(self.below(usize::try_from(most - least + 1).unwrap())).unwrap()
    }

    /// Returns true with a probability of 1 / `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Picks one of these values.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Shuffles items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }

    /// Returns this many non-negative numbers that add up to `sum`.
    pub fn split(&mut self, sum: i64, parts: usize) -> Vec<i64> {
        let mut numbers = vec![0; parts];
        for _ in 0..sum {
            numbers[self.below(parts)] += 1;
        }
        numbers
    }
}

/// Returns the names of this many players, at most eight.
pub fn players(count: usize) -> Vec<String> {
    [
        "Ann",
        "Bo",
        "Zuzana Šťastná",
        "李雷",
        "O'Neill",
        "Ægir",
        "Юлія",
        "Eve",
    ][..count]
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Returns the sample match of a game.
pub fn sample(game: &str) -> Value {
    serde_json::from_str(overtrick_games::find(game).unwrap().sample).unwrap()
}

/// Returns an object with the players as keys.
pub fn by_player<T: Into<Value>>(players: &[String], values: impl IntoIterator<Item = T>) -> Value {
    players
        .iter()
        .cloned()
        .zip(values.into_iter().map(Into::into))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Returns the pack with these suits and ranks; cards are written like `S-A`.
pub fn pack(suits: &[&str], ranks: &[&str]) -> Vec<String> {
    suits
        .iter()
        .flat_map(|suit| ranks.iter().map(move |rank| format!("{suit}-{rank}")))
        .collect()
}

/// Deals this many cards to each player. Returns the hands and the remaining cards.
pub fn deal(
    chance: &mut Chance,
    pack: &[String],
    players: usize,
    cards: usize,
) -> (Vec<Vec<String>>, Vec<String>) {
    let mut pack = pack.to_vec();
    chance.shuffle(&mut pack);
    let left = pack.split_off(players * cards);
    (pack.chunks(cards).map(<[String]>::to_vec).collect(), left)
}

/// Scores a document that must be valid.
pub fn scored(document: &Value) -> Value {
    match score(document.to_string().as_bytes()) {
        Ok(scored) => serde_json::to_value(Report::new(scored, Language::english())).unwrap(),
        Err(faults) => {
            panic!(
                "refused: {:#?}\n{document}",
                ErrorReport::new(&faults, None, Language::english()).errors
            )
        }
    }
}

/// Returns the codes and pointers of the faults of a document that must be refused.
pub fn refused(document: &Value) -> Vec<(String, String)> {
    let faults = score(document.to_string().as_bytes()).expect_err("the document is refused");
    faults
        .into_iter()
        .map(|fault| (fault.code.to_string(), fault.pointer))
        .collect()
}

/// Returns the rulings on a question that must be valid.
pub fn ruled(question: &Value) -> Value {
    match adjudicate(question.to_string().as_bytes()) {
        Ok(answered) => {
            serde_json::to_value(RulingsReport::new(answered, Language::english())).unwrap()
        }
        Err(faults) => {
            panic!(
                "invalid: {:#?}\n{question}",
                ErrorReport::new(&faults, None, Language::english()).errors
            )
        }
    }
}

/// Whether each step was ruled legal.
pub fn legal(ruling: &Value) -> Vec<bool> {
    ruling["rulings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ruling| ruling["legal"].as_bool().unwrap())
        .collect()
}

/// Checks that the reasons of each hand add up to its scores, and scores and adjustments to the totals.
pub fn check_sums(result: &Value) {
    let mut totals: Vec<(String, f64)> = Vec::new();
    let adjust = |totals: &mut Vec<(String, f64)>, after: u64| {
        for adjustment in result["adjustments"].as_array().into_iter().flatten() {
            if adjustment["after_hand"].as_u64() == Some(after) {
                let player = adjustment["player"].as_str().unwrap();
                totals
                    .iter_mut()
                    .find(|(name, _)| name == player)
                    .unwrap()
                    .1 += adjustment["points"].as_f64().unwrap();
            }
        }
    };
    for hand in result["hands"].as_array().unwrap() {
        let scores = hand["scores"].as_object().unwrap();
        if totals.is_empty() {
            totals = scores.keys().map(|name| (name.clone(), 0.0)).collect();
            adjust(&mut totals, 0);
        }
        for (player, score) in scores {
            let reasons = hand["explanation"].as_array().unwrap().iter();
            let sum: f64 = reasons
                .filter_map(|reason| reason["points"].get(player))
                .map(|points| points.as_f64().unwrap())
                .sum();
            assert_eq!(Some(sum), score.as_f64(), "{player} in {hand:#}");
            totals
                .iter_mut()
                .find(|(name, _)| name == player)
                .unwrap()
                .1 += sum;
        }
        adjust(&mut totals, hand["number"].as_u64().unwrap());
        for (player, total) in &totals {
            assert_eq!(
                Some(*total),
                hand["totals"][player].as_f64(),
                "{player} after {hand:#}"
            );
        }
    }
}

/// Scores a match with a thousand of the largest adjustments, and checks its sums.
pub fn check_limits(mut document: Value) {
    let player = document["players"][0].clone();
    let adjustment =
        json!({ "after_hand": 0, "player": player, "points": -1_000_000, "reason": "x" });
    document["adjustments"] = vec![adjustment; 1_000].into();
    let result = scored(&document);
    check_sums(&result);
    assert_eq!(
        result["hands"].as_array().map(Vec::len),
        document["hands"].as_array().map(Vec::len)
    );
}

/// Checks that the product of each reason's factors, divided by the number of players who share it, equals
/// the points. Its added values must sum to the first factor or, without factors, to the points.
pub fn check_factors(document: &Value) {
    let scored = score(document.to_string().as_bytes()).unwrap();
    for reason in scored.hands.iter().flat_map(|hand| &hand.reasons) {
        let shared = reason.arg("shared").and_then(Arg::number).unwrap_or(1);
        let of = |adds: bool| -> Vec<i64> {
            let factors = reason.factors.iter().filter(|factor| factor.adds == adds);
            factors.map(|factor| factor.value).collect()
        };
        let (times, adds) = (of(false), of(true));
        let sum: i64 = adds.iter().sum();
        for paid in &reason.points {
            let halves = (paid.points.in_units(2) * shared).abs();
            match (times.first(), adds.is_empty()) {
                (Some(first), is_alone) => {
                    assert_eq!(
                        2 * times.iter().product::<i64>().abs(),
                        halves,
                        "{reason:?}"
                    );
                    assert!(is_alone || sum == *first, "{reason:?}");
                }
                (None, false) => assert!(halves == 0 || 2 * sum.abs() == halves, "{reason:?}"),
                (None, true) => {}
            }
        }
    }
}

/// Returns the scores of every hand as floating-point numbers, by player.
pub fn scores(result: &Value) -> Vec<Vec<(String, f64)>> {
    let hands = result["hands"].as_array().unwrap().iter();
    let scores = |hand: &Value| {
        let entries = hand["scores"].as_object().unwrap().iter();
        let mut entries: Vec<(String, f64)> = entries
            .map(|(name, score)| (name.clone(), score.as_f64().unwrap()))
            .collect();
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        entries
    };
    hands.map(scores).collect()
}

/// Returns the document with every player moved clockwise by this many seats.
///
/// The first dealer stays the same person. All players do the same as before, so their scores are
/// equal in games where the seat has no effect.
pub fn turned(document: &Value, seats: usize) -> Value {
    let mut turned = document.clone();
    let players = turned["players"].as_array_mut().unwrap();
    let first = players[0].clone();
    players.rotate_right(seats);
    if turned.get("first_dealer").is_none() {
        turned["first_dealer"] = first;
    }
    turned
}

/// Returns a played card for a question.
pub fn card(player: &str, card: &str) -> Value {
    json!({ "player": player, "card": card })
}
