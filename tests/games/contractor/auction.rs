//! A slow, simple referee for the auction of Contractor.

use super::*;

/// The legal calls of an auction. Every method computes its answer from them.
pub(super) struct SlowAuction {
    pub(super) options: Value,
    pub(super) dealer: usize,
    pub(super) calls: Vec<(usize, Value)>,
}

impl SlowAuction {
    /// Returns the index, the bidder and the value of the last bid.
    pub(super) fn last(&self) -> Option<(usize, usize, i64)> {
        let place = self.calls.iter().rposition(|(_, call)| call.is_object())?;
        let (seat, contract) = &self.calls[place];
        Some((
            place,
            *seat,
            slow_value(&self.options, contract, *seat == self.dealer),
        ))
    }

    pub(super) fn has_passed(&self, seat: usize) -> bool {
        self.calls
            .iter()
            .any(|(caller, call)| *caller == seat && *call == json!("pass"))
    }

    /// Whether a player has passed, or has made or challenged the last bid.
    pub(super) fn is_done(&self, seat: usize) -> bool {
        let since = self.last().map_or(self.calls.len(), |(place, _, _)| place);
        self.has_passed(seat)
            || self.calls[since..]
                .iter()
                .any(|(caller, _)| *caller == seat)
    }

    pub(super) fn turn(&self) -> Option<usize> {
        let before = self.calls.last().map_or(self.dealer, |(seat, _)| *seat);
        (1..=3)
            .map(|places| (before + places) % 3)
            .find(|seat| !self.is_done(*seat))
    }

    pub(super) fn allows(&self, seat: usize, call: &Value) -> bool {
        if self.turn() != Some(seat) {
            return false;
        }
        match call.as_str() {
            Some("pass") => true,
            Some(_) => self.last().is_some(),
            None => {
                within_limits(&self.options, call)
                    && self.last().is_none_or(|(_, _, last)| {
                        slow_value(&self.options, call, seat == self.dealer) > last
                    })
            }
        }
    }

    pub(super) fn outcome(&self, players: &[String]) -> Value {
        match (self.turn(), self.last()) {
            (Some(_), _) => json!({ "complete": false }),
            (None, None) => json!({ "complete": true, "redeal": true }),
            (None, Some((place, seat, value))) => {
                let challengers: Vec<&String> = self.calls[place + 1..]
                    .iter()
                    .filter(|(_, call)| *call == json!("challenge"))
                    .map(|(seat, _)| &players[*seat])
                    .collect();
                json!({ "complete": true, "contractor": players[seat], "contract": self.calls[place].1,
                        "value": value, "challengers": challengers })
            }
        }
    }
}

pub(super) fn auction_question(players: &[String], options: &Value, dealer: usize) -> Value {
    json!({ "game": "contractor", "question": "auction", "players": players, "options": options,
            "dealer": players[dealer], "calls": [] })
}
