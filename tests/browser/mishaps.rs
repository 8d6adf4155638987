//! Interruptions of a phone in the middle of a match: no input is lost, and no old match changes.

use overtrick_core::args;
use serde_json::{Value, json};

use super::alone::begun;
use super::chromium::Wishes;
use super::folder::Folder;
use super::phone::{Phone, number_of, say, text};
use crate::served::{Server, bearer, brink_bid, sample};

/// The stored log of the open match.
fn log(phone: &Phone) -> Value {
    let script = "const done = arguments[1]; const asked = indexedDB.open('overtrick');
        asked.onsuccess = () => {
            const read = asked.result.transaction('matches').objectStore('matches').get(arguments[0]);
            read.onsuccess = () => { asked.result.close(); done(read.result?.log ?? null); };
        };";
    let place = phone.match_address();
    phone.js_later(script, &json!([place.strip_prefix("#/m/").unwrap()]))
}

#[test]
fn a_browser_that_is_killed_in_the_middle_has_every_hand() {
    let server = Server::start();
    let Some((phone, place)) = begun(&server) else {
        return;
    };
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    let before = log(&phone);
    let phone = phone.killed(&Wishes::default());
    phone.cut_off(true);
    phone.see(&text("kept.here"));
    phone.open(&place);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    assert_eq!(log(&phone), before);
    phone.enter_hand(("2", "3"), ("2", "3"));
    phone.save(2);
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
}

#[test]
fn unsent_hands_survive_a_killed_browser() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    phone.go_alone();
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    let place = phone.match_address();
    let phone = phone.killed(&Wishes::default());
    phone.open(&place);
    let sent = || (game.state()["document"]["hands"].as_array()?.len() == 1).then_some(());
    phone.until(sent, || format!("not sent: {}", game.state()));
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
}

/// Makes the browser abort the transaction that writes a match, as on a full disk.
const FULL: &str = "const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...values) {
        const asked = put.apply(this, values);
        if (sessionStorage.getItem('full') !== null) this.transaction.abort();
        return asked;
    };";

#[test]
fn a_full_disk_is_reported_and_entries_wait_for_room() {
    let server = Server::start();
    let Some((phone, _)) = begun(&server) else {
        return;
    };
    phone.cdp(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": FULL }),
    );
    phone.js(FULL, &json!([]));
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    let before = log(&phone);
    phone.js("sessionStorage.setItem('full', '')", &json!([]));
    phone.enter_hand(("2", "3"), ("2", "3"));
    phone.save_last(2);
    phone.see(&text("kept.full"));
    phone.reload();
    phone.see(&text("kept.full"));
    assert_eq!(log(&phone), before);
    // The script clicks at once, because the page would also try again by itself.
    let retry = "sessionStorage.removeItem('full');
        [...document.querySelectorAll('.banner button')].find((one) => one.textContent === arguments[0]).click();";
    phone.js(retry, &json!([text("line.retry")]));
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
}

#[test]
fn a_new_version_of_the_page_leaves_a_match_that_is_kept_as_it_is() {
    let folder = Folder::written();
    let Some(phone) = Phone::with(&folder.home, &Wishes::default()) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.keep_rules();
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    let place = phone.match_address();
    let before = log(&phone);
    let opened: Value =
        serde_json::from_str(before["events"][0]["kind"].as_str().unwrap()).unwrap();
    assert_eq!(opened["document"]["edition"], 1, "{opened}");
    assert_eq!(
        opened["document"]["options"]["made_points"], 5,
        "the match keeps its house rules"
    );
    let fingerprint = |phone: &Phone| {
        let script = "return JSON.parse(localStorage.getItem('overtrick/state/' + arguments[0])).result.fingerprint";
        phone.js(script, &json!([place.strip_prefix("#/m/").unwrap()]))
    };
    let own = fingerprint(&phone);

    let sheet = text("tab.sheet");
    folder.change(
        "words/en.json",
        &format!("\"{sheet}\""),
        "\"Another sheet\"",
    );
    folder.change("shell.js", "\"version\":\"", "\"version\":\"next-");
    phone.reload();
    let names = "arguments[0]((await caches.keys()).join())";
    let names = format!("(async (...arguments) => {{ {names} }})(...arguments);");
    let fetched = || {
        let names = phone.js_later(&names, &json!([]));
        let names = names.as_str()?;
        (names.contains("overtrick-next-") && !names.contains(',')).then_some(())
    };
    phone.until(fetched, || "the new version is not kept".to_owned());
    phone.reload();
    phone.see("Another sheet");
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    assert_eq!((log(&phone), fingerprint(&phone)), (before, own));
    phone.enter_hand(("2", "3"), ("2", "3"));
    phone.save(2);
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
}

#[test]
fn two_phones_that_recorded_equal_hands_offline_agree_online() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let (Some(ann), Some(bo)) = (Phone::at(&server), Phone::at(&server)) else {
        return;
    };
    for phone in [&ann, &bo] {
        phone.join_hand(&game, &game.direct, 1);
        phone.go_alone();
        phone.enter_hand(("1", "1"), ("1", "3"));
        phone.save(1);
    }
    bo.enter_hand(("2", "3"), ("2", "3"));
    bo.save(2);
    bo.totals(&[("Ann", "10"), ("Bo", "5")]);
    for (phone, hands) in [(&ann, 1), (&bo, 2)] {
        phone.cut_off(false);
        let sent = || (game.state()["document"]["hands"].as_array()?.len() == hands).then_some(());
        phone.until(sent, || format!("not {hands} hands: {}", game.state()));
        phone.see_gone(&text("line.alone"));
    }
    for phone in [&ann, &bo] {
        phone.totals(&[("Ann", "10"), ("Bo", "5")]);
        phone.find("heading", &say("record.hand", &args![hand: 3]));
    }
}

#[test]
fn a_hand_is_checked_while_changes_arrive() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let game = server.create(&sample("brink-bid").0);
    // Changes to the match keep arriving all the time.
    let news = "const key = `overtrick/draft/${arguments[0]}`;
        setInterval(() => dispatchEvent(new StorageEvent('storage', { key })), 20)";
    phone.js(news, &json!([game.id]));
    phone.join(&game, &game.direct);
    phone.find("spinbutton", &number_of("Ann", "bids"));
    let is_busy = "return document.querySelector('[aria-busy=true]') !== null";
    let checked = || (phone.js(is_busy, &json!([])) == false).then_some(());
    phone.until(checked, || "the hand is not checked".to_owned());
}

#[test]
fn a_deleted_match_is_explained_in_plain_words() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    phone.open(&format!("#/m/{}/more", game.id));
    phone.see(&text("more.steps"));
    // A page that has learned of the deletion has no such button.
    phone.press(&format!("{}…", text("more.finish")));
    phone.find("heading", &text("more.finish"));
    let key = bearer(&game.direct);
    let version = format!("\"{}\"", game.state()["version"]);
    let address = format!("/api/v1/matches/{}", game.id);
    let gone = server.send(
        "DELETE",
        &address,
        &[("authorization", &key), ("if-match", &version)],
        None,
    );
    assert_eq!(gone.status, 204);
    phone.press_in(&text("more.finish"), &text("more.finish"));
    phone.see(&text("line.gone"));
    let shown = phone.shown();
    for technical in ["bearer", "address", "key that opens"] {
        assert!(!shown.contains(technical), "{shown}");
    }
}
