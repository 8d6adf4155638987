//! The rules pages: a newcomer's questions lead to answers, and rulings link to the pages.

use serde_json::json;

use super::phone::{Phone, say, text};
use crate::served::{Server, sample};
use overtrick_core::args;
use overtrick_games as games;
use overtrick_match::lang::Language;

fn word(language: &str, key: &str) -> String {
    Language::find(language).unwrap().text("rules", key)
}

/// The headings of the visible sections.
const SHOWN: &str = "return [...document.querySelectorAll('section h2, section h3')]
    .filter((one) => one.checkVisibility()).map((one) => one.textContent)";

#[test]
fn a_search_for_each_question_shows_one_section() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    for entry in games::all() {
        for (language, questions) in [
            (
                "en",
                ["what beats what?", "who leads?", "may I lead trump?"],
            ),
            (
                "cs",
                ["co přebíjí co?", "kdo vynáší?", "smim vynest trumf?"],
            ),
        ] {
            let game = entry.facts.id;
            phone.goto(&format!("{}games/{game}?lang={language}", phone.home));
            let field = word(language, "find");
            for question in questions {
                phone.ask(&field, question);
                phone.see(&format!("{} 1", word(language, "found")));
                let shown = phone.js(SHOWN, &json!([]));
                assert_eq!(
                    shown.as_array().unwrap().len(),
                    1,
                    "{game}: {question}: {shown}"
                );
            }
            phone.ask(&field, "xylophone");
            phone.see(&word(language, "nothing"));
        }
    }
}

#[test]
fn a_clause_of_a_derivation_leads_to_its_place_in_the_rules() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let (mut document, hands) = sample("brink-bid");
    document["hands"] = hands.into();
    let game = server.create(&document);
    phone.open(&format!("#/join/{}/{}", game.id, game.view));
    phone.tab("sheet");
    let cell = args![player: "Ann".to_owned(), hand: 1];
    phone.press(&format!("{}…", say("sheet.cell", &cell)));
    phone.find("link", &text("sheet.in-rules"));
    let link = "return document.querySelector('.rule-note a').href";
    let address = phone.js(link, &json!([]));
    let address = address.as_str().unwrap();
    assert!(
        address.ends_with("games/brink-bid?lang=en#brink-bid-made"),
        "{address}"
    );
    phone.goto(address);
    let found = phone.js(
        "const target = document.querySelector(':target');
        const { top, bottom } = target.getBoundingClientRect();
        return [target.textContent, top > 0 && bottom < innerHeight]",
        &json!([]),
    );
    assert_eq!(found, json!(["made", true]));
}

#[test]
fn the_list_of_games_on_the_phone_leads_to_the_rules() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.see(&text("start.new"));
    phone.follow(&text("start.all-rules"));
    phone.see(&word("en", "games-about"));
    phone.follow("Oh Hell…");
    phone.see(&word("en", "house-rules-about"));
}
