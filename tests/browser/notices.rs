//! Notices have their own space: they cover nothing at any size, and nobody hits their Undo button by accident.

use overtrick_core::args;
use serde_json::{Value, json};

use super::looker::played;
use super::phone::{Phone, number_of, say, text};
use super::touch::Finger;
use crate::served::Server;

const SIZES: [(u32, u32); 4] = [(360, 740), (320, 568), (740, 360), (1280, 800)];
/// Returns the value of a number field, or null if there is none.
const VALUE: &str = "
    const all = [...document.querySelectorAll('[role=spinbutton]')];
    return all.find((one) => one.getAttribute('aria-label') === arguments[0])?.value ?? null";
/// How many times to go through the numbers until all are right.
const TOUCHES: usize = 5;
/// Everything in the bar that can be touched, with its position: either inside the card of the saved hand, or outside
/// it. The bar covers everything that scrolls below it.
const PLACES: &str = "
    const [inside] = arguments;
    const all = [...document.querySelectorAll('button, a, input, summary, select')].filter((one) => one.checkVisibility());
    return all.filter((one) => (one.closest('.saved') !== null) === inside && one.closest('.bar')).map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [one.textContent || one.getAttribute('aria-label') || '', left, top, right, bottom];
    })";

type Place = (String, f64, f64, f64, f64);

fn places(phone: &Phone, inside: bool) -> Vec<Place> {
    serde_json::from_value(phone.js(PLACES, &json!([inside]))).unwrap()
}

/// The overlapping pairs of positions from two lists.
fn overlaps<'a>(ones: &'a [Place], others: &'a [Place]) -> Vec<(&'a str, &'a str)> {
    let meets = |a: &Place, b: &Place| {
        a.1 + 1.0 < b.3 && b.1 + 1.0 < a.3 && a.2 + 1.0 < b.4 && b.2 + 1.0 < a.4
    };
    let pairs = ones
        .iter()
        .flat_map(|one| others.iter().map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| meets(one, other))
        .map(|(one, other)| (&*one.0, &*other.0))
        .collect()
}

fn notice(phone: &Phone) -> Vec<Place> {
    let script = "return [...document.querySelectorAll('.toast, .saved')].map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return ['the notice', left, top, right, bottom];
    })";
    serde_json::from_value(phone.js(script, &json!([]))).unwrap()
}

fn hands(phone: &Phone) -> usize {
    let script = "return Number(document.querySelector('h1').textContent.replace(/\\D/g, '')) - 1";
    usize::try_from(phone.js(script, &json!([])).as_i64().unwrap()).unwrap()
}

/// The vertical position of a number field on the page, independent of scrolling.
fn line_of(phone: &Phone, name: &str) -> i64 {
    let field = phone.find("spinbutton", name);
    let script = "return Math.round(arguments[0].getBoundingClientRect().top + scrollY)";
    phone
        .js(script, &json!([super::find::argument(&field)]))
        .as_i64()
        .unwrap()
}

#[test]
fn a_notice_covers_nothing_and_its_undo_is_not_over_the_digits() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    for (large, sizes) in [(false, &SIZES[..]), (true, &SIZES[..2])] {
        for &size in sizes {
            phone.resize((360, 740));
            let script =
                "localStorage.clear(); document.documentElement.dataset.text = arguments[0]";
            phone.js(script, &json!(["normal"]));
            phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
            let text_size = if large { "largest" } else { "normal" };
            phone.js(
                "document.documentElement.dataset.text = arguments[0]",
                &json!([text_size]),
            );
            phone.resize(size);
            let finger = Finger::on(&phone);
            let pads = size.0 < 768;
            let mut digits: Vec<Place> = Vec::new();
            // A field that is gone is entered: after the last bid the page moves on to the tricks.
            let is_entered = |name: &str, amount: &str| {
                let value = phone.js(VALUE, &json!([name]));
                value.is_null() || value == amount
            };
            let mut enter = |field: &str, amounts: &[(&str, &str)]| {
                // A suggestion appears beside a number, and the bar grows with its button's text: a late tap then hits
                // something else, and the next round corrects this.
                for _ in 0..TOUCHES {
                    for &(player, amount) in amounts {
                        let name = number_of(player, field);
                        if is_entered(&name, amount) {
                            continue;
                        }
                        if !pads {
                            phone.enter(&name, amount);
                            continue;
                        }
                        finger.number(&name);
                        phone.settle();
                        let pad = finger.pad();
                        if !is_entered(&name, amount) && pad.iter().any(|key| key == amount) {
                            let keys = places(&phone, false).into_iter();
                            digits.extend(keys.filter(|(key, ..)| pad.contains(key)));
                            finger.keys(&[amount]);
                            phone.settle();
                        }
                    }
                }
                for &(player, amount) in amounts {
                    let name = number_of(player, field);
                    assert!(is_entered(&name, amount), "{name} {amount}");
                }
            };
            enter(
                "bids",
                &[("Bo", "1"), ("Cy", "1"), ("Dee", "1"), ("Ann", "1")],
            );
            if !pads {
                phone.to_result("brink-bid");
            }
            phone.find("spinbutton", &number_of("Bo", "tricks"));
            enter(
                "tricks",
                &[("Bo", "0"), ("Cy", "0"), ("Dee", "0"), ("Ann", "4")],
            );
            phone.see(&text("record.preview"));
            finger.press(&say("record.save", &args![hand: 1]));
            phone.find("button", &text("record.undo"));
            phone.find("heading", &say("record.hand", &args![hand: 2]));
            let here = format!("{size:?}, {text_size}");
            // The card slides up to its place.
            phone.settle();
            assert_eq!(notice(&phone).len(), 1, "{here}");
            let covered = places(&phone, false);
            assert_eq!(
                overlaps(&notice(&phone), &covered),
                [],
                "{here}: the notice covers"
            );
            let undo = places(&phone, true);
            assert_eq!(overlaps(&undo, &digits), [], "{here}: Undo on a digit");

            // The next tap hits its target, and nothing on the page moves.
            let bids = number_of("Cy", "bids");
            let before = line_of(&phone, &bids);
            if pads {
                finger.number(&bids);
                assert_eq!(line_of(&phone, &bids), before, "{here}");
                finger.keys(&["5"]);
                assert_eq!(phone.value(&phone.find("spinbutton", &bids)), "5", "{here}");
                // The undo button stays until the next hand is saved.
                phone.find("button", &text("record.undo"));
            }
            assert_eq!(hands(&phone), 1, "{here}: no hand was undone");
        }
    }
}

/// A phone on the settling screen of a match of three hands.
fn settling(server: &Server) -> Option<Phone> {
    let phone = Phone::at(server)?;
    let game = played(server, "brink-bid", 3);
    phone.join(&game, &game.direct);
    phone.open(&format!("#/m/{}/settle", game.id));
    phone.find("button", &text("settle.copy"));
    phone.settle();
    Some(phone)
}

#[test]
fn a_notice_on_a_scrolled_screen_moves_what_it_would_cover() {
    let server = Server::start();
    let Some(phone) = settling(&server) else {
        return;
    };
    phone.js("scrollTo(0, 120)", &json!([]));
    let gap = "const ends = [...document.querySelectorAll('.toasts, .strip')].map((one) => one.getBoundingClientRect().bottom);
        return Math.round(document.querySelector('main').getBoundingClientRect().top - Math.max(...ends))";
    let before = phone.js(gap, &json!([]));
    phone.js(
        "[...document.querySelectorAll('main button')].at(-1).click()",
        &json!([]),
    );
    let shown = || (!notice(&phone).is_empty()).then_some(());
    phone.until(shown, || "there is no notice".to_owned());
    // The browser may take two frames to scroll.
    phone.js_later("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))", &json!([]));
    assert_ne!(before, Value::Null);
    assert_eq!(phone.js(gap, &json!([])), before);
}

#[test]
fn a_notice_leaves_no_empty_band() {
    let server = Server::start();
    let Some(phone) = settling(&server) else {
        return;
    };
    let top = "return [document.querySelector('.toast-room') !== null, Math.round(document.querySelector('main').getBoundingClientRect().top + scrollY)]";
    let before = phone.js(top, &json!([]));
    phone.press(&text("settle.copy"));
    let shown = || (!notice(&phone).is_empty()).then_some(());
    phone.until(shown, || "there is no notice".to_owned());
    let closed = || (phone.js(top, &json!([])) == before).then_some(());
    phone.until(closed, || {
        format!("the position stays at {}", phone.js(top, &json!([])))
    });
}
