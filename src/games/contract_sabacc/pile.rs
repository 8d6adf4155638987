//! The declarer's score pile: its card points, recorded or counted card by card.

use super::cards::{PACK, cards_each, points, talon_size};
use super::clauses;
use super::record::{Bid, OTHERS, PileCounts, Record};
use overtrick_core::prelude::*;

/// The most card points: all of them.
const MOST: Points = Points::whole(91);

/// The card points of a hand, from what is recorded of the pile.
pub fn judge(
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
    counted.or(recorded)
}

/// The card points as recorded.
pub fn recorded_points(record: &Record, context: &mut HandContext<'_>) -> Option<Points> {
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
            let args = args![found: decimal, least: 0, most: MOST];
            context.refuse("out-of-range", "/card_points", args);
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
        context.fault("talon-size", pointer, clauses::DEAL, args);
        return None;
    }
    Some(cards)
}
