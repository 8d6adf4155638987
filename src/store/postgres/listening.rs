//! Forwards notices from the database over one connection, and reconnects if the connection is lost.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::super::servers::Notice;
use overtrick_match::ledger::MatchId;

/// The channel notified by the database's triggers.
const CHANNEL: &str = "overtrick";
/// How long to wait before reconnecting.
const PAUSE: Duration = Duration::from_millis(500);

/// Forwards notices until the receiver is dropped. Each new connection begins with [`Notice::Committed`],
/// because commits may have been missed before it.
pub async fn listen(pool: PgPool, sender: mpsc::Sender<Notice>) {
    loop {
        if let Err(error) = forward_notices(&pool, &sender).await {
            tracing::debug!(?error, "the connection for notices was lost");
        }
        tokio::select! {
            () = sender.closed() => return,
            () = sleep(PAUSE) => {}
        }
    }
}

/// Forwards notices until the connection is lost or the receiver is dropped.
async fn forward_notices(pool: &PgPool, sender: &mpsc::Sender<Notice>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    let mut notice = Notice::Committed;
    loop {
        if sender.send(notice).await.is_err() {
            return Ok(());
        }
        let received = tokio::select! {
            () = sender.closed() => return Ok(()),
            received = listener.try_recv() => received?,
        };
        let Some(received) = received else {
            return Ok(());
        };
        notice = MatchId::read(received.payload()).map_or(Notice::Committed, Notice::Rematch);
    }
}
