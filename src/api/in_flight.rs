//! Requests in flight: a stop of the service waits for them.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use super::connections::Connection;

/// How often the count is read.
const INTERVAL: Duration = Duration::from_millis(100);
/// How many times in a row the count must be zero: the system has sent the last answer by then, and a
/// client that sends one request after the other has had time for the next.
const IDLE_INTERVALS: u32 = 20;

/// The requests in flight, which share this.
#[derive(Debug, Default)]
pub struct InFlight(Arc<()>);

/// A request that counts as in flight until this is dropped.
#[derive(Debug)]
pub struct InFlightGuard {
    #[expect(dead_code, reason = "it is only counted")]
    count: Arc<()>,
    /// The connection that it came by.
    connection: Option<Arc<Connection>>,
    /// How many bytes of the answer's body were given to the connection.
    bytes: u64,
}

impl InFlight {
    /// Counts a request that came by a connection.
    pub fn begin(&self, connection: Option<Arc<Connection>>) -> InFlightGuard {
        if let Some(connection) = &connection {
            connection.work();
        }
        InFlightGuard {
            count: self.0.clone(),
            connection,
            bytes: 0,
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

/// The body of an answer, whose request is in flight until the body is sent or dropped.
pub struct InFlightBody {
    body: BoxBody,
    guard: InFlightGuard,
}

impl InFlightGuard {
    /// The body that keeps the request in flight.
    pub fn until_sent(self, body: BoxBody) -> InFlightBody {
        InFlightBody { body, guard: self }
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
        let polled = Pin::new(&mut self.body).poll_next(context);
        let guard = &mut self.guard;
        match (&polled, &guard.connection) {
            (Poll::Pending, Some(connection)) => connection.work(),
            (Poll::Ready(Some(Ok(chunk))), Some(connection)) => {
                guard.bytes += chunk.len() as u64;
                connection.wait(guard.bytes);
            }
            _ => {}
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[actix_web::test]
    async fn a_stop_waits_for_requests_in_flight_and_for_nothing_else() {
        let in_flight = InFlight::default();
        let body = in_flight.begin(None).until_sent(BoxBody::new("a sheet"));
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
