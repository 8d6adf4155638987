//! Cards, tricks and hands as written, and their parsing.

use super::card_rules::{CardRules, Hands, PlayedCard};
use crate::cards::{Card, CardSet, Pack, Suit};
use crate::form::Kind;
use crate::wire::{Given, PerPlayer};
use crate::{HandContext, Seat, all_or_none, args, object, segment};

object! {
    /// A card as written.
    pub struct WrittenCard(pub) {
        /// The player.
        required player: String = Kind::Player,
        /// The card.
        required card: String = Kind::Card,
        /// The suit named for a joker that is led.
        depends suit: Suit,
    }
}

/// The tricks of a hand as written, each a list of cards.
pub type WrittenTricks = Vec<Vec<WrittenCard>>;
/// The cards that players held, as written.
pub type WrittenHands = PerPlayer<Vec<String>>;

/// A list of cards without their players.
pub const CARDS: Kind = Kind::List(&Kind::Card);
/// The cards that players held.
pub const HANDS: Kind = Kind::PerPlayer(&CARDS);

object! {
    /// The recorded play of a hand, instead of or in addition to recorded numbers.
    pub struct RecordedPlay(pub) {
        /// The tricks, each a list of cards.
        required tricks: WrittenTricks,
        /// The hands dealt, as far as known.
        optional hands: WrittenHands = HANDS,
    }
}

/// Reads one card at a pointer.
pub fn read_card(
    context: &mut HandContext<'_>,
    pack: &Pack,
    pointer: &str,
    text: &str,
) -> Option<Card> {
    let card = (pack.read)(text);
    if card.is_none() {
        let args = args![found: text.to_owned(), example: (pack.name)(Card(0))];
        context.refuse("unknown-card", pointer, args);
    }
    card
}

/// Reads a list of cards, in order. A duplicate card is a fault.
pub fn read_cards(
    context: &mut HandContext<'_>,
    pack: &Pack,
    pointer: &str,
    texts: &[String],
) -> Option<Vec<Card>> {
    let mut known = CardSet::EMPTY;
    let cards = texts.iter().enumerate().map(|(index, text)| {
        let place = format!("{pointer}/{index}");
        let card = read_card(context, pack, &place, text)?;
        if !known.insert(card) {
            context.refuse("card-twice", place, args![card: text.clone()]);
            return None;
        }
        Some(card)
    });
    all_or_none(cards)
}

/// Reports every card for which `elsewhere` returns true, because the card is also in another place.
pub fn refuse_elsewhere(
    context: &mut HandContext<'_>,
    pack: &Pack,
    pointer: &str,
    cards: &[Card],
    elsewhere: impl Fn(Card) -> bool,
) {
    let cards = cards.iter().enumerate();
    for (index, card) in cards.filter(|(_, card)| elsewhere(**card)) {
        let args = args![card: (pack.name)(*card)];
        context.refuse("card-twice", format_args!("{pointer}/{index}"), args);
    }
}

/// Reads the known hands. Only players of the hand may have one, no card may be in two, and none may be too large.
pub fn read_hands(
    context: &mut HandContext<'_>,
    pack: &Pack,
    players: &[Seat],
    most: usize,
    pointer: &str,
    hands: &Given<WrittenHands>,
) -> Option<Hands> {
    let mut read: Hands = vec![None; context.table.len()];
    let mut known = CardSet::EMPTY;
    let before = context.faults();
    for (name, texts) in hands.iter().flat_map(PerPlayer::iter) {
        let place = format!("{pointer}/{}", segment(name));
        let Some(seat) = context.seat(&place, name) else {
            continue;
        };
        if !players.contains(&seat) {
            context.refuse("sits-out", &place, args![player: name]);
        }
        if read[seat.index()].is_some() {
            context.refuse("duplicate-player", &place, args![name: name]);
        }
        if texts.len() > most {
            context.refuse("hand-size", &place, args![found: texts.len(), most: most]);
        } else if let Some(cards) = read_cards(context, pack, &place, texts) {
            refuse_elsewhere(context, pack, &place, &cards, |card| known.contains(card));
            let hand: CardSet = cards.into_iter().collect();
            known = known.either(hand);
            read[seat.index()] = Some(hand);
        }
    }
    (context.faults() == before).then_some(read)
}

/// Reports a suit that is named for a card other than a led joker.
pub(super) fn refuse_suit(context: &mut HandContext<'_>, place: &str) {
    context.refuse("suit-named", format_args!("{place}/suit"), args![]);
}

/// Reads the cards of a trick at a pointer, with their players.
///
/// The replay later determines whether a joker was led and must have a suit: see `play`.
pub(super) fn read_trick<R: CardRules>(
    context: &mut HandContext<'_>,
    pointer: &str,
    cards: &[WrittenCard],
) -> Option<Vec<PlayedCard>> {
    let read = all_or_none(cards.iter().enumerate().map(|(index, played)| {
        let place = format!("{pointer}/{index}");
        let seat = context.needed_player(&format!("{place}/player"), &played.player);
        let of_card = format!("{place}/card");
        let text = context.needed(&played.card, &of_card);
        let card = text.and_then(|text| read_card(context, &R::PACK, &of_card, text));
        let is_joker = text.is_some_and(|text| R::JOKER == Some(text));
        if played.suit.is_some() && !is_joker {
            refuse_suit(context, &place);
        }
        let (seat, card, named) = (seat?, card?, *played.suit);
        Some(PlayedCard { seat, card, named })
    }));
    read.filter(|_| context.is_clean())
}

/// Reads the tricks of a hand at a pointer.
pub(super) fn read_tricks<R: CardRules>(
    context: &mut HandContext<'_>,
    pointer: &str,
    tricks: &[Vec<WrittenCard>],
) -> Option<Vec<Vec<PlayedCard>>> {
    let tricks = tricks.iter().enumerate();
    all_or_none(
        tricks.map(|(index, cards)| read_trick::<R>(context, &format!("{pointer}/{index}"), cards)),
    )
}
