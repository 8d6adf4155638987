//! Finding and using what is on the page, as a screen reader does: by role and name.

use fantoccini::elements::Element;
use serde_json::{Value, json};

use super::chromium::Chromium;

/// Everything of a role and a name, in the order of the page, in the groups of a name if one is
/// given; a name that ends in … is the beginning of one. What a reader is not told of has no role here.
const FIND: &str = "
    const [role, name, group] = arguments;
    const tags = { button: 'button, summary', link: 'a', heading: 'h1, h2, h3', textbox: 'input, textarea',
        searchbox: 'input', spinbutton: 'input', checkbox: 'input', combobox: 'select', row: 'tr', table: 'table', image: 'img, svg' };
    const nameOf = (one) => one.computedName.replace(/\\s+/g, ' ').replace(/^[▸▾] /, '').trim();
    const called = (one, wanted) => wanted.endsWith('…') ? nameOf(one).startsWith(wanted.slice(0, -1)) : nameOf(one) === wanted;
    const hosts = group === null ? [document]
        : [...document.querySelectorAll('[role=group], fieldset, section, dialog')].filter((one) => called(one, group));
    const roleOf = (one) => one.tagName === 'SUMMARY' ? 'button' : one.computedRole;
    const fits = (one) => one.checkVisibility() && roleOf(one) === role;
    return hosts.flatMap((host) => [...host.querySelectorAll(tags[role] ?? '*')])
        .filter((one) => fits(one) && called(one, name));";

impl Chromium {
    /// Everything of this role and name.
    pub fn all(&self, role: &str, name: &str) -> Vec<Element> {
        self.all_in(None, role, name)
    }

    pub fn all_in(&self, group: Option<&str>, role: &str, name: &str) -> Vec<Element> {
        let found = self.js(FIND, &json!([role, name, group]));
        let found = found.as_array().cloned().unwrap_or_default();
        found.iter().filter_map(|one| self.element(one)).collect()
    }

    /// Whether there is one of this role and name now.
    pub fn has(&self, role: &str, name: &str) -> bool {
        !self.all(role, name).is_empty()
    }

    /// The first of this role and name, as soon as it is there.
    pub fn find(&self, role: &str, name: &str) -> Element {
        let first = || self.all(role, name).into_iter().next();
        self.until(first, || {
            format!(
                "there is no {role} {name:?}; there are {:?}",
                self.names(role)
            )
        })
    }

    /// Waits until there is none of this role and name.
    pub fn gone(&self, role: &str, name: &str) {
        let gone = || (!self.has(role, name)).then_some(());
        self.until(gone, || format!("there is still a {role} {name:?}"));
    }

    /// The names of everything of a role.
    pub fn names(&self, role: &str) -> Vec<String> {
        let script = "
            const [role] = arguments;
            const roleOf = (one) => one.tagName === 'SUMMARY' ? 'button' : one.computedRole;
            return [...document.querySelectorAll('*')]
                .filter((one) => one.checkVisibility() && roleOf(one) === role).map((one) => one.computedName)";
        let names = self.js(script, &json!([role]));
        serde_json::from_value(names).unwrap_or_default()
    }

    /// Presses a button, as soon as it is there and nothing lies over it.
    pub fn press(&self, name: &str) {
        self.click(None, "button", name);
    }

    /// Presses a button of a group.
    pub fn press_in(&self, group: &str, name: &str) {
        self.click(Some(group), "button", name);
    }

    /// Follows a link.
    pub fn follow(&self, name: &str) {
        self.click(None, "link", name);
    }

    pub fn click(&self, group: Option<&str>, role: &str, name: &str) {
        let clicked = || {
            let one = self.all_in(group, role, name).into_iter().next()?;
            // What is being drawn anew just now is looked for again.
            self.to_middle(&one)?;
            self.attempt(one.click()).ok()
        };
        let names = || self.names(role);
        self.until(clicked, || {
            format!(
                "no {role} {name:?} of {group:?} can be pressed; there are {:?}",
                names()
            )
        });
    }

    /// Writes into a field, in the place of what it holds.
    pub fn write(&self, name: &str, text: &str) {
        self.fill("textbox", name, text);
    }

    /// Writes an amount into a field of numbers.
    pub fn enter(&self, name: &str, amount: &str) {
        self.fill("spinbutton", name, amount);
    }

    /// Writes into a field for what is looked for.
    pub fn ask(&self, name: &str, text: &str) {
        self.fill("searchbox", name, text);
    }

    /// Types on into a field that has the focus.
    pub fn type_on(&self, name: &str, text: &str) {
        let focused = || {
            let field = self.all("textbox", name).into_iter().next()?;
            let script = "return document.activeElement === arguments[0]";
            let is_here = self.js(script, &json!([argument(&field)])) == json!(true);
            is_here.then_some(field)
        };
        let field = self.until(focused, || format!("{name:?} has not the focus"));
        self.wait(field.send_keys(text));
    }

    fn fill(&self, role: &str, name: &str, text: &str) {
        let written = || {
            let field = self.all(role, name).into_iter().next()?;
            self.to_middle(&field)?;
            self.attempt(field.click()).ok()?;
            self.attempt(self.script("arguments[0].select()", &json!([argument(&field)])))
                .ok()?;
            self.attempt(field.send_keys(text)).ok()
        };
        self.until(written, || {
            format!(
                "nothing can be written into {role} {name:?}; there are {:?}",
                self.names(role)
            )
        });
    }

    /// What a field holds.
    pub fn value(&self, field: &Element) -> String {
        let value = self.js("return arguments[0].value", &json!([argument(field)]));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Scrolls as people do, so that nothing lies over it.
    fn to_middle(&self, one: &Element) -> Option<()> {
        let script = "arguments[0].scrollIntoView({ block: 'center' })";
        self.attempt(self.script(script, &json!([argument(one)])))
            .ok()?;
        Some(())
    }

    /// Waits until the page says this text.
    pub fn see(&self, text: &str) {
        let there = || self.shown().contains(text).then_some(());
        self.until(there, || format!("{text:?} is not said"));
    }

    /// Waits until the page no longer says this text.
    pub fn see_gone(&self, text: &str) {
        let gone = || (!self.shown().contains(text)).then_some(());
        self.until(gone, || format!("{text:?} is still said"));
    }

    /// All text that is seen, its white space as one space each.
    pub fn shown(&self) -> String {
        let text = self.js("return document.body.innerText", &json!([]));
        let words: Vec<&str> = text
            .as_str()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        words.join(" ")
    }
}

/// An element as an argument of a script.
pub fn argument(element: &Element) -> Value {
    json!({ "element-6066-11e4-a52e-4f735466cecf": element.element_id().to_string() })
}
