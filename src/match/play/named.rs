//! Replacement names for erased persons.

use crate::lang::Language;
use crate::ledger::{Change, Match};
use overtrick_core::args;

/// The change; if it erases a person without a new name, a numbered name that nobody else has is filled in.
pub fn with_name(change: Change, played: &Match, language: &Language) -> Change {
    let Change::Erase { person, name } = change else {
        return change;
    };
    if !name.trim().is_empty() {
        return Change::Erase { person, name };
    }
    let people = played.people();
    let others = people.iter().filter(|known| known.number != person);
    let taken: Vec<String> = others.map(|known| known.name.to_lowercase()).collect();
    let numbers = (0..=taken.len()).map(|round| person + round * people.len());
    let mut names =
        numbers.map(|number| language.format("service", "erased", &args![number: number]));
    let free = names.find(|name| !taken.contains(&name.to_lowercase()));
    Change::Erase {
        person,
        name: free.unwrap_or(name),
    }
}
