//! Reading and checking the expressions of a definition, and counting their steps.

use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, MAX_FINDINGS};

use super::Reader;
use crate::check::{Allowed, Wanted, check};
use crate::syntax::{Part, parse};
use crate::value::Expression;

/// A parsed expression with its pointer.
pub(super) type Parsed = (Part, String);

impl Reader {
    /// Parses the expression at a key, without checking it.
    pub(super) fn parsed(&mut self, json: &Json, key: &str, pointer: &str) -> Option<Parsed> {
        self.parsed_value(json.get(key)?, format!("{pointer}/{key}"))
    }

    pub(super) fn parsed_value(&mut self, json: &Json, pointer: String) -> Option<Parsed> {
        let parsed = match json {
            Json::Text(text) => parse(text),
            Json::Int(number) => parse(&number.to_string()),
            Json::Bool(flag) => parse(&flag.to_string()),
            _ => return None,
        };
        match parsed {
            Ok(part) => Some((part, pointer)),
            Err(fault) => {
                self.report(fault.under(&pointer));
                None
            }
        }
    }

    pub(super) fn checked(
        &mut self,
        (part, pointer): &Parsed,
        allowed: Allowed,
        wanted: Wanted,
    ) -> Option<Expression> {
        self.names.is_full = self.reading.findings.len() >= MAX_FINDINGS;
        let checked = check(&self.names, part, allowed, wanted);
        let report = |fault: Finding| self.report(fault.under(pointer));
        let faults = |faults: Faults| faults.into_iter().for_each(report);
        checked.map_err(faults).ok()
    }

    /// Reads and checks the expression at a key.
    pub(super) fn expression(
        &mut self,
        (json, key, pointer): (&Json, &str, &str),
        allowed: Allowed,
        wanted: Wanted,
    ) -> Option<Expression> {
        let parsed = self.parsed(json, key, pointer)?;
        self.checked(&parsed, allowed, wanted)
    }

    /// Reads and checks the expression at a key, and counts its steps. The expression is computed once per
    /// hand, or once per player if `for_each`.
    pub(super) fn counted(
        &mut self,
        place: (&Json, &str, &str),
        (allowed, for_each): (Allowed, bool),
        wanted: Wanted,
    ) -> Option<Expression> {
        let found = self.expression(place, allowed, wanted);
        self.count(found.as_ref(), for_each);
        found
    }

    /// Counts the steps of an expression that is computed once per hand, or once per player if `for_each`.
    pub(super) fn count(&mut self, expression: Option<&Expression>, for_each: bool) {
        let Some(expression) = expression else {
            return;
        };
        let times = if for_each { self.names.players.1 } else { 1 };
        let steps = expression.facts.steps;
        let steps = steps.saturating_mul(u64::try_from(times).unwrap_or(1));
        self.definition.steps = self.definition.steps.saturating_add(steps);
    }
}
