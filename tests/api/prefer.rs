//! `Prefer: return=minimal`: a change is answered without the match.

use serde_json::{Value, json};

use crate::served::{Answer, Server, bearer, brink_bid, first_hand};

const MINIMAL: (&str, &str) = ("prefer", "return=minimal");

/// The names of the headers that do not describe a body.
fn names(answer: &Answer) -> Vec<&str> {
    let of_the_body = [
        "content-type",
        "content-length",
        "content-encoding",
        "transfer-encoding",
        "preference-applied",
    ];
    let names = answer.headers.iter().map(|(name, _)| name.as_str());
    let mut names: Vec<&str> = names.filter(|name| !of_the_body.contains(name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn prefer_minimal_leaves_the_match_out_also_for_retries() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let tag = game.get("").header("etag").unwrap().to_owned();
    let authorization = bearer(&game.score);
    let once = [
        ("authorization", &*authorization),
        ("if-match", &*tag),
        ("idempotency-key", "the-first-hand-0001"),
    ];
    let once_minimal = [once[0], once[1], once[2], MINIMAL];
    let record = json!({ "action": "record", "hand": first_hand(1) });
    let post = |headers: &[(&str, &str)]| server.post(&game.path("/changes"), headers, &record);

    let minimal = post(&once_minimal);
    assert_eq!((minimal.status, minimal.body.len()), (204, 0));
    assert_eq!(minimal.header("preference-applied"), Some("return=minimal"));
    let after = game.get("");
    assert_eq!(minimal.header("etag"), after.header("etag"));
    assert_eq!(minimal.header("content-language"), Some("en"));

    let whole = post(&once);
    assert_eq!((whole.status, whole.json()), (200, after.json()));
    assert_eq!(whole.header("preference-applied"), None);
    let mut of_a_replay = names(&whole);
    of_a_replay.retain(|name| *name != "idempotency-replayed");
    assert_eq!(names(&minimal), of_a_replay);
    let replayed = [&minimal, &whole].map(|answer| answer.header("idempotency-replayed"));
    assert_eq!(replayed, [None, Some("true")]);

    let again = post(&once_minimal);
    assert_eq!(
        (again.status, again.header("etag")),
        (204, minimal.header("etag"))
    );
    assert_eq!(game.state()["version"], 2);
}

#[test]
fn unknown_preferences_are_ignored() {
    let server = Server::start();
    let opened = server.post("/api/v1/matches", &[MINIMAL], &brink_bid());
    assert_eq!(
        (opened.status, opened.header("preference-applied")),
        (201, None)
    );
    assert!(opened.json()["keys"]["score"].is_string());

    let game = server.create(&brink_bid());
    let change = |prefer: &str, hand: Value| {
        let headers = [
            ("authorization", &*bearer(&game.score)),
            ("if-match", "*"),
            ("prefer", prefer),
        ];
        let change = json!({ "action": "record", "hand": hand });
        server.post(&game.path("/changes"), &headers, &change)
    };
    let impossible = json!({ "bids": { "Ann": 9, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 1 } });
    let refused = change("return=minimal", impossible);
    assert_eq!((refused.status, &*refused.problem()), (422, "refused"));
    let whole = change("respond-async, return=representation", first_hand(1));
    assert_eq!(
        (whole.status, whole.header("preference-applied")),
        (200, None)
    );
    assert_eq!(whole.json()["version"], 2);
}

#[test]
fn pages_of_other_origins_may_prefer_too() {
    let server = Server::with(|settings| settings.allowed_origins = vec!["*".into()]);
    let headers = [
        ("origin", "https://club.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "if-match,prefer"),
    ];
    let asked = server.send("OPTIONS", "/api/v1/matches", &headers, None);
    assert_eq!(asked.status, 204, "{}", asked.text());
    let answer = server.get("/api/v1/games", &headers[..1]);
    let exposed = answer.header("access-control-expose-headers").unwrap();
    assert!(exposed.contains("preference-applied"), "{exposed}");
}
