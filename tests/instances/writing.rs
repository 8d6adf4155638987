//! Writes to both servers: nothing is lost or done twice.

use serde_json::{Value, json};

use crate::instances::pair::{Game, Instance, Pair};
use crate::served::{Answer, PHONE, bearer, brink_bid};

fn note(instance: &Instance, game: &Game, tag: &str, once: &str, notes: &str) -> Answer {
    let key = bearer(&game.direct);
    let headers = [
        ("authorization", &*key),
        ("if-match", tag),
        ("idempotency-key", once),
    ];
    let change = json!({ "action": "describe", "notes": notes });
    let path = format!("/matches/{}/changes", game.id);
    instance.ask("POST", &path, &headers, Some(&change))
}

/// Sends a request to both servers at the same time.
fn at_once(pair: &Pair, ask: impl Fn(&Instance) -> Answer + Sync) -> [Answer; 2] {
    std::thread::scope(|scope| {
        let asked = [&pair.a, &pair.b].map(|instance| scope.spawn(|| ask(instance)));
        asked.map(|asked| asked.join().unwrap())
    })
}

fn replayed(answers: &[Answer]) -> usize {
    let replayed = answers.iter();
    let replayed = replayed.filter(|one| one.header("idempotency-replayed") == Some("true"));
    replayed.count()
}

#[test]
fn equal_requests_at_once_on_both_are_carried_out_once() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    for round in 1..=30_u64 {
        let once = format!("the-request-of-round-{round}");
        let tag = if round % 2 == 0 {
            "*".to_owned()
        } else {
            format!("\"{round}\"")
        };
        let notes = format!("round {round}");
        let answers = at_once(&pair, |instance| note(instance, &game, &tag, &once, &notes));
        for answer in &answers {
            assert_eq!(answer.status, 200, "round {round}: {}", answer.text());
            assert_eq!(answer.json()["version"], round + 1);
        }
        assert_eq!(answers[0].json(), answers[1].json());
        assert_eq!(replayed(&answers), 1, "round {round}");
    }
    for round in 0..10 {
        let once = format!("the-match-of-round-{round}");
        let headers = [("idempotency-key", &*once), PHONE];
        let opened = at_once(&pair, |instance| {
            instance.ask("POST", "/matches", &headers, Some(&brink_bid()))
        });
        assert!(opened.iter().all(|one| one.status == 201), "{opened:?}");
        assert_eq!(opened[0].json(), opened[1].json());
    }
}

#[test]
fn writes_on_both_servers_count_once() {
    const WRITERS: usize = 8;
    const NOTES: usize = 25;
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (pair, game) = (&pair, &game);
            scope.spawn(move || {
                for number in 0..NOTES {
                    let instance = if (writer + number) % 2 == 0 {
                        &pair.a
                    } else {
                        &pair.b
                    };
                    let notes = format!("{writer}-{number}");
                    let once = format!("the-note-of-writer-{notes}");
                    let taken = note(instance, game, "*", &once, &notes);
                    assert_eq!(taken.status, 200, "{}", taken.text());
                    assert_eq!(taken.json()["document"]["notes"], notes);
                }
            });
        }
    });
    let last = u64::try_from(1 + WRITERS * NOTES).unwrap();
    let histories = [&pair.a, &pair.b].map(|instance| {
        let history = instance.read(&game, "/history").json();
        assert_eq!(history["version"], last);
        history["events"].as_array().unwrap().clone()
    });
    assert_eq!(histories[0], histories[1]);
    let notes = |event: &Value| event["change"]["notes"].as_str().map(str::to_owned);
    let mut stored: Vec<String> = histories[0].iter().filter_map(notes).collect();
    stored.sort();
    let all = (0..WRITERS).flat_map(|writer| (0..NOTES).map(move |number| (writer, number)));
    let mut written: Vec<String> = all
        .map(|(writer, number)| format!("{writer}-{number}"))
        .collect();
    written.sort();
    assert_eq!(stored, written);
}

#[test]
fn the_second_of_two_changes_gets_the_new_version() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    for version in 1..=20_u64 {
        let tag = format!("\"{version}.en\"");
        let answers = at_once(&pair, |instance| {
            let change = json!({ "action": "describe", "notes": instance.address.to_string() });
            instance.change(&game, &tag, &change)
        });
        let mut statuses = answers.each_ref().map(|answer| answer.status);
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412]);
        let refused = answers.iter().find(|answer| answer.status == 412).unwrap();
        let now = format!("\"{}.en\"", version + 1);
        assert_eq!(refused.header("etag"), Some(&*now));
        assert_eq!(refused.json()["current"]["version"], version + 1);
    }
    // A version read from one server is valid on the other.
    let tag = pair.a.note(&game, "x").header("etag").unwrap().to_owned();
    let change = json!({ "action": "describe", "notes": "y" });
    assert_eq!(pair.b.change(&game, &tag, &change).status, 200);
    let stale = pair.a.change(&game, &tag, &change);
    assert_eq!(
        (stale.status, stale.header("etag")),
        (412, Some("\"23.en\""))
    );
    let headers = [
        ("authorization", &*bearer(&game.direct)),
        ("if-match", &*tag),
    ];
    let path = format!("/matches/{}", game.id);
    let deleted = pair.a.ask("DELETE", &path, &headers, None);
    assert_eq!(deleted.status, 412, "an unseen version is not deleted");
}
