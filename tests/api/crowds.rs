//! Many clients at once.

use serde_json::json;

use crate::served::{Server, brink_bid, first_hand};

#[test]
fn many_clients_at_once_lose_nothing_and_count_nothing_twice() {
    let server = Server::start();
    let one = server.create(
        &json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [],
        "options": { "first_hand_cards": 1, "last_hand_cards": 26 } }),
    );
    std::thread::scope(|scope| {
        for _ in 0..16 {
            let one = &one;
            scope.spawn(move || {
                loop {
                    let state = one.state();
                    let number = state["document"]["hands"].as_array().unwrap().len() + 1;
                    let hand = json!({ "bids": { "Ann": number, "Bo": 0 }, "tricks": { "Ann": number, "Bo": 0 } });
                    let tag = format!("\"{}\"", state["version"]);
                    let change = json!({ "action": "record", "hand": hand });
                    let answer = one.change_at(&one.score, &tag, &change);
                    match answer.status {
                        200 => return,
                        412 => {}
                        other => panic!("{other}: {}", answer.text()),
                    }
                }
            });
        }
        for _ in 0..40 {
            let server = &server;
            scope.spawn(move || {
                let own = server.create(&brink_bid());
                own.record(&first_hand(1));
                assert_eq!(own.state()["version"], 2);
            });
        }
    });
    let state = one.state();
    assert_eq!(state["version"], 17);
    let whole = server.post("/api/v1/scores", &[], &one.get("/document").json());
    assert_eq!(state["result"], whole.json());
}
