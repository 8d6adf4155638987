//! The house rules of Berzerka.

use super::clauses;
use super::contract::{Contract, Tile};
use super::custom::{Custom, check_size, customs};
use overtrick_core::prelude::*;

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

house_rules! {
    /// A match of Berzerka: its house rules in force.
    pub struct Berzerka(options, table, context);

    /// What the contracts of the board are written as, in the order of the sheet.
    board: custom {
        optional Vec<String>,
        default r#"["berzerka","hidden-strength","hold-steady","seeing-red","bottle-it-up"]"#,
        Vec<String> = board_ids(options, &custom_contracts, context)
    }, stated clauses::BOARD;
    /// What Shapeshift copies, where it is on the board.
    shapeshift_copies: custom {
        depends Option<String>, default "null",
        Option<String> = copies(options, &board, context)
    }, stated clauses::SHAPESHIFT;
    /// What 1st, 2nd and 3rd get, times the contract's value.
    rank_points: custom {
        optional Vec<i64> = Kind::List(&Kind::Int(-10, 10)), default "[1,0,-1]",
        [i64; 3] = rank_points(options, context)
    }, ours clauses::RANK;
    tiebreak: word(Tiebreak::FewerDiscards), ours clauses::TIEBREAK;
    bid_breaks_ties: flag(true), ours clauses::BID_BREAKS_TIES;
    /// A club's own contracts, on the board or not.
    custom_contracts: custom {
        optional Option<Vec<Custom>>, default "[]",
        Vec<Contract> = customs(options.custom_contracts.as_ref().and_then(Option::as_deref), context)
    }, stated clauses::CUSTOM_TILES, read first;
    one_weakness_overbid: word(PainOverbid::Adds), ours clauses::PAIN_OVERBID;

    // The contracts of the board, in the order of the sheet.
    [derived] contracts: Vec<Contract> = {
        let copies = shapeshift_copies.as_deref();
        let ids = board.iter();
        ids.filter_map(|id| contract(id, copies, &custom_contracts)).collect()
    };
}

/// The contract of this id, of the tiles or a club's own; Shapeshift with what it copies.
fn contract(id: &str, copies: Option<&str>, customs: &[Contract]) -> Option<Contract> {
    let known = |id: &str| {
        let tile = Tile::from_word(id).and_then(Contract::of_tile);
        tile.or_else(|| customs.iter().find(|own| *own.id == *id).cloned())
    };
    if id == Tile::Shapeshift.word() {
        return known(copies?).map(|copied| copied.shapeshifted());
    }
    known(id)
}

impl Berzerka {
    /// The contract of this id, on the board or not; Shapeshift with what it copies.
    pub(super) fn contract(&self, id: &str, copies: Option<&str>) -> Option<Contract> {
        contract(id, copies, &self.custom_contracts)
    }

    /// The place of a contract on the board.
    pub(super) fn on_board(&self, id: &str) -> Option<usize> {
        self.contracts.iter().position(|known| *known.id == *id)
    }

    /// Whether any contract is written so.
    pub(super) fn knows(&self, id: &str) -> bool {
        is_known(id, &self.custom_contracts)
    }

    /// What a contract is called, on the board or not.
    pub(super) fn name_of(&self, id: &str) -> Arg {
        let tile = Tile::from_word(id).map(Arg::from);
        let own = || self.custom_contracts.iter().find(|own| *own.id == *id);
        tile.or_else(|| own().map(|own| own.name.clone()))
            .unwrap_or_else(|| Arg::Text(id.into()))
    }

    /// What every contract is written as.
    pub(super) fn known_ids(&self) -> Arg {
        known_ids(&self.custom_contracts)
    }

    /// What can be copied, of all contracts that there are.
    pub(super) fn copyable_ids(&self) -> Arg {
        let Arg::List(known) = self.known_ids() else {
            return Arg::List([].into());
        };
        let shapeshift = Arg::Text(Tile::Shapeshift.word().into());
        let copyable = known.iter().filter(|id| **id != shapeshift);
        Arg::List(copyable.cloned().collect())
    }
}

fn is_known(id: &str, customs: &[Contract]) -> bool {
    Tile::from_word(id).is_some() || customs.iter().any(|own| *own.id == *id)
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
    let mut sound = check_size("board", board.len(), 1, context);
    for (index, id) in board.iter().enumerate() {
        let place = format!("/board/{index}");
        if !is_known(id, customs) {
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

/// What Shapeshift copies, if it is on the board.
fn copies(options: &Options, board: &[String], context: &mut OptionsContext<'_>) -> Option<String> {
    let given = options.shapeshift_copies.0.clone().flatten();
    let shapeshift = Tile::Shapeshift.word();
    let on_board = board.iter().any(|id| id == shapeshift);
    // A faulty board was replaced by the starters; what was meant for it is not judged.
    let written = options.board.as_ref();
    let as_written = written.is_none_or(|written| written == board);
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
            let args = args![found: copied, others: Arg::List(others.into())];
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
        let name = format_args!("rank_points/{index}");
        context.number(name, &Given(Some(*points)), -10..=10, 0);
    }
    let Ok(points) = <[i64; 3]>::try_from(given) else {
        let args = args![found: given.len()];
        context.fault("rank-points-count", "/rank_points", args);
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
