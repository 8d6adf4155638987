//! A phone in landscape, the largest text, and elements that move while a screen loads.

use overtrick_games as games;
use serde_json::{Value, json};

use super::phone::{Phone, text};
use super::touch::Finger;
use crate::served::{Match, Server, sample};
use crate::support::is_thorough;

/// Those parts of the focused row and of the main button that are not visible.
const UNSEEN: &str = "
    const isThere = document.querySelector('.strip') && document.querySelector('.bar') && document.activeElement?.closest('.amount, .field');
    if (!isThere) return ['no row is entered'];
    const head = document.querySelector('.strip').getBoundingClientRect().bottom;
    const bar = document.querySelector('.bar').getBoundingClientRect();
    const row = document.activeElement.closest('.amount, .field');
    const place = row.getBoundingClientRect();
    const end = bar.left >= place.right ? innerHeight : bar.top;
    const isHit = (one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && (one.contains(hit) || hit.contains(one));
    };
    const main = document.querySelector('[data-key=main]');
    return [
        place.top + 1 < head && `the row begins at ${place.top}, under the head that ends at ${head}`,
        place.bottom - 1 > end && `the row ends at ${place.bottom}, the room at ${end}`,
        !isHit(document.activeElement) && 'the number is covered',
        (!isHit(main) || main.getBoundingClientRect().bottom > innerHeight) && 'the main button is not seen',
    ].filter(Boolean)";

/// Elements whose contents are cut off.
const CUT: &str = "
    return [...document.querySelectorAll('.standings .name, .standings .total, .amount .name, .amount input')].filter((one) => one.checkVisibility())
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
        .map((one) => `${one.className}: ${one.textContent || one.value}`)";

/// The number of rows of the state line, and those of its parts that are cut off, outside the window or overlapping;
/// null if there is no state line.
const LINE: &str = "
    const line = document.querySelector('.table-line');
    let next = line?.nextElementSibling;
    while (next && !next.checkVisibility()) next = next.nextElementSibling;
    if (!next || !document.querySelector('.strip')) return null;
    const within = line.getBoundingClientRect();
    const above = document.querySelector('.strip').getBoundingClientRect().bottom;
    const below = next.getBoundingClientRect().top;
    const parts = [...line.querySelectorAll('h1, h1 + span, .dealer-line, .fact')].filter((one) => one.checkVisibility() && one.textContent);
    const texts = parts.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [...range.getClientRects()].filter(({ width }) => width > 0);
    });
    const objections = texts.flatMap((rows, at) => rows.flatMap((row) => [
        (row.left < within.left - 4 || row.right > innerWidth) && `from ${row.left} to ${row.right}`,
        row.top < above - 1 && `begins at ${row.top}, above ${above}`,
        row.bottom > below + 1 && `ends at ${row.bottom}, below ${below}`,
        texts.slice(at + 1).flat().some((other) => Math.min(row.right, other.right) - Math.max(row.left, other.left) > 1 && Math.min(row.bottom, other.bottom) - Math.max(row.top, other.top) > 4) && 'lies over another part',
    ].filter(Boolean).map((what) => `${parts[at].textContent}: ${what}`)));
    for (const one of parts) if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline') objections.push(`${one.textContent}: is cut`);
    const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) objections.push(`the page scrolls sideways by ${wide}`);
    return [new Set(texts.flat().map(({ bottom }) => Math.round(bottom))).size, objections]";

/// Goes to a step of the hand in a match; returns whether the hand has that step.
const GO_TO: &str = "
    const step = () => document.querySelector(`[data-key='step/${arguments[0]}']`);
    if (!location.hash.endsWith(`/m/${arguments[1]}`) || !document.querySelector('.table-line')) return false;
    step()?.click();
    return step()?.getAttribute('aria-pressed') === 'true'";

/// A phone with the third hand of a sample entered as far as possible.
fn in_the_third_hand<'a>(phone: &Phone, server: &'a Server, id: &str) -> Match<'a> {
    let (mut document, all) = sample(id);
    document["hands"] = all[..2].into();
    document["current"] = all[2].clone();
    let game = server.create(&document);
    phone.join_hand(&game, &game.direct, 3);
    game
}

fn unseen(phone: &Phone) -> Vec<String> {
    serde_json::from_value(phone.js(UNSEEN, &json!([]))).unwrap()
}

fn is_seen(phone: &Phone, here: &str) {
    phone.until(
        || unseen(phone).is_empty().then_some(()),
        || format!("{here}: {:?}", unseen(phone)),
    );
}

#[test]
fn turned_sideways_the_number_and_the_main_button_are_seen_beside_the_pad() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((740, 360));
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let _game = in_the_third_hand(&phone, &server, id);
        phone.to_step(id, "result");
        let finger = Finger::on(&phone);
        finger.select("input.count");
        assert!(!finger.pad().is_empty(), "{id}");
        is_seen(&phone, id);
        for _ in 0..8 {
            if finger.pad().is_empty() {
                break;
            }
            is_seen(&phone, id);
            finger.keys(&["→"]);
        }
    }
}

#[test]
fn in_the_largest_text_five_players_are_read_whole_and_no_row_is_cut() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    for size in [(360, 740), (320, 568)] {
        for text_size in ["normal", "largest"] {
            phone.resize(size);
            let _game = in_the_third_hand(&phone, &server, "brink-bid");
            let script = "document.documentElement.dataset.text = arguments[0]";
            phone.js(script, &json!([text_size]));
            let here = format!("{size:?}, {text_size}");
            if text_size == "largest" {
                assert_eq!(phone.js(CUT, &json!([])), json!([]), "{here}");
            }
            phone.to_step("brink-bid", "result");
            let finger = Finger::on(&phone);
            finger.select("input.count");
            for _ in 0..5 {
                is_seen(&phone, &here);
                finger.keys(&["→"]);
            }
        }
    }
}

#[test]
fn a_state_line_that_wraps_is_read_whole() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let settings = json!({ "lang": "cs", "text": "largest" });
    let script = "localStorage.setItem('overtrick/settings', JSON.stringify(arguments[0]))";
    phone.js(script, &json!([settings]));
    phone.reload();
    let mut objections = Vec::new();
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let (mut document, all) = sample(id);
        document["hands"] = all[..2].into();
        document["current"] = all[2].clone();
        // Every name is long and contains a long word.
        let mut text = document.to_string();
        for player in document["players"].as_array().unwrap() {
            let player = player.as_str().unwrap();
            let long = format!("\"{player} Nejnevypočitatelnější\"");
            text = text.replace(&format!("\"{player}\""), &long);
        }
        let game = server.create(&serde_json::from_str(&text).unwrap());
        phone.open(&format!("#/join/{}/{}", game.id, game.direct));
        for size in [(320, 568), (360, 740)] {
            phone.resize(size);
            for step in ["bidding", "result"] {
                let there =
                    || (phone.js(GO_TO, &json!([step, game.id])) == json!(true)).then_some(());
                phone.until(there, || format!("{id}: {step} is not there"));
                // The screen may be redrawn in the meantime.
                let line = || Some(phone.js(LINE, &json!([]))).filter(|line| !line.is_null());
                let line = phone.until(line, || format!("{id}: no state line in {step}"));
                let (rows, found): (usize, Vec<String>) = serde_json::from_value(line).unwrap();
                let here = format!("{id}, {size:?}, {step}");
                assert!(rows > 1, "{here}: the state line does not wrap");
                objections.extend(found.iter().map(|one| format!("{here}: {one}")));
            }
        }
    }
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

#[test]
fn layout_shifts_are_small_while_a_screen_loads() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let script = "
        const done = arguments[0];
        const moved = [];
        new PerformanceObserver((list) => {
            for (const one of list.getEntries()) moved.push([one.value, one.sources.map(({ node, previousRect: a, currentRect: b }) => `${node?.nodeName}.${node?.className} ${a.top}+${a.height} to ${b.top}+${b.height}`).join(' ')]);
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(moved), 1500)";
    let mut unsteady = Vec::new();
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let game = in_the_third_hand(&phone, &server, id);
        let all = [((360, 740), ""), ((360, 740), "/sheet"), ((1280, 800), "")];
        for (size, screen) in &all[..if is_thorough() { 3 } else { 1 }] {
            phone.resize(*size);
            phone.open(&format!("#/m/{}{screen}", game.id));
            phone.slow_down();
            phone.reload();
            phone.find("link", &text("tab.sheet"));
            let moved: Vec<(f64, String)> =
                serde_json::from_value(phone.js_later(script, &json!([]))).unwrap();
            let sum: f64 = moved.iter().map(|(value, _)| value).sum();
            if sum >= 0.1 {
                unsteady.push(format!("{id}{screen}, {size:?}: {sum} by {moved:?}"));
            }
        }
    }
    assert!(unsteady.is_empty(), "{}", unsteady.join("\n"));
}

#[test]
fn entry_fields_start_in_the_upper_half_of_a_phone() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    let script = "return document.querySelector('.form-body > *').getBoundingClientRect().top";
    for id in games::all().iter().map(|entry| entry.facts.id) {
        let _game = in_the_third_hand(&phone, &server, id);
        for step in ["bidding", "result"] {
            phone.to_step(id, step);
            let top = phone.js(script, &json!([])).as_f64().unwrap();
            // Formerly a header, tabs and sentences above the form moved it to between 358 and 438.
            assert!(top <= 280.0, "{id}, {step}: {top}");
        }
    }
}

#[test]
fn sums_of_five_figures_fit_the_strip_of_many_players() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let names = [
        "Alexandra",
        "Bo",
        "Cy",
        "Dee",
        "Eve",
        "Fay",
        "Gus",
        "Hal",
        "Ivy",
        "Jo",
    ];
    let points = [
        -12345, 54321, 1200, -9999, 100, 0, 88888, -77777, -45678, 31,
    ];
    let definition = json!({
        "language": 1, "id": "sums", "name": "Sums", "players": [2, 10],
        "field": [{ "name": "amount", "each": true, "number": [-99999, 99999] }],
        "score": [{ "points": "amount", "clause": "sum" }], "clauses": { "sum": "Points are counted." },
    });
    // Totals that touch a mark or the neighboring total.
    let script = "return [...document.querySelectorAll('.standings li')].filter((one) => {
            const text = document.createRange();
            text.selectNodeContents(one.querySelector('.total > :last-child'));
            const { left, right } = text.getBoundingClientRect();
            return left < one.querySelector('.seat').getBoundingClientRect().right || right > one.getBoundingClientRect().right + 1;
        }).map((one) => one.textContent)";
    for count in [4, 5, 8, 10] {
        let sums: serde_json::Map<String, Value> = names[..count]
            .iter()
            .zip(points)
            .map(|(name, points)| ((*name).to_owned(), points.into()))
            .collect();
        let game = server.create(&json!({
            "game": "own", "definition": definition, "players": names[..count], "hands": [{ "amount": sums }],
        }));
        for width in [320, 360] {
            phone.resize((width, 740));
            phone.join_hand(&game, &game.direct, 2);
            assert_eq!(
                phone.js(script, &json!([])),
                json!([]),
                "{count} at {width}"
            );
        }
    }
}

#[test]
fn the_tails_of_letters_in_names_to_choose_from_are_not_cut() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.resize((360, 740));
    phone.start("contract-sabacc", &["Peggy", "Gregory", "Yvy"]);
    let script = "return [...document.querySelectorAll('.of-players .short')].filter((one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            return getComputedStyle(one).overflow === 'hidden' && text.getBoundingClientRect().height > one.clientHeight;
        }).map((one) => one.textContent)";
    phone.find("group", &text("field.declarer"));
    assert_eq!(phone.js(script, &json!([])), json!([]));
}
