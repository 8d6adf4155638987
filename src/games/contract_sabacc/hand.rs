//! A hand's record: who played what, for which chips, and what came of it.

use super::auction::{Bidding, Outcome as Called};
use super::cards::cards_each;
use super::clauses;
use super::house_rules::{ContractSabacc, PotAtEnd};
use super::pile;
use super::play::{self, recorded_last};
use super::record::{Bid, LastCard, MOST_CHIPS, Record};
use super::score::{self, Outcome, wagers};
use overtrick_core::prelude::*;

/// The column of the Ante Pot.
pub const POT: &str = "pot";

/// How far a match has come.
#[derive(Debug, Clone)]
pub struct State {
    /// The chips in the Ante Pot.
    pot: i64,
    /// Whether a hand has been dealt.
    begun: bool,
    /// Who has dealt.
    dealt: Vec<bool>,
}

impl State {
    pub(super) fn open(game: &ContractSabacc, table: &Table) -> State {
        State {
            pot: game.pot_at_start,
            begun: false,
            dealt: vec![false; table.len()],
        }
    }

    /// Whether everyone has dealt.
    pub(super) fn is_complete(&self) -> bool {
        self.dealt.iter().all(|dealt| *dealt)
    }

    /// The chips in the Ante Pot.
    pub(super) fn pot(&self) -> i64 {
        self.pot
    }

    /// How many hands are still played if this seat deals the next one and the deal goes around.
    pub(super) fn hands_needed(&self, table: &Table, dealer: Seat) -> usize {
        let order = table.from(dealer).enumerate();
        let open = order.filter(|(_, seat)| !self.dealt[seat.index()]);
        open.map(|(places, _)| places + 1).max().unwrap_or(0)
    }

    /// The game's own results, of a hand and at the end.
    pub(super) fn detail(&self) -> Json {
        Json::from([("pot", Json::Int(self.pot))])
    }
}

/// What a sound record says.
#[derive(Debug)]
enum Report {
    /// No one bid.
    Void,
    /// Somebody played against all.
    Played(Outcome),
}

/// What the record says of the bidding.
struct Bids<'a> {
    called: Option<Called>,
    auction: Option<Bidding<'a>>,
}

/// Judges a hand, and moves the chips.
pub fn judge(
    game: &ContractSabacc,
    state: &mut State,
    record: &Record,
    context: &mut HandContext<'_>,
) {
    let first_deal = !std::mem::replace(&mut state.begun, true);
    state.dealt[context.dealer.index()] = true;
    let report = read(game, record, context);
    score::antes(game, first_deal, &mut state.pot, context);
    match report {
        Some(Report::Void) => context.line(context.dealer, Points::ZERO, clauses::VOID, args![]),
        Some(Report::Played(outcome)) => score::table(game, &outcome, &mut state.pot, context),
        None => {}
    }
    if game.pot_at_end == PotAtEnd::Divide && (context.ends_match || state.is_complete()) {
        score::divide(&mut state.pot, context);
    }
    context.detail(&state.detail());
    context.show(POT, None, state.pot);
}

/// Reads a record; nothing, if it is not whole and sound.
fn read(game: &ContractSabacc, record: &Record, context: &mut HandContext<'_>) -> Option<Report> {
    if *record.void == Some(false) {
        let words = Arg::List([Arg::Text("true".into())].into());
        let args = args![found: "false".to_owned(), words: words];
        context.report(Finding::shape("unknown-value", "/void", args));
    }
    let Bids { called, auction } = bidding(game, record, context);
    if called == Some(Called::Void) {
        for (pointer, _) in record.beside_void().into_iter().filter(|(_, there)| *there) {
            context.fault("void-field", pointer, clauses::VOID, args![]);
        }
        return context.is_clean().then_some(Report::Void);
    }
    let contract = match called {
        Some(Called::Won(declarer, contract)) => Some((declarer, contract)),
        _ => None,
    };
    let bids = auction.as_ref().map(Bidding::bids);
    let expected = contract.map(|contract| wagers(game.wagers, context.table, contract, bids));
    let wagers = stakes(record, expected, context);
    let (tricks, last, points) = match &*record.play {
        Some(played) => play::judge(record, played, contract, context)?,
        None => {
            let tricks = tricks(record, context);
            let last = recorded_last(record, context);
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
    let calls = record.auction.as_ref();
    let calls = calls.and_then(|calls| resolve_calls(context, "/auction", calls));
    let table = context.table;
    let auction = calls.map(|calls| {
        let mut auction = Bidding::new(table, game.first_to_bid(table, context.dealer));
        judge_calls(&mut auction, context, "/auction", &calls);
        auction
    });
    let result = auction.as_ref().map(Bidding::result);
    let void = *record.void == Some(true);
    let declarer = context.player("/declarer", &record.declarer);
    let recorded = declarer.zip(*record.contract);
    if let Some(Called::Open(turn)) = result {
        let settled = void || recorded.is_some();
        auction_incomplete(context, "/auction", clauses::BIDDING_ENDS, turn, settled);
    }
    let recorded = recorded.map(|(seat, bid)| Called::Won(seat, bid));
    let called = match result {
        _ if void => {
            if let Some(Called::Won(seat, bid)) = result {
                let args = args![player: context.name(seat), contract: bid];
                disagrees("auction-not-void", "/void", args, context);
            }
            Some(Called::Void)
        }
        Some(Called::Won(seat, bid)) => Some(compare(record, (declarer, seat), bid, context)),
        Some(Called::Void) if context.waived && recorded.is_some() => {
            context.warn("auction-void", "/auction", clauses::VOID, args![]);
            recorded
        }
        Some(Called::Void) => result,
        Some(Called::Open(_)) => recorded,
        None => {
            if record.auction.is_none() {
                context.needed(&record.declarer, "/declarer");
                context.needed(&record.contract, "/contract");
            }
            recorded
        }
    };
    Bids { called, auction }
}

/// The auction's declarer and contract; what is recorded beside it must be the same, or counts
/// where the table let illegal steps stand.
fn compare(
    record: &Record,
    (recorded, called): (Option<Seat>, Seat),
    bid: Bid,
    context: &mut HandContext<'_>,
) -> Called {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != called) {
        let args = args![recorded: context.name(recorded), auction: context.name(called)];
        disagrees("auction-disagrees", "/declarer", args, context);
    }
    if let Some(contract) = record.contract.filter(|contract| *contract != bid) {
        let args = args![recorded: contract, auction: bid];
        disagrees("auction-disagrees", "/contract", args, context);
    }
    let contract = (*record.contract).unwrap_or(bid);
    Called::Won(recorded.unwrap_or(called), contract)
}

/// Notes that what is recorded is not what the auction gives; where the table let illegal steps stand, the
/// record counts.
fn disagrees(code: &'static str, pointer: &str, args: Args, context: &mut HandContext<'_>) {
    context.fault_or_odd(true, code, pointer, clauses::BIDDING_ENDS, args);
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
    let asked = expected.iter().flatten();
    for ((seat, lies), asked) in seats.into_iter().zip(&stakes).zip(asked) {
        if lies != asked {
            let pointer = format!("/stakes/{}", segment(context.table.name(seat)));
            let args = args![recorded: *lies, expected: *asked];
            context.warn("stakes-differ", &pointer, clauses::WAGERS, args);
        }
    }
    Some(stakes)
}

/// The tricks of each, where they are recorded.
fn tricks(record: &Record, context: &mut HandContext<'_>) -> Option<Vec<i64>> {
    let cards = i64::try_from(cards_each(context.table.len())).unwrap_or(0);
    context.adds_up_to("/tricks", cards);
    record.tricks.as_ref()?;
    recorded_tricks(&record.tricks, cards, clauses::TRICKS, context)
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
    let mut seats = context.table.seats();
    match seats.find(|seat| tricks[seat.index()] == all) {
        Some(owner) => {
            let args = args![winner: winner, owner: context.name(owner), tricks: all];
            context.fault("grand-slam-last-trick", pointer, clauses::GRAND_SLAM, args);
        }
        None => {
            let args = args![player: winner];
            context.fault("last-trick-winner", pointer, clauses::TRICKS, args);
        }
    }
}

/// Says which bonuses cannot be judged from what is recorded.
fn warn_of_unknown(record: &Record, context: &mut HandContext<'_>) {
    let rule = clauses::BONUS;
    if record.tricks.is_none() {
        let bonuses = vec![clauses::SLAM, clauses::GRAND_SLAM];
        context.warn("bonus-unknown", "/tricks", rule, args![bonuses: bonuses]);
    }
    if record.last_trick.is_none() {
        let bonuses = vec![clauses::IDIOT_AT_THE_END, clauses::MAGICIAN_AT_THE_END];
        let args = args![bonuses: bonuses];
        context.warn("bonus-unknown", "/last_trick", rule, args);
    }
}
