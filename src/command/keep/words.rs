//! What the fields of a game and their values are called: as on the phone.

use super::choices::{Choice, names, yes_or_no};
use super::place::Step;
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
        let asked = format!("asked-{name}");
        if self.question.is_some() && Language::english().has("keep", &asked) {
            return self.language.text("keep", &asked);
        }
        let game = self.game.id();
        let english = Language::english();
        let keys = [format!("{game}/{name}"), name.to_owned()];
        let is_known = keys.iter().any(|key| english.has("field", key));
        let own = self.of_page(&format!("field.{game}.{name}"));
        let page = own.or_else(|| self.of_page(&format!("field.{name}")));
        // The page asks no questions: its names are those of a hand.
        let page = page.filter(|_| self.question.is_none() || !is_known);
        let text = page.unwrap_or_else(|| {
            if is_known {
                self.language.field(game, name)
            } else {
                self.language.word(&name.replace('_', " "))
            }
        });
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }

    /// What is asked at a place: "Tricks, Ann", "Calls 2, player", in a question "Card 2".
    pub fn label(&self, place: &[Step]) -> String {
        let mut label = String::new();
        let is_question = self.question.is_some();
        let place = match place {
            // The setting is known as the hand.
            [_, rest @ ..]
                if is_question
                    && !rest.is_empty()
                    && place[0] == Step::Key("setting".to_owned()) =>
            {
                rest
            }
            // The call or the card itself.
            [first @ .., Step::Item(at), Step::Key(name)]
                if is_question && (name == "call" || name == "card") =>
            {
                let list = [first, &[Step::Item(*at)]].concat();
                return self.label(&list);
            }
            place => place,
        };
        for (at, step) in place.iter().enumerate() {
            if let (Step::Item(index), Some(Step::Item(_))) =
                (step, at.checked_sub(1).and_then(|at| place.get(at)))
            {
                let args = args![number: index + 1];
                label += &self.language.format("keep", "asked-card-of-trick", &args);
                continue;
            }
            match step {
                Step::Item(index) => label += &format!(" {}", index + 1),
                Step::Key(name) if at == 0 => label += &self.field(&[name]),
                Step::Key(name) => label += &format!(", {}", self.part(name)),
            }
        }
        label
    }

    /// The name of a field within another one, or the player whose value it is.
    fn part(&self, name: &str) -> String {
        let is_field = self.is_field(name);
        let field = is_field.then(|| self.field(&[name]).to_lowercase());
        field.unwrap_or_else(|| name.to_owned())
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
        let mut fields = place.iter().rev().filter_map(|step| match step {
            Step::Key(name) => Some(name.as_str()),
            Step::Item(_) => None,
        });
        let field = fields.next().unwrap_or_default();
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
        let keys = place.iter().filter_map(|step| match step {
            Step::Key(name) => Some(name.as_str()),
            Step::Item(_) => None,
        });
        let keys: Vec<&str> = keys.collect();
        let [first, .., last] = keys[..] else {
            let only = keys.first().copied().unwrap_or_default();
            return self.explained_field(only, only);
        };
        self.explained_field(first, last)
    }

    /// What a field takes, or the field within it that is called `last`.
    fn explained_field(&self, first: &str, last: &str) -> String {
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
        format!("{}: {} ({}).", self.field(&[row.name]), row.takes, row.need)
    }
}

fn plain(value: &Json) -> String {
    match value {
        Json::Text(text) => text.clone(),
        value => serde_json::to_string(value).unwrap_or_default(),
    }
}
