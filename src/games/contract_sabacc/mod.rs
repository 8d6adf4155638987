//! Contract Sabacc: bid what you will play alone against all, and be paid in chips.

mod auction;
mod cards;
mod catalog;
mod discard;
mod hand;
mod pad;
mod pile;
mod played;
mod questions;
mod record;
mod score;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::wire::{Given, words};
use crate::rules::{
    Answer, Facts, Game, HandContext, HouseRules, OptionsContext, Points, QuestionKind, Seat, Table,
};
pub use record::{Bid, Call, LastCard, LastTrick, Played, Record};

words! {
    /// When antes are paid.
    pub enum AnteEach {
        /// Before each deal.
        Deal = "deal",
        /// Before the first deal only.
        Match = "match",
    }
}

words! {
    /// How many tricks make a Slam.
    pub enum Slam {
        /// All but three, or more.
        AtLeast = "at-least",
        /// All but three.
        Exactly = "exactly",
    }
}

words! {
    /// What lies in front of the players at the end of the bidding.
    pub enum Wagers {
        /// Everyone's wager is the stake of the winning bid.
        AllMatch = "all-match",
        /// Bidders wager, each the stake of their last bid.
        RaiseTo = "raise-to",
        /// Bidders wager, each the stakes of all their bids.
        Add = "add",
    }
}

words! {
    /// What the declarer adds for each defender.
    pub enum MatchStack {
        /// A stack like the declarer's own.
        Declarer = "declarer",
        /// A stack like that defender's.
        Defender = "defender",
    }
}

words! {
    /// Where chips go that the defenders cannot divide.
    pub enum OddChips {
        /// To the Ante Pot.
        AntePot = "ante-pot",
        /// Back to the declarer.
        Declarer = "declarer",
    }
}

words! {
    /// Who speaks first.
    pub enum BiddingStarts {
        /// The dealer's left: the player before the dealer.
        DealersLeft = "dealers-left",
        /// The dealer's right: the player after the dealer.
        DealersRight = "dealers-right",
    }
}

words! {
    /// What becomes of the Ante Pot after the match.
    pub enum PotAtEnd {
        /// It stays for another.
        Leave = "leave",
        /// It is shared.
        Divide = "divide",
    }
}

/// The most chips that an earlier match can have left.
const MOST_IN_POT: i64 = 1_000_000;

/// The house rules of a Contract Sabacc match, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    ante: Given<i64>,
    ante_each: Given<AnteEach>,
    pot_at_start: Given<i64>,
    slam: Given<Slam>,
    wagers: Given<Wagers>,
    match_stack: Given<MatchStack>,
    odd_chips: Given<OddChips>,
    bidding_starts: Given<BiddingStarts>,
    pot_at_end: Given<PotAtEnd>,
}

/// A match of Contract Sabacc: its house rules in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractSabacc {
    ante: i64,
    ante_each: AnteEach,
    pot_at_start: i64,
    slam: Slam,
    wagers: Wagers,
    match_stack: MatchStack,
    odd_chips: OddChips,
    bidding_starts: BiddingStarts,
    pot_at_end: PotAtEnd,
}

impl ContractSabacc {
    /// Who speaks first in a hand dealt by this seat.
    fn first_to_bid(&self, table: &Table, dealer: Seat) -> Seat {
        match self.bidding_starts {
            BiddingStarts::DealersLeft => table.after(dealer, table.len() - 1),
            BiddingStarts::DealersRight => table.next(dealer),
        }
    }
}

/// How far a match has come.
#[derive(Debug, Clone)]
pub struct State {
    /// The chips in the Ante Pot.
    pot: i64,
    /// Whether a hand has been dealt.
    begun: bool,
    /// Who has dealt.
    dealt: Vec<bool>,
}

/// The game's own results, of a hand and at the end.
#[derive(Serialize)]
struct Detail {
    /// The chips in the Ante Pot.
    pot: i64,
}

impl Game for ContractSabacc {
    type Options = Options;
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &catalog::FACTS;

    fn rules(
        options: &Options,
        _table: &Table,
        context: &mut OptionsContext<'_>,
    ) -> ContractSabacc {
        let pot_at_start = &options.pot_at_start;
        ContractSabacc {
            ante: context.number("ante", &options.ante, 0..=100, 1),
            ante_each: options.ante_each.unwrap_or(AnteEach::Deal),
            pot_at_start: context.number("pot_at_start", pot_at_start, 0..=MOST_IN_POT, 0),
            slam: options.slam.unwrap_or(Slam::AtLeast),
            wagers: options.wagers.unwrap_or(Wagers::AllMatch),
            match_stack: options.match_stack.unwrap_or(MatchStack::Declarer),
            odd_chips: options.odd_chips.unwrap_or(OddChips::AntePot),
            bidding_starts: options.bidding_starts.unwrap_or(BiddingStarts::DealersLeft),
            pot_at_end: options.pot_at_end.unwrap_or(PotAtEnd::Leave),
        }
    }

    fn resolved(&self) -> HouseRules {
        vec![
            ("ante", self.ante.into()),
            ("ante_each", self.ante_each.word().into()),
            ("pot_at_start", self.pot_at_start.into()),
            ("slam", self.slam.word().into()),
            ("wagers", self.wagers.word().into()),
            ("match_stack", self.match_stack.word().into()),
            ("odd_chips", self.odd_chips.word().into()),
            ("bidding_starts", self.bidding_starts.word().into()),
            ("pot_at_end", self.pot_at_end.word().into()),
        ]
    }

    fn open(&self, table: &Table) -> State {
        State {
            pot: self.pot_at_start,
            begun: false,
            dealt: vec![false; table.len()],
        }
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        let first_deal = !std::mem::replace(&mut state.begun, true);
        state.dealt[context.dealer.index()] = true;
        let report = hand::judge(self, record, context);
        score::antes(self, first_deal, &mut state.pot, context);
        match report {
            Some(hand::Report::Void) => {
                context.line(context.dealer, Points::ZERO, "contract-sabacc/void", vec![]);
            }
            Some(hand::Report::Played(outcome)) => {
                score::table(self, &outcome, &mut state.pot, context);
            }
            None => {}
        }
        if self.pot_at_end == PotAtEnd::Divide && (context.ends_match || self.complete(state)) {
            score::divide(&mut state.pot, context);
        }
        context.detail(&Detail { pot: state.pot });
    }

    fn adjudicate(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        questions::answer(self, kind, dealer, body, context)
    }

    fn complete(&self, state: &State) -> bool {
        state.dealt.iter().all(|dealt| *dealt)
    }

    fn detail(&self, state: &State, _table: &Table) -> Option<Box<RawValue>> {
        serde_json::value::to_raw_value(&Detail { pot: state.pot }).ok()
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        Self::fill_pad(pad, hands);
    }
}
