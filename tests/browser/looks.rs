//! Every screen, on phone and desktop, light and dark: no sideways scrolling, no objections of axe-core, no
//! violations of the content policy.

use serde_json::json;

use super::looker::{Looker, everywhere, join, played};
use super::phone::{Phone, say, text};
use crate::served::{Match, Server, bearer};
use overtrick_core::{Args, args};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_server::settings::Settings;

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
        looker.look("join", &text("start.code-hint"));
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
fn reading_the_documentation() {
    everywhere(|_, looker| {
        let home = looker.phone.home.clone();
        looker.phone.goto(&format!("{home}docs/guide"));
        looker.look("docs-guide", "A match in curl");
        looker.phone.goto(&format!("{home}problems"));
        looker.look("docs-problems", "not-found");
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

/// A match of four players in its sixth hand.
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
fn offered_choices_fit_the_screen() {
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
        let others = say("record.save-as-bid", &args![hand: 6]);
        looker.look(&format!("as-bid-{words}"), &others);
        looker.phone.enter(&number("Ann", "tricks"), "2");
        let last = say(
            "record.save-with",
            &args![hand: 6, fields: "Bo 1".to_owned()],
        );
        looker.look(&format!("offered-{words}"), &last);
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
        looker.phone.go_alone();
        enter_sixth(&looker.phone);
        looker.look("offline", &text("record.preview"));
        looker.phone.press(&say("record.save", &args![hand: 6]));
        looker.look("unsent", &say("line.unsent", &args![n: 1]));
        let by_name =
            |all: [u8; 4]| json!({ "Ann": all[0], "Bo": all[1], "Cyril": all[2], "Dee": all[3] });
        game.record(&json!({ "bids": by_name([2, 1, 3, 2]), "tricks": by_name([3, 1, 3, 2]) }));
        looker.phone.cut_off(false);
        looker.look("claims", &text("claims.mine"));
        let message = "Bids Ann 2, Bo 1, Cyril 3, Dee 2 Tricks";
        assert_eq!(
            looker.phone.shown().matches(message).count(),
            2,
            "both claims show the same bids"
        );
    });
}

#[test]
fn players_and_refused_entries() {
    for (device, size) in [("phone", (360, 740)), ("small", (320, 568))] {
        let server = Server::start();
        let Some(mut looker) = Looker::at(&server, device) else {
            return;
        };
        looker.phone.resize(size);
        let fresh = played(&server, "brink-bid", 0);
        join(&looker, &fresh, &fresh.direct);
        looker.look("forgotten", &text("seats.forgotten"));
        looker.open(&fresh, "/seats");
        looker.look("seats", &text("seats.go"));
        let sixth = say("record.hand", &args![hand: 6]);
        let game = thursday(&server);
        join(&looker, &game, &game.direct);
        looker.phone.find("heading", &sixth);
        looker.phone.lose_network();
        enter_sixth(&looker.phone);
        looker.phone.press(&say("record.save", &args![hand: 6]));
        looker.phone.see(&say("line.unsent", &args![n: 1]));
        let script = "const [id] = arguments;
            const key = `overtrick/outbox/${id}`;
            const queue = JSON.parse(localStorage.getItem(key));
            queue.at(-1).change.hand.tricks.Cyril = 11;
            queue.push({ once: 'the-key-of-a-step-0001', change: { action: 'undo' }, at: 0, version: 1, hands: 6, base: null, refused: { stale: true } });
            localStorage.setItem(key, JSON.stringify(queue));";
        looker.phone.js(script, &json!([game.id]));
        looker.phone.cut_off(false);
        // While it is offline, the phone judges the hand itself, and Undo removes it.
        looker.phone.see_gone(&text("line.offline"));
        // The step after the hand is already refused, but the hand is shown first once the service refuses it.
        looker.look("refused", "11 is out of range");
        looker.phone.press(&text("refused.drop"));
        looker
            .phone
            .press_in(&text("refused.drop"), &text("refused.drop"));
        looker.look("stale", &text("refused.stale"));
        assert!(!looker.phone.has("button", &text("record.undo")));
        let cyril = say(
            "number.of",
            &args![player: "Cyril".to_owned(), field: text("field.tricks")],
        );
        let other = thursday(&server);
        join(&looker, &other, &other.direct);
        looker.phone.find("heading", &sixth);
        enter_sixth(&looker.phone);
        looker.phone.enter(&cyril, "11");
        looker.look("out-of-range", "11 is out of range");
        looker.done();
    }
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
            ("share", "share.advanced"),
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
fn sharing() {
    for (device, sizes) in [
        ("phone", &[(360, 740), (320, 568)][..]),
        ("desk", &[(1280, 800)][..]),
    ] {
        let club =
            |settings: &mut Settings| settings.public_url = Some("https://club.example".into());
        let server = Server::with(club);
        let Some(mut looker) = Looker::at(&server, device) else {
            return;
        };
        let game = server.create(&crate::served::brink_bid());
        for key in [&game.view, &game.direct] {
            join(&looker, &game, key);
        }
        looker.open(&game, "/share");
        let code = "return document.querySelector('.qr')?.getBoundingClientRect().width";
        for size in sizes {
            looker.phone.resize(*size);
            looker.phone.find("image", &text("share.qr"));
            let width = looker.phone.js(code, &json!([])).as_f64().unwrap();
            let wanted = f64::from(size.0 - 80).min(400.0);
            assert!(width >= wanted, "{size:?}: the code is {width} px wide");
            looker.look(&format!("share-{}", size.0), &text("share.view-may"));
        }
        looker.phone.press(&text("share.code-make"));
        looker.look("share-code", &text("share.code-end"));
        looker.phone.press(&text("share.advanced"));
        looker.phone.press(&text("share.show"));
        looker.phone.find("textbox", &text("share.frame"));
        let inner = "return [...document.querySelectorAll('#main *')]
            .filter((one) => one.scrollHeight > one.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
            .map((one) => one.className)";
        assert_eq!(
            looker.phone.js(inner, &json!([])),
            json!([]),
            "a scrolling area inside the page"
        );
        let below = "scrollTo(0, document.body.scrollHeight)";
        looker.phone.js(below, &json!([]));
        looker.look("share-below", &text("share.document"));
        looker.done();
    }
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
        ("/share", "share.advanced"),
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
        server.send("PUT", &over.path("/publication"), &headers, None);
        looker.phone.goto(&format!(
            "http://{}/embed/matches/{}",
            server.address, over.id
        ));
        looker.look("frame", "Zuzana Šťastná wins.");
    });
}

#[test]
fn publishing() {
    let word = |key: &str| Language::english().text("public", key);
    for device in ["phone", "desk"] {
        let server = Server::with(|settings| settings.public_list = true);
        let Some(mut looker) = Looker::at(&server, device) else {
            return;
        };
        let home = format!("http://{}/", server.address);
        looker.phone.goto(&home);
        looker.look("matches-none", &word("empty"));
        for game in games::all().iter().map(|entry| entry.facts.id) {
            let played = played(&server, game, 3);
            let headers = [
                ("authorization", &*bearer(&played.direct)),
                ("if-match", "*"),
                ("content-type", "application/json"),
            ];
            let sheet = br#"{"part": "sheet"}"#;
            server.send("PUT", &played.path("/publication"), &headers, Some(sheet));
            looker.phone.goto(&format!("{home}matches/{}", played.id));
            looker.look(&format!("match-{game}"), &word("sheet"));
            let rows = "const all = document.createRange();
                all.selectNodeContents(document.querySelector('.sheet thead th'));
                return all.getClientRects().length";
            let rows = looker.phone.js(rows, &json!([]));
            assert_eq!(rows, 1, "{game}: the first heading is in one row");
        }
        looker.phone.goto(&home);
        looker.look("matches", &word("play"));
        looker.done();
    }
}
