//! The house rules of a Berzerka match, as written and in force.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Berzerka;
use super::contract::{Contract, Tile};
use super::custom::{Custom, custom_json, customs};
use crate::rules::wire::{Given, words};
use crate::rules::{Arg, Finding, OptionsContext, args, out_of_range};

/// The most contracts that a board has, and that a club may add.
pub(super) const MOST_CONTRACTS: usize = 13;

const STARTERS: [Tile; 5] = [
    Tile::Berzerka,
    Tile::HiddenStrength,
    Tile::HoldSteady,
    Tile::SeeingRed,
    Tile::BottleItUp,
];

words! {
    /// What decides between equal records.
    pub enum Tiebreak {
        /// Who discarded less.
        FewerDiscards = "fewer-discards",
        /// Who discarded more.
        MoreDiscards = "more-discards",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// What an overbid does to the cards of the pain suit.
    pub enum PainOverbid {
        /// They are more by it.
        Adds = "adds",
        /// They are fewer by it.
        Subtracts = "subtracts",
    }
}

/// The house rules of a Berzerka match, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    board: Given<Vec<String>>,
    shapeshift_copies: Given<Option<String>>,
    rank_points: Given<Vec<i64>>,
    tiebreak: Given<Tiebreak>,
    bid_breaks_ties: Given<bool>,
    custom_contracts: Given<Option<Vec<Custom>>>,
    one_weakness_overbid: Given<PainOverbid>,
}

impl Berzerka {
    /// The house rules in force; what is faulty has its default.
    pub(super) fn of_options(options: &Options, context: &mut OptionsContext<'_>) -> Berzerka {
        let written = options.custom_contracts.0.as_ref();
        let customs = customs(written.and_then(Option::as_deref), context);
        let ids = board_ids(options, &customs, context);
        let mut game = Berzerka {
            board: Vec::new(),
            copies: copies(options, &ids, context),
            rank_points: rank_points(options, context),
            tiebreak: options.tiebreak.unwrap_or(Tiebreak::FewerDiscards),
            bid_breaks_ties: options.bid_breaks_ties.unwrap_or(true),
            customs,
            pain_overbid: options.one_weakness_overbid.unwrap_or(PainOverbid::Adds),
        };
        let board = ids.iter();
        game.board = board
            .filter_map(|id| game.contract(id, game.copies.as_deref()))
            .collect();
        game
    }

    /// The contract of this id, on the board or not; Shapeshift with what it copies.
    pub(super) fn contract(&self, id: &str, copies: Option<&str>) -> Option<Contract> {
        let known = |id: &str| {
            let tile = Tile::from_word(id).and_then(Contract::of_tile);
            tile.or_else(|| self.customs.iter().find(|own| *own.id == *id).cloned())
        };
        if id == Tile::Shapeshift.word() {
            return known(copies?).map(|copied| copied.shapeshifted());
        }
        known(id)
    }

    /// Whether any contract is written so.
    pub(super) fn knows(&self, id: &str) -> bool {
        Tile::from_word(id).is_some() || self.customs.iter().any(|own| *own.id == *id)
    }

    /// What every contract is written as.
    pub(super) fn known_ids(&self) -> Arg {
        known_ids(&self.customs)
    }

    /// What can be copied, of all contracts that there are.
    pub(super) fn copyable_ids(&self) -> Arg {
        let Arg::List(mut known) = self.known_ids() else {
            return Arg::List(Vec::new());
        };
        known.retain(|id| *id != Arg::Text(Tile::Shapeshift.word().into()));
        Arg::List(known)
    }

    /// The house rules as JSON, in the order of the catalog.
    pub(super) fn as_json(&self) -> Vec<(&'static str, Value)> {
        let board: Vec<&str> = self.board.iter().map(|contract| &*contract.id).collect();
        let customs: Vec<Value> = self.customs.iter().map(custom_json).collect();
        vec![
            ("board", json!(board)),
            ("shapeshift_copies", json!(self.copies)),
            ("rank_points", json!(self.rank_points)),
            ("tiebreak", json!(self.tiebreak)),
            ("bid_breaks_ties", json!(self.bid_breaks_ties)),
            ("custom_contracts", json!(customs)),
            ("one_weakness_overbid", json!(self.pain_overbid)),
        ]
    }
}

fn known_ids(customs: &[Contract]) -> Arg {
    let tiles = Tile::WORDS.iter().map(|id| Arg::Text((*id).into()));
    let own = customs.iter().map(|own| Arg::Text(own.id.clone()));
    Arg::List(tiles.chain(own).collect())
}

/// The contracts of the board, as they are written.
fn board_ids(
    options: &Options,
    customs: &[Contract],
    context: &mut OptionsContext<'_>,
) -> Vec<String> {
    let starters = || STARTERS.iter().map(|tile| tile.word().to_owned()).collect();
    let Some(board) = &*options.board else {
        return starters();
    };
    let mut sound = true;
    if !(1..=MOST_CONTRACTS).contains(&board.len()) {
        size_fault(context, "/options/board", board.len(), 1);
        sound = false;
    }
    for (index, id) in board.iter().enumerate() {
        let place = format!("/board/{index}");
        let known = Tile::from_word(id).is_some() || customs.iter().any(|own| *own.id == **id);
        if !known {
            let args = args![found: id.clone(), known: known_ids(customs)];
            context.fault("unknown-contract", &place, args);
            sound = false;
        }
        if board[..index].contains(id) {
            context.fault("contract-twice", &place, args![contract: id.clone()]);
            sound = false;
        }
    }
    if sound { board.clone() } else { starters() }
}

pub(super) fn size_fault(
    context: &mut OptionsContext<'_>,
    pointer: &str,
    found: usize,
    least: i64,
) {
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    let most = i64::try_from(MOST_CONTRACTS).unwrap_or(i64::MAX);
    context
        .findings
        .push(out_of_range(pointer, found, &(least..=most)));
}

/// What Shapeshift copies, if it is on the board.
fn copies(options: &Options, board: &[String], context: &mut OptionsContext<'_>) -> Option<String> {
    let given = options.shapeshift_copies.0.clone().flatten();
    let shapeshift = Tile::Shapeshift.word();
    let on_board = board.iter().any(|id| id == shapeshift);
    // A faulty board was replaced by the starters; what was meant for it is not judged.
    let as_written = options
        .board
        .as_ref()
        .is_none_or(|written| written == board);
    match given {
        _ if !as_written => None,
        None => {
            if on_board {
                context.missing("/shapeshift_copies");
            }
            None
        }
        Some(_) if !on_board => {
            context.fault("shapeshift-off-board", "/shapeshift_copies", args![]);
            None
        }
        Some(copied) if copied == shapeshift || !board.contains(&copied) => {
            let others = board.iter().filter(|id| *id != shapeshift);
            let others: Vec<Arg> = others.cloned().map(Arg::from).collect();
            let message = others.is_empty().then_some("shapeshift-alone");
            let args = args![found: copied, others: Arg::List(others)];
            context.findings.push(Finding {
                message,
                ..Finding::rule("shapeshift-copies", "/options/shapeshift_copies", args)
            });
            None
        }
        copied => copied,
    }
}

fn rank_points(options: &Options, context: &mut OptionsContext<'_>) -> [i64; 3] {
    const USUAL: [i64; 3] = [1, 0, -1];
    let Some(given) = options.rank_points.as_deref() else {
        return USUAL;
    };
    let before = context.findings.len();
    for (index, points) in given.iter().enumerate() {
        if !(-10..=10).contains(points) {
            let place = format!("/options/rank_points/{index}");
            context
                .findings
                .push(out_of_range(&place, *points, &(-10..=10)));
        }
    }
    let Ok(points) = <[i64; 3]>::try_from(given) else {
        context.fault(
            "rank-points-count",
            "/rank_points",
            args![found: given.len()],
        );
        return USUAL;
    };
    if context.findings.len() > before {
        return USUAL;
    }
    let sum: i64 = points.iter().sum();
    if points[0] < points[1] || points[1] < points[2] {
        context.fault("rank-points-order", "/rank_points", args![]);
    }
    if sum % 3 != 0 {
        context.fault("rank-points-sum", "/rank_points", args![sum: sum]);
    }
    if context.findings.len() > before {
        USUAL
    } else {
        points
    }
}
