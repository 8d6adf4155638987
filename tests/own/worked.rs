//! Checks every definition in `templates/own-games` and `tests/own/games` with cases that were
//! worked out by hand from the rules of the game.
//!
//! A case has the fields of the document, such as `players` and `hands`, and the expected values:
//! `points` (the reasons of each hand and player), `totals`, `complete`, `winners`, `next_dealer`
//! and `warnings`, or `refused`. If a game scores tenths of points, its cases do too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use overtrick_core::Finding;
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_own::PRESETS;

use super::{SHIPPED, definition, files, score, totals_in};

/// The fields of a case that do not belong to the document.
const EXPECTED: [&str; 8] = [
    "title",
    "points",
    "totals",
    "complete",
    "winners",
    "next_dealer",
    "warnings",
    "refused",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads the cases of a definition.
#[expect(clippy::disallowed_methods, reason = "tests read files")]
pub fn cases(name: &str) -> Vec<Json> {
    let file = format!("tests/own/cases/{}.json", name.replace('-', "_"));
    let text =
        fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let Json::List(cases) = serde_json::from_str(&text).unwrap() else {
        panic!("{file}: not a list");
    };
    cases
}

/// Returns the entries of a case's document, without the game and its definition.
pub fn entries(case: &Json) -> Vec<(String, Json)> {
    let Json::Object(entries) = case else {
        panic!("{case:?}");
    };
    let given = entries.iter();
    let given = given.filter(|(key, _)| !EXPECTED.contains(&key.as_str()));
    given.cloned().collect()
}

/// Returns the reasons of a hand for each player, in the format of a case.
fn lines(scored: &Scored, hand: usize, scale: i64) -> Vec<(String, Json)> {
    let mut found: Vec<(String, Json)> = Vec::new();
    let reasons = scored.hands[hand].reasons.iter();
    let paid = reasons.flat_map(|reason| reason.points.iter().map(move |paid| (reason, paid)));
    for (reason, paid) in paid {
        let name = scored.table.name(paid.seat).to_string();
        let clause = reason.rule.rsplit('/').next().unwrap();
        let text = format!("{} {clause}", paid.points.in_units(scale));
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, Json::Text(before))) => *before += &format!(", {text}"),
            _ => found.push((name, Json::from(text.as_str()))),
        }
    }
    found
}

fn findings(findings: &[Finding]) -> BTreeSet<String> {
    let found = findings.iter().map(|finding| {
        let rule = finding
            .rule
            .as_deref()
            .and_then(|rule| rule.strip_prefix("own/"));
        let rule = rule.map_or_else(String::new, |rule| format!(" {rule}"));
        format!("{} {}{rule}", finding.code, finding.pointer)
    });
    found.collect()
}

fn texts(json: &[Json]) -> BTreeSet<String> {
    json.iter()
        .map(|text| text.as_text().unwrap().to_owned())
        .collect()
}

/// Checks a case, and collects the clauses that its result cites.
fn check(name: &str, case: &Json, cited: &mut BTreeSet<String>) {
    let title = format!("{name}: {}", case.text("title").unwrap());
    let definition = definition(name);
    let scale = definition.int("scale").unwrap_or(1);
    let mut document = vec![
        ("game".to_owned(), Json::from("own")),
        ("definition".to_owned(), definition),
    ];
    document.extend(entries(case));
    let scored = match score(Json::Object(document)) {
        Err(faults) => {
            cited.extend(
                faults
                    .iter()
                    .filter_map(|fault| fault.rule.as_deref().map(str::to_owned)),
            );
            assert_eq!(
                findings(&faults),
                texts(case.list("refused")),
                "{title}: {faults:#?}"
            );
            return;
        }
        Ok(scored) => scored,
    };
    assert!(case.get("refused").is_none(), "{title} was scored");
    let all: Json = totals_in(&scored, scale)
        .into_iter()
        .map(Json::Int)
        .collect();
    for (index, expected) in case.list("points").iter().enumerate() {
        let Json::Object(expected) = expected else {
            panic!("{title}: {expected:?}");
        };
        let mut expected = expected.clone();
        let mut found = lines(&scored, index, scale);
        // Sorts the players and their reasons, because their order does not matter.
        for entries in [&mut expected, &mut found] {
            entries.sort_by(|one, other| one.0.cmp(&other.0));
            for (_, reasons) in entries {
                let mut each: Vec<&str> = reasons.as_text().unwrap().split(", ").collect();
                each.sort_unstable();
                *reasons = Json::from(each.join(", ").as_str());
            }
        }
        assert_eq!(found, expected, "{title}: hand {}", index + 1);
    }
    assert_eq!(Some(&all), case.get("totals"), "{title}");
    if case.get("complete").is_some() {
        assert_eq!(scored.complete, case.flag("complete"), "{title}");
    }
    if case.get("winners").is_some() {
        let winners = scored.winners();
        let winners = winners
            .iter()
            .map(|seat| scored.table.name(*seat).to_string());
        assert_eq!(
            winners.collect::<BTreeSet<_>>(),
            texts(case.list("winners")),
            "{title}"
        );
    }
    if let Some(expected) = case.text("next_dealer") {
        let (_, dealer, _) = scored.next().unwrap();
        assert_eq!(&**scored.table.name(dealer), expected, "{title}");
    }
    let warnings: Vec<Finding> = scored
        .hands
        .iter()
        .flat_map(|hand| hand.warnings.clone())
        .collect();
    assert_eq!(findings(&warnings), texts(case.list("warnings")), "{title}");
    let reasons = scored.hands.iter().flat_map(|hand| &hand.reasons);
    cited.extend(reasons.map(|reason| reason.rule.to_string()));
    cited.extend(
        warnings
            .iter()
            .filter_map(|fault| fault.rule.as_deref().map(str::to_owned)),
    );
}

#[test]
fn every_definition_gives_the_results_worked_out_by_hand() {
    for (name, _) in files() {
        let mut cited = BTreeSet::new();
        let cases = cases(name);
        for case in &cases {
            check(name, case, &mut cited);
        }
        let hands: usize = cases.iter().map(|case| case.list("hands").len()).sum();
        assert!(hands >= 4, "{name}: {hands} hands");
        assert!(
            cases.iter().any(|case| case.get("refused").is_some()),
            "{name}: no refused case"
        );
        // The result of some case cites each clause of a field, check or score.
        let definition = definition(name);
        for part in ["field", "check", "once", "score"] {
            for entry in definition.list(part) {
                let clause = entry.text("clause").map(|clause| format!("own/{clause}"));
                assert!(
                    clause.as_ref().is_none_or(|clause| cited.contains(clause)),
                    "{name}: no case of {clause:?}"
                );
            }
        }
    }
}

#[test]
fn files_outside_the_gallery_can_start_a_match() {
    let mut known: Vec<String> = [PRESETS, SHIPPED]
        .concat()
        .iter()
        .map(|(name, _)| format!("{}.toml", name.replace('-', "_")))
        .collect();
    known.sort();
    let entries = fs::read_dir(root().join("templates/own-games")).unwrap();
    let mut found: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, known);
}
