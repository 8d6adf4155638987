//! Checks screens, takes screenshots, and reports objections.

use std::env;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::chromium::Wishes;
use super::phone::Phone;
use crate::served::{Match, Server, sample};
use crate::support::is_thorough;

const AXE: &str = include_str!("vendor/axe.min.js");
/// The objections of axe-core: rule, element and reason.
const OBJECTIONS: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { preload: false }).then(
        ({ passes, violations }) => done(passes.length < 10 ? ['axe-core hardly looked'] : violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`))),
        (error) => done([String(error)]));";
/// The elements wider than the window, if the page scrolls sideways.
const TOO_WIDE: &str = "
    const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return [];
    return [`${wide} px`].concat([...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.tagName}.${one.className.baseVal ?? one.className}`).slice(0, 8));";

/// Console messages that these tests cause: no network, no key, two conflicting claims, an invalid hand.
const EXPECTED: [&str; 4] = [
    "net::ERR_INTERNET_DISCONNECTED",
    "a status of 401",
    "a status of 412",
    "a status of 422",
];

/// A phone or desktop that checks screens, with its objections so far.
pub struct Looker {
    pub phone: Phone,
    device: &'static str,
    /// How many screens were checked.
    looked: usize,
    objections: Vec<String>,
}

impl Looker {
    /// A device with the page open; `None` without Chromium.
    pub fn at(server: &Server, device: &'static str) -> Option<Looker> {
        let wishes = Wishes {
            wide: device == "desk",
            // Nothing fades in, because paler elements would fail the checks of colors.
            flags: vec!["--force-prefers-reduced-motion".to_owned()],
            ..Wishes::default()
        };
        let phone = Phone::with(&format!("http://{}/", server.address), &wishes)?;
        Some(Looker {
            phone,
            device,
            looked: 0,
            objections: Vec::new(),
        })
    }

    /// Checks the screen as soon as it shows this text. In a thorough run, axe-core checks it in light and dark colors;
    /// otherwise axe-core checks every other screen: on the phone in light colors, on the desktop in dark ones.
    pub fn look(&mut self, screen: &str, shows: &str) {
        self.phone.see(shows);
        self.phone.settle();
        let wide = self.phone.js(TOO_WIDE, &json!([]));
        if wide != json!([]) {
            let here = format!("{screen}, {}", self.device);
            self.objections
                .push(format!("{here}: scrolls sideways: {wide}"));
        }
        let is_all = is_thorough() || pictures().is_some();
        let is_phone = self.device == "phone";
        self.looked += 1;
        if !is_all && is_phone == self.looked.is_multiple_of(2) {
            return;
        }
        self.phone.js(AXE, &json!([]));
        for (light, dark) in [("light", false), ("dark", true)] {
            if dark == is_phone && !is_all {
                continue;
            }
            self.phone.set_dark(dark);
            self.phone.settle();
            let here = format!("{screen}.{}-{light}", self.device);
            let found = self.phone.js_later(OBJECTIONS, &json!([]));
            for objection in found.as_array().unwrap() {
                let objection = objection.as_str().unwrap();
                self.objections.push(format!("{here}: {objection}"));
            }
            self.photograph(&here);
        }
        self.phone.set_dark(false);
    }

    /// Saves a screenshot if a folder for them is set.
    fn photograph(&self, name: &str) {
        let Some(folder) = pictures() else {
            return;
        };
        let file = Path::new(&folder).join(format!("{name}.png"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(file, self.phone.photo()).unwrap();
    }

    /// Asserts that there are no objections, and no errors or policy violations on the console.
    pub fn done(mut self) {
        let text = self.phone.console().into_iter();
        let unexpected = text.filter(|line| {
            line.starts_with("SEVERE") && !EXPECTED.iter().any(|known| line.contains(known))
        });
        self.objections.extend(unexpected);
        assert!(self.objections.is_empty(), "{}", self.objections.join("\n"));
    }

    /// Opens a screen of a match.
    pub fn open(&self, game: &Match<'_>, rest: &str) {
        self.phone.open(&format!("#/m/{}{rest}", game.id));
    }
}

/// The folder for screenshots, from `OVERTRICK_LOOKS`.
#[expect(
    clippy::disallowed_methods,
    reason = "where a test writes files stands in the environment"
)]
fn pictures() -> Option<String> {
    env::var("OVERTRICK_LOOKS").ok()
}

/// The sample match of a game with this many of its hands.
pub fn played<'a>(server: &'a Server, game: &str, hands: usize) -> Match<'a> {
    let (mut document, all) = sample(game);
    document["hands"] = all[..hands].into();
    server.create(&document)
}

/// Joins a match with a key, and waits until it is shown.
pub fn join(looker: &Looker, game: &Match<'_>, key: &str) {
    looker.phone.join(game, key);
}

/// Runs the checks on a phone and on a desktop.
pub fn everywhere(look: impl Fn(&Server, &mut Looker)) {
    for device in ["phone", "desk"] {
        let server = Server::start();
        let Some(mut looker) = Looker::at(&server, device) else {
            return;
        };
        look(&server, &mut looker);
        looker.done();
    }
}
