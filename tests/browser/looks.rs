//! Every screen, on a phone and on a desk, light and dark: nothing to scroll sideways, nothing that
//! axe-core objects to, nothing that the content policy had to stop.

use std::env;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::chromium::Wishes;
use super::phone::{Phone, say, text};
use super::served::{Match, Server, bearer, sample};
use overtrick::games;
use overtrick::lang::Language;
use overtrick::rules::{Args, args};

const AXE: &str = include_str!("vendor/axe.min.js");
/// What axe-core objects to, each as rule, element and reason.
const OBJECTIONS: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { preload: false }).then(
        ({ passes, violations }) => done(passes.length < 10 ? ['axe-core hardly looked'] : violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`))),
        (error) => done([String(error)]));";
/// The elements that are wider than the window, if the page can be scrolled sideways.
const TOO_WIDE: &str = "
    const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return [];
    return [`${wide} px`].concat([...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.tagName}.${one.className.baseVal ?? one.className}`).slice(0, 8));";

/// What the browser tells of answers that these stories are about: no network, no key, two claims.
const EXPECTED: [&str; 3] = [
    "net::ERR_INTERNET_DISCONNECTED",
    "a status of 401",
    "a status of 412",
];

/// A phone or a desk that looks at screens, and what it has to object to.
struct Looker {
    phone: Phone,
    device: &'static str,
    objections: Vec<String>,
}

impl Looker {
    fn at(server: &Server, device: &'static str) -> Option<Looker> {
        let wishes = Wishes {
            wide: device == "desk",
            ..Wishes::default()
        };
        let phone = Phone::with(&format!("http://{}/", server.address), &wishes)?;
        Some(Looker {
            phone,
            device,
            objections: Vec::new(),
        })
    }

    /// Looks at what is shown, as soon as it shows this text, light and dark.
    fn look(&mut self, screen: &str, shows: &str) {
        self.phone.see(shows);
        self.settle();
        let wide = self.phone.js(TOO_WIDE, &json!([]));
        if wide != json!([]) {
            let here = format!("{screen}, {}", self.device);
            self.objections
                .push(format!("{here}: scrolls sideways: {wide}"));
        }
        self.phone.js(AXE, &json!([]));
        for (light, dark) in [("light", false), ("dark", true)] {
            self.phone.set_dark(dark);
            self.settle();
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

    /// Lets what glows once stop glowing.
    fn settle(&self) {
        let still = "return document.getAnimations().every((one) => one.playState !== 'running') && document.fonts.status === 'loaded'";
        let rest = || (self.phone.js(still, &json!([])) == Value::Bool(true)).then_some(());
        self.phone
            .until(rest, || "the page does not come to rest".to_owned());
    }

    /// Keeps a picture, where `OVERTRICK_LOOKS` names a folder.
    #[expect(
        clippy::disallowed_methods,
        reason = "a test writes files where it is asked to"
    )]
    fn photograph(&self, name: &str) {
        let Ok(folder) = env::var("OVERTRICK_LOOKS") else {
            return;
        };
        let file = Path::new(&folder).join(format!("{name}.png"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(file, self.phone.photo()).unwrap();
    }

    /// Says all objections, and what the browser had to say of errors, content policy and the rest.
    fn done(mut self) {
        let said = self.phone.console().into_iter();
        let unexpected = said.filter(|line| {
            line.starts_with("SEVERE") && !EXPECTED.iter().any(|known| line.contains(known))
        });
        self.objections.extend(unexpected);
        assert!(self.objections.is_empty(), "{}", self.objections.join("\n"));
    }

    fn open(&self, game: &Match<'_>, rest: &str) {
        self.phone.open(&format!("#/m/{}{rest}", game.id));
    }
}

/// The sample match of a game with so many of its hands.
fn played<'a>(server: &'a Server, game: &str, hands: usize) -> Match<'a> {
    let (mut document, all) = sample(game);
    document["hands"] = all[..hands].into();
    server.create(&document)
}

fn join(looker: &Looker, game: &Match<'_>, key: &str) {
    looker.phone.open(&format!("#/join/{}/{key}", game.id));
    looker.phone.find("link", &text("tab.sheet"));
}

fn everywhere(look: impl Fn(&Server, &mut Looker)) {
    for device in ["phone", "desk"] {
        let server = Server::start();
        let Some(mut looker) = Looker::at(&server, device) else {
            return;
        };
        look(&server, &mut looker);
        looker.done();
    }
}

#[test]
fn starting() {
    everywhere(|_, looker| {
        looker.look("start", &text("start.new"));
        for game in games::all().iter().map(|entry| entry.facts.id) {
            looker.phone.open(&format!("#/new/{game}"));
            looker.look(&format!("new-{game}"), &text("new.start"));
        }
        looker.phone.press(&format!("{}…", text("new.rules")));
        looker.look("new-rules", &text("new.title"));
        looker.phone.open("#/");
        looker.phone.press(&text("start.join"));
        looker.look("join", &text("start.link-hint"));
        looker.phone.press(&text("close"));
        looker.phone.press(&text("settings.title"));
        looker.look("settings", &text("settings.title"));
    });
}

#[test]
fn reading_the_rules() {
    everywhere(|_, looker| {
        let word = |key: &str| Language::english().text("rules", key);
        let home = looker.phone.home.clone();
        looker.phone.goto(&format!("{home}games"));
        looker.look("rules-games", &word("games-about"));
        for game in games::all().iter().map(|entry| entry.facts.id) {
            looker.phone.goto(&format!("{home}games/{game}"));
            looker.look(&format!("rules-{game}"), &word("find"));
        }
        looker.phone.ask(&word("find"), "what beats what?");
        looker.look("rules-found", &format!("{} 1", word("found")));
    });
}

#[test]
fn recording() {
    everywhere(|server, looker| {
        for game in games::all().iter().map(|entry| entry.facts.id) {
            let hands = 2;
            let game_ = played(server, game, hands);
            join(looker, &game_, &game_.direct);
            looker.look(
                &format!("bids-{game}"),
                &say("record.hand", &args![hand: hands + 1]),
            );
            looker.phone.to_step(game, "result");
            looker.look(
                &format!("result-{game}"),
                &say("record.hand", &args![hand: hands + 1]),
            );
        }
    });
}

/// A match of four in its sixth hand.
fn thursday(server: &Server) -> Match<'_> {
    let hand = |bids: [u8; 4], tricks: [u8; 4]| {
        let by_name =
            |all: [u8; 4]| json!({ "Ann": all[0], "Bo": all[1], "Cyril": all[2], "Dee": all[3] });
        json!({ "bids": by_name(bids), "tricks": by_name(tricks) })
    };
    server.create(&json!({
        "game": "brink-bid", "title": "Thursday at the Crown", "players": ["Ann", "Bo", "Cyril", "Dee"],
        "hands": [
            hand([1, 1, 0, 2], [1, 2, 0, 1]), hand([2, 0, 1, 1], [2, 0, 3, 0]),
            hand([1, 2, 2, 2], [1, 1, 2, 2]), hand([3, 0, 2, 1], [2, 1, 3, 1]),
            hand([2, 2, 2, 1], [2, 2, 3, 1]),
        ],
    }))
}

fn enter_sixth(phone: &Phone) {
    let bids = [("Cyril", "3"), ("Dee", "2"), ("Ann", "2"), ("Bo", "1")];
    phone.enter_all("bids", &bids);
    phone.to_result("brink-bid");
    let tricks = [("Cyril", "4"), ("Dee", "2"), ("Ann", "2"), ("Bo", "1")];
    phone.enter_all("tricks", &tricks);
}

#[test]
fn a_hand_as_it_is_entered() {
    everywhere(|server, looker| {
        let game = thursday(server);
        join(looker, &game, &game.direct);
        enter_sixth(&looker.phone);
        looker.look("hand", &text("record.preview"));
        looker.phone.press(&say("record.save", &args![hand: 6]));
        looker.look("saved", &text("record.undo"));
        looker.open(&game, "/sheet");
        looker.look("sheet-of-six", &text("sheet.chart"));
        looker.phone.press(&format!(
            "{}…",
            say("sheet.cell", &args![player: "Ann".to_owned(), hand: 4])
        ));
        looker.look("derivation", &text("sheet.correct-hand"));
        looker.open(&game, "/tv");
        looker.phone.gone("button", &text("sheet.correct-hand"));
        looker.look("tv-of-six", &text("tv.live"));
    });
}

#[test]
fn what_fits_as_it_is_offered() {
    for (device, words) in [("phone", "en"), ("desk", "en"), ("phone", "cs")] {
        let server = Server::start();
        let Some(mut looker) = Looker::at(&server, device) else {
            return;
        };
        let say = |key: &str, args: &Args| Language::find(words).unwrap().format("page", key, args);
        let text = |key: &str| say(key, &Args::new());
        let game = thursday(&server);
        join(&looker, &game, &game.direct);
        if words == "cs" {
            looker.phone.press(&super::phone::text("settings.title"));
            looker.phone.press("Čeština");
            looker.open(&game, "");
        }
        let number = |player: &str, field: &str| {
            let field = text(&format!("field.{field}"));
            say("number.of", &args![player: player.to_owned(), field: field])
        };
        for (player, bid) in [("Cyril", "3"), ("Dee", "2"), ("Ann", "2"), ("Bo", "1")] {
            looker.phone.enter(&number(player, "bids"), bid);
        }
        let result = text("step.brink-bid.result");
        looker
            .phone
            .press(&say("record.next", &args![step: result]));
        for (player, tricks) in [("Cyril", "4"), ("Dee", "2")] {
            looker.phone.enter(&number(player, "tricks"), tricks);
        }
        let range = args![from: "0".to_owned(), to: "3".to_owned()];
        looker.look(&format!("range-{words}"), &say("fit.range", &range));
        looker.phone.enter(&number("Ann", "tricks"), "2");
        looker.look(&format!("offered-{words}"), &say("fit.only", &args![n: 1]));
        looker.phone.enter(&number("Ann", "tricks"), "6");
        looker.look(&format!("conflict-{words}"), &text("fit.wrong"));
        looker.done();
    }
}

#[test]
fn without_a_network_and_two_claims() {
    everywhere(|server, looker| {
        let game = thursday(server);
        join(looker, &game, &game.direct);
        looker
            .phone
            .find("heading", &say("record.hand", &args![hand: 6]));
        looker.phone.cut_off(true);
        enter_sixth(&looker.phone);
        looker.look("offline", &text("record.offline"));
        looker.phone.press(&say("record.save", &args![hand: 6]));
        looker.look("unsent", &say("line.unsent", &args![n: 1]));
        let by_name =
            |all: [u8; 4]| json!({ "Ann": all[0], "Bo": all[1], "Cyril": all[2], "Dee": all[3] });
        game.record(&json!({ "bids": by_name([2, 1, 3, 2]), "tricks": by_name([3, 1, 3, 2]) }));
        looker.phone.cut_off(false);
        looker.look("claims", &text("claims.mine"));
        let said = "Bids Ann 2, Bo 1, Cyril 3, Dee 2 Tricks";
        assert_eq!(
            looker.phone.shown().matches(said).count(),
            2,
            "the bids are the same"
        );
    });
}

#[test]
fn the_tabs_of_a_match() {
    everywhere(|server, looker| {
        let game = played(server, "contractor", 4);
        join(looker, &game, &game.direct);
        looker.open(&game, "/sheet");
        looker.look("sheet", &text("sheet.legend"));
        looker.open(&game, "/correct/2");
        looker.look("correct-hand", &text("correct.comes-to"));
        looker.phone.press(&text("correct.take"));
        looker.look("correct", &text("correct.comes-to"));
        for (screen, shows) in [
            ("rule", "rule.q-trick"),
            ("share", "share.website"),
            ("more", "more.finish"),
            ("history", "history.title"),
            ("settle", "settle.payments"),
            ("adjust", "adjust.title"),
            ("players", "players.title"),
        ] {
            looker.open(&game, &format!("/{screen}"));
            looker.look(screen, &text(shows));
        }
        looker.open(&game, "/tv");
        looker.look("tv", &text("tv.live"));
    });
}

#[test]
fn czech_in_the_largest_text() {
    let server = Server::start();
    let Some(mut looker) = Looker::at(&server, "czech-largest") else {
        return;
    };
    let czech = |key: &str| Language::find("cs").unwrap().text("page", key);
    looker.phone.press(&text("settings.title"));
    looker.phone.press(&text("settings.text.largest"));
    looker.phone.press("Čeština");
    looker.look("start", &czech("start.new"));
    assert_eq!(
        looker
            .phone
            .js("return document.documentElement.lang", &json!([])),
        "cs"
    );
    looker.phone.open("#/new/mariash");
    looker.look("new", &czech("new.start"));
    let game = played(&server, "mariash", 3);
    looker
        .phone
        .open(&format!("#/join/{}/{}", game.id, game.direct));
    for (rest, shows) in [
        ("", "field.declarer"),
        ("/sheet", "sheet.legend"),
        ("/rule", "rule.q-trick"),
        ("/share", "share.website"),
        ("/more", "more.finish"),
        ("/settle", "settle.payments"),
        ("/history", "history.title"),
    ] {
        looker.phone.find("link", &czech("tab.sheet"));
        looker.open(&game, rest);
        looker.look(&format!("mariash{}", rest.replace('/', "-")), &czech(shows));
    }
    looker.done();
}

#[test]
fn empty_watching_over_and_locked() {
    everywhere(|server, looker| {
        let fresh = played(server, "brink-bid", 0);
        join(looker, &fresh, &fresh.direct);
        looker.open(&fresh, "/sheet");
        looker.look("sheet-empty", &text("sheet.empty"));
        looker.open(&fresh, "/settle");
        looker.look("settle-empty", &text("settle.empty"));
        let seen = played(server, "mariash", 3);
        join(looker, &seen, &seen.view);
        looker.look("watch", &text("watch.nothing"));
        looker.open(&seen, "/share");
        looker.look("share-watcher", &text("share.view-may"));
        let over = played(server, "brink-bid", 7);
        join(looker, &over, &over.score);
        looker.look("over", &text("over.title"));
        looker.phone.open("#/m/aaaaaaaaaaaaaaaaaaaaaa");
        looker.look("locked", &text("line.locked"));
        let headers = [("authorization", &*bearer(&over.direct)), ("if-match", "*")];
        server.send("PUT", &over.path("/embed"), &headers, None);
        looker.phone.goto(&format!(
            "http://{}/embed/matches/{}",
            server.address, over.id
        ));
        looker.look("frame", "Zuzana Šťastná wins.");
    });
}
