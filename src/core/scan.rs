//! What a camera reads of a pad: boxes and digits, and what each means in the record of a hand.
//!
//! The crate `overtrick-paper` places them on a page.

use super::cards::Suit;
use super::form::{Field, Kind};
use super::json::Json;
use super::pad::{Text, suit_sign};
use super::{HasPad, Table};
use serde::Serialize;

/// The value of a [`Meaning`] that is the player in whose column it stands.
pub const PLAYER: &str = "@player";
/// The value of a [`Meaning`] that is the number written.
pub const NUMBER: &str = "@number";

/// A pad that a camera can read.
pub trait HasScanPad: HasPad {
    /// The boxes and digits of a row, and what each means in a record.
    ///
    /// A match of no fixed length has so many `hands` on its pad.
    fn scan(&self, table: &Table, hands: usize) -> ScanForm;
}

/// The boxes and digits of a row.
#[derive(Debug, Clone, Default)]
pub struct ScanForm {
    /// Those of the row itself.
    pub hand: Vec<ScanField>,
    /// Those of each player.
    pub seat: Vec<ScanField>,
    /// What each row says without a mark, if the rows of the pad differ.
    pub rows: Vec<Vec<Meaning>>,
    /// Whether each player's part of a row is a record of its own, whose declarer is that player.
    pub cells: Option<Meaning>,
    /// What is not written, because it is what another number leaves of a total.
    pub rests: Vec<Rest>,
}

/// One thing that is written or ticked.
#[derive(Debug, Clone)]
pub struct ScanField {
    /// Its key in the `[pad]` section of a language.
    pub key: &'static str,
    /// How it is marked.
    pub kind: ScanKind,
    /// Whether it only checks what is read: it is derived from the rest.
    pub check: bool,
    /// The rows of the pad that have it, if not all have it.
    pub rows: Option<Vec<usize>>,
}

/// How something is marked.
#[derive(Debug, Clone)]
pub enum ScanKind {
    /// Boxes to tick.
    Boxes {
        /// The boxes.
        boxes: Vec<ScanBox>,
        /// How they stand.
        stand: Stand,
        /// What it means if none of those that mean something is ticked.
        none: Vec<Meaning>,
    },
    /// A number, a digit in each well.
    Number {
        /// The least and the greatest that it can be under the house rules in force.
        range: (i64, i64),
        /// The wells that it has at least.
        wells: usize,
        /// Whether it may end in a half.
        half: bool,
        /// What it means.
        means: Vec<Meaning>,
    },
}

/// How boxes stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stand {
    /// Two by two, each beside its label.
    Square,
    /// Beside each other under their labels, each taking so many millimeters at least.
    Line(f32),
}

/// A box to tick.
#[derive(Debug, Clone)]
pub struct ScanBox {
    /// What stands at it.
    pub label: Text,
    /// What it means.
    pub means: Vec<Meaning>,
}

/// What a mark means: the field of a record, and its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Meaning {
    /// The path of the field: `contract/strain`. `@` is the key of the player in whose column it stands, `+`
    /// an item of a list, and `by@2` the second item whose `by` is that player.
    pub field: &'static str,
    /// Its value. [`PLAYER`] and [`NUMBER`] stand for what they name.
    pub value: Json,
    /// In which records it has this meaning: those that meet all of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<When>,
}

/// A condition on another field of the record.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct When {
    /// Its path.
    pub field: &'static str,
    /// The values that it may have, [`PLAYER`] among them; any, if there are none.
    pub among: Vec<Json>,
}

/// What a number leaves of a total.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rest {
    /// The field that is not written.
    pub field: &'static str,
    /// The total.
    pub total: i64,
    /// The number that is written.
    pub without: &'static str,
}

/// A field that is this value.
pub fn means(field: &'static str, value: impl Into<Json>) -> Meaning {
    Meaning {
        field,
        value: value.into(),
        when: Vec::new(),
    }
}

impl Meaning {
    /// The same, only where another field is one of these values, or there at all if none is named.
    #[must_use]
    pub fn when(mut self, field: &'static str, among: &[&str]) -> Meaning {
        let among = among.iter().map(|value| Json::from(*value)).collect();
        self.when.push(When { field, among });
        self
    }

    /// Whether it has this meaning in a record.
    pub fn applies(&self, record: &Json, player: Option<&str>) -> bool {
        self.when.iter().all(|when| {
            let is = |one: &Json, value: &Json| match one.as_text() {
                Some(PLAYER) => value.as_text() == player,
                _ => one == value,
            };
            find(record, when.field, player).is_some_and(|value| {
                when.among.is_empty() || when.among.iter().any(|one| is(one, value))
            })
        })
    }

    /// Its value, where this is the player and the number.
    pub fn said(&self, player: Option<&str>, number: Option<&Json>) -> Json {
        match (self.value.as_text(), player, number) {
            (Some(PLAYER), Some(player), _) => player.into(),
            (Some(NUMBER), _, Some(number)) => number.clone(),
            _ => self.value.clone(),
        }
    }
}

impl ScanBox {
    /// A box of this meaning.
    pub fn new(label: Text, means: impl IntoIterator<Item = Meaning>) -> ScanBox {
        let means = means.into_iter().collect();
        ScanBox { label, means }
    }
}

impl ScanField {
    /// Boxes to tick.
    pub fn boxes(key: &'static str, stand: Stand, boxes: Vec<ScanBox>) -> ScanField {
        let none = Vec::new();
        ScanField::new(key, ScanKind::Boxes { boxes, stand, none })
    }

    /// A box for each suit, two by two.
    pub fn suits(key: &'static str, meaning: impl Fn(Suit) -> Vec<Meaning>) -> ScanField {
        let suits = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
        let suit = |suit: Suit| ScanBox::new(suit_sign(suit.word()), meaning(suit));
        ScanField::boxes(key, Stand::Square, suits.map(suit).into())
    }

    /// One box under the field's own name.
    pub fn tick(key: &'static str, meaning: Meaning) -> ScanField {
        let label = Text::message(key);
        ScanField::boxes(key, Stand::Line(0.0), vec![ScanBox::new(label, [meaning])])
    }

    /// A number in this range, with so many wells at least. One well takes ten as an X.
    pub fn number(
        key: &'static str,
        range: (i64, i64),
        wells: usize,
        meaning: Meaning,
    ) -> ScanField {
        ScanField::new(
            key,
            ScanKind::Number {
                range,
                wells,
                half: false,
                means: vec![meaning],
            },
        )
    }

    /// A number that checks what is read.
    pub fn sum(key: &'static str, range: (i64, i64), wells: usize) -> ScanField {
        let kind = ScanKind::Number {
            range,
            wells,
            half: false,
            means: Vec::new(),
        };
        let check = true;
        ScanField {
            check,
            ..ScanField::new(key, kind)
        }
    }

    const fn new(key: &'static str, kind: ScanKind) -> ScanField {
        ScanField {
            key,
            kind,
            check: false,
            rows: None,
        }
    }

    /// The same with what it means if no box is ticked.
    #[must_use]
    pub fn or(mut self, meaning: Meaning) -> ScanField {
        if let ScanKind::Boxes { none, .. } = &mut self.kind {
            none.push(meaning);
        }
        self
    }

    /// The same with a box for a half.
    #[must_use]
    pub fn halves(mut self) -> ScanField {
        if let ScanKind::Number { half, .. } = &mut self.kind {
            *half = true;
        }
        self
    }

    /// The same in some rows of the pad only.
    #[must_use]
    pub fn only(mut self, rows: impl IntoIterator<Item = usize>) -> ScanField {
        self.rows = Some(rows.into_iter().collect());
        self
    }
}

/// The least and the greatest number that a field of a record can be, as its form says.
///
/// ```
/// use overtrick_core::form::{Field, Kind};
/// use overtrick_core::scan::range_of;
///
/// let tricks = Field::required("tricks", Kind::PerPlayer(&Kind::Int(0, 13)));
/// assert_eq!(range_of(&[tricks], "tricks"), (0, 13));
/// ```
pub fn range_of(fields: &[Field], path: &str) -> (i64, i64) {
    fn in_kind(kind: &Kind, rest: &str) -> Option<(i64, i64)> {
        match kind {
            Kind::Int(least, most) | Kind::Number(least, most) => Some((*least, *most)),
            Kind::PerPlayer(kind) | Kind::List(kind) | Kind::Nullable(kind) => in_kind(kind, rest),
            Kind::Object(fields) => in_fields(fields, rest),
            _ => None,
        }
    }
    fn in_fields(fields: &[Field], path: &str) -> Option<(i64, i64)> {
        let (name, rest) = path.split_once('/').unwrap_or((path, ""));
        let field = fields.iter().find(|field| field.name == name)?;
        in_kind(&field.kind, rest)
    }
    in_fields(fields, path).unwrap_or((0, 0))
}

/// The value of a field of a record by its path, as [`Meaning::field`] has it; of a list, the list itself.
pub fn find<'a>(record: &'a Json, path: &str, player: Option<&str>) -> Option<&'a Json> {
    let mut value = record;
    for step in path.split('/') {
        value = match step.split_once('@') {
            Some(("", _)) => value.get(player?)?,
            Some((by, number)) => {
                let Json::List(items) = value else {
                    return None;
                };
                let mut own = items.iter().filter(|item| item.text(by) == player);
                own.nth(number.parse::<usize>().ok()?.checked_sub(1)?)?
            }
            None if step == "+" => value,
            None => value.get(step)?,
        };
    }
    Some(value)
}

/// Sets the value of a field of a record by its path.
pub fn put(record: &mut Json, path: &str, player: Option<&str>, value: Json) {
    let (step, rest) = path.split_once('/').unwrap_or((path, ""));
    let place = match step.split_once('@') {
        Some(("", _)) => entry(record, player.unwrap_or_default()),
        Some((by, number)) => {
            let number = number.parse().unwrap_or(1);
            item(record, by, player.unwrap_or_default(), number)
        }
        None if step == "+" => {
            match record {
                Json::List(items) => items.push(value),
                _ => *record = Json::List(vec![value]),
            }
            return;
        }
        None => entry(record, step),
    };
    if rest.is_empty() {
        *place = value;
    } else {
        put(place, rest, player, value);
    }
}

/// The value of a key, which is added if there is none.
fn entry<'a>(object: &'a mut Json, key: &str) -> &'a mut Json {
    if !matches!(object, Json::Object(_)) {
        *object = Json::EMPTY;
    }
    let Json::Object(entries) = object else {
        return object;
    };
    let known = entries.iter().position(|(known, _)| known == key);
    let index = known.unwrap_or_else(|| {
        entries.push((key.to_owned(), Json::Null));
        entries.len() - 1
    });
    &mut entries[index].1
}

/// The item of a player with this number, from 1, which is added if there is none.
fn item<'a>(list: &'a mut Json, by: &str, player: &str, number: usize) -> &'a mut Json {
    if !matches!(list, Json::List(_)) {
        *list = Json::List(Vec::new());
    }
    let Json::List(items) = list else {
        return list;
    };
    let own = |items: &[Json]| -> Vec<usize> {
        let own = items.iter().enumerate();
        let own = own.filter(|(_, item)| item.text(by) == Some(player));
        own.map(|(index, _)| index).collect()
    };
    while own(items).len() < number.max(1) {
        items.push(Json::object([(by, player.into())]));
    }
    let index = own(items)[number.max(1) - 1];
    &mut items[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found() {
        let mut record = Json::EMPTY;
        let mut put = |path, player, value| put(&mut record, path, player, value);
        put("contract/strain", None, "clubs".into());
        put("bids/@", Some("Ann"), Json::Int(3));
        put("challengers/+", Some("Bo"), "Bo".into());
        put("commitments/by@1/contract", Some("Ann"), "game".into());
        put("commitments/by@2/contract", Some("Ann"), "seven".into());
        put("commitments/by@1/doubles", Some("Bo"), Json::Int(1));
        let text = serde_json::to_string(&record).unwrap();
        let expected = r#"{"contract":{"strain":"clubs"},"bids":{"Ann":3},"challengers":["Bo"],"commitments":[{"by":"Ann","contract":"game"},{"by":"Ann","contract":"seven"},{"by":"Bo","doubles":1}]}"#;
        assert_eq!(text, expected);
        let find = |path, player| find(&record, path, player);
        assert_eq!(find("bids/@", Some("Ann")), Some(&Json::Int(3)));
        assert_eq!(find("bids/@", Some("Bo")), None);
        let seven = find("commitments/by@2/contract", Some("Ann"));
        assert_eq!(seven, Some(&Json::from("seven")));
        assert_eq!(find("commitments/by@2/contract", Some("Bo")), None);
        let list = Json::List(vec!["Bo".into()]);
        assert_eq!(find("challengers/+", Some("Bo")), Some(&list));
    }
}
