//! `overtrick adjudicate`.

use clap::Args;

use super::error::{CommandError, FailureKind, FaultFormat, Outcome};
use super::grid::{Grid, left};
use super::input::Document;
use super::output;
use super::rules_text::guidance_text;
use overtrick_core::json::Json;
use overtrick_core::{QuestionKind, Ruling, Table, args};
use overtrick_match::adjudicate::{Answered, RulingsReport, adjudicate};
use overtrick_match::describe::GuidanceText;
use overtrick_match::document::marked_clause;
use overtrick_match::lang::Language;

/// Answer a rules question: about an auction, a trick, a whole play, a discard, a contract's value or a pass.
///
/// The question is a JSON document; overtrick form GAME --question QUESTION explains every field and shows
/// examples. Exit status: 0 if every step was legal, 1 if one was not, 2 if the question cannot be read.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick adjudicate question.json --text"]))]
pub struct Adjudicate {
    /// The question, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Write JSON [default: text in a terminal, otherwise JSON]
    #[arg(long)]
    json: bool,
    /// Write text, even when the output is not a terminal
    #[arg(long, conflicts_with = "json")]
    text: bool,
}

impl Adjudicate {
    pub fn run(self, language: &Language) -> Outcome {
        let question = Document::read(&self.file, FaultFormat::new(self.json), language)?;
        let answered = adjudicate(&question.bytes).map_err(|findings| {
            question
                .refuse(&findings, language)
                .of_kind(FailureKind::Usage)
        })?;
        let illegal = answered.answer.legal() == Some(false);
        if self.json || !(self.text || output::is_terminal()) {
            output::json(&RulingsReport::new(answered, language))?;
        } else {
            let question = question.json(language)?;
            output::text(&as_text(&answered, &question, language))?;
        }
        if illegal {
            Err(CommandError::refused())
        } else {
            Ok(())
        }
    }
}

/// The rulings, what comes next, and the outcome.
pub fn as_text(answered: &Answered, question: &Json, language: &Language) -> String {
    let answer = &answered.answer;
    let wording = Wording {
        language,
        game: answered.facts.id,
        table: &answered.table,
    };
    let rulings = answer.rulings.iter();
    let illegal = rulings.filter(|ruling| ruling.breach.is_some()).count();
    // A discard says how many cards are still to be put aside; `missing` of other questions is no number.
    let mut outcome = answer.outcome.iter();
    let missing = outcome.find_map(|(key, value)| match value {
        Json::Int(missing) if key == "missing" => Some(*missing),
        _ => None,
    });
    let key = match missing {
        _ if illegal > 0 => "ruling-illegal",
        _ if answer.legal().is_none() => "ruling-lacking",
        Some(_) => "ruling-short",
        None if answer.rulings.is_empty() => "ruling-answer",
        None => "ruling-legal",
    };
    let question_name = language.text("question", answered.kind.word());
    let args = args![
        game: answered.facts.id, question: question_name, illegal: illegal,
        missing: missing.unwrap_or(0),
    ];
    let mut text = format!("{}\n\n", language.format("ui", key, &args));
    let mut steps = Grid::new();
    for ruling in &answer.rulings {
        let number = match (ruling.trick, ruling.index) {
            (Some(trick), Some(index)) => format!("{trick}.{}", index + 1),
            (_, Some(index)) => (index + 1).to_string(),
            (_, None) => String::new(),
        };
        let step = wording.step(question, ruling);
        steps.add_row([number, step, verdict(answered, ruling, language)].map(left));
    }
    if !answer.rulings.is_empty() {
        text += &steps.text();
        text += "\n";
    }
    text += &guidance(answered, language);
    if !answer.next.is_empty() {
        text += &format!("{}\n", language.text("ui", "next"));
        let mut next = Grid::new();
        for turn in &answer.next {
            let choices = turn.choices.iter();
            let choices: Vec<String> = choices.map(|(_, choice)| wording.short(choice)).collect();
            let name = format!("  {}", answered.table.name(turn.seat));
            next.add_row([name, choices.join("; ")].map(left));
        }
        text += &next.text();
        text += "\n";
    }
    text += &format!("{}\n", language.text("ui", "outcome"));
    let mut outcome = Grid::new();
    // Empty lists, of what must happen or is passed, are left out.
    let may_be_empty = [QuestionKind::Finish, QuestionKind::Pass].contains(&answered.kind);
    let is_said = |value: &Json| !may_be_empty || !is_empty(value);
    for (key, value) in answer.outcome.iter().filter(|(_, value)| is_said(value)) {
        let key = format!("  {}", wording.key(key));
        outcome.add_row([key, wording.short(value)].map(left));
    }
    text + &outcome.text()
}

/// What is suggested for the illegal steps, each suggestion once.
fn guidance(answered: &Answered, language: &Language) -> String {
    let breaches = answered.answer.rulings.iter();
    let breaches = breaches.filter_map(|ruling| ruling.breach.as_ref());
    let suggested = breaches.filter_map(|breach| {
        GuidanceText::of_breach(answered.facts, answered.kind, breach, language)
    });
    let mut said: Vec<GuidanceText> = Vec::new();
    for guidance in suggested {
        if !said.iter().any(|before| before.text == guidance.text) {
            said.push(guidance);
        }
    }
    let mut text = String::new();
    for guidance in &said {
        text += &guidance_text(guidance, language);
        text += "\n";
    }
    text
}

fn is_empty(value: &Json) -> bool {
    match value {
        Json::List(items) => items.is_empty(),
        Json::Object(entries) => entries.is_empty(),
        _ => false,
    }
}

fn verdict(answered: &Answered, ruling: &Ruling, language: &Language) -> String {
    let Some(breach) = &ruling.breach else {
        let doubts = language.doubts(&ruling.doubts, &answered.table);
        return doubts.unwrap_or_else(|| language.text("ui", "legal"));
    };
    let args =
        args![why: language.breach(breach), rule: marked_clause(answered.facts, &breach.rule)];
    let mut parts = vec![language.format("ui", "illegal", &args)];
    if !ruling.could_play.is_empty() {
        let args = args![cards: ruling.could_play.clone()];
        parts.push(language.format("ui", "could-play", &args));
    }
    if let Some((trick, index)) = ruling.proven_by {
        let args = args![trick: trick, card: index + 1];
        parts.push(language.format("ui", "proven-by", &args));
    }
    parts.join("; ")
}

/// Renders questions and answers in a language; players' names stay unchanged.
struct Wording<'a> {
    language: &'a Language,
    game: &'a str,
    table: &'a Table,
}

impl Wording<'_> {
    /// The call or card at this step of the question, or the contract to be valued; after the last step, the
    /// ruling on the hands.
    fn step(&self, question: &Json, ruling: &Ruling) -> String {
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
        step.unwrap_or_else(|| self.language.text("ui", "step-hands"))
    }

    /// The contract that a question is about, preceded by its declarer.
    fn contract(&self, question: &Json) -> Option<String> {
        let contract = question.get("contract")?;
        let by = question.get("by").into_iter();
        let parts: Vec<String> = by.chain([contract]).map(|part| self.short(part)).collect();
        Some(parts.join(" "))
    }

    /// A value on one line, without quotes.
    fn short(&self, json: &Json) -> String {
        match json {
            Json::Null => "–".to_owned(),
            Json::Bool(true) => self.language.text("ui", "yes"),
            Json::Bool(false) => self.language.text("ui", "no"),
            Json::Text(text) if self.is_name(text) => text.clone(),
            Json::Text(text) => self.language.word(text),
            Json::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.short(item)).collect();
                items.join(", ")
            }
            Json::Object(entries) => self.entries(entries),
            json => serde_json::to_string(json).unwrap_or_default(),
        }
    }

    /// The player first, then the call or card, then the other entries with their names; false entries are
    /// left out.
    fn entries(&self, entries: &[(String, Json)]) -> String {
        let speaks_for_itself = |key: &str| matches!(key, "player" | "call" | "card" | "by");
        let mut entries: Vec<&(String, Json)> = entries
            .iter()
            .filter(|(_, value)| *value != Json::Bool(false))
            .collect();
        entries.sort_by_key(|(key, _)| (key != "player", !speaks_for_itself(key)));
        let entry = |(key, value): &(String, Json)| match value {
            Json::Text(call) if key == "call" => self.language.word(call),
            value if speaks_for_itself(key) => self.short(value),
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
            self.language.field(self.game, key)
        }
    }

    fn is_name(&self, text: &str) -> bool {
        self.table.seat(text).is_some()
    }
}
