//! The rows of a pad: the values of fields, and texts that do not depend on a language.

use std::collections::BTreeMap;

use derive_more::Deref;

use crate::{Args, Name, Seat, args};

/// A row: a hand or, in some games, a contract.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Its number.
    pub number: Option<usize>,
    /// The dealer.
    pub dealer: Option<Seat>,
    /// The values of the fields of the hand.
    pub hand: Values,
    /// The values of the players' fields, by column: a column for each seat, or for each side.
    pub seats: Vec<Values>,
    /// Notes under the row, across its whole width.
    pub notes: Vec<Text>,
    /// Whether the row is an adjustment instead of a hand. Its height is then smaller.
    pub adjustment: bool,
}

impl Row {
    /// Returns a row without values.
    pub fn blank(number: Option<usize>, dealer: Option<Seat>, seats: usize) -> Row {
        Row {
            number,
            dealer,
            seats: vec![Values::default(); seats],
            ..Row::default()
        }
    }
}

/// Returns blank rows numbered from 1, with the deal rotating around the table.
///
/// ```
/// use overtrick_core::Seat;
/// use overtrick_core::pad::rows;
///
/// let rows = rows(5, 4);
/// assert_eq!(rows[4].number, Some(5));
/// assert_eq!(rows[4].dealer, Some(Seat::new(0)));
/// ```
pub fn rows(count: usize, seats: usize) -> Vec<Row> {
    let dealer = |index: usize| Some(Seat::new(index % seats.max(1)));
    (0..count)
        .map(|index| Row::blank(Some(index + 1), dealer(index), seats))
        .collect()
}

/// The value of a field in one row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Value {
    /// The written text.
    pub text: Option<Text>,
    /// A second line, in smaller type.
    pub under: Option<Text>,
    /// The ids of the ticked boxes.
    pub ticked: Vec<String>,
    /// Whether nothing is to be written into the field in this row.
    pub closed: bool,
}

impl Value {
    /// Returns a written text.
    pub fn text(text: Text) -> Value {
        Value {
            text: Some(text),
            ..Value::default()
        }
    }

    /// Returns ticked boxes.
    pub fn ticked<S: ToString>(ids: impl IntoIterator<Item = S>) -> Value {
        let ticked = ids.into_iter().map(|id| id.to_string()).collect();
        Value {
            ticked,
            ..Value::default()
        }
    }
}

/// The values of some fields, by key.
///
/// ```
/// use overtrick_core::pad::{Text, Value, Values};
///
/// let mut values = Values::default();
/// values.write("bid", 3);
/// values.tick("trump", ["hearts"]);
/// assert_eq!(values.get("bid"), Some(&Value::text(Text::plain(3))));
/// assert_eq!(values.get("trump").unwrap().ticked, ["hearts"]);
/// assert_eq!(values.get("tricks"), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Deref)]
pub struct Values(BTreeMap<&'static str, Value>);

impl Values {
    /// Sets the value of a field.
    pub fn set(&mut self, key: &'static str, value: Value) {
        self.0.insert(key, value);
    }

    /// Writes a number or a text into a field.
    pub fn write(&mut self, key: &'static str, text: impl ToString) {
        self.set(key, Value::text(Text::plain(text)));
    }

    /// Writes a number or a text into a field, if it is known.
    pub fn write_known(&mut self, key: &'static str, text: Option<impl ToString>) {
        if let Some(text) = text {
            self.write(key, text);
        }
    }

    /// Writes a message of the `[pad]` section of a language into a field.
    pub fn phrase(&mut self, key: &'static str, message: impl Into<Name>, args: Args) {
        self.set(key, Value::text(Text::of(message, args)));
    }

    /// Ticks boxes of a field.
    pub fn tick<S: ToString>(&mut self, key: &'static str, ids: impl IntoIterator<Item = S>) {
        self.set(key, Value::ticked(ids));
    }

    /// Removes the value of a field.
    pub fn clear(&mut self, key: &str) {
        self.0.remove(key);
    }
}

/// A text to print, which does not depend on a language.
///
/// ```
/// use overtrick_core::pad::Text;
///
/// assert_eq!(Text::plain(13), Text::Plain("13".into()));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Text {
    /// Text that is the same in every language: a number, a sign, a name.
    Plain(String),
    /// A message of the `[pad]` section of a language.
    Message(Name, Args),
    /// An id, for which every language has a word.
    Word(Name),
    /// An ordinal number: `1st`.
    Ordinal(usize),
}

impl Text {
    /// Returns a text that is the same in every language.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts")]
    pub fn plain(text: impl ToString) -> Text {
        Text::Plain(text.to_string())
    }

    /// Returns a message with its arguments.
    pub fn of(key: impl Into<Name>, args: Args) -> Text {
        Text::Message(key.into(), args)
    }

    /// Returns a message without arguments.
    pub fn message(key: impl Into<Name>) -> Text {
        Text::of(key, Args::new())
    }
}

/// Returns the sign of a French suit by its id. Other ids become words.
///
/// ```
/// use overtrick_core::pad::{Text, suit_sign};
///
/// assert_eq!(suit_sign("hearts"), Text::plain("♥"));
/// assert_eq!(suit_sign("no-trump"), Text::message("no-trump-short"));
/// ```
pub fn suit_sign(id: &str) -> Text {
    match id {
        "clubs" => Text::plain("♣"),
        "spades" => Text::plain("♠"),
        "hearts" => Text::plain("♥"),
        "diamonds" => Text::plain("♦"),
        "no-trump" => Text::message("no-trump-short"),
        _ => Text::Word(id.to_owned().into()),
    }
}

/// Returns this word after the sign of a suit. If the id is not a suit, returns only the word.
///
/// ```
/// use overtrick_core::pad::{Text, suit_words};
///
/// assert!(matches!(suit_words("hearts", "hearts"), Text::Message(key, _) if key == "suit-words"));
/// assert_eq!(suit_words("no-trump", "no-trump"), Text::Word("no-trump".into()));
/// ```
pub fn suit_words(id: &str, word: &str) -> Text {
    match suit_sign(id) {
        Text::Plain(sign) => Text::of("suit-words", args![sign: sign, suit: word.to_owned()]),
        _ => Text::Word(word.to_owned().into()),
    }
}

/// Returns a sentence about a player's choice: `word`, after the sign if `id` is a suit.
pub fn declares(player: &str, id: &str, word: &str) -> Text {
    let (player, what) = (player.to_owned(), word.to_owned());
    match suit_sign(id) {
        Text::Plain(sign) => Text::of(
            "declares-suit",
            args![player: player, sign: sign, what: what],
        ),
        _ => Text::of("declares", args![player: player, what: what]),
    }
}
