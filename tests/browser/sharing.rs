//! Sharing a match: links that work, and codes for people without a link.

use overtrick_core::args;
use serde_json::json;

use super::chromium::Wishes;
use super::phone::{Phone, say, text};
use super::touch::Finger;
use crate::served::Server;

/// The address of a service as phones in a network use it: its name is not localhost.
pub fn in_a_network(server: &Server) -> (String, Wishes) {
    let name = "overtrick.test";
    let wishes = Wishes {
        flags: vec![format!("--host-resolver-rules=MAP {name} 127.0.0.1")],
        ..Wishes::default()
    };
    (format!("http://{name}:{}/", server.address.port()), wishes)
}

/// A public address.
const CLUB: &str = "https://club.example";

/// A service whose public address is the club's.
fn of_a_club() -> Server {
    Server::with(|settings| settings.public_url = Some(CLUB.into()))
}

/// Starts a match and opens its share screen; `None` without Chromium.
fn sharing(server: &Server) -> Option<Phone> {
    let phone = Phone::at(server)?;
    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.tab("share");
    Some(phone)
}

#[test]
fn a_loopback_link_has_no_qr_code() {
    let server = Server::start();
    let Some(phone) = sharing(&server) else {
        return;
    };
    let port = server.address.port().to_string();
    phone.see(&say("share.reached-machine", &args![port: port]));
    let link = phone.value(&phone.find("textbox", &text("share.link-view")));
    assert!(link.starts_with(&phone.home), "{link}");
    assert!(!phone.has("image", &text("share.qr")));
    assert!(
        !phone.has("button", &text("share.send")),
        "the link works only on this machine"
    );
}

#[test]
fn links_lead_to_the_address_that_the_settings_name() {
    let server = of_a_club();
    let Some(phone) = sharing(&server) else {
        return;
    };
    for (role, label) in [
        ("share.to-score", "share.link-score"),
        ("share.to-direct", "share.link-direct"),
        ("share.to-view", "share.link-view"),
    ] {
        phone.press_in(&text("share.people"), &text(role));
        let link = phone.value(&phone.find("textbox", &text(label)));
        assert!(link.starts_with(&format!("{CLUB}/#/join/")), "{link}");
        phone.find("image", &text("share.qr"));
    }
}

/// The join code that a phone shows.
fn shown_code(phone: &Phone) -> String {
    let script = "return document.querySelector('.code [aria-hidden]')?.textContent";
    let code = || phone.js(script, &json!([])).as_str().map(str::to_owned);
    phone.until(code, || "no code is shown".to_owned())
}

/// Enters a code on the first screen.
fn enter_code(phone: &Phone, code: &str) {
    phone.open("#/");
    phone.press(&text("start.join"));
    phone.write(&text("start.code"), code);
    phone.press(&text("start.join-go"));
}

#[test]
fn another_phone_joins_by_a_code_that_is_typed() {
    let server = Server::start();
    let (home, wishes) = in_a_network(&server);
    let (Some(scorer), Some(other)) = (Phone::with(&home, &wishes), Phone::with(&home, &wishes))
    else {
        return;
    };
    scorer.start("brink-bid", &["Ann", "Bo"]);
    scorer.tab("share");
    scorer.press_in(&text("share.people"), &text("share.to-score"));
    scorer.press(&text("share.code-make"));
    let code = shown_code(&scorer);

    enter_code(&other, "no such code");
    other.see(&text("start.code-wrong"));
    other.write(&text("start.code"), "AAAA AAAA");
    other.press(&text("start.join-go"));
    let unknown = overtrick_match::lang::Language::english().text("problem-detail", "unknown-code");
    other.see(&unknown);
    other.write(&text("start.code"), &code.to_lowercase());
    other.press(&text("start.join-go"));
    other.find("heading", &say("record.hand", &args![hand: 1]));
    other.enter_hand(("2", "1"), ("2", "2"));
    other.save(1);
    scorer.totals(&[("Ann", "5"), ("Bo", "2")]);

    scorer.press(&text("share.code-end"));
    scorer.find("button", &text("share.code-make"));
    enter_code(&other, &code);
    other.see(&unknown);
}

#[test]
fn the_pad_of_the_evening_has_a_watch_code_and_an_entry_code_on_request() {
    let server = of_a_club();
    let Some(phone) = sharing(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.see(&text("share.pad-watch"));
    phone.watch_pads();
    let finger = Finger::on(&phone);
    finger.press(&text("share.pad-make"));
    phone.pads_made(1);
    finger.select(".share-screen label.check");
    finger.press(&text("share.pad-make"));
    let orders = phone.pads_made(2);
    let stem = format!("{CLUB}/#/join/");
    for (at, enters) in [(0, false), (1, true)] {
        let address = orders[at][0].as_str().unwrap();
        assert!(address.ends_with("pads.pdf"), "no key in {address}");
        let order = &orders[at][1];
        assert_eq!(order["players"], json!(["Ann", "Bo"]));
        assert_eq!(order["lang"], "en");
        assert_eq!(order["options"]["made_points"], 5, "{order}");
        assert!(
            order["watch"].as_str().unwrap().starts_with(&stem),
            "{order}"
        );
        assert_eq!(order["enter"].is_string(), enters, "{order}");
        assert_ne!(order["enter"], order["watch"]);
    }
}
