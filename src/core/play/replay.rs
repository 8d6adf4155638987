//! Replaying recorded cards: cards on the table, refused cards, and illegal plays.

use super::card_rules::{CardRules, Hands, PlayedCard, Trick, TrickPosition, is_elsewhere};
use super::written::refuse_suit;
use crate::cards::{Card, CardSet};
use crate::{Breach, HandContext, Ruling, Seat, Table, args};

/// The result of replaying cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Every trick, without the refused cards.
    pub tricks: Vec<Trick>,
    /// A ruling for every card, in order across tricks.
    pub rulings: Vec<Ruling>,
    /// The player who plays or leads next; `None` if the hand is over.
    pub turn: Option<Seat>,
}

impl Play {
    /// Returns the number of tricks won by each seat.
    pub fn won(&self, table: &Table) -> Vec<i64> {
        let mut won = vec![0; table.len()];
        for winner in self.tricks.iter().filter_map(Trick::winner) {
            won[winner.index()] += 1;
        }
        won
    }

    /// Returns all cards in the tricks won by these seats.
    pub fn pile(&self, seats: &[Seat]) -> CardSet {
        let is_won = |trick: &&Trick| trick.winner().is_some_and(|seat| seats.contains(&seat));
        let won = self.tricks.iter().filter(is_won);
        won.fold(CardSet::EMPTY, |pile, trick| pile.either(trick.cards()))
    }

    /// Returns all cards in tricks.
    pub fn cards(&self) -> CardSet {
        let tricks = self.tricks.iter().map(Trick::cards);
        tricks.fold(CardSet::EMPTY, CardSet::either)
    }
}

/// Replays cards, given as one list per trick, and rules on each card. Known hands must be complete.
///
/// `first` is the number of the first trick. `leader` leads it; if it is `None`, the player of the first card
/// leads. `pointer` returns the place of a trick's list. Returns `None` after reporting a joker that is led
/// without a suit, or that has a suit but is not led.
pub(super) fn play<R: CardRules>(
    rules: &R,
    hands: &Hands,
    (first, leader): (usize, Option<Seat>),
    tricks: &[Vec<PlayedCard>],
    context: &mut HandContext<'_>,
    pointer: impl Fn(usize) -> String,
) -> Option<Play> {
    let mut replay = Replay {
        rules,
        first,
        held: hands.clone(),
        played: CardSet::EMPTY,
        shown: Vec::new(),
        play: Play {
            tricks: Vec::with_capacity(tricks.len()),
            rulings: Vec::new(),
            turn: leader,
        },
    };
    let mut misnamed = false;
    for (index, cards) in tricks.iter().enumerate() {
        for (place, led) in replay.trick(index, cards) {
            let place = format!("{}/{place}", pointer(index));
            if led {
                context.missing(&format!("{place}/suit"));
            } else {
                refuse_suit(context, &place);
            }
            misnamed = true;
        }
    }
    replay.rule_on_cards(hands);
    let all = rules.deal().tricks;
    let over = all.is_some_and(|all| first - 1 + tricks.len() >= all);
    replay.play.turn = replay.play.turn.filter(|_| !over);
    (!misnamed).then_some(replay.play)
}

/// The state of a replay.
struct Replay<'a, R> {
    rules: &'a R,
    /// The number of the first trick.
    first: usize,
    held: Hands,
    played: CardSet,
    /// For each card on the table: the index of its trick, its place in the trick, and the index of its ruling.
    shown: Vec<(usize, usize, usize)>,
    play: Play,
}

impl<R: CardRules> Replay<'_, R> {
    /// Plays the cards of one trick, and refuses those that cannot have been played. Returns the index of
    /// each joker with a missing or a wrongly named suit, and whether it was led.
    ///
    /// A refused card is not the lead, so a joker after it may be the lead.
    fn trick(&mut self, index: usize, cards: &[PlayedCard]) -> Vec<(usize, bool)> {
        let deal = self.rules.deal();
        let number = self.first + index;
        let (mut trick, mut misnamed) = (Trick::default(), Vec::new());
        let over = deal.tricks.is_some_and(|all| number > all);
        for (place, PlayedCard { seat, card, named }) in cards.iter().copied().enumerate() {
            let full = over || trick.played.len() == deal.players.len();
            let refused = self.refuse(seat, card, full);
            let is_refused = refused.is_some();
            self.play.rulings.push(Ruling {
                trick: Some(number),
                ..Ruling::new(place, refused)
            });
            if is_refused {
                continue;
            }
            if let Some(held) = &mut self.held[seat.index()] {
                held.remove(card);
            }
            self.played.insert(card);
            let ruling = self.play.rulings.len() - 1;
            self.shown.push((index, trick.played.len(), ruling));
            let led = trick.played.is_empty();
            let joker = R::JOKER.is_some_and(|joker| (R::PACK.name)(card) == joker);
            if joker && led != named.is_some() {
                misnamed.push((place, led));
            }
            let named = named.filter(|_| led);
            trick.played.push(PlayedCard { seat, card, named });
            self.play.turn = Some(deal.next_player(seat));
        }
        if !trick.played.is_empty() {
            trick.best = Some(self.rules.best(number, &trick.played));
            self.play.turn = trick.winner();
        }
        self.play.tricks.push(trick);
        misnamed
    }

    /// Returns the reason why a card cannot have been played, if there is one.
    fn refuse(&self, seat: Seat, card: Card, full: bool) -> Option<Breach> {
        let deal = self.rules.deal();
        let out_of_turn = self.play.turn.is_some_and(|turn| turn != seat);
        let (rule, message) = if full {
            ("play/turn", "play/full")
        } else if !deal.players.contains(&seat) {
            ("play/turn", "play/sits-out")
        } else if out_of_turn && self.played.is_empty() {
            (deal.lead_clause, "play/lead")
        } else if out_of_turn {
            ("play/turn", "play/turn")
        } else if self.played.contains(card) {
            ("play/held", "play/twice")
        } else if self.held[seat.index()].is_some_and(|held| !held.contains(card)) {
            ("play/held", "play/held")
        } else if is_elsewhere(&self.held, seat, card) {
            ("play/held", "play/other-hand")
        } else {
            return None;
        };
        let args = match rule {
            "play/held" => args![card: (R::PACK.name)(card)],
            _ => args![],
        };
        Some(Breach::new(rule, args).with_message(message))
    }

    /// Rules on each card on the table, from the hand of its player: the whole hand if it is known, otherwise
    /// this card and the player's later cards.
    fn rule_on_cards(&mut self, hands: &Hands) {
        let mut held: Vec<CardSet> = hands.iter().map(|hand| hand.unwrap_or_default()).collect();
        for played in self.play.tricks.iter().flat_map(|trick| &trick.played) {
            held[played.seat.index()].insert(played.card);
        }
        for (index, place, ruling) in &self.shown {
            let trick = &self.play.tricks[*index];
            let played = trick.played[*place];
            let seat = played.seat;
            let position = TrickPosition {
                number: self.first + index,
                seat,
                held: held[seat.index()],
                played: &trick.played[..*place],
                before: &self.play.tricks[..*index],
            };
            if let Some(breach) = self.rules.breach(&position, played) {
                let could = self.rules.could_play(&position);
                let proven_by = match hands[seat.index()] {
                    Some(_) => None,
                    None => self.first_shown(seat, could, *index),
                };
                let ruling = &mut self.play.rulings[*ruling];
                ruling.breach = Some(breach);
                ruling.could_play = R::PACK.names(could);
                ruling.proven_by = proven_by;
            }
            held[seat.index()].remove(played.card);
        }
    }

    /// Returns when this seat first played one of these cards after the trick: the later trick, and the index in it.
    fn first_shown(&self, seat: Seat, cards: CardSet, after: usize) -> Option<(usize, usize)> {
        let mut shown = self.shown.iter();
        let (_, _, ruling) = shown.find(|(trick, place, _)| {
            let played = self.play.tricks[*trick].played[*place];
            *trick > after && played.seat == seat && cards.contains(played.card)
        })?;
        let ruling = &self.play.rulings[*ruling];
        ruling.trick.zip(ruling.index)
    }
}
