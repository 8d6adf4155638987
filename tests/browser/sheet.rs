//! The sheet: what was played beside the points, on the narrowest screens too.

use serde_json::json;

use super::looker::{Looker, join, played};
use super::phone::text;
use super::served::Server;

/// Everything that can be scrolled within the page, and by how much the page can be scrolled sideways.
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
fn every_game_says_what_was_played() {
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
        assert!(shown.contains(seen), "{seen} is not said: {shown}");
    }
}
