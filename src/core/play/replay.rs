//! Replaying recorded cards: cards on the table, refused cards, and illegal plays.

use super::card_rules::{CardRules, Hands, PlayedCard, Trick, TrickPosition, is_elsewhere};
use super::written::refuse_suit;
use crate::cards::{Card, CardSet};
use crate::{Breach, HandContext, Ruling, Seat, Table, args};

/// The result of replaying cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Every trick as it lies.
    pub tricks: Vec<Trick>,
    /// A ruling for every card, in order across tricks.
    pub rulings: Vec<Ruling>,
    /// The player who plays or leads next; `None` if the hand is over.
    pub turn: Option<Seat>,
    /// Each joker that was led without a suit, or was not led and has a suit.
    misnamed: Vec<Misnamed>,
}

/// A joker on the table: its trick and index in the input, and whether it was led.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Misnamed {
    trick: usize,
    place: usize,
    led: bool,
}

impl Play {
    /// Refuses a joker that is led without a suit, and a joker that has a suit but is not led; `pointer` returns the
    /// place of a trick's list.
    ///
    /// A card that was ignored is not a lead, so the joker after it may be the lead.
    pub fn check_named(
        &self,
        context: &mut HandContext<'_>,
        list: impl Fn(usize) -> String,
    ) -> bool {
        for joker in &self.misnamed {
            let place = format!("{}/{}", list(joker.trick), joker.place);
            if joker.led {
                context.missing(&format!("{place}/suit"));
            } else {
                refuse_suit(context, &place);
            }
        }
        self.misnamed.is_empty()
    }

    /// The number of tricks won by each seat.
    pub fn won(&self, table: &Table) -> Vec<i64> {
        let mut won = vec![0; table.len()];
        for winner in self.tricks.iter().filter_map(Trick::winner) {
            won[winner.index()] += 1;
        }
        won
    }

    /// All cards in the tricks won by these seats.
    pub fn pile(&self, seats: &[Seat]) -> CardSet {
        let is_won = |trick: &&Trick| trick.winner().is_some_and(|seat| seats.contains(&seat));
        let won = self.tricks.iter().filter(is_won);
        won.fold(CardSet::EMPTY, |pile, trick| pile.either(trick.cards()))
    }

    /// All cards in tricks.
    pub fn cards(&self) -> CardSet {
        let tricks = self.tricks.iter().map(Trick::cards);
        tricks.fold(CardSet::EMPTY, CardSet::either)
    }

    /// Whether there are this many tricks, each with a card of every player.
    pub fn is_whole(&self, tricks: usize, players: usize) -> bool {
        let mut all = self.tricks.iter();
        self.tricks.len() == tricks && all.all(|trick| trick.played.len() == players)
    }
}

/// Plays the cards of complete hands, one list per trick, and rules on each.
///
/// `first` is the number of the first trick. `leader` leads it; `None` means the player of the first card.
pub fn play<R: CardRules>(
    rules: &R,
    hands: &Hands,
    first: usize,
    leader: Option<Seat>,
    tricks: &[Vec<PlayedCard>],
) -> Play {
    let mut replay = Replay {
        rules,
        held: hands.clone(),
        played: CardSet::EMPTY,
        shown: Vec::new(),
        play: Play {
            tricks: Vec::with_capacity(tricks.len()),
            rulings: Vec::new(),
            turn: leader,
            misnamed: Vec::new(),
        },
    };
    for (index, cards) in tricks.iter().enumerate() {
        replay.trick(first + index, index, cards);
    }
    replay.rule_on_cards(first, hands);
    let all = rules.deal().tricks;
    let over = all.is_some_and(|all| first - 1 + tricks.len() >= all);
    replay.play.turn = replay.play.turn.filter(|_| !over);
    replay.play
}

/// The state of a replay.
struct Replay<'a, R> {
    rules: &'a R,
    held: Hands,
    played: CardSet,
    /// The index of the ruling on each card on the table, by trick.
    shown: Vec<Vec<usize>>,
    play: Play,
}

impl<R: CardRules> Replay<'_, R> {
    /// Plays the cards of one trick, refusing those that cannot have been played.
    fn trick(&mut self, number: usize, index: usize, cards: &[PlayedCard]) {
        let deal = self.rules.deal();
        let (mut trick, mut shown) = (Trick::default(), Vec::new());
        let over = deal.tricks.is_some_and(|all| number > all);
        for (place, PlayedCard { seat, card, named }) in cards.iter().enumerate() {
            let full = over || trick.played.len() == deal.players.len();
            let refused = self.refuse(*seat, *card, full);
            let is_refused = refused.is_some();
            self.play.rulings.push(Ruling {
                trick: Some(number),
                ..Ruling::new(place, refused)
            });
            if is_refused {
                continue;
            }
            if let Some(held) = &mut self.held[seat.index()] {
                held.remove(*card);
            }
            self.played.insert(*card);
            shown.push(self.play.rulings.len() - 1);
            let led = trick.played.is_empty();
            let joker = R::JOKER.is_some_and(|joker| (R::PACK.name)(*card) == joker);
            if joker && led != named.is_some() {
                self.play.misnamed.push(Misnamed {
                    trick: index,
                    place,
                    led,
                });
            }
            let named = named.filter(|_| led);
            trick.played.push(PlayedCard {
                seat: *seat,
                card: *card,
                named,
            });
            self.play.turn = Some(deal.next_player(*seat));
        }
        if !trick.played.is_empty() {
            trick.best = Some(self.rules.best(number, &trick.played));
            self.play.turn = trick.winner();
        }
        self.play.tricks.push(trick);
        self.shown.push(shown);
    }

    /// Returns the breach of a card that cannot have been played at all.
    fn refuse(&self, seat: Seat, card: Card, full: bool) -> Option<Breach> {
        if full {
            return Some(Breach::new("play/turn", args![]).with_message("play/full"));
        }
        if !self.rules.deal().players.contains(&seat) {
            return Some(Breach::new("play/turn", args![]).with_message("play/sits-out"));
        }
        if self.play.turn.is_some_and(|turn| turn != seat) {
            if self.played.is_empty() {
                let lead = self.rules.deal().lead_clause;
                return Some(Breach::new(lead, args![]).with_message("play/lead"));
            }
            return Some(Breach::new("play/turn", args![]));
        }
        let message = if self.played.contains(card) {
            "play/twice"
        } else if self.held[seat.index()].is_some_and(|held| !held.contains(card)) {
            "play/held"
        } else if is_elsewhere(&self.held, seat, card) {
            "play/other-hand"
        } else {
            return None;
        };
        let args = args![card: (R::PACK.name)(card)];
        Some(Breach::new("play/held", args).with_message(message))
    }

    /// Rules on each card on the table by the hand that it came from: the whole hand if it is known, otherwise this
    /// card and its player's later cards.
    fn rule_on_cards(&mut self, first: usize, hands: &Hands) {
        let mut held: Vec<CardSet> = hands.iter().map(|hand| hand.unwrap_or_default()).collect();
        for played in self.play.tricks.iter().flat_map(|trick| &trick.played) {
            held[played.seat.index()].insert(played.card);
        }
        for (index, rulings) in self.shown.iter().enumerate() {
            let trick = &self.play.tricks[index];
            for ((place, played), ruling) in trick.played.iter().enumerate().zip(rulings) {
                let position = TrickPosition {
                    number: first + index,
                    seat: played.seat,
                    held: held[played.seat.index()],
                    played: &trick.played[..place],
                    before: &self.play.tricks[..index],
                };
                if let Some(breach) = self.rules.breach(&position, *played) {
                    let could = self.rules.could_play(&position);
                    let proven_by = match hands[played.seat.index()] {
                        Some(_) => None,
                        None => self.first_shown(first, played.seat, could, index),
                    };
                    let ruling = &mut self.play.rulings[*ruling];
                    ruling.breach = Some(breach);
                    ruling.could_play = R::PACK.names(could);
                    ruling.proven_by = proven_by;
                }
                held[played.seat.index()].remove(played.card);
            }
        }
    }

    /// Returns where this seat first played one of these cards after the trick: the trick and the index in its list.
    fn first_shown(
        &self,
        first: usize,
        seat: Seat,
        cards: CardSet,
        after: usize,
    ) -> Option<(usize, usize)> {
        let is_proof = |played: &PlayedCard| played.seat == seat && cards.contains(played.card);
        let tricks = self.play.tricks.iter().zip(&self.shown).enumerate();
        tricks
            .skip(after + 1)
            .find_map(|(index, (trick, rulings))| {
                let place = trick.played.iter().position(is_proof)?;
                Some((first + index, self.play.rulings[rulings[place]].index?))
            })
    }
}
