//! A record that carries its play: the numbers that the play gives, and those beside it compared.

use super::cards::{Cards, IDIOT, MAGICIAN, PACK, cards_each, points};
use super::discard::Aside;
use super::hand::last_trick;
use super::pile::{count_pile, read_talon, recorded_points};
use super::record::{Bid, LastCard, Played, Record};
use crate::rules::cards::{Card, CardSet};
use crate::rules::play::{CardRules, Play, Trick, agrees, judge_play};
use crate::rules::wire::PerPlayer;
use crate::rules::{Arg, Finding, HandContext, Points, Seat, args, segment};

/// Tricks, the last of them, and the declarer's card points.
type Numbers = (Option<Vec<i64>>, Option<(Seat, LastCard)>, Option<Points>);

/// The numbers of a recorded play; nothing, if it is not whole.
pub(super) fn judge(
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
    let points = recorded_points(record, context);
    let last = last_trick(record, context);
    let play = play?;
    let won = play.won(context.table);
    for (name, recorded) in record.tricks.iter().flat_map(PerPlayer::iter) {
        let pointer = format!("/tricks/{}", segment(name));
        if let Some(seat) = context.seat(&pointer, name) {
            agrees(context, &pointer, Some(*recorded), won[seat.index()]);
        }
    }
    let won_last = play.tricks.last().and_then(last_of);
    if let (Some((winner, card)), Some((winner_played, card_played))) = (last, won_last) {
        let (winner, winner_played) = (context.name(winner), context.name(winner_played));
        same(context, "/last_trick/winner", winner, winner_played);
        same(context, "/last_trick/card", card.into(), card_played.into());
    }
    let (declarer, bid) = contract?;
    let unplayed = CardSet::pack(PACK.cards).without(played_cards(&play));
    check_unplayed(bid, &talon?, &aside?, (&play, declarer), context);
    let mut pile = play.pile(&[declarer]);
    if bid.keeps_talon() {
        pile = pile.either(unplayed);
    }
    let counted = super::cards::points(pile);
    let taken = Some((bid, Some(won[declarer.index()])));
    let piled = count_pile(record, taken, context);
    for (pointer, recorded) in [("/card_points", points), ("/pile", piled)] {
        if let Some(recorded) = recorded {
            same(context, pointer, recorded.into(), counted.into());
        }
    }
    Some((Some(won), won_last, Some(counted)))
}

/// Every card that lies in a trick.
pub(super) fn played_cards(play: &Play) -> CardSet {
    play.tricks
        .iter()
        .fold(CardSet::EMPTY, |played, trick| played.either(trick.cards()))
}

/// Who won a trick, and with what.
pub(super) fn last_of(trick: &Trick) -> Option<(Seat, LastCard)> {
    let card = match trick.winning_card()? {
        IDIOT => LastCard::Idiot,
        MAGICIAN => LastCard::Magician,
        _ => LastCard::Other,
    };
    Some((trick.winner()?, card))
}

/// Whether what was recorded beside the play is what the play gives.
fn same(context: &mut HandContext<'_>, pointer: &str, recorded: Arg, played: Arg) {
    if recorded != played {
        let args = args![recorded: recorded, played: played];
        context.report(Finding::rule("play-disagrees", pointer, args));
    }
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
    let played = played_cards(play);
    for (index, card) in talon.iter().enumerate() {
        if played.contains(*card) && !(bid.takes_talon() && of_declarer(card)) {
            twice(context, &format!("/play/talon/{index}"), *card);
        }
    }
    if aside.is_empty() {
        return;
    }
    if !bid.takes_talon() {
        context.fault(
            "no-aside",
            "/play/aside",
            "contract-sabacc/talon",
            args![contract: bid],
        );
        return;
    }
    let unplayed = CardSet::pack(PACK.cards).without(played);
    let held = played.filter(|card| of_declarer(&card));
    let mut put = Aside::new(held.either(unplayed), aside.len());
    for (index, card) in aside.iter().enumerate() {
        let pointer = format!("/play/aside/{index}");
        if played.contains(*card) {
            twice(context, &pointer, *card);
        } else if let Some(breach) = put.put(index, *card).breach {
            context.irregular(breach, &pointer);
        }
    }
}

fn twice(context: &mut HandContext<'_>, pointer: &str, card: Card) {
    let card = (Cards::PACK.name)(card);
    context.report(Finding::rule("card-twice", pointer, args![card: card]));
}

/// What the play of a question gives beside its tricks: the last of them, once it lies, and the
/// points of the declarer's pile, where the cards that never came into play are known.
pub(super) struct Counted {
    pub(super) last: Option<(Seat, LastCard)>,
    pub(super) points: Option<Points>,
}

/// Counts the play of a question.
pub(super) fn count(
    play: &Play,
    hands: &[Option<CardSet>],
    (declarer, bid): (Seat, Bid),
    told: &[Card],
) -> Counted {
    let players = hands.len();
    let tricks = cards_each(players);
    let last = play.tricks.get(tricks - 1).and_then(last_of);
    let unplayed = if bid.keeps_talon() {
        let known = (!told.is_empty()).then(|| told.iter().copied().collect());
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
