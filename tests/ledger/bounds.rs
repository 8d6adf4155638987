//! Tests each bound of a match, at the bound and just above it.

use serde_json::{Value, json};

use overtrick_core::Finding;
use overtrick_core::bounds::{
    MAX_EVENTS, MAX_HANDS, MAX_LOG_BYTES, MAX_REPLAYED_HANDS, MAX_REPLAYED_STEPS,
    MAX_STEPS_OF_A_MATCH, RESERVED_EVENTS, RESERVED_LOG_BYTES, STEPS_OF_A_DEFINITION,
};
use overtrick_match::ledger::{
    Bounds, Change, Description, EventKind, Match, Opening, Role, SealedEvent, StoredEvent,
    StoredLog,
};

use crate::ledger::table::{AT, begin, codes, id, make, to_json, two_hands};

/// Returns a match of a custom game whose hands have no fields.
fn own(hands: usize, score: &Value) -> Value {
    json!({ "game": "own", "players": ["Ann", "Bo"], "hands": vec![json!({}); hands],
        "definition": { "language": 1, "id": "x", "players": [2, 2],
            "score": score, "clauses": { "c": "One." } } })
}

fn simple(hands: usize) -> Match {
    begin(&own(hands, &json!([{ "points": 1, "clause": "c" }])))
}

fn sealed(played: &mut Match, before: Option<&Match>) -> SealedEvent {
    let salted = |salts: &mut [u8]| {
        salts.fill(7);
        Ok::<(), ()>(())
    };
    played.seal(before, salted).unwrap()
}

/// Makes these changes to a match, and returns it with its stored log.
fn logged(mut played: Match, changes: impl Iterator<Item = Value>) -> (Match, StoredLog) {
    let mut log = StoredLog::from(sealed(&mut played, None));
    for change in changes {
        let before = played.clone();
        make(&mut played, change).unwrap();
        log.append(sealed(&mut played, Some(&before)));
    }
    (played, log)
}

#[test]
fn events_are_limited_and_the_last_are_reserved() {
    let rename = |number: usize| json!({ "action": "describe", "title": format!("{number}") });
    let changes = (2..=MAX_EVENTS - RESERVED_EVENTS).map(rename);
    let (mut played, mut log) = logged(two_hands(), changes);
    let refused = make(&mut played, rename(0)).unwrap_err();
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("too-many-events", "")
    );
    for _ in 0..RESERVED_EVENTS {
        let before = played.clone();
        make(&mut played, json!({ "action": "undo" })).unwrap();
        log.append(sealed(&mut played, Some(&before)));
    }
    assert_eq!(
        codes(make(&mut played, json!({ "action": "undo" })))[0].0,
        "too-many-events"
    );
    assert_eq!(log.events.len(), MAX_EVENTS);
    assert!(log.clone().judge(&Bounds::default()).is_ok());
    let last: StoredEvent = log.events.last().unwrap().clone();
    log.events.push(last);
    let refused = log.judge(&Bounds::default()).unwrap_err();
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("too-many-events", "/events")
    );
}

#[test]
fn the_size_of_a_log_is_limited() {
    let document = |bytes: usize| {
        let mut document = own(0, &json!([{ "points": 1, "clause": "c" }]));
        let entry = |length: usize| json!({ "action": "x", "reason": "n".repeat(length) });
        let mut entries = vec![entry(9_000); bytes / 9_050];
        entries.push(entry(bytes % 9_050));
        document["history"] = entries.into();
        to_json(&document)
    };
    let opened = |bytes: usize| {
        Match::begin(
            &id(),
            &document(bytes),
            Opening::default(),
            AT,
            Role::Direct,
        )
    };
    let most = MAX_LOG_BYTES - RESERVED_LOG_BYTES;
    let mut largest = opened(most - 9_000).unwrap();
    let left = most - largest.size();
    largest = opened(most - 9_000 + left).unwrap();
    let size = largest.size();
    assert!((most - 200..=most).contains(&size), "{size}");
    let refused = opened(most - 9_000 + left + 200).unwrap_err();
    assert_eq!(refused[0].code, "match-too-large");
    let describe = json!({ "action": "describe", "title": "t".repeat(200) });
    assert_eq!(codes(make(&mut largest, describe))[0].0, "match-too-large");
    make(&mut largest, json!({ "action": "finish" })).unwrap();
}

/// Makes changes until one is refused. Returns the number of changes before it, and its fault.
fn refused_after(played: &mut Match, mut change: impl FnMut(usize) -> Value) -> (usize, Finding) {
    for count in 0..3_000 {
        if let Err(faults) = make(played, change(count)) {
            return (count, faults[0].clone());
        }
    }
    panic!("no change was refused");
}

fn number(finding: &Finding, name: &str) -> Option<i64> {
    let mut args = finding.args.iter();
    args.find(|(known, _)| *known == *name)?.1.number()
}

#[test]
fn judged_hands_per_log_are_limited() {
    let mut document = json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"] });
    let hand = json!({ "declarer": "Ann", "game_type": "trump", "trump": "hearts",
        "commitments": [{ "by": "Ann", "contract": "game" }],
        "points": { "declarer": 70, "defense": 50 } });
    document["hands"] = vec![hand; 200].into();
    let mut played = begin(&document);
    let describe = |number: usize| json!({ "action": "describe", "title": format!("{number}") });
    let (count, refused) = refused_after(&mut played, describe);
    // The sum includes the opening and five judgings that are reserved for the end of the match.
    assert_eq!(
        u64::try_from(200 * (count + 1 + 5)).unwrap(),
        MAX_REPLAYED_HANDS
    );
    assert_eq!(refused.code, "too-much-replayed");
    assert_eq!(
        number(&refused, "most"),
        i64::try_from(MAX_REPLAYED_HANDS).ok()
    );
    for change in [
        json!({ "action": "undo" }),
        json!({ "action": "erase", "person": 2, "name": "Nobody" }),
        json!({ "action": "finish" }),
    ] {
        make(&mut played, change).unwrap();
    }
}

#[test]
fn steps_per_log_are_limited() {
    let reading = usize::try_from(MAX_REPLAYED_STEPS / STEPS_OF_A_DEFINITION).unwrap();
    let mut played = simple(1);
    let redefine = |number: usize| {
        let mut definition = own(0, &json!([{ "points": 1, "clause": "c" }]))["definition"].clone();
        definition["name"] = format!("Game {number}").into();
        json!({ "action": "redefine", "definition": definition, "reason": "wrong" })
    };
    let (count, refused) = refused_after(&mut played, redefine);
    assert_eq!(refused.code, "too-much-replayed");
    assert_eq!(
        count,
        reading - 2,
        "the opening and the hand take the other steps"
    );
    make(&mut played, json!({ "action": "finish" })).unwrap();
}

/// The log exceeds a bound because it was changed outside the program. It is refused unjudged.
#[test]
fn an_oversized_log_is_refused_before_it_is_judged() {
    let (_, mut log) = logged(simple(400), std::iter::empty());
    let last = log.events[0].clone();
    for sequence in 2..200 {
        let kind = EventKind::Changed(Change::Describe(Description {
            title: Some(sequence.to_string()),
            ..Description::default()
        }));
        log.events.push(StoredEvent {
            sequence,
            kind: serde_json::to_string(&kind).unwrap(),
            commitments: "[]".to_owned(),
            ..last.clone()
        });
        let head = log.head.as_mut().unwrap();
        head.count = sequence;
    }
    for event in &mut log.events {
        event.digest = None;
    }
    let mut log = log.with_digests();
    let digest = log.events.last().unwrap().digest.clone().unwrap();
    log.head.as_mut().unwrap().digest = digest;
    let refused = log.judge(&Bounds::default()).unwrap_err();
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("too-much-replayed", "/events")
    );
    assert_eq!(number(&refused[0], "hands"), Some(199 * 400));
}

#[test]
fn steps_per_match_are_limited() {
    let points = format!("sum({}hand)", "total + ".repeat(18));
    let score = vec![json!({ "points": points, "clause": "c" }); 12];
    let begin = |hands: usize| {
        let document = to_json(&own(hands, &json!(score)));
        Match::begin(&id(), &document, Opening::default(), AT, Role::Direct)
    };
    let work = begin(1).unwrap().match_game().work(2);
    assert_eq!(work.reasons, 24);
    let fit = usize::try_from(MAX_STEPS_OF_A_MATCH / work.all_steps()).unwrap();
    assert!(fit < MAX_HANDS, "{work:?}");
    let mut full = begin(fit).unwrap();
    let more = json!({ "action": "record", "hand": {} });
    assert_eq!(codes(make(&mut full, more))[0].0, "too-much-work");
}
