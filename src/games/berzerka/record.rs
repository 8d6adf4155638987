//! The record of a hand of Berzerka. The contracts: the source's thirteen tiles and the custom contracts of a club.

use std::sync::Arc;

use super::{PainOverbid, is_known};
use overtrick_core::form::Need;
use overtrick_core::prelude::*;
use overtrick_core::{Lines, refused_character};
use serde::{Serialize, Serializer};
use serde_json::json;

words! {
    /// Whether 13 or 1 is the best card of a suit.
    pub enum Ranking {
        /// 13 is best.
        Normal = "normal",
        /// 1 is best.
        Inverted = "inverted",
    }
}

words! {
    /// A pass.
    pub enum Pass {
        /// The player makes no bid, now or later in the auction.
        Pass = "pass",
    }
}

object! {
    /// A bid as written: a contract, and an overbid if there is one.
    pub struct Bid {
        required contract: String,
        optional overbid: i64 = Kind::Int(0, 13),
    }
}

/// A call as written.
pub type PassOrBid = WordOr<Pass, Bid>;

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional auction: Vec<WrittenCall<PassOrBid>>,
        depends declarer: String = Kind::Player,
        depends contract: String,
        optional hotseat: bool,
        optional overbid: i64 = Kind::Int(0, 13),
        depends trump: Suit,
        depends ranking: Ranking,
        depends pain_suit: Suit,
        required discarded: i64 = Kind::Int(0, 13),
        depends tricks: i64 = Kind::Int(0, 13),
        depends pain_cards: i64 = Kind::Int(0, 13),
        optional play: RecordedPlay,
    }
}

words! {
    /// A printed tile.
    pub enum Tile {
        /// The declarer picks trump; the most tricks win.
        Berzerka = "berzerka",
        /// No trump; the 1 is the best card of a suit.
        HiddenStrength = "hidden-strength",
        /// Closest to five tricks, without trump.
        HoldSteady = "hold-steady",
        /// Hearts are trump.
        SeeingRed = "seeing-red",
        /// Avoid tricks.
        BottleItUp = "bottle-it-up",
        /// No trump; the most tricks win.
        BruteStrength = "brute-strength",
        /// Closest to five tricks, with trump.
        StillHolding = "still-holding",
        /// The ranking is reversed after the seventh trick.
        ChangingPace = "changing-pace",
        /// Only the last six tricks count.
        MarathonFlex = "marathon-flex",
        /// Avoid the cards of the pain suit.
        OneWeakness = "one-weakness",
        /// The ranking is reversed after every trick.
        RagingTides = "raging-tides",
        /// The middle number of tricks wins.
        Middling = "middling",
        /// A copy of another contract on the board.
        Shapeshift = "shapeshift",
    }
}

words! {
    /// The measure by which the three results of a contract are compared.
    pub enum Measure {
        /// The most tricks.
        Most = "most",
        /// The number of tricks closest to a target.
        Closest = "closest",
        /// The fewest tricks.
        Fewest = "fewest",
        /// The fewest cards of the pain suit.
        Pain = "pain",
        /// The middle number of tricks.
        Middlest = "middlest",
    }
}

words! {
    /// A choice of the declarer before the discards.
    pub enum Choice {
        /// The trump suit.
        Trump = "trump",
        /// Whether 13 or 1 is the best card.
        Ranking = "ranking",
        /// The pain suit.
        PainSuit = "pain_suit",
    }
}

/// A contract, with everything that scoring and play need.
#[derive(Debug, Clone, PartialEq)]
pub struct Contract {
    pub id: Arc<str>,
    /// The word of a tile, or the name of a custom contract.
    pub name: Arg,
    pub starts_at: i64,
    pub step: i64,
    pub measure: Measure,
    /// The target number of tricks for [`Measure::Closest`].
    pub target: i64,
    pub asks: Vec<Choice>,
    /// The contract's tile, or the tile that Shapeshift copies; `None` for a custom contract.
    pub tile: Option<Tile>,
}

impl Contract {
    /// Returns the contract of a tile; `None` for Shapeshift, which has no contract of its own.
    pub fn of_tile(tile: Tile) -> Option<Contract> {
        use Choice::{PainSuit, Ranking as Rank, Trump};
        let (starts_at, measure, asks): (i64, Measure, &[Choice]) = match tile {
            Tile::Berzerka => (1, Measure::Most, &[Trump]),
            Tile::HiddenStrength | Tile::BruteStrength => (1, Measure::Most, &[]),
            Tile::HoldSteady => (2, Measure::Closest, &[Rank]),
            Tile::SeeingRed => (2, Measure::Most, &[]),
            Tile::BottleItUp => (3, Measure::Fewest, &[]),
            Tile::StillHolding => (1, Measure::Closest, &[Trump, Rank]),
            Tile::ChangingPace => (1, Measure::Most, &[Trump, Rank]),
            Tile::MarathonFlex => (2, Measure::Most, &[Trump, Rank]),
            Tile::OneWeakness => (3, Measure::Pain, &[PainSuit]),
            Tile::RagingTides => (4, Measure::Most, &[Rank]),
            Tile::Middling => (0, Measure::Middlest, &[Trump]),
            Tile::Shapeshift => return None,
        };
        Some(Contract {
            id: tile.word().into(),
            name: tile.into(),
            starts_at,
            step: if tile == Tile::Middling { 2 } else { 1 },
            measure,
            target: 5,
            asks: asks.to_vec(),
            tile: Some(tile),
        })
    }

    /// Returns Shapeshift as a copy of this contract.
    pub fn shapeshifted(&self) -> Contract {
        let copies_middling = self.tile == Some(Tile::Middling);
        Contract {
            id: Tile::Shapeshift.word().into(),
            name: Tile::Shapeshift.into(),
            starts_at: if copies_middling { 6 } else { 5 },
            ..self.clone()
        }
    }

    /// Whether the declarer has to make this choice.
    pub fn asks(&self, choice: Choice) -> bool {
        self.asks.contains(&choice)
    }

    /// Returns the most tricks that can be recorded.
    pub fn tricks(&self) -> i64 {
        if self.is_of_last_six() { 6 } else { 13 }
    }

    /// Whether only the last six tricks count.
    pub fn is_of_last_six(&self) -> bool {
        self.tile == Some(Tile::MarathonFlex)
    }

    /// Returns the record, the number by which players are compared, from the tricks or pain-suit cards taken.
    pub fn record(&self, took: i64, overbid: i64, pain: PainOverbid) -> i64 {
        match self.measure {
            _ if self.overbid_adds(pain) => took + overbid,
            Measure::Closest => (took - overbid - self.target).abs(),
            _ => took - overbid,
        }
    }

    /// Whether an overbid is added to the number taken.
    pub fn overbid_adds(&self, pain: PainOverbid) -> bool {
        match self.measure {
            Measure::Fewest => true,
            Measure::Pain => pain == PainOverbid::Adds,
            _ => false,
        }
    }

    /// Returns how bad a record is: smaller is better.
    pub fn demerit(&self, record: i64) -> i64 {
        match self.measure {
            Measure::Most => -record,
            _ => record,
        }
    }
}

/// The most contracts on a board, and the most custom contracts.
const MAX_CONTRACTS: i64 = 13;
/// The most characters of a contract's id or name.
const LONGEST_NAME: usize = 40;
/// The greatest start value of a custom contract, and its greatest step.
const MAX_VALUE: i64 = 1000;

object! {
    /// A custom contract as written.
    pub struct Custom {
        required id: String,
        required name: String,
        required starts_at: i64 = Kind::Int(0, MAX_VALUE),
        required step: i64 = Kind::Int(0, MAX_VALUE),
        required record: Measure,
        depends target: Option<i64> = Kind::Nullable(&Kind::Int(0, 13)),
        optional asks: Vec<Choice>,
    }
}

/// Serializes a contract in the form of a custom contract.
impl Serialize for Contract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let target = (self.measure == Measure::Closest).then_some(self.target);
        let written = json!({
            "id": self.id, "name": self.name, "starts_at": self.starts_at, "step": self.step,
            "record": self.measure, "target": target, "asks": self.asks,
        });
        written.serialize(serializer)
    }
}

/// Checks the number of contracts in the option with this name; reports a fault if it is out of range.
pub fn check_size(name: &str, found: usize, least: i64, context: &mut HandContext<'_>) -> bool {
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    context.in_range(format_args!("/{name}"), found, least..=MAX_CONTRACTS)
}

/// Reports a missing house rule that the house rule `because` requires.
pub fn missing_option(pointer: &str, because: &'static str, context: &mut HandContext<'_>) {
    if !context.is_left_out(pointer) {
        let args = args![because: because.to_owned()];
        context.refuse("missing-option", pointer, args);
    }
}

/// Returns the custom contracts that have a valid id, and reports faults in all of them.
pub fn customs(written: Option<&[Custom]>, context: &mut HandContext<'_>) -> Vec<Contract> {
    let written = written.unwrap_or_default();
    if !check_size("custom_contracts", written.len(), 0, context) {
        return Vec::new();
    }
    let mut customs: Vec<Contract> = Vec::with_capacity(written.len());
    for (index, custom) in written.iter().enumerate() {
        let place = format!("/custom_contracts/{index}");
        match custom.judge(&place, context) {
            Some(contract) if is_known(&contract.id, &customs) => {
                let args = args![contract: contract.id];
                context.refuse("contract-twice", format!("{place}/id"), args);
            }
            contract => customs.extend(contract),
        }
    }
    customs
}

impl Custom {
    fn judge(&self, place: &str, context: &mut HandContext<'_>) -> Option<Contract> {
        let given = self.given();
        let required = Custom::FIELDS.iter();
        let required = required.filter(|field| field.need == Need::Required);
        for field in required.filter(|field| !given.contains(&field.name)) {
            let place = format!("{place}/{}", field.name);
            missing_option(&place, "custom_contracts", context);
        }
        if let Some(id) = self.id.as_ref().filter(|id| !is_id(id)) {
            let args = args![found: id.clone(), most: LONGEST_NAME];
            context.refuse("custom-id", format!("{place}/id"), args);
        }
        let name = self.name.as_ref().map(|name| name.trim());
        if name.is_some_and(|name| !is_name(name)) {
            let args = args![most: LONGEST_NAME];
            context.refuse("custom-name", format!("{place}/name"), args);
        }
        let target = self.target.flatten();
        let mut number = |key, number: &Given<i64>, most| {
            let number = context.number(format_args!("{place}/{key}"), number, 0..=most);
            number.unwrap_or(0)
        };
        let starts_at = number("starts_at", &self.starts_at, MAX_VALUE);
        let step = number("step", &self.step, MAX_VALUE);
        let closest_to = number("target", &Given(target), 13);
        let measure = *self.record;
        let closest = measure == Some(Measure::Closest);
        if closest && target.is_none() {
            missing_option(&format!("{place}/target"), "custom_contracts", context);
        }
        if measure.is_some() && !closest && target.is_some() {
            context.refuse("custom-target", format!("{place}/target"), args![]);
        }
        let mut asks = self.asks.0.clone().unwrap_or_default();
        asks.sort_unstable();
        asks.dedup();
        let id = self.id.as_deref().filter(|id| is_id(id))?;
        Some(Contract {
            id: id.into(),
            name: Arg::Text(name.unwrap_or(id).into()),
            starts_at,
            step,
            measure: measure.unwrap_or(Measure::Most),
            target: closest_to,
            asks,
            tile: None,
        })
    }
}

/// Whether an id is one or more words of lower-case letters and digits, joined by hyphens.
fn is_id(id: &str) -> bool {
    let word = |word: &str| {
        let mut letters = word.bytes();
        !word.is_empty() && letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    id.len() <= LONGEST_NAME && id.split('-').all(word)
}

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    (1..=LONGEST_NAME).contains(&length) && refused_character(name, Lines::One).is_none()
}
