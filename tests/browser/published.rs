//! Published matches at every width: no word is broken, and no page scrolls sideways.

use overtrick_games as games;
use serde_json::json;

use super::chromium::Chromium;
use super::club::{club, wide};
use crate::served::{Match, Server, bearer, sample};

/// Finds the broken words of a page.
const WORDS: &str = include_str!("words.js");
const WIDTHS: [u32; 5] = [320, 360, 768, 1280, 1600];
const NAMES: [&str; 4] = ["Bartholomew", "Alexandra", "Zuzana Šťastná", "Maximiliana"];

/// The complete sample of a game, with long but usual names of players.
fn published<'a>(server: &'a Server, game: &str) -> Match<'a> {
    let (mut document, hands) = sample(game);
    document["hands"] = hands.into();
    document["location"] = "U Zlatého lva".into();
    let mut text = document.to_string();
    for (player, name) in document["players"].as_array().unwrap().iter().zip(NAMES) {
        text = text.replace(&player.to_string(), &json!(name).to_string());
    }
    let game = server.create(&serde_json::from_str(&text).unwrap());
    let headers = [
        ("authorization", &*bearer(&game.direct)),
        ("if-match", "*"),
        ("content-type", "application/json"),
    ];
    let sheet = br#"{"part": "sheet"}"#;
    let shown = server.send("PUT", &game.path("/publication"), &headers, Some(sheet));
    assert_eq!(shown.status, 200, "{}", shown.text());
    game
}

fn listing() -> Server {
    Server::with(|settings| settings.public_list = true)
}

fn objections(browser: &Chromium, within: &str) -> Vec<String> {
    let fonts = "const done = arguments[0]; document.fonts.ready.then(() => done())";
    browser.js_later(fonts, &json!([]));
    let script = format!("return (function () {{ {WORDS} }})({within})");
    serde_json::from_value(browser.js(&script, &json!([]))).unwrap()
}

#[test]
fn no_word_of_a_public_page_is_broken_and_none_scrolls_sideways() {
    let server = listing();
    let Some(browser) = wide() else { return };
    let mut paths = vec![
        "/matches".to_owned(),
        "/matches?player=alexandra&location=u%20zlat%C3%A9ho%20lva&from=2020-01-01".to_owned(),
        "/matches?day=2001-01-01".to_owned(),
        "/matches/aaaaaaaaaaaaaaaaaaaaaa".to_owned(),
        "/games".to_owned(),
    ];
    for entry in games::all() {
        let game = published(&server, entry.facts.id);
        paths.extend([
            format!("/matches/{}", game.id),
            format!("/embed/matches/{}", game.id),
            format!("/games/{}", entry.facts.id),
        ]);
    }
    let mut all = Vec::new();
    for path in &paths {
        for lang in ["en", "cs"] {
            let mark = if path.contains('?') { '&' } else { '?' };
            browser.goto(&format!("http://{}{path}{mark}lang={lang}", server.address));
            for width in WIDTHS {
                browser.resize((width, 800));
                let found = objections(&browser, "document.body");
                all.extend(
                    found
                        .iter()
                        .map(|one| format!("{path}, {lang}, {width}: {one}")),
                );
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn names_stand_whole_in_a_narrow_column_of_a_website() {
    let server = listing();
    let Some(browser) = wide() else { return };
    let mut all = Vec::new();
    for entry in games::all() {
        let game = published(&server, entry.facts.id);
        let (at, id) = (server.address, &game.id);
        let page = club(format!(
            "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
             <title>The Crown</title><script type=module src=\"http://{at}/embed/standings.js\"></script>\
             <overtrick-standings src=\"http://{at}/matches/{id}\"></overtrick-standings>"
        ));
        browser.resize((800, 800));
        browser.goto(&page);
        let shadow = "document.querySelector('overtrick-standings').shadowRoot";
        let table = format!("return {shadow}?.querySelector('tbody') != null");
        browser.until(
            || (browser.js(&table, &json!([])) == true).then_some(()),
            || "the element shows nothing".to_owned(),
        );
        for width in [180, 220, 260, 300] {
            let set = format!(
                "const element = document.querySelector('overtrick-standings');
                element.style.width = '{width}px';
                const {{ scrollWidth, clientWidth }} = element.shadowRoot.querySelector('[part=board]');
                return scrollWidth - clientWidth"
            );
            let over = browser.js(&set, &json!([]));
            let found = objections(&browser, shadow);
            all.extend(
                found
                    .iter()
                    .map(|one| format!("{id}, element of {width}: {one}")),
            );
            if over != 0 {
                all.push(format!("{id}, element of {width}: {over} too wide"));
            }
        }
        browser.goto(&format!("http://{at}/embed/matches/{id}"));
        for width in [180, 220, 260, 300] {
            browser.resize((width, 800));
            let found = objections(&browser, "document.body");
            all.extend(
                found
                    .iter()
                    .map(|one| format!("{id}, frame of {width}: {one}")),
            );
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_list_is_narrowed_by_a_form_and_by_the_names_of_a_match() {
    let server = listing();
    let Some(browser) = wide() else { return };
    for entry in games::all() {
        published(&server, entry.facts.id);
    }
    let home = format!("http://{}/", server.address);
    browser.goto(&format!("{home}matches?lang=en&game=mariash"));
    // The address changes before the page has loaded, so this waits for the cards.
    let has_cards = |count: usize| {
        let script = "return document.readyState === 'complete' && document.querySelectorAll('.card').length";
        let there = || (browser.js(script, &json!([])) == json!(count)).then_some(());
        browser.until(there, || format!("there are not {count} matches"));
    };
    has_cards(1);
    browser.js(
        "const form = document.querySelector('.found form');
        form.closest('details').open = true;
        form.elements.player.value = 'alexandra';
        form.requestSubmit()",
        &json!([]),
    );
    let there = || browser.address().contains("player=alexandra").then_some(());
    browser.until(there, || "the form was not sent".to_owned());
    has_cards(1);
    browser.see("alexandra");
    // Empty fields do not filter, and the filter by game remains.
    let link = "return document.querySelector('.chosen').getAttribute('href')";
    assert_eq!(browser.js(link, &json!([])), "matches?game=mariash&lang=en");
    browser.js("document.querySelector('.card a').click()", &json!([]));
    // The list has this name too, but without this link.
    let name = "[...document.querySelectorAll('.standings th a')].find((one) => one.textContent === 'Bartholomew')";
    let linked = || {
        let script = format!("return {name} !== undefined");
        (browser.script(&script, &json!([])).ok()? == true).then_some(())
    };
    browser.until(linked, || "the name has no link".to_owned());
    browser.js(&format!("{name}.click()"), &json!([]));
    let there = || {
        browser
            .address()
            .contains("player=Bartholomew")
            .then_some(())
    };
    browser.until(there, || "the link of a name does not filter".to_owned());
    has_cards(games::all().len());
}
