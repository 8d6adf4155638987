//! The clauses of Oh Hell. Nobody wrote its rules down for everybody: every one is our reading.

use overtrick_core::clauses;

clauses! {
    DEAL = "oh-hell/deal", ours "it is played in many ways";
    LENGTH = "oh-hell/length", ours "it is played in many ways";
    TRUMP = "oh-hell/trump", ours "it is played in many ways";
    BID_ORDER = "oh-hell/bid-order", ours "it is played in many ways";
    BID_ONCE = "oh-hell/bid-once", ours "it is played in many ways";
    BID_RANGE = "oh-hell/bid-range", ours "it is played in many ways";
    HOOK = "oh-hell/hook", ours "it is played in many ways";
    LEAD = "oh-hell/lead", ours "it is played in many ways";
    FOLLOW = "oh-hell/follow", ours "it is played in many ways";
    BREAK_TRUMP = "oh-hell/break-trump", ours "it is played in many ways";
    WINNER = "oh-hell/winner", ours "it is played in many ways";
    TRICKS = "oh-hell/tricks", ours "it is played in many ways";
    MADE = "oh-hell/made", ours "it is played in many ways";
    MISSED = "oh-hell/missed", ours "it is played in many ways";
    HIGHEST = "oh-hell/highest", ours "it is played in many ways";
}
