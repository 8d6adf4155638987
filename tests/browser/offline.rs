//! Losing and regaining the network.

use overtrick_core::args;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, text};
use super::secure::Secure;
use super::sharing::in_a_network;
use crate::served::{ADMIN, Server, bearer, brink_bid};

#[test]
fn hands_recorded_offline_are_sent_once_when_online() {
    let (secure, server) = Secure::start();
    let Some(phone) = Phone::with(&secure.home(), &Secure::wishes()) else {
        return;
    };
    phone.keep_rules();
    phone.start("brink-bid", &["Ann", "Bo"]);
    let place = phone.match_address();
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    drop(server);

    phone.reload();
    phone.see(&text("line.alone"));
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    for (hand, bids, tricks) in [(2, ("2", "3"), ("2", "3")), (3, ("0", "6"), ("1", "5"))] {
        phone.enter_hand(bids, tricks);
        phone.save(hand);
    }
    phone.see(&say("line.unsent", &args![n: 2]));
    phone.totals(&[("Ann", "12"), ("Bo", "7")]);
    phone.reload();
    phone.see(&say("line.unsent", &args![n: 2]));
    phone.totals(&[("Ann", "12"), ("Bo", "7")]);

    phone.find("button", &text("line.retry"));
    let server = secure.again();
    // The page also tries again by itself, so the button may be gone already.
    let retry = "[...document.querySelectorAll('.banner button')].find((one) => one.textContent === arguments[0])?.click()";
    phone.js(retry, &json!([text("line.retry")]));
    phone.see_gone(&text("line.alone"));
    phone.totals(&[("Ann", "12"), ("Bo", "7")]);
    phone.reload();
    phone.totals(&[("Ann", "12"), ("Bo", "7")]);
    drop(server);

    let id = place.strip_prefix("#/m/").unwrap();
    let server = secure.plain();
    let answer = server.get(
        &format!("/api/v1/matches/{id}"),
        &[("authorization", &bearer(ADMIN))],
    );
    let hands = answer.json()["document"]["hands"].as_array().unwrap().len();
    assert_eq!(hands, 3, "each hand is stored once");
}

#[test]
fn the_page_opens_without_a_network() {
    let (secure, server) = Secure::start();
    let Some(phone) = Phone::with(&secure.home(), &Secure::wishes()) else {
        return;
    };
    phone.keep_rules();
    phone.start("mariash", &["Ann", "Bo", "Cy"]);
    drop(server);
    phone.open("");
    phone.see(&text("start.going-on"));
    for player in ["Ann", "Bo", "Cy"] {
        phone.see(player);
    }
    phone.see("Contract Sabacc");
}

#[test]
fn a_reload_in_the_middle_of_typing_loses_nothing() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.open("#/new/contractor");
    phone.write(&say("new.player", &args![n: 1]), "Ivy");
    phone.reload();
    let first = phone.find("textbox", &say("new.player", &args![n: 1]));
    assert_eq!(phone.value(&first), "Ivy");

    phone.start("brink-bid", &["Ann", "Bo", "Cy"]);
    phone.enter_all("bids", &[("Bo", "1"), ("Cy", "2")]);
    phone.reload();
    for (player, bid) in [("Bo", "1"), ("Cy", "2"), ("Ann", "")] {
        let field = phone.find("spinbutton", &number_of(player, "bids"));
        assert_eq!(phone.value(&field), bid, "{player}");
    }
    phone.enter_all("bids", &[("Ann", "1")]);
    phone.to_result("brink-bid");
    phone.enter_all("tricks", &[("Bo", "1")]);
    phone.reload();
    let field = phone.find("spinbutton", &number_of("Bo", "tricks"));
    assert_eq!(phone.value(&field), "1", "the step is kept too");
}

#[test]
fn two_phones_that_contradict_each_other_are_two_claims() {
    for (choice, ann, bo) in [
        ("claims.take-mine", "5", "5"),
        ("claims.take-theirs", "0", "2"),
    ] {
        let server = Server::start();
        let game = server.create(&brink_bid());
        let Some(phone) = Phone::recording(&server, &game, 1) else {
            return;
        };
        phone.go_alone();
        phone.enter_hand(("1", "3"), ("1", "3"));
        phone.save(1);
        phone.see(&say("line.unsent", &args![n: 1]));
        game.record(&json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 4, "Bo": 0 } }));
        phone.cut_off(false);
        phone.see(&text("claims.title"));
        phone.see(&text("claims.mine"));
        phone.see(&text("claims.theirs"));
        assert_eq!(
            game.state()["document"]["hands"].as_array().unwrap().len(),
            1,
            "nothing is overwritten"
        );
        phone.press(&text(choice));
        phone.gone("heading", &text("claims.title"));
        phone.totals(&[("Ann", ann), ("Bo", bo)]);
        assert_eq!(
            game.state()["document"]["hands"].as_array().unwrap().len(),
            1
        );
    }
}

#[test]
fn by_plain_http_the_page_shows_why_it_stays_online_and_all_else_works() {
    let server = Server::start();
    let (home, wishes) = in_a_network(&server);
    let Some(phone) = Phone::with(&home, &wishes) else {
        return;
    };
    phone.press(&text("settings.title"));
    phone.see(&text("settings.offline.http"));
    phone.see(&text("settings.awake.http"));
    assert!(!phone.has("checkbox", &text("settings.awake")));
    phone.press(&text("close"));
    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.tab("share");
    phone.see(&text("share.by-hand-http"));
    assert!(!phone.has("button", &text("share.copy")));
    assert!(!phone.has("button", &text("share.send")));
    let label = text("share.link-view");
    phone.click(None, "textbox", &label);
    let selected = "const { value, selectionStart, selectionEnd } = document.activeElement;
        return value.slice(selectionStart, selectionEnd)";
    let link = phone.value(&phone.find("textbox", &label));
    assert_eq!(phone.js(selected, &json!([])), Value::from(link));
}

#[test]
fn by_plain_http_the_rules_are_read_ahead_while_there_is_a_network() {
    let server = Server::start();
    let (home, wishes) = in_a_network(&server);
    let Some(phone) = Phone::with(&home, &wishes) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    let read = "return performance.getEntriesByType('resource').some((one) => one.name.endsWith('overtrick.wasm') && one.responseEnd > 0)";
    let is_read = || (phone.js(read, &json!([])) == json!(true)).then_some(());
    phone.until(is_read, || "the rules are not read ahead".to_owned());
    phone.cut_off(true);
    phone.see(&text("line.alone"));
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.tab("sheet");
    phone.see(&text("sheet.unsent"));
}
