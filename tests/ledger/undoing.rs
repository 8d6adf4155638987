//! Undo and redo, and who may use them.

use serde_json::json;

use overtrick_match::ledger::{Ledger, Role};

use crate::ledger::table::{AT, brink, codes, make, reread, seen, two_hands};

#[test]
fn two_hundred_changes_can_be_undone_and_no_more() {
    let mut ledger = two_hands();
    for number in 0..205 {
        make(
            &mut ledger,
            json!({ "action": "describe", "notes": format!("{number}") }),
        )
        .unwrap();
    }
    for _ in 0..200 {
        make(&mut ledger, json!({ "action": "undo" })).unwrap();
    }
    assert_eq!(seen(&ledger)["notes"], "4");
    assert_eq!(
        codes(make(&mut ledger, json!({ "action": "undo" })))[0].0,
        "nothing-to-undo"
    );
    assert_eq!(reread(&ledger).document(), ledger.document());
}

#[test]
fn a_new_change_leaves_nothing_to_do_again() {
    let mut ledger = two_hands();
    let redo = |ledger: &mut Ledger| make(ledger, json!({ "action": "redo" }));
    let third = brink([4, 4], [1, 2]);
    assert_eq!(codes(redo(&mut ledger))[0].0, "nothing-to-redo");
    make(&mut ledger, json!({ "action": "record", "hand": third })).unwrap();
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    redo(&mut ledger).unwrap();
    assert_eq!(ledger.outcome().hands, 3);
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    make(&mut ledger, json!({ "action": "record", "hand": third })).unwrap();
    assert_eq!(codes(redo(&mut ledger))[0].0, "nothing-to-redo");
    assert_eq!(ledger.outcome().hands, 3);
}

#[test]
fn what_a_role_may_undo_is_what_it_may_do() {
    let mut ledger = two_hands();
    let needs =
        |ledger: &Ledger, change| ledger.required_role(&serde_json::from_value(change).unwrap());
    assert_eq!(
        needs(&ledger, json!({ "action": "record", "hand": {} })),
        Role::Score
    );
    assert_eq!(needs(&ledger, json!({ "action": "undo" })), Role::Score);
    make(
        &mut ledger,
        json!({ "action": "void", "hand": 2, "reason": "misdeal" }),
    )
    .unwrap();
    assert_eq!(needs(&ledger, json!({ "action": "undo" })), Role::Direct);
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    assert_eq!(needs(&ledger, json!({ "action": "redo" })), Role::Direct);
}

#[test]
fn a_key_is_renewed_or_taken_away_one_by_one() {
    let mut ledger = two_hands();
    ledger.renew_key(Role::Score, AT, Role::Direct).unwrap();
    ledger.revoke_key(Role::View, AT, Role::Direct).unwrap();
    let generations = |ledger: &Ledger| Role::KEYED.map(|role| ledger.key_generation(role));
    assert_eq!(generations(&ledger), [None, Some(1), Some(0)]);
    ledger.renew_key(Role::View, AT, Role::Direct).unwrap();
    assert_eq!(generations(&ledger), [Some(1), Some(1), Some(0)]);
    assert_eq!(
        codes(ledger.renew_key(Role::Admin, AT, Role::Admin))[0].0,
        "no-such-key"
    );
    assert!(
        !ledger.can_undo() && !ledger.can_redo(),
        "a key is no part of the match that is undone"
    );
    assert_eq!(generations(&reread(&ledger)), generations(&ledger));
}
