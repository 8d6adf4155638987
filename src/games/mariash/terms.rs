//! The terms of a hand that were agreed before the play, from the recorded fields and from the calls.

use super::auction::{Call, Selection, read_calls};
use super::hand::Hand;
use super::play::{Commitment, read_commitment};
use super::{GameType, OpenHand, WrittenCommitment, clauses};
use overtrick_core::prelude::*;

/// The terms that were agreed before the play: the commitments, which are `None` if unknown or faulty, and
/// the answer to an open hand.
pub type Terms = (Option<Vec<Commitment>>, Option<OpenHand>);

impl<'a> Hand<'a> {
    /// Returns the terms of a recorded trump game, and reports their faults to the context. Returns `None` if
    /// the calls cannot be read or are not over.
    pub fn terms(&self, context: &mut HandContext<'_>) -> Option<Terms> {
        let record = self.record;
        let calls = record.calls.as_ref();
        let calls = calls.and_then(|calls| read_calls(GameType::Trump, calls, context));
        let commitments = record.commitments.as_ref();
        let mut commitments = commitments.and_then(|list| self.recorded_commitments(list, context));
        if record.calls.is_none() {
            context.needed(&record.commitments, "/commitments");
            return Some((commitments, *record.open_hand));
        }
        let is_settled = commitments.is_some();
        let selection = self.called(GameType::Trump, &calls?, is_settled, context)?;
        let open_hand = selection.open_hand();
        if !(context.waived && is_settled) {
            if !selection.is_over() {
                return None;
            }
            let called = selection.commitments;
            if let Some(recorded) = &commitments {
                compare(recorded, &called, context);
            }
            commitments = Some(called);
        }
        let recorded = *record.open_hand;
        if let Some(recorded) = recorded.filter(|hand| !context.waived && Some(*hand) != open_hand)
        {
            let called = open_hand.map_or("no-open-hand", OpenHand::word);
            let args = args![recorded: recorded, spoken: called];
            // If only one defender accepted, the deciding clause is that both must accept.
            let rule = match open_hand {
                Some(_) => clauses::OPEN_BOTH,
                None => clauses::OPEN_HAND,
            };
            context.fault("calls-disagree", "/open_hand", rule, args);
        }
        let open_hand = recorded.filter(|_| context.waived).or(open_hand);
        Some((commitments, open_hand))
    }

    /// Returns the number of doublings of a Misère or a Slam, from the record or from the calls, and reports
    /// faults to the context.
    pub fn whole_doubles(&self, game_type: GameType, context: &mut HandContext<'_>) -> Option<i64> {
        let (record, rule) = (self.record, clauses::WHOLE_DOUBLE);
        let doubles = *record.doubles;
        let recorded = self.game.doubles(rule, "/doubles", doubles, context);
        let calls = record.calls.as_ref().filter(|calls| !calls.is_empty());
        let Some(calls) = calls else {
            return recorded;
        };
        let calls = read_calls(game_type, calls, context)?;
        let selection = self.called(game_type, &calls, doubles.is_some(), context)?;
        if context.waived && doubles.is_some() {
            return recorded;
        }
        if !selection.is_over() {
            return None;
        }
        let called = selection.doubles;
        let recorded = recorded.filter(|recorded| doubles.is_some() && *recorded != called);
        if let Some(recorded) = recorded {
            let args = args![recorded: recorded, spoken: called];
            context.fault("calls-disagree", "/doubles", rule, args);
        }
        Some(called)
    }

    /// Replays these calls. Calls that are not over are a fault, or only a warning if the table let them
    /// stand and other fields of the record settle the terms.
    fn called(
        &self,
        game_type: GameType,
        calls: &[(Seat, Call)],
        is_settled: bool,
        context: &mut HandContext<'_>,
    ) -> Option<Selection<'a>> {
        let (game, table) = (self.game, self.table);
        let mut selection = Selection::new(game, table, game_type, &self.players, self.declarer?);
        judge_calls(&mut selection, context, "/calls", calls);
        if !selection.is_over() {
            let rule = match game_type {
                GameType::Trump => clauses::OVER,
                _ => clauses::WHOLE_DOUBLE,
            };
            let turn = selection.turn();
            unfinished_auction(context, "/calls", rule, turn, is_settled);
        }
        Some(selection)
    }

    /// Returns the commitments in the record's list.
    fn recorded_commitments(
        &self,
        list: &[WrittenCommitment],
        context: &mut HandContext<'_>,
    ) -> Option<Vec<Commitment>> {
        let read = list.iter().enumerate().map(|(index, written)| {
            let place = format_args!("/commitments/{index}");
            let (pointer, rule) = (format_args!("{place}/doubles"), clauses::MAX_DOUBLES);
            let doubles = self.game.doubles(rule, pointer, *written.doubles, context);
            let commitment = read_commitment(written, place, &self.players, context)?;
            Some(Commitment {
                doubles: doubles?,
                ..commitment
            })
        });
        let read: Vec<Option<Commitment>> = read.collect();
        let is_valid = self.check_counts(&read, context);
        all_or_none(read.into_iter()).filter(|_| is_valid)
    }

    /// Checks the number of commitments of each player. Too many are a fault, unless the table let them stand.
    fn check_counts(&self, read: &[Option<Commitment>], context: &mut HandContext<'_>) -> bool {
        let Some(declarer) = self.declarer else {
            return true;
        };
        let mut is_valid = true;
        let mut irregular = |code, index: usize, rule, args| {
            let pointer = format_args!("/commitments/{index}");
            context.fault_or_warning(true, code, pointer, rule, args);
            is_valid = context.waived;
        };
        for (index, commitment) in read.iter().enumerate() {
            let Some(Commitment { by, contract, .. }) = *commitment else {
                continue;
            };
            let earlier = || read[..index].iter().flatten();
            let own = earlier().filter(|other| other.by == by).count();
            let (most, rule) = if by == declarer {
                (1, clauses::DECLARER_ONE)
            } else {
                (self.game.commitments_per_defender, clauses::DEFENDER_LIMIT)
            };
            if i64::try_from(own).is_ok_and(|own| own >= most) {
                irregular("too-many-commitments", index, rule, args![most: most]);
            }
            let of_defense = |other: &&Commitment| by != declarer && other.by != declarer;
            let mut others = earlier().filter(of_defense);
            if let Some(other) = others.find(|other| other.contract == contract) {
                let args = args![by: self.table.name(other.by), contract: contract];
                irregular("contract-taken", index, clauses::CONTRACT_TAKEN, args);
            }
        }
        let whole = read.iter().all(Option::is_some);
        if !whole || read.iter().flatten().any(|other| other.by == declarer) {
            return is_valid;
        }
        if context.is_unfinished() {
            context.missing("/commitments");
        } else {
            let args = args![declarer: context.name(declarer)];
            let rule = clauses::DECLARER_ONE;
            context.fault("declarer-uncommitted", "/commitments", rule, args);
        }
        false
    }
}

/// Reports differences between the recorded and the called commitments. Their order does not matter.
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
