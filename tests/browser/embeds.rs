//! Embedding a match in a club's website: with the custom element, by its address only, and without scripts.

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::club::{club, publication, see_without_scripts, wide};
use crate::served::{Match, Server, brink_bid, first_hand};

const NAME: &str = "<img src=x onerror=document.title='taken'>";

fn published<'a>(server: &'a Server, title: &str) -> Match<'a> {
    let mut document = brink_bid();
    document["title"] = title.into();
    let game = server.create(&document);
    publication(&game, "PUT");
    game
}

/// A club page with the element, which contains a link for browsers without scripts.
fn with_element(server: &Server, game: &Match<'_>) -> String {
    let (at, id) = (server.address, &game.id);
    club(format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>The Crown</title><h1>The Crown</h1>\
         <script type=module src=\"http://{at}/embed/standings.js\"></script>\
         <overtrick-standings src=\"http://{at}/matches/{id}\"><a href=\"http://{at}/matches/{id}\">\
         Standings of Thursday</a></overtrick-standings>"
    ))
}

/// Makes a page record the event sources that it opens.
const LISTENERS: &str = "
    const Stream = EventSource;
    globalThis.streams = [];
    globalThis.EventSource = class extends Stream {
        constructor(...all) { super(...all); streams.push(this); }
    }";

/// A browser opens at most six connections to a service; a page in its back-forward cache must not use one.
#[test]
fn a_page_in_the_background_stops_listening_and_catches_up() {
    let server = Server::start();
    let Some(browser) = wide() else {
        return;
    };
    let source = json!({ "source": LISTENERS });
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", &source);
    let listens_by = |states: &[u8]| {
        let states = json!(states);
        let found = || {
            let script = "return streams.map((one) => one.readyState)";
            browser.js(script, &json!([]))
        };
        browser.until(
            || (found() == states).then_some(()),
            || format!("the states are {}, not {states}", found()),
        );
    };
    let game = published(&server, "Thursday");
    let alone = format!("http://{}/matches/{}", server.address, game.id);
    for (played, page) in [alone, with_element(&server, &game)].iter().enumerate() {
        browser.goto(page);
        listens_by(&[1]);
        browser.js("globalThis.wasLeft = true", &json!([]));
        browser.goto("about:blank");
        browser.back();
        let address = || browser.script("return location.href", &json!([])).ok();
        browser.until(
            || (address()? == json!(page)).then_some(()),
            || format!("the page is at {:?}, not {page}", address()),
        );
        // Leaving a page closes its event source. A browser that is short of memory loads the page again instead.
        let is_kept = browser.js("return Boolean(globalThis.wasLeft)", &json!([]));
        let states: &[u8] = if is_kept == true { &[2, 1] } else { &[1] };
        listens_by(states);
        let tricks = json!({ "Ann": 1, "Bo": 3 + played });
        game.record(&json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": tricks }));
        let shown = "return (document.querySelector('overtrick-standings')?.shadowRoot ?? document.body).textContent";
        let content = ["1 hand played", "2 hands played"][played];
        let heard = || {
            let shown = browser.js(shown, &json!([]));
            shown.as_str()?.contains(content).then_some(())
        };
        browser.until(heard, || format!("the page does not show {content}"));
    }
}

/// The text of the custom element.
fn content(browser: &Chromium) -> String {
    let script =
        "return document.querySelector('overtrick-standings').shadowRoot?.textContent ?? ''";
    browser
        .js(script, &json!([]))
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

fn see(browser: &Chromium, text: &str) {
    browser.until(
        || content(browser).contains(text).then_some(()),
        || format!("the element does not show {text}: {}", content(browser)),
    );
}

#[test]
fn the_element_follows_a_match_on_a_page_of_another_origin() {
    let server = Server::start();
    let game = published(&server, NAME);
    let Some(browser) = wide() else { return };
    browser.goto(&with_element(&server, &game));
    see(&browser, "No hand has been played yet.");
    see(&browser, NAME);
    game.record(&first_hand(1));
    see(&browser, "1 hand played");
    see(&browser, "Ann+55");
    let script = "const root = document.querySelector('overtrick-standings').shadowRoot;\
        return [root.querySelectorAll('img').length, document.title, root.querySelector('[part~=leader] th').textContent]";
    assert_eq!(
        browser.js(script, &json!([])),
        json!([0, "The Crown", "Ann"])
    );
    // A page can set its own colors.
    let script = "const element = document.querySelector('overtrick-standings');\
        element.style.setProperty('--overtrick-accent', 'rgb(1, 2, 3)');\
        return getComputedStyle(element.shadowRoot.querySelector('[part~=leader] th')).color";
    assert_eq!(browser.js(script, &json!([])), Value::from("rgb(1, 2, 3)"));
    publication(&game, "DELETE");
    let slotted = "return document.querySelector('overtrick-standings').shadowRoot.querySelector('slot') !== null";
    browser.until(
        || (browser.js(slotted, &json!([])) == json!(true)).then_some(()),
        || "the hidden match is still shown".to_owned(),
    );
    assert!(!content(&browser).contains("Ann"));
}

#[test]
fn without_scripts_the_element_shows_its_link_and_the_page_and_the_frame_the_table() {
    let server = Server::start();
    let game = published(&server, "Thursday");
    game.record(&first_hand(1));
    let Some(browser) = wide() else { return };
    let own = |path: &str| format!("http://{}/{path}/{}", server.address, game.id);
    let table = "1st Ann +5 5 2nd Bo 0 0";
    for (page, wanted) in [
        (own("embed/matches"), table),
        (own("embed/matches"), "Reload"),
        (with_element(&server, &game), "Standings of Thursday"),
        (own("matches"), table),
    ] {
        see_without_scripts(&browser, &page, wanted);
    }
}

#[test]
fn the_frame_of_oembed_is_live_in_a_sandbox_and_reports_its_height() {
    let server = Server::start();
    let game = published(&server, "Thursday");
    let at = server.address;
    let path = format!(
        "/oembed?url=http%3A%2F%2F{at}%2Fmatches%2F{}&format=json",
        game.id
    );
    let html = server.get(&path, &[]).json()["html"]
        .as_str()
        .unwrap()
        .to_owned();
    // As WordPress embeds it: in a sandbox, hidden until the frame sends its height with the secret.
    let frame = format!("/embed/matches/{}\"", game.id);
    let html = html
        .replace(
            &frame,
            &format!("{}#?secret=s3cret\"", frame.trim_end_matches('"')),
        )
        .replace("<iframe", "<iframe sandbox=\"allow-scripts\"");
    let heard = "addEventListener('message', ({ data }) => {\
        if (data.message === 'height' && data.secret === 's3cret') document.querySelector('iframe').height = data.value; })";
    let page = club(format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>The Crown</title><script>{heard}</script>{html}"
    ));
    let Some(browser) = wide() else { return };
    browser.goto(&page);
    let quotation = browser.js(
        "return document.querySelector('blockquote').textContent",
        &json!([]),
    );
    assert_eq!(
        quotation,
        "Thursday · Brink Bid No hand has been played yet. Ann 0, Bo 0"
    );
    browser.enter_frame(Some(0));
    browser.see("No hand has been played yet.");
    game.record(&first_hand(1));
    browser.see("1st Ann +5 5");
    let own = browser.js(
        "return document.documentElement.getBoundingClientRect().height",
        &json!([]),
    );
    browser.enter_frame(None);
    let height = "return Number(document.querySelector('iframe').height)";
    let own = own.as_f64().unwrap().ceil();
    browser.until(
        || (browser.js(height, &json!([])).as_f64() == Some(own)).then_some(()),
        || format!("the frame is not {own} high"),
    );
}

#[test]
fn with_the_list_at_the_root_phone_links_open_the_page() {
    let server = Server::with(|settings| settings.public_list = true);
    let game = published(&server, "Thursday at the Crown");
    let Some(browser) = wide() else { return };
    let home = format!("http://{}/", server.address);
    browser.goto(&home);
    browser.see("Thursday at the Crown");
    browser.see("Score a match");
    browser.goto(&format!("{home}#/join/{}/{}", game.id, game.view));
    let arrived = || browser.address().contains("/play#/m/").then_some(());
    browser.until(arrived, || {
        format!("{} is not the address of the match", browser.address())
    });
}
