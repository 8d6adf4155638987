//! What a hand of Mariash is worth: every commitment on its own, then the game.

use serde::Serialize;

use super::play::Commitment;
use super::{Contract, GameType, Mariash, SIDES, clauses};
use overtrick_core::prelude::*;

/// More than so many points make a Game.
const GAME_POINTS: i64 = 50;
/// So many tricks make a slam.
const MOST_TRICKS: i64 = 10;
/// So many points make a Hundred.
const HUNDRED_POINTS: i64 = 100;

/// What came of a trump game.
pub enum Outcome {
    /// Both defenders conceded a hand that was shown.
    Conceded,
    /// It was played.
    Played {
        /// The points of the declarer and of the defense, marriages included.
        points: [i64; 2],
        /// Whether the declarer won the last trick, and whether the seven of trumps did.
        last: Option<(bool, bool)>,
    },
}

impl Outcome {
    fn points(&self, side: usize) -> i64 {
        match self {
            Outcome::Conceded => 0,
            Outcome::Played { points, .. } => points[side],
        }
    }

    /// Whether this side won the last trick with the seven of trumps.
    fn seven(&self, side: usize) -> bool {
        matches!(self, Outcome::Played { last: Some((declarer, true)), .. } if *declarer == (side == 0))
    }

    fn fulfilled(&self, contract: Contract, side: usize) -> bool {
        let Outcome::Played { points, .. } = self else {
            return side == 0;
        };
        match contract {
            Contract::Game => points[side] > GAME_POINTS,
            Contract::Seven => self.seven(side),
            Contract::Hundred => points[side] >= HUNDRED_POINTS,
            Contract::HundredSeven => points[side] >= HUNDRED_POINTS && self.seven(side),
        }
    }

    /// The side that won the game: 0 is the declarer's.
    fn winner(&self) -> Option<usize> {
        match self {
            Outcome::Conceded => Some(0),
            Outcome::Played { points, .. } if points[0] == points[1] => None,
            Outcome::Played { points, .. } => Some(usize::from(points[1] > points[0])),
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
}

impl Item {
    /// So many units for a side: 0 is the declarer's.
    fn won_by(
        side: usize,
        value: i64,
        rule: &'static str,
        message: &'static str,
        args: Args,
    ) -> Item {
        Item {
            each: if side == 0 { value } else { -value },
            rule,
            message,
            args,
        }
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

/// Scores a trump game.
pub fn score_trump(
    parties: &Parties<'_>,
    trump: Suit,
    commitments: &[Commitment],
    open: bool,
    result: &Outcome,
    context: &mut HandContext<'_>,
) {
    let red = matches!(trump, Suit::Hearts | Suit::Diamonds) && parties.game.red_doubles;
    let trump_factor = if red { 2 } else { 1 };
    let mut items = Vec::new();
    let mut reports = Vec::new();
    for commitment in commitments {
        let side = usize::from(commitment.by != parties.declarer);
        let shown = if open && side == 0 {
            parties.game.open_hand_factor
        } else {
            1
        };
        let rate = parties.game.rates.of(commitment.contract);
        let value = rate * trump_factor * commitment.multiplier() * shown;
        let fulfilled = result.fulfilled(commitment.contract, side);
        items.push(commitment_item(parties, commitment, result, value, context));
        reports.push(Settled {
            by: context.table.name(commitment.by),
            contract: commitment.contract.word(),
            side: SIDES[side],
            level: commitment.doubles,
            multiplier: commitment.multiplier(),
            value,
            fulfilled,
        });
    }
    let stake = parties.game.game_stake * trump_factor;
    items.extend(game_items(parties, commitments, result, stake));
    items.extend(silent_seven(parties, commitments, result, trump_factor));
    settle(parties, items, context);
    context.detail(&Detail {
        commitments: reports,
        game_winner: Some(Winner(result.winner().map(|side| SIDES[side]))),
    });
}

fn commitment_item(
    parties: &Parties<'_>,
    commitment: &Commitment,
    result: &Outcome,
    value: i64,
    context: &HandContext<'_>,
) -> Item {
    let contract = commitment.contract;
    let side = usize::from(commitment.by != parties.declarer);
    let fulfilled = result.fulfilled(contract, side);
    let counts = contract != Contract::Seven && matches!(result, Outcome::Played { .. });
    let seven_missed = contract == Contract::HundredSeven
        && counts
        && !fulfilled
        && result.points(side) >= HUNDRED_POINTS;
    let message = match (side, fulfilled, counts) {
        (0, _, _) if seven_missed => "mariash/failed-seven",
        (_, _, _) if seven_missed => "mariash/defense-failed-seven",
        (0, true, true) => "mariash/made-points",
        (0, true, false) => "mariash/made",
        (0, false, true) => "mariash/failed-points",
        (0, false, false) => "mariash/failed",
        (_, true, true) => "mariash/defense-made-points",
        (_, true, false) => "mariash/defense-made",
        (_, false, true) => "mariash/defense-failed-points",
        (_, false, false) => "mariash/defense-failed",
    };
    let winner = if fulfilled { side } else { 1 - side };
    let args = args![
        by: context.name(commitment.by), contract: contract, multiplier: commitment.multiplier(),
        value: value, declarer: context.name(parties.declarer), points: result.points(side)
    ];
    Item::won_by(winner, value, contract.clause(), message, args)
}

/// The game stake, and what a silent hundred adds to it.
fn game_items(
    parties: &Parties<'_>,
    commitments: &[Commitment],
    result: &Outcome,
    stake: i64,
) -> Vec<Item> {
    let figures = args![points: result.points(0), other: result.points(1), value: stake];
    let won = clauses::GAME_WON;
    let Some(side) = result.winner() else {
        return vec![Item::won_by(0, 0, won, "mariash/game-even", figures)];
    };
    let committed = |commitment: &Commitment| commitment.contract == Contract::Game;
    let stands = commitments.iter().any(committed);
    let message = match (result, side, stands) {
        (Outcome::Conceded, _, true) => "mariash/game-conceded-stands",
        (Outcome::Conceded, _, false) => "mariash/game-conceded",
        (_, 0, true) => "mariash/game-won-stands",
        (_, 0, false) => "mariash/game-won",
        (_, _, true) => "mariash/game-lost-stands",
        (_, _, false) => "mariash/game-lost",
    };
    if stands {
        return vec![Item::won_by(side, 0, won, message, figures)];
    }
    let mut items = vec![Item::won_by(side, stake, won, message, figures)];
    let own = |commitment: &&Commitment| (commitment.by == parties.declarer) == (side == 0);
    let mut hundreds = commitments.iter().filter(own);
    let silent = parties.game.silent
        && result.points(side) >= HUNDRED_POINTS
        && !hundreds.any(|commitment| commitment.contract.has_hundred());
    if silent {
        let rule = clauses::SILENT_HUNDRED;
        let args = args![points: result.points(side), value: stake];
        items.push(Item::won_by(side, stake, rule, rule, args));
    }
    items
}

/// Half a Seven for a side that won the last trick with the seven of trumps, uncommitted.
fn silent_seven(
    parties: &Parties<'_>,
    commitments: &[Commitment],
    result: &Outcome,
    trump_factor: i64,
) -> Option<Item> {
    let side = (0..2).find(|side| result.seven(*side))?;
    let committed = commitments.iter().any(|commitment| {
        commitment.contract.has_seven() && (commitment.by == parties.declarer) == (side == 0)
    });
    if !parties.game.silent || committed {
        return None;
    }
    let value = (parties.game.rates.seven + 1) / 2 * trump_factor;
    let rule = clauses::SILENT_SEVEN;
    let message = [rule, "mariash/defense-silent-seven"][side];
    let args = args![value: value];
    Some(Item::won_by(side, value, rule, message, args))
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
    let fulfilled = tricks == if slam { MOST_TRICKS } else { 0 };
    let multiplier = 1 << doubles;
    let value = rate * multiplier;
    let (winner, message) = if fulfilled {
        (0, "mariash/whole-made")
    } else {
        (1, "mariash/whole-failed")
    };
    let args = args![
        by: context.name(parties.declarer), contract: game_type, multiplier: multiplier,
        value: value, tricks: tricks
    ];
    let item = Item::won_by(winner, value, rule, message, args);
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

/// Adds the lines: what each opponent pays the declarer, then what the limit cuts off.
fn settle(parties: &Parties<'_>, items: Vec<Item>, context: &mut HandContext<'_>) {
    let sum: i64 = items.iter().map(|item| item.each).sum();
    for item in items {
        pay(parties, item, context);
    }
    if let Some(limit) = parties.game.limit.filter(|limit| sum.abs() > *limit) {
        let (cut, rule) = (sum.clamp(-limit, limit) - sum, clauses::LIMIT);
        let args = args![sum: sum.abs(), limit: limit];
        pay(parties, Item::won_by(0, cut, rule, rule, args), context);
    }
    if let Some(apart) = parties.apart {
        context.line(apart, Points::ZERO, clauses::SITS_OUT, args![]);
    }
}

fn pay(parties: &Parties<'_>, item: Item, context: &mut HandContext<'_>) {
    let Item {
        each,
        rule,
        message,
        args,
    } = item;
    let total = each * i64::try_from(parties.opponents.len()).unwrap_or(0);
    let all = [(parties.declarer, total)].into_iter();
    let opponents = parties.opponents.iter().map(|seat| (*seat, -each));
    for (seat, points) in all.chain(opponents) {
        context.line_with(seat, points, rule, message, args.clone());
    }
}
