//! Playing tricks card by card: which cards are accepted, who wins, and which cards were illegal.

use super::card_rules::{
    CardRules, Hands, PlayedCard, Trick, TrickPosition, could_play, next_player,
};
use super::written::report_suit_named;
use crate::rules::cards::{Card, CardSet};
use crate::rules::{Breach, HandContext, Ruling, Seat, Table, args};

/// The result of playing a list of tricks.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Every trick, with the cards that were accepted.
    pub tricks: Vec<Trick>,
    /// A ruling for every card of every trick, in order.
    pub rulings: Vec<Ruling>,
    /// Who plays or leads next; `None` when the hand is over.
    pub turn: Option<Seat>,
    /// The jokers whose named suit is wrong.
    misnamed: Vec<MisnamedJoker>,
}

/// A joker that was led without a suit, or that names a suit but was not led.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MisnamedJoker {
    /// The index of its trick in the list of tricks.
    trick: usize,
    /// The index of the card in its list.
    index: usize,
    /// Whether it was led.
    led: bool,
}

impl Play {
    /// Reports every joker that was led without a suit, and every suit beside a joker that was not led.
    /// `list` gives the pointer of a trick's list of cards.
    ///
    /// Returns whether there was none. This is checked after the play because a refused card does not
    /// lead: the joker after it may be the lead.
    pub fn check_named(
        &self,
        context: &mut HandContext<'_>,
        list: impl Fn(usize) -> String,
    ) -> bool {
        for joker in &self.misnamed {
            let pointer = format!("{}/{}", list(joker.trick), joker.index);
            if joker.led {
                context.missing(&format!("{pointer}/suit"));
            } else {
                report_suit_named(context, &pointer);
            }
        }
        self.misnamed.is_empty()
    }

    /// How many tricks each seat of the table won, by seat.
    pub fn won(&self, table: &Table) -> Vec<i64> {
        let mut won = vec![0; table.len()];
        for winner in self.tricks.iter().filter_map(Trick::winner) {
            won[winner.index()] += 1;
        }
        won
    }

    /// The cards of all tricks that any of these seats won.
    pub fn pile(&self, seats: &[Seat]) -> CardSet {
        let won = self
            .tricks
            .iter()
            .filter(|trick| trick.winner().is_some_and(|seat| seats.contains(&seat)));
        won.fold(CardSet::EMPTY, |pile, trick| pile.either(trick.cards()))
    }

    /// Whether there are exactly `tricks` tricks, each with a card of every one of `players` players.
    pub fn is_whole(&self, tricks: usize, players: usize) -> bool {
        self.tricks.len() == tricks
            && self
                .tricks
                .iter()
                .all(|trick| trick.played.len() == players)
    }
}

/// Plays a list of tricks and rules on every card.
///
/// `first` is the number of the first trick of the list, from 1. `leader` leads it; with `None`, any
/// player may lead it.
pub fn play<R: CardRules>(
    rules: &R,
    hands: &Hands,
    first: usize,
    leader: Option<Seat>,
    tricks: &[Vec<PlayedCard>],
) -> Play {
    let mut state = PlayState {
        rules,
        held: hands.clone(),
        played: CardSet::EMPTY,
        turn: leader,
        tricks: Vec::with_capacity(tricks.len()),
        accepted: Vec::new(),
        misnamed: Vec::new(),
        rulings: Vec::new(),
    };
    for (index, cards) in tricks.iter().enumerate() {
        state.play_trick(first + index, cards);
    }
    state.rule_on_accepted(first, hands);
    let last = first - 1 + tricks.len();
    let over = rules.tricks().is_some_and(|all| last >= all);
    Play {
        tricks: state.tricks,
        rulings: state.rulings,
        turn: state.turn.filter(|_| !over),
        misnamed: state.misnamed,
    }
}

/// The state of the table while tricks are played.
struct PlayState<'a, R> {
    rules: &'a R,
    held: Hands,
    played: CardSet,
    turn: Option<Seat>,
    tricks: Vec<Trick>,
    accepted: Vec<AcceptedCard>,
    misnamed: Vec<MisnamedJoker>,
    rulings: Vec<Ruling>,
}

/// A card that was accepted into a trick.
struct AcceptedCard {
    /// The index of its ruling.
    ruling: usize,
    /// The index of its trick in the list of tricks.
    trick: usize,
    /// Its index in the trick.
    index: usize,
}

impl<R: CardRules> PlayState<'_, R> {
    /// Plays the cards of one trick and refuses those that cannot have been played.
    fn play_trick(&mut self, number: usize, cards: &[PlayedCard]) {
        let players = self.rules.players();
        let over = self.rules.tricks().is_some_and(|all| number > all);
        let mut trick = Trick::default();
        for (index, card) in cards.iter().enumerate() {
            let full = over || trick.played.len() == players.len();
            let breach = self.refuse(card.seat, card.card, full);
            let refused = breach.is_some();
            self.rulings.push(Ruling {
                trick: Some(number),
                ..Ruling::new(index, breach)
            });
            if !refused {
                self.accept(index, *card, &mut trick);
            }
        }
        if !trick.played.is_empty() {
            trick.best = Some(self.rules.best(number, &trick.played));
            self.turn = trick.winner();
        }
        self.tricks.push(trick);
    }

    /// Adds a card to a trick. `index` is its index in the list as written.
    fn accept(&mut self, index: usize, card: PlayedCard, trick: &mut Trick) {
        if let Some(held) = &mut self.held[card.seat.index()] {
            held.remove(card.card);
        }
        self.played.insert(card.card);
        self.accepted.push(AcceptedCard {
            ruling: self.rulings.len() - 1,
            trick: self.tricks.len(),
            index: trick.played.len(),
        });
        let led = trick.played.is_empty();
        let is_joker = R::JOKER.is_some_and(|joker| (R::PACK.name)(card.card) == joker);
        if is_joker && led != card.named.is_some() {
            self.misnamed.push(MisnamedJoker {
                trick: self.tricks.len(),
                index,
                led,
            });
        }
        trick.played.push(PlayedCard {
            named: card.named.filter(|_| led),
            ..card
        });
        self.turn = Some(next_player(self.rules.players(), card.seat));
    }

    /// The reason why a card cannot have been played at all, if there is one.
    fn refuse(&self, seat: Seat, card: Card, full: bool) -> Option<Breach> {
        let name = (R::PACK.name)(card);
        if full {
            return Some(Breach::of("play/turn", args![]).with_message("play/full"));
        }
        if !self.rules.players().contains(&seat) {
            return Some(Breach::of("play/turn", args![]).with_message("play/sits-out"));
        }
        if self.turn.is_some_and(|turn| turn != seat) {
            return Some(Breach::of("play/turn", args![]));
        }
        if self.played.contains(card) {
            return Some(Breach::of("play/held", args![card: name]).with_message("play/twice"));
        }
        if self.held[seat.index()].is_some_and(|held| !held.contains(card)) {
            return Some(Breach::of("play/held", args![card: name]));
        }
        let elsewhere = self.held.iter().enumerate().any(|(other, held)| {
            other != seat.index() && held.is_some_and(|held| held.contains(card))
        });
        elsewhere
            .then(|| Breach::of("play/held", args![card: name]).with_message("play/other-hand"))
    }

    /// Rules on every accepted card. The hand that it came from is the known hand, or the card itself
    /// and the cards that its player played later.
    fn rule_on_accepted(&mut self, first: usize, hands: &Hands) {
        let mut held: Vec<CardSet> = hands.iter().map(|hand| hand.unwrap_or_default()).collect();
        for played in self.tricks.iter().flat_map(|trick| &trick.played) {
            held[played.seat.index()].insert(played.card);
        }
        for accepted in &self.accepted {
            let trick = &self.tricks[accepted.trick];
            let played = trick.played[accepted.index];
            let position = TrickPosition {
                number: first + accepted.trick,
                seat: played.seat,
                played: &trick.played[..accepted.index],
                before: &self.tricks[..accepted.trick],
            };
            let from = held[played.seat.index()];
            if let Some(breach) = self.rules.breach(&position, from, played) {
                let could = could_play(self.rules, &position, from);
                let proven_by = match hands[played.seat.index()] {
                    Some(_) => None,
                    None => self.first_later(first, played.seat, could, accepted.trick),
                };
                let ruling = &mut self.rulings[accepted.ruling];
                ruling.breach = Some(breach);
                ruling.could_play = R::PACK.names(could);
                ruling.proven_by = proven_by;
            }
            held[played.seat.index()].remove(played.card);
        }
    }

    /// Where this seat first played one of these cards after a trick: the number of the trick, and the
    /// index in its list as written.
    fn first_later(
        &self,
        first: usize,
        seat: Seat,
        cards: CardSet,
        after: usize,
    ) -> Option<(usize, usize)> {
        let mut later = self.accepted.iter().filter(|card| card.trick > after);
        let proof = later.find(|card| {
            let played = self.tricks[card.trick].played[card.index];
            played.seat == seat && cards.contains(played.card)
        })?;
        Some((first + proof.trick, self.rulings[proof.ruling].index))
    }
}
