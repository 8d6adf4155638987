//! A match whose stored log was changed outside the service.

use serde_json::json;

use crate::served::{ADMIN, Server, bearer, brink_bid, database, first_hand};

/// Changes the first hand of the first match from four tricks to three.
fn damage(server: &Server) {
    let change = "UPDATE events SET kind = replace(kind, '\"s1\":1', '\"s1\":2') \
                  WHERE sequence = 2 AND match_number = 1";
    let folder = server.folder.path();
    database::block_on(database::execute(folder, "matches.db", change));
}

#[test]
fn a_damaged_match_is_a_problem_of_the_service_and_named_in_it() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let other = server.create(&brink_bid());
    let head = game.get("").json()["head"].as_str().unwrap().to_owned();
    assert_eq!(game.get("/history").header("overtrick-head"), Some(&*head));
    assert_eq!(head.len(), 64);
    let (id, direct) = (game.id.clone(), game.direct.clone());
    let other_path = other.path("");
    let other_key = other.view.clone();
    damage(&server);

    let server = server.restarted();
    let path = format!("/api/v1/matches/{id}");
    let key = bearer(&direct);
    let keyed = [("authorization", &*key), ("if-match", "*")];
    let change = json!({ "action": "finish" });
    for answer in [
        server.get(&path, &keyed),
        server.get(&format!("{path}?detail=document"), &keyed),
        server.post(&format!("{path}/changes"), &keyed, &change),
        server.get(&format!("/matches/{id}.json"), &[]),
    ] {
        assert_eq!(
            (answer.status, answer.problem()),
            (500, "damaged".to_owned())
        );
        assert!(answer.text().contains(&id), "{}", answer.text());
    }
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin), ("if-match", "*")];
    let shown = server.get(&path, &admin);
    assert_eq!(shown.status, 200);
    assert_eq!(shown.json()["damage"], "event 2 is damaged");
    // The changed hand cannot be scored, so the match is shown as it was before that hand.
    assert_eq!(shown.json()["version"], 1);
    let refused = server.post(&format!("{path}/changes"), &admin, &change);
    assert_eq!(
        (refused.status, refused.problem()),
        (500, "damaged".to_owned())
    );
    let other_key = bearer(&other_key);
    assert_eq!(
        server
            .get(&other_path, &[("authorization", &*other_key)])
            .status,
        200
    );
}
