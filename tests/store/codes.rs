//! Stored join codes.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use overtrick_match::ledger::Match;
use overtrick_server::{Clock, MatchService, Role, ServiceError, Timestamp};
use overtrick_store::{StoredCode, open};

use crate::store::table::{NOW, document, settings, story, system};

const VALID: Duration = Duration::from_hours(12);

/// A clock set by hand.
#[derive(Debug)]
struct HandClock(AtomicU64);

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::Relaxed))
    }
}

async fn matches(folder: &Path) -> (MatchService, Arc<HandClock>) {
    let clock = Arc::new(HandClock(AtomicU64::new(NOW.as_millis())));
    let system = (clock.clone() as Arc<dyn Clock>, system().1);
    let matches = MatchService::open(settings(folder), system).await.unwrap();
    (matches, clock)
}

async fn code(matches: &MatchService, played: &Match, role: Role) -> String {
    matches.make_code(played, role).await.unwrap().code
}

#[test]
fn a_code_opens_its_match_for_twelve_hours() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let (matches, clock) = matches(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        let code = code(&matches, &created.played, Role::Score).await;
        let end = NOW.as_millis() + u64::try_from(VALID.as_millis()).unwrap();
        for at in [NOW.as_millis(), end - 1] {
            clock.0.store(at, Ordering::Relaxed);
            let joined = matches.join(&code).await.unwrap();
            assert_eq!(
                (joined.id, joined.key),
                (created.id.clone(), created.keys.score.clone())
            );
        }
        clock.0.store(end, Ordering::Relaxed);
        let joined = matches.join(&code).await;
        assert_eq!(joined, Err(ServiceError::UnknownCode));
    });
}

#[test]
fn a_new_code_of_a_role_takes_the_place_of_the_one_before() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let (matches, _) = matches(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        let first = code(&matches, &created.played, Role::Score).await;
        let other = code(&matches, &created.played, Role::View).await;
        let second = code(&matches, &created.played, Role::Score).await;
        let joined = matches.join(&first).await;
        assert_eq!(joined, Err(ServiceError::UnknownCode));
        assert_eq!(matches.join(&second).await.unwrap().role, Role::Score);
        assert_eq!(matches.join(&other).await.unwrap().role, Role::View);
    });
}

#[test]
fn of_more_codes_than_there_may_be_the_one_that_ends_first_makes_room() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let (matches, _) = matches(folder.path()).await;
        let mut ids = Vec::new();
        for _ in 0..4 {
            ids.push(matches.create(&document(), None).await.unwrap().id);
        }
        let store = open(&settings(folder.path())).await.unwrap();
        let stored = |number: u8| StoredCode {
            digest: [number; 32],
            id: ids[usize::from(number)].clone(),
            role: Role::View,
            generation: 0,
            // The code that was made first expires last.
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
            "it opens another match"
        );
    });
}
