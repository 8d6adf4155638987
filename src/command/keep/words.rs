//! What the fields of a game and their values are called: as on the phone.

use super::choices::Choice;
use super::place::Step;
use crate::own_game;
use overtrick_core::QuestionKind;
use overtrick_core::form::{FieldOf, KindOf};
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::describe::{fields_in_words, word_in};
use overtrick_match::lang::{Language, visible_line};
use overtrick_server::Form;

/// The words of a game in a language.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub game: &'a MatchGame,
    /// The question whose fields are asked for; `None` for a hand.
    pub question: Option<QuestionKind>,
    /// The form of the game: its board of contracts, and its cards.
    pub form: &'a Form,
    pub language: &'static Language,
}

impl Words<'_> {
    /// A text of the page, if it has one.
    fn of_page(&self, key: &str) -> Option<String> {
        let has = |language: &Language| language.has("page", key);
        let is_known = has(self.language) || has(Language::english());
        is_known.then(|| self.language.text("page", key))
    }

    /// What an own game calls a field of its hands.
    fn own_label(&self, name: &str) -> Option<String> {
        let (label, _) = self.game.definition()?.field_texts(name)?;
        let label = own_game::own_label(name, label, self.language)?;
        Some(visible_line(&label))
    }

    /// What an own game calls a word of its options and fields.
    fn own_word(&self, word: &str) -> Option<String> {
        let said = word_in(self.game.definition()?, word, self.language)?;
        Some(visible_line(&said))
    }

    /// The name of a field, or of a field within one: of its last name.
    pub fn field(&self, names: &[&str]) -> String {
        let name = names.last().copied().unwrap_or_default();
        if let Some(label) = self.own_label(name) {
            return label;
        }
        let game = self.game.id();
        let own = self.of_page(&format!("field.{game}.{name}"));
        let page = own.or_else(|| self.of_page(&format!("field.{name}")));
        let text = page.unwrap_or_else(|| {
            let english = Language::english();
            let keys = [format!("{game}/{name}"), name.to_owned()];
            if keys.iter().any(|key| english.has("field", key)) {
                self.language.field(game, name)
            } else {
                self.language.word(&name.replace('_', " "))
            }
        });
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }

    /// What is asked at a place: "Tricks, Ann", "Calls 2, player".
    pub fn label(&self, place: &[Step]) -> String {
        let mut label = String::new();
        for (at, step) in place.iter().enumerate() {
            match step {
                Step::Item(index) => label += &format!(" {}", index + 1),
                Step::Key(name) if at == 0 => label += &self.field(&[name]),
                Step::Key(name) => {
                    let text = if self.is_field(name) {
                        self.field(&[name]).to_lowercase()
                    } else {
                        name.clone()
                    };
                    label += &format!(", {text}");
                }
            }
        }
        label
    }

    fn is_field(&self, name: &str) -> bool {
        let english = Language::english();
        let game = self.game.id();
        let page = [format!("field.{game}.{name}"), format!("field.{name}")];
        page.iter().any(|key| english.has("page", key))
            || english.has("field", name)
            || english.has("field", &format!("{game}/{name}"))
            || name.contains('_')
    }

    /// The label of a word as a value of a field.
    pub fn word(&self, field: &str, word: &str) -> String {
        if let Some(said) = self.own_word(word) {
            return said;
        }
        let own = self.of_page(&format!("value.{field}.{word}"));
        own.unwrap_or_else(|| {
            let of_game = format!("{}/{word}", self.game.id());
            let has = |language: &Language| language.has("word", &of_game);
            if has(self.language) || has(Language::english()) {
                self.language.word(&of_game)
            } else {
                self.language.word(word)
            }
        })
    }

    /// The answers of this kind that can be chosen.
    pub fn choices(&self, kind: &KindOf<'_>, place: &[Step], players: &[String]) -> Vec<Choice> {
        let names = place.iter().rev().filter_map(|step| match step {
            Step::Key(name) => Some(name.as_str()),
            Step::Item(_) => None,
        });
        let field = names.into_iter().next().unwrap_or_default();
        match kind {
            KindOf::Word(words) => {
                let choice = |word: &&str| Choice::word(word, &self.word(field, word));
                words.iter().map(choice).collect()
            }
            KindOf::Player => {
                let choice = |name: &String| Choice::word(name, name);
                players.iter().map(choice).collect()
            }
            KindOf::Flag => [("yes", true), ("no", false)]
                .map(|(id, value)| Choice {
                    label: self.language.text("ui", id),
                    id: id.to_owned(),
                    value: value.into(),
                })
                .into(),
            KindOf::Card => {
                let cards = self.form.cards().into_iter();
                cards.map(|card| Choice::word(&card, &card)).collect()
            }
            KindOf::Text => {
                let board = self
                    .form
                    .board
                    .as_ref()
                    .filter(|board| board.field == field);
                let contracts = board.iter().flat_map(|board| &board.contracts);
                contracts
                    .map(|id| Choice::word(id, &self.language.word(id)))
                    .collect()
            }
            KindOf::Nullable(of) | KindOf::List(of) => self.choices(of, place, players),
            KindOf::OneOf(kinds) => kinds
                .iter()
                .flat_map(|kind| self.choices(kind, place, players))
                .collect(),
            KindOf::Object(fields) => self.objects(fields, place, players),
            _ => Vec::new(),
        }
    }

    /// Objects that begin with each value of their first field.
    fn objects(&self, fields: &[FieldOf<'_>], place: &[Step], players: &[String]) -> Vec<Choice> {
        let Some(first) = fields.first() else {
            return Vec::new();
        };
        let place: Vec<Step> = place
            .iter()
            .cloned()
            .chain([Step::Key(first.name.to_owned())])
            .collect();
        let choices = self.choices(&first.kind, &place, players).into_iter();
        choices
            .map(|choice| Choice {
                value: Json::object([(first.name, choice.value)]),
                ..choice
            })
            .collect()
    }

    /// A value as it would be typed.
    pub fn text(&self, kind: &KindOf<'_>, place: &[Step], value: &Json) -> String {
        match value {
            Json::List(items) => {
                let items = items.iter().map(|item| self.text(kind, place, item));
                items.collect::<Vec<String>>().join(", ")
            }
            Json::Text(text) if matches!(kind, KindOf::Player | KindOf::Card) => text.clone(),
            value => {
                let choices = self.choices(kind, place, &[]);
                let same = choices.into_iter().find(|choice| choice.value == *value);
                same.map_or_else(|| plain(value), |choice| choice.label)
            }
        }
    }

    /// Any value in a row.
    pub fn shown(&self, value: &Json) -> String {
        match value {
            Json::Bool(true) => self.language.text("ui", "yes"),
            Json::Bool(false) => self.language.text("ui", "no"),
            Json::Text(text) => {
                let own = self.own_word(text);
                own.unwrap_or_else(|| self.language.word(text))
            }
            Json::List(items) => {
                let items = items.iter().map(|item| self.shown(item));
                items.collect::<Vec<String>>().join(", ")
            }
            Json::Object(entries) => {
                let entry = |(name, value): &(String, Json)| {
                    let name = if self.is_field(name) {
                        self.field(&[name]).to_lowercase()
                    } else {
                        name.clone()
                    };
                    format!("{name} {}", self.shown(value))
                };
                entries
                    .iter()
                    .map(entry)
                    .collect::<Vec<String>>()
                    .join(", ")
            }
            value => plain(value),
        }
    }

    /// What a field takes, and when it is needed.
    pub fn explained(&self, name: &str) -> String {
        if let Some(definition) = self.game.definition() {
            return own_game::explained(definition, name, self.language);
        }
        let rows = fields_in_words(self.game.facts(), self.question, self.language);
        let mut text = Vec::new();
        let mut rows = rows.into_iter().skip_while(|row| row.name != name);
        text.extend(rows.next());
        text.extend(rows.take_while(|row| row.depth > 0));
        let line = |row: &overtrick_match::describe::FieldText| {
            let indent = "  ".repeat(row.depth);
            format!("{indent}{}: {} ({})", row.name, row.takes, row.need)
        };
        let lines: Vec<String> = text.iter().map(line).collect();
        lines.join("\n")
    }
}

fn plain(value: &Json) -> String {
    match value {
        Json::Text(text) => text.clone(),
        value => serde_json::to_string(value).unwrap_or_default(),
    }
}
