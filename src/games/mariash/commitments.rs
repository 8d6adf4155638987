//! The commitments of a hand: as recorded, as spoken, and whether the two agree.

use std::fmt;

use super::auction::{Selection, resolve_calls};
use super::catalog;
use super::record::{Committed, Contract, OpenHand, Record};
use super::{MOST_DOUBLES, Mariash, who_plays};
use crate::rules::auction::judge_calls;
use crate::rules::{Finding, HandContext, Seat, args};

/// A contract that a player has taken on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Commitment {
    pub(super) by: Seat,
    pub(super) contract: Contract,
    pub(super) doubles: i64,
}

/// What was agreed before the play.
#[derive(Debug, Default)]
pub(super) struct Terms {
    /// Nothing, if they are not known or not sound.
    pub(super) commitments: Option<Vec<Commitment>>,
    pub(super) open_hand: Option<OpenHand>,
}

/// The terms of a recorded trump game; all that is wrong with them goes on the context.
pub(super) fn terms(
    game: &Mariash,
    record: &Record,
    players: &[Seat],
    declarer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Terms {
    let heard = record
        .calls
        .as_ref()
        .and_then(|calls| resolve_calls(context, "/calls", calls));
    let recorded = record
        .commitments
        .as_ref()
        .and_then(|list| recorded(game, list, players, declarer, context));
    if record.calls.is_none() {
        if record.commitments.is_none() {
            context.missing("/commitments");
        }
        return Terms {
            commitments: recorded,
            open_hand: *record.open_hand,
        };
    }
    let (Some(heard), Some(declarer)) = (heard, declarer) else {
        return Terms::default();
    };
    let calls: Vec<_> = heard.iter().map(|(seat, call)| (*seat, call)).collect();
    let mut selection = Selection::new(game, context.table, players, declarer);
    judge_calls(&mut selection, context, "/calls", &calls);
    let over = selection.is_over();
    if !over {
        incomplete(&selection, recorded.is_some(), context);
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
    let spoken = selection.commitments();
    if let Some(recorded) = &recorded {
        compare(recorded, &spoken, context);
    }
    let open_hand = selection.open_hand();
    if let Some(recorded) = record.open_hand.filter(|hand| Some(*hand) != open_hand)
        && !context.waived
    {
        let spoken = open_hand.map_or("no-open-hand", OpenHand::word);
        context.fault(
            "calls-disagree",
            "/open_hand",
            catalog::OPEN_HAND,
            args![recorded: recorded, spoken: spoken],
        );
    }
    Terms {
        commitments: Some(spoken),
        open_hand: if context.waived {
            record.open_hand.or(open_hand)
        } else {
            open_hand
        },
    }
}

/// Notes that the calls do not come to an end.
fn incomplete(selection: &Selection<'_>, recorded: bool, context: &mut HandContext<'_>) {
    let turn = context.name(selection.asked());
    if context.so_far() {
        context.missing("/calls");
    } else if context.waived && recorded {
        context.warn(
            "auction-incomplete",
            "/calls",
            catalog::OVER,
            args![turn: turn],
        );
    } else {
        context.fault(
            "auction-incomplete",
            "/calls",
            catalog::OVER,
            args![turn: turn],
        );
    }
}

/// What is recorded must be what was spoken; the order is no matter.
fn compare(recorded: &[Commitment], spoken: &[Commitment], context: &mut HandContext<'_>) {
    let same =
        |one: &Commitment, other: &Commitment| one.by == other.by && one.contract == other.contract;
    for (index, commitment) in recorded.iter().enumerate() {
        let by = context.name(commitment.by);
        let Some(said) = spoken.iter().find(|said| same(said, commitment)) else {
            let args = args![by: by, contract: commitment.contract];
            context.fault(
                "not-called",
                format_args!("/commitments/{index}"),
                catalog::TURN,
                args,
            );
            continue;
        };
        if said.doubles != commitment.doubles {
            context.fault(
                "calls-disagree",
                format_args!("/commitments/{index}/doubles"),
                catalog::DOUBLE,
                args![recorded: commitment.doubles, spoken: said.doubles],
            );
        }
    }
    for said in spoken {
        if !recorded.iter().any(|commitment| same(said, commitment)) {
            let args = args![by: context.name(said.by), contract: said.contract];
            context.fault("called-too", "/commitments", catalog::TURN, args);
        }
    }
}

/// The commitments of a record's own list.
fn recorded(
    game: &Mariash,
    list: &[Committed],
    players: &[Seat],
    declarer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Option<Vec<Commitment>> {
    let read: Vec<Option<Commitment>> = list
        .iter()
        .enumerate()
        .map(|(index, written)| {
            let place = format_args!("/commitments/{index}");
            let doubles = doubles(
                game,
                format_args!("{place}/doubles"),
                *written.doubles,
                context,
            );
            let commitment = read(written, place, players, context)?;
            Some(Commitment {
                doubles: doubles?,
                ..commitment
            })
        })
        .collect();
    let sound = declarer.is_none_or(|declarer| counted(game, &read, declarer, context));
    read.into_iter()
        .collect::<Option<Vec<_>>>()
        .filter(|_| sound)
}

/// One commitment as written, its doublings apart.
pub(super) fn read(
    written: &Committed,
    place: fmt::Arguments<'_>,
    players: &[Seat],
    context: &mut HandContext<'_>,
) -> Option<Commitment> {
    let pointer = format_args!("{place}/by");
    let by = context.needed_player(pointer, &written.by);
    let by = who_plays(context, pointer, by, players);
    let contract = context.needed(&written.contract, format_args!("{place}/contract"));
    Some(Commitment {
        by: by?,
        contract: *contract?,
        doubles: 0,
    })
}

/// The number of doublings, none if absent. A table may let too many stand.
pub(super) fn doubles(
    game: &Mariash,
    pointer: fmt::Arguments<'_>,
    written: Option<i64>,
    context: &mut HandContext<'_>,
) -> Option<i64> {
    let doubles = written.unwrap_or(0);
    let most = game.max_doubles;
    let let_stand = context.waived && (most..=MOST_DOUBLES).contains(&doubles);
    if doubles > most && let_stand {
        let args = args![found: doubles, least: 0, most: most];
        context.warn("out-of-range", pointer, catalog::MAX_DOUBLES, args);
        return Some(doubles);
    }
    context
        .in_range(pointer, doubles, 0..=most)
        .then_some(doubles)
}

/// Counts who has committed to what. Too many are a fault, unless the table let them stand.
fn counted(
    game: &Mariash,
    read: &[Option<Commitment>],
    declarer: Seat,
    context: &mut HandContext<'_>,
) -> bool {
    let table = context.table;
    let mut sound = true;
    let mut irregular = |code, index: usize, rule, args| {
        let pointer = format!("/commitments/{index}");
        if context.waived {
            context.warn(code, &pointer, rule, args);
        } else {
            context.fault(code, &pointer, rule, args);
            sound = false;
        }
    };
    for (index, commitment) in read.iter().enumerate() {
        let Some(commitment) = commitment else {
            continue;
        };
        let earlier = || read[..index].iter().flatten();
        let by = commitment.by;
        let own = earlier().filter(|other| other.by == by).count();
        let most = if by == declarer {
            1
        } else {
            game.commitments_per_defender
        };
        let rule = if by == declarer {
            catalog::DECLARER_ONE
        } else {
            catalog::DEFENDER_LIMIT
        };
        if i64::try_from(own).is_ok_and(|own| own >= most) {
            irregular("too-many-commitments", index, rule, args![most: most]);
        }
        let taken = earlier().find(|other| {
            other.contract == commitment.contract && by != declarer && other.by != declarer
        });
        if let Some(taken) = taken {
            let args = args![by: table.name(taken.by), contract: taken.contract];
            irregular("contract-taken", index, catalog::CONTRACT_TAKEN, args);
        }
    }
    let whole = read.iter().all(Option::is_some);
    if whole && !read.iter().flatten().any(|other| other.by == declarer) {
        if context.so_far() {
            context.missing("/commitments");
        } else {
            let args = args![declarer: context.name(declarer)];
            context.report(
                Finding::rule("declarer-uncommitted", "/commitments", args)
                    .by(catalog::DECLARER_ONE),
            );
        }
        return false;
    }
    sound
}
