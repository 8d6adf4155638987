//! The contracts: the source's thirteen tiles, and a club's own.

use std::sync::Arc;

use super::record::Ranking;
use overtrick_core::prelude::*;

words! {
    /// A printed tile.
    pub enum Tile {
        /// Pick trump, win tricks.
        Berzerka = "berzerka",
        /// No trump, the 1 is best.
        HiddenStrength = "hidden-strength",
        /// Closest to five, no trump.
        HoldSteady = "hold-steady",
        /// Hearts are trump.
        SeeingRed = "seeing-red",
        /// Avoid tricks.
        BottleItUp = "bottle-it-up",
        /// No trump, win tricks.
        BruteStrength = "brute-strength",
        /// Closest to five, with trump.
        StillHolding = "still-holding",
        /// The ranking turns after trick seven.
        ChangingPace = "changing-pace",
        /// Only the last six tricks count.
        MarathonFlex = "marathon-flex",
        /// Avoid the cards of a suit.
        OneWeakness = "one-weakness",
        /// The ranking turns after every trick.
        RagingTides = "raging-tides",
        /// The middle number of tricks wins.
        Middling = "middling",
        /// Another contract of the board once more.
        Shapeshift = "shapeshift",
    }
}

words! {
    /// What is compared between the three who have played a contract.
    pub enum Measure {
        /// The most tricks.
        Most = "most",
        /// The tricks closest to a target.
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
    /// What a declarer has to choose before the discards.
    pub enum Choice {
        /// Which suit is trump.
        Trump = "trump",
        /// Which end of a suit is strong.
        Ranking = "ranking",
        /// Which suit hurts.
        PainSuit = "pain_suit",
    }
}

/// When the ranking of the cards turns around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    Never,
    AfterSeven,
    EveryTrick,
}

/// A contract, with all that scoring and play need of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Contract {
    pub id: Arc<str>,
    /// What it is called: the word of a tile, or the name that a club gave.
    pub name: Arg,
    pub starts_at: i64,
    pub step: i64,
    pub measure: Measure,
    /// What `Closest` is closest to.
    pub target: i64,
    pub asks: Vec<Choice>,
    /// The trump that it fixes.
    pub trump: Option<Suit>,
    /// The ranking where it does not ask for one.
    pub ranking: Ranking,
    pub turns: Turns,
    /// Whether only the last six tricks count.
    pub last_six: bool,
}

impl Contract {
    /// A contract of no more than its numbers: no trump, the 13 best, all tricks count.
    pub fn plain(
        id: &str,
        name: Arg,
        (starts_at, step): (i64, i64),
        measure: Measure,
        asks: &[Choice],
    ) -> Contract {
        Contract {
            id: id.into(),
            name,
            starts_at,
            step,
            measure,
            target: 5,
            asks: asks.to_vec(),
            trump: None,
            ranking: Ranking::Normal,
            turns: Turns::Never,
            last_six: false,
        }
    }

    /// The contract of a tile; nothing for Shapeshift, which is what it copies.
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
        let step = if tile == Tile::Middling { 2 } else { 1 };
        let plain = Contract::plain(tile.word(), tile.into(), (starts_at, step), measure, asks);
        Some(match tile {
            Tile::HiddenStrength => Contract {
                ranking: Ranking::Inverted,
                ..plain
            },
            Tile::SeeingRed => Contract {
                trump: Some(Suit::Hearts),
                ..plain
            },
            Tile::ChangingPace => Contract {
                turns: Turns::AfterSeven,
                ..plain
            },
            Tile::RagingTides => Contract {
                turns: Turns::EveryTrick,
                ..plain
            },
            Tile::MarathonFlex => Contract {
                last_six: true,
                ..plain
            },
            _ => plain,
        })
    }

    /// Shapeshift as a copy of this contract.
    pub fn shapeshifted(&self) -> Contract {
        let copies_middling = *self.id == *Tile::Middling.word();
        Contract {
            id: Tile::Shapeshift.word().into(),
            name: Tile::Shapeshift.into(),
            starts_at: if copies_middling { 6 } else { 5 },
            ..self.clone()
        }
    }

    /// Whether its declarer has to choose this.
    pub fn asks(&self, choice: Choice) -> bool {
        self.asks.contains(&choice)
    }

    /// The most tricks that can be recorded.
    pub fn tricks(&self) -> i64 {
        if self.last_six { 6 } else { 13 }
    }

    /// What is compared, of the tricks or pain-suit cards taken.
    pub fn record(&self, took: i64, overbid: i64, pain_subtracts: bool) -> i64 {
        match self.measure {
            Measure::Most | Measure::Middlest => took - overbid,
            Measure::Closest => (took - overbid - self.target).abs(),
            Measure::Pain if pain_subtracts => took - overbid,
            Measure::Fewest | Measure::Pain => took + overbid,
        }
    }

    /// How good a record is: the smaller the better.
    pub fn demerit(&self, record: i64) -> i64 {
        match self.measure {
            Measure::Most => -record,
            _ => record,
        }
    }
}
