//! The simplest rules of play with French cards: follow suit; the highest trump wins, otherwise the highest
//! card of the suit led.

use super::answers::{answer_play, answer_trick};
use super::card_rules::{CardRules, Deal, PlayedCard, Trick, TrickPosition};
use super::questions::CardQuestion;
use crate::cards::{Card, Pack, Suit};
use crate::form::Field;
use crate::french::{self, Trump};
use crate::{
    Answer, Breach, HandContext, HasKind, Name, Question, QuestionKind, Seat, args, object,
};

/// The rules of one hand.
#[derive(Debug, Clone)]
pub struct FollowSuit {
    /// The players and length of the hand.
    pub deal: Deal,
    /// The trump suit, if there is one.
    pub trump: Option<Suit>,
    /// The clause that a player follows suit.
    pub follow: &'static str,
    /// The clause about the winner of a trick.
    pub wins: &'static str,
    /// The clause that trump is not led before one has been played in an earlier trick, unless the leader has nothing
    /// else; `None` if trump may always be led.
    pub trump_lead: Option<&'static str>,
    /// Whether a trump was played before the first trick that is known.
    pub trump_broken: bool,
}

impl FollowSuit {
    fn is_trump(&self, card: Card) -> bool {
        Some(french::suit(card)) == self.trump
    }

    fn is_broken(&self, before: &[Trick]) -> bool {
        let mut played = before.iter().flat_map(|trick| &trick.played);
        self.trump_broken || played.any(|played| self.is_trump(played.card))
    }
}

impl CardRules for FollowSuit {
    const PACK: Pack = french::PACK;
    /// Trump, suit led, rank.
    type Strength = (bool, bool, u8);

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let Some(first) = position.played.first() else {
            let early = self.is_trump(played.card)
                && !self.is_broken(position.before)
                && position.held.any(|card| !self.is_trump(card));
            let clause = self.trump_lead.filter(|_| early);
            return clause.map(|clause| Breach::new(clause, args![]));
        };
        let led = french::suit(first.card);
        let revokes =
            french::suit(played.card) != led && position.held.any(|card| french::suit(card) == led);
        revokes.then(|| Breach::new(self.follow, args![suit: led]))
    }

    fn decided_by(&self, _number: usize, _trick: &Trick) -> Option<Name> {
        Some(self.wins.into())
    }

    fn strength(&self, _number: usize, first: PlayedCard, played: PlayedCard) -> (bool, bool, u8) {
        let led = french::suit(played.card) == french::suit(first.card);
        (self.is_trump(played.card), led, french::rank(played.card))
    }
}

object! {
    /// The setting of a hand: facts besides its cards.
    pub struct FollowSuitSetting(pub) {
        /// The trump suit, or no trump.
        required trump: Trump,
        /// Whether a trump was played before the trick in question.
        optional trump_broken: bool,
    }
}

/// The field of the setting in questions about tricks and plays.
pub const FOLLOW_SUIT_SETTING: Field = Field::required("setting", FollowSuitSetting::KIND);

/// Answers a question about a trick or the play of a hand; `longest` is the most tricks of a hand at any table, and
/// `most` is the most tricks of a hand at this table.
///
/// `rules` returns the rules of a hand by its dealer, if known, and trump. Missing and impossible values are reported to
/// the context.
pub fn answer_follow_suit(
    question: &Question,
    longest: i64,
    most: i64,
    rules: impl FnOnce(Option<Seat>, Trump) -> FollowSuit,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let written: CardQuestion<FollowSuitSetting> = question.body.typed()?;
    let is_play = question.kind == QuestionKind::Play;
    let dealer = if is_play {
        context.needed_dealer(question.dealer)
    } else {
        question.dealer
    };
    let setting = context.needed(&written.setting, "/setting");
    let trump = setting.and_then(|setting| context.needed(&setting.trump, "/setting/trump"));
    let broken = setting.and_then(|setting| *setting.trump_broken);
    let rules = trump.map(|trump| FollowSuit {
        trump_broken: broken.unwrap_or(false),
        ..rules(dealer, *trump)
    });
    let (players, most) = (context.table.seats(), usize::try_from(most).unwrap_or(0));
    if is_play {
        let cards = written.read_play::<FollowSuit>(players, most, context);
        let (mut rules, (hands, tricks)) = rules.zip(cards)?;
        dealer?;
        rules.deal.tricks = hands.iter().flatten().map(|hand| hand.len()).max();
        return answer_play(&rules, &hands, &tricks, context).map(|(answer, _)| answer);
    }
    let sizes = (longest, most);
    let trick = written.read_trick::<FollowSuit>(question.kind, players, sizes, context);
    let (rules, trick) = (rules?, trick?);
    let is_unknown = broken.is_none() && trick.number != Some(1) && rules.trump_lead.is_some();
    let unknown = is_unknown.then(|| {
        let broken = FollowSuit {
            trump_broken: true,
            ..rules.clone()
        };
        ("/setting/trump_broken", broken)
    });
    answer_trick(&rules, unknown, &trick, context)
}
