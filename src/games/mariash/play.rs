//! Who plays a hand, and for which commitments; what cards mean then, what the declarer puts aside for the
//! talon, and the numbers that the recorded play gives.

use std::fmt;
use std::fmt::Display;

use super::{
    CardPoints, Contract, GameType, LastTrick, MAX_DOUBLES, Mariash, Played, TenRank,
    WrittenCommitment, clauses,
};
use overtrick_core::prelude::*;

/// Those who play a hand.
pub fn playing(table: &Table, dealer: Seat) -> Vec<Seat> {
    let everyone = table.seats();
    everyone
        .filter(|seat| table.len() < 4 || *seat != dealer)
        .collect()
}

/// The same seat, if it plays; a player who sits out is a fault.
pub fn who_plays(
    context: &mut HandContext<'_>,
    pointer: impl Display,
    seat: Option<Seat>,
    players: &[Seat],
) -> Option<Seat> {
    let seat = seat?;
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
}

impl Commitment {
    /// What its doublings multiply its value by.
    pub fn multiplier(&self) -> i64 {
        1 << self.doubles
    }
}

/// The commitments of a record's own list.
pub fn recorded_commitments(
    game: &Mariash,
    list: &[WrittenCommitment],
    players: &[Seat],
    declarer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Option<Vec<Commitment>> {
    let read: Vec<Option<Commitment>> = list
        .iter()
        .enumerate()
        .map(|(index, written)| {
            let place = format_args!("/commitments/{index}");
            let pointer = format_args!("{place}/doubles");
            let rule = clauses::MAX_DOUBLES;
            let doubles = doubles(game, rule, pointer, *written.doubles, context);
            let commitment = read_commitment(written, place, players, context)?;
            Some(Commitment {
                doubles: doubles?,
                ..commitment
            })
        })
        .collect();
    let sound = declarer.is_none_or(|declarer| counted(game, &read, declarer, context));
    all_or_none(read.into_iter()).filter(|_| sound)
}

/// One commitment as written, its doublings apart.
pub fn read_commitment(
    written: &WrittenCommitment,
    place: fmt::Arguments<'_>,
    players: &[Seat],
    context: &mut HandContext<'_>,
) -> Option<Commitment> {
    let pointer = format_args!("{place}/by");
    let by = context.needed_player(pointer, &written.by);
    let by = who_plays(context, pointer, by, players);
    let contract = context.needed(&written.contract, format_args!("{place}/contract"));
    Some(Commitment {
        by: by?,
        contract: *contract?,
        doubles: 0,
    })
}

/// The number of doublings, none if absent, limited under this clause. A table may let too many stand.
pub fn doubles(
    game: &Mariash,
    rule: &'static str,
    pointer: fmt::Arguments<'_>,
    written: Option<i64>,
    context: &mut HandContext<'_>,
) -> Option<i64> {
    let doubles = written.unwrap_or(0);
    let most = game.max_doubles;
    let let_stand = context.waived && (most..=MAX_DOUBLES).contains(&doubles);
    if doubles > most && let_stand {
        let args = args![found: doubles, least: 0, most: most];
        context.warn("out-of-range", pointer, rule, args);
        return Some(doubles);
    }
    context
        .in_range(
            pointer,
            doubles,
            Bounds::up_to(most, "out-of-range-doublings"),
        )
        .then_some(doubles)
}

/// Counts who has committed to what. Too many are a fault, unless the table let them stand.
fn counted(
    game: &Mariash,
    read: &[Option<Commitment>],
    declarer: Seat,
    context: &mut HandContext<'_>,
) -> bool {
    let table = context.table;
    let mut sound = true;
    let mut irregular = |code, index: usize, rule, args| {
        let pointer = format!("/commitments/{index}");
        context.fault_or_odd(true, code, pointer, rule, args);
        sound = context.waived;
    };
    for (index, commitment) in read.iter().enumerate() {
        let Some(commitment) = commitment else {
            continue;
        };
        let earlier = || read[..index].iter().flatten();
        let by = commitment.by;
        let own = earlier().filter(|other| other.by == by).count();
        let (most, rule) = if by == declarer {
            (1, clauses::DECLARER_ONE)
        } else {
            (game.commitments_per_defender, clauses::DEFENDER_LIMIT)
        };
        if i64::try_from(own).is_ok_and(|own| own >= most) {
            irregular("too-many-commitments", index, rule, args![most: most]);
        }
        let same = earlier().find(|other| {
            other.contract == commitment.contract && by != declarer && other.by != declarer
        });
        if let Some(other) = same {
            let args = args![by: table.name(other.by), contract: other.contract];
            irregular("contract-taken", index, clauses::CONTRACT_TAKEN, args);
        }
    }
    let whole = read.iter().all(Option::is_some);
    if whole && !read.iter().flatten().any(|other| other.by == declarer) {
        if context.so_far() {
            context.missing("/commitments");
        } else {
            let args = args![declarer: context.name(declarer)];
            let rule = clauses::DECLARER_ONE;
            context.fault("declarer-uncommitted", "/commitments", rule, args);
        }
        return false;
    }
    sound
}

/// Tricks in a hand, and cards in a player's hand.
pub const TRICKS: usize = 10;

const NAMES: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
/// Cards of a suit.
const RANKS: u8 = 8;
const SEVEN: u8 = 0;
const TEN: u8 = 3;
const JACK: u8 = 4;
const QUEEN: u8 = 5;
const KING: u8 = 6;
const ACE: u8 = 7;

/// All thirty-two, by suit and within a suit from the seven to the ace.
pub const PACK: Pack = Pack {
    cards: 32,
    read: |text| french::read_card(&NAMES, text),
    name: |card| french::name_card(&NAMES, card),
};

/// Its suit.
pub fn suit(card: Card) -> Suit {
    Suit::ALL[usize::from(card.0 / RANKS)]
}

/// Its rank: 0 is the seven, 7 the ace.
fn rank(card: Card) -> u8 {
    card.0 % RANKS
}

/// Whether it is an ace or a ten.
pub fn is_sharp(card: Card) -> bool {
    matches!(rank(card), ACE | TEN)
}

/// Whether it is the seven of this suit.
pub fn is_seven(card: Card, trump: Option<Suit>) -> bool {
    rank(card) == SEVEN && Some(suit(card)) == trump
}

/// The cards of one hand.
#[derive(Clone)]
pub struct Cards {
    deal: Deal,
    pub declarer: Seat,
    pub trump: Option<Suit>,
    pub card_points: CardPoints,
    /// Whether the ten ranks next to the ace.
    pub ten_high: bool,
    /// Whether the declarer and the defense have a Seven of their own.
    pub sevens: [bool; 2],
}

impl Cards {
    /// The cards of a hand with these commitments.
    pub fn of_hand(
        game: &Mariash,
        players: &[Seat],
        declarer: Seat,
        trump: Option<Suit>,
        commitments: &[Commitment],
    ) -> Cards {
        let has_seven = |own: bool| {
            commitments.iter().any(|commitment| {
                commitment.contract.has_seven() && (commitment.by == declarer) == own
            })
        };
        Cards {
            deal: Deal {
                players: players.to_vec(),
                leads: Some(declarer),
                tricks: Some(TRICKS),
                clauses: DealClauses {
                    deal: clauses::DEAL,
                    lead: clauses::LEAD,
                },
            },
            declarer,
            trump,
            card_points: game.card_points,
            ten_high: trump.is_some() && game.ten_rank() == TenRank::High,
            sevens: [has_seven(true), has_seven(false)],
        }
    }

    /// The trump of a hand of this type.
    pub fn trump(game_type: GameType, trump: Option<Suit>) -> Option<Suit> {
        trump.filter(|_| game_type == GameType::Trump)
    }

    /// How high a card is within its suit.
    fn height(&self, card: Card) -> u8 {
        if !self.ten_high {
            return rank(card);
        }
        match rank(card) {
            TEN => KING,
            rank @ JACK..=KING => rank - 1,
            rank => rank,
        }
    }

    /// How strong a card is in a trick: nothing, a card of the suit that was led, a trump, and the
    /// seven of trumps in the last trick where its side has a Seven.
    fn height_in_trick(&self, number: usize, led: Suit, seat: Seat, card: Card) -> u8 {
        let side = usize::from(seat != self.declarer);
        if number == TRICKS && self.sevens[side] && is_seven(card, self.trump) {
            return 4 * RANKS;
        }
        let own = suit(card);
        if Some(own) == self.trump {
            2 * RANKS + self.height(card)
        } else if own == led {
            RANKS + self.height(card)
        } else {
            0
        }
    }

    fn points(&self, card: Card) -> i64 {
        match (self.card_points, rank(card)) {
            (CardPoints::Full, ACE) => 11,
            (_, ACE | TEN) => 10,
            (CardPoints::Full, KING) => 4,
            (CardPoints::Full, QUEEN) => 3,
            (CardPoints::Full, JACK) => 2,
            _ => 0,
        }
    }

    /// The points of the declarer's pile, with these cards put aside.
    pub fn pile_points(&self, play: &Play, talon: CardSet) -> i64 {
        let pile = play.pile(&[self.declarer]).either(talon);
        let last = play.tricks.get(TRICKS - 1);
        let won_last = last.is_some_and(|trick| trick.winner() == Some(self.declarer));
        let extra = if won_last && self.card_points == CardPoints::Tens {
            10
        } else {
            0
        };
        pile.iter().map(|card| self.points(card)).sum::<i64>() + extra
    }
}

/// The two cards that lie in nobody's hand or trick, if all others are known.
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
        let height = |seat, card| self.height_in_trick(position.number, led, seat, card);
        let lying = position.played.iter();
        let best = lying.map(|lies| height(lies.seat, lies.card)).max()?;
        let beats = |card| height(played.seat, card) > best;
        let could_beat = |of: Suit| position.held.any(|card| suit(card) == of && beats(card));
        let own = suit(played.card);
        if position.held.any(|card| suit(card) == led) {
            if own != led {
                return Some(Breach::new(clauses::FOLLOW, args![suit: led]));
            }
            let mut lies = position.played.iter().map(|lies| Some(suit(lies.card)));
            let trumped = Some(led) != self.trump && lies.any(|lies| lies == self.trump);
            let low = !trumped && !beats(played.card) && could_beat(led);
            return low.then(|| Breach::new(clauses::BEAT, args![suit: led]));
        }
        let trump = self
            .trump
            .filter(|trump| position.held.any(|card| suit(card) == *trump))?;
        if own != trump {
            let args = args![suit: led, trump: trump];
            return Some(Breach::new(clauses::MUST_TRUMP, args));
        }
        let low = !beats(played.card) && could_beat(trump);
        low.then(|| Breach::new(clauses::OVERTRUMP, args![trump: trump]))
    }

    /// The seven of trumps is another card in the last trick.
    fn numbers(&self) -> &'static [usize] {
        &[1, TRICKS]
    }

    fn decided_by(&self, number: usize, trick: &Trick) -> Option<Name> {
        let mut sevens = trick.played.iter();
        let seven = sevens.find(|played| is_seven(played.card, self.trump));
        let clause = match seven.filter(|_| number == TRICKS) {
            Some(seven) if !self.sevens[usize::from(seven.seat != self.declarer)] => {
                clauses::LAST_SEVEN_COMMITTED
            }
            Some(_) => clauses::LAST_SEVEN,
            None => clauses::TRICK,
        };
        Some(clause.into())
    }

    fn strength(&self, number: usize, first: PlayedCard, played: PlayedCard) -> u8 {
        self.height_in_trick(number, suit(first.card), played.seat, played.card)
    }
}

/// How many cards are put aside.
const ASIDE: usize = 2;

/// What decides which cards may go.
pub struct Discard {
    pub game_type: GameType,
    pub trump: Option<Suit>,
    /// Whether the declarer is to announce a Seven.
    pub seven: bool,
}

impl Discard {
    /// Why this card may not be put aside, whatever else is.
    pub fn forbids(&self, card: Card) -> Option<Breach> {
        if self.game_type != GameType::Trump {
            return None;
        }
        let name = (PACK.name)(card);
        if is_sharp(card) {
            return Some(Breach::new(clauses::TALON_SHARP, args![card: name]));
        }
        let seven = self.seven && is_seven(card, self.trump);
        seven.then(|| Breach::new(clauses::TALON_SEVEN, args![card: name]))
    }

    /// Why this card may not be put aside after those that are.
    fn breach(&self, aside: &Aside, card: Card) -> Option<Breach> {
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

    /// Rules on each card, and names those that may follow.
    pub fn answer(&self, declarer: Seat, holding: CardSet, cards: &[Card]) -> Answer {
        let mut aside = Aside::from(holding, ASIDE);
        aside.answer(&PACK, Some(declarer), cards, |aside, card| {
            self.breach(aside, card)
        })
    }
}

/// What came of the cards.
pub struct Numbers {
    /// The points of the declarer's pile with the talon.
    pub points: i64,
    pub declarer_tricks: i64,
    pub last_winner: Seat,
    pub trump_seven: bool,
}

/// Plays a recorded hand; nothing, if it cannot be read or is not whole.
pub fn numbers(
    rules: &Cards,
    discard: &Discard,
    played: &Played,
    context: &mut HandContext<'_>,
) -> Option<Numbers> {
    let aside = read_talon("/play/talon", &played.talon, context);
    for (index, card) in aside.iter().flatten().enumerate() {
        if let Some(breach) = discard.forbids(*card) {
            context.irregular(breach, &format!("/play/talon/{index}"));
        }
    }
    if let Some(aside) = &aside
        && aside.len() < ASIDE
        && !context.so_far()
    {
        let args = args![found: aside.len(), cards: ASIDE];
        context.fault("talon-size", "/play/talon", clauses::TALON, args);
    }
    let play = judge_play(rules, context, TRICKS, &played.tricks, &played.hands)?;
    let (aside, played) = (aside.unwrap_or_default(), play.cards());
    not_elsewhere(context, &PACK, "/play/talon", &aside, |card| {
        played.contains(card)
    });
    let points = rules.pile_points(&play, talon(&Vec::new(), &play)?);
    let (last_winner, card) = last_trick(&play)?;
    let won = play.won(context.table);
    Some(Numbers {
        points,
        declarer_tricks: won[rules.declarer.index()],
        last_winner,
        trump_seven: is_seven(card, rules.trump),
    })
}

/// Who won the last trick, and with which card.
pub fn last_trick(play: &Play) -> Option<(Seat, Card)> {
    let last = play.tricks.get(TRICKS - 1)?;
    last.winner().zip(last.winning_card())
}

/// The cards that the declarer put aside, where they are recorded.
pub fn read_talon(
    pointer: &str,
    written: &Given<Vec<String>>,
    context: &mut HandContext<'_>,
) -> Option<Vec<Card>> {
    let written = written.as_ref()?;
    if written.len() > 2 {
        let args = args![found: written.len(), cards: 2];
        context.refuse("talon-size", pointer, args);
        return None;
    }
    read_cards(context, &PACK, pointer, written)
}

/// Notes where the last trick that was recorded is not the one that the play gives.
pub fn agrees_last(recorded: &LastTrick, played: &Numbers, context: &mut HandContext<'_>) {
    let winner = recorded.winner.as_ref();
    let winner = winner.and_then(|name| context.table.seat(name));
    let winner = winner.map(|seat| context.name(seat));
    let won_by = context.name(played.last_winner);
    agrees(context, "/last_trick/winner", winner, won_by);
    let words = ["without the trump seven", "with the trump seven"];
    let word = |seven| words[usize::from(seven)];
    let (seven, won_with) = (recorded.trump_seven.map(word), word(played.trump_seven));
    agrees(context, "/last_trick/trump_seven", seven, won_with);
}
