//! Who sits where, and who sat there before.

/// A seat and everyone who has sat in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitter {
    /// Its id: `s1`, `s2`, …
    pub id: String,
    /// In order; the last one sits there now. Never empty.
    pub people: Vec<Person>,
}

/// Somebody who has sat in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub name: String,
    /// The number of the first hand that this person played.
    pub from_hand: usize,
}

impl Sitter {
    /// A seat with somebody in it from the start.
    pub(super) fn first(id: String, name: String) -> Sitter {
        let people = vec![Person { name, from_hand: 1 }];
        Sitter { id, people }
    }

    /// Who sits there now.
    pub fn name(&self) -> &str {
        self.people.last().map_or("", |person| &person.name)
    }

    /// The hand from which on whoever sits there now plays.
    pub(super) fn since(&self) -> usize {
        self.people.last().map_or(1, |person| person.from_hand)
    }

    /// Another name for whoever sits there now.
    pub(super) fn rename(&mut self, name: String) {
        if let Some(person) = self.people.last_mut() {
            person.name = name;
        }
    }

    /// Another person from a hand on; one who would have played no hand is forgotten.
    pub(super) fn replace(&mut self, name: String, from_hand: usize) {
        self.people.retain(|person| person.from_hand < from_hand);
        self.people.push(Person { name, from_hand });
    }

    /// A hand came in before this number.
    pub(super) fn hand_inserted(&mut self, before: usize) {
        for person in self.people.iter_mut().skip(1) {
            person.from_hand += usize::from(person.from_hand >= before);
        }
    }

    /// The hand of this number went out.
    pub(super) fn hand_removed(&mut self, hand: usize) {
        for person in self.people.iter_mut().skip(1) {
            person.from_hand -= usize::from(person.from_hand > hand);
        }
    }
}
