//! Finding the missing amounts of a hand by a search that uses the code for recording it.

use super::conflict::smallest_conflict;
use super::scored::ScoredHand;
use super::unfinished::Unfinished;
use crate::bounds::MAX_HANDS;
use crate::json::Json;
use crate::{Answer, Class, Entries, Finding, Game, LeftOut, Seat, Table, out_of_range};

/// Answers the question about a hand's missing amounts. Faults that prevent an answer are added to the
/// findings.
pub(super) fn finish<G: Game>(
    game: &G,
    table: &Table,
    dealer: Option<Seat>,
    body: &Json,
    left_out: &LeftOut,
    findings: &mut Vec<Finding>,
) -> Option<Answer> {
    let hand = body.get("hand");
    if hand.is_none() && !left_out.has("/hand") {
        findings.push(Finding::missing("/hand"));
    }
    let hand = hand?;
    let number = number(game, table, body, findings)?;
    let dealer = dealer.unwrap_or_else(|| table.after(Seat::new(0), (number - 1) % table.len()));
    let unfinished = Unfinished::new(game, table, (number, dealer), hand)?;
    let judged = unfinished.judge(hand);
    let unreadable = judged.findings.iter().filter(|fault| is_unreadable(fault));
    findings.extend(unreadable.map(|fault| fault.clone().under("/hand")));
    let is_readable = findings.is_empty();
    is_readable.then(|| answer(&unfinished, hand, &judged))
}

/// The number of the hand: 1, unless the question names another valid number.
fn number<G: Game>(
    game: &G,
    table: &Table,
    body: &Json,
    findings: &mut Vec<Finding>,
) -> Option<usize> {
    let is_over = |number: usize| game.complete(&game.before(table, number));
    let written = body.int("hand_number").unwrap_or(1);
    let number = usize::try_from(written).ok();
    let number = number.filter(|number| (1..=MAX_HANDS).contains(number) && !is_over(*number));
    if number.is_none() {
        let last = (1..MAX_HANDS).find(|number| is_over(number + 1));
        let last = i64::try_from(last.unwrap_or(MAX_HANDS)).unwrap_or(i64::MAX);
        findings.push(out_of_range("/hand_number", written, &(1..=last)));
    }
    number
}

/// Whether a fault concerns the form of the hand, so that the question cannot be read.
fn is_unreadable(fault: &Finding) -> bool {
    let unknown = fault.code.starts_with("unknown-") || fault.code == "duplicate-player";
    unknown || fault.class == Class::Shape
}

fn answer<G: Game>(unfinished: &Unfinished<'_, G>, hand: &Json, judged: &ScoredHand) -> Answer {
    let (mut values, mut ranges, mut conflict) = (Vec::new(), Vec::new(), Vec::new());
    if unfinished.can_be(hand) {
        let found = unfinished.amounts.blocks.iter();
        let found = found.flat_map(|block| unfinished.ranges(hand, judged, block));
        for (amount, least, most) in found {
            let pointer = amount.pointer(unfinished.table);
            if least == most {
                values.push((pointer, amount.json(least)));
            } else if (least, most) != (0, amount.most) {
                let range = [("from", amount.json(least)), ("to", amount.json(most))];
                ranges.push((pointer, Json::from(range)));
            }
        }
    } else {
        conflict = smallest_conflict(unfinished, hand);
    }
    let missing = judged.missing.iter();
    let missing = missing.filter(|pointer| !unfinished.is_amount(pointer));
    let missing: Vec<String> = missing.cloned().collect();
    let impossible = !conflict.is_empty();
    let mut outcome = Entries::from([
        ("values", Json::Object(values)),
        ("ranges", Json::Object(ranges)),
        ("conflict", conflict.into_iter().collect()),
    ]);
    if !missing.is_empty() {
        outcome.set("missing", missing.into_iter().collect::<Json>());
    }
    Answer {
        impossible,
        ..Answer::of(outcome)
    }
}
