//! Cards, tricks and hands as they are written, and reading them.

use serde::Deserialize;

use super::rules::{CardRules, Suit};
use super::{Hands, Said};
use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::form::{Field, Kind};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Finding, HandContext, Seat, args, segment};

/// A card as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WrittenCard {
    /// Who played.
    pub player: Given<String>,
    /// What.
    pub card: Given<String>,
    /// As what suit, of a joker that is led.
    pub suit: Given<Suit>,
}

/// The fields of a card.
pub const CARD: &[Field] = &[
    Field::required("player", Kind::Player),
    Field::required("card", Kind::Card),
    Field::depends("suit", Kind::Word(Suit::WORDS)),
];
/// A trick's cards.
pub const CARDS: Kind = Kind::List(&Kind::Object(CARD));
/// A hand's tricks.
pub const TRICKS: Kind = Kind::List(&CARDS);
/// The cards that players held.
pub const HANDS: Kind = Kind::PerPlayer(&Kind::List(&Kind::Card));

/// The play of a hand in its record: instead of the numbers that came of it, or beside them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecordedPlay {
    /// The tricks, each a list of cards.
    pub tricks: Given<Vec<Vec<WrittenCard>>>,
    /// The hands dealt, as far as known.
    pub hands: Given<PerPlayer<Vec<String>>>,
}

/// The fields of a [`RecordedPlay`].
pub const RECORDED_PLAY: &[Field] = &[
    Field::required("tricks", TRICKS),
    Field::optional("hands", HANDS),
];

/// The fields of a question about a trick, of a hand with so many tricks at the most.
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

/// The fields of a question about cards that are put aside.
pub const fn discard_question(setting: Field) -> [Field; 3] {
    let cards = Kind::List(&Kind::Card);
    [
        Field::required("holding", cards),
        Field::required("aside", cards),
        setting,
    ]
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
        let example = (pack.name)(Card(0));
        context.report(Finding::rule(
            "unknown-card",
            pointer,
            args![found: text.to_owned(), example: example],
        ));
    }
    card
}

/// Reads a list of cards, none of them twice, in order.
pub fn read_cards(
    context: &mut HandContext<'_>,
    pack: &Pack,
    pointer: &str,
    texts: &[String],
) -> Option<Vec<Card>> {
    let mut seen = CardSet::EMPTY;
    let mut cards = Vec::with_capacity(texts.len().min(128));
    let mut sound = true;
    for (index, text) in texts.iter().enumerate() {
        let place = format!("{pointer}/{index}");
        match read_card(context, pack, &place, text) {
            Some(card) if seen.insert(card) => cards.push(card),
            Some(_) => {
                context.report(Finding::rule(
                    "card-twice",
                    place,
                    args![card: text.clone()],
                ));
                sound = false;
            }
            None => sound = false,
        }
    }
    sound.then_some(cards)
}

/// Reads the hands that are known: whose they are, no card in two of them, none too large.
pub fn read_hands(
    context: &mut HandContext<'_>,
    pack: &Pack,
    players: &[Seat],
    most: usize,
    pointer: &str,
    hands: &Given<PerPlayer<Vec<String>>>,
) -> Option<Hands> {
    let mut known: Hands = vec![None; context.table.len()];
    let mut seen = CardSet::EMPTY;
    let mut sound = true;
    for (name, texts) in hands.iter().flat_map(PerPlayer::iter) {
        let place = format!("{pointer}/{}", segment(name));
        let Some(seat) = context.seat(&place, name) else {
            sound = false;
            continue;
        };
        if !players.contains(&seat) {
            context.report(Finding::rule("sits-out", &*place, args![player: name]));
            sound = false;
        }
        if known[seat.index()].is_some() {
            context.report(Finding::rule(
                "duplicate-player",
                &*place,
                args![name: name],
            ));
            sound = false;
        }
        if texts.len() > most {
            context.report(Finding::rule(
                "hand-size",
                &*place,
                args![found: texts.len(), most: most],
            ));
            sound = false;
            continue;
        }
        let Some(cards) = read_cards(context, pack, &place, texts) else {
            sound = false;
            continue;
        };
        for (index, card) in cards.iter().enumerate() {
            if !seen.insert(*card) {
                let card = (pack.name)(*card);
                context.report(Finding::rule(
                    "card-twice",
                    format!("{place}/{index}"),
                    args![card: card],
                ));
                sound = false;
            }
        }
        known[seat.index()] = Some(cards.into_iter().collect());
    }
    sound.then_some(known)
}

/// Only a joker that is led names a suit; this card at a pointer is none.
pub(super) fn lay_suit_named(context: &mut HandContext<'_>, place: &str) {
    context.report(Finding::rule(
        "suit-named",
        format!("{place}/suit"),
        args![],
    ));
}

/// Reads the cards of a trick at a pointer: who played what.
///
/// Whether a joker was led, and so must name a suit, only the table shows: see
/// [`super::Play::check_named`].
fn read_trick<R: CardRules>(
    context: &mut HandContext<'_>,
    pointer: &str,
    cards: &[WrittenCard],
) -> Option<Vec<Said>> {
    let mut said = Vec::with_capacity(cards.len());
    for (index, played) in cards.iter().enumerate() {
        let place = format!("{pointer}/{index}");
        let seat = context.needed_player(&format!("{place}/player"), &played.player);
        if played.card.is_none() {
            context.missing(&format!("{place}/card"));
        }
        let text = played.card.as_deref();
        let card =
            text.and_then(|text| read_card(context, &R::PACK, &format!("{place}/card"), text));
        if played.suit.is_some() && (text.is_none() || text != R::JOKER) {
            lay_suit_named(context, &place);
        }
        said.push(
            seat.zip(card)
                .map(|(seat, card)| (seat, card, *played.suit)),
        );
    }
    context
        .is_clean()
        .then(|| said.into_iter().collect())
        .flatten()
}

/// The cards of the trick that a question is about, which it cannot do without.
pub fn question_trick<R: CardRules>(
    context: &mut HandContext<'_>,
    cards: &Given<Vec<WrittenCard>>,
) -> Option<Vec<Said>> {
    let cards = context.needed(cards, "/cards")?;
    read_trick::<R>(context, "/cards", cards)
}

/// The tricks that a question is about, which it cannot do without.
pub fn question_tricks<R: CardRules>(
    context: &mut HandContext<'_>,
    tricks: &Given<Vec<Vec<WrittenCard>>>,
) -> Option<Vec<Vec<Said>>> {
    let tricks = context.needed(tricks, "/tricks")?;
    read_tricks::<R>(context, "/tricks", tricks)
}

/// Reads the tricks of a hand at a pointer.
pub(super) fn read_tricks<R: CardRules>(
    context: &mut HandContext<'_>,
    pointer: &str,
    tricks: &[Vec<WrittenCard>],
) -> Option<Vec<Vec<Said>>> {
    let read: Vec<Option<Vec<Said>>> = tricks
        .iter()
        .enumerate()
        .map(|(index, cards)| read_trick::<R>(context, &format!("{pointer}/{index}"), cards))
        .collect();
    read.into_iter().collect()
}
