//! The choice of suits: one row of signs in a fixed order, and rare fields behind a button.

use serde_json::{Value, json};

use super::looker::{Looker, join, played};
use super::phone::{Phone, say, text};
use crate::served::Server;
use overtrick_core::args;

/// The rows of suits on the screen: their names, and whether they are side by side.
const ROWS: &str = "
    return [...document.querySelectorAll('.of-suits')].filter((one) => one.checkVisibility()).map((row) => {
        const tiles = [...row.querySelectorAll('.suit-tile')];
        return [tiles.map((one) => one.lastChild.textContent), new Set(tiles.map((one) => Math.round(one.getBoundingClientRect().top))).size === 1];
    })";

#[test]
fn suits_stand_in_one_row_and_one_order_in_forms_and_rulings() {
    let server = Server::start();
    let Some(looker) = Looker::at(&server, "phone") else {
        return;
    };
    let phone = &looker.phone;
    let order = json!([[["Spades", "Hearts", "Clubs", "Diamonds"], true]]);
    for (id, declarer) in [("contractor", Some("Sam")), ("oh-hell", None)] {
        let game = played(&server, id, 2);
        join(&looker, &game, &game.direct);
        phone.find("heading", &say("record.hand", &args![hand: 3]));
        if let Some(declarer) = declarer {
            phone.press_in(&text("field.contractor"), declarer);
        }
        for size in [(320, 568), (360, 740), (1280, 800)] {
            phone.resize(size);
            phone.until(
                || (phone.js(ROWS, &json!([])) == order).then_some(()),
                || format!("{id}, {size:?}: {}", phone.js(ROWS, &json!([]))),
            );
        }
        phone.resize((360, 740));
        looker.open(&game, "/rule");
        phone.press(&text("rule.q-trick"));
        let open =
            "const fold = document.querySelector('.asking details'); if (fold) fold.open = true";
        phone.js(open, &json!([]));
        phone.until(
            || (phone.js(ROWS, &json!([])) == order).then_some(()),
            || format!("{id}: {}", phone.js(ROWS, &json!([]))),
        );
        let names = "return [...document.querySelectorAll('.picker-name')].slice(0, 4).map((one) => one.textContent.trim().split(' ').at(-1))";
        assert_eq!(
            phone.js(names, &json!([])),
            json!(["spades", "hearts", "clubs", "diamonds"])
        );
    }
}

/// Whether all extra fields are visible between the standings and the bar.
const IN_SIGHT: &str = "
    const fold = document.querySelector('.extras');
    fold.scrollIntoView({ block: 'end' });
    scrollBy(0, innerHeight - document.querySelector('.bar').getBoundingClientRect().top + 4);
    const { top, bottom } = fold.getBoundingClientRect();
    const above = document.querySelector('.strip').getBoundingClientRect().bottom;
    const below = document.querySelector('.bar').getBoundingClientRect().top;
    return [top >= above, bottom <= below, top, above, bottom, below]";

#[test]
fn rare_fields_are_behind_one_button_and_fit_on_a_screen() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.start("contractor", &["Ivy", "Sam", "Bea"]);
    phone.choose("contractor", "Sam");
    phone.choose("strain", "Clubs");
    let exposed =
        "return document.querySelector('[data-key=\"contract/exposed\"]').checkVisibility()";
    assert_eq!(phone.js(exposed, &json!([])), json!(false));
    phone.see(&text("form.extras-none"));
    phone.js(
        "document.querySelector('.extras > summary').click()",
        &json!([]),
    );
    let seen: Vec<Value> = serde_json::from_value(phone.js(IN_SIGHT, &json!([]))).unwrap();
    assert_eq!(seen[..2], [json!(true), json!(true)], "{seen:?}");
    phone.tick(&text("field.exposed"));
    let line = "return document.querySelector('.extras > summary > .muted').textContent";
    phone.until(
        || (phone.js(line, &json!([])) == json!(text("field.exposed"))).then_some(()),
        || format!("the summary shows {}", phone.js(line, &json!([]))),
    );
}

#[test]
fn suits_are_those_of_the_pack_that_a_table_plays_with() {
    let server = Server::start();
    let Some(looker) = Looker::at(&server, "phone") else {
        return;
    };
    let phone = &looker.phone;
    let plain = played(&server, "oh-hell", 2);
    join(&looker, &plain, &plain.direct);
    phone.press(&text("settings.title"));
    phone.find("heading", &text("settings.title"));
    let shown = phone.shown();
    assert!(!shown.contains(&text("settings.suits.german")), "{shown}");
    phone.press(&text("close"));

    let game = played(&server, "mariash", 2);
    join(&looker, &game, &game.direct);
    let tiles = "return [...document.querySelectorAll('.suit-tile')].map((one) => [one.lastChild.textContent, one.querySelector('svg') !== null, one.className])";
    let named = |drawn: bool, names: [&str; 4]| {
        let (black, green) = (
            json!("suit suit-tile"),
            json!(if drawn {
                "suit green suit-tile"
            } else {
                "suit suit-tile"
            }),
        );
        let red = json!("suit red suit-tile");
        let classes = [green, red.clone(), black, red];
        let all = names.iter().zip(classes);
        let all: Vec<Value> = all
            .map(|(name, class)| json!([name, drawn, class]))
            .collect();
        json!(all)
    };
    let french = named(false, ["Spades", "Hearts", "Clubs", "Diamonds"]);
    let german = named(true, ["Leaves", "Hearts", "Acorns", "Bells"]);
    // A choice redraws the screen, which closes all dialogs. The tiles are French at first, so each choice changes them,
    // and the test can wait for the redraw.
    for (pack, wanted) in [
        ("german", &german),
        ("french", &french),
        ("german", &german),
    ] {
        phone.press(&text("settings.title"));
        phone.press_in(
            &text("settings.suits"),
            &text(&format!("settings.suits.{pack}")),
        );
        phone.until(
            || (phone.js(tiles, &json!([])) == *wanted).then_some(()),
            || format!("{pack}: {}", phone.js(tiles, &json!([]))),
        );
    }
    // Leaves are green wherever cards are chosen.
    looker.open(&game, "/rule");
    phone.press(&text("rule.q-trick"));
    let cards = "return [...document.querySelectorAll('.picker-name')].map((one) => [one.textContent.trim(), one.className])";
    let wanted = json!([
        ["leaves", "picker-name suit green"],
        ["hearts", "picker-name suit red"],
        ["acorns", "picker-name suit"],
        ["bells", "picker-name suit red"]
    ]);
    phone.until(
        || (phone.js(cards, &json!([])) == wanted).then_some(()),
        || format!("the cards are {}", phone.js(cards, &json!([]))),
    );
    looker.open(&game, "");

    // The stored hand uses the suit names of match documents.
    phone.press_in(&text("field.trump"), "Acorns");
    let trump =
        "return JSON.parse(localStorage.getItem(`overtrick/draft/${arguments[0]}`)).hand.trump";
    phone.until(
        || (phone.js(trump, &json!([game.id])) == json!("clubs")).then_some(()),
        || "clubs are not stored".to_owned(),
    );
}
