//! Damaged definitions do no harm: each is refused, or scores within the limits.

use overtrick_core::json::Json;

use super::random::{Random, cases};
use super::{files, score};
use overtrick_core::bounds::MAX_STEPS;
use overtrick_own::{read, read_file};

/// Pieces of text to insert into definitions.
const PIECES: &[&str] = &[
    "if ",
    " then ",
    " else ",
    " or ",
    " and ",
    "not ",
    " == ",
    " != ",
    " < ",
    " - ",
    " * ",
    " / ",
    " mod ",
    "-",
    " of ",
    "me",
    "true",
    "sum(",
    "count(",
    "most(",
    "least(",
    "ours(",
    "abs(",
    "min(",
    "next(",
    ")",
    "(",
    ", ",
    "players",
    "hand",
    "cards",
    "dealer",
    "total",
    "scored",
    "tricks",
    "bids",
    "bid",
    "0",
    "1",
    "1000000000000",
    "999999999999",
    "-1",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    "number",
    "words",
    "flag = true\n",
    "each",
    "when",
    "otherwise = true\n",
    "[[score]]\n",
    "[[field]]\n",
    "[let]\n",
    "[carry]\n",
    "žluť",
    "\u{0}",
    "\u{202e}",
];

fn damaged(random: &mut Random, files: &[(&str, &str)]) -> String {
    let (_, text) = random.pick(files);
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let place = random.below(letters.len());
        match random.below(6) {
            0 => {
                letters.remove(place);
            }
            1 => {
                let end = (place + random.below(30)).min(letters.len());
                letters.drain(place..end);
            }
            2 => {
                let end = (place + random.below(60)).min(letters.len());
                let copied: Vec<char> = letters[place..end].to_vec();
                let target = random.below(letters.len());
                letters.splice(target..target, copied);
            }
            3 => {
                // Replaces a digit with another number.
                if let Some(digit) = letters[place..].iter().position(char::is_ascii_digit) {
                    let number = random.pick(&["0", "1", "2", "10", "99999", "1000000000000"]);
                    letters.splice(place + digit..=place + digit, number.chars());
                }
            }
            _ => {
                let piece = random.pick(PIECES);
                letters.splice(place..place, piece.chars());
            }
        }
        if letters.is_empty() {
            break;
        }
    }
    letters.into_iter().collect()
}

/// Returns a value for a field of a record; it is usually of the field's kind.
fn value(random: &mut Random, field: &Json, names: &[&str]) -> Json {
    if random.one_in(40) {
        return Json::Null;
    }
    if field.get("number").is_some() {
        return Json::Int(random.number(-1, 14));
    }
    let words = field.list("words");
    if !words.is_empty() {
        return random.pick(words).clone();
    }
    if field.get("player").is_some() {
        return Json::from(*random.pick(names));
    }
    Json::Bool(random.one_in(2))
}

#[test]
fn damaged_definitions_do_no_harm() {
    let (mut read_well, mut scored_well) = (0, 0);
    let files = files();
    for seed in 0..cases(2_000, 100_000) {
        let random = &mut Random::new(seed);
        let text = damaged(random, &files);
        let Ok(file) = read_file(&text) else {
            continue;
        };
        let Ok(definition) = read(&file.json) else {
            continue;
        };
        read_well += 1;
        assert!(definition.steps() <= MAX_STEPS);
        let (least, most) = definition.players();
        let count = least + random.below(most - least + 1);
        let names = &["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"][..count];
        let mut hands = Vec::new();
        for _ in 0..random.below(5) {
            let mut hand = Vec::new();
            for field in file.json.list("field") {
                let name = field.text("name").unwrap_or_default().to_owned();
                let json = if field.flag("each") {
                    let mut own = Vec::new();
                    for name in names {
                        own.push(((*name).to_owned(), value(random, field, names)));
                    }
                    Json::Object(own)
                } else {
                    value(random, field, names)
                };
                hand.push((name, json));
            }
            hands.push(Json::Object(hand));
        }
        let current = hands.last().cloned().unwrap_or(Json::EMPTY);
        for hands in [Json::List(hands), Json::List(Vec::new())] {
            let scored = score(Json::object([
                ("game", "own".into()),
                ("definition", file.json.clone()),
                ("players", names.iter().copied().collect()),
                ("hands", hands),
                ("current", current.clone()),
            ]));
            if let Ok(scored) = scored {
                scored_well += 1;
                scored.next();
                scored.fingerprint();
                let reasons = scored.hands.iter().flat_map(|hand| &hand.reasons);
                for paid in reasons.flat_map(|reason| &reason.points) {
                    assert!(paid.points.in_units(2).abs() <= 2_000_000_000_000);
                }
            }
        }
    }
    assert!(
        read_well > 25 && scored_well > 5,
        "{read_well} {scored_well}"
    );
}

#[test]
fn numbers_reach_the_ends_of_their_ranges_and_no_further() {
    let text = "language = 1\nid = \"x\"\nplayers = [10, 10]\n[clauses]\nc = \"C.\"\n\
        [[field]]\nname = \"n\"\neach = true\nnumber = [-1000000, 1000000]\n\
        [[score]]\npoints = \"sum(n) * 100000\"\nclause = \"c\"\n";
    let json = read_file(text).unwrap().json;
    let definition = read(&json).unwrap();
    assert_eq!(definition.players(), (10, 10));
    let more = text.replace("100000\"", "100001\"");
    let faults = read(&read_file(&more).unwrap().json).unwrap_err();
    assert_eq!(faults[0].code, "own-too-large");
    let names: Vec<String> = (0..10).map(|seat| format!("P{seat}")).collect();
    let values = Json::object(names.iter().map(|name| (&**name, Json::Int(1_000_000))));
    let scored = score(Json::object([
        ("game", "own".into()),
        ("definition", json),
        (
            "players",
            names.iter().map(|name| Json::from(&**name)).collect(),
        ),
        (
            "hands",
            vec![Json::object([("n", values)]); 3].into_iter().collect(),
        ),
    ]))
    .unwrap();
    assert_eq!(scored.totals[0].in_units(2), 6_000_000_000_000);
}

#[test]
fn steps_are_counted_in_every_expression() {
    let parts = |key: &str, value: &str| {
        let top = if ["cards", "hands", "ends", "deals", "leads"].contains(&key) {
            format!("{key} = \"{value}\"\n")
        } else {
            String::new()
        };
        let of = |known: &str| {
            if known == key {
                format!("{key} = \"{value}\"\n")
            } else {
                String::new()
            }
        };
        let option = match key {
            "option" => format!("o = {{ number = [0, 9], default = \"{value}\" }}"),
            "option to" => format!("o = {{ number = [0, 9], to = \"{value}\", default = 1 }}"),
            _ => String::new(),
        };
        let start = if key == "start" { value } else { "0" };
        let next = if key == "next" { value } else { "0" };
        let a_let = if key == "let" { value } else { "0" };
        let must = if key == "must" {
            format!("{value} == 0")
        } else {
            "true".to_owned()
        };
        let points = if key == "points" { value } else { "0" };
        format!(
            "language = 1\nid = \"x\"\nplayers = [2, 10]\n{top}[clauses]\nc = \"C.\"\n\
             [options]\n{option}\n[let]\na = \"{a_let}\"\n\
             [carry]\nb = {{ number = [0, 9], start = \"{start}\", next = \"{next}\" }}\n\
             [[field]]\nname = \"n\"\neach = true\nnumber = [0, 9]\nclause = \"c\"\n{}{}{}{}\
             [[check]]\nat = \"n\"\nmust = \"{must}\"\nclause = \"c\"\n\
             [[score]]\npoints = \"{points}\"\nclause = \"c\"\n{}",
            of("from"),
            of("to"),
            of("sum"),
            of("when"),
            of("score when").replace("score ", ""),
        )
    };
    let flags = ["ends", "when", "score when"];
    let players = ["deals", "leads"];
    for key in [
        "cards",
        "hands",
        "ends",
        "deals",
        "leads",
        "option",
        "option to",
        "let",
        "start",
        "next",
        "from",
        "to",
        "sum",
        "when",
        "must",
        "points",
        "score when",
    ] {
        let of = |deep: usize| {
            let nested = format!("{}1{}", "sum(".repeat(deep), ")".repeat(deep));
            let value = if flags.contains(&key) {
                format!("{nested} == 0")
            } else if players.contains(&key) {
                format!("if {nested} == 0 then dealer else next(dealer)")
            } else {
                nested
            };
            parts(key, &value)
        };
        let read = |text: &str| read(&read_file(text).unwrap().json);
        let small = read(&of(2));
        assert!(small.is_ok(), "{key}: {small:?}");
        let faults = read(&of(5)).expect_err(key);
        assert_eq!(faults[0].code, "own-limit", "{key}");
    }
}
