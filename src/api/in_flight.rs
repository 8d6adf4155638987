//! Requests in flight: what a stop of the service waits for.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

/// How often it is looked whether all have landed.
const LOOK: Duration = Duration::from_millis(100);
/// So many times in a row nothing is in flight before all have landed: what was sent last is then
/// with the system, and whoever asks one thing after the other has had time for the next.
const QUIET: u32 = 20;

/// How many requests are in flight.
#[derive(Debug, Default)]
pub struct Flights(Arc<AtomicUsize>);

/// A request in flight, until this is dropped.
#[derive(Debug)]
pub struct Flight(Arc<AtomicUsize>);

impl Flights {
    /// One more.
    pub fn begin(&self) -> Flight {
        self.0.fetch_add(1, Ordering::Relaxed);
        Flight(self.0.clone())
    }

    /// Waits until none has been in flight for two seconds.
    pub async fn landed(&self) {
        let mut quiet = 0;
        while quiet < QUIET {
            tokio::time::sleep(LOOK).await;
            quiet = match self.0.load(Ordering::Relaxed) {
                0 => quiet + 1,
                _ => 0,
            };
        }
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A body that is in flight until all of it is sent, or nobody wants it any more.
pub struct InFlight {
    body: BoxBody,
    _flight: Flight,
}

impl Flight {
    /// The request is in flight as long as its answer's body is.
    pub fn until_sent(self, body: BoxBody) -> InFlight {
        InFlight {
            body,
            _flight: self,
        }
    }
}

impl MessageBody for InFlight {
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
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[actix_web::test]
    async fn a_stop_waits_for_what_is_in_flight_and_for_nothing_else() {
        let flights = Flights::default();
        let body = flights.begin().until_sent(BoxBody::new("a sheet"));
        let sent = Arc::new(AtomicBool::new(false));
        let told = sent.clone();
        actix_web::rt::spawn(async move {
            tokio::time::sleep(LOOK * 3).await;
            told.store(true, Ordering::SeqCst);
            drop(body);
        });
        flights.landed().await;
        assert!(sent.load(Ordering::SeqCst));
        flights.landed().await;
    }
}
