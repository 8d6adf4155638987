//! Sides: partners who share a score, and a match in which each side is one player.

use std::borrow::Cow;
use std::sync::Arc;

use super::scored::{Adjusted, Scored, ScoredHand};
use crate::{Game, Points, Reason, Seat, SeatPoints, Shown, Table};

/// Returns the partners of each side, in the order of the seats; empty if everybody plays alone.
pub(super) fn sides_of(game: &impl Game, table: &Table) -> Arc<[Vec<Seat>]> {
    let sides = table.seats().filter_map(|seat| {
        let side = game.side(table, seat);
        (side.first() == Some(&seat)).then_some(side)
    });
    let sides: Vec<Vec<Seat>> = sides.collect();
    if sides.len() == table.len() {
        return Arc::default();
    }
    sides.into()
}

impl Scored {
    /// Returns the match with each side as one player, for tables of hands, standings and winners. A side has
    /// the joined names of its partners, and the reasons that they share. If everybody plays alone, returns
    /// the match itself.
    ///
    /// A match by sides has no next hand, because a dealer is a player and not a side.
    pub fn by_side(&self) -> Cow<'_, Scored> {
        if self.sides.is_empty() {
            return Cow::Borrowed(self);
        }
        let names = self.sides.iter().map(|side| self.table.joined(side));
        let adjustments = self.adjustments.iter().map(|adjusted| {
            let side = self.side_of(adjusted.seat);
            Adjusted {
                seat: side,
                side: vec![side],
                ..adjusted.clone()
            }
        });
        let hands = self.hands.iter();
        let hands = hands.map(|hand| Arc::new(self.hand_by_side(hand)));
        Cow::Owned(Scored {
            table: Table::of_names(names),
            hands: hands.collect(),
            adjustments: adjustments.collect(),
            totals: self.of_sides(&self.totals),
            current: self.current.as_ref().map(|current| ScoredHand {
                dealer: self.side_of(current.dealer),
                ..current.clone()
            }),
            sides: Arc::default(),
            is_by_side: true,
            ..self.without_hands()
        })
    }

    /// Returns a player's side, as a seat in the match by sides.
    fn side_of(&self, seat: Seat) -> Seat {
        let mut sides = self.sides.iter();
        let place = sides.position(|side| side.contains(&seat));
        place.map_or(seat, Seat::new)
    }

    /// Returns the side whose first partner has this seat, as a seat in the match by sides. All partners have
    /// the reasons of the first.
    fn as_first(&self, seat: Seat) -> Option<Seat> {
        let mut sides = self.sides.iter();
        let place = sides.position(|side| side.first() == Some(&seat));
        place.map(Seat::new)
    }

    fn of_sides(&self, points: &[Points]) -> Vec<Points> {
        let firsts = self.sides.iter().filter_map(|side| side.first());
        let points = firsts.filter_map(|seat| points.get(seat.index()));
        points.copied().collect()
    }

    fn hand_by_side(&self, hand: &ScoredHand) -> ScoredHand {
        let reasons = hand.reasons.iter().filter_map(|reason| {
            let points = reason.points.iter().filter_map(|paid| {
                let seat = self.as_first(paid.seat)?;
                Some(SeatPoints { seat, ..*paid })
            });
            let points: Vec<SeatPoints> = points.collect();
            (!points.is_empty()).then(|| Reason {
                points,
                ..reason.clone()
            })
        });
        let shown = hand.shown.iter().filter_map(|shown| {
            let seat = shown.seat.map(|seat| self.as_first(seat));
            (seat != Some(None)).then(|| Shown {
                seat: seat.flatten(),
                ..shown.clone()
            })
        });
        ScoredHand {
            number: hand.number,
            dealer: self.side_of(hand.dealer),
            scores: self.of_sides(&hand.scores),
            totals: self.of_sides(&hand.totals),
            reasons: reasons.collect(),
            warnings: hand.warnings.clone(),
            detail: hand.detail.clone(),
            shown: shown.collect(),
            note: hand.note.clone(),
            ..ScoredHand::default()
        }
    }
}
