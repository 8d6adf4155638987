//! The page and the frames as the service gives them out, asked over HTTP.

#![cfg(feature = "server")]

mod served;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write, stderr};
use std::process::Command;

use overtrick::games;
use serde_json::{Value, json};
use served::{Answer, Match, Server, bearer, brink_bid, first_hand};

const STRICT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

fn text(server: &Server, path: &str) -> String {
    let answer = server.get(path, &[]);
    assert_eq!(answer.status, 200, "{path}");
    answer.text()
}

/// What stands between two marks, each time they come.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let parts = text.split(from).skip(1);
    parts.map(|part| part.split(to).next().unwrap()).collect()
}

fn shell(server: &Server) -> Value {
    let script = text(server, "/shell.js");
    let object = script.strip_prefix("self.SHELL = ").unwrap();
    serde_json::from_str(object.strip_suffix(";\n").unwrap()).unwrap()
}

#[test]
fn the_page_is_at_the_root_and_everything_it_names_is_there() {
    let server = Server::start();
    let page = text(&server, "/");
    assert!(page.contains("<title>Overtrick</title>"), "{page}");
    let named: BTreeSet<&str> = ["href=\"", "src=\""]
        .iter()
        .flat_map(|mark| between(&page, mark, "\""))
        .collect();
    assert!(named.len() > 4, "{named:?}");
    for name in named {
        assert!(
            !name.starts_with('/') && !name.contains("://"),
            "{name} is absolute"
        );
        assert_eq!(server.get(&format!("/{name}"), &[]).status, 200, "{name}");
    }
    let manifest: Value = serde_json::from_str(&text(&server, "/manifest.webmanifest")).unwrap();
    for icon in manifest["icons"].as_array().unwrap() {
        let answer = server.get(&format!("/{}", icon["src"].as_str().unwrap()), &[]);
        assert_eq!(
            answer.header("content-type"),
            icon["type"].as_str(),
            "{icon}"
        );
    }
    assert!(!manifest["icons"].as_array().unwrap().is_empty());
}

#[test]
fn every_file_is_strict_and_need_not_be_sent_twice() {
    let server = Server::start();
    let files = shell(&server)["files"].clone();
    let files: Vec<&str> = files
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap())
        .collect();
    for file in ["./", "page.js", "page.css", "words/en.json", "forms.json"] {
        assert!(files.contains(&file), "{file}");
    }
    let alone = |file: &&&str| file.starts_with("js/");
    let alone: Vec<&&str> = files.iter().filter(alone).collect();
    assert_eq!(
        alone,
        [&"js/net/shared-worker.js", &"js/net/streams.js"],
        "all but what the worker imports comes in bundles"
    );
    for file in files
        .iter()
        .chain(&["sw.js", "shell.js", "icons/icon-512.png"])
    {
        let path = format!("/{}", file.trim_start_matches("./"));
        let answer = server.get(&path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.header("content-security-policy"),
            Some(STRICT),
            "{path}"
        );
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        assert_eq!(
            answer.header("permissions-policy"),
            Some("camera=(self), microphone=(), geolocation=()"),
            "{path}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
        assert!(!answer.body.is_empty(), "{path}");
        let tag = answer.header("etag").unwrap();
        let again = server.get(&path, &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        let head = server.send("HEAD", &path, &[], None);
        assert_eq!(head.header("etag"), Some(tag), "{path}");
        assert_eq!(server.send("POST", &path, &[], None).status, 405, "{path}");
    }
    let packed = server.get("/page.js", &[("accept-encoding", "br")]);
    assert_eq!(packed.header("content-encoding"), Some("br"));
    let tag = packed.header("etag").unwrap();
    let headers = [("accept-encoding", "br"), ("if-none-match", tag)];
    assert_eq!(server.get("/page.js", &headers).status, 304);
    assert_eq!(
        server
            .get("/fonts/NotoSans-Bold.woff2", &[("accept-encoding", "br")])
            .header("content-encoding"),
        None
    );
}

#[test]
fn the_rules_of_every_game_are_a_page_with_an_anchor_for_each_clause() {
    let server = Server::start();
    let list = text(&server, "/games");
    for entry in games::all() {
        let facts = entry.facts;
        let path = format!("/games/{}", facts.id);
        assert!(list.contains(&format!("href=\"games/{}?lang=en\"", facts.id)));
        let answer = server.get(&path, &[]);
        assert_eq!(answer.header("content-security-policy"), Some(STRICT));
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let page = answer.text();
        assert!(page.contains("<html lang=\"en\">"), "{path}");
        let ids: Vec<&str> = between(&page, " id=\"", "\"");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{path}: an id twice");
        for clause in facts.all_clauses() {
            let anchor = clause.id.replace('/', "-");
            assert!(unique.contains(anchor.as_str()), "{path}: no {anchor}");
        }
        for link in between(&page, "href=\"#", "\"") {
            assert!(unique.contains(link), "{path}: nothing is called {link}");
        }
        let names = [
            between(&page, "href=\"", "\""),
            between(&page, "src=\"", "\""),
        ]
        .concat();
        for name in names.iter().filter(|name| !name.starts_with(['#', '?'])) {
            let name = name.split(['#', '?']).next().unwrap();
            let path = match name.strip_prefix("../") {
                Some(name) => format!("/{name}"),
                None => format!("/games/{name}"),
            };
            assert_eq!(server.get(&path, &[]).status, 200, "{name}");
        }
        for field in facts.record {
            let shown = format!("<code>{}</code></td>", field.name);
            assert!(page.contains(&shown), "{path}: no field {}", field.name);
        }
        let tag = answer.header("etag").unwrap();
        let again = server.get(&path, &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

#[test]
fn the_rules_are_in_the_language_that_is_asked_for() {
    let server = Server::start();
    let czech = [("accept-language", "cs")];
    for (path, headers, lang) in [
        ("/games/mariash", &czech[..], "cs"),
        ("/games/mariash?lang=cs", &[], "cs"),
        ("/games/mariash?lang=en", &czech, "en"),
        ("/games/mariash?q=flek&lang=xx", &[], "en"),
        ("/games", &czech, "cs"),
    ] {
        let page = server.get(path, headers).text();
        assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{path}");
    }
    assert_eq!(server.get("/games/whist", &[]).problem(), "not-found");
    assert_eq!(server.send("POST", "/games/mariash", &[], None).status, 405);
}

#[test]
fn the_words_of_every_language_are_there_and_of_no_other() {
    let server = Server::start();
    let words: Value = server.get("/words/en.json", &[]).json();
    assert_eq!(
        (&words["lang"], &words["forms"]),
        (&json!("en"), &json!(["one", "other"]))
    );
    let czech: Value = server.get("/words/cs.json", &[]).json();
    assert_eq!(czech["forms"].as_array().unwrap().len(), 4);
    for key in ["tab.sheet", "start.new", "new.start"] {
        let said = |words: &Value| words["page"][key].as_str().unwrap().to_owned();
        assert_ne!(said(&czech), said(&words), "{key}");
    }
    assert_eq!(words["languages"], json!(["en", "cs"]));
    assert_eq!(server.get("/words/xx.json", &[]).problem(), "not-found");
    assert_eq!(server.get("/nothing.js", &[]).problem(), "not-found");
    assert_eq!(server.get("/..%2fCargo.toml", &[]).problem(), "not-found");
    assert_eq!(
        server.get("/js/%2e%2e/%2e%2e/lang/en.toml", &[]).problem(),
        "not-found"
    );
}

/// Node 20.19 or newer, which takes the page's modules as they are; nothing where it is not there.
fn node() -> Option<Command> {
    let version = Command::new("node").arg("--version").output().ok()?;
    let version = String::from_utf8(version.stdout).ok()?;
    let mut parts = version.trim().trim_start_matches('v').split('.');
    let mut next = || parts.next()?.parse::<u32>().ok();
    let known = (next()?, next()?) >= (20, 19);
    known.then(|| Command::new("node"))
}

#[test]
fn the_unit_tests_of_the_page() {
    let Some(mut node) = node() else {
        let skipped = "skipped: the unit tests of the page need Node 20.19 or newer: apt-get install nodejs\n";
        stderr().write_all(skipped.as_bytes()).unwrap();
        return;
    };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/js");
    let run = node.arg("--test").current_dir(folder).output().unwrap();
    let report = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{report}");
}

#[test]
fn the_page_lives_under_a_base_path_too() {
    let server = Server::with(|settings| settings.base_path = "/cards".into());
    let moved = server.get("/cards", &[]);
    assert_eq!(
        (moved.status, moved.header("location")),
        (308, Some("/cards/"))
    );
    assert!(text(&server, "/cards/").contains("<title>Overtrick</title>"));
    assert_eq!(server.get("/cards/js/main.js", &[]).status, 200);
    assert_eq!(server.get("/", &[]).problem(), "not-found");
}

#[test]
fn a_table_of_phones_may_load_the_page_at_once() {
    let server = Server::with(|settings| settings.rate = 5);
    for _ in 0..20 {
        assert_eq!(server.get("/", &[]).status, 200);
        assert_eq!(server.get("/page.css", &[]).status, 200);
    }
    let limited = (0..20).any(|_| server.get("/api/v1/games", &[]).status == 429);
    assert!(limited, "what is no file is counted as ever");
}

#[test]
fn a_code_holds_the_text_and_nothing_of_it_is_kept() {
    let server = Server::start();
    let code = |text: &str| server.post("/api/v1/qr", &[], &json!({ "text": text }));
    let answer = code("https://club.example/#/join/abc/secret");
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let svg = answer.text();
    assert!(
        svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"),
        "{svg}"
    );
    assert!(!svg.contains("secret"));
    assert_ne!(svg, code("https://club.example/#/join/abc/another").text());
    assert_eq!(code(&"x".repeat(500)).status, 200);
    assert_eq!(code(&"x".repeat(501)).pointers(), ["/text"]);
    assert_eq!(code("").pointers(), ["/text"]);
}

/// The frame of a match, or its data, or its stylesheet.
fn frame(game: &Match<'_>, rest: &str) -> Answer {
    game.server
        .get(&format!("/embed/matches/{}{rest}", game.id), &[])
}

fn publish(game: &Match<'_>, method: &str) -> Value {
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let answer = game
        .server
        .send(method, &game.path("/embed"), &headers, None);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn a_match_is_shown_only_while_its_director_publishes_it() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    assert_eq!(game.state()["embedded"], false);
    let hidden = |game: &Match<'_>| {
        let page = frame(game, "");
        assert_eq!(page.status, 404);
        assert!(
            page.text().contains("This match is not shown"),
            "{}",
            page.text()
        );
        assert!(!page.text().contains("Ann"), "{}", page.text());
        for rest in [".json", ".csv", "/events"] {
            assert_eq!(frame(game, rest).problem(), "not-shown", "{rest}");
        }
    };
    hidden(&game);
    let unknown = Match {
        id: "aaaaaaaaaaaaaaaaaaaaaa".into(),
        ..game.clone()
    };
    hidden(&unknown);

    let shown = publish(&game, "PUT");
    assert_eq!(
        (&shown["embedded"], &shown["version"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(
        publish(&game, "PUT")["version"],
        2,
        "what is so already is no event"
    );
    game.record(&first_hand(1));
    let page = frame(&game, "");
    assert_eq!(page.status, 200);
    assert!(
        page.text().contains("<th scope=\"row\">Ann</th>"),
        "{}",
        page.text()
    );
    game.changed(&game.score, &json!({ "action": "undo" }));
    assert_eq!(
        game.state()["embedded"],
        true,
        "to undo a hand hides nothing"
    );
    assert_eq!(
        server
            .get(
                &game.path("/history"),
                &[("authorization", &bearer(&game.view))]
            )
            .json()["events"][1]["change"],
        json!({ "action": "shown" })
    );

    let server = {
        let folder = server.folder.clone();
        let game = (game.id.clone(), game.direct.clone());
        drop(server);
        (Server::on(folder, |_| {}), game)
    };
    let (server, (id, direct)) = server;
    let game = Match {
        server: &server,
        id,
        view: String::new(),
        score: String::new(),
        direct,
    };
    assert_eq!(frame(&game, "").status, 200, "a restart hides nothing");
    assert_eq!(publish(&game, "DELETE")["embedded"], false);
    hidden(&game);
}

#[test]
fn the_frame_says_how_the_match_stands_and_only_it_may_be_framed() {
    let server = Server::start();
    let document = json!({ "game": "brink-bid", "title": "<b>Thursday</b>",
        "players": ["<img src=x onerror=alert(1)>", "Bo"], "hands": [] });
    let game = server.create(&document);
    publish(&game, "PUT");
    let hand = |ann: i64| {
        let by_name =
            |one: i64, two: i64| json!({ "<img src=x onerror=alert(1)>": one, "Bo": two });
        json!({ "bids": by_name(1, 1), "tricks": by_name(ann, 4 - ann) })
    };
    game.record(&hand(1));
    let answer = frame(&game, "");
    let page = answer.text();
    assert!(
        page.contains("&#60;b&#62;Thursday&#60;/b&#62;") && !page.contains("<b>"),
        "{page}"
    );
    assert!(!page.contains("<img"), "{page}");
    assert!(page.contains("1 hand played"), "{page}");
    assert!(
        page.contains("<td>1st</td>") && page.contains("<td>+5</td><td>5</td>"),
        "{page}"
    );
    let policy = answer.header("content-security-policy").unwrap();
    assert!(
        policy.contains("frame-ancestors *") && policy.contains("script-src 'self'"),
        "{policy}"
    );
    assert_eq!(answer.header("x-frame-options"), None);
    for path in ["/", "/docs/", "/api/v1/games", "/nothing"] {
        let other = server.get(path, &[]);
        let policy = other.header("content-security-policy").unwrap();
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert_eq!(other.header("x-frame-options"), Some("DENY"), "{path}");
    }
    for named in ["/embed/theme.css", "/embed/live.js"] {
        assert!(page.contains(&named.replace("/embed", "..")), "{page}");
        assert_eq!(server.get(named, &[]).status, 200);
    }
}

#[test]
fn a_frame_looks_as_the_website_asks() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    publish(&game, "PUT");
    let page = frame(&game, "?theme=dark&felt=ff8800").text();
    let link = between(&page, "rel=\"stylesheet\" href=\"..", "\"")[0].replace("&#38;", "&");
    let css = text(&server, &format!("/embed{link}"));
    assert!(
        css.contains("color-scheme:dark") && css.contains("--felt:#ff8800"),
        "{css}"
    );
    for bad in [
        "?felt=red",
        "?felt=fff;}*{",
        "?colour=fff",
        "?theme=blue",
        "?lang=xx",
    ] {
        let encoded = bad
            .replace(';', "%3B")
            .replace('}', "%7D")
            .replace('{', "%7B");
        let answer = frame(&game, &encoded);
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (400, "bad-theme"),
            "{bad}"
        );
        let name = bad.trim_start_matches('?').split('=').next().unwrap();
        assert!(
            answer.json()["detail"].as_str().unwrap().starts_with(name),
            "{}",
            answer.text()
        );
    }
    assert_eq!(
        server.get("/embed/theme.css?felt=red", &[]).problem(),
        "bad-theme"
    );
}

#[test]
fn any_website_may_fetch_what_is_published() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    publish(&game, "PUT");
    game.record(&first_hand(1));
    let from = [("origin", "https://club.example")];
    let path = format!("/embed/matches/{}", game.id);
    let answer = server.get(&format!("{path}.json"), &from);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    let board = answer.json();
    assert_eq!(
        board["standings"],
        json!([
            { "rank": 1, "player": "Ann", "total": 5, "last": 5 },
            { "rank": 2, "player": "Bo", "total": 0, "last": 0 },
        ])
    );
    assert_eq!(
        (&board["status"], &board["hands"]),
        (&json!("in_progress"), &json!(1))
    );
    let csv = server.get(&format!("{path}.csv"), &from);
    assert_eq!(csv.header("access-control-allow-origin"), Some("*"));
    assert_eq!(csv.text(), "rank,player,total\r\n1,Ann,5\r\n2,Bo,0\r\n");
    let match_itself = server.get(&game.path(""), &from);
    assert_eq!(
        (
            match_itself.status,
            match_itself.header("access-control-allow-origin")
        ),
        (401, None)
    );
}

#[test]
fn a_frame_is_told_of_every_hand_until_the_match_is_hidden() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    publish(&game, "PUT");
    let path = format!("/embed/matches/{}/events", game.id);
    let mut stream = BufReader::new(served::open(server.address, "GET", &path, &[], None));
    assert_eq!(
        served::read_head(&mut stream).header("access-control-allow-origin"),
        Some("*")
    );
    let mut next = |mark: &str| loop {
        let mut line = String::new();
        if stream.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        if let Some(rest) = line.strip_prefix(mark) {
            return Some(rest.trim().to_owned());
        }
    };
    assert_eq!(next("id: ").as_deref(), Some("2"));
    game.record(&first_hand(1));
    let board: Value = loop {
        let board: Value = serde_json::from_str(&next("data: ").unwrap()).unwrap();
        if board["version"] == 3 {
            break board;
        }
    };
    assert_eq!(board["standings"][0]["total"], 5);
    assert!(
        !board.to_string().contains("bids"),
        "only the standings: {board}"
    );
    publish(&game, "DELETE");
    assert_eq!(next("data: "), None, "the stream ends");
}
