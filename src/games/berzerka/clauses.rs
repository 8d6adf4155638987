//! The clauses of Berzerka.

use overtrick_core::clauses;

const AID_DEAL: &str = "Player aid, Dealing Phase";
const AID_BID: &str = "Player aid, Bidding Phase";
const AID_DRAW: &str = "Player aid, Discard/Draw Phase";
const AID_TRICK: &str = "Player aid, Trick Phase";
const AID_SCORE: &str = "Player aid, Scoring Phase";

clauses! {
    LENGTH = "berzerka/length", ours "how many hands make a match";
    BOARD = "berzerka/board", stated "Score sheet";
    SHAPESHIFT = "berzerka/shapeshift", stated "Contract Appendix, Shapeshift";
    CUSTOM_TILES = "berzerka/custom", stated "Mix-N-Match Contract Tiles, the blank ones";
    DEAL = "berzerka/deal", stated AID_DEAL;
    BID_ORDER = "berzerka/bid-order", stated AID_BID;
    BID_OPEN = "berzerka/bid-open", stated AID_BID;
    FIRST_BID = "berzerka/first-bid", stated AID_BID;
    OVERBID = "berzerka/overbid", stated AID_BID;
    OVERBID_JUMP = "berzerka/overbid-jump", ours "whether an overbid may skip steps";
    OVERBID_MOST = "berzerka/overbid-most", ours "how far an overbid may go";
    OVERBID_CONTRACT = "berzerka/overbid-contract", ours "whether an overbid may change the contract";
    PASS_OUT = "berzerka/pass-out", stated AID_BID;
    AUCTION_END = "berzerka/auction-end", stated AID_BID;
    THIRD_BID = "berzerka/third-bid", ours "whether the last player may still bid after two passes";
    HOTSEAT = "berzerka/hotseat", stated AID_BID;
    HOTSEAT_NEXT = "berzerka/hotseat-next", ours "a Forehand without a contract left";
    ASKS = "berzerka/asks", stated "Contract Appendix, Additional information needed";
    DISCARD_ORDER = "berzerka/discard-order", stated AID_DRAW;
    DRAW = "berzerka/draw", stated AID_DRAW;
    LEAD = "berzerka/lead", stated AID_TRICK;
    FOLLOW = "berzerka/follow", stated AID_TRICK;
    MUST_TRUMP = "berzerka/must-trump", stated AID_TRICK;
    MUST_BEAT = "berzerka/must-beat", stated AID_TRICK;
    RANKING = "berzerka/ranking", stated "Contract Appendix, Notes";
    RECORD_MOST = "berzerka/record-most", stated "Contract Appendix, Berzerka";
    LAST_SIX = "berzerka/last-six", stated "Contract Appendix, Marathon Flex";
    RECORD_CLOSEST = "berzerka/record-closest", stated "Contract Appendix, Hold Steady";
    RECORD_FEWEST = "berzerka/record-fewest", stated "Contract Appendix, Bottle It Up";
    RECORD_PAIN = "berzerka/record-pain", stated "Contract Appendix, One Weakness";
    PAIN_OVERBID = "berzerka/pain-overbid", ours "what an overbid does to the cards of the pain suit";
    VALUE = "berzerka/value", stated AID_BID;
    ROW = "berzerka/row", stated AID_SCORE;
    RANK = "berzerka/rank", ours "what each place gets";
    TIEBREAK = "berzerka/tiebreak", ours "the tiebreakers that Hold Steady speaks of";
    BID_BREAKS_TIES = "berzerka/bid-breaks-ties", ours "the tiebreakers after the discards";
    SHARED = "berzerka/shared", ours "players who are still tied";
    MIDDLING = "berzerka/middling", stated "Contract Appendix, Middling";
    MIDDLING_OVERBID = "berzerka/middling-overbid", ours "what an overbid does in Middling";
    MIDDLING_TIE = "berzerka/middling-tie", ours "more than one player in the middle";
    WINNER = "berzerka/winner", ours "who wins a match";
}
