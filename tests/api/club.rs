//! The club: its document, the tables of its seasons, and who sees which names.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{ADMIN, Answer, HandClock, Server, bearer};

/// A club of four members, some of whom do not show their full names.
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

/// The totals of one table as a CSV file, in the form that a spreadsheet writes.
pub fn totals() -> String {
    "evening;round;table;game;player;total\n\
     2026-10-01;2;1;oh-hell;1;12\n\
     2026-10-01;2;1;oh-hell;Bo Adlr;7\n\
     2026-10-01;2;1;oh-hell;3;−4\n"
        .to_owned()
}

/// Sends the totals.
fn send_totals(server: &Server, csv: &str) -> Answer {
    let admin = bearer(ADMIN);
    let headers = [("authorization", &*admin), ("content-type", "text/csv")];
    server.send(
        "POST",
        "/api/v1/club/totals",
        &headers,
        Some(csv.as_bytes()),
    )
}

/// Sends a form of the service's page with the cookie of the club.
pub fn send_form(server: &Server, path: &str, cookie: &str, form: &str) -> Answer {
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("sec-fetch-site", "same-origin"),
        ("cookie", cookie),
        ("accept-language", "en"),
    ];
    server.send("POST", path, &headers, Some(form.as_bytes()))
}

/// Opens the club's pages with a key, and returns the cookie.
pub fn cookie(server: &Server, key: &str) -> String {
    let opened = send_form(server, "/club/session", "", &format!("key={key}"));
    assert_eq!(
        (opened.status, opened.header("location")),
        (303, Some("/club"))
    );
    let cookie = opened.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly")
            && cookie.contains("Path=/club")
            && cookie.contains("SameSite=Strict")
    );
    cookie.split(';').next().unwrap().to_owned()
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

/// The ranks, names and figures of a season table, as shown to everybody or to the administrator.
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
    // A newly imported match appears in the next answer.
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
fn hidden_names_are_visible_only_with_a_key() {
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
    // Only the style sheet is linked with this relative address.
    assert_eq!(
        derived.matches("href=\"../../../matches/").count(),
        1,
        "{derived}"
    );
}

#[test]
fn a_private_club_is_visible_only_with_a_key() {
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
    // In a website's frame the error is a sentence, not JSON.
    for frame in ["season", "tonight"] {
        let frame = format!("/embed/club/{frame}");
        let answer = server.get(&frame, &[("accept", "text/html,*/*;q=0.8")]);
        assert_eq!(answer.status, 404);
        let sentence = "<p>There is nothing at this address.</p>";
        assert!(answer.text().contains(sentence), "{}", answer.text());
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.ends_with("frame-ancestors *"), "{policy}");
        assert_eq!(answer.header("x-frame-options"), None);
    }
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

#[test]
fn matches_with_only_totals_count_in_the_season() {
    let server = started();
    let stored = send_totals(&server, &totals());
    assert_eq!(stored.status, 200, "{}", stored.text());
    assert_eq!(stored.json()["created"], 1);
    assert_eq!(stored.json()["matches"][0]["external_id"], "2026-10-01/2/1");
    // Ann has 24 points for two wins; the guest with the misspelled name beats one player.
    assert_eq!(
        standings(&server, SEASON, true)[0],
        row(1, "Ann Dale", "24")
    );
    let again = send_totals(&server, &totals()).json();
    assert_eq!(
        (&again["created"], &again["already"]),
        (&json!(0), &json!(1))
    );
    let refused = send_totals(
        &server,
        "evening,round,table,game,player,total\nx,1,1,oh-hell,1,1\n",
    );
    assert_eq!(refused.status, 422);
    let fault = &refused.json()["errors"][0];
    assert_eq!(
        (&fault["line"], &fault["column"]),
        (&json!(2), &json!("evening"))
    );
}

#[test]
fn a_browser_opens_a_private_club_with_a_key() {
    let server = started();
    let mut private = club();
    private["public"] = json!(false);
    assert_eq!(put(&server, &private, Some("*")).status, 204);
    let closed = server.get("/club", &[("accept-language", "en")]);
    assert!(
        closed.status == 404 && closed.text().contains("name=\"key\""),
        "{}",
        closed.text()
    );
    assert!(!closed.text().contains("The Crown"));
    assert_eq!(
        send_form(&server, "/club/session", "", "key=nothing").status,
        401
    );
    let cookie = cookie(&server, ADMIN);
    let page = server.get("/club/seasons/autumn", &[("cookie", &*cookie)]);
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Cyril Hidden"), "{}", page.text());
    let foreign = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("sec-fetch-site", "cross-site"),
        ("cookie", &*cookie),
    ];
    let form = "member=2&name=X&version=2&back=";
    let sent = server.send("POST", "/club/names", &foreign, Some(form.as_bytes()));
    assert_eq!(sent.status, 403);
}

#[test]
fn a_misspelled_name_is_mended_by_one_click() {
    let server = started();
    assert_eq!(send_totals(&server, &totals()).status, 200);
    let cookie = cookie(&server, ADMIN);
    let day = "/club/evenings/2026-10-01";
    let page = |query: &str| {
        let headers = [("cookie", &*cookie), ("accept-language", "en")];
        server.get(&format!("{day}{query}"), &headers).text()
    };
    let before = page("");
    assert!(
        before.contains(
            "<button class=\"button\" name=\"member\" value=\"2\" dir=\"auto\">2 Bo Adler</button>"
        ),
        "{before}"
    );
    assert!(before.contains("name=\"version\" value=\"1\""), "{before}");
    let everybody = server.get(day, &[]).text();
    assert!(
        !everybody.contains("Adlr") && !everybody.contains("name=\"member\""),
        "{everybody}"
    );
    let figures = || standings(&server, SEASON, true);
    let unmended = figures();
    let back = "back=/evenings/2026-10-01";
    let form = format!("member=2&name=Bo+Adlr&version=1&{back}");
    let fixed = send_form(&server, "/club/names", &cookie, &form);
    assert_eq!(fixed.status, 303, "{}", fixed.text());
    let location = format!("{day}?named=Bo%20Adlr");
    assert_eq!(fixed.header("location"), Some(&*location));
    // Bo has 14 points from the other evenings, and 6 for beating one of two opponents.
    assert!(
        figures().contains(&row(2, "Bo Adler", "20")),
        "{:?}",
        figures()
    );
    let after = page("?named=Bo%20Adlr");
    assert!(
        after.contains("Bo Adlr is now a name of member 2.") && after.contains("Undo"),
        "{after}"
    );
    assert_eq!(
        send_form(&server, "/club/names", &cookie, &form).status,
        412
    );
    let undo = format!("member=2&name=Bo+Adlr&version=2&remove=true&{back}");
    assert_eq!(
        send_form(&server, "/club/names", &cookie, &undo).status,
        303
    );
    assert_eq!(figures(), unmended);
    let key = server.program_key("read").0;
    let reader = self::cookie(&server, &key);
    assert_eq!(
        send_form(&server, "/club/names", &reader, &form).status,
        403
    );
}

#[test]
fn a_correction_of_an_earlier_evening_changes_later_tables_and_is_listed() {
    let clock = HandClock::new();
    let server = Server::with_clock(Arc::new(TempDir::new().unwrap()), &clock, |_| {});
    let mut document = club();
    document["members"][1]["show"] = json!("name");
    assert_eq!(put(&server, &document, None).status, 204);
    let first = [("Ann Dale", 30), ("Bo Adler", 20), ("Cyril Hidden", 10)];
    import(&server, &[line("2026-11-21", &first)]);
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let list = server.get("/api/v1/matches", &admin).json();
    let id = list["matches"][0]["id"].as_str().unwrap().to_owned();
    let adjust = |points: i64| {
        let change = json!({ "action": "adjust", "adjustment":
            { "after_hand": 0, "player": "Cyril Hidden", "points": points, "reason": "misread" } });
        let headers = [admin[0], ("if-match", "*")];
        let path = format!("/api/v1/matches/{id}/changes");
        assert_eq!(server.post(&path, &headers, &change).status, 200);
    };
    let shown_text = || server.get(SEASON, &admin).json()["corrections"].clone();
    // An adjustment on the same evening is not listed as a correction.
    adjust(5);
    assert_eq!(shown_text(), Value::Null);
    clock.forward(Duration::from_hours(24 * 7));
    import(
        &server,
        &[line(
            "2026-11-28",
            &[("Ann Dale", 3), ("Bo Adler", 2), ("Cyril Hidden", 1)],
        )],
    );
    let after_first = format!("{SEASON}?after=2026-11-21");
    assert_eq!(
        standings(&server, &after_first, true)[0],
        row(1, "Ann Dale", "12")
    );
    adjust(50);
    assert_eq!(
        standings(&server, &after_first, true)[0],
        row(1, "Cyril Hidden", "12")
    );
    assert_eq!(
        standings(&server, SEASON, true)[0],
        row(1, "Ann Dale", "18")
    );
    let expected = json!([{ "match": id, "evening": "2026-11-21", "game": "oh-hell",
        "before": ["15", "30", "20"], "after": ["65", "30", "20"] }]);
    assert_eq!(shown_text(), expected);
    let page = server
        .get("/club/seasons/autumn", &[("accept-language", "en")])
        .text();
    let message = "Corrected after its evening: 2026-11-21, Oh Hell: 15; 30; 20 became 65; 30; 20.";
    assert!(page.contains(message), "{page}");
}

#[test]
fn every_color_of_the_pages_is_defined() {
    let server = Server::start();
    let style = |path: &str| server.get(path, &[]).text();
    let paths = ["/style.css", "/matches/style.css", "/club/style.css"];
    let all = paths.map(style).concat();
    for used in style("/club/style.css").split("var(").skip(1) {
        let (name, _) = used.split_once([',', ')']).unwrap();
        assert!(all.contains(&format!("{name}:")), "{name}");
    }
}
