//! What cards mean in Mariash: follow and beat, trump and overtrump, and the seven in the last trick.

use super::clauses;
use super::commitments::Commitment;
use super::house_rules::CardPoints;
use super::record::GameType;
use overtrick_core::prelude::*;

/// Tricks in a hand, and cards in a player's hand.
pub const TRICKS: usize = 10;

const NAMES: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
/// Cards of a suit.
const RANKS: u8 = 8;
const SEVEN: u8 = 0;
const TEN: u8 = 3;
const JACK: u8 = 4;
const QUEEN: u8 = 5;
const KING: u8 = 6;
const ACE: u8 = 7;

/// All thirty-two, by suit and within a suit from the seven to the ace.
pub const PACK: Pack = Pack {
    cards: 32,
    read: |text| french::read_card(&NAMES, text),
    name: |card| french::name_card(&NAMES, card),
};

/// Its suit.
pub fn suit(card: Card) -> Suit {
    Suit::ALL[usize::from(card.0 / RANKS)]
}

/// Its rank: 0 is the seven, 7 the ace.
fn rank(card: Card) -> u8 {
    card.0 % RANKS
}

/// Whether it is an ace or a ten.
pub fn is_sharp(card: Card) -> bool {
    matches!(rank(card), ACE | TEN)
}

/// Whether it is the seven of this suit.
pub fn is_seven(card: Card, trump: Option<Suit>) -> bool {
    rank(card) == SEVEN && Some(suit(card)) == trump
}

/// The cards of one hand.
pub struct Cards {
    deal: Deal,
    pub declarer: Seat,
    pub trump: Option<Suit>,
    pub card_points: CardPoints,
    /// Whether the declarer and the defense have a Seven of their own.
    pub sevens: [bool; 2],
}

impl Cards {
    /// The cards of a hand with these commitments.
    pub fn of_hand(
        players: &[Seat],
        declarer: Seat,
        trump: Option<Suit>,
        card_points: CardPoints,
        commitments: &[Commitment],
    ) -> Cards {
        let has_seven = |own: bool| {
            commitments.iter().any(|commitment| {
                commitment.contract.has_seven() && (commitment.by == declarer) == own
            })
        };
        Cards {
            deal: Deal {
                players: players.to_vec(),
                leads: declarer,
                tricks: Some(TRICKS),
            },
            declarer,
            trump,
            card_points,
            sevens: [has_seven(true), has_seven(false)],
        }
    }

    /// The trump of a hand of this type.
    pub fn trump(game_type: GameType, trump: Option<Suit>) -> Option<Suit> {
        trump.filter(|_| game_type == GameType::Trump)
    }

    /// How high a card is within its suit.
    fn height(&self, card: Card) -> u8 {
        if self.trump.is_none() || self.card_points == CardPoints::Full {
            return rank(card);
        }
        match rank(card) {
            TEN => KING,
            rank @ JACK..=KING => rank - 1,
            rank => rank,
        }
    }

    /// How strong a card is in a trick: nothing, a card of the suit that was led, a trump, and the
    /// seven of trumps in the last trick where its side has a Seven.
    fn height_in_trick(&self, number: usize, led: Suit, seat: Seat, card: Card) -> u8 {
        let side = usize::from(seat != self.declarer);
        if number == TRICKS && self.sevens[side] && is_seven(card, self.trump) {
            return 4 * RANKS;
        }
        let own = suit(card);
        if Some(own) == self.trump {
            2 * RANKS + self.height(card)
        } else if own == led {
            RANKS + self.height(card)
        } else {
            0
        }
    }

    fn points(&self, card: Card) -> i64 {
        match (self.card_points, rank(card)) {
            (CardPoints::Full, ACE) => 11,
            (_, ACE | TEN) => 10,
            (CardPoints::Full, KING) => 4,
            (CardPoints::Full, QUEEN) => 3,
            (CardPoints::Full, JACK) => 2,
            _ => 0,
        }
    }

    /// The points of the declarer's pile, with these cards put aside.
    pub fn pile_points(&self, play: &Play, talon: CardSet) -> i64 {
        let pile = play.pile(&[self.declarer]).either(talon);
        let last = play.tricks.get(TRICKS - 1);
        let won_last = last.is_some_and(|trick| trick.winner() == Some(self.declarer));
        let extra = if won_last && self.card_points == CardPoints::Tens {
            10
        } else {
            0
        };
        pile.iter().map(|card| self.points(card)).sum::<i64>() + extra
    }
}

/// The two cards that lie in nobody's hand or trick, if all others are known.
pub fn talon(hands: &Hands, play: &Play) -> Option<CardSet> {
    let held = hands.iter().flatten().copied();
    let known = held.fold(play.cards(), CardSet::either);
    let rest = CardSet::pack(PACK.cards).without(known);
    (rest.len() == 2).then_some(rest)
}

impl CardRules for Cards {
    const PACK: Pack = PACK;
    type Strength = u8;

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let led = suit(position.played.first()?.card);
        let height = |seat, card| self.height_in_trick(position.number, led, seat, card);
        let lying = position.played.iter();
        let best = lying.map(|lies| height(lies.seat, lies.card)).max()?;
        let beats = |card| height(played.seat, card) > best;
        let could_beat = |of: Suit| position.held.any(|card| suit(card) == of && beats(card));
        let own = suit(played.card);
        if position.held.any(|card| suit(card) == led) {
            if own != led {
                return Some(Breach::of(clauses::FOLLOW, args![suit: led]));
            }
            let mut lies = position.played.iter().map(|lies| Some(suit(lies.card)));
            let trumped = Some(led) != self.trump && lies.any(|lies| lies == self.trump);
            let low = !trumped && !beats(played.card) && could_beat(led);
            return low.then(|| Breach::of(clauses::BEAT, args![suit: led]));
        }
        let trump = self
            .trump
            .filter(|trump| position.held.any(|card| suit(card) == *trump))?;
        if own != trump {
            let args = args![suit: led, trump: trump];
            return Some(Breach::of(clauses::MUST_TRUMP, args));
        }
        let low = !beats(played.card) && could_beat(trump);
        low.then(|| Breach::of(clauses::OVERTRUMP, args![trump: trump]))
    }

    fn strength(&self, number: usize, first: PlayedCard, played: PlayedCard) -> u8 {
        self.height_in_trick(number, suit(first.card), played.seat, played.card)
    }
}
