//! Judges a hand of Contract Sabacc: its contract, wagers, result and payments.

use super::auction::{Outcome as Called, bidding};
use super::cards::tricks_in_hand;
use super::play::{numbers_of_play, points_of_pile, recorded_last};
use super::{
    AnteEach, Bid, ContractSabacc, LastCard, MAX_CHIPS, MatchStack, OddChips, PotAtEnd, Record,
    Slam, Wagers, clauses,
};
use overtrick_core::prelude::*;

/// The column of the Ante Pot.
pub const POT: &str = "pot";

/// The fewest card points that make a contract.
pub const NEEDED: Points = Points::whole(46);

/// The state of a match.
#[derive(Debug, Clone)]
pub struct State {
    /// The chips in the Ante Pot.
    pub(super) pot: i64,
    /// Whether each player has dealt.
    pub(super) dealt: Vec<bool>,
}

impl Scoring for ContractSabacc {
    type Record = Record;
    type State = State;

    fn open(&self, table: &Table) -> State {
        State {
            pot: self.pot_at_start,
            dealt: vec![false; table.len()],
        }
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        let first_deal = !state.dealt.contains(&true);
        state.dealt[context.dealer.index()] = true;
        let report = read(self, record, context);
        self.antes(first_deal, &mut state.pot, context);
        match report {
            Some(Report::Void) => {
                let dealer = context.dealer;
                context.add(Reason::new(clauses::VOID, args![]).pays(dealer, Points::ZERO));
                if state.pot > 0 {
                    let kept = Reason::new(clauses::VOID_ANTE, args![chips: state.pot]);
                    context.add(kept.pays(dealer, Points::ZERO));
                }
            }
            Some(Report::Played(outcome)) => self.settle(&outcome, &mut state.pot, context),
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

    fn detail(&self, state: &State, _table: &Table) -> Option<Json> {
        Some(detail(state))
    }
}

/// Returns the game-specific results of a hand or of a match.
fn detail(state: &State) -> Json {
    Json::object([("pot", Json::Int(state.pot))])
}

/// The content of a record without faults.
#[derive(Debug)]
enum Report {
    /// No one bid.
    Void,
    /// One player played against all others.
    Played(Outcome),
}

/// The contract and the result of a hand that was played.
#[derive(Debug)]
struct Outcome {
    declarer: Seat,
    contract: Bid,
    /// The wager of each player, before the declarer matches them.
    wagers: Vec<Wager>,
    /// The points of the declarer's pile.
    points: Points,
    /// The tricks of each player, if they are known.
    tricks: Option<Vec<i64>>,
    /// The last trick, if it is known.
    last: Option<(Seat, LastCard)>,
}

impl Outcome {
    /// Returns the sum of the chips that players wagered.
    fn wagered(&self) -> i64 {
        self.wagers.iter().map(|wager| wager.chips).sum()
    }
}

/// Reads a record; returns `None` if it is incomplete or has faults.
fn read(game: &ContractSabacc, record: &Record, context: &mut HandContext<'_>) -> Option<Report> {
    if *record.void == Some(false) {
        let args = args![found: "false".to_owned(), words: Arg::texts(["true"])];
        context.report(Finding::shape("unknown-value", "/void", args));
    }
    let (called, auction) = bidding(game, record, context);
    if called == Some(Called::Passed) {
        refuse_fields_of_void(record, context);
        return context.is_clean().then_some(Report::Void);
    }
    let contract = match called {
        Some(Called::Won(contract)) => Some(contract),
        _ => None,
    };
    let bids = auction.as_ref().map_or(&[][..], |auction| &auction.bids);
    let expected = contract.map(|contract| wagers(game.wagers, context.table, contract, bids));
    let wagers = stakes(record, expected, context);
    let is_unknown = auction.is_none() && record.stakes.is_none() && contract.is_some();
    if is_unknown && game.wagers != Wagers::AllMatch && !context.is_unfinished() {
        context.warn("stakes-unknown", "/stakes", clauses::WAGERS, args![]);
    }
    let (tricks, last, points) = match &*record.play {
        Some(played) => numbers_of_play(record, played, contract, context)?,
        None => {
            let tricks = tricks(&record.tricks, context);
            let last = recorded_last(&record.last_trick, context);
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

/// Refuses the fields that a void hand cannot have.
fn refuse_fields_of_void(record: &Record, context: &mut HandContext<'_>) {
    let allowed = ["dealer", "auction", "void", "note", "irregularities"];
    let given = record.given().into_iter();
    for field in given.filter(|field| !allowed.contains(field)) {
        let pointer = format_args!("/{field}");
        context.fault("void-field", pointer, clauses::VOID, args![]);
    }
}

/// Returns the wagers as recorded or, if none are recorded, as the rules require. Warns if the two differ.
fn stakes(
    record: &Record,
    expected: Option<Vec<Wager>>,
    context: &mut HandContext<'_>,
) -> Option<Vec<Wager>> {
    if record.stakes.is_none() {
        return expected;
    }
    let stakes = context.amounts("/stakes", &record.stakes, 0..=MAX_CHIPS)?;
    let mut wagers = expected?;
    for ((seat, chips), wager) in context.table.seats().zip(stakes).zip(&mut wagers) {
        if chips != wager.chips {
            let pointer = format!("/stakes/{}", segment(context.table.name(seat)));
            let args = args![recorded: chips, expected: wager.chips];
            context.warn("stakes-differ", &pointer, clauses::WAGERS, args);
            wager.chips = chips;
            wager.bids.clear();
        }
    }
    Some(wagers)
}

/// Returns the tricks of each player, if they are recorded.
pub fn tricks(recorded: &Given<PerPlayer<i64>>, context: &mut HandContext<'_>) -> Option<Vec<i64>> {
    let all = tricks_in_hand(context.table);
    context.record_sum("/tricks", all);
    recorded.as_ref()?;
    recorded_tricks(recorded, all, clauses::TRICKS, context)
}

/// Checks that the recorded winner of the last trick has at least one trick.
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

/// Warns of bonuses that the record is too incomplete to judge.
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

/// The chips that a player has wagered at the end of the bidding.
#[derive(Debug, Clone, Default)]
struct Wager {
    chips: i64,
    /// The bids whose stakes were wagered; empty if a different number of chips was recorded.
    bids: Vec<Bid>,
}

/// Returns the wagers that the rules require, from the recorded bids and the contract.
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
        let bids = match rule {
            Wagers::Add => own,
            Wagers::RaiseTo if seat != declarer => own.pop().into_iter().collect(),
            Wagers::RaiseTo | Wagers::AllMatch => vec![contract],
        };
        let chips = bids.iter().map(|bid| bid.stake()).sum();
        Wager { chips, bids }
    };
    table.seats().map(wager).collect()
}

/// Adds the same payment for each of these players to a reason, and returns it.
fn to_each(reason: Reason, seats: impl Iterator<Item = Seat>, chips: i64) -> Reason {
    seats.fold(reason, |reason, seat| reason.pays(seat, chips))
}

impl ContractSabacc {
    /// Pays everybody's ante into the pot before the deal.
    fn antes(&self, first_deal: bool, pot: &mut i64, context: &mut HandContext<'_>) {
        if self.ante == 0 || (self.ante_each == AnteEach::Match && !first_deal) {
            return;
        }
        // The source describes a single deal, so antes for later deals are our reading.
        let clause = if first_deal {
            clauses::ANTE
        } else {
            clauses::ANTE_EACH
        };
        let table = context.table;
        let stake = Factor::times("contract-sabacc/stake", self.ante, clause);
        let reason = Reason::new(clauses::ANTE, args![chips: self.ante]).with_factors([stake]);
        context.add(to_each(reason, table.seats(), -self.ante));
        *pot += self.ante * players(table);
    }

    /// Adds the reasons for the wagers, the matching stacks, their payment, and the bonus.
    fn settle(&self, outcome: &Outcome, pot: &mut i64, context: &mut HandContext<'_>) {
        let on_table = self.wager(outcome, context);
        let odd = if outcome.points >= NEEDED {
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
        self.pay_bonus(outcome, pot, context);
        if odd > 0 {
            let reason = Reason::new(clauses::ODD_CHIPS, args![chips: odd]);
            context.add(match self.odd_chips {
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

    /// Adds the wagers and the declarer's matching stacks; returns the number of chips on the table.
    fn wager(&self, outcome: &Outcome, context: &mut HandContext<'_>) -> i64 {
        for (seat, Wager { chips, bids }) in context.table.seats().zip(&outcome.wagers) {
            if *chips > 0 {
                // Recorded chips count even if they differ from the wager that the rules require.
                let (rule, by) = match &bids[..] {
                    [] => (clauses::STAKES, clauses::STAKES),
                    _ => (clauses::WAGERS, clauses::BIDS),
                };
                let stake = Factor::times("contract-sabacc/stake", *chips, by);
                let reason = Reason::new(rule, args![chips: *chips, bids: bids.clone()]);
                context.add(reason.with_factors([stake]).pays(seat, -chips));
            }
        }
        let all = outcome.wagered();
        let own = outcome.wagers[outcome.declarer.index()].chips;
        let defenders = players(context.table) - 1;
        let by_stack = self.match_stack == MatchStack::Declarer;
        let matched = if by_stack { own * defenders } else { all - own };
        if matched > 0 {
            let rule = clauses::MATCH_STACK;
            let args = args![chips: matched, own: own, defenders: defenders];
            let reason = Reason::new(rule, args);
            let reason = if by_stack {
                reason.with_factors([
                    Factor::times("contract-sabacc/stack", own, rule),
                    Factor::times("contract-sabacc/defenders", defenders, rule),
                ])
            } else {
                reason.with_message("contract-sabacc/match-stack-each")
            };
            context.add(reason.pays(outcome.declarer, -matched));
        }
        all + matched
    }

    /// Pays the highest bonus that anyone has earned, and adds a reason for each lower bonus, which is not paid.
    fn pay_bonus(&self, outcome: &Outcome, pot: &mut i64, context: &mut HandContext<'_>) {
        let (table, held) = (context.table, *pot);
        let all = tricks_in_hand(table);
        for (seat, won) in table.seats().zip(outcome.tricks.iter().flatten()) {
            if self.slam == Slam::Exactly && (all - 2..all).contains(won) {
                let args = args![tricks: *won, all: all, needed: all - 3];
                let reason = Reason::new(clauses::SLAM, args);
                let reason = reason.with_message("contract-sabacc/no-slam");
                context.add(reason.pays(seat, Points::ZERO));
            }
        }
        let mut earned = self
            .earned(outcome.tricks.as_deref(), outcome.last, table)
            .into_iter();
        let Some((winner, paid)) = earned.next() else {
            return;
        };
        let chips = paid.of_pot(held);
        *pot -= chips;
        // That a Slam may have more tricks than all but three is our reading.
        let won = outcome.tricks.as_ref().map(|tricks| tricks[winner.index()]);
        let clause = match paid {
            Bonus::Slam if won.is_some_and(|won| won > all - 3) => clauses::SLAM_COUNT,
            paid => paid.rule(),
        };
        let reason = Reason::new(clause, args![chips: chips, pot: held]);
        context.add(reason.with_message(paid.rule()).pays(winner, chips));
        for (seat, bonus) in earned {
            // The source describes only bonuses that different players have earned.
            let clause = if seat == winner {
                clauses::TWO_BONUSES
            } else {
                clauses::BONUS
            };
            let reason = Reason::new(clause, args![bonus: bonus.rule(), paid: paid.rule()]);
            let reason = reason.with_message("contract-sabacc/bonus-outranked");
            context.add(reason.pays(seat, Points::ZERO));
        }
    }

    /// Returns every bonus earned and the player who earned it, highest first.
    pub(super) fn earned(
        &self,
        tricks: Option<&[i64]>,
        last: Option<(Seat, LastCard)>,
        table: &Table,
    ) -> Vec<(Seat, Bonus)> {
        let all = tricks_in_hand(table);
        let mut earned = Vec::new();
        for (seat, won) in table.seats().zip(tricks.into_iter().flatten()) {
            let bonus = match self.slam {
                _ if *won == all => Some(Bonus::GrandSlam),
                Slam::AtLeast => (*won >= all - 3).then_some(Bonus::Slam),
                Slam::Exactly => (*won == all - 3).then_some(Bonus::Slam),
            };
            earned.extend(bonus.map(|bonus| (seat, bonus)));
        }
        match last {
            Some((seat, LastCard::Idiot)) => earned.push((seat, Bonus::Idiot)),
            Some((seat, LastCard::Magician)) => earned.push((seat, Bonus::Magician)),
            Some((_, LastCard::Other)) | None => {}
        }
        earned.sort_by_key(|(_, bonus)| std::cmp::Reverse(*bonus));
        earned
    }
}

/// Returns the number of players.
fn players(table: &Table) -> i64 {
    i64::try_from(table.len()).unwrap_or(0)
}

/// Divides the chips among the defenders, and returns the remainder.
fn fail(outcome: &Outcome, on_table: i64, context: &mut HandContext<'_>) -> i64 {
    let (table, rule) = (context.table, clauses::FAILED);
    let args = args![points: outcome.points, needed: NEEDED, contract: outcome.contract];
    let short = Reason::new(rule, args).with_message("contract-sabacc/short");
    context.add(short.pays(outcome.declarer, Points::ZERO));
    let defenders = players(table) - 1;
    let share = on_table / defenders;
    let args = args![chips: on_table, defenders: defenders, share: share];
    let others = table.others(outcome.declarer);
    context.add(to_each(Reason::new(rule, args), others, share));
    on_table % defenders
}

words! {
    /// A bonus from the Ante Pot, lowest first.
    pub enum Bonus {
        /// The last trick, with the Idiot.
        Idiot = "idiot",
        /// The last trick, with the Magician.
        Magician = "magician",
        /// All tricks but three; by default, also more.
        Slam = "slam",
        /// Every trick.
        GrandSlam = "grand-slam",
    }
}

impl Bonus {
    /// Returns the chips that the bonus pays: a quarter of the pot for the lowest bonus, and a quarter more
    /// for each higher one.
    pub const fn of_pot(self, pot: i64) -> i64 {
        pot * (self as i64 + 1) / 4
    }

    /// Returns its clause.
    pub const fn rule(self) -> &'static str {
        match self {
            Bonus::Idiot => clauses::IDIOT_AT_THE_END,
            Bonus::Magician => clauses::MAGICIAN_AT_THE_END,
            Bonus::Slam => clauses::SLAM,
            Bonus::GrandSlam => clauses::GRAND_SLAM,
        }
    }
}

/// Divides the Ante Pot among the players at the end of the match; odd chips stay in it.
fn divide(pot: &mut i64, context: &mut HandContext<'_>) {
    let (table, held, players) = (context.table, *pot, players(context.table));
    let (share, odd) = (held / players, held % players);
    if held > 0 {
        let args = args![share: share, pot: held, players: players];
        let reason = Reason::new(clauses::POT_AT_END, args);
        context.add(to_each(reason, table.seats(), share));
        *pot = odd;
    }
    if odd > 0 {
        let rest = Reason::new(clauses::POT_ODD, args![chips: odd]);
        context.add(to_each(rest, table.seats(), 0));
    }
}
