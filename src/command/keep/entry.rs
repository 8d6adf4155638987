//! Asking for an object field by field: the hand of a match, or a question about a game.

mod answers;
mod editing;
mod next;

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::choices::{Choice, chosen, in_full};
use super::place::{Step, pointer, put, remove, value_at, within};
use super::prompt::{Prompt, Prompter, Reply};
use super::words::Words;
use crate::error::CommandError;
use crate::match_file::Passed;
use crate::table::notice;
use overtrick_core::args;
use overtrick_core::form::{FieldOf, KindOf};
use overtrick_core::json::Json;
use overtrick_server::Form;

use answers::Answer;
use next::{Ask, Asked};

/// Leaves out what need not be answered, and ends a list.
const NOTHING: &str = ".";
/// Explains the question.
const EXPLAIN: &str = "?";
/// Goes to another field: `+` alone, or with the beginning of its name.
const OTHER: char = '+';

/// What is known of an object as far as it is entered.
#[derive(Debug, Clone, Default)]
pub struct Check {
    /// The names of the missing fields; `None` if nobody judges them, so that all are asked.
    pub missing: Option<Vec<String>>,
    /// The player whose turn it is to call or play.
    pub turn: Option<String>,
}

/// Judges an object as far as it is entered.
pub type Judge<'a> = dyn Fn(&Json) -> Result<Check, String> + 'a;

/// Finds the amounts of which only one value fits, by pointer. It takes longer than judging.
pub type Fits<'a> = dyn Fn(&Json) -> Vec<(String, Json)> + 'a;

/// How entering ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Nothing more is to be asked.
    Complete,
    /// Back beyond the first question.
    Back,
    /// Interrupted; what was entered is kept.
    Stopped,
}

/// An earlier state, to go back to.
struct Before {
    record: Json,
    left_out: Passed,
    wanted: BTreeSet<String>,
}

/// An object being entered.
pub struct Entry<'a> {
    pub words: Words<'a>,
    pub form: &'a Form,
    pub fields: &'a [FieldOf<'a>],
    pub judge: &'a Judge<'a>,
    pub fits: &'a Fits<'a>,
    pub prompter: &'a Prompter,
    /// The players in the order in which they are asked for.
    pub players: Vec<String>,
    /// What is entered so far.
    pub record: Json,
    /// Keeps what is entered, and what was passed over, after each answer, in case the program is killed.
    pub save: &'a dyn Fn(&Json, &Passed),
    /// Whether somebody else has changed the match meanwhile, which is said once.
    pub is_behind: &'a dyn Fn() -> bool,
    was_told: bool,
    left_out: Passed,
    wanted: BTreeSet<String>,
    /// What was typed at each place, to be edited.
    typed: HashMap<String, String>,
    before: Vec<Before>,
    /// Answers to the next questions, typed ahead.
    ahead: VecDeque<String>,
    check: Check,
}

impl<'a> Entry<'a> {
    pub fn new(
        words: Words<'a>,
        form: &'a Form,
        fields: &'a [FieldOf<'a>],
        (judge, fits): (&'a Judge<'a>, &'a Fits<'a>),
        prompter: &'a Prompter,
        players: Vec<String>,
    ) -> Entry<'a> {
        Entry {
            words,
            form,
            fields,
            judge,
            fits,
            prompter,
            players,
            record: Json::EMPTY,
            save: &|_, _| {},
            is_behind: &|| false,
            was_told: false,
            left_out: Passed::new(),
            wanted: BTreeSet::new(),
            typed: HashMap::new(),
            before: Vec::new(),
            ahead: VecDeque::new(),
            check: Check::default(),
        }
    }

    /// Questions that were passed over before are not asked again.
    pub fn pass(&mut self, passed: Passed) {
        self.left_out = passed;
    }

    /// Answers typed before the first question.
    pub fn type_ahead(&mut self, text: &str) {
        self.ahead = text.split_whitespace().map(str::to_owned).collect();
    }

    /// Asks until nothing more is missing.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn fill(&mut self) -> Result<Ended, CommandError> {
        self.check = self.judged(&self.record).unwrap_or_default();
        while let Some(ask) = self.next() {
            if let Some(token) = self.ahead.pop_front() {
                match self.accepted(&ask, &token) {
                    Ok(()) => {
                        self.answer(&ask, &token)?;
                        continue;
                    }
                    Err(fault) => {
                        self.ahead.clear();
                        self.typed.insert(pointer(&ask.place), token);
                        notice(&format!("! {}: {fault}", self.label(&ask)));
                    }
                }
            }
            self.tell_behind();
            match self.prompted(&ask)? {
                Reply::Said(text) => self.answer(&ask, &text)?,
                Reply::Stopped => return Ok(Ended::Stopped),
                Reply::Back(typed) => {
                    if !typed.is_empty() {
                        self.typed.insert(pointer(&ask.place), typed);
                    }
                    if !self.back() {
                        return Ok(Ended::Back);
                    }
                }
            }
        }
        Ok(Ended::Complete)
    }

    /// Says once that somebody else has changed the match.
    pub fn tell_behind(&mut self) {
        if !self.was_told && (self.is_behind)() {
            self.was_told = true;
            notice(&self.words.language.text("keep", "changed-meanwhile"));
        }
    }

    /// Goes back one question; what was answered there can be edited.
    pub fn back(&mut self) -> bool {
        self.ahead.clear();
        let Some(before) = self.before.pop() else {
            return false;
        };
        (self.record, self.left_out, self.wanted) = (before.record, before.left_out, before.wanted);
        self.check = self.judged(&self.record).unwrap_or_default();
        true
    }

    /// Asks for a field of the object that is chosen, again or in addition. `named` begins its name.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn other_field(&mut self, named: &str) -> Result<(), CommandError> {
        let choices: Vec<Choice> = self
            .fields
            .iter()
            .map(|field| Choice::word(field.name, &self.words.field(&[field.name])))
            .collect();
        let language = self.words.language;
        let mut named = named.trim().to_owned();
        if named.is_empty() {
            let labels: Vec<String> = choices.iter().map(|one| one.label.clone()).collect();
            let check = |text: &str| {
                let is_none = text.is_empty() || text == EXPLAIN;
                let found = chosen(&choices, text, language);
                if is_none { Ok(()) } else { found.map(drop) }
            };
            let prompt = Prompt {
                label: &language.text("keep", "which-field"),
                help: &language.text("keep", "help-choice"),
                typed: "",
                offered: None,
                choices: &labels,
                check: &check,
                told: &|text| in_full(&choices, text, language),
            };
            if let Reply::Said(said) = self.prompter.ask(&prompt)? {
                named = said;
            }
        }
        if named.is_empty() || named == EXPLAIN {
            return Ok(());
        }
        let find = |text: &str| chosen(&choices, text, language).map(|choice| choice.id.clone());
        // What follows the name of the field answers it.
        let (first, rest) = named.split_once(' ').unwrap_or((&named, ""));
        let found = find(&named).map(|name| (name, ""));
        let found = found.or_else(|fault| find(first).map_or(Err(fault), |name| Ok((name, rest))));
        let (name, rest) = match found {
            Ok(found) => found,
            Err(fault) => {
                notice(&format!("! {fault}"));
                return Ok(());
            }
        };
        let rest = Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
        self.ahead = rest.into_iter().collect();
        let Some(field) = self.fields.iter().find(|field| field.name == name) else {
            return Ok(());
        };
        self.keep_before();
        let place = [Step::Key(name.clone())];
        self.recall(&field.kind, &place);
        remove(&mut self.record, &name);
        let stem = pointer(&place);
        self.left_out.retain(|left| !left.starts_with(&stem));
        self.wanted.insert(stem.clone());
        if self.form.excludes_others.as_ref() == Some(&name) {
            self.record = Json::EMPTY;
        }
        if let Some(calls) = self.form.calls.as_ref().filter(|calls| calls.field == name) {
            for other in &calls.instead_of {
                remove(&mut self.record, other);
            }
        }
        if matches!(field.kind, KindOf::Flag) {
            put(&mut self.record, &place, true.into());
        }
        self.check = self.judged(&self.record).unwrap_or_default();
        Ok(())
    }

    fn judged(&self, record: &Json) -> Result<Check, String> {
        (self.judge)(record)
    }

    fn keep_before(&mut self) {
        self.before.push(Before {
            record: self.record.clone(),
            left_out: self.left_out.clone(),
            wanted: self.wanted.clone(),
        });
    }

    /// Puts a question to the user.
    fn prompted(&self, ask: &Ask<'_>) -> Result<Reply, CommandError> {
        let language = self.words.language;
        let place = pointer(&ask.place);
        let typed = self.typed.get(&place).cloned().unwrap_or_default();
        let offered = self.offered(ask);
        let choices: Vec<String> = self.choices(ask).into_iter().map(|one| one.label).collect();
        let key = match (ask.skip.is_some(), &offered, choices.is_empty()) {
            (true, Some(_), _) => "help-item",
            (true, None, true) => "help-optional",
            (true, None, false) => "help-optional-choice",
            (false, _, true) => "help-needed",
            (false, _, false) => "help-choice",
        };
        let prompt = Prompt {
            label: &self.label(ask),
            help: &language.text("keep", key),
            typed: &typed,
            offered: offered.as_deref().filter(|_| typed.is_empty()),
            choices: &choices,
            check: &|text| self.accepted(ask, text),
            told: &|text| self.in_full(ask, text),
        };
        self.prompter.ask(&prompt)
    }

    /// The answer that is offered: the only one that fits, or whose turn it is.
    fn offered(&self, ask: &Ask<'_>) -> Option<String> {
        let place = pointer(&ask.place);
        if let Asked::Value(kind @ (KindOf::Int(..) | KindOf::Number(..))) = ask.asked {
            let mut fits = (self.fits)(&self.record).into_iter();
            let (_, only) = fits.find(|(fit, _)| *fit == place)?;
            return Some(self.words.text(kind, &ask.place, &only));
        }
        if !ask.is_item || !matches!(ask.asked, Asked::Value(KindOf::Player)) {
            return None;
        }
        if let Some(turn) = &self.check.turn {
            return Some(turn.clone());
        }
        let (item, list) = ask
            .place
            .split_last()
            .and_then(|(_, place)| place.split_last())?;
        let Step::Item(index) = item else {
            return None;
        };
        let before = within(list, Step::Item(index.checked_sub(1)?));
        let name = value_at(&self.record, &before)?.text("player")?;
        let at = self.players.iter().position(|player| player == name)?;
        Some(self.players[(at + 1) % self.players.len()].clone())
    }

    fn label(&self, ask: &Ask<'_>) -> String {
        let label = self.words.label(&ask.place);
        match ask.asked {
            Asked::Value(_) => label,
            Asked::Part(_) => {
                let args = args![of: label];
                self.words.language.format("keep", "more-of", &args)
            }
        }
    }

    fn choices(&self, ask: &Ask<'_>) -> Vec<Choice> {
        match ask.asked {
            Asked::Part(fields) => fields
                .iter()
                .filter(|field| self.is_open_part(&ask.place, field))
                .map(|field| Choice::word(field.name, &self.words.field(&[field.name])))
                .collect(),
            Asked::Value(kind) => {
                let mut choices = self.words.choices(kind, &ask.place, &self.players);
                // The hand in which nobody bid has none of the other fields.
                if ask.place.len() == 1
                    && self.record == Json::EMPTY
                    && let Some(flag) = &self.form.excludes_others
                {
                    choices.push(Choice::word(flag, &self.words.field(&[flag])));
                }
                choices
            }
        }
    }

    fn answer(&mut self, ask: &Ask<'_>, text: &str) -> Result<(), CommandError> {
        let text = text.trim();
        if text == EXPLAIN {
            notice(&self.explained(ask));
            return Ok(());
        }
        if let Some(named) = text.strip_prefix(OTHER) {
            return self.other_field(named);
        }
        self.keep_before();
        let is_nothing = text.is_empty() || text == NOTHING;
        if let Some(skip) = ask.skip.as_ref().filter(|_| is_nothing) {
            self.left_out.insert(skip.clone());
        } else if let Ok((answer, rest)) = self.read(ask, text) {
            let own = self.meant(ask, &answer);
            let own = own.unwrap_or_else(|| text.to_owned());
            self.typed.insert(pointer(&ask.place), own);
            for token in rest.split_whitespace().rev() {
                self.ahead.push_front(token.to_owned());
            }
            match answer {
                Answer::Record(record) => self.record = record,
                Answer::Only(flag) => self.record = Json::object([(&*flag, true.into())]),
                Answer::Part(name) => self.add_part(ask, &name),
            }
        }
        self.settle(ask);
        (self.save)(&self.record, &self.left_out);
        Ok(())
    }

    /// What an answer stands for, as it would be typed in full; `None` if it is no value.
    fn meant(&self, ask: &Ask<'_>, answer: &Answer) -> Option<String> {
        match (answer, ask.asked) {
            (Answer::Record(record), Asked::Value(kind)) => {
                let value = value_at(record, &ask.place)?;
                Some(self.words.text(kind, &ask.place, value))
            }
            _ => None,
        }
    }

    /// What a text answers, in full, and what follows it, as typed.
    fn in_full(&self, ask: &Ask<'_>, text: &str) -> String {
        let typed = text.trim();
        let is_command = typed == EXPLAIN || typed == NOTHING || typed.starts_with(OTHER);
        let read = (!is_command).then(|| self.read(ask, typed).ok()).flatten();
        let Some((answer, rest)) = read else {
            return text.to_owned();
        };
        let full = match &answer {
            Answer::Only(name) | Answer::Part(name) => Some(self.words.field(&[name])),
            Answer::Record(_) => self.meant(ask, &answer),
        };
        match full {
            Some(full) if rest.is_empty() => full,
            Some(full) => format!("{full} {rest}"),
            None => text.to_owned(),
        }
    }

    fn add_part(&mut self, ask: &Ask<'_>, name: &str) {
        let place = within(&ask.place, Step::Key(name.to_owned()));
        let Asked::Part(fields) = ask.asked else {
            return;
        };
        let field = fields.iter().find(|field| field.name == name);
        if field.is_some_and(|field| matches!(field.kind, KindOf::Flag)) {
            put(&mut self.record, &place, true.into());
        } else {
            self.wanted.insert(pointer(&place));
        }
    }

    /// Judges the record after an answer. A complete item of a list that cannot stand is taken back.
    fn settle(&mut self, ask: &Ask<'_>) {
        match self.judged(&self.record) {
            Ok(check) => self.check = check,
            Err(fault) => {
                let is_open = self.next().is_some_and(|next| {
                    next.place.len() >= 2
                        && next.place.first() == ask.place.first()
                        && !next.is_item
                });
                if !is_open {
                    notice(&format!("! {fault}"));
                    self.back();
                }
            }
        }
    }

    /// What a question asks for, and when.
    fn explained(&self, ask: &Ask<'_>) -> String {
        let Some(Step::Key(name)) = ask.place.first() else {
            return String::new();
        };
        self.words.explained(name)
    }
}
