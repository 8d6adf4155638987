//! The main button names what is missing and leads there; it never refuses without a reason.

use overtrick_core::args;
use overtrick_games as games;
use serde_json::{Value, json};

use super::looker::played;
use super::phone::{Phone, number_of, say, text};
use super::touch::Finger;
use crate::served::Server;

/// The focused element, provided that a finger would hit it at its position.
fn reached(phone: &Phone) -> String {
    let script = "
        const one = document.activeElement;
        const { left, top, width, height } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit && (one.contains(hit) || hit.contains(one)) ? one.computedName : `unseen: ${one.computedName}`";
    let name = phone.js(script, &json!([]));
    name.as_str().unwrap_or_default().to_owned()
}

fn reaches(phone: &Phone, name: &str) {
    phone.until(
        || (reached(phone) == name).then_some(()),
        || format!("{:?} is reached, not {name:?}", reached(phone)),
    );
}

#[test]
fn a_contract_whose_ranking_is_missing_asks_for_it_and_leads_back_to_it() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((320, 568));
    phone.start_with("berzerka", &["Michelle", "DJ", "Jacob"], Some("Jacob"));
    let finger = Finger::on(&phone);
    finger.sees_main(&text("ask.declarer"));
    finger.press(&text("ask.declarer"));
    reaches(&phone, "Michelle");
    phone.choose("declarer", "Michelle");
    finger.sees_main(&text("ask.contract"));
    phone.press_in(&text("field.contract"), "Hold Steady…");
    finger.sees_main(&text("ask.ranking"));
    phone.to_step("berzerka", "result");
    phone.enter(&text("field.discarded"), "3");
    phone.enter(&text("field.berzerka.tricks"), "6");
    finger.sees_main(&text("ask.ranking"));
    finger.press(&text("ask.ranking"));
    reaches(&phone, "Normal, 13 best");
    finger.press_in(&text("field.ranking"), "Normal, 13 best");
    phone.to_step("berzerka", "result");
    finger.sees_main(&say("record.save", &args![hand: 1]));
    phone.save(1);
}

#[test]
fn missing_commitments_below_the_fold_are_required() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((320, 568));
    phone.start("mariash", &["Zuzana", "Karel", "Petr"]);
    let finger = Finger::on(&phone);
    phone.choose("declarer", "Karel");
    finger.sees_main(&text("ask.game_type"));
    phone.choose("game_type", "Trump game");
    finger.sees_main(&text("ask.trump"));
    phone.choose("trump", "Hearts");
    finger.sees_main(&text("ask.commitments"));
    phone.to_step("mariash", "result");
    phone.enter(&text("field.declarer"), "65");
    phone.enter(&text("field.defense"), "55");
    finger.sees_main(&text("ask.commitments"));
    finger.press(&text("ask.commitments"));
    reaches(&phone, "Karel: Game");
}

#[test]
fn missing_tricks_are_requested_by_the_name_of_the_player() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
    let finger = Finger::on(&phone);
    let bids = [("Bo", "1"), ("Cy", "1"), ("Dee", "1"), ("Ann", "1")];
    phone.enter_all("bids", &bids);
    phone.to_result("brink-bid");
    phone.enter_all("tricks", &[("Bo", "1"), ("Dee", "0")]);
    let asks = say(
        "ask.of",
        &args![field: text("field.tricks"), player: "Cy".to_owned()],
    );
    finger.sees_main(&asks);
    phone.js("scrollTo(0, 0)", &json!([]));
    finger.press(&asks);
    reaches(&phone, &number_of("Cy", "tricks"));
    assert_ne!(finger.pad(), Vec::<String>::new());
}

#[test]
fn the_main_button_of_every_game_does_what_its_label_promises() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let finger = Finger::on(&phone);
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let game = played(&server, id, 2);
        phone.join_hand(&game, &game.direct, 3);
        for step in ["bidding", "result"] {
            phone.to_step(id, step);
            // Once the hand is checked, the button asks for what is missing.
            let save = say("record.save", &args![hand: 3]);
            let asks = || {
                let says = finger.main();
                (says != save).then_some(says)
            };
            let asked = phone.until(asks, || format!("{id}, {step}: nothing is asked"));
            assert!(!asked.ends_with("(disabled)"), "{id}, {step}: {asked}");
            let before = phone.js("return document.activeElement.textContent", &json!([]));
            finger.press(&asked);
            let led = || {
                let now = reached(&phone);
                let moved = Value::String(now.clone()) != before;
                (moved && now != asked && !now.starts_with("unseen")).then_some(())
            };
            phone.until(led, || {
                format!("{id}, {step}: {asked:?} led to {:?}", reached(&phone))
            });
        }
    }
}
