//! Games that a match brings along: begun from a preset or a file, recorded, explained.

use overtrick_core::args;
use overtrick_match::lang::Language;
use serde_json::{Value, json};

use super::alone::FILES;
use super::phone::{Phone, number_of, say, text};
use crate::served::Server;

/// Writes the names of players on the screen of a new match.
fn seat(phone: &Phone, players: &[&str]) {
    for (at, player) in players.iter().enumerate() {
        phone.write(&say("new.player", &args![n: at + 1]), player);
    }
}

/// Enters and saves a hand of bids and tricks.
fn hand(phone: &Phone, number: usize, bids: [&str; 3], tricks: [&str; 3]) {
    let names = ["Ann", "Bo", "Cy"];
    for (at, name) in names.iter().enumerate() {
        phone.enter(&number_of(name, "bids"), bids[at]);
    }
    phone.to_result("own");
    for (at, name) in names.iter().enumerate() {
        phone.enter(&number_of(name, "tricks"), tricks[at]);
    }
    phone.save(number);
}

/// Chooses a file on the screen of another game.
fn choose(phone: &Phone, name: &str, content: &str) {
    phone.js(FILES, &json!([]));
    phone.press(&text("own.file"));
    let script = "const [name, text] = arguments; const { chooser } = globalThis; const chosen = new DataTransfer();
        chosen.items.add(new File([text], name));
        chooser.files = chosen.files; chooser.dispatchEvent(new Event('change'));";
    phone.js(script, &json!([name, content]));
}

/// A definition whose texts and names are those of a stranger who means harm.
fn hostile() -> Value {
    let each = |name: &str, values: Value| {
        let mut field = json!({ "name": name, "each": true });
        field
            .as_object_mut()
            .unwrap()
            .extend(values.as_object().unwrap().clone());
        field
    };
    json!({
        "language": 1, "id": "hostile", "name": "<img src=x onerror=alert(1)> & Co", "players": [2, 10], "wins": "lowest",
        "clauses": { "all": "<script>alert(1)</script>" },
        "field": [
            { "name": "constructor", "words": ["constructor", "hearts"], "label": "<b>Word</b>" },
            each("shown", json!({ "flag": true })),
            each("partner", json!({ "player": true, "need": "never" })),
            each("color", json!({ "words": ["red_one", "black"] })),
            { "name": "took_last", "player": true },
            { "name": "kept", "flag": true },
            each("made_points", json!({ "number": [-500, 500] })),
        ],
        "score": [{ "points": "made_points + (if shown then 1 else 0)", "clause": "all", "with": ["color"] }],
    })
}

#[test]
fn a_game_of_ones_own_begins_with_a_preset_and_is_recorded() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.follow(&text("start.another"));
    phone.find("heading", &text("start.another"));
    let players = say("start.players", &args![least: 3, most: 6]);
    phone.press(&format!("Wizard {players}"));
    phone.write(&text("own.name"), "Our <Wizard>");
    seat(&phone, &["Ann", "Bo", "Cy"]);
    phone.press(&format!("{}…", text("new.rules")));
    phone.enter("Trick points", "5");
    phone.press(&text("new.start"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    phone.see("Our <Wizard>");
    hand(&phone, 1, ["1", "0", "0"], ["1", "0", "0"]);
    phone.totals(&[("Ann", "25"), ("Bo", "20"), ("Cy", "20")]);
    hand(&phone, 2, ["1", "1", "1"], ["2", "0", "0"]);
    phone.totals(&[("Ann", "20"), ("Bo", "15"), ("Cy", "15")]);
    phone.undo();
    phone.totals(&[("Ann", "25"), ("Bo", "20"), ("Cy", "20")]);
    phone.tab("sheet");
    phone.find("heading", &text("sheet.chart"));
    phone.js(
        "document.querySelector('table.sheet tbody tr').cells[1].querySelector('button').click()",
        &json!([]),
    );
    phone.see("A bid that was met scores 20, and 10 for each trick.");
    // It is found again by its own name.
    phone.open("#/");
    phone.find("heading", &text("start.going-on"));
    phone.see("Our <Wizard>");
    let serious: Vec<String> = phone.console();
    assert!(serious.is_empty(), "{serious:?}");
}

#[test]
fn every_fault_of_a_file_is_shown_with_its_place_and_a_sound_one_begins() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.open("#/own");
    choose(&phone, "ours.toml", "language = 1");
    phone.see(&say("own.no-file", &args![file: "ours.toml".to_owned()]));
    let mut wrong = hostile();
    wrong["players"] = json!([3, 11]);
    wrong["score"][0]["points"] = "made_pionts".into();
    choose(&phone, "ours.json", &wrong.to_string());
    let shown = phone.until(
        || {
            let shown = phone.shown();
            shown.contains("/score/0/points").then_some(shown)
        },
        || format!("no fault of points: {}", phone.shown()),
    );
    assert!(shown.contains("/players"), "{shown}");
    assert!(shown.contains("made_pionts"), "{shown}");
    assert!(phone.address().ends_with("#/own"));
    choose(&phone, "ours.json", &hostile().to_string());
    phone.find("textbox", &text("own.name"));
    seat(&phone, &["Ann", "Bo"]);
    phone.press(&text("new.start"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
}

#[test]
fn whatever_a_definition_says_its_match_is_joined_recorded_and_shown() {
    let server = Server::start();
    let document = json!({ "game": "own", "definition": hostile(), "players": ["Ann", "constructor"], "hands": [] });
    let game = server.create(&document);
    let Some(phone) = Phone::recording(&server, &game, 1) else {
        return;
    };
    phone.press_in("<b>Word</b>", "Constructor");
    for player in ["Ann", "constructor"] {
        let of = |field: &str| {
            say(
                "number.of",
                &args![player: player.to_owned(), field: field.to_owned()],
            )
        };
        phone.press_in(&of("Shown"), "yes");
        phone.press_in(&of("Partner"), "Ann");
        phone.press_in(&of("Color"), "Black");
        phone.enter(&of("Made points"), "7");
    }
    phone.press_in("Took last", "Ann");
    phone.press_in("Kept", "Yes");
    phone.save(1);
    phone.totals(&[("Ann", "8"), ("constructor", "8")]);
    for tab in ["sheet", "rule", "share", "more"] {
        phone.tab(tab);
    }
    phone.tab("rule");
    phone.see("<script>alert(1)</script>");
    for screen in [
        "correct/1",
        "history",
        "adjust",
        "players",
        "settle",
        "tv",
        "sheet",
    ] {
        phone.open(&format!("{}/{screen}", phone.match_address()));
        phone.until(
            || (!phone.names("heading").is_empty()).then_some(()),
            || format!("{screen} is empty"),
        );
        assert!(!phone.shown().contains(&text("broken")), "{screen}");
    }
    let state = game.state();
    assert_eq!(state["document"]["hands"][0]["constructor"], "constructor");
    let serious = phone.console();
    assert!(serious.is_empty(), "{serious:?}");
}

#[test]
fn without_a_network_and_rules_it_is_said_what_works() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.keep_rules();
    phone.without_rules();
    phone.cut_off(true);
    phone.follow(&text("start.another"));
    phone.see(&text("own.alone"));
    phone.follow(&text("home"));
    phone.find("heading", &text("start.new"));
}

#[test]
fn another_game_speaks_czech() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let choose = "localStorage.setItem('overtrick/settings', JSON.stringify({ lang: 'cs' }))";
    phone.js(choose, &json!([]));
    phone.reload();
    let czech = Language::find("cs").unwrap();
    let said = |key: &str| czech.text("page", key);
    phone.follow(&said("start.another"));
    phone.find("button", &said("own.file"));
}
