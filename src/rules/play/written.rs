//! Cards, tricks and hands as they are written in documents, and how they are read.

use serde::Deserialize;

use super::card_rules::{CardRules, Hands, PlayedCard, Suit};
use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::form::{Field, Kind};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Finding, HandContext, Seat, args, segment};

/// A card that a player plays, as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WrittenCard {
    /// The player.
    pub player: Given<String>,
    /// The card, as its pack writes it.
    pub card: Given<String>,
    /// The suit that a joker is named as when it is led.
    pub suit: Given<Suit>,
}

/// The fields of a [`WrittenCard`].
pub const CARD: &[Field] = &[
    Field::required("player", Kind::Player),
    Field::required("card", Kind::Card),
    Field::depends("suit", Kind::Word(Suit::WORDS)),
];
/// The cards of a trick.
pub const CARDS: Kind = Kind::List(&Kind::Object(CARD));
/// The tricks of a hand.
pub const TRICKS: Kind = Kind::List(&CARDS);
/// The cards that players held at the start.
pub const HANDS: Kind = Kind::PerPlayer(&Kind::List(&Kind::Card));

/// The play of a hand in its record, in place of the numbers that result from it or beside them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecordedPlay {
    /// The tricks, each a list of cards.
    pub tricks: Given<Vec<Vec<WrittenCard>>>,
    /// The hands dealt, as far as they are known.
    pub hands: Given<PerPlayer<Vec<String>>>,
}

/// The fields of a [`RecordedPlay`].
pub const RECORDED_PLAY: &[Field] = &[
    Field::required("tricks", TRICKS),
    Field::optional("hands", HANDS),
];

/// The fields of a question about a trick of a hand with at most `most` tricks.
pub const fn trick_question(most: i64, setting: Field) -> [Field; 4] {
    [
        Field::required("cards", CARDS),
        Field::optional("hands", HANDS),
        Field::optional("trick", Kind::Int(1, most)),
        setting,
    ]
}

/// The fields of a question about the play of a hand.
pub const fn play_question(setting: Field) -> [Field; 3] {
    [
        Field::required("tricks", TRICKS),
        Field::optional("hands", HANDS),
        setting,
    ]
}

/// The fields of a question about a discard.
pub const fn discard_question(setting: Field) -> [Field; 3] {
    let cards = Kind::List(&Kind::Card);
    [
        Field::required("holding", cards),
        Field::required("aside", cards),
        setting,
    ]
}

/// Reads one card at a pointer. A card that the pack does not have is a fault.
pub fn read_card(
    context: &mut HandContext<'_>,
    pack: &Pack,
    pointer: &str,
    text: &str,
) -> Option<Card> {
    let card = (pack.read)(text);
    if card.is_none() {
        let example = (pack.name)(Card(0));
        context.report(Finding::rule(
            "unknown-card",
            pointer,
            args![found: text.to_owned(), example: example],
        ));
    }
    card
}

/// Reads a list of cards in order. A card that is there twice is a fault.
pub fn read_cards(
    context: &mut HandContext<'_>,
    pack: &Pack,
    pointer: &str,
    texts: &[String],
) -> Option<Vec<Card>> {
    let mut all = CardSet::EMPTY;
    let mut cards = Vec::with_capacity(texts.len().min(128));
    let mut valid = true;
    for (index, text) in texts.iter().enumerate() {
        let place = format!("{pointer}/{index}");
        match read_card(context, pack, &place, text) {
            Some(card) if all.insert(card) => cards.push(card),
            Some(_) => {
                context.report(Finding::rule(
                    "card-twice",
                    place,
                    args![card: text.clone()],
                ));
                valid = false;
            }
            None => valid = false,
        }
    }
    valid.then_some(cards)
}

/// Reads the known hands. A hand of more than `most` cards, a second hand of one player, and a card
/// in two hands are faults.
pub fn read_hands(
    context: &mut HandContext<'_>,
    pack: &Pack,
    players: &[Seat],
    most: usize,
    pointer: &str,
    hands: &Given<PerPlayer<Vec<String>>>,
) -> Option<Hands> {
    let mut known: Hands = vec![None; context.table.len()];
    let mut all = CardSet::EMPTY;
    let mut valid = true;
    for (name, texts) in hands.iter().flat_map(PerPlayer::iter) {
        let place = format!("{pointer}/{}", segment(name));
        let Some(seat) = context.seat(&place, name) else {
            valid = false;
            continue;
        };
        if !players.contains(&seat) {
            context.report(Finding::rule("sits-out", &*place, args![player: name]));
            valid = false;
        }
        if known[seat.index()].is_some() {
            context.report(Finding::rule(
                "duplicate-player",
                &*place,
                args![name: name],
            ));
            valid = false;
        }
        if texts.len() > most {
            context.report(Finding::rule(
                "hand-size",
                &*place,
                args![found: texts.len(), most: most],
            ));
            valid = false;
            continue;
        }
        let Some(cards) = read_cards(context, pack, &place, texts) else {
            valid = false;
            continue;
        };
        for (index, card) in cards.iter().enumerate() {
            if !all.insert(*card) {
                let card = (pack.name)(*card);
                context.report(Finding::rule(
                    "card-twice",
                    format!("{place}/{index}"),
                    args![card: card],
                ));
                valid = false;
            }
        }
        known[seat.index()] = Some(cards.into_iter().collect());
    }
    valid.then_some(known)
}

/// Reports a named suit beside the card at a pointer, which is not a joker that is led.
pub(super) fn report_suit_named(context: &mut HandContext<'_>, card: &str) {
    context.report(Finding::rule("suit-named", format!("{card}/suit"), args![]));
}

/// Reads the cards of a trick at a pointer.
///
/// Whether a joker is led and must name a suit is known only after the play: see
/// [`super::Play::check_named`].
fn read_trick<R: CardRules>(
    context: &mut HandContext<'_>,
    pointer: &str,
    cards: &[WrittenCard],
) -> Option<Vec<PlayedCard>> {
    let mut read = Vec::with_capacity(cards.len());
    for (index, written) in cards.iter().enumerate() {
        let place = format!("{pointer}/{index}");
        let seat = context.needed_player(&format!("{place}/player"), &written.player);
        if written.card.is_none() {
            context.missing(&format!("{place}/card"));
        }
        let text = written.card.as_deref();
        let card =
            text.and_then(|text| read_card(context, &R::PACK, &format!("{place}/card"), text));
        if written.suit.is_some() && (text.is_none() || text != R::JOKER) {
            report_suit_named(context, &place);
        }
        let named = *written.suit;
        read.push(
            seat.zip(card)
                .map(|(seat, card)| PlayedCard { seat, card, named }),
        );
    }
    context
        .is_clean()
        .then(|| read.into_iter().collect())
        .flatten()
}

/// Reads the cards of the trick that a question is about; they are required.
pub fn question_trick<R: CardRules>(
    context: &mut HandContext<'_>,
    cards: &Given<Vec<WrittenCard>>,
) -> Option<Vec<PlayedCard>> {
    let cards = context.needed(cards, "/cards")?;
    read_trick::<R>(context, "/cards", cards)
}

/// Reads the tricks that a question is about; they are required.
pub fn question_tricks<R: CardRules>(
    context: &mut HandContext<'_>,
    tricks: &Given<Vec<Vec<WrittenCard>>>,
) -> Option<Vec<Vec<PlayedCard>>> {
    let tricks = context.needed(tricks, "/tricks")?;
    read_tricks::<R>(context, "/tricks", tricks)
}

/// Reads the tricks of a hand at a pointer.
pub(super) fn read_tricks<R: CardRules>(
    context: &mut HandContext<'_>,
    pointer: &str,
    tricks: &[Vec<WrittenCard>],
) -> Option<Vec<Vec<PlayedCard>>> {
    let read: Vec<Option<Vec<PlayedCard>>> = tricks
        .iter()
        .enumerate()
        .map(|(index, cards)| read_trick::<R>(context, &format!("{pointer}/{index}"), cards))
        .collect();
    read.into_iter().collect()
}
