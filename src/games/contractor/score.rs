//! Judges a hand of Contractor: its contract, tricks and score.

use super::auction::{Bid, Bidding, Settled, Value, read_calls};
use super::play::Cards;
use super::record::{CONTRACT_LIMIT, Condition, Contract, KITTY, Record, Strain};
use super::{Contractor, Doubles, clauses};
use overtrick_core::prelude::*;

impl Scoring for Contractor {
    type Record = Record;
    /// The number of hands dealt.
    type State = i64;

    fn open(&self, _table: &Table) -> i64 {
        0
    }

    fn judge(&self, hands: &mut i64, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        let settled = settled(self, record, context);
        let tricks = match &*record.play {
            Some(played) => settled.as_ref().and_then(|settled| {
                let (contract, card) = (&settled.contract, &played.kitty_card);
                let rules = Cards::of_hand(settled.contractor, contract, "/play", card, context)?;
                let play = judge_play(&rules, context, &played.tricks, &played.hands)?;
                Some(played_tricks(&play, &record.tricks, context))
            }),
            None => {
                context.record_sum("/tricks", 10);
                recorded_tricks(&record.tricks, 10, clauses::TRICKS, context)
            }
        };
        if let (Some(settled), Some(tricks)) = (settled, tricks) {
            score(self, &settled, &tricks, context);
        }
    }

    fn complete(&self, hands: &i64) -> bool {
        self.hands_planned.is_some_and(|planned| *hands >= planned)
    }
}

/// The contract and its players, as recorded in fields other than the auction.
struct Written {
    contractor: Option<Seat>,
    contract: Option<Contract>,
    /// The challengers; `None` if they are not recorded.
    challengers: Option<Vec<Seat>>,
}

/// Returns the contractor, the contract and the challengers, from the auction and the other recorded fields.
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
    let settled = settle(game, record, &written, context);
    let contractor = settled.as_ref().map(|settled| settled.contractor);
    let contractor = contractor.or(written.contractor);
    let challengers = written.challengers.unwrap_or_default();
    // Players may not challenge their own bids.
    let own = contractor.filter(|own| challengers.contains(own));
    if let Some(own) = own {
        let (rule, args) = (clauses::CHALLENGE, args![player: context.name(own)]);
        context.fault("challenger-contractor", "/challengers", rule, args);
    }
    settled.filter(|_| own.is_none())
}

/// Returns the contract and its players from the written fields or, where a field is missing, from the
/// auction. Reports a field that differs from the auction, unless the table let illegal calls stand.
fn settle(
    game: &Contractor,
    record: &Record,
    written: &Written,
    context: &mut HandContext<'_>,
) -> Option<Settled> {
    let mut bidding;
    let mut bid = None;
    if let Some(calls) = &*record.auction {
        let calls = read_calls(context, "/auction", calls)?;
        bidding = Bidding::new(game, context.table, context.dealer);
        let illegal = judge_calls(&mut bidding, context, "/auction", &calls) && !context.waived;
        let is_settled =
            context.waived && written.contractor.is_some() && written.contract.is_some();
        match bidding.result() {
            AuctionResult::Won(won) => bid = Some(won),
            _ if is_settled || illegal => {}
            AuctionResult::Open(turn) => {
                unfinished_auction(context, "/auction", clauses::AUCTION_END, turn, false);
            }
            AuctionResult::Passed if context.is_unfinished() => {
                context.warn("auction-redeal", "/auction", clauses::REDEAL, args![]);
                context.missing("/auction");
            }
            AuctionResult::Passed => {
                context.fault("auction-redeal", "/auction", clauses::REDEAL, args![]);
            }
        }
        if let Some(bid) = bid.filter(|_| !context.waived && !illegal) {
            compare(bid, written, context);
        }
    } else if !context.is_left_out("/auction") {
        context.needed(&record.contractor, "/contractor");
        context.needed(&record.contract, "/contract");
    }
    let contractor = written.contractor.or(bid.map(|bid| bid.seat))?;
    let contract = written.contract.or(bid.map(|bid| bid.contract))?;
    if written.contract.is_none() {
        warn_of_joker(&contract, "/auction", context);
    }
    let held = bid.filter(|bid| bid.seat == contractor && bid.contract == contract);
    let of_bid = || held.map(|bid| bid.challengers.clone());
    let challengers = written.challengers.clone().or_else(of_bid);
    Some(Settled {
        contractor,
        contract,
        challengers: challengers.unwrap_or_default(),
    })
}

/// Reads the written contract, and reports every limit that it exceeds. If the table let it stand, a contract
/// that the strain or the house rules forbid is allowed, but a number that is out of range is not.
fn read_contract(
    game: &Contractor,
    record: &Record,
    context: &mut HandContext<'_>,
) -> Option<Contract> {
    let contract = record.contract.as_ref()?.read("/contract", context)?;
    let mut is_valid = true;
    for limit in game.exceeded_limits(&contract) {
        let pointer = format!("/contract/{}", limit.field);
        if context.waived && limit.code == CONTRACT_LIMIT {
            context.irregular(limit.breach, &pointer);
        } else {
            context.report(limit.breach.into_finding(limit.code, pointer));
            is_valid = false;
        }
    }
    if is_valid {
        warn_of_joker(&contract, "/contract/nil_without_joker", context);
    }
    is_valid.then_some(contract)
}

/// Warns of Nil without joker if the whole kitty is foregone: the contractor cannot put the joker aside.
fn warn_of_joker(contract: &Contract, pointer: &str, context: &mut HandContext<'_>) {
    if contract.is_without_joker() && contract.amount(Condition::Foregone) == KITTY {
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

/// Reports differences between the written fields and the auction.
fn compare(bid: &Bid<'_>, written: &Written, context: &mut HandContext<'_>) {
    let rule = clauses::AUCTION_END;
    let contractor = written.contractor.map(|seat| context.name(seat));
    let called = context.name(bid.seat);
    check_against_auction(context, "/contractor", rule, contractor, called);
    if let Some(contract) = &written.contract {
        let fields = contract.fields().zip(bid.contract.fields());
        for ((field, recorded), (_, called)) in fields {
            let pointer = format_args!("/contract/{field}");
            check_against_auction(context, pointer, rule, Some(recorded), called);
        }
    }
    let Some(written) = &written.challengers else {
        return;
    };
    let same = written.len() == bid.challengers.len()
        && written.iter().all(|seat| bid.challengers.contains(seat));
    if !same {
        let names = |seats: &[Seat]| match seats {
            [] => "contractor/nobody".into(),
            seats => Arg::List(seats.iter().map(|seat| context.name(*seat)).collect()),
        };
        let (recorded, called) = (names(written), names(&bid.challengers));
        check_against_auction(context, "/challengers", rule, Some(recorded), called);
    }
}

/// Adds the reasons for the score of a hand with these tricks.
fn score(game: &Contractor, settled: &Settled, tricks: &[i64], context: &mut HandContext<'_>) {
    let Settled {
        contractor,
        contract,
        challengers,
    } = settled;
    let value = game.value(contract, *contractor == context.dealer);
    let total = value.total();
    let won = tricks[contractor.index()];
    let made = contract.is_made(won);
    context.add(contract_reason(*contractor, contract, &value, won));
    for seat in context.table.others(*contractor) {
        let (points, rule) = match contract.strain {
            Strain::Nil => (won, clauses::NIL_OPPONENTS),
            _ => (tricks[seat.index()], clauses::OPPONENTS),
        };
        let factor = Factor::times("contractor/tricks", points, rule);
        let reason = Reason::new(rule, args![tricks: points]).with_factors([factor]);
        context.add(reason.pays(seat, points));
    }
    for (index, challenger) in challengers.iter().enumerate() {
        let rule = match index {
            0 => clauses::WAGER,
            // The source describes only one challenger.
            _ => clauses::BOTH_CHALLENGE,
        };
        let (gains, message) = if made {
            (game.challenge_points, "contractor/wager-won")
        } else {
            (-game.challenge_points, "contractor/wager-lost")
        };
        let wager = Factor::times("contractor/wager", game.challenge_points, clauses::WAGER);
        let reason = Reason::new(rule, args![player: context.name(*challenger)])
            .with_message(message)
            .with_factors([wager]);
        context.add(reason.pays(*contractor, gains).pays(*challenger, -gains));
    }
    if contract.has(Condition::AbsolutelySure) && !made {
        let (lost, message) = match game.absolutely_sure_doubles {
            Doubles::Everything => (-context.score(*contractor), clauses::SURE_DOUBLES),
            Doubles::Contract => (Points::whole(total), "contractor/sure-doubles-contract"),
        };
        let (units, rule) = (lost.in_units(2) / 2, clauses::ABSOLUTELY_SURE);
        let reason = Reason::new(clauses::SURE_DOUBLES, args![lost: lost])
            .with_message(message)
            .with_factors([Factor::times("contractor/lost", units, rule)]);
        context.add(reason.pays(*contractor, -lost));
    }
    context.detail(&Json::object([
        ("value", total.into()),
        ("parts", value.json()),
        ("needed", contract.needed().into()),
        ("made", made.into()),
    ]));
}

/// Returns the reason for the points that the contractor wins or loses with the contract.
fn contract_reason(seat: Seat, contract: &Contract, value: &Value, won: i64) -> Reason {
    let made = contract.is_made(won);
    let has_parts = value.factors().len() > 1;
    let total = value.total();
    let args = args![
        strain: contract.strain, value: total, tricks: won, needed: contract.needed()
    ];
    let (points, rule) = if made {
        (total, clauses::MADE)
    } else {
        (-total, clauses::FAILED)
    };
    let message = match (contract.strain, made, has_parts) {
        (Strain::Nil, true, false) => "contractor/nil-made",
        (Strain::Nil, true, true) => "contractor/nil-made-parts",
        (Strain::Nil, false, false) => "contractor/nil-failed",
        (Strain::Nil, false, true) => "contractor/nil-failed-parts",
        (_, true, true) => "contractor/made-parts",
        (_, false, true) => "contractor/failed-parts",
        _ => rule,
    };
    let factors = [Factor::times("contractor/value", total, rule)];
    Reason::new(rule, args)
        .with_message(message)
        .with_factors(factors.into_iter().chain(value.factors()))
        .pays(seat, points)
}
