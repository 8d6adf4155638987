//! The bids still possible where each player bids once how many tricks to take.

use super::json::Json;
use super::{Seat, Table};

/// For each player who has not bid, the allowed numbers from 0 to the cards dealt. `hooked` is the number
/// that the last bidder may not bid, if any. Empty once all have bid.
pub fn bids_left(
    table: &Table,
    cards: i64,
    bids: &[Option<i64>],
    hooked: Option<i64>,
) -> Option<Json> {
    let open = |seat: &Seat| bids.get(seat.index()).is_none_or(Option::is_none);
    let left: Vec<Seat> = table.seats().filter(open).collect();
    let numbers = |seat: &Seat| {
        let mut range = vec![("from", Json::Int(0)), ("to", Json::Int(cards))];
        range.extend(hooked.map(|bid| ("not", Json::List(vec![Json::Int(bid)]))));
        (&**table.name(*seat), Json::object(range))
    };
    (!left.is_empty()).then(|| Json::object(left.iter().map(numbers)))
}
