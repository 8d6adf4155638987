//! Who pays whom: the page's arithmetic against worked cases and a slow referee, and its screen.

use serde_json::{Value, json};

use super::phone::{Phone, text};
use super::served::{Server, sample};

const CASES: &str = include_str!("settling.json");
/// Asks the page's own module about lists of totals, and about lists of what is owed.
const SETTLE: &str = "
    const [cases, owed] = arguments;
    const done = arguments[arguments.length - 1];
    import(new URL('js/settle/settle.js', document.baseURI)).then(({ shares, payments }) => done({
        cases: cases.map(({ totals, rate, way }) => {
            const shared = shares(totals, rate, way);
            return { ...shared, payments: payments(shared.owed) };
        }),
        payments: owed.map(payments),
    }), (error) => done(String(error)));";

#[test]
fn the_worked_cases() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    let answer = phone.js_later(SETTLE, &json!([cases, []]));
    let answered = answer["cases"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(answered.len(), cases.len());
    for (case, found) in cases.iter().zip(answered) {
        for part in ["owed", "odd", "payments"] {
            assert_eq!(found[part], case[part], "{}: {part}", case["title"]);
        }
    }
}

#[test]
fn no_settlement_takes_fewer_payments() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let tables: Vec<Vec<i64>> = every_table(4, 3)
        .into_iter()
        .chain(every_table(6, 1))
        .collect();
    let answer = phone.js_later(SETTLE, &json!([[], tables]));
    let answered: Vec<Vec<Value>> =
        serde_json::from_value(answer["payments"].clone()).unwrap_or_else(|_| panic!("{answer}"));
    assert_eq!(answered.len(), tables.len());
    for (owed, payments) in tables.iter().zip(&answered) {
        let mut left = owed.clone();
        for payment in payments {
            let number = |key: &str| payment[key].as_i64().unwrap();
            let place = |key: &str| usize::try_from(number(key)).unwrap();
            assert!(number("cents") > 0, "{owed:?}: {payments:?}");
            left[place("from")] += number("cents");
            left[place("to")] -= number("cents");
        }
        assert!(
            left.iter().all(|cents| *cents == 0),
            "{owed:?}: {payments:?}"
        );
        assert_eq!(payments.len(), fewest(owed), "{owed:?}: {payments:?}");
    }
}

/// Every table of so many players with amounts up to `most` that add up to nothing.
fn every_table(players: usize, most: i64) -> Vec<Vec<i64>> {
    let mut tables: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 1..players {
        tables = tables
            .iter()
            .flat_map(|table| (-most..=most).map(|cents| [&table[..], &[cents]].concat()))
            .collect();
    }
    let last = |table: Vec<i64>| {
        let sum: i64 = table.iter().sum();
        [table, vec![-sum]].concat()
    };
    tables.into_iter().map(last).collect()
}

/// The slow referee: one payment less than there are parties, for each group that is even in itself.
fn fewest(owed: &[i64]) -> usize {
    let parties: Vec<i64> = owed.iter().copied().filter(|cents| *cents != 0).collect();
    parties.len() - even_groups(&parties)
}

/// In how many groups that add up to nothing these can be parted, at most.
fn even_groups(parties: &[i64]) -> usize {
    let Some((first, rest)) = parties.split_first() else {
        return 0;
    };
    let with_first = 0..1_usize << rest.len();
    let parted = with_first.filter_map(|chosen| {
        let is_in = |place: usize| chosen >> place & 1 == 1;
        let (mut sum, mut others) = (*first, Vec::new());
        for (place, cents) in rest.iter().enumerate() {
            if is_in(place) {
                sum += cents;
            } else {
                others.push(*cents);
            }
        }
        (sum == 0).then(|| 1 + even_groups(&others))
    });
    parted.max().unwrap_or(0)
}

#[test]
fn the_screen_says_who_pays_whom() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let (mut document, hands) = sample("mariash");
    document["hands"] = hands.into();
    let game = server.create(&document);
    phone.open(&format!("#/join/{}/{}", game.id, game.view));
    phone.find("link", &text("tab.sheet"));
    phone.open(&format!("#/m/{}/settle", game.id));
    // −179, −89 and 268 units at 0.20: two payments, both to Petr.
    phone.see(&text("settle.payments"));
    phone.see("€35.80");
    phone.see("€17.80");
    phone.see(&text("settle.exact"));
    phone.write(&text("settle.rate"), "1");
    phone.see("€179.00");
    phone.press_in(&text("settle.way"), &text("settle.by-mean"));
    phone.see(&text("settle.mean-means"));
    phone.write(&text("settle.rate"), "a lot");
    phone.see(&text("settle.no-rate"));
    // What is written is there again after a reload.
    phone.write(&text("settle.rate"), "0.05");
    phone.reload();
    phone.see("€8.95");
}
