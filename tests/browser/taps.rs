//! How often a finger touches the screen for a usual hand.

use std::io::{Write, stderr};

use overtrick::rules::args;

use super::phone::{Phone, number_of, say, step_of, text};
use super::served::Server;
use super::touch::Finger;

/// Saves a hand whose last number must be this one, and says how many taps it took.
fn save_with(phone: &Phone, finger: &Finger<'_>, game: &str, last: &str, most: usize) {
    let save = say("record.save-with", &args![hand: 1, fields: last.to_owned()]);
    finger.sees_main(&save);
    finger.press(&save);
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    let report = format!("a hand of {game}: {} taps\n", finger.taps());
    stderr().write_all(report.as_bytes()).unwrap();
    assert!(finger.taps() <= most, "{report}");
}

#[test]
fn a_hand_of_brink_bid_takes_nine_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
    let finger = Finger::on(&phone);
    finger.number(&number_of("Bo", "bids"));
    finger.keys(&["1", "1", "1", "1"]);
    // The last bid goes on by itself.
    phone.find("spinbutton", &number_of("Bo", "tricks"));
    finger.keys(&["1", "2", "1"]);
    save_with(&phone, &finger, "Brink Bid", "Ann 0", 9);
    phone.totals(&[("Ann", "2"), ("Bo", "5"), ("Cy", "2"), ("Dee", "5")]);
}

#[test]
fn a_hand_of_mariash_takes_eight_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("mariash", &["Zuzana", "Karel", "Petr"]);
    let finger = Finger::on(&phone);
    finger.press_in(&text("field.declarer"), "Karel");
    finger.press_in(&text("field.game_type"), "Trump game");
    finger.press_in(&text("field.trump"), "Hearts");
    finger.press("Karel: Hundred");
    let step = step_of("mariash", "result");
    finger.press(&say("record.next", &args![step: step]));
    finger.keys(&["6", "5"]);
    let last = format!("{} 55", text("field.defense"));
    save_with(&phone, &finger, "Mariash", &last, 8);
    phone.totals(&[("Zuzana", "6"), ("Karel", "−12"), ("Petr", "6")]);
}

#[test]
fn a_hand_of_contractor_takes_six_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("contractor", &["Ivy", "Sam", "Bea"]);
    let finger = Finger::on(&phone);
    finger.press_in(&text("field.contractor"), "Sam");
    finger.press_in(&text("field.strain"), "Clubs");
    let step = step_of("contractor", "result");
    finger.press(&say("record.next", &args![step: step]));
    // From the dealer's left: Sam, Bea, Ivy.
    finger.keys(&["5", "3"]);
    save_with(&phone, &finger, "Contractor", "Ivy 2", 6);
    phone.totals(&[("Ivy", "2"), ("Sam", "6"), ("Bea", "3")]);
}
