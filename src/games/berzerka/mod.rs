//! Berzerka: each of three players plays each contract once. A contract pays after all three have played it.

mod auction;
mod outlook;
mod paper;
mod play;
mod questions;
mod record;
mod score;

use std::fmt::Display;

use overtrick_core::prelude::*;
pub use record::{Bid, Choice, Measure, Pass, PassOrBid, Ranking, Record, Tile};
use record::{Contract, Custom, check_size, customs, missing_option};
pub use score::State;

/// Whether a contract is still open to a player: by the contract's place on the board, then by seat.
type Open = [[bool; 3]];

impl Game for Berzerka {
    const FACTS: &'static Facts = &Facts {
        id: "berzerka",
        name: "Berzerka",
        author: "not named in the rules",
        source: "Berzerka: score sheet, contract appendix and player aid",
        players: (3, 3),
        halves: true,
        clauses: clauses::CLAUSES,
        columns: score::COLUMNS,
        irregularities: clauses::IRREGULARITIES,
        ..Facts::of::<Berzerka>()
    };
}

const STARTERS: [Tile; 5] = [
    Tile::Berzerka,
    Tile::HiddenStrength,
    Tile::HoldSteady,
    Tile::SeeingRed,
    Tile::BottleItUp,
];

words! {
    /// The tiebreak between equal records.
    pub enum Tiebreak {
        /// Fewer discards are better.
        FewerDiscards = "fewer-discards",
        /// More discards are better.
        MoreDiscards = "more-discards",
        /// Equal records stay tied.
        None = "none",
    }
}

words! {
    /// The effect of an overbid on the number of cards of the pain suit.
    pub enum PainOverbid {
        /// The overbid is added to the number.
        Adds = "adds",
        /// The overbid is subtracted from the number.
        Subtracts = "subtracts",
    }
}

house_rules! {
    /// The house rules in force for a match of Berzerka.
    pub struct Berzerka(options, table, context);

    /// The ids of the contracts on the board, in the order of the sheet.
    board: custom {
        optional Vec<String>,
        default r#"["berzerka","hidden-strength","hold-steady","seeing-red","bottle-it-up"]"#,
        Vec<String> = board_ids(options, &custom_contracts, context)
    }, stated clauses::BOARD;
    /// The contract that Shapeshift copies, if Shapeshift is on the board.
    shapeshift_copies: custom {
        depends Option<String>, default "null",
        Option<String> = copies(options, &board, context)
    }, stated clauses::SHAPESHIFT;
    /// The factors of the contract's value for 1st, 2nd and 3rd place.
    rank_points: custom {
        optional Vec<i64> = Kind::List(&Kind::Int(-10, 10)), default "[1,0,-1]",
        [i64; 3] = rank_points(options, context)
    }, ours clauses::RANK;
    tiebreak: word(Tiebreak::FewerDiscards), ours clauses::TIEBREAK;
    bid_breaks_ties: flag(true), ours clauses::BID_BREAKS_TIES;
    /// The club's custom contracts, whether or not they are on the board.
    custom_contracts: custom {
        optional Option<Vec<Custom>>, default "[]",
        Vec<Contract> = customs(options.custom_contracts.as_ref().and_then(Option::as_deref), context)
    }, stated clauses::CUSTOM, read first;
    one_weakness_overbid: word(PainOverbid::Adds), ours clauses::PAIN_OVERBID;

    // The contracts of the board, in the order of the sheet.
    [derived] contracts: Vec<Contract> = {
        let copies = shapeshift_copies.as_deref();
        let ids = board.iter();
        ids.filter_map(|id| contract(id, copies, &custom_contracts)).collect()
    };
}

/// Returns the tile or custom contract with this id. Shapeshift is a copy of the contract `copies`.
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
    /// Returns the id of the contract that this one copies; `None` unless this one is Shapeshift.
    fn copied(&self, contract: &Contract) -> Option<&str> {
        let copies = self.shapeshift_copies.as_deref();
        copies.filter(|_| *contract.id == *Tile::Shapeshift.word())
    }

    /// Returns the place of a contract on the board.
    fn on_board(&self, id: &str) -> Option<usize> {
        self.contracts.iter().position(|known| *known.id == *id)
    }

    /// Returns the name of a contract, whether or not it is on the board.
    fn name_of(&self, id: &str) -> Arg {
        let tile = Tile::from_word(id).map(Arg::from);
        let own = || self.custom_contracts.iter().find(|own| *own.id == *id);
        tile.or_else(|| own().map(|own| own.name.clone()))
            .unwrap_or_else(|| Arg::Text(id.into()))
    }
}

fn is_known(id: &str, customs: &[Contract]) -> bool {
    Tile::from_word(id).is_some() || customs.iter().any(|own| *own.id == *id)
}

/// Checks that a contract with this id exists; reports a fault if not.
fn check_known(
    id: &str,
    customs: &[Contract],
    pointer: impl Display,
    context: &mut HandContext<'_>,
) -> bool {
    let known = is_known(id, customs);
    if !known {
        let args = args![found: id.to_owned(), known: known_ids(customs)];
        context.refuse("unknown-contract", pointer, args);
    }
    known
}

/// Returns the ids of all contracts.
fn known_ids(customs: &[Contract]) -> Vec<Arg> {
    let tiles = Tile::WORDS.iter().map(|id| Arg::Text((*id).into()));
    let own = customs.iter().map(|own| Arg::Text(own.id.clone()));
    tiles.chain(own).collect()
}

/// Returns the ids of the contracts on the board.
fn board_ids(
    options: &Options,
    customs: &[Contract],
    context: &mut HandContext<'_>,
) -> Vec<String> {
    let starters = || STARTERS.iter().map(|tile| tile.word().to_owned()).collect();
    let Some(board) = &*options.board else {
        return starters();
    };
    let mut is_valid = check_size("board", board.len(), 1, context);
    for (index, id) in board.iter().enumerate() {
        let place = format!("/board/{index}");
        is_valid &= check_known(id, customs, &place, context);
        if board[..index].contains(id) {
            context.refuse("contract-twice", &place, args![contract: id.clone()]);
            is_valid = false;
        }
    }
    if is_valid { board.clone() } else { starters() }
}

/// Returns the contract that Shapeshift copies, if Shapeshift is on the board.
fn copies(options: &Options, board: &[String], context: &mut HandContext<'_>) -> Option<String> {
    let given = options.shapeshift_copies.0.clone().flatten();
    let shapeshift = Tile::Shapeshift.word();
    let on_board = board.iter().any(|id| id == shapeshift);
    // If the starter contracts have replaced a faulty board, an option written for that board is not judged.
    let written = options.board.as_ref();
    let as_written = written.is_none_or(|written| written == board);
    match given {
        _ if !as_written => None,
        None => {
            if on_board {
                missing_option("/shapeshift_copies", "board", context);
            }
            None
        }
        Some(_) if !on_board => {
            context.refuse("shapeshift-off-board", "/shapeshift_copies", args![]);
            None
        }
        Some(copied) if copied == shapeshift || !board.contains(&copied) => {
            let others = board.iter().filter(|id| *id != shapeshift);
            let others: Vec<Arg> = others.cloned().map(Arg::from).collect();
            let message = others.is_empty().then_some("shapeshift-alone");
            let args = args![found: copied, others: Arg::List(others.into())];
            let fault = Finding::rule("shapeshift-copies", "/shapeshift_copies", args);
            context.report(fault.with_message(message));
            None
        }
        copied => copied,
    }
}

/// The default factors of a contract's value for 1st, 2nd and 3rd place.
const RANK_POINTS: [i64; 3] = [1, 0, -1];

fn rank_points(options: &Options, context: &mut HandContext<'_>) -> [i64; 3] {
    let Some(given) = options.rank_points.as_deref() else {
        return RANK_POINTS;
    };
    let before = context.faults();
    for (index, points) in given.iter().enumerate() {
        context.in_range(format_args!("/rank_points/{index}"), *points, -10..=10);
    }
    let points: Option<[i64; 3]> = given.try_into().ok();
    match points {
        None => {
            let args = args![found: given.len()];
            context.refuse("rank-points-count", "/rank_points", args);
        }
        Some([first, second, third]) if context.faults() == before => {
            let sum = first + second + third;
            if first < second || second < third {
                context.refuse("rank-points-order", "/rank_points", args![]);
            }
            if sum % 3 != 0 {
                context.refuse("rank-points-sum", "/rank_points", args![sum: sum]);
            }
        }
        Some(_) => {}
    }
    let is_sound = context.faults() == before;
    points.filter(|_| is_sound).unwrap_or(RANK_POINTS)
}

mod clauses {
    overtrick_core::clauses! { "berzerka":
        LENGTH ours, BOARD, SHAPESHIFT, CUSTOM, DEAL, CLOCKWISE ours, FOREHAND ours, BID_ORDER,
        BID_OPEN, FIRST_BID, OVERBID, OVERBID_STEP ours, OVERBID_JUMP ours, OVERBID_MOST ours,
        OVERBID_CONTRACT ours, PASS_OUT ours, AUCTION_END, THIRD_BID ours, HOTSEAT,
        HOTSEAT_NEXT ours, ASKS, DISCARD_ORDER, DRAW, LEAD, FOLLOW, MUST_TRUMP, MUST_BEAT, RANKING,
        RECORD_MOST, LAST_SIX, RECORD_CLOSEST, RECORD_FEWEST, RECORD_PAIN, PAIN_OVERBID ours,
        VALUE, ROW, RANK ours, TIEBREAK ours, BID_BREAKS_TIES ours, SHARED ours, MIDDLING,
        MIDDLING_OVERBID ours, MIDDLING_TIE ours, WINNER ours,
    }

    overtrick_core::irregularities! {
        "berzerka/misdeal": DEAL => guided Misdeal;
        "berzerka/bid-out-of-turn": BID_ORDER => guided Call;
        "berzerka/contract-again": BID_OPEN => guided Call;
        "berzerka/bid-too-low": OVERBID => guided Call;
        "berzerka/bid-after-pass": PASS_OUT => guided Call;
        "berzerka/drew-too-many": DRAW => guided Aside;
        "berzerka/drew-early": DISCARD_ORDER => guided Aside;
        "berzerka/revoke": FOLLOW => guided Revoke;
        "berzerka/did-not-trump": MUST_TRUMP => guided Revoke;
        "berzerka/did-not-beat": MUST_BEAT => guided Revoke;
        "berzerka/led-out-of-turn": LEAD => guided OutOfTurn;
        "berzerka/out-of-turn": "play/turn" => guided OutOfTurn;
    }
}
