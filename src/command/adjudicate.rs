//! `overtrick adjudicate`.

use std::collections::BTreeSet;

use clap::Args;

use super::error::{CommandError, FailureKind, FaultFormat, Outcome};
use super::grid::{Grid, left};
use super::input::Document;
use super::output::{self, language};
use super::rules_text::guidance_text;
use overtrick_core::json::Json;
use overtrick_core::{Facts, QuestionKind, Table};
use overtrick_match::adjudicate::{Answered, RulingReport, RulingsReport, adjudicate};
use overtrick_match::document::marked_clause;

/// Answer a rules question about an auction, a trick, the whole play, a discard, a contract's value or a pass.
///
/// The question is a JSON document. overtrick form GAME --question QUESTION explains its fields and shows
/// examples. Exit status: 0 if all steps are legal, 1 if a step is illegal, 2 if the question cannot be read.
#[derive(Debug, Args)]
pub struct Adjudicate {
    /// The file with the question, or - for standard input
    file: String,
    /// Write JSON [default: text in a terminal, otherwise JSON]
    #[arg(long)]
    json: bool,
    /// Write text, even if the output is not a terminal
    #[arg(long, conflicts_with = "json")]
    text: bool,
}

impl Adjudicate {
    pub fn run(self) -> Outcome {
        let question = Document::read(&self.file, FaultFormat::new(self.json))?;
        let answered = adjudicate(&question.bytes)
            .map_err(|findings| question.refuse(&findings).of_kind(FailureKind::Usage))?;
        let is_illegal = answered.answer.legal() == Some(false);
        if self.json || !(self.text || output::is_terminal()) {
            output::json(&RulingsReport::new(answered, language()))?;
        } else {
            let question = question.json()?;
            output::text(&as_text(answered, &question))?;
        }
        CommandError::refused_unless(!is_illegal)
    }
}

/// Returns the rulings, the next step, and the outcome as text.
pub fn as_text(answered: Answered, question: &Json) -> String {
    let (facts, table) = (answered.facts, answered.table.clone());
    let answer = RulingsReport::new(answered, language());
    let wording = Wording {
        facts,
        table: &table,
    };
    let rulings = answer.rulings.iter();
    let illegal = rulings.filter(|ruling| ruling.legal == Some(false)).count();
    // For a discard, `missing` is the number of cards still to discard. For other questions, it is not a
    // number.
    let missing = answer.outcome.int("missing");
    let key = match missing {
        _ if illegal > 0 => "ruling-illegal",
        _ if answer.legal.is_none() => "ruling-lacking",
        Some(_) => "ruling-short",
        None if answer.rulings.is_empty() => "ruling-answer",
        None => "ruling-legal",
    };
    let question_name = language().text("question", answer.question.word());
    let mut text = sentence!("ui", key, game: facts.id, question: question_name,
        illegal: illegal, missing: missing.unwrap_or(0));
    text += "\n\n";
    let step = |ruling: &RulingReport| {
        let number = match (ruling.trick, ruling.index) {
            (Some(trick), Some(index)) => format!("{trick}.{}", index + 1),
            (_, Some(index)) => (index + 1).to_string(),
            (_, None) => String::new(),
        };
        let step = wording.step(question, ruling);
        [number, step, verdict(facts, ruling)].map(left)
    };
    if !answer.rulings.is_empty() {
        let steps: Grid = answer.rulings.iter().map(step).collect();
        text += &(steps.text() + "\n");
    }
    // Each suggestion is shown once.
    let mut suggested = BTreeSet::new();
    let guidance = answer.rulings.iter();
    let guidance = guidance.filter_map(|ruling| ruling.guidance.as_ref());
    for guidance in guidance.filter(|guidance| suggested.insert(&guidance.text)) {
        text += &(guidance_text(guidance) + "\n");
    }
    if !answer.next.is_empty() {
        text += &format!("{}\n", language().text("ui", "next"));
        let next = answer.next.iter().map(|turn| {
            let choices = turn.choices.entries().iter();
            let choices: Vec<String> = choices.map(|(_, choice)| wording.short(choice)).collect();
            [format!("  {}", turn.player), choices.join("; ")].map(left)
        });
        text += &(next.collect::<Grid>().text() + "\n");
    }
    text += &format!("{}\n", language().text("ui", "outcome"));
    // For a question about the finish, empty lists are not shown.
    let is_shown = |value: &Json| answer.question != QuestionKind::Finish || !is_empty(value);
    let outcome = answer.outcome.entries().iter();
    let outcome = outcome.filter(|(_, value)| is_shown(value));
    let outcome = outcome.map(|(key, value)| {
        let key = format!("  {}", wording.key(key));
        [key, wording.short(value)].map(left)
    });
    text + &outcome.collect::<Grid>().text()
}

/// Whether a value is an empty list or object.
fn is_empty(value: &Json) -> bool {
    [Json::EMPTY, Json::List(Vec::new())].contains(value)
}

fn verdict(facts: &Facts, ruling: &RulingReport) -> String {
    let text = ruling.text.clone();
    let (Some(rule), Some(why)) = (&ruling.rule, &text) else {
        return text.unwrap_or_else(|| language().text("ui", "legal"));
    };
    let mut parts =
        vec![sentence!("ui", "illegal", why: why.clone(), rule: marked_clause(facts, rule))];
    if !ruling.could_play.is_empty() {
        parts.push(sentence!("ui", "could-play", cards: ruling.could_play.clone()));
    }
    if let Some(proof) = &ruling.proven_by {
        parts.push(sentence!("ui", "proven-by", trick: proof.trick, card: proof.index + 1));
    }
    parts.join("; ")
}

/// Renders questions and answers as text, without translating players' names.
struct Wording<'a> {
    facts: &'a Facts,
    table: &'a Table,
}

impl Wording<'_> {
    /// Returns the step that a ruling is about: a call, a card or the contract. A ruling that is not about a
    /// step is about the hands.
    fn step(&self, question: &Json, ruling: &RulingReport) -> String {
        let mut keys = ["calls", "cards", "aside", "discards"].iter();
        let steps = match (question.get("tricks"), ruling.trick) {
            (Some(Json::List(tricks)), Some(trick)) => tricks.get(trick - 1),
            _ => keys.find_map(|key| question.get(key)),
        };
        let step = match (steps, ruling.index) {
            (_, None) => None,
            (Some(Json::List(items)), Some(index)) => items.get(index).map(|step| self.short(step)),
            _ => self.contract(question),
        };
        step.unwrap_or_else(|| language().text("ui", "step-hands"))
    }

    /// Returns the declarer, if there is one, and the contract of a question.
    fn contract(&self, question: &Json) -> Option<String> {
        let contract = question.get("contract")?;
        let by = question.get("by").into_iter();
        let parts: Vec<String> = by.chain([contract]).map(|part| self.short(part)).collect();
        Some(parts.join(" "))
    }

    /// Returns a value on one line, without quotes.
    fn short(&self, json: &Json) -> String {
        match json {
            Json::Null => "–".to_owned(),
            json if is_empty(json) => language().text("ui", "nobody"),
            Json::Bool(true) => language().text("ui", "yes"),
            Json::Bool(false) => language().text("ui", "no"),
            Json::Text(text) if self.is_name(text) => text.clone(),
            Json::Text(text) => language().word(text),
            Json::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.short(item)).collect();
                items.join(", ")
            }
            Json::Object(entries) => self.entries(entries),
            json => serde_json::to_string(json).unwrap_or_default(),
        }
    }

    /// Returns the entries on one line: the player, then the call or card, then the other entries with their
    /// names. Omits entries that are false.
    fn entries(&self, entries: &[(String, Json)]) -> String {
        let is_unnamed = |key: &str| matches!(key, "player" | "call" | "card" | "by" | "rule");
        let mut entries: Vec<&(String, Json)> = entries
            .iter()
            .filter(|(key, value)| *value != Json::Bool(false) && key != "reading")
            .collect();
        entries.sort_by_key(|(key, _)| (key != "player", !is_unnamed(key)));
        let entry = |(key, value): &(String, Json)| match value {
            Json::Text(call) if key == "call" => language().word(call),
            Json::Text(id) if key == "rule" => marked_clause(self.facts, id),
            value if is_unnamed(key) => self.short(value),
            Json::Bool(true) => self.key(key),
            value => format!("{} {}", self.key(key), self.short(value)),
        };
        let nested = |(_, value): &&(String, Json)| matches!(value, Json::Object(_));
        let between = if entries.iter().all(nested) {
            ", "
        } else {
            " "
        };
        let entries: Vec<String> = entries.into_iter().map(entry).collect();
        entries.join(between)
    }

    fn key(&self, key: &str) -> String {
        if self.is_name(key) {
            key.to_owned()
        } else {
            language().field(self.facts.id, key)
        }
    }

    fn is_name(&self, text: &str) -> bool {
        self.table.seat(text).is_some()
    }
}
