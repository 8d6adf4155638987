//! A record that carries its play: the numbers that the play gives, and those beside it compared. The
//! declarer's score pile: its card points, recorded or counted card by card.

use super::cards::{
    Cards, IDIOT, Limits, MAGICIAN, PACK, cards_each, points, possible_points, talon_size,
};
use super::{Bid, LastCard, OTHERS, PileCounts, Played, Record, clauses};
use overtrick_core::prelude::*;

/// Tricks, the last of them, and the declarer's card points.
type Numbers = (Option<Vec<i64>>, Option<(Seat, LastCard)>, Option<Points>);

/// The numbers of a recorded play; nothing, if it is not whole.
pub fn numbers_of_play(
    record: &Record,
    played: &Played,
    contract: Option<(Seat, Bid)>,
    context: &mut HandContext<'_>,
) -> Option<Numbers> {
    let rules = Cards::of_hand(context.table, Some(context.dealer));
    let tricks = cards_each(context.table.len());
    let play = judge_play(&rules, context, tricks, &played.tricks, &played.hands);
    let talon = read_talon(context, "/play/talon", played.talon.as_ref());
    let aside = read_talon(context, "/play/aside", played.aside.as_ref());
    let recorded = recorded_points(record, context);
    let last = recorded_last(record, context);
    let play = play?;
    let won = played_tricks(&play, &record.tricks, context);
    let won_last = play.tricks.last().and_then(last_trick);
    if let (Some((winner, card)), Some((won_by, won_with))) = (last, won_last) {
        let (winner, won_by) = (context.name(winner), context.name(won_by));
        agrees(context, "/last_trick/winner", Some(winner), won_by);
        agrees(context, "/last_trick/card", Some(card), won_with);
    }
    let (declarer, bid) = contract?;
    let unplayed = CardSet::pack(PACK.cards).without(play.cards());
    check_unplayed(bid, &talon?, &aside?, (&play, declarer), context);
    let mut pile = play.pile(&[declarer]);
    if bid.keeps_talon() {
        pile = pile.either(unplayed);
    }
    let counted = points(pile);
    let bid_with_tricks = Some((bid, Some(won[declarer.index()])));
    let piled = count_pile(record, bid_with_tricks, context);
    agrees(context, "/card_points", recorded, counted);
    let place = if record.pile_counts.is_some() {
        "/pile_counts"
    } else {
        "/pile"
    };
    agrees(context, place, piled, counted);
    Some((Some(won), won_last, Some(counted)))
}

/// The last trick, where it is recorded.
pub fn recorded_last(record: &Record, context: &mut HandContext<'_>) -> Option<(Seat, LastCard)> {
    let last = record.last_trick.as_ref()?;
    let winner = context.needed_player("/last_trick/winner", &last.winner);
    let card = context.needed(&last.card, "/last_trick/card").copied();
    winner.zip(card)
}

/// Who won a trick, and with what.
fn last_trick(trick: &Trick) -> Option<(Seat, LastCard)> {
    let card = match trick.winning_card()? {
        IDIOT => LastCard::Idiot,
        MAGICIAN => LastCard::Magician,
        _ => LastCard::Other,
    };
    Some((trick.winner()?, card))
}

/// Whether the talon and what was put aside for it can be what never came into play.
fn check_unplayed(
    bid: Bid,
    talon: &[Card],
    aside: &[Card],
    (play, declarer): (&Play, Seat),
    context: &mut HandContext<'_>,
) {
    let of_declarer = |card: &Card| {
        let mut all = play.tricks.iter().flat_map(|trick| &trick.played);
        all.any(|played| played.seat == declarer && played.card == *card)
    };
    let played = play.cards();
    let elsewhere = |card| played.contains(card) && !(bid.takes_talon() && of_declarer(&card));
    not_elsewhere(context, &PACK, "/play/talon", talon, elsewhere);
    if aside.is_empty() {
        return;
    }
    if !bid.takes_talon() {
        let args = args![contract: bid];
        context.fault("no-aside", "/play/aside", clauses::TALON, args);
        return;
    }
    let unplayed = CardSet::pack(PACK.cards).without(played);
    let held = played.filter(|card| of_declarer(&card)).either(unplayed);
    let limits = Limits::new(held, aside.len());
    let mut put = Aside::from(held, aside.len());
    for (index, card) in aside.iter().enumerate() {
        let pointer = format!("/play/aside/{index}");
        if played.contains(*card) {
            context.refuse("card-twice", &pointer, args![card: (PACK.name)(*card)]);
            continue;
        }
        let ruling = put.put(index, *card, |put, card| limits.breach(put, card));
        if let Some(breach) = ruling.breach {
            context.irregular(breach, &pointer);
        }
    }
}

/// What the play of a question gives beside its tricks: the last of them, once it lies, and the
/// points of the declarer's pile, where the cards that never came into play are known.
pub struct Counted {
    pub last: Option<(Seat, LastCard)>,
    pub points: Option<Points>,
}

/// Counts the play of a question; `known` are the cards that never came into play, or none.
pub fn count(
    play: &Play,
    hands: &[Option<CardSet>],
    (declarer, bid): (Seat, Bid),
    known: &[Card],
) -> Counted {
    let players = hands.len();
    let tricks = cards_each(players);
    let last = play.tricks.get(tricks - 1).and_then(last_trick);
    let unplayed = if bid.keeps_talon() {
        let known = (!known.is_empty()).then(|| known.iter().copied().collect());
        known.or_else(|| undealt(play, hands))
    } else {
        Some(CardSet::EMPTY)
    };
    let points = unplayed.map(|unplayed| points(play.pile(&[declarer]).either(unplayed)));
    Counted { last, points }
}

/// What is missing from the pack, where every hand is known.
fn undealt(play: &Play, hands: &[Option<CardSet>]) -> Option<CardSet> {
    let tricks = cards_each(hands.len());
    let mut rest = CardSet::pack(PACK.cards);
    for (index, hand) in hands.iter().enumerate() {
        let shown = || {
            let all = play.tricks.iter().flat_map(|trick| &trick.played);
            all.filter(|played| played.seat.index() == index)
                .map(|played| played.card)
                .collect()
        };
        let hand: CardSet = hand.unwrap_or_else(shown);
        if hand.len() != tricks {
            return None;
        }
        rest = rest.without(hand);
    }
    Some(rest)
}

/// The most card points: all of them.
const MAX: Points = Points::whole(91);

/// The card points of a hand, from what is recorded of the pile.
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
    let declared =
        contract.map(|(declarer, bid)| (bid, tricks.map(|tricks| tricks[declarer.index()])));
    let counted = count_pile(record, declared, context);
    if let (Some(recorded), Some(counted)) = (recorded, counted)
        && recorded != counted
    {
        let args = args![recorded: recorded, counted: counted];
        context.fault("pile-disagrees", "/card_points", clauses::CARD_POINTS, args);
    }
    if let (Some(recorded), None) = (recorded, counted) {
        check_parity(recorded, declared, context);
    }
    let points = counted.or(recorded);
    if let (Some(points), Some(declared)) = (points, declared) {
        let pointer = match (recorded, &*record.pile) {
            (Some(_), _) => "/card_points",
            (None, Some(_)) => "/pile",
            (None, None) => "/pile_counts",
        };
        check_possible(pointer, points, declared, context);
    }
    points
}

/// Warns of points that no cards of such a pile can count; where the declarer's tricks are not known, of any
/// number of tricks.
fn check_possible(
    pointer: &'static str,
    points: Points,
    (contract, tricks): (Bid, Option<i64>),
    context: &mut HandContext<'_>,
) {
    let players = context.table.len();
    let talon = of_talon(contract, players);
    let bounds = |tricks| possible_points(tricks * players, talon, contract.takes_talon());
    let (least, most) = match tricks.and_then(|tricks| usize::try_from(tricks).ok()) {
        Some(tricks) => bounds(tricks),
        None => (bounds(0).0, bounds(cards_each(players)).1),
    };
    if !(least..=most).contains(&points) {
        let args = args![points: points, least: least, most: most];
        let (code, rule) = ("impossible-count", clauses::CARD_POINTS);
        context.warn(code, pointer, rule, args);
    }
}

/// The card points as recorded.
fn recorded_points(record: &Record, context: &mut HandContext<'_>) -> Option<Points> {
    let decimal = record.card_points.as_ref()?.0;
    let read = Points::from_decimal(decimal);
    let in_range = (0.0..=91.0).contains(&decimal);
    match read {
        Some(points) if in_range => return Some(points),
        _ if in_range => {
            let args = args![found: decimal];
            context.refuse("not-half", "/card_points", args);
        }
        _ => {
            let args = args![found: decimal, least: 0, most: MAX];
            context.report(Finding {
                message: Some("out-of-range-card-points".into()),
                ..Finding::rule("out-of-range", "/card_points", args)
            });
        }
    }
    None
}

/// The card points of a pile that is recorded, card by card or by how many of each worth it has, if it can
/// be one; `declared` is the contract, and the declarer's tricks if they are known.
pub fn count_pile(
    record: &Record,
    declared: Option<(Bid, Option<i64>)>,
    context: &mut HandContext<'_>,
) -> Option<Points> {
    if record.pile.is_some() && record.pile_counts.is_some() {
        context.fault("pile-twice", "/pile_counts", clauses::PILE, args![]);
        return None;
    }
    let (pointer, cards, points) = match (&*record.pile, &*record.pile_counts) {
        (Some(texts), _) => {
            let cards = read_cards(context, &PACK, "/pile", texts)?;
            let count = cards.len();
            ("/pile", count, points(cards.into_iter().collect()))
        }
        (None, Some(counts)) => {
            let (cards, points) = read_counts(counts, context)?;
            ("/pile_counts", cards, points)
        }
        (None, None) => return None,
    };
    let fits = declared
        .is_none_or(|(contract, tricks)| check_size(pointer, cards, (contract, tricks), context));
    fits.then_some(points)
}

/// How many cards a pile has by its counts, and their points.
fn read_counts(counts: &PileCounts, context: &mut HandContext<'_>) -> Option<(usize, Points)> {
    // Each with how many there are in the deck, and its half points.
    let worths = [
        ("honours", &counts.honours, 7, 9),
        ("mistresses", &counts.mistresses, 4, 7),
        ("commanders", &counts.commanders, 4, 5),
        ("legates", &counts.legates, 4, 3),
        ("other", &counts.other, OTHERS, 1),
    ];
    let (mut cards, mut halves, mut whole) = (0, 0, true);
    for (name, count, most, worth) in worths {
        let pointer = format!("/pile_counts/{name}");
        context.needed(count, &pointer);
        match context.number(&pointer, count, 0..=most) {
            Some(count) => {
                cards += count;
                halves += count * worth;
            }
            None => whole = false,
        }
    }
    let cards = usize::try_from(cards).ok()?;
    whole.then_some((cards, Points::halves(halves)))
}

/// How many cards of the talon lie in the declarer's pile.
fn of_talon(contract: Bid, players: usize) -> usize {
    if contract.keeps_talon() {
        talon_size(players)
    } else {
        0
    }
}

/// Whether a pile of so many cards can be, with these tricks.
fn check_size(
    pointer: &'static str,
    found: usize,
    (contract, tricks): (Bid, Option<i64>),
    context: &mut HandContext<'_>,
) -> bool {
    let players = context.table.len();
    let talon = of_talon(contract, players);
    let rule = clauses::PILE;
    if let Some(tricks) = tricks.and_then(|tricks| usize::try_from(tricks).ok()) {
        let cards = tricks * players + talon;
        let args = args![found: found, tricks: tricks, talon: talon, cards: cards];
        if found != cards {
            context.fault("pile-tricks", pointer, rule, args);
        }
        return found == cards;
    }
    let most = cards_each(players) * players + talon;
    let fits = (talon..=most).contains(&found) && (found - talon).is_multiple_of(players);
    if !fits {
        let args = args![found: found, players: players, talon: talon];
        context.fault("pile-size", pointer, rule, args);
    }
    fits
}

/// Every card is an odd number of half points, so that an even number of cards has whole points.
fn check_parity(
    points: Points,
    declared: Option<(Bid, Option<i64>)>,
    context: &mut HandContext<'_>,
) {
    let players = context.table.len();
    let tricks = declared.and_then(|(contract, tricks)| {
        let tricks = usize::try_from(tricks?).ok()?;
        Some(tricks * players + of_talon(contract, players))
    });
    let even = match tricks {
        _ if players == 4 => true,
        Some(cards) => cards.is_multiple_of(2),
        None => return,
    };
    if points.is_whole() != even {
        let parity = if even { "even" } else { "odd" };
        let args = args![points: points, parity: parity];
        let (code, rule) = ("card-points-parity", clauses::CARD_POINTS);
        context.warn(code, "/card_points", rule, args);
    }
}

/// Reads the talon or what was put aside for it, which must be as many cards; no cards, where it is not
/// recorded.
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
