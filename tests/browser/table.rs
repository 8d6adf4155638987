//! Enters whole hands of any game as a person does at the table: field by field, in the order of the form, accepting
//! the page's suggestions.

use overtrick_core::args;
use serde_json::{Map, Value, json};

use super::phone::{Phone, say};
use super::touch::Finger;

/// Fields that are left out because they affect nothing.
const LEFT_OUT: [&str; 3] = ["dice", "note", "dealer"];
/// Fields whose last amount follows from the others.
const SUMS: [&str; 2] = ["tricks", "points"];

/// A phone and a finger that enters hands on it.
pub struct Table<'a> {
    pub phone: &'a Phone,
    pub finger: &'a Finger<'a>,
    /// The entry form of the game, as the page has it.
    pub form: Value,
}

/// The selector of the element with this key.
fn keyed(key: &str) -> String {
    format!("[data-key={}]", Value::from(key))
}

impl Table<'_> {
    /// Enters a hand and saves it.
    pub fn hand(&self, number: usize, hand: &Value) {
        let names = |key: &str| -> Vec<&str> {
            let all = self.form[key].as_array().unwrap();
            all.iter().filter_map(Value::as_str).collect()
        };
        // Rarely entered fields are folded away in the second step.
        let aside = names("aside");
        for (step, fields) in [
            ("bidding", names("bidding")),
            ("result", names("result")),
            ("result", aside.clone()),
        ] {
            let is_aside = fields == aside;
            for name in fields {
                let value = &hand[name];
                let is_here = is_aside || !aside.contains(&name);
                if is_here
                    && !value.is_null()
                    && !LEFT_OUT.contains(&name)
                    && !self.is_implied(name, hand)
                {
                    self.reach(step);
                    let bids = self.form["beside"][name].as_str().map(|bids| &hand[bids]);
                    match bids.and_then(Value::as_object) {
                        Some(bids) => self.against_bids(name, value, bids),
                        None => self.field(name, value),
                    }
                }
            }
        }
        let save = say("record.save", &args![hand: number]);
        let offered = || self.finger.main().starts_with(&save).then_some(());
        self.phone.until(offered, || {
            format!("hand {number}: the button says {:?}", self.finger.main())
        });
        self.finger.select("[data-key=main]");
        self.gone_from(number);
    }

    /// Whether the value of another field implies this field.
    fn is_implied(&self, name: &str, hand: &Value) -> bool {
        let Some(implies) = self.form["implies"].as_object() else {
            return false;
        };
        implies
            .iter()
            .any(|(other, words)| !hand[other].is_null() && words[name] == hand[name])
    }

    /// Waits until the page has moved on from this hand.
    fn gone_from(&self, number: usize) {
        let heading = say("record.hand", &args![hand: number]);
        let script = "return document.querySelector('h1')?.textContent";
        let gone = || (self.phone.js(script, &json!([])) != json!(heading)).then_some(());
        self.phone
            .until(gone, || format!("hand {number} is not saved"));
    }

    /// Goes to a step with the main button, unless the page has gone there by itself.
    fn reach(&self, step: &str) {
        let shown = keyed(&format!("step/{step}")) + "[aria-pressed=true]";
        if step == "bidding" || self.there(&shown) {
            return;
        }
        if self.form["bids"].is_string() {
            // After the last bid the page moves on by itself.
            let gone_on = || self.there(&shown).then_some(());
            self.phone
                .until(gone_on, || "the page stays at the last bid".to_owned());
            return;
        }
        let on = say("record.next", &args![step: String::new()]);
        let moved = || {
            let may_tap = self.finger.main().starts_with(on.trim_end());
            (may_tap || self.there(&shown)).then_some(())
        };
        self.phone.until(moved, || {
            format!("the main button says {:?}", self.finger.main())
        });
        if !self.there(&shown) {
            self.finger.select("[data-key=main]");
        }
        self.phone.until(
            || self.there(&shown).then_some(()),
            || format!("{step} is not reached"),
        );
    }

    fn there(&self, selector: &str) -> bool {
        let script = "return [...document.querySelectorAll(arguments[0])].some((one) => one.checkVisibility() && !one.closest('details:not([open])'))";
        self.phone.js(script, &json!([selector])) == json!(true)
    }

    /// Waits until the page knows which fields the hand needs.
    fn rest(&self, key: &str) {
        self.phone.until(
            || (!self.there("[aria-busy=true]")).then_some(()),
            || format!("{key}: the hand is not checked"),
        );
    }

    /// Touches the element with a key, after the needed fields are known and its fold is open.
    fn touch(&self, key: &str) {
        self.rest(key);
        let selector = keyed(key);
        let folded = format!("details:not([open]):has({selector}) > summary");
        let script = "return document.querySelector(arguments[0])?.checkVisibility() ?? false";
        let is_folded = self.phone.js(script, &json!([folded])) == json!(true);
        if is_folded && !self.there(&selector) {
            self.finger.select(&folded);
        }
        self.finger.select(&selector);
    }

    fn field(&self, path: &str, value: &Value) {
        match value {
            Value::Bool(true) if !self.there(&keyed(&format!("{path}/true"))) => self.touch(path),
            Value::Bool(flag) => self.touch(&format!("{path}/{flag}")),
            Value::String(word) => {
                let tile = keyed(&format!("contract/{word}"));
                let key = if path == "contract" && self.there(&tile) {
                    "contract"
                } else {
                    path
                };
                self.touch(&format!("{key}/{word}"));
            }
            Value::Number(number) => self.number(path, &number.to_string()),
            Value::Array(rows) => {
                self.rest(path);
                let both = format!("both/{path}");
                if rows.len() == 2 && self.there(&keyed(&both)) {
                    self.touch(&both);
                    return;
                }
                for (at, row) in rows.iter().enumerate() {
                    self.row(path, at, row);
                }
            }
            Value::Object(parts) => {
                let entered = self.parts(path, parts.keys());
                let (last, others) = entered.split_last().unwrap();
                for name in others {
                    self.field(&format!("{path}/{name}"), &parts[name]);
                }
                let last_path = format!("{path}/{last}");
                if SUMS.contains(&path) {
                    self.see_offered(&last_path);
                } else {
                    self.field(&last_path, &parts[last]);
                }
            }
            Value::Null => {}
        }
    }

    /// Enters amounts only for players who missed their bids, with a step up or down if that is enough. The last amount
    /// follows from the sum.
    fn against_bids(&self, path: &str, amounts: &Value, bids: &Map<String, Value>) {
        let amounts = amounts.as_object().unwrap();
        let entered = self.parts(path, amounts.keys());
        let off = |player: &String| {
            amounts[player].as_i64().unwrap_or(0) - bids[player].as_i64().unwrap_or(0)
        };
        let mut missed: Vec<&String> = entered.iter().filter(|player| off(player) != 0).collect();
        missed.sort_by_key(|player| off(player).abs());
        let Some((last, others)) = missed.split_last() else {
            self.touch(&format!("{path}/all"));
            return;
        };
        for player in others {
            let inner = format!("{path}/{player}");
            match off(player) {
                1 => self.touch(&format!("{inner}/+")),
                -1 => self.touch(&format!("{inner}/−")),
                _ => self.field(&inner, &amounts[*player]),
            }
        }
        self.touch(&format!("{path}/{last}/only"));
    }

    /// The parts of a field, in the order in which they are shown.
    fn parts<'b>(&self, path: &str, names: impl Iterator<Item = &'b String>) -> Vec<String> {
        let script =
            "return [...document.querySelectorAll('[data-key]')].map((one) => one.dataset.key)";
        let keys: Vec<String> = serde_json::from_value(self.phone.js(script, &json!([]))).unwrap();
        let place = |name: &str| {
            let key = format!("{path}/{name}");
            let inner = format!("{key}/");
            keys.iter()
                .position(|one| *one == key || one.starts_with(&inner))
        };
        let mut names: Vec<String> = names.cloned().collect();
        names.sort_by_key(|name| place(name));
        // The pad begins with the first bidder, also when it opens again after a choice.
        let script = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => done(document.activeElement.dataset.key ?? null)))";
        let reached = self.phone.js_later(script, &json!([]));
        let first = names
            .iter()
            .position(|name| reached == json!(format!("{path}/{name}")));
        names.rotate_left(first.unwrap_or(0));
        names
    }

    /// Waits until the last amount is suggested: saving accepts the suggestion.
    fn see_offered(&self, key: &str) {
        let chip = keyed(&format!("{key}/only"));
        self.phone.until(
            || self.there(&chip).then_some(()),
            || format!("{key} is not offered"),
        );
    }

    /// Enters a player in a list, or a commitment with its doubles.
    fn row(&self, path: &str, at: usize, row: &Value) {
        let Some(by) = row["by"].as_str() else {
            self.touch(&format!("{path}/{}", row.as_str().unwrap()));
            return;
        };
        self.rest(path);
        let add = format!("{path}/add/{by}");
        let key = format!("{add}/{}", row["contract"].as_str().unwrap());
        if !self.there(&keyed(&key)) {
            self.touch(&add);
        }
        let raise = format!("{key}/doubled");
        let mut doubles = row["doubles"].as_u64().unwrap_or(0);
        if doubles > 0 && self.there(&keyed(&raise)) {
            self.touch(&raise);
            doubles -= 1;
        } else {
            self.touch(&key);
        }
        for _ in 0..doubles {
            self.touch(&format!("{path}/{at}/+"));
        }
    }

    /// Enters a number: with its own key, or digit by digit.
    fn number(&self, path: &str, number: &str) {
        let choice = format!("{path}/{number}");
        let folded = format!("details:not([open]) {}", keyed(&choice));
        let script = "return document.querySelector(arguments[0]) !== null";
        let is_folded = self.phone.js(script, &json!([folded])) == json!(true);
        if is_folded || self.there(&keyed(&choice)) {
            self.touch(&choice);
            return;
        }
        let script = "return document.activeElement.dataset.key === arguments[0]";
        let is_reached = self.phone.js(script, &json!([path])) == json!(true);
        if !is_reached || self.finger.pad().is_empty() {
            self.touch(path);
        }
        self.phone.until(
            || (!self.finger.pad().is_empty()).then_some(()),
            || format!("{path}: there is no pad"),
        );
        if self.finger.pad().iter().any(|key| key == number) {
            self.finger.keys(&[number]);
        } else {
            for digit in number.chars() {
                self.finger.keys(&[&digit.to_string()]);
            }
        }
    }
}
