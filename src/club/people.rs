//! The people in seats: members, guests, and suggested members for an unknown name.

use std::collections::BTreeMap;

use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args, distance};
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::document::{Club, Member, comparable};
use crate::matches::{ClubMatch, Sitting};
use crate::reading;

/// The most letters in which a misspelled name may differ.
const MAX_SLIPS: usize = 2;
/// The most members that are suggested for an unknown name.
const MAX_NEAREST: usize = 5;

/// The person in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Occupant {
    /// A member, by number.
    Member(u16),
    /// A guest, by name.
    Guest(String),
}

/// A name that belongs to no member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unknown {
    /// The name.
    pub name: String,
    /// The ids of the matches in which the name occurs.
    pub matches: Vec<String>,
    /// The numbers of the members with similar names, likeliest first.
    pub nearest: Vec<u16>,
}

impl Club {
    /// Returns the occupant of each seat of a match. The occupant is the member that the document assigns to
    /// the seat. If there is none, it is the person who played the most hands there: a member with this name,
    /// or a guest. A member occupies at most one seat: the first.
    pub fn occupants(&self, played: &ClubMatch) -> Vec<Occupant> {
        let mut occupants: Vec<Occupant> = Vec::with_capacity(played.seats.len());
        for (seat, people) in played.seats.iter().enumerate() {
            // If a person left and came back, the hands are added.
            let hands = |person: &&Sitting| -> usize {
                let name = comparable(&person.name);
                let same = people.iter().filter(|one| comparable(&one.name) == name);
                same.map(|one| one.hands).sum()
            };
            // Of several people with the same number of hands, the first is chosen.
            let most = people.iter().rev().max_by_key(hands);
            let name = most.map_or("", |person| &*person.name);
            let member = self
                .sitting(&played.id, seat + 1, name)
                .map(Occupant::Member);
            let member = member.filter(|member| !occupants.contains(member));
            occupants.push(member.unwrap_or_else(|| Occupant::Guest(name.to_owned())));
        }
        occupants
    }

    /// Returns the member in a seat (from 1) of a match. This is the member that the document assigns to the
    /// seat, or else the member with this name.
    pub fn sitting(&self, id: &str, seat: usize, name: &str) -> Option<u16> {
        let assigned = self.seats.get(&(id.to_owned(), seat)).copied();
        assigned.or_else(|| self.named(name))
    }

    /// Returns the names in these matches that belong to no member, in alphabetical order.
    pub fn unknown<'m>(&self, matches: impl IntoIterator<Item = &'m ClubMatch>) -> Vec<Unknown> {
        let mut unknown: BTreeMap<String, Unknown> = BTreeMap::new();
        for played in matches {
            for occupant in self.occupants(played) {
                let Occupant::Guest(name) = occupant else {
                    continue;
                };
                let entry = unknown.entry(comparable(&name)).or_insert_with(|| Unknown {
                    nearest: self.nearest(&name),
                    name,
                    matches: Vec::new(),
                });
                if entry.matches.last() != Some(&played.id) {
                    entry.matches.push(played.id.clone());
                }
            }
        }
        unknown.into_values().collect()
    }

    /// Returns the members with similar names, likeliest first.
    fn nearest(&self, name: &str) -> Vec<u16> {
        let plain = unaccented(name);
        let member_difference = |member: &Member| {
            let names = [&member.name].into_iter().chain(&member.also);
            names
                .filter_map(|name| difference(&plain, &unaccented(name)))
                .min()
        };
        let present = self.members.iter().filter(|member| member.erased.is_none());
        let near = present.filter_map(|member| Some((member_difference(member)?, member.number)));
        let mut near: Vec<(usize, u16)> = near.collect();
        near.sort_unstable();
        near.truncate(MAX_NEAREST);
        near.into_iter().map(|(_, number)| number).collect()
    }
}

/// Returns how much two unaccented names differ; `None` if neither may be a misspelled or shortened form of the other.
fn difference(one: &str, other: &str) -> Option<usize> {
    let slips = distance(one, other);
    let longest = one.chars().count().max(other.chars().count());
    if slips <= MAX_SLIPS && slips < longest {
        return Some(slips);
    }
    let surname = |name: &str| name.rsplit(' ').next().map(str::to_owned);
    let initial = |name: &str| name.chars().next();
    let is_same = surname(one) == surname(other) && initial(one) == initial(other);
    is_same.then_some(MAX_SLIPS + 1)
}

/// Returns a name for comparisons, without accents.
fn unaccented(name: &str) -> String {
    let letters = name.nfd().filter(|letter| !is_combining_mark(*letter));
    comparable(&letters.collect::<String>())
}

/// Adds an alternative name to a member in the club document, or removes one.
///
/// # Errors
/// No member has the number, the name belongs to another member, or the name to remove is not an alternative
/// name of the member.
///
/// ```
/// use overtrick_club::document_with_name;
///
/// let club = serde_json::from_str(r#"{"club": 1, "name": "The Crown",
///     "members": [{"number": 9, "name": "Ivan Beneš"}]}"#).unwrap();
/// let changed = document_with_name(&club, 9, "Ivan Benes", true).unwrap();
/// let text = serde_json::to_string(&changed).unwrap();
/// assert!(text.contains(r#""name":"Ivan Beneš","also":["Ivan Benes"]"#));
/// assert_eq!(document_with_name(&changed, 9, "Ivan Benes", false).unwrap(), club);
/// ```
pub fn document_with_name(
    document: &Json,
    number: u16,
    name: &str,
    is_added: bool,
) -> Result<Json, Faults> {
    changed_member(document, number, |member| {
        let mut also = member.list("also").to_vec();
        let before = also.len();
        let is_other = |other: &str| comparable(other) != comparable(name);
        also.retain(|other| other.as_text().is_none_or(is_other));
        if is_added {
            also.push(name.trim().into());
        } else if also.len() == before {
            let args = args![name: name.to_owned(), number: i64::from(number)];
            return Err(Finding::rule("club-no-such-name", "/members", args));
        }
        let mut entries = member.entries().to_vec();
        entries.retain(|(key, _)| key != "also");
        if !also.is_empty() {
            entries.push(("also".to_owned(), Json::List(also)));
        }
        Ok(Json::Object(entries))
    })
}

/// Removes the names of a member from the club document, and marks the member as erased on this day.
///
/// # Errors
/// No member has the number, or the member is already erased.
pub fn document_without_member(document: &Json, number: u16, day: &str) -> Result<Json, Faults> {
    changed_member(document, number, |member| match member.get("erased") {
        Some(_) => Err(no_member(number)),
        None => {
            let number = Json::Int(number.into());
            Ok(Json::object([("number", number), ("erased", day.into())]))
        }
    })
}

/// Changes the entry of the member with this number in the club document.
fn changed_member(
    document: &Json,
    number: u16,
    change: impl FnOnce(&Json) -> Result<Json, Finding>,
) -> Result<Json, Faults> {
    let mut changed = document.clone();
    let mut members = match changed.get_mut("members") {
        Some(Json::List(members)) => members.iter_mut(),
        _ => [].iter_mut(),
    };
    let member = members.find(|member| member.int("number") == Some(number.into()));
    let member = member.ok_or_else(|| no_member(number))?;
    *member = change(member)?;
    reading::read(&serde_json::to_vec(&changed).unwrap_or_default())?;
    Ok(changed)
}

fn no_member(number: u16) -> Finding {
    let args = args![number: i64::from(number)];
    Finding::rule("club-no-member", "/members", args)
}
