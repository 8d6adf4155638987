//! What was agreed before the play of a trump game: as recorded, as called, and whether the two agree.

use super::auction::{Selection, read_calls};
use super::clauses;
use super::commitments::{Commitment, recorded};
use super::house_rules::Mariash;
use super::record::{OpenHand, Record};
use overtrick_core::prelude::*;

/// What was agreed before the play.
#[derive(Debug, Default)]
pub struct Terms {
    /// Nothing, if they are not known or not sound.
    pub commitments: Option<Vec<Commitment>>,
    pub open_hand: Option<OpenHand>,
}

/// The terms of a recorded trump game; all that is wrong with them goes on the context.
pub fn terms(
    game: &Mariash,
    record: &Record,
    players: &[Seat],
    declarer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Terms {
    let calls = record.calls.as_ref();
    let calls = calls.and_then(|calls| read_calls(context, "/calls", calls));
    let recorded = record
        .commitments
        .as_ref()
        .and_then(|list| recorded(game, list, players, declarer, context));
    if record.calls.is_none() {
        context.needed(&record.commitments, "/commitments");
        return Terms {
            commitments: recorded,
            open_hand: *record.open_hand,
        };
    }
    let (Some(calls), Some(declarer)) = (calls, declarer) else {
        return Terms::default();
    };
    let mut selection = Selection::new(game, context.table, players, declarer);
    judge_calls(&mut selection, context, "/calls", &calls);
    let over = selection.is_over();
    if !over {
        let turn = selection.turn();
        auction_incomplete(context, "/calls", clauses::OVER, turn, recorded.is_some());
    }
    if context.waived && recorded.is_some() {
        return Terms {
            commitments: recorded,
            open_hand: record.open_hand.or(selection.open_hand()),
        };
    }
    if !over {
        return Terms::default();
    }
    let called = selection.commitments();
    if let Some(recorded) = &recorded {
        compare(recorded, &called, context);
    }
    let open_hand = selection.open_hand();
    if let Some(recorded) = record.open_hand.filter(|hand| Some(*hand) != open_hand)
        && !context.waived
    {
        let called = open_hand.map_or("no-open-hand", OpenHand::word);
        let args = args![recorded: recorded, spoken: called];
        context.fault("calls-disagree", "/open_hand", clauses::OPEN_HAND, args);
    }
    Terms {
        commitments: Some(called),
        open_hand: if context.waived {
            record.open_hand.or(open_hand)
        } else {
            open_hand
        },
    }
}

/// Notes where the recorded commitments are not those called; their order is no matter.
fn compare(recorded: &[Commitment], called: &[Commitment], context: &mut HandContext<'_>) {
    let same =
        |one: &Commitment, other: &Commitment| one.by == other.by && one.contract == other.contract;
    for (index, commitment) in recorded.iter().enumerate() {
        let by = context.name(commitment.by);
        let place = format!("/commitments/{index}");
        let Some(call) = called.iter().find(|call| same(call, commitment)) else {
            let args = args![by: by, contract: commitment.contract];
            context.fault("not-called", place, clauses::TURN, args);
            continue;
        };
        if call.doubles != commitment.doubles {
            let args = args![recorded: commitment.doubles, spoken: call.doubles];
            let place = format!("{place}/doubles");
            context.fault("calls-disagree", place, clauses::DOUBLE, args);
        }
    }
    for call in called {
        if !recorded.iter().any(|commitment| same(call, commitment)) {
            let args = args![by: context.name(call.by), contract: call.contract];
            context.fault("called-too", "/commitments", clauses::TURN, args);
        }
    }
}
