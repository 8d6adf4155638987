//! All servers share keys, codes, rematches and the secret.

use serde_json::json;

use crate::instances::pair::{Instance, Pair, refused, until_noticed};
use crate::served::{Answer, bearer};

fn join(instance: &Instance, code: &str) -> Answer {
    instance.ask("POST", "/joins", &[], Some(&json!({ "code": code })))
}

#[test]
fn a_code_that_was_made_on_one_opens_on_both_until_it_is_taken_away_on_the_other() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    let key = bearer(&game.direct);
    let headers = [("authorization", &*key)];
    let path = format!("/matches/{}/codes/score", game.id);
    let code = |made: Answer| made.json()["code"].as_str().unwrap().to_owned();
    let first = code(pair.a.ask("POST", &path, &headers, None));
    for instance in [&pair.b, &pair.a] {
        assert_eq!(join(instance, &first).json()["key"], game.score);
    }
    let second = code(pair.b.ask("POST", &path, &headers, None));
    assert_eq!(join(&pair.a, &first).problem(), "unknown-code");
    assert_eq!(join(&pair.a, &second).json()["key"], game.score);
    assert_eq!(pair.a.ask("DELETE", &path, &headers, None).status, 204);
    assert_eq!(join(&pair.b, &second).problem(), "unknown-code");
    // A code belongs to a key, and stops working when the key is renewed.
    let third = code(pair.b.ask("POST", &path, &headers, None));
    let headers = [("authorization", &*key), ("if-match", "*")];
    let keys = format!("/matches/{}/keys/score", game.id);
    assert_eq!(pair.a.ask("POST", &keys, &headers, None).status, 200);
    assert_eq!(join(&pair.b, &third).problem(), "unknown-code");
}

#[test]
fn a_key_of_a_match_that_was_revoked_on_one_opens_nothing_on_the_other() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    assert_eq!(pair.b.version(&game), 1);
    pair.lose_notices();
    let key = bearer(&game.direct);
    let headers = [("authorization", &*key), ("if-match", "*")];
    for role in ["view", "score"] {
        let path = format!("/matches/{}/keys/{role}", game.id);
        assert_eq!(pair.a.ask("DELETE", &path, &headers, None).status, 204);
    }
    assert_eq!(pair.b.read(&game, "").status, 401);
    let path = format!("/matches/{}/changes", game.id);
    let scorer = bearer(&game.score);
    let headers = [("authorization", &*scorer), ("if-match", "*")];
    let record = json!({ "action": "record", "hand": crate::served::first_hand(1) });
    let refused = pair.b.ask("POST", &path, &headers, Some(&record));
    assert_eq!(refused.status, 401, "{}", refused.text());
}

#[test]
fn a_key_for_programs_is_made_and_revoked_for_all_within_a_second() {
    let Some(pair) = Pair::start() else { return };
    let order = json!({ "name": "the club's page", "scope": "read" });
    let made = pair.a.admin("POST", "/keys", Some(&order)).json();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let list = |instance: &Instance, key: &str| {
        let headers = [("authorization", &*bearer(key))];
        instance.ask("GET", "/matches", &headers, None).status
    };
    assert_eq!(list(&pair.a, key), 200);
    until_noticed("the key is known there", || list(&pair.b, key) == 200);
    let revoked = pair.a.admin("DELETE", &format!("/keys/{id}"), None);
    assert!(revoked.status < 300, "{}", revoked.text());
    assert_eq!(list(&pair.a, key), 401);
    until_noticed("the key is revoked there", || list(&pair.b, key) == 401);
    let again = pair.b.admin("DELETE", &format!("/keys/{id}"), None);
    assert_eq!(again.status, 404, "the key was deleted");
}

#[test]
fn watchers_on_one_server_follow_to_a_rematch_on_the_other() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    let mut watching = pair.b.watch(&game, "1");
    let key = bearer(&game.score);
    let path = format!("/matches/{}/rematch", game.id);
    let opened = pair
        .a
        .ask("POST", &path, &[("authorization", &key)], Some(&json!({})));
    assert_eq!(opened.status, 201, "{}", opened.text());
    let next = opened.json()["id"].clone();
    let (name, _, led_to) = watching.next().unwrap();
    assert_eq!((&*name, &led_to["id"]), ("rematch", &next));
    // Watchers who connect later are also sent to the rematch.
    let (name, _, led_to) = pair.a.watch(&game, "1").next().unwrap();
    assert_eq!((&*name, &led_to["id"]), ("rematch", &next));
}

#[test]
fn an_instance_with_another_secret_refuses_to_start_and_explains() {
    let Some(pair) = Pair::start() else { return };
    let other = pair.folder.path().join("other");
    std::fs::write(&other, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n").unwrap();
    let text = refused(&pair.url, &other);
    assert!(
        text.contains("a secret other than") && text.contains("/other"),
        "{text}"
    );
    assert!(
        text.contains("--secret-file") && text.contains("--new-secret"),
        "{text}"
    );
    let digest = pair.sql("SELECT value FROM cluster_settings WHERE name = 'secret'");
    assert_eq!(digest.len(), 64);
}
