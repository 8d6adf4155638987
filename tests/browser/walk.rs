//! Walks through the screens at every size, in normal and largest text: nothing covers a control, nothing is
//! cut off, only wide tables scroll sideways; runs axe-core in every dialog.

use overtrick_core::{Args, args};
use overtrick_games as games;
use overtrick_match::lang::Language;
use serde_json::json;

use super::looker::{Looker, played};
use super::phone::{Phone, text};
use crate::served::{Match, Server, sample};

/// Collects objections to the current layout.
const BOXES: &str = include_str!("boxes.js");
const SIZES: [(u32, u32); 5] = [(320, 568), (360, 740), (390, 844), (740, 360), (1280, 800)];
/// Screens of a match, each with a text that shows that it has loaded.
const SCREENS: [(&str, &str); 9] = [
    ("/sheet", "sheet.legend"),
    ("/rule", "rule.q-trick"),
    ("/share", "share.advanced"),
    ("/more", "more.finish"),
    ("/history", "history.title"),
    ("/settle", "settle.payments"),
    ("/adjust", "adjust.title"),
    ("/players", "players.title"),
    ("/tv", "tv.live"),
];

/// A walk through the screens on one device, in one language.
struct Walk {
    looker: Looker,
    language: &'static Language,
    objections: Vec<String>,
}

impl Walk {
    fn say(&self, key: &str, args: &Args) -> String {
        self.language.format("page", key, args)
    }

    fn text(&self, key: &str) -> String {
        self.say(key, &Args::new())
    }

    /// Sets the page's language and text size.
    fn set(&mut self, tag: &str, size: &str) {
        self.language = Language::find(tag).unwrap();
        let script = "localStorage.setItem('overtrick/settings', JSON.stringify({ lang: arguments[0], text: arguments[1] }))";
        self.looker.phone.js(script, &json!([tag, size]));
    }

    /// Measures the screen at every size.
    fn measure(&mut self, screen: &str) {
        self.looker.phone.settle();
        for size in SIZES {
            self.looker.phone.resize(size);
            let found = self.looker.phone.js(BOXES, &json!([]));
            for objection in found.as_array().unwrap() {
                let tag = self.language.tag();
                self.objections
                    .push(format!("{screen}, {tag}, {size:?}: {objection}"));
            }
        }
        self.looker.phone.resize(SIZES[1]);
    }

    fn at_home(&mut self) {
        self.looker.phone.open("");
        let (new, joins) = (self.text("start.new"), self.text("start.join"));
        self.looker.phone.see(&new);
        self.measure("home");
        self.looker.phone.press(&joins);
        let hint = self.text("start.code-hint");
        self.in_dialog("home-join", &hint);
        let title = self.text("settings.title");
        self.looker.phone.press(&title);
        let theme = self.text("settings.theme");
        self.in_dialog("settings", &theme);
    }

    /// Measures the open dialog, runs axe-core on it, and closes it.
    fn in_dialog(&mut self, name: &str, shows: &str) {
        let name = format!("{name}-{}", self.language.tag());
        self.looker.look(&name, shows);
        self.measure(&name);
        let close = self.text("close");
        self.looker.phone.press(&close);
    }

    fn through(&mut self, game: &Match<'_>) {
        for (screen, shows) in SCREENS {
            self.looker.open(game, screen);
            let shows = self.text(shows);
            self.looker.phone.see(&shows);
            self.measure(screen);
        }
        self.looker.open(game, "/sheet");
        let cell = args![player: "Zuzana Šťastná".to_owned(), hand: 2];
        let cell = self.say("sheet.cell", &cell);
        self.looker.phone.press(&format!("{cell}…"));
        let then = self.text("sheet.whole");
        self.in_dialog("derivation", &then);
    }
}

#[test]
fn no_control_is_covered_or_cut_at_any_size() {
    let server = Server::start();
    let Some(looker) = Looker::at(&server, "walk") else {
        return;
    };
    let mut walk = Walk {
        looker,
        language: Language::english(),
        objections: Vec::new(),
    };
    let five = played(&server, "brink-bid", 7);
    let three = played(&server, "mariash", 3);
    for (tag, size) in [("en", "normal"), ("cs", "largest")] {
        walk.set(tag, size);
        walk.looker.phone.open("");
        walk.looker.phone.reload();
        let sheet = walk.text("tab.sheet");
        for game in [&five, &three] {
            walk.looker
                .phone
                .open(&format!("#/join/{}/{}", game.id, game.direct));
            walk.looker.phone.find("link", &sheet);
            walk.through(game);
        }
        walk.at_home();
    }
    assert!(walk.objections.is_empty(), "{}", walk.objections.join("\n"));
    walk.looker.done();
}

/// Opens all folds of a form.
const UNFOLD: &str =
    "for (const fold of document.querySelectorAll('.form details, .house')) fold.open = true";
const TEXT: &str = "document.documentElement.dataset.text = arguments[0]";

/// The objections to a phone's screen: at every size in normal text, and at one size in the largest text.
fn objections(phone: &Phone, here: &str) -> Vec<String> {
    phone.js(UNFOLD, &json!([]));
    let normal = SIZES.map(|size| (size, "normal"));
    let mut all = Vec::new();
    for (size, text) in normal.into_iter().chain([(SIZES[1], "largest")]) {
        phone.resize(size);
        phone.js(TEXT, &json!([text]));
        let found = phone.js(BOXES, &json!([]));
        let found = found.as_array().unwrap().iter();
        all.extend(found.map(|objection| format!("{here}, {text}, {size:?}: {objection}")));
    }
    phone.js(TEXT, &json!(["normal"]));
    phone.resize(SIZES[1]);
    all
}

#[test]
fn every_control_of_a_hand_can_be_tapped_and_is_not_cut() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize(SIZES[1]);
    let mut all = Vec::new();
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let (mut document, hands) = sample(id);
        document["hands"] = hands[..2].into();
        document["current"] = hands[2].clone();
        let game = server.create(&document);
        phone.join_hand(&game, &game.direct, 3);
        for step in ["bidding", "result"] {
            phone.to_step(id, step);
            all.extend(objections(&phone, &format!("{id}, {step}")));
        }
        phone.open(&format!("#/new/{id}"));
        phone.find("button", &text("new.start"));
        all.extend(objections(&phone, &format!("{id}, new")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
