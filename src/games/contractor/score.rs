//! What a hand of Contractor is worth.

use serde::Serialize;

use super::contract::{Condition, Contract, Strain};
use super::{Contractor, catalog};
use crate::rules::json::Json;
use crate::rules::{HandContext, Points, Seat, args};

/// The game's own results of a hand.
#[derive(Serialize)]
struct Detail {
    /// What the contract is worth to its bidder.
    value: i64,
    /// The same by its parts.
    parts: Json,
    /// How many tricks it takes; in Nil none may be won.
    needed: i64,
    /// Whether it was made.
    made: bool,
}

/// Who plays what, and against whose wagers.
pub(super) struct Settled {
    pub(super) contractor: Seat,
    pub(super) contract: Contract,
    pub(super) challengers: Vec<Seat>,
}

/// Lays down the lines of a hand with these tricks.
pub(super) fn score(
    game: &Contractor,
    settled: &Settled,
    tricks: &[i64],
    context: &mut HandContext<'_>,
) {
    let Settled {
        contractor,
        contract,
        challengers,
    } = settled;
    let value = game.value(contract, *contractor == context.dealer);
    let total = value.total();
    let taken = tricks[contractor.index()];
    let made = contract.is_made(taken);
    contract_line(*contractor, contract, total, taken, context);
    for seat in context.table.others(*contractor).collect::<Vec<_>>() {
        if contract.strain == Strain::Nil {
            let args = args![tricks: taken];
            context.line(seat, Points::whole(taken), catalog::NIL_OPPONENTS, args);
        } else {
            let own = tricks[seat.index()];
            context.line(
                seat,
                Points::whole(own),
                catalog::OPPONENTS,
                args![tricks: own],
            );
        }
    }
    for challenger in challengers {
        wager_lines(game, *contractor, *challenger, made, context);
    }
    if contract.has(Condition::AbsolutelySure) && !made {
        let lost = if game.doubles_everything {
            -context.score(*contractor)
        } else {
            Points::whole(total)
        };
        let message = if game.doubles_everything {
            catalog::SURE_DOUBLES
        } else {
            "contractor/sure-doubles-contract"
        };
        context.line_said(
            *contractor,
            -lost,
            catalog::SURE_DOUBLES,
            message,
            args![lost: lost],
        );
    }
    context.detail(&Detail {
        value: total,
        parts: value.json(),
        needed: contract.needed(),
        made,
    });
}

fn contract_line(
    seat: Seat,
    contract: &Contract,
    value: i64,
    taken: i64,
    context: &mut HandContext<'_>,
) {
    let made = contract.is_made(taken);
    let args = args![
        strain: contract.strain, value: value, tricks: taken, needed: contract.needed()
    ];
    let (points, rule) = if made {
        (value, catalog::MADE)
    } else {
        (-value, catalog::FAILED)
    };
    let message = match (contract.strain, made) {
        (Strain::Nil, true) => "contractor/nil-made",
        (Strain::Nil, false) => "contractor/nil-failed",
        _ => rule,
    };
    context.line_said(seat, Points::whole(points), rule, message, args);
}

/// A wager between two: what one gains the other loses.
fn wager_lines(
    game: &Contractor,
    contractor: Seat,
    challenger: Seat,
    made: bool,
    context: &mut HandContext<'_>,
) {
    let points = Points::whole(game.challenge_points);
    let (contractor_gains, of_contractor, of_challenger) = if made {
        (points, "contractor/wager-won", "contractor/challenge-lost")
    } else {
        (-points, "contractor/wager-lost", "contractor/challenge-won")
    };
    let args = args![player: context.name(challenger)];
    context.line_said(
        contractor,
        contractor_gains,
        catalog::WAGER,
        of_contractor,
        args,
    );
    let args = args![player: context.name(contractor)];
    context.line_said(
        challenger,
        -contractor_gains,
        catalog::WAGER,
        of_challenger,
        args,
    );
}
