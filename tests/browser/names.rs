//! Unusual names: right-to-left, and long ones.

use serde_json::{Value, json};

use super::phone::{Phone, text};
use crate::served::Server;

/// A name too long for every column.
const LONG: &str = "אברהם בן יצחק מירושלים הבירה";

/// Whether the first letter of each element is inside its box.
const BEGINNINGS: &str = "
    const [selector] = arguments;
    const found = [...document.querySelectorAll(selector)];
    const begins = (one) => {
        const range = document.createRange();
        const letters = one.firstChild;
        range.setStart(letters, 0);
        range.setEnd(letters, 1);
        const [letter, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
        return letter.left >= box.left - 1 && letter.right <= box.right + 1;
    };
    return found.length > 0 && found.every(begins);";

#[test]
fn a_name_from_right_to_left_keeps_its_beginning() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &[LONG, "Bo", "Cy", "Dee"]);
    let begins = |selector: &str| {
        assert_eq!(
            phone.js(BEGINNINGS, &json!([selector])),
            Value::Bool(true),
            "{selector}"
        );
    };
    begins(".standings .name");
    phone.open(&format!("{}/tv", phone.match_address()));
    phone.see(&text("tv.live"));
    begins(".tv-name");
    phone.open("#/new/contractor");
    phone.press(LONG);
    let direction = "return getComputedStyle(document.querySelector('.seats input')).direction";
    assert_eq!(phone.js(direction, &json!([])), "rtl");
}

#[test]
fn the_television_shows_what_hangs_below_the_line() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Peggy", "Jiří Pyšný mladší"]);
    phone.open(&format!("{}/tv", phone.match_address()));
    phone.see(&text("tv.live"));
    // The font's letters extend from 1.07 em above the baseline to 0.29 em below it.
    let script = "return [...document.querySelectorAll('.tv-name, .tv-head h1')].map((one) => {
        const { lineHeight, fontSize } = getComputedStyle(one);
        return parseFloat(lineHeight) / parseFloat(fontSize);
    })";
    let ratios: Vec<f64> = serde_json::from_value(phone.js(script, &json!([]))).unwrap();
    assert_eq!(ratios.len(), 3);
    assert!(ratios.iter().all(|ratio| *ratio > 1.36), "{ratios:?}");
}
