//! What a hand of Mariash is worth: every commitment on its own, then the game.

use serde::Serialize;

use super::play::Commitment;
use super::{CardPoints, Contract, GameType, HundredTens, Mariash, SIDES, clauses};
use overtrick_core::prelude::*;

/// More than so many points make a Game.
const GAME_POINTS: i64 = 50;
/// So many tricks make a slam.
const MAX_TRICKS: i64 = 10;
/// So many points make a Hundred.
const HUNDRED_POINTS: i64 = 100;

/// What came of a trump game.
pub enum Outcome {
    /// Both defenders conceded a hand that was shown.
    Conceded,
    /// It was played.
    Played {
        /// The card points of the declarer and of the defense.
        cards: [i64; 2],
        /// The points of their marriages.
        marriages: [i64; 2],
        /// Whether the declarer won the last trick, and whether the seven of trumps did.
        last: Option<(bool, bool)>,
    },
}

impl Outcome {
    fn points(&self, side: usize) -> i64 {
        match self {
            Outcome::Conceded => 0,
            Outcome::Played {
                cards, marriages, ..
            } => cards[side] + marriages[side],
        }
    }

    /// What this side counted: the points of its cards, and of its marriages if it has any.
    fn counted(&self, side: usize, card_points: CardPoints) -> Vec<Factor> {
        let Outcome::Played {
            cards, marriages, ..
        } = self
        else {
            return Vec::new();
        };
        let rule = if side == 0 {
            card_points.clause()
        } else {
            clauses::COMBINED
        };
        let mut counted = vec![Factor::plus("mariash/card-points", cards[side], rule)];
        if marriages[side] > 0 {
            let (factor, rule) = ("mariash/marriages", clauses::MARRIAGES);
            counted.push(Factor::plus(factor, marriages[side], rule));
        }
        counted
    }

    /// Whether this side won the last trick with the seven of trumps.
    fn seven(&self, side: usize) -> bool {
        matches!(self, Outcome::Played { last: Some((declarer, true)), .. } if *declarer == (side == 0))
    }

    pub fn fulfilled(&self, contract: Contract, side: usize) -> bool {
        if matches!(self, Outcome::Conceded) {
            return side == 0;
        }
        let points = self.points(side);
        match contract {
            Contract::Game => points > GAME_POINTS,
            Contract::Seven => self.seven(side),
            Contract::Hundred => points >= HUNDRED_POINTS,
            Contract::HundredSeven => points >= HUNDRED_POINTS && self.seven(side),
        }
    }

    /// The side that won the game: 0 is the declarer's.
    pub fn winner(&self) -> Option<usize> {
        let points = [self.points(0), self.points(1)];
        match self {
            Outcome::Conceded => Some(0),
            Outcome::Played { .. } if points[0] == points[1] => None,
            Outcome::Played { .. } => Some(usize::from(points[1] > points[0])),
        }
    }
}

/// The two sides of a hand, which settle with each other.
pub struct Parties<'a> {
    game: &'a Mariash,
    declarer: Seat,
    opponents: Vec<Seat>,
    /// Who sits out and neither pays nor receives.
    apart: Option<Seat>,
}

impl Parties<'_> {
    /// Those who settle with this declarer.
    pub fn new<'a>(game: &'a Mariash, context: &HandContext<'_>, declarer: Seat) -> Parties<'a> {
        let sits_out = Some(context.dealer).filter(|_| context.table.len() == 4);
        let apart = sits_out.filter(|_| !game.sitting_out_pays);
        let opponents = context.table.others(declarer);
        Parties {
            game,
            declarer,
            opponents: opponents.filter(|seat| Some(*seat) != apart).collect(),
            apart,
        }
    }
}

/// One thing that is settled: so many units from each opponent to the declarer.
struct Item {
    each: i64,
    rule: &'static str,
    message: &'static str,
    args: Args,
    factors: Vec<Factor>,
}

impl Item {
    /// What a side won, 0 the declarer's, under a clause and with a message; the value is the product of the
    /// factors.
    fn won_by(
        side: usize,
        (rule, message): (&'static str, &'static str),
        mut args: Args,
        factors: Vec<Factor>,
    ) -> Item {
        let value = Factor::product(&factors);
        args.push((Name::new("value"), value.into()));
        Item {
            each: if side == 0 { value } else { -value },
            rule,
            message,
            args,
            factors,
        }
    }

    /// Something that pays nothing.
    fn unpaid((rule, message): (&'static str, &'static str), args: Args) -> Item {
        Item {
            each: 0,
            rule,
            message,
            args,
            factors: Vec::new(),
        }
    }
}

/// The factor that doublings make, under this clause. Where nothing was doubled it is the plain rate.
fn doubling(multiplier: i64, rule: &'static str) -> Factor {
    if multiplier == 1 {
        Factor::times("mariash/undoubled", multiplier, clauses::RATES)
    } else {
        Factor::times("mariash/doubles", multiplier, rule)
    }
}

/// A settled commitment, as it is reported.
#[derive(Serialize)]
struct Settled<'a> {
    by: &'a str,
    contract: &'static str,
    side: &'static str,
    level: i64,
    multiplier: i64,
    value: i64,
    fulfilled: bool,
}

/// The game's own results of a hand.
#[derive(Serialize)]
struct Detail<'a> {
    commitments: Vec<Settled<'a>>,
    /// Absent where no game is played for.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_winner: Option<Winner>,
}

/// The side that won the game, if any did.
#[derive(Serialize)]
struct Winner(Option<&'static str>);

/// A trump game that is settled.
struct TrumpGame<'a> {
    parties: &'a Parties<'a>,
    trump: Suit,
    commitments: &'a [Commitment],
    /// Whether the declarer showed the hand.
    open: bool,
    result: &'a Outcome,
}

/// Scores a trump game.
pub fn score_trump(
    parties: &Parties<'_>,
    trump: Suit,
    commitments: &[Commitment],
    open: bool,
    result: &Outcome,
    context: &mut HandContext<'_>,
) {
    let hand = TrumpGame {
        parties,
        trump,
        commitments,
        open,
        result,
    };
    let mut items = Vec::new();
    let mut reports = Vec::new();
    for commitment in commitments {
        let side = hand.side(commitment);
        let item = hand.commitment(commitment, context);
        reports.push(Settled {
            by: context.table.name(commitment.by),
            contract: commitment.contract.word(),
            side: SIDES[side],
            level: commitment.doubles,
            multiplier: commitment.multiplier(),
            value: item.each.abs(),
            fulfilled: result.fulfilled(commitment.contract, side),
        });
        items.push(item);
    }
    items.push(hand.game());
    let silent = hand.silent_hundreds(&items);
    items.extend(silent);
    items.extend(hand.silent_seven());
    settle(parties, items, context);
    context.detail(&Detail {
        commitments: reports,
        game_winner: Some(Winner(result.winner().map(|side| SIDES[side]))),
    });
}

impl TrumpGame<'_> {
    /// The side of a commitment: 0 is the declarer's.
    fn side(&self, commitment: &Commitment) -> usize {
        usize::from(commitment.by != self.parties.declarer)
    }

    /// The commitments of a side.
    fn of_side(&self, side: usize) -> impl Iterator<Item = &Commitment> {
        let commitments = self.commitments.iter();
        commitments.filter(move |commitment| self.side(commitment) == side)
    }

    /// Units under a clause, and what red trump makes of them.
    fn units(&self, factor: &'static str, units: i64, rule: &'static str) -> Vec<Factor> {
        let mut factors = vec![Factor::times(factor, units, rule)];
        let game = self.parties.game;
        if game.red_doubles && game.red_trumps.has(self.trump) {
            factors.push(Factor::times("mariash/red", 2, game.red_trumps.clause()));
        }
        factors
    }

    fn commitment(&self, commitment: &Commitment, context: &HandContext<'_>) -> Item {
        let game = self.parties.game;
        let contract = commitment.contract;
        let side = self.side(commitment);
        let fulfilled = self.result.fulfilled(contract, side);
        let mut factors = self.units("mariash/rate", game.rates.of(contract), clauses::RATES);
        factors.push(doubling(commitment.multiplier(), clauses::DOUBLE));
        if self.open && side == 0 {
            let (factor, rule) = ("mariash/open", clauses::OPEN_FACTOR);
            factors.push(Factor::times(factor, game.open_hand_factor, rule));
        }
        let tens = self.tens(side);
        if fulfilled && contract.has_hundred() && tens > 1 {
            factors.push(Factor::times("mariash/tens", tens, clauses::HUNDRED_TENS));
        }
        if contract != Contract::Seven {
            factors.extend(self.result.counted(side, game.card_points));
        }
        let winner = if fulfilled { side } else { 1 - side };
        let mut args = args![
            by: context.name(commitment.by), contract: contract, trump: self.trump,
            multiplier: commitment.multiplier(), declarer: context.name(self.parties.declarer),
            points: self.result.points(side)
        ];
        if let Some(needed) = contract.needed() {
            args.push((Name::new("needed"), needed.into()));
        }
        Item::won_by(winner, self.why(contract, side, fulfilled), args, factors)
    }

    /// The clause that decides a commitment, and the message of its reason.
    fn why(
        &self,
        contract: Contract,
        side: usize,
        fulfilled: bool,
    ) -> (&'static str, &'static str) {
        if matches!(self.result, Outcome::Conceded) {
            return if side == 0 {
                (clauses::OPEN_HAND, "mariash/conceded")
            } else {
                (clauses::OPEN_LOSES, "mariash/defense-conceded")
            };
        }
        let seven_missed = contract == Contract::HundredSeven
            && !fulfilled
            && self.result.points(side) >= HUNDRED_POINTS;
        let message = match (side, fulfilled, contract) {
            (0, _, _) if seven_missed => "mariash/failed-seven",
            (_, _, _) if seven_missed => "mariash/defense-failed-seven",
            (0, true, Contract::Seven) => "mariash/made",
            (0, true, _) => "mariash/made-points",
            (0, false, Contract::Seven) => "mariash/failed",
            (0, false, _) => "mariash/failed-points",
            (_, true, Contract::Seven) => "mariash/defense-made",
            (_, true, _) => "mariash/defense-made-points",
            (_, false, Contract::Seven) => "mariash/defense-failed",
            (_, false, _) => "mariash/defense-failed-points",
        };
        (contract.clause(), message)
    }

    /// By how much the tens above a hundred points multiply what a hundred of this side pays.
    fn tens(&self, side: usize) -> i64 {
        let tens = (self.result.points(side) - HUNDRED_POINTS).max(0) / 10;
        match self.parties.game.hundred_tens {
            HundredTens::None => 1,
            HundredTens::Add => 1 + tens,
            HundredTens::Double => 1 << tens,
        }
    }

    /// The game stake.
    fn game(&self) -> Item {
        let game = self.parties.game;
        let points = [self.result.points(0), self.result.points(1)];
        let figures = args![points: points[0], other: points[1], trump: self.trump];
        let Some(side) = self.result.winner() else {
            let why = (clauses::GAME_WON, "mariash/game-even");
            return Item::unpaid(why, figures);
        };
        let conceded = matches!(self.result, Outcome::Conceded);
        let mut commitments = self.commitments.iter();
        if commitments.any(|commitment| commitment.contract == Contract::Game) {
            let message = match (conceded, side) {
                (true, _) => "mariash/game-conceded-stands",
                (_, 0) => "mariash/game-won-stands",
                _ => "mariash/game-lost-stands",
            };
            return Item::unpaid((clauses::STAKE, message), figures);
        }
        let why = match (conceded, side) {
            (true, _) => (clauses::OPEN_HAND, "mariash/game-conceded"),
            (_, 0) => (clauses::GAME_WON, "mariash/game-won"),
            _ => (clauses::GAME_WON, "mariash/game-lost"),
        };
        let stake = self.units("mariash/stake", game.game_stake, clauses::STAKE);
        Item::won_by(side, why, figures, stake)
    }

    /// What a side is paid more for the game because it reached a hundred points without a Hundred: of `items`, the
    /// stake and each Game commitment that it won are doubled, and the tens above a hundred multiply that.
    fn silent_hundreds(&self, items: &[Item]) -> Vec<Item> {
        let game = self.parties.game;
        let has_hundred = |commitment: &Commitment| commitment.contract.has_hundred();
        let sides = (0..2).filter(|side| {
            game.silent
                && self.result.points(*side) >= HUNDRED_POINTS
                && !self.of_side(*side).any(has_hundred)
        });
        let doubled = sides.flat_map(|side| {
            let paid = items.iter().filter(move |item| {
                let pays_game = [clauses::GAME, clauses::GAME_WON].contains(&item.rule);
                pays_game && item.each != 0 && (item.each > 0) == (side == 0)
            });
            paid.map(move |item| self.silent_hundred(side, item))
        });
        doubled.collect()
    }

    /// What a silent hundred of this side adds to an item.
    fn silent_hundred(&self, side: usize, item: &Item) -> Item {
        let rule = clauses::SILENT_HUNDRED;
        let mut factors = item.factors.clone();
        factors.retain(|factor| !factor.adds);
        let tens = self.tens(side);
        if tens > 1 {
            let more = 2 * tens - 1;
            factors.push(Factor::times(
                "mariash/silent-tens",
                more,
                clauses::HUNDRED_TENS,
            ));
        }
        factors.extend(self.result.counted(side, self.parties.game.card_points));
        let mut args = args![points: self.result.points(side), trump: self.trump];
        // Two commitments that pay the same are two reasons.
        args.extend(item.args.iter().filter(|(name, _)| *name == "by").cloned());
        let message = [rule, "mariash/defense-silent-hundred"][side];
        Item::won_by(side, (rule, message), args, factors)
    }

    /// Half a Seven for a side that won the last trick with the seven of trumps, uncommitted.
    fn silent_seven(&self) -> Option<Item> {
        let game = self.parties.game;
        let side = (0..2).find(|side| self.result.seven(*side))?;
        let has_seven = |commitment: &Commitment| commitment.contract.has_seven();
        if !game.silent || self.of_side(side).any(has_seven) {
            return None;
        }
        let rule = clauses::SILENT_SEVEN;
        let half = (game.rates.seven + 1) / 2;
        let factors = self.units("mariash/half-seven", half, rule);
        let message = [rule, "mariash/defense-silent-seven"][side];
        let args = args![trump: self.trump];
        Some(Item::won_by(side, (rule, message), args, factors))
    }
}

/// Scores a misère or a slam.
pub fn score_whole(
    parties: &Parties<'_>,
    game_type: GameType,
    doubles: i64,
    tricks: i64,
    context: &mut HandContext<'_>,
) {
    let slam = game_type == GameType::Slam;
    let rates = &parties.game.rates;
    let (rate, rule) = if slam {
        (rates.slam, clauses::SLAM)
    } else {
        (rates.misere, clauses::MISERE)
    };
    let fulfilled = tricks == if slam { MAX_TRICKS } else { 0 };
    let multiplier = 1 << doubles;
    let factors = vec![
        Factor::times("mariash/rate", rate, clauses::RATES),
        doubling(multiplier, clauses::WHOLE_DOUBLE),
    ];
    let value = Factor::product(&factors);
    let (winner, message) = if fulfilled {
        (0, "mariash/whole-made")
    } else {
        (1, "mariash/whole-failed")
    };
    let args = args![
        by: context.name(parties.declarer), contract: game_type, multiplier: multiplier,
        tricks: tricks
    ];
    let item = Item::won_by(winner, (rule, message), args, factors);
    settle(parties, vec![item], context);
    let report = Settled {
        by: context.table.name(parties.declarer),
        contract: game_type.word(),
        side: SIDES[0],
        level: doubles,
        multiplier,
        value,
        fulfilled,
    };
    context.detail(&Detail {
        commitments: vec![report],
        game_winner: None,
    });
}

/// Adds the reasons: what each opponent pays the declarer, then what the limit cuts off.
fn settle(parties: &Parties<'_>, items: Vec<Item>, context: &mut HandContext<'_>) {
    let sum: i64 = items.iter().map(|item| item.each).sum();
    for item in items {
        pay(parties, item, context);
    }
    if let Some(limit) = parties.game.limit.filter(|limit| sum.abs() > *limit) {
        let (cut, rule) = (sum.clamp(-limit, limit) - sum, clauses::LIMIT);
        let args = args![sum: sum.abs(), limit: limit];
        let cut = Item {
            each: cut,
            ..Item::unpaid((rule, rule), args)
        };
        pay(parties, cut, context);
    }
    if let Some(apart) = parties.apart {
        context.add(Reason::new(clauses::SITS_OUT, args![]).pays(apart, Points::ZERO));
    }
}

fn pay(parties: &Parties<'_>, item: Item, context: &mut HandContext<'_>) {
    let Item {
        each,
        rule,
        message,
        mut args,
        factors,
    } = item;
    let opponents = i64::try_from(parties.opponents.len()).unwrap_or(0);
    args.push((Name::new("opponents"), opponents.into()));
    let mut reason = Reason::new(rule, args)
        .with_message(message)
        .with_factors(factors)
        .pays(parties.declarer, each * opponents);
    for opponent in &parties.opponents {
        reason = reason.pays(*opponent, -each);
    }
    context.add(reason);
}
