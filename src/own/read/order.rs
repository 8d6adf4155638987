//! Reading options, lets and `cards`, each after the values that it uses.

use std::collections::BTreeSet;

use overtrick_core::json::Json;
use overtrick_core::{Finding, MAX_FINDINGS, args};

use super::expressions::Parsed;
use super::fields::constant;
use super::values::ValueKind;
use super::{Entry, Parts, Reader};
use crate::check::{Allowed, NUMBER, Symbol};
use crate::definition::{Input, Item};
use crate::types::{NOBODY, Type};
use crate::value::{Expression, Node};

/// A value without a place in the order yet.
struct Pending<'p> {
    item: Item,
    name: &'p str,
    pointer: &'p str,
    /// Its expressions, parsed but not checked: for an option, `from`, `to` and the default.
    parts: Vec<Option<Parsed>>,
}

impl Reader {
    /// Reads options, lets and `cards`, each after the values that it uses.
    pub(super) fn in_order(&mut self, top: &Json, parts: &Parts) {
        let Parts { options, lets, .. } = parts;
        let mut pending = Vec::new();
        for (index, (kind, (name, json, pointer))) in options.iter().enumerate() {
            let mut parsed = vec![
                self.parsed(json, "from", pointer),
                self.parsed(json, "to", pointer),
            ];
            if matches!(kind, Some((Type::Number(_), _))) {
                self.require(json, "default", pointer);
                parsed.push(self.parsed(json, "default", pointer));
            }
            pending.push(Pending {
                item: Item::Option(index),
                name,
                pointer,
                parts: parsed,
            });
        }
        for (index, (name, json, pointer)) in lets.iter().enumerate() {
            pending.push(Pending {
                item: Item::Let(index),
                name,
                pointer,
                parts: vec![self.parsed_value(json, pointer.clone())],
            });
        }
        pending.push(Pending {
            item: Item::Cards,
            name: "cards",
            pointer: "/cards",
            parts: vec![self.parsed(top, "cards", "")],
        });
        self.definition.lets = vec![Expression::default(); lets.len()];

        let place = |name: &str| match self.names.symbols.get(name)? {
            Symbol::Value(Node::Option(index), _) => Some(*index),
            Symbol::Value(Node::Let(index), _) => Some(options.len() + index),
            Symbol::Value(Node::Cards, _) => Some(options.len() + lets.len()),
            _ => None,
        };
        let uses = pending.iter().map(|pending| {
            let mut found = BTreeSet::new();
            for (part, _) in pending.parts.iter().flatten() {
                part.names(&mut |name| found.extend(place(name)));
            }
            found
        });
        let Sorted { order, circles, .. } = Sorted::new(&uses.collect::<Vec<_>>());
        for circle in circles {
            let names = circle.iter().map(|item| pending[*item].name.to_owned());
            let args = args![names: names.collect::<Vec<String>>()];
            let first = circle.first().copied().unwrap_or_default();
            self.fault("own-circle", pending[first].pointer, args);
        }
        let mut rules: Vec<Option<Input>> = vec![None; options.len()];
        for place in order {
            let Pending { item, name, .. } = &pending[place];
            match (item, &pending[place].parts[..]) {
                (Item::Option(index), parts) => {
                    rules[*index] = self.option(&options[*index], parts);
                }
                (Item::Let(index), [Some(parsed)]) => {
                    let allowed = Allowed::AFTER.of_player(true);
                    let Some(found) = self.checked(parsed, allowed, None) else {
                        continue;
                    };
                    // A let is computed while the hand is judged, and again after the hand if it uses totals
                    // or points.
                    let runs = 1 + usize::from(found.facts.totals || found.facts.scored);
                    for _ in 0..runs {
                        self.count(Some(&found), found.facts.of_player);
                    }
                    self.names.set_facts(name, &found);
                    self.definition.lets[*index] = found;
                }
                (Item::Cards, [Some(parsed)]) => {
                    let found = self.checked(parsed, Allowed::DEAL, NUMBER);
                    self.count(found.as_ref(), false);
                    if let Some(found) = &found {
                        self.names.set_facts(name, found);
                    }
                    self.definition.cards = found;
                }
                _ => continue,
            }
            self.definition.order.push(*item);
        }
        self.definition.options = rules.into_iter().flatten().collect();
    }

    fn option(
        &mut self,
        (kind, (name, json, pointer)): &(Option<ValueKind>, Entry),
        parts: &[Option<Parsed>],
    ) -> Option<Input> {
        let [from, to, computed] = [0, 1, 2].map(|part| {
            let parsed = parts.get(part)?.as_ref()?;
            let found = self.checked(parsed, Allowed::MATCH, NUMBER);
            self.count(found.as_ref(), false);
            found
        });
        self.clause(json, pointer);
        let (kind, words) = kind.clone()?;
        if !matches!(kind, Type::Number(_)) {
            self.numbers_only(json, pointer, &["from", "to"]);
        }
        let default = match kind {
            Type::Number(_) => computed,
            Type::Flag => Some(constant(i64::from(json.flag("flag")), kind)),
            Type::Player => Some(constant(NOBODY, kind)),
            Type::Word(_) => {
                let chosen = self.default_word(json, pointer, (kind, &words));
                let first = || Some(constant(i64::try_from(*words.first()?).ok()?, kind));
                chosen.or_else(first)
            }
        };
        if kind == Type::Flag && json.get("default").is_some() {
            let place = format!("{pointer}/default");
            let fault = Finding::rule("own-numbers-only", place, args![]);
            self.report(fault.with_message("own-flag-default"));
        }
        Some(self.input((name, json), (kind, words), [from, to, default]))
    }
}

/// Items sorted so that each follows the items that it uses, and the cycles among them. Items in a cycle, and
/// items that use these, are not in the order.
#[derive(Default)]
struct Sorted {
    order: Vec<usize>,
    circles: Vec<Vec<usize>>,
    /// The items that are being placed. Each uses the next item.
    path: Vec<usize>,
    /// Whether each item is in the order; `None` if it has not been visited.
    is_placed: Vec<Option<bool>>,
}

impl Sorted {
    fn new(uses: &[BTreeSet<usize>]) -> Sorted {
        let mut sorted = Sorted {
            is_placed: vec![None; uses.len()],
            ..Sorted::default()
        };
        for item in 0..uses.len() {
            sorted.follow(item, uses);
        }
        sorted
    }

    /// Places an item after the items that it uses.
    fn follow(&mut self, item: usize, uses: &[BTreeSet<usize>]) {
        if self.is_placed[item].is_some() {
            let circle = self.path.iter().copied().skip_while(|known| *known != item);
            let circle: Vec<usize> = circle.collect();
            if !circle.is_empty() && self.circles.len() < MAX_FINDINGS {
                self.circles.push(circle);
            }
            return;
        }
        self.is_placed[item] = Some(false);
        self.path.push(item);
        for used in &uses[item] {
            self.follow(*used, uses);
        }
        self.path.pop();
        let is_placed = |used: &usize| self.is_placed[*used] == Some(true);
        if uses[item].iter().all(is_placed) {
            self.is_placed[item] = Some(true);
            self.order.push(item);
        }
    }
}
