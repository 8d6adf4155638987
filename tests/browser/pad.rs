//! The number pad: one way to enter numbers, in every game.

use overtrick::games;
use overtrick::rules::args;
use serde_json::json;

use super::phone::{Phone, number_of, say, text};
use super::served::{Server, sample};
use super::touch::Finger;

/// The keys in their order.
const ORDER: [&str; 18] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "½", "−", "⌫", "→",
];
/// Hands of each sample that are walked.
const HANDS: usize = 3;
/// The numbers that are seen: label and value, and whether it has the focus.
const NUMBERS: &str = "
    return [...document.querySelectorAll('input.count')].filter((one) => one.checkVisibility() && !one.closest('details:not([open])'))
        .map((one) => [one.getAttribute('aria-label'), one.value, one === document.activeElement])";

fn numbers(phone: &Phone) -> Vec<(String, String, bool)> {
    serde_json::from_value(phone.js(NUMBERS, &json!([]))).unwrap()
}

fn touch_number(phone: &Phone, finger: &Finger<'_>, at: usize) {
    let script = "
        for (const one of document.querySelectorAll('[data-at]')) delete one.dataset.at;
        const all = [...document.querySelectorAll('input.count')].filter((one) => one.checkVisibility() && !one.closest('details:not([open])'));
        all[arguments[0]].dataset.at = 'here'";
    phone.js(script, &json!([at]));
    finger.select("[data-at=here]");
    let open = || (!finger.pad().is_empty()).then_some(());
    phone.until(open, || "the pad does not open".to_owned());
}

/// Each number of what is shown, entered by the pad.
fn walk(phone: &Phone, finger: &Finger<'_>, here: &str) -> usize {
    let count = numbers(phone).len();
    for at in 0..count {
        touch_number(phone, finger, at);
        let keys = finger.pad();
        let places: Vec<usize> = keys
            .iter()
            .map(|key| ORDER.iter().position(|one| one == key).unwrap())
            .collect();
        let here = format!("{here}, {}", numbers(phone)[at].0);
        assert!(
            places.is_sorted(),
            "{here}: one order of keys, not {keys:?}"
        );
        assert!(keys.ends_with(&["⌫".to_owned(), "→".to_owned()]), "{here}");

        // The first key replaces what stands there.
        finger.keys(&["1"]);
        assert_eq!(numbers(phone)[at].1, "1", "{here}");
        let goes_on = !numbers(phone)[at].2 || finger.pad().is_empty();
        if !goes_on {
            // Two digits are possible, of any number; the third one is more than the range has.
            finger.keys(&["2"]);
            assert_eq!(numbers(phone)[at].1, "12", "{here}");
            assert!(numbers(phone)[at].2, "{here}: nothing goes on by itself");
            touch_number(phone, finger, at);
            finger.keys(&["7"]);
            assert_eq!(numbers(phone)[at].1, "7", "{here}: touched again");
        }
        touch_number(phone, finger, at);
        finger.keys(&["0"]);
        assert_eq!(numbers(phone)[at].1, "0", "{here}: touched again");

        touch_number(phone, finger, at);
        finger.keys(&["→"]);
        let next = numbers(phone).iter().position(|(_, _, focused)| *focused);
        let wanted = (at + 1 < count).then_some(at + 1);
        assert_eq!(
            next, wanted,
            "{here}: → goes to the next number that is seen"
        );
        assert_eq!(finger.pad().is_empty(), wanted.is_none(), "{here}");
    }
    count
}

#[test]
fn numbers_are_entered_the_same_way_in_every_game() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let finger = Finger::on(&phone);
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let mut walked = 0;
        let (document, all) = sample(id);
        for played in 0..HANDS.min(all.len()) {
            let mut document = document.clone();
            document["hands"] = all[..played].into();
            document["current"] = all[played].clone();
            let game = server.create(&document);
            phone.join_hand(&game, &game.direct, played + 1);
            for step in ["bidding", "result"] {
                phone.to_step(id, step);
                phone.js("for (const fold of document.querySelectorAll('.folded-field')) fold.open = true", &json!([]));
                walked += walk(&phone, &finger, &format!("{id}, hand {played}, {step}"));
            }
        }
        assert!(walked > 0, "{id} has numbers");
    }
}

#[test]
fn a_number_in_a_closed_fold_is_not_typed_into() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("contract-sabacc", &["A", "B", "C", "D"]);
    phone.choose("declarer", "A");
    phone.choose("contract", "Guard");
    phone.to_result("contract-sabacc");
    let finger = Finger::on(&phone);
    let points = text("field.card_points");
    finger.number(&points);
    finger.keys(&["5", "2", "→"]);
    // No other number is seen: the pad is away, and a 7 would go nowhere.
    assert_eq!(finger.pad(), Vec::<String>::new());
    let of = |name: &str| phone.value(&phone.find("spinbutton", name));
    assert_eq!(of(&points), "52");
    // With the fold open the next number is in it; closed again, it takes the pad with it.
    finger.press(&text("field.contract-sabacc.tricks"));
    finger.number(&points);
    finger.keys(&["4", "1", "→", "1", "2"]);
    assert_eq!(of(&points), "41");
    assert_eq!(of(&number_of("B", "contract-sabacc.tricks")), "12");
    finger.press(&text("field.contract-sabacc.tricks"));
    let away = || finger.pad().is_empty().then_some(());
    phone.until(away, || "the pad stays open on a hidden field".to_owned());
}

#[test]
fn a_one_does_not_wait_for_the_next_player_s_number() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("contractor", &["Ivy", "Sam", "Bea"]);
    phone.choose("contractor", "Sam");
    phone.choose("strain", "Clubs");
    phone.to_result("contractor");
    let finger = Finger::on(&phone);
    finger.number(&number_of("Sam", "tricks"));
    finger.keys(&["1", "6"]);
    let of = |name: &str| phone.value(&phone.find("spinbutton", &number_of(name, "tricks")));
    assert_eq!((of("Sam"), of("Bea")), ("1".to_owned(), "6".to_owned()));
    finger.number(&number_of("Sam", "tricks"));
    finger.keys(&["10"]);
    assert_eq!(of("Sam"), "10");
    // A number that a step has changed is taken as a whole, too.
    finger.number(&number_of("Bea", "tricks"));
    finger.press(&say(
        "number.less",
        &args![label: number_of("Bea", "tricks")],
    ));
    assert_eq!(of("Bea"), "5");
    finger.keys(&["0"]);
    assert_eq!(of("Bea"), "0");
}

#[test]
fn the_pad_is_away_while_a_text_is_typed_and_where_its_number_is_gone() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let (mut document, all) = sample("contract-sabacc");
    document["hands"] = all[..3].into();
    let game = server.create(&document);
    phone.join(&game, &game.direct);
    let finger = Finger::on(&phone);
    let away = || finger.pad().is_empty().then_some(());

    phone.open(&format!("#/m/{}/adjust", game.id));
    finger.number(&text("adjust.points"));
    finger.keys(&["1", "2"]);
    phone.click(None, "textbox", &text("correct.reason"));
    phone.until(away, || "the pad is open beside a keyboard".to_owned());

    phone.open(&format!("#/m/{}/correct/3", game.id));
    phone.see(&text("correct.comes-to"));
    finger.number(&text("field.card_points"));
    finger.keys(&["4"]);
    phone.tick(&text("field.void"));
    phone.until(away, || "the pad is open without its number".to_owned());
    assert_eq!(numbers(&phone), []);
}
