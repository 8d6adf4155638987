//! The sheet: on every screen, however narrow, it shows what was played next to the points.

use overtrick_core::args;
use overtrick_match::lang::Language;
use serde_json::json;

use super::looker::{Looker, join, played};
use super::phone::{say, text};
use crate::served::Server;

/// Every scrollable element on the page, and how far the page scrolls sideways.
const SCROLLS: &str = "
    const inner = [...document.querySelectorAll('#main *')].filter((one) => {
        const { overflowX, overflowY } = getComputedStyle(one);
        return (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1 && overflowX !== 'hidden')
            || (['auto', 'scroll'].includes(overflowY) && one.scrollHeight > one.clientHeight + 1);
    }).map((one) => one.className);
    return [inner, document.scrollingElement.scrollWidth - document.documentElement.clientWidth];";

#[test]
fn five_players_fit_with_what_was_played_and_nothing_scrolls_but_the_page() {
    let server = Server::start();
    let Some(looker) = Looker::at(&server, "phone") else {
        return;
    };
    let game = played(&server, "brink-bid", 7);
    join(&looker, &game, &game.view);
    looker.open(&game, "/sheet");
    for size in [(360, 740), (320, 568), (740, 360), (1280, 800)] {
        looker.phone.resize(size);
        looker.phone.see(&text("sheet.legend"));
        assert_eq!(
            looker.phone.js(SCROLLS, &json!([])),
            json!([[], 0]),
            "{size:?}"
        );
    }
    // The fifth hand: diamonds were trump, Ann bid two and took four.
    let row = "const cells = document.querySelectorAll('table.sheet tbody tr')[4].cells;
        return [...cells].slice(0, 2).map((cell) => cell.querySelector('.played').textContent.replace(/\\uFE0E/g, ''))";
    assert_eq!(looker.phone.js(row, &json!([])), json!(["♦", "2/4"]));
    let name = looker.phone.js("return document.querySelectorAll('table.sheet tbody tr')[4].cells[1].firstChild.computedName", &json!([]));
    assert!(name.as_str().unwrap().contains("bid 2, took 4"), "{name}");
}

#[test]
fn the_sheet_of_every_game_shows_what_was_played() {
    let server = Server::start();
    let Some(looker) = Looker::at(&server, "phone") else {
        return;
    };
    for (game, seen) in [
        ("berzerka", "Hold Steady 6"),
        ("contract-sabacc", "Guard 52"),
        ("contractor", "♥ 6/5"),
        ("mariash", "Hundred ×2"),
        ("oh-hell", "1/0"),
    ] {
        let game = played(&server, game, 2);
        join(&looker, &game, &game.view);
        looker.open(&game, "/sheet");
        looker.phone.see(&text("sheet.legend"));
        let shown = looker.phone.shown().replace('\u{fe0e}', "");
        assert!(shown.contains(seen), "{seen} is not shown: {shown}");
    }
}

#[test]
fn czech_tables_see_german_suits_and_the_names_of_doublings() {
    let server = Server::start();
    let Some(looker) = Looker::at(&server, "phone") else {
        return;
    };
    let game = played(&server, "mariash", 2);
    join(&looker, &game, &game.direct);
    looker.phone.press(&text("settings.title"));
    looker.phone.press("Čeština");
    let czech = |section: &str, key: &str| Language::find("cs").unwrap().text(section, key);
    // A change of language redraws the current screen. The link appears when it is redrawn.
    looker.phone.find("link", &czech("page", "tab.sheet"));
    looker.open(&game, "/sheet");
    looker.phone.see(&czech("page", "sheet.legend"));
    // Clubs were trump, and a Hundred was doubled once.
    let hand = "return document.querySelector('table.sheet tbody th button').computedName";
    let hand = looker.phone.js(hand, &json!([]));
    assert!(hand.as_str().unwrap().ends_with(", žaludy"), "{hand}");
    let drawn = "return document.querySelector('table.sheet tbody th .sign svg path') !== null";
    assert_eq!(looker.phone.js(drawn, &json!([])), json!(true));
    assert!(looker.phone.shown().contains("Sto flek"));
    // The form and the stored hand are unchanged.
    looker.open(&game, "");
    looker
        .phone
        .press_in(&czech("page", "field.declarer"), "Karel");
    looker
        .phone
        .press_in(&czech("page", "field.game_type"), "Trumfová hra");
    looker.phone.press_in(&czech("page", "field.trump"), "Kule");
    let trump =
        "return JSON.parse(localStorage.getItem(`overtrick/draft/${arguments[0]}`)).hand.trump";
    let kept = || {
        let found = looker.phone.js(trump, &json!([game.id]));
        (found == json!("diamonds")).then_some(())
    };
    looker
        .phone
        .until(kept, || "diamonds are not stored".to_owned());
}

#[test]
fn a_desk_has_the_sheet_beside_the_hand_and_a_phone_has_not() {
    let server = Server::start();
    let Some(looker) = Looker::at(&server, "desk") else {
        return;
    };
    let game = played(&server, "brink-bid", 2);
    join(&looker, &game, &game.direct);
    let name = format!(
        "{}…",
        say("sheet.cell", &args![player: "Bo".to_owned(), hand: 2])
    );
    looker.phone.find("button", &name);
    looker
        .phone
        .find("heading", &say("record.hand", &args![hand: 3]));
    let beside = "const [hand, sheet] = ['.screen.record', '.sheet-beside'].map((one) => document.querySelector(one)?.getBoundingClientRect());
        return sheet ? sheet.width > 0 && sheet.left >= hand.right - 1 : false";
    assert_eq!(looker.phone.js(beside, &json!([])), json!(true));
    looker.phone.press(&name);
    looker.phone.see(&text("sheet.whole"));
    looker.phone.press(&text("close"));
    looker.phone.resize((360, 740));
    assert_eq!(looker.phone.js(beside, &json!([])), json!(false));
}
