//! A key that was revoked or renewed on one server cannot write on the other, even if that server
//! has cached it. A match key stops working at once, an API key within a second.

use std::thread::{scope, sleep};
use std::time::Duration;

use serde_json::{Value, json};

use crate::instances::pair::{Game, Instance, Pair, until_noticed};
use crate::served::{Answer, bearer, brink_bid, first_hand};

/// A kind of write: its name, method, path and body.
struct Write {
    name: &'static str,
    method: &'static str,
    path: String,
    body: Option<Value>,
}

impl Write {
    fn send(&self, instance: &Instance, key: &str) -> Answer {
        let headers = [("authorization", &*bearer(key)), ("if-match", "*")];
        instance.ask(self.method, &self.path, &headers, self.body.as_ref())
    }
}

/// Returns every kind of write that a match key allows.
fn writes(game: &Game) -> Vec<Write> {
    let one = |name, method, rest: &str, body| Write {
        name,
        method,
        path: format!("/matches/{}{rest}", game.id),
        body,
    };
    vec![
        one(
            "a change",
            "POST",
            "/changes",
            Some(json!({ "action": "record", "hand": first_hand(1) })),
        ),
        one("a renewed key", "POST", "/keys/direct", None),
        one("a renewed key of others", "POST", "/keys/view", None),
        one("a revoked key", "DELETE", "/keys/score", None),
        one("publishing", "PUT", "/publication", None),
        one(
            "a note",
            "POST",
            "/changes",
            Some(json!({ "action": "describe", "metadata": { "round": 3 } })),
        ),
        one("a code", "POST", "/codes/score", None),
        one("no code", "DELETE", "/codes/score", None),
        one("deleting", "DELETE", "", None),
    ]
}

/// Returns the number of events of a match, of join codes and of API keys.
fn stored(pair: &Pair, game: &Game) -> String {
    let id = &game.id;
    pair.sql(&format!(
        "SELECT (SELECT count FROM matches WHERE id = '{id}'), (SELECT count(*) FROM join_codes), \
         (SELECT count(*) FROM program_keys)"
    ))
}

#[test]
fn a_key_of_a_match_that_was_renewed_on_one_writes_nothing_of_any_kind_on_the_other() {
    let Some(pair) = Pair::start() else { return };
    pair.lose_notices();
    let count = writes(&pair.a.create()).len();
    for place in 0..count {
        let game = pair.a.create();
        let write = writes(&game).remove(place);
        let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
        let renewed = format!("/matches/{}/keys/direct", game.id);
        let renewed = pair.b.ask("POST", &renewed, &headers, None);
        assert_eq!(renewed.status, 200, "{}", renewed.text());
        let before = stored(&pair, &game);
        let refused = write.send(&pair.a, &game.direct);
        assert_eq!(refused.status, 401, "{}: {}", write.name, refused.text());
        assert_eq!(stored(&pair, &game), before, "{}", write.name);
        let key = renewed.json()["key"].as_str().unwrap().to_owned();
        let sent = write.send(&pair.a, &key);
        assert!(sent.status < 300, "{}: {}", write.name, sent.text());
    }
}

#[test]
fn only_one_of_two_renewals_at_once_gets_the_director_key() {
    let Some(pair) = Pair::start() else { return };
    for place in 0..40 {
        let game = pair.a.create();
        assert_eq!(pair.b.version(&game), 1);
        let path = format!("/matches/{}/keys/direct", game.id);
        let renew = |instance: &Instance| {
            let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
            instance.ask("POST", &path, &headers, None).status
        };
        let statuses = scope(|asking| {
            let first = asking.spawn(|| renew(&pair.a));
            sleep(Duration::from_micros(300 * (place % 8)));
            let second = renew(&pair.b);
            let mut both = [first.join().unwrap(), second];
            both.sort_unstable();
            both
        });
        assert_eq!(statuses, [200, 401], "try {place}");
    }
}

#[test]
fn a_key_for_programs_that_was_revoked_on_one_writes_nothing_of_any_kind_on_the_other() {
    let Some(pair) = Pair::start() else { return };
    pair.lose_notices();
    let make = || {
        let order = json!({ "name": "a program", "scope": "admin" });
        let made = pair.a.admin("POST", "/keys", Some(&order)).json();
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        (text("id"), text("key"))
    };
    let (other, _) = make();
    let one = |name, method, path: &str, body| Write {
        name,
        method,
        path: path.to_owned(),
        body,
    };
    let order = json!({ "name": "another", "scope": "admin" });
    let of_all = |game: &Game| {
        let mut all = writes(game);
        all.extend([
            one("a key for programs", "POST", "/keys", Some(order.clone())),
            one("a revoked one", "DELETE", &format!("/keys/{other}"), None),
            one("an import", "POST", "/imports", Some(brink_bid())),
            one(
                "a match of a program",
                "POST",
                "/matches?external_id=x",
                Some(brink_bid()),
            ),
        ]);
        all
    };
    let count = of_all(&pair.a.create()).len();
    for place in 0..count {
        let game = pair.a.create();
        let write = of_all(&game).remove(place);
        let (id, key) = make();
        let headers = [("authorization", &*bearer(&key))];
        let path = format!("/matches/{}", game.id);
        assert_eq!(pair.a.ask("GET", &path, &headers, None).status, 200);
        let revoked = pair.b.admin("DELETE", &format!("/keys/{id}"), None);
        assert_eq!(revoked.status, 204, "{}", revoked.text());
        let all = || {
            let keys = "SELECT string_agg(id || digest, ' ' ORDER BY id) \
                FROM program_keys";
            let matches = "SELECT count(*) FROM matches";
            [pair.sql(keys), pair.sql(matches), stored(&pair, &game)]
        };
        if !write.path.starts_with("/keys") {
            until_noticed("the key is revoked there", || {
                pair.a.ask("GET", &path, &headers, None).status == 401
            });
        }
        let before = all();
        let refused = write.send(&pair.a, &key);
        assert_eq!(refused.status, 401, "{}: {}", write.name, refused.text());
        assert_eq!(all(), before, "{}", write.name);
    }
}
