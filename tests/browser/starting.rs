//! Choosing players until the first hand is recorded.

use overtrick_core::args;
use serde_json::json;

use super::chromium::Wishes;
use super::phone::{Phone, say, text};
use crate::served::Server;

/// The key that moves to the next field.
const ENTER: &str = "\u{e007}";

fn player(number: usize) -> String {
    say("new.player", &args![n: number])
}

#[test]
fn enter_goes_on_to_one_more_player_and_starts_nothing() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.open("#/new/contractor");
    phone.write(&player(1), &format!("Ann{ENTER}"));
    let focused = "return document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent";
    assert_eq!(phone.js(focused, &json!([])), json!(player(2)));
    phone.write(&player(2), "Bo");
    // The game is for three players, so Enter after the last name moves to the button, but does not press it.
    phone.write(&player(3), &format!("Cy{ENTER}"));
    assert_eq!(phone.js(focused, &json!([])), json!(text("new.start")));
    assert!(phone.address().ends_with("#/new/contractor"));

    phone.open("#/new/brink-bid");
    phone.write(&player(1), "Ann");
    phone.write(&player(2), &format!("Bo{ENTER}"));
    assert_eq!(phone.js(focused, &json!([])), json!(player(3)));
    phone.write(&player(3), ENTER);
    assert_eq!(phone.js(focused, &json!([])), json!(text("new.start")));
    assert!(phone.address().ends_with("#/new/brink-bid"));
    phone.press(&text("new.start"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.totals(&[("Ann", "0"), ("Bo", "0")]);
}

#[test]
fn a_forgotten_player_is_added_before_the_first_hand() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    let before = phone.match_address();
    phone.follow(&text("seats.forgotten"));
    phone.find("heading", &text("seats.title"));
    phone.press(&text("new.add-player"));
    phone.write(&player(3), "Cy");
    phone.press(&say("new.up", &args![player: "Cy".to_owned()]));
    phone.press(&text("seats.go"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.totals(&[("Ann", "0"), ("Cy", "0"), ("Bo", "0")]);
    assert_ne!(phone.match_address(), before);
    phone.open("");
    phone.see("Cy");
    assert!(
        !phone.shown().contains(&text("start.mine")),
        "the empty match is gone"
    );
    phone.open(&before);
    phone.see(&text("line.gone"));
}

#[test]
fn players_stay_once_a_hand_is_recorded() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    let place = phone.match_address();
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    assert!(!phone.has("link", &text("seats.forgotten")));
    phone.open(&format!("{place}/players"));
    phone.find("heading", &text("players.title"));
    assert!(!phone.has("link", &format!("{}…", text("seats.change"))));
    phone.open(&format!("{place}/seats"));
    phone.see(&text("seats.too-late"));
}

/// Disables text storage in the page, as do some browsers that keep cookies.
const NO_STORAGE: &str = "Object.defineProperty(globalThis, 'localStorage', {
    get() { throw new DOMException('no', 'SecurityError'); } });
    IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };";

/// Starts a match in a browser that stores nothing, and continues it after a reload.
fn goes_on_after_a_reload(phone: &Phone) {
    phone.open("#/new/brink-bid");
    phone.see(&text("new.keeps-nothing"));
    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.reload();
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.save(1);
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.tab("share");
    phone.see(&text("share.held"));
    for role in ["view", "score", "direct"] {
        phone.press_in(&text("share.people"), &text(&format!("share.to-{role}")));
        let link = phone.find("textbox", &text(&format!("share.link-{role}")));
        assert!(phone.value(&link).contains("#/join/"), "{role}");
    }
    phone.reload();
    phone.tab("more");
    phone.see(&text("more.finish"));
}

#[test]
fn without_browser_storage_the_page_warns_and_keeps_the_scorer() {
    let server = Server::start();
    let home = format!("http://{}/", server.address);
    let wishes = Wishes {
        keeps_nothing: true,
        ..Wishes::default()
    };
    let Some(phone) = Phone::with(&home, &wishes) else {
        return;
    };
    goes_on_after_a_reload(&phone);
}

#[test]
fn with_cookies_and_no_storage_the_scorer_goes_on_after_a_reload() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let source = json!({ "source": NO_STORAGE });
    phone.cdp("Page.addScriptToEvaluateOnNewDocument", &source);
    phone.reload();
    goes_on_after_a_reload(&phone);
}

#[test]
fn where_the_match_is_kept_no_key_stays_in_the_address() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    assert!(!phone.address().contains("keys="), "{}", phone.address());
    assert!(!phone.shown().contains(&text("new.keeps-nothing")));
}

#[test]
fn back_from_a_fresh_match_leads_home_and_forward_returns() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    let place = phone.match_address();
    phone.back();
    phone.find("heading", &text("start.new"));
    phone.js("history.forward()", &json!([]));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    assert_eq!(phone.match_address(), place);
}

#[test]
fn finishing_ends_on_the_screen_of_the_winner_and_the_language_changes_every_sentence() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.finish();
    phone.see(&text("over.title"));

    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.tab("sheet");
    let coming = "return document.querySelector('.coming')?.textContent ?? ''";
    let english = phone.js(coming, &json!([]));
    phone.press(&text("settings.title"));
    phone.press("Čeština");
    phone.until(
        || {
            let now = phone.js(coming, &json!([]));
            (now != english && now != "").then_some(())
        },
        || format!("{english} stays"),
    );
}
