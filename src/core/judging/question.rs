//! A question to an adjudicator, and its answer.

use serde::de::DeserializeOwned;

use super::finish::finish;
use super::head::{faults_at_any_table, seat_players};
use super::source::{read_options, resolve};
use crate::form::{Reading, wrong_type};
use crate::json::Json;
use crate::{
    Answer, Class, Facts, Finding, Game, HandContext, LeftOut, QuestionKind, Subject, Table,
    unknown_player,
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
    let options = body.get("options").cloned().unwrap_or(Json::EMPTY);
    let options = read_options::<G>(&mut reading, options);
    let Reading {
        mut findings,
        left_out,
    } = reading;
    let names = body.get("players").and_then(Json::typed::<Vec<String>>);
    let players = G::FACTS.players;
    let (table, faults) = seat_players(names.as_deref(), G::FACTS, players, &left_out);
    let question = Read {
        kind,
        body: &body,
        options: &options,
        left_out: &left_out,
    };
    if !faults.is_empty() || table.is_empty() {
        findings.extend(faults);
        // Those of form and unknown words that name nobody.
        let faults = |players: usize| {
            let known = table.names().iter().map(ToString::to_string);
            let others = (1..).map(|number| format!("?{number}"));
            let table = Table::of_names(known.chain(others).take(players).collect());
            let mut findings = question.answer::<G>(&table).1;
            findings.retain(is_of_form);
            findings
        };
        findings.extend(faults_at_any_table(players, faults, Finding::eq));
        return Err(findings);
    }
    let (answer, faults) = question.answer::<G>(&table);
    findings.extend(faults);
    if answer.is_none() && findings.is_empty() {
        findings.push(wrong_type("", "object", &body));
    }
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

/// A question whose form is read.
struct Read<'a, O> {
    kind: QuestionKind,
    body: &'a Json,
    options: &'a O,
    left_out: &'a LeftOut,
}

impl<O> Read<'_, O> {
    /// The answer for these players, unless something prevents it, and the faults.
    fn answer<G: Game<Options = O>>(&self, table: &Table) -> (Option<Answer>, Vec<Finding>) {
        let mut findings = Vec::new();
        let game: G = resolve(self.options, table, self.left_out, &mut findings);
        let mut left_out = self.left_out.clone();
        let named = self.body.text("dealer");
        let dealer = named.and_then(|name| table.seat(name));
        if let Some(name) = named.filter(|_| dealer.is_none()) {
            findings.push(unknown_player(table, "/dealer", name));
            left_out.add("/dealer".to_owned());
        }
        if self.kind == QuestionKind::Finish {
            let answer = finish(&game, table, dealer, self.body, &mut findings);
            return (answer, findings);
        }
        let mut context = HandContext::new(table, Subject::Question, 1, &left_out);
        context.edition = G::FACTS.edition;
        let question = crate::Question {
            kind: self.kind,
            dealer,
            body: own_fields(G::FACTS, self.kind, self.body),
        };
        let answer = game.adjudicate(&question, &mut context);
        let answer = answer.map(|answer| with_readings(answer, G::FACTS));
        findings.extend(context.finish().findings);
        (answer, findings)
    }
}

/// Whether a fault does not depend on who plays.
fn is_of_form(fault: &Finding) -> bool {
    let is_unknown = fault.code.starts_with("unknown-") && fault.code != "unknown-player";
    is_unknown || fault.class == Class::Shape
}

/// The answer with a mark at each clause that decided it and is a reading of ours.
fn with_readings(mut answer: Answer, facts: &Facts) -> Answer {
    let decided = match answer.outcome.get_mut("decided_by") {
        Some(Json::List(clauses)) => clauses.as_mut_slice(),
        Some(clause) => std::slice::from_mut(clause),
        None => &mut [],
    };
    for clause in decided {
        let rule = clause.text("rule");
        if rule.is_some_and(|rule| facts.is_reading(rule)) {
            clause.set("reading", Json::Bool(true));
        }
    }
    answer
}

/// The fields of a question besides those that every question has.
fn own_fields(facts: &Facts, kind: QuestionKind, body: &Json) -> Json {
    let mut questions = facts.questions.iter();
    let own = questions.find(|(known, _)| *known == kind);
    let own = own.map_or(&[][..], |(_, fields)| fields);
    let is_own = |key: &String| own.iter().any(|field| field.name == *key);
    let entries = body.entries().iter().filter(|(key, _)| is_own(key));
    Json::Object(entries.cloned().collect())
}
