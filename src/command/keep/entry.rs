//! Asks field by field for an object: a hand of a match, or a question about a game.

use std::collections::BTreeSet;

use super::choices::{Choice, chosen, folded};
use super::next::{Open, Prompt};
use super::place::{Step, pointer, put, value_at, within};
use super::ui::{Question, Stop, Ui, ask};
use super::words::Words;
use crate::changes::points;
use crate::match_file::Passed;
use crate::output::language;
use overtrick_core::form::{FieldOf, KindOf};
use overtrick_core::json::Json;
use overtrick_server::Form;

/// The input that skips an optional value or ends a list.
const NOTHING: &str = ".";
/// The input that goes to another field; the beginning of the field's name may follow.
const OTHER: char = '+';

/// The result of judging an unfinished object.
#[derive(Debug, Clone, Default)]
pub struct Check {
    /// The pointers of the missing values. `None` if they are not known.
    pub missing: Option<Vec<String>>,
    /// The pointers of the values that this hand cannot have.
    pub absent: Vec<String>,
    /// The player whose turn it is to call or play.
    pub turn: Option<String>,
    /// The contracts on the board that can be called. `None` if there is no restriction.
    pub contracts: Option<Vec<String>>,
    /// Whether the auction or the play is over.
    pub is_over: bool,
}

/// Judges an object after a value was entered at a place. Returns an error if that value is not allowed.
pub type Judge<'a> = dyn Fn(&Json, &str) -> Result<Check, String> + 'a;

/// Returns the amounts that have only one possible value, with their pointers. This takes longer than judging.
pub type Fits<'a> = dyn Fn(&Json) -> Vec<(String, Json)> + 'a;

/// An earlier state, to which the user can go back.
struct Before {
    record: Json,
    left_out: Passed,
    wanted: BTreeSet<String>,
}

/// An object that the user is entering.
pub struct Entry<'a> {
    pub ui: &'a Ui,
    pub words: Words<'a>,
    pub form: &'a Form,
    pub fields: &'a [FieldOf<'a>],
    pub judge: &'a Judge<'a>,
    pub fits: &'a Fits<'a>,
    /// The players, in the order of the prompts.
    pub players: Vec<String>,
    /// The fields entered so far.
    pub record: Json,
    /// The values to suggest: those of entered fields, and the previous ones of removed fields.
    pub suggested: Json,
    /// Saves the entered fields and the skipped questions. Called after each answer, in case the program is killed.
    pub save: &'a dyn Fn(&Json, &Passed),
    /// The skipped questions, which are not asked again.
    pub left_out: Passed,
    pub(super) wanted: BTreeSet<String>,
    pub(super) check: Check,
    before: Vec<Before>,
    /// Whether the user edits an existing record.
    pub(super) is_edit: bool,
}

/// The answer to a question about a field.
enum Answer {
    /// The value is skipped, or the list ends.
    Nothing,
    /// The user goes to another field.
    Other(Option<String>),
    /// The user entered this value for this place.
    Value(Vec<Step>, Json),
    /// The user chose to enter this optional part.
    Part(String),
}

impl<'a> Entry<'a> {
    pub fn new(
        ui: &'a Ui,
        (words, form, fields): (Words<'a>, &'a Form, &'a [FieldOf<'a>]),
        judge: &'a Judge<'a>,
        players: Vec<String>,
    ) -> Entry<'a> {
        Entry {
            ui,
            words,
            form,
            fields,
            judge,
            fits: &|_| Vec::new(),
            players,
            record: Json::EMPTY,
            suggested: Json::EMPTY,
            save: &|_, _| {},
            left_out: Passed::new(),
            wanted: BTreeSet::new(),
            check: Check::default(),
            before: Vec::new(),
            is_edit: false,
        }
    }

    /// Asks until nothing is missing.
    ///
    /// # Errors
    /// The user goes back beyond the first question, or quits.
    pub fn fill(&mut self) -> Result<(), Stop> {
        self.judge_again();
        while let Some(open) = self.next() {
            match self.answer(&open) {
                Ok(answer) => self.take(&open, answer)?,
                Err(Stop::Back) if self.back() => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Asks until nothing is missing, shows the result, and asks what to do with the record. `show` shows the
    /// result and returns the key of that last question. `decide` reads its answer.
    ///
    /// # Errors
    /// The user goes back beyond the first question, or quits.
    pub fn complete<T>(
        &mut self,
        (help, explain): (&'static str, &str),
        show: impl Fn(&Json) -> Result<&'static str, Stop>,
        decide: impl Fn(&str, &str) -> Option<T>,
    ) -> Result<T, Stop> {
        loop {
            self.fill()?;
            let key = show(&self.record)?;
            let text = language().text("keep", key);
            let question = Question {
                help,
                explain: &|| language().text("keep", explain),
                ..Question::new(&text)
            };
            // The answer is a decision, or a request for another field.
            let answer = ask(self.ui, &question, |text| match self.other_named(text) {
                Some(other) => other.map(Err),
                None => {
                    let decided = decide(text, key).map(Ok);
                    decided.ok_or_else(|| language().text("keep", explain))
                }
            });
            match answer {
                Ok(Ok(decided)) => return Ok(decided),
                Ok(Err(other)) => self.go_to(other)?,
                Err(Stop::Back) if self.back() => {}
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Goes back one question. Returns `false` at the first question.
    fn back(&mut self) -> bool {
        self.ui.drop_ahead();
        let Some(before) = self.before.pop() else {
            return false;
        };
        (self.record, self.left_out, self.wanted) = (before.record, before.left_out, before.wanted);
        self.judge_again();
        true
    }

    fn judge_again(&mut self) {
        self.check = (self.judge)(&self.record, "").unwrap_or_default();
    }

    fn keep_before(&mut self) {
        self.before.push(Before {
            record: self.record.clone(),
            left_out: self.left_out.clone(),
            wanted: self.wanted.clone(),
        });
    }

    /// Finds the field whose name begins with a text.
    ///
    /// # Errors
    /// A sentence that lists the fields.
    pub fn field_named(&self, text: &str) -> Result<String, String> {
        chosen(&self.field_choices(), text).map(|choice| choice.id.clone())
    }

    fn field_choices(&self) -> Vec<Choice> {
        let fields = self.fields.iter();
        fields.map(|field| self.field_choice(field)).collect()
    }

    fn field_choice(&self, field: &FieldOf<'_>) -> Choice {
        Choice::word(field.name, &self.words.field(field.name))
    }

    /// Asks which field to enter. Returns `None` if the user chooses no field.
    ///
    /// # Errors
    /// The user quits.
    pub fn ask_field(&self) -> Result<Option<String>, Stop> {
        let text = language().text("keep", "which-field");
        let choices = self.field_choices();
        let question = Question {
            help: "help-choice",
            choices: &choices,
            ..Question::new(&text)
        };
        let parse = |text: &str| match text {
            "" | NOTHING => Ok(None),
            text => self.field_named(text).map(Some),
        };
        match ask(self.ui, &question, parse) {
            Err(Stop::Back) => Ok(None),
            answer => answer,
        }
    }

    /// Returns the field named after a `+`; an inner `None` if no name follows. Returns `None` for any other text.
    fn other_named(&self, text: &str) -> Option<Result<Option<String>, String>> {
        let named = text.strip_prefix(OTHER)?.trim();
        let is_open = named.is_empty();
        let found = (!is_open).then(|| self.field_named(named));
        Some(found.transpose())
    }

    /// Goes to a field. If no name is given, first asks which field.
    ///
    /// # Errors
    /// The user quits.
    fn go_to(&mut self, named: Option<String>) -> Result<(), Stop> {
        let named = named.map_or_else(|| self.ask_field(), |name| Ok(Some(name)))?;
        if let Some(name) = named {
            self.ask_again(&name);
        }
        Ok(())
    }

    /// Removes a field from the record, so that it will be asked for (again), and suggests its value.
    pub fn ask_again(&mut self, name: &str) {
        let Some(field) = self.fields.iter().find(|field| field.name == name) else {
            return;
        };
        self.keep_before();
        let place = [Step::Key(name.to_owned())];
        if let Some(value) = value_at(&self.record, &place).cloned() {
            put(&mut self.suggested, &place, value);
        }
        self.record.take(name);
        let stem = pointer(&place);
        self.left_out.retain(|left| !left.starts_with(&stem));
        self.wanted.insert(stem);
        if self.form.excludes_others.as_deref() == Some(name) {
            self.record = Json::EMPTY;
        }
        if let Some(calls) = self.form.calls.as_ref().filter(|calls| calls.field == name) {
            for other in &calls.instead_of {
                self.record.take(other);
            }
        }
        if matches!(field.kind, KindOf::Flag) {
            put(&mut self.record, &place, true.into());
        }
        self.judge_again();
    }

    /// Asks a question.
    fn answer(&self, open: &Open<'_>) -> Result<Answer, Stop> {
        let suggestion = self.suggestion(open);
        let choices = self.choices(open);
        let is_flag = matches!(open.prompt, Prompt::Value(KindOf::Flag));
        let key = match (&open.skip, suggestion.is_some(), choices.is_empty()) {
            (Some(skip), true, _) if skip.ends_with("/-") => "help-item",
            (Some(_), true, _) => "help-suggested",
            (Some(_), false, _) if is_flag => "help-flag",
            (Some(_), false, true) => "help-optional",
            (Some(_), false, false) => "help-optional-choice",
            (None, _, true) => "help-needed",
            (None, _, false) => "help-choice",
        };
        let digits = match open.prompt {
            Prompt::Value(KindOf::Int(_, most)) => Some(most.to_string().len().max(1)),
            Prompt::Value(KindOf::Number(..)) => Some(usize::MAX),
            _ => None,
        };
        let text = self.label(open);
        let nothing = match key {
            "help-flag" => language().text("ui", "no"),
            _ if matches!(open.prompt, Prompt::Part(_)) => language().text("ui", "no"),
            _ => "–".to_owned(),
        };
        let explain = || self.words.explained(&open.place);
        let question = Question {
            help: key,
            nothing: &nothing,
            explain: &explain,
            suggestion: suggestion.as_deref(),
            choices: &choices,
            digits,
            ..Question::new(&text)
        };
        ask(self.ui, &question, |text| self.read(open, text))
    }

    /// Returns the suggested answer: the previous value, the only possible value, or the player whose turn it is.
    fn suggestion(&self, open: &Open<'_>) -> Option<String> {
        let Prompt::Value(kind) = open.prompt else {
            return None;
        };
        let place = pointer(&open.place);
        if self.record == Json::EMPTY
            && let Some(flag) = self.form.excludes_others.as_deref()
            && self.suggested.flag(flag)
        {
            return Some(self.words.field(flag));
        }
        let shown = |value: &Json| self.words.text(kind, &open.place, value);
        if let Some(value) = value_at(&self.suggested, &open.place) {
            return Some(shown(value)).filter(|text| !text.is_empty());
        }
        if let KindOf::Int(..) | KindOf::Number(..) = kind {
            let mut fits = (self.fits)(&self.record).into_iter();
            return fits
                .find(|(fit, _)| *fit == place)
                .map(|(_, only)| shown(&only));
        }
        if matches!(kind, KindOf::Flag) && open.skip.is_none() {
            return Some(shown(&false.into()));
        }
        let [list @ .., Step::Item(index), Step::Key(name)] = &open.place[..] else {
            return None;
        };
        if name != "player" {
            return None;
        }
        if let Some(turn) = &self.check.turn {
            return Some(turn.clone());
        }
        let before = within(list, Step::Item(index.checked_sub(1)?));
        let name = value_at(&self.record, &before)?.text("player")?;
        let at = self.players.iter().position(|player| player == name)?;
        Some(self.players[(at + 1) % self.players.len()].clone())
    }

    fn label(&self, open: &Open<'_>) -> String {
        let label = self.words.label(&open.place);
        match open.prompt {
            Prompt::Value(_) => label,
            Prompt::Part(_) => sentence!("keep", "more-of", of: label),
        }
    }

    fn choices(&self, open: &Open<'_>) -> Vec<Choice> {
        let kind = match open.prompt {
            Prompt::Part(fields) => {
                let fields = fields.iter();
                let fields = fields.filter(|field| self.is_open_part(&open.place, field));
                return fields.map(|field| self.field_choice(field)).collect();
            }
            Prompt::Value(kind) => kind,
        };
        let mut choices = self.words.choices(kind, &open.place, &self.players);
        if let Some(contracts) = self.open_contracts(open) {
            if matches!(kind, KindOf::Text) {
                let word = |id: &String| Choice::word(id, &language().word(id));
                return contracts.iter().map(word).collect();
            }
            let board = self.words.form.board.as_ref();
            let is_closed = |id: &String| {
                board.is_some_and(|board| board.contracts.contains(id)) && !contracts.contains(id)
            };
            choices.retain(|choice| !is_closed(&choice.id));
        }
        // A passed-out hand has no other fields, so offer it only as the first answer.
        if open.place.len() == 1
            && self.record == Json::EMPTY
            && let Some(flag) = &self.form.excludes_others
        {
            choices.push(Choice::word(flag, &self.words.field(flag)));
        }
        choices
    }

    /// Returns the contracts that can be called, if the question asks for a call or for a contract on the board.
    fn open_contracts(&self, open: &Open<'_>) -> Option<&Vec<String>> {
        let Some(Step::Key(name)) = open.place.last() else {
            return None;
        };
        let board = self.words.form.board.as_ref();
        let is_called = name == "call" || board.is_some_and(|board| board.field == *name);
        self.check.contracts.as_ref().filter(|_| is_called)
    }

    /// Parses a typed answer.
    fn read(&self, open: &Open<'_>, text: &str) -> Result<Answer, String> {
        if let Some(named) = self.other_named(text) {
            return named.map(Answer::Other);
        }
        let is_flag = matches!(open.prompt, Prompt::Value(KindOf::Flag));
        if text.is_empty() && is_flag {
            return Ok(Answer::Value(open.place.clone(), false.into()));
        }
        if text.is_empty() || text == NOTHING {
            return match open.skip {
                Some(_) => Ok(Answer::Nothing),
                None => Err(language().text("keep", "answer-needed")),
            };
        }
        let choices = self.choices(open);
        let choice = |text: &str| chosen(&choices, text);
        let kind = match open.prompt {
            Prompt::Part(_) => return choice(text).map(|part| Answer::Part(part.id.clone())),
            Prompt::Value(kind) => kind,
        };
        if let Some(flag) = &self.form.excludes_others
            && choice(text).is_ok_and(|choice| choice.id == *flag)
        {
            // This choice is offered only while the record is empty.
            return Ok(Answer::Value(vec![Step::Key(flag.clone())], true.into()));
        }
        let value = match read_value(kind, &choices, text) {
            // The text may be the name of a contract that only this club plays.
            Err(_) if matches!(kind, KindOf::Text) && self.open_contracts(open).is_none() => {
                text.into()
            }
            read => read?,
        };
        // A list item is judged later, when it is complete, because an incomplete item always has a fault.
        if !open.place.iter().any(|step| matches!(step, Step::Item(_))) {
            let record = self.with(&open.place, value.clone());
            (self.judge)(&record, &pointer(&open.place))?;
        }
        Ok(Answer::Value(open.place.clone(), value))
    }

    /// Returns the record with a new value, without the fields that depended on the previous value.
    fn with(&self, place: &[Step], value: Json) -> Json {
        let mut record = self.record.clone();
        if let [Step::Key(name)] = place
            && record.get(name).is_some_and(|old| *old != value)
            && let Some(others) = self.form.resets.get(name)
        {
            for other in others {
                record.take(other);
            }
        }
        put(&mut record, place, value);
        record
    }

    fn take(&mut self, open: &Open<'_>, answer: Answer) -> Result<(), Stop> {
        if let Answer::Other(named) = answer {
            return self.go_to(named);
        }
        self.keep_before();
        match answer {
            Answer::Value(place, value) => {
                self.record = self.with(&place, value.clone());
                put(&mut self.suggested, &place, value);
            }
            Answer::Part(name) => self.add_part(open, &name),
            Answer::Nothing | Answer::Other(_) => self.left_out.extend(open.skip.clone()),
        }
        self.settle(open);
        (self.save)(&self.record, &self.left_out);
        Ok(())
    }

    fn add_part(&mut self, open: &Open<'_>, name: &str) {
        let place = within(&open.place, Step::Key(name.to_owned()));
        let Prompt::Part(fields) = open.prompt else {
            return;
        };
        let field = fields.iter().find(|field| field.name == name);
        if field.is_some_and(|field| matches!(field.kind, KindOf::Flag)) {
            put(&mut self.record, &place, true.into());
        } else {
            self.wanted.insert(pointer(&place));
        }
    }

    /// Judges the record after an answer. Takes the answer back if it completes a list item that is not allowed.
    fn settle(&mut self, open: &Open<'_>) {
        match (self.judge)(&self.record, &pointer(&open.place)) {
            Ok(check) => self.check = check,
            Err(fault) => {
                let is_begun = self.next().is_some_and(|next| {
                    next.place.len() >= 2
                        && next.place.first() == open.place.first()
                        && !next.is_item()
                });
                if !is_begun {
                    self.ui.show_fault(&fault);
                    put(&mut self.suggested, &open.place, Json::Null);
                    self.back();
                }
            }
        }
    }

    /// Starts editing a record. Asks only for fields that the user names, and for those that are missing afterward.
    pub fn edit(&mut self, record: &Json) {
        self.record = record.clone();
        self.suggested = record.clone();
        self.is_edit = true;
    }

    /// Returns the fields of the record with their values, one per line.
    pub fn summary(&self) -> String {
        let line = |(name, value): &(String, Json)| {
            format!("{}: {}", self.words.field(name), self.words.shown(value))
        };
        let lines = self.record.entries().iter().map(line);
        lines.collect::<Vec<String>>().join("\n")
    }
}

/// Parses a typed value of this kind.
fn read_value(kind: &KindOf<'_>, choices: &[Choice], text: &str) -> Result<Json, String> {
    let fault = |key: &str| sentence!("keep", key, found: text.to_owned());
    match (kind, points(text)) {
        (KindOf::Nullable(kind), _) => read_value(kind, choices, text),
        (KindOf::Int(..), Some(number @ Json::Int(_))) | (KindOf::Number(..), Some(number)) => {
            Ok(number)
        }
        (KindOf::Int(..) | KindOf::Number(..), _) => Err(fault("no-number")),
        (KindOf::OneOf(kinds), Some(number))
            if kinds.iter().any(|kind| matches!(kind, KindOf::Int(..))) =>
        {
            Ok(number)
        }
        (KindOf::List(_), _) => {
            let is_one = chosen(choices, text).is_ok();
            let parts = text.split(|letter| !is_one && [',', ' '].contains(&letter));
            let parts = parts.filter(|part| !part.is_empty());
            let value = |part: &str| match points(part) {
                // A number after the names is the answer to the next question.
                Some(_) if !choices.is_empty() => Err(fault("no-number-here")),
                _ => one_of(choices, part),
            };
            parts.map(value).collect()
        }
        _ => one_of(choices, text),
    }
}

/// Returns the value of the choice that a text selects, or the text itself if there are no choices.
fn one_of(choices: &[Choice], text: &str) -> Result<Json, String> {
    if choices.is_empty() {
        return Ok(text.into());
    }
    // Cards can be typed with or without a separator between suit and rank.
    let close = |text: &str| folded(text).replace(' ', "");
    let mut same = choices.iter();
    let same = same.find(|one| close(&one.id) == close(text));
    let choice = same.map_or_else(|| chosen(choices, text), Ok)?;
    Ok(choice.value.clone())
}
