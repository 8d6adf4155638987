//! Custom games: started from a preset or a file, recorded, explained.

use overtrick_core::{Args, args};
use overtrick_match::lang::Language;
use serde_json::{Value, json};

use super::alone::FILES;
use super::phone::{Phone, number_of, say, text};
use super::touch::Finger;
use crate::served::Server;

/// A text of the editor in English.
fn own(key: &str) -> String {
    let output = Language::english().text("own", key);
    assert_ne!(output, key, "the catalog has no such message");
    output
}

/// A text of the editor in English, with arguments filled in.
fn own_with(key: &str, args: &Args) -> String {
    Language::english().format("own", key, args)
}

/// The label of the number field for a made or missed bid.
fn number_for(what: &str, points: &str) -> String {
    say("number.of", &args![player: own(what), field: own(points)])
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

/// Chooses a file on the screen of custom games.
fn choose(phone: &Phone, name: &str, content: &str) {
    phone.js(FILES, &json!([]));
    phone.press(&own("own.file"));
    phone.choose_file(name, content);
}

/// A definition whose texts and names try to inject markup and code.
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
fn a_custom_game_starts_from_a_preset_and_is_recorded() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.follow("Wizard…");
    phone.find("heading", "Wizard");
    phone.press("House rules…");
    phone.enter("Trick points", "5");
    phone.start_here(&["Ann", "Bo", "Cy"]);
    phone.see("Wizard");
    hand(&phone, 1, ["1", "0", "0"], ["1", "0", "0"]);
    phone.totals(&[("Ann", "25"), ("Bo", "20"), ("Cy", "20")]);
    hand(&phone, 2, ["1", "1", "1"], ["2", "0", "0"]);
    phone.totals(&[("Ann", "20"), ("Bo", "15"), ("Cy", "15")]);
    phone.undo_hand(2);
    phone.totals(&[("Ann", "25"), ("Bo", "20"), ("Cy", "20")]);
    phone.tab("sheet");
    phone.find("heading", &text("sheet.chart"));
    phone.js(
        "document.querySelector('table.sheet tbody tr').cells[1].querySelector('button').click()",
        &json!([]),
    );
    phone.see("A bid that was met scores 20, and 10 for each trick.");
    // The game is listed under its own name.
    phone.open("#/");
    phone.find("heading", &text("start.going-on"));
    phone.see("Wizard");
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
    choose(&phone, "ours.toml", "language = ");
    let refused = args![file: "ours.toml".to_owned()];
    phone.see(&own_with("own.faults", &refused));
    let mut wrong = hostile();
    wrong["players"] = json!([3, 11]);
    wrong["score"][0]["points"] = "made_pionts".into();
    choose(&phone, "ours.json", &wrong.to_string());
    // The places of faults are meant for the author, so they appear only after one more tap.
    phone.see(&own_with("own.for-author", &args![n: 2]));
    assert!(!phone.shown().contains("/score"), "{}", phone.shown());
    phone.press(&own_with("own.for-author", &args![n: 2]));
    phone.see("/score/0/points");
    let shown = phone.shown();
    assert!(shown.contains("/players"), "{shown}");
    assert!(shown.contains("made_pionts"), "{shown}");
    assert!(phone.address().ends_with("#/own"));
    choose(&phone, "ours.json", &hostile().to_string());
    phone.find("heading", &own("own.plays"));
    phone.press(&own("own.play"));
    phone.start_here(&["Ann", "Bo"]);
}

#[test]
fn a_match_of_any_definition_is_joined_recorded_and_shown() {
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
    phone.see(&text("sheet.lowest"));
    phone.tab("share");
    phone.see(&text("share.sheet-pdf"));
    phone.tab("sheet");
    let caption = "return document.querySelector('.chart-figure figcaption')?.textContent";
    let message = || phone.js(caption, &json!([]));
    let is_announced = || {
        message()
            .as_str()?
            .ends_with(&text("sheet.lowest"))
            .then_some(())
    };
    phone.until(is_announced, || format!("the message is {}", message()));
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

/// A game of two sides that shows its state, and whose fields have every possible property.
const SIDES: &str = r#"
language = 1
id = "teams"
name = "Teams"
players = [4, 4]
sides = 2

[clauses]
points = "A side has its card points; {target} win."
doubled = { text = "Slams count twice.", when = "double" }

[options]
double = { flag = true, clause = "doubled" }
target = { number = [100, 1000], default = 500, clause = "points" }

[carry.games]
each = true
number = [0, 9]
next = "games + (if points > 80 then 1 else 0)"

[[field]]
name = "maker"
player = true

[[field]]
name = "points"
label = "card points"
about = "What a side has in its tricks."
each = "side"
number = [0, 160]
step = 10
sum = "160"
clause = "points"

[[field]]
name = "level"
number = [1, 20]
default = 3
about = "How high it was bid."

[[field]]
name = "slam"
flag = true
need = "never"
when = "level > 5"

[[score]]
points = "points * (if slam then 2 else 1)"
clause = "points"

[[show]]
label = "dealt"
value = "hand - 1"

[[show]]
label = "games"
value = "games"
per = "side"

[[show]]
label = "led"
value = "games > 0"
per = "player"
"#;

#[test]
fn sides_state_defaults_and_steps_of_a_game_are_on_the_phone() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.open("#/own");
    choose(&phone, "teams.toml", SIDES);
    phone.find("heading", &own("own.plays"));
    phone.see("A side has its card points; 500 win.");
    phone.see("Slams count twice.");
    phone.press(&own("own.play"));
    phone.start_here(&["Ann", "Bo", "Cy", "Dee"]);
    for line in [
        "Dealt: 0",
        "Games: Ann + Cy 0, Bo + Dee 0",
        "Led: Ann no, Bo no, Cy no, Dee no",
    ] {
        phone.see(line);
    }
    phone.press_in("Maker", "Bo");
    phone.to_result("own");
    phone.see("What a side has in its tricks.");
    phone.see("How high it was bid.");
    let of = |side: &str| {
        say(
            "number.of",
            &args![player: side.to_owned(), field: "Card points".to_owned()],
        )
    };
    let level = phone.find("spinbutton", "Level");
    assert_eq!(phone.value(&level), "3");
    assert!(!phone.shown().contains("Slam"), "{}", phone.shown());
    phone.press(&say("number.more", &args![label: of("Ann + Cy")]));
    assert_eq!(
        phone.value(&phone.find("spinbutton", &of("Ann + Cy"))),
        "10"
    );
    phone.enter(&of("Ann + Cy"), "100");
    phone.enter(&of("Bo + Dee"), "60");
    phone.enter("Level", "6");
    phone.see("Slam");
    phone.save(1);
    phone.totals(&[("Ann", "100"), ("Bo", "60")]);
    for line in [
        "Dealt: 1",
        "Games: Ann + Cy 1, Bo + Dee 0",
        "Led: Ann yes, Bo no, Cy yes, Dee no",
    ] {
        phone.see(line);
    }
    phone.open(&format!("{}/tv", phone.match_address()));
    phone.see("Games: Ann + Cy 1, Bo + Dee 0");
    assert!(!phone.shown().contains("Ann: 1."), "{}", phone.shown());
}

#[test]
fn a_hand_that_all_passed_is_saved_by_a_button_of_its_own() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.follow("Skat…");
    phone.start_here(&["Ann", "Bo", "Cy"]);
    phone.press(&text("record.save-passed"));
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    phone.totals(&[("Ann", "0"), ("Bo", "0"), ("Cy", "0")]);
    phone.press_in("Declarer", "Ann");
    phone.gone("button", &text("record.save-passed"));
    phone.find("group", "Bid");
}

#[test]
fn without_a_network_and_rules_the_page_explains_what_works() {
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
fn another_game_is_shown_in_czech() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let choose = "localStorage.setItem('overtrick/settings', JSON.stringify({ lang: 'cs' }))";
    phone.js(choose, &json!([]));
    phone.reload();
    let czech = Language::find("cs").unwrap();
    let message = |key: &str| czech.text("own", key);
    phone.follow(&czech.text("page", "start.another"));
    phone.find("button", &message("own.file"));
    phone.press(&message("own.build"));
    for (question, answer) in [
        ("own.ask-deal", "own.deal-up-down"),
        ("own.ask-bonus", "own.bonus-nothing-bid"),
        ("own.ask-sides", "own.sides-2"),
    ] {
        phone.press_in(&message(question), &message(answer));
    }
    phone.see(&czech.format("own", "own.rule.bonus-nothing-bid", &args![n: 10]));
    phone.press(&message("own.play"));
    phone.find("button", &czech.text("page", "new.start"));
}

/// Opens the editor for a new game with this name, whose hands first get larger and then smaller.
fn build<'a>(phone: &'a Phone, name: &str) -> Finger<'a> {
    phone.open("#/");
    phone.find("heading", &text("start.new"));
    let finger = Finger::on(phone);
    finger.select("a[href='#/own']");
    finger.press(&own("own.build"));
    finger.text(&text("own.name"));
    phone.write(&text("own.name"), name);
    finger.press_in(&own("own.ask-deal"), &own("own.deal-up-down"));
    finger
}

/// Presses a button that changes a number by one step.
fn step(finger: &Finger<'_>, way: &str, label: String) {
    finger.press(&say(way, &args![label: label]));
}

#[test]
fn a_rikiki_is_built_in_ten_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    // A made bid scores ten and the square of the bid; a missed bid loses the difference.
    let finger = build(&phone, "Our Rikiki");
    step(
        &finger,
        "number.less",
        number_for("own.made", "own.points-each-tricks"),
    );
    step(
        &finger,
        "number.more",
        number_for("own.made", "own.points-square"),
    );
    step(
        &finger,
        "number.less",
        number_for("own.missed", "own.points-off-tricks"),
    );
    let taps = finger.taps() + 1;
    phone.press(&own("own.play"));
    phone.find("button", &text("new.start"));
    assert!(taps <= 9, "{taps} taps");
    phone.start_here(&["Ann", "Bo", "Cy"]);
    hand(&phone, 1, ["1", "0", "1"], ["1", "0", "0"]);
    phone.totals(&[("Ann", "11"), ("Bo", "10"), ("Cy", "−1")]);
    // A made bid scores five, and one for each trick.
    let finger = build(&phone, "The other");
    finger.number(&number_for("own.made", "own.points-fixed"));
    finger.keys(&["5"]);
    step(
        &finger,
        "number.less",
        number_for("own.missed", "own.points-off-tricks"),
    );
    let taps = finger.taps() + 1;
    assert!(taps <= 9, "{taps} taps");
    phone.press(&own("own.play"));
    phone.find("button", &text("new.start"));
    phone.start_here(&["Ann", "Bo", "Cy"]);
    hand(&phone, 1, ["1", "0", "1"], ["1", "0", "0"]);
    phone.totals(&[("Ann", "6"), ("Bo", "5"), ("Cy", "−1")]);
    let serious = phone.console();
    assert!(serious.is_empty(), "{serious:?}");
}

#[test]
fn an_invalid_game_cannot_be_played() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    // The minimum number of players exceeds the maximum.
    let finger = build(&phone, "Ours");
    let least = own("own.least");
    for _ in 0..4 {
        step(&finger, "number.more", least.clone());
    }
    phone.see(&own_with("own.for-author", &args![n: 1]));
    phone.press(&own("own.play"));
    assert!(phone.address().ends_with("#/own/edit"));
    step(&finger, "number.less", least);
    phone.see_gone(&own_with("own.for-author", &args![n: 1]));
    phone.press(&own("own.play"));
    phone.find("button", &text("new.start"));
}

#[test]
fn a_form_shows_only_the_fields_of_its_hand() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    // The first six hands of King have neither bidding nor trump, so nothing is entered before the play.
    let four = ["Ann", "Bo", "Cy", "Dee"];
    phone.start("king", &four);
    phone.find("group", "Taken");
    assert!(!phone.has("group", "Trump"), "{}", phone.shown());
    assert!(!phone.has("button", &text("step.bidding")));
    for (player, count) in four.iter().zip(["4", "3", "3", "3"]) {
        let taken = args![player: (*player).to_owned(), field: "Taken".to_owned()];
        phone.enter(&say("number.of", &taken), count);
    }
    phone.save(1);
    phone.find("heading", &say("record.hand", &args![hand: 2]));
    phone.open(&format!("{}/correct/1", phone.match_address()));
    phone.see(&text("correct.comes-to"));
    assert!(!phone.has("group", "Trump"), "{}", phone.shown());
    // French Tarot has a partner only if there are five players.
    phone.start("tarot", &["Ann", "Bo", "Cy", "Dee"]);
    phone.find("group", "Taker");
    assert!(!phone.has("group", "Partner"), "{}", phone.shown());
    // A hand of Skat that everyone passed has no declarer.
    phone.start("skat", &["Ann", "Bo", "Cy"]);
    phone.find("group", "Declarer");
    assert!(!phone.has("group", "Game"), "{}", phone.shown());
    phone.press_in("Declarer", "Bo");
    phone.press_in("Game", "Null");
    phone.see("Won");
    assert!(!phone.has("group", "Matadors"), "{}", phone.shown());
}

#[test]
fn a_game_is_kept_shared_by_a_link_and_confirmed_before_it_is_kept() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    build(&phone, "Our <b>Rikiki</b>");
    phone.press(&own("own.keep"));
    phone.see(&own_with(
        "own.kept",
        &args![name: "Our <b>Rikiki</b>".to_owned()],
    ));
    phone.press(&own("own.share"));
    phone.find("textbox", &own("own.link"));
    let link = phone.js(
        "return document.querySelector('dialog .copy-text').value",
        &json!([]),
    );
    let link = link.as_str().unwrap();
    let (home, sent) = link.split_once("#/own?d=").unwrap();
    assert!(!home.contains('?') && sent.len() > 100, "{link}");
    // The link is opened on a phone that has stored nothing.
    phone.js("localStorage.removeItem('overtrick/own/mine')", &json!([]));
    phone.goto("about:blank");
    phone.open(&format!("#/own?d={sent}"));
    phone.find("heading", "Our <b>Rikiki</b>");
    phone.see(&own("own.rule.tricks"));
    let kept = "return localStorage.getItem('overtrick/own/mine')";
    assert_eq!(phone.js(kept, &json!([])), Value::Null);
    phone.press(&own("own.keep-it"));
    phone.find("heading", "Our <b>Rikiki</b>");
    phone.open("#/own");
    phone.find("heading", &own("own.mine"));
    let players = say("start.players", &args![least: 3, most: 6]);
    phone.press(&format!("Our <b>Rikiki</b> {players}"));
    phone.press(&own("own.remove"));
    phone.press_in(&own("own.remove"), &own("own.remove"));
    phone.see(&own("own.removed"));
    // A truncated link opens nothing.
    phone.open(&format!("#/own?d={}", &sent[..sent.len() / 2]));
    phone.see(&own("own.bad-link"));
    let serious = phone.console();
    assert!(serious.is_empty(), "{serious:?}");
}

#[test]
fn a_pad_is_printed_from_every_screen_of_a_custom_game() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.watch_pads();
    let made = |count: usize| phone.pads_made(count)[count - 1].clone();
    // In the gallery.
    phone.follow("Wizard…");
    phone.press(&text("start.pad"));
    let order = made(1);
    assert!(order[0].as_str().unwrap().ends_with("pads.pdf"), "{order}");
    assert_eq!(order[1]["definition"]["name"], "Wizard");
    // Pads for a game that was built from parts and kept in the list of games.
    build(&phone, "Our <Wizard>");
    phone.press(&own("own.pad"));
    let definition = made(2)[1]["definition"].clone();
    assert_eq!(definition["name"], "Our <Wizard>");
    phone.press(&own("own.keep"));
    let named = args![name: "Our <Wizard>".to_owned()];
    phone.see(&own_with("own.kept", &named));
    phone.js("location.hash = '#/own'", &json!([]));
    phone.press(&say(
        "start.pad-of",
        &args![game: "Our <Wizard>".to_owned()],
    ));
    assert_eq!(made(3)[1]["definition"], definition);
    // Pads at a table, with the names of the match.
    let players = say("start.players", &args![least: 3, most: 6]);
    phone.press(&format!("Our <Wizard> {players}"));
    phone.press(&own("own.play"));
    phone.start_here(&["Ann", "Bo", "Cy"]);
    phone.tab("share");
    phone.press(&text("share.pad-make"));
    let order = made(4);
    assert!(order[0].as_str().unwrap().ends_with("pads.pdf"), "{order}");
    assert_eq!(order[1]["players"], json!(["Ann", "Bo", "Cy"]));
    let serious: Vec<String> = phone.console();
    assert!(serious.is_empty(), "{serious:?}");
}

#[test]
fn partners_stand_once_on_strip_sheet_and_chart() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    // The partners are shown as soon as the players are named.
    phone.open("#/new/whist");
    phone.seat(&["Ann", "Bo", "Cy", "Dee"]);
    let sides = args![sides: "Ann + Cy and Bo + Dee".to_owned()];
    phone.see(&say("new.partners", &sides));

    // Ann and Cy take 1 + 3 = 4, Bo and Dee 2 + 4 = 6.
    let definition = json!({
        "language": 1, "id": "pairs", "name": "Pairs", "players": [4, 4], "sides": 2,
        "field": [{ "name": "taken", "each": true, "number": [0, 13] }],
        "score": [{ "points": "ours(taken)", "clause": "taken" }], "clauses": { "taken": "What a side takes counts." },
    });
    let taken = json!({ "taken": { "Ann": 1, "Bo": 2, "Cy": 3, "Dee": 4 } });
    let game = server.create(&json!({
        "game": "own", "definition": definition, "players": ["Ann", "Bo", "Cy", "Dee"], "hands": [taken],
    }));
    phone.join_hand(&game, &game.direct, 2);
    let texts = |selector: &str| {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)";
        phone.js(script, &json!([selector]))
    };
    assert_eq!(texts(".standings .total"), json!(["4", "6"]));
    phone.tab("sheet");
    phone.find("heading", &text("sheet.chart"));
    assert_eq!(
        texts("table.sheet thead .name"),
        json!(["Ann + Cy", "Bo + Dee"])
    );
    phone.until(
        || {
            (texts(".chart .line > text:last-child") == json!(["4 Ann + Cy", "6 Bo + Dee"]))
                .then_some(())
        },
        || format!("{}", texts(".chart .line > text:last-child")),
    );
}
