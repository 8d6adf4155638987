//! The commitments of a hand, as recorded.

use std::fmt;

use super::clauses;
use super::house_rules::Mariash;
use super::players::who_plays;
use super::record::{Contract, MOST_DOUBLES, WrittenCommitment};
use overtrick_core::prelude::*;

/// A contract that a player has taken on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment {
    pub by: Seat,
    pub contract: Contract,
    pub doubles: i64,
}

impl Commitment {
    /// What its doublings multiply its value by.
    pub fn multiplier(&self) -> i64 {
        1 << self.doubles
    }
}

/// The commitments of a record's own list.
pub fn recorded(
    game: &Mariash,
    list: &[WrittenCommitment],
    players: &[Seat],
    declarer: Option<Seat>,
    context: &mut HandContext<'_>,
) -> Option<Vec<Commitment>> {
    let read: Vec<Option<Commitment>> = list
        .iter()
        .enumerate()
        .map(|(index, written)| {
            let place = format_args!("/commitments/{index}");
            let pointer = format_args!("{place}/doubles");
            let doubles = doubles(game, pointer, *written.doubles, context);
            let commitment = read(written, place, players, context)?;
            Some(Commitment {
                doubles: doubles?,
                ..commitment
            })
        })
        .collect();
    let sound = declarer.is_none_or(|declarer| counted(game, &read, declarer, context));
    all_or_none(read.into_iter()).filter(|_| sound)
}

/// One commitment as written, its doublings apart.
pub fn read(
    written: &WrittenCommitment,
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
pub fn doubles(
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
        context.warn("out-of-range", pointer, clauses::MAX_DOUBLES, args);
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
        context.fault_or_odd(true, code, pointer, rule, args);
        sound = context.waived;
    };
    for (index, commitment) in read.iter().enumerate() {
        let Some(commitment) = commitment else {
            continue;
        };
        let earlier = || read[..index].iter().flatten();
        let by = commitment.by;
        let own = earlier().filter(|other| other.by == by).count();
        let (most, rule) = if by == declarer {
            (1, clauses::DECLARER_ONE)
        } else {
            (game.commitments_per_defender, clauses::DEFENDER_LIMIT)
        };
        if i64::try_from(own).is_ok_and(|own| own >= most) {
            irregular("too-many-commitments", index, rule, args![most: most]);
        }
        let same = earlier().find(|other| {
            other.contract == commitment.contract && by != declarer && other.by != declarer
        });
        if let Some(other) = same {
            let args = args![by: table.name(other.by), contract: other.contract];
            irregular("contract-taken", index, clauses::CONTRACT_TAKEN, args);
        }
    }
    let whole = read.iter().all(Option::is_some);
    if whole && !read.iter().flatten().any(|other| other.by == declarer) {
        if context.so_far() {
            context.missing("/commitments");
        } else {
            let args = args![declarer: context.name(declarer)];
            let rule = clauses::DECLARER_ONE;
            context.fault("declarer-uncommitted", "/commitments", rule, args);
        }
        return false;
    }
    sound
}
