//! The play of a recorded hand.

use super::card_rules::CardRules;
use super::table::{Play, play};
use super::written::{WrittenCard, read_hands, read_tricks};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Finding, HandContext, args};

/// Plays a recorded hand of `tricks` tricks. An illegal card is a fault, or a warning where the players
/// let it stand.
///
/// Returns `None` if the record cannot be read or the play is not complete; the context has the faults.
pub fn judge_play<R: CardRules>(
    rules: &R,
    context: &mut HandContext<'_>,
    tricks: usize,
    recorded: &Given<Vec<Vec<WrittenCard>>>,
    hands: &Given<PerPlayer<Vec<String>>>,
) -> Option<Play> {
    let players = rules.players();
    let hands = read_hands(context, &R::PACK, players, tricks, "/play/hands", hands);
    let cards = context
        .needed(recorded, "/play/tricks")
        .and_then(|recorded| read_tricks::<R>(context, "/play/tricks", recorded));
    let play = play(rules, &hands?, 1, Some(rules.leads()), &cards?);
    if !play.check_named(context, |trick| format!("/play/tricks/{trick}")) {
        return None;
    }
    for ruling in &play.rulings {
        if let Some(breach) = ruling.breach.clone() {
            let trick = ruling.trick.unwrap_or(1) - 1;
            context.irregular(breach, &format!("/play/tricks/{trick}/{}", ruling.index));
        }
    }
    if !play.is_whole(tricks, players.len()) {
        if context.is_clean() {
            context.missing("/play/tricks");
        }
        return None;
    }
    Some(play)
}

/// Reports a fault if a number that was recorded beside the play differs from the number that the play
/// gives.
pub fn agrees(context: &mut HandContext<'_>, pointer: &str, recorded: Option<i64>, played: i64) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != played) {
        context.report(Finding::rule(
            "play-disagrees",
            pointer,
            args![recorded: recorded, played: played],
        ));
    }
}
