//! Stores logs, reads them again and tampers with them.

use serde_json::json;

use overtrick_core::json::Json;
use overtrick_match::ledger::{Event, EventKind, Match, Opening, Role};

use crate::ledger::table::{AT, Log, brink, id, make, reread, two_hands, written_down};

#[test]
fn documents_too_deep_to_be_read_again_are_refused() {
    let mut refused = Vec::new();
    for depth in 100..128 {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let text = format!(
            r#"{{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [], "history": [{{"before": {deep}}}]}}"#
        );
        let Ok(document) = serde_json::from_str::<Json>(&text) else {
            continue;
        };
        match Match::begin(&id(), &document, Opening::default(), AT, Role::Direct) {
            Ok(played) => assert_eq!(reread(&played).document(), played.document()),
            Err(findings) => refused.push(findings[0].code.to_string()),
        }
    }
    assert_eq!(refused, ["too-deep"], "only one depth is refused");
}

#[test]
fn a_manipulated_log_is_rejected() {
    let mut played = two_hands();
    make(
        &mut played,
        json!({ "action": "record", "hand": brink([4, 4], [1, 2]) }),
    )
    .unwrap();
    let sound = written_down(&played);
    let with = |events: &[Event]| Log {
        events: events.to_vec(),
        names: sound.names.clone(),
    };
    let verify = |log: Log| log.open().and_then(|played| played.verify());
    assert_eq!(verify(sound.clone()), Ok(()));
    let mut other = sound.clone();
    other.events[1].outcome.hands = 4;
    assert_eq!(verify(other).unwrap_err().number(), Some(2));
    let mut other = sound.clone();
    let EventKind::Opened(opened) = &mut other.events[0].kind else {
        panic!()
    };
    let text = serde_json::to_string(&opened.document)
        .unwrap()
        .replace("\"made_points\":5", "\"made_points\":6");
    opened.document = serde_json::from_str(&text).unwrap();
    assert_eq!(verify(other).unwrap_err().number(), Some(1));
    assert!(with(&sound.events[1..]).open().is_err());
    let gap = [
        sound.events[0].clone(),
        Event {
            sequence: 3,
            ..sound.events[1].clone()
        },
    ];
    assert_eq!(with(&gap).open().unwrap_err().number(), Some(2));
    assert!(Log::default().open().is_err());
    let nameless = Log {
        names: vec!["Ann".to_owned()],
        ..sound.clone()
    };
    assert_eq!(nameless.open().unwrap_err().number(), Some(1));
}
