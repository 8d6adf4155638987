//! What a match of an own game carries from hand to hand.

use overtrick_core::Seat;

use crate::types::{MOST_PLAYERS, WordSet};
use crate::value::Seats;

/// What is carried from hand to hand.
#[derive(Debug, Clone)]
pub struct State {
    /// How many hands were dealt.
    pub(crate) hands: usize,
    pub(crate) totals: Seats,
    pub(crate) carry: Vec<Seats>,
    /// For each rule of what is chosen once, the words that each player, or the table, has chosen.
    pub(crate) chosen: Vec<[WordSet; MOST_PLAYERS + 1]>,
    pub(crate) ended: bool,
    /// What the last hand recorded, if it could be scored: its end and the next dealer may rest on it.
    pub(crate) last: Option<Hand>,
    pub(crate) deals: Option<Seat>,
    /// How many cards were dealt to each player.
    pub(crate) cards: i64,
    /// Who leads.
    pub(crate) leads: Option<Seat>,
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
