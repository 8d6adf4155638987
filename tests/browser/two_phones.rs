//! Two phones, or two tabs on one phone, at the same hand.

use overtrick_core::args;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, text};
use crate::served::{Match, Server};
use crate::support::is_thorough;

const PLAYERS: [&str; 4] = ["Ann", "Bo", "Cy", "Dee"];
/// The players in the order in which their bids are entered: Ann deals.
const ORDER: [&str; 4] = ["Bo", "Cy", "Dee", "Ann"];
/// The bids as two people heard them.
const HEARD: [[u8; 4]; 2] = [[1, 1, 0, 1], [1, 1, 2, 2]];

/// Taps numbers into the pad, with this many milliseconds between them.
const TAPS: &str = "
    const [numbers, pause] = arguments;
    const wait = () => new Promise((go) => setTimeout(go, pause));
    globalThis.isEntered = false;
    (async () => {
        document.querySelector('input[data-key=\"bids/Bo\"]').focus();
        for (const number of numbers) {
            await wait();
            document.querySelector(`.pad [data-pad='${number}']`).click();
        }
        globalThis.isEntered = true;
    })();";

/// The bids in the form, in the order of entry.
const BIDS: &str = "
    return arguments[0].map((player) => document.querySelector(`input[data-key='bids/${player}']`)?.value ?? '');";

fn of_four(server: &Server) -> Match<'_> {
    server.create(&json!({ "game": "brink-bid", "players": PLAYERS, "hands": [] }))
}

fn tap(phone: &Phone, numbers: [u8; 4], pause: u32) {
    phone.js(TAPS, &json!([numbers, pause]));
}

/// Waits until all numbers are tapped.
fn tapped(phone: &Phone) {
    let is_entered = || {
        let is_entered = phone.js("return globalThis.isEntered", &json!([]));
        (is_entered == json!(true)).then_some(())
    };
    phone.until(is_entered, || "the numbers are not tapped".to_owned());
}

/// Goes to the bidding in a phone's form, and returns the bids there.
fn form_bids(phone: &Phone) -> Vec<String> {
    phone.to_step("brink-bid", "bidding");
    let bids = phone.js(BIDS, &json!([ORDER]));
    serde_json::from_value(bids).unwrap()
}

/// The bids of the shared hand in the service.
fn shared_bids(game: &Match<'_>) -> Vec<String> {
    let bids = game.state()["document"]["current"]["bids"].clone();
    ORDER
        .iter()
        .map(|player| {
            bids[player]
                .as_i64()
                .map_or_else(String::new, |bid| bid.to_string())
        })
        .collect()
}

fn written(bids: [u8; 4]) -> Vec<String> {
    bids.map(|bid| bid.to_string()).into()
}

fn is_asked(phone: &Phone) -> bool {
    phone.has("heading", &text("claims.title"))
}

/// Enters on each phone the bids that its owner heard; returns the phone that must decide, then the other one.
fn contradicting(game: &Match<'_>, phones: &[Phone; 2], pauses: [u32; 2]) -> (usize, usize) {
    // The slower phone starts first: if it started after the other had finished, there would be no contradiction.
    let slower = usize::from(pauses[1] > pauses[0]);
    for at in [slower, 1 - slower] {
        tap(&phones[at], HEARD[at], pauses[at]);
    }
    phones.iter().for_each(tapped);
    let asked = || (0..2).find(|at| is_asked(&phones[*at]));
    let asked = phones[0].until(asked, || {
        let forms = [form_bids(&phones[0]), form_bids(&phones[1])];
        format!("no phone asks: {forms:?}, shared {:?}", shared_bids(game))
    });
    (asked, 1 - asked)
}

#[test]
fn keeping_what_is_recorded_replaces_the_form_and_changes_no_other_phone() {
    let server = Server::start();
    // The page shares a hand 700 ms after the last tap. A longer pause would share a part of the bids, which the other
    // phone's hand may then replace.
    let all = [[100, 500], [500, 600], [500, 100], [300, 300]];
    for pauses in all.into_iter().take(if is_thorough() { 4 } else { 2 }) {
        let game = of_four(&server);
        let (Some(a), Some(b)) = (
            Phone::recording(&server, &game, 1),
            Phone::recording(&server, &game, 1),
        ) else {
            return;
        };
        let phones = [a, b];
        let (asked, other) = contradicting(&game, &phones, pauses);
        phones[asked].press(&text("claims.take-theirs"));
        // This message disappears after a while.
        phones[other].see(&text("record.agreed"));
        phones[asked].gone("heading", &text("claims.title"));
        let kept = written(HEARD[other]);
        let shown = form_bids(&phones[asked]);
        assert_eq!(shown, kept, "{pauses:?}: replaced");
        assert!(!is_asked(&phones[other]), "{pauses:?}");
        assert_eq!(form_bids(&phones[other]), kept, "{pauses:?}: the bids stay");
        assert_eq!(shared_bids(&game), kept, "{pauses:?}");
    }
}

#[test]
fn a_decision_on_one_phone_is_not_repeated_on_the_other() {
    let server = Server::start();
    let game = of_four(&server);
    let (Some(a), Some(b)) = (
        Phone::recording(&server, &game, 1),
        Phone::recording(&server, &game, 1),
    ) else {
        return;
    };
    let phones = [a, b];
    let (asked, other) = contradicting(&game, &phones, [200, 400]);
    phones[asked].press(&text("claims.take-mine"));
    phones[asked].gone("heading", &text("claims.title"));
    phones[other].see(&say("record.replaced", &args![hand: 1]));
    // The bids are read from storage, because going to their step would hide the undo button.
    let kept =
        "const { hand } = JSON.parse(localStorage.getItem(`overtrick/draft/${arguments[0]}`));
        return arguments[1].map((player) => String(hand.bids[player]))";
    let bids = phones[other].js(kept, &json!([game.id, ORDER]));
    assert_eq!(bids, json!(written(HEARD[asked])));
    let from_other = text("record.from-other");
    let message = from_other.split('{').next().unwrap_or_default();
    phones[other].see(message.trim_end());
    assert!(!is_asked(&phones[other]));
    phones[other].press(&text("record.restore"));
    phones[asked].see(&say("record.replaced", &args![hand: 1]));
    assert!(!is_asked(&phones[asked]));
    assert_eq!(shared_bids(&game), written(HEARD[other]));
}

#[test]
fn a_change_of_another_phone_is_marked_where_it_is_shown() {
    let server = Server::start();
    let game = of_four(&server);
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    let current = json!({ "action": "set_current", "hand": { "bids": { "Bo": 2, "Cy": 1 } } });
    game.changed(&game.score, &current);
    phone.see(&say(
        "record.from-other",
        &args![what: "Bids Bo 2, Cy 1".to_owned()],
    ));
    assert_eq!(form_bids(&phone), ["2", "1", "", ""]);
}

/// The hands in the service.
fn hands(game: &Match<'_>) -> Value {
    game.state()["document"]["hands"].clone()
}

#[test]
fn two_tabs_of_a_phone_enter_one_hand_after_another_as_one() {
    let server = Server::start();
    let game = of_four(&server);
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    let address = phone.match_address();
    phone.new_tab();
    phone.open(&address);
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.first_tab();
    let tricks = |numbers: [&'static str; 4]| ORDER.into_iter().zip(numbers).collect::<Vec<_>>();
    // Entry that was begun in one tab continues in the other.
    phone.enter_all("bids", &[("Bo", "1"), ("Cy", "1")]);
    phone.next_tab();
    let field = phone.find("spinbutton", &number_of("Cy", "bids"));
    let arrived = || (phone.value(&field) == "1").then_some(());
    phone.until(arrived, || "the bid is not in the other tab".to_owned());
    phone.enter_all("bids", &[("Dee", "1"), ("Ann", "0")]);
    phone.to_result("brink-bid");
    phone.enter_all("tricks", &tricks(["1", "1", "1", "1"]));
    phone.save(1);
    phone.next_tab();
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    phone.enter_all("bids", &tricks(["2", "1", "2", "1"]));
    phone.to_result("brink-bid");
    phone.enter_all("tricks", &tricks(["2", "1", "2", "0"]));
    phone.save(2);
    for _ in 0..2 {
        phone.next_tab();
        phone.find("heading", &say("record.hand", &args![hand: 3]));
        assert!(!is_asked(&phone));
        assert!(
            !phone
                .shown()
                .contains(&say("record.elsewhere", &args![hand: 2]))
        );
    }
    assert_eq!(
        hands(&game),
        json!([
            { "bids": { "Ann": 0, "Bo": 1, "Cy": 1, "Dee": 1 }, "tricks": { "Ann": 1, "Bo": 1, "Cy": 1, "Dee": 1 } },
            { "bids": { "Ann": 1, "Bo": 2, "Cy": 1, "Dee": 2 }, "tricks": { "Ann": 0, "Bo": 2, "Cy": 1, "Dee": 2 } },
        ])
    );
}
