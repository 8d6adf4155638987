//! The settling screen. Its arithmetic is tested in `tests/js/settle.test.js`.

use serde_json::json;

use super::phone::{Phone, text};
use crate::served::{Server, sample};

#[test]
fn the_screen_shows_who_pays_whom() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let (mut document, hands) = sample("mariash");
    document["hands"] = hands.into();
    let game = server.create(&document);
    phone.join(&game, &game.view);
    phone.open(&format!("#/m/{}/settle", game.id));
    // −179, −89 and 268 units at 0.20: two payments, both to Petr.
    phone.see(&text("settle.payments"));
    phone.see("€35.80");
    phone.see("€17.80");
    phone.press(&text("settle.shares"));
    phone.see("−179");
    phone.write(&text("settle.rate"), "1");
    phone.see("€179.00");
    phone.press_in(&text("settle.way"), &text("settle.by-mean"));
    phone.see(&text("settle.mean-means"));
    phone.write(&text("settle.rate"), "a lot");
    phone.see(&text("settle.no-rate"));
    // The entered rate is still there after a reload.
    phone.write(&text("settle.rate"), "0.05");
    phone.reload();
    phone.see("€8.95");
}

#[test]
fn where_the_lowest_total_wins_the_others_pay() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let definition = json!({
        "language": 1, "id": "few", "name": "Few", "players": [2, 4], "wins": "lowest", "hands": 1,
        "field": [{ "name": "taken", "each": true, "number": [0, 100] }],
        "score": [{ "points": "taken", "clause": "taken" }], "clauses": { "taken": "What is taken counts." },
    });
    let game = server.create(&json!({
        "game": "own", "definition": definition, "players": ["Ann", "Bo"], "hands": [{ "taken": { "Ann": 10, "Bo": 4 } }],
    }));
    phone.join(&game, &game.view);
    phone.open(&format!("#/m/{}/settle", game.id));
    phone.see(&text("settle.payments"));
    let paid = "return document.querySelector('.payments li').textContent";
    phone.press_in(&text("settle.way"), &text("settle.by-winner"));
    let paid = phone.js(paid, &json!([]));
    let paid = paid.as_str().unwrap();
    let places = ["Ann", "Bo", "€1.20"].map(|part| paid.find(part));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{paid}"
    );
}
