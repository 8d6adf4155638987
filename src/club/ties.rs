//! Ranks, and what separates members with equal figures.

use std::cmp::Ordering;

use crate::document::{Rules, Tie};
use crate::fraction::Fraction;
use crate::season::{Counted, Row};

/// Rows in order of their ranks. Rows of one rank are in order of the members' numbers.
pub(crate) fn ranked(
    rows: Vec<Row>,
    rules: &Rules,
    evenings: &[String],
    counted: &[Counted<'_>],
) -> Vec<Row> {
    let tables = Tables { evenings, counted };
    let mut ranked: Vec<Row> = Vec::with_capacity(rows.len());
    for group in split(rows, |_, row| Key::Figure(row.figure.clone())) {
        for (decided_by, group) in tables.separated(group, &rules.ties) {
            let rank = Some(ranked.len() + 1);
            let rows = group.into_iter().enumerate().map(|(at, row)| Row {
                rank,
                decided_by: decided_by.filter(|_| at == 0),
                ..row
            });
            ranked.extend(rows);
        }
    }
    ranked
}

/// Rows that have no rank, in order of their figures.
pub(crate) fn unranked(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|one, other| {
        let by_figure = other.figure.cmp(&one.figure);
        by_figure.then(one.member.cmp(&other.member))
    });
    rows
}

/// What rows are compared by: more is better.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Figure(Fraction),
    /// One after the other; having none at a place is less than anything.
    Places(Vec<Option<Fraction>>),
}

impl Key {
    fn cmp(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Figure(one), Key::Figure(other)) => one.cmp(other),
            (Key::Places(one), Key::Places(other)) => one.cmp(other),
            _ => Ordering::Equal,
        }
    }
}

/// Splits rows into groups with equal keys, highest first; within a group in order of numbers.
fn split(rows: Vec<Row>, key: impl Fn(&[Row], &Row) -> Key) -> Vec<Vec<Row>> {
    let keys: Vec<Key> = rows.iter().map(|row| key(&rows, row)).collect();
    let mut keyed: Vec<(Key, Row)> = keys.into_iter().zip(rows).collect();
    keyed.sort_by(|(one, one_row), (other, other_row)| {
        other.cmp(one).then(one_row.member.cmp(&other_row.member))
    });
    let mut groups: Vec<(Key, Vec<Row>)> = Vec::new();
    for (key, row) in keyed {
        match groups.last_mut() {
            Some((known, group)) if *known == key => group.push(row),
            _ => groups.push((key, vec![row])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// What criteria look at besides the rows.
struct Tables<'t> {
    evenings: &'t [String],
    counted: &'t [Counted<'t>],
}

impl Tables<'_> {
    /// Splits a group by the criteria, each within what is still equal. Each part has the criterion that put it below
    /// the one before.
    fn separated(&self, group: Vec<Row>, criteria: &[Tie]) -> Vec<(Option<Tie>, Vec<Row>)> {
        let Some((tie, rest)) = criteria.split_first().filter(|_| group.len() > 1) else {
            return vec![(None, group)];
        };
        let parts = split(group, |group, row| self.key(*tie, group, row));
        let mut separated = Vec::new();
        for (at, part) in parts.into_iter().enumerate() {
            let mut within = self.separated(part, rest);
            if let Some((decided_by, _)) = within.first_mut().filter(|_| at > 0) {
                *decided_by = Some(*tie);
            }
            separated.append(&mut within);
        }
        separated
    }

    fn key(&self, tie: Tie, group: &[Row], row: &Row) -> Key {
        match tie {
            Tie::Best => {
                let counting = row.units.iter().filter(|unit| unit.counts);
                let mut values: Vec<Fraction> = counting.map(|unit| unit.value.clone()).collect();
                values.sort_by(|one, other| other.cmp(one));
                Key::Places(values.into_iter().map(Some).collect())
            }
            Tie::All => Key::Figure(row.units.iter().map(|unit| &unit.value).sum()),
            Tie::Wins => Key::Figure(row.wins.clone()),
            Tie::Met => Key::Figure(Fraction::from(self.met(group, row))),
            Tie::Last => {
                let value = |evening: &String| {
                    let mut units = row.units.iter();
                    let unit = units.find(|unit| unit.evening == *evening);
                    unit.map(|unit| unit.value.clone())
                };
                Key::Places(self.evenings.iter().rev().map(value).collect())
            }
        }
    }

    /// One for each time that another of the group was placed below, minus one for each time above.
    fn met(&self, group: &[Row], row: &Row) -> i64 {
        let mut balance = 0;
        for counted in self.counted {
            let Some(own) = counted.of(row.member) else {
                continue;
            };
            let others = group.iter().filter(|other| other.member != row.member);
            for other in others.filter_map(|other| counted.of(other.member)) {
                balance += match own.beaten.cmp(&other.beaten) {
                    Ordering::Greater => 1,
                    Ordering::Equal => 0,
                    Ordering::Less => -1,
                };
            }
        }
        balance
    }
}
