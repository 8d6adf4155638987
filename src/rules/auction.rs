//! What all auctions share: calls are made in order, each is ruled on, and an illegal call does not
//! count.

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
    /// The player.
    pub player: Given<String>,
    /// The call.
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

/// The fields of a [`WrittenCall`] whose `call` is of this kind.
pub const fn call_fields(call: Kind) -> [Field; 2] {
    [
        Field::required("player", Kind::Player),
        Field::required("call", call),
    ]
}

/// An auction that grows only by legal calls.
///
/// ```
/// use overtrick::rules::auction::{Auction, rule_on};
/// use overtrick::rules::{Breach, Seat, args};
///
/// /// Every bid must be higher than the one before it.
/// struct Bidding {
///     highest: i64,
/// }
///
/// impl Auction for Bidding {
///     type Call = i64;
///
///     fn call(&mut self, _seat: Seat, bid: &i64) -> Result<(), Breach> {
///         if *bid <= self.highest {
///             return Err(Breach::of("a-game/bid-higher", args![highest: self.highest]));
///         }
///         self.highest = *bid;
///         Ok(())
///     }
/// }
///
/// let mut bidding = Bidding { highest: 0 };
/// let calls = [(Seat::new(0), &2), (Seat::new(1), &1), (Seat::new(2), &3)];
/// let legal: Vec<bool> = rule_on(&mut bidding, &calls)
///     .iter()
///     .map(|ruling| ruling.breach.is_none())
///     .collect();
/// assert_eq!(legal, [true, false, true]);
/// assert_eq!(bidding.highest, 3);
/// ```
pub trait Auction {
    /// What a player may call.
    type Call;

    /// Makes a call, if it is legal.
    ///
    /// # Errors
    /// The rule that the call breaks. The auction does not change then.
    fn call(&mut self, seat: Seat, call: &Self::Call) -> Result<(), Breach>;
}

/// The seats and calls, in order. A missing field and an unknown player are reported below `pointer`;
/// then there is no result.
pub fn resolve_calls<'c, C>(
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &'c [WrittenCall<C>],
) -> Option<Vec<(Seat, &'c C)>> {
    let mut resolved = Vec::with_capacity(calls.len());
    for (index, written) in calls.iter().enumerate() {
        let seat = context.needed_player(format_args!("{pointer}/{index}/player"), &written.player);
        if written.call.is_none() {
            context.missing(format_args!("{pointer}/{index}/call"));
        }
        resolved.push(seat.zip(written.call.as_ref()));
    }
    resolved.into_iter().collect()
}

/// Makes every call and returns the ruling on each.
pub fn rule_on<A: Auction>(auction: &mut A, calls: &[(Seat, &A::Call)]) -> Vec<Ruling> {
    let calls = calls.iter().enumerate();
    calls
        .map(|(index, (seat, call))| Ruling::new(index, auction.call(*seat, call).err()))
        .collect()
}

/// Makes every call of a recorded auction. An illegal call is a fault, or a warning if the players let
/// it stand. Returns whether any call was illegal.
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
