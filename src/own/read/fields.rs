//! Reading the fields of a hand, and the values that are carried to the next hand.

use overtrick_core::json::Json;
use overtrick_core::{Name, args};

use super::{Entry, Parts, Reader, shortened};
use crate::check::{Allowed, FLAG, NUMBER, Symbol};
use crate::definition::{CLAUSE, Carry, FieldRule};
use crate::types::Type;
use crate::value::{Expression, ExpressionFacts, Node};

/// Whether a field has a value for each player or each side.
pub(super) fn is_each(field: &Json) -> bool {
    field.flag("each") || field.text("each").is_some()
}

/// Returns a constant of this type.
pub(super) fn constant(value: i64, kind: Type) -> Expression {
    Expression {
        node: Node::Const(value),
        facts: ExpressionFacts::of(kind),
    }
}

impl Reader {
    /// Reads the fields of a hand. Each field may use the previous fields.
    pub(super) fn fields(&mut self, parts: &Parts) {
        for (index, (kind, (json, pointer))) in parts.fields.iter().enumerate() {
            let (each, by_side) = (is_each(json), json.text("each") == Some("side"));
            if by_side && self.definition.sides == 0 {
                self.fault("own-no-sides", format!("{pointer}/each"), args![]);
            }
            let hand = Allowed {
                fields: Some(index),
                ..Allowed::RECORD
            };
            let own = hand.of_player(each);
            let from = self.counted((json, "from", pointer), (own, each), NUMBER);
            let to = self.counted((json, "to", pointer), (own, each), NUMBER);
            let when = self.counted((json, "when", pointer), (own, each), FLAG);
            let sum = self.counted((json, "sum", pointer), (hand, false), NUMBER);
            let clause = self.clause(json, pointer);
            let Some((kind, words)) = kind.clone() else {
                continue;
            };
            let default = self.default(json, pointer, (kind, &words), own);
            let refused: &[&'static str] = match (kind, each) {
                (Type::Number(_), true) => &[],
                (Type::Number(_), false) => &["sum"],
                _ => &["from", "to", "sum", "step"],
            };
            self.numbers_only(json, pointer, refused);
            if json.get("sum").is_some() {
                self.require(json, "clause", pointer);
            }
            let Some(name) = json.text("name") else {
                continue;
            };
            let optional = json.get("need").is_some() || default.is_some();
            let input = self.input((name, json), (kind, words), [from, to, default]);
            self.definition.fields.push(FieldRule {
                input,
                each,
                by_side,
                step: json.int("step").unwrap_or(1),
                sum,
                when,
                optional,
                clause,
            });
        }
    }

    /// Refuses keys that are only allowed for numbers.
    pub(super) fn numbers_only(&mut self, json: &Json, pointer: &str, keys: &[&'static str]) {
        for key in keys.iter().filter(|key| json.get(key).is_some()) {
            let args = args![key: *key];
            self.fault("own-numbers-only", format!("{pointer}/{key}"), args);
        }
    }

    /// Reads the default of a field, which is its value if it is not recorded.
    fn default(
        &mut self,
        json: &Json,
        pointer: &str,
        (kind, words): (Type, &[usize]),
        allowed: Allowed,
    ) -> Option<Expression> {
        if let Type::Word(_) = kind {
            return self.default_word(json, pointer, (kind, words));
        }
        let allowed = (allowed, json.get("each").is_some());
        let found = self.counted((json, "default", pointer), allowed, Some(kind))?;
        let (range, default) = (kind.range(), found.facts.kind.range());
        if range.joined(default) != range {
            let args = args![
                least: default.least, most: default.most, from: range.least, to: range.most
            ];
            self.fault("own-default", format!("{pointer}/default"), args);
        }
        Some(found)
    }

    /// Reads the default of an option or a field, which is one of these words.
    pub(super) fn default_word(
        &mut self,
        json: &Json,
        pointer: &str,
        (kind, words): (Type, &[usize]),
    ) -> Option<Expression> {
        let wanted = json.get("default")?.as_text().unwrap_or_default();
        let mut known = words.iter().copied();
        let known = known.find(|word| self.names.words[*word] == wanted);
        if known.is_none() {
            let args = args![word: shortened(wanted)];
            self.fault("own-unknown-default", format!("{pointer}/default"), args);
        }
        Some(constant(i64::try_from(known?).ok()?, kind))
    }

    /// Reads the values that are carried from hand to hand.
    pub(super) fn carries(&mut self, carry: &[Entry]) {
        for (name, json, pointer) in carry {
            let each = json.flag("each");
            let mut read = |key, allowed: Allowed| {
                let allowed = (allowed.of_player(each), each);
                self.counted((json, key, pointer), allowed, NUMBER)
            };
            let start = read("start", Allowed::MATCH);
            let next = read("next", Allowed::AFTER);
            let facts = self.names.facts(name).unwrap_or_default();
            self.definition.carry.push(Carry {
                range: facts.kind.range(),
                start: start.unwrap_or_default(),
                next: next.unwrap_or_default(),
            });
        }
    }

    /// Returns the index and the facts of the field that an entry names; `None` if the name or the field is faulty.
    pub(super) fn field(
        &mut self,
        json: &Json,
        key: &str,
        pointer: &str,
    ) -> Option<(usize, ExpressionFacts)> {
        let name = json.text(key)?;
        match self.names.symbols.get(name) {
            Some(Symbol::Value(Node::Field(index), facts)) => Some((*index, (*facts)?)),
            Some(Symbol::Duplicate) => None,
            _ => {
                let args = args![name: shortened(name)];
                self.fault("own-no-field", format!("{pointer}/{key}"), args);
                None
            }
        }
    }

    /// Returns the id of the clause that an entry names.
    pub(super) fn clause(&mut self, json: &Json, pointer: &str) -> Option<Name> {
        let clause = json.text("clause")?;
        let mut clauses = self.definition.clauses.iter();
        if clauses.any(|known| known.name == clause) {
            return Some(format!("{CLAUSE}{clause}").into());
        }
        let args = args![clause: shortened(clause)];
        self.fault("own-unknown-clause", format!("{pointer}/clause"), args);
        None
    }
}
