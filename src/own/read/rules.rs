//! Checks, points, and the end of a match.

use overtrick_core::bounds::MAX_VALUES_OF_A_REASON;
use overtrick_core::json::Json;
use overtrick_core::{Name, args};

use super::form::{CHECK, ONCE, SCORE, SHOW};
use super::{Reader, shortened};
use crate::check::{Allowed, FLAG, NUMBER, PLAYER};
use crate::definition::{Check, Once, Per, Score, Show};
use crate::syntax::{is_name, limit};
use crate::types::Type;
use crate::value::ExpressionFacts;

impl Reader {
    pub(super) fn checks(&mut self, top: &Json) {
        for (json, pointer) in self.list(top, "check") {
            self.require_all(CHECK, &json, &pointer);
            let field = self.field(&json, "at", &pointer);
            let each = field.is_some_and(|(_, facts)| facts.of_player);
            let allowed = Allowed::RECORD.of_player(each);
            let must = self.expression((&json, "must", &pointer), allowed, FLAG);
            let for_each = must.as_ref().is_some_and(|must| must.facts.of_player);
            self.count(must.as_ref(), for_each);
            let clause = self.clause(&json, &pointer);
            if let (Some((field, _)), Some(must), Some(clause)) = (field, must, clause) {
                self.definition.checks.push(Check {
                    field,
                    stage: must.facts.stage().max(field + 1),
                    must,
                    clause,
                    waivable: json.flag("waivable"),
                });
            }
        }
    }

    pub(super) fn once(&mut self, top: &Json) {
        for (json, pointer) in self.list(top, "once") {
            self.require_all(ONCE, &json, &pointer);
            let field = self.field(&json, "field", &pointer);
            let is_word = |facts: ExpressionFacts| matches!(facts.kind, Type::Word(_));
            if field.is_some_and(|(_, facts)| facts.of_player || !is_word(facts)) {
                let args = args![name: shortened(json.text("field").unwrap_or_default())];
                self.fault("own-once-word", format!("{pointer}/field"), args);
            }
            let record = (Allowed::RECORD, false);
            let per = self.counted((&json, "per", &pointer), record, PLAYER);
            let clause = self.clause(&json, &pointer);
            if let (Some((field, _)), Some(clause)) = (field, clause) {
                let after = per.as_ref().map_or(0, |per| per.facts.stage());
                self.definition.once.push(Once {
                    field,
                    per,
                    clause,
                    stage: after.max(field + 1),
                });
            }
        }
    }

    pub(super) fn scores(&mut self, top: &Json) {
        for (index, (json, pointer)) in self.list(top, "score").into_iter().enumerate() {
            self.require_all(SCORE, &json, &pointer);
            let player = (Allowed::PLAYER, true);
            let when = self.counted((&json, "when", &pointer), player, FLAG);
            let points = self.counted((&json, "points", &pointer), player, NUMBER);
            let clause = self.clause(&json, &pointer);
            let otherwise = json.flag("otherwise");
            if otherwise && index == 0 {
                self.fault("own-otherwise", format!("{pointer}/otherwise"), args![]);
            }
            let values = json.list("with");
            if values.len() > MAX_VALUES_OF_A_REASON {
                let (found, most) = (values.len(), MAX_VALUES_OF_A_REASON);
                self.report(limit(&format!("{pointer}/with"), "entries", found, most));
            }
            let mut with = Vec::new();
            for (place, name) in values.iter().take(MAX_VALUES_OF_A_REASON).enumerate() {
                let place = format!("{pointer}/with/{place}");
                let name = name.as_text().unwrap_or_default();
                if !is_name(name) {
                    self.fault("own-name", place, args![name: shortened(name)]);
                    continue;
                }
                let Some(parsed) = self.parsed_value(&Json::from(name), place) else {
                    continue;
                };
                if let Some(found) = self.checked(&parsed, Allowed::PLAYER, None) {
                    self.count(Some(&found), true);
                    with.push((Name::from(name.to_owned()), found));
                }
            }
            if let (Some(points), Some(clause)) = (points, clause) {
                let shown: Vec<&str> = with.iter().map(|(name, _): &(Name, _)| &**name).collect();
                let (message, texts) =
                    self.sentence(json.text("clause").unwrap_or_default(), &shown);
                self.definition.score.push(Score {
                    when,
                    otherwise,
                    points,
                    clause,
                    message,
                    texts,
                    with,
                });
            }
        }
    }

    /// Reads the values that are shown before each hand.
    pub(super) fn shows(&mut self, top: &Json) {
        for (json, pointer) in self.list(top, "show") {
            self.require_all(SHOW, &json, &pointer);
            let per = json.text("per");
            let allowed = Allowed::BETWEEN.of_player(per != Some("table"));
            let value = self.counted((&json, "value", &pointer), (allowed, true), None);
            let hand = (Allowed::BETWEEN, false);
            let when = self.counted((&json, "when", &pointer), hand, FLAG);
            if per == Some("side") && self.definition.sides == 0 {
                self.fault("own-no-sides", format!("{pointer}/per"), args![]);
            }
            let label = json.text("label").unwrap_or_default();
            let label = self.text("show", label, label);
            if let Some(value) = value {
                let per = match per {
                    Some("side") => Per::Side,
                    Some("player") => Per::Player,
                    None if value.facts.of_player => Per::Player,
                    _ => Per::Table,
                };
                self.definition.show.push(Show {
                    label,
                    value,
                    when,
                    per,
                });
            }
        }
    }

    /// Reads the ranking of players: by values in order of priority, then by the highest or the lowest total.
    fn wins(&mut self, top: &Json) {
        let listed = top.list("wins").iter().enumerate();
        let listed = listed.map(|(index, json)| (json, format!("/wins/{index}")));
        let single = top.get("wins").filter(|json| json.as_text().is_some());
        let single = single.map(|json| (json, "/wins".to_owned()));
        for (json, pointer) in single.into_iter().chain(listed) {
            match json.as_text() {
                Some("highest") => self.definition.lowest_wins = false,
                Some("lowest") => self.definition.lowest_wins = true,
                _ => {
                    let Some(parsed) = self.parsed_value(json, pointer) else {
                        continue;
                    };
                    let allowed = Allowed::BETWEEN.of_player(true);
                    let value = self.checked(&parsed, allowed, None);
                    self.count(value.as_ref(), true);
                    self.definition.wins.extend(value);
                }
            }
        }
    }

    pub(super) fn ends(&mut self, top: &Json) {
        self.definition.hands = self.counted((top, "hands", ""), (Allowed::MATCH, false), NUMBER);
        self.definition.ends = self.counted((top, "ends", ""), (Allowed::AFTER, false), FLAG);
        self.definition.deals = self.counted((top, "deals", ""), (Allowed::AFTER, false), PLAYER);
        self.definition.leads = self.counted((top, "leads", ""), (Allowed::RECORD, false), PLAYER);
        self.wins(top);
    }
}
