//! The pad of Contract Sabacc: the bid and the pile of each hand, chips of everyone, the Ante Pot.

use super::{Bid, ContractSabacc, Slam, clauses};
use overtrick_core::prelude::*;

const BONUSES: [(&str, &str); 4] = [
    (clauses::IDIOT_AT_THE_END, "bonus-idiot"),
    (clauses::MAGICIAN_AT_THE_END, "bonus-magician"),
    (clauses::SLAM, "bonus-slam"),
    (clauses::GRAND_SLAM, "bonus-grand-slam"),
];

/// The box of a hand that no one bid, among the bids.
const VOID: &str = "void";

impl Bid {
    /// The words beside its box: the bid and its stake.
    pub(super) fn label(self) -> Text {
        let key = match self {
            Bid::Take => "bid-take",
            Bid::Push => "bid-push",
            Bid::Guard => "bid-guard",
            Bid::GuardWithout => "bid-guard-without",
            Bid::GuardAgainst => "bid-guard-against",
        };
        Text::Message(key, args![stake: self.stake()])
    }
}

impl Bid {
    /// The letter that the short pad has for it.
    const fn letter(self) -> &'static str {
        match self {
            Bid::Take => "bid-take-letter",
            Bid::Push => "bid-push-letter",
            Bid::Guard => "bid-guard-letter",
            Bid::GuardWithout => "bid-guard-without-letter",
            Bid::GuardAgainst => "bid-guard-against-letter",
        }
    }
}

impl HasPad for ContractSabacc {
    fn pad(&self, table: &Table) -> Pad {
        let bids = Bid::ALL.iter().map(|bid| (bid.word(), bid.label()));
        let bids: Vec<_> = bids.chain([(VOID, Text::message("bid-void"))]).collect();
        let bonuses = BONUSES.map(|(id, label)| (id, Text::message(label)));
        let slam = match self.slam {
            Slam::AtLeast => "contract-sabacc/legend-slam",
            Slam::Exactly => "contract-sabacc/legend-slam-exactly",
        };
        Pad {
            hand: vec![
                ticks("bid", &bids).records(&["contract", "void"]),
                write("card-points").figures(3).records(&["card_points"]),
                ticks("bonus", &bonuses).records(&["last_trick"]),
                write("pot"),
            ],
            seat: vec![
                ticks(
                    "declarer",
                    &[("declarer", Text::message("contract-sabacc/declarer-box"))],
                )
                .records(&["declarer"]),
                write("contract"),
                write("stake").records(&["stakes"]),
                write("tricks").records(&["tricks"]),
                POINTS,
                TOTAL,
            ],
            rows: rows(table.len(), table.len()),
            length: Length::Rounds,
            legend: vec![
                Text::Message("contract-sabacc/legend-made", args![ante: self.ante]),
                Text::message("contract-sabacc/legend-bids"),
                Text::message("contract-sabacc/legend-cards"),
                Text::message("contract-sabacc/legend-bonus"),
                Text::message(slam),
                Text::message("legend-dealer"),
            ],
            ..Pad::default()
        }
    }

    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        complete(row, hand);
    }
}

fn complete(row: &mut Row, hand: &PlayedHand<'_>) {
    // Of a pile that was counted card by card, the derivation tells the points.
    let told = || {
        let rules = [clauses::MADE, clauses::FAILED];
        let mut seats = hand.table.seats();
        match seats.find_map(|seat| hand.explained(seat, &rules, "points"))? {
            Arg::Points(points) => Some(*points),
            _ => None,
        }
    };
    let points = hand
        .record
        .get("card_points")
        .and_then(Json::typed::<Points>);
    if let Some(points) = points.or_else(told) {
        row.hand.write("card-points", points);
    }
    let has = |rule: &str| hand.reasons.iter().any(|reason| reason.rule == rule);
    if !has(clauses::MADE) && !has(clauses::FAILED) {
        row.hand.tick("bid", [VOID]);
        row.notes.push(Text::message(clauses::VOID));
    }
    let paid = BONUSES.iter().filter(|(rule, _)| {
        let mut reasons = hand.reasons.iter();
        // The message of a Slam of more than all but three is that of a Slam.
        reasons.any(|reason| reason.message == *rule && reason.is_paid())
    });
    row.hand.tick("bonus", paid.map(|(rule, _)| rule));
    if let Some(bid) = hand.word("contract").and_then(Bid::from_word)
        && let Some(declarer) = hand.seat("declarer")
        && let Some(values) = row.seats.get_mut(declarer.index())
    {
        values.set("contract", Value::text(Text::message(bid.letter())));
    }
    if let Some(pot) = hand.detail.int("pot") {
        row.hand.write("pot", pot);
    }
    write_seats(row, hand);
}

/// Writes the stake and the tricks of each player.
pub(super) fn write_seats(row: &mut Row, hand: &PlayedHand<'_>) {
    for (index, values) in row.seats.iter_mut().enumerate() {
        let seat = Seat::new(index);
        let mut wagers = hand
            .reasons
            .iter()
            .filter(|reason| [clauses::WAGERS, clauses::STAKES].contains(&&*reason.rule));
        match wagers.find_map(|reason| reason.points_of(seat)) {
            Some(wagered) => values.write("stake", -wagered),
            None => values.clear("stake"),
        }
        if let Some(tricks) = hand.of_seat("tricks", seat) {
            values.write("tricks", tricks);
        }
    }
}
