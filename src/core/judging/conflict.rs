//! Contradictory values in a hand: a smallest set of values that no legal hand has together.

use super::unfinished::Unfinished;
use crate::form::{Field, Kind};
use crate::json::Json;
use crate::{Game, Part, Table};

/// Fields that are never part of a conflict: the note, and the table's decision about illegal steps.
const KEPT: &[&str] = &["note", "irregularities"];
/// The maximum number of sets tried in search of the smallest conflict; after that, any irreducible one is used.
const MAX_TRIED: usize = 1_500;
/// The maximum number of values in such a set that are not part of every conflict.
const MAX_ADDED: usize = 3;

/// A recorded value.
struct Leaf {
    pointer: String,
    /// The record's field that contains it.
    field: &'static str,
    /// The part of the field that it fills.
    part: Part,
    kind: Kind,
    value: Json,
}

/// Returns the pointers of the smallest set of contradictory values in a hand without a legal completion.
/// Among sets of equal size, it is the first by field order and seat.
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

/// Removes the values from a record and returns them, by field order and seat. Pointers use the table's names.
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
    /// Returns the first amount that is outside its range.
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

    /// Returns the smallest conflict that consists of these values and a few others, if one is found.
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

    /// Returns a conflict from which no value can be removed. Late values are removed first.
    fn irreducible(&self, all: Vec<usize>) -> Vec<usize> {
        all.clone().into_iter().rev().fold(all, |kept, leaf| {
            let fewer = without(&kept, leaf);
            if self.conflicts(&fewer) { fewer } else { kept }
        })
    }

    /// Removes irrelevant values from a conflict. A value is irrelevant if every other value in its place
    /// would conflict too.
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

    /// Whether a value is required: without it, judging the set reports it as missing.
    fn is_missing_without(&self, leaf: usize, set: &[usize]) -> bool {
        let judged = self.hand.judge(&self.subset(&without(set, leaf)));
        judged.missing.contains(&self.leaves[leaf].pointer)
    }

    /// Returns all possible values in this place; `None` if they cannot be listed, or if the place is an amount.
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

    /// Whether a legal hand can have this record, which contains the values of the set. If the original
    /// record names a dealer and the set does not, every dealer is tried.
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

    /// Returns the record with only the values of the set.
    fn subset(&self, set: &[usize]) -> Json {
        let mut record = self.kept.clone();
        for leaf in set {
            self.put(&mut record, *leaf, self.leaves[*leaf].value.clone());
        }
        record
    }

    /// Sets a value in a record, at the place of a leaf.
    fn put(&self, record: &mut Json, leaf: usize, value: Json) {
        let Leaf { field, part, .. } = &self.leaves[leaf];
        part.put(record, field, self.hand.table, value);
    }
}

/// Returns the set without this value.
fn without(set: &[usize], leaf: usize) -> Vec<usize> {
    set.iter().copied().filter(|other| *other != leaf).collect()
}

/// Returns every combination of `count` items, in order.
fn choices(from: &[usize], count: usize) -> Box<dyn Iterator<Item = Vec<usize>> + '_> {
    let Some(others) = count.checked_sub(1) else {
        return Box::new(std::iter::once(Vec::new()));
    };
    Box::new((0..from.len()).flat_map(move |first| {
        let rest = choices(&from[first + 1..], others);
        rest.map(move |rest| [&from[first..=first], &rest].concat())
    }))
}
