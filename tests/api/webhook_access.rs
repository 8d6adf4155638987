//! Rights, allowed addresses and numbers of webhooks.

use serde_json::{Value, json};

use crate::served::{ADMIN, Answer, Match, Server, bearer, brink_bid};

const URL: &str = "https://club.example/hooks";

fn make(server: &Server, key: &str, order: &Value) -> Answer {
    let key = bearer(key);
    server.post("/api/v1/webhooks", &[("authorization", &key)], order)
}

fn code(answer: &Answer) -> Value {
    answer.json()["errors"][0]["code"].clone()
}

#[test]
fn a_director_makes_webhooks_of_the_own_match_and_only_the_administrator_of_all() {
    let server = Server::start();
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    let of = |game: &Match<'_>| json!({ "url": URL, "match": game.id });
    let all = json!({ "url": URL });
    assert_eq!(make(&server, &one.direct, &all).status, 403);
    assert_eq!(make(&server, &one.score, &of(&one)).status, 403);
    assert_eq!(make(&server, &one.direct, &of(&other)).status, 401);
    let made = make(&server, &one.direct, &of(&one));
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let made = made.json();
    let path = format!("/api/v1/webhooks/{}", made["id"].as_str().unwrap());
    let get = |path: &str, key: &str| server.get(path, &[("authorization", &bearer(key))]);
    assert_eq!(get(&path, &one.direct).json()["match"], *one.id);
    assert_eq!(get(&path, &one.score).status, 403);
    assert_eq!(get(&path, &other.direct).status, 401);
    assert_eq!(get(&path, ADMIN).status, 200);
    assert_eq!(make(&server, ADMIN, &all).status, 201);
    let listed = |query: &str, key: &str| {
        let list = get(&format!("/api/v1/webhooks{query}"), key).json();
        list["webhooks"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(listed(&format!("?match={}", one.id), &one.direct), 1);
    assert_eq!(listed("", ADMIN), 2);
    assert_eq!(get("/api/v1/webhooks", &one.direct).status, 403);
    // Only the administrator can manage webhooks of all matches.
    let of_all = get("/api/v1/webhooks?limit=2", ADMIN).json();
    let of_all = of_all["webhooks"][1]["id"].as_str().unwrap();
    assert_eq!(
        get(&format!("/api/v1/webhooks/{of_all}"), &one.direct).status,
        403
    );
    let director = bearer(&one.direct);
    let deleted = server.send("DELETE", &path, &[("authorization", &director)], None);
    assert_eq!(deleted.status, 204);
    assert_eq!(get(&path, ADMIN).status, 404);
}

#[test]
fn nothing_leads_into_the_own_network_and_a_fault_says_what_is_expected() {
    let server = Server::start();
    for (url, expected) in [
        ("http://club.example/", "webhook-url-plain"),
        ("https://127.0.0.1/", "webhook-url-internal"),
        ("https://[::1]/", "webhook-url-internal"),
        (
            "https://169.254.169.254/latest/meta-data",
            "webhook-url-internal",
        ),
        ("https://localhost/", "webhook-url-internal"),
        ("https://club.example:22/", "webhook-url-port"),
        ("nowhere", "webhook-url"),
    ] {
        let refused = make(&server, ADMIN, &json!({ "url": url }));
        assert_eq!(refused.status, 422, "{url}: {}", refused.text());
        assert_eq!(refused.pointers(), ["/url"]);
        assert_eq!(code(&refused), expected, "{url}");
    }
    let order = json!({ "url": URL, "games": ["brink-bid", "chess"] });
    assert_eq!(make(&server, ADMIN, &order).pointers(), ["/games/1"]);
    let order = json!({ "url": URL, "types": ["match.won"] });
    assert_eq!(make(&server, ADMIN, &order).pointers(), ["/types/0"]);
    let order = json!({ "url": URL, "description": "x".repeat(201) });
    assert_eq!(make(&server, ADMIN, &order).pointers(), ["/description"]);
}

/// The addresses of a name are known only at delivery.
#[test]
fn a_name_that_leads_into_the_own_network_is_sent_nothing() {
    let server = Server::start();
    let order = json!({ "url": "https://ip6-localhost.localdomain/" });
    let made = make(&server, ADMIN, &order);
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let admin = bearer(ADMIN);
    let path = format!("/api/v1/webhooks/{id}/test");
    let tested = server.send("POST", &path, &[("authorization", &admin)], None);
    let tested = tested.json();
    assert_eq!(tested["delivered"], false);
    let errors = ["internal-address", "unknown-name"];
    assert!(
        errors.contains(&tested["error"].as_str().unwrap()),
        "{tested}"
    );
}

#[test]
fn there_are_so_many_of_a_match_and_of_all_and_no_more() {
    let server = Server::with(|settings| settings.webhooks = 7);
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    let fill = |game: &Match<'_>| -> u32 {
        let order = json!({ "url": URL, "match": game.id });
        let made = (0..10_000).find(|_| make(&server, &game.direct, &order).status != 201);
        let refused = make(&server, &game.direct, &order);
        assert_eq!(
            (refused.status, code(&refused)),
            (422, json!("too-many-webhooks"))
        );
        made.unwrap()
    };
    assert_eq!((fill(&one), fill(&other)), (5, 2));
    // The administrator has a separate limit.
    let order = json!({ "url": URL });
    let made = (0..10_000).find(|_| make(&server, ADMIN, &order).status != 201);
    assert_eq!(made, Some(7));
    let none = Server::with(|settings| settings.webhooks = 0);
    assert_eq!(code(&make(&none, ADMIN, &order)), "too-many-webhooks");
}
