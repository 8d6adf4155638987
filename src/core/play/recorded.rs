//! The play in a hand's record, and the numbers recorded with it.

use super::card_rules::CardRules;
use super::replay::{Play, play};
use super::written::{WrittenHands, WrittenTricks, read_hands, read_tricks};
use crate::wire::{Given, PerPlayer};
use crate::{Arg, Bounds, HandContext, Name, args, segment};

/// Replays a recorded hand. An illegal play is a fault, or a warning if the table let it stand.
///
/// Returns `None` if the play cannot be read or is not complete, or if the number of tricks is unknown.
pub fn judge_play<R: CardRules>(
    rules: &R,
    context: &mut HandContext<'_>,
    recorded: &Given<WrittenTricks>,
    hands: &Given<WrittenHands>,
) -> Option<Play> {
    let (players, tricks) = (&rules.deal().players, rules.deal().tricks?);
    let hands = read_hands(context, &R::PACK, players, tricks, "/play/hands", hands);
    let recorded = context
        .needed(recorded, "/play/tricks")
        .and_then(|recorded| read_tricks::<R>(context, "/play/tricks", recorded));
    let (hands, recorded) = (hands?, recorded?);
    let pointer = |trick| format!("/play/tricks/{trick}");
    let start = (1, rules.deal().leads);
    let play = play(rules, &hands, start, &recorded, context, pointer)?;
    for ruling in &play.rulings {
        if let Some(breach) = ruling.breach.clone() {
            let (trick, index) = (ruling.trick.unwrap_or(1) - 1, ruling.index.unwrap_or(0));
            context.irregular(breach, &format!("/play/tricks/{trick}/{index}"));
        }
    }
    let mut all = play.tricks.iter();
    if play.tricks.len() != tricks || all.any(|trick| trick.played.len() != players.len()) {
        if context.is_clean() {
            context.missing("/play/tricks");
        }
        return None;
    }
    Some(play)
}

/// Reports a recorded value that contradicts the play.
pub fn check_against_play<T: PartialEq + Into<Arg>>(
    context: &mut HandContext<'_>,
    pointer: &str,
    recorded: Option<T>,
    played: T,
) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != played) {
        let args = args![recorded: recorded.into(), played: played.into()];
        context.refuse("play-disagrees", pointer, args);
    }
}

/// Returns the tricks of each seat in the play. Reports recorded numbers that contradict the play.
pub fn played_tricks(
    play: &Play,
    recorded: &Given<PerPlayer<i64>>,
    context: &mut HandContext<'_>,
) -> Vec<i64> {
    let won = play.won(context.table);
    for (name, recorded) in recorded.iter().flat_map(PerPlayer::iter) {
        let pointer = format!("/tricks/{}", segment(name));
        if let Some(seat) = context.seat(&pointer, name) {
            check_against_play(context, &pointer, Some(*recorded), won[seat.index()]);
        }
    }
    won
}

/// Returns the recorded tricks of each seat. Under `rule`, they must add up to the number of cards in a hand.
pub fn recorded_tricks(
    recorded: &Given<PerPlayer<i64>>,
    cards: i64,
    rule: impl Into<Name>,
    context: &mut HandContext<'_>,
) -> Option<Vec<i64>> {
    let tricks = context.amounts("/tricks", recorded, Bounds::cards(cards))?;
    let sum: i64 = tricks.iter().sum();
    if sum != cards {
        let args = args![sum: sum, cards: cards];
        context.fault("tricks-sum", "/tricks", rule, args);
    }
    (sum == cards).then_some(tricks)
}
