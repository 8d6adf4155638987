//! The clauses of Brink Bid.

use overtrick_core::clauses;

clauses! {
    CARDS = "brink-bid/cards", stated "Rank of Cards";
    FIRST_DEALER = "brink-bid/first-dealer", stated "The Deal";
    DEAL = "brink-bid/deal", stated "The Deal";
    LENGTH = "brink-bid/length", stated "The Deal";
    DICE = "brink-bid/dice", stated "Determining the Trump and Pass";
    BID_ORDER = "brink-bid/bid-order", stated "The Bidding";
    BID_ONCE = "brink-bid/bid-once", stated "The Bidding";
    BID_RANGE = "brink-bid/bid-range", stated "The Bidding";
    BID_MOST = "brink-bid/bid-most", ours "the most that can be bid";
    PASS = "brink-bid/pass", stated "The Pass";
    LEAD = "brink-bid/lead", stated "The Play";
    FOLLOW = "brink-bid/follow", stated "The Play";
    TRUMP_LEAD = "brink-bid/trump-lead", stated "The Play";
    TRICK = "brink-bid/trick", stated "The Play";
    TRICKS = "brink-bid/tricks", stated "Tricks";
    MADE = "brink-bid/made", stated "How to Keep Score";
    BRINK = "brink-bid/brink", stated "How to Keep Score";
    MISSED = "brink-bid/missed", stated "How to Keep Score";
    WINNER = "brink-bid/winner", stated "The Winner";
}
