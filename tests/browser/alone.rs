//! A phone on its own: without a network, or without a server.

use std::io::Write;

use overtrick_core::args;
use overtrick_games as games;
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::lang::Language;
use serde_json::{Value, json};

use super::chromium::Wishes;
use super::folder::Folder;
use super::games::EVENINGS;
use super::phone::{Phone, say, text};
use super::secure::Secure;
use crate::served::{ADMIN, Server, bearer, brink_bid};
use crate::support::is_thorough;

#[test]
fn without_a_network_a_match_is_scored_corrected_and_ruled_and_the_service_comes_to_the_same() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    phone.go_alone();
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.enter_hand(("2", "3"), ("2", "3"));
    phone.save(2);
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
    phone.tab("sheet");
    phone.see(&text("sheet.unsent"));
    phone.open(&format!("{}/correct/1", phone.match_address()));
    phone.see(&text("correct.comes-to"));
    phone.enter_all("tricks", &[("Ann", "3"), ("Bo", "1")]);
    phone.press(&text("correct.take"));
    phone.write(&text("correct.reason"), "looked at the wrong pile");
    phone.press(&text("correct.do"));
    phone.see(&text("correct.queued"));
    phone.tab("record");
    phone.totals(&[("Ann", "5"), ("Bo", "10")]);
    phone.tab("rule");
    phone.see(&text("rule.title"));
    assert!(!phone.shown().contains(&text("rule.offline")));
    phone.reload();
    phone.totals(&[("Ann", "5"), ("Bo", "10")]);
    phone.see(&say("line.unsent", &args![n: 3]));
    phone.cut_off(false);
    let sent = || (game.state()["result"]["hands"].as_array().unwrap().len() == 2).then_some(());
    phone.until(sent, || format!("not sent: {}", game.state()));
    phone.see_gone(&text("line.alone"));
    phone.totals(&[("Ann", "5"), ("Bo", "10")]);
    let total = |at: usize| {
        let standings = game.state()["result"]["standings"].clone();
        (
            standings[at]["player"].clone(),
            standings[at]["total"].clone(),
        )
    };
    phone.until(
        || (total(0) == (json!("Bo"), json!(10))).then_some(()),
        || game.state().to_string(),
    );
    assert_eq!(total(1), (json!("Ann"), json!(5)));
}

/// Makes the page lose the answer to a log that it sends to the service.
const LOST: &str = "
    const send = globalThis.fetch;
    globalThis.fetch = async (address, parts) => {
        const answer = await send(address, parts);
        if (/logs$/.test(address)) throw new TypeError('the answer is lost');
        return answer;
    };";

#[test]
fn a_match_that_is_begun_without_a_network_moves_to_the_service_with_its_history() {
    let (secure, server) = Secure::start();
    let Some(phone) = Phone::with(&secure.home(), &Secure::wishes()) else {
        return;
    };
    phone.keep_rules();
    drop(server);
    phone.open("#/new/brink-bid");
    phone.see(&text("kept.new"));
    phone.start("brink-bid", &["Ann", "Bo"]);
    let place = phone.match_address();
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.reload();
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.correct(1, |phone| {
        phone.enter_all("tricks", &[("Ann", "3"), ("Bo", "1")]);
    });
    phone.totals(&[("Ann", "0"), ("Bo", "5")]);
    phone.undo();
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.open("");
    phone.see(&text("kept.here"));

    let server = secure.again();
    phone.reload();
    phone.open(&format!("{place}/share"));
    // The answer is lost; after a reload the phone repeats the request, and gets the keys.
    phone.js(LOST, &json!([]));
    phone.press(&text("kept.move"));
    phone.see(&text("share.offline"));
    phone.reload();
    phone.press(&text("kept.move"));
    phone.see(&text("kept.moved"));
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.tab("record");
    phone.enter_hand(("2", "3"), ("2", "3"));
    phone.save(2);
    drop(server);

    let id = place.strip_prefix("#/m/").unwrap();
    let server = secure.plain();
    let admin = bearer(ADMIN);
    let path = format!("/api/v1/matches/{id}/history");
    let history = server.get(&path, &[("authorization", &admin)]).json();
    let actions: Vec<&str> = history["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event["change"]["action"].as_str())
        .filter(|action| *action != "set_current")
        .collect();
    assert_eq!(actions, ["opened", "record", "correct", "undo", "record"]);
}

#[test]
fn no_match_starts_without_browser_storage() {
    let (secure, server) = Secure::start();
    let Some(phone) = Phone::with(&secure.home(), &Secure::wishes()) else {
        return;
    };
    phone.keep_rules();
    drop(server);
    let refuse =
        "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }";
    phone.js(refuse, &json!([]));
    phone.open("#/new/brink-bid");
    phone.see(&text("kept.none"));
    phone.seat(&["Ann", "Bo"]);
    phone.press(&text("new.start"));
    phone.see(&text("kept.none"));
    assert!(phone.address().contains("#/new/"));
}

#[test]
fn a_folder_on_a_plain_file_server_plays_a_match_of_every_game() {
    let folder = Folder::written();
    let Some(phone) = Phone::with(&folder.home, &Wishes::default()) else {
        return;
    };
    let ((_, first), others) = EVENINGS.split_first().unwrap();
    first(&phone);
    phone.open("");
    phone.see(&text("kept.here"));
    let asked =
        "return performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
        .filter((path) => !path.startsWith('/club/scores/') || path.includes('/api/'))";
    assert_eq!(phone.js(asked, &json!([])), Value::Array(Vec::new()));
    phone.keep_rules();
    phone.cut_off(true);
    phone.reload();
    let evenings = if is_thorough() { others.len() } else { 1 };
    for (_, evening) in &others[..evenings] {
        evening(&phone);
        phone.tab("record");
        phone.press(&text("over.rematch"));
        phone.find("heading", &say("record.hand", &args![hand: 1]));
    }
    for (game, _) in EVENINGS {
        rules_on_all_questions(&phone, game);
    }
}

/// Checks that the offline page gives the library's rulings on all example questions.
fn rules_on_all_questions(phone: &Phone, game: &str) {
    let language = Language::english();
    let ask = "const done = arguments[1]; const { $net_api } = await import('./page.js');
        const ask = (body) => $net_api.request('POST', 'adjudications', { body });
        done(await Promise.all(arguments[0].map(ask)));";
    let ask = format!("(async (...arguments) => {{ {ask} }})(...arguments);");
    let examples: Value = serde_json::from_str(games::find(game).unwrap().examples).unwrap();
    let questions = &examples["questions"];
    let answers = phone.js_later(&ask, &json!([questions]));
    for (question, answer) in questions
        .as_array()
        .unwrap()
        .iter()
        .zip(answers.as_array().unwrap())
    {
        let ruled = adjudicate(question.to_string().as_bytes()).unwrap();
        let ruled = serde_json::to_value(RulingsReport::new(ruled, language)).unwrap();
        assert_eq!(answer["body"], ruled, "{question}");
    }
}

#[test]
fn how_long_the_first_score_takes_on_a_slow_phone() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    phone.keep_rules();
    // The times are printed, not asserted. The script compiles and calls the module as the page does.
    let script = "const done = arguments[0]; (async () => {
        const begun = performance.now();
        const { instance } = await WebAssembly.instantiateStreaming(fetch('overtrick.wasm'), {});
        const { memory, allocate, score } = instance.exports;
        const there = performance.now();
        const input = new TextEncoder().encode(JSON.stringify({ game: 'brink-bid', players: ['Ann', 'Bo'],
            hands: [{ bids: { Ann: 1, Bo: 1 }, tricks: { Ann: 1, Bo: 3 } }] }));
        const ask = () => {
            const room = allocate(input.length);
            new Uint8Array(memory.buffer, room, input.length).set(input);
            const answer = score(0, room, input.length) >>> 0;
            return new DataView(memory.buffer, answer, 4).getUint32(0, true);
        };
        const status = ask();
        const first = performance.now();
        for (let at = 0; at < 100; at += 1) ask();
        done([status, there - begun, first - there, (performance.now() - first) / 100]);
    })();";
    for slower in [1, 4] {
        phone.reload();
        phone.cdp("Emulation.setCPUThrottlingRate", &json!({ "rate": slower }));
        let measured: [f64; 4] =
            serde_json::from_value(phone.js_later(script, &json!([]))).unwrap();
        let [status, compiled, first, later] = measured;
        assert!(status.abs() < f64::EPSILON, "the hand is scored");
        let report = format!(
            "a processor {slower} times slower: the rules are there after {compiled:.0} ms, the first score \
             {first:.0} ms later, each other one in {later:.2} ms\n"
        );
        std::io::stderr().write_all(report.as_bytes()).unwrap();
    }
}

/// A phone with a match started offline.
pub fn begun(server: &Server) -> Option<(Phone, String)> {
    let phone = Phone::at(server)?;
    phone.keep_rules();
    phone.cut_off(true);
    phone.start("brink-bid", &["Ann", "Bo"]);
    let place = phone.match_address();
    Some((phone, place))
}

#[test]
fn two_tabs_of_a_match_that_lives_on_the_phone_lose_nothing() {
    let server = Server::start();
    let Some((phone, place)) = begun(&server) else {
        return;
    };
    phone.new_tab();
    phone.cut_off(true);
    phone.open(&place);
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.first_tab();
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.enter_hand(("2", "3"), ("2", "3"));
    phone.save(2);
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
    phone.undo_hand(2);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
}

/// Captures files that the page saves, and replaces the file chooser.
pub const FILES: &str = "
    URL.createObjectURL = (blob) => { blob.text().then((text) => { globalThis.saved = text; }); return '#'; };
    HTMLAnchorElement.prototype.click = () => undefined;
    HTMLInputElement.prototype.click = function () { globalThis.chooser = this; };";

#[test]
fn a_match_goes_to_another_phone_as_a_file_and_is_there_once() {
    let server = Server::start();
    let Some((phone, place)) = begun(&server) else {
        return;
    };
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    phone.js(FILES, &json!([]));
    phone.tab("share");
    phone.press(&text("kept.file"));
    let saved = phone.until(
        || {
            phone
                .js("return globalThis.saved ?? null", &json!([]))
                .as_str()
                .map(str::to_owned)
        },
        || "nothing is saved".to_owned(),
    );
    let Some(other) = Phone::at(&server) else {
        return;
    };
    other.js(FILES, &json!([]));
    for (file, message) in [("{}", text("kept.no-match")), (&*saved, text("tab.sheet"))] {
        if !other.has("button", &text("kept.open")) {
            other.press(&text("start.join"));
        }
        other.press(&text("kept.open"));
        other.choose_file("match.json", file);
        other.see(&message);
    }
    assert_eq!(other.match_address(), place);
    other.totals(&[("Ann", "5"), ("Bo", "0")]);
    other.open("");
    other.js(FILES, &json!([]));
    other.press(&text("start.join"));
    other.press(&text("kept.open"));
    other.choose_file("match.json", &saved);
    other.see(&text("kept.there"));
}
