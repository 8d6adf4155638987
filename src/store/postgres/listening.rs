//! Listening for commits of any instance, on one connection that is reopened when lost.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::super::instances::{Commit, Notice};
use super::connection::Connector;
use overtrick_match::ledger::MatchId;

/// The channel notified by the database's triggers.
const CHANNEL: &str = "overtrick";
/// How long to wait before reconnecting.
const PAUSE: Duration = Duration::from_millis(500);

/// Forwards notices until nobody wants them. At the beginning and after a lost connection, notices may be
/// missing, which [`Notice::Lost`] reports.
pub async fn listen(connector: Connector, tell: mpsc::Sender<Notice>) {
    loop {
        if let Err(error) = hear(&connector, &tell).await {
            tracing::debug!(?error, "notices of the database are not heard");
        }
        tokio::select! {
            () = tell.closed() => return,
            () = sleep(PAUSE) => {}
        }
    }
}

/// Forwards notices until the connection is lost or nobody wants them.
async fn hear(connector: &Connector, tell: &mpsc::Sender<Notice>) -> Result<(), sqlx::Error> {
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(connector.patience())
        .connect_lazy_with(connector.options().clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    let mut next = Some(Notice::Lost);
    loop {
        if let Some(notice) = next
            && tell.send(notice).await.is_err()
        {
            return Ok(());
        }
        next = tokio::select! {
            () = tell.closed() => return Ok(()),
            heard = listener.try_recv() => match heard? {
                Some(heard) => read(heard.payload()),
                None => return Ok(()),
            }
        };
    }
}

/// Parses a message; `None` if it comes from a later version of the program.
fn read(message: &str) -> Option<Notice> {
    let mut words = message.split(' ');
    match words.next()? {
        "c" => {
            let mut commits = Vec::new();
            while let Some(position) = words.next() {
                let position = position.parse().ok()?;
                let version: u64 = words.next()?.parse().ok()?;
                commits.push(Commit {
                    position,
                    version: Some(version).filter(|version| *version > 0),
                    id: MatchId::read(words.next()?)?,
                });
            }
            Some(Notice::Committed(commits))
        }
        "k" => Some(Notice::ApiKeys),
        "n" => MatchId::read(words.next()?).map(Notice::Next),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_the_triggers_write_it() {
        let id = |text: &str| MatchId::read(text).unwrap();
        let commit = |position, version, name: &str| Commit {
            position,
            version,
            id: id(name),
        };
        let one = "first-match-of-an-evening";
        let other = "second-match-of-an-evening";
        assert_eq!(
            read(&format!("c 7 3 {one} 8 0 {other}")),
            Some(Notice::Committed(vec![
                commit(7, Some(3), one),
                commit(8, None, other)
            ]))
        );
        assert_eq!(read("k"), Some(Notice::ApiKeys));
        assert_eq!(read(&format!("n {one}")), Some(Notice::Next(id(one))));
        for unknown in ["", "x", "c 7", "c 7 x y", "n", "n ?"] {
            assert_eq!(read(unknown), None, "{unknown:?}");
        }
    }
}
