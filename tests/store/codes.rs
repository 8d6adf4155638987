//! Stored join codes.

use std::time::Duration;

use overtrick_server::Role;
use overtrick_store::{StoredCode, open as open_store};

use crate::store::table::{NOW, document, open, settings, story};

const VALID: Duration = Duration::from_hours(12);

#[test]
fn the_code_that_expires_first_is_replaced_at_the_limit() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut ids = Vec::new();
        for _ in 0..4 {
            ids.push(matches.create(&document(), None).await.unwrap().id);
        }
        let store = open_store(&settings(folder.path())).await.unwrap();
        let stored = |number: u8| StoredCode {
            digest: [number; 32],
            id: ids[usize::from(number)].clone(),
            role: Role::View,
            generation: 0,
            // The first code expires last.
            until: NOW.after(
                VALID
                    .checked_sub(Duration::from_mins(number.into()))
                    .unwrap(),
            ),
        };
        for number in 0..4 {
            assert!(store.put_code(stored(number), NOW, 3).await.unwrap());
        }
        for number in 0..4 {
            let found = store.code([number; 32]).await.unwrap();
            let kept = (number != 2).then(|| stored(number));
            assert_eq!(found, kept, "{number}");
        }
        let same = StoredCode {
            id: ids[2].clone(),
            ..stored(3)
        };
        assert!(
            !store.put_code(same, NOW, 9).await.unwrap(),
            "the code opens another match"
        );
    });
}
