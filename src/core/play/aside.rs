//! Cards put aside one by one; an illegal card stays in the hand.

use crate::cards::{Card, CardSet, Pack};
use crate::json::Json;
use crate::{Answer, Breach, Next, Ruling, Seat};

/// The cards that a player has put aside, and those to choose from.
#[derive(Debug)]
pub struct Aside {
    /// The cards to choose from, including those put aside.
    pub holding: CardSet,
    /// The cards put aside, in order.
    pub cards: Vec<Card>,
    /// The number of cards to put aside.
    pub size: usize,
}

impl Aside {
    /// Returns the state before any card is put aside.
    pub fn from(holding: CardSet, size: usize) -> Aside {
        Aside {
            holding,
            cards: Vec::with_capacity(size),
            size,
        }
    }

    /// Whether enough cards are put aside.
    pub fn is_complete(&self) -> bool {
        self.cards.len() == self.size
    }

    /// Returns the cards that stay in the hand.
    pub fn rest(&self) -> CardSet {
        self.holding.without(self.cards.iter().copied().collect())
    }

    /// Rules on a card, and puts it aside if it is legal.
    pub fn put(
        &mut self,
        index: usize,
        card: Card,
        breach: impl Fn(&Aside, Card) -> Option<Breach>,
    ) -> Ruling {
        let breach = breach(self, card);
        if breach.is_none() {
            self.cards.push(card);
        }
        Ruling::new(index, breach)
    }

    /// Rules on these cards. If a player is given and must put more cards aside, lists the possible next cards.
    pub fn answer(
        &mut self,
        pack: &Pack,
        seat: Option<Seat>,
        cards: &[Card],
        breach: impl Fn(&Aside, Card) -> Option<Breach>,
    ) -> Answer {
        let cards = cards.iter().enumerate();
        let rulings = cards
            .map(|(index, card)| self.put(index, *card, &breach))
            .collect();
        let next = seat.filter(|_| !self.is_complete()).map(|seat| {
            let could = self.holding.filter(|card| breach(self, card).is_none());
            Next::new(seat, "cards", pack.names(could).into_iter().collect())
        });
        let aside = self.cards.iter().map(|card| (pack.name)(*card));
        let mut outcome = Json::object([
            ("complete", Json::Bool(self.is_complete())),
            ("aside", aside.collect()),
        ]);
        if !self.is_complete() {
            let missing = i64::try_from(self.size - self.cards.len()).unwrap_or(0);
            outcome.set("missing", missing);
        }
        Answer {
            rulings,
            next: next.into_iter().collect(),
            outcome,
        }
    }
}
