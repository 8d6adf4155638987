//! What the fields of a game and their values are called: as on the phone.

use super::choices::{Choice, names, yes_or_no};
use super::place::{Step, within};
use crate::own_game;
use overtrick_core::form::{FieldOf, KindOf};
use overtrick_core::json::Json;
use overtrick_core::{QuestionKind, args};
use overtrick_match::MatchGame;
use overtrick_match::describe::{FieldText, fields_in_words, word_in};
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
    /// The first of these texts of the catalog, each a section and a key, that there is.
    fn first(&self, keys: &[(&str, String)]) -> Option<String> {
        let languages = [self.language, Language::english()];
        let mut keys = keys.iter();
        let (section, key) =
            keys.find(|(section, key)| languages.iter().any(|one| one.has(section, key)))?;
        Some(self.language.text(section, key))
    }

    /// What the catalog calls a field of a hand, or of a question, which the page does not ask.
    fn known_field(&self, name: &str) -> Option<String> {
        let game = self.game.id();
        let own = format!("{game}/{name}");
        let page = [
            ("page", format!("field.{game}.{name}")),
            ("page", format!("field.{name}")),
        ];
        let plain = [("field", own), ("field", name.to_owned())];
        self.first(&match self.question {
            Some(_) => {
                let asked = [("keep", format!("asked-{name}"))].into_iter();
                asked.chain(plain).chain(page).collect::<Vec<_>>()
            }
            None => page.into_iter().chain(plain).collect(),
        })
    }

    /// What a custom game calls a word of its options and fields.
    fn own_word(&self, word: &str) -> Option<String> {
        let said = word_in(self.game.definition()?, word, self.language)?;
        Some(visible_line(&said))
    }

    /// The name of a field, or of a field within one.
    pub fn field(&self, name: &str) -> String {
        let own = self.game.definition().and_then(|definition| {
            let (label, _) = definition.field_texts(name)?;
            own_game::own_label(name, label, self.language)
        });
        if let Some(label) = own {
            return visible_line(&label);
        }
        let text = self.known_field(name);
        let text = text.unwrap_or_else(|| self.language.word(&name.replace('_', " ")));
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }

    /// What is asked at a place: "Tricks, Ann", "Calls 2, player", in a question "Card 2".
    pub fn label(&self, place: &[Step]) -> String {
        let mut place = place;
        if self.question.is_some() {
            match place {
                // The setting is known as the hand.
                [Step::Key(first), rest @ ..] if first == "setting" && !rest.is_empty() => {
                    place = rest;
                }
                // The call or the card itself.
                [list @ .., Step::Key(name)]
                    if matches!(list.last(), Some(Step::Item(_)))
                        && (name == "call" || name == "card") =>
                {
                    place = list;
                }
                _ => {}
            }
        }
        let mut label = String::new();
        let mut before: Option<&Step> = None;
        for step in place {
            label += &match (before, step) {
                (None, Step::Key(name)) => self.field(name),
                (Some(_), Step::Key(name)) => format!(", {}", self.part(name)),
                (Some(Step::Item(_)), Step::Item(index)) => {
                    let args = args![number: index + 1];
                    self.language.format("keep", "asked-card-of-trick", &args)
                }
                (_, Step::Item(index)) => format!(" {}", index + 1),
            };
            before = Some(step);
        }
        label
    }

    /// The name of a field within another one, or the player whose value it is.
    fn part(&self, name: &str) -> String {
        if name.contains('_') || self.known_field(name).is_some() {
            self.field(name).to_lowercase()
        } else {
            name.to_owned()
        }
    }

    /// The label of a word as a value of a field.
    pub fn word(&self, field: &str, word: &str) -> String {
        let known = || {
            self.first(&[
                ("page", format!("value.{field}.{word}")),
                ("word", format!("{}/{word}", self.game.id())),
            ])
        };
        let said = self.own_word(word).or_else(known);
        said.unwrap_or_else(|| self.language.word(word))
    }

    /// The answers of this kind that can be chosen.
    pub fn choices(&self, kind: &KindOf<'_>, place: &[Step], players: &[String]) -> Vec<Choice> {
        let field = place.iter().filter_map(Step::key).next_back();
        let field = field.unwrap_or_default();
        match kind {
            KindOf::Word(words) => {
                let choice = |word: &&str| Choice::word(word, &self.word(field, word));
                words.iter().map(choice).collect()
            }
            KindOf::Player => names(players),
            KindOf::Flag => yes_or_no(self.language),
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
        let place = within(place, Step::Key(first.name.to_owned()));
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
                    format!("{} {}", self.part(name), self.shown(value))
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

    /// What the value at a place is, and when it is needed.
    pub fn explained(&self, place: &[Step]) -> String {
        let mut keys = place.iter().filter_map(Step::key);
        let (Some(first), Some(last)) = (keys.clone().next(), keys.next_back()) else {
            return String::new();
        };
        if let Some(definition) = self.game.definition() {
            return own_game::explained(definition, first, self.language);
        }
        let rows = fields_in_words(self.game.facts(), self.question, self.language);
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

fn plain(value: &Json) -> String {
    match value {
        Json::Text(text) => text.clone(),
        value => serde_json::to_string(value).unwrap_or_default(),
    }
}
