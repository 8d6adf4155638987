//! Rulings at the table, based on the match's records.

use overtrick_core::args;
use serde_json::json;

use super::looker::played;
use super::phone::{Phone, clause, say, text};
use crate::served::{Match, Server};

/// A scorer's phone with the sample match of a game after this many hands.
fn at_table<'a>(server: &'a Server, game: &str, hands: usize) -> Option<(Phone, Match<'a>)> {
    let phone = Phone::at(server)?;
    let game = played(server, game, hands);
    phone.join(&game, &game.score);
    Some((phone, game))
}

#[test]
fn the_cheapest_bid_of_contractor_is_shown_and_a_lower_one_refused() {
    let server = Server::start();
    let Some((phone, game)) = at_table(&server, "contractor", 3) else {
        return;
    };
    // Ivy deals, so Sam bids first: clubs, 2 foregone, exposed, worth 10.
    let ten = json!({ "strain": "clubs", "foregone": 2, "exposed": true });
    let report = json!({ "auction": [{ "player": "Sam", "call": ten }] });
    game.changed(
        &game.score,
        &json!({ "action": "set_current", "hand": report }),
    );
    phone.tab("rule");
    phone.see(&say("rule.next", &args![player: "O'Neill".to_owned()]));
    phone.see(&say("rule.cheapest", &args![value: 11]));
    phone.press("Nil, Thievery");
    phone.see(&say("rule.next", &args![player: "Ivy".to_owned()]));
    // The dealer's bonus counts: with it, Ivy's Crazytrump is worth 8, which does not outbid 11.
    phone.press(&text("rule.other-call"));
    phone.press_in(&text("rule.a-contract"), "Crazytrump");
    phone.press(&text("rule.is-it-legal"));
    phone.see("a bid of 8; the last was 11, and a bid must be worth more");
    phone.see(&clause("contractor/outbid"));
    phone.press(&text("rule.take-back"));
    phone.see_gone(&clause("contractor/outbid"));
    phone.press("Pass");
    phone.see(&say("rule.next", &args![player: "Sam".to_owned()]));
}

/// Asks about a match of a game after this many hands, once with the service and once offline: the page has an
/// answer each time.
fn with_and_without_the_service(game: &str, hands: usize, ask: impl Fn(&Phone)) {
    let server = Server::start();
    for is_alone in [false, true] {
        let Some((phone, _)) = at_table(&server, game, hands) else {
            return;
        };
        if is_alone {
            phone.go_alone();
        }
        phone.tab("rule");
        ask(&phone);
    }
}

#[test]
fn a_second_double_of_the_defense_is_refused() {
    with_and_without_the_service("mariash", 3, ask_to_double);
}

fn ask_to_double(phone: &Phone) {
    // Zuzana deals the fourth hand; Karel declares.
    phone.press_in(&text("field.declarer"), "Karel");
    phone.press("Game");
    phone.see(&say("rule.next", &args![player: "Petr".to_owned()]));
    phone.press("Double Game (Karel)");
    phone.press(&text("rule.other-call"));
    phone.press_in(&text("rule.who"), "Petr");
    phone.press_in(&text("rule.call"), "Double");
    phone.press_in(&text("rule.doubles-what"), "Karel");
    phone.press_in(&text("rule.doubles-what"), "Game");
    phone.press(&text("rule.is-it-legal"));
    phone.see("the defense raised last; only the declarer may raise Karel's Game now");
    phone.see(&clause("mariash/double-alternates"));
}

#[test]
fn the_winner_of_a_trick_is_shown() {
    with_and_without_the_service("contractor", 3, ask_who_won);
}

fn ask_who_won(phone: &Phone) {
    phone.press(&text("rule.q-trick"));
    phone.see(&text("rule.first-the-hand"));
    phone.press_in(&text("field.contractor"), "Sam");
    phone.press_in(&text("field.strain"), "Clubs");
    phone.press_in(&text("rule.who"), "Sam");
    for card in ["hearts A", "clubs 7", "hearts 7"] {
        phone.press_in(&text("rule.pick-card"), card);
    }
    let card = "clubs 7".to_owned();
    phone.see(&say(
        "rule.wins",
        &args![player: "O'Neill".to_owned(), card: card],
    ));
}

#[test]
fn the_first_call_of_every_auction_is_ruled_on() {
    for game in ["berzerka", "brink-bid", "contract-sabacc", "oh-hell"] {
        with_and_without_the_service(game, 1, ask_first_call);
    }
}

/// Makes the first call that the page offers, and asks for the possible next calls.
fn ask_first_call(phone: &Phone) {
    phone.press(&text("rule.q-auction"));
    let offered = || {
        let first = "return document.querySelector('[data-key^=\"next/\"]')?.textContent";
        phone.js(first, &json!([])).as_str().map(str::to_owned)
    };
    let call = phone.until(offered, || "no call is offered".to_owned());
    phone.press(&call);
    phone.see(&text("rule.legal"));
    phone.see_gone(&text("rule.offline"));
}

#[test]
fn a_ruling_without_the_rules_needs_the_network_and_shows_it() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    // Otherwise the page would load the rules soon after it is opened.
    phone.without_rules();
    let game = played(&server, "contract-sabacc", 2);
    phone.join(&game, &game.score);
    phone.tab("rule");
    phone.find("button", "Take");
    drop(server);
    phone.press("Take");
    phone.see(&text("rule.offline"));
}

#[test]
fn a_card_of_another_suit_is_legal_unless_its_player_had_the_one_that_was_led() {
    with_and_without_the_service("oh-hell", 1, ask_for_a_revoke);
}

fn ask_for_a_revoke(phone: &Phone) {
    phone.press(&text("rule.q-trick"));
    phone.press_in(&text("field.trump"), "No-trump");
    let players: Vec<String> = serde_json::from_value(phone.js(
        "return [...document.querySelectorAll('.standings .name')].map((one) => one.firstChild.textContent)",
        &json!([]),
    ))
    .unwrap();
    phone.press_in(&text("rule.who"), &players[0]);
    for card in ["spades K", "hearts 2"] {
        phone.press_in(&text("rule.pick-card"), card);
    }
    let unless = args![player: players[1].clone(), suit: "spades".to_owned()];
    phone.see(&say("rule.legal-unless", &unless));
    // The ruling if the player also held the card that was played.
    phone.press(&text("rule.holding"));
    phone.js(
        "document.querySelector(`[data-key='holder/${arguments[0]}']`).click()",
        &json!([players[1]]),
    );
    phone.press_in(
        &say("rule.holds", &args![player: players[1].clone()]),
        "spades 3",
    );
    phone.see(&text("rule.illegal"));
    phone.see(&clause("oh-hell/follow"));
}
