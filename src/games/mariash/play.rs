//! The players of a hand and their commitments, the rules of play, the cards that the declarer puts aside,
//! and the results of the recorded play.

use std::fmt;
use std::fmt::Display;

use super::{
    CardPoints, Contract, GameType, MAX_DOUBLES, Mariash, Played, TenRank, WrittenCommitment,
    clauses,
};
use overtrick_core::prelude::*;

/// Returns the players of a hand. At a table of four, the dealer sits out.
pub fn playing(table: &Table, dealer: Seat) -> Vec<Seat> {
    let plays = |seat: &Seat| table.len() < 4 || *seat != dealer;
    table.seats().filter(plays).collect()
}

/// Returns the player in a required field. Reports a player who sits out.
pub fn active_player(
    context: &mut HandContext<'_>,
    pointer: impl Display + Copy,
    name: &Given<String>,
    players: &[Seat],
) -> Option<Seat> {
    let seat = context.needed_player(pointer, name)?;
    if players.contains(&seat) {
        return Some(seat);
    }
    let args = args![player: context.name(seat)];
    context.fault("sits-out", pointer, clauses::SITS_OUT, args);
    None
}

/// A contract that a player has taken on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment {
    pub by: Seat,
    pub contract: Contract,
    pub doubles: i64,
    /// Whether the declarer made the last double; `None` if there was no double or if that is unknown.
    pub doubled_by_declarer: Option<bool>,
}

impl Commitment {
    /// Returns a commitment that nobody has doubled.
    pub fn new(by: Seat, contract: Contract) -> Commitment {
        Commitment {
            by,
            contract,
            doubles: 0,
            doubled_by_declarer: None,
        }
    }
}

/// Returns the factor by which this number of doublings multiplies a value.
pub const fn multiplier(doubles: i64) -> i64 {
    1 << doubles
}

/// Reads a commitment without its doublings.
pub fn read_commitment(
    written: &WrittenCommitment,
    place: fmt::Arguments<'_>,
    players: &[Seat],
    context: &mut HandContext<'_>,
) -> Option<Commitment> {
    let by = active_player(context, format_args!("{place}/by"), &written.by, players);
    let contract = context.needed(&written.contract, format_args!("{place}/contract"));
    Some(Commitment::new(by?, *contract?))
}

impl Mariash {
    /// Returns the number of doublings; 0 if it is not given. A number above the limit is a fault, or a
    /// warning if the table let it stand.
    pub(super) fn doubles(
        &self,
        rule: &'static str,
        pointer: impl Display,
        written: Option<i64>,
        context: &mut HandContext<'_>,
    ) -> Option<i64> {
        let (doubles, most) = (written.unwrap_or(0), self.max_doubles);
        if context.waived && (most + 1..=MAX_DOUBLES).contains(&doubles) {
            let args = args![found: doubles, least: 0, most: most];
            context.warn("out-of-range", pointer, rule, args);
            return Some(doubles);
        }
        let bounds = Bounds::up_to(most, "out-of-range-doublings");
        let fits = context.in_range(pointer, doubles, bounds);
        fits.then_some(doubles)
    }
}

/// The number of tricks in a hand, which is the number of cards that each player holds.
pub const TRICKS: usize = 10;

/// The number of cards that the declarer puts aside.
const ASIDE: usize = 2;

const NAMES: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
/// The number of cards in a suit.
const RANKS: u8 = 8;
const SEVEN: u8 = 0;
const TEN: u8 = 3;
const JACK: u8 = 4;
const KING: u8 = 6;
const ACE: u8 = 7;

/// The thirty-two cards: each suit from the seven up to the ace.
pub const PACK: Pack = Pack {
    cards: 32,
    read: |text| french::read_card(&NAMES, text),
    name: |card| french::name_card(&NAMES, card),
};

/// Returns the suit of a card.
pub fn suit(card: Card) -> Suit {
    Suit::ALL[usize::from(card.0 / RANKS)]
}

/// Returns the rank of a card: 0 is the seven, 7 the ace.
fn rank(card: Card) -> u8 {
    card.0 % RANKS
}

/// Whether a card is the seven of this suit.
pub fn is_seven(card: Card, trump: Option<Suit>) -> bool {
    rank(card) == SEVEN && Some(suit(card)) == trump
}

/// The rules of play of one hand.
#[derive(Clone)]
pub struct Cards {
    deal: Deal,
    game_type: GameType,
    pub declarer: Seat,
    pub trump: Option<Suit>,
    card_points: CardPoints,
    /// Whether the ten ranks between the king and the ace.
    ten_high: bool,
    /// Whether the declarer, and whether the defense, has committed to a Seven or a Hundred-Seven.
    pub sevens: [bool; 2],
}

impl Cards {
    /// Returns the rules of play of a hand of this type with these commitments.
    pub fn of_hand(
        game: &Mariash,
        players: &[Seat],
        declarer: Seat,
        game_type: GameType,
        trump: Option<Suit>,
        commitments: &[Commitment],
    ) -> Cards {
        let trump = trump.filter(|_| game_type == GameType::Trump);
        let usual_ten = TenRank::usual(game.card_points);
        let mut sevens = [false; 2];
        for commitment in commitments {
            let side = usize::from(commitment.by != declarer);
            sevens[side] |= commitment.contract.has_seven();
        }
        Cards {
            game_type,
            deal: Deal {
                players: players.to_vec(),
                leads: Some(declarer),
                tricks: Some(TRICKS),
                deal_clause: clauses::DEAL,
                lead_clause: clauses::LEAD,
            },
            declarer,
            trump,
            card_points: game.card_points,
            ten_high: trump.is_some() && game.ten_rank.unwrap_or(usual_ten) == TenRank::High,
            sevens,
        }
    }

    /// Returns the strength of a card within its suit.
    fn height(&self, card: Card) -> u8 {
        match rank(card) {
            rank if !self.ten_high => rank,
            TEN => KING,
            rank @ JACK..=KING => rank - 1,
            rank => rank,
        }
    }

    /// Returns the points of a card, by its rank.
    fn points(&self, card: Card) -> i64 {
        let points = match self.card_points {
            CardPoints::Full => [0, 0, 0, 10, 2, 3, 4, 11],
            CardPoints::Tens => [0, 0, 0, 10, 0, 0, 0, 10],
        };
        points[usize::from(rank(card))]
    }

    /// Returns the points of the declarer's pile, with these cards put aside.
    pub fn pile_points(&self, play: &Play, talon: CardSet) -> i64 {
        let pile = play.pile(&[self.declarer]).either(talon);
        let won_last = last_trick(play).is_some_and(|(winner, _)| winner == self.declarer);
        let is_ten = won_last && self.card_points == CardPoints::Tens;
        pile.iter().map(|card| self.points(card)).sum::<i64>() + 10 * i64::from(is_ten)
    }

    /// Returns the breach if this card may never be put aside.
    fn forbids(&self, card: Card) -> Option<Breach> {
        if self.game_type != GameType::Trump {
            return None;
        }
        let name = (PACK.name)(card);
        if matches!(rank(card), ACE | TEN) {
            return Some(Breach::new(clauses::TALON_SHARP, args![card: name]));
        }
        let seven = self.sevens[0] && is_seven(card, self.trump);
        seven.then(|| Breach::new(clauses::TALON_SEVEN, args![card: name]))
    }

    /// Returns the breach if this card may not be added to the cards put aside.
    fn forbids_after(&self, aside: &Aside, card: Card) -> Option<Breach> {
        let held = || Breach::new(clauses::TALON_HELD, args![card: (PACK.name)(card)]);
        if aside.cards.contains(&card) {
            return Some(held().with_message("mariash/talon-twice"));
        }
        if !aside.holding.contains(card) {
            return Some(held());
        }
        if aside.is_complete() {
            return Some(Breach::new(clauses::TALON, args![cards: ASIDE]));
        }
        self.forbids(card)
    }

    /// Rules on each card put aside, and lists the cards that may be put aside next.
    pub fn answer_discard(&self, holding: CardSet, cards: &[Card]) -> Answer {
        let mut aside = Aside::from(holding, ASIDE);
        aside.answer(&PACK, Some(self.declarer), cards, |aside, card| {
            self.forbids_after(aside, card)
        })
    }

    /// Returns the results of a recorded play; `None` if it cannot be read or is incomplete.
    pub fn numbers(&self, played: &Played, context: &mut HandContext<'_>) -> Option<Numbers> {
        let aside = read_talon("/play/talon", &played.talon, context);
        for (index, card) in aside.iter().flatten().enumerate() {
            if let Some(breach) = self.forbids(*card) {
                context.irregular(breach, &format!("/play/talon/{index}"));
            }
        }
        if let Some(aside) = &aside
            && aside.len() < ASIDE
            && !context.is_unfinished()
        {
            let args = args![found: aside.len(), cards: ASIDE];
            context.fault("talon-size", "/play/talon", clauses::TALON, args);
        }
        let play = judge_play(self, context, &played.tricks, &played.hands)?;
        let (aside, played) = (aside.unwrap_or_default(), play.cards());
        let is_played = |card| played.contains(card);
        refuse_elsewhere(context, &PACK, "/play/talon", &aside, is_played);
        let (last_winner, card) = last_trick(&play)?;
        Some(Numbers {
            points: self.pile_points(&play, talon(&Vec::new(), &play)?),
            declarer_tricks: play.won(context.table)[self.declarer.index()],
            last: (last_winner, is_seven(card, self.trump)),
        })
    }
}

/// Returns the two cards of the talon, which are in no hand and no trick; `None` if more cards are unknown.
pub fn talon(hands: &Hands, play: &Play) -> Option<CardSet> {
    let held = hands.iter().flatten().copied();
    let known = held.fold(play.cards(), CardSet::either);
    let rest = CardSet::pack(PACK.cards).without(known);
    (rest.len() == 2).then_some(rest)
}

impl CardRules for Cards {
    const PACK: Pack = PACK;
    type Strength = u8;

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let led = suit(position.played.first()?.card);
        let own = suit(played.card);
        let (clause, args) = match self.failed_duty(position, played, self.trump, suit)? {
            Duty::Follow(led) => (clauses::FOLLOW, args![suit: led]),
            Duty::Trump(trump) => (clauses::MUST_TRUMP, args![suit: led, trump: trump]),
            Duty::Beat(_) if own == led => (clauses::BEAT, args![suit: led]),
            Duty::Beat(_) => (clauses::OVERTRUMP, args![trump: own]),
        };
        Some(Breach::new(clause, args))
    }

    /// The seven of trumps may be stronger in the last trick than in the others.
    fn numbers(&self) -> &'static [usize] {
        &[1, TRICKS]
    }

    fn decided_by(&self, number: usize, played: &[PlayedCard], _: PlayedCard) -> &'static str {
        let mut sevens = played.iter();
        let seven = sevens.find(|played| is_seven(played.card, self.trump));
        let side = seven.map(|seven| usize::from(seven.seat != self.declarer));
        match side.filter(|_| number == TRICKS) {
            Some(side) if self.sevens[side] => clauses::LAST_SEVEN,
            Some(_) => clauses::LAST_SEVEN_COMMITTED,
            None => clauses::TRICK,
        }
    }

    /// Returns the strength of a card. From the weakest: another suit, the suit led, a trump, and the seven
    /// of trumps in the last trick if its side has committed to a Seven.
    fn strength(&self, number: usize, first: PlayedCard, played: PlayedCard) -> u8 {
        let card = played.card;
        let side = usize::from(played.seat != self.declarer);
        if number == TRICKS && self.sevens[side] && is_seven(card, self.trump) {
            return 4 * RANKS;
        }
        match suit(card) {
            own if Some(own) == self.trump => 2 * RANKS + self.height(card),
            own if own == suit(first.card) => RANKS + self.height(card),
            _ => 0,
        }
    }
}

/// The results of a play.
pub struct Numbers {
    /// The points of the declarer's pile, including the talon.
    pub points: i64,
    pub declarer_tricks: i64,
    /// The winner of the last trick, and whether the seven of trumps won it.
    pub last: (Seat, bool),
}

/// Returns the winner of the last trick, and the winning card.
pub fn last_trick(play: &Play) -> Option<(Seat, Card)> {
    let last = play.tricks.get(TRICKS - 1)?;
    last.winner().zip(last.winning_card())
}

/// Returns the cards that the declarer put aside, if they are recorded.
pub fn read_talon(
    pointer: &str,
    written: &Given<Vec<String>>,
    context: &mut HandContext<'_>,
) -> Option<Vec<Card>> {
    let written = written.as_ref()?;
    if written.len() > ASIDE {
        let args = args![found: written.len(), cards: ASIDE];
        context.refuse("talon-size", pointer, args);
        return None;
    }
    read_cards(context, &PACK, pointer, written)
}
