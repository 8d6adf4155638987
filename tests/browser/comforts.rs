//! Optional features, offered only where the browser supports them: vibration, reading totals aloud, dragging
//! and shuffling seats.

use overtrick_core::args;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, text};
use super::touch::Finger;
use crate::served::{Server, brink_bid};

/// Records what the phone would do.
const LISTEN: &str = "
    globalThis.done = [];
    navigator.vibrate = (time) => done.push(`vibrates ${time}`);
    speechSynthesis.speak = ({ text, lang }) => done.push(`${lang}: ${text}`);";

fn done(phone: &Phone) -> Vec<String> {
    serde_json::from_value(phone.js("return globalThis.done", &json!([]))).unwrap()
}

/// Saves a hand of Ann and Bo.
fn save(phone: &Phone, number: usize) {
    phone.enter_all("bids", &[("Bo", "1"), ("Ann", "1")]);
    phone.to_result("brink-bid");
    let tricks = (3 + number).to_string();
    phone.enter_all("tricks", &[("Bo", &tricks), ("Ann", "0")]);
    phone.save(number);
}

#[test]
fn a_phone_vibrates_and_reads_the_totals_aloud_only_where_that_is_wanted() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let game = server.create(&brink_bid());
    phone.join_hand(&game, &game.direct, 1);
    phone.js(LISTEN, &json!([]));
    save(&phone, 1);
    assert_eq!(done(&phone), Vec::<String>::new());

    phone.press(&text("settings.title"));
    phone.tick(&text("settings.buzz"));
    phone.tick(&text("settings.aloud"));
    phone.press(&text("close"));
    save(&phone, 2);
    let total = |player: &str| {
        let standings = game.state()["result"]["standings"].clone();
        let all = standings.as_array().unwrap().clone();
        let one = all.iter().find(|one| one["player"] == player).unwrap();
        one["total"].to_string()
    };
    let said = format!(
        "en: After hand 2: Bo {} and Ann {}.",
        total("Bo"),
        total("Ann")
    );
    let either = format!(
        "en: After hand 2: Ann {} and Bo {}.",
        total("Ann"),
        total("Bo")
    );
    let done = done(&phone);
    assert_eq!((done.len(), &*done[0]), (2, "vibrates 60"));
    assert!(done[1] == said || done[1] == either, "{done:?}");
}

#[test]
fn what_a_browser_cannot_do_is_not_offered() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let script = "Object.defineProperty(navigator, 'vibrate', { value: undefined }); delete globalThis.SpeechSynthesisUtterance";
    phone.js(script, &json!([]));
    phone.press(&text("settings.title"));
    phone.see(&text("settings.lang"));
    for name in ["settings.buzz", "settings.aloud"] {
        assert!(!phone.has("checkbox", &text(name)), "{name}");
    }
}

#[test]
fn the_time_of_a_hand_is_shown_where_it_is_wanted() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let game = server.create(&brink_bid());
    phone.join_hand(&game, &game.direct, 1);
    let shown = || {
        phone
            .js(
                "return document.querySelector('[role=timer]').innerText",
                &json!([]),
            )
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(shown(), "");
    phone.press(&text("settings.title"));
    phone.tick(&text("settings.timer"));
    phone.press(&text("close"));
    phone.until(
        || shown().contains(':').then_some(()),
        || format!("{:?}", shown()),
    );
}

/// The names in their order.
fn names(phone: &Phone) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.seats input')].map((one) => one.value)";
    serde_json::from_value(phone.js(script, &json!([]))).unwrap()
}

#[test]
fn seats_are_dragged_by_their_marks_and_shuffled() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.open("#/new/oh-hell");
    phone.find("button", &text("new.start"));
    assert!(!phone.has("button", &text("new.shuffle")), "nobody sits");
    let players = ["Ann", "Bo", "Cy"];
    for (at, player) in players.iter().enumerate() {
        phone.write(&say("new.player", &args![n: at + 1]), player);
    }
    let _finger = Finger::on(&phone);
    let script = "return [...document.querySelectorAll('.grip')].map((one) => { const { left, top, width, height } = one.getBoundingClientRect(); return [left + width / 2, top + height / 2]; })";
    let grips: Vec<(f64, f64)> = serde_json::from_value(phone.js(script, &json!([]))).unwrap();
    let touch = |event: &str, (x, y): (f64, f64)| {
        let points: Value = if event == "touchEnd" {
            json!([])
        } else {
            json!([{ "x": x, "y": y }])
        };
        let touch = json!({ "type": event, "touchPoints": points });
        phone.cdp("Input.dispatchTouchEvent", &touch);
    };
    touch("touchStart", grips[0]);
    touch("touchMove", grips[1]);
    touch("touchMove", grips[2]);
    touch("touchEnd", grips[2]);
    let dragged = || (names(&phone) == ["Bo", "Cy", "Ann"]).then_some(());
    phone.until(dragged, || format!("{:?}", names(&phone)));

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

    // What was entered of the next hand comes back with it, and nowhere else.
    phone.enter_all("tricks", &[("Bo", "3"), ("Ann", "1")]);
    phone.save(1);
    let field = phone.find("spinbutton", &number_of("Bo", "bids"));
    assert_eq!(phone.value(&field), "2");
}
