//! What a match of an own game carries from hand to hand.

use overtrick_core::Seat;

use crate::value::Seats;

/// What is carried from hand to hand.
#[derive(Debug, Clone)]
pub struct State {
    /// How many hands were dealt.
    pub(crate) hands: usize,
    pub(crate) totals: Seats,
    pub(crate) carry: Vec<Seats>,
    /// For each rule of what is chosen once, what was chosen so far.
    pub(crate) chosen: Vec<Vec<Chosen>>,
    /// Whether every hand so far was scored: else totals and what is carried are not known.
    pub(crate) sound: bool,
    pub(crate) ended: bool,
    /// What the last hand recorded, if it could be scored: its end and the next dealer may rest on it.
    pub(crate) last: Option<Hand>,
    pub(crate) deals: Option<Seat>,
    /// How many cards were dealt to each player.
    pub(crate) cards: i64,
    /// Who leads.
    pub(crate) leads: Option<Seat>,
}

/// A word that was chosen, and may not be chosen again.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    /// Whose choice it is: a seat, or the place after all seats for the table.
    pub(crate) whose: usize,
    /// The place of the word among those of the definition.
    pub(crate) word: usize,
    /// The hand, from 1.
    pub(crate) hand: usize,
}

/// What a hand recorded.
#[derive(Debug, Clone)]
pub(crate) struct Hand {
    pub(crate) dealer: i64,
    pub(crate) fields: Vec<Seats>,
    pub(crate) lets: Vec<Seats>,
    pub(crate) scored: Seats,
    /// The steps that judging it took.
    pub(crate) steps: u64,
}
