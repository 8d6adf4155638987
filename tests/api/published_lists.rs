//! Lists of published matches: page, feed, calendar, sitemap.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::api::publishing::{hide, listing, page, publish, shown};
use crate::served::{Server, brink_bid, database};

/// The addresses of lists of published matches.
pub const LISTS: [&str; 5] = [
    "/matches",
    "/matches.json",
    "/matches.atom",
    "/matches.ics",
    "/sitemap.xml",
];

/// Writes rows of this many published matches into a database that no service is using.
fn write_rows(folder: &Path, matches: usize) {
    let counted = if database::on_postgres() {
        format!("SELECT n, lpad(n::text, 22, '0') AS id FROM generate_series(1, {matches}) AS n")
    } else {
        format!(
            "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted \
             WHERE n < {matches}) SELECT n, printf('%022d', n) AS id FROM counted"
        )
    };
    let rows = format!(
        "INSERT INTO matches (number, id, game, created_at, count, head, day) \
         SELECT n, id, 'brink-bid', '2026-11-21T19:00:00.000Z', 1, 'x', '2026-11-21' \
         FROM ({counted}) AS counted; \
         INSERT INTO events (match_number, sequence, at, by, kind, outcome, commitments, digest) \
         SELECT number, 1, created_at, 'direct', '', '', '[]', '' FROM matches; \
         INSERT INTO publications (match_number, id, game, showing, at, day) \
         SELECT number, id, game, 'standings', created_at, day FROM matches;"
    );
    if database::on_postgres() {
        let url = database::url(folder, "matches.db");
        database::postgres().unwrap().run(&url, &rows);
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(folder.join("matches.db"));
        let mut connection = options.connect().await.unwrap();
        let statements = sqlx::AssertSqlSafe(rows);
        connection.execute(statements).await.unwrap();
        connection.close().await.unwrap();
    });
}

fn titles(list: &Value) -> Vec<&str> {
    let matches = list["matches"].as_array().unwrap().iter();
    matches
        .map(|entry| entry["board"]["title"].as_str().unwrap())
        .collect()
}

#[test]
fn published_matches_are_listed_by_day_and_found_by_game() {
    let server = listing();
    let early = shown(&server, "Early", "2026-11-19");
    for title in ["One", "Two", "Three"] {
        shown(&server, title, "2026-11-20");
    }
    let (mut document, _) = crate::served::sample("mariash");
    document["title"] = "Mariash".into();
    document["played_on"] = "2026-11-18".into();
    publish(&server.create(&document), "standings");
    server.create(&brink_bid());
    let list = |query: &str| server.get(&format!("/matches.json{query}"), &[]).json();
    let all = list("");
    assert_eq!(titles(&all), ["Three", "Two", "One", "Early", "Mariash"]);
    assert_eq!(all["next"], Value::Null);
    assert_eq!(titles(&list("?game=mariash")), ["Mariash"]);
    assert_eq!(titles(&list("?day=2026-11-19")), ["Early"]);
    assert_eq!(titles(&list("?day=2026-11-20&game=brink-bid")).len(), 3);
    assert_eq!(titles(&list("?day=2026-11-20&game=mariash")).len(), 0);
    for bad in [
        "?game=chess",
        "?day=yesterday",
        "?cursor=x",
        "?per_page=0",
        "?lang=xx",
    ] {
        let answer = server.get(&format!("/matches.json{bad}"), &[]);
        assert_eq!(answer.problem(), "bad-request", "{bad}");
    }
    // A page continues after the one before, even if that match no longer exists.
    let first = list("?per_page=3");
    assert_eq!(titles(&first), ["Three", "Two", "One"]);
    let next = format!("?per_page=3&cursor={}", first["next"].as_str().unwrap());
    assert_eq!(titles(&list(&next)), ["Early", "Mariash"]);
    let link = server.get("/matches.json?per_page=3", &[]);
    assert!(
        link.header("link")
            .unwrap()
            .contains(&format!("{next}>; rel=\"next\""))
    );
    hide(&early);
    assert_eq!(titles(&list(&next)), ["Mariash"]);
    // Correcting the day moves the match within the list.
    let game = shown(&server, "Later", "2026-11-01");
    let describe = json!({ "action": "describe", "played_on": "2026-11-22" });
    game.changed(&game.score, &describe);
    assert_eq!(titles(&list(""))[0], "Later");
}

#[test]
fn an_evening_is_one_event_however_many_matches_it_has() {
    let server = listing();
    shown(&server, "Early", "2026-11-19");
    for number in 0..103 {
        shown(&server, &format!("Table {number}"), "2026-11-20");
    }
    shown(&server, "Late", "2026-11-21");
    let (mut path, mut calendars) = ("/matches.ics".to_owned(), Vec::new());
    loop {
        let answer = server.get(&path, &[]);
        assert_eq!(answer.status, 200, "{}", answer.text());
        calendars.push(answer.text().replace("\r\n ", ""));
        let Some(link) = answer.header("link") else {
            break;
        };
        let next = link.split(['<', '>']).nth(1).unwrap();
        path = next[next.find("/matches.ics").unwrap()..].to_owned();
    }
    let all = calendars.concat();
    let found = |name: &str| -> Vec<&str> {
        let lines = all.lines();
        lines.filter_map(|line| line.strip_prefix(name)).collect()
    };
    let days: Vec<&str> = found("UID:").iter().map(|uid| &uid[..10]).collect();
    assert_eq!(days, ["2026-11-21", "2026-11-20", "2026-11-19"]);
    assert_eq!(
        found("SUMMARY:"),
        [
            "Late (Brink Bid)",
            "103 matches: Brink Bid",
            "Early (Brink Bid)"
        ]
    );
}

#[test]
fn a_sitemap_of_many_matches_is_split_and_has_each_of_them_once() {
    const MATCHES: usize = 10_001;
    let server = listing();
    let folder = server.folder.clone();
    drop(server);
    // Only rows: a sitemap does not read logs.
    write_rows(folder.path(), MATCHES);
    let server = Server::on(folder, |settings| settings.public_list = true);
    let addresses = |path: &str| -> Vec<String> {
        let text = server.get(path, &[]).text();
        let found = text.split("<loc>").skip(1);
        found
            .map(|rest| rest.split("</loc>").next().unwrap().to_owned())
            .collect()
    };
    let index = addresses("/sitemap.xml");
    assert_eq!(index.len(), 2, "{index:?}");
    let home = format!("http://{}", server.address);
    let mut ids = BTreeSet::new();
    for file in &index {
        let file = addresses(file.strip_prefix(&home).unwrap());
        assert!(file.len() <= 50_000);
        for address in file {
            if let Some((_, id)) = address.split_once("/matches/") {
                assert!(ids.insert(id.to_owned()), "{id} is there twice");
            }
        }
    }
    assert_eq!(ids.len(), MATCHES);
    let after = index[1].replace("1.xml", "2.xml");
    let after = server.get(after.strip_prefix(&home).unwrap(), &[]);
    assert_eq!(after.status, 404);
}

#[test]
fn a_service_lists_nothing_unless_it_is_told_to() {
    let server = Server::start();
    let game = shown(&server, "Thursday", "2026-11-20");
    for path in &LISTS[..4] {
        assert_eq!(server.get(path, &[]).status, 404, "{path}");
    }
    assert!(!server.get("/sitemap.xml", &[]).text().contains(&game.id));
    let text = page(&game).text();
    assert!(text.contains("content=\"noindex\""), "{text}");
    let start = server.get("/", &[]).text();
    assert!(start.contains("<title>Overtrick</title>"), "{start}");
    assert_eq!(server.get("/play", &[]).text(), start);
}

#[test]
fn where_the_list_is_at_the_start_the_page_is_beside_it() {
    let server = listing();
    let game = shown(&server, "Thursday", "2026-11-20");
    let list = server.get("/", &[]).text();
    assert!(
        list.contains(&game.id) && list.contains("href=\"play\""),
        "{list}"
    );
    assert!(
        server
            .get("/play", &[])
            .text()
            .contains("<div id=\"page\">")
    );
    let shell = server.get("/shell.js", &[]).text();
    assert!(
        shell.contains("\"page\":\"play\"") && !shell.contains("\"./\""),
        "{shell}"
    );
    let manifest = server.get("/manifest.webmanifest", &[]).json();
    assert_eq!(
        (&manifest["start_url"], &manifest["id"]),
        (&json!("play"), &json!("./"))
    );
    assert!(!page(&game).text().contains("noindex"));
    for path in LISTS {
        assert!(server.get(path, &[]).text().contains(&game.id), "{path}");
    }
}
