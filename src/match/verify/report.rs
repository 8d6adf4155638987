//! The result of checking a file, in a language.

use std::sync::Arc;

use serde::Serialize;

use super::claim::{Checked, Difference, checked_claims};
use crate::document::{ErrorReport, Fault, StandingReport, game_name, read_json, utf8};
use crate::lang::Language;
use crate::ledger::Timestamp;
use overtrick_core::json::Json;
use overtrick_core::{Args, Faults, Finding, args};

/// The most letters of a value shown in a sentence.
const LONGEST: usize = 200;

/// The result of checking a file, up to the first error.
#[derive(Debug, Default, Serialize)]
pub struct FileReport {
    /// Whether the whole file is correct.
    pub sound: bool,
    /// The number of checked matches.
    pub checked: usize,
    /// The number of those without a stated result.
    pub untold: usize,
    /// The result in sentences.
    pub text: Vec<String>,
    /// The JSON pointer of the first place that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The faults of a match that cannot be scored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
    /// The match, if the file has one that can be scored.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedReport>,
}

/// A computed match.
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
    let text = match utf8(file) {
        Ok(text) => text,
        Err(fault) => return report.refused(0, &[fault], language),
    };
    let mut last = None;
    for (number, checked) in checked_claims(text, now) {
        let checked = match checked {
            Ok(checked) => checked,
            Err(faults) => return report.refused(number, &faults, language),
        };
        report.checked = number;
        report.untold += usize::from(!checked.is_told);
        let is_sound = checked.difference.is_none();
        last = Some(checked);
        if !is_sound {
            break;
        }
    }
    let Some(last) = last else {
        let nothing = read_json("").err();
        return report.refused(0, &nothing.into_iter().collect::<Faults>(), language);
    };
    report.sound = last.difference.is_none();
    report.text = sentences(&report, &last, language);
    report.played = Some(PlayedReport::new(&last, language));
    report.pointer = last.difference.map(|it| it.pointer);
    report
}

impl FileReport {
    /// The report of a file with something that cannot be judged.
    fn refused(self, number: usize, faults: &[Finding], language: &Language) -> Self {
        let args = args![number: number, count: faults.len()];
        FileReport {
            sound: false,
            checked: number,
            text: vec![language.format("verify", "refused", &args)],
            errors: ErrorReport::new(faults, None, language).errors,
            ..self
        }
    }
}

impl PlayedReport {
    fn new(checked: &Checked, language: &Language) -> PlayedReport {
        let scored = &checked.scored;
        let winner = |seat| scored.table.name(seat).clone();
        let head = checked.played.as_ref().and_then(|played| played.head());
        PlayedReport {
            game: scored.facts.id,
            name: game_name(scored, language),
            edition: scored.edition,
            fingerprint: scored.fingerprint().to_owned(),
            players: scored.table.names().to_vec(),
            hands: scored.hands.len(),
            complete: scored.complete,
            standings: StandingReport::all(scored),
            winners: scored.winners().into_iter().map(winner).collect(),
            head: head.map(ToString::to_string),
        }
    }
}

/// The sentences about a file whose last claim has this result.
fn sentences(report: &FileReport, last: &Checked, language: &Language) -> Vec<String> {
    let say = |key, args: Args| language.format("verify", key, &args);
    let number = report.checked;
    if let Some(difference) = &last.difference {
        return vec![differing(difference, number, language)];
    }
    if number > 1 {
        let mut said = vec![say("all-sound", args![count: number])];
        if report.untold > 0 {
            said.push(say("untold", args![count: report.untold]));
        }
        return said;
    }
    let (key, result) = match &last.played {
        Some(played) => {
            let events = played.events().len();
            ("sound-log", args![events: events, hands: last.hands])
        }
        None if last.is_told => {
            let args = args![hands: last.hands, reasons: last.reasons];
            ("sound-result", args)
        }
        None => ("no-result", args![hands: last.scored.hands.len()]),
    };
    let (edition, rules) = (last.scored.edition, last.scored.fingerprint().to_owned());
    let rules = args![edition: edition, rules: rules];
    vec![say(key, result), say("rules", rules)]
}

fn differing(difference: &Difference, number: usize, language: &Language) -> String {
    let value = |json: &Option<Json>| match json {
        None => language.text("verify", "nothing"),
        Some(json) => shown(json),
    };
    let place = difference.pointer.clone();
    let (told, computed) = (value(&difference.told), value(&difference.computed));
    let args = args![number: number, place: place, told: told, computed: computed];
    language.format("verify", "differs", &args)
}

/// A value as shown in a sentence: its JSON, cut to 200 characters.
pub fn shown(json: &Json) -> String {
    let text = serde_json::to_string(json).unwrap_or_default();
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
