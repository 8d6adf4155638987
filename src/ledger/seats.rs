//! Who sits where, and who sat there before.

use serde::Serialize;

use super::people::Names;

/// A seat and everyone who has sat in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Sitter {
    /// Its id: `s1`, `s2`, …
    pub id: String,
    /// In order; the last one sits there now. Never empty.
    pub people: Vec<Person>,
}

/// Somebody who has sat in a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Person {
    /// The number under which a match knows this person.
    #[serde(rename = "person")]
    pub number: usize,
    /// Who.
    pub name: String,
    /// The number of the first hand that this person played.
    pub from_hand: usize,
}

/// A seat as a log knows it, names by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatHistory {
    id: String,
    people: Vec<Sitting>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Sitting {
    person: usize,
    name: usize,
    from_hand: usize,
}

impl SeatHistory {
    /// A seat with somebody in it from the start.
    pub fn first(id: String, name: usize) -> SeatHistory {
        let people = vec![Sitting {
            person: name,
            name,
            from_hand: 1,
        }];
        SeatHistory { id, people }
    }

    /// The seat as people know it.
    pub fn named(&self, names: &Names) -> Sitter {
        let person = |sitting: &Sitting| Person {
            number: sitting.person,
            name: names.text(sitting.name).to_owned(),
            from_hand: sitting.from_hand,
        };
        Sitter {
            id: self.id.clone(),
            people: self.people.iter().map(person).collect(),
        }
    }

    /// The number of the name of who sits there now.
    pub fn name(&self) -> usize {
        self.people.last().map_or(0, |sitting| sitting.name)
    }

    /// The number of the person who sits there now.
    pub fn person(&self) -> usize {
        self.people.last().map_or(0, |sitting| sitting.person)
    }

    /// The hand from which on whoever sits there now plays.
    pub fn since(&self) -> usize {
        self.people.last().map_or(1, |sitting| sitting.from_hand)
    }

    /// Another name for whoever sits there now.
    pub fn rename(&mut self, name: usize) {
        if let Some(sitting) = self.people.last_mut() {
            sitting.name = name;
        }
    }

    /// Another person from a hand on; one who would have played no hand is forgotten.
    pub fn replace(&mut self, name: usize, from_hand: usize) {
        self.people.retain(|sitting| sitting.from_hand < from_hand);
        self.people.push(Sitting {
            person: name,
            name,
            from_hand,
        });
    }

    /// A hand came in before this number.
    pub fn hand_inserted(&mut self, before: usize) {
        for sitting in self.people.iter_mut().skip(1) {
            sitting.from_hand += usize::from(sitting.from_hand >= before);
        }
    }

    /// The hand of this number went out.
    pub fn hand_removed(&mut self, hand: usize) {
        for sitting in self.people.iter_mut().skip(1) {
            sitting.from_hand -= usize::from(sitting.from_hand > hand);
        }
    }
}
