//! Changes in the queue of a phone: they can be undone, are checked, and are kept if they are refused.

use overtrick_core::args;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, text};
use crate::served::{Match, Server, bearer, brink_bid};
use overtrick_match::lang::Language;

/// The sentence that the service uses for a fault.
fn fault(code: &str, args: &overtrick_core::Args) -> String {
    Language::english().format("finding", code, args)
}

/// A director's phone that has just lost the network.
fn cut_off(server: &Server) -> Option<(Phone, Match<'_>)> {
    let phone = Phone::at(server)?;
    let game = server.create(&brink_bid());
    phone.join_hand(&game, &game.direct, 1);
    // Without a network, only screens that were loaded before are available.
    phone.tab("more");
    phone.see(&text("more.steps"));
    phone.tab("record");
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.lose_network();
    Some((phone, game))
}

/// Saves a hand, which then waits in the queue.
fn keep(phone: &Phone, hand: usize) {
    phone.press(&say("record.save", &args![hand: hand]));
    phone.find("heading", &say("record.hand", &args![hand: hand + 1]));
}

fn hands(game: &Match<'_>) -> Value {
    game.state()["document"]["hands"].clone()
}

/// Waits until the service has this many hands.
fn has_hands(phone: &Phone, game: &Match<'_>, wanted: usize) {
    let count = || hands(game).as_array().unwrap().len();
    phone.until(
        || (count() == wanted).then_some(()),
        || format!("{} hands", hands(game)),
    );
}

#[test]
fn an_undo_without_a_network_takes_the_newest_hand_out_of_the_queue() {
    let server = Server::start();
    let Some((phone, game)) = cut_off(&server) else {
        return;
    };
    phone.enter_hand(("1", "1"), ("1", "3"));
    keep(&phone, 1);
    phone.enter_hand(("2", "3"), ("3", "2"));
    keep(&phone, 2);
    phone.see(&say("line.unsent", &args![n: 2]));
    phone.undo_hand(2);
    phone.see(&say("line.unsent", &args![n: 1]));
    phone.tab("record");
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    let field = phone.find("spinbutton", &number_of("Ann", "tricks"));
    assert_eq!(phone.value(&field), "3", "the entered values are back");
    phone.enter_all("tricks", &[("Ann", "2"), ("Bo", "3")]);
    keep(&phone, 2);
    phone.cut_off(false);
    has_hands(&phone, &game, 2);
    assert_eq!(hands(&game)[1]["tricks"], json!({ "Ann": 2, "Bo": 3 }));
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
}

#[test]
fn the_first_hand_is_undone_without_a_network_too() {
    let server = Server::start();
    let Some((phone, game)) = cut_off(&server) else {
        return;
    };
    phone.enter_hand(("1", "1"), ("1", "3"));
    keep(&phone, 1);
    phone.press(&text("record.undo"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.see_gone(&say("line.unsent", &args![n: 1]));
    phone.cut_off(false);
    phone.see_gone(&text("line.offline"));
    assert_eq!(hands(&game), json!([]));
}

#[test]
fn missing_fields_are_requested_without_a_network() {
    let server = Server::start();
    let Some((phone, game)) = cut_off(&server) else {
        return;
    };
    phone.enter_hand(("1", "1"), ("1", "3"));
    keep(&phone, 1);

    phone.enter_all("bids", &[("Bo", "1")]);
    let of_ann = |field: &str| {
        say(
            "ask.of",
            &args![field: text(field), player: "Ann".to_owned()],
        )
    };
    phone.press(&of_ann("field.bids"));
    phone.to_step("brink-bid", "result");
    phone.press(&of_ann("field.bids"));
    phone.enter_all("bids", &[("Ann", "1")]);
    phone.to_result("brink-bid");
    phone.enter_all("tricks", &[("Bo", "3")]);
    phone.press(&of_ann("field.tricks"));

    phone.open(&format!("{}/players", phone.match_address()));
    phone.press(&say("players.rename-who", &args![name: "Bo".to_owned()]));
    phone.write(&text("players.name"), " ");
    phone.press(&text("players.rename"));
    phone.see(&fault("name-empty", &args![]));
    phone.write(&text("players.name"), "ann");
    phone.press(&text("players.rename"));
    let taken = args![name: "ann".to_owned(), earlier: "Ann".to_owned()];
    phone.see(&fault("name-taken", &taken));
    phone.press(&text("close"));
    phone.cut_off(false);
    has_hands(&phone, &game, 1);
}

#[test]
fn a_refused_change_does_not_remove_others() {
    let server = Server::start();
    let Some((phone, game)) = cut_off(&server) else {
        return;
    };
    for (hand, bids, tricks) in [
        (1, ("1", "1"), ("1", "3")),
        (2, ("2", "3"), ("2", "3")),
        (3, ("0", "6"), ("1", "5")),
    ] {
        phone.enter_hand(bids, tricks);
        keep(&phone, hand);
    }
    // An invalid hand in the queue, as if another version of the page had accepted it.
    let script = "const [id] = arguments;
        const key = `overtrick/outbox/${id}`;
        const queue = JSON.parse(localStorage.getItem(key));
        queue.filter(({ change }) => change.action === 'record')[1].change.hand.tricks = { Ann: 11, Bo: 3 };
        queue.push({ once: 'the-key-of-a-title-0001', change: { action: 'describe', title: 'Thursday' }, at: 0, version: null, hands: 3, base: null });
        localStorage.setItem(key, JSON.stringify(queue));";
    phone.js(script, &json!([game.id]));
    phone.cut_off(false);
    phone.find("heading", &text("refused.title"));
    phone.see(&fault("out-of-range", &args![found: 11, least: 0, most: 5]));
    let title = || (game.state()["document"]["title"] == "Thursday").then_some(());
    phone.until(title, || "the title was not sent".to_owned());
    has_hands(&phone, &game, 1);
    phone.reload();
    phone.press(&text("refused.change"));
    let group = say("refused.change-title", &args![hand: 2]);
    phone.enter_all("tricks", &[("Ann", "2"), ("Bo", "3")]);
    phone.press_in(&group, &say("record.save", &args![hand: 2]));
    phone.gone("heading", &text("refused.title"));
    has_hands(&phone, &game, 3);
    phone.totals(&[("Ann", "12"), ("Bo", "7")]);
}

#[test]
fn a_refused_hand_is_discarded_with_the_rules_on_the_phone_and_another_match_begun() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let other = server.create(&brink_bid());
    phone.join_hand(&other, &other.direct, 1);
    phone.enter_hand(("1", "1"), ("1", "11"));
    phone.see("11 is out of range");
    let game = server.create(&brink_bid());
    phone.join_hand(&game, &game.direct, 1);
    phone.lose_network();
    phone.enter_hand(("1", "1"), ("1", "3"));
    keep(&phone, 1);
    phone.see(&say("line.unsent", &args![n: 1]));
    let script = "const [id] = arguments;
        const key = `overtrick/outbox/${id}`;
        const queue = JSON.parse(localStorage.getItem(key));
        queue.at(-1).change.hand.tricks.Ann = 11;
        queue.push({ once: 'the-key-of-a-step-0001', change: { action: 'undo' }, at: 0, version: 1, hands: 1, base: null, refused: { stale: true } });
        localStorage.setItem(key, JSON.stringify(queue));";
    phone.js(script, &json!([game.id]));
    phone.cut_off(false);
    phone.find("heading", &text("refused.title"));
    phone.see(&fault("out-of-range", &args![found: 11, least: 0, most: 4]));
    phone.press(&text("refused.drop"));
    phone.press_in(&text("refused.drop"), &text("refused.drop"));
    phone.see(&text("refused.stale"));
    phone.press(&text("refused.drop"));
    phone.press_in(&text("refused.drop"), &text("refused.drop"));
    phone.gone("heading", &text("refused.title"));
    assert_eq!(hands(&game), json!([]));
}

#[test]
fn a_hand_is_recorded_with_the_names_that_another_phone_has_given() {
    let server = Server::start();
    let Some((phone, game)) = cut_off(&server) else {
        return;
    };
    phone.enter_hand(("1", "1"), ("1", "3"));
    keep(&phone, 1);
    let rename = json!({ "action": "rename", "seat": 1, "name": "Anna" });
    let headers = [("authorization", &*bearer(&game.score)), ("if-match", "*")];
    assert_eq!(
        server
            .post(&game.path("/changes"), &headers, &rename)
            .status,
        200
    );
    phone.cut_off(false);
    has_hands(&phone, &game, 1);
    phone.totals(&[("Anna", "5"), ("Bo", "0")]);
}

/// Drops the first answer to a recorded hand, and holds the second back until it is released.
const LATE: &str = "
    const send = globalThis.fetch;
    let asked = 0;
    globalThis.headings = [];
    new MutationObserver(() => globalThis.headings.push(document.querySelector('h1')?.textContent))
        .observe(document.body, { subtree: true, childList: true, characterData: true });
    globalThis.fetch = async (address, parts) => {
        const answer = await send(address, parts);
        if (!/changes$/.test(address) || JSON.parse(parts.body).action !== 'record') return answer;
        asked += 1;
        if (asked === 1) throw new TypeError('the answer is lost');
        await new Promise((resolve) => { globalThis.letGo = resolve; });
        return answer;
    };";

#[test]
fn a_hand_whose_answer_comes_late_is_counted_once() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let game = server.create(&brink_bid());
    phone.join_hand(&game, &game.direct, 1);
    phone.js(LATE, &json!([]));
    phone.enter_hand(("1", "1"), ("1", "3"));
    phone.press(&say("record.save", &args![hand: 1]));
    // The service has the hand, but the phone has no answer to its change yet.
    has_hands(&phone, &game, 1);
    let held = || {
        let script = "return typeof globalThis.letGo === 'function'";
        (phone.js(script, &json!([])) == json!(true)).then_some(())
    };
    phone.until(held, || "the hand is not sent again".to_owned());
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    phone.totals(&[("Ann", "5"), ("Bo", "0")]);
    phone.js("globalThis.letGo()", &json!([]));
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    let third = say("record.hand", &args![hand: 3]);
    let report = phone.js("return globalThis.headings", &json!([]));
    let report = report.as_array().unwrap();
    assert!(!report.contains(&json!(third)), "{report:?}");
    assert_eq!(hands(&game).as_array().unwrap().len(), 1);
}
