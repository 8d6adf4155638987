//! Who may do what: keys, and the cookie of a browser.

use serde_json::json;

use crate::served::{ADMIN, Server, bearer, brink_bid, first_hand};

#[test]
fn each_key_opens_what_it_should_and_can_be_taken_away() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let asked = |key: &str| {
        server
            .get(&game.path(""), &[("authorization", &*bearer(key))])
            .status
    };
    assert_eq!(
        [
            asked(&game.view),
            asked(&game.score),
            asked(&game.direct),
            asked(ADMIN)
        ],
        [200; 4]
    );
    assert_eq!(asked("no-key-at-all"), 401);
    assert_eq!(server.get(&game.path(""), &[]).status, 401);
    let in_query = server.get(&format!("{}?key={}", game.path(""), game.view), &[]);
    assert_eq!(in_query.status, 401);

    let change = json!({ "action": "record", "hand": first_hand(1) });
    assert_eq!(game.change(&game.view, &change).status, 403);
    let tag = game.get("").header("etag").unwrap().to_owned();
    let director = [
        ("authorization", &*bearer(&game.direct)),
        ("if-match", &*tag),
    ];
    let renewed = server.post(&game.path("/keys/score"), &director, &json!({}));
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    let key = renewed.json()["key"].as_str().unwrap().to_owned();
    assert_eq!(
        (asked(&game.score), asked(&key), asked(&game.view)),
        (401, 200, 200)
    );
    let tag = renewed.header("etag").unwrap();
    let director = [("authorization", &*bearer(&game.direct)), ("if-match", tag)];
    let revoked = server.send("DELETE", &game.path("/keys/view"), &director, None);
    assert_eq!(revoked.status, 204, "{}", revoked.text());
    assert_eq!((asked(&game.view), asked(&key)), (401, 200));
}

#[test]
fn a_browser_exchanges_a_key_for_a_cookie_that_other_sites_cannot_use() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let own = format!("http://{}", server.address);
    let key = json!({ "key": game.score });
    let opened = server.post(&game.path("/session"), &[("origin", &own)], &key);
    assert_eq!(opened.status, 200, "{}", opened.text());
    assert_eq!(opened.json()["role"], "score");
    let set = opened.header("set-cookie").unwrap();
    for part in [
        "HttpOnly",
        "SameSite=Strict",
        &format!("Path={}", game.path("")),
    ] {
        assert!(set.contains(part), "{set}");
    }
    let cookie = set.split(';').next().unwrap();
    assert_eq!(
        server.get(&game.path(""), &[("cookie", cookie)]).status,
        200
    );

    let record = |site: &[(&str, &str)]| {
        let mut headers = vec![("cookie", cookie), ("if-match", "*")];
        headers.extend_from_slice(site);
        let change = json!({ "action": "set_current", "hand": { "bids": { "Ann": 1 } } });
        server.post(&game.path("/changes"), &headers, &change)
    };
    assert_eq!(record(&[]).problem(), "cross-site");
    assert_eq!(
        record(&[("origin", "https://evil.example")]).problem(),
        "cross-site"
    );
    assert_eq!(
        record(&[("sec-fetch-site", "cross-site"), ("origin", &own)]).status,
        403
    );
    assert_eq!(record(&[("sec-fetch-site", "same-origin")]).status, 200);
    assert_eq!(record(&[("origin", &own)]).status, 200);
    let stolen = server.post(
        &game.path("/session"),
        &[("origin", "https://evil.example")],
        &key,
    );
    assert_eq!(stolen.status, 403);
    let closed = server.send("DELETE", &game.path("/session"), &[("origin", &own)], None);
    assert_eq!(closed.status, 204);
    assert!(closed.header("set-cookie").unwrap().contains("Max-Age=0"));
}
