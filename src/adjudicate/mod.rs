//! Adjudication: one question in, a ruling for every step out.
//!
//! The same code rules here and when a recorded auction or play is scored.

mod report;

use crate::document::{check_size, read_json, sound, unknown_game, utf8};
use crate::games::{self, Ruled, players_count};
use crate::rules::form::{Field, Kind, Reading};
use crate::rules::json::Json;
use crate::rules::{
    self, Answer, Arg, DocumentPlace, Facts, Finding, Game, HandContext, Mode, OptionsContext,
    QuestionKind, Seat, Table, args, unknown_player,
};
pub use report::{NextReport, RulingReport, RulingsReport};

/// The fields that every question has.
const HEAD: &[Field] = &[
    Field::required("game", Kind::Text),
    Field::required("players", Kind::List(&Kind::Text)),
    Field::optional("options", Kind::Any),
    Field::required("question", Kind::Word(QuestionKind::WORDS)),
    Field::depends("dealer", Kind::Player),
];

/// A question that has been read, as far as it is well formed.
#[derive(Debug)]
pub(crate) struct Question {
    kind: QuestionKind,
    body: Json,
    reading: Reading,
}

/// Answers a question: which game's it is, who sits at the table, and the rulings.
///
/// # Errors
/// Everything that keeps the question from being read. A question that can be read is answered,
/// however illegal what it tells of.
///
/// ```
/// let question = br#"{"game": "brink-bid", "players": ["Ann", "Bo"], "question": "auction",
///     "dealer": "Ann", "cards_dealt": 4, "calls": [{"player": "Bo", "call": 5}]}"#;
/// let answered = overtrick::adjudicate::adjudicate(question).unwrap();
/// assert!(!answered.answer.is_legal());
/// assert_eq!(answered.answer.rulings[0].breach.as_ref().unwrap().rule, "brink-bid/bid-range");
/// ```
pub fn adjudicate(question: &[u8]) -> Result<Answered, Vec<Finding>> {
    check_size(question.len()).map_err(|finding| vec![finding])?;
    let json = utf8(question)
        .and_then(read_json)
        .map_err(|finding| vec![finding])?;
    let Json::Object(entries) = json else {
        return Err(vec![Finding::shape(
            "wrong-type",
            "",
            args![expected: "object", found: json.kind()],
        )]);
    };
    let mut reading = Reading::default();
    let text = |key: &str| {
        let mut values = entries
            .iter()
            .filter(|(known, _)| known == key)
            .map(|(_, value)| value);
        values.next().and_then(Json::as_text)
    };
    let entry = text("game").and_then(games::find);
    let form = entry.and_then(|entry| {
        let kind = QuestionKind::from_word(text("question")?)?;
        entry
            .facts
            .questions
            .iter()
            .find(|(known, _)| *known == kind)
    });
    let Some((entry, (kind, form))) = entry.zip(form) else {
        return Err(unanswerable(reading, entries));
    };
    let fields: Vec<Field> = HEAD.iter().chain(*form).copied().collect();
    let body = reading.read_object(&fields, entries, "");
    let question = Question {
        kind: *kind,
        body,
        reading,
    };
    (entry.adjudicate)(question).map(|(answer, table)| Answered {
        facts: entry.facts,
        kind: *kind,
        table,
        answer,
    })
}

/// A question with its answer.
#[derive(Debug)]
pub struct Answered {
    /// The game.
    pub facts: &'static Facts,
    /// What was asked.
    pub kind: QuestionKind,
    /// Who sits at the table.
    pub table: Table,
    /// The rulings.
    pub answer: Answer,
}

/// The faults of a question of no known game or kind.
fn unanswerable(mut reading: Reading, entries: Vec<(String, Json)>) -> Vec<Finding> {
    let head: Vec<(String, Json)> = entries
        .into_iter()
        .filter(|(key, _)| HEAD.iter().any(|field| field.name == key))
        .collect();
    let head = reading.read_object(HEAD, head, "");
    for key in ["game", "question"] {
        if head.get(key).is_none() && !reading.left_out.contains(&format!("/{key}")) {
            reading
                .findings
                .push(Finding::shape("missing-field", format!("/{key}"), args![]));
        }
    }
    let game = head.get("game").and_then(Json::as_text);
    match game.map(|id| (id, games::find(id))) {
        Some((id, None)) => reading.findings.push(unknown_game(id)),
        Some((_, Some(entry))) => {
            if let Some(found) = head.get("question").and_then(Json::as_text) {
                let questions = entry
                    .facts
                    .questions
                    .iter()
                    .map(|(kind, _)| Arg::Text(kind.word().into()))
                    .collect();
                let args = args![game: entry.facts.id, found: found.to_owned(), questions: Arg::List(questions)];
                reading
                    .findings
                    .push(Finding::rule("unknown-question", "/question", args));
            }
        }
        None => {}
    }
    reading.findings
}

/// Answers a question of a game.
pub(crate) fn answer<G: Game>(question: Question) -> Ruled {
    let Question {
        kind,
        mut body,
        mut reading,
    } = question;
    let mut findings = std::mem::take(&mut reading.findings);
    let Some(names) = body.get("players").and_then(Json::typed::<Vec<String>>) else {
        if !reading.left_out.iter().any(|place| place == "/players") {
            findings.push(Finding::shape("missing-field", "/players", args![]));
        }
        return Err(findings);
    };
    let (fewest, most) = G::FACTS.players;
    if !(fewest..=most).contains(&names.len()) {
        findings.push(players_count(G::FACTS, names.len()));
        return Err(findings);
    }
    let (table, faults) = Table::seat_players(&names);
    let seated = faults.is_empty();
    findings.extend(faults);
    if !seated {
        return Err(findings);
    }
    let fields: Vec<Field> = G::FACTS.options.iter().map(|rule| rule.field).collect();
    let options = body
        .get("options")
        .cloned()
        .unwrap_or(Json::Object(Vec::new()));
    let options: G::Options = sound(&mut reading, &fields, options, "/options");
    findings.append(&mut reading.findings);
    let mut options_context = OptionsContext::new(&reading.left_out);
    let game = G::rules(&options, &table, &mut options_context);
    findings.append(&mut options_context.findings);
    let said = body.get("dealer").and_then(Json::as_text);
    let dealer: Option<Seat> = said.and_then(|name| table.seat(name));
    if let Some(stranger) = said.filter(|_| dealer.is_none()) {
        reading.refuse(unknown_player(&table, "/dealer", stranger));
        findings.append(&mut reading.findings);
    }
    let mut context = HandContext::new(
        &table,
        DocumentPlace::Top,
        Mode::Whole,
        1,
        &reading.left_out,
    );
    if let Json::Object(entries) = &mut body {
        entries.retain(|(key, _)| HEAD.iter().all(|field| field.name != key));
    }
    let question = rules::Question { kind, dealer, body };
    let answer = game.adjudicate(&question, &mut context);
    findings.extend(context.finish().findings);
    match answer {
        Some(answer) if findings.is_empty() => Ok((answer, table)),
        None if findings.is_empty() => Err(vec![Finding::shape(
            "wrong-type",
            "",
            args![expected: "object", found: question.body.kind()],
        )]),
        _ => Err(findings),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::json::damage::damage;

    const QUESTIONS: &[&str] = &[
        include_str!("../../tests/conformance/berzerka.auctions.ndjson"),
        include_str!("../../tests/conformance/berzerka.plays.ndjson"),
        include_str!("../../tests/conformance/brink-bid.auctions.ndjson"),
        include_str!("../../tests/conformance/brink-bid.plays.ndjson"),
        include_str!("../../tests/conformance/contract-sabacc.auctions.ndjson"),
        include_str!("../../tests/conformance/contract-sabacc.plays.ndjson"),
        include_str!("../../tests/conformance/contractor.auctions.ndjson"),
        include_str!("../../tests/conformance/contractor.plays.ndjson"),
        include_str!("../../tests/conformance/mariash.auctions.ndjson"),
        include_str!("../../tests/conformance/mariash.plays.ndjson"),
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn no_damage_makes_it_panic(file in 0..QUESTIONS.len(), line: u16, places: Vec<u16>, again: Vec<u16>) {
            let lines: Vec<&str> = QUESTIONS[file].lines().collect();
            let case: Json = serde_json::from_str(lines[usize::from(line) % lines.len()]).unwrap();
            let mut question = case.get("question").cloned().unwrap();
            damage(&mut question, &mut places.iter(), 0);
            damage(&mut question, &mut again.iter(), 0);
            match adjudicate(serde_json::to_string(&question).unwrap().as_bytes()) {
                Ok(answered) => prop_assert!(answered.answer.rulings.iter().all(|ruling| ruling.index < 1_000)),
                Err(findings) => prop_assert!(!findings.is_empty()),
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            let _ = adjudicate(&bytes);
        }
    }
}
