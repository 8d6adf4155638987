//! The results of a recorded play, compared with the other recorded fields. Also the card points of the
//! declarer's pile, as recorded or as counted from its cards.

use super::cards::{
    Cards, IDIOT, MAGICIAN, PACK, WORTHS, cards_each, forbids_aside, points, possible_points,
    talon_size, tricks_in_hand,
};
use super::{Bid, LastCard, LastTrick, PileCounts, Played, Record, clauses};
use overtrick_core::prelude::*;

/// The tricks, the last trick, and the declarer's card points.
type Numbers = (Option<Vec<i64>>, Option<(Seat, LastCard)>, Option<Points>);

/// Returns the results of a recorded play; `None` if the play is incomplete.
pub fn numbers_of_play(
    record: &Record,
    played: &Played,
    contract: Option<(Seat, Bid)>,
    context: &mut HandContext<'_>,
) -> Option<Numbers> {
    let rules = Cards::of_hand(context.table, Some(context.dealer));
    let play = judge_play(&rules, context, &played.tricks, &played.hands);
    let talon = read_talon(context, "/play/talon", played.talon.as_ref());
    let aside = read_talon(context, "/play/aside", played.aside.as_ref());
    let recorded = recorded_points(record, context);
    let last = recorded_last(&record.last_trick, context);
    let play = play?;
    let won = played_tricks(&play, &record.tricks, context);
    let won_last = play.tricks.last().and_then(last_trick);
    if let (Some((winner, card)), Some((won_by, won_with))) = (last, won_last) {
        let (winner, won_by) = (context.name(winner), context.name(won_by));
        check_against_play(context, "/last_trick/winner", Some(winner), won_by);
        check_against_play(context, "/last_trick/card", Some(card), won_with);
    }
    let (declarer, bid) = contract?;
    let unplayed = CardSet::pack(PACK.cards).without(play.cards());
    check_unplayed(bid, &talon?, &aside?, (&play, declarer), context);
    let counted = pile_points(&play, (declarer, bid), Some(unplayed))?;
    let pile = Pile::new(bid, Some(won[declarer.index()]), context.table);
    let piled = count_pile(record, Some(pile), context);
    check_against_play(context, "/card_points", recorded, counted);
    let counts = record.pile_counts.as_ref();
    let place = counts.map_or("/pile", |_| "/pile_counts");
    check_against_play(context, place, piled, counted);
    Some((Some(won), won_last, Some(counted)))
}

/// Returns the last trick, if it is recorded.
pub fn recorded_last(
    recorded: &Given<LastTrick>,
    context: &mut HandContext<'_>,
) -> Option<(Seat, LastCard)> {
    let last = recorded.as_ref()?;
    let winner = context.needed_player("/last_trick/winner", &last.winner);
    let card = context.needed(&last.card, "/last_trick/card").copied();
    winner.zip(card)
}

/// Returns the winner of a trick, and whether the winning card is the Idiot, the Magician or another card.
pub fn last_trick(trick: &Trick) -> Option<(Seat, LastCard)> {
    let card = match trick.winning_card()? {
        IDIOT => LastCard::Idiot,
        MAGICIAN => LastCard::Magician,
        _ => LastCard::Other,
    };
    Some((trick.winner()?, card))
}

/// Returns the cards that a player has played.
fn played_by(play: &Play, seat: Seat) -> CardSet {
    let played = play.tricks.iter().flat_map(|trick| &trick.played);
    let own = played.filter(|played| played.seat == seat);
    own.map(|played| played.card).collect()
}

/// Reports faults in the talon and in the cards put aside, such as a card that was also played.
fn check_unplayed(
    bid: Bid,
    talon: &[Card],
    aside: &[Card],
    (play, declarer): (&Play, Seat),
    context: &mut HandContext<'_>,
) {
    let (played, own) = (play.cards(), played_by(play, declarer));
    let elsewhere = |card| played.contains(card) && !(bid.takes_talon() && own.contains(card));
    refuse_elsewhere(context, &PACK, "/play/talon", talon, elsewhere);
    if aside.is_empty() {
        return;
    }
    if !bid.takes_talon() {
        let args = args![contract: bid];
        context.fault("no-aside", "/play/aside", clauses::TALON, args);
        return;
    }
    let unplayed = CardSet::pack(PACK.cards).without(played);
    let mut put = Aside::from(own.either(unplayed), aside.len());
    for (index, card) in aside.iter().enumerate() {
        let pointer = format!("/play/aside/{index}");
        if played.contains(*card) {
            context.refuse("card-twice", &pointer, args![card: (PACK.name)(*card)]);
            continue;
        }
        if let Some(breach) = put.put(index, *card, forbids_aside).breach {
            context.irregular(breach, &pointer);
        }
    }
}

/// Returns the points of the declarer's pile. If the unplayed cards belong to it, they must be known.
pub fn pile_points(
    play: &Play,
    (declarer, bid): (Seat, Bid),
    unplayed: Option<CardSet>,
) -> Option<Points> {
    let pile = play.pile(&[declarer]);
    if !bid.keeps_talon() {
        return Some(points(pile));
    }
    Some(points(pile.either(unplayed?)))
}

/// Returns the cards that were not dealt, if every hand is known.
pub fn undealt(play: &Play, hands: &[Option<CardSet>]) -> Option<CardSet> {
    let mut rest = CardSet::pack(PACK.cards);
    for (index, hand) in hands.iter().enumerate() {
        let hand = hand.unwrap_or_else(|| played_by(play, Seat::new(index)));
        if hand.len() != cards_each(hands.len()) {
            return None;
        }
        rest = rest.without(hand);
    }
    Some(rest)
}

/// What is known about the declarer's pile without its cards.
#[derive(Clone, Copy)]
pub struct Pile {
    bid: Bid,
    players: i64,
    /// The declarer's tricks, if they are known.
    tricks: Option<i64>,
    /// The number of cards in the pile that are not from tricks.
    talon: i64,
}

impl Pile {
    /// Returns the pile of a declarer with this bid. The number of tricks may be unknown.
    pub fn new(bid: Bid, tricks: Option<i64>, table: &Table) -> Pile {
        let number = |count| i64::try_from(count).unwrap_or(0);
        Pile {
            bid,
            players: number(table.len()),
            tricks,
            talon: number(talon_size(table.len())) * i64::from(bid.keeps_talon()),
        }
    }

    /// Returns the number of cards in a pile with this number of tricks.
    fn cards(&self, tricks: i64) -> i64 {
        tricks * self.players + self.talon
    }

    /// Checks whether the pile can have this number of cards; reports a fault if not.
    fn check_size(&self, pointer: &str, found: i64, context: &mut HandContext<'_>) -> bool {
        let (rule, talon) = (clauses::PILE, self.talon);
        if let Some(tricks) = self.tricks {
            let cards = self.cards(tricks);
            let args = args![found: found, tricks: tricks, talon: talon, cards: cards];
            if found != cards {
                context.fault("pile-tricks", pointer, rule, args);
            }
            return found == cards;
        }
        let most = self.cards(tricks_in_hand(context.table));
        let fits = (talon..=most).contains(&found) && (found - talon) % self.players == 0;
        if !fits {
            let args = args![found: found, players: self.players, talon: talon];
            context.fault("pile-size", pointer, rule, args);
        }
        fits
    }

    /// Warns of points that the pile cannot have. If the number of tricks is unknown, any number is taken as
    /// possible.
    fn check_possible(&self, pointer: &str, points: Points, context: &mut HandContext<'_>) {
        let takes_talon = self.bid.takes_talon();
        let bounds = |tricks| possible_points(tricks * self.players, self.talon, takes_talon);
        let least = bounds(self.tricks.unwrap_or(0)).0;
        let most = bounds(self.tricks.unwrap_or(tricks_in_hand(context.table))).1;
        if !(least..=most).contains(&points) {
            let args = args![points: points, least: least, most: most];
            let (code, rule) = ("impossible-count", clauses::CARD_POINTS);
            context.warn(code, pointer, rule, args);
        }
    }
}

/// The card points of the whole pack.
const MAX: Points = Points::whole(91);

/// Returns the card points of a hand from the recorded points, cards or counts of the pile.
pub fn points_of_pile(
    record: &Record,
    contract: Option<(Seat, Bid)>,
    tricks: Option<&[i64]>,
    context: &mut HandContext<'_>,
) -> Option<Points> {
    let is_counted = record.pile.is_some() || record.pile_counts.is_some();
    if record.card_points.is_none() && !is_counted {
        context.missing("/card_points");
    }
    let recorded = recorded_points(record, context);
    let pile = contract.map(|(declarer, bid)| {
        let tricks = tricks.map(|tricks| tricks[declarer.index()]);
        Pile::new(bid, tricks, context.table)
    });
    let counted = count_pile(record, pile, context);
    match (recorded, counted) {
        (Some(recorded), Some(counted)) if recorded != counted => {
            let args = args![recorded: recorded, counted: counted];
            context.fault("pile-disagrees", "/card_points", clauses::CARD_POINTS, args);
        }
        (Some(recorded), None) => check_parity(recorded, pile, context),
        _ => {}
    }
    let points = counted.or(recorded);
    if let (Some(points), Some(pile)) = (points, pile) {
        let pointer = match (recorded, &*record.pile) {
            (Some(_), _) => "/card_points",
            (None, Some(_)) => "/pile",
            (None, None) => "/pile_counts",
        };
        pile.check_possible(pointer, points, context);
    }
    points
}

/// Returns the card points as recorded.
fn recorded_points(record: &Record, context: &mut HandContext<'_>) -> Option<Points> {
    let decimal = *record.card_points.as_ref()?;
    if !(0.0..=91.0).contains(&decimal) {
        let args = args![found: decimal, least: 0, most: MAX];
        let fault = Finding::rule("out-of-range", "/card_points", args);
        context.report(fault.with_message("out-of-range-card-points"));
        return None;
    }
    let points = Points::from_decimal(decimal);
    if points.is_none() {
        context.refuse("not-half", "/card_points", args![found: decimal]);
    }
    points
}

/// Returns the card points of a pile that is recorded card by card or by the number of cards of each value.
/// Returns `None` if the pile has an impossible number of cards.
pub fn count_pile(
    record: &Record,
    pile: Option<Pile>,
    context: &mut HandContext<'_>,
) -> Option<Points> {
    if record.pile.is_some() && record.pile_counts.is_some() {
        context.fault("pile-twice", "/pile_counts", clauses::PILE, args![]);
        return None;
    }
    let (pointer, cards, points) = match (&*record.pile, &*record.pile_counts) {
        (Some(texts), _) => {
            let cards = read_cards(context, &PACK, "/pile", texts)?;
            let count = i64::try_from(cards.len()).unwrap_or(i64::MAX);
            ("/pile", count, points(cards.into_iter().collect()))
        }
        (None, Some(counts)) => {
            let (cards, points) = read_counts(counts, context)?;
            ("/pile_counts", cards, points)
        }
        (None, None) => return None,
    };
    let fits = pile.is_none_or(|pile| pile.check_size(pointer, cards, context));
    fits.then_some(points)
}

/// Returns the number of cards in a pile and their points, from the recorded number of cards of each value.
fn read_counts(counts: &PileCounts, context: &mut HandContext<'_>) -> Option<(i64, Points)> {
    let fields = [
        ("honours", &counts.honours),
        ("mistresses", &counts.mistresses),
        ("commanders", &counts.commanders),
        ("legates", &counts.legates),
        ("other", &counts.other),
    ];
    let (mut cards, mut halves, mut whole) = (0, 0, true);
    for ((name, count), (most, worth)) in fields.into_iter().zip(WORTHS) {
        let pointer = format!("/pile_counts/{name}");
        let count = context.needed_number(&pointer, count, 0..=most);
        whole &= count.is_some();
        cards += count.unwrap_or(0);
        halves += count.unwrap_or(0) * worth;
    }
    whole.then_some((cards, Points::halves(halves)))
}

/// Warns of points that do not fit the number of cards. Every card has an odd number of half points, so only
/// an even number of cards has whole points.
fn check_parity(points: Points, pile: Option<Pile>, context: &mut HandContext<'_>) {
    let cards = pile.and_then(|pile| Some(pile.cards(pile.tricks?)));
    let is_even = match cards {
        _ if context.table.len() == 4 => true,
        Some(cards) => cards % 2 == 0,
        None => return,
    };
    if points.is_whole() != is_even {
        let parity = if is_even { "even" } else { "odd" };
        let args = args![points: points, parity: parity];
        let (code, rule) = ("card-points-parity", clauses::CARD_POINTS);
        context.warn(code, "/card_points", rule, args);
    }
}

/// Reads the talon or the cards put aside; both must have as many cards as a talon. Returns no cards if they
/// are not recorded.
pub fn read_talon(
    context: &mut HandContext<'_>,
    pointer: &str,
    texts: Option<&Vec<String>>,
) -> Option<Vec<Card>> {
    let Some(texts) = texts else {
        return Some(Vec::new());
    };
    let talon = talon_size(context.table.len());
    let cards = read_cards(context, &PACK, pointer, texts)?;
    if cards.len() != talon {
        let args = args![found: cards.len(), cards: talon];
        let rule = if pointer.ends_with("/aside") {
            clauses::SET_ASIDE
        } else {
            clauses::DEAL
        };
        context.fault("talon-size", pointer, rule, args);
        return None;
    }
    Some(cards)
}
