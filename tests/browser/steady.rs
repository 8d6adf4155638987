//! Elements that do not move while a hand is entered, or between screens.

use overtrick_core::args;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, text};
use crate::served::Server;

/// The left and top edge of an element in the window.
fn place(phone: &Phone, selector: &str) -> Value {
    phone.settle();
    let script =
        "const { left, top } = document.querySelector(arguments[0]).getBoundingClientRect();
        return [Math.round(left), Math.round(top + scrollY)]";
    phone.js(script, &json!([selector]))
}

#[test]
fn tabs_stay_where_they_are_from_screen_to_screen() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    let tab = ".tabs a:last-child";
    let wanted = place(&phone, tab);
    for (name, shows) in [
        ("sheet", "sheet.first"),
        ("rule", "rule.q-trick"),
        ("share", "share.paper"),
        ("more", "more.steps"),
    ] {
        phone.tab(name);
        phone.see(&text(shows));
        assert_eq!(place(&phone, tab), wanted, "{name}");
    }
}

#[test]
fn the_steps_of_a_hand_stay_where_they_are_when_the_contract_is_worth_something() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.start("contractor", &["Ann", "Bo", "Cy"]);
    let wanted = place(&phone, ".two-steps");
    phone.choose("contractor", "Bo");
    phone.press_in(&text("field.strain"), "Hearts");
    // A heart contract of Bo, who bids first, is worth 5.
    phone.see(&say("table.worth", &args![value: "5".to_owned()]));
    assert_eq!(place(&phone, ".two-steps"), wanted);
    phone.to_result("contractor");
    phone.see("Bo: hearts");
    assert_eq!(place(&phone, ".two-steps"), wanted);
}

#[test]
fn keys_of_the_pad_stay_where_they_are_as_hands_grow() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    let keys = || ["0", "1", "⌫", "→"].map(|key| place(&phone, &format!("[data-pad='{key}']")));
    let open = || {
        let script = "return document.querySelector('.pad:not([hidden]) button') !== null";
        (phone.js(script, &json!([])) == true).then_some(())
    };
    phone.until(open, || "the pad is not open".to_owned());
    let few = keys();
    // Six hands, of one to six cards, are recorded directly at the service.
    let id = phone.match_address().replace("#/m/", "");
    let hands: Vec<Value> = (1..=6)
        .map(|cards| {
            json!({ "trump": "hearts", "bids": { "Ann": 0, "Bo": 0, "Cy": 0 },
                "tricks": { "Ann": cards, "Bo": 0, "Cy": 0 } })
        })
        .collect();
    let script = "const [id, hands, done] = arguments;
        (async () => {
            let state = await (await fetch(`api/v1/matches/${id}`)).json();
            for (const hand of hands) {
                const answer = await fetch(`api/v1/matches/${id}/changes`, { method: 'POST', body: JSON.stringify({ action: 'record', hand }),
                    headers: { 'Content-Type': 'application/json', 'If-Match': `\"${state.version}\"`, 'Idempotency-Key': crypto.randomUUID() } });
                state = await answer.json();
            }
            done(state.document.hands.length);
        })();";
    assert_eq!(phone.js_later(script, &json!([id, hands])), json!(6));
    phone.reload();
    phone.find("heading", &say("record.hand", &args![hand: 7]));
    phone.until(open, || "the pad is not open".to_owned());
    let key = "return document.querySelector(\"[data-pad='7']\") !== null";
    phone.until(
        || (phone.js(key, &json!([])) == true).then_some(()),
        || "the pad has no key 7".to_owned(),
    );
    assert_eq!(keys(), few);
}

#[test]
fn bids_are_listed_as_they_are_made_with_the_dealer_last() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start_with("oh-hell", &["Ann", "Bo", "Cy"], Some("Bo"));
    phone.find("spinbutton", &number_of("Cy", "bids"));
    let script = "return [...document.querySelectorAll('.amount .name > span:first-child')].map((one) => one.textContent)";
    assert_eq!(phone.js(script, &json!([])), json!(["Cy", "Ann", "Bo"]));
}
