//! Who pays what to whom.

use super::cards::cards_each;
use super::clauses;
use super::house_rules::{AnteEach, ContractSabacc, MatchStack, OddChips, Slam, Wagers};
use super::record::{Bid, LastCard};
use overtrick_core::prelude::*;

/// The card points that make a contract.
const NEEDED: Points = Points::whole(46);
/// The message of a contract that failed.
const SHORT: &str = "contract-sabacc/short";

/// What came of a hand that was played.
#[derive(Debug)]
pub struct Outcome {
    pub declarer: Seat,
    pub contract: Bid,
    /// What lies in front of each player before the declarer matches.
    pub wagers: Vec<i64>,
    /// The points of the declarer's pile.
    pub points: Points,
    /// The tricks of each, if they are known.
    pub tricks: Option<Vec<i64>>,
    /// The last trick, if it is known.
    pub last: Option<(Seat, LastCard)>,
}

impl Outcome {
    fn made(&self) -> bool {
        self.points >= NEEDED
    }
}

/// The wagers that the rule asks for; `bids` is nothing where the bidding was not recorded.
pub fn wagers(
    rule: Wagers,
    table: &Table,
    (declarer, contract): (Seat, Bid),
    bids: Option<&[(Seat, Bid)]>,
) -> Vec<i64> {
    if rule == Wagers::AllMatch {
        return vec![contract.stake(); table.len()];
    }
    let mut wagers = vec![0; table.len()];
    let bids = bids.unwrap_or_default();
    for (seat, bid) in bids {
        let wager = &mut wagers[seat.index()];
        *wager = if rule == Wagers::Add { *wager } else { 0 } + bid.stake();
    }
    let own = &mut wagers[declarer.index()];
    if rule == Wagers::RaiseTo {
        *own = contract.stake();
    } else if !bids.contains(&(declarer, contract)) {
        *own += contract.stake();
    }
    wagers
}

/// Everybody's chips into the pot before the deal.
pub fn antes(
    game: &ContractSabacc,
    first_deal: bool,
    pot: &mut i64,
    context: &mut HandContext<'_>,
) {
    if game.ante == 0 || (game.ante_each == AnteEach::Match && !first_deal) {
        return;
    }
    for seat in context.table.seats() {
        *pot += game.ante;
        context.line(seat, -game.ante, clauses::ANTE, args![chips: game.ante]);
    }
}

/// Wagers, what they are matched with, who takes them, and the bonus.
pub fn table(
    game: &ContractSabacc,
    outcome: &Outcome,
    pot: &mut i64,
    context: &mut HandContext<'_>,
) {
    let on_table = wager(game, outcome, context);
    let odd = if outcome.made() {
        let args = args![points: outcome.points, chips: on_table];
        context.line(outcome.declarer, on_table, clauses::MADE, args);
        0
    } else {
        fail(outcome, on_table, context)
    };
    pay_bonus(game, outcome, pot, context);
    if odd > 0 {
        let args = args![chips: odd];
        let rule = clauses::ODD_CHIPS;
        match game.odd_chips {
            OddChips::AntePot => {
                *pot += odd;
                context.line(outcome.declarer, Points::ZERO, rule, args);
            }
            OddChips::Declarer => {
                let message = "contract-sabacc/odd-chips-back";
                context.line_with(outcome.declarer, odd, rule, message, args);
            }
        }
    }
}

/// The wagers and the declarer's matching stacks; how many chips then lie on the table.
fn wager(game: &ContractSabacc, outcome: &Outcome, context: &mut HandContext<'_>) -> i64 {
    for (seat, chips) in context.table.seats().zip(&outcome.wagers) {
        if *chips > 0 {
            let args = args![chips: *chips, contract: outcome.contract];
            context.line(seat, -chips, clauses::WAGERS, args);
        }
    }
    let all: i64 = outcome.wagers.iter().sum();
    let own = outcome.wagers[outcome.declarer.index()];
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
        context.line_with(outcome.declarer, -matched, rule, message, args);
    }
    all + matched
}

/// The defenders divide; what is left over is given back.
fn fail(outcome: &Outcome, on_table: i64, context: &mut HandContext<'_>) -> i64 {
    let rule = clauses::FAILED;
    let defenders: Vec<Seat> = context.table.others(outcome.declarer).collect();
    let args = args![points: outcome.points, needed: NEEDED];
    context.line_with(outcome.declarer, Points::ZERO, rule, SHORT, args);
    let count = i64::try_from(defenders.len()).unwrap_or(i64::MAX);
    let share = on_table / count;
    for seat in &defenders {
        let args = args![chips: on_table, defenders: defenders.len(), share: share];
        context.line(*seat, share, rule, args);
    }
    on_table % count
}

/// The highest bonus that anyone has earned, and a line for the one that it leaves unpaid.
fn pay_bonus(
    game: &ContractSabacc,
    outcome: &Outcome,
    pot: &mut i64,
    context: &mut HandContext<'_>,
) {
    let earned = earned(game, outcome, context.table);
    let held = *pot;
    for (place, (seat, bonus)) in earned.iter().enumerate() {
        let rule = bonus.rule();
        if place == 0 {
            let chips = held * bonus.quarters() / 4;
            *pot -= chips;
            context.line(*seat, chips, rule, args![chips: chips, pot: held]);
        } else {
            let args = args![bonus: rule, paid: earned[0].1.rule()];
            let outranked = "contract-sabacc/bonus-outranked";
            context.line_with(*seat, Points::ZERO, clauses::BONUS, outranked, args);
        }
    }
}

/// What a player can earn from the Ante Pot, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bonus {
    Idiot,
    Magician,
    Slam,
    GrandSlam,
}

impl Bonus {
    /// How many quarters of the pot: each bonus is worth one more than that below it.
    const fn quarters(self) -> i64 {
        self as i64 + 1
    }

    const fn rule(self) -> &'static str {
        match self {
            Bonus::Idiot => clauses::IDIOT_AT_THE_END,
            Bonus::Magician => clauses::MAGICIAN_AT_THE_END,
            Bonus::Slam => clauses::SLAM,
            Bonus::GrandSlam => clauses::GRAND_SLAM,
        }
    }
}

/// Every bonus that is earned, the highest first.
fn earned(game: &ContractSabacc, outcome: &Outcome, table: &Table) -> Vec<(Seat, Bonus)> {
    let all = i64::try_from(cards_each(table.len())).unwrap_or(i64::MAX);
    let mut earned = Vec::new();
    for (seat, won) in table.seats().zip(outcome.tricks.iter().flatten()) {
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
    match outcome.last {
        Some((seat, LastCard::Idiot)) => earned.push((seat, Bonus::Idiot)),
        Some((seat, LastCard::Magician)) => earned.push((seat, Bonus::Magician)),
        Some((_, LastCard::Other)) | None => {}
    }
    earned.sort_by_key(|(_, bonus)| std::cmp::Reverse(*bonus));
    earned
}

/// Shares the Ante Pot at the end of the match.
pub fn divide(pot: &mut i64, context: &mut HandContext<'_>) {
    let held = *pot;
    let players = i64::try_from(context.table.len()).unwrap_or(i64::MAX);
    let share = held / players;
    if held > 0 {
        for seat in context.table.seats() {
            *pot -= share;
            let args = args![share: share, pot: held, players: players];
            context.line(seat, share, clauses::POT_AT_END, args);
        }
    }
}
