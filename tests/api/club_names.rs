//! The names of members who hide them are not shown in anything public.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::club::{line, put};
use super::publishing::{listing, shown};
use crate::paper::{stdout_text, tool, tools};
use crate::served::{ADMIN, Answer, Server, bearer};

/// The names that must not be shown without a key.
const SECRET: [&str; 6] = [
    "Bo Adler", "Cyril", "Hidden", "Dan Gone", "Danny", "Zedekiah",
];

fn club() -> Value {
    json!({ "club": 1, "name": "The Crown", "public": true,
        "members": [
            { "number": 1, "name": "Ann Dale", "also": ["Annie"] },
            { "number": 2, "name": "Bo Adler", "show": "initials" },
            { "number": 3, "name": "Cyril Hidden", "show": "hidden" },
            { "number": 4, "name": "Dan Gone", "also": ["Danny"] },
            { "number": 5, "name": "Zedekiah", "show": "hidden" },
        ],
        "seasons": [{ "id": "autumn", "title": "Autumn 2026", "from": "2026-09-01", "to": "2026-12-31" }] })
}

/// The matches of the club.
fn lines() -> Value {
    let hands = json!({ "document": { "game": "brink-bid", "players": ["Bo Adler", "Cyril Hidden"], "played_on": "2026-09-10",
            "finished": true, "hands": [{ "bids": { "Bo Adler": 1, "Cyril Hidden": 1 }, "tricks": { "Bo Adler": 1, "Cyril Hidden": 3 } }] },
        "metadata": { "evening": "2026-09-10", "round": 1, "table": 2 } });
    json!([
        hands,
        line(
            "2026-09-10",
            &[
                ("Annie", 9),
                ("Danny", 7),
                ("Cyril Hidden", 5),
                ("Zedekiah", 1)
            ],
        ),
        line(
            "2026-09-17",
            &[("Ann Dale", 1), ("Bo Adler", 2), ("Dan Gone", 3)],
        ),
    ])
}

/// Stores matches and publishes them with all hands.
fn publish(server: &Server, lines: &Value) {
    let admin = bearer(ADMIN);
    let stored = server.post(
        "/api/v1/imports?publish=sheet",
        &[("authorization", &*admin)],
        &json!({ "matches": lines }),
    );
    assert_eq!(stored.json()["created"], 3, "{}", stored.text());
}

/// A club with published matches.
fn started() -> Server {
    let server = listing();
    assert_eq!(put(&server, &club(), None).status, 204);
    publish(&server, &lines());
    server
}

/// The ids of the published matches.
fn ids(server: &Server) -> Vec<String> {
    let list = seen(server, "/matches.json").json();
    let ids = list["matches"].as_array().unwrap().iter();
    let ids: Vec<String> = ids
        .map(|one| one["board"]["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), 3);
    ids
}

/// The answer that the public gets at an address.
fn seen(server: &Server, path: &str) -> Answer {
    server.get(path, &[("accept-language", "en")])
}

/// Everything that the public can read about the club and its matches.
fn everything(server: &Server) -> Vec<(String, String)> {
    let mut paths: Vec<String> = [
        "/matches",
        "/matches.json",
        "/matches.atom",
        "/embed/matches",
        "/sitemap.xml",
        "/club",
        "/club/seasons/autumn",
        "/club/seasons/autumn?after=2026-09-10",
        "/club/seasons/autumn.csv",
        "/club/evenings/2026-09-10",
        "/club/evenings/2026-09-17",
        "/embed/club/season",
        "/embed/club/tonight",
        "/api/v1/club/seasons/autumn",
        "/api/v1/club/evenings/2026-09-10",
        "/oembed?url=http://localhost/club",
    ]
    .map(str::to_owned)
    .into();
    for member in 1..=5 {
        paths.push(format!("/club/members/{member}"));
        paths.push(format!("/club/seasons/autumn/{member}"));
    }
    for id in ids(server) {
        let home = format!("http://{}", server.address);
        for path in [
            format!("/matches/{id}"),
            format!("/matches/{id}.json"),
            format!("/matches/{id}.csv"),
            format!("/matches/{id}.json?detail=scores"),
            format!("/embed/matches/{id}"),
            format!("/oembed?url={home}/matches/{id}"),
        ] {
            paths.push(path);
        }
    }
    let read = paths.into_iter().map(|path| {
        let answer = seen(server, &path);
        assert!(
            answer.status == 200 || path.ends_with("localhost/club"),
            "{path}: {}",
            answer.text()
        );
        let text = answer.text();
        (path, text)
    });
    read.collect()
}

/// The ranks and figures of the season.
fn figures(server: &Server) -> Vec<Value> {
    let table = seen(server, "/api/v1/club/seasons/autumn").json();
    let rows = table["standings"].as_array().unwrap().iter();
    rows.map(|row| {
        json!([
            row["rank"],
            row["member"],
            row["figure"],
            row["wins"],
            row["units"]
        ])
    })
    .collect()
}

#[test]
fn hidden_names_are_in_no_public_page() {
    let server = started();
    let before = figures(&server);
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let path = "/api/v1/club/members/4";
    let data = server.get(path, &admin).json();
    assert_eq!(data["member"]["also"], json!(["Danny"]));
    let names: Vec<&Value> = data["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["names"])
        .collect();
    assert_eq!(names, [&json!(["Danny"]), &json!(["Dan Gone"])]);
    let tried = server.send("DELETE", &format!("{path}?dry_run=true"), &admin, None);
    assert_eq!(
        tried.json()["matches"].as_array().unwrap().len(),
        2,
        "{}",
        tried.text()
    );
    assert!(
        everything(&server)
            .iter()
            .any(|(_, text)| text.contains("Dan Gone"))
    );
    let erased = server.send("DELETE", path, &admin, None);
    assert_eq!(
        (erased.status, &erased.json()["matches"]),
        (200, &tried.json()["matches"])
    );
    let everything = everything(&server);
    for (path, text) in &everything {
        for name in SECRET {
            assert!(!text.contains(name), "{name} in {path}: {text}");
        }
    }
    for shown in ["B. A.", "a member", "a member (2)", "Member 4", "Ann Dale"] {
        assert!(
            everything
                .iter()
                .any(|(path, text)| path.starts_with("/matches/") && text.contains(shown)),
            "{shown}"
        );
    }
    // Erasing a member changes no figures or ranks, and removes the name from everything that the administrator reads.
    assert_eq!(figures(&server), before);
    for path in [
        "/api/v1/exports",
        "/api/v1/club",
        "/api/v1/club/seasons/autumn",
        "/api/v1/matches",
    ] {
        let text = server.get(path, &admin).text();
        assert!(
            !text.contains("Dan Gone") && !text.contains("Danny"),
            "{path}: {text}"
        );
    }
    assert_eq!(server.send("DELETE", path, &admin, None).status, 404);
    let restarted = server.restarted();
    assert_eq!(figures(&restarted), before);
}

/// The pictures of all published matches, sorted by their bytes.
fn pictures(server: &Server) -> Vec<Vec<u8>> {
    let ids = ids(server).into_iter();
    let mut pictures: Vec<Vec<u8>> = ids
        .map(|id| seen(server, &format!("/matches/{id}.png")).body)
        .collect();
    pictures.sort();
    pictures
}

/// The text of the season's table on paper.
fn printed_season(server: &Server) -> String {
    let sheet = seen(server, "/club/seasons/autumn.pdf");
    assert_eq!(sheet.status, 200);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("autumn.pdf");
    std::fs::write(&file, &sheet.body).unwrap();
    stdout_text(&tool("pdftotext", &[file.to_str().unwrap(), "-"]))
}

#[test]
fn pictures_and_paper_have_public_names() {
    let server = started();
    // A picture contains no text: it is compared with the picture of a match that has the expected names.
    let called = |gone: &str| {
        let mut text = lines().to_string();
        for (name, shown) in [
            ("Annie", "Ann Dale"),
            ("Bo Adler", "B. A."),
            ("Cyril Hidden", "a member"),
            ("Zedekiah", "a member (2)"),
            ("Danny", gone),
            ("Dan Gone", gone),
        ] {
            text = text.replace(name, shown);
        }
        let other = listing();
        publish(&other, &serde_json::from_str(&text).unwrap());
        pictures(&other)
    };
    assert!(pictures(&server) == called("Dan Gone"));
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin)];
    let erased = server.send("DELETE", "/api/v1/club/members/4", &admin, None);
    assert_eq!(erased.status, 200);
    let pictures = pictures(&server);
    assert!(pictures == called("Member 4"));
    for picture in pictures {
        let text = String::from_utf8_lossy(&picture).into_owned();
        assert!(SECRET.iter().all(|name| !text.contains(name)));
    }
    if tools() {
        let text = printed_season(&server);
        for shown in ["Ann Dale", "B. A.", "a member", "Member 4"] {
            assert!(text.contains(shown), "{shown}: {text}");
        }
        for name in SECRET {
            assert!(!text.contains(name), "{name}: {text}");
        }
    }
}

#[test]
fn a_hidden_member_is_not_found_by_name() {
    let server = started();
    let count = |player: &str| {
        let found = seen(&server, &format!("/matches.json?player={player}")).json();
        found["matches"].as_array().unwrap().len()
    };
    assert_eq!(
        (
            count("Ann%20Dale"),
            count("Cyril%20Hidden"),
            count("Bo%20Adler")
        ),
        (1, 0, 0)
    );
}

#[test]
fn a_changed_choice_of_a_member_applies_at_once() {
    let server = started();
    let list = || seen(&server, "/matches.json").text();
    let listed = seen(&server, "/matches.json").json();
    let mut listed = listed["matches"].as_array().unwrap().iter();
    let gone = listed.find(|one| one.to_string().contains("Dan Gone"));
    let id = gone.unwrap()["board"]["id"].as_str().unwrap().to_owned();
    let path = format!("/matches/{id}.json");
    let first = seen(&server, &path);
    assert!(first.text().contains("Dan Gone") && list().contains("Dan Gone"));
    let mut hidden = club();
    hidden["members"][3]["show"] = json!("hidden");
    assert_eq!(put(&server, &hidden, Some("*")).status, 204);
    let tag = [
        ("if-none-match", first.header("etag").unwrap()),
        ("accept-language", "en"),
    ];
    let next = server.get(&path, &tag);
    assert!(
        next.status == 200 && !next.text().contains("Dan Gone"),
        "{}",
        next.text()
    );
    assert!(!list().contains("Dan Gone"));
    let known = [
        ("if-none-match", next.header("etag").unwrap()),
        ("accept-language", "en"),
    ];
    assert_eq!(server.get(&path, &known).status, 304);
}

#[test]
fn a_match_that_is_not_of_the_club_keeps_its_tag_when_the_club_changes() {
    let server = started();
    let game = shown(&server, "Elsewhere", "2026-11-20");
    let path = format!("/matches/{}.json", game.id);
    let tag = seen(&server, &path).header("etag").unwrap().to_owned();
    assert_eq!(put(&server, &club(), Some("*")).status, 204);
    assert_eq!(seen(&server, &path).header("etag"), Some(&*tag));
}
