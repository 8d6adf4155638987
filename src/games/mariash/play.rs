//! The numbers that the recorded play of a hand gives.

use super::cards::{Cards, PACK, TRICKS, is_seven, talon};
use super::discard::Discard;
use super::record::{LastTrick, Played};
use overtrick_core::prelude::*;

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
