//! What all auctions share: calls in order, each ruled on, an illegal one counting as not made.

use serde::Deserialize;

use super::form::{Field, Kind};
use super::wire::Given;
use super::{Breach, HandContext, Ruling, Seat};

/// One call of an auction, as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    bound(deserialize = "C: Deserialize<'de>")
)]
pub struct WrittenCall<C> {
    /// Who called.
    pub player: Given<String>,
    /// What.
    pub call: Given<C>,
}

impl<C> Default for WrittenCall<C> {
    fn default() -> WrittenCall<C> {
        WrittenCall {
            player: Given(None),
            call: Given(None),
        }
    }
}

/// The fields of a call whose `call` is of the given kind.
pub const fn call_fields(call: Kind) -> [Field; 2] {
    [
        Field::required("player", Kind::Player),
        Field::required("call", call),
    ]
}

/// An auction that grows only by legal calls.
pub trait Auction {
    /// What can be called.
    type Call;

    /// Makes a call, if it is legal.
    ///
    /// # Errors
    /// The rule it breaks; the auction is then as it was.
    fn call(&mut self, seat: Seat, call: &Self::Call) -> Result<(), Breach>;
}

/// Who called what, in order; what is missing or a stranger is laid on the context at `pointer`.
pub fn resolve_calls<'c, C>(
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &'c [WrittenCall<C>],
) -> Option<Vec<(Seat, &'c C)>> {
    let mut resolved = Vec::with_capacity(calls.len());
    for (index, spoken) in calls.iter().enumerate() {
        let seat = context.needed_player(format_args!("{pointer}/{index}/player"), &spoken.player);
        if spoken.call.is_none() {
            context.missing(format_args!("{pointer}/{index}/call"));
        }
        resolved.push(seat.zip(spoken.call.as_ref()));
    }
    resolved.into_iter().collect()
}

/// A ruling for each call; the auction is then as far as the legal ones brought it.
pub fn rule_on<A: Auction>(auction: &mut A, calls: &[(Seat, &A::Call)]) -> Vec<Ruling> {
    let calls = calls.iter().enumerate();
    calls
        .map(|(index, (seat, call))| Ruling::new(index, auction.call(*seat, call).err()))
        .collect()
}

/// The same for a recorded auction: an illegal call is a fault, or a warning where the table let it
/// stand. Tells whether any was.
pub fn judge_calls<A: Auction>(
    auction: &mut A,
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &[(Seat, &A::Call)],
) -> bool {
    let mut illegal = false;
    for ruling in rule_on(auction, calls) {
        if let Some(breach) = ruling.breach {
            context.irregular(breach, &format!("{pointer}/{}", ruling.index));
            illegal = true;
        }
    }
    illegal
}
