//! Checks a file with matches and their claimed results. Every result is recomputed with the edition and
//! house rules of its match, and the first difference is reported.
//!
//! ```
//! use overtrick_match::lang::Language;
//! use overtrick_match::verify::verify;
//!
//! let game = &overtrick_games::all()[0];
//! let hands = r#""result": {"hands": []}"#;
//! let file = format!(r#"{{"document": {}, {hands}}}"#, game.sample);
//! let report = verify(file.as_bytes(), None, Language::english());
//! assert_eq!((report.checked, report.sound), (1, false));
//! ```

use std::sync::Arc;

use serde::Serialize;

use crate::document::{
    ErrorReport, Fault, Report, Scored, StandingReport, game_name, read_json, score_value, utf8,
};
use crate::lang::Language;
use crate::ledger::{Bounds, StoredLog, Timestamp, in_log};
use overtrick_core::json::Json;
use overtrick_core::judging::invalid_json;
use overtrick_core::{Args, Faults, Finding, args, segment};

/// The most characters of a value in a sentence.
const LONGEST: usize = 200;

/// The result of checking a file, up to the first error.
#[derive(Debug, Default, Serialize)]
pub struct FileReport {
    /// Whether the whole file is correct.
    pub sound: bool,
    /// The number of checked matches.
    pub checked: usize,
    /// The number of checked matches without a claimed result.
    pub untold: usize,
    /// The result in sentences.
    pub text: Vec<String>,
    /// The JSON pointer of the first place that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The faults of a match that cannot be scored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
    /// The last checked match, if it can be scored.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedReport>,
}

/// A match with its computed result.
#[derive(Debug, Serialize)]
pub struct PlayedReport {
    game: &'static str,
    name: String,
    edition: i64,
    fingerprint: String,
    players: Vec<Arc<str>>,
    hands: usize,
    complete: bool,
    standings: Vec<StandingReport>,
    winners: Vec<Arc<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
}

/// Checks all claims of a file, up to the first error.
///
/// ```
/// use overtrick_match::lang::Language;
/// use overtrick_match::verify::verify;
///
/// let sample = overtrick_games::all()[0].sample;
/// let report = verify(sample.as_bytes(), None, Language::english());
/// assert_eq!((report.sound, report.checked, report.untold), (true, 1, 1));
/// ```
pub fn verify(file: &[u8], now: Option<Timestamp>, language: &'static Language) -> FileReport {
    let mut report = FileReport::default();
    if let Err(faults) = report.check(file, now, language) {
        let args = args![number: report.checked, count: faults.len()];
        report.text = vec![language.format("verify", "refused", &args)];
        report.errors = ErrorReport::new(&faults, None, language).errors;
    }
    report
}

impl FileReport {
    /// Checks the claims of a file, up to the first difference.
    ///
    /// # Errors
    /// The faults of the first claim that cannot be judged.
    fn check(
        &mut self,
        file: &[u8],
        now: Option<Timestamp>,
        language: &Language,
    ) -> Result<(), Faults> {
        let mut last = None;
        for (number, checked) in checked_claims(utf8(file)?, now) {
            self.checked = number;
            let checked = checked?;
            self.untold += usize::from(!checked.has_result);
            let is_sound = checked.difference.is_none();
            last = Some(checked);
            if !is_sound {
                break;
            }
        }
        let Some(last) = last else {
            return read_json("").map(drop).map_err(Faults::from);
        };
        self.sound = last.difference.is_none();
        self.text = sentences(self, &last, language);
        self.played = Some(PlayedReport::new(&last, language));
        self.pointer = last.difference.map(|it| it.pointer);
        Ok(())
    }
}

impl PlayedReport {
    fn new(checked: &Checked, language: &Language) -> PlayedReport {
        let scored = &checked.scored;
        let winner = |seat| scored.table.name(seat).clone();
        PlayedReport {
            game: scored.facts.id,
            name: language.named(&game_name(scored)),
            edition: scored.edition,
            fingerprint: scored.fingerprint().to_owned(),
            players: scored.table.names().to_vec(),
            hands: scored.hands.len(),
            complete: scored.complete,
            standings: StandingReport::all(scored),
            winners: scored.winners().into_iter().map(winner).collect(),
            head: checked.head.clone(),
        }
    }
}

/// Returns the sentences about a file; `last` is the result of its last checked claim.
fn sentences(report: &FileReport, last: &Checked, language: &Language) -> Vec<String> {
    let (number, untold) = (report.checked, report.untold);
    if let Some(difference) = &last.difference {
        let nothing = || language.text("verify", "nothing");
        let value = |json: &Option<Json>| json.as_ref().map_or_else(nothing, shown);
        let (claim, computed) = (value(&difference.claim), value(&difference.computed));
        let place = difference.pointer.clone();
        let args = args![number: number, place: place, claimed: claim, computed: computed];
        return vec![language.format("verify", "differs", &args)];
    }
    let mut sentences = vec![("all-sound", args![count: number])];
    if number == 1 {
        let (edition, rules) = (last.scored.edition, last.scored.fingerprint().to_owned());
        let rules = args![edition: edition, rules: rules];
        sentences = vec![last.sentence.clone(), ("rules", rules)];
    } else if untold > 0 {
        sentences.push(("untold", args![count: untold]));
    }
    let sentence = |(key, args): &(&str, Args)| language.format("verify", key, args);
    sentences.iter().map(sentence).collect()
}

/// Returns a value for a sentence: its JSON, truncated to 200 characters.
pub fn shown(json: &Json) -> String {
    let text = serde_json::to_string(json).unwrap_or_default();
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The result of checking a claim.
struct Checked {
    scored: Arc<Scored>,
    /// The digest of the last event, if the claim is a log.
    head: Option<String>,
    /// Whether the claim contains a result.
    has_result: bool,
    /// The sentence for a claim without differences.
    sentence: (&'static str, Args),
    /// The first difference between the claim and the computed result, if there is one.
    difference: Option<Difference>,
}

/// Checks the claims of a file, numbered from 1. The file has consecutive JSON values, as in NDJSON, or a
/// list of them. Reading stops at the first value that is not JSON.
fn checked_claims(
    text: &str,
    now: Option<Timestamp>,
) -> impl Iterator<Item = (usize, Result<Checked, Faults>)> {
    let text = text.trim_start_matches('\u{feff}');
    let read = serde_json::Deserializer::from_str(text).into_iter::<Json>();
    let values = read.flat_map(|value| match value {
        Ok(Json::List(values)) => values.into_iter().map(Ok).collect(),
        Ok(value) => vec![Ok(value)],
        Err(error) => vec![Err(Faults::from(invalid_json(text, &error)))],
    });
    (1..).zip(values.map(move |value| Checked::new(value?, now)))
}

impl Checked {
    /// Recomputes the claim in a JSON value: a match document with or without a claimed result, or the complete
    /// log of a match. If `now` is `None`, the times of a log are not compared with the current time.
    ///
    /// # Errors
    /// The value is a result without its match document, a log that cannot be read, or a match with faults.
    fn new(mut value: Json, now: Option<Timestamp>) -> Result<Checked, Faults> {
        let has = |key| value.get(key).is_some();
        // A match document that a program keeps in a file may also have a log, which is not checked here.
        if has("log") && !has("game") || has("events") {
            let log = value.get("log").unwrap_or(&value);
            let unreadable = || Finding::shape("unreadable-log", "/log", args![]);
            let log: StoredLog = log.typed().ok_or_else(unreadable)?;
            // The log of a service may contain an administrator's events.
            let bounds = Bounds {
                now,
                has_admin: true,
            };
            let played = log.judge(&bounds).map_err(in_log)?;
            let scored = played.scored()?;
            let args = args![events: played.events().len(), hands: scored.hands.len()];
            return Ok(Checked {
                scored,
                head: played.head().map(ToString::to_string),
                has_result: true,
                sentence: ("sound-log", args),
                difference: None,
            });
        }
        if !has("document") && !has("players") && (has("standings") || has("result")) {
            return Err(Finding::shape("result-alone", "", args![]).into());
        }
        let (document, claim) = match value.take("document") {
            Some(document) => (document, value.take("result")),
            None => (value, None),
        };
        let scored = Arc::new(score_value(document)?);
        let report = Report::new(scored.clone(), Language::english());
        let computed = serde_json::to_string(&report).unwrap_or_default();
        let computed = read_json(&computed)?;
        let sentence = match &claim {
            Some(claim) => {
                let hands = claim.list("hands");
                let reasons = hands.iter().map(|hand| hand.list("explanation").len());
                let reasons: usize = reasons.sum();
                ("sound-result", args![hands: hands.len(), reasons: reasons])
            }
            None => ("no-result", args![hands: scored.hands.len()]),
        };
        let difference = |claim| first_difference(claim, Some(&computed), true, "");
        Ok(Checked {
            scored,
            head: None,
            has_result: claim.is_some(),
            sentence,
            difference: claim.as_ref().and_then(difference),
        })
    }
}

/// The key of sentences, whose wording may differ between versions.
const SENTENCE: &str = "text";
/// The keys whose values may change within an edition. A value is compared only if both results have its key.
const UNFROZEN: [&str; 6] = ["rule", "reading", "args", "factors", "detail", "warnings"];

/// The first place where the claimed and the computed result differ.
struct Difference {
    /// The JSON pointer of the place.
    pointer: String,
    /// The claimed value, if there is one.
    claim: Option<Json>,
    /// The computed value, if there is one.
    computed: Option<Json>,
}

impl Difference {
    fn new(pointer: String, claim: Option<&Json>, computed: Option<&Json>) -> Difference {
        Difference {
            pointer,
            claim: claim.cloned(),
            computed: computed.cloned(),
        }
    }
}

/// Returns the first difference, in the order of the claimed result. Values that the claim omits are not
/// compared. Claimed lists must be complete, except warnings, because later versions may find more. An
/// argument of a sentence is only compared if both results have it. A claimed clause must exist, but may
/// differ from the computed clause, because later versions may cite a more exact clause.
///
/// A part that may change within an edition differs only if both have a value that is not equal, or if a
/// claimed list item is missing from the computed list.
fn first_difference(
    claim: &Json,
    computed: Option<&Json>,
    is_frozen: bool,
    pointer: &str,
) -> Option<Difference> {
    match (claim, computed) {
        (Json::Object(entries), Some(other @ Json::Object(_))) => {
            entries.iter().find_map(|(key, claim)| {
                let computed = other.get(key);
                let is_frozen = is_frozen && !UNFROZEN.contains(&&**key);
                let is_free = key == SENTENCE
                    || key == "rule" && is_clause(claim)
                    || !is_frozen && computed.is_none();
                let pointer = format!("{pointer}/{}", segment(key));
                (!is_free).then(|| first_difference(claim, computed, is_frozen, &pointer))?
            })
        }
        (Json::List(claim), Some(Json::List(computed))) => {
            let at = |index| {
                let pointer = format!("{pointer}/{index}");
                Difference::new(pointer, claim.get(index), computed.get(index))
            };
            if !is_frozen {
                let same = |one, other| first_difference(one, Some(other), false, "").is_none();
                let is_there = |claim| computed.iter().any(|computed| same(claim, computed));
                return claim.iter().position(|claim| !is_there(claim)).map(at);
            }
            let mut both = claim.iter().zip(computed).enumerate();
            let within = both.find_map(|(index, (claim, computed))| {
                first_difference(claim, Some(computed), true, &format!("{pointer}/{index}"))
            });
            let end = claim.len().min(computed.len());
            within.or_else(|| (claim.len() != computed.len()).then(|| at(end)))
        }
        (claim, computed) => {
            let is_other = claim != computed.unwrap_or(&Json::Null);
            is_other.then(|| Difference::new(pointer.to_owned(), Some(claim), computed))
        }
    }
}

/// Whether a value is the id of a clause.
fn is_clause(claim: &Json) -> bool {
    claim.as_text().and_then(overtrick_games::clause).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read_json;

    fn first(claim: &str, computed: &str) -> Option<String> {
        let [claim, computed] = [claim, computed].map(|text| read_json(text).unwrap());
        first_difference(&claim, Some(&computed), true, "").map(|difference| difference.pointer)
    }

    #[test]
    fn claimed_values_must_exist_and_be_equal() {
        let computed = r#"{"a": 1, "hands": [{"n": 2, "text": "x"}, {"n": 1.5}], "b": null}"#;
        for (claim, place) in [
            ("{}", None),
            (r#"{"a": 1.0, "c": null}"#, None),
            (r#"{"hands": [{"text": "another"}, {"n": 1.5}]}"#, None),
            (
                r#"{"hands": [{"n": 2}, {"n": 1}], "a": 2}"#,
                Some("/hands/1/n"),
            ),
            (r#"{"hands": [{"n": 2}]}"#, Some("/hands/1")),
            (r#"{"hands": [{}, {}, {}]}"#, Some("/hands/2")),
            (r#"{"c/d": 0}"#, Some("/c~1d")),
            (r#"{"a": "1"}"#, Some("/a")),
            ("[]", Some("")),
        ] {
            assert_eq!(first(claim, computed).as_deref(), place, "{claim}");
        }
    }

    #[test]
    fn unfrozen_values_are_compared_if_both_results_have_them() {
        let computed = r#"{"lines": [{"player": "Ann", "points": 4, "rule": "g/a", "reading": true,
            "args": {"rate": 2, "factor": 2}}], "warnings": [{"code": "a", "pointer": "/x"}, {"code": "b"}]}"#;
        for (claim, place) in [
            // A result of an earlier version.
            (
                r#"{"lines": [{"player": "Ann", "points": 4, "rule": "g/a", "args": {"rate": 2}}]}"#,
                None,
            ),
            (
                r#"{"lines": [{"args": {"rate": 2, "gone": 1}}], "warnings": []}"#,
                None,
            ),
            (r#"{"warnings": [{"code": "b", "text": "x"}]}"#, None),
            (r#"{"warnings": [{"code": "c"}]}"#, Some("/warnings/0")),
            (r#"{"lines": [{"rule": "g/b"}]}"#, Some("/lines/0/rule")),
            (r#"{"lines": [{"rule": "play/turn"}]}"#, None),
            (
                r#"{"lines": [{"reading": false}]}"#,
                Some("/lines/0/reading"),
            ),
            (
                r#"{"lines": [{"args": {"rate": 3}}]}"#,
                Some("/lines/0/args/rate"),
            ),
            (r#"{"lines": [{"points": 3}]}"#, Some("/lines/0/points")),
            (r#"{"lines": [{"score": 3}]}"#, Some("/lines/0/score")),
        ] {
            assert_eq!(first(claim, computed).as_deref(), place, "{claim}");
        }
    }
}
