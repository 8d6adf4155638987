//! Contract Sabacc: the highest bidder plays a contract alone against all others, for chips.

mod auction;
mod cards;
mod paper;
mod play;
mod questions;
mod score;

use overtrick_core::prelude::*;
pub use score::State;

impl Game for ContractSabacc {
    const FACTS: &'static Facts = &Facts {
        id: "contract-sabacc",
        name: "Contract Sabacc",
        author: "an author whom the rules do not name",
        source: "Contract Sabacc, rules of play",
        players: (3, 5),
        balances: true,
        clauses: clauses::CLAUSES,
        columns: &[Column::new(score::POT, ColumnPlace::After)],
        irregularities: clauses::IRREGULARITIES,
        ..Facts::of::<ContractSabacc>()
    };
}

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
    /// The number of tricks that makes a Slam.
    pub enum Slam {
        /// At least all but three.
        AtLeast = "at-least",
        /// Exactly all but three.
        Exactly = "exactly",
    }
}

words! {
    /// The chips that players have wagered at the end of the bidding.
    pub enum Wagers {
        /// Every player wagers the stake of the winning bid.
        AllMatch = "all-match",
        /// Each player who bid wagers the stake of that player's last bid.
        RaiseTo = "raise-to",
        /// Each player who bid wagers the total stakes of all that player's bids.
        Add = "add",
    }
}

words! {
    /// The stack that the declarer adds for each defender.
    pub enum MatchStack {
        /// A stack of the same size as the declarer's.
        Declarer = "declarer",
        /// A stack of the same size as that defender's.
        Defender = "defender",
    }
}

words! {
    /// Where chips go that the defenders cannot divide equally.
    pub enum OddChips {
        /// To the Ante Pot.
        AntePot = "ante-pot",
        /// Back to the declarer.
        Declarer = "declarer",
    }
}

words! {
    /// The player who bids first.
    pub enum BiddingStarts {
        /// The dealer's left: the player before the dealer.
        DealersLeft = "dealers-left",
        /// The dealer's right: the player after the dealer.
        DealersRight = "dealers-right",
    }
}

words! {
    /// The use of the Ante Pot at the end of the match.
    pub enum PotAtEnd {
        /// It stays for another match.
        Leave = "leave",
        /// The players share it.
        Divide = "divide",
    }
}

house_rules! {
    /// The house rules in force for a match of Contract Sabacc.
    pub struct ContractSabacc(options, table, context);

    ante: number(0..=100, 1), stated clauses::ANTE;
    ante_each: word(AnteEach::Deal), ours clauses::ANTE_EACH;
    /// The chips in the Ante Pot from an earlier match.
    pot_at_start: number(0..=1_000_000, 0), stated clauses::POT_AT_START;
    slam: word(Slam::AtLeast), ours clauses::SLAM_COUNT;
    wagers: word(Wagers::AllMatch), ours clauses::WAGERS;
    match_stack: word(MatchStack::Declarer), ours clauses::MATCH_STACK;
    odd_chips: word(OddChips::AntePot), ours clauses::ODD_CHIPS;
    bidding_starts: word(BiddingStarts::DealersLeft), stated clauses::BIDDING_STARTS;
    pot_at_end: word(PotAtEnd::Leave), stated clauses::POT_AT_END;
}

impl ContractSabacc {
    /// Returns the player who bids first in a hand dealt by this seat.
    fn first_to_bid(&self, table: &Table, dealer: Seat) -> Seat {
        match self.bidding_starts {
            BiddingStarts::DealersLeft => table.after(dealer, table.len() - 1),
            BiddingStarts::DealersRight => table.next(dealer),
        }
    }
}

words! {
    /// A bid; lower bids come first.
    pub enum Bid {
        /// The declarer takes the talon, for a stake of one chip.
        Take = "take",
        /// The declarer takes the talon, also for a stake of one chip, but the bid outranks Take.
        Push = "push",
        /// The declarer takes the talon, for a stake of two chips.
        Guard = "guard",
        /// The talon goes unseen into the declarer's pile, for a stake of four chips.
        GuardWithout = "guard-without",
        /// The talon goes unseen into the defenders' pile, for a stake of six chips.
        GuardAgainst = "guard-against",
    }
}

words! {
    /// A call in the bidding.
    pub enum Call {
        /// No bid; the player may not bid again.
        Pass = "pass",
        /// Take.
        Take = "take",
        /// Push.
        Push = "push",
        /// Guard.
        Guard = "guard",
        /// Guard without.
        GuardWithout = "guard-without",
        /// Guard against.
        GuardAgainst = "guard-against",
    }
}

words! {
    /// The card that won the last trick.
    pub enum LastCard {
        /// The Idiot.
        Idiot = "idiot",
        /// The Magician.
        Magician = "magician",
        /// Any other card.
        Other = "other",
    }
}

impl Bid {
    /// Returns the stake of the bid in chips.
    const fn stake(self) -> i64 {
        [1, 1, 2, 4, 6][self as usize]
    }

    /// Whether the declarer takes the talon and puts the same number of cards aside.
    const fn takes_talon(self) -> bool {
        matches!(self, Bid::Take | Bid::Push | Bid::Guard)
    }

    /// Whether the talon, or the cards put aside in exchange for it, count in the declarer's pile.
    const fn keeps_talon(self) -> bool {
        !matches!(self, Bid::GuardAgainst)
    }
}

impl Call {
    /// Returns the bid of a call; `None` for a pass.
    fn bid(self) -> Option<Bid> {
        Bid::from_word(self.word())
    }
}

/// The number of cards that are worth half a point.
const OTHERS: i64 = 59;

/// The most chips that a player can wager.
const MAX_CHIPS: i64 = 100_000;

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional auction: Vec<WrittenCall<Call>>,
        optional void: bool,
        depends declarer: String = Kind::Player,
        depends contract: Bid,
        optional stakes: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, MAX_CHIPS)),
        depends card_points: f64 = Kind::Number(0, 91),
        depends pile: Vec<String> = CARDS,
        depends pile_counts: PileCounts,
        optional tricks: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, 24)),
        optional last_trick: LastTrick,
        optional play: Played,
    }
}

object! {
    /// The winner of the last trick, and the winning card.
    pub struct LastTrick {
        required winner: String = Kind::Player,
        required card: LastCard,
    }
}

object! {
    /// The number of cards of each value in the declarer's pile.
    pub struct PileCounts {
        required honours: i64 = Kind::Int(0, 7),
        required mistresses: i64 = Kind::Int(0, 4),
        required commanders: i64 = Kind::Int(0, 4),
        required legates: i64 = Kind::Int(0, 4),
        required other: i64 = Kind::Int(0, OTHERS),
    }
}

object! {
    /// The play of the hand, with the talon and the cards put aside.
    pub struct Played {
        required tricks: WrittenTricks,
        optional hands: WrittenHands = HANDS,
        optional talon: Vec<String> = CARDS,
        optional aside: Vec<String> = CARDS,
    }
}

mod clauses {
    overtrick_core::clauses! { "contract-sabacc":
        SEATS, CARDS, FIRST_DEALER, ANTE, ANTE_EACH ours, DEAL, BIDS, BIDDING_STARTS, BID_TURN,
        BID_HIGHER, PASSED_OUT ours, BIDDING_ENDS, LAST_BID ours, ALL_PASS ours, VOID,
        VOID_ANTE ours, VOID_TURN ours, WAGERS ours, STAKES ours, MATCH_STACK ours, TALON,
        SET_ASIDE, ASIDE_LIMITS, FACE_UP, LEADS, FOLLOW, MUST_SABACC, TRICK, STRONGEST ours,
        TRICKS, PILE, CARD_POINTS, MADE, FAILED, ODD_CHIPS ours, BONUS, IDIOT_AT_THE_END,
        MAGICIAN_AT_THE_END, SLAM, SLAM_COUNT ours, GRAND_SLAM, TWO_BONUSES ours,
        UNCLAIMED_BONUS ours, LENGTH, POT_AT_START, POT_AT_END, POT_ODD ours, WINNER ours,
    }

    overtrick_core::irregularities! {
        "contract-sabacc/misdeal": DEAL => guided Misdeal;
        "contract-sabacc/bid-out-of-turn": BID_TURN => guided Call;
        "contract-sabacc/bid-too-low": BID_HIGHER => guided Call;
        "contract-sabacc/bid-after-pass": PASSED_OUT => guided Call;
        "contract-sabacc/talon-seen": TALON => guided ExposedCard;
        "contract-sabacc/aside-count": SET_ASIDE => guided Aside;
        "contract-sabacc/aside-forbidden": ASIDE_LIMITS => guided Aside;
        "contract-sabacc/sabacc-hidden": FACE_UP => guided Aside;
        "contract-sabacc/bonus-unclaimed": UNCLAIMED_BONUS => guided UnclaimedBonus;
        "contract-sabacc/revoke": FOLLOW => guided Revoke;
        "contract-sabacc/no-sabacc": MUST_SABACC => guided Revoke;
        "contract-sabacc/led-out-of-turn": LEADS => guided OutOfTurn;
        "contract-sabacc/out-of-turn": "play/turn" => guided OutOfTurn;
    }
}
