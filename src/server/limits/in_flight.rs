//! Requests in flight, which a stop of the service waits for.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use crate::http::held::HeldForRequest;
use crate::limits::connections::Connection;

/// The most bytes passed to a connection at once.
const CHUNK: usize = 32 * 1024;
/// How often the count is checked.
const INTERVAL: Duration = Duration::from_millis(100);
/// How often in a row the count must be zero: by then the system has sent the last answer, and a client that
/// sends one request after another has had time for the next.
const IDLE_INTERVALS: u32 = 20;

/// The requests in flight; each holds a clone.
#[derive(Debug, Default)]
pub struct InFlight(Arc<()>);

/// A request that counts as in flight until this is dropped.
#[derive(Debug)]
pub struct InFlightGuard {
    #[expect(dead_code, reason = "it is only counted")]
    count: Arc<()>,
    /// The connection of the request.
    connection: Option<Arc<Connection>>,
    /// How many bytes of the answer's body were passed to the connection.
    bytes: u64,
    /// The memory held for it.
    held: Arc<HeldForRequest>,
}

impl InFlight {
    /// Counts a request on a connection, with the memory held for it.
    pub fn begin(
        &self,
        connection: Option<Arc<Connection>>,
        held: Arc<HeldForRequest>,
    ) -> InFlightGuard {
        if let Some(connection) = &connection {
            connection.work();
        }
        InFlightGuard {
            count: self.0.clone(),
            connection,
            bytes: 0,
            held,
        }
    }

    /// Waits until no request has been in flight for two seconds.
    pub async fn wait_for_none(&self) {
        let mut idle = 0;
        while idle < IDLE_INTERVALS {
            tokio::time::sleep(INTERVAL).await;
            idle = match Arc::strong_count(&self.0) {
                1 => idle + 1,
                _ => 0,
            };
        }
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            connection.wait(self.bytes);
        }
    }
}

/// An answer's body; its request is in flight until the body is sent or dropped.
pub struct InFlightBody {
    body: BoxBody,
    /// The part not yet passed to the connection. The connection copies what it gets, so it gets little at a
    /// time; otherwise an unread answer would be in memory twice.
    left: Bytes,
    guard: InFlightGuard,
}

impl InFlightGuard {
    /// Wraps a body so that it keeps the request in flight.
    pub fn until_sent(self, body: BoxBody) -> InFlightBody {
        InFlightBody {
            body,
            left: Bytes::new(),
            guard: self,
        }
    }
}

impl MessageBody for InFlightBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.left.is_empty() {
            match Pin::new(&mut self.body).poll_next(context) {
                Poll::Ready(Some(Ok(chunk))) => {
                    let guard = &mut self.guard;
                    guard.held.count(chunk.len());
                    guard.bytes += chunk.len() as u64;
                    // The deadline covers the whole answer, however small the pieces are that the client
                    // reads.
                    if let Some(connection) = &guard.connection {
                        connection.wait(guard.bytes);
                    }
                    self.left = chunk;
                }
                Poll::Pending => {
                    if let Some(connection) = &self.guard.connection {
                        connection.work();
                    }
                    return Poll::Pending;
                }
                ended @ Poll::Ready(_) => return ended,
            }
        }
        let most = self.left.len().min(CHUNK);
        let chunk = self.left.split_to(most);
        self.guard.held.remove(chunk.len());
        Poll::Ready(Some(Ok(chunk)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::http::held::HeldBytes;

    #[actix_web::test]
    async fn a_stop_waits_for_requests_in_flight_and_for_nothing_else() {
        let in_flight = InFlight::default();
        let held = Arc::new(HeldBytes::default()).begin([192, 0, 2, 1].into());
        let body = in_flight.begin(None, held);
        let body = body.until_sent(BoxBody::new("a sheet"));
        let sent = Arc::new(AtomicBool::new(false));
        let flag = sent.clone();
        actix_web::rt::spawn(async move {
            tokio::time::sleep(INTERVAL * 3).await;
            flag.store(true, Ordering::SeqCst);
            drop(body);
        });
        in_flight.wait_for_none().await;
        assert!(sent.load(Ordering::SeqCst));
        in_flight.wait_for_none().await;
    }
}
