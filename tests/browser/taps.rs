//! The number of taps for a typical hand.

use std::io::{Write, stderr};

use overtrick_core::args;
use overtrick_games as games;
use serde_json::{Value, json};

use super::phone::{Phone, number_of, say, step_of, text};
use super::table::Table;
use super::touch::Finger;
use crate::served::{Server, sample};
use crate::support::is_thorough;

/// The most taps for the middle hand of a sample match, and for any of its hands; an ordinary run enters only three
/// hands. The sample of Brink Bid has five players, that of Oh Hell four; that of Mariash has rare features: two
/// commitments, a Seven, doublings.
const MAX: [(&str, usize, usize); 6] = [
    ("berzerka", 8, 9),
    ("brink-bid", 8, 10),
    ("contract-sabacc", 8, 8),
    ("contractor", 9, 9),
    ("mariash", 10, 12),
    ("oh-hell", 7, 7),
];

/// Saves a hand whose last number the main button fills in; asserts the number of taps.
fn save_with(phone: &Phone, finger: &Finger<'_>, game: &str, last: &str, most: usize) {
    let save = say("record.save-with", &args![hand: 1, fields: last.to_owned()]);
    finger.sees_main(&save);
    finger.press(&save);
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    let report = format!("a hand of {game}: {} taps\n", finger.taps());
    stderr().write_all(report.as_bytes()).unwrap();
    assert!(finger.taps() <= most, "{report}");
}

/// Enters four bids of 1, and waits for the tricks.
fn bid_ones(phone: &Phone, finger: &Finger<'_>) {
    finger.sees_pad();
    finger.keys(&["1", "1", "1", "1"]);
    // After the last bid the page moves on by itself.
    phone.find("spinbutton", &number_of("Bo", "tricks"));
    finger.sees_pad();
}

#[test]
fn a_hand_of_brink_bid_takes_six_taps_if_everybody_made_it() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
    let finger = Finger::on(&phone);
    bid_ones(&phone, &finger);
    // A suggested number does not count until a person confirms it.
    let asks = say(
        "ask.of",
        &args![field: text("field.tricks"), player: "Bo".to_owned()],
    );
    finger.sees_main(&asks);
    finger.press(&text("made.all"));
    let save = say("record.save", &args![hand: 1]);
    finger.sees_main(&save);
    phone.see(&text("record.preview"));
    finger.press(&save);
    phone.totals(&[("Ann", "5"), ("Bo", "5"), ("Cy", "5"), ("Dee", "5")]);
    assert_eq!(finger.taps(), 6);
}

#[test]
fn a_hand_of_brink_bid_takes_seven_taps_if_two_missed_by_one() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
    let finger = Finger::on(&phone);
    bid_ones(&phone, &finger);
    // A step up or down from an empty number starts at the bid.
    finger.press(&say(
        "number.more",
        &args![label: number_of("Cy", "tricks")],
    ));
    let took = say("made.took", &args![n: 0]);
    finger.press(&say(
        "fit.fill",
        &args![label: number_of("Ann", "tricks"), only: took],
    ));
    let save = say("record.save-as-bid", &args![hand: 1]);
    finger.sees_main(&save);
    phone.until(
        || scores(&phone).ends_with("Dee +5").then_some(()),
        || format!("the points above the button are {:?}", scores(&phone)),
    );
    assert_eq!(scores(&phone), "Ann +2 Bo +5 Cy +2 Dee +5");
    finger.press(&save);
    phone.totals(&[("Ann", "2"), ("Bo", "5"), ("Cy", "2"), ("Dee", "5")]);
    assert_eq!(finger.taps(), 7);
}

/// The line above the main button.
fn scores(phone: &Phone) -> String {
    let script = "return [...document.querySelectorAll('.scores > *')].map((one) => one.textContent.trim()).join(' ')";
    let line = phone.js(script, &json!([]));
    line.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_slam_of_contract_sabacc_takes_ten_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("contract-sabacc", &["Ann", "Bo", "Cy", "Dee"]);
    let finger = Finger::on(&phone);
    finger.press_in(&text("field.declarer"), "Ann");
    finger.press_in(&text("field.contract"), "Guard");
    let step = step_of("contract-sabacc", "result");
    finger.press(&say("record.next", &args![step: step]));
    finger.keys(&["5", "2"]);
    // The first field in the fold is a number.
    finger.press(&text("field.contract-sabacc.tricks"));
    finger.sees_pad();
    finger.keys(&["15", "2", "1"]);
    save_with(&phone, &finger, "Contract Sabacc with a Slam", "Dee 0", 10);
}

#[test]
fn two_doubled_commitments_of_mariash_take_ten_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("mariash", &["Zuzana", "Karel", "Petr"]);
    let finger = Finger::on(&phone);
    finger.press_in(&text("field.declarer"), "Karel");
    finger.press_in(&text("field.trump"), "Hearts");
    finger.press("Karel: Game");
    finger.press(&say(
        "doubles.more",
        &args![contract: "Game".to_owned(), by: "Karel".to_owned()],
    ));
    finger.press_in(&text("commit.add"), "Zuzana");
    let doubled = args![player: "Zuzana".to_owned(), contract: "Hundred".to_owned()];
    finger.press(&say("commit.doubled", &doubled));
    let step = step_of("mariash", "result");
    finger.press(&say("record.next", &args![step: step]));
    finger.keys(&["7", "0"]);
    let last = format!("{} 50", text("field.defense"));
    save_with(&phone, &finger, "Mariash, twice doubled", &last, 10);
}

#[test]
fn a_hand_of_mariash_takes_seven_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("mariash", &["Zuzana", "Karel", "Petr"]);
    let finger = Finger::on(&phone);
    finger.press_in(&text("field.declarer"), "Karel");
    // Choosing a trump implies the trump game.
    finger.press_in(&text("field.trump"), "Hearts");
    finger.press("Karel: Hundred");
    let step = step_of("mariash", "result");
    finger.press(&say("record.next", &args![step: step]));
    finger.keys(&["6", "5"]);
    let last = format!("{} 55", text("field.defense"));
    save_with(&phone, &finger, "Mariash", &last, 7);
    phone.totals(&[("Zuzana", "6"), ("Karel", "−12"), ("Petr", "6")]);
}

#[test]
fn a_hand_of_contractor_takes_six_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("contractor", &["Ivy", "Sam", "Bea"]);
    let finger = Finger::on(&phone);
    finger.press_in(&text("field.contractor"), "Sam");
    finger.press_in(&text("field.strain"), "Clubs");
    let step = step_of("contractor", "result");
    finger.press(&say("record.next", &args![step: step]));
    // In order from the dealer's left: Sam, Bea, Ivy.
    finger.keys(&["5", "3"]);
    save_with(&phone, &finger, "Contractor", "Ivy 2", 6);
    phone.totals(&[("Ivy", "2"), ("Sam", "6"), ("Bea", "3")]);
}

#[test]
fn two_numbers_of_a_hand_are_corrected_in_six_taps_with_a_reason() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    let hand = json!({ "bids": { "Ann": 1, "Bo": 1, "Cy": 1, "Dee": 1 }, "tricks": { "Ann": 0, "Bo": 1, "Cy": 2, "Dee": 1 } });
    let game = server.create(
        &json!({ "game": "brink-bid", "players": ["Ann", "Bo", "Cy", "Dee"], "hands": [hand] }),
    );
    phone.open(&format!("#/join/{}/{}", game.id, game.direct));
    phone.tab("sheet");
    phone.find("heading", &text("sheet.title"));
    let finger = Finger::on(&phone);
    // Bo took one of the tricks, not Cy.
    finger.press(&format!(
        "{}…",
        say("sheet.cell", &args![player: "Cy".to_owned(), hand: 1])
    ));
    finger.select("dialog a.button");
    finger.number(&number_of("Cy", "tricks"));
    finger.keys(&["1"]);
    // The numbers that the others must have now are suggested next to them.
    finger.select("[data-key='tricks/Bo/only']");
    finger.press_in(&text("correct.because"), &text("correct.counted"));
    phone.see(&text("correct.done"));
    assert!(finger.taps() <= 6, "{} taps", finger.taps());
    phone.totals(&[("Ann", "2"), ("Bo", "2"), ("Cy", "5"), ("Dee", "5")]);
    phone.open(&format!("#/m/{}/history", game.id));
    phone.see(&say(
        "history.because",
        &args![reason: text("correct.counted")],
    ));
}

/// The result of the auction in a hand of a sample, as entered at a table.
fn without_auction(game: &str, at: usize) -> Value {
    match (game, at) {
        ("berzerka", 0) => json!({ "declarer": "Michelle", "contract": "hold-steady" }),
        ("berzerka", 1) => json!({ "declarer": "DJ", "contract": "hold-steady", "overbid": 2 }),
        ("contract-sabacc", 0) => json!({ "declarer": "Mira", "contract": "guard" }),
        ("contractor", 0) => {
            json!({ "contractor": "O'Neill", "contract": { "strain": "hearts", "extra_tricks": 1 }, "challengers": ["Sam"] })
        }
        ("mariash", 0) => {
            json!({ "commitments": [{ "by": "Karel", "contract": "game", "doubles": 1 }, { "by": "Zuzana Šťastná", "contract": "hundred", "doubles": 1 }] })
        }
        ("oh-hell", 3) => {
            json!({ "bids": { "Ann": 2, "Bo": 1, "Zuzana Šťastná": 1, "Ægir": 1 } })
        }
        ("oh-hell", 5) => {
            json!({ "tricks": { "Ann": 0, "Bo": 0, "Zuzana Šťastná": 1, "Ægir": 1 } })
        }
        _ => json!({}),
    }
}

/// The hands of a sample as entered at a table: with the result of the auction, and otherwise only fields that affect
/// points.
fn entered(game: &str, hands: &[Value]) -> Vec<Value> {
    let mut all = hands.to_vec();
    for (at, hand) in all.iter_mut().enumerate() {
        let hand = hand.as_object_mut().unwrap();
        for name in ["auction", "calls", "play", "dice", "note"] {
            hand.remove(name);
        }
        if game == "contract-sabacc" {
            hand.remove("tricks");
        }
        if let Value::Object(outcome) = without_auction(game, at) {
            hand.extend(outcome);
        }
    }
    all
}

/// Starts a match on the first screen with these players; returns the numbers of taps and typed characters.
fn start(phone: &Phone, game: &str, players: &[String]) -> (usize, usize) {
    phone.open("#/");
    let finger = Finger::on(phone);
    finger.select(&format!("a[href='#/new/{game}']"));
    phone.find("button", &text("new.start"));
    let mut typed = 0;
    for (at, player) in players.iter().enumerate() {
        let field = say("new.player", &args![n: at + 1]);
        if at == 0 {
            finger.text(&field);
        }
        // Enter moves to the next player.
        let keys = if at + 1 < players.len() {
            format!("{player}\n")
        } else {
            player.clone()
        };
        typed += keys.chars().count();
        phone.type_on(&field, &keys);
    }
    finger.press(&text("new.start"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    (finger.taps(), typed)
}

#[test]
fn taps_and_typed_characters_of_every_game_are_counted() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    let forms = server.get("/forms.json", &[]).json();
    let before = [
        ("brink-bid", "14 to 18"),
        ("mariash", "7 to 18"),
        ("contract-sabacc", "14 to 20"),
    ];
    let mut report = String::from(
        "game             start: taps, typed   first hand   a hand: median, all   match   a hand before\n",
    );
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let (mut document, hands) = sample(id);
        let mut hands = entered(id, &hands);
        if !is_thorough() {
            hands.truncate(3);
        }
        document.as_object_mut().unwrap().remove("adjustments");
        document.as_object_mut().unwrap().remove("finished");
        let players: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
        let (start_taps, typed) = start(&phone, id, &players);

        document["hands"] = hands.clone().into();
        let wanted = server.create(&document).state()["result"]["standings"].clone();
        document["hands"] = json!([]);
        let game = server.create(&document);
        phone.join_hand(&game, &game.direct, 1);
        let mut taps = Vec::new();
        for (at, hand) in hands.iter().enumerate() {
            let finger = Finger::on(&phone);
            let form = forms[id].clone();
            let (phone, finger_) = (&phone, &finger);
            let table = Table {
                phone,
                finger: finger_,
                form,
            };
            table.hand(at + 1, hand);
            taps.push(finger.taps());
        }
        let standings = || game.state()["result"]["standings"].clone();
        phone.until(
            || (standings() == wanted).then_some(()),
            || format!("{id}: the standings are {}, not {wanted}", standings()),
        );
        let (first, all) = (taps[0], taps.iter().sum::<usize>());
        let each: Vec<String> = taps.iter().map(usize::to_string).collect();
        taps.sort_unstable();
        let median = taps[taps.len() / 2];
        let most = MAX.iter().find(|(game, ..)| *game == id).unwrap();
        let old = before
            .iter()
            .find(|(game, _)| *game == id)
            .map_or("", |(_, old)| old);
        report += &format!(
            "{id:<16} {start_taps:>12}, {typed:>5} {first:>12} {median:>14}, {:<14} {all:>5}   {old}\n",
            each.join(" ")
        );
        let is_met =
            (median <= most.1 || !is_thorough()) && taps.iter().all(|each| *each <= most.2);
        assert!(is_met, "{id}: {report}");
    }
    stderr().write_all(report.as_bytes()).unwrap();
}
