//! Many matches at once: published, hidden, labeled, deleted.

use serde_json::{Value, json};

use crate::served::{ADMIN, Answer, Server, bearer, brink_bid};

fn bulk(server: &Server, key: &str, body: &Value) -> Answer {
    let headers = [("authorization", &*bearer(key))];
    server.post("/api/v1/bulk", &headers, body)
}

fn ids(server: &Server, count: usize) -> Vec<String> {
    (0..count).map(|_| server.create(&brink_bid()).id).collect()
}

fn status(server: &Server, id: &str) -> u16 {
    server.get(&format!("/embed/matches/{id}.json"), &[]).status
}

/// How many matches were changed.
fn changed(answer: &Answer) -> u64 {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["changed"].as_u64().unwrap()
}

#[test]
fn matches_are_published_and_hidden_together() {
    let server = Server::start();
    let all = ids(&server, 3);
    let publish = json!({ "action": "publish", "ids": all, "show": "sheet" });
    let answer = bulk(&server, ADMIN, &publish);
    assert_eq!(changed(&answer), 3);
    assert_eq!(
        answer.json()["matches"][0],
        json!({ "id": all[0], "version": 2, "changed": true })
    );
    assert!(all.iter().all(|id| status(&server, id) == 200));
    let sheet = server.get(&format!("/matches/{}.json", all[1]), &[]);
    assert_eq!(sheet.status, 200);
    let again = bulk(&server, ADMIN, &publish);
    assert_eq!(changed(&again), 0);
    assert_eq!(again.json()["matches"][2]["version"], 2);
    let hide = json!({ "action": "hide", "ids": all });
    assert_eq!(changed(&bulk(&server, ADMIN, &hide)), 3);
    assert!(all.iter().all(|id| status(&server, id) == 404));
    let actions: Vec<Value> = server
        .get(
            &format!("/api/v1/changes?match={}", all[0]),
            &[
                ("authorization", &bearer(ADMIN)),
                ("accept", "application/json"),
            ],
        )
        .json()["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["type"].clone())
        .collect();
    assert_eq!(actions, ["match.opened", "match.published", "match.hidden"]);
    assert_eq!(server.restarted().get("/readyz", &[]).status, 200);
}

#[test]
fn matches_are_labeled_together_and_each_by_its_own_id() {
    let server = Server::start();
    let all = ids(&server, 2);
    let label = json!({ "action": "label", "ids": all, "metadata": { "season": 2026 },
        "external_ids": { (&*all[0]): "league-1" } });
    assert_eq!(changed(&bulk(&server, ADMIN, &label)), 2);
    assert_eq!(changed(&bulk(&server, ADMIN, &label)), 0);
    let admin = bearer(ADMIN);
    let found = server.get(
        "/api/v1/matches?external_id=league-1",
        &[("authorization", &admin)],
    );
    let found = found.json()["matches"][0].clone();
    assert_eq!(found["id"], all[0]);
    assert_eq!(found["metadata"], json!({ "season": 2026 }));
    // What is left out stays; null removes.
    let less = json!({ "action": "label", "ids": [all[0]], "metadata": null });
    assert_eq!(changed(&bulk(&server, ADMIN, &less)), 1);
    let taken =
        json!({ "action": "label", "ids": [all[1]], "external_ids": { (&*all[1]): "league-1" } });
    let refused = bulk(&server, ADMIN, &taken);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (409, "external-id-taken")
    );
    let both = json!({ "action": "label", "ids": all,
        "external_ids": { (&*all[0]): "", "aaaaaaaaaaaaaaaaaaaaaa": "x" } });
    let refused = bulk(&server, ADMIN, &both);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(
        refused.pointers(),
        [
            format!("/external_ids/{}", all[0]),
            "/external_ids/aaaaaaaaaaaaaaaaaaaaaa".to_owned()
        ]
    );
}

#[test]
fn all_matches_are_deleted_or_none() {
    let server = Server::start();
    let all = ids(&server, 3);
    let mut with_stranger = all.clone();
    with_stranger.insert(1, "aaaaaaaaaaaaaaaaaaaaaa".to_owned());
    with_stranger.push("not an id".to_owned());
    let refused = bulk(
        &server,
        ADMIN,
        &json!({ "action": "delete", "ids": with_stranger }),
    );
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.pointers(), ["/ids/1", "/ids/4"]);
    assert_eq!(refused.json()["errors"][0]["code"], "no-such-match");
    let admin = bearer(ADMIN);
    let count = || {
        let listed = server.get("/api/v1/matches", &[("authorization", &admin)]);
        listed.json()["matches"].as_array().unwrap().len()
    };
    assert_eq!(count(), 3);
    let delete = json!({ "action": "delete", "ids": &all[..2] });
    assert_eq!(changed(&bulk(&server, ADMIN, &delete)), 2);
    assert_eq!(count(), 1);
    let gone = server.get(
        &format!("/api/v1/matches/{}", all[0]),
        &[("authorization", &admin)],
    );
    assert_eq!(gone.status, 404);
    // Those that are gone are as they should be.
    let rest = json!({ "action": "delete", "ids": all });
    let answer = bulk(&server, ADMIN, &rest);
    assert_eq!(changed(&answer), 1);
    assert_eq!(answer.json()["matches"][0]["changed"], false);
    assert_eq!(count(), 0);
    let feed = server.get(
        "/api/v1/changes",
        &[("authorization", &admin), ("accept", "application/json")],
    );
    let types = feed.json()["changes"].to_string();
    assert_eq!(types.matches("match.deleted").count(), 3, "{types}");
}

#[test]
fn a_request_is_bounded_and_carried_out_once_and_every_fault_is_told() {
    let server = Server::start();
    let all = ids(&server, 1);
    let many: Vec<String> = (0..1001).map(|number| format!("{number:022}")).collect();
    let refused = bulk(&server, ADMIN, &json!({ "action": "hide", "ids": many }));
    assert_eq!(
        refused.json()["errors"][0]["code"],
        "too-many-ids",
        "{}",
        refused.text()
    );
    for (body, status, places) in [
        (json!({ "action": "hide" }), 400, vec!["/ids"]),
        (
            json!({ "action": "burn", "ids": all }),
            400,
            vec!["/action"],
        ),
        (
            json!({ "action": "hide", "ids": [7], "x": 1 }),
            400,
            vec!["/ids/0", "/x"],
        ),
        (
            json!({ "action": "hide", "ids": all, "show": "sheet" }),
            400,
            vec!["/show"],
        ),
        (
            json!({ "action": "delete", "ids": [all[0], all[0]] }),
            422,
            vec!["/ids/1"],
        ),
        (
            json!({ "action": "label", "ids": all }),
            400,
            vec!["/metadata"],
        ),
    ] {
        let refused = bulk(&server, ADMIN, &body);
        let mut found = refused.pointers();
        found.sort();
        assert_eq!(
            (refused.status, found),
            (status, places.iter().map(ToString::to_string).collect()),
            "{body}: {}",
            refused.text()
        );
    }
    let once = |body: &Value| {
        let headers = [
            ("authorization", &*bearer(ADMIN)),
            ("idempotency-key", "the-key-of-this-bulk"),
        ];
        server.post("/api/v1/bulk", &headers, body)
    };
    let publish = json!({ "action": "publish", "ids": all });
    assert_eq!(changed(&once(&publish)), 1);
    assert_eq!(changed(&once(&publish)), 1);
    let other = once(&json!({ "action": "hide", "ids": all }));
    assert_eq!(other.problem(), "key-reused");
}

#[test]
fn it_takes_a_key_that_may_direct_every_match() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let make = |scope: &str| {
        let body = json!({ "name": scope, "scope": scope });
        let made = server.post("/api/v1/keys", &[("authorization", &bearer(ADMIN))], &body);
        made.json()["key"].as_str().unwrap().to_owned()
    };
    let publish = json!({ "action": "publish", "ids": [game.id] });
    let without = server.post("/api/v1/bulk", &[], &publish);
    assert_eq!(without.status, 401);
    for key in [&game.direct, &make("score")] {
        assert_eq!(bulk(&server, key, &publish).status, 403);
    }
    assert_eq!(changed(&bulk(&server, &make("direct"), &publish)), 1);
}
