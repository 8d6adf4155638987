//! Finding the missing amounts of a hand: a search that judges each attempt like a recorded hand.

use super::conflict::smallest_conflict;
use super::scored::ScoredHand;
use super::unfinished::Unfinished;
use crate::bounds::MAX_HANDS;
use crate::json::Json;
use crate::{Answer, Class, Finding, Game, HandContext, Question, Seat, out_of_range};

/// Answers the question about a hand's missing amounts. Reports faults that prevent an answer, and then
/// returns `None`. Also returns `None` if the rest of the question is not `faultless`.
pub(super) fn finish<G: Game>(
    game: &G,
    question: &Question,
    faultless: bool,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let table = context.table;
    let hand = question.body.get("hand");
    if hand.is_none() {
        context.missing("/hand");
    }
    let hand = hand?;
    let number = number(game, &question.body, context)?;
    let dealer = *question.dealer;
    let dealer = dealer.unwrap_or_else(|| table.after(Seat::new(0), (number - 1) % table.len()));
    let unfinished = Unfinished::new(game, table, (number, dealer), hand)?;
    let judged = unfinished.judge(hand);
    for fault in judged.findings.iter().filter(|fault| is_unreadable(fault)) {
        context.report(fault.clone().under("/hand"));
    }
    (faultless && context.is_clean()).then(|| answer(&unfinished, hand, &judged))
}

/// Returns the number of the hand in the question, or 1 if it has none. Reports an invalid number.
fn number<G: Game>(game: &G, body: &Json, context: &mut HandContext<'_>) -> Option<usize> {
    let is_over = |number: usize| game.complete(&game.before(context.table, number));
    let written = body.int("hand_number").unwrap_or(1);
    let number = usize::try_from(written).ok();
    let number = number.filter(|number| (1..=MAX_HANDS).contains(number) && !is_over(*number));
    if number.is_none() {
        let last = (1..MAX_HANDS).find(|number| is_over(number + 1));
        let last = i64::try_from(last.unwrap_or(MAX_HANDS)).unwrap_or(i64::MAX);
        context.report(out_of_range("/hand_number", written, &(1..=last)));
    }
    number
}

/// Whether a fault means that the hand cannot be read: its form, or an unknown or repeated name.
fn is_unreadable(fault: &Finding) -> bool {
    let unknown = fault.code.starts_with("unknown-") || fault.code == "duplicate-player";
    unknown || fault.class == Class::Shape
}

fn answer<G: Game>(unfinished: &Unfinished<'_, G>, hand: &Json, judged: &ScoredHand) -> Answer {
    let (mut values, mut ranges, mut conflict) = (Vec::new(), Vec::new(), Vec::new());
    if unfinished.is_possible(hand) {
        let blocks = unfinished.amounts.blocks.iter();
        for (amount, from, to) in blocks.flat_map(|block| unfinished.ranges(hand, judged, block)) {
            let pointer = amount.pointer(unfinished.table);
            if from == to {
                values.push((pointer, amount.json(from)));
            } else if (from, to) != (0, amount.most) {
                let range = [("from", amount.json(from)), ("to", amount.json(to))];
                ranges.push((pointer, Json::object(range)));
            }
        }
    } else {
        conflict = smallest_conflict(unfinished, hand);
    }
    let is_other = |pointer: &&String| !unfinished.is_amount(pointer);
    let missing: Vec<String> = judged.missing.iter().filter(is_other).cloned().collect();
    let mut outcome = Json::object([
        ("values", Json::Object(values)),
        ("ranges", Json::Object(ranges)),
        ("conflict", conflict.into_iter().collect()),
    ]);
    if !missing.is_empty() {
        outcome.set("missing", missing.into_iter().collect::<Json>());
    }
    Answer::of(outcome)
}
