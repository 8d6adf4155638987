//! Shared parts of auctions: rulings on calls in order, ignoring illegal ones; turn order; and the round of
//! bids in which everyone bids a number of tricks once.

mod bids;
mod calls;

pub use bids::{BidClauses, BidRound, BidsQuestion, bids_question};
pub use calls::{
    Auction, AuctionQuestion, AuctionResult, NotInTurn, Turns, WrittenCall, agrees_with_auction,
    answer_auction, auction_incomplete, call_fields, judge_calls, resolve_calls, rule_on,
};
