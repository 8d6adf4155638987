//! Judging the record of a hand: who plays what, and how many tricks came of it.

use super::auction::{Bid, Bidding, Outcome, read_calls};
use super::cards::{Cards, TRICKS};
use super::clauses;
use super::contract::{CONTRACT_LIMIT, Contract, KITTY};
use super::house_rules::Contractor;
use super::record::{Played, Record};
use super::score::{Settled, score};
use overtrick_core::prelude::*;

/// What the record itself says of the contract, beside the auction.
struct Written {
    contractor: Option<Seat>,
    contract: Option<Contract>,
    /// Nothing, if they are not written.
    challengers: Option<Vec<Seat>>,
}

/// Judges a hand; with all it takes to score, it is scored.
pub fn judge(game: &Contractor, record: &Record, context: &mut HandContext<'_>) {
    let settled = settled(game, record, context);
    let tricks = match &*record.play {
        Some(played) => settled
            .as_ref()
            .and_then(|settled| tricks_of_play(settled, record, played, context)),
        None => {
            context.adds_up_to("/tricks", 10);
            recorded_tricks(&record.tricks, 10, clauses::TRICKS, context)
        }
    };
    if let (Some(settled), Some(tricks)) = (settled, tricks) {
        score(game, &settled, &tricks, context);
    }
}

/// Who plays what and who challenges it, by the auction and by what is written.
pub fn settled(
    game: &Contractor,
    record: &Record,
    context: &mut HandContext<'_>,
) -> Option<Settled> {
    let written = Written {
        contractor: context.player("/contractor", &record.contractor),
        contract: read_contract(game, record, context),
        challengers: read_challengers(record, context),
    };
    let settled = match &*record.auction {
        Some(calls) => read_calls(context, "/auction", calls).and_then(|calls| {
            let mut bidding = Bidding::new(game, context.table, context.dealer);
            let illegal = judge_calls(&mut bidding, context, "/auction", &calls);
            from_auction(&bidding, &written, illegal && !context.waived, context)
        }),
        None => from_record(record, &written, context),
    };
    let contractor = settled.as_ref().map(|settled| settled.contractor);
    let challengers = settled.as_ref().map(|settled| &settled.challengers);
    let sound = check_challengers(
        contractor.or(written.contractor),
        challengers.or(written.challengers.as_ref()),
        context,
    );
    settled.filter(|_| sound)
}

/// The tricks that the recorded play gives; tricks recorded beside it must be the same.
fn tricks_of_play(
    settled: &Settled,
    record: &Record,
    played: &Played,
    context: &mut HandContext<'_>,
) -> Option<Vec<i64>> {
    let (contractor, contract) = (settled.contractor, &settled.contract);
    let rules = Cards::of_hand(contractor, contract, "/play", &played.kitty_card, context)?;
    let play = judge_play(&rules, context, TRICKS, &played.tricks, &played.hands)?;
    Some(played_tricks(&play, &record.tricks, context))
}

/// The contract that is written, with every limit it is past as a fault. What only this strain or
/// table forbids, a table may let stand; no table has more tricks or cards to pledge.
fn read_contract(
    game: &Contractor,
    record: &Record,
    context: &mut HandContext<'_>,
) -> Option<Contract> {
    let contract = record.contract.as_ref()?.read("/contract", context)?;
    let mut sound = true;
    for limit in contract.past_limits(game.idle_allowed()) {
        let pointer = format!("/contract/{}", limit.field);
        if context.waived && limit.code == CONTRACT_LIMIT {
            context.irregular(limit.breach, &pointer);
        } else {
            context.report(limit.breach.into_finding(limit.code, pointer));
            sound = false;
        }
    }
    if sound {
        warn_of_joker(&contract, "/contract/nil_without_joker", context);
    }
    sound.then_some(contract)
}

/// With the whole kitty foregone nothing can be put aside, a joker either.
fn warn_of_joker(contract: &Contract, pointer: &str, context: &mut HandContext<'_>) {
    if contract.is_without_joker() && contract.foregone == KITTY {
        context.warn("joker-stuck", pointer, clauses::NIL_WITHOUT_JOKER, args![]);
    }
}

fn read_challengers(record: &Record, context: &mut HandContext<'_>) -> Option<Vec<Seat>> {
    let mut seats = Vec::new();
    for (index, name) in record.challengers.as_ref()?.iter().enumerate() {
        let pointer = format!("/challengers/{index}");
        match context.seat(&pointer, name) {
            Some(seat) if seats.contains(&seat) => {
                let args = args![name: context.name(seat)];
                context.refuse("duplicate-player", pointer, args);
            }
            Some(seat) => seats.push(seat),
            None => {}
        }
    }
    Some(seats)
}

/// Nobody challenges a bid of their own.
fn check_challengers(
    contractor: Option<Seat>,
    challengers: Option<&Vec<Seat>>,
    context: &mut HandContext<'_>,
) -> bool {
    let (Some(contractor), Some(challengers)) = (contractor, challengers) else {
        return true;
    };
    let own = challengers.contains(&contractor);
    if own {
        let args = args![player: context.name(contractor)];
        let code = "challenger-contractor";
        context.fault(code, "/challengers", clauses::CHALLENGE, args);
    }
    !own
}

/// What the record says, where there is no auction in it.
fn from_record(
    record: &Record,
    written: &Written,
    context: &mut HandContext<'_>,
) -> Option<Settled> {
    if !context.is_left_out("/auction") {
        context.needed(&record.contractor, "/contractor");
        context.needed(&record.contract, "/contract");
    }
    Some(Settled {
        contractor: written.contractor?,
        contract: written.contract?,
        challengers: written.challengers.clone().unwrap_or_default(),
    })
}

/// What the auction gives; what is written beside it must be the same, or where the table let
/// illegal steps stand, counts before it.
fn from_auction(
    bidding: &Bidding<'_>,
    written: &Written,
    illegal: bool,
    context: &mut HandContext<'_>,
) -> Option<Settled> {
    let whole = written.contractor.zip(written.contract);
    let whole = whole.filter(|_| context.waived);
    let bid = match bidding.result() {
        Outcome::Won(bid) => Some(bid),
        _ if whole.is_some() || illegal => None,
        Outcome::Open(turn) => {
            auction_incomplete(context, "/auction", clauses::AUCTION_END, turn, false);
            None
        }
        Outcome::Redeal if context.so_far() => {
            context.warn("auction-redeal", "/auction", clauses::REDEAL, args![]);
            context.missing("/auction");
            None
        }
        Outcome::Redeal => {
            context.fault("auction-redeal", "/auction", clauses::REDEAL, args![]);
            None
        }
    };
    if let Some(bid) = bid.filter(|_| !context.waived && !illegal) {
        compare(bid, written, context);
    }
    let (contractor, contract) = (
        written.contractor.or(bid.map(|bid| bid.seat))?,
        written.contract.or(bid.map(|bid| bid.contract))?,
    );
    if written.contract.is_none() {
        warn_of_joker(&contract, "/auction", context);
    }
    let held = bid.filter(|bid| bid.seat == contractor && bid.contract == contract);
    let challengers = written.challengers.clone();
    let challengers =
        challengers.unwrap_or_else(|| held.map_or_else(Vec::new, |bid| bid.challengers.clone()));
    Some(Settled {
        contractor,
        contract,
        challengers,
    })
}

/// Notes where what is written is not what the auction gives.
fn compare(bid: &Bid<'_>, written: &Written, context: &mut HandContext<'_>) {
    let mut differ = Vec::new();
    if let Some(seat) = written.contractor.filter(|seat| *seat != bid.seat) {
        let (one, other) = (context.name(seat), context.name(bid.seat));
        differ.push(("/contractor".to_owned(), one, other));
    }
    if let Some(contract) = &written.contract {
        let fields = contract.differences(&bid.contract).into_iter();
        differ.extend(fields.map(|(field, one, other)| (format!("/contract/{field}"), one, other)));
    }
    if let Some(written) = &written.challengers {
        let same = written.len() == bid.challengers.len()
            && written.iter().all(|seat| bid.challengers.contains(seat));
        if !same {
            let names = |seats: &[Seat]| match seats {
                [] => Arg::Word("contractor/nobody"),
                seats => Arg::List(seats.iter().map(|seat| context.name(*seat)).collect()),
            };
            let (one, other) = (names(written), names(&bid.challengers));
            differ.push(("/challengers".to_owned(), one, other));
        }
    }
    for (pointer, recorded, auction) in differ {
        let args = args![recorded: recorded, auction: auction];
        context.fault("auction-disagrees", &pointer, clauses::AUCTION_END, args);
    }
}
