//! Invalid input: damaged documents, wrong types, excessive depth or size, path tricks. The service always
//! answers with a problem document, never fails, and stores nothing.

use overtrick_server::bounds::MAX_IMPORT;
use serde_json::{Map, Value, json};

use crate::served::{ADMIN, Answer, Client, Route, Server, bearer, brink_bid, first_hand, routes};
use crate::support::{Chance, is_thorough};

/// The number of damaged bodies per route in a thorough run, and in an ordinary one.
const TRIES: (usize, usize) = (120, 30);

fn ask(client: &mut Client, method: &str, path: &str, body: &[u8]) -> Answer {
    let admin = bearer(ADMIN);
    let headers = [
        ("authorization", &*admin),
        ("if-match", "*"),
        ("sec-fetch-site", "same-origin"),
    ];
    client.ask(method, path, &headers, body).unwrap()
}

/// Whether the service accepted the request; asserts that a refusal explains the problem.
fn taken(answer: &Answer, sent: &[u8]) -> bool {
    if answer.status < 300 {
        return true;
    }
    let shown = String::from_utf8_lossy(&sent[..sent.len().min(2000)]);
    assert!(
        (400..500).contains(&answer.status),
        "{}: {shown}",
        answer.text()
    );
    assert!(!answer.problem().is_empty());
    false
}

/// The stored state: the number of matches, and the version of each.
fn kept(client: &mut Client) -> Vec<(String, u64)> {
    let mut all = Vec::new();
    let mut path = "/api/v1/matches?limit=100".to_owned();
    loop {
        let page = ask(client, "GET", &path, b"").json();
        for game in page["matches"].as_array().unwrap() {
            let id = game["id"].as_str().unwrap().to_owned();
            all.push((id, game["version"].as_u64().unwrap()));
        }
        match page["next"].as_str() {
            Some(next) => path = format!("/api/v1/matches?limit=100&cursor={next}"),
            None => return all,
        }
    }
}

/// Sends these bodies to a route; asserts that refused ones change nothing.
fn send_all(client: &mut Client, path: &str, bodies: impl Iterator<Item = Vec<u8>>) {
    let changes = path.ends_with("/changes");
    let openings = ["/matches", "/rematch", "/imports"];
    let opens = openings.iter().any(|end| path.ends_with(end));
    let mut before = kept(client);
    for body in bodies {
        let answer = ask(client, "POST", path, &body);
        let is_taken = taken(&answer, &body);
        if changes || opens {
            let after = kept(client);
            let shown = String::from_utf8_lossy(&body);
            assert!(
                is_taken || after == before,
                "{before:?}, {after:?}: {shown}"
            );
            before = after;
        }
    }
}

#[test]
fn damaged_bodies_are_problems_and_store_nothing() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let mut client = Client::new(server.address);
    let mut chance = Chance(14_260);
    for Route { path, body } in routes(&game) {
        let good = body.to_string().into_bytes();
        let tries = if is_thorough() { TRIES.0 } else { TRIES.1 };
        let damaged = (0..tries).map(|_| damage(&mut chance, &good));
        send_all(&mut client, &path, damaged.collect::<Vec<_>>().into_iter());
    }
    assert_eq!(ask(&mut client, "GET", "/readyz", b"").status, 200);
}

/// These bytes with a few lost, duplicated, swapped or changed.
fn damage(chance: &mut Chance, good: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len().max(1));
        let end = (at + chance.below(12)).min(bytes.len());
        match chance.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            3 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            4 => {
                let odd: [&[u8]; 8] = [
                    b"\xff",
                    b"\xed\xa0\x80",
                    b"\\ud800",
                    b"\0",
                    b"\\u0000",
                    b"1e999",
                    b"[",
                    b"\"\"",
                ];
                bytes.splice(at..at, chance.pick(&odd).iter().copied());
            }
            5 => {
                let digits = |byte: &u8| byte.is_ascii_digit();
                if let Some(number) = bytes.iter().skip(at).position(digits) {
                    let big = *chance.pick(&["-1", "99999999999999999999", "0.5", "true", "1e9"]);
                    bytes.splice(at + number..=at + number, big.bytes());
                }
            }
            _ => bytes.reverse(),
        }
    }
    bytes
}

#[test]
fn a_wrong_type_at_any_place_is_a_problem() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let mut client = Client::new(server.address);
    let mut chance = Chance(5);
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0.25),
        json!(i64::MAX),
        json!(1e300),
        json!(""),
        json!("'; DROP TABLE events; --"),
        json!("\u{0}"),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!({ "": { "/~": 1 } }),
        json!("x".repeat(20_000)),
    ];
    for Route { path, body } in routes(&game) {
        let mut places = Vec::new();
        find_places(&body, String::new(), &mut places);
        chance.shuffle(&mut places);
        let bodies = places.iter().take(40).map(|place| {
            let mut body = body.clone();
            *body.pointer_mut(place).unwrap() = chance.pick(&odd).clone();
            body.to_string().into_bytes()
        });
        send_all(&mut client, &path, bodies.collect::<Vec<_>>().into_iter());
    }
}

fn find_places(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let key = key.replace('~', "~0").replace('/', "~1");
                find_places(value, format!("{place}/{key}"), places);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                find_places(value, format!("{place}/{index}"), places);
            }
        }
        _ => {}
    }
    places.push(place);
}

#[test]
fn too_deep_and_too_large_bodies_are_problems() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let mut client = Client::new(server.address);
    let mut paths: Vec<String> = routes(&game).into_iter().map(|route| route.path).collect();
    paths.sort();
    paths.dedup();
    let before = kept(&mut client);
    let deep =
        |open: &str, close: &str| format!("{}1{}", open.repeat(50_000), close.repeat(50_000));
    let within = |inner: &str| {
        format!(
            "{{\"action\": \"record\", \"hand\": {inner}, \"hands\": {inner}, \"document\": {inner}}}"
        )
    };
    let mut wide = Map::new();
    for key in 0..20_000 {
        wide.insert(format!("key{key}"), json!(key));
    }
    for path in &paths {
        for body in [
            deep("[", "]"),
            deep("{\"a\":", "}"),
            "[".repeat(200_000),
            within(&deep("[", "]")),
            within(&deep("{\"bids\":", "}")),
            Value::Object(wide.clone()).to_string(),
        ] {
            let answer = ask(&mut client, "POST", path, body.as_bytes());
            assert!(!taken(&answer, body.as_bytes()), "{path}");
        }
        // The service refuses the body because of its declared length, although the client sends it.
        let body = vec![b' '; MAX_IMPORT + 1];
        let mut once = Client::new(server.address);
        let admin = bearer(ADMIN);
        let headers = [
            ("authorization", &*admin),
            ("if-match", "*"),
            ("sec-fetch-site", "same-origin"),
        ];
        if let Ok(answer) = once.ask("POST", path, &headers, &body) {
            assert_eq!(
                (answer.status, answer.problem().as_str()),
                (413, "too-large"),
                "{path}"
            );
        }
    }
    assert_eq!(kept(&mut client), before);
}

#[test]
fn malicious_paths_are_not_found() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let mut client = Client::new(server.address);
    let before = kept(&mut client);
    let tricks = [
        "..",
        "../..",
        "%2e%2e",
        "..%2f..%2fetc%2fpasswd",
        "%2fetc%2fpasswd",
        "%00",
        "a%00b",
        "%0d%0aset-cookie:%20x=1",
        "%ff%fe",
        "%c0%ae%c0%ae",
        "%ed%a0%80",
        "'%20OR%201=1--",
        "%27;DROP%20TABLE%20events;--",
        "*",
        "{id}",
        "%7Bid%7D",
        "%25%32%65",
        "....//",
        ";",
        "%5c..%5c",
        "~",
        "@",
        "con",
        "%E2%80%AE",
    ];
    let long = "a".repeat(8000);
    let mut reached = 0;
    for trick in tricks.iter().copied().chain([&*long]) {
        for path in [
            format!("/{trick}"),
            format!("/api/v1/{trick}"),
            format!("/api/v1/games/{trick}"),
            format!("/api/v1/matches/{trick}"),
            format!("/api/v1/matches/{trick}/history"),
            format!("/api/v1/pads/{trick}.pdf"),
            format!("{}/{trick}", game.path("")),
            format!("{}/keys/{trick}", game.path("")),
            format!("/docs/{trick}"),
        ] {
            for method in ["GET", "POST", "DELETE"] {
                let answer = ask(&mut client, method, &path, b"");
                assert!(
                    !taken(&answer, path.as_bytes()),
                    "{method} {path}: {}",
                    answer.text()
                );
                assert_eq!(answer.header("set-cookie"), None);
                reached += 1;
            }
        }
    }
    assert_eq!(reached, 25 * 9 * 3);
    assert_eq!(kept(&mut client), before);
}
