//! Berzerka: three players, each contract once each; a row pays when all three have played it.

mod auction;
mod outlook;
mod paper;
mod play;
mod questions;
mod record;
mod score;

use overtrick_core::prelude::*;
pub use record::{Bid, Choice, Measure, Pass, PassOrBid, Ranking, Record, Tile};
use record::{Contract, Custom, check_size, customs, missing_option};
pub use score::State;

impl Game for Berzerka {
    const FACTS: &'static Facts = &Facts {
        id: "berzerka",
        name: "Berzerka",
        author: "not named in the rules",
        source: "Berzerka: score sheet, contract appendix and player aid",
        players: (3, 3),
        halves: true,
        balances: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: Berzerka::OPTIONS,
        record: Record::FIELDS,
        columns: score::COLUMNS,
        irregularities: clauses::IRREGULARITIES,
        questions: Berzerka::QUESTIONS,
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
    /// What a contract copies, which only Shapeshift does.
    fn copied(&self, contract: &Contract) -> Option<&str> {
        let copies = self.shapeshift_copies.as_deref();
        copies.filter(|_| *contract.id == *Tile::Shapeshift.word())
    }

    /// The place of a contract on the board.
    fn on_board(&self, id: &str) -> Option<usize> {
        self.contracts.iter().position(|known| *known.id == *id)
    }

    /// What a contract is called, on the board or not.
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

/// What every contract is written as.
fn known_ids(customs: &[Contract]) -> Vec<Arg> {
    let tiles = Tile::WORDS.iter().map(|id| Arg::Text((*id).into()));
    let own = customs.iter().map(|own| Arg::Text(own.id.clone()));
    tiles.chain(own).collect()
}

/// The contracts of the board, as they are written.
fn board_ids(
    options: &Options,
    customs: &[Contract],
    context: &mut HandContext<'_>,
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
            context.refuse("unknown-contract", &place, args);
            sound = false;
        }
        if board[..index].contains(id) {
            context.refuse("contract-twice", &place, args![contract: id.clone()]);
            sound = false;
        }
    }
    if sound { board.clone() } else { starters() }
}

/// What Shapeshift copies, if it is on the board.
fn copies(options: &Options, board: &[String], context: &mut HandContext<'_>) -> Option<String> {
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

fn rank_points(options: &Options, context: &mut HandContext<'_>) -> [i64; 3] {
    const USUAL: [i64; 3] = [1, 0, -1];
    let Some(given) = options.rank_points.as_deref() else {
        return USUAL;
    };
    let before = context.faults();
    for (index, points) in given.iter().enumerate() {
        context.in_range(format_args!("/rank_points/{index}"), *points, -10..=10);
    }
    match *given {
        [first, second, third] if context.faults() == before => {
            let sum = first + second + third;
            if first < second || second < third {
                context.refuse("rank-points-order", "/rank_points", args![]);
            }
            if sum % 3 != 0 {
                context.refuse("rank-points-sum", "/rank_points", args![sum: sum]);
            }
        }
        [_, _, _] => {}
        _ => {
            let args = args![found: given.len()];
            context.refuse("rank-points-count", "/rank_points", args);
        }
    }
    let points = given.try_into().unwrap_or(USUAL);
    if context.faults() == before {
        points
    } else {
        USUAL
    }
}

mod clauses {
    const AID_DEAL: &str = "Player aid, Dealing Phase";
    const AID_BID: &str = "Player aid, Bidding Phase";
    const AID_DRAW: &str = "Player aid, Discard/Draw Phase";
    const AID_TRICK: &str = "Player aid, Trick Phase";
    const AID_SCORE: &str = "Player aid, Scoring Phase";

    overtrick_core::clauses! {
        LENGTH = "berzerka/length", ours "how many hands make a match";
        BOARD = "berzerka/board", stated "Score sheet";
        SHAPESHIFT = "berzerka/shapeshift", stated "Contract Appendix, Shapeshift";
        CUSTOM_TILES = "berzerka/custom", stated "Mix-N-Match Contract Tiles, the blank ones";
        DEAL = "berzerka/deal", stated AID_DEAL;
        CLOCKWISE = "berzerka/clockwise", ours "which way the turn goes";
        FOREHAND = "berzerka/forehand", ours "where Forehand sits";
        BID_ORDER = "berzerka/bid-order", stated AID_BID;
        BID_OPEN = "berzerka/bid-open", stated AID_BID;
        FIRST_BID = "berzerka/first-bid", stated AID_BID;
        OVERBID = "berzerka/overbid", stated AID_BID;
        OVERBID_STEP = "berzerka/overbid-step", ours "whether each later overbid costs one trick more";
        OVERBID_JUMP = "berzerka/overbid-jump", ours "whether an overbid may skip steps";
        OVERBID_MOST = "berzerka/overbid-most", ours "how far an overbid may go";
        OVERBID_CONTRACT = "berzerka/overbid-contract", ours "whether an overbid may change the contract";
        PASS_OUT = "berzerka/pass-out", ours "whether a pass is final";
        AUCTION_END = "berzerka/auction-end", stated AID_BID;
        THIRD_BID = "berzerka/third-bid", ours "whether the last player may still bid after two passes";
        HOTSEAT = "berzerka/hotseat", stated AID_BID;
        HOTSEAT_NEXT = "berzerka/hotseat-next", ours "a Forehand without a contract left";
        ASKS = "berzerka/asks", stated "Contract Appendix, Additional information needed";
        DISCARD_ORDER = "berzerka/discard-order", stated AID_DRAW;
        DRAW = "berzerka/draw", stated AID_DRAW;
        LEAD = "berzerka/lead", stated AID_TRICK;
        FOLLOW = "berzerka/follow", stated AID_TRICK;
        MUST_TRUMP = "berzerka/must-trump", stated AID_TRICK;
        MUST_BEAT = "berzerka/must-beat", stated AID_TRICK;
        RANKING = "berzerka/ranking", stated "Contract Appendix, Notes";
        RECORD_MOST = "berzerka/record-most", stated "Contract Appendix, Berzerka";
        LAST_SIX = "berzerka/last-six", stated "Contract Appendix, Marathon Flex";
        RECORD_CLOSEST = "berzerka/record-closest", stated "Contract Appendix, Hold Steady";
        RECORD_FEWEST = "berzerka/record-fewest", stated "Contract Appendix, Bottle It Up";
        RECORD_PAIN = "berzerka/record-pain", stated "Contract Appendix, One Weakness";
        PAIN_OVERBID = "berzerka/pain-overbid", ours "what an overbid does to the cards of the pain suit";
        VALUE = "berzerka/value", stated AID_BID;
        ROW = "berzerka/row", stated AID_SCORE;
        RANK = "berzerka/rank", ours "what each place gets";
        TIEBREAK = "berzerka/tiebreak", ours "the tiebreakers that Hold Steady speaks of";
        BID_BREAKS_TIES = "berzerka/bid-breaks-ties", ours "the tiebreakers after the discards";
        SHARED = "berzerka/shared", ours "players who are still tied";
        MIDDLING = "berzerka/middling", stated "Contract Appendix, Middling";
        MIDDLING_OVERBID = "berzerka/middling-overbid", ours "what an overbid does in Middling";
        MIDDLING_TIE = "berzerka/middling-tie", ours "more than one player in the middle";
        WINNER = "berzerka/winner", ours "who wins a match";
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
