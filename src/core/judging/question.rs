//! A question to an adjudicator, and its answer.

use serde::de::DeserializeOwned;

use super::finish::finish;
use super::head::{faults_at_any_table, seat_players};
use super::source::{read_options, resolve};
use crate::form::{Reading, wrong_type};
use crate::json::Json;
use crate::wire::Given;
use crate::{
    Answer, Class, Facts, Finding, Game, HandContext, LeftOut, Question, QuestionKind, Subject,
    Table, unknown_player,
};

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

/// Answers a question of this kind. `body` is its well-formed part, and `reading` has the faults in its form.
///
/// # Errors
/// Every fault that prevents an answer. A step that breaks a rule is not a fault: the answer contains a
/// ruling on it.
pub fn answer<G: Game<Options: DeserializeOwned>>(
    kind: QuestionKind,
    mut body: Json,
    mut reading: Reading,
) -> Result<Answered, Vec<Finding>> {
    let options = body.take("options").unwrap_or_default();
    let options = read_options::<G>(&mut reading, options);
    let (mut findings, left_out) = (reading.findings, &reading.left_out);
    let names = body.take("players");
    let names = names.as_ref().and_then(Json::typed::<Vec<String>>);
    // The caller has already read these fields to find the game.
    body.take("game");
    body.take("question");
    let players = G::FACTS.players;
    let (table, faults) = seat_players(names.as_deref(), G::FACTS, players, left_out);
    if !faults.is_empty() || table.is_empty() {
        findings.extend(faults);
        // Finds the faults that do not depend on the players: unknown words, and faults in the form of the input.
        let faults = |players: usize| {
            let others = (1..).map(|number| format!("?{number}").into());
            let names = table.names().iter().cloned().chain(others);
            let table = Table::of_names(names.take(players));
            let mut all = findings.clone();
            answer_at::<G>(kind, &body, left_out, &options, &table, &mut all);
            let mut added = all.split_off(findings.len());
            added.retain(is_of_form);
            added
        };
        let faults = faults_at_any_table(players, faults, Finding::eq);
        findings.extend(faults);
        return Err(findings);
    }
    let answer = answer_at::<G>(kind, &body, left_out, &options, &table, &mut findings);
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

/// Returns the answer for these players, or `None` if a fault prevents it. Adds faults to the findings.
fn answer_at<G: Game>(
    kind: QuestionKind,
    body: &Json,
    left_out: &LeftOut,
    options: &G::Options,
    table: &Table,
    findings: &mut Vec<Finding>,
) -> Option<Answer> {
    let (mut left_out, mut body) = (left_out.clone(), body.clone());
    let game: G = resolve(options, table, &left_out, findings);
    let named = body.take("dealer");
    let named = named.as_ref().and_then(Json::as_text);
    let dealer = Given(named.and_then(|name| table.seat(name)));
    if let Some(name) = named.filter(|_| dealer.is_none()) {
        findings.push(unknown_player(table, "/dealer", name));
        left_out.add("/dealer".to_owned());
    }
    let mut context = HandContext::new(table, Subject::Question, 1, &left_out);
    context.edition = G::FACTS.edition;
    let question = Question { kind, dealer, body };
    let answer = match kind {
        QuestionKind::Finish => finish(&game, &question, findings.is_empty(), &mut context),
        _ => game.adjudicate(&question, &mut context),
    };
    findings.extend(context.finish().findings);
    answer.map(|answer| with_readings(answer, G::FACTS))
}

/// Whether a fault does not depend on the players.
fn is_of_form(fault: &Finding) -> bool {
    let is_unknown = fault.code.starts_with("unknown-") && fault.code != "unknown-player";
    is_unknown || fault.class == Class::Shape
}

/// Marks each clause in `decided_by` that is our interpretation.
fn with_readings(mut answer: Answer, facts: &Facts) -> Answer {
    let mark = |clause: &mut Json| {
        let rule = clause.text("rule");
        if rule.is_some_and(|rule| facts.is_reading(rule)) {
            clause.set("reading", Json::Bool(true));
        }
    };
    match answer.outcome.get_mut("decided_by") {
        Some(Json::List(clauses)) => clauses.iter_mut().for_each(mark),
        Some(clause) => mark(clause),
        None => {}
    }
    answer
}
