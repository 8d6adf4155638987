//! The clauses of Brink Bid.

use crate::rules::clauses;

clauses! {
    DEAL = "brink-bid/deal", stated "The Deal";
    LENGTH = "brink-bid/length", stated "The Deal";
    DICE = "brink-bid/dice", stated "Determining the Trump and Pass";
    BID_ORDER = "brink-bid/bid-order", stated "The Bidding";
    BID_ONCE = "brink-bid/bid-once", stated "The Bidding";
    BID_RANGE = "brink-bid/bid-range", stated "The Bidding";
    PASS = "brink-bid/pass", stated "The Pass";
    FOLLOW = "brink-bid/follow", stated "The Play";
    TRUMP_LEAD = "brink-bid/trump-lead", stated "The Play";
    TRICKS = "brink-bid/tricks", stated "Tricks";
    MADE = "brink-bid/made", stated "How to Keep Score";
    BRINK = "brink-bid/brink", stated "How to Keep Score";
    MISSED = "brink-bid/missed", stated "How to Keep Score";
    WINNER = "brink-bid/winner", stated "The Winner";
}
