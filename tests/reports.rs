//! Properties of every result of every game.

use serde_json::Value;

use crate::support::{check_sums, scored};
use overtrick_core::Remedy;
use overtrick_games as games;
use overtrick_match::document::score;
use overtrick_match::lang::Language;

/// Returns the documents of the conformance cases and of the samples.
fn documents() -> Vec<Value> {
    let mut documents = Vec::new();
    for entry in games::all() {
        let id = entry.facts.id;
        let root = env!("CARGO_MANIFEST_DIR");
        let cases = std::fs::read_to_string(format!("{root}/tests/conformance/{id}.scores.ndjson"))
            .unwrap();
        let cases = cases
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["document"].clone());
        documents.extend(cases);
        documents.push(serde_json::from_str(entry.sample).unwrap());
    }
    documents
}

#[test]
fn lines_add_up_to_scores_and_scores_to_totals() {
    for document in documents() {
        check_sums(&scored(&document));
    }
}

#[test]
fn every_reason_and_warning_has_a_clause_and_a_text() {
    let english = Language::english();
    for document in documents() {
        let scored = score(document.to_string().as_bytes()).unwrap();
        for hand in &scored.hands {
            for reason in &hand.reasons {
                let (rule, message) = (&reason.rule, &reason.message);
                assert!(scored.facts.clause(rule).is_some(), "no clause {rule}");
                assert!(english.has("line", message), "no sentence for {message}");
                let sentence = english.reason(reason);
                assert!(!sentence.contains(['{', '}']), "{sentence}");
                let same = hand.reasons.iter().filter(|other| {
                    (&other.rule, &other.args, &other.factors)
                        == (&reason.rule, &reason.args, &reason.factors)
                });
                assert_eq!(same.count(), 1, "twice: {reason:?}");
            }
            for warning in &hand.warnings {
                assert!(
                    warning
                        .rule
                        .as_deref()
                        .is_none_or(|rule| scored.facts.clause(rule).is_some()),
                    "{warning:?}"
                );
                assert!(
                    !english.finding(warning).contains(['{', '}']),
                    "{}",
                    english.finding(warning)
                );
            }
        }
    }
}

#[test]
fn clauses_are_unique_and_house_rules_and_irregularities_have_one() {
    let english = Language::english();
    for facts in games::all().iter().map(|entry| entry.facts) {
        let mut ids: Vec<&str> = facts.all_clauses().map(|clause| clause.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{}: a duplicate clause", facts.id);
        for rule in facts.options {
            let key = format!("{}/{}", facts.id, rule.field.name);
            assert!(
                facts.clause(rule.clause).is_some(),
                "{key}: there is no clause {}",
                rule.clause
            );
            assert!(
                serde_json::from_str::<Value>(rule.default).is_ok(),
                "{key}: {}",
                rule.default
            );
        }
        for irregularity in facts.all_irregularities() {
            assert_eq!(
                english.has("remedy", irregularity.id),
                matches!(irregularity.remedy, Remedy::Stated(_)),
                "{}",
                irregularity.id
            );
            assert!(
                facts.clause(irregularity.clause).is_some(),
                "{} breaks no clause",
                irregularity.id
            );
        }
    }
}

#[test]
fn no_catalog_has_unused_messages() {
    let english = Language::english();
    let all: Vec<_> = games::all().iter().map(|entry| entry.facts).collect();
    for id in english.keys("clause") {
        assert!(
            all.iter().any(|facts| facts.clause(id).is_some()),
            "clause {id} belongs to no game"
        );
    }
    for key in english
        .keys("option")
        .into_iter()
        .chain(english.keys("option-name"))
    {
        let known = all.iter().flat_map(|facts| {
            facts
                .options
                .iter()
                .map(|rule| format!("{}/{}", facts.id, rule.field.name))
        });
        assert!(
            known.into_iter().any(|known| known == key),
            "option {key} belongs to no game"
        );
    }
}
