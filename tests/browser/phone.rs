//! A phone at a table: the page of a service in its own Chromium.

use overtrick_core::{Args, args};
use overtrick_match::lang::Language;

use super::chromium::{Chromium, Wishes, there};
use crate::served::{Match, Server};

/// A phone with the page open.
pub struct Phone {
    pub chromium: Chromium,
    /// The page's address.
    pub home: String,
}

impl std::ops::Deref for Phone {
    type Target = Chromium;
    fn deref(&self) -> &Chromium {
        &self.chromium
    }
}

/// A text of the page in English.
pub fn say(key: &str, args: &Args) -> String {
    let text = Language::english().format("page", key, args);
    assert_ne!(text, key, "the catalog has no such message");
    text
}

/// A text of the page without arguments.
pub fn text(key: &str) -> String {
    say(key, &Args::new())
}

/// The English text of a rule clause.
pub fn clause(id: &str) -> String {
    Language::english().text("clause", id)
}

/// The label of a player's number.
pub fn number_of(player: &str, field: &str) -> String {
    say(
        "number.of",
        &args![player: player.to_owned(), field: text(&format!("field.{field}"))],
    )
}

/// The name of a step of a game's hands.
pub fn step_of(game: &str, step: &str) -> String {
    let own = format!("step.{game}.{step}");
    if Language::english().has("page", &own) {
        text(&own)
    } else {
        text(&format!("step.{step}"))
    }
}

impl Phone {
    /// Opens the page; `None` without Chromium.
    pub fn at(server: &Server) -> Option<Phone> {
        Phone::with(&format!("http://{}/", server.address), &Wishes::default())
    }

    /// A director's phone that is about to enter this hand.
    pub fn recording(server: &Server, game: &Match<'_>, hand: usize) -> Option<Phone> {
        let phone = Phone::at(server)?;
        phone.join_hand(game, &game.direct, hand);
        Some(phone)
    }

    pub fn with(home: &str, wishes: &Wishes) -> Option<Phone> {
        if !there() {
            return None;
        }
        let chromium = Chromium::start(wishes);
        chromium.goto(home);
        Some(Phone {
            chromium,
            home: home.to_owned(),
        })
    }

    /// Kills the browser and restarts it.
    pub fn killed(self, wishes: &Wishes) -> Phone {
        let Phone { chromium, home } = self;
        let chromium = chromium.killed(wishes);
        chromium.goto(&home);
        Phone { chromium, home }
    }

    /// Opens a screen.
    pub fn open(&self, hash: &str) {
        self.goto(&format!("{}{hash}", self.home));
    }

    /// Joins a match by a link with a key, and waits until the match is shown.
    pub fn join(&self, game: &Match<'_>, key: &str) {
        self.follow_link(game, key);
        self.find("link", &text("tab.sheet"));
    }

    /// Joins a match, and waits until a hand can be entered.
    pub fn join_hand(&self, game: &Match<'_>, key: &str, hand: usize) {
        self.follow_link(game, key);
        self.enters(hand);
    }

    /// Waits until this hand can be entered and is checked: the first check may change the fields and the pad.
    fn enters(&self, hand: usize) {
        self.find("heading", &say("record.hand", &args![hand: hand]));
        let is_checked = || {
            let checked = "return document.querySelector('[aria-busy=true]') === null";
            (self.js(checked, &serde_json::json!([])) == true).then_some(())
        };
        self.until(is_checked, || "the hand is not checked".to_owned());
    }

    /// Opens a link with a key, and waits until the previous screen is gone, because another match looks the same.
    fn follow_link(&self, game: &Match<'_>, key: &str) {
        let mark = "document.querySelector('h1')?.setAttribute('data-before', '')";
        self.js(mark, &serde_json::json!([]));
        self.open(&format!("#/join/{}/{key}", game.id));
        let is_left = || {
            let left = "return !document.querySelector('h1[data-before]')";
            (self.js(left, &serde_json::json!([])) == true).then_some(())
        };
        self.until(is_left, || "the previous screen is still shown".to_owned());
    }

    /// Makes the page store the rules now, not when it is idle.
    pub fn keep_rules(&self) {
        let script =
            "const done = arguments[0]; navigator.serviceWorker.ready.then(async ({ active }) => {
            active.postMessage({ lang: 'en' });
            while (!(await caches.match('overtrick.wasm')) || !navigator.serviceWorker.controller) {
                await new Promise((go) => setTimeout(go, 50));
            }
            done(true); });";
        let kept = self.js_later(script, &serde_json::json!([]));
        assert_eq!(kept, serde_json::Value::Bool(true));
    }

    /// Prevents this page and later ones from loading the rules, so that the service must judge.
    pub fn without_rules(&self) {
        let script = "WebAssembly.instantiateStreaming = async (answer) => {
            await answer;
            throw new Error('none');
        };";
        let source = serde_json::json!({ "source": script });
        self.cdp("Page.addScriptToEvaluateOnNewDocument", &source);
        self.js(script, &serde_json::json!([]));
    }

    /// Disconnects a page that has stored the rules.
    pub fn go_alone(&self) {
        self.keep_rules();
        self.cut_off(true);
        self.see(&text("line.alone"));
    }

    /// Disconnects a page without the rules, and waits until it has noticed. At first, an event stream that is being
    /// opened may report the opposite.
    pub fn lose_network(&self) {
        self.without_rules();
        self.cut_off(true);
        let noticed = || {
            self.js(
                "dispatchEvent(new Event('offline'))",
                &serde_json::json!([]),
            );
            self.shown().contains(&text("line.offline")).then_some(())
        };
        self.until(noticed, || "the page still seems to be online".to_owned());
    }

    /// Starts a match in which the first player deals.
    pub fn start(&self, game: &str, players: &[&str]) {
        self.start_with(game, players, None);
    }

    /// Starts a match with another first dealer.
    pub fn start_with(&self, game: &str, players: &[&str], dealer: Option<&str>) {
        self.open(&format!("#/new/{game}"));
        self.seat(players);
        if let Some(dealer) = dealer {
            self.press_in(&text("new.dealer"), dealer);
        }
        self.press(&text("new.start"));
        self.enters(1);
    }

    /// Starts a match on the screen that asks for its players.
    pub fn start_here(&self, players: &[&str]) {
        self.seat(players);
        self.press(&text("new.start"));
        self.enters(1);
    }

    /// Writes the names of the players of a new match.
    pub fn seat(&self, players: &[&str]) {
        for (at, player) in players.iter().enumerate() {
            let field = say("new.player", &args![n: at + 1]);
            if !self.has("textbox", &field) {
                self.find("button", &text("new.start"));
                if !self.has("textbox", &field) {
                    self.press(&text("new.add-player"));
                }
            }
            self.write(&field, player);
        }
    }

    /// The address of the open match: `#/m/…`.
    pub fn match_address(&self) -> String {
        let address = self.address();
        let hash = address.split_once("#/m/").unwrap().1;
        format!("#/m/{}", hash.split('/').next().unwrap())
    }

    /// Enters these numbers, each for a player.
    pub fn enter_all(&self, field: &str, amounts: &[(&str, &str)]) {
        for (player, amount) in amounts {
            self.enter(&number_of(player, field), amount);
        }
    }

    /// Enters a hand of Brink Bid: the bids and the tricks of Ann, who deals, and of Bo.
    pub fn enter_hand(&self, bids: (&str, &str), tricks: (&str, &str)) {
        self.enter_all("bids", &[("Bo", bids.1), ("Ann", bids.0)]);
        self.to_result("brink-bid");
        self.enter_all("tricks", &[("Bo", tricks.1), ("Ann", tricks.0)]);
    }

    /// Goes from the bidding to the result.
    pub fn to_result(&self, game: &str) {
        self.press(&say("record.next", &args![step: step_of(game, "result")]));
    }

    /// Goes to a step of a hand, even if the current step is incomplete.
    pub fn to_step(&self, game: &str, step: &str) {
        self.press_in(&text("record.steps"), &step_of(game, step));
    }

    /// Chooses a word or a player in a field.
    pub fn choose(&self, field: &str, choice: &str) {
        self.press_in(&text(&format!("field.{field}")), choice);
    }

    /// Chooses a file in the chooser that the page opens, which `alone::FILES` replaces.
    pub fn choose_file(&self, name: &str, content: &str) {
        let asked = || {
            let script = "return Boolean(globalThis.chooser)";
            (self.js(script, &serde_json::json!([])) == true).then_some(())
        };
        self.until(asked, || "the page does not ask for a file".to_owned());
        let script = "const [name, text] = arguments; const { chooser } = globalThis; const chosen = new DataTransfer();
            chosen.items.add(new File([text], name));
            chooser.files = chosen.files; chooser.dispatchEvent(new Event('change'));";
        self.js(script, &serde_json::json!([name, content]));
    }

    /// Opens a tab of the match.
    pub fn tab(&self, name: &str) {
        self.follow(&text(&format!("tab.{name}")));
    }

    /// Records which pads are ordered from now on, and which files are made.
    pub fn watch_pads(&self) {
        let script = "
            globalThis.orders = [];
            globalThis.made = [];
            const send = globalThis.fetch;
            globalThis.fetch = (address, parts) => {
                if (/pads/.test(address)) globalThis.orders.push([address, JSON.parse(parts.body)]);
                return send(address, parts);
            };
            const keep = URL.createObjectURL;
            URL.createObjectURL = (blob) => {
                globalThis.made.push(blob.type);
                return keep(blob);
            };";
        self.js(script, &serde_json::json!([]));
    }

    /// Waits until this many PDFs are made; returns all orders of pads so far, each after the address it was sent to.
    pub fn pads_made(&self, count: usize) -> serde_json::Value {
        let wanted = serde_json::json!(vec!["application/pdf"; count]);
        let read = |script: &str| self.js(script, &serde_json::json!([]));
        let made = || read("return globalThis.made");
        self.until(
            || (made() == wanted).then_some(()),
            || format!("the page made {}, and shows: {}", made(), self.shown()),
        );
        read("return globalThis.orders")
    }

    /// Waits until these totals are shown.
    pub fn totals(&self, totals: &[(&str, &str)]) {
        let wanted: Vec<String> = totals
            .iter()
            .map(|(player, total)| format!("{player} {total}"))
            .collect();
        let strip = || {
            let script = "return [...document.querySelectorAll('.standings li')].map((one) => one.querySelector('.name').firstChild.textContent + ' ' + one.querySelector('.total').lastChild.textContent)";
            let found: Vec<String> =
                serde_json::from_value(self.js(script, &serde_json::json!([]))).unwrap_or_default();
            (found == wanted).then_some(())
        };
        self.until(strip, || format!("the totals are not {wanted:?}"));
    }

    /// Corrects a hand in its form.
    pub fn correct(&self, hand: usize, change: impl FnOnce(&Phone)) {
        self.open(&format!("{}/correct/{hand}", self.match_address()));
        self.see(&text("correct.comes-to"));
        change(self);
        self.press(&text("correct.take"));
        self.write(&text("correct.reason"), "looked at the wrong pile");
        self.press(&text("correct.do"));
        self.see(&text("correct.done"));
    }

    /// Undoes the last change, other than a hand.
    pub fn undo(&self) {
        self.undo_with(&text("more.undone"));
    }

    /// Undoes the last change, which recorded this hand.
    pub fn undo_hand(&self, hand: usize) {
        self.undo_with(&say("record.undone", &args![hand: hand]));
    }

    /// Undoes the last change, and waits for this message.
    pub fn undo_with(&self, message: &str) {
        self.tab("more");
        self.press(&format!("{}…", text("more.undo")));
        self.see(message);
    }

    /// Finishes the match.
    pub fn finish(&self) {
        self.tab("more");
        self.press(&format!("{}…", text("more.finish")));
        self.press_in(&text("more.finish"), &text("more.finish"));
    }

    /// Ticks a box.
    pub fn tick(&self, name: &str) {
        self.click(None, "checkbox", name);
    }

    /// Saves the hand as soon as its points are shown.
    pub fn save(&self, hand: usize) {
        self.save_last(hand);
        self.find("heading", &say("record.hand", &args![hand: hand + 1]));
    }

    /// Saves the hand that ends the match.
    pub fn save_last(&self, hand: usize) {
        self.see(&text("record.preview"));
        self.press(&say("record.save", &args![hand: hand]));
    }
}
