//! The house rules of a Berzerka match, as written and in force.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Berzerka;
use super::contract::{Asked, Contract, Measure, Tile};
use crate::rules::form::{Field, Kind};
use crate::rules::wire::{Given, words};
use crate::rules::{Arg, OptionsDesk, args, out_of_range};

/// The most contracts that a board has, and that a club may add.
const MOST_CONTRACTS: usize = 13;
/// The most characters of a contract's id or name.
const LONGEST_NAME: usize = 40;
/// The most that a contract of a club's own may start at or rise by.
const MOST_VALUE: i64 = 1000;

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

/// A contract of a club's own, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Custom {
    id: Given<String>,
    name: Given<String>,
    starts_at: Given<i64>,
    step: Given<i64>,
    record: Given<Measure>,
    target: Given<Option<i64>>,
    asks: Given<Vec<Asked>>,
}

/// The fields of a contract of a club's own.
pub(super) const CUSTOM: &[Field] = &[
    Field::required("id", Kind::Text),
    Field::required("name", Kind::Text),
    Field::required("starts_at", Kind::Int(0, MOST_VALUE)),
    Field::required("step", Kind::Int(0, MOST_VALUE)),
    Field::required("record", Kind::Word(Measure::WORDS)),
    Field::depends("target", Kind::Nullable(&Kind::Int(0, 13))),
    Field::optional("asks", Kind::List(&Kind::Word(Asked::WORDS))),
];

impl Berzerka {
    /// The house rules in force; what is faulty has its default.
    pub(super) fn of_options(options: &Options, desk: &mut OptionsDesk<'_>) -> Berzerka {
        let customs = customs(options, desk);
        let ids = board_ids(options, &customs, desk);
        let copies = copies(options, &ids, desk);
        let mut game = Berzerka {
            board: Vec::new(),
            copies,
            rank_points: rank_points(options, desk),
            tiebreak: options.tiebreak.unwrap_or(Tiebreak::FewerDiscards),
            bid_breaks_ties: options.bid_breaks_ties.unwrap_or(true),
            customs,
            pain_overbid: options.one_weakness_overbid.unwrap_or(PainOverbid::Adds),
        };
        let copied = game.copies.clone();
        let board = ids.iter();
        game.board = board
            .filter_map(|id| game.contract(id, copied.as_deref()))
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

fn custom_json(own: &Contract) -> Value {
    let target = (own.measure == Measure::Closest).then_some(own.target);
    json!({
        "id": own.id, "name": own.name, "starts_at": own.starts_at, "step": own.step,
        "record": own.measure, "target": target, "asks": own.asks,
    })
}

/// The contracts of the board, as they are written.
fn board_ids(options: &Options, customs: &[Contract], desk: &mut OptionsDesk<'_>) -> Vec<String> {
    let starters = || STARTERS.iter().map(|tile| tile.word().to_owned()).collect();
    let Some(board) = &*options.board else {
        return starters();
    };
    let mut sound = true;
    if !(1..=MOST_CONTRACTS).contains(&board.len()) {
        size_fault(desk, "/options/board", board.len(), 1);
        sound = false;
    }
    for (index, id) in board.iter().enumerate() {
        let place = format!("/board/{index}");
        let known = Tile::from_word(id).is_some() || customs.iter().any(|own| *own.id == **id);
        if !known {
            let args = args![found: id.clone(), known: known_ids(customs)];
            desk.fault("unknown-contract", &place, args);
            sound = false;
        }
        if board[..index].contains(id) {
            desk.fault("contract-twice", &place, args![contract: id.clone()]);
            sound = false;
        }
    }
    if sound { board.clone() } else { starters() }
}

fn size_fault(desk: &mut OptionsDesk<'_>, pointer: &str, found: usize, least: i64) {
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    let most = i64::try_from(MOST_CONTRACTS).unwrap_or(i64::MAX);
    desk.findings
        .push(out_of_range(pointer, found, &(least..=most)));
}

/// What Shapeshift copies, if it is on the board.
fn copies(options: &Options, board: &[String], desk: &mut OptionsDesk<'_>) -> Option<String> {
    let copies = options.shapeshift_copies.0.clone().flatten();
    let shapeshift = Tile::Shapeshift.word();
    let on_board = board.iter().any(|id| id == shapeshift);
    // A faulty board was replaced by the starters; what was meant for it is not judged.
    let as_written = options
        .board
        .as_ref()
        .is_none_or(|written| written == board);
    match copies {
        _ if !as_written => None,
        None => {
            if on_board {
                desk.missing("/shapeshift_copies");
            }
            None
        }
        Some(_) if !on_board => {
            desk.fault("shapeshift-off-board", "/shapeshift_copies", args![]);
            None
        }
        Some(copied) if copied == shapeshift || !board.contains(&copied) => {
            let board = Arg::List(board.iter().cloned().map(Arg::from).collect());
            desk.fault(
                "shapeshift-copies",
                "/shapeshift_copies",
                args![found: copied, board: board],
            );
            None
        }
        copied => copied,
    }
}

fn rank_points(options: &Options, desk: &mut OptionsDesk<'_>) -> [i64; 3] {
    const USUAL: [i64; 3] = [1, 0, -1];
    let Some(given) = options.rank_points.as_deref() else {
        return USUAL;
    };
    let before = desk.findings.len();
    for (index, points) in given.iter().enumerate() {
        if !(-10..=10).contains(points) {
            let place = format!("/options/rank_points/{index}");
            desk.findings
                .push(out_of_range(&place, *points, &(-10..=10)));
        }
    }
    let Ok(points) = <[i64; 3]>::try_from(given) else {
        desk.fault(
            "rank-points-count",
            "/rank_points",
            args![found: given.len()],
        );
        return USUAL;
    };
    if desk.findings.len() > before {
        return USUAL;
    }
    let sum: i64 = points.iter().sum();
    if points[0] < points[1] || points[1] < points[2] {
        desk.fault("rank-points-order", "/rank_points", args![]);
    }
    if sum % 3 != 0 {
        desk.fault("rank-points-sum", "/rank_points", args![sum: sum]);
    }
    if desk.findings.len() > before {
        USUAL
    } else {
        points
    }
}

/// The sound ones of a club's own contracts.
fn customs(options: &Options, desk: &mut OptionsDesk<'_>) -> Vec<Contract> {
    let written = options.custom_contracts.0.as_ref();
    let Some(written) = written.and_then(Option::as_deref) else {
        return Vec::new();
    };
    if written.len() > MOST_CONTRACTS {
        size_fault(desk, "/options/custom_contracts", written.len(), 0);
        return Vec::new();
    }
    let mut customs: Vec<Contract> = Vec::with_capacity(written.len());
    for (index, custom) in written.iter().enumerate() {
        let place = format!("/custom_contracts/{index}");
        let contract = custom.judge(&place, desk);
        let taken = contract.as_ref().is_some_and(|contract| {
            Tile::from_word(&contract.id).is_some()
                || customs.iter().any(|own| own.id == contract.id)
        });
        match contract {
            Some(contract) if taken => {
                let args = args![contract: contract.id];
                desk.fault("contract-twice", &format!("{place}/id"), args);
            }
            contract => customs.extend(contract),
        }
    }
    customs
}

impl Custom {
    fn judge(&self, place: &str, desk: &mut OptionsDesk<'_>) -> Option<Contract> {
        let missing = [
            ("id", self.id.is_none()),
            ("name", self.name.is_none()),
            ("starts_at", self.starts_at.is_none()),
            ("step", self.step.is_none()),
            ("record", self.record.is_none()),
        ];
        for (key, _) in missing.iter().filter(|(_, missing)| *missing) {
            desk.missing(&format!("{place}/{key}"));
        }
        if let Some(id) = self.id.as_ref().filter(|id| !is_id(id)) {
            let args = args![found: id.clone(), most: LONGEST_NAME];
            desk.fault("custom-id", &format!("{place}/id"), args);
        }
        let name = self.name.as_ref().map(|name| name.trim());
        if name.is_some_and(|name| !is_name(name)) {
            let args = args![most: LONGEST_NAME];
            desk.fault("custom-name", &format!("{place}/name"), args);
        }
        let target = self.target.0.flatten();
        let numbers = [
            ("starts_at", *self.starts_at, MOST_VALUE),
            ("step", *self.step, MOST_VALUE),
            ("target", target, 13),
        ];
        for (key, number, most) in numbers {
            if let Some(number) = number.filter(|number| !(0..=most).contains(number)) {
                let pointer = format!("/options{place}/{key}");
                desk.findings
                    .push(out_of_range(&pointer, number, &(0..=most)));
            }
        }
        let measure = *self.record;
        let closest = measure == Some(Measure::Closest);
        if closest && target.is_none() {
            desk.missing(&format!("{place}/target"));
        }
        if measure.is_some() && !closest && target.is_some() {
            desk.fault("custom-target", &format!("{place}/target"), args![]);
        }
        let mut asks = self.asks.0.clone().unwrap_or_default();
        asks.sort_unstable();
        asks.dedup();
        let within =
            |number: Option<i64>, most| number.filter(|n| (0..=most).contains(n)).unwrap_or(0);
        let value = (
            within(*self.starts_at, MOST_VALUE),
            within(*self.step, MOST_VALUE),
        );
        let id = self.id.as_ref().filter(|id| is_id(id))?;
        let name = Arg::Text(name.unwrap_or(id).into());
        let contract = Contract::plain(id, name, value, measure.unwrap_or(Measure::Most), &asks);
        Some(Contract {
            target: within(target, 13),
            ..contract
        })
    }
}

/// Whether an id is lower-case words with hyphens between them.
fn is_id(id: &str) -> bool {
    let word = |word: &str| {
        let mut letters = word.bytes();
        !word.is_empty() && letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    id.len() <= LONGEST_NAME && id.split('-').all(word)
}

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    (1..=LONGEST_NAME).contains(&length) && !name.chars().any(char::is_control)
}
