//! Correcting records, and related screens: penalties, names, links.

use overtrick_core::args;
use serde_json::{Value, json};

use super::looker::played;
use super::phone::{Phone, clause, say, text};
use crate::served::{Match, Server};

/// A director's phone with the sample match of a game after this many hands.
fn directing<'a>(server: &'a Server, game: &str, hands: usize) -> Option<(Phone, Match<'a>)> {
    let phone = Phone::at(server)?;
    let game = played(server, game, hands);
    phone.join(&game, &game.direct);
    Some((phone, game))
}

fn go(phone: &Phone, game: &Match<'_>, screen: &str) {
    phone.open(&format!("#/m/{}/{screen}", game.id));
}

/// Waits until the match meets a condition.
fn comes_to(phone: &Phone, game: &Match<'_>, wanted: impl Fn(&Value) -> bool) {
    phone.until(
        || wanted(&game.state()).then_some(()),
        || format!("the match is not as expected: {}", game.state()),
    );
}

#[test]
fn two_swapped_hands_are_moved_in_one_correction() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "berzerka", 6) else {
        return;
    };
    let contract =
        |state: &Value, hand: usize| state["document"]["hands"][hand]["contract"].clone();
    let before = game.state();
    go(&phone, &game, "correct/0");
    phone.press("Hand 4…");
    phone.press(&say("correct.down", &args![to: 5]));
    phone.see(&say("edit.move", &args![hand: 4, to: 5]));
    phone.see(&text("correct.why"));
    phone.write(&text("correct.reason"), "noted in each other's place");
    phone.press(&text("correct.do"));
    phone.see(&text("correct.done"));
    comes_to(&phone, &game, |state| {
        contract(state, 3) == contract(&before, 4) && contract(state, 4) == contract(&before, 3)
    });
    go(&phone, &game, "history");
    phone.see(&say(
        "history.because",
        &args![reason: "noted in each other's place".to_owned()],
    ));
}

#[test]
fn a_corrected_auction_is_judged_as_the_match_stood_before_the_hand() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "berzerka", 3) else {
        return;
    };
    go(&phone, &game, "correct/2");
    // The contract is used up after this hand, not before it.
    phone.see("DJ plays Hold Steady +2.");
    assert!(
        !phone.shown().contains("has been played"),
        "{}",
        phone.shown()
    );
}

#[test]
fn a_correction_that_breaks_later_hands_is_refused_with_the_hand() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "brink-bid", 3) else {
        return;
    };
    go(&phone, &game, "correct/0");
    phone.press("Hand 1…");
    phone.press(&text("correct.remove"));
    // Hand 2 was played with 5 cards; as the new hand 1 it would have 4.
    phone.see("tricks add up to 5; a hand has 4");
    phone.see("tricks add up to 6; a hand has 5");
    phone.write(&text("correct.reason"), "it was no hand");
    phone.find("button", &text("correct.cannot"));
    phone.press(&say("correct.fix", &args![hand: 1]));
    phone.find("heading", &say("correct.hand", &args![hand: 1]));
    phone.press(&text("cancel"));
    phone.press(&text("correct.back"));
    phone.press("Hand 3…");
    phone.press(&text("correct.remove"));
    phone.write(&text("correct.reason"), "51 cards");
    // The typed text is still there after a reload.
    phone.reload();
    phone.press(&text("correct.do"));
    comes_to(&phone, &game, |state| {
        state["document"]["hands"].as_array().map(Vec::len) == Some(2)
    });
    go(&phone, &game, "history");
    phone.see(&say("history.void", &args![hand: 3]));
}

/// Delays the answers to real changes (not to checks) until they are released.
const HELD: &str = "
    const send = globalThis.fetch;
    globalThis.fetch = async (address, parts) => {
        const answer = await send(address, parts);
        if (/changes$/.test(address)) await new Promise((resolve) => { globalThis.letGo = resolve; });
        return answer;
    };";

#[test]
fn the_answer_to_a_correction_does_not_take_away_the_screen_that_was_opened_since() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "brink-bid", 3) else {
        return;
    };
    go(&phone, &game, "correct/0");
    phone.press("Hand 3…");
    phone.js(HELD, &json!([]));
    phone.press(&text("correct.remove"));
    phone.write(&text("correct.reason"), "51 cards");
    phone.press(&text("correct.do"));
    comes_to(&phone, &game, |state| {
        state["document"]["hands"].as_array().map(Vec::len) == Some(2)
    });
    go(&phone, &game, "history");
    phone.see(&say("history.void", &args![hand: 3]));
    phone.js("globalThis.letGo()", &json!([]));
    phone.see(&text("correct.done"));
    phone.see(&say("history.void", &args![hand: 3]));
}

#[test]
fn a_penalty_is_added_and_retracted() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "berzerka", 3) else {
        return;
    };
    go(&phone, &game, "adjust");
    phone.see(&text("adjust.none"));
    phone.press_in(&text("adjust.player"), "DJ");
    phone.enter(&text("adjust.points"), "-1.5");
    phone.write(&text("correct.reason"), "revoke");
    let then = args![player: "DJ".to_owned(), from: "0".to_owned(), to: "−1½".to_owned()];
    phone.see(&say("adjust.then", &then));
    phone.press(&text("adjust.do"));
    comes_to(&phone, &game, |state| {
        state["document"]["adjustments"][0]["points"] == json!(-1.5)
    });
    phone.totals(&[("Michelle", "4"), ("DJ", "−1½"), ("Jacob", "−4")]);
    phone.press(&text("adjust.retract"));
    let dialog = text("adjust.retract");
    phone.until(
        || phone.has("textbox", &text("correct.reason")).then_some(()),
        || "no reason is asked for".to_owned(),
    );
    phone.js(
        "const field = document.querySelector('dialog input'); field.value = 'no revoke'; field.dispatchEvent(new Event('input'))",
        &json!([]),
    );
    phone.press_in(&dialog, &dialog);
    phone.totals(&[("Michelle", "4"), ("DJ", "0"), ("Jacob", "−4")]);
}

#[test]
fn players_are_renamed_and_substituted_and_a_taken_name_is_refused() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "contractor", 2) else {
        return;
    };
    go(&phone, &game, "players");
    let name = |name: &str| args![name: name.to_owned()];
    phone.press(&say("players.rename-who", &name("Ivy")));
    phone.write(&text("players.name"), "sam");
    phone.press_in(
        &say("players.rename-who", &name("Ivy")),
        &text("players.rename"),
    );
    phone.see("two players are called");
    phone.write(&text("players.name"), "<b>Ivy</b>");
    phone.press_in(
        &say("players.rename-who", &name("Ivy")),
        &text("players.rename"),
    );
    phone.see("<b>Ivy</b>");
    phone.press(&say("players.substitute-who", &name("Sam")));
    phone.write(&text("players.new-name"), "Bea");
    phone.press_in(
        &say("players.substitute-who", &name("Sam")),
        &text("players.substitute"),
    );
    comes_to(&phone, &game, |state| {
        state["document"]["players"] == json!(["<b>Ivy</b>", "Bea", "O'Neill"])
    });
}

#[test]
fn a_lost_key_is_renewed_and_then_revoked() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "contractor", 2) else {
        return;
    };
    go(&phone, &game, "share");
    // The phone has only the key with which it joined, but it can make others.
    phone.press_in(&text("share.people"), &text("share.to-view"));
    phone.see(&text("share.key-elsewhere"));
    let renew = text("share.renew");
    phone.press(&text("share.lost"));
    phone.press(&renew);
    phone.press_in(&renew, &renew);
    let link = phone.value(&phone.find("textbox", &text("share.link-view")));
    let key = link.rsplit('/').next().unwrap().to_owned();
    let status = |key: &str| {
        let bearer = crate::served::bearer(key);
        server
            .get(&game.path(""), &[("authorization", &bearer)])
            .status
    };
    assert_eq!(status(&key), 200);
    assert_eq!(status(&game.view), 401);
    let revoke = text("share.revoke");
    phone.press(&text("share.lost"));
    phone.press(&revoke);
    phone.press_in(&revoke, &revoke);
    phone.see(&text("share.key-elsewhere"));
    assert_eq!(status(&key), 401);
    // Another phone that opens the revoked link is offered another way to join.
    let Some(other) = Phone::at(&server) else {
        return;
    };
    other.open(&format!("#/join/{}/{key}", game.id));
    other.see(&text("line.locked"));
    other.press(&text("start.join"));
    other.find("textbox", &text("start.code"));
}

#[test]
fn points_of_the_sheet_are_explained_and_a_rematch_begins() {
    let server = Server::start();
    let Some((phone, game)) = directing(&server, "contractor", 4) else {
        return;
    };
    phone.tab("sheet");
    phone.press("Ivy, dealer of hand 4:…");
    phone.see("was absolutely sure: all that is lost, 11, counts twice");
    phone.see(&clause("contractor/sure-doubles"));
    phone.press(&text("sheet.whole"));
    phone.see("took 5 tricks");
    phone.press(&text("close"));
    phone.tab("more");
    phone.press(&format!("{}…", text("more.rematch")));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    assert!(!phone.address().contains(&game.id));
}
