//! Requests in flight: a stop of the service waits for them.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

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
pub struct InFlightGuard(#[expect(dead_code, reason = "it is only counted")] Arc<()>);

impl InFlight {
    /// Counts a request.
    pub fn begin(&self) -> InFlightGuard {
        InFlightGuard(self.0.clone())
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

/// The body of an answer, whose request is in flight until the body is sent or dropped.
pub struct InFlightBody {
    body: BoxBody,
    _guard: InFlightGuard,
}

impl InFlightGuard {
    /// The body that keeps the request in flight.
    pub fn until_sent(self, body: BoxBody) -> InFlightBody {
        InFlightBody { body, _guard: self }
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
        Pin::new(&mut self.body).poll_next(context)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[actix_web::test]
    async fn a_stop_waits_for_requests_in_flight_and_for_nothing_else() {
        let in_flight = InFlight::default();
        let body = in_flight.begin().until_sent(BoxBody::new("a sheet"));
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
