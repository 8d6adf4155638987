//! Judging the record of a hand: who plays what, and how many tricks came of it.

use super::auction::{Bid, Bidding, Came, understand};
use super::cards::Cards;
use super::contract::{CONTRACT_LIMIT, Contract, KITTY};
use super::record::{Played, Record};
use super::score::{Settled, score};
use super::{Contractor, catalog};
use crate::rules::auction::settle;
use crate::rules::play::{agrees, judge_play};
use crate::rules::wire::PerPlayer;
use crate::rules::{Arg, Desk, Finding, Seat, args, segment};

/// What the record itself says of the contract, beside the auction.
struct Written {
    contractor: Option<Seat>,
    contract: Option<Contract>,
    /// Nothing, if they are not written.
    challengers: Option<Vec<Seat>>,
}

/// Judges a hand; with all it takes to score, it is scored.
pub(super) fn judge(game: &Contractor, record: &Record, desk: &mut Desk<'_>) {
    let written = Written {
        contractor: desk.player("/contractor", &record.contractor),
        contract: read_contract(game, record, desk),
        challengers: read_challengers(record, desk),
    };
    let settled = match &*record.auction {
        Some(calls) => {
            let said = understand(desk, "/auction", calls);
            said.and_then(|said| {
                let mut bidding = Bidding::new(game, desk.table, desk.dealer);
                let calls: Vec<_> = said.iter().map(|(seat, said)| (*seat, said)).collect();
                let illegal = settle(&mut bidding, desk, "/auction", &calls);
                from_auction(&bidding, &written, illegal && !desk.waived, desk)
            })
        }
        None => from_record(record, &written, desk),
    };
    let settled = settled.filter(|settled| check_challengers(settled, desk));
    let tricks = match &*record.play {
        Some(played) => settled
            .as_ref()
            .and_then(|settled| played_tricks(settled, record, played, desk)),
        None => recorded_tricks(record, desk),
    };
    if let (Some(settled), Some(tricks)) = (settled, tricks) {
        score(game, &settled, &tricks, desk);
    }
}

fn recorded_tricks(record: &Record, desk: &mut Desk<'_>) -> Option<Vec<i64>> {
    let seats: Vec<Seat> = desk.table.seats().collect();
    desk.adds_up_to("/tricks", 10);
    let tricks = desk.amounts("/tricks", &record.tricks, &seats, 0..=10)?;
    let sum: i64 = tricks.iter().sum();
    if sum != 10 {
        desk.fault(
            "tricks-sum",
            "/tricks",
            catalog::TRICKS,
            args![sum: sum, cards: 10],
        );
    }
    Some(tricks)
}

/// The tricks that the recorded play gives; tricks recorded beside it must be the same.
fn played_tricks(
    settled: &Settled,
    record: &Record,
    played: &Played,
    desk: &mut Desk<'_>,
) -> Option<Vec<i64>> {
    let Settled {
        contractor,
        contract,
        ..
    } = settled;
    let rules = Cards::of_hand(*contractor, contract, "/play", &played.kitty_card, desk);
    let play = judge_play(&rules?, desk, 10, &played.tricks, &played.hands);
    let won = play?.won(desk.table);
    for (name, recorded) in record.tricks.iter().flat_map(PerPlayer::iter) {
        let pointer = format!("/tricks/{}", segment(name));
        if let Some(seat) = desk.seat(&pointer, name) {
            agrees(desk, &pointer, Some(*recorded), won[seat.index()]);
        }
    }
    Some(won)
}

/// The contract that is written, with every limit it is past as a fault. What only this strain or
/// table forbids, a table may let stand; no table has more tricks or cards to pledge.
fn read_contract(game: &Contractor, record: &Record, desk: &mut Desk<'_>) -> Option<Contract> {
    let contract = record.contract.as_ref()?.understood("/contract", desk)?;
    let mut sound = true;
    for limit in contract.past_limits(game.idle_allowed) {
        let pointer = format!("/contract/{}", limit.field);
        if desk.waived && limit.code == CONTRACT_LIMIT {
            desk.irregular(limit.breach, &pointer);
        } else {
            desk.lay(limit.breach.into_finding(limit.code, pointer));
            sound = false;
        }
    }
    if sound {
        warn_of_joker(&contract, "/contract/nil_without_joker", desk);
    }
    sound.then_some(contract)
}

/// With the whole kitty foregone nothing can be put aside, a joker either.
fn warn_of_joker(contract: &Contract, pointer: &str, desk: &mut Desk<'_>) {
    if contract.is_without_joker() && contract.foregone == KITTY {
        desk.warn("joker-stuck", pointer, catalog::NIL_WITHOUT_JOKER, args![]);
    }
}

fn read_challengers(record: &Record, desk: &mut Desk<'_>) -> Option<Vec<Seat>> {
    let mut seats = Vec::new();
    for (index, name) in record.challengers.as_ref()?.iter().enumerate() {
        let pointer = format!("/challengers/{index}");
        match desk.seat(&pointer, name) {
            Some(seat) if seats.contains(&seat) => {
                let args = args![name: desk.name(seat)];
                desk.lay(Finding::rule("duplicate-player", pointer, args));
            }
            Some(seat) => seats.push(seat),
            None => {}
        }
    }
    Some(seats)
}

/// Nobody challenges a bid of their own.
fn check_challengers(settled: &Settled, desk: &mut Desk<'_>) -> bool {
    let own = settled.challengers.contains(&settled.contractor);
    if own {
        let args = args![player: desk.name(settled.contractor)];
        desk.fault(
            "challenger-contractor",
            "/challengers",
            catalog::CHALLENGE,
            args,
        );
    }
    !own
}

/// What the record says, where there is no auction in it.
fn from_record(record: &Record, written: &Written, desk: &mut Desk<'_>) -> Option<Settled> {
    if !desk.is_left_out("/auction") {
        if record.contractor.is_none() {
            desk.missing("/contractor");
        }
        if record.contract.is_none() {
            desk.missing("/contract");
        }
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
    desk: &mut Desk<'_>,
) -> Option<Settled> {
    let whole = written
        .contractor
        .zip(written.contract)
        .filter(|_| desk.waived);
    let bid = match bidding.result() {
        Came::Settled(bid) => Some(bid),
        _ if whole.is_some() || illegal => None,
        Came::Open(_) if desk.so_far() => {
            desk.missing("/auction");
            None
        }
        Came::Open(turn) => {
            let args = args![turn: desk.name(turn)];
            desk.fault("auction-incomplete", "/auction", catalog::AUCTION_END, args);
            None
        }
        Came::Redeal if desk.so_far() => {
            desk.warn("auction-redeal", "/auction", catalog::REDEAL, args![]);
            desk.missing("/auction");
            None
        }
        Came::Redeal => {
            desk.fault("auction-redeal", "/auction", catalog::REDEAL, args![]);
            None
        }
    };
    if let Some(bid) = bid.filter(|_| !desk.waived && !illegal) {
        compare(bid, written, desk);
    }
    let (contractor, contract) = (
        written.contractor.or(bid.map(|bid| bid.seat))?,
        written.contract.or(bid.map(|bid| bid.contract))?,
    );
    if written.contract.is_none() {
        warn_of_joker(&contract, "/auction", desk);
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

/// Lays down where what is written is not what the auction gives.
fn compare(bid: &Bid<'_>, written: &Written, desk: &mut Desk<'_>) {
    let mut differ = Vec::new();
    if let Some(seat) = written.contractor.filter(|seat| *seat != bid.seat) {
        differ.push((
            "/contractor".to_owned(),
            desk.name(seat),
            desk.name(bid.seat),
        ));
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
                seats => Arg::List(seats.iter().map(|seat| desk.name(*seat)).collect()),
            };
            differ.push((
                "/challengers".to_owned(),
                names(written),
                names(&bid.challengers),
            ));
        }
    }
    for (pointer, recorded, auction) in differ {
        let args = args![recorded: recorded, auction: auction];
        desk.fault("auction-disagrees", &pointer, catalog::AUCTION_END, args);
    }
}
