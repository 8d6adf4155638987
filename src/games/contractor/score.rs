//! What a hand of Contractor is worth.

use serde::Serialize;

use super::clauses;
use super::contract::{Condition, Contract, Strain};
use super::house_rules::{Contractor, Doubles};
use overtrick_core::prelude::*;

/// Who plays what, and against whose wagers.
pub struct Settled {
    pub contractor: Seat,
    pub contract: Contract,
    pub challengers: Vec<Seat>,
}

/// Adds the lines of a hand with these tricks.
pub fn score(game: &Contractor, settled: &Settled, tricks: &[i64], context: &mut HandContext<'_>) {
    let Settled {
        contractor,
        contract,
        challengers,
    } = settled;
    let value = game.value(contract, *contractor == context.dealer);
    let total = value.total();
    let won = tricks[contractor.index()];
    let made = contract.is_made(won);
    contract_line(*contractor, contract, total, won, context);
    for seat in context.table.others(*contractor) {
        let (points, rule) = match contract.strain {
            Strain::Nil => (won, clauses::NIL_OPPONENTS),
            _ => (tricks[seat.index()], clauses::OPPONENTS),
        };
        context.line(seat, points, rule, args![tricks: points]);
    }
    for challenger in challengers {
        wager_lines(game, *contractor, *challenger, made, context);
    }
    if contract.has(Condition::AbsolutelySure) && !made {
        let (lost, message) = match game.absolutely_sure_doubles {
            Doubles::Everything => (-context.score(*contractor), clauses::SURE_DOUBLES),
            Doubles::Contract => (Points::whole(total), "contractor/sure-doubles-contract"),
        };
        let args = args![lost: lost];
        context.line_with(*contractor, -lost, clauses::SURE_DOUBLES, message, args);
    }
    context.detail(&Detail {
        value: total,
        parts: value.json(),
        needed: contract.needed(),
        made,
    });
}

/// The game's own results of a hand.
#[derive(Serialize)]
struct Detail {
    value: i64,
    parts: Json,
    needed: i64,
    made: bool,
}

fn contract_line(
    seat: Seat,
    contract: &Contract,
    value: i64,
    won: i64,
    context: &mut HandContext<'_>,
) {
    let made = contract.is_made(won);
    let args = args![
        strain: contract.strain, value: value, tricks: won, needed: contract.needed()
    ];
    let (points, rule) = if made {
        (value, clauses::MADE)
    } else {
        (-value, clauses::FAILED)
    };
    let message = match (contract.strain, made) {
        (Strain::Nil, true) => "contractor/nil-made",
        (Strain::Nil, false) => "contractor/nil-failed",
        _ => rule,
    };
    context.line_with(seat, points, rule, message, args);
}

/// A wager between two: what one gains the other loses.
fn wager_lines(
    game: &Contractor,
    contractor: Seat,
    challenger: Seat,
    made: bool,
    context: &mut HandContext<'_>,
) {
    let points = game.challenge_points;
    let (gains, of_contractor, of_challenger) = if made {
        (points, "contractor/wager-won", "contractor/challenge-lost")
    } else {
        (-points, "contractor/wager-lost", "contractor/challenge-won")
    };
    let rule = clauses::WAGER;
    let args = args![player: context.name(challenger)];
    context.line_with(contractor, gains, rule, of_contractor, args);
    let args = args![player: context.name(contractor)];
    context.line_with(challenger, -gains, rule, of_challenger, args);
}
