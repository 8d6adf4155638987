//! Only one server at a time sends webhooks. If it is killed, another server takes over.

use crate::instances::pair::{Instance, Pair};
use crate::served::{Received, Receiver, until};

/// Returns the database session that has the lock for sending webhooks.
fn holder(pair: &Pair) -> String {
    pair.sql(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted \
         AND (classid, objid) = (1869902441, 17) \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
}

/// Waits for this many messages, and until the stored cursor is at the last change.
fn wait_for(pair: &Pair, receiver: &Receiver, count: usize) -> Vec<u64> {
    let taken = receiver.wait_for(count);
    until("the cursor is at the last change", || {
        pair.sql("SELECT position FROM webhook_cursors")
            == pair.sql("SELECT max(position) FROM events")
    });
    taken.iter().map(|one: &Received| one.change().1).collect()
}

#[test]
fn each_change_is_sent_by_one_and_when_that_is_killed_by_the_other() {
    let Some(mut pair) = Pair::start() else {
        return;
    };
    let receiver = Receiver::start();
    pair.send_webhooks_to(&receiver);
    let secret = pair.folder.path().join("secret");

    let game = pair.a.create();
    for _ in 0..10 {
        pair.a.go_on(&game);
        pair.b.note(&game, "x");
    }
    let all: Vec<u64> = (1..=21).collect();
    assert_eq!(wait_for(&pair, &receiver, 21), all);
    assert!(!holder(&pair).is_empty());

    // Each server is killed once, so one kill ends the sender. The other server then takes over.
    pair.a.child.kill().unwrap();
    pair.a.child.wait().unwrap();
    for number in 0..5 {
        pair.b.note(&game, &number.to_string());
    }
    let all: Vec<u64> = (1..=26).collect();
    assert_eq!(wait_for(&pair, &receiver, 26), all);
    let second = holder(&pair);
    pair.a = Instance::start(&pair.url, &secret);
    pair.b.child.kill().unwrap();
    pair.b.child.wait().unwrap();
    for number in 0..5 {
        pair.a.note(&game, &number.to_string());
    }
    let all: Vec<u64> = (1..=31).collect();
    assert_eq!(wait_for(&pair, &receiver, 31), all);
    assert_ne!(holder(&pair), second, "the server that held it was killed");
}
