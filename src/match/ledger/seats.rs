//! The people in each seat, now and before.

use serde::{Deserialize, Serialize};

/// A seat and the people who have sat in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// Its id: `s1`, `s2`, …
    pub id: String,
    /// In order; the last one is the current occupant. Never empty.
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

/// A seat as in the log, with the numbers of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatHistory {
    /// The people who have sat in it, in order; never empty.
    pub people: Vec<Occupant>,
}

/// Somebody in a seat.
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
    /// A seat with its first occupant.
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

    /// Seats another person from a hand on. An earlier person who would then have played no hand is removed.
    pub fn replace(&mut self, name: usize, from_hand: usize) {
        self.people.retain(|earlier| earlier.from_hand < from_hand);
        self.people.push(Occupant {
            person: name,
            name,
            from_hand,
        });
    }
}
