//! Reading the name, the players, the sides, the look and the clauses of a game.

use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_core::message::{Message, Part};

use super::form::{CLAUSE, CLAUSES};
use super::{Entry, Reader, shortened};
use crate::check::{Allowed, FLAG};
use crate::definition::{Clause, MAX_NAMES, color};
use crate::syntax::is_id;
use crate::types::{MAX_PLAYERS, Type};

impl Reader {
    pub(super) fn identity(&mut self, top: &Json) {
        if let Some(id) = top.text("id") {
            if !is_id(id, b'-') {
                self.fault("own-id", "/id", args![found: shortened(id)]);
            }
            id.clone_into(&mut self.definition.id);
        }
        let name = top.text("name").unwrap_or(&self.definition.id).to_owned();
        self.definition.name = self.text("name", "", &name);
        let players = top.get("players");
        if let Some([least, most]) = players.and_then(|json| self.pair(json, "/players")) {
            let counts = [least, most].map(|number| usize::try_from(number).unwrap_or(0));
            if 2 <= counts[0] && counts[0] <= counts[1] && counts[1] <= MAX_PLAYERS {
                self.definition.players = counts.into();
            } else {
                let args = args![least: least, most: most, limit: MAX_PLAYERS];
                self.fault("own-players", "/players", args);
            }
        }
        if self.definition.players.0 == 0 {
            // The other checks then assume that every number of players is possible.
            self.definition.players = (2, MAX_PLAYERS);
        }
        if let Some(sides) = top.int("sides") {
            let (least, most) = self.definition.players;
            let divides =
                |sides: &usize| *sides >= 2 && (least..=most).all(|players| players % sides == 0);
            match usize::try_from(sides).ok().filter(divides) {
                Some(sides) => self.definition.sides = sides,
                None => {
                    let args = args![sides: sides, least: least, most: most];
                    self.fault("own-sides", "/sides", args);
                }
            }
        }
        self.definition.scale = top.int("scale").unwrap_or(1);
        if ![1, 10, 100].contains(&self.definition.scale) {
            let args = args![found: self.definition.scale];
            self.fault("own-scale", "/scale", args);
        }
        let chosen = top.get("look").and_then(|look| look.text("color"));
        if let Some(found) = chosen.filter(|found| color(found).is_none()) {
            self.fault("own-color", "/look/color", args![found: shortened(found)]);
        }
        self.names.players = self.definition.players;
        self.names.sides = self.definition.sides;
    }

    /// Reads the clauses with their texts. [`Reader::clause_values`] reads their conditions and values.
    pub(super) fn clauses(&mut self, top: &Json) -> Vec<Entry> {
        let entries = self.entries((top, "clauses", ""), &CLAUSES, MAX_NAMES);
        for (name, json, pointer) in &entries {
            let good = name.split('-').all(is_part_of_id);
            if !good || name.len() > 32 {
                self.fault("own-name", pointer, args![name: shortened(name)]);
            }
            if let Json::Object(_) = json {
                self.require_all(CLAUSE, json, pointer);
            }
            let text = json.as_text().or(json.text("text")).unwrap_or_default();
            if Message::read("", text).is_err() {
                self.fault("own-text-braces", pointer, args![]);
            }
            self.definition.clauses.push(Clause {
                text: self.text("clause", name, text),
                name: name.clone(),
                when: None,
                values: Vec::new(),
            });
        }
        entries
    }

    /// Reads the condition of each clause, and the match-specific values in its text.
    pub(super) fn clause_values(&mut self, entries: &[Entry]) {
        for (index, (_, json, pointer)) in entries.iter().enumerate() {
            let when = self.expression((json, "when", pointer), Allowed::MATCH, FLAG);
            let text = json.as_text().or(json.text("text")).unwrap_or_default();
            let message = Message::read("", text).unwrap_or_else(|_| Message::plain(""));
            let names = message.parts().iter().filter_map(Part::argument);
            let values = names.filter_map(|name| {
                let parsed = self.parsed_value(&Json::from(name), pointer.clone())?;
                let value = self.checked(&parsed, Allowed::MATCH, None)?;
                if !matches!(value.facts.kind, Type::Number(_) | Type::Word(_)) {
                    let found = value.facts.kind.kind();
                    let args = args![at: 1, expected: "whole number", found: found];
                    self.fault("own-type", pointer, args);
                }
                Some((name.to_owned(), value))
            });
            let values = values.collect();
            let clause = &mut self.definition.clauses[index];
            (clause.when, clause.values) = (when, values);
        }
    }
}

fn is_part_of_id(part: &str) -> bool {
    let letter = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    !part.is_empty() && part.bytes().all(letter)
}
