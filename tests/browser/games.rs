//! A match of each game, with results derived from the specification by hand.

use overtrick_core::args;

use super::phone::{Phone, number_of, say, text};
use crate::served::Server;

/// Plays a match of a game, from the start to the winner.
type Evening = fn(&Phone);

/// The match of every game.
pub const EVENINGS: [(&str, Evening); 6] = [
    ("brink-bid", brink_bid),
    ("berzerka", berzerka),
    ("contract-sabacc", contract_sabacc),
    ("contractor", contractor),
    ("mariash", mariash),
    ("oh-hell", oh_hell),
];

macro_rules! at_a_service {
    ($($name:ident)+) => {
        $(
            #[test]
            fn $name() {
                let server = Server::start();
                if let Some(phone) = Phone::at(&server) {
                    super::$name(&phone);
                }
            }
        )+
    };
}

mod of_the_service {
    use super::{Phone, Server};

    at_a_service! { brink_bid berzerka contract_sabacc contractor mariash oh_hell }
}

fn brink_bid(phone: &Phone) {
    phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
    // The first hand of four players: bids 1 1 1 1, tricks 4 0 0 0, points 0 2 2 2.
    phone.enter_all(
        "bids",
        &[("Bo", "1"), ("Cy", "1"), ("Dee", "1"), ("Ann", "1")],
    );
    phone.to_result("brink-bid");
    phone.enter_all(
        "tricks",
        &[("Bo", "0"), ("Cy", "0"), ("Dee", "0"), ("Ann", "4")],
    );
    phone.save(1);
    phone.see(&say(
        "record.saved",
        &args![hand: 1, scores: "Ann 0, Bo +2, Cy +2, Dee +2".to_owned()],
    ));
    let before = [("Ann", "0"), ("Bo", "2"), ("Cy", "2"), ("Dee", "2")];
    phone.totals(&before);
    phone.correct(1, |phone| {
        phone.enter_all(
            "tricks",
            &[("Bo", "1"), ("Cy", "1"), ("Dee", "1"), ("Ann", "1")],
        );
    });
    phone.totals(&[("Ann", "5"), ("Bo", "5"), ("Cy", "5"), ("Dee", "5")]);
    phone.undo();
    phone.totals(&before);
    phone.finish();
    let winners = "Bo, Cy, and Dee".to_owned();
    phone.see(&say(
        "line.tied",
        &args![names: winners, total: "2".to_owned()],
    ));
}

fn berzerka(phone: &Phone) {
    phone.start_with("berzerka", &["Michelle", "DJ", "Jacob"], Some("Jacob"));
    // Hold Steady three times: 6 tricks and 3 discards, bid; 4 and 5, bid; 8 and 0 in the hotseat: +4, 0, −4.
    for (hand, declarer, discarded, tricks, bid) in [
        (1, "Michelle", "3", "6", true),
        (2, "DJ", "5", "4", true),
        (3, "Jacob", "0", "8", false),
    ] {
        phone.choose("declarer", declarer);
        phone.press_in(&text("field.contract"), "Hold Steady…");
        if !bid {
            phone.tick(&text("field.hotseat"));
        }
        phone.choose("ranking", "Normal, 13 best");
        phone.to_result("berzerka");
        phone.enter(&text("field.discarded"), discarded);
        phone.enter(&text("field.berzerka.tricks"), tricks);
        phone.save(hand);
    }
    let before = [("Michelle", "4"), ("DJ", "0"), ("Jacob", "−4")];
    phone.totals(&before);
    // The records are 1, 1 and 0, so Jacob is first; fewer discards decide between the others.
    phone.correct(3, |phone| phone.enter(&text("field.berzerka.tricks"), "5"));
    phone.totals(&[("Michelle", "0"), ("DJ", "−4"), ("Jacob", "4")]);
    phone.undo();
    phone.totals(&before);
    phone.finish();
    phone.see(&say(
        "line.won",
        &args![names: "Michelle".to_owned(), total: "4".to_owned()],
    ));
}

fn contract_sabacc(phone: &Phone) {
    let names = ["A", "B", "C", "D"];
    phone.start("contract-sabacc", &names);
    let bid =
        |declarer: &str, contract: &str, points: &str, tricks: [&str; 4], last: (&str, &str)| {
            phone.choose("declarer", declarer);
            phone.choose("contract", contract);
            phone.to_result("contract-sabacc");
            phone.enter(&text("field.card_points"), points);
            if !phone.has("spinbutton", &number_of("A", "contract-sabacc.tricks")) {
                phone.press(&text("field.contract-sabacc.tricks"));
            }
            let tricks: Vec<(&str, &str)> = names.into_iter().zip(tricks).collect();
            phone.enter_all("contract-sabacc.tricks", &tricks);
            phone.choose("winner", last.0);
            phone.choose("card", last.1);
        };
    bid(
        "A",
        "Guard",
        "52",
        ["10", "3", "3", "2"],
        ("A", "the Idiot"),
    );
    phone.save(1);
    phone.totals(&[("A", "6"), ("B", "−3"), ("C", "−3"), ("D", "−3")]);
    phone.tick(&text("field.void"));
    phone.save(2);
    phone.totals(&[("A", "5"), ("B", "−4"), ("C", "−4"), ("D", "−4")]);
    bid(
        "C",
        "Guard without",
        "41",
        ["5", "4", "7", "2"],
        ("B", "another card"),
    );
    phone.save(3);
    phone.totals(&[("A", "9"), ("B", "0"), ("C", "−21"), ("D", "0")]);
    bid(
        "B",
        "Push",
        "47",
        ["3", "8", "3", "4"],
        ("D", "the Magician"),
    );
    phone.save_last(4);
    let complete = [("A", "7"), ("B", "2"), ("C", "−23"), ("D", "6")];
    phone.totals(&complete);
    let over = text("over.title");
    phone.see(&over);
    // Without the Magician at the end, D does not get half of the pot of 16.
    phone.correct(4, |phone| phone.choose("card", "another card"));
    phone.totals(&[("A", "7"), ("B", "2"), ("C", "−23"), ("D", "−2")]);
    phone.undo();
    phone.totals(&complete);
    phone.tab("record");
    phone.see(&over);
}

fn contractor(phone: &Phone) {
    phone.start("contractor", &["Ivy", "Sam", "Bea"]);
    // Clubs, 5 3 2: +6 +3 +2.
    phone.choose("contractor", "Sam");
    phone.choose("strain", "Clubs");
    phone.to_result("contractor");
    phone.enter_all("tricks", &[("Sam", "5"), ("Bea", "3"), ("Ivy", "2")]);
    phone.save(1);
    phone.totals(&[("Ivy", "2"), ("Sam", "6"), ("Bea", "3")]);
    // Clubs, absolutely sure, challenged by the first opponent; tricks 4 5 1: −20 +8 +1.
    phone.choose("contractor", "Bea");
    phone.choose("strain", "Clubs");
    phone.js(
        "document.querySelector('.extras > summary').click()",
        &serde_json::json!([]),
    );
    phone.tick(&text("field.absolutely_sure"));
    phone.choose("challengers", "Ivy");
    phone.to_result("contractor");
    phone.enter_all("tricks", &[("Bea", "4"), ("Ivy", "5"), ("Sam", "1")]);
    phone.save(2);
    let before = [("Ivy", "10"), ("Sam", "7"), ("Bea", "−17")];
    phone.totals(&before);
    // The same unchallenged: −14 +5 +1.
    phone.correct(2, |phone| phone.choose("challengers", "Ivy"));
    phone.totals(&[("Ivy", "7"), ("Sam", "7"), ("Bea", "−11")]);
    phone.undo();
    phone.totals(&before);
    phone.finish();
    phone.see(&say(
        "line.won",
        &args![names: "Ivy".to_owned(), total: "10".to_owned()],
    ));
}

fn mariash(phone: &Phone) {
    phone.start("mariash", &["Zuzana", "Karel", "Petr"]);
    // A Hundred in hearts, 65 to 55 points: −12, and +6 for each opponent, although the game was won.
    phone.choose("declarer", "Karel");
    phone.choose("game_type", "Trump game");
    phone.choose("trump", "Hearts");
    phone.press(&say(
        "commit.what",
        &args![player: "Karel".to_owned(), contract: "Hundred".to_owned()],
    ));
    phone.to_result("mariash");
    phone.enter(&text("field.declarer"), "65");
    phone.enter(&text("field.defense"), "55");
    phone.save(1);
    let before = [("Zuzana", "6"), ("Karel", "−12"), ("Petr", "6")];
    phone.totals(&before);
    // A black trump halves the payments.
    phone.correct(1, |phone| phone.choose("trump", "Clubs"));
    phone.totals(&[("Zuzana", "3"), ("Karel", "−6"), ("Petr", "3")]);
    phone.undo();
    phone.totals(&before);
    phone.finish();
    phone.see(&say(
        "line.tied",
        &args![names: "Zuzana and Petr".to_owned(), total: "6".to_owned()],
    ));
}

fn oh_hell(phone: &Phone) {
    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    // One card each: Bo bids 1 and takes 0, Cy bids 0, Ann bids 1 and takes it.
    phone.choose("trump", "Hearts");
    phone.enter_all("bids", &[("Bo", "1"), ("Cy", "0"), ("Ann", "1")]);
    phone.to_result("oh-hell");
    phone.enter_all("tricks", &[("Bo", "0"), ("Cy", "0"), ("Ann", "1")]);
    phone.save(1);
    let before = [("Ann", "11"), ("Bo", "0"), ("Cy", "10")];
    phone.totals(&before);
    phone.correct(1, |phone| {
        phone.enter_all("tricks", &[("Bo", "1"), ("Ann", "0")]);
    });
    phone.totals(&[("Ann", "0"), ("Bo", "11"), ("Cy", "10")]);
    phone.undo();
    phone.totals(&before);
    phone.finish();
    phone.see(&say(
        "line.won",
        &args![names: "Ann".to_owned(), total: "11".to_owned()],
    ));
}

#[test]
fn every_call_of_an_auction_can_be_entered_and_switching_clears_nothing() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    phone.enter_all("bids", &[("Bo", "0")]);
    phone.press(&text("form.every-call"));
    for (player, call) in [("Bo", "1"), ("Cy", "0")] {
        let label = args![player: player.to_owned(), call: call.to_owned()];
        phone.press(&say("auction.call", &label));
    }
    phone.see(&say("auction.turn", &args![player: "Ann".to_owned()]));
    phone.press(&text("form.how-it-ended"));
    let field = phone.find("spinbutton", &number_of("Bo", "bids"));
    assert_eq!(phone.value(&field), "0");
    phone.press(&text("form.every-call"));
    phone.see(&say("auction.turn", &args![player: "Ann".to_owned()]));
    // The sum of the bids must not be 1, the number of cards.
    phone.see(&say(
        "pad.not",
        &args![player: "Ann".to_owned(), numbers: "0".to_owned()],
    ));
    assert!(!phone.has("button", "Ann: 0"));
    phone.press("Ann: 1");
    phone.see(&text("auction.ended-bids"));

    phone.start_with("contract-sabacc", &["Ann", "Bo", "Cy"], Some("Cy"));
    phone.choose("declarer", "Ann");
    phone.press(&text("form.every-call"));
    phone.press(&text("form.how-it-ended"));
    let chosen =
        "return document.querySelector('[data-key=\"declarer/Ann\"]').getAttribute('aria-pressed')";
    assert_eq!(phone.js(chosen, &serde_json::json!([])), "true");
}

/// The hand as entered so far.
fn entered(phone: &Phone) -> serde_json::Value {
    let script = "const id = location.hash.split('/')[2];
        return JSON.parse(localStorage.getItem(`overtrick/draft/${id}`) ?? '{}').hand ?? {}";
    phone.js(script, &serde_json::json!([]))
}

/// Waits until this hand is entered.
fn enters(phone: &Phone, hand: &serde_json::Value) {
    phone.until(
        || (entered(phone) == *hand).then_some(()),
        || format!("{} is entered, not {hand}", entered(phone)),
    );
}

#[test]
fn entries_stay_until_a_call_is_made() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("contract-sabacc", &["Ann", "Bo", "Cy", "Dee"]);
    phone.choose("declarer", "Ann");
    phone.choose("contract", "Guard");
    let guard = serde_json::json!({ "declarer": "Ann", "contract": "guard" });
    enters(&phone, &guard);
    phone.press(&text("form.every-call"));
    phone.see(&say("auction.turn", &args![player: "Dee".to_owned()]));
    enters(&phone, &guard);
    phone.press(&text("form.how-it-ended"));
    phone.find("button", "Guard");
    enters(&phone, &guard);

    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    phone.enter(&number_of("Bo", "bids"), "1");
    phone.press(&text("form.every-call"));
    phone.see(&say("auction.turn", &args![player: "Bo".to_owned()]));
    enters(&phone, &serde_json::json!({ "bids": { "Bo": 1 } }));
}

#[test]
fn the_contract_of_the_hotseat_is_shown_and_changed_after_every_call() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("berzerka", &["Ann", "Bo", "Cy"]);
    phone.press(&text("form.every-call"));
    for player in ["Bo", "Cy", "Ann"] {
        phone.press(&format!("{player}: pass"));
    }
    phone.press_in(&text("field.contract"), "Seeing Red…");
    let chosen = "return document.querySelector('[data-key=\"contract/seeing-red\"]')?.getAttribute('aria-pressed')";
    phone.until(
        || (phone.js(chosen, &serde_json::json!([])) == "true").then_some(()),
        || "the contract is not shown".to_owned(),
    );
    phone.press_in(&text("field.contract"), "Hold Steady…");
    phone.until(
        || (entered(&phone)["contract"] == "hold-steady").then_some(()),
        || format!("{}", entered(&phone)),
    );
}

#[test]
fn a_warning_about_a_hand_is_beside_the_save_button() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let warns = |message: &str| {
        let script = "return document.querySelector('.bar .alerts').innerText";
        let shown = || phone.js(script, &serde_json::json!([]));
        phone.until(
            || (shown().as_str()?.contains(message)).then_some(()),
            || format!("the bar shows {}, not {message}", shown()),
        );
    };
    phone.start("mariash", &["Zuzana", "Karel", "Petr"]);
    phone.choose("declarer", "Karel");
    phone.choose("trump", "Hearts");
    phone.press("Karel: Game");
    phone.to_result("mariash");
    // The button fills in the remaining 1, but no side can have 1 point from cards.
    phone.enter(&text("field.declarer"), "119");
    warns("one side cannot have");
}

#[test]
fn a_misere_is_doubled_at_most_as_often_as_the_house_rule_allows() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("mariash", &["Ann", "Bo", "Cy"]);
    phone.choose("declarer", "Ann");
    phone.choose("game_type", "Misère");
    let group = text("field.doubles");
    phone.press_in(&group, "4");
    let script = "return [...document.querySelectorAll('[data-key^=\"doubles/\"]')].length";
    assert_eq!(phone.js(script, &serde_json::json!([])), 5, "0 to 4");
}

#[test]
fn an_illegal_step_is_explained_and_counted_by_a_button() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("oh-hell", &["Ann", "Bo", "Cy"]);
    // Ann bids last: with her 1, the bids add up to the number of cards, so she may not bid it.
    phone.enter_all("bids", &[("Bo", "0"), ("Cy", "0"), ("Ann", "1")]);
    phone.see("Ann bids last and must bid something else.");
    assert!(
        !phone.shown().contains("irregularities"),
        "{}",
        phone.shown()
    );
    phone.press(&text("record.waive"));
    phone.to_result("oh-hell");
    phone.enter_all("tricks", &[("Bo", "0"), ("Cy", "0"), ("Ann", "1")]);
    phone.save(1);
}
