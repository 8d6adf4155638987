//! Transferring a match stored on a phone to another phone by a link.

use serde_json::json;

use super::alone::begun;
use super::chromium::Wishes;
use super::folder::Folder;
use super::looker::everywhere;
use super::phone::{Phone, text};
use crate::served::Server;

/// The link that contains a match.
fn link(phone: &Phone) -> String {
    phone.tab("share");
    phone.press(&text("give.show"));
    let field = phone.find("textbox", &text("give.link"));
    phone.value(&field)
}

#[test]
fn a_match_goes_to_another_phone_by_a_link_and_comes_back() {
    let server = Server::start();
    let Some((phone, place)) = begun(&server) else {
        return;
    };
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    let older = link(&phone);

    let Some(other) = Phone::at(&server) else {
        return;
    };
    other.keep_rules();
    other.cut_off(true);
    other.reload();
    other.press(&text("start.join"));
    other.write(&text("start.code"), &older);
    other.press(&text("start.join-go"));
    other.see(&text("take.here"));
    // The message remains when the number pad opens by itself.
    other.find("group", &text("pad"));
    other.see(&text("take.here"));
    assert_eq!(other.match_address(), place);
    other.totals(&[("Ann", "5"), ("Bo", "0")]);
    other.enter_hand(("2", "3"), ("2", "3"));
    other.save(2);
    other.totals(&[("Ann", "10"), ("Bo", "5")]);

    phone.goto(&link(&other));
    phone.see(&text("take.went-on"));
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
    phone.goto(&older);
    phone.see(&text("kept.there"));
    phone.open(&place);
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
    // Both phones continue separately, and neither match is overwritten.
    phone.undo_hand(2);
    let apart = link(&phone);
    other.open(&place);
    other.enter_hand(("3", "3"), ("3", "3"));
    other.save(3);
    other.goto(&apart);
    other.see(&text("kept.apart"));
    other.open(&place);
    other.totals(&[("Ann", "15"), ("Bo", "10")]);
}

#[test]
fn a_link_that_holds_no_match_is_reported() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.open("#/take/z.AAAA");
    phone.see(&text("take.broken"));
}

#[test]
fn the_screens_of_a_match_that_is_handed_over_look_right() {
    everywhere(|_, looker| {
        let phone = &looker.phone;
        phone.keep_rules();
        phone.cut_off(true);
        phone.start("brink-bid", &["Ann", "Bo"]);
        phone.enter_hand(("1", "1"), ("1", "3"));
        phone.save(1);
        phone.tab("share");
        looker.look("share-kept", &text("give.about"));
        looker.phone.press(&text("give.show"));
        looker.look("give", &text("share.copy"));
        looker.phone.press(&text("close"));
        looker.phone.open("#/take/z.AAAA");
        looker.look("take", &text("take.broken"));
    });
}

/// A link to a log that is not a match, packed as the page packs logs.
const PACK: &str = "const done = arguments[0]; import('./page.js').then(async () => {
        const { $share_packed: { packed } } = await import('./more.js');
        done(`#/take/${await packed({ head: {}, events: [] })}`);
    });";

#[test]
fn a_match_that_takes_too_long_to_judge_is_given_up_and_the_page_goes_on() {
    let folder = Folder::written();
    let Some(phone) = Phone::with(&folder.home, &Wishes::default()) else {
        return;
    };
    let link = phone.js_later(PACK, &json!([]));
    folder.judge_without_end();
    // A new phone, because the first one has loaded the real rules.
    let Some(phone) = Phone::with(&folder.home, &Wishes::default()) else {
        return;
    };
    phone.open(link.as_str().unwrap());
    // While the match is judged, the page stays responsive.
    phone.see(&text("take.opening"));
    phone.find("button", &text("settings.title"));
    phone.see(&text("take.too-long"));

    phone.open("");
    phone.js(super::alone::FILES, &json!([]));
    phone.press(&text("start.join"));
    phone.press(&text("kept.open"));
    phone.choose_file("match.json", "{}");
    phone.see(&text("take.too-long"));
    assert!(
        phone.has("button", &text("start.join-go")),
        "the page still works"
    );
}
