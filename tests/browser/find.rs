//! Finding and using elements by role and name, as a screen reader does.

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::session::Element;

/// All elements with a role and a name, in page order, optionally within a named group; a name that ends in …
/// is a prefix. Elements that are hidden from screen readers are not found.
const FIND: &str = "
    const [role, name, group] = arguments;
    const tags = { button: 'button, summary', link: 'a', heading: 'h1, h2, h3', textbox: 'input, textarea',
        searchbox: 'input', spinbutton: 'input', checkbox: 'input', combobox: 'select', row: 'tr', table: 'table', image: 'img, svg' };
    // All texts that may be part of a name. The browser computes its whole accessibility tree whenever a role or name
    // is read, so only elements with matching texts are asked.
    const message = (one) => [one, ...one.querySelectorAll('[aria-label], [aria-labelledby], [alt], [title], title')].flatMap((part) => [
        part.getAttribute('aria-label'), part.getAttribute('alt'), part.getAttribute('title'), part.textContent,
        ...(part.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
        ...[...part.labels ?? []].map((label) => label.textContent)]).join(' ');
    const nameOf = (one) => one.computedName.replace(/\\s+/g, ' ').replace(/^[▸▾] /, '').trim();
    const called = (one, wanted) => {
        const there = message(one).replace(/\\s+/g, '');
        if (!wanted.replace(/…$/, '').split(' ').every((word) => there.includes(word))) return false;
        return wanted.endsWith('…') ? nameOf(one).startsWith(wanted.slice(0, -1)) : nameOf(one) === wanted;
    };
    const hosts = group === null ? [document]
        : [...document.querySelectorAll('[role=group], fieldset, section, dialog')].filter((one) => called(one, group));
    const roleOf = (one) => one.tagName === 'SUMMARY' ? 'button' : one.computedRole;
    return hosts.flatMap((host) => [...host.querySelectorAll(tags[role] ?? '*')])
        .filter((one) => one.checkVisibility() && called(one, name) && roleOf(one) === role);";

/// Scrolls an element to the middle, and records clicks on any control: the element may be redrawn before its click.
const TO_MIDDLE: &str = "
    const controls = 'a, button, input, label, select, summary, textarea';
    if (globalThis.isClicked === undefined) addEventListener('click', (event) => {
        globalThis.isClicked ||= event.composedPath().some((part) => part instanceof Element && part.matches(controls));
    }, true);
    globalThis.isClicked = false;
    arguments[0].scrollIntoView({ block: 'center' });";

impl Chromium {
    /// All elements with this role and name.
    pub fn all(&self, role: &str, name: &str) -> Vec<Element> {
        self.all_in(None, role, name)
    }

    pub fn all_in(&self, group: Option<&str>, role: &str, name: &str) -> Vec<Element> {
        let found = self.js(FIND, &json!([role, name, group]));
        let found = found.as_array().cloned().unwrap_or_default();
        found.iter().filter_map(Element::from_json).collect()
    }

    /// Whether such an element exists now.
    pub fn has(&self, role: &str, name: &str) -> bool {
        !self.all(role, name).is_empty()
    }

    /// Waits for the first element with this role and name.
    pub fn find(&self, role: &str, name: &str) -> Element {
        let first = || self.all(role, name).into_iter().next();
        self.until(first, || {
            format!(
                "there is no {role} {name:?}; there are {:?}",
                self.names(role)
            )
        })
    }

    /// Waits until no such element exists.
    pub fn gone(&self, role: &str, name: &str) {
        let gone = || (!self.has(role, name)).then_some(());
        self.until(gone, || format!("there is still a {role} {name:?}"));
    }

    /// The names of all elements with a role.
    pub fn names(&self, role: &str) -> Vec<String> {
        let script = "
            const [role] = arguments;
            const roleOf = (one) => one.tagName === 'SUMMARY' ? 'button' : one.computedRole;
            return [...document.querySelectorAll('*')]
                .filter((one) => one.checkVisibility() && roleOf(one) === role).map((one) => one.computedName)";
        let names = self.js(script, &json!([role]));
        serde_json::from_value(names).unwrap_or_default()
    }

    /// Presses a button as soon as it exists and is not covered.
    pub fn press(&self, name: &str) {
        self.click(None, "button", name);
    }

    /// Presses a button in a group.
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
            // An element that was just redrawn is looked up again.
            self.to_middle(&one)?;
            self.click_on(&one)?;
            // A click is lost if the element is redrawn between mouse down and mouse up. A click that opened another
            // page was not lost; that page has no `isClicked`.
            let is_clicked = self.script("return globalThis.isClicked", &json!([]));
            (is_clicked != Ok(json!(false))).then_some(())
        };
        let names = || self.names(role);
        self.until(clicked, || {
            format!(
                "no {role} {name:?} of {group:?} can be pressed; there are {:?}",
                names()
            )
        });
    }

    /// Replaces the text in a field.
    pub fn write(&self, name: &str, text: &str) {
        self.fill("textbox", name, text);
    }

    /// Enters a number into a number field.
    pub fn enter(&self, name: &str, amount: &str) {
        self.fill("spinbutton", name, amount);
    }

    /// Writes into a search field.
    pub fn ask(&self, name: &str, text: &str) {
        self.fill("searchbox", name, text);
    }

    /// Types into the focused field.
    pub fn type_on(&self, name: &str, text: &str) {
        let focused = || {
            let field = self.all("textbox", name).into_iter().next()?;
            let script = "return document.activeElement === arguments[0]";
            let is_here = self.js(script, &json!([argument(&field)])) == json!(true);
            is_here.then_some(field)
        };
        let field = self.until(focused, || format!("{name:?} does not have the focus"));
        self.type_into(&field, text).unwrap();
    }

    fn fill(&self, role: &str, name: &str, text: &str) {
        let written = || {
            let field = self.all(role, name).into_iter().next()?;
            self.to_middle(&field)?;
            self.click_on(&field)?;
            self.script("arguments[0].select()", &json!([argument(&field)]))
                .ok()?;
            self.type_into(&field, text)
        };
        self.until(written, || {
            format!(
                "nothing can be written into {role} {name:?}; there are {:?}",
                self.names(role)
            )
        });
    }

    /// The value of a field.
    pub fn value(&self, field: &Element) -> String {
        let value = self.js("return arguments[0].value", &json!([argument(field)]));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Scrolls the element to the middle, so that nothing covers it. From then on, `isClicked` in the page is whether a
    /// control was clicked.
    fn to_middle(&self, one: &Element) -> Option<()> {
        let scrolled = self.script(TO_MIDDLE, &json!([argument(one)]));
        scrolled.ok().map(drop)
    }

    /// Waits until the page shows this text.
    pub fn see(&self, text: &str) {
        let there = || self.shown().contains(text).then_some(());
        self.until(there, || format!("{text:?} is not shown"));
    }

    /// Waits until the page no longer shows this text.
    pub fn see_gone(&self, text: &str) {
        let gone = || (!self.shown().contains(text)).then_some(());
        self.until(gone, || format!("{text:?} is still shown"));
    }

    /// All visible text, with whitespace collapsed; empty while another page begins to load.
    pub fn shown(&self) -> String {
        let text = self.js("return document.body?.innerText", &json!([]));
        let words: Vec<&str> = text
            .as_str()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        words.join(" ")
    }
}

/// An element as a script argument.
pub fn argument(element: &Element) -> Value {
    element.to_json()
}
