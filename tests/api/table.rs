//! Tools at the table: dealer and dice.

use serde_json::json;

use crate::served::{Server, brink_bid};

#[test]
fn the_dealer_and_the_dice_are_chosen_at_random_and_said_to_be() {
    let server = Server::start();
    let drawn = server
        .post(
            "/api/v1/draws",
            &[],
            &json!({ "players": ["Ann", "Bo", "Cy"] }),
        )
        .json();
    let mut order: Vec<&str> = drawn["order"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    assert_eq!(
        (&drawn["dealer"], &drawn["random"]),
        (&json!(order[0]), &json!(true))
    );
    order.sort_unstable();
    assert_eq!(order, ["Ann", "Bo", "Cy"]);

    let rolled = server.send("POST", "/api/v1/rolls", &[], None).json();
    let game = server.create(&brink_bid());
    let dice = game.changed(
        &game.score,
        &json!({ "action": "set_current", "hand": { "dice": rolled["dice"] } }),
    );
    assert_eq!(dice["document"]["current"]["dice"], rolled["dice"]);
    let once = [("idempotency-key", "the-dice-of-hand-one")];
    let first = server.send("POST", "/api/v1/rolls", &once, None);
    for _ in 0..10 {
        let retried = server.send("POST", "/api/v1/rolls", &once, None);
        assert_eq!((retried.status, retried.json()), (200, first.json()));
    }
    let again: Vec<String> = (0..40)
        .map(|_| server.send("POST", "/api/v1/rolls", &[], None).json()["dice"].to_string())
        .collect();
    assert!(
        again.iter().any(|dice| *dice != again[0]),
        "forty rolls of three dice are not all the same"
    );
}
