//! Options, lets and `cards`: each is worked out after those that it rests on.

use overtrick_core::json::Json;
use overtrick_core::{Finding, MAX_FINDINGS, args};

use super::expressions::Parsed;
use super::fields::constant;
use super::{Entry, Parts, Reader};
use crate::check::{Allowed, Symbol, Wanted};
use crate::definition::{Item, OptionRule, ValueKind};
use crate::types::NOBODY;
use crate::value::{Expression, Node};

/// What is worked out in its order.
struct Pending<'p> {
    item: Item,
    name: &'p str,
    pointer: &'p str,
    /// Its expressions, read but not checked; of an option `from`, `to` and the default.
    parts: Vec<Option<Parsed>>,
}

impl Reader {
    /// Options, lets and `cards`, each after those that it rests on.
    pub(super) fn in_order(&mut self, top: &Json, parts: &Parts) {
        let Parts { options, lets, .. } = parts;
        let mut pending = Vec::new();
        for (index, (name, json, pointer)) in options.iter().enumerate() {
            let mut parsed = vec![
                self.parsed(json, "from", pointer),
                self.parsed(json, "to", pointer),
            ];
            if matches!(parts.option_kinds[index], Some(ValueKind::Number(_))) {
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
        let rests_on = pending.iter().map(|pending| {
            let mut found = Vec::new();
            for (part, _) in pending.parts.iter().flatten() {
                part.names(&mut |name| found.extend(place(name)));
            }
            found.sort_unstable();
            found.dedup();
            found
        });
        let (order, circles) = sorted(&rests_on.collect::<Vec<_>>());
        for circle in circles {
            let names: Vec<String> = circle
                .iter()
                .map(|item| pending[*item].name.to_owned())
                .collect();
            let first = circle.first().copied().unwrap_or_default();
            self.fault("own-circle", pending[first].pointer, args![names: names]);
        }
        let mut rules: Vec<Option<OptionRule>> = vec![None; options.len()];
        for place in order {
            let Pending {
                item,
                name,
                parts: of,
                ..
            } = &pending[place];
            match (item, &of[..]) {
                (Item::Option(index), _) => {
                    let kind = parts.option_kinds[*index].clone();
                    rules[*index] = self.option(&options[*index], kind, of);
                }
                (Item::Let(index), [Some(parsed)]) => {
                    let allowed = Allowed::AFTER.of_player(true);
                    let Some(found) = self.checked(parsed, allowed, Wanted::Any) else {
                        continue;
                    };
                    // Once while the hand is judged, and what rests on totals again after it.
                    let runs = 1 + usize::from(found.facts.totals || found.facts.scored);
                    for _ in 0..runs {
                        self.count(Some(&found), found.facts.of_player);
                    }
                    self.names.know(name, &found);
                    self.definition.lets[*index] = found;
                }
                (Item::Cards, [Some(parsed)]) => {
                    let found = self.checked(parsed, Allowed::DEAL, Wanted::Number);
                    self.count(found.as_ref(), false);
                    if let Some(found) = &found {
                        self.names.know(name, found);
                    }
                    self.definition.cards = found;
                }
                _ => continue,
            }
            self.definition.order.push(*item);
        }
        if rules.iter().all(Option::is_some) {
            self.definition.options = rules.into_iter().flatten().collect();
        }
    }

    fn option(
        &mut self,
        (name, json, pointer): &Entry,
        kind: Option<ValueKind>,
        parts: &[Option<Parsed>],
    ) -> Option<OptionRule> {
        let mut read = parts.iter().map(|parsed| {
            let found = self.checked(parsed.as_ref()?, Allowed::MATCH, Wanted::Number);
            self.count(found.as_ref(), false);
            found
        });
        let (from, to) = (read.next().flatten(), read.next().flatten());
        let computed = read.next().flatten();
        self.clause(json, pointer);
        let kind = kind?;
        if !matches!(kind, ValueKind::Number(_)) {
            self.numbers_only(json, pointer, &["from", "to"]);
        }
        let default = match &kind {
            ValueKind::Number(_) => computed.unwrap_or_default(),
            ValueKind::Flag => constant(i64::from(json.flag("flag")), &kind),
            ValueKind::Player => constant(NOBODY, &kind),
            ValueKind::Words(words) => {
                let chosen = self.default_word(json, pointer, words);
                let first = words.first().and_then(|word| i64::try_from(*word).ok());
                chosen.unwrap_or_else(|| constant(first.unwrap_or(NOBODY), &kind))
            }
        };
        if kind == ValueKind::Flag && json.get("default").is_some() {
            let place = format!("{pointer}/default");
            let fault = Finding::rule("own-numbers-only", place, args![]);
            self.report(fault.with_message("own-flag-default"));
        }
        Some(OptionRule {
            name: name.clone().into(),
            label: self.label(name, json),
            about: self.about(name, json),
            kind,
            from,
            to,
            default,
        })
    }
}

/// Every item after those that it rests on, in the given order otherwise, and the circles among them. What is in
/// a circle, or rests on one, is not in the order.
fn sorted(rests_on: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
        Bad,
    }
    let mut marks = vec![Mark::New; rests_on.len()];
    let (mut order, mut circles) = (Vec::new(), Vec::new());
    for start in 0..rests_on.len() {
        if marks[start] != Mark::New {
            continue;
        }
        // The path from `start`, each item with the number of those below it that were followed.
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        marks[start] = Mark::Open;
        while let Some((item, followed)) = path.last_mut() {
            let item = *item;
            if let Some(below) = rests_on[item].get(*followed).copied() {
                *followed += 1;
                match marks[below] {
                    Mark::New => {
                        marks[below] = Mark::Open;
                        path.push((below, 0));
                    }
                    Mark::Open => {
                        let items = path.iter().map(|(item, _)| *item);
                        let circle: Vec<usize> = items.skip_while(|item| *item != below).collect();
                        if circles.len() < MAX_FINDINGS {
                            circles.push(circle);
                        }
                    }
                    Mark::Done | Mark::Bad => {}
                }
                continue;
            }
            path.pop();
            let is_bad = |below: &usize| marks[*below] != Mark::Done;
            let bad = rests_on[item].iter().any(is_bad);
            marks[item] = if bad { Mark::Bad } else { Mark::Done };
            if !bad {
                order.push(item);
            }
        }
    }
    (order, circles)
}
