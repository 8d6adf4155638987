//! The names of a game's fields and values, as on the phone page.

use super::choices::{Choice, names, yes_or_no};
use super::place::{Step, within};
use crate::output::language;
use crate::own_game;
use overtrick_core::QuestionKind;
use overtrick_core::form::KindOf;
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::describe::{FieldText, fields_in_words, word_in};
use overtrick_match::lang::{Language, visible_line};
use overtrick_server::Form;

/// The words of a game, in the language of the output.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub game: &'a MatchGame,
    /// The question that the user is entering; `None` for a hand.
    pub question: Option<QuestionKind>,
    /// The form of the game, with its board of contracts and its cards.
    pub form: &'a Form,
}

impl Words<'_> {
    /// Returns the catalog's name for a field, if it has one.
    fn catalog_field(&self, name: &str) -> Option<String> {
        let game = self.game.id();
        let own = format!("{game}/{name}");
        let page = [
            ("page", format!("field.{game}.{name}")),
            ("page", format!("field.{name}")),
        ];
        let plain = [("field", own), ("field", name.to_owned())];
        if self.question.is_none() {
            return first_in_catalog(page.into_iter().chain(plain));
        }
        let of_question = [("keep", format!("question-{name}"))].into_iter();
        first_in_catalog(of_question.chain(plain).chain(page))
    }

    /// Returns a custom game's name for a word, if it defines one.
    fn own_word(&self, word: &str) -> Option<String> {
        let title = word_in(self.game.definition()?, word, language())?;
        Some(visible_line(&title))
    }

    /// Returns the name of a field, which may be inside another field.
    pub fn field(&self, name: &str) -> String {
        let own = self.game.definition().and_then(|definition| {
            let (label, _) = definition.field_texts(name)?;
            own_game::own_label(name, label)
        });
        if let Some(label) = own {
            return visible_line(&label);
        }
        let text = self.catalog_field(name);
        let text = text.unwrap_or_else(|| language().word(&name.replace('_', " ")));
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }

    /// Returns the label of a place, such as "Tricks, Ann" or "Calls 2, player", or "Card 2" in a question.
    pub fn label(&self, place: &[Step]) -> String {
        let place = match place {
            _ if self.question.is_none() => place,
            // Fields inside `setting` have the same labels as those of a hand.
            [Step::Key(first), rest @ ..] if first == "setting" && !rest.is_empty() => rest,
            // Label the item itself, because it is the call or card.
            [list @ .., Step::Key(name)]
                if ["call", "card"].contains(&name.as_str())
                    && matches!(list.last(), Some(Step::Item(_))) =>
            {
                list
            }
            _ => place,
        };
        let part = |(index, step): (usize, &Step)| match (&place[..index], step) {
            ([], Step::Key(name)) => self.field(name),
            (_, Step::Key(name)) => format!(", {}", self.part(name)),
            ([.., Step::Item(_)], Step::Item(index)) => {
                sentence!("keep", "question-card-of-trick", number: index + 1)
            }
            (_, Step::Item(index)) => format!(" {}", index + 1),
        };
        place.iter().enumerate().map(part).collect()
    }

    /// Returns the name of an inner field, or the name of a player.
    fn part(&self, name: &str) -> String {
        if name.contains('_') || self.catalog_field(name).is_some() {
            self.field(name).to_lowercase()
        } else {
            name.to_owned()
        }
    }

    /// Returns the label of a word that is the value of a field.
    pub fn word(&self, field: &str, word: &str) -> String {
        let of_catalog = || {
            let own = ("word", format!("{}/{word}", self.game.id()));
            first_in_catalog([("page", format!("value.{field}.{word}")), own])
        };
        let title = self.own_word(word).or_else(of_catalog);
        title.unwrap_or_else(|| language().word(word))
    }

    /// Returns the choices for a value of this kind.
    pub fn choices(&self, kind: &KindOf<'_>, place: &[Step], players: &[String]) -> Vec<Choice> {
        let field = place.iter().filter_map(Step::key).next_back();
        let field = field.unwrap_or_default();
        match kind {
            KindOf::Word(words) => {
                let choice = |word: &&str| Choice::word(word, &self.word(field, word));
                words.iter().map(choice).collect()
            }
            KindOf::Player => names(players),
            KindOf::Flag => yes_or_no(),
            KindOf::Card => {
                let cards = self.form.cards().into_iter();
                cards.map(|card| Choice::word(&card, &card)).collect()
            }
            KindOf::Text => {
                let board = self.form.board.iter().filter(|board| board.field == field);
                let contracts = board.flat_map(|board| &board.contracts);
                let choice = |id: &String| Choice::word(id, &language().word(id));
                contracts.map(choice).collect()
            }
            KindOf::Nullable(of) | KindOf::List(of) => self.choices(of, place, players),
            KindOf::OneOf(kinds) => kinds
                .iter()
                .flat_map(|kind| self.choices(kind, place, players))
                .collect(),
            // The choices are those of the first field, each in a new object.
            KindOf::Object([first, ..]) => {
                let place = within(place, Step::Key(first.name.to_owned()));
                let choices = self.choices(&first.kind, &place, players).into_iter();
                let object = |choice: Choice| Choice {
                    value: Json::object([(first.name, choice.value)]),
                    ..choice
                };
                choices.map(object).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns a value as the user would type it.
    pub fn text(&self, kind: &KindOf<'_>, place: &[Step], value: &Json) -> String {
        match value {
            Json::List(items) => joined(items.iter().map(|item| self.text(kind, place, item))),
            Json::Text(text) if matches!(kind, KindOf::Player | KindOf::Card) => text.clone(),
            value => {
                let choices = self.choices(kind, place, &[]);
                let same = choices.into_iter().find(|choice| choice.value == *value);
                same.map_or_else(|| plain(value), |choice| choice.label)
            }
        }
    }

    /// Returns any value on one line.
    pub fn shown(&self, value: &Json) -> String {
        match value {
            Json::Bool(true) => language().text("ui", "yes"),
            Json::Bool(false) => language().text("ui", "no"),
            Json::Text(text) => {
                let own = self.own_word(text);
                own.unwrap_or_else(|| language().word(text))
            }
            Json::List(items) => joined(items.iter().map(|item| self.shown(item))),
            Json::Object(entries) => joined(
                entries
                    .iter()
                    .map(|(name, value)| format!("{} {}", self.part(name), self.shown(value))),
            ),
            value => plain(value),
        }
    }

    /// Explains the values allowed at a place, and when one is needed.
    pub fn explained(&self, place: &[Step]) -> String {
        let mut keys = place.iter().filter_map(Step::key);
        let (Some(first), Some(last)) = (keys.clone().next(), keys.next_back()) else {
            return String::new();
        };
        if let Some(definition) = self.game.definition() {
            return own_game::explained(definition, first);
        }
        let rows = fields_in_words(self.game.facts(), self.question, language());
        let is_other = |row: &FieldText| row.depth > 0 || row.name != first;
        let mut rows = rows.into_iter().skip_while(is_other);
        let Some(whole) = rows.next() else {
            return String::new();
        };
        let mut inside = rows.take_while(|row| row.depth > 0);
        let row = inside.find(|row| row.name == last).unwrap_or(whole);
        format!("{}: {} ({}).", self.field(row.name), row.takes, row.need)
    }
}

/// Returns the first text that the catalog has for these pairs of a section and a key.
fn first_in_catalog(keys: impl IntoIterator<Item = (&'static str, String)>) -> Option<String> {
    let languages = [language(), Language::english()];
    let is_there = |section, key: &str| languages.iter().any(|one| one.has(section, key));
    let mut keys = keys.into_iter();
    let (section, key) = keys.find(|(section, key)| is_there(section, key))?;
    Some(language().text(section, &key))
}

/// Joins texts with commas.
pub fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<String>>().join(", ")
}

fn plain(value: &Json) -> String {
    match value {
        Json::Text(text) => text.clone(),
        value => serde_json::to_string(value).unwrap_or_default(),
    }
}
