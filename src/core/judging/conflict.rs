//! Contradictory fields of a hand: the smallest set of values that no legal hand has together.

use super::unfinished::Unfinished;
use crate::form::{Field, Kind};
use crate::json::Json;
use crate::{Game, Part, Table};

/// Fields that are never part of a conflict: the remark, and the table's decision about illegal steps.
const KEPT: &[&str] = &["note", "irregularities"];
/// The most sets tried to find the smallest conflict; after that, any small one is used.
const MAX_TRIED: usize = 1_500;
/// The most values in such a set besides the values that are part of every conflict.
const MAX_ADDED: usize = 3;

/// A recorded value.
struct Leaf {
    pointer: String,
    /// Its field in the record.
    field: &'static str,
    /// Its part of the field.
    part: Part,
    kind: Kind,
    value: Json,
}

/// Returns the smallest set of pointers whose values contradict each other, in a hand without a legal completion; among
/// sets of equal size the first, by field order and seat.
pub(super) fn smallest_conflict<G: Game>(hand: &Unfinished<'_, G>, record: &Json) -> Vec<String> {
    let mut kept = record.clone();
    let leaves = leaves(G::FACTS.record, &mut kept, hand.table);
    let search = Search { hand, kept, leaves };
    let all: Vec<usize> = (0..search.leaves.len()).collect();
    let found = match search.out_of_range(&all) {
        Some(leaf) => vec![leaf],
        None => search.smallest(all),
    };
    let pointers = found.into_iter();
    let pointers = pointers.map(|leaf| search.leaves[leaf].pointer.clone());
    pointers.collect()
}

/// Takes every value out of a record, by field order and seat. Players have their names at the table as keys.
fn leaves(fields: &[Field], record: &mut Json, table: &Table) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for field in fields.iter().filter(|field| !KEPT.contains(&field.name)) {
        let Some(value) = record.take(field.name) else {
            continue;
        };
        let parts: Vec<(Part, Kind)> = match (field.kind, &value) {
            (Kind::PerPlayer(kind), Json::Object(_)) => {
                let part_of = |seat| (Part::Of(seat), *kind);
                table.seats().map(part_of).collect()
            }
            (Kind::Object(inner), _) => {
                let part_of = |inner: &Field| (Part::Side(inner.name), inner.kind);
                inner.iter().map(part_of).collect()
            }
            (kind, _) => vec![(Part::Whole, kind)],
        };
        let before = leaves.len();
        leaves.extend(parts.into_iter().filter_map(|(part, kind)| {
            Some(Leaf {
                pointer: part.pointer(field.name, table),
                field: field.name,
                part,
                kind,
                value: part.find(&value, table)?.clone(),
            })
        }));
        if leaves.len() == before {
            record.set(field.name, value);
        }
    }
    leaves
}

struct Search<'s, 'a, G: Game> {
    hand: &'s Unfinished<'a, G>,
    /// The record without the leaves.
    kept: Json,
    leaves: Vec<Leaf>,
}

impl<G: Game> Search<'_, '_, G> {
    /// Returns the first amount outside its range.
    fn out_of_range(&self, all: &[usize]) -> Option<usize> {
        let faults = self.hand.judge(&self.subset(all)).findings;
        let is_out = |leaf: &Leaf| {
            let mut faults = faults.iter();
            faults.any(|fault| fault.code == "out-of-range" && fault.pointer == leaf.pointer)
                && self.hand.is_amount(&leaf.pointer)
        };
        self.leaves.iter().position(is_out)
    }

    /// Returns a smallest conflict.
    fn smallest(&self, all: Vec<usize>) -> Vec<usize> {
        // The values that are part of every conflict.
        let is_needed = |leaf: &usize| !self.conflicts(&without(&all, *leaf));
        let needed: Vec<usize> = all.iter().copied().filter(is_needed).collect();
        let found = if self.conflicts(&needed) {
            needed
        } else {
            self.widened(&needed, &all)
                .unwrap_or_else(|| self.irreducible(all))
        };
        self.without_irrelevant(found)
    }

    /// Returns the smallest conflict with these values and a few others, if there is one.
    fn widened(&self, needed: &[usize], all: &[usize]) -> Option<Vec<usize>> {
        let others = all.iter().copied().filter(|leaf| !needed.contains(leaf));
        let others: Vec<usize> = others.collect();
        let added = (1..=MAX_ADDED).flat_map(|count| choices(&others, count));
        added.take(MAX_TRIED).find_map(|added| {
            let mut set = [needed, &added].concat();
            set.sort_unstable();
            self.conflicts(&set).then_some(set)
        })
    }

    /// Returns a conflict from which no value can be removed. It keeps early values rather than late ones.
    fn irreducible(&self, all: Vec<usize>) -> Vec<usize> {
        all.clone().into_iter().rev().fold(all, |kept, leaf| {
            let fewer = without(&kept, leaf);
            if self.conflicts(&fewer) { fewer } else { kept }
        })
    }

    /// Returns the conflict without irrelevant values. A value is irrelevant if there is still a conflict with any
    /// other value in its place.
    fn without_irrelevant(&self, mut found: Vec<usize>) -> Vec<usize> {
        for leaf in found.clone() {
            if found.len() == 1 {
                break;
            }
            let others = self.other_values(leaf);
            let others = others.filter(|_| self.is_missing_without(leaf, &found));
            let record = self.subset(&found);
            let conflicts = |value: Json| {
                let mut with = record.clone();
                self.put(&mut with, leaf, value);
                !self.is_possible(&with, &found)
            };
            if others.is_some_and(|others| others.into_iter().all(conflicts)) {
                found.retain(|other| *other != leaf);
            }
        }
        found
    }

    /// Whether a value is required for recording, and missing after it is removed from this set.
    fn is_missing_without(&self, leaf: usize, set: &[usize]) -> bool {
        let judged = self.hand.judge(&self.subset(&without(set, leaf)));
        judged.missing.contains(&self.leaves[leaf].pointer)
    }

    /// Returns all other possible values in place of this one; `None` if they cannot be listed, or if it is an amount.
    fn other_values(&self, leaf: usize) -> Option<Vec<Json>> {
        let leaf = &self.leaves[leaf];
        if self.hand.is_amount(&leaf.pointer) {
            return None;
        }
        let mut words = self.hand.amounts.words.iter();
        let own = words.find(|(field, _)| leaf.part == Part::Whole && *field == leaf.field);
        match (own, leaf.kind) {
            (Some((_, words)), _) => Some(words.iter().map(|word| Json::from(&**word)).collect()),
            (None, Kind::Word(words)) => Some(words.iter().map(|word| Json::from(*word)).collect()),
            (None, Kind::Flag) => Some(vec![Json::Bool(false), Json::Bool(true)]),
            (None, Kind::Player) => Some(self.names().collect()),
            _ => None,
        }
    }

    fn names(&self) -> impl Iterator<Item = Json> {
        let names = self.hand.table.names().iter();
        names.map(|name| Json::from(&**name))
    }

    /// Whether no legal hand has these values.
    fn conflicts(&self, set: &[usize]) -> bool {
        !self.is_possible(&self.subset(set), set)
    }

    /// Whether a legal hand can have this record, which consists of these values. If the original record names a dealer
    /// and the set leaves the dealer out, any dealer is possible.
    fn is_possible(&self, record: &Json, set: &[usize]) -> bool {
        let mut leaves = self.leaves.iter();
        let dealer = leaves.position(|leaf| leaf.pointer == "/dealer");
        let Some(dealer) = dealer.filter(|dealer| !set.contains(dealer)) else {
            return self.hand.is_possible(record);
        };
        self.names().any(|name| {
            let mut dealt = record.clone();
            self.put(&mut dealt, dealer, name);
            self.hand.is_possible(&dealt)
        })
    }

    /// Returns the record with only these values.
    fn subset(&self, set: &[usize]) -> Json {
        let mut record = self.kept.clone();
        for leaf in set {
            self.put(&mut record, *leaf, self.leaves[*leaf].value.clone());
        }
        record
    }

    /// Puts a value in the place of a leaf.
    fn put(&self, record: &mut Json, leaf: usize, value: Json) {
        let Leaf { field, part, .. } = &self.leaves[leaf];
        part.put(record, field, self.hand.table, value);
    }
}

/// Returns the set without this value.
fn without(set: &[usize], leaf: usize) -> Vec<usize> {
    set.iter().copied().filter(|other| *other != leaf).collect()
}

/// Returns every choice of `count` items, in order.
fn choices(from: &[usize], count: usize) -> Box<dyn Iterator<Item = Vec<usize>> + '_> {
    let Some(others) = count.checked_sub(1) else {
        return Box::new(std::iter::once(Vec::new()));
    };
    Box::new((0..from.len()).flat_map(move |first| {
        let rest = choices(&from[first + 1..], others);
        rest.map(move |rest| [&from[first..=first], &rest].concat())
    }))
}
