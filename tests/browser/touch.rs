//! A finger on a phone: it touches a point, and hits the topmost element there.

use std::cell::Cell;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::find::argument;
use super::phone::Phone;
use super::session::Element;

/// The middle of an element, as soon as a finger would hit the element there; scrolls if necessary.
const MIDDLE: &str = "
    const [one] = arguments;
    const middle = () => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const isHit = () => {
        const hit = document.elementFromPoint(...middle());
        return hit !== null && (one.contains(hit) || hit.contains(one));
    };
    // On a low screen, the center may be under the bar.
    for (const block of ['center', 'start']) if (!isHit()) one.scrollIntoView({ block });
    return isHit() ? middle() : null;";

/// A finger that counts its taps.
pub struct Finger<'a> {
    phone: &'a Phone,
    taps: Cell<usize>,
    /// The time and place of the last tap.
    last: Cell<Option<(Instant, f64, f64)>>,
}

/// How long a person takes to read what a tap has opened under the finger.
const READING: Duration = Duration::from_millis(400);

impl<'a> Finger<'a> {
    pub fn on(phone: &'a Phone) -> Finger<'a> {
        phone.cdp(
            "Emulation.setTouchEmulationEnabled",
            &json!({ "enabled": true }),
        );
        Finger {
            phone,
            taps: Cell::new(0),
            last: Cell::new(None),
        }
    }

    /// The number of taps so far.
    pub fn taps(&self) -> usize {
        self.taps.get()
    }

    /// Touches a point.
    pub fn tap_at(&self, (x, y): (f64, f64)) {
        self.taps.set(self.taps.get() + 1);
        self.last.set(Some((Instant::now(), x, y)));
        for (event, points) in [
            ("touchStart", json!([{ "x": x, "y": y }])),
            ("touchEnd", json!([])),
        ] {
            let touch = json!({ "type": event, "touchPoints": points });
            self.phone.cdp("Input.dispatchTouchEvent", &touch);
        }
    }

    /// Touches a point twice. It sets the clock of the page, so that the taps are 100 ms apart for the page on a slow
    /// machine too.
    pub fn double_tap_at(&self, place: (f64, f64)) {
        let set = |script: &str| self.phone.js(script, &json!([]));
        set("globalThis.clock = Date.now; const at = Date.now(); Date.now = () => at");
        self.tap_at(place);
        set("const at = Date.now() + 100; Date.now = () => at");
        self.tap_at(place);
        set("Date.now = globalThis.clock");
    }

    /// Touches an element as soon as it exists and is on top.
    fn tap_found(&self, find: impl Fn() -> Option<Element>, missing: impl Fn() -> String) {
        let middle = || {
            self.rest();
            let found = self
                .phone
                .script(MIDDLE, &json!([argument(&find()?)]))
                .ok()?;
            serde_json::from_value(found).ok()
        };
        let mut place: (f64, f64) = self.phone.until(middle, &missing);
        if let Some((at, x, y)) = self.last.get()
            && (place.0 - x).hypot(place.1 - y) < 30.0
            && at.elapsed() < READING
        {
            sleep(READING.saturating_sub(at.elapsed()));
            // The element may have moved meanwhile.
            place = self.phone.until(middle, &missing);
        }
        self.tap_at(place);
    }

    /// Waits until the effect of the last tap is drawn.
    fn rest(&self) {
        let script = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";
        self.phone.js_later(script, &json!([]));
    }

    /// Touches a button.
    pub fn press(&self, name: &str) {
        let find = || self.phone.all("button", name).into_iter().next();
        self.tap_found(find, || format!("no button {name:?} can be touched"));
    }

    /// Touches a button in a group.
    pub fn press_in(&self, group: &str, name: &str) {
        let find = || {
            let all = self.phone.all_in(Some(group), "button", name);
            all.into_iter().next()
        };
        self.tap_found(find, || {
            format!("no button {name:?} of {group:?} can be touched")
        });
    }

    /// Touches a number field.
    pub fn number(&self, name: &str) {
        let find = || self.phone.all("spinbutton", name).into_iter().next();
        self.tap_found(find, || format!("no number {name:?} can be touched"));
    }

    /// Touches a text field.
    pub fn text(&self, name: &str) {
        let find = || self.phone.all("textbox", name).into_iter().next();
        self.tap_found(find, || format!("no text {name:?} can be touched"));
    }

    /// Touches the first element for a selector.
    pub fn select(&self, selector: &str) {
        let script = "return [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility()) ?? null";
        let find = || Element::from_json(&self.phone.js(script, &json!([selector])));
        self.tap_found(find, || format!("nothing {selector:?} can be touched"));
    }

    /// Touches keys of the number pad, one after another.
    pub fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.select(&format!(".pad [data-pad='{key}']"));
        }
    }

    /// The keys of the pad in order; empty while it is closed.
    pub fn pad(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.pad:not([hidden]) .button')].filter((one) => one.checkVisibility()).map((one) => one.dataset.pad)";
        let keys: Value = self.phone.js(script, &json!([]));
        serde_json::from_value(keys).unwrap()
    }

    /// Waits until the pad is open.
    pub fn sees_pad(&self) {
        let open = || (!self.pad().is_empty()).then_some(());
        self.phone.until(open, || "the pad is not open".to_owned());
    }

    /// Waits until the pad is closed.
    pub fn sees_no_pad(&self) {
        let away = || self.pad().is_empty().then_some(());
        self.phone.until(away, || "the pad stays open".to_owned());
    }

    /// The label of the main button.
    pub fn main(&self) -> String {
        let script = "const main = document.querySelector('[data-key=main]');
            return main.getAttribute('aria-disabled') === 'true' ? `${main.textContent} (disabled)` : main.textContent";
        let text = self.phone.js(script, &json!([]));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the main button has this label.
    pub fn sees_main(&self, text: &str) {
        let says = || (self.main() == text).then_some(());
        self.phone.until(says, || {
            format!("the main button says {:?}, not {text:?}", self.main())
        });
    }
}
