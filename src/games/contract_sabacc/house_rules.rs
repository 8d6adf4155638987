//! The house rules of Contract Sabacc.

use super::clauses;
use overtrick_core::prelude::*;

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

house_rules! {
    /// A match of Contract Sabacc: its house rules in force.
    pub struct ContractSabacc;

    ante: number(0..=100, 1), stated clauses::ANTE;
    ante_each: word(AnteEach::Deal), ours clauses::ANTE_EACH;
    /// The chips that an earlier match has left.
    pot_at_start: number(0..=1_000_000, 0), stated clauses::POT_AT_START;
    slam: word(Slam::AtLeast), ours clauses::SLAM_COUNT;
    wagers: word(Wagers::AllMatch), ours clauses::WAGERS;
    match_stack: word(MatchStack::Declarer), ours clauses::MATCH_STACK;
    odd_chips: word(OddChips::AntePot), ours clauses::ODD_CHIPS;
    bidding_starts: word(BiddingStarts::DealersLeft), stated clauses::BIDDING_STARTS;
    pot_at_end: word(PotAtEnd::Leave), stated clauses::POT_AT_END;
}

impl ContractSabacc {
    /// Who bids first in a hand dealt by this seat.
    pub(super) fn first_to_bid(&self, table: &Table, dealer: Seat) -> Seat {
        match self.bidding_starts {
            BiddingStarts::DealersLeft => table.after(dealer, table.len() - 1),
            BiddingStarts::DealersRight => table.next(dealer),
        }
    }
}
