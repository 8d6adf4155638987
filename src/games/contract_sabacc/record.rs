//! What a table reports of a hand of Contract Sabacc.

use overtrick_core::prelude::*;

words! {
    /// What is bid, the lowest first.
    pub enum Bid {
        /// The talon taken, a stake of one chip.
        Take = "take",
        /// The same, outranking it.
        Push = "push",
        /// The same for two chips.
        Guard = "guard",
        /// The talon unseen to the declarer's pile, four chips.
        GuardWithout = "guard-without",
        /// The talon unseen to the defenders' pile, six chips.
        GuardAgainst = "guard-against",
    }
}

words! {
    /// What is called in the bidding.
    pub enum Call {
        /// No bid; whoever passes is out.
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
    /// What the last trick was won with.
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
    /// The chips that it costs.
    pub(super) const fn stake(self) -> i64 {
        match self {
            Bid::Take | Bid::Push => 1,
            Bid::Guard => 2,
            Bid::GuardWithout => 4,
            Bid::GuardAgainst => 6,
        }
    }

    /// Whether the declarer takes the talon and puts as many cards aside.
    pub(super) const fn takes_talon(self) -> bool {
        matches!(self, Bid::Take | Bid::Push | Bid::Guard)
    }

    /// Whether the talon, or what was put aside for it, lies in the declarer's pile.
    pub(super) const fn keeps_talon(self) -> bool {
        !matches!(self, Bid::GuardAgainst)
    }
}

impl Call {
    /// The bid that it is; nothing, of a pass.
    pub(super) fn bid(self) -> Option<Bid> {
        Bid::from_word(self.word())
    }
}

/// How many cards of the deck are worth half a point.
pub const OTHERS: i64 = 59;

/// The most chips that can lie in front of a player.
pub const MOST_CHIPS: i64 = 100_000;

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional auction: Vec<WrittenCall<Call>>,
        optional void: bool,
        depends declarer: String = Kind::Player,
        depends contract: Bid,
        optional stakes: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, MOST_CHIPS)),
        depends card_points: Decimal = Kind::Number(0, 91),
        depends pile: Vec<String> = CARDS,
        depends pile_counts: PileCounts,
        optional tricks: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, 24)),
        optional last_trick: LastTrick,
        optional play: Played,
    }
}

object! {
    /// Who won the last trick, and with what.
    pub struct LastTrick {
        required winner: String = Kind::Player,
        required card: LastCard,
    }
}

object! {
    /// How many cards of each worth lie in the declarer's pile.
    pub struct PileCounts {
        required honours: i64 = Kind::Int(0, 7),
        required mistresses: i64 = Kind::Int(0, 4),
        required commanders: i64 = Kind::Int(0, 4),
        required legates: i64 = Kind::Int(0, 4),
        required other: i64 = Kind::Int(0, OTHERS),
    }
}

object! {
    /// The play of the hand, with what never came into play.
    pub struct Played {
        required tricks: WrittenTricks,
        optional hands: WrittenHands = HANDS,
        optional talon: Vec<String> = CARDS,
        optional aside: Vec<String> = CARDS,
    }
}

impl Record {
    /// The fields that a void hand cannot have, each with whether it is there.
    pub(super) fn beside_void(&self) -> [(&'static str, bool); 9] {
        [
            ("/declarer", self.declarer.is_some()),
            ("/contract", self.contract.is_some()),
            ("/stakes", self.stakes.is_some()),
            ("/card_points", self.card_points.is_some()),
            ("/pile", self.pile.is_some()),
            ("/pile_counts", self.pile_counts.is_some()),
            ("/tricks", self.tricks.is_some()),
            ("/last_trick", self.last_trick.is_some()),
            ("/play", self.play.is_some()),
        ]
    }
}
