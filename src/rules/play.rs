//! Card play: whose turn it is, what lies on the table, who won, and what should not have been played.
//!
//! A game says what its cards mean ([`CardRules`]); everything else is the same in all of them. A
//! card that its player could hold stays on the table even where it breaks a rule, and the trick is
//! won as it lies. A card that cannot have been played (played before, in nobody's or another's hand,
//! out of turn) stays where it was, and so does the turn.
//!
//! Where a hand is not known, its player's later cards are: those the player must have held all
//! along. Every rule of play is such that a card which is illegal from some of a hand's cards is
//! illegal from all of them, so that what later cards prove needs no second set of rules.

use serde::Deserialize;

use super::cards::{Card, CardSet, Pack};
use super::form::{Field, Kind};
use super::json::Json;
use super::wire::{Given, PerPlayer, words};
use super::{Answer, Breach, Desk, Finding, Next, Ruling, Seat, Table, args, segment};

words! {
    /// A suit, as a joker that is led names it.
    pub enum Suit {
        /// Spades.
        Spades = "spades",
        /// Hearts.
        Hearts = "hearts",
        /// Clubs.
        Clubs = "clubs",
        /// Diamonds.
        Diamonds = "diamonds",
    }
}

/// A card that lies on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laid {
    /// Whose it is.
    pub seat: Seat,
    /// Which.
    pub card: Card,
    /// The suit that it was named as, if it is a joker that was led.
    pub named: Option<Suit>,
}

/// Where a card is played: the trick so far and those before it.
#[derive(Debug, Clone, Copy)]
pub struct Spot<'a> {
    /// The number of the trick, from 1.
    pub number: usize,
    /// Whose turn it is.
    pub seat: Seat,
    /// What lies in this trick, the lead first.
    pub laid: &'a [Laid],
    /// The tricks before it, as far as they are known.
    pub before: &'a [Trick],
}

/// A trick, over or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trick {
    /// What lies in it, the lead first.
    pub laid: Vec<Laid>,
    /// The best card that lies, by its place.
    pub best: Option<usize>,
}

impl Trick {
    /// Who has the best card.
    pub fn winner(&self) -> Option<Seat> {
        self.best.map(|best| self.laid[best].seat)
    }

    /// All cards that lie in it.
    pub fn cards(&self) -> CardSet {
        self.laid.iter().map(|laid| laid.card).collect()
    }

    /// The best card.
    pub fn winning_card(&self) -> Option<Card> {
        self.best.map(|best| self.laid[best].card)
    }
}

/// What the cards of a game mean in one hand.
pub trait CardRules {
    /// The pack.
    const PACK: Pack;
    /// How a joker is written, in a game that has one.
    const JOKER: Option<&'static str> = None;

    /// Who plays, in turn from anyone on.
    fn players(&self) -> &[Seat];

    /// Who leads the first trick.
    fn leads(&self) -> Seat;

    /// How many tricks a hand has, if it is known.
    fn tricks(&self) -> Option<usize>;

    /// Why this card may not be played from these cards (it among them); nothing, if it may.
    ///
    /// Of a joker that is led without a named suit it is asked whether it may be led at all. A card
    /// that is illegal from these must be illegal from any more cards.
    fn breach(&self, spot: &Spot<'_>, held: CardSet, laid: Laid) -> Option<Breach>;

    /// The place of the best card of a trick in which at least one lies.
    fn best(&self, number: usize, laid: &[Laid]) -> usize;
}

/// A card as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayedCard {
    /// Who played.
    pub player: Given<String>,
    /// What.
    pub card: Given<String>,
    /// As what suit, of a joker that is led.
    pub suit: Given<Suit>,
}

/// The fields of a card.
pub const CARD: &[Field] = &[
    Field::required("player", Kind::Player),
    Field::required("card", Kind::Card),
    Field::depends("suit", Kind::Word(Suit::WORDS)),
];
/// A trick's cards.
pub const CARDS: Kind = Kind::List(&Kind::Object(CARD));
/// A hand's tricks.
pub const TRICKS: Kind = Kind::List(&CARDS);
/// The cards that players held.
pub const HANDS: Kind = Kind::PerPlayer(&Kind::List(&Kind::Card));

/// The play of a hand in its record: instead of the numbers that came of it, or beside them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecordedPlay {
    /// The tricks, each a list of cards.
    pub tricks: Given<Vec<Vec<PlayedCard>>>,
    /// The hands dealt, as far as known.
    pub hands: Given<PerPlayer<Vec<String>>>,
}

/// The fields of a [`RecordedPlay`].
pub const RECORDED_PLAY: &[Field] = &[
    Field::required("tricks", TRICKS),
    Field::optional("hands", HANDS),
];

/// Plays a recorded hand; what was illegal is a fault, or a warning where the table let it stand.
///
/// Nothing, if it cannot be read or is not a whole hand of so many tricks.
pub fn judge_play<R: CardRules>(
    rules: &R,
    desk: &mut Desk<'_>,
    tricks: usize,
    recorded: &Given<Vec<Vec<PlayedCard>>>,
    hands: &Given<PerPlayer<Vec<String>>>,
) -> Option<Play> {
    let hands = read_hands(
        desk,
        &R::PACK,
        rules.players(),
        tricks,
        "/play/hands",
        hands,
    );
    let said = desk
        .needed(recorded, "/play/tricks")
        .and_then(|said| read_tricks::<R>(desk, "/play/tricks", said));
    let play = play(rules, &hands?, 1, Some(rules.leads()), &said?);
    if !play.check_named(desk, |trick| format!("/play/tricks/{trick}")) {
        return None;
    }
    for ruling in &play.rulings {
        if let Some(breach) = ruling.breach.clone() {
            let trick = ruling.trick.unwrap_or(1) - 1;
            desk.irregular(breach, &format!("/play/tricks/{trick}/{}", ruling.index));
        }
    }
    if !play.is_whole(tricks, rules.players().len()) {
        if desk.is_clean() {
            desk.missing("/play/tricks");
        }
        return None;
    }
    Some(play)
}

/// Whether a number that was recorded beside the play is the one that the play gives.
pub fn agrees(desk: &mut Desk<'_>, pointer: &str, recorded: Option<i64>, played: i64) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != played) {
        desk.lay(Finding::rule(
            "play-disagrees",
            pointer,
            args![recorded: recorded, played: played],
        ));
    }
}

/// The fields of a question about a trick, of a hand with so many tricks at the most.
pub const fn trick_question(most: i64, setting: Field) -> [Field; 4] {
    [
        Field::required("cards", CARDS),
        Field::optional("hands", HANDS),
        Field::optional("trick", Kind::Int(1, most)),
        setting,
    ]
}

/// The fields of a question about the play of a hand.
pub const fn play_question(setting: Field) -> [Field; 3] {
    [
        Field::required("tricks", TRICKS),
        Field::optional("hands", HANDS),
        setting,
    ]
}

/// The fields of a question about cards that are put aside.
pub const fn discard_question(setting: Field) -> [Field; 3] {
    let cards = Kind::List(&Kind::Card);
    [
        Field::required("holding", cards),
        Field::required("aside", cards),
        setting,
    ]
}

/// The cards that players held, by seat; nothing for one whose hand is not known.
pub type Hands = Vec<Option<CardSet>>;

/// One card of the list, its player and itself understood.
pub type Said = (Seat, Card, Option<Suit>);

/// Reads one card at a pointer.
pub fn read_card(desk: &mut Desk<'_>, pack: &Pack, pointer: &str, text: &str) -> Option<Card> {
    let card = (pack.read)(text);
    if card.is_none() {
        let example = (pack.name)(Card(0));
        desk.lay(Finding::rule(
            "unknown-card",
            pointer,
            args![found: text.to_owned(), example: example],
        ));
    }
    card
}

/// Reads a list of cards, none of them twice, in order.
pub fn read_cards(
    desk: &mut Desk<'_>,
    pack: &Pack,
    pointer: &str,
    texts: &[String],
) -> Option<Vec<Card>> {
    let mut seen = CardSet::EMPTY;
    let mut cards = Vec::with_capacity(texts.len().min(128));
    let mut sound = true;
    for (index, text) in texts.iter().enumerate() {
        let place = format!("{pointer}/{index}");
        match read_card(desk, pack, &place, text) {
            Some(card) if seen.insert(card) => cards.push(card),
            Some(_) => {
                desk.lay(Finding::rule(
                    "card-twice",
                    place,
                    args![card: text.clone()],
                ));
                sound = false;
            }
            None => sound = false,
        }
    }
    sound.then_some(cards)
}

/// Reads the hands that are known: whose they are, no card in two of them, none too large.
pub fn read_hands(
    desk: &mut Desk<'_>,
    pack: &Pack,
    players: &[Seat],
    most: usize,
    pointer: &str,
    hands: &Given<PerPlayer<Vec<String>>>,
) -> Option<Hands> {
    let mut known: Hands = vec![None; desk.table.len()];
    let mut seen = CardSet::EMPTY;
    let mut sound = true;
    for (name, texts) in hands.iter().flat_map(PerPlayer::iter) {
        let place = format!("{pointer}/{}", segment(name));
        let Some(seat) = desk.seat(&place, name) else {
            sound = false;
            continue;
        };
        if !players.contains(&seat) {
            desk.lay(Finding::rule("sits-out", &*place, args![player: name]));
            sound = false;
        }
        if known[seat.index()].is_some() {
            desk.lay(Finding::rule(
                "duplicate-player",
                &*place,
                args![name: name],
            ));
            sound = false;
        }
        if texts.len() > most {
            desk.lay(Finding::rule(
                "hand-size",
                &*place,
                args![found: texts.len(), most: most],
            ));
            sound = false;
            continue;
        }
        let Some(cards) = read_cards(desk, pack, &place, texts) else {
            sound = false;
            continue;
        };
        for (index, card) in cards.iter().enumerate() {
            if !seen.insert(*card) {
                let card = (pack.name)(*card);
                desk.lay(Finding::rule(
                    "card-twice",
                    format!("{place}/{index}"),
                    args![card: card],
                ));
                sound = false;
            }
        }
        known[seat.index()] = Some(cards.into_iter().collect());
    }
    sound.then_some(known)
}

/// Only a joker that is led names a suit; this card at a pointer is none.
fn lay_suit_named(desk: &mut Desk<'_>, place: &str) {
    desk.lay(Finding::rule(
        "suit-named",
        format!("{place}/suit"),
        args![],
    ));
}

/// Reads the cards of a trick at a pointer: who played what.
///
/// Whether a joker was led, and so must name a suit, only the table shows: see
/// [`Play::check_named`].
pub fn read_trick<R: CardRules>(
    desk: &mut Desk<'_>,
    pointer: &str,
    cards: &[PlayedCard],
) -> Option<Vec<Said>> {
    let mut said = Vec::with_capacity(cards.len());
    for (index, played) in cards.iter().enumerate() {
        let place = format!("{pointer}/{index}");
        let seat = desk.needed_player(&format!("{place}/player"), &played.player);
        if played.card.is_none() {
            desk.missing(&format!("{place}/card"));
        }
        let text = played.card.as_deref();
        let card = text.and_then(|text| read_card(desk, &R::PACK, &format!("{place}/card"), text));
        if played.suit.is_some() && (text.is_none() || text != R::JOKER) {
            lay_suit_named(desk, &place);
        }
        said.push(
            seat.zip(card)
                .map(|(seat, card)| (seat, card, *played.suit)),
        );
    }
    desk.is_clean()
        .then(|| said.into_iter().collect())
        .flatten()
}

/// Reads the tricks of a hand at a pointer.
pub fn read_tricks<R: CardRules>(
    desk: &mut Desk<'_>,
    pointer: &str,
    tricks: &[Vec<PlayedCard>],
) -> Option<Vec<Vec<Said>>> {
    let read: Vec<Option<Vec<Said>>> = tricks
        .iter()
        .enumerate()
        .map(|(index, cards)| read_trick::<R>(desk, &format!("{pointer}/{index}"), cards))
        .collect();
    read.into_iter().collect()
}

/// What came of the cards that were played.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Every trick, as it lies.
    pub tricks: Vec<Trick>,
    /// A ruling for every card, all tricks in a row.
    pub rulings: Vec<Ruling>,
    /// Who is to play or lead now; nobody, if the hand is over.
    pub turn: Option<Seat>,
    /// Each joker that was led and names no suit, or was not led and names one.
    misnamed: Vec<Misnamed>,
}

/// A joker that lies: its trick among those given, its place in the list, and whether it was led.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Misnamed {
    trick: usize,
    place: usize,
    led: bool,
}

impl Play {
    /// Refuses a joker that was led without a suit, and a suit beside one that was not led; the
    /// list of each trick is at the pointer that this gives.
    ///
    /// A card that was not played leads nothing: the joker after it may be the lead.
    pub fn check_named(&self, desk: &mut Desk<'_>, list: impl Fn(usize) -> String) -> bool {
        for joker in &self.misnamed {
            let place = format!("{}/{}", list(joker.trick), joker.place);
            if joker.led {
                desk.missing(&format!("{place}/suit"));
            } else {
                lay_suit_named(desk, &place);
            }
        }
        self.misnamed.is_empty()
    }

    /// How many tricks each seat of the table won.
    pub fn won(&self, table: &Table) -> Vec<i64> {
        let mut won = vec![0; table.len()];
        for winner in self.tricks.iter().filter_map(Trick::winner) {
            won[winner.index()] += 1;
        }
        won
    }

    /// All cards in the tricks that any of these seats won.
    pub fn pile(&self, seats: &[Seat]) -> CardSet {
        let won = self
            .tricks
            .iter()
            .filter(|trick| trick.winner().is_some_and(|seat| seats.contains(&seat)));
        won.fold(CardSet::EMPTY, |pile, trick| pile.either(trick.cards()))
    }

    /// Whether so many tricks lie, each with a card of everyone who plays.
    pub fn is_whole(&self, tricks: usize, players: usize) -> bool {
        self.tricks.len() == tricks && self.tricks.iter().all(|trick| trick.laid.len() == players)
    }
}

/// Plays the cards of whole hands, a list for each trick, and rules on each.
///
/// `first` is the number of the first of them. `leader` leads it; nobody, if whoever plays first
/// does.
pub fn play<R: CardRules>(
    rules: &R,
    hands: &Hands,
    first: usize,
    leader: Option<Seat>,
    tricks: &[Vec<Said>],
) -> Play {
    let mut bench = Bench {
        rules,
        held: hands.clone(),
        played: CardSet::EMPTY,
        turn: leader,
        tricks: Vec::with_capacity(tricks.len()),
        shown: Vec::new(),
        misnamed: Vec::new(),
    };
    let mut rulings: Vec<Ruling> = Vec::new();
    for (index, cards) in tricks.iter().enumerate() {
        bench.trick(first + index, index, cards, &mut rulings);
    }
    bench.rule_on_cards(first, hands, &mut rulings);
    let over = rules
        .tricks()
        .is_some_and(|all| first - 1 + tricks.len() >= all);
    let turn = bench.turn.filter(|_| !over);
    Play {
        tricks: bench.tricks,
        rulings,
        turn,
        misnamed: bench.misnamed,
    }
}

/// The table while cards are played.
struct Bench<'a, R> {
    rules: &'a R,
    held: Hands,
    played: CardSet,
    turn: Option<Seat>,
    tricks: Vec<Trick>,
    /// Each card that lies: its ruling, its trick among those given, and its place in it.
    shown: Vec<Shown>,
    misnamed: Vec<Misnamed>,
}

struct Shown {
    ruling: usize,
    trick: usize,
    place: usize,
}

impl<R: CardRules> Bench<'_, R> {
    /// Lays the cards of one trick, refusing those that cannot have been played.
    fn trick(&mut self, number: usize, index: usize, cards: &[Said], rulings: &mut Vec<Ruling>) {
        let players = self.rules.players();
        let mut trick = Trick::default();
        let over = self.rules.tricks().is_some_and(|all| number > all);
        for (place, (seat, card, named)) in cards.iter().enumerate() {
            let full = over || trick.laid.len() == players.len();
            let refused = self.refuse(*seat, *card, full);
            let refused_at_all = refused.is_some();
            rulings.push(Ruling {
                trick: Some(number),
                ..Ruling::new(place, refused)
            });
            if refused_at_all {
                continue;
            }
            if let Some(held) = &mut self.held[seat.index()] {
                held.remove(*card);
            }
            self.played.insert(*card);
            self.shown.push(Shown {
                ruling: rulings.len() - 1,
                trick: index,
                place: trick.laid.len(),
            });
            let led = trick.laid.is_empty();
            let joker = R::JOKER.is_some_and(|joker| (R::PACK.name)(*card) == joker);
            if joker && led != named.is_some() {
                self.misnamed.push(Misnamed {
                    trick: index,
                    place,
                    led,
                });
            }
            let named = named.filter(|_| led);
            trick.laid.push(Laid {
                seat: *seat,
                card: *card,
                named,
            });
            self.turn = Some(next_player(players, *seat));
        }
        if !trick.laid.is_empty() {
            trick.best = Some(self.rules.best(number, &trick.laid));
            self.turn = trick.winner();
        }
        self.tricks.push(trick);
    }

    /// Why a card cannot have been played at all.
    fn refuse(&self, seat: Seat, card: Card, full: bool) -> Option<Breach> {
        let name = (R::PACK.name)(card);
        if full {
            return Some(Breach::of("play/turn", args![]).said("play/full"));
        }
        if !self.rules.players().contains(&seat) {
            return Some(Breach::of("play/turn", args![]).said("play/sits-out"));
        }
        if self.turn.is_some_and(|turn| turn != seat) {
            return Some(Breach::of("play/turn", args![]));
        }
        if self.played.contains(card) {
            return Some(Breach::of("play/held", args![card: name]).said("play/twice"));
        }
        if self.held[seat.index()].is_some_and(|held| !held.contains(card)) {
            return Some(Breach::of("play/held", args![card: name]));
        }
        let elsewhere = self.held.iter().enumerate().any(|(other, held)| {
            other != seat.index() && held.is_some_and(|held| held.contains(card))
        });
        elsewhere.then(|| Breach::of("play/held", args![card: name]).said("play/other-hand"))
    }

    /// Rules on each card that lies, from the hand it came from: the whole of it where that is
    /// known, else this card and what its player played later.
    fn rule_on_cards(&self, first: usize, hands: &Hands, rulings: &mut [Ruling]) {
        let mut held: Vec<CardSet> = hands.iter().map(|hand| hand.unwrap_or_default()).collect();
        for laid in self.tricks.iter().flat_map(|trick| &trick.laid) {
            held[laid.seat.index()].insert(laid.card);
        }
        for shown in &self.shown {
            let trick = &self.tricks[shown.trick];
            let laid = trick.laid[shown.place];
            let spot = Spot {
                number: first + shown.trick,
                seat: laid.seat,
                laid: &trick.laid[..shown.place],
                before: &self.tricks[..shown.trick],
            };
            let from = held[laid.seat.index()];
            if let Some(breach) = self.rules.breach(&spot, from, laid) {
                let could = could_play(self.rules, &spot, from);
                let proven_by = match hands[laid.seat.index()] {
                    Some(_) => None,
                    None => self.first_shown(first, laid.seat, could, shown.trick, rulings),
                };
                let ruling = &mut rulings[shown.ruling];
                ruling.breach = Some(breach);
                ruling.could_play = R::PACK.names(could);
                ruling.proven_by = proven_by;
            }
            held[laid.seat.index()].remove(laid.card);
        }
    }

    /// Where one of these cards was first played by this seat after the trick: its trick, and its
    /// place among all that was told of it.
    fn first_shown(
        &self,
        first: usize,
        seat: Seat,
        cards: CardSet,
        after: usize,
        rulings: &[Ruling],
    ) -> Option<(usize, usize)> {
        let mut later = self.shown.iter().filter(|shown| shown.trick > after);
        let proof = later.find(|shown| {
            let laid = self.tricks[shown.trick].laid[shown.place];
            laid.seat == seat && cards.contains(laid.card)
        })?;
        Some((first + proof.trick, rulings[proof.ruling].index))
    }
}

/// The cards that may be played from these.
pub fn could_play<R: CardRules>(rules: &R, spot: &Spot<'_>, held: CardSet) -> CardSet {
    held.filter(|card| {
        rules
            .breach(
                spot,
                held,
                Laid {
                    seat: spot.seat,
                    card,
                    named: None,
                },
            )
            .is_none()
    })
}

/// Who plays after this seat.
pub fn next_player(players: &[Seat], seat: Seat) -> Seat {
    let place = players
        .iter()
        .position(|player| *player == seat)
        .unwrap_or(0);
    players[(place + 1) % players.len()]
}

/// The answer to a question about one trick.
pub fn answer_trick<R: CardRules>(
    rules: &R,
    hands: &Hands,
    number: usize,
    cards: Vec<Said>,
    table: &Table,
) -> Answer {
    let play = play(rules, hands, number, None, &[cards]);
    let trick = &play.tricks[0];
    let whole = trick.laid.len() == rules.players().len();
    let mut outcome = vec![("complete", Json::Bool(whole))];
    outcome.push((
        "winner",
        trick
            .winner()
            .map_or(Json::Null, |seat| Json::from(&**table.name(seat))),
    ));
    if let Some(card) = trick.winning_card() {
        outcome.push(("card", (R::PACK.name)(card).into()));
    }
    let mut next = Vec::new();
    if !whole {
        let turn = trick
            .laid
            .last()
            .map(|laid| next_player(rules.players(), laid.seat));
        let spot = turn.map(|seat| Spot {
            number,
            seat,
            laid: &trick.laid,
            before: &[],
        });
        next.extend(spot.map(|spot| next_card(rules, &spot, hands, trick.cards())));
    }
    Answer {
        rulings: play.rulings,
        next,
        outcome,
    }
}

/// The answer to a question about the tricks of a hand; the game adds to the outcome.
pub fn answer_play<R: CardRules>(rules: &R, hands: &Hands, play: Play, table: &Table) -> Answer {
    let winners = play.tricks.iter().map(|trick| match trick.winner() {
        Some(seat) => Json::from(&**table.name(seat)),
        None => Json::Null,
    });
    let won = play.won(table);
    let tricks = table.seats().filter(|seat| rules.players().contains(seat));
    let tricks = tricks
        .map(|seat| (table.name(seat).to_string(), Json::Int(won[seat.index()])))
        .collect();
    let outcome = vec![
        ("winners", Json::List(winners.collect())),
        ("tricks", Json::Object(tricks)),
    ];
    let played = play
        .tricks
        .iter()
        .fold(CardSet::EMPTY, |played, trick| played.either(trick.cards()));
    let next = play.turn.map(|seat| {
        let spot = Spot {
            number: play.tricks.len() + 1,
            seat,
            laid: &[],
            before: &play.tricks,
        };
        next_card(rules, &spot, hands, played)
    });
    Answer {
        next: next.into_iter().collect(),
        rulings: play.rulings,
        outcome,
    }
}

/// Whose turn it is to play a card, and from a hand that is known, which may be played.
fn next_card<R: CardRules>(rules: &R, spot: &Spot<'_>, hands: &Hands, played: CardSet) -> Next {
    let held = hands[spot.seat.index()].map(|held| held.without(played));
    let cards = held.map(|held| R::PACK.names(could_play(rules, spot, held)));
    let choices = cards.map(|cards| ("cards", cards.into_iter().map(Json::from).collect()));
    Next {
        seat: spot.seat,
        choices: choices.into_iter().collect(),
    }
}
