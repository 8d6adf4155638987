//! Behavior specific to PostgreSQL: several servers at once, broken connections, commit order.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use overtrick_match::ledger::MatchId;
use overtrick_server::{MatchService, Role, ServiceError, StoreSettings};
use overtrick_store::{Store, StoreError, open};

use crate::served::database::{Server, postgres};
use crate::store::table::{assert_whole, change, document, hand, note, story, system};

/// Returns settings for the database at this URL.
fn settings(folder: &std::path::Path, url: String) -> StoreSettings {
    StoreSettings {
        secret: Some(folder.join("overtrick.secret")),
        patience: Duration::from_secs(20),
        ..StoreSettings::new(url)
    }
}

/// Returns a server with a new database and a folder, or `None` without PostgreSQL.
fn database() -> Option<(&'static Server, tempfile::TempDir, StoreSettings)> {
    let server = postgres()?;
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path(), server.url_of(folder.path()));
    Some((server, folder, settings))
}

async fn opened(settings: &StoreSettings) -> MatchService {
    MatchService::open(settings.clone(), system())
        .await
        .unwrap()
}

async fn store(settings: &StoreSettings) -> Arc<Store> {
    open(settings).await.unwrap()
}

#[test]
fn the_feed_misses_no_change_while_several_servers_write() {
    let Some((_, _folder, settings)) = database() else {
        return;
    };
    story(async {
        let servers = [opened(&settings).await, opened(&settings).await];
        let ends = Arc::new(AtomicBool::new(false));
        let follower = {
            let (store, ends) = (store(&settings).await, ends.clone());
            tokio::spawn(async move {
                let (mut seen, mut after) = (BTreeSet::new(), 0);
                loop {
                    let last = ends.load(Ordering::SeqCst);
                    let page = store.changes(after, None, 7).await.unwrap();
                    let Some(newest) = page.last() else {
                        if last {
                            return seen;
                        }
                        continue;
                    };
                    after = newest.position;
                    let each = page.iter();
                    seen.extend(each.map(|one| (one.match_id.to_string(), one.version)));
                }
            })
        };
        let mut writers = JoinSet::new();
        for number in 0..16 {
            let matches = servers[number % 2].clone();
            writers.spawn(async move {
                let id = matches.create(&document(), None).await.unwrap().id;
                let mut written = vec![(id.to_string(), 1)];
                for version in 1..=8 {
                    let note = note(&version.to_string());
                    let changed = change(&matches, id.as_str(), version, Role::Score, note).await;
                    written.push((id.to_string(), changed.unwrap().version()));
                }
                written
            });
        }
        let written: BTreeSet<_> = writers.join_all().await.into_iter().flatten().collect();
        ends.store(true, Ordering::SeqCst);
        assert_eq!(follower.await.unwrap(), written);
    });
}

#[test]
fn acknowledged_changes_are_stored_once_despite_broken_connections() {
    let Some((server, _folder, settings)) = database() else {
        return;
    };
    let name = settings.database.split(['/', '?']).nth(3).unwrap();
    let cut = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}'"
    );
    story(async {
        let matches = opened(&settings).await;
        let ends = Arc::new(AtomicBool::new(false));
        let cutter = {
            let ends = ends.clone();
            std::thread::spawn(move || {
                let mut cuts = 0;
                while !ends.load(Ordering::SeqCst) {
                    cuts += server.psql(&cut).parse::<u32>().unwrap();
                }
                cuts
            })
        };
        let mut writers = JoinSet::new();
        for _ in 0..16 {
            let matches = matches.clone();
            writers.spawn(async move {
                let id = loop {
                    match matches.create(&document(), None).await {
                        Ok(created) => break created.id,
                        Err(error) => assert_eq!(error, ServiceError::Store(StoreError::Busy)),
                    }
                };
                let (mut version, mut acknowledged) = (1, Vec::new());
                while acknowledged.len() < 12 {
                    let text = format!("{version} {}", acknowledged.len());
                    match change(&matches, id.as_str(), version, Role::Score, note(&text)).await {
                        Ok(changed) => {
                            version = changed.version();
                            acknowledged.push((version, text));
                        }
                        // A failed write may have succeeded, so the retry gets a conflict.
                        Err(ServiceError::Conflict { current }) => version = current,
                        Err(error) => assert_eq!(error, ServiceError::Store(StoreError::Busy)),
                    }
                }
                (id, version, acknowledged)
            });
        }
        let written = writers.join_all().await;
        ends.store(true, Ordering::SeqCst);
        assert!(cutter.join().unwrap() > 0, "no connection was cut");
        matches.close().await.unwrap();

        let store = store(&settings).await;
        for (id, version, acknowledged) in &written {
            let log = store
                .log(&MatchId::read(id.as_str()).unwrap())
                .await
                .unwrap();
            assert_eq!(log.events.len(), usize::try_from(*version).unwrap());
            for (version, text) in acknowledged {
                let event = &log.events[usize::try_from(version - 1).unwrap()];
                assert!(event.kind.contains(text), "{event:?}");
            }
        }
        store.close().await.unwrap();
        let matches = opened(&settings).await;
        let all = matches.store().list(None, 1000).await.unwrap().len();
        assert_whole(&matches, all).await;
    });
}

#[test]
fn servers_that_start_at_once_on_a_new_database_make_its_tables_once() {
    let Some(server) = postgres() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path(), server.empty());
    story(async {
        let (one, two, three) = tokio::join!(store(&settings), store(&settings), store(&settings));
        let servers = [one, two, three];
        for server in &servers {
            server.health().await.unwrap();
            assert_eq!(server.faults().await.unwrap(), [""; 0]);
        }
    });
    let versions = "SELECT count(*) > 0 AND count(*) = count(DISTINCT version) AND bool_and(success) \
        FROM _sqlx_migrations";
    assert_eq!(server.run(&settings.database, versions), "t");
}

#[test]
fn a_database_that_may_only_be_read_is_shown() {
    let Some((server, _folder, settings)) = database() else {
        return;
    };
    story(async {
        let matches = opened(&settings).await;
        let id = matches.create(&document(), None).await.unwrap().id;
        matches.close().await.unwrap();
        let name = settings.database.split(['/', '?']).nth(3).unwrap();
        let set = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
        server.psql(&set);
        let matches = opened(&settings).await;
        assert_eq!(matches.read(id.as_str()).await.unwrap().version(), 1);
        let refused = change(&matches, id.as_str(), 1, Role::Score, hand(1)).await;
        assert_eq!(
            refused.unwrap_err(),
            ServiceError::Store(StoreError::ReadOnly)
        );
        assert_eq!(matches.store().health().await, Err(StoreError::ReadOnly));
    });
}

#[test]
fn errors_have_no_password() {
    const PASSWORD: &str = "a-word-that-nobody-may-read";
    let folder = tempfile::tempdir().unwrap();
    story(async {
        for url in [
            format!("postgres://overtrick:{PASSWORD}@127.0.0.1:1/overtrick"),
            format!("postgresql://overtrick@127.0.0.1:1/overtrick?password={PASSWORD}"),
            format!("postgres://overtrick:{PASSWORD}@127.0.0.1:none/overtrick"),
            format!("postgres://overtrick:{PASSWORD}@127.0.0.1:1/overtrick?sslmode=perhaps"),
        ] {
            let settings = StoreSettings {
                patience: Duration::from_millis(200),
                ..settings(folder.path(), url.clone())
            };
            let failed = MatchService::open(settings.clone(), system())
                .await
                .unwrap_err();
            let text = format!("{failed:?} {failed} {settings:?}");
            assert!(!text.contains(PASSWORD), "{text}");
            assert!(text.contains("database"), "{url}: {text}");
        }
    });
}
