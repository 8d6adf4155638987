//! Options, lets and `cards`: each is worked out after those that it rests on.

use overtrick_core::json::Json;
use overtrick_core::{Finding, MAX_FINDINGS, args};

use super::fields::constant;
use super::{Entry, Parts, Reader};
use crate::check::{Allowed, Symbol, Wanted};
use crate::definition::{Item, OptionRule, ValueKind};
use crate::syntax::Part;
use crate::types::NOBODY;
use crate::value::Expression;

/// The expressions of an option, read but not checked.
struct OptionParts {
    from: Option<(Part, String)>,
    to: Option<(Part, String)>,
    default: Option<(Part, String)>,
}

impl Reader {
    /// Options, lets and `cards`, each after those that it rests on.
    pub(super) fn in_order(&mut self, top: &Json, parts: &Parts) {
        let Parts {
            options,
            option_kinds: kinds,
            lets,
            ..
        } = parts;
        let mut option_parts: Vec<OptionParts> = Vec::new();
        for ((_, json, pointer), kind) in options.iter().zip(kinds) {
            let mut parts = OptionParts {
                from: self.parsed(json, "from", pointer),
                to: self.parsed(json, "to", pointer),
                default: None,
            };
            if matches!(kind, Some(ValueKind::Number(_))) {
                self.require(json, "default", pointer);
                parts.default = self.parsed(json, "default", pointer);
            }
            option_parts.push(parts);
        }
        let let_parts: Vec<Option<(Part, String)>> = lets
            .iter()
            .map(|(_, json, pointer)| self.parsed_value(json, pointer.clone()))
            .collect();
        let cards = self.parsed(top, "cards", "");
        self.names.lets = vec![None; lets.len()];
        self.definition.lets = vec![Expression::default(); lets.len()];

        let count = options.len() + lets.len() + 1;
        let place = |symbol: &Symbol| match symbol {
            Symbol::Option(index) => Some(*index),
            Symbol::Let(index) => Some(options.len() + index),
            Symbol::Cards => Some(count - 1),
            _ => None,
        };
        let parts_of = |item: usize| -> Vec<&Part> {
            if let Some(parts) = option_parts.get(item) {
                let parts = [&parts.from, &parts.to, &parts.default];
                parts.into_iter().flatten().map(|(part, _)| part).collect()
            } else if let Some(part) = let_parts.get(item - options.len()) {
                part.iter().map(|(part, _)| part).collect()
            } else {
                cards.iter().map(|(part, _)| part).collect()
            }
        };
        let rests_on: Vec<Vec<usize>> = (0..count)
            .map(|item| {
                let mut found = Vec::new();
                for part in parts_of(item) {
                    part.names(&mut |name| {
                        let symbol = self.names.symbols.get(name);
                        found.extend(symbol.and_then(place));
                    });
                }
                found.sort_unstable();
                found.dedup();
                found
            })
            .collect();
        let (order, circles) = sorted(&rests_on);
        let cards_item = ("cards", "/cards");
        let items = options.iter().chain(lets);
        let items = items.map(|(name, _, pointer)| (name.as_str(), pointer.as_str()));
        let items: Vec<(&str, &str)> = items.chain([cards_item]).collect();
        for circle in circles {
            let names: Vec<String> = circle
                .iter()
                .map(|item| items[*item].0.to_owned())
                .collect();
            let first = circle.first().copied().unwrap_or_default();
            self.fault("own-circle", items[first].1, args![names: names]);
        }
        let mut rules: Vec<Option<OptionRule>> = vec![None; options.len()];
        for item in order {
            if let Some(parts) = option_parts.get(item) {
                let kind = kinds[item].clone();
                rules[item] = self.option(&options[item], kind, parts);
                self.definition.order.push(Item::Option(item));
            } else if item == count - 1 {
                if let Some(cards) = &cards {
                    let found = self.checked(cards, Allowed::DEAL, Wanted::Number);
                    self.count(found.as_ref(), false);
                    self.names.cards = found.as_ref().map(|found| found.facts);
                    self.definition.cards = found;
                    self.definition.order.push(Item::Cards);
                }
            } else {
                let index = item - options.len();
                let Some(parts) = &let_parts[index] else {
                    continue;
                };
                let allowed = Allowed {
                    player: true,
                    ..Allowed::AFTER
                };
                let Some(found) = self.checked(parts, allowed, Wanted::Any) else {
                    continue;
                };
                // Once while the hand is judged, and what rests on totals again after it.
                let runs = 1 + usize::from(found.facts.totals || found.facts.scored);
                for _ in 0..runs {
                    self.count(Some(&found), found.facts.of_player);
                }
                self.names.lets[index] = Some(found.facts);
                self.definition.lets[index] = found;
                self.definition.order.push(Item::Let(index));
            }
        }
        if rules.iter().all(Option::is_some) {
            self.definition.options = rules.into_iter().flatten().collect();
        }
    }

    fn option(
        &mut self,
        (name, json, pointer): &Entry,
        kind: Option<ValueKind>,
        parts: &OptionParts,
    ) -> Option<OptionRule> {
        let mut read = |parts: &Option<(Part, String)>| {
            let parts = parts.as_ref()?;
            self.checked(parts, Allowed::MATCH, Wanted::Number)
        };
        let (from, to) = (read(&parts.from), read(&parts.to));
        let computed = read(&parts.default);
        for expression in [&from, &to, &computed] {
            self.count(expression.as_ref(), false);
        }
        self.clause(json, pointer);
        let kind = kind?;
        if !matches!(kind, ValueKind::Number(_)) {
            for key in ["from", "to"]
                .into_iter()
                .filter(|key| json.get(key).is_some())
            {
                let place = format!("{pointer}/{key}");
                self.fault("own-numbers-only", &place, args![key: key]);
            }
        }
        let default = match &kind {
            ValueKind::Number(_) => computed.unwrap_or_default(),
            ValueKind::Flag => constant(i64::from(json.flag("flag")), &kind),
            ValueKind::Player => constant(NOBODY, &kind),
            ValueKind::Words(words) => {
                let chosen = json.get("default");
                let chosen = chosen.and_then(|_| self.default_word(json, pointer, words));
                let first = words.first().and_then(|word| i64::try_from(*word).ok());
                chosen.unwrap_or_else(|| constant(first.unwrap_or(NOBODY), &kind))
            }
        };
        if kind == ValueKind::Flag && json.get("default").is_some() {
            self.report(Finding {
                message: Some("own-flag-default".into()),
                ..Finding::rule("own-numbers-only", format!("{pointer}/default"), args![])
            });
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
