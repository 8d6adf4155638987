//! The club: its document, the tables of its seasons, and who sees which names.

use serde_json::{Value, json};

use crate::served::{ADMIN, Answer, Server, bearer};

/// A club of four, of whom two do not show their names.
pub fn club() -> Value {
    json!({ "club": 1, "name": "The Crown", "public": true,
        "members": [
            { "number": 1, "name": "Ann Dale" },
            { "number": 2, "name": "Bo Adler", "show": "initials" },
            { "number": 3, "name": "Cyril Hidden", "show": "hidden" },
            { "number": 4, "erased": "2026-11-29" }
        ],
        "seasons": [{ "id": "autumn", "title": "Autumn 2026", "from": "2026-09-01", "to": "2026-12-31" }] })
}

/// A finished match of an evening, with these totals.
pub fn line(evening: &str, totals: &[(&str, i64)]) -> Value {
    let adjustments = totals.iter().map(|(player, points)| {
        json!({ "after_hand": 0, "player": player, "points": points, "reason": "total" })
    });
    let players: Vec<&str> = totals.iter().map(|(player, _)| *player).collect();
    let document = json!({ "game": "oh-hell", "players": players, "hands": [], "finished": true,
        "adjustments": adjustments.collect::<Vec<Value>>() });
    json!({ "document": document, "metadata": { "evening": evening, "round": 1, "table": 1 } })
}

/// Stores the club document; `tag` is the version that it replaces.
pub fn put(server: &Server, club: &Value, tag: Option<&str>) -> Answer {
    let admin = bearer(ADMIN);
    let mut headers = vec![
        ("authorization", &*admin),
        ("content-type", "application/json"),
    ];
    headers.extend(tag.map(|tag| ("if-match", tag)));
    let body = club.to_string();
    server.send("PUT", "/api/v1/club", &headers, Some(body.as_bytes()))
}

/// Stores matches.
pub fn import(server: &Server, lines: &[Value]) {
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let stored = server.post("/api/v1/imports", &admin, &json!({ "matches": lines }));
    assert_eq!(stored.status, 200, "{}", stored.text());
}

/// A service with the club and two evenings.
fn started() -> Server {
    let server = Server::start();
    assert_eq!(put(&server, &club(), None).status, 204);
    import(
        &server,
        &[
            line(
                "2026-09-03",
                &[
                    ("ann  dale", 30),
                    ("Bo Adler", 20),
                    ("Cyril Hidden", 10),
                    ("Dora Guest", 5),
                ],
            ),
            line(
                "2026-09-10",
                &[("Ann Dale", 1), ("Bo Adler", 2), ("Member 4", 3)],
            ),
        ],
    );
    server
}

/// The ranks, names and figures of the table for everybody, or with the administrator's key.
fn standings(server: &Server, path: &str, is_keyed: bool) -> Vec<(u64, String, String)> {
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let headers = if is_keyed { &admin[..] } else { &[] };
    let table = server.get(path, headers).json();
    let rows = table["standings"].as_array().unwrap().iter().map(|row| {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        (row["rank"].as_u64().unwrap(), text("name"), text("figure"))
    });
    rows.collect()
}

fn row(rank: u64, name: &str, figure: &str) -> (u64, String, String) {
    (rank, name.to_owned(), figure.to_owned())
}

const SEASON: &str = "/api/v1/club/seasons/autumn";

#[test]
fn the_table_of_a_season_is_computed_from_its_matches() {
    let server = started();
    assert_eq!(
        standings(&server, SEASON, true),
        [
            row(1, "Bo Adler", "14"),
            row(2, "Ann Dale", "12"),
            row(2, "Member 4", "12"),
            row(4, "Cyril Hidden", "4"),
        ]
    );
    let before = format!("{SEASON}?after=2026-09-03");
    assert_eq!(
        standings(&server, &before, true)[0],
        row(1, "Ann Dale", "12")
    );
    // A match that comes later is in the next answer.
    import(
        &server,
        &[line(
            "2026-09-17",
            &[("Ann Dale", 9), ("Bo Adler", 2), ("Eva", 3)],
        )],
    );
    assert_eq!(
        standings(&server, SEASON, true)[0],
        row(1, "Ann Dale", "24")
    );
    let server = server.restarted();
    assert_eq!(
        standings(&server, SEASON, true)[0],
        row(1, "Ann Dale", "24")
    );
}

#[test]
fn nobody_without_a_key_sees_a_name_that_is_not_shown() {
    let server = started();
    assert_eq!(
        standings(&server, SEASON, false),
        [
            row(1, "B. A.", "14"),
            row(2, "Ann Dale", "12"),
            row(2, "Member 4", "12"),
            row(4, "a member", "4"),
        ]
    );
    for path in [
        SEASON,
        "/club",
        "/club/seasons/autumn",
        "/club/seasons/autumn?after=2026-09-03",
        "/club/seasons/autumn.csv",
        "/club/seasons/autumn/2",
        "/club/members/1",
        "/club/members/2",
        "/club/members/3",
        "/club/evenings/2026-09-03",
        "/embed/club/season",
        "/embed/club/tonight",
        "/oembed?url=http%3A%2F%2Flocalhost%2Fclub",
    ] {
        let answer = server.get(path, &[("accept-language", "en")]);
        assert!(
            path.starts_with("/oembed") || answer.status == 200,
            "{path}: {}",
            answer.text()
        );
        for name in ["Bo Adler", "Cyril", "Hidden", "Dora"] {
            assert!(!answer.text().contains(name), "{path}: {name}");
        }
    }
    let czech = server
        .get("/club/seasons/autumn", &[("accept-language", "cs")])
        .text();
    assert!(
        czech.contains("jeden z členů") && czech.contains("Člen 4"),
        "{czech}"
    );
    for path in [
        "/club/seasons/none",
        "/club/seasons/autumn/9",
        "/club/members/9",
        "/club/evenings/2026-01-01",
    ] {
        assert_eq!(server.get(path, &[]).status, 404, "{path}");
    }
}

#[test]
fn pages_strike_dropped_units_and_link_to_published_matches() {
    let server = Server::start();
    let mut club = club();
    club["seasons"][0]["rules"] = json!({ "best": 1 });
    assert_eq!(put(&server, &club, None).status, 204);
    import(
        &server,
        &[
            line(
                "2026-09-03",
                &[("Ann Dale", 3), ("Bo Adler", 2), ("Eva", 1)],
            ),
            line(
                "2026-09-10",
                &[("Ann Dale", 1), ("Bo Adler", 2), ("Eva", 3)],
            ),
        ],
    );
    let page = server.get("/club/seasons/autumn", &[]).text();
    assert!(page.contains("<s>0</s>"), "{page}");
    let derived = server.get("/club/seasons/autumn/1", &[]).text();
    assert!(
        derived.contains("beat 2 of 2: 12 × 2 ÷ 2 = 12"),
        "{derived}"
    );
    assert!(
        derived.contains("dropped: not among the best 1"),
        "{derived}"
    );
    // The only such address is that of the style.
    assert_eq!(
        derived.matches("href=\"../../../matches/").count(),
        1,
        "{derived}"
    );
}

#[test]
fn a_private_club_is_shown_to_keys_alone() {
    let server = started();
    let mut private = club();
    private["public"] = json!(false);
    assert_eq!(put(&server, &private, Some("*")).status, 204);
    for path in [
        SEASON,
        "/club",
        "/club/seasons/autumn",
        "/embed/club/season",
    ] {
        assert_eq!(server.get(path, &[]).status, 404, "{path}");
    }
    assert_eq!(standings(&server, SEASON, true).len(), 4);
}

#[test]
fn the_document_is_replaced_as_a_whole() {
    let server = Server::start();
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    assert_eq!(server.get("/api/v1/club", &admin).status, 404);
    let first = put(&server, &club(), None);
    assert_eq!(first.header("etag"), Some("\"1\""));
    assert_eq!(put(&server, &club(), None).status, 428);
    assert_eq!(put(&server, &club(), Some("\"7\"")).status, 412);
    let mut renamed = club();
    renamed["name"] = json!("The Anchor");
    assert_eq!(
        put(&server, &renamed, Some("\"1\"")).header("etag"),
        Some("\"2\"")
    );
    let stored = server.get("/api/v1/club", &admin);
    assert_eq!(
        (stored.header("etag"), stored.json()),
        (Some("\"2\""), renamed.clone())
    );
    renamed["members"][1]["number"] = json!(1);
    let refused = put(&server, &renamed, Some("\"2\""));
    assert_eq!(
        (refused.status, refused.pointers()),
        (422, vec!["/members/1/number".to_owned()])
    );
}

#[test]
fn a_page_of_the_club_is_embedded() {
    let server = started();
    let page = server.get("/embed/club/season?theme=dark", &[]);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors *"), "{policy}");
    assert!(page.text().contains("Autumn 2026"));
    for (address, frame) in [
        ("club", "season"),
        ("club/seasons/autumn", "season"),
        ("club/evenings/2026-09-10", "tonight"),
        ("embed/club/tonight", "tonight"),
    ] {
        let path = format!("/oembed?url=http://{}/{address}", server.address);
        let described = server.get(&path, &[]);
        assert_eq!(described.status, 200, "{address}: {}", described.text());
        let html = described.json()["html"].as_str().unwrap().to_owned();
        assert!(html.contains(&format!("/embed/club/{frame}\"")), "{html}");
    }
}
