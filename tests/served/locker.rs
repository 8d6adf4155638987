//! A lock on the database of a service. The service can read the database but not write it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;
use tokio::runtime::Runtime;

use super::database;

/// A lock that is released when dropped.
pub enum Locker {
    /// A write transaction on an SQLite file.
    File(Option<SqliteConnection>, Runtime),
    /// A PostgreSQL session, which ends when its input is closed.
    Session(Child),
}

impl Locker {
    /// Locks the database of the service in this folder.
    pub fn lock(folder: &Path) -> Locker {
        if database::on_postgres() {
            return Locker::session(folder);
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let connection = runtime.block_on(async {
            let mut connection = database::connect(&folder.join("matches.db")).await;
            connection.execute("BEGIN IMMEDIATE").await.unwrap();
            connection
        });
        Locker::File(Some(connection), runtime)
    }

    fn session(folder: &Path) -> Locker {
        let mut session = Command::new("psql")
            .args(["-X", "-q", "-A", "-t"])
            .arg(database::url(folder, "matches.db"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lock = "BEGIN; LOCK TABLE matches, events, idempotency, idempotent_changes \
                    IN EXCLUSIVE MODE; SELECT 'locked';\n";
        let input = session.stdin.as_mut().unwrap();
        input.write_all(lock.as_bytes()).unwrap();
        let mut text = String::new();
        BufReader::new(session.stdout.as_mut().unwrap())
            .read_line(&mut text)
            .unwrap();
        assert_eq!(text, "locked\n");
        Locker::Session(session)
    }
}

impl Drop for Locker {
    fn drop(&mut self) {
        match self {
            Locker::File(connection, runtime) => {
                let mut connection = connection.take().unwrap();
                runtime.block_on(async {
                    connection.execute("ROLLBACK").await.unwrap();
                    sqlx::Connection::close(connection).await.unwrap();
                });
            }
            Locker::Session(session) => {
                drop(session.stdin.take());
                session.wait().unwrap();
            }
        }
    }
}
