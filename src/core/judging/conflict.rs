//! Contradictory fields of a hand: the smallest set of values that no legal hand has together.

use super::unfinished::Unfinished;
use crate::form::{Field, Kind};
use crate::json::Json;
use crate::{Game, Judgment, Table, segment};

/// Fields that are never part of a conflict: the remark, and what the table let stand.
const KEPT: &[&str] = &["note", "irregularities"];
/// The most sets tried to find the smallest conflict; after that, any small one is used.
const MAX_TRIED: usize = 1_500;
/// The most fields of such a set besides those that every conflict has.
const MAX_ADDED: usize = 3;

/// A recorded value.
struct Leaf {
    pointer: String,
    field: Field,
    /// The key within the field and its kind, if the field is an object.
    within: Option<(String, Kind)>,
}

/// The smallest set of pointers whose values contradict each other, in a hand without a legal completion;
/// among sets of equal size the first, by field order and seat.
pub(super) fn smallest_conflict<G: Game>(
    hand: &Unfinished<'_, G>,
    record: &Json,
    judged: &Judgment,
) -> Vec<String> {
    let leaves = leaves(G::FACTS.record, record, hand.table);
    let search = Search {
        hand,
        record,
        leaves,
    };
    let pointer = |leaf: usize| search.leaves[leaf].pointer.clone();
    let found = search.out_of_range(judged).map(|leaf| vec![leaf]);
    let found = found.unwrap_or_else(|| search.smallest());
    found.into_iter().map(pointer).collect()
}

/// Every value of a record, by field order and seat.
fn leaves(fields: &[Field], record: &Json, table: &Table) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for field in fields.iter().filter(|field| !KEPT.contains(&field.name)) {
        let Some(value) = record.get(field.name) else {
            continue;
        };
        let mut within = |key: &str, kind: Kind| {
            leaves.push(Leaf {
                pointer: format!("/{}/{}", field.name, segment(key)),
                field: *field,
                within: Some((key.to_owned(), kind)),
            });
        };
        match (field.kind, value) {
            (Kind::PerPlayer(kind), Json::Object(entries)) => {
                for seat in table.seats() {
                    let mut own = entries.iter();
                    if own.any(|(name, _)| table.seat(name) == Some(seat)) {
                        within(table.name(seat), *kind);
                    }
                }
            }
            (Kind::Object(inner), value) => {
                let inner = inner.iter().filter(|inner| value.get(inner.name).is_some());
                inner.for_each(|inner| within(inner.name, inner.kind));
            }
            _ => leaves.push(Leaf {
                pointer: format!("/{}", field.name),
                field: *field,
                within: None,
            }),
        }
    }
    leaves
}

struct Search<'s, 'a, G: Game> {
    hand: &'s Unfinished<'a, G>,
    record: &'s Json,
    leaves: Vec<Leaf>,
}

impl<G: Game> Search<'_, '_, G> {
    /// The first amount outside its range.
    fn out_of_range(&self, judged: &Judgment) -> Option<usize> {
        let amounts = self.hand.amounts.blocks.iter().flatten();
        let amounts: Vec<String> = amounts
            .map(|amount| amount.pointer(self.hand.table))
            .collect();
        let faults = judged.findings.iter();
        let faults = faults.filter(|fault| fault.code == "out-of-range");
        let found: Vec<&str> = faults.map(|fault| &*fault.pointer).collect();
        (0..self.leaves.len()).find(|leaf| {
            let pointer = &self.leaves[*leaf].pointer;
            amounts.contains(pointer) && found.iter().any(|found| self.same(found, pointer))
        })
    }

    /// Whether a written pointer is that of a value; names may be spelled differently.
    fn same(&self, written: &str, pointer: &str) -> bool {
        let name = |pointer: &str| {
            let (field, key) = pointer.rsplit_once('/')?;
            Some((field.to_owned(), self.hand.table.seat(&unescaped(key))?))
        };
        written == pointer || (name(written).is_some() && name(written) == name(pointer))
    }

    /// A smallest conflict.
    fn smallest(&self) -> Vec<usize> {
        let all: Vec<usize> = (0..self.leaves.len()).collect();
        // The values that are part of every conflict.
        let needed = |leaf: &usize| {
            let others = all.iter().copied().filter(|other| other != leaf);
            !self.conflicts(&others.collect::<Vec<_>>())
        };
        let needed: Vec<usize> = all.iter().copied().filter(needed).collect();
        let found = if self.conflicts(&needed) {
            needed
        } else {
            self.widened(&needed, &all)
                .unwrap_or_else(|| self.irreducible(&all))
        };
        self.without_indifferent(found)
    }

    /// These values with as few others as possible to make a conflict, if a few suffice.
    fn widened(&self, needed: &[usize], all: &[usize]) -> Option<Vec<usize>> {
        let others = all.iter().copied().filter(|leaf| !needed.contains(leaf));
        let others: Vec<usize> = others.collect();
        let mut tried = 0;
        for count in 1..=MAX_ADDED.min(others.len()) {
            let mut chosen: Vec<usize> = (0..count).collect();
            loop {
                let added = chosen.iter().map(|place| others[*place]);
                let mut set: Vec<usize> = needed.iter().copied().chain(added).collect();
                set.sort_unstable();
                if self.conflicts(&set) {
                    return Some(set);
                }
                tried += 1;
                if tried >= MAX_TRIED {
                    return None;
                }
                if !advance(&mut chosen, others.len()) {
                    break;
                }
            }
        }
        None
    }

    /// A conflict from which no value can be removed, preferably of the first values.
    fn irreducible(&self, all: &[usize]) -> Vec<usize> {
        let mut kept = all.to_vec();
        for leaf in all.iter().rev() {
            let without: Vec<usize> = kept.iter().copied().filter(|other| other != leaf).collect();
            if self.conflicts(&without) {
                kept = without;
            }
        }
        kept
    }

    /// The conflict without those values that could be replaced by any other value and still conflict.
    fn without_indifferent(&self, mut found: Vec<usize>) -> Vec<usize> {
        for leaf in found.clone() {
            if found.len() == 1 {
                break;
            }
            let Some(others) = self
                .other_values(leaf)
                .filter(|_| self.is_asked(leaf, &found))
            else {
                continue;
            };
            let record = self.subset(&found);
            let conflicts = |value: Json| {
                let mut with = record.clone();
                self.replace(&mut with, leaf, Some(value));
                !self.can_be(&with, &found)
            };
            if others.into_iter().all(conflicts) {
                found.retain(|other| *other != leaf);
            }
        }
        found
    }

    /// Whether recording requires a value if it is removed from this set.
    fn is_asked(&self, leaf: usize, set: &[usize]) -> bool {
        let others: Vec<usize> = set.iter().copied().filter(|other| *other != leaf).collect();
        let missing = self.hand.judge(&self.subset(&others)).missing;
        missing.contains(&self.leaves[leaf].pointer)
    }

    /// All other possible values in place of this one; `None` if they cannot be listed, or if it is an
    /// amount.
    fn other_values(&self, leaf: usize) -> Option<Vec<Json>> {
        let leaf = &self.leaves[leaf];
        let kind = leaf
            .within
            .as_ref()
            .map_or(leaf.field.kind, |(_, kind)| *kind);
        let amounts = self.hand.amounts.blocks.iter().flatten();
        let mut amounts = amounts.map(|amount| amount.pointer(self.hand.table));
        if amounts.any(|pointer| pointer == leaf.pointer) {
            return None;
        }
        let mut words = self.hand.amounts.words.iter();
        let own = words.find(|(field, _)| leaf.within.is_none() && *field == leaf.field.name);
        match (own, kind) {
            (Some((_, words)), _) => Some(words.iter().map(|word| Json::from(&**word)).collect()),
            (None, Kind::Word(words)) => Some(words.iter().map(|word| Json::from(*word)).collect()),
            (None, Kind::Flag) => Some(vec![Json::Bool(false), Json::Bool(true)]),
            (None, Kind::Player) => {
                let names = self.hand.table.names().iter();
                Some(names.map(|name| Json::from(&**name)).collect())
            }
            _ => None,
        }
    }

    /// Whether no legal hand has these values.
    fn conflicts(&self, set: &[usize]) -> bool {
        !self.can_be(&self.subset(set), set)
    }

    /// Whether a legal hand can have this record, which consists of these values. If the record named its
    /// dealer and the set does not include that, any dealer is possible.
    fn can_be(&self, record: &Json, set: &[usize]) -> bool {
        let dealer = (0..self.leaves.len()).find(|leaf| self.leaves[*leaf].pointer == "/dealer");
        let Some(dealer) = dealer.filter(|dealer| !set.contains(dealer)) else {
            return self.hand.can_be(record);
        };
        let mut names = self.hand.table.names().iter();
        names.any(|name| {
            let mut dealt = record.clone();
            self.replace(&mut dealt, dealer, Some(Json::from(&**name)));
            self.hand.can_be(&dealt)
        })
    }

    /// The record with only these values.
    fn subset(&self, set: &[usize]) -> Json {
        let mut record = self.record.clone();
        for leaf in (0..self.leaves.len()).filter(|leaf| !set.contains(leaf)) {
            self.replace(&mut record, leaf, None);
        }
        record
    }

    /// Replaces or removes a value.
    fn replace(&self, record: &mut Json, leaf: usize, value: Option<Json>) {
        let Leaf { field, within, .. } = &self.leaves[leaf];
        let Json::Object(entries) = record else {
            return;
        };
        let Some((key, _)) = within else {
            entries.retain(|(name, _)| *name != field.name);
            entries.extend(value.map(|value| (field.name.to_owned(), value)));
            return;
        };
        let Some((_, Json::Object(inner))) =
            entries.iter_mut().find(|(name, _)| *name == field.name)
        else {
            return;
        };
        let table = self.hand.table;
        let per_player = matches!(field.kind, Kind::PerPlayer(_));
        let same = |name: &str| {
            name == key
                || (per_player && table.seat(name).is_some() && table.seat(name) == table.seat(key))
        };
        inner.retain(|(name, _)| !same(name));
        inner.extend(value.map(|value| (key.clone(), value)));
        if inner.is_empty() {
            entries.retain(|(name, _)| *name != field.name);
        }
    }
}

/// Advances to the next choice of places, in order; returns whether there is one.
fn advance(chosen: &mut [usize], places: usize) -> bool {
    let count = chosen.len();
    for index in (0..count).rev() {
        if chosen[index] + (count - index) < places {
            chosen[index] += 1;
            for later in index + 1..count {
                chosen[later] = chosen[later - 1] + 1;
            }
            return true;
        }
    }
    false
}

/// A segment of a JSON pointer as a key.
fn unescaped(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}
