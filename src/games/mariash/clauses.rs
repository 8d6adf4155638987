//! The clauses of Mariash.

use overtrick_core::clauses;

clauses! {
    DEAL = "mariash/deal", ours "R-006 begins after the deal";
    DECLARER = "mariash/declarer", ours "R-006 does not say how one becomes declarer";
    CHOOSE_TRUMP = "mariash/choose-trump", ours "R-006 does not say how trump is chosen";
    SITS_OUT = "mariash/sits-out", ours "R-006 speaks of one declarer and two defenders";
    TRUMP_GAME = "mariash/trump-game", stated "R-006, Contract";
    TALON = "mariash/talon", ours "R-004 is cited for the talon, not its limits";
    TALON_HELD = "mariash/talon-held", ours "R-004 is cited for the talon, not its limits";
    TALON_SHARP = "mariash/talon-sharp", ours "R-004 is cited for the talon, not its limits";
    TALON_SEVEN = "mariash/talon-seven", ours "R-004 is cited for the talon, not its limits";
    FIRST = "mariash/first", stated "R-006, Turn Order";
    TURN = "mariash/turn", stated "R-006, Turn Order";
    GOOD = "mariash/good", stated "R-006, Turn Order";
    OVER = "mariash/over", stated "R-006, Phase Transition";
    DECLARER_ONE = "mariash/declarer-one", stated "R-006, Turn Order";
    DEFENDER_LIMIT = "mariash/defender-limit", ours "R-006 does not say how often a defender may commit";
    CONTRACT_TAKEN = "mariash/contract-taken", stated "R-006, Defense Commitments";
    DOUBLE = "mariash/double", stated "R-006, Doubling";
    DOUBLE_FIRST = "mariash/double-first", ours "who may double first";
    DOUBLE_ALTERNATES = "mariash/double-alternates", stated "R-006, Doubling";
    MAX_DOUBLES = "mariash/max-doubles", stated "R-006, Doubling";
    OPEN_HAND = "mariash/open-hand", stated "R-006, Open Hand";
    OPEN_DECLARER = "mariash/open-declarer", ours "R-006 says a player";
    OPEN_BOTH = "mariash/open-both", ours "whether one defender can accept alone";
    OPEN_LOSES = "mariash/open-loses", ours "what becomes of the commitments of the defense";
    OPEN_ANSWER = "mariash/open-answer", stated "R-006, Open Hand";
    OPEN_FACTOR = "mariash/open-factor", ours "R-006 leaves the higher multiplier to R-009";
    LEAD = "mariash/lead", stated "R-006, Phase Transition";
    RANKING = "mariash/ranking", ours "R-006 does not rank the cards";
    FOLLOW = "mariash/follow", ours "R-006 leaves the tricks to R-007";
    BEAT = "mariash/beat", ours "R-006 leaves the tricks to R-007";
    MUST_TRUMP = "mariash/must-trump", ours "R-006 leaves the tricks to R-007";
    OVERTRUMP = "mariash/overtrump", ours "R-006 leaves the tricks to R-007";
    LAST_SEVEN = "mariash/last-seven", stated "R-006, Contracts";
    LAST_SEVEN_COMMITTED = "mariash/last-seven-committed", ours "the last seven of a side that did not commit to it";
    GAME = "mariash/game", stated "R-006, Contracts";
    SEVEN = "mariash/seven", stated "R-006, Contracts";
    HUNDRED = "mariash/hundred", stated "R-006, Contracts";
    HUNDRED_SEVEN = "mariash/hundred-seven", stated "R-006, Contracts";
    COMBINED = "mariash/combined", stated "R-006, Defense Commitments";
    APART = "mariash/apart", stated "R-006, Scoring";
    GAME_WON = "mariash/game-won", stated "R-006, Scoring";
    STAKE = "mariash/stake", ours "R-006 leaves what the game is worth to R-009";
    RATES = "mariash/rates", ours "R-006 leaves the rates to R-009";
    RED = "mariash/red", ours "R-006 leaves red trump to R-001";
    MISERE = "mariash/misere", ours "R-006 only excludes contracts";
    SLAM = "mariash/slam", ours "R-006 only excludes contracts";
    CARD_POINTS = "mariash/card-points", ours "R-006 only shows 105 against 15, which add up to 120";
    MARRIAGES = "mariash/marriages", ours "R-006 does not speak of marriages";
    SILENT_SEVEN = "mariash/silent-seven", ours "R-006 only pays what was committed";
    SILENT_HUNDRED = "mariash/silent-hundred", ours "R-006 only pays what was committed";
    LIMIT = "mariash/limit", ours "R-006 leaves payment to R-009";
    LENGTH = "mariash/length", ours "R-006 is one phase of one hand";
}
