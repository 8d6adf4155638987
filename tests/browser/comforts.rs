//! Moving and shuffling seats, and undoing what was saved.

use overtrick_core::args;
use serde_json::json;

use super::phone::{Phone, number_of, say, text};
use crate::served::{Server, brink_bid};

/// Saves a hand of Ann and Bo.
fn save(phone: &Phone, number: usize) {
    phone.enter_all("bids", &[("Bo", "1"), ("Ann", "1")]);
    phone.to_result("brink-bid");
    let tricks = (3 + number).to_string();
    phone.enter_all("tricks", &[("Bo", &tricks), ("Ann", "0")]);
    phone.save(number);
}

/// The players' names in the order of their seats.
fn names(phone: &Phone) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.seats input')].map((one) => one.value)";
    serde_json::from_value(phone.js(script, &json!([]))).unwrap()
}

#[test]
fn seats_are_moved_up_and_shuffled() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.open("#/new/oh-hell");
    phone.find("button", &text("new.start"));
    assert!(!phone.has("button", &text("new.shuffle")), "no names yet");
    let players = ["Ann", "Bo", "Cy"];
    phone.seat(&players);
    phone.press(&say("new.up", &args![player: "Cy".to_owned()]));
    assert_eq!(names(&phone), ["Ann", "Cy", "Bo"]);

    phone.press(&text("new.shuffle"));
    let mut shuffled = names(&phone);
    shuffled.sort_unstable();
    assert_eq!(shuffled, players);
}

#[test]
fn a_match_that_was_led_all_the_time_was_not_decided_by_its_first_hand() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let game = server.create(&brink_bid());
    phone.join_hand(&game, &game.direct, 1);
    save(&phone, 1);
    save(&phone, 2);
    phone.finish();
    phone.tab("record");
    phone.see(&text("over.led"));
    assert!(!phone.shown().contains("decided"), "{}", phone.shown());
}

#[test]
fn an_undo_shows_what_it_took_back() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    save(&phone, 1);
    phone.enter_all("bids", &[("Bo", "2")]);
    let shared = || (game.state()["document"]["current"]["bids"]["Bo"] == 2).then_some(());
    phone.until(shared, || "the bids are not shared".to_owned());
    phone.undo_with(&say("more.undone-entries", &args![hand: 2]));
    assert_eq!(
        game.state()["document"]["hands"].as_array().map(Vec::len),
        Some(1)
    );
    phone.undo_hand(1);
    phone.totals(&[("Ann", "0"), ("Bo", "0")]);
}

#[test]
fn undo_beside_a_saved_hand_takes_that_hand_back_though_the_next_one_has_begun() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    save(&phone, 1);
    phone.enter_all("bids", &[("Bo", "2"), ("Ann", "0")]);
    let shared = || (game.state()["document"]["current"]["bids"]["Bo"] == 2).then_some(());
    phone.until(shared, || "the bids are not shared".to_owned());
    phone.press(&text("record.undo"));
    let title = say("record.undo-hand", &args![hand: 1]);
    phone.see(&say("record.undo-later", &args![hand: 2]));
    phone.press_in(&title, &title);
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.see(&say("record.undone", &args![hand: 1]));
    phone.totals(&[("Ann", "0"), ("Bo", "0")]);
    assert_eq!(game.state()["document"]["hands"], json!([]));

    // Values entered for the next hand come back when that hand is entered.
    phone.enter_all("tricks", &[("Bo", "3"), ("Ann", "1")]);
    phone.save(1);
    let field = phone.find("spinbutton", &number_of("Bo", "bids"));
    assert_eq!(phone.value(&field), "2");
}
