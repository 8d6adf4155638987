//! Numbers that follow from others are suggested, but never filled in without a tap.

use overtrick_core::args;
use overtrick_match::lang::Language;
use serde_json::{Value, json};

use super::chromium::Wishes;
use super::find::argument;
use super::phone::{Phone, number_of, say, text};
use super::secure::Secure;
use crate::served::Server;

/// The label of the suggestion for a player's tricks.
fn offer(player: &str, tricks: i64) -> String {
    let only = say("made.took", &args![n: tricks]);
    say(
        "fit.fill",
        &args![label: number_of(player, "tricks"), only: only],
    )
}

fn tricks_of(phone: &Phone, player: &str) -> String {
    phone.value(&phone.find("spinbutton", &number_of(player, "tricks")))
}

/// Starts a match of four players, and enters the bids of the first hand, which has four cards.
fn to_the_tricks(phone: &Phone) {
    phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
    let bids = [("Bo", "1"), ("Cy", "1"), ("Dee", "1"), ("Ann", "1")];
    phone.enter_all("bids", &bids);
    phone.to_result("brink-bid");
}

/// The vertical positions of everything that may be tapped next.
fn places(phone: &Phone) -> Value {
    phone.settle();
    let script = "return [...document.querySelectorAll('.amount .stepper > *')]
        .map((one) => Math.round(one.getBoundingClientRect().top + scrollY))";
    phone.js(script, &json!([]))
}

#[test]
fn the_last_number_is_offered_and_filled_in_by_a_tap_alone() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    to_the_tricks(&phone);
    let before = places(&phone);
    phone.enter_all("tricks", &[("Bo", "1"), ("Cy", "2"), ("Dee", "1")]);
    let name = offer("Ann", 0);
    let chip = phone.find("button", &name);
    assert_eq!(places(&phone), before, "nothing moves");
    let script = "const { width, height } = arguments[0].getBoundingClientRect();
        return [width, height].every((size) => size >= 44) && arguments[0].closest('[aria-live=polite]') !== null";
    assert_eq!(
        phone.js(script, &json!([argument(&chip)])),
        Value::Bool(true)
    );
    // The number is still only suggested after a while.
    phone.js_later(
        "const done = arguments[0]; setTimeout(done, 800)",
        &json!([]),
    );
    assert_eq!(tricks_of(&phone, "Ann"), "");

    phone.press(&name);
    phone.gone("button", &name);
    assert_eq!(tricks_of(&phone, "Ann"), "0");
    phone.save(1);
    // One trick more or fewer than bid is the brink.
    phone.totals(&[("Ann", "2"), ("Bo", "5"), ("Cy", "2"), ("Dee", "5")]);
}

#[test]
fn numbers_that_cannot_all_be_right_are_marked_before_they_are_saved() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    to_the_tricks(&phone);
    phone.enter_all("tricks", &[("Bo", "2"), ("Ann", "3")]);
    let fields = "Ann 3 and Bo 2".to_owned();
    phone.see(&say("fit.conflict", &args![fields: fields]));
    phone.see(&text("fit.wrong"));
    let script = "return [...document.querySelectorAll('[role=spinbutton][aria-invalid=true]')].map((one) => one.getAttribute('aria-label'))";
    let marked: Vec<String> = serde_json::from_value(phone.js(script, &json!([]))).unwrap();
    assert_eq!(
        marked,
        [number_of("Bo", "tricks"), number_of("Ann", "tricks")]
    );
    phone.enter_all("tricks", &[("Ann", "1")]);
    phone.see_gone(&text("fit.wrong"));
}

#[test]
fn without_a_network_what_is_left_of_the_sum_is_offered() {
    let (secure, server) = Secure::start();
    let Some(phone) = Phone::with(&secure.home(), &Secure::wishes()) else {
        return;
    };
    to_the_tricks(&phone);
    phone.enter_all("tricks", &[("Bo", "1"), ("Cy", "2")]);
    phone.find("button", &offer("Ann", 0));
    phone.without_rules();
    drop(server);
    phone.enter_all("tricks", &[("Dee", "1")]);
    phone.see(&text("record.offline"));
    phone.press(&offer("Ann", 0));
    assert_eq!(tricks_of(&phone, "Ann"), "0");
}

#[test]
fn a_part_of_a_field_and_czech_words_fit_too() {
    let server = Server::start();
    let Some(phone) = Phone::with(&format!("http://{}/", server.address), &Wishes::default())
    else {
        return;
    };
    phone.start("mariash", &["Zuzana", "Karel", "Petr"]);
    phone.choose("declarer", "Karel");
    phone.choose("game_type", "Trump game");
    phone.choose("trump", "Hearts");
    phone.press(&say(
        "commit.what",
        &args![player: "Karel".to_owned(), contract: "Game".to_owned()],
    ));
    let place = phone.match_address();
    phone.press(&text("settings.title"));
    phone.press("Čeština");
    phone.open(&place);
    let czech = |key: &str, args: &overtrick_core::Args| {
        Language::find("cs").unwrap().format("page", key, args)
    };
    let own = czech("step.mariash.result", &args![]);
    let step = if own == "step.mariash.result" {
        czech("step.result", &args![])
    } else {
        own
    };
    phone.press(&czech("record.next", &args![step: step]));
    phone.enter(&czech("field.declarer", &args![]), "70");
    let only = czech("fit.only", &args![n: 50]);
    let label = czech("field.defense", &args![]);
    phone.press(&czech("fit.fill", &args![label: label.clone(), only: only]));
    assert_eq!(phone.value(&phone.find("spinbutton", &label)), "50");
}
