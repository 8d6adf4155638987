//! A question to an adjudicator, and its answer.

use serde::de::DeserializeOwned;

use super::finish::finish;
use super::source::{read_options, resolve};
use crate::form::{Reading, wrong_type};
use crate::json::Json;
use crate::{
    Answer, Class, Facts, Finding, Game, HandContext, LeftOut, QuestionKind, Subject, Table, args,
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
    let options = body.get("options").cloned().unwrap_or(Json::EMPTY);
    let options = read_options::<G>(&mut reading, options);
    let mut findings = std::mem::take(&mut reading.findings);
    let seated = seat_players::<G>(&body, &reading);
    let question = Read {
        kind,
        body: &body,
        options: &options,
        left_out: &reading.left_out,
    };
    let table = match seated {
        Ok(table) => table,
        Err(Unseated { named, faults }) => {
            findings.extend(faults);
            findings.extend(question.faults_at_any_table::<G>(&named));
            return Err(findings);
        }
    };
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
        let dealer = self.body.text("dealer").and_then(|name| {
            let seat = table.seat(name);
            if seat.is_none() {
                findings.push(unknown_player(table, "/dealer", name));
                left_out.add("/dealer".to_owned());
            }
            seat
        });
        if self.kind == QuestionKind::Finish {
            let answer = finish(&game, table, dealer, self.body, &mut findings);
            return (answer, findings);
        }
        let mut context = HandContext::new(table, Subject::Question, 1, &left_out);
        context.edition = G::FACTS.edition;
        let question = crate::Question {
            kind: self.kind,
            dealer,
            body: own_fields(G::FACTS, self.kind, self.body.clone()),
        };
        let answer = game.adjudicate(&question, &mut context);
        let answer = answer.map(|answer| with_readings(answer, G::FACTS));
        findings.extend(context.finish().findings);
        (answer, findings)
    }

    /// The faults of form and unknown words where the players are at fault: those that there are with every number
    /// of players, and that name nobody.
    fn faults_at_any_table<G: Game<Options = O>>(&self, named: &Table) -> Vec<Finding> {
        let faults = |players: usize| {
            let known = named.names().iter().map(ToString::to_string);
            let others = (1..).map(|number| format!("?{number}"));
            let table = Table::of_names(known.chain(others).take(players).collect());
            let mut findings = self.answer::<G>(&table).1;
            findings.retain(is_of_form);
            findings
        };
        let (fewest, most) = G::FACTS.players;
        let mut common = faults(fewest);
        for players in fewest + 1..=most {
            let others = faults(players);
            common.retain(|fault| others.contains(fault));
        }
        common
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

/// Players of a question who cannot be seated.
struct Unseated {
    /// Those whose names can be read.
    named: Table,
    /// Every fault of their number and names that is not reported yet.
    faults: Vec<Finding>,
}

/// Seats the players of a question.
fn seat_players<G: Game>(body: &Json, reading: &Reading) -> Result<Table, Unseated> {
    let Some(names) = body.get("players").and_then(Json::typed::<Vec<String>>) else {
        let is_reported = reading.left_out.has_any_of("/players");
        let missing = (!is_reported).then(|| Finding::shape("missing-field", "/players", args![]));
        return Err(Unseated {
            named: Table::seat_players(&[]).0,
            faults: missing.into_iter().collect(),
        });
    };
    let (fewest, most) = G::FACTS.players;
    let (table, mut faults) = Table::seat_players(&names[..names.len().min(most)]);
    if !(fewest..=most).contains(&names.len()) {
        faults.insert(0, players_count(G::FACTS.id, G::FACTS.players, names.len()));
    }
    if faults.is_empty() {
        Ok(table)
    } else {
        Err(Unseated {
            named: table,
            faults,
        })
    }
}
