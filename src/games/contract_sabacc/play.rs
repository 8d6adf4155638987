//! A record that carries its play: the numbers that the play gives, and those beside it compared.

use super::cards::{Cards, IDIOT, MAGICIAN, PACK, cards_each, points};
use super::clauses;
use super::discard::Limits;
use super::pile::{count_pile, read_talon, recorded_points};
use super::record::{Bid, LastCard, Played, Record};
use overtrick_core::prelude::*;

/// Tricks, the last of them, and the declarer's card points.
type Numbers = (Option<Vec<i64>>, Option<(Seat, LastCard)>, Option<Points>);

/// The numbers of a recorded play; nothing, if it is not whole.
pub fn judge(
    record: &Record,
    played: &Played,
    contract: Option<(Seat, Bid)>,
    context: &mut HandContext<'_>,
) -> Option<Numbers> {
    let rules = Cards::of_hand(context.table, context.dealer);
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
    let limits = Limits::of(held, aside.len());
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
