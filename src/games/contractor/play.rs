//! The play of the cards in Contractor, and the cards that the contractor puts aside in exchange for the kitty.

use super::clauses;
use super::record::{Condition, Contract, KITTY, Strain};
use overtrick_core::prelude::*;

/// The number of tricks in a hand, which is the number of cards that each player has after the exchange with the kitty.
pub const TRICKS: usize = 10;

const RANKS: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
const JOKER_NAME: &str = "joker";
/// The joker, the last card of the pack.
pub const JOKER: Card = Card(32);

/// The thirty-three cards: each suit from the 7 up to the ace, then the joker.
pub const PACK: Pack = Pack {
    cards: 33,
    read: |text| {
        let joker = (text == JOKER_NAME).then_some(JOKER);
        joker.or_else(|| french::read_card(&RANKS, text))
    },
    name: |card| match card {
        JOKER => JOKER_NAME.to_owned(),
        card => french::name_card(&RANKS, card),
    },
};

/// Returns the suit of a card; `None` for the joker.
fn suit(card: Card) -> Option<Suit> {
    Suit::ALL.get(usize::from(card.0 / 8)).copied()
}

/// Returns the suit of a played card. The joker has a suit only if it was led and its player named one.
fn suit_of(played: PlayedCard) -> Option<Suit> {
    suit(played.card).or(played.named)
}

/// The rules of play of one hand.
#[derive(Clone)]
pub struct Cards {
    deal: Deal,
    contractor: Seat,
    contract: Contract,
    trump: Option<Suit>,
    /// The top card of the kitty, which was turned up.
    kitty_card: Option<Card>,
    /// Whether a player other than the contractor played a trump before the first known trick.
    pub trump_played_by_others: bool,
}

impl Cards {
    /// Returns the rules of play of a hand with this contract. Crazytrump requires `kitty_card`, a field of
    /// the object at `pointer`.
    pub fn of_hand(
        contractor: Seat,
        contract: &Contract,
        pointer: &str,
        kitty_card: &Given<String>,
        context: &mut HandContext<'_>,
    ) -> Option<Cards> {
        let pointer = format!("{pointer}/kitty_card");
        if contract.strain == Strain::Crazytrump {
            context.needed(kitty_card, &pointer)?;
        }
        let kitty_card = match &**kitty_card {
            Some(text) => Some(read_card(context, &PACK, &pointer, text)?),
            None => None,
        };
        let trump = match contract.strain {
            Strain::Crazytrump => kitty_card.and_then(suit),
            strain => Suit::from_word(strain.word()),
        };
        let table = context.table;
        let leads = Some(contract.leader(contractor, table));
        Some(Cards {
            deal: Deal::to_all(table, leads, Some(TRICKS), clauses::DEAL, clauses::LEAD),
            contractor,
            contract: *contract,
            trump,
            kitty_card,
            trump_played_by_others: false,
        })
    }

    /// Whether a played card is a trump.
    fn is_trump(&self, played: PlayedCard) -> bool {
        self.trump.is_some() && suit_of(played) == self.trump
    }

    /// Whether a played card is the contractor's joker in Nil without joker. Such a joker wins its trick.
    fn is_kept_joker(&self, played: PlayedCard) -> bool {
        let own = played.card == JOKER && played.seat == self.contractor;
        own && self.contract.is_without_joker()
    }

    /// Whether a player other than the contractor has played a trump.
    fn is_trump_played(&self, before: &[Trick]) -> bool {
        let mut played = before.iter().flat_map(|trick| &trick.played);
        self.trump_played_by_others
            || played.any(|played| played.seat != self.contractor && self.is_trump(*played))
    }

    /// Returns the breach if the contractor may not lead this card because no other player has played a trump yet.
    fn sour_lead(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let sour = self.contract.has(Condition::SourTrumps);
        let bound = sour && played.seat == self.contractor && self.is_trump(played);
        if !bound || self.is_trump_played(position.before) {
            return None;
        }
        let is_other = |card| card != JOKER && suit(card) != self.trump;
        let others = position.held.any(is_other);
        if played.card == JOKER {
            // The author's rules cover only a contractor who holds just trumps and the joker.
            let has_trump = position.held.any(|card| suit(card) == self.trump);
            let clause = if has_trump && !others {
                clauses::SOUR_JOKER
            } else {
                clauses::JOKER_TRUMP
            };
            return Some(Breach::new(clause, args![]).with_message(clauses::SOUR_JOKER));
        }
        if others {
            return Some(Breach::new(clauses::SOUR_TRUMPS, args![]));
        }
        let breach = Breach::new(clauses::SOUR_JOKER, args![]);
        let has_joker = position.held.contains(JOKER);
        has_joker.then_some(breach.with_message("contractor/sour-joker-held"))
    }

    /// Returns the breach if the card turned up from the kitty is in an impossible hand. The contractor may hold it
    /// or have put it aside, and with Thievery another player may hold it. Returns `None` if a hand is unknown.
    pub fn revealed_in_hands(&self, hands: &Hands) -> Option<Breach> {
        let (contract, revealed) = (&self.contract, self.kitty_card?);
        if hands.iter().any(Option::is_none) {
            return None;
        }
        let holds = |hand: &Option<CardSet>| hand.is_some_and(|hand| hand.contains(revealed));
        let may_have_it = |seat: usize| {
            let may_hold = seat == self.contractor.index() || contract.has(Condition::Thievery);
            may_hold && taken_from_kitty(contract) > 0
        };
        let holder = hands.iter().position(holds);
        kitty_breach(contract, revealed, holder.is_none_or(may_have_it))
    }
}

impl CardRules for Cards {
    const PACK: Pack = PACK;
    const JOKER: Option<&'static str> = Some(JOKER_NAME);
    /// Whether the card is the contractor's joker in Nil without joker, is a trump, and follows suit; then its rank.
    type Strength = (bool, bool, bool, u8);

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let Some(first) = position.played.first() else {
            return self.sour_lead(position, played);
        };
        let led = suit_of(*first)?;
        let follows = played.card == JOKER || suit(played.card) == Some(led);
        let revokes = !follows && position.held.any(|card| suit(card) == Some(led));
        revokes.then(|| Breach::new(clauses::FOLLOW, args![suit: led]))
    }

    fn decided_by(&self, _: usize, _: &[PlayedCard], best: PlayedCard) -> &'static str {
        match best.card {
            // With Thievery, the contractor may have got the joker from another player.
            JOKER if self.is_kept_joker(best) && self.contract.has(Condition::Thievery) => {
                clauses::STOLEN_JOKER
            }
            JOKER if self.is_kept_joker(best) => clauses::NIL_WITHOUT_JOKER,
            JOKER => clauses::JOKER,
            _ => clauses::TRICK,
        }
    }

    fn strength(&self, _number: usize, first: PlayedCard, played: PlayedCard) -> Self::Strength {
        let joker = played.card == JOKER;
        let rank = if joker { 0 } else { played.card.0 % 8 + 1 };
        (
            self.is_kept_joker(played),
            self.is_trump(played),
            played == first || suit_of(played) == suit_of(first),
            rank,
        )
    }
}

/// Returns the number of cards that the contractor takes from the kitty.
pub fn taken_from_kitty(contract: &Contract) -> usize {
    let taken = KITTY - contract.amount(Condition::Foregone);
    usize::try_from(taken).unwrap_or(0)
}

/// Returns the breach if this card may not be added to the cards put aside.
fn breach(aside: &Aside, card: Card, without_joker: bool) -> Option<Breach> {
    let name = (PACK.name)(card);
    let discard = |args, message| Some(Breach::new(clauses::DISCARD, args).with_message(message));
    let room = aside.size - aside.cards.len();
    let joker_left = aside.rest().contains(JOKER);
    if aside.cards.contains(&card) {
        discard(args![card: name], "contractor/discard-twice")
    } else if !aside.holding.contains(card) {
        discard(args![card: name], "contractor/discard-held")
    } else if room == 0 {
        discard(args![count: aside.size], "contractor/discard-full")
    } else if without_joker && room == 1 && card != JOKER && joker_left {
        let breach = Breach::new(clauses::NIL_WITHOUT_JOKER, args![]);
        Some(breach.with_message("contractor/discard-joker"))
    } else {
        None
    }
}

/// Returns the breach if the card turned up for trump is in the wrong place.
pub fn kitty_breach(contract: &Contract, revealed: Card, is_in_place: bool) -> Option<Breach> {
    if contract.strain != Strain::Crazytrump || is_in_place {
        return None;
    }
    let message = if taken_from_kitty(contract) > 0 {
        "contractor/revealed-card-taken"
    } else {
        "contractor/revealed-card-foregone"
    };
    let args = args![card: (PACK.name)(revealed)];
    Some(Breach::new(clauses::REVEALED_CARD, args).with_message(message))
}

/// Rules on each card that the contractor puts aside. A card that may not be put aside stays in the hand.
pub fn answer_discard(
    contract: &Contract,
    contractor: Option<Seat>,
    holding: &[Card],
    cards: &[Card],
) -> Answer {
    let holding = holding.iter().copied().collect();
    let mut aside = Aside::from(holding, taken_from_kitty(contract));
    let without_joker = contract.is_without_joker();
    let mut answer = aside.answer(&PACK, contractor, cards, |aside, card| {
        breach(aside, card, without_joker)
    });
    if aside.is_complete() {
        let hand: Json = PACK.names(aside.rest()).into_iter().collect();
        answer.outcome.set("hand", hand);
        let mut held = vec![Condition::Thievery, Condition::Exposed];
        held.retain(|condition| contract.has(*condition));
        if !held.is_empty() {
            let words = held.iter().map(|condition| Json::from(condition.word()));
            answer.outcome.set("then", words.collect::<Json>());
        }
        if held.len() == 2 {
            let rule = ("rule", clauses::THIEVERY_FIRST.into());
            answer.outcome.set("decided_by", Json::object([rule]));
        }
    }
    answer
}
