//! The players of a match and their seats, and names that look alike.

use std::borrow::Cow;
use std::sync::Arc;

use unicase::UniCase;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};
use unicode_segmentation::UnicodeSegmentation;

use super::json::Json;
use super::plain::{Lines, character_fault, is_invisible};
use super::{Args, Finding, args};

/// The maximum number of characters in a name, as readers count them.
pub const LONGEST_NAME: usize = 40;
/// The maximum number of bytes in a name: enough for 40 characters of any script, with combining marks.
const LONGEST_NAME_BYTES: usize = 640;

/// A seat at the table, counted from 0 in turn order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Returns the seat with this index, which is at most 255.
    #[expect(clippy::cast_possible_truncation, reason = "tables are smaller")]
    pub const fn new(index: usize) -> Seat {
        Seat(index as u8)
    }

    /// Returns its index in the list of players, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The players of a match in seat order.
///
/// Names are compared after NFC normalization and case folding.
///
/// ```
/// use overtrick_core::{Seat, Table};
///
/// let (table, faults) = Table::seat_players(&["Ann".into(), "Bo".into(), "Cy".into()]);
/// assert!(faults.is_empty());
/// assert_eq!(table.seat(" ann "), Some(Seat::new(0)));
/// assert_eq!(table.next(Seat::new(2)), Seat::new(0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    names: Vec<Arc<str>>,
    folded: Vec<String>,
}

impl Table {
    /// Seats these players. A name that is empty, too long, has a
    /// [refused character](super::refused_character), or equals an earlier one is a fault.
    ///
    /// ```
    /// use overtrick_core::Table;
    ///
    /// let (_, faults) = Table::seat_players(&["Ann".into(), "ANN".into()]);
    /// assert_eq!(faults[0].code, "name-taken");
    /// ```
    pub fn seat_players(names: &[String]) -> (Table, Vec<Finding>) {
        let table = Table::of_names(names.iter().map(|name| name.trim()));
        let fault = |(index, name): (usize, &Arc<str>)| {
            let taken = || Some(("name-taken", table.repeated(&table.folded, index)?));
            let (code, args) = name_fault(name).or_else(taken)?;
            Some(Finding::rule(code, format!("/players/{index}"), args))
        };
        let faults = table.names.iter().enumerate().filter_map(fault).collect();
        (table, faults)
    }

    /// Returns a table with these names, without checking them.
    pub(crate) fn of_names<N: Into<Arc<str>>>(names: impl IntoIterator<Item = N>) -> Table {
        let names: Vec<Arc<str>> = names.into_iter().map(Into::into).collect();
        Table {
            folded: names.iter().map(|name| folded(name)).collect(),
            names,
        }
    }

    /// Returns the names of a player and of an earlier player whose form is the same, as arguments; `None` if
    /// there is no such player.
    fn repeated(&self, forms: &[String], index: usize) -> Option<Args> {
        let mut earlier = forms[..index].iter();
        let earlier = earlier.position(|known| *known == forms[index])?;
        Some(args![name: &self.names[index], earlier: &self.names[earlier]])
    }

    /// Returns the number of seats.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no seats.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns all seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.names.len()).map(Seat::new)
    }

    /// Returns the name of the player in a seat.
    pub fn name(&self, seat: Seat) -> &Arc<str> {
        &self.names[seat.index()]
    }

    /// Returns the names of partners, joined into one name.
    ///
    /// ```
    /// use overtrick_core::{Seat, Table};
    ///
    /// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into(), "Cy".into()]);
    /// assert_eq!(table.joined(&[Seat::new(0), Seat::new(2)]), "Ann + Cy");
    /// ```
    pub fn joined(&self, side: &[Seat]) -> String {
        let names = side.iter().map(|seat| self.name(*seat).as_ref());
        names.collect::<Vec<&str>>().join(" + ")
    }

    /// Returns all names, in seat order.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Returns a warning for each name that looks like an earlier one but has different spaces, invisible
    /// characters, or letters of another script. Case is ignored; names with different accents do not look alike.
    ///
    /// ```
    /// use overtrick_core::Table;
    ///
    /// let (table, faults) = Table::seat_players(&["Ann".into(), "\u{410}nn".into()]);
    /// assert!(faults.is_empty());
    /// assert_eq!(table.alike()[0].code, "name-alike");
    /// ```
    pub fn alike(&self) -> Vec<Finding> {
        // ASCII names without spaces look alike only if they are equal, and equal names are refused elsewhere.
        let is_plain = |name: &Arc<str>| name.bytes().all(|byte| byte.is_ascii_graphic());
        if self.names.iter().all(is_plain) {
            return Vec::new();
        }
        let seen: Vec<String> = self.names.iter().map(|name| appearance(name)).collect();
        let warning = |index| {
            let args = self.repeated(&seen, index)?;
            let pointer = format!("/players/{index}");
            Some(Finding::rule("name-alike", pointer, args))
        };
        (0..self.len()).filter_map(warning).collect()
    }

    /// Returns an object with the players' names as keys and these values.
    pub fn by_name<T: Into<Json>>(&self, value: impl Fn(Seat) -> T) -> Json {
        let entries = self.seats();
        Json::object(entries.map(|seat| (&**self.name(seat), value(seat).into())))
    }

    /// Returns the seat of the player with this name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let exact = self.names.iter().position(|known| **known == *name);
        let alike = || {
            let wanted = folded(name);
            self.folded.iter().position(|known| *known == wanted)
        };
        exact.or_else(alike).map(Seat::new)
    }

    /// Returns the value of a player in an object with players' names as keys.
    pub fn value_of<'j>(&self, by_name: &'j Json, seat: Seat) -> Option<&'j Json> {
        let mut entries = by_name.entries().iter();
        entries.find_map(|(name, value)| (self.seat(name) == Some(seat)).then_some(value))
    }

    /// Returns the seat this many places after another, around the table.
    #[must_use]
    pub fn after(&self, seat: Seat, places: usize) -> Seat {
        Seat::new((seat.index() + places) % self.names.len())
    }

    /// Returns the next seat in turn.
    #[must_use]
    pub fn next(&self, seat: Seat) -> Seat {
        self.after(seat, 1)
    }

    /// Returns every seat once, in turn order, beginning with `first`.
    ///
    /// ```
    /// use overtrick_core::{Seat, Table};
    ///
    /// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into(), "Cy".into()]);
    /// let order: Vec<usize> = table.from(Seat::new(1)).map(Seat::index).collect();
    /// assert_eq!(order, [1, 2, 0]);
    /// let others: Vec<usize> = table.others(Seat::new(1)).map(Seat::index).collect();
    /// assert_eq!(others, [2, 0]);
    /// ```
    pub fn from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let count = self.names.len();
        (0..count).map(move |places| Seat::new((first.index() + places) % count))
    }

    /// Returns every other seat once, in turn order, beginning with the one after this seat.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.from(seat).skip(1)
    }
}

/// Returns the form of a name that is used for comparisons: trimmed, in NFC, case-folded.
///
/// ```
/// use overtrick_core::folded;
///
/// assert_eq!(folded(" ŠŤASTNÁ "), folded("šťastná"));
/// ```
pub fn folded(name: &str) -> String {
    let name = name.trim();
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    composed(&UniCase::unicode(composed(name)).to_folded_case()).into_owned()
}

/// Returns a text in NFC. Most texts are in NFC already and are not copied.
fn composed(text: &str) -> Cow<'_, str> {
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

fn name_fault(name: &str) -> Option<(&'static str, Args)> {
    // A name cannot have more characters than bytes.
    let length = if name.len() <= LONGEST_NAME {
        name.len()
    } else {
        name.graphemes(true).count()
    };
    if name.is_empty() {
        Some(("name-empty", args![]))
    } else if length > LONGEST_NAME || name.len() > LONGEST_NAME_BYTES {
        Some(("name-too-long", args![length: length, most: LONGEST_NAME]))
    } else {
        character_fault(name, Lines::One).map(|args| ("text-character", args))
    }
}

/// Letters of other scripts, each with the Latin letter that it resembles in most fonts. Compatibility forms
/// such as the wide `Ａ` are not listed, because normalization replaces them.
const LOOK_ALIKES: &[(&str, &str)] = &[
    // Cyrillic
    ("АВЕЅІЈКМНОРСТУХ", "ABESIJKMHOPCTYX"),
    ("аеѕіјорсухһԁԛԝ", "aesijopcyxhdqw"),
    // Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("οιανυρϲ", "oiavupc"),
    // Armenian
    ("ՍՏՕհոսցօ", "USOhnugo"),
    // Latin letters that are hard to distinguish
    ("ıɑɡɩ", "iagi"),
];

/// Returns a form of a name that is equal for names that look alike: in lower case, without spaces and
/// zero-width characters, and with look-alike letters replaced by Latin ones.
fn appearance(name: &str) -> String {
    // Normalizing is the slowest part, and most names are already normalized.
    let normal: Cow<'_, str> = if is_nfkc_quick(name.chars()) == IsNormalized::Yes {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.nfkc().collect())
    };
    let is_blank =
        |letter: char| letter.is_whitespace() || letter == '\u{2800}' || is_invisible(letter);
    let seen = normal.chars().filter(|letter| !is_blank(*letter));
    let seen: String = seen.map(latin_twin).flat_map(char::to_lowercase).collect();
    composed(&seen).into_owned()
}

/// Returns the Latin letter that a letter resembles, or the letter itself.
fn latin_twin(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    let pairs = LOOK_ALIKES.iter();
    let mut pairs = pairs.flat_map(|(letters, latin)| letters.chars().zip(latin.chars()));
    let found = pairs.find(|(known, _)| *known == letter);
    found.map_or(letter, |(_, latin)| latin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str]) -> (Table, Vec<Finding>) {
        Table::seat_players(&names.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn names_are_compared_folded_and_composed() {
        let (table, faults) = table(&["Zuzana Šťastná", "Ægir", "Straße"]);
        assert!(faults.is_empty());
        let decomposed = "  zuzana s\u{30c}t\u{30c}astna\u{301} ";
        assert_eq!(table.seat(decomposed), Some(Seat::new(0)));
        assert_eq!(table.seat("ÆGIR"), Some(Seat::new(1)));
        assert_eq!(table.seat("STRASSE"), Some(Seat::new(2)));
        assert_eq!(table.seat("Aegir"), None);
    }

    #[test]
    fn a_letter_with_its_marks_counts_as_one_character() {
        let forty = "e\u{301}".repeat(40);
        assert!(table(&[&forty]).1.is_empty());
        assert_eq!(table(&["x".repeat(41).as_str()]).1[0].code, "name-too-long");
    }

    fn warned(one: &str, other: &str) -> bool {
        !table(&[one, other]).0.alike().is_empty()
    }

    #[test]
    fn names_that_look_the_same_are_alike() {
        for other in [
            "Anna Kova",
            "AnnaKova",
            "Anna\u{a0}Kova",
            "Anna\u{200b} Kova",
            "\u{410}nna Kova",
            "Ann\u{430} Kova",
            "Anna \u{39a}ova",
            "Anna K\u{3bf}va",
            "\u{ff21}nna Kova",
            "Anna  Kova\u{ad}",
            "\u{202d}Anna Kova",
        ] {
            let is_same = other == "Anna Kova";
            assert!(is_same || warned("Anna Kova", other), "{other:?}");
        }
        let warning = &table(&["Bo", "Ann", "\u{410}nn"]).0.alike()[0];
        assert_eq!(
            (&*warning.code, &*warning.pointer),
            ("name-alike", "/players/2")
        );
    }

    #[test]
    fn letters_with_marks_and_other_names_are_not_alike() {
        for (one, other) in [
            ("Novák", "Novak"),
            ("Šimon", "Simon"),
            ("Ann", "Anna"),
            ("Юлія", "Julija"),
            ("Ægir", "Aegir"),
            ("Ольга", "Олена"),
            ("李雷", "李"),
        ] {
            assert!(!warned(one, other), "{one} {other}");
        }
    }

    #[test]
    fn every_letter_has_one_look_alike() {
        for (letters, latin) in LOOK_ALIKES {
            assert_eq!(letters.chars().count(), latin.len(), "{letters}");
            assert!(latin.is_ascii());
        }
    }
}
