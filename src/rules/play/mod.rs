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

mod answers;
mod rules;
mod table;
mod written;

use super::cards::{Card, CardSet};
use super::wire::{Given, PerPlayer};
use super::{Finding, HandContext, Seat, args};
pub use answers::{answer_play, answer_trick, could_play, next_player};
pub use rules::{CardRules, PlayedCard, Suit, Trick, TrickPosition};
pub use table::{Play, play};
use written::read_tricks;
pub use written::{
    CARD, CARDS, HANDS, RECORDED_PLAY, RecordedPlay, TRICKS, WrittenCard, discard_question,
    play_question, question_trick, question_tricks, read_card, read_cards, read_hands,
    trick_question,
};

/// The cards that players held, by seat; nothing for one whose hand is not known.
pub type Hands = Vec<Option<CardSet>>;

/// One card of the list, its player and itself understood.
pub type Said = (Seat, Card, Option<Suit>);

/// Plays a recorded hand; what was illegal is a fault, or a warning where the table let it stand.
///
/// Nothing, if it cannot be read or is not a whole hand of so many tricks.
pub fn judge_play<R: CardRules>(
    rules: &R,
    context: &mut HandContext<'_>,
    tricks: usize,
    recorded: &Given<Vec<Vec<WrittenCard>>>,
    hands: &Given<PerPlayer<Vec<String>>>,
) -> Option<Play> {
    let hands = read_hands(
        context,
        &R::PACK,
        rules.players(),
        tricks,
        "/play/hands",
        hands,
    );
    let said = context
        .needed(recorded, "/play/tricks")
        .and_then(|said| read_tricks::<R>(context, "/play/tricks", said));
    let play = play(rules, &hands?, 1, Some(rules.leads()), &said?);
    if !play.check_named(context, |trick| format!("/play/tricks/{trick}")) {
        return None;
    }
    for ruling in &play.rulings {
        if let Some(breach) = ruling.breach.clone() {
            let trick = ruling.trick.unwrap_or(1) - 1;
            context.irregular(breach, &format!("/play/tricks/{trick}/{}", ruling.index));
        }
    }
    if !play.is_whole(tricks, rules.players().len()) {
        if context.is_clean() {
            context.missing("/play/tricks");
        }
        return None;
    }
    Some(play)
}

/// Whether a number that was recorded beside the play is the one that the play gives.
pub fn agrees(context: &mut HandContext<'_>, pointer: &str, recorded: Option<i64>, played: i64) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != played) {
        context.report(Finding::rule(
            "play-disagrees",
            pointer,
            args![recorded: recorded, played: played],
        ));
    }
}
