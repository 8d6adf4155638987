//! Questions about tricks, whole plays and cards put aside: fields and parsing.

use serde::Deserialize;

use super::card_rules::{CardRules, Hands, PlayedCard};
use super::written::{
    CARDS, HANDS, WrittenCard, WrittenHands, WrittenTricks, read_card, read_cards, read_hands,
    read_trick, read_tricks,
};
use crate::cards::{Card, Pack};
use crate::form::{Field, Kind};
use crate::wire::{Given, PerPlayer};
use crate::{HandContext, HasKind, QuestionKind, Seat, all_or_none};

/// A question about a trick, the play of a hand or cards put aside. Its kind determines which fields it can
/// have. `S` is the game-specific setting of the hand.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[serde(bound(deserialize = "S: Deserialize<'de> + Default"))]
pub struct CardQuestion<S> {
    /// The cards of the trick.
    pub cards: Given<Vec<WrittenCard>>,
    /// The number of the trick, from 1.
    pub trick: Given<i64>,
    /// The player who may have revoked, if that is the question.
    pub player: Given<String>,
    /// The tricks.
    pub tricks: Given<WrittenTricks>,
    /// The hands before the trick or the play, as far as known.
    pub hands: Given<WrittenHands>,
    /// The cards that a player holds.
    pub holding: Given<Vec<String>>,
    /// The cards of `holding` that the player puts aside.
    pub aside: Given<Vec<String>>,
    /// The setting.
    pub setting: Given<S>,
}

/// Returns the fields of a question about a trick; `most` is the maximum number of tricks in a hand.
pub const fn trick_question(most: i64, setting: Field) -> [Field; 4] {
    [
        Field::required("cards", <Vec<WrittenCard>>::KIND),
        Field::optional("hands", HANDS),
        Field::optional("trick", Kind::Int(1, most)),
        setting,
    ]
}

/// Returns the fields of a question about a revoke; `most` is the maximum number of tricks in a hand.
pub const fn revoke_question(most: i64, setting: Field) -> [Field; 5] {
    let [cards, hands, trick, setting] = trick_question(most, setting);
    [
        Field::required("player", Kind::Player),
        cards,
        hands,
        trick,
        setting,
    ]
}

/// Returns the fields of a question about the play of a hand.
pub const fn play_question(setting: Field) -> [Field; 3] {
    [
        Field::required("tricks", WrittenTricks::KIND),
        Field::optional("hands", HANDS),
        setting,
    ]
}

/// Returns the fields of a question about cards put aside.
pub const fn discard_question(setting: Field) -> [Field; 3] {
    [
        Field::required("holding", CARDS),
        Field::required("aside", CARDS),
        setting,
    ]
}

/// The trick in a question.
#[derive(Debug)]
pub struct TrickCase {
    /// Its number, from 1, if it is known.
    pub number: Option<usize>,
    /// The hands before it, as far as known.
    pub hands: Hands,
    /// Its cards.
    pub cards: Vec<PlayedCard>,
    /// The player who may have revoked, if that is the question.
    pub revoke_of: Option<Seat>,
}

impl<S> CardQuestion<S> {
    /// Reads a question of this kind about a trick: its number, from 1 to `tricks`; the hands of these
    /// players, with at most `most` cards each; and the cards of the trick.
    pub fn read_trick<R: CardRules>(
        &self,
        kind: QuestionKind,
        players: impl Iterator<Item = Seat>,
        (tricks, most): (i64, usize),
        context: &mut HandContext<'_>,
    ) -> Option<TrickCase> {
        let number = context.number("/trick", &self.trick, 1..=tricks);
        let hands = self.hands::<R>(players, most, context);
        let cards = context.needed(&self.cards, "/cards");
        let cards = cards.and_then(|cards| read_trick::<R>(context, "/cards", cards));
        let revoke_of = match kind {
            QuestionKind::Revoke => Some(context.needed_player("/player", &self.player)?),
            _ => None,
        };
        Some(TrickCase {
            number: number.and_then(|number| usize::try_from(number).ok()),
            hands: hands?,
            cards: cards?,
            revoke_of,
        })
    }

    /// Reads the hands of these players, with at most `most` cards each, and the tricks.
    pub fn read_play<R: CardRules>(
        &self,
        players: impl Iterator<Item = Seat>,
        most: usize,
        context: &mut HandContext<'_>,
    ) -> Option<(Hands, Vec<Vec<PlayedCard>>)> {
        let hands = self.hands::<R>(players, most, context);
        let tricks = context.needed(&self.tricks, "/tricks");
        let tricks = tricks.and_then(|tricks| read_tricks::<R>(context, "/tricks", tricks));
        hands.zip(tricks)
    }

    /// Reads the hands of these players. If the hands differ in size, their size is not limited, because the
    /// answer is then a ruling on the misdeal.
    fn hands<R: CardRules>(
        &self,
        players: impl Iterator<Item = Seat>,
        most: usize,
        context: &mut HandContext<'_>,
    ) -> Option<Hands> {
        let hands = self.hands.iter().flat_map(PerPlayer::iter);
        let mut sizes = hands.map(|(_, hand)| hand.len());
        let first = sizes.next();
        let differ = sizes.any(|size| Some(size) != first);
        let most = if differ { usize::MAX } else { most };
        let players: Vec<Seat> = players.collect();
        read_hands(context, &R::PACK, &players, most, "/hands", &self.hands)
    }

    /// Returns the cards held. A duplicate card is a fault.
    pub fn holding(&self, pack: &Pack, context: &mut HandContext<'_>) -> Option<Vec<Card>> {
        let cards = context.needed(&self.holding, "/holding")?;
        read_cards(context, pack, "/holding", cards)
    }

    /// Returns the cards put aside, in order.
    pub fn aside(&self, pack: &Pack, context: &mut HandContext<'_>) -> Option<Vec<Card>> {
        let cards = context.needed(&self.aside, "/aside")?.iter().enumerate();
        all_or_none(
            cards.map(|(index, text)| read_card(context, pack, &format!("/aside/{index}"), text)),
        )
    }
}
