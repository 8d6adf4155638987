//! Frames that show a match's standings on other websites.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};

use crate::page::{between, text};
use crate::served::{Answer, Match, Server, brink_bid, first_hand, open, read_head};

/// Fetches the frame of a match; `rest` is the end of the path.
fn frame(game: &Match<'_>, rest: &str) -> Answer {
    game.server
        .get(&format!("/embed/matches/{}{rest}", game.id), &[])
}

#[test]
fn a_match_is_shown_only_while_it_is_published() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    assert_eq!(game.state()["publication"], Value::Null);
    let hidden = |game: &Match<'_>| {
        let page = frame(game, "");
        assert_eq!(page.status, 404);
        assert!(
            page.text().contains("This match is not published"),
            "{}",
            page.text()
        );
        assert!(!page.text().contains("Ann"), "{}", page.text());
        for end in [".json", ".csv"] {
            let part = game.server.get(&format!("/matches/{}{end}", game.id), &[]);
            assert_eq!(part.problem(), "not-shown", "{end}");
        }
        assert_eq!(frame(game, "/events").problem(), "not-shown");
    };
    hidden(&game);
    let unknown = Match {
        id: "aaaaaaaaaaaaaaaaaaaaaa".into(),
        ..game.clone()
    };
    hidden(&unknown);

    let shown = game.by_director("PUT", "/publication", &Value::Null);
    assert_eq!(shown.json()["publication"], "standings", "the default part");
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
        game.state()["publication"],
        "standings",
        "undoing a hand does not hide the match"
    );
    let kept = game.keep();
    let server = server.restarted();
    let game = kept.on(&server);
    assert_eq!(
        frame(&game, "").status,
        200,
        "a restart does not hide the match"
    );
    assert_eq!(game.hide()["publication"], Value::Null);
    hidden(&game);
}

#[test]
fn the_frame_shows_the_standings_and_other_pages_refuse_frames() {
    let server = Server::start();
    let document = json!({ "game": "brink-bid", "title": "<b>Thursday</b>",
        "players": ["<img src=x onerror=alert(1)>", "Bo"], "hands": [] });
    let game = server.create(&document);
    game.publish("standings");
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
fn a_frame_has_the_colors_of_the_website() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.publish("standings");
    let page = frame(&game, "?theme=dark&accent=ff8800").text();
    let link = between(&page, "rel=\"stylesheet\" href=\"..", "\"")[0].replace("&#38;", "&");
    let css = text(&server, &format!("/embed{link}"));
    assert!(
        css.contains("color-scheme:dark") && css.contains("--felt:#ff8800"),
        "{css}"
    );
    for bad in [
        "?accent=red",
        "?accent=fff;}*{",
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
            (400, "bad-request"),
            "{bad}"
        );
        let name = bad.trim_start_matches('?').split('=').next().unwrap();
        assert_eq!(answer.pointers(), [format!("/{name}")], "{}", answer.text());
    }
    assert_eq!(
        server.get("/embed/theme.css?accent=red", &[]).problem(),
        "bad-request"
    );
}

#[test]
fn published_standings_are_available_as_json_and_csv() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.publish("standings");
    game.record(&first_hand(1));
    let path = format!("/matches/{}", game.id);
    let board = server.get(&format!("{path}.json"), &[]).json();
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
    let csv = server.get(&format!("{path}.csv"), &[]);
    assert_eq!(csv.text(), "rank,player,total\r\n1,Ann,5\r\n2,Bo,0\r\n");
}

#[test]
fn a_frame_gets_every_hand_until_the_match_is_hidden() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.publish("standings");
    let path = format!("/embed/matches/{}/events", game.id);
    let mut stream = BufReader::new(open(server.address, "GET", &path, &[], None));
    assert_eq!(
        read_head(&mut stream).header("access-control-allow-origin"),
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
    game.hide();
    assert_eq!(next("data: "), None, "the stream ends");
}
