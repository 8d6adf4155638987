//! Watchers follow the players to their next match.

use overtrick_core::args;
use serde_json::json;

use super::phone::{Phone, say, text};
use crate::served::{Match, Server, bearer, sample};

/// A finished match, and a phone that watches it.
fn watched(server: &Server) -> Option<(Phone, Match<'_>)> {
    let phone = Phone::at(server)?;
    let (mut document, hands) = sample("contract-sabacc");
    document["hands"] = hands.into();
    let game = server.create(&document);
    phone.open(&format!("#/join/{}/{}", game.id, game.view));
    phone.see(&text("over.title"));
    Some((phone, game))
}

/// Opens the next match; returns its id.
fn rematch(server: &Server, game: &Match<'_>) -> String {
    let scorer = bearer(&game.score);
    let headers = [("authorization", &*scorer)];
    let opened = server.post(&game.path("/rematch"), &headers, &json!({}));
    assert_eq!(opened.status, 201);
    opened.json()["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_watcher_goes_to_the_rematch_in_one_tap_and_only_watches() {
    let server = Server::start();
    let Some((phone, game)) = watched(&server) else {
        return;
    };
    let next = rematch(&server, &game);
    phone.press(&text("over.next"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    assert_eq!(phone.match_address(), format!("#/m/{next}"));
    phone.see(&text("watch.nothing"));
}

#[test]
fn a_television_goes_on_to_the_next_match_by_itself() {
    let server = Server::start();
    let Some((phone, game)) = watched(&server) else {
        return;
    };
    phone.open(&format!("#/m/{}/tv", game.id));
    phone.see(&text("tv.live"));
    let next = rematch(&server, &game);
    let there = || {
        phone
            .address()
            .ends_with(&format!("#/m/{next}/tv"))
            .then_some(())
    };
    phone.until(there, || format!("still at {}", phone.address()));
    phone.see(&text("tv.nothing-entered"));
}
