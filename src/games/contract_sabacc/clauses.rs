//! The clauses of Contract Sabacc.

use overtrick_core::clauses;

clauses! {
    SEATS = "contract-sabacc/seats", stated "Contract Sabacc";
    CARDS = "contract-sabacc/cards", stated "The Cards";
    FIRST_DEALER = "contract-sabacc/first-dealer", stated "The Deal";
    ANTE = "contract-sabacc/ante", stated "The Ante";
    ANTE_EACH = "contract-sabacc/ante-each", ours "whether antes are paid before every deal";
    DEAL = "contract-sabacc/deal", stated "The Deal";
    BIDS = "contract-sabacc/bids", stated "The Bidding";
    BIDDING_STARTS = "contract-sabacc/bidding-starts", stated "The Bidding";
    BID_TURN = "contract-sabacc/bid-turn", stated "The Bidding";
    BID_HIGHER = "contract-sabacc/bid-higher", stated "The Bidding";
    PASSED_OUT = "contract-sabacc/passed-out", stated "The Bidding";
    BIDDING_ENDS = "contract-sabacc/bidding-ends", stated "The Bidding";
    LAST_BID = "contract-sabacc/last-bid", ours "whether the last one left may bid";
    VOID = "contract-sabacc/void", stated "The Bidding";
    VOID_ANTE = "contract-sabacc/void-ante", ours "the antes of a void hand";
    VOID_TURN = "contract-sabacc/void-turn", ours "whether a void hand was its dealer's turn";
    WAGERS = "contract-sabacc/wagers", ours "what wagering as in Poker comes to";
    MATCH_STACK = "contract-sabacc/match-stack", ours "which stack the extra ones match";
    TALON = "contract-sabacc/talon", stated "The Bidding";
    SET_ASIDE = "contract-sabacc/set-aside", stated "The Bidding";
    ASIDE_LIMITS = "contract-sabacc/aside-limits", stated "The Bidding";
    FACE_UP = "contract-sabacc/face-up", stated "The Bidding";
    LEADS = "contract-sabacc/leads", stated "Gameplay";
    FOLLOW = "contract-sabacc/follow", stated "Gameplay";
    MUST_SABACC = "contract-sabacc/must-sabacc", stated "Gameplay";
    STRONGEST = "contract-sabacc/strongest", stated "The Cards";
    TRICKS = "contract-sabacc/tricks", stated "Gameplay";
    PILE = "contract-sabacc/pile", stated "Gameplay";
    CARD_POINTS = "contract-sabacc/card-points", stated "Counting, card values and scoring";
    MADE = "contract-sabacc/made", stated "Counting, card values and scoring";
    FAILED = "contract-sabacc/failed", stated "The Bidding";
    ODD_CHIPS = "contract-sabacc/odd-chips", ours "chips that the defenders cannot divide evenly";
    BONUS = "contract-sabacc/bonus", stated "Bonuses";
    IDIOT_AT_THE_END = "contract-sabacc/idiot-at-the-end", stated "Bonuses";
    MAGICIAN_AT_THE_END = "contract-sabacc/magician-at-the-end", stated "Bonuses";
    SLAM = "contract-sabacc/slam", stated "Bonuses";
    SLAM_COUNT = "contract-sabacc/slam-count", ours "whether more than all but three is still a Slam";
    GRAND_SLAM = "contract-sabacc/grand-slam", stated "Bonuses";
    LENGTH = "contract-sabacc/length", stated "Bonuses";
    POT_AT_START = "contract-sabacc/pot-at-start", stated "Bonuses";
    POT_AT_END = "contract-sabacc/pot-at-end", stated "Bonuses";
    POT_ODD = "contract-sabacc/pot-odd", ours "chips of the pot that do not divide";
    WINNER = "contract-sabacc/winner", ours "who has won a match";
}
