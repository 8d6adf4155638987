//! Webhooks have one sender, which is replaced when it is gone.

use std::collections::HashMap;

use serde_json::json;

use crate::instances::pair::{Instance, Pair};
use crate::served::{Received, Receiver};

fn holder(pair: &Pair) -> String {
    pair.sql("SELECT holder FROM leases WHERE name = 'webhooks' AND until > clock_timestamp()")
}

/// How often each version of a match was received.
fn counts(taken: &[Received]) -> HashMap<u64, usize> {
    let mut counts = HashMap::new();
    for one in taken {
        *counts.entry(one.change().1).or_default() += 1;
    }
    counts
}

#[test]
fn each_change_is_sent_by_one_and_when_that_is_killed_by_the_other() {
    let Some(mut pair) = Pair::start() else {
        return;
    };
    let receiver = Receiver::start();
    let order = json!({ "url": receiver.url() });
    let made = pair.b.admin("POST", "/webhooks", Some(&order));
    assert_eq!(made.status, 201, "{}", made.text());
    let game = pair.a.create();
    for _ in 0..10 {
        pair.a.go_on(&game);
        pair.b.note(&game, "x");
    }
    let taken = receiver.wait_for(21);
    assert!(
        counts(&taken).values().all(|count| *count == 1),
        "{:?}",
        counts(&taken)
    );
    assert!(!holder(&pair).is_empty());
    // One of these kills hits the sender: the other instance takes over when the lease expires.
    let secret = pair.folder.path().join("secret");
    pair.a.child.kill().unwrap();
    pair.a.child.wait().unwrap();
    for number in 0..5 {
        pair.b.note(&game, &number.to_string());
    }
    receiver.wait_for(26);
    let second = holder(&pair);
    pair.a = Instance::start(&pair.url, &secret);
    pair.b.child.kill().unwrap();
    pair.b.child.wait().unwrap();
    for number in 0..5 {
        pair.a.note(&game, &number.to_string());
    }
    let taken = receiver.wait_for(31);
    assert_ne!(holder(&pair), second, "the one that held it was killed");
    assert!(
        counts(&taken).values().all(|count| *count == 1),
        "{:?}",
        counts(&taken)
    );
    let versions: Vec<u64> = taken.iter().map(|one| one.change().1).collect();
    assert!(versions.is_sorted(), "{versions:?}");
}
