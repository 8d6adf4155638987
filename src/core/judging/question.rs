//! A question to an adjudicator, and its answer.

use serde::de::DeserializeOwned;

use super::finish::finish;
use super::source::{read_options, resolve};
use crate::form::{Reading, wrong_type};
use crate::json::Json;
use crate::{
    Answer, Facts, Finding, Game, HandContext, QuestionKind, Seat, Subject, Table, args,
    players_count, unknown_player,
};

/// The well-formed part of a question.
#[derive(Debug)]
pub struct Question {
    /// The kind of question.
    pub kind: QuestionKind,
    /// Its fields.
    pub body: Json,
    /// Its faults of form, and the places left out.
    pub reading: Reading,
}

/// A question with its answer.
#[derive(Debug)]
pub struct Answered {
    /// The game.
    pub facts: &'static Facts,
    /// The kind of question.
    pub kind: QuestionKind,
    /// The players.
    pub table: Table,
    /// The rulings.
    pub answer: Answer,
}

/// Answers a question about a game.
///
/// # Errors
/// Every fault that prevents an answer. A step that breaks a rule is not a fault: the answer contains a
/// ruling on it.
pub fn answer<G: Game>(question: Question) -> Result<Answered, Vec<Finding>>
where
    G::Options: DeserializeOwned,
{
    let Question {
        kind,
        body,
        mut reading,
    } = question;
    let table = seat_players::<G>(&body, &mut reading)?;
    let options = body.get("options").cloned().unwrap_or(Json::EMPTY);
    let options = read_options::<G>(&mut reading, options);
    let mut findings = std::mem::take(&mut reading.findings);
    let game = resolve::<G>(&options, &table, &reading.left_out, &mut findings);
    let dealer = dealer(&body, &table, &mut reading);
    findings.append(&mut reading.findings);
    let answer = if kind == QuestionKind::Finish {
        finish(&game, &table, dealer, &body, &mut findings)
    } else {
        let mut context = HandContext::new(&table, Subject::Question, 1, &reading.left_out);
        context.edition = G::FACTS.edition;
        let body = own_fields(G::FACTS, kind, body);
        let question = crate::Question { kind, dealer, body };
        let answer = game.adjudicate(&question, &mut context);
        let answer = answer.map(|answer| with_readings(answer, G::FACTS));
        findings.extend(context.finish().findings);
        if answer.is_none() && findings.is_empty() {
            findings.push(wrong_type("", "object", &question.body));
        }
        answer
    };
    match answer {
        Some(answer) if findings.is_empty() => Ok(Answered {
            facts: G::FACTS,
            kind,
            table,
            answer,
        }),
        _ => Err(findings),
    }
}

/// The answer with a mark at each clause that decided it and is a reading of ours.
fn with_readings(mut answer: Answer, facts: &Facts) -> Answer {
    let decided = match answer.outcome.get_mut("decided_by") {
        Some(Json::List(clauses)) => clauses.as_mut_slice(),
        Some(clause) => std::slice::from_mut(clause),
        None => &mut [],
    };
    for clause in decided {
        let is_reading = clause
            .text("rule")
            .is_some_and(|rule| facts.is_reading(rule));
        if let Json::Object(entries) = clause
            && is_reading
        {
            entries.push(("reading".to_owned(), Json::Bool(true)));
        }
    }
    answer
}

/// The fields of a question besides those that every question has.
fn own_fields(facts: &Facts, kind: QuestionKind, body: Json) -> Json {
    let Json::Object(mut entries) = body else {
        return body;
    };
    let own = facts.questions.iter().find(|(known, _)| *known == kind);
    let own = own.map_or(&[][..], |(_, fields)| fields);
    entries.retain(|(key, _)| own.iter().any(|field| field.name == *key));
    Json::Object(entries)
}

/// The players of a question, without whom nothing else can be judged.
fn seat_players<G: Game>(body: &Json, reading: &mut Reading) -> Result<Table, Vec<Finding>> {
    let mut findings = std::mem::take(&mut reading.findings);
    let Some(names) = body.get("players").and_then(Json::typed::<Vec<String>>) else {
        if !reading.is_left_out("/players") {
            findings.push(Finding::shape("missing-field", "/players", args![]));
        }
        return Err(findings);
    };
    let (fewest, most) = G::FACTS.players;
    if !(fewest..=most).contains(&names.len()) {
        findings.push(players_count(G::FACTS.id, G::FACTS.players, names.len()));
        return Err(findings);
    }
    let (table, faults) = Table::seat_players(&names);
    if !faults.is_empty() {
        findings.extend(faults);
        return Err(findings);
    }
    reading.findings = findings;
    Ok(table)
}

fn dealer(body: &Json, table: &Table, reading: &mut Reading) -> Option<Seat> {
    let name = body.text("dealer")?;
    let seat = table.seat(name);
    if seat.is_none() {
        reading.refuse(unknown_player(table, "/dealer", name));
    }
    seat
}
