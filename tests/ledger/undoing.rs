//! Undo and redo, and who may use them.

use serde_json::json;

use overtrick_match::ledger::{EventKind, Match, Role};

use crate::ledger::table::{AT, brink, codes, make, reread, seen, two_hands};

#[test]
fn two_hundred_changes_can_be_undone_and_no_more() {
    let mut played = two_hands();
    for number in 0..205 {
        make(
            &mut played,
            json!({ "action": "describe", "notes": format!("{number}") }),
        )
        .unwrap();
    }
    for _ in 0..200 {
        make(&mut played, json!({ "action": "undo" })).unwrap();
    }
    assert_eq!(seen(&played)["notes"], "4");
    assert_eq!(
        codes(make(&mut played, json!({ "action": "undo" })))[0].0,
        "nothing-to-undo"
    );
    assert_eq!(reread(&played).document(), played.document());
}

#[test]
fn a_new_change_clears_redo() {
    let mut played = two_hands();
    let redo = |played: &mut Match| make(played, json!({ "action": "redo" }));
    let third = brink([4, 4], [1, 2]);
    assert_eq!(codes(redo(&mut played))[0].0, "nothing-to-redo");
    make(&mut played, json!({ "action": "record", "hand": third })).unwrap();
    make(&mut played, json!({ "action": "undo" })).unwrap();
    redo(&mut played).unwrap();
    assert_eq!(played.outcome().hands, 3);
    make(&mut played, json!({ "action": "undo" })).unwrap();
    make(&mut played, json!({ "action": "record", "hand": third })).unwrap();
    assert_eq!(codes(redo(&mut played))[0].0, "nothing-to-redo");
    assert_eq!(played.outcome().hands, 3);
}

#[test]
fn a_role_may_undo_the_changes_that_it_may_make() {
    let mut played = two_hands();
    let needs =
        |played: &Match, change| played.required_role(&serde_json::from_value(change).unwrap());
    assert_eq!(
        needs(&played, json!({ "action": "record", "hand": {} })),
        Role::Score
    );
    assert_eq!(needs(&played, json!({ "action": "undo" })), Role::Score);
    make(
        &mut played,
        json!({ "action": "void", "hand": 2, "reason": "misdeal" }),
    )
    .unwrap();
    assert_eq!(needs(&played, json!({ "action": "undo" })), Role::Direct);
    make(&mut played, json!({ "action": "undo" })).unwrap();
    assert_eq!(needs(&played, json!({ "action": "redo" })), Role::Direct);
}

#[test]
fn keys_are_renewed_and_revoked_one_by_one() {
    let mut played = two_hands();
    let renewed = |role| EventKind::KeyRenewed { role };
    let revoked = EventKind::KeyRevoked { role: Role::View };
    let by = Role::Direct;
    played.record(renewed(Role::Score), AT, by).unwrap();
    played.record(revoked, AT, by).unwrap();
    let generations = |played: &Match| Role::KEYED.map(|role| played.key_generation(role));
    assert_eq!(generations(&played), [None, Some(1), Some(0)]);
    played.record(renewed(Role::View), AT, by).unwrap();
    assert_eq!(generations(&played), [Some(1), Some(1), Some(0)]);
    assert_eq!(
        codes(played.record(renewed(Role::Admin), AT, Role::Admin))[0].0,
        "no-such-key"
    );
    assert!(
        !played.can_undo() && !played.can_redo(),
        "changes of keys cannot be undone"
    );
    assert_eq!(generations(&reread(&played)), generations(&played));
}
