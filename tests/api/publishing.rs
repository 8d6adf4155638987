//! What is published: the page of a match, its picture, lists, feeds, calendars, sitemaps, and embedding
//! by an address alone.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::served::{Answer, Match, Server, bearer, brink_bid, first_hand};

/// A name that no format must take for markup of its own.
const MARKUP: &str = "</script><b>&\"';,\\n";

fn listing() -> Server {
    Server::with(|settings| settings.public_list = true)
}

fn publish(game: &Match<'_>, show: &str) -> Value {
    let headers = [
        ("authorization", &*bearer(&game.direct)),
        ("if-match", "*"),
        ("content-type", "application/json"),
    ];
    let body = json!({ "show": show }).to_string();
    let answer = game
        .server
        .send("PUT", &game.path("/embed"), &headers, Some(body.as_bytes()));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn hide(game: &Match<'_>) {
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let answer = game
        .server
        .send("DELETE", &game.path("/embed"), &headers, None);
    assert_eq!(answer.status, 200, "{}", answer.text());
}

/// A published match of Brink Bid, played on this day.
fn shown<'a>(server: &'a Server, title: &str, day: &str) -> Match<'a> {
    let mut document = brink_bid();
    document["title"] = title.into();
    document["played_on"] = day.into();
    let game = server.create(&document);
    publish(&game, "standings");
    game
}

fn page(game: &Match<'_>) -> Answer {
    game.server.get(&format!("/matches/{}", game.id), &[])
}

/// Writes rows into a database that no service has.
fn write_rows(database: &Path, statements: String) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(database);
        let mut connection = options.connect().await.unwrap();
        let statements = sqlx::AssertSqlSafe(statements);
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

/// Every address at which a published match is seen.
fn addresses(game: &Match<'_>) -> [String; 6] {
    let id = &game.id;
    [
        format!("/matches/{id}"),
        format!("/matches/{id}.png"),
        format!("/embed/matches/{id}"),
        format!("/embed/matches/{id}.json"),
        format!("/embed/matches/{id}.csv"),
        format!(
            "/oembed?url=http%3A%2F%2F{}%2Fmatches%2F{id}",
            game.server.address
        ),
    ]
}

const LISTS: [&str; 5] = [
    "/matches",
    "/matches.json",
    "/matches.atom",
    "/matches.ics",
    "/sitemap.xml",
];

#[test]
fn a_director_publishes_the_standings_or_the_whole_sheet() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    assert_eq!(publish(&game, "standings")["shown"], "standings");
    let text = page(&game).text();
    assert!(
        text.contains("<th scope=\"row\" dir=\"auto\">Ann</th>"),
        "{text}"
    );
    assert!(!text.contains("Hand by hand"), "{text}");
    assert_eq!(publish(&game, "sheet")["shown"], "sheet");
    let text = page(&game).text();
    assert!(
        text.contains("Hand by hand") && text.contains("brink-bid/made"),
        "{text}"
    );
    let (view, version) = (bearer(&game.view), game.state()["version"].clone());
    let history = server
        .get(&game.path("/history"), &[("authorization", &view)])
        .json();
    let changes: Vec<&Value> = [2, 3]
        .map(|index| &history["events"][index]["change"])
        .into();
    let sheet = json!({ "action": "shown", "what": "sheet" });
    assert_eq!(changes, [&json!({ "action": "shown" }), &sheet]);
    assert_eq!(
        publish(&game, "sheet")["version"],
        version,
        "what is so is no event"
    );
    let headers = [
        ("authorization", &*bearer(&game.direct)),
        ("if-match", "*"),
        ("content-type", "application/json"),
    ];
    let other = br#"{"show": "hands"}"#;
    let refused = server.send("PUT", &game.path("/embed"), &headers, Some(other));
    assert_eq!(refused.pointers(), ["/show"], "{}", refused.text());
}

#[test]
fn a_published_sheet_is_read_by_programs_as_the_page_shows_it() {
    let server = Server::start();
    let mut document = brink_bid();
    document["title"] = "Thursday".into();
    document["played_on"] = "2026-11-20".into();
    document["notes"] = "Bo owes Ann a coffee".into();
    let game = server.create(&document);
    game.record(&first_hand(1));
    let path = format!("/matches/{}.json", game.id);
    assert_eq!(server.get(&path, &[]).status, 404);
    publish(&game, "standings");
    let hidden = server.get(&path, &[("origin", "https://club.example")]);
    assert_eq!(
        (hidden.status, hidden.problem()),
        (404, "not-shown".to_owned())
    );
    assert_eq!(hidden.header("access-control-allow-origin"), Some("*"));
    let link = format!("\"http://{}{path}\"", server.address);
    assert!(!page(&game).text().contains(&link));

    publish(&game, "sheet");
    let sheet = server.get(&path, &[]);
    assert_eq!(sheet.status, 200, "{}", sheet.text());
    assert!(page(&game).text().contains(&link));
    let read = sheet.json();
    let state = game.state();
    assert_eq!(read["result"], state["result"]);
    assert_eq!(
        (&read["title"], &read["day"]),
        (&json!("Thursday"), &json!("2026-11-20"))
    );
    assert_eq!(
        (&read["id"], &read["version"]),
        (&state["id"], &state["version"])
    );
    assert!(!sheet.text().contains("coffee"), "{}", sheet.text());
    let czech = server.get(&format!("{path}?lang=cs&detail=scores"), &[]);
    assert_eq!(czech.header("content-language"), Some("cs"));
    assert_eq!(czech.json()["result"]["hands"][0].get("lines"), None);
    hide(&game);
    assert_eq!(server.get(&path, &[]).status, 404);
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
    // A page goes on where the one before ended, also if that match is gone.
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
    // A day that is corrected is another place in the list.
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
    let database = folder.path().join("matches.db");
    drop(server);
    // Only their rows: no log is read for a sitemap.
    let rows = format!(
        "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {MATCHES}) \
         INSERT INTO matches (number, id, game, created_at, count, head, day) \
         SELECT n, printf('%022d', n), 'brink-bid', '2026-11-21T19:00:00.000Z', 1, 'x', '2026-11-21' FROM counted; \
         INSERT INTO events (match_number, sequence, at, by, deed, outcome) \
         SELECT number, 1, created_at, 'direct', '', '' FROM matches; \
         INSERT INTO publications (match_number, id, game, showing, at, day) \
         SELECT number, id, game, 'standings', created_at, day FROM matches;"
    );
    write_rows(&database, rows);
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

#[test]
fn what_is_hidden_or_deleted_is_nowhere_at_once() {
    let server = listing();
    for deleted in [false, true] {
        let game = shown(&server, "Thursday", "2026-11-20");
        for path in addresses(&game) {
            assert_eq!(server.get(&path, &[]).status, 200, "{path}");
        }
        for path in LISTS {
            assert!(server.get(path, &[]).text().contains(&game.id), "{path}");
        }
        if deleted {
            let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
            let answer = server.send("DELETE", &game.path(""), &headers, None);
            assert_eq!(answer.status, 204);
        } else {
            hide(&game);
        }
        for path in addresses(&game) {
            let answer = server.get(&path, &[]);
            assert_eq!(answer.status, 404, "{path}");
            assert!(!answer.text().contains("Ann"), "{path}");
            if !answer
                .header("content-type")
                .unwrap()
                .starts_with("text/html")
            {
                let origin = answer.header("access-control-allow-origin");
                assert_eq!(origin, Some("*"), "{path}");
            }
        }
        for path in LISTS {
            assert!(!server.get(path, &[]).text().contains(&game.id), "{path}");
        }
    }
}

#[test]
fn public_answers_are_tagged_fetched_by_any_origin_and_framed_by_none() {
    let server = listing();
    let game = shown(&server, "Thursday", "2026-11-20");
    publish(&game, "sheet");
    let mut paths: Vec<String> = addresses(&game).into();
    paths.push(format!("/matches/{}.json", game.id));
    paths.extend(LISTS.map(str::to_owned));
    paths.extend(["/", "/robots.txt", "/favicon.ico", "/embed/standings.js"].map(str::to_owned));
    for path in paths {
        let answer = server.get(&path, &[("origin", "https://club.example")]);
        assert_eq!(answer.status, 200, "{path}");
        let framed = path.starts_with("/embed/");
        let policy = answer.header("content-security-policy").unwrap();
        assert_eq!(
            policy.contains("frame-ancestors *"),
            framed,
            "{path}: {policy}"
        );
        assert_eq!(
            policy.contains("frame-ancestors 'none'"),
            !framed,
            "{path}: {policy}"
        );
        let is_page = answer
            .header("content-type")
            .unwrap()
            .starts_with("text/html");
        let origin = answer.header("access-control-allow-origin");
        assert_eq!(origin, (framed || !is_page).then_some("*"), "{path}");
        let head = server.send("HEAD", &path, &[], None);
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        // A frame was never tagged: it is fetched when the stream says so.
        if path == format!("/embed/matches/{}", game.id) {
            continue;
        }
        let tag = answer
            .header("etag")
            .unwrap_or_else(|| panic!("{path} has no tag"));
        assert_eq!(head.header("etag"), Some(tag), "{path}");
        let again = server.get(&path, &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
    let before = server.get(&format!("/matches/{}.png", game.id), &[]);
    let tag = [("if-none-match", before.header("etag").unwrap())];
    game.record(&first_hand(1));
    let after = server.get(&format!("/matches/{}.png", game.id), &tag);
    assert_eq!(after.status, 200);
    assert_ne!(after.body, before.body);
}

#[test]
fn a_picture_is_a_png_of_the_size_that_the_page_says() {
    let server = Server::start();
    for game in overtrick::games::all() {
        let document: Value = serde_json::from_str(game.sample).unwrap();
        let game = server.create(&document);
        publish(&game, "sheet");
        let text = page(&game).text();
        assert!(text.contains("og:image:width\" content=\"1200\""), "{text}");
        let picture = server.get(&format!("/matches/{}.png", game.id), &[]);
        assert_eq!(picture.header("content-type"), Some("image/png"));
        assert_eq!(picture.body[..8], *b"\x89PNG\r\n\x1a\n");
        let side = |at: usize| u32::from_be_bytes(picture.body[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (1200, 630));
        assert!(picture.body.len() < 200_000, "{} bytes", picture.body.len());
    }
}

#[test]
fn names_with_markup_stay_text_in_every_format() {
    let server = listing();
    let long = "A".repeat(40);
    let names = [MARKUP, "אברהם", &long, "🂡🎲"];
    let mut document = brink_bid();
    document["title"] = format!("{MARKUP} & 李雷").into();
    document["players"] = json!(names);
    let game = server.create(&document);
    publish(&game, "sheet");
    let per_player = |values: [i64; 4]| {
        let entries = names.into_iter().zip(values);
        let entries = entries.map(|(name, value)| (name.to_owned(), value.into()));
        Value::Object(entries.collect())
    };
    game.record(&json!({ "bids": per_player([1, 1, 1, 0]), "tricks": per_player([1, 1, 1, 1]), "note": MARKUP }));
    let text = page(&game).text();
    assert!(
        !text.contains("<b>&") && !text.contains("<b>&#38;"),
        "{text}"
    );
    assert_eq!(text.matches("</script>").count(), 2, "its own two: {text}");
    let data = text.split("application/ld+json\">").nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    assert_eq!(data["@type"], "SportsEvent");
    let competitors: BTreeSet<&str> = data["competitor"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(competitors, BTreeSet::from(names));
    let atom = server.get("/matches.atom", &[]).text();
    assert!(
        !atom.contains("<b>") && atom.contains("&#60;b&#62;"),
        "{atom}"
    );
    let calendar = server.get("/matches.ics", &[]).text().replace("\r\n ", "");
    assert!(
        calendar.contains("</script><b>&\"'\\;\\,\\\\n"),
        "{calendar}"
    );
    let list = server.get("/matches", &[]).text();
    assert!(!list.contains("<b>&"), "{list}");
    let path = format!("/oembed?url=http://{}/matches/{}", server.address, game.id);
    let html = server.get(&path, &[]).json()["html"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        !html.contains("<b>") && !html.contains("</script>"),
        "{html}"
    );
    assert_eq!(
        server.get(&format!("/matches/{}.png", game.id), &[]).status,
        200
    );
}

#[test]
fn a_website_that_has_only_the_address_is_told_how_to_embed_it() {
    let server = Server::start();
    let game = shown(&server, "Thursday", "2026-11-20");
    let text = page(&game).text();
    let link = text.split("application/json+oembed").nth(1).unwrap();
    let link = link
        .split("href=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let home = format!("http://{}", server.address);
    let path = link.replace("&#38;", "&").replace(&home, "");
    let embed = server.get(&path, &[]).json();
    assert_eq!(
        (&embed["version"], &embed["type"]),
        (&json!("1.0"), &json!("rich"))
    );
    let html = embed["html"].as_str().unwrap();
    // What WordPress keeps of it: a quotation, then a frame that is empty.
    let (quotation, frame) = html.split_once("</blockquote>").unwrap();
    assert!(
        quotation.starts_with("<blockquote><a href=\"") && quotation.contains("Ann 0, Bo 0"),
        "{html}"
    );
    assert!(
        frame.starts_with("<iframe src=\"") && frame.ends_with("></iframe>"),
        "{html}"
    );
    assert!(
        frame.contains(&format!("{home}/embed/matches/{}", game.id)),
        "{html}"
    );
    assert_eq!(embed["thumbnail_width"], 1200);
    let small = server
        .get(&format!("{path}&maxwidth=300&maxheight=210"), &[])
        .json();
    assert_eq!(
        (&small["width"], &small["height"]),
        (&json!(300), &json!(210))
    );
    assert_eq!(
        small["thumbnail_url"],
        Value::Null,
        "a picture would be wider"
    );
    for (query, problem) in [
        ("", "bad-request"),
        ("?url=https://elsewhere.example/matches/x", "not-shown"),
        (&*format!("?url={home}/games/mariash"), "not-shown"),
        (
            &*format!("?url={home}/matches/{}&maxwidth=x", game.id),
            "bad-request",
        ),
        (
            &*format!("?url={home}/matches/{}&format=xml", game.id),
            "unknown-format",
        ),
    ] {
        assert_eq!(
            server.get(&format!("/oembed{query}"), &[]).problem(),
            problem,
            "{query}"
        );
    }
}

#[test]
fn addresses_are_those_that_the_settings_name() {
    let server = Server::with(|settings| {
        settings.public_url = Some("https://cards.example".into());
        settings.base_path = "/club".into();
        settings.public_list = true;
    });
    let document =
        json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [], "title": "Thursday" });
    let answer = server.post("/club/api/v1/matches", &[], &document).json();
    let (id, key) = (
        answer["id"].as_str().unwrap(),
        answer["keys"]["direct"].as_str().unwrap(),
    );
    let headers = [("authorization", &*bearer(key)), ("if-match", "*")];
    server.send(
        "PUT",
        &format!("/club/api/v1/matches/{id}/embed"),
        &headers,
        None,
    );
    let own = format!("https://cards.example/club/matches/{id}");
    for path in [
        "/matches.json",
        "/matches.atom",
        "/matches.ics",
        "/sitemap.xml",
    ] {
        let text = server
            .get(&format!("/club{path}"), &[])
            .text()
            .replace("\r\n ", "");
        assert!(text.contains(&own), "{path}: {text}");
    }
    let text = server.get(&format!("/club/matches/{id}"), &[]).text();
    assert!(
        text.contains(&format!("rel=\"canonical\" href=\"{own}\"")),
        "{text}"
    );
    assert!(!text.contains("127.0.0.1"), "{text}");
    let robots = server.get("/club/robots.txt", &[]).text();
    assert!(
        robots.contains("Disallow: /club/api/\n")
            && robots.contains("Sitemap: https://cards.example/club/sitemap.xml\n"),
        "{robots}"
    );
    let icon = server.get("/club/favicon.ico", &[]).body;
    assert_eq!(
        (&icon[..6], &icon[22..26]),
        (&[0, 0, 1, 0, 1, 0][..], &b"\x89PNG"[..])
    );
}

#[test]
fn the_element_for_websites_is_under_five_kilobytes() {
    let server = Server::start();
    let element = server.get("/embed/standings.js", &[]);
    assert!(element.body.len() < 5_000, "{} bytes", element.body.len());
    assert_eq!(
        element.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    let text = element.text();
    assert!(
        !text.contains("innerHTML") && text.contains("overtrick-standings"),
        "{text}"
    );
}
