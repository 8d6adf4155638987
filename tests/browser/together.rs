//! Several people in one match, and their names.

use overtrick_core::args;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, text};
use super::sharing::in_a_network;
use crate::served::Server;

#[test]
fn one_records_and_another_watches_live() {
    let server = Server::start();
    let (home, wishes) = in_a_network(&server);
    let Some(scorer) = Phone::with(&home, &wishes) else {
        return;
    };
    scorer.start("brink-bid", &["Ann", "Bo"]);
    scorer.tab("share");
    scorer.press_in(&text("share.people"), &text("share.to-view"));
    let link = scorer.value(&scorer.find("textbox", &text("share.link-view")));
    assert!(link.starts_with(&format!("{home}#/join/")), "{link}");
    scorer.find("image", &text("share.qr"));

    let Some(watcher) = Phone::with(&link, &wishes) else {
        return;
    };
    watcher.see(&text("watch.nothing"));
    assert!(
        !watcher.address().contains("join"),
        "the key is not in the address"
    );
    let past = watcher.js(
        "return navigation.entries().map((one) => one.url)",
        &json!([]),
    );
    assert!(
        !past.to_string().contains("join"),
        "the key is not in the history: {past}"
    );

    scorer.tab("record");
    scorer.enter_all("bids", &[("Bo", "1"), ("Ann", "2")]);
    watcher.see("Ann 2");
    assert!(
        !watcher.has("spinbutton", &number_of("Ann", "bids")),
        "a watcher cannot enter numbers"
    );
    scorer.to_result("brink-bid");
    scorer.enter_all("tricks", &[("Bo", "2"), ("Ann", "2")]);
    scorer.save(1);
    watcher.totals(&[("Ann", "5"), ("Bo", "2")]);
    watcher.see(&say("watch.last", &args![hand: 1]));
    scorer.press(&text("record.undo"));
    watcher.totals(&[("Ann", "0"), ("Bo", "0")]);
}

#[test]
fn names_with_markup_stay_text() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let name = "<img src=x onerror=alert(1)>";
    phone.start(
        "contractor",
        &[name, "Bo & Co", "\"><script>alert(2)</script>"],
    );
    for rest in [
        "", "/sheet", "/share", "/more", "/players", "/history", "/rule", "/tv",
    ] {
        phone.open(&format!("{}{rest}", phone.match_address()));
        phone.see(name);
        let foreign = "return document.querySelectorAll('#page img[src=x], #page script').length";
        assert_eq!(phone.js(foreign, &json!([])), Value::from(0), "{rest}");
    }
}

#[test]
fn watchers_see_the_labels_of_the_game() {
    let server = Server::start();
    let Some(watcher) = Phone::at(&server) else {
        return;
    };
    let document = json!({ "game": "berzerka", "players": ["Ann", "Bo", "Cy"], "hands": [] });
    let game = server.create(&document);
    let hand = json!({ "declarer": "Ann", "tricks": 6 });
    game.changed(
        &game.score,
        &json!({ "action": "set_current", "hand": hand }),
    );
    watcher.open(&format!("#/join/{}/{}", game.id, game.view));
    watcher.see(&text("field.berzerka.tricks"));
}

#[test]
fn a_match_that_is_deleted_locks_on_other_phones_with_one_sentence() {
    let server = Server::start();
    let game = server.create(&crate::served::brink_bid());
    let Some(director) = Phone::recording(&server, &game, 1) else {
        return;
    };
    let Some(scorer) = Phone::at(&server) else {
        return;
    };
    scorer.join_hand(&game, &game.score, 1);
    scorer.enter_all("bids", &[("Bo", "1")]);
    // An entry that the director has not seen yet is not deleted.
    let seen = "return document.querySelector('[role=spinbutton][aria-valuenow=\"1\"]') !== null";
    director.until(
        || (director.js(seen, &serde_json::json!([])) == true).then_some(()),
        || "the bid of the other phone is not shown".to_owned(),
    );
    director.tab("more");
    director.press(&format!("{}…", text("more.delete")));
    director.press_in(&text("more.delete"), &text("more.delete-yes"));
    director.see(&text("more.deleted"));
    scorer.see(&text("line.gone"));
    let fields = "return document.querySelectorAll('[role=spinbutton]').length";
    scorer.until(
        || (scorer.js(fields, &serde_json::json!([])) == 0).then_some(()),
        || "the hand can still be entered".to_owned(),
    );
    scorer.follow(&text("home"));
    scorer.find("heading", &text("start.new"));
}
