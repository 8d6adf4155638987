//! The play of the cards: players must follow suit; the highest trump, or else the highest card of the suit led, wins.

use super::{FamilyClauses, TrickBids};
use overtrick_core::prelude::*;

/// The rules of play of one hand.
#[derive(Debug, Clone)]
pub struct FollowSuit {
    /// The players of the hand, and the number of tricks.
    pub deal: Deal,
    /// The trump suit, if there is one.
    pub trump: Option<Suit>,
    /// The clauses of the game.
    pub clauses: FamilyClauses,
    /// The clause that trump may not be led until one has been played in an earlier trick, unless the leader
    /// has only trumps. `None` if trump may always be led.
    pub trump_lead: Option<&'static str>,
    /// Whether a trump was played before the first known trick.
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
    /// Whether the card is a trump, whether it follows suit, and its rank.
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
        revokes.then(|| Breach::new(self.clauses.follow, args![suit: led]))
    }

    fn decided_by(&self, _: usize, _: &[PlayedCard], _: PlayedCard) -> &'static str {
        self.clauses.wins
    }

    fn strength(&self, _number: usize, first: PlayedCard, played: PlayedCard) -> (bool, bool, u8) {
        let led = french::suit(played.card) == french::suit(first.card);
        (self.is_trump(played.card), led, french::rank(played.card))
    }
}

object! {
    /// The setting of a question: facts about the hand other than its cards.
    pub struct Setting {
        /// The trump suit, or no trump.
        required trump: Trump,
        /// Whether a trump was played before the trick in question.
        optional trump_broken: bool,
    }
}

/// The field of the setting in questions about tricks and plays.
pub const SETTING: Field = Field::required("setting", Setting::KIND);

/// Answers a question about a trick or the play of a hand. Reports missing and impossible values to the context.
pub fn answer_cards<G: TrickBids>(
    game: &G,
    question: &Question,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let written: CardQuestion<Setting> = question.body.typed()?;
    let is_play = question.kind == QuestionKind::Play;
    let dealer = *question.dealer;
    if is_play {
        context.needed(&question.dealer, "/dealer");
    }
    let table = context.table;
    let setting = context.needed(&written.setting, "/setting");
    let trump = setting.and_then(|setting| context.needed(&setting.trump, "/setting/trump"));
    let broken = setting.and_then(|setting| *setting.trump_broken);
    let rules = trump.map(|trump| FollowSuit {
        trump_broken: broken.unwrap_or(false),
        ..game.rules_of_play(table, dealer, *trump, None)
    });
    let most = usize::try_from(G::most_cards(table)).unwrap_or(0);
    if is_play {
        let cards = written.read_play::<FollowSuit>(table.seats(), most, context);
        let (mut rules, (hands, tricks)) = rules.zip(cards)?;
        dealer?;
        rules.deal.tricks = hands.iter().flatten().map(|hand| hand.len()).max();
        return answer_play(&rules, &hands, &tricks, context).map(|(answer, _)| answer);
    }
    let sizes = (G::MAX_CARDS, most);
    let trick = written.read_trick::<FollowSuit>(question.kind, table.seats(), sizes, context);
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
