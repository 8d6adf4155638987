//! A hand's record: who played what, for which chips, and what came of it.

use super::ContractSabacc;
use super::auction::{Bidden, Bidding};
use super::cards::cards_each;
use super::pile;
use super::played;
use super::record::{Bid, LastCard, MOST_CHIPS, Record};
use super::score::{Outcome, wagers};
use crate::rules::auction::{judge_calls, resolve_calls};
use crate::rules::{Arg, Finding, HandContext, Seat, args, segment};

/// What a sound record says.
#[derive(Debug)]
pub(super) enum Report {
    /// No one bid.
    Void,
    /// Somebody played against all.
    Played(Outcome),
}

/// What the record says of the bidding.
struct Bids<'a> {
    bidden: Option<Bidden>,
    auction: Option<Bidding<'a>>,
}

/// Judges a record; nothing, if it is not whole and sound.
pub(super) fn judge(
    game: &ContractSabacc,
    record: &Record,
    context: &mut HandContext<'_>,
) -> Option<Report> {
    if *record.void == Some(false) {
        let words = Arg::List(vec![Arg::Text("true".into())]);
        let args = args![found: "false".to_owned(), words: words];
        context.report(Finding::shape("unknown-value", "/void", args));
    }
    let Bids { bidden, auction } = bidding(game, record, context);
    if bidden == Some(Bidden::Void) {
        for (pointer, _) in record.beside_void().into_iter().filter(|(_, there)| *there) {
            context.fault("void-field", pointer, "contract-sabacc/void", args![]);
        }
        return context.is_clean().then_some(Report::Void);
    }
    let contract = match bidden {
        Some(Bidden::Won(declarer, contract)) => Some((declarer, contract)),
        _ => None,
    };
    let heard = auction.as_ref().map(Bidding::bids);
    let expected = contract.map(|contract| wagers(game.wagers, context.table, contract, heard));
    let wagers = stakes(record, expected, context);
    let (tricks, last, points) = match &*record.play {
        Some(play) => played::judge(record, play, contract, context)?,
        None => {
            let tricks = tricks(record, context);
            let last = last_trick(record, context);
            let points = pile::judge(record, contract, tricks.as_deref(), context);
            (tricks, last, points)
        }
    };
    check_last(tricks.as_deref(), last, context);
    let ((declarer, contract), points, wagers) = (contract?, points?, wagers?);
    if record.play.is_none() {
        warn_of_unknown(record, context);
    }
    context.is_clean().then_some(Report::Played(Outcome {
        declarer,
        contract,
        wagers,
        points,
        tricks,
        last,
    }))
}

/// Who plays what: from the auction, from the record, and the two compared.
fn bidding<'a>(game: &ContractSabacc, record: &Record, context: &mut HandContext<'a>) -> Bids<'a> {
    let calls = record
        .auction
        .as_ref()
        .and_then(|calls| resolve_calls(context, "/auction", calls));
    let table = context.table;
    let auction = calls.map(|calls| {
        let mut auction = Bidding::new(table, game.first_to_bid(table, context.dealer));
        judge_calls(&mut auction, context, "/auction", &calls);
        auction
    });
    let called = auction.as_ref().map(Bidding::bidden);
    let void = *record.void == Some(true);
    let declarer = context.player("/declarer", &record.declarer);
    let recorded = declarer.zip(*record.contract);
    if let Some(Bidden::Open(turn)) = called {
        if context.so_far() {
            context.missing("/auction");
        } else {
            let args = args![turn: context.name(turn)];
            let settled = void || recorded.is_some();
            odd_or_wrong("auction-incomplete", "/auction", settled, args, context);
        }
    }
    let bidden = match called {
        _ if void => {
            if let Some(Bidden::Won(seat, bid)) = called {
                let args = args![player: context.name(seat), contract: bid];
                odd_or_wrong("auction-not-void", "/void", true, args, context);
            }
            Some(Bidden::Void)
        }
        Some(Bidden::Won(seat, bid)) => Some(compare(record, (declarer, seat), bid, context)),
        Some(Bidden::Void) if context.waived && recorded.is_some() => {
            context.warn("auction-void", "/auction", "contract-sabacc/void", args![]);
            recorded.map(|(seat, bid)| Bidden::Won(seat, bid))
        }
        Some(Bidden::Void) => called,
        Some(Bidden::Open(_)) => recorded.map(|(seat, bid)| Bidden::Won(seat, bid)),
        None => {
            if record.auction.is_none() {
                context.needed(&record.declarer, "/declarer");
                context.needed(&record.contract, "/contract");
            }
            recorded.map(|(seat, bid)| Bidden::Won(seat, bid))
        }
    };
    Bids { bidden, auction }
}

/// The auction's declarer and contract; what is recorded beside it must be the same, or counts
/// where the table let illegal steps stand.
fn compare(
    record: &Record,
    (recorded, called): (Option<Seat>, Seat),
    bid: Bid,
    context: &mut HandContext<'_>,
) -> Bidden {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != called) {
        let args = args![recorded: context.name(recorded), auction: context.name(called)];
        odd_or_wrong("auction-disagrees", "/declarer", true, args, context);
    }
    if let Some(contract) = record.contract.filter(|contract| *contract != bid) {
        let args = args![recorded: contract, auction: bid];
        odd_or_wrong("auction-disagrees", "/contract", true, args, context);
    }
    let contract = (*record.contract).unwrap_or(bid);
    Bidden::Won(recorded.unwrap_or(called), contract)
}

/// A fault of the bidding; odd only, where the table let illegal steps stand and it is `settled` what counts.
fn odd_or_wrong(
    code: &'static str,
    pointer: &str,
    settled: bool,
    args: crate::rules::Args,
    context: &mut HandContext<'_>,
) {
    let rule = "contract-sabacc/bidding-ends";
    if context.waived && settled {
        context.warn(code, pointer, rule, args);
    } else {
        context.fault(code, pointer, rule, args);
    }
}

/// What lies in front of everyone: as recorded, with a warning where the rule asks for another stake.
fn stakes(
    record: &Record,
    expected: Option<Vec<i64>>,
    context: &mut HandContext<'_>,
) -> Option<Vec<i64>> {
    if record.stakes.is_none() {
        return expected;
    }
    let seats: Vec<Seat> = context.table.seats().collect();
    let stakes = context.amounts("/stakes", &record.stakes, &seats, 0..=MOST_CHIPS)?;
    for ((seat, lies), asked) in seats
        .into_iter()
        .zip(&stakes)
        .zip(expected.iter().flatten())
    {
        if lies != asked {
            let pointer = format!("/stakes/{}", segment(context.table.name(seat)));
            let args = args![recorded: *lies, expected: *asked];
            context.warn("stakes-differ", &pointer, "contract-sabacc/wagers", args);
        }
    }
    Some(stakes)
}

/// The tricks of each, where they are recorded.
fn tricks(record: &Record, context: &mut HandContext<'_>) -> Option<Vec<i64>> {
    let cards = i64::try_from(cards_each(context.table.len())).unwrap_or(0);
    context.adds_up_to("/tricks", cards);
    record.tricks.as_ref()?;
    let seats: Vec<Seat> = context.table.seats().collect();
    let tricks = context.amounts("/tricks", &record.tricks, &seats, 0..=cards)?;
    let sum: i64 = tricks.iter().sum();
    if sum != cards {
        let args = args![sum: sum, cards: cards];
        context.fault("tricks-sum", "/tricks", "contract-sabacc/tricks", args);
    }
    (sum == cards).then_some(tricks)
}

/// The last trick, where it is recorded.
pub(super) fn last_trick(
    record: &Record,
    context: &mut HandContext<'_>,
) -> Option<(Seat, LastCard)> {
    let last = record.last_trick.as_ref()?;
    let winner = context.needed_player("/last_trick/winner", &last.winner);
    let card = context.needed(&last.card, "/last_trick/card").copied();
    winner.zip(card)
}

/// Whoever won the last trick has a trick, and whoever has them all won it.
fn check_last(
    tricks: Option<&[i64]>,
    last: Option<(Seat, LastCard)>,
    context: &mut HandContext<'_>,
) {
    let (Some(tricks), Some((winner, _))) = (tricks, last) else {
        return;
    };
    if tricks[winner.index()] > 0 {
        return;
    }
    let all: i64 = tricks.iter().sum();
    let pointer = "/last_trick/winner";
    let winner = context.name(winner);
    match context
        .table
        .seats()
        .find(|seat| tricks[seat.index()] == all)
    {
        Some(owner) => {
            let args = args![winner: winner, owner: context.name(owner), tricks: all];
            context.fault(
                "grand-slam-last-trick",
                pointer,
                "contract-sabacc/grand-slam",
                args,
            );
        }
        None => context.fault(
            "last-trick-winner",
            pointer,
            "contract-sabacc/tricks",
            args![player: winner],
        ),
    }
}

/// Says which bonuses cannot be judged from what is recorded.
fn warn_of_unknown(record: &Record, context: &mut HandContext<'_>) {
    let rule = "contract-sabacc/bonus";
    if record.tricks.is_none() {
        let bonuses = vec!["contract-sabacc/slam", "contract-sabacc/grand-slam"];
        context.warn("bonus-unknown", "/tricks", rule, args![bonuses: bonuses]);
    }
    if record.last_trick.is_none() {
        let bonuses = vec![
            "contract-sabacc/idiot-at-the-end",
            "contract-sabacc/magician-at-the-end",
        ];
        context.warn(
            "bonus-unknown",
            "/last_trick",
            rule,
            args![bonuses: bonuses],
        );
    }
}
