//! What the declarer puts aside for the talon.

use super::cards::{PACK, is_honour, is_sabacc};
use crate::rules::cards::{Card, CardSet};
use crate::rules::{Breach, Ruling, args};

/// What is put aside, in the making.
#[derive(Debug)]
pub(super) struct Aside {
    holding: CardSet,
    put: Vec<Card>,
    /// How many cards must be put aside.
    size: usize,
    /// How many Sabaccs may be among them: as many as the other cards fall short.
    sabaccs: usize,
}

impl Aside {
    /// Nothing yet, from these cards, the talon among them.
    pub(super) fn new(holding: CardSet, size: usize) -> Aside {
        let plain = holding.filter(|card| !is_sabacc(card) && !is_honour(card));
        Aside {
            holding,
            put: Vec::with_capacity(size),
            size,
            sabaccs: size.saturating_sub(plain.len()),
        }
    }

    /// What lies aside.
    pub(super) fn cards(&self) -> &[Card] {
        &self.put
    }

    /// What lies aside and must be shown.
    pub(super) fn face_up(&self) -> impl Iterator<Item = Card> {
        self.put.iter().copied().filter(|card| is_sabacc(*card))
    }

    pub(super) fn is_complete(&self) -> bool {
        self.put.len() == self.size
    }

    /// What could be put aside now.
    pub(super) fn could(&self) -> CardSet {
        self.holding.filter(|card| self.breach(card).is_none())
    }

    fn breach(&self, card: Card) -> Option<Breach> {
        let name = (PACK.name)(card);
        if !self.holding.contains(card) {
            return Some(Breach::of("play/held", args![card: name]));
        }
        if self.put.contains(&card) {
            let twice = Breach::of("contract-sabacc/set-aside", args![card: name]);
            return Some(twice.with_message("contract-sabacc/aside-twice"));
        }
        let limit = |message| {
            Breach::of(
                "contract-sabacc/aside-limits",
                args![card: name, most: self.sabaccs],
            )
            .with_message(message)
        };
        if is_honour(card) {
            return Some(limit("contract-sabacc/aside-honour"));
        }
        if is_sabacc(card) && self.face_up().count() >= self.sabaccs {
            return Some(limit(if self.sabaccs == 0 {
                "contract-sabacc/aside-sabacc"
            } else {
                "contract-sabacc/aside-sabaccs"
            }));
        }
        self.is_complete()
            .then(|| Breach::of("contract-sabacc/set-aside", args![size: self.size]))
    }

    /// Puts a card aside, if that is legal.
    pub(super) fn put(&mut self, index: usize, card: Card) -> Ruling {
        let breach = self.breach(card);
        if breach.is_none() {
            self.put.push(card);
        }
        let shown = breach.is_none() && is_sabacc(card);
        let mut ruling = Ruling::new(index, breach);
        if shown {
            ruling.more.push(("face_up", true.into()));
        }
        ruling
    }
}
