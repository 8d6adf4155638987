//! The clauses of Contractor.

use overtrick_core::clauses;

clauses! {
    DEAL = "contractor/deal", stated "Setup";
    LENGTH = "contractor/length", stated "Setup";
    TURN = "contractor/turn", stated "Bidding";
    PASSED = "contractor/passed", stated "Bidding";
    OUTBID = "contractor/outbid", stated "Bidding";
    CHALLENGE = "contractor/challenge", stated "Bidding";
    BOTH_CHALLENGE = "contractor/both-challenge", ours "whether both opponents may challenge";
    CHALLENGE_CANCELED = "contractor/challenge-canceled", stated "Bidding";
    AUCTION_END = "contractor/auction-end", stated "Bidding";
    REDEAL = "contractor/redeal", stated "Bidding";
    SAME_DEALER = "contractor/same-dealer", ours "who deals again after three passes";
    CONTRACT = "contractor/contract", stated "Bidding";
    STRAIN_VALUES = "contractor/strain-values", ours "the table of strain values is missing";
    EXTRA_TRICKS = "contractor/extra-tricks", stated "Extra trick";
    FOREGONE = "contractor/foregone", stated "Card foregone from kitty";
    SOUR_TRUMPS = "contractor/sour-trumps", stated "Sour Trumps";
    SOUR_JOKER = "contractor/sour-joker", stated "Sour Trumps";
    JOKER_TRUMP = "contractor/joker-trump", ours "a joker that is named as trumps";
    IDLE = "contractor/idle-conditions", ours "Sour Trumps in a strain without trumps";
    EXPOSED = "contractor/exposed", stated "Exposed";
    ABSOLUTELY_SURE = "contractor/absolutely-sure", stated "Absolutely Sure";
    NIL_WITHOUT_JOKER = "contractor/nil-without-joker", stated "Nil without joker";
    STOLEN_JOKER = "contractor/stolen-joker", ours "a joker that the contractor is given under Thievery";
    THIEVERY = "contractor/thievery", stated "Thievery";
    DEALERS_BONUS = "contractor/dealers-bonus", stated "Dealer's bonus";
    DISCARD = "contractor/discard", stated "Play";
    LEAD = "contractor/lead", stated "Play";
    FOLLOW = "contractor/follow", stated "Play";
    TRICK = "contractor/trick", stated "Play";
    JOKER = "contractor/joker", stated "Play";
    NO_TRUMP = "contractor/no-trump", stated "No-Trump";
    CRAZYTRUMP = "contractor/crazytrump", stated "Crazytrump";
    REVEALED_CARD = "contractor/revealed-card", stated "Card foregone from kitty";
    NIL = "contractor/nil", stated "Nil";
    TRICKS = "contractor/tricks", stated "Play";
    MADE = "contractor/made", stated "Scoring";
    FAILED = "contractor/failed", stated "Scoring";
    OPPONENTS = "contractor/opponents", stated "Scoring";
    NIL_OPPONENTS = "contractor/nil-opponents", stated "Scoring";
    WAGER = "contractor/wager", stated "Scoring";
    SURE_DOUBLES = "contractor/sure-doubles", ours "whether lost wagers are doubled too";
    WINNER = "contractor/winner", stated "Scoring";
    TIE = "contractor/tie", ours "equal highest totals";
}
