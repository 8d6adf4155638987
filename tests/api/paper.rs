//! Pads and sheets: a PDF fits the request, and a request that cannot be printed is refused with a reason.

use serde_json::{Value, json};

use overtrick_core::text::Block;
use overtrick_games as games;
use overtrick_match::describe::rules_text;
use overtrick_match::lang::Language;

use crate::paper::{err, overtrick};
use crate::served::{Answer, Server, bearer, brink_bid, first_hand, sample};

/// Asserts that the answer is a PDF, and returns its bytes.
fn pdf(answer: &Answer) -> &[u8] {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/pdf"));
    assert!(answer.body.starts_with(b"%PDF-") && answer.body.len() > 1000);
    &answer.body
}

/// The number of pages in a PDF.
fn pages(bytes: &[u8]) -> usize {
    let document = lopdf::Document::load_mem(bytes).unwrap();
    document.page_iter().count()
}

#[test]
fn a_pad_of_each_game_is_printed_the_same_by_address_and_by_json() {
    let server = Server::start();
    for game in games::all().iter().map(|entry| entry.facts.id) {
        let path = format!("/api/v1/pads/{game}.pdf");
        let blank = server.get(&path, &[]);
        // The back is a second page, unless the request leaves it out.
        assert_eq!(pages(pdf(&blank)), 2, "{game}");
        let front = server.get(&format!("{path}?legend=false"), &[]);
        assert_eq!(pages(pdf(&front)), 1, "{game}");
        let order = json!({ "game": game, "players": ["Ann", "Bo", "Zuzana Šťastná"], "paper": "a5", "pages": 3,
            "title": "Thursday & Co.", "date": "2026-11-26", "place": "The Crown", "link": "https://crown.example/t/7" });
        let posted = server.post("/api/v1/pads.pdf", &[], &order);
        let query = "players=Ann,Bo,Zuzana%20%C5%A0%C5%A5astn%C3%A1&paper=A5&pages=3&title=Thursday+%26+Co.\
                     &date=2026-11-26&place=The%20Crown&link=https://crown.example/t/7";
        let asked = server.get(&format!("{path}?{query}"), &[]);
        assert_eq!(
            pdf(&posted),
            pdf(&asked),
            "{game}: equal input gives equal bytes"
        );
        assert_eq!(pages(&asked.body), 4, "{game}");
        assert_ne!(posted.body, blank.body);
    }
    let option = server.get(
        "/api/v1/pads/brink-bid.pdf?option=made_points=6&players=4&landscape",
        &[],
    );
    let posted = json!({ "game": "brink-bid", "options": { "made_points": 6 }, "players": 4, "landscape": true });
    let posted = server.post("/api/v1/pads.pdf", &[], &posted);
    assert_eq!(pdf(&option), pdf(&posted));
    let head = server.send("HEAD", "/api/v1/pads/mariash.pdf", &[], None);
    assert_eq!(
        (head.status, head.header("content-type")),
        (200, Some("application/pdf"))
    );
}

#[test]
fn a_pad_has_the_requested_language_and_a_code_for_each_role() {
    let server = Server::start();
    let path = "/api/v1/pads/brink-bid.pdf";
    let czech = server.get(path, &[("accept-language", "cs")]);
    let named = server.get(&format!("{path}?lang=cs"), &[("accept-language", "en")]);
    assert_eq!(pdf(&czech), pdf(&named));
    assert_eq!(named.header("content-language"), Some("cs"));
    assert_eq!(
        server.get(&format!("{path}?lang=xx"), &[]).pointers(),
        ["/lang"]
    );
    let link = |key: &str| format!("https://crown.example/#/join/abc/{key}");
    let pads = "/api/v1/pads.pdf";
    let order =
        json!({ "game": "brink-bid", "players": 4, "watch": link("one"), "enter": link("two") });
    let both = server.post(pads, &[], &order);
    let document = lopdf::Document::load_mem(pdf(&both)).unwrap();
    let dictionaries = document.objects.values().filter_map(|it| it.as_dict().ok());
    let leads = dictionaries.filter_map(|it| it.get(b"URI").ok()?.as_str().ok());
    let leads: Vec<&[u8]> = leads.collect();
    for key in ["one", "two"] {
        assert!(leads.contains(&link(key).as_bytes()), "{key}");
    }
    for name in ["watch", "enter"] {
        let refused = server.post(
            pads,
            &[],
            &json!({ "game": "brink-bid", name: "javascript:alert(1)" }),
        );
        assert_eq!(refused.pointers(), [format!("/{name}")]);
    }
}

/// Wizard: the path of its file, and its definition as JSON.
fn wizard() -> (String, Value) {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/templates/own-games/wizard.toml"
    );
    let definition = overtrick_own::read_file(overtrick_own::preset("wizard").unwrap()).unwrap();
    (
        file.to_owned(),
        serde_json::to_value(definition.json).unwrap(),
    )
}

#[test]
fn the_command_and_the_service_print_the_same_pad_of_a_custom_game() {
    let server = Server::start();
    let path = "/api/v1/pads.pdf";
    let (file, _) = wizard();
    // This text keeps the clauses in the order of the definition; a `Value` would sort them.
    let shown = overtrick(&["game", "show", &file, "--json"]);
    let definition = String::from_utf8(shown.stdout).unwrap();
    let flags = "--players Ann,Bo,Šárka --paper a4 --pages 2 --option even=true --option trick_points=7 --title Thursday \
                 --date 2026-11-26 --place Crown --link https://crown.example/t/7 --no-legend --gutter 12";
    let fields = r#", "players": ["Ann", "Bo", "Šárka"], "paper": "a4", "pages": 2, "options": { "even": true,
        "trick_points": 7 }, "title": "Thursday", "date": "2026-11-26", "place": "Crown",
        "link": "https://crown.example/t/7", "legend": false, "gutter": 12"#;
    for (language, flags, fields) in [("en", "", ""), ("en", flags, fields), ("cs", flags, fields)]
    {
        let body = format!("{{ \"game\": \"own\", \"definition\": {definition}{fields} }}");
        let headers = [
            ("accept-language", language),
            ("content-type", "application/json"),
        ];
        let posted = server.send("POST", path, &headers, Some(body.as_bytes()));
        assert!(pages(pdf(&posted)) > 1, "there is at least one back");
        assert_eq!(posted.header("content-language"), Some(language));
        let mut arguments = vec!["--lang", language, "pad", &file, "-o", "-"];
        arguments.extend(flags.split_whitespace());
        let printed = overtrick(&arguments);
        assert!(printed.status.success(), "{}", err(&printed));
        assert!(posted.body == printed.stdout, "{language}: differs");
    }
    let got = server.get(path, &[]);
    assert_eq!((got.status, got.header("allow")), (405, Some("POST")));
}

#[test]
fn all_faults_of_a_request_for_a_custom_pad_are_listed_at_once() {
    let server = Server::start();
    let path = "/api/v1/pads.pdf";
    let (_, definition) = wizard();
    let with = |more: Value| {
        let mut order = json!({ "game": "own", "definition": definition });
        order
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        order
    };
    let mut wrong = definition.clone();
    wrong["players"] = json!([3, 11]);
    wrong["score"][0]["when"] = "tricks == bidz".into();
    let mut long = definition.clone();
    long["clauses"]["made"] = "x".repeat(40_000).into();
    let all = json!({ "game": "own", "definition": wrong, "paper": "a3", "per_page": 3, "title": "x".repeat(201), "date": "x".repeat(201),
        "link": "javascript:alert(1)", "watch": "x".repeat(3000), "colour": "red" });
    for (order, status, pointers) in [
        (json!({}), 400, &["/game"][..]),
        (json!({ "game": "own" }), 400, &["/definition"]),
        (
            json!({ "game": "own", "definition": 3 }),
            400,
            &["/definition"],
        ),
        (
            json!({ "game": "own", "definition": long }),
            422,
            &["/definition"],
        ),
        (
            all,
            400,
            &[
                "/definition/players",
                "/definition/score/0/when",
                "/paper",
                "/colour",
                "/per_page",
                "/title",
                "/date",
                "/link",
                "/watch",
            ],
        ),
        (
            with(
                json!({ "players": ["Ann", "ANN", "Bo"], "options": { "evn": true, "trick_points": -1 } }),
            ),
            400,
            &["/players/1", "/options/evn", "/options/trick_points"],
        ),
        (with(json!({ "players": 9 })), 422, &["/players"]),
        (
            with(json!({ "paper": "a5", "landscape": true, "per_page": 2, "players": 6 })),
            422,
            &["/paper"],
        ),
    ] {
        let refused = server.post(path, &[], &order);
        let mut found = refused.pointers();
        let mut expected: Vec<String> = pointers
            .iter()
            .map(|pointer| (*pointer).to_owned())
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(
            (refused.status, found),
            (status, expected),
            "{}",
            refused.text()
        );
    }
    // The refusal names the game as the definition does in this language.
    for more in [
        json!({ "players": 9 }),
        json!({ "paper": "a5", "landscape": true, "per_page": 2, "players": 6 }),
    ] {
        let refused = server.post(path, &[("accept-language", "cs")], &with(more));
        assert!(refused.text().contains("Čaroděj"), "{}", refused.text());
    }
    // A shipped game already has a booklet.
    let shipped = server.post(path, &[], &with(json!({ "game": "brink-bid" })));
    assert_eq!(
        (shipped.status, shipped.pointers()),
        (400, vec!["/definition".to_owned()])
    );
}

#[test]
fn a_sheet_has_the_requested_language() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let key = bearer(&game.view);
    let get = |query: &str, tag: &str| {
        let path = format!("{}{query}", game.path("/sheet.pdf"));
        let headers = [
            ("authorization", &*key),
            ("accept-language", "en"),
            ("if-none-match", tag),
        ];
        server.get(&path, &headers)
    };
    let english = get("", "");
    let czech = get("?lang=cs", "");
    assert_ne!(pdf(&english), pdf(&czech));
    let tags = [&english, &czech].map(|one| one.header("etag").unwrap().to_owned());
    assert_eq!(get("?lang=cs", &tags[0]).status, 200);
    assert_eq!(get("?lang=cs", &tags[1]).status, 304);
}

#[test]
fn a_pad_that_cannot_be_printed_is_refused_with_the_place() {
    let server = Server::start();
    let path = "/api/v1/pads/brink-bid.pdf";
    let pads = "/api/v1/pads.pdf";
    for (order, status, pointer) in [
        (
            json!({ "paper": "a5", "landscape": true, "per_page": 2, "players": 5 }),
            422,
            "/paper",
        ),
        (json!({ "paper": "a3" }), 400, "/paper"),
        (json!({ "per_page": 3 }), 422, "/per_page"),
        (json!({ "gutter": 31 }), 422, "/gutter"),
        (json!({ "gutter": -1 }), 422, "/gutter"),
        (json!({ "pages": 0 }), 422, "/pages"),
        (json!({ "pages": 501 }), 422, "/pages"),
        (json!({ "pages": "many" }), 400, "/pages"),
        (json!({ "players": 9 }), 422, "/players"),
        (json!({ "players": ["Ann", "ANN"] }), 422, "/players/1"),
        (
            json!({ "options": { "made_pints": 6 } }),
            400,
            "/options/made_pints",
        ),
        (json!({ "options": 3 }), 400, "/options"),
        (json!({ "title": "x".repeat(201) }), 422, "/title"),
        (json!({ "link": "x".repeat(3000) }), 422, "/link"),
        (json!({ "link": "javascript:alert(1)" }), 422, "/link"),
        (json!({ "template": "own" }), 400, "/template"),
    ] {
        let mut order = order;
        order["game"] = "brink-bid".into();
        let refused = server.post(pads, &[], &order);
        assert_eq!(
            (refused.status, refused.pointers()),
            (status, vec![pointer.to_owned()]),
            "{order}: {}",
            refused.text()
        );
        if status == 422 {
            assert_eq!(refused.problem(), "not-printable", "{order}");
        }
    }
    let narrow = server.post(
        pads,
        &[],
        &json!({ "game": "brink-bid", "paper": "a5", "landscape": true, "per_page": 2, "players": 5 }),
    );
    assert_eq!(narrow.json()["errors"][0]["code"], "does-not-fit");
    let message = narrow.json()["errors"][0]["detail"].to_string();
    assert!(
        message.contains("mm per pad") && message.contains("paper="),
        "{message}"
    );
    let code = |answer: Answer| answer.json()["errors"][0]["code"].clone();
    let link = json!({ "game": "brink-bid", "link": "x".repeat(3000) });
    assert_eq!(code(server.post(pads, &[], &link)), "link-too-long");
    let script = json!({ "game": "brink-bid", "link": "javascript:alert(1)" });
    assert_eq!(code(server.post(pads, &[], &script)), "link-scheme");
    let half = server.get(&format!("{path}?option=made_points"), &[]);
    assert_eq!(code(half), "option-form");
    for query in [
        "pages=x",
        "landscape=maybe",
        "option=made_points",
        "paper=a3",
        "x=1",
        "pages=1&pages=2",
    ] {
        let refused = server.get(&format!("{path}?{query}"), &[]);
        assert_eq!(refused.status, 400, "{query}: {}", refused.text());
        assert_eq!(refused.pointers().len(), 1, "{query}");
    }
}

#[test]
fn a_played_match_is_printed_from_its_document() {
    let server = Server::start();
    for game in games::all().iter().map(|entry| entry.facts.id) {
        let (mut document, hands) = sample(game);
        document["hands"] = hands.into();
        let plain = server.post("/api/v1/sheets.pdf", &[], &document);
        let explained = server.post(
            "/api/v1/sheets.pdf?explain=true&paper=letter",
            &[],
            &document,
        );
        assert!(pdf(&explained).len() > pdf(&plain).len(), "{game}");
    }
    let refused = server.post(
        "/api/v1/sheets.pdf",
        &[],
        &json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [first_hand(9)] }),
    );
    assert_eq!(refused.status, 422);
    assert_eq!(refused.pointers()[0], "/hands/0/tricks/Ann");
    let commitments = json!([
        { "by": "Ann", "contract": "hundred-seven" }, { "by": "Bo", "contract": "hundred" },
        { "by": "Cy", "contract": "seven" }
    ]);
    let hand = json!({ "declarer": "Ann", "game_type": "trump", "trump": "hearts",
        "commitments": commitments, "points": { "declarer": 70, "defense": 50 },
        "last_trick": { "winner": "Bo", "trump_seven": false } });
    let long =
        json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"], "hands": vec![hand; 500] });
    let whole = server.post("/api/v1/sheets.pdf?paper=a5&explain=true", &[], &long);
    assert!(pdf(&whole).len() > 100_000);
    let unread = server.post("/api/v1/sheets.pdf?pages=2", &[], &brink_bid());
    assert_eq!(
        (unread.status, unread.pointers()),
        (400, vec!["/pages".to_owned()])
    );
}

#[test]
fn the_sheet_of_a_match_requires_a_view_key() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let path = game.path("/sheet.pdf");
    assert_eq!(server.get(&path, &[]).status, 401);
    let first = game.get("/sheet.pdf");
    pdf(&first);
    let document: Value = game.get("?detail=document").json();
    let stateless = server.post("/api/v1/sheets.pdf", &[], &document);
    assert_eq!(pdf(&stateless), pdf(&first));

    let own = format!("http://{}", server.address);
    let opened = server.post(
        &game.path("/session"),
        &[("origin", &own)],
        &json!({ "key": game.view }),
    );
    let cookie = opened
        .header("set-cookie")
        .unwrap()
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let tag = first.header("etag").unwrap();
    pdf(&server.get(&format!("{path}?explain&paper=a5"), &[("cookie", &cookie)]));
    let known = [("cookie", &*cookie), ("if-none-match", tag)];
    assert_eq!(server.get(&path, &known).status, 304);
    let score = bearer(&game.score);
    let change = json!({ "action": "undo" });
    server.post(
        &game.path("/changes"),
        &[("authorization", &score), ("if-match", "*")],
        &change,
    );
    assert_ne!(pdf(&server.get(&path, &known)), first.body);
}

#[test]
fn the_rules_of_each_game_are_printed_in_the_requested_language() {
    let server = Server::start();
    for game in games::all().iter().map(|entry| entry.facts.id) {
        let path = format!("/api/v1/games/{game}/rules.pdf");
        let english = server.get(&path, &[]);
        let czech = server.get(&path, &[("accept-language", "cs")]);
        assert_ne!(pdf(&english), pdf(&czech), "{game}");
        assert_eq!(czech.header("content-language"), Some("cs"));
        let named = server.get(&format!("{path}?lang=cs"), &[]);
        assert_eq!(
            named.body, czech.body,
            "{game}: equal input gives equal bytes"
        );
        let folded = server.get(&format!("{path}?fold&paper=letter"), &[]);
        assert!([2, 4, 6].contains(&pages(pdf(&folded))), "{game}");
    }
    let path = "/api/v1/games/brink-bid/rules.pdf";
    let usual = server.get(path, &[]);
    let changed = server.get(&format!("{path}?option=made_points=6"), &[]);
    assert_ne!(pdf(&usual), pdf(&changed));
}

#[test]
fn the_page_of_a_games_rules_leads_to_them_on_paper() {
    let server = Server::start();
    let page = server.get("/games/mariash?lang=cs", &[]).text();
    let links = page.split("href=\"../api/v1/games/").skip(1);
    let links = links.filter_map(|rest| rest.split_once('"'));
    let links: Vec<String> = links
        .map(|(link, _)| link.replace("&#38;", "&").replace("&amp;", "&"))
        .collect();
    assert_eq!(links.len(), 4, "{links:?}");
    for link in links {
        let answer = server.get(&format!("/api/v1/games/{link}"), &[]);
        assert_eq!(answer.header("content-language"), Some("cs"), "{link}");
        pdf(&answer);
    }
}

#[test]
fn the_page_of_a_games_rules_has_the_pictures_of_the_booklet() {
    let server = Server::start();
    for game in games::all() {
        for language in Language::tags().filter_map(Language::find) {
            let (id, tag) = (game.facts.id, language.tag());
            let page = server.get(&format!("/games/{id}?lang={tag}"), &[]).text();
            let text = rules_text(game, language).unwrap();
            let figures = text.blocks.iter().filter_map(|block| match block {
                Block::Figure { alt, caption, .. } => Some((alt, caption)),
                _ => None,
            });
            let figures: Vec<_> = figures.collect();
            assert!(figures.len() > 2, "{id} in {tag}");
            let shown = page.split("<figure>").skip(1);
            let shown = shown.filter_map(|rest| Some(rest.split_once("</figure>")?.0));
            let shown: Vec<&str> = shown.collect();
            assert_eq!(shown.len(), figures.len(), "{id} in {tag}");
            for (shown, (alt, _)) in shown.into_iter().zip(figures) {
                assert!(
                    shown.starts_with("<svg class=\"figure\" role=\"img\""),
                    "{alt}"
                );
                assert!(shown.contains(&format!("<title>{alt}</title>")), "{alt}");
                assert!(shown.contains("<path"), "{alt}");
                // The picture has no colors of its own, only those of the style sheet for the light and dark themes.
                let (svg, _) = shown.split_once("</svg>").unwrap();
                assert!(!svg.contains("style=") && !svg.contains('#'), "{alt}");
                assert!(shown.contains("<figcaption>"), "{alt}");
            }
        }
    }
}

#[test]
fn the_pads_of_an_evening_come_in_one_document() {
    let server = Server::start();
    let order = |game: &str, table: &str| json!({ "game": game, "title": table, "legend": false });
    let evening = json!([order("brink-bid", "Table 1"), order("mariash", "Table 2")]);
    let pads = server.post("/api/v1/pads.pdf", &[], &evening);
    let alone = |order: &Value| {
        let printed = server.post("/api/v1/pads.pdf", &[], order);
        pages(pdf(&printed))
    };
    let expected: usize = evening.as_array().unwrap().iter().map(alone).sum();
    assert_eq!(pages(pdf(&pads)), expected);
    // The pointer of each fault begins with the position of its order, and nothing is printed.
    let faulty = json!([{ "game": "chess" }, order("mariash", "Table 2"), { "game": "oh-hell", "players": 99 }, 3]);
    let refused = server.post("/api/v1/pads.pdf", &[], &faulty);
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert_eq!(refused.pointers(), ["/0/game", "/2/players", "/3"]);
    assert_eq!(
        server.post("/api/v1/pads.pdf", &[], &json!([])).json()["errors"][0]["code"],
        "no-orders"
    );
    let many = json!(vec![json!({ "game": "oh-hell", "pages": 60 }); 4]);
    let refused = server.post("/api/v1/pads.pdf", &[], &many);
    assert_eq!(refused.json()["errors"][0]["code"], "too-many-pages");
}
