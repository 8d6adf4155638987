//! Checking a result in the browser: the file is not sent, and errors are shown.

use serde_json::{Value, json};

use super::chromium::Wishes;
use super::folder::Folder;
use super::looker::Looker;
use super::phone::{Phone, text};
use crate::served::{Server, sample};
use overtrick_core::args;
use overtrick_match::lang::Language;

fn word(language: &str, key: &str) -> String {
    Language::find(language).unwrap().text("verify", key)
}

/// Opens a file with this text in the page, as if chosen by a person.
fn open(phone: &Phone, text: &str) {
    let choose = "const [text] = arguments; const chosen = new DataTransfer();
        chosen.items.add(new File([text], 'match.json', { type: 'application/json' }));
        const input = document.getElementById('file'); input.files = chosen.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));";
    phone.js(choose, &json!([text]));
}

/// The page's requests to the API, other than for the list of games.
const SENT: &str =
    "return performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
    .filter((path) => path.includes('/api/') && !path.endsWith('/games'))";

fn played(server: &Server, game: &str) -> Value {
    let (mut document, hands) = sample(game);
    document["hands"] = hands.into();
    server.create(&document).state()
}

#[test]
fn a_result_is_checked_without_a_network_in_both_languages() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let mut state = played(&server, "mariash");
    for language in ["en", "cs"] {
        phone.goto(&format!("{}verify?lang={language}", phone.home));
        phone.see(&word(language, "choose"));
        open(&phone, &state.to_string());
        phone.see(&word(language, "right"));
        let first = state["result"]["standings"][0]["player"].as_str().unwrap();
        phone.see(first);
        phone.see(state["result"]["fingerprint"].as_str().unwrap());
    }
    phone.goto(&phone.home);
    let kept = "const done = arguments[1]; (async (key) => {
        while (!(await caches.match(key))) await new Promise((go) => setTimeout(go, 50));
        done(true); })(arguments[0]);";
    phone.keep_rules();
    // The page is stored in the current language.
    let key = format!("{}verify?lang=en?lang=", phone.home);
    assert_eq!(phone.js_later(kept, &json!([key])), json!(true));
    phone.cut_off(true);
    phone.follow(&text("start.verify"));
    phone.see(&word("en", "choose"));
    open(&phone, &state.to_string());
    phone.see(&word("en", "right"));
    let points = &mut state["result"]["hands"][1]["explanation"][0]["points"];
    let points = points.as_object_mut().unwrap().iter_mut().next();
    let (player, points) = points.unwrap();
    let place = format!("/hands/1/explanation/0/points/{player}");
    *points = 77.into();
    open(&phone, &state.to_string());
    phone.see(&word("en", "wrong"));
    phone.see(&place);
    open(&phone, "{");
    phone.see("JSON");
    assert_eq!(phone.js(SENT, &json!([])), json!([]));
}

#[test]
fn the_page_that_checks_results_looks_right_on_a_phone_and_a_desk() {
    let server = Server::start();
    for device in ["phone", "desk"] {
        let Some(mut looker) = Looker::at(&server, device) else {
            return;
        };
        let state = played(&server, "brink-bid");
        looker
            .phone
            .goto(&format!("{}verify?lang=en", looker.phone.home));
        looker.look("verify", &word("en", "choose"));
        open(&looker.phone, &state.to_string());
        looker.look("verify-right", &word("en", "right"));
        let mut wrong = state.clone();
        wrong["result"]["winners"] = json!(["Nobody at all"]);
        open(&looker.phone, &wrong.to_string());
        looker.look("verify-wrong", &word("en", "wrong"));
        looker.done();
    }
}

#[test]
fn a_file_that_takes_too_long_to_judge_is_given_up_and_the_page_goes_on() {
    let folder = Folder::written();
    folder.judge_without_end();
    let home = format!("{}verify.en.html", folder.home);
    let Some(phone) = Phone::with(&home, &Wishes::default()) else {
        return;
    };
    // A shorter time limit for this test.
    phone.js(
        "document.getElementById('check').dataset.seconds = 2",
        &json!([]),
    );
    open(&phone, "{}");
    phone.see(&word("en", "reading"));
    assert_eq!(phone.js("return 6 * 7", &json!([])), json!(42));
    let text = Language::english().format("verify", "too-long", &args![seconds: 30]);
    phone.see(&text);
}
