//! The first screen: this phone's matches and groups that play again.

use overtrick_core::args;
use serde_json::json;

use super::phone::{Phone, clause, say, text};
use crate::served::{Server, brink_bid, sample};

/// Opens a match with a key, and returns to the first screen.
fn know(phone: &Phone, id: &str, key: &str) {
    phone.open(&format!("#/join/{id}/{key}"));
    phone.find("link", &text("tab.sheet"));
    // Before the match has loaded, nothing about it is stored.
    let script = "return localStorage.getItem('overtrick/state/' + arguments[0]) !== null";
    let loaded = || (phone.js(script, &json!([id])) == json!(true)).then_some(());
    phone.until(loaded, || "the match is not loaded".to_owned());
    phone.open("");
    phone.see(&text("start.new"));
}

#[test]
fn a_group_plays_again_in_two_taps() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let (mut document, hands) = sample("brink-bid");
    document["options"] = json!({ "made_points": 6 });
    document["hands"] = hands[..3].into();
    document["finished"] = json!(true);
    let game = server.create(&document);
    know(&phone, &game.id, &game.direct);
    phone.js(
        "addEventListener('click', () => { window.taps = (window.taps ?? 0) + 1; }, true)",
        &json!([]),
    );
    let heading = text("trial.title");
    assert!(
        !phone.has("button", &heading),
        "a returning player gets no trial hand"
    );
    let players = document["players"].as_array().unwrap();
    let first = players[0].as_str().unwrap();
    phone.follow(&format!("{first},…"));
    phone.press(&text("new.start"));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    assert_eq!(phone.js("return window.taps", &json!([])), json!(2));
    assert_ne!(phone.match_address(), format!("#/m/{}", game.id));
    let seated = "return [...document.querySelectorAll('.standings .name')].map((one) => one.firstChild.textContent)";
    assert_eq!(phone.js(seated, &json!([])), document["players"]);
    // The next match continues the deal: three hands were dealt, the first by the last player.
    let script = "const id = location.hash.split('/')[2];
        const { document } = JSON.parse(localStorage.getItem(`overtrick/state/${id}`));
        return [document.first_dealer, document.options.made_points]";
    assert_eq!(phone.js(script, &json!([])), json!([players[2], 6]));
}

#[test]
fn a_finished_match_shows_its_winner() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let unfinished = server.create(&brink_bid());
    know(&phone, &unfinished.id, &unfinished.view);
    let (mut document, hands) = sample("brink-bid");
    document["hands"] = hands.into();
    let won = server.create(&document);
    know(&phone, &won.id, &won.view);
    let wins = say(
        "line.won",
        &args![names: "Zuzana Šťastná".to_owned(), total: "32".to_owned()],
    );
    phone.see(&wins);
    phone.see("Ægir 26, Ann 25, Bo 23");

    // If there is no room for the state of a match, at least its result is stored.
    let state = format!("overtrick/state/{}", won.id);
    let script = "const [state] = arguments;
        const { result } = JSON.parse(localStorage.getItem(state));
        const { status, winners, standings, hands } = result;
        const known = JSON.parse(localStorage.getItem('overtrick/matches'));
        known.find((one) => state.endsWith(one.id)).outcome = { over: status === 'complete', hands: hands.length, winners, standings };
        localStorage.setItem('overtrick/matches', JSON.stringify(known));
        localStorage.removeItem(state);";
    phone.js(script, &json!([state]));
    phone.reload();
    phone.see(&wins);
}

#[test]
fn every_game_leads_to_its_rules_and_its_pad() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.watch_pads();
    for (at, entry) in overtrick_games::all().iter().enumerate() {
        let facts = entry.facts;
        phone.js(
            "location.hash = '#/new/' + arguments[0]",
            &json!([facts.id]),
        );
        phone.find("heading", facts.name);
        let link = phone.find("link", &text("start.rules"));
        let href = phone.js(
            "return arguments[0].getAttribute('href')",
            &json!([super::find::argument(&link)]),
        );
        let href = href.as_str().unwrap();
        let wanted = format!("games/{}?lang=en", facts.id);
        assert_eq!(href, wanted, "the link has the language of the page");
        assert_eq!(server.get(&format!("/{href}"), &[]).status, 200, "{href}");
        phone.press(&text("start.pad"));
        let order = phone.pads_made(at + 1)[at][1].clone();
        assert_eq!(
            (&order["game"], &order["lang"]),
            (&json!(facts.id), &json!("en"))
        );
    }
    phone.js("location.hash = '#/'", &json!([]));
    phone.find("heading", &text("start.new"));
}

/// Bids, settles and reads the trial hand of a phone without matches.
fn try_the_hand(phone: &Phone) {
    let tricks = |tricks: usize| say("rule.tricks", &args![tricks: tricks]);
    phone.press(&tricks(1));
    // The hook rule forbids this bid; the player sees the reason.
    phone.see("the bids add up to 1, the number of tricks; Cy bids last");
    phone.see(&clause("oh-hell/hook"));
    phone.press(&tricks(0));
    phone.see(&text("rule.q-trick"));
    phone.press("Bo spades A");
    phone.see(&say("trial.wins", &args![player: "Cy".to_owned()]));
    for (rule, line) in [
        ("oh-hell/winner", "hearts 2"),
        ("oh-hell/made", "bid 0, took 0"),
        ("oh-hell/missed", "bid 0, took 1"),
    ] {
        phone.see(&clause(rule));
        phone.see(line);
    }
    let scores = "return [...document.querySelectorAll('.trial-players .number')].map((one) => one.textContent)";
    assert_eq!(phone.js(scores, &json!([])), json!(["+10", "+10", "0"]));
}

#[test]
fn a_new_visitor_can_try_a_hand_with_explained_points() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.see(&text("start.line"));
    phone.press(&text("trial.title"));
    phone.find("heading", &text("trial.title"));
    try_the_hand(&phone);
    phone.press(&text("rule.again"));
    // Without a network, the rules in the page give the answers.
    phone.keep_rules();
    phone.cut_off(true);
    try_the_hand(&phone);
    phone.cut_off(false);
    phone.follow(&say("trial.play", &args![game: "Oh Hell".to_owned()]));
    phone.find("button", &text("new.start"));
}

#[test]
fn the_trial_hand_does_not_move_the_page() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let height = "return document.querySelector('.trial').getBoundingClientRect().height";
    for size in [(320, 568), (360, 740), (768, 1024), (1280, 800)] {
        phone.resize(size);
        phone.reload();
        phone.press(&text("trial.title"));
        phone.find("heading", &text("trial.title"));
        phone.settle();
        let first = phone.js(height, &json!([]));
        phone.press(&say("rule.tricks", &args![tricks: 0_usize]));
        phone.see(&text("rule.q-trick"));
        assert_eq!(phone.js(height, &json!([])), first, "{size:?}");
    }
}

#[test]
fn the_first_game_is_in_sight_on_a_phone_without_matches() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let bottom =
        "return document.querySelector('.games a').getBoundingClientRect().top + 48 <= innerHeight";
    for size in [(360, 740), (740, 360)] {
        phone.resize(size);
        phone.reload();
        phone.find("button", &text("trial.title"));
        assert_eq!(phone.js(bottom, &json!([])), json!(true), "{size:?}");
    }
}

/// The games that the first screen lists now.
fn listed(phone: &Phone) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.games li:not([hidden]) .game-name')].map((one) => one.textContent)";
    serde_json::from_value(phone.js(script, &json!([]))).unwrap()
}

#[test]
fn every_game_is_in_one_list_which_is_searched_and_leads_to_who_plays() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.find("heading", &text("start.new"));
    let all = listed(&phone);
    assert_eq!(all.len(), 24, "{all:?}");
    assert_eq!((&*all[0], &*all[6]), ("Berzerka", "Wizard"));
    phone.write(&text("start.find"), " HEAR");
    assert_eq!(listed(&phone), ["Hearts"]);
    phone.write(&text("start.find"), "chess");
    phone.see(&text("start.find-none"));
    phone.write(&text("start.find"), "hearts");
    phone.follow("Hearts…");
    phone.start_here(&["Ann", "Bo", "Cy"]);
    phone.see("Hearts");

    // The games played on this phone come first, with the players of the last match.
    phone.open("#/");
    phone.find("heading", &text("start.new"));
    assert_eq!(listed(&phone)[..2], ["Hearts", "Berzerka"]);
    phone.follow("Hearts 3 to 6…");
    phone.find("heading", &text("new.players"));
    let names = "return [...document.querySelectorAll('.seats input')].map((one) => one.value)";
    assert_eq!(phone.js(names, &json!([])), json!(["Ann", "Bo", "Cy"]));
}

#[test]
fn documentation_redo_and_clauses_of_penalties_are_one_tap_deeper() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.find("button", &text("trial.title"));
    assert!(!phone.has("link", &text("start.docs")));
    phone.press(&text("settings.title"));
    phone.find("link", &text("start.docs"));
    phone.press(&text("close"));
    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.tab("more");
    phone.see(&text("more.steps"));
    assert!(!phone.has("button", &format!("{}…", text("more.redo"))));
    phone.open(&format!(
        "{}/adjust",
        phone.match_address().trim_end_matches("/more")
    ));
    phone.find("button", &text("adjust.incomplete"));
    assert!(!phone.has("combobox", &text("adjust.rule")));
}
