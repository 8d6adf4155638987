//! Scores a hand of Mariash: each commitment separately, then the game.

use super::play::{Commitment, multiplier};
use super::{CardPoints, Contract, GameType, HundredTens, Mariash, SIDES, clauses};
use overtrick_core::prelude::*;

/// A Game requires more than this number of points.
const GAME_POINTS: i64 = 50;
/// A Slam requires this number of tricks.
const MAX_TRICKS: i64 = 10;
/// A Hundred requires this number of points.
const HUNDRED_POINTS: i64 = 100;

/// The result of a trump game.
#[derive(Default)]
pub struct Outcome {
    /// Whether both defenders conceded an open hand. If so, the other fields are empty.
    pub conceded: bool,
    /// The card points of the declarer and of the defense.
    pub cards: [i64; 2],
    /// The marriage points of the declarer and of the defense.
    pub marriages: [i64; 2],
    /// Whether the declarer won the last trick, and whether the seven of trumps won it.
    pub last: Option<(bool, bool)>,
}

impl Outcome {
    fn points(&self, side: usize) -> i64 {
        self.cards[side] + self.marriages[side]
    }

    /// Adds the points of this side to the factors: its card points, and its marriage points if it has any.
    fn add_counted(&self, side: usize, card_points: CardPoints, factors: &mut Vec<Factor>) {
        if self.conceded {
            return;
        }
        let rule = [card_points.clause(), clauses::COMBINED][side];
        factors.push(Factor::plus("mariash/card-points", self.cards[side], rule));
        let marriages = self.marriages[side];
        if marriages > 0 {
            let rule = clauses::MARRIAGES;
            factors.push(Factor::plus("mariash/marriages", marriages, rule));
        }
    }

    /// Whether this side won the last trick with the seven of trumps.
    fn has_seven(&self, side: usize) -> bool {
        self.last == Some((side == 0, true))
    }

    /// Whether this side has the points that a contract requires.
    fn has_points(&self, contract: Contract, side: usize) -> bool {
        match contract {
            Contract::Game => self.points(side) > GAME_POINTS,
            Contract::Seven => true,
            Contract::Hundred | Contract::HundredSeven => self.points(side) >= HUNDRED_POINTS,
        }
    }

    fn fulfilled(&self, contract: Contract, side: usize) -> bool {
        if self.conceded {
            return side == 0;
        }
        self.has_points(contract, side) && (!contract.has_seven() || self.has_seven(side))
    }

    /// Returns the side that won the game: 0 for the declarer, 1 for the defense; `None` for a tie.
    fn winner(&self) -> Option<usize> {
        let points = [self.points(0), self.points(1)];
        let is_won = self.conceded || points[0] != points[1];
        is_won.then_some(usize::from(points[1] > points[0]))
    }
}

/// A payment and its reason: the units that each opponent pays the declarer; negative if the declarer pays.
struct Item {
    each: i64,
    reason: Reason,
}

impl Item {
    /// Returns a payment to a side: 0 for the declarer, 1 for the defense. Its value is the product of the factors.
    fn won_by(side: usize, mut reason: Reason) -> Item {
        let value = Factor::product(&reason.factors);
        reason.args.push((Name::new("value"), value.into()));
        let each = [value, -value][side];
        Item { each, reason }
    }

    /// Returns the JSON of a commitment's result for the detail of a hand.
    fn json(&self, by: &str, contract: &str, side: usize, doubles: i64, fulfilled: bool) -> Json {
        Json::object([
            ("by", by.into()),
            ("contract", contract.into()),
            ("side", SIDES[side].into()),
            ("level", doubles.into()),
            ("multiplier", multiplier(doubles).into()),
            ("value", self.each.abs().into()),
            ("fulfilled", fulfilled.into()),
        ])
    }
}

/// Returns the factor for doublings, with this clause. Without doublings, it is 1, with the clause of the rates.
fn doubling(doubles: i64, rule: &'static str) -> Factor {
    if doubles == 0 {
        Factor::times("mariash/undoubled", 1, clauses::RATES)
    } else {
        Factor::times("mariash/doubles", multiplier(doubles), rule)
    }
}

/// A trump game whose payments are computed.
pub struct TrumpGame<'a> {
    pub game: &'a Mariash,
    pub declarer: Seat,
    pub trump: Suit,
    pub commitments: &'a [Commitment],
    /// Whether the declarer showed the hand.
    pub is_open: bool,
    pub outcome: Outcome,
}

impl TrumpGame<'_> {
    /// Scores it.
    pub fn score(&self, context: &mut HandContext<'_>) {
        let commitments = self.commitments.iter();
        let settled = commitments.map(|commitment| self.commitment(commitment, context));
        let (mut items, commitments): (Vec<Item>, Vec<Json>) = settled.unzip();
        items.push(self.stake());
        let silent = self.silent_hundreds(&items);
        items.extend(silent);
        items.extend(self.silent_seven());
        settle(self.game, self.declarer, items, context);
        let winner = self.outcome.winner();
        let winner = winner.map_or(Json::Null, |side| SIDES[side].into());
        context.detail(&Json::object([
            ("commitments", Json::List(commitments)),
            ("game_winner", winner),
        ]));
    }

    /// Reports recorded results that do not fit a conceded open hand, which wins the declarer's commitments.
    /// `has_points` is whether points were recorded.
    pub fn check_conceded(&self, has_points: bool, context: &mut HandContext<'_>) {
        let recorded = &self.outcome;
        // The declarer wins the game and the declarer's commitments; the defense loses its commitments.
        let mut points_differ = recorded.winner() != Some(0);
        let mut seven_differs = false;
        for commitment in self.commitments {
            let (contract, side) = (commitment.contract, self.side(commitment));
            let enough = recorded.has_points(contract, side);
            let seven = recorded.has_seven(side);
            if side == 0 {
                points_differ |= !enough;
                seven_differs |= contract.has_seven() && !seven;
            } else {
                points_differ |= enough && !contract.has_seven();
                seven_differs |= seven && contract == Contract::Seven;
            }
        }
        let rule = clauses::OPEN_HAND;
        if has_points && points_differ {
            context.fault("accepted-open-hand", "/points", rule, args![]);
        }
        if recorded.last.is_some() && seven_differs {
            context.fault("accepted-open-hand", "/last_trick", rule, args![]);
        }
    }

    /// Returns the side of a commitment: 0 for the declarer, 1 for the defense.
    fn side(&self, commitment: &Commitment) -> usize {
        usize::from(commitment.by != self.declarer)
    }

    /// Whether a side has committed to a contract that satisfies `to`.
    fn has_committed(&self, side: usize, to: impl Fn(Contract) -> bool) -> bool {
        let mut commitments = self.commitments.iter();
        commitments.any(|own| self.side(own) == side && to(own.contract))
    }

    /// Returns the factor for these units and, if a red trump doubles, the factor 2.
    fn units(&self, factor: &'static str, units: i64, rule: &'static str) -> Vec<Factor> {
        // Room for the usual factors: the vector is not moved while it grows.
        let mut factors = Vec::with_capacity(4);
        factors.push(Factor::times(factor, units, rule));
        let game = self.game;
        if game.red_doubles && game.red_trumps.has(self.trump) {
            factors.push(Factor::times("mariash/red", 2, game.red_trumps.clause()));
        }
        factors
    }

    /// Returns the payment for a commitment, and its result for the detail of the hand.
    fn commitment(&self, commitment: &Commitment, context: &HandContext<'_>) -> (Item, Json) {
        let (game, outcome) = (self.game, &self.outcome);
        let contract = commitment.contract;
        let side = self.side(commitment);
        let fulfilled = outcome.fulfilled(contract, side);
        let rates = &game.rates;
        let rates = [rates.game, rates.seven, rates.hundred, rates.hundred_seven];
        let mut factors = self.units("mariash/rate", rates[contract as usize], clauses::RATES);
        factors.push(doubling(commitment.doubles, clauses::DOUBLE));
        if self.is_open && side == 0 {
            let (factor, rule) = ("mariash/open", clauses::OPEN_FACTOR);
            factors.push(Factor::times(factor, game.open_hand_factor, rule));
        }
        let tens = self.tens(side);
        if fulfilled && contract.has_hundred() && tens > 1 {
            factors.push(Factor::times("mariash/tens", tens, clauses::HUNDRED_TENS));
        }
        if contract != Contract::Seven {
            outcome.add_counted(side, game.card_points, &mut factors);
        }
        let mut args = args![
            by: context.name(commitment.by), contract: contract, trump: self.trump,
            multiplier: multiplier(commitment.doubles), declarer: context.name(self.declarer),
            points: outcome.points(side)
        ];
        if let Some(needed) = contract.needed() {
            args.push((Name::new("needed"), needed.into()));
        }
        let (rule, message) = self.wording(contract, side, fulfilled);
        let reason = Reason::new(rule, args).with_message(message);
        let winner = if fulfilled { side } else { 1 - side };
        let item = Item::won_by(winner, reason.with_factors(factors));
        let (by, doubles) = (context.table.name(commitment.by), commitment.doubles);
        let json = item.json(by, contract.word(), side, doubles, fulfilled);
        (item, json)
    }

    /// Returns the clause that decides a commitment, and the message of its reason.
    fn wording(&self, contract: Contract, side: usize, won: bool) -> (&'static str, &'static str) {
        if self.outcome.conceded {
            return match side {
                0 => (clauses::OPEN_HAND, "mariash/conceded"),
                _ => (clauses::OPEN_LOSES, "mariash/defense-conceded"),
            };
        }
        let lacks_seven = contract.has_hundred() && !won && self.outcome.has_points(contract, side);
        let message = match (side, won, contract) {
            (0, _, _) if lacks_seven => "mariash/failed-seven",
            (_, _, _) if lacks_seven => "mariash/defense-failed-seven",
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

    /// Returns the factor for the tens above a hundred points. It multiplies the payment for this side's
    /// hundred.
    fn tens(&self, side: usize) -> i64 {
        let tens = (self.outcome.points(side) - HUNDRED_POINTS).max(0) / 10;
        match self.game.hundred_tens {
            HundredTens::None => 1,
            HundredTens::Add => 1 + tens,
            HundredTens::Double => 1 << tens,
        }
    }

    /// Returns the payment of the game stake. It is 0 if a commitment to Game replaces it.
    fn stake(&self) -> Item {
        let outcome = &self.outcome;
        let winner = outcome.winner();
        let mut commitments = self.commitments.iter();
        let is_replaced = commitments.any(|commitment| commitment.contract == Contract::Game);
        let (rule, message) = match (outcome.conceded, winner, is_replaced) {
            (_, None, _) => (clauses::GAME_WON, "mariash/game-even"),
            (true, _, true) => (clauses::STAKE, "mariash/game-conceded-stands"),
            (true, _, false) => (clauses::OPEN_HAND, "mariash/game-conceded"),
            (_, Some(0), true) => (clauses::STAKE, "mariash/game-won-stands"),
            (_, Some(0), false) => (clauses::GAME_WON, "mariash/game-won"),
            (_, _, true) => (clauses::STAKE, "mariash/game-lost-stands"),
            (_, _, false) => (clauses::GAME_WON, "mariash/game-lost"),
        };
        let (points, other) = (outcome.points(0), outcome.points(1));
        let args = args![points: points, other: other, trump: self.trump];
        let reason = Reason::new(rule, args).with_message(message);
        let Some(side) = winner.filter(|_| !is_replaced) else {
            return Item { each: 0, reason };
        };
        let stake = self.units("mariash/stake", self.game.game_stake, clauses::STAKE);
        Item::won_by(side, reason.with_factors(stake))
    }

    /// Returns the extra payments to each side that reached a hundred points without committing to a hundred.
    /// They double the payments in `items` for the stake and for Game commitments that the side won. Tens
    /// above a hundred multiply the doubled payment.
    fn silent_hundreds(&self, items: &[Item]) -> Vec<Item> {
        let sides = (0..2).filter(|side| {
            self.game.silent
                && self.outcome.points(*side) >= HUNDRED_POINTS
                && !self.has_committed(*side, Contract::has_hundred)
        });
        let doubled = sides.flat_map(|side| {
            let paid = items.iter().filter(move |item| {
                let pays_game = [clauses::GAME, clauses::GAME_WON].contains(&&*item.reason.rule);
                pays_game && item.each != 0 && (item.each > 0) == (side == 0)
            });
            paid.map(move |item| self.silent_hundred(side, &item.reason))
        });
        doubled.collect()
    }

    /// Returns the extra payment for this side's silent hundred, on top of the payment `paid` for the game.
    fn silent_hundred(&self, side: usize, paid: &Reason) -> Item {
        let rule = clauses::SILENT_HUNDRED;
        let mut factors = paid.factors.clone();
        factors.retain(|factor| !factor.adds);
        let tens = self.tens(side);
        if tens > 1 {
            let (factor, rule) = ("mariash/silent-tens", clauses::HUNDRED_TENS);
            factors.push(Factor::times(factor, 2 * tens - 1, rule));
        }
        let card_points = self.game.card_points;
        self.outcome.add_counted(side, card_points, &mut factors);
        let mut args = args![points: self.outcome.points(side), trump: self.trump];
        // The player's name keeps the reasons for two equal Game commitments apart.
        args.extend(paid.args.iter().filter(|(name, _)| *name == "by").cloned());
        let message = [rule, "mariash/defense-silent-hundred"][side];
        let reason = Reason::new(rule, args).with_message(message);
        Item::won_by(side, reason.with_factors(factors))
    }

    /// Returns the payment for a silent seven: half the rate of a Seven, for a side that won the last trick
    /// with the seven of trumps without committing to it.
    fn silent_seven(&self) -> Option<Item> {
        let game = self.game;
        let side = (0..2).find(|side| self.outcome.has_seven(*side))?;
        if !game.silent || self.has_committed(side, Contract::has_seven) {
            return None;
        }
        let rule = clauses::SILENT_SEVEN;
        let half = (game.rates.seven + 1) / 2;
        let factors = self.units("mariash/half-seven", half, rule);
        let message = [rule, "mariash/defense-silent-seven"][side];
        let reason = Reason::new(rule, args![trump: self.trump]).with_message(message);
        Some(Item::won_by(side, reason.with_factors(factors)))
    }
}

/// Scores a Misère or a Slam.
pub fn score_whole(
    game: &Mariash,
    declarer: Seat,
    game_type: GameType,
    doubles: i64,
    tricks: i64,
    context: &mut HandContext<'_>,
) {
    let (rate, rule, needed) = match game_type {
        GameType::Slam => (game.rates.slam, clauses::SLAM, MAX_TRICKS),
        _ => (game.rates.misere, clauses::MISERE, 0),
    };
    let winner = usize::from(tricks != needed);
    let message = ["mariash/whole-made", "mariash/whole-failed"][winner];
    let args = args![
        by: context.name(declarer), contract: game_type, multiplier: multiplier(doubles),
        tricks: tricks
    ];
    let reason = Reason::new(rule, args).with_message(message).with_factors([
        Factor::times("mariash/rate", rate, clauses::RATES),
        doubling(doubles, clauses::WHOLE_DOUBLE),
    ]);
    let item = Item::won_by(winner, reason);
    let (by, contract) = (context.table.name(declarer), game_type.word());
    let report = item.json(by, contract, 0, doubles, winner == 0);
    settle(game, declarer, vec![item], context);
    context.detail(&Json::object([("commitments", Json::List(vec![report]))]));
}

/// Adds the reasons for the payments between the declarer and each opponent, then for the reduction to the limit.
fn settle(game: &Mariash, declarer: Seat, items: Vec<Item>, context: &mut HandContext<'_>) {
    let table = context.table;
    let sits_out = Some(context.dealer).filter(|_| table.len() == 4);
    // The player who sits out, if that player neither pays nor receives.
    let exempt = sits_out.filter(|_| !game.sitting_out_pays);
    let opponents = table.others(declarer);
    let opponents: Vec<Seat> = opponents.filter(|seat| Some(*seat) != exempt).collect();
    let sum: i64 = items.iter().map(|item| item.each).sum();
    let limit = game.limit.filter(|limit| sum.abs() > *limit);
    let cut = limit.map(|limit| Item {
        each: sum.clamp(-limit, limit) - sum,
        reason: Reason::new(clauses::LIMIT, args![sum: sum.abs(), limit: limit]),
    });
    let count = i64::try_from(opponents.len()).unwrap_or(0);
    for Item { each, mut reason } in items.into_iter().chain(cut) {
        reason.args.push((Name::new("opponents"), count.into()));
        reason = reason.pays(declarer, each * count);
        for opponent in &opponents {
            reason = reason.pays(*opponent, -each);
        }
        context.add(reason);
    }
    if let Some(exempt) = exempt {
        context.add(Reason::new(clauses::SITS_OUT, args![]).pays(exempt, Points::ZERO));
    }
}
