//! Published matches: page, sheet, picture, and entries in lists.

use serde_json::{Value, json};

use crate::api::published_lists::LISTS;
use crate::served::{Answer, Match, Server, bearer, brink_bid, first_hand};

/// A name that no format may treat as markup.
const MARKUP: &str = "</script><b>&\"';,\\n";

pub fn listing() -> Server {
    Server::with(|settings| settings.public_list = true)
}

/// A published match of Brink Bid, played on this day.
pub fn shown<'a>(server: &'a Server, title: &str, day: &str) -> Match<'a> {
    let mut document = brink_bid();
    document["title"] = title.into();
    document["played_on"] = day.into();
    let game = server.create(&document);
    game.publish("standings");
    game
}

pub fn page(game: &Match<'_>) -> Answer {
    game.server.get(&format!("/matches/{}", game.id), &[])
}

/// Every address that shows a published match.
fn addresses(game: &Match<'_>) -> [String; 6] {
    let id = &game.id;
    [
        format!("/matches/{id}"),
        format!("/matches/{id}.png"),
        format!("/embed/matches/{id}"),
        format!("/matches/{id}.json"),
        format!("/matches/{id}.csv"),
        format!(
            "/oembed?url=http%3A%2F%2F{}%2Fmatches%2F{id}",
            game.server.address
        ),
    ]
}

#[test]
fn a_director_publishes_the_standings_or_the_whole_sheet() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    assert_eq!(game.publish("standings")["publication"], "standings");
    let text = page(&game).text();
    assert!(
        text.contains("<th scope=\"row\" dir=\"auto\">Ann</th>"),
        "{text}"
    );
    assert!(!text.contains("Hand by hand"), "{text}");
    assert_eq!(game.publish("sheet")["publication"], "sheet");
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
    let [standings, sheet] =
        ["standings", "sheet"].map(|part| json!({ "action": "published", "part": part }));
    assert_eq!(changes, [&standings, &sheet]);
    assert_eq!(
        game.publish("sheet")["version"],
        version,
        "publishing again is not an event"
    );
    let refused = game.by_director("PUT", "/publication", &json!({ "part": "hands" }));
    assert_eq!(refused.pointers(), ["/part"], "{}", refused.text());
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
    let hidden = server.get(&path, &[("origin", "https://club.example")]);
    assert_eq!(
        (hidden.status, hidden.problem()),
        (404, "not-shown".to_owned())
    );
    assert_eq!(hidden.header("access-control-allow-origin"), Some("*"));
    let no_page = page(&game);
    assert_eq!(no_page.status, 404);
    assert_eq!(no_page.header("access-control-allow-origin"), None);
    game.publish("standings");
    let standings = server.get(&path, &[]).json();
    assert_eq!(
        (&standings["part"], &standings["result"]),
        (&json!("standings"), &Value::Null)
    );
    assert_eq!(standings["standings"][0]["player"], "Ann");
    let link = format!("\"http://{}{path}\"", server.address);
    game.publish("sheet");
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
    let small = server.get(&format!("{path}?detail=standings"), &[]).json();
    assert_eq!(
        (&small["part"], &small["result"]),
        (&json!("sheet"), &Value::Null)
    );
    let czech = server.get(&format!("{path}?lang=%63s&detail=scores"), &[]);
    assert_eq!(czech.header("content-language"), Some("cs"));
    assert_eq!(czech.json()["result"]["hands"][0].get("lines"), None);
    game.hide();
    assert_eq!(server.get(&path, &[]).status, 404);
}

#[test]
fn unpublished_and_deleted_matches_are_not_public() {
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
            game.delete();
        } else {
            game.hide();
        }
        for path in addresses(&game) {
            let answer = server.get(&path, &[]);
            assert_eq!(answer.status, 404, "{path}");
            assert!(!answer.text().contains("Ann"), "{path}");
            let is_page = path == format!("/matches/{}", game.id);
            let origin = answer.header("access-control-allow-origin");
            assert_eq!(origin, (!is_page).then_some("*"), "{path}");
        }
        for path in LISTS {
            assert!(!server.get(path, &[]).text().contains(&game.id), "{path}");
        }
    }
}

#[test]
fn public_answers_have_tags_and_allow_any_origin_but_no_frame() {
    let server = listing();
    let game = shown(&server, "Thursday", "2026-11-20");
    game.publish("sheet");
    let mut paths: Vec<String> = addresses(&game).into();
    paths.push(format!("/matches/{}.json", game.id));
    paths.extend(LISTS.map(str::to_owned));
    paths.extend(["/", "/robots.txt", "/embed/standings.js"].map(str::to_owned));
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
        // Frames have no `ETag`: they are fetched again when the event stream announces a change.
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
fn a_picture_is_a_png_of_the_size_on_its_page() {
    let server = Server::start();
    for game in overtrick_games::all() {
        let document: Value = serde_json::from_str(game.sample).unwrap();
        let game = server.create(&document);
        game.publish("sheet");
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
    game.publish("sheet");
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
    assert_eq!(text.matches("</script>").count(), 1, "one script: {text}");
    let atom = server.get("/matches.atom", &[]).text();
    assert!(
        !atom.contains("<b>") && atom.contains("&#60;b&#62;"),
        "{atom}"
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
