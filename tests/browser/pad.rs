//! The number pad, which works the same way in every game.

use overtrick_core::args;
use overtrick_games as games;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, text};
use super::touch::Finger;
use crate::served::{Match, Server, sample};
use crate::support::is_thorough;

/// All keys in their order.
const ORDER: [&str; 23] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "½", "−", "⌫", "→",
];
/// The visible numbers: label, value, and whether each has the focus.
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
    finger.sees_pad();
}

/// Enters each visible number with the pad; returns how many there are.
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
            "{here}: the keys are out of order: {keys:?}"
        );
        assert!(keys.ends_with(&["⌫".to_owned(), "→".to_owned()]), "{here}");

        // The first key replaces the old value.
        finger.keys(&["1"]);
        assert_eq!(numbers(phone)[at].1, "1", "{here}");
        let goes_on = !numbers(phone)[at].2 || finger.pad().is_empty();
        if !goes_on {
            // Every number can have two digits; a third digit would be out of range.
            finger.keys(&["2"]);
            assert_eq!(numbers(phone)[at].1, "12", "{here}");
            assert!(numbers(phone)[at].2, "{here}: the focus stays");
            touch_number(phone, finger, at);
            finger.keys(&["7"]);
            assert_eq!(numbers(phone)[at].1, "7", "{here}: touched again");
        }
        touch_number(phone, finger, at);
        finger.keys(&["0"]);
        assert_eq!(numbers(phone)[at].1, "0", "{here}: touched again");
        touch_number(phone, finger, at);
        finger.keys(&["⌫"]);
        // The page needs a moment to learn which fields the hand needs.
        let (_, value, focused) = phone.until(
            || numbers(phone).into_iter().nth(at),
            || format!("{here} is gone"),
        );
        assert_eq!(
            (value.as_str(), focused),
            ("", true),
            "{here}: ⌫ leaves the pad open"
        );
        assert!(!finger.pad().is_empty(), "{here}: ⌫ leaves the pad open");

        touch_number(phone, finger, at);
        finger.keys(&["→"]);
        let next = numbers(phone).iter().position(|(_, _, focused)| *focused);
        // After the last number, → goes to the first empty one.
        let empty = numbers(phone)
            .iter()
            .position(|(_, value, _)| value.is_empty());
        let wanted = if at + 1 < count {
            Some(at + 1)
        } else {
            empty.filter(|first| *first != at)
        };
        assert_eq!(
            next, wanted,
            "{here}: → goes to the next number that is visible"
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
    let hands = if is_thorough() { 3 } else { 1 };
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let mut walked = 0;
        let (document, all) = sample(id);
        for played in 0..hands.min(all.len()) {
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

/// Starts a match of Contract Sabacc with A as declarer, and goes to the card points.
fn to_the_card_points(phone: &Phone, players: &[&str]) {
    phone.start("contract-sabacc", players);
    phone.choose("declarer", "A");
    phone.choose("contract", "Guard");
    phone.to_result("contract-sabacc");
}

#[test]
fn a_number_in_a_closed_fold_is_not_typed_into() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    to_the_card_points(&phone, &["A", "B", "C", "D"]);
    let finger = Finger::on(&phone);
    let points = text("field.card_points");
    finger.number(&points);
    finger.keys(&["5", "2", "→"]);
    // No other number is visible, so the pad is closed.
    assert_eq!(finger.pad(), Vec::<String>::new());
    let of = |name: &str| phone.value(&phone.find("spinbutton", name));
    assert_eq!(of(&points), "52");
    // If the fold is open, the next number is inside it; closing the fold closes the pad.
    finger.press(&text("field.contract-sabacc.tricks"));
    finger.number(&points);
    finger.keys(&["4", "1", "→", "12"]);
    assert_eq!(of(&points), "41");
    let tricks = number_of("A", "contract-sabacc.tricks");
    assert_eq!(of(&tricks), "12");
    finger.number(&tricks);
    finger.press(&text("field.contract-sabacc.tricks"));
    finger.sees_no_pad();
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
    // The first key also replaces a number that a stepper has changed.
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

    phone.open(&format!("#/m/{}/adjust", game.id));
    finger.number(&text("adjust.points"));
    finger.keys(&["1", "2"]);
    phone.click(None, "textbox", &text("correct.reason"));
    finger.sees_no_pad();

    phone.open(&format!("#/m/{}/correct/3", game.id));
    phone.see(&text("correct.comes-to"));
    finger.number(&text("field.card_points"));
    finger.keys(&["4"]);
    phone.tick(&text("field.void"));
    finger.sees_no_pad();
    assert_eq!(numbers(&phone), []);
}

/// The values of the visible numbers.
fn values(phone: &Phone) -> Vec<String> {
    numbers(phone)
        .into_iter()
        .map(|(_, value, _)| value)
        .collect()
}

/// The label of the focused number.
fn focused(phone: &Phone) -> String {
    let all = numbers(phone).into_iter();
    let mut focused = all.filter(|(_, _, focused)| *focused);
    focused
        .next()
        .map(|(label, _, _)| label)
        .unwrap_or_default()
}

#[test]
fn the_forbidden_last_bid_is_struck_through_and_faults_are_above_the_pad() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    // One card each in the first hand: after three bids of 0, Ann may not bid 1.
    phone.start("oh-hell", &["Ann", "Bo", "Cy", "Dee"]);
    let finger = Finger::on(&phone);
    let bid = |player: &str| number_of(player, "bids");
    finger.number(&bid("Bo"));
    finger.keys(&["0", "0", "0"]);
    let why = say("pad.not", &args![player: "Ann", numbers: "1"]);
    phone.see(&why);
    assert_eq!(focused(&phone), bid("Ann"));
    finger.keys(&["1"]);
    assert_eq!(
        values(&phone),
        ["0", "0", "0", ""],
        "a struck-through key enters nothing"
    );
    let names =
        "const one = document.querySelector('.amount:has(input:focus)').getBoundingClientRect();
        return one.bottom <= document.querySelector('.bar').getBoundingClientRect().top";
    assert_eq!(
        phone.js(names, &json!([])),
        json!(true),
        "the pad does not cover the row"
    );

    // The stepper permits what the pad does not; the fault is shown once, in its place.
    finger.press(&say("number.more", &args![label: bid("Ann")]));
    let rule = "Ann bids last and must bid something else";
    phone.see(rule);
    assert_eq!(values(&phone), ["0", "0", "0", "1"]);
    assert!(
        !phone.shown().contains(&text("fit.wrong")),
        "{}",
        phone.shown()
    );
    let main =
        || (finger.main() == say("record.fix", &args![field: text("field.bids")])).then_some(());
    phone.until(main, || finger.main());
    finger.select("[data-key=main]");
    phone.until(
        || (focused(&phone) == bid("Ann")).then_some(()),
        || focused(&phone),
    );
    phone.see(&why);
    phone.until(
        || (phone.js(names, &json!([])) == json!(true)).then_some(()),
        || "the pad covers the reason".to_owned(),
    );
    finger.keys(&["0"]);
    phone.see_gone(rule);
    assert_eq!(values(&phone), ["0", "0", "0", "0"]);

    // The page still shows this after a reload.
    finger.press(&say("number.more", &args![label: bid("Ann")]));
    phone.see(rule);
    phone.reload();
    let finger = Finger::on(&phone);
    phone.see(rule);
    finger.number(&bid("Ann"));
    phone.see(&why);
}

#[test]
fn a_digit_that_would_leave_the_range_begins_the_next_number() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    to_the_card_points(&phone, &["A", "B", "C"]);
    let finger = Finger::on(&phone);
    finger.press(&text("field.contract-sabacc.tricks"));
    finger.number(&number_of("B", "contract-sabacc.tricks"));
    finger.keys(&["3", "7", "2"]);
    let of = |name: &str| {
        phone.value(&phone.find("spinbutton", &number_of(name, "contract-sabacc.tricks")))
    };
    assert_eq!(["B", "C", "A"].map(of), ["3", "7", "2"]);
}

#[test]
fn delete_goes_back_to_where_the_pad_went_on_by_itself() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo", "Cy"]);
    let finger = Finger::on(&phone);
    finger.number(&number_of("Bo", "bids"));
    finger.keys(&["1", "2", "⌫"]);
    assert_eq!(values(&phone), ["1", "", ""]);
    assert_eq!(focused(&phone), number_of("Cy", "bids"));
    finger.keys(&["⌫"]);
    assert_eq!(values(&phone), ["", "", ""]);
    assert_eq!(focused(&phone), number_of("Bo", "bids"));
    finger.keys(&["⌫", "3"]);
    assert_eq!(
        values(&phone),
        ["3", "", ""],
        "⌫ at the first number does nothing"
    );
}

#[test]
fn the_pad_is_put_away_when_something_else_is_tapped() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    to_the_card_points(&phone, &["A", "B", "C", "D"]);
    let finger = Finger::on(&phone);
    finger.number(&text("field.card_points"));
    finger.keys(&["5", "2"]);
    finger.press_in(&text("field.winner"), "B");
    finger.sees_no_pad();
}

#[test]
fn the_pad_is_open_where_a_step_begins_with_numbers_and_goes_back_to_the_step_before() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    let finger = Finger::on(&phone);
    finger.sees_pad();
    assert_eq!(focused(&phone), number_of("Bo", "bids"));
    // After a choice, the pad stays open while its number is empty.
    finger.press_in(&text("field.trump"), "Hearts");
    phone.until(
        || (focused(&phone) == number_of("Bo", "bids")).then_some(()),
        || format!("{:?} has the focus", focused(&phone)),
    );
    finger.keys(&["0", "0", "0"]);
    let tricks = number_of("Bo", "tricks");
    phone.until(
        || (focused(&phone) == tricks).then_some(()),
        || "the tricks are not reached".to_owned(),
    );
    // Backspace goes back to the last bid, to correct it.
    finger.keys(&["⌫"]);
    phone.until(
        || (focused(&phone) == number_of("Ann", "bids")).then_some(()),
        || "the last bid is not reached".to_owned(),
    );
    assert_eq!(values(&phone), ["0", "0", "0"]);
    phone.reload();
    let finger = Finger::on(&phone);
    phone.to_step("oh-hell", "result");
    finger.sees_pad();
}

/// Opens the house rules of a new match, and types a number into one of them.
fn type_rule(phone: &Phone, finger: &Finger<'_>, rule: &str, keys: &[&str]) {
    phone.open("#/");
    phone.open("#/new/oh-hell");
    phone.seat(&["Ann", "Bo", "Cy"]);
    phone.press(&format!("{}…", text("new.rules")));
    finger.number(rule);
    finger.keys(keys);
}

/// The value of a house rule of the open match.
fn rule_of_match(phone: &Phone, rule: &str) -> Value {
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    let script = "const id = location.hash.split('/')[2];
        return JSON.parse(localStorage.getItem(`overtrick/state/${id}`)).document.options[arguments[0]]";
    phone.js(script, &json!([rule]))
}

#[test]
fn a_house_rule_that_was_typed_is_kept_whatever_is_tapped_next() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    let finger = Finger::on(&phone);
    type_rule(&phone, &finger, "Exact bid", &["3", "0"]);
    phone.press(&text("new.start"));
    assert_eq!(rule_of_match(&phone, "made_points"), json!(30));

    type_rule(&phone, &finger, "Exact bid", &["3", "0"]);
    let more = say("number.more", &args![label: "Trick points".to_owned()]);
    finger.press(&more);
    finger.number("Exact bid");
    finger.keys(&["2", "5"]);
    phone.press(&text("new.draw"));
    phone.press(&text("new.start"));
    assert_eq!(rule_of_match(&phone, "made_points"), json!(25));
    assert_eq!(rule_of_match(&phone, "trick_points"), json!(2));
}

#[test]
fn the_second_tap_of_a_double_tap_does_nothing_after_the_step_has_changed() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    let finger = Finger::on(&phone);
    finger.number(&number_of("Bo", "bids"));
    finger.keys(&["0", "0"]);
    let key = "const { left, top, width, height } = document.querySelector('.pad [data-pad=\"0\"]').getBoundingClientRect();
        return [left + width / 2, top + height / 2]";
    let place: (f64, f64) = serde_json::from_value(phone.js(key, &json!([]))).unwrap();
    finger.double_tap_at(place);
    let result = || {
        numbers(&phone)
            .iter()
            .all(|(name, ..)| name.contains(&text("field.tricks")))
            .then_some(())
    };
    phone.until(result, || {
        format!("the step has not changed: {:?}", numbers(&phone))
    });
    std::thread::sleep(std::time::Duration::from_millis(500));
    let entered: Vec<String> = numbers(&phone)
        .into_iter()
        .map(|(_, value, _)| value)
        .collect();
    assert!(entered.iter().all(String::is_empty), "{entered:?}");
}

/// Waits until the hand is checked, and returns the label of the main button.
fn main_of_whole_hand(phone: &Phone, finger: &Finger<'_>) -> String {
    let ready = || {
        let busy = "return !document.querySelector('[data-key=main]')?.textContent || document.querySelector('[aria-busy]') !== null";
        (phone.js(busy, &json!([])) == json!(false)).then(|| finger.main())
    };
    phone.until(ready, || "the hand is not checked".to_owned())
}

/// Opens a match in which another phone has shared a complete hand.
fn with_whole_hand<'a>(
    server: &'a Server,
    phone: &Phone,
    document: &Value,
    hand: &Value,
) -> Match<'a> {
    let game = server.create(document);
    let change = json!({ "action": "set_current", "hand": hand });
    game.changed(&game.score, &change);
    phone.join_hand(&game, &game.direct, 1);
    game
}

#[test]
fn the_second_tap_on_the_main_button_of_every_game_does_nothing() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    let finger = Finger::on(&phone);
    let save = say("record.save", &args![hand: 1]);
    for game in games::all() {
        let id = game.facts.id;
        let (document, hands) = sample(id);
        let game = with_whole_hand(&server, &phone, &document, &hands[0]);
        let count = || game.state()["document"]["hands"].as_array().unwrap().len();
        for _ in 0..3 {
            let label = main_of_whole_hand(&phone, &finger);
            let place = phone.js(
                "const { left, top, width, height } = document.querySelector('[data-key=main]').getBoundingClientRect();
                return [left + width / 2, top + height / 2]",
                &json!([]),
            );
            let place: (f64, f64) = serde_json::from_value(place).unwrap();
            finger.double_tap_at(place);
            std::thread::sleep(std::time::Duration::from_millis(500));
            if label == save {
                break;
            }
            assert_eq!(count(), 0, "{id}: the second tap after {label:?} saved it");
        }
        phone.find("heading", &say("record.hand", &args![hand: 2]));
        assert_eq!(count(), 1, "{id}");
        let focused = "return document.activeElement?.tagName ?? ''";
        let hand =
            "return JSON.parse(localStorage.getItem(`overtrick/draft/${arguments[0]}`)).hand";
        assert_eq!(phone.js(hand, &json!([game.id])), json!({}), "{id}");
        assert_ne!(phone.js(focused, &json!([])), json!("DIALOG"), "{id}");
    }
}

#[test]
fn a_step_from_an_empty_number_begins_at_the_nearest_to_zero() {
    let server = Server::start();
    let game = server.create(&crate::served::brink_bid());
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.join(&game, &game.direct);
    phone.open(&format!("#/m/{}/adjust", game.id));
    let label = text("adjust.points");
    for (step, value) in [
        ("number.more", "1"),
        ("number.less", "0"),
        ("number.less", "−1"),
    ] {
        phone.press(&say(step, &args![label: label.clone()]));
        assert_eq!(
            phone.value(&phone.find("spinbutton", &label)),
            value,
            "{step}"
        );
    }
}
