//! A match in a frame on a club's website.

use serde_json::{Value, json};

use super::club::{club, publication, wide};
use crate::served::{Match, Server, brink_bid, first_hand};

fn published(server: &Server) -> Match<'_> {
    let game = server.create(&brink_bid());
    publication(&game, "PUT");
    game
}

fn frame(server: &Server, path: &str) -> String {
    let page = "<!doctype html><html lang=en><title>The Crown</title><h1>The Crown</h1>";
    format!(
        "{page}<iframe title=\"Live\" width=500 height=400 src=\"http://{}{path}\"></iframe>",
        server.address
    )
}

#[test]
fn a_page_of_another_origin_shows_the_standings_live() {
    let server = Server::start();
    let game = published(&server);
    let Some(browser) = wide() else { return };
    browser.goto(&club(frame(
        &server,
        &format!("/embed/matches/{}", game.id),
    )));
    browser.enter_frame(Some(0));
    browser.see("No hand has been played yet.");
    game.record(&first_hand(1));
    browser.see("1 hand played");
    browser.see("1st Ann +5 5");
    game.record(&json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 4, "Bo": 1 } }));
    browser.see("2 hands played");
    publication(&game, "DELETE");
    browser.see("This match is not published");
    browser.see_gone("Ann");
}

#[test]
fn only_the_frame_can_be_framed() {
    let server = Server::start();
    let game = published(&server);
    let Some(browser) = wide() else { return };
    for path in ["/", "/docs/", &game.path("?detail=document")] {
        browser.goto(&club(frame(&server, path)));
        let refused = || {
            browser
                .console()
                .iter()
                .find(|line| line.contains("frame-ancestors"))
                .cloned()
        };
        browser.until(refused, || format!("{path} may be framed"));
    }
}

/// The example with this text in the guide for websites.
fn example(with: &str) -> &'static str {
    let guide = include_str!("../../templates/docs/guide/websites.md");
    let examples = guide.split("```html\n").skip(1);
    let mut examples = examples.map(|block| block.split("```").next().unwrap());
    examples.find(|example| example.contains(with)).unwrap()
}

/// An example with the addresses of a real service and match.
fn of_the_service(example: &str, server: &Server, game: &Match<'_>) -> String {
    let own = format!("http://{}", server.address);
    example
        .replace("https://cards.example", &own)
        .replace("MATCH", &game.id)
}

#[test]
fn the_examples_for_websites_work_as_they_are_written() {
    let server = Server::start();
    let game = published(&server);
    game.record(&first_hand(1));
    let Some(browser) = wide() else { return };
    let page = |example: &str| {
        let body = of_the_service(example, &server, &game);
        club(format!(
            "<!doctype html><html lang=en><title>The Crown</title>{body}"
        ))
    };
    browser.goto(&page(example(
        "<a href=\"https://cards.example/matches/MATCH\">",
    )));
    let output =
        "return document.querySelector('overtrick-standings').shadowRoot?.textContent ?? ''";
    let output = || browser.js(output, &json!([])).as_str().map(str::to_owned);
    browser.until(
        || output().filter(|output| output.contains("Ann+55")),
        || "the element shows no standings".to_owned(),
    );
    browser.goto(&page(example("accent=8a1c1c")));
    browser.enter_frame(Some(0));
    browser.see("1st Ann +5 5");
    let color = "return getComputedStyle(document.querySelector('.leads th')).color";
    assert_eq!(
        browser.js(color, &json!([])),
        Value::from("rgb(138, 28, 28)"),
        "the club's own color"
    );
    browser.goto(&page(example("MATCH.json")));
    browser.see("Ann: 5");
    browser.see("Bo: 0");
}
