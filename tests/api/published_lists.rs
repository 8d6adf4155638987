//! Lists of published matches: page, feed, sitemap.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::api::publishing::{listing, page, shown};
use crate::served::{Server, brink_bid, database};

/// The addresses of lists of published matches.
pub const LISTS: [&str; 4] = ["/matches", "/matches.json", "/matches.atom", "/sitemap.xml"];

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
    database::block_on(database::execute(folder, "matches.db", &rows));
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
    let [one, ..] = ["One", "Two", "Three"].map(|title| shown(&server, title, "2026-11-20"));
    let (mut document, _) = crate::served::sample("mariash");
    document["title"] = "Mariash".into();
    document["played_on"] = "2026-11-18".into();
    server.create(&document).publish("standings");
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
        // Two forged cursors; each has a day, a text that is not a time, and an id.
        "?cursor=MjAyNi0wMS0wMSB4IGlk",
        "?cursor=WyIyMDI2LTAxLTAxIiwieCIsImlkIl0",
    ] {
        let answer = server.get(&format!("/matches.json{bad}"), &[]);
        assert_eq!(answer.problem(), "bad-request", "{bad}");
    }
    // The next page continues after the last match of the previous one, even if that match no longer exists.
    let first = list("?limit=3");
    assert_eq!(titles(&first), ["Three", "Two", "One"]);
    let next = format!("?limit=3&cursor={}", first["next"].as_str().unwrap());
    assert_eq!(titles(&list(&next)), ["Early", "Mariash"]);
    let link = server.get("/matches.json?limit=3", &[]);
    assert!(
        link.header("link")
            .unwrap()
            .contains(&format!("{next}>; rel=\"next\""))
    );
    one.delete();
    assert_eq!(titles(&list(&next)), ["Early", "Mariash"]);
    early.hide();
    assert_eq!(titles(&list(&next)), ["Mariash"]);
    // Correcting the day of a match moves it within the list.
    let game = shown(&server, "Later", "2026-11-01");
    let describe = json!({ "action": "describe", "played_on": "2026-11-22" });
    game.changed(&game.score, &describe);
    assert_eq!(titles(&list(""))[0], "Later");
}

/// The titles in each form of the list of published matches.
fn titles_everywhere(server: &Server, query: &str) -> Vec<Vec<&'static str>> {
    const TITLES: [&str; 3] = ["First", "Second", "Third"];
    let lists = LISTS[..3].iter().map(|path| {
        let answer = server.get(&format!("{path}{query}"), &[]);
        assert_eq!(answer.status, 200, "{path}{query}: {}", answer.text());
        let text = answer.text();
        let is_there = |title: &&str| text.contains(&format!("{title} evening"));
        TITLES.into_iter().filter(is_there).collect()
    });
    lists.collect()
}

#[test]
fn every_list_is_narrowed_by_player_place_and_days() {
    let server = listing();
    let evenings = [
        ("First evening", ["Ann", "Bo"], "2026-11-01", "The Crown"),
        (
            "Second evening",
            ["Žofie", "Bo"],
            "2026-11-15",
            "U Zlatého lva",
        ),
        (
            "Third evening",
            ["Ann", "Cy & Co"],
            "2026-11-30",
            " THE CROWN",
        ),
    ];
    let games = evenings.map(|(title, players, day, location)| {
        let mut document = brink_bid();
        document["title"] = title.into();
        document["players"] = players.into();
        document["played_on"] = day.into();
        document["location"] = location.into();
        let game = server.create(&document);
        game.publish("standings");
        game
    });
    let lists = |query: &str, expected: &[&str]| {
        let found = titles_everywhere(&server, query);
        assert_eq!(found, [expected; 3], "{query}");
    };
    lists("", &["First", "Second", "Third"]);
    lists("?player=ann", &["First", "Third"]);
    lists("?player=%C5%BDOFIE%20", &["Second"]);
    lists("?player=Cy%20%26%20Co", &["Third"]);
    lists("?player=An", &[]);
    lists("?player=the+crown", &[]);
    lists("?location=Ann", &[]);
    lists("?from=2026-11-02&game=oh-hell", &[]);
    lists("?location=the+crown", &["First", "Third"]);
    lists("?from=2026-11-15", &["Second", "Third"]);
    lists("?to=2026-11-15", &["First", "Second"]);
    lists("?from=2026-11-02&to=2026-11-29", &["Second"]);
    lists("?day=2026-11-15&from=2026-11-16", &[]);
    lists(
        "?player=Bo&location=The%20Crown&to=2026-12-01&game=brink-bid",
        &["First"],
    );
    // Empty parameters of a form, and parameters that other websites add to a link.
    lists(
        "?player=&location=&from=&to=&fbclid=IwAR0&utm_source=x",
        &["First", "Second", "Third"],
    );
    for path in &LISTS[..3] {
        let wrong = format!(
            "{path}?from=yesterday&to=2026-02-30&player={}",
            "x".repeat(401)
        );
        let answer = server.get(&wrong, &[]);
        assert_eq!(answer.problem(), "bad-request", "{path}");
        assert_eq!(answer.pointers(), ["/from", "/to", "/player"], "{path}");
    }
    // Links to further pages keep the filters.
    let part = server.get("/matches.json?player=Bo&location=&limit=1", &[]);
    let link = part.header("link").unwrap();
    assert!(
        link.contains("/matches.json?player=Bo&limit=1&cursor="),
        "{link}"
    );
    // The next page keeps the filter by day.
    let part = server
        .get("/matches.json?to=2026-11-15&limit=1", &[])
        .json();
    assert_eq!(titles(&part), ["Second evening"]);
    let next = part["next"].as_str().unwrap();
    lists(&format!("?to=2026-11-15&cursor={next}"), &["First"]);
    let page = server
        .get("/matches?player=Cy%20%26%20Co&lang=cs", &[])
        .text();
    assert!(
        page.contains("<title>Partie · Cy &#38; Co – Overtrick</title>"),
        "{page}"
    );
    for address in [
        "matches?player=Cy%20%26%20Co&#38;lang=cs&#38;game=mariash",
        "href=\"matches?lang=cs\" aria-label",
    ] {
        assert!(page.contains(address), "{address} is not in {page}");
    }
    // A match that changed its location is no longer found under the old one.
    let describe = json!({ "action": "describe", "location": "Elsewhere" });
    games[0].changed(&games[0].score, &describe);
    let found = server.get("/matches.json?location=The%20Crown", &[]).json();
    assert_eq!(titles(&found), ["Third evening"]);
    let found = server.get("/matches.json?location=elsewhere", &[]).json();
    assert_eq!(titles(&found), ["First evening"]);
}

#[test]
fn the_place_of_a_match_is_shown_everywhere() {
    let server = listing();
    let mut document = brink_bid();
    document["location"] = "The <Crown>".into();
    let game = server.create(&document);
    game.publish("sheet");
    let text = page(&game).text();
    assert!(
        text.contains("href=\"../matches?location=The%20%3CCrown%3E&#38;lang=en\" dir=\"auto\">The &#60;Crown&#62;</a>"),
        "{text}"
    );
    assert!(
        text.contains("href=\"../matches?player=Ann&#38;lang=en\""),
        "{text}"
    );
    let json = |path: &str| server.get(&path.replace("ID", &game.id), &[]).json();
    assert_eq!(json("/matches/ID.json")["location"], "The <Crown>");
    assert_eq!(json("/matches/ID.json")["location"], "The <Crown>");
    assert_eq!(
        json("/matches.json")["matches"][0]["board"]["location"],
        "The <Crown>"
    );
    for path in ["/matches", "/matches.atom"] {
        let text = server.get(path, &[]).text();
        assert!(text.contains("The &#60;Crown&#62;"), "{path}: {text}");
    }
    // The page of a match without a location has no link to other matches there.
    let other = server.create(&brink_bid());
    other.publish("sheet");
    let text = page(&other).text();
    assert!(!text.contains("?location="), "{text}");
}

#[test]
fn a_sitemap_has_the_matches_that_were_opened_last() {
    const MATCHES: usize = 10_001;
    let server = listing();
    let folder = server.folder.clone();
    drop(server);
    // Rows without logs are enough: a sitemap does not read logs.
    write_rows(folder.path(), MATCHES);
    let server = Server::on(folder, |settings| settings.public_list = true);
    let text = server.get("/sitemap.xml", &[]).text();
    let addresses = text.split("<loc>").skip(1);
    let ids = addresses.filter_map(|rest| rest.split("</loc>").next()?.split_once("/matches/"));
    let ids: BTreeSet<&str> = ids.map(|(_, id)| id).collect();
    assert_eq!(ids.len(), 10_000);
    assert!(!ids.contains(&*format!("{:022}", 1)) && ids.contains(&*format!("{MATCHES:022}")));
}

#[test]
fn a_service_lists_nothing_unless_its_settings_allow_it() {
    let server = Server::start();
    let game = shown(&server, "Thursday", "2026-11-20");
    for path in &LISTS[..3] {
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
fn with_the_list_at_the_root_the_page_has_its_own_path() {
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
