//! Judging a hand of Contract Sabacc: who played what, for which chips, what came of it, and who pays whom.

use serde_json::value::RawValue;

use super::auction::{Bidding, Bids, Outcome as Called, bidding};
use super::cards::cards_each;
use super::play::{numbers_of_play, points_of_pile, recorded_last};
use super::{
    AnteEach, Bid, ContractSabacc, LastCard, MAX_CHIPS, MatchStack, OddChips, PotAtEnd, Record,
    Slam, Wagers, clauses,
};
use overtrick_core::prelude::*;

/// The column of the Ante Pot.
pub const POT: &str = "pot";

/// The card points that make a contract.
pub const NEEDED: Points = Points::whole(46);

/// The message of a contract that failed.
const SHORT: &str = "contract-sabacc/short";

/// How far a match has come.
#[derive(Debug, Clone)]
pub struct State {
    /// The chips in the Ante Pot.
    pub(super) pot: i64,
    /// Whether a hand has been dealt.
    begun: bool,
    /// Who has dealt.
    pub(super) dealt: Vec<bool>,
}

impl Scoring for ContractSabacc {
    type Record = Record;
    type State = State;

    fn open(&self, table: &Table) -> State {
        State {
            pot: self.pot_at_start,
            begun: false,
            dealt: vec![false; table.len()],
        }
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        let first_deal = !std::mem::replace(&mut state.begun, true);
        state.dealt[context.dealer.index()] = true;
        let report = read(self, record, context);
        antes(self, first_deal, &mut state.pot, context);
        match report {
            Some(Report::Void) => {
                let dealer = context.dealer;
                let kept = Reason::new(clauses::VOID_ANTE, args![chips: state.pot]);
                context.add(Reason::new(clauses::VOID, args![]).pays(dealer, Points::ZERO));
                if state.pot > 0 {
                    context.add(kept.pays(dealer, Points::ZERO));
                }
            }
            Some(Report::Played(outcome)) => settle(self, &outcome, &mut state.pot, context),
            None => {}
        }
        if self.pot_at_end == PotAtEnd::Divide && (context.ends_match || self.complete(state)) {
            divide(&mut state.pot, context);
        }
        context.detail(&detail(state));
        context.show(POT, None, state.pot);
    }

    /// Whether everyone has dealt.
    fn complete(&self, state: &State) -> bool {
        state.dealt.iter().all(|dealt| *dealt)
    }

    fn detail(&self, state: &State, _table: &Table) -> Option<Box<RawValue>> {
        serde_json::value::to_raw_value(&detail(state)).ok()
    }
}

/// The game's own results, of a hand and at the end.
fn detail(state: &State) -> Json {
    Json::from([("pot", Json::Int(state.pot))])
}

/// What a sound record says.
#[derive(Debug)]
enum Report {
    /// No one bid.
    Void,
    /// Somebody played against all.
    Played(Outcome),
}

/// What came of a hand that was played.
#[derive(Debug)]
struct Outcome {
    declarer: Seat,
    contract: Bid,
    /// What lies in front of each player before the declarer matches.
    wagers: Vec<Wager>,
    /// The points of the declarer's pile.
    points: Points,
    /// The tricks of each, if they are known.
    tricks: Option<Vec<i64>>,
    /// The last trick, if it is known.
    last: Option<(Seat, LastCard)>,
}

impl Outcome {
    fn made(&self) -> bool {
        self.points >= NEEDED
    }

    /// All chips that players wagered.
    fn wagered(&self) -> i64 {
        self.wagers.iter().map(|wager| wager.chips).sum()
    }
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
    let bids = auction.as_ref().map(Bidding::bids).unwrap_or_default();
    let expected = contract.map(|contract| wagers(game.wagers, context.table, contract, bids));
    let wagers = stakes(record, expected, context);
    if game.wagers != Wagers::AllMatch
        && auction.is_none()
        && record.stakes.is_none()
        && contract.is_some()
        && !context.so_far()
    {
        context.warn("stakes-unknown", "/stakes", clauses::WAGERS, args![]);
    }
    let (tricks, last, points) = match &*record.play {
        Some(played) => numbers_of_play(record, played, contract, context)?,
        None => {
            let tricks = tricks(record, context);
            let last = recorded_last(record, context);
            let points = points_of_pile(record, contract, tricks.as_deref(), context);
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

/// What lies in front of everyone: as recorded, with a warning where the rule asks for another stake.
fn stakes(
    record: &Record,
    expected: Option<Vec<Wager>>,
    context: &mut HandContext<'_>,
) -> Option<Vec<Wager>> {
    if record.stakes.is_none() {
        return expected;
    }
    let seats: Vec<Seat> = context.table.seats().collect();
    let stakes = context.amounts("/stakes", &record.stakes, &seats, 0..=MAX_CHIPS)?;
    let mut wagers = expected?;
    for ((seat, lies), wager) in seats.into_iter().zip(stakes).zip(&mut wagers) {
        if lies != wager.chips {
            let pointer = format!("/stakes/{}", segment(context.table.name(seat)));
            let args = args![recorded: lies, expected: wager.chips];
            context.warn("stakes-differ", &pointer, clauses::WAGERS, args);
            *wager = Wager {
                chips: lies,
                bids: Vec::new(),
            };
        }
    }
    Some(wagers)
}

/// The tricks of each, where they are recorded.
fn tricks(record: &Record, context: &mut HandContext<'_>) -> Option<Vec<i64>> {
    let cards = i64::try_from(cards_each(context.table.len())).unwrap_or(0);
    context.adds_up_to("/tricks", cards);
    record.tricks.as_ref()?;
    recorded_tricks(&record.tricks, cards, clauses::TRICKS, context)
}

/// The winner of the last trick has a trick, and a player with all tricks won it.
pub fn check_last(
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

/// The chips in front of a player at the end of the bidding.
#[derive(Debug, Clone, Default)]
struct Wager {
    chips: i64,
    /// The bids whose stakes they are; none where other chips were recorded.
    bids: Vec<Bid>,
}

impl Wager {
    fn on(bids: Vec<Bid>) -> Wager {
        let chips = bids.iter().map(|bid| bid.stake()).sum();
        Wager { chips, bids }
    }
}

/// The wagers that the rule asks for. There are no bids where the bidding was not recorded.
fn wagers(
    rule: Wagers,
    table: &Table,
    (declarer, contract): (Seat, Bid),
    bids: &[(Seat, Bid)],
) -> Vec<Wager> {
    let wager = |seat: Seat| {
        let own = bids.iter().filter(|(bidder, _)| *bidder == seat);
        let mut own: Vec<Bid> = own.map(|(_, bid)| *bid).collect();
        if seat == declarer && !own.contains(&contract) {
            own.push(contract);
        }
        Wager::on(match rule {
            Wagers::AllMatch => vec![contract],
            Wagers::RaiseTo if seat == declarer => vec![contract],
            Wagers::RaiseTo => own.pop().into_iter().collect(),
            Wagers::Add => own,
        })
    };
    table.seats().map(wager).collect()
}

/// Everybody's chips into the pot before the deal.
fn antes(game: &ContractSabacc, first_deal: bool, pot: &mut i64, context: &mut HandContext<'_>) {
    if game.ante == 0 || (game.ante_each == AnteEach::Match && !first_deal) {
        return;
    }
    // The source speaks of one deal.
    let clause = if first_deal {
        clauses::ANTE
    } else {
        clauses::ANTE_EACH
    };
    for seat in context.table.seats() {
        *pot += game.ante;
        let stake = Factor::times("contract-sabacc/stake", game.ante, clause);
        let reason = Reason::new(clauses::ANTE, args![chips: game.ante]).with_factors([stake]);
        context.add(reason.pays(seat, -game.ante));
    }
}

/// Wagers, what they are matched with, who takes them, and the bonus.
fn settle(game: &ContractSabacc, outcome: &Outcome, pot: &mut i64, context: &mut HandContext<'_>) {
    let on_table = wager(game, outcome, context);
    let odd = if outcome.made() {
        let args = args![points: outcome.points, chips: on_table, contract: outcome.contract];
        let wagered = outcome.wagered();
        let matched = on_table - wagered;
        let reason = Reason::new(clauses::MADE, args).with_factors([
            Factor::plus("contract-sabacc/wagered", wagered, clauses::WAGERS),
            Factor::plus("contract-sabacc/matched", matched, clauses::MATCH_STACK),
        ]);
        context.add(reason.pays(outcome.declarer, on_table));
        0
    } else {
        fail(outcome, on_table, context)
    };
    pay_bonus(game, outcome, pot, context);
    if odd > 0 {
        let reason = Reason::new(clauses::ODD_CHIPS, args![chips: odd]);
        context.add(match game.odd_chips {
            OddChips::AntePot => {
                *pot += odd;
                reason.pays(outcome.declarer, Points::ZERO)
            }
            OddChips::Declarer => reason
                .with_message("contract-sabacc/odd-chips-back")
                .pays(outcome.declarer, odd),
        });
    }
}

/// The wagers and the declarer's matching stacks; how many chips then lie on the table.
fn wager(game: &ContractSabacc, outcome: &Outcome, context: &mut HandContext<'_>) -> i64 {
    for (seat, wager) in context.table.seats().zip(&outcome.wagers) {
        let Wager { chips, bids } = wager;
        if *chips > 0 {
            // Chips that the rule does not ask for count as they were recorded.
            let (rule, by) = if bids.is_empty() {
                (clauses::STAKES, clauses::STAKES)
            } else {
                (clauses::WAGERS, clauses::BIDS)
            };
            let args = args![chips: *chips, bids: bids.clone()];
            let stake = Factor::times("contract-sabacc/stake", *chips, by);
            let reason = Reason::new(rule, args).with_factors([stake]);
            context.add(reason.pays(seat, -chips));
        }
    }
    let all = outcome.wagered();
    let own = outcome.wagers[outcome.declarer.index()].chips;
    let defenders = context.table.len() - 1;
    let rule = clauses::MATCH_STACK;
    let (matched, message) = match game.match_stack {
        MatchStack::Declarer => (
            context.table.others(outcome.declarer).map(|_| own).sum(),
            rule,
        ),
        MatchStack::Defender => (all - own, "contract-sabacc/match-stack-each"),
    };
    if matched > 0 {
        let args = args![chips: matched, own: own, defenders: defenders];
        let mut reason = Reason::new(rule, args).with_message(message);
        if game.match_stack == MatchStack::Declarer {
            let defenders = i64::try_from(defenders).unwrap_or(0);
            reason = reason.with_factors([
                Factor::times("contract-sabacc/stack", own, rule),
                Factor::times("contract-sabacc/defenders", defenders, rule),
            ]);
        }
        context.add(reason.pays(outcome.declarer, -matched));
    }
    all + matched
}

/// The defenders divide; what is left over is given back.
fn fail(outcome: &Outcome, on_table: i64, context: &mut HandContext<'_>) -> i64 {
    let rule = clauses::FAILED;
    let defenders: Vec<Seat> = context.table.others(outcome.declarer).collect();
    let args = args![points: outcome.points, needed: NEEDED, contract: outcome.contract];
    let short = Reason::new(rule, args);
    context.add(
        short
            .with_message(SHORT)
            .pays(outcome.declarer, Points::ZERO),
    );
    let count = i64::try_from(defenders.len()).unwrap_or(i64::MAX);
    let share = on_table / count;
    for seat in &defenders {
        let args = args![chips: on_table, defenders: defenders.len(), share: share];
        context.add(Reason::new(rule, args).pays(*seat, share));
    }
    on_table % count
}

/// The highest bonus that anyone has earned, and a reason for the one that it leaves unpaid.
fn pay_bonus(
    game: &ContractSabacc,
    outcome: &Outcome,
    pot: &mut i64,
    context: &mut HandContext<'_>,
) {
    let earned = earned(game, outcome.tricks.as_deref(), outcome.last, context.table);
    let held = *pot;
    let all = all_tricks(context.table);
    for (seat, won) in context.table.seats().zip(outcome.tricks.iter().flatten()) {
        if game.slam == Slam::Exactly && (all - 2..all).contains(won) {
            let args = args![tricks: *won, all: all, needed: all - 3];
            let reason = Reason::new(clauses::SLAM, args).with_message("contract-sabacc/no-slam");
            context.add(reason.pays(seat, Points::ZERO));
        }
    }
    for (place, (seat, bonus)) in earned.iter().enumerate() {
        let rule = bonus.rule();
        if place == 0 {
            let chips = bonus.of_pot(held);
            *pot -= chips;
            let clause = if bonus.is_more_than_slam(outcome, *seat, context.table) {
                clauses::SLAM_COUNT
            } else {
                rule
            };
            let reason = Reason::new(clause, args![chips: chips, pot: held]);
            context.add(reason.with_message(rule).pays(*seat, chips));
        } else {
            let args = args![bonus: rule, paid: earned[0].1.rule()];
            let outranked = "contract-sabacc/bonus-outranked";
            // The source speaks of two players.
            let clause = if *seat == earned[0].0 {
                clauses::TWO_BONUSES
            } else {
                clauses::BONUS
            };
            let reason = Reason::new(clause, args).with_message(outranked);
            context.add(reason.pays(*seat, Points::ZERO));
        }
    }
}

/// What a player can earn from the Ante Pot, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bonus {
    Idiot,
    Magician,
    Slam,
    GrandSlam,
}

impl Bonus {
    /// The chips that it pays of a pot: each bonus is worth a quarter more than that below it.
    pub const fn of_pot(self, pot: i64) -> i64 {
        pot * (self as i64 + 1) / 4
    }

    /// Whether only our reading makes it a Slam: more than all but three.
    fn is_more_than_slam(self, outcome: &Outcome, seat: Seat, table: &Table) -> bool {
        let won = outcome.tricks.as_ref().map(|tricks| tricks[seat.index()]);
        self == Bonus::Slam && won.is_some_and(|won| won > all_tricks(table) - 3)
    }

    pub const fn rule(self) -> &'static str {
        match self {
            Bonus::Idiot => clauses::IDIOT_AT_THE_END,
            Bonus::Magician => clauses::MAGICIAN_AT_THE_END,
            Bonus::Slam => clauses::SLAM,
            Bonus::GrandSlam => clauses::GRAND_SLAM,
        }
    }
}

/// How many tricks a hand has.
fn all_tricks(table: &Table) -> i64 {
    i64::try_from(cards_each(table.len())).unwrap_or(i64::MAX)
}

/// Every bonus that is earned, the highest first.
pub fn earned(
    game: &ContractSabacc,
    tricks: Option<&[i64]>,
    last: Option<(Seat, LastCard)>,
    table: &Table,
) -> Vec<(Seat, Bonus)> {
    let all = all_tricks(table);
    let mut earned = Vec::new();
    for (seat, won) in table.seats().zip(tricks.into_iter().flatten()) {
        let slam = match game.slam {
            Slam::AtLeast => *won >= all - 3,
            Slam::Exactly => *won == all - 3,
        };
        if *won == all {
            earned.push((seat, Bonus::GrandSlam));
        } else if slam {
            earned.push((seat, Bonus::Slam));
        }
    }
    match last {
        Some((seat, LastCard::Idiot)) => earned.push((seat, Bonus::Idiot)),
        Some((seat, LastCard::Magician)) => earned.push((seat, Bonus::Magician)),
        Some((_, LastCard::Other)) | None => {}
    }
    earned.sort_by_key(|(_, bonus)| std::cmp::Reverse(*bonus));
    earned
}

/// Shares the Ante Pot at the end of the match.
fn divide(pot: &mut i64, context: &mut HandContext<'_>) {
    let held = *pot;
    let players = i64::try_from(context.table.len()).unwrap_or(i64::MAX);
    let share = held / players;
    for seat in context.table.seats() {
        if held > 0 {
            *pot -= share;
            let args = args![share: share, pot: held, players: players];
            context.add(Reason::new(clauses::POT_AT_END, args).pays(seat, share));
        }
        if held % players > 0 {
            let rest = Reason::new(clauses::POT_ODD, args![chips: held % players]);
            context.add(rest.pays(seat, Points::ZERO));
        }
    }
}
