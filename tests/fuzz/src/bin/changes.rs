//! Fuzzes a document followed by changes, one per line. The log of the accepted changes replays to
//! the same match, and a refused change has no effect.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use overtrick_core::json::Json;
use overtrick_fuzz::{mutate, seeds};
use overtrick_match::document::Report;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, Event, EventKind, Match, MatchId, Opening, Role, Timestamp};

/// The maximum number of changes in an input.
const MAX_CHANGES: usize = 24;
/// A check replays the whole log, so it runs only after every `STEP` changes and at the end.
const STEP: u64 = 6;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed, 0)
});

fuzz_target!(
    init: seeds::write(stories),
    |bytes: &[u8]| {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        let mut lines = text.lines();
        let document = lines.next().and_then(|line| serde_json::from_str::<Json>(line).ok());
        let id = MatchId::read("AAAAAAAAAAAAAAAAAAAAAA").unwrap();
        let at = Timestamp::from_millis(1_795_287_600_000);
        let opened = document.map(|document| {
            Match::begin(&id, &document, Opening::default(), at, Role::Direct)
        });
        let Some(Ok(mut played)) = opened else {
            return;
        };
        for line in lines.take(MAX_CHANGES) {
            let Ok(change) = serde_json::from_str::<Change>(line) else {
                continue;
            };
            let before = played.clone();
            match before.after(change, at, Role::Direct) {
                Ok(after) => {
                    played = after;
                    let event = played.last_event();
                    assert_eq!(event.sequence, before.version() + 1);
                    assert_eq!(&event.outcome, played.outcome());
                    if played.version().is_multiple_of(STEP) {
                        check(&played);
                    }
                }
                Err(faults) => {
                    assert!(!faults.is_empty(), "refused without a fault");
                    assert_eq!(played.version(), before.version());
                    assert_eq!(played.document(), before.document());
                    assert_eq!(played.people(), before.people());
                    let undo = |played: &Match| (played.can_undo(), played.can_redo());
                    assert_eq!(undo(&played), undo(&before));
                }
            }
        }
        check(&played);
        assert_eq!(written_down(&played).verify(), Ok(()));
    }
);

/// Asserts that the state in memory equals the state replayed from the log.
fn check(played: &Match) {
    let document = played.document();
    let again = written_down(played);
    assert_eq!(again.document(), document);
    assert_eq!(report(&again), report(played));
    assert_eq!(again.seats(), played.seats());
    assert_eq!(again.people(), played.people());
    assert_eq!(again.can_undo(), played.can_undo());
    assert_eq!(again.can_redo(), played.can_redo());
}

fn report(played: &Match) -> String {
    let scored = played.scored().expect("a changed match can be scored");
    serde_json::to_string(&Report::new(scored, Language::english())).unwrap()
}

/// Stores the events of a match as JSON, reads them again and opens the match from them.
fn written_down(played: &Match) -> Match {
    let events = played.events().iter().map(|event| {
        let kind = serde_json::to_string(&event.kind).unwrap();
        let outcome = serde_json::to_string(&event.outcome).unwrap();
        let read: EventKind = serde_json::from_str(&kind).expect("a stored event can be read");
        assert_eq!(read, event.kind, "{kind}");
        Event {
            kind: read,
            outcome: serde_json::from_str(&outcome).unwrap(),
            ..Event::clone(event)
        }
    });
    let names = played.names_since(None).into_iter();
    let names: Vec<String> = names.map(|entry| entry.name).collect();
    Match::open(events.collect(), &names).expect("the stored match opens")
}

/// Returns a match of each game with every kind of change, as fuzz inputs.
fn stories() -> Vec<Vec<u8>> {
    let story = |(document, hands): (Json, Vec<Json>)| {
        let player = document.list("players")[0]
            .as_text()
            .unwrap_or_default()
            .to_owned();
        let hand = hands.first().map(seeds::text).unwrap_or_default();
        let mut lines = vec![seeds::text(&document)];
        let recorded =
            |hand: &Json| format!(r#"{{"action":"record","hand":{}}}"#, seeds::text(hand));
        lines.extend(hands.iter().take(3).map(recorded));
        let player = seeds::text(&Json::Text(player));
        let rest = [
            r#"{"action":"set_current","hand":{}}"#.to_owned(),
            format!(r#"{{"action":"correct","edits":[{{"edit":"replace","hand":1,"with":{hand}}},{{"edit":"move","hand":1,"to":1}}],"reason":"misread"}}"#),
            format!(r#"{{"action":"correct","edits":[{{"edit":"insert","before":2,"with":{hand}}},{{"edit":"remove","hand":1}}],"reason":"twice"}}"#),
            r#"{"action":"undo"}"#.to_owned(),
            r#"{"action":"undo"}"#.to_owned(),
            r#"{"action":"redo"}"#.to_owned(),
            format!(r#"{{"action":"adjust","adjustment":{{"after_hand":1,"player":{player},"points":-2.5,"reason":"x"}}}}"#),
            r#"{"action":"rename","seat":1,"name":"Zoe"}"#.to_owned(),
            r#"{"action":"substitute","seat":2,"name":"Yan","from_hand":2}"#.to_owned(),
            r#"{"action":"erase","person":1,"name":"Nobody"}"#.to_owned(),
            r#"{"action":"retract","adjustment":1,"reason":"appeal"}"#.to_owned(),
            r#"{"action":"describe","title":"Thursday","played_on":"2026-11-19","location":"Crown","notes":"n"}"#.to_owned(),
            r#"{"action":"void","hand":2,"reason":"misdeal"}"#.to_owned(),
            r#"{"action":"finish"}"#.to_owned(),
            r#"{"action":"reopen"}"#.to_owned(),
        ];
        lines.extend(rest);
        lines.join("\n").into_bytes()
    };
    seeds::openings().into_iter().map(story).collect()
}
