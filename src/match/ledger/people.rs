//! The people in a match: their names and their seats. The log refers to names by number; the names are
//! stored separately.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use overtrick_core::bounds::MAX_NAMES;
use overtrick_core::{Faults, Finding, Table, args};

/// The names of a match, numbered from 1. A name is never removed: a player's new name gets a new number.
/// Only erasing a person overwrites names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(Vec<Name>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    text: Arc<str>,
    /// The number of this person's first name.
    person: usize,
}

/// A name with its number: a name to store, or the latest name of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NameEntry {
    /// Its number, from 1.
    #[serde(rename = "person")]
    pub number: usize,
    /// The name.
    pub name: String,
}

/// Returns the id of a name: `n1` is the first.
pub fn name_id(number: usize) -> String {
    format!("n{number}")
}

/// Returns the number in a name's id.
pub fn name_number(id: &str) -> Option<usize> {
    id.strip_prefix('n')?.parse().ok()
}

/// Checks that a player name is valid.
///
/// # Errors
/// The fault, at this place.
pub fn check_name(name: &str, place: &str) -> Result<(), Faults> {
    let (_, faults) = Table::seat_players(&[name.to_owned()]);
    let is_sound = faults.is_empty();
    is_sound.then_some(()).ok_or_else(|| all_at(place, faults))
}

/// Sets the pointers of all faults to this place.
pub fn all_at(place: &str, faults: Faults) -> Faults {
    let here = |fault| Finding {
        pointer: place.to_owned(),
        ..fault
    };
    faults.into_iter().map(here).collect()
}

impl Names {
    /// Collects these names, each for a different person.
    pub fn new<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Names {
        let mut names = Names::default();
        for text in texts {
            names.add(text.as_ref());
        }
        names
    }

    /// Adds the name of a new person and returns its number.
    pub fn add(&mut self, text: &str) -> usize {
        let person = self.0.len() + 1;
        let text = text.trim().into();
        self.0.push(Name { text, person });
        person
    }

    /// Whether there is a name with this number.
    pub fn has(&self, number: usize) -> bool {
        (1..=self.0.len()).contains(&number)
    }

    /// Returns the name with this number, or an empty text if there is none.
    pub fn text(&self, number: usize) -> &str {
        let name = self.0.get(number.wrapping_sub(1));
        name.map_or("", |name| &name.text)
    }

    /// Returns the number of the first name with this text.
    pub fn number(&self, text: &str) -> Option<usize> {
        let found = self.0.iter().position(|name| *name.text == *text);
        found.map(|index| index + 1)
    }

    /// Assigns a name to a person.
    pub fn assign(&mut self, number: usize, person: usize) {
        if let Some(name) = self.0.get_mut(number.wrapping_sub(1)) {
            name.person = person;
        }
    }

    /// Returns all people by number, each with the name used in the person's seat, or else the latest name.
    pub fn people<'a>(&self, seated: impl IntoIterator<Item = &'a Occupant>) -> Vec<NameEntry> {
        let last = self.0.iter().map(|name| (name.person, &*name.text));
        let seated = seated.into_iter();
        let seated = seated.map(|occupant| (occupant.person, self.text(occupant.name)));
        let people: BTreeMap<usize, &str> = last.chain(seated).collect();
        let people = people.into_iter().map(|(number, name)| NameEntry {
            number,
            name: name.to_owned(),
        });
        people.collect()
    }

    /// Returns all names of a person, in the order of the names' numbers.
    pub fn of_person(&self, person: usize) -> impl Iterator<Item = &str> {
        let own = self.0.iter().filter(move |name| name.person == person);
        own.map(|name| &*name.text)
    }

    /// Checks that another name can be added to the match.
    ///
    /// # Errors
    /// The fault, at this place.
    pub fn check_room(&self, place: &str) -> Result<(), Finding> {
        let full = || Finding::rule("too-many-names", place, args![most: MAX_NAMES]);
        (self.0.len() < MAX_NAMES).then_some(()).ok_or_else(full)
    }

    /// Overwrites every name of a person.
    pub fn erase(&mut self, person: usize, text: &str) {
        let text: Arc<str> = text.trim().into();
        for name in self.0.iter_mut().filter(|name| name.person == person) {
            name.text = text.clone();
        }
    }

    /// Returns the names that are new or overwritten since `before`.
    pub fn since(&self, before: &Names) -> Vec<NameEntry> {
        let names = self.texts().into_iter().zip(1..);
        let names = names.map(|(name, number)| NameEntry { number, name });
        let is_known = |it: &NameEntry| before.has(it.number) && before.text(it.number) == it.name;
        names.filter(|entry| !is_known(entry)).collect()
    }

    /// Returns the size of all names in bytes.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|name| name.text.len()).sum()
    }

    /// Returns all names, in order.
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(|name| name.text.to_string()).collect()
    }
}

/// A seat and the people who have sat in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// Its id: `s1`, `s2`, …
    pub id: String,
    /// The people in this seat, in order. The last one is the current occupant. Never empty.
    pub people: Vec<Person>,
}

/// A person who has sat in a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// The person's number in the match.
    #[serde(rename = "person")]
    pub number: usize,
    /// The name.
    pub name: String,
    /// The number of the first hand that this person played.
    pub from_hand: usize,
}

/// A seat in the state of a match, with the numbers of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatHistory {
    /// The people who have sat in it, in order; never empty.
    pub people: Vec<Occupant>,
}

/// A person in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupant {
    /// The person's number.
    pub person: usize,
    /// The number of the person's name.
    pub name: usize,
    /// The number of the first hand that this person played.
    pub from_hand: usize,
}

impl SeatHistory {
    /// Creates a seat with its first occupant.
    pub fn first(name: usize) -> SeatHistory {
        let mut seat = SeatHistory { people: Vec::new() };
        seat.replace(name, 1);
        seat
    }

    /// Returns the current occupant.
    pub fn occupant(&self) -> &Occupant {
        &self.people[self.people.len() - 1]
    }

    /// Changes the occupant's name.
    pub fn rename(&mut self, name: usize) {
        if let Some(occupant) = self.people.last_mut() {
            occupant.name = name;
        }
    }

    /// Seats another person, starting with a hand. Removes an earlier person who then plays no hand.
    pub fn replace(&mut self, name: usize, from_hand: usize) {
        self.people.retain(|earlier| earlier.from_hand < from_hand);
        self.people.push(Occupant {
            person: name,
            name,
            from_hand,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn erasing_a_person_overwrites_every_name() {
        let mut names = Names::new(["Ann", "Bo"]);
        let before = names.clone();
        let third = names.add(" Anna ");
        names.assign(third, 1);
        let texts = |names: &Names| names.texts().join(", ");
        assert_eq!(texts(&names), "Ann, Bo, Anna");
        let (number, name) = (3, "Anna".to_owned());
        assert_eq!(names.since(&before), [NameEntry { number, name }]);
        assert_eq!(names.people([])[0].name, "Anna");
        let before = names.clone();
        names.erase(1, "Player 1");
        assert_eq!(texts(&names), "Player 1, Bo, Player 1");
        assert_eq!(names.since(&before).len(), 2);
        assert!(names.of_person(2).count() > 0 && names.of_person(3).count() == 0);
        assert!(!names.has(0) && !names.has(4));
    }
}
