//! Heavy work, off the threads that answer requests. Concurrent work, queue length and waiting time are
//! limited, and each client has a limited share of the queue.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::{HttpRequest, web};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::limits::askers::Asking;
use crate::matches::judged::{note as note_judged, timed};

/// How long work may wait for its turn, and then how long it may take.
const DEADLINE: Duration = Duration::from_secs(10);
/// Queue places per running work.
const WAITING: usize = 8;
/// The most queue places of one client.
const SHARE: usize = 2;
/// Bodies below this many bytes are judged directly, because handing them over would take as long.
const SMALL: usize = 32 * 1024;

/// Drawing and writing PDFs. All pages are in memory at once, so half of the processors suffice.
pub static PAPER: LazyLock<CpuPool> = LazyLock::new(|| {
    let processors = processors();
    CpuPool::bounded("paper", (processors / 2).max(1), processors * WAITING)
});
/// Judging of large documents.
static DOCUMENTS: LazyLock<CpuPool> = LazyLock::new(|| CpuPool::new("documents"));

/// A pool that runs this many works at once.
#[derive(Debug)]
pub struct CpuPool {
    places: Semaphore,
    processors: Arc<Semaphore>,
    /// The most queue places of one site: half of all, so that there are places for others.
    of_site: usize,
    name: &'static str,
}

impl CpuPool {
    fn new(name: &'static str) -> CpuPool {
        let processors = processors();
        CpuPool::bounded(name, processors, processors * WAITING)
    }

    fn bounded(name: &'static str, at_once: usize, waiting: usize) -> CpuPool {
        CpuPool {
            places: Semaphore::new(at_once + waiting),
            processors: Arc::new(Semaphore::new(at_once)),
            of_site: (waiting / 2).max(SHARE),
            name,
        }
    }

    /// Runs work on a separate thread when it is its turn.
    ///
    /// # Errors
    /// 503 with `Retry-After` if the queue or the client's share is full, or the work took too long; 500
    /// after a panic.
    pub async fn run<T: Send + 'static>(
        &self,
        asking: Asking,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _place = self.places.try_acquire().map_err(|_| overloaded())?;
        let waiting = asking.place(self.name, SHARE, self.of_site);
        let waiting = waiting.ok_or_else(overloaded)?;
        let processor = in_time(self.processors.clone().acquire_owned()).await?;
        drop(waiting);
        let worked = web::block(move || {
            // Held until the work ends, even if its caller has stopped waiting.
            let _processor = processor;
            work()
        });
        in_time(worked).await
    }
}

/// Waits for a result up to the deadline.
///
/// # Errors
/// 503 after the deadline; 500 if the work failed.
async fn in_time<T, E>(awaited: impl Future<Output = Result<T, E>>) -> Result<T, Problem> {
    match timeout(DEADLINE, awaited).await {
        Ok(came) => came.map_err(|_| ProblemKind::Internal.into()),
        Err(_) => Err(overloaded()),
    }
}

/// Judges a body: a small one directly, a large one when it is its turn.
///
/// # Errors
/// Same as [`CpuPool::run`]; errors of the work.
pub async fn judge<T: Send + 'static>(
    request: &HttpRequest,
    body: Body,
    work: impl FnOnce(&Body) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if body.0.len() < SMALL {
        return work(&body);
    }
    judge_apart(request, body, work).await
}

/// Judges a body in the queue however small it is, for requests whose cost does not depend on their size.
///
/// # Errors
/// Same as [`CpuPool::run`]; errors of the work.
pub async fn judge_apart<T: Send + 'static>(
    request: &HttpRequest,
    body: Body,
    work: impl FnOnce(&Body) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let judged = DOCUMENTS.run(Asking::from_request(request), move || timed(|| work(&body)));
    let (judged, took) = judged.await?;
    note_judged(took);
    judged
}

/// Runs work on a separate thread in the queue of large documents, however long it waits: for one part of a
/// long task, between whose parts other work runs.
///
/// # Errors
/// 500 after a panic.
pub async fn in_turn<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let processor = DOCUMENTS.processors.clone().acquire_owned().await;
    let processor = processor.map_err(|_| ProblemKind::Internal)?;
    let worked = web::block(move || {
        let _processor = processor;
        work()
    });
    worked.await.map_err(|_| ProblemKind::Internal.into())
}

fn processors() -> usize {
    available_parallelism().map_or(2, NonZeroUsize::get)
}

fn overloaded() -> Problem {
    Problem::new(ProblemKind::Overloaded).with_header(RETRY_AFTER, HeaderValue::from_static("2"))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;
    use crate::limits::askers::{Asker, Shares};
    use overtrick_match::ledger::MatchId;

    fn at(last: u8, shares: &Arc<Shares>) -> Asking {
        let address = IpAddr::from([10, 0, 0, last]);
        Asking::new(Asker::RateLimitKey(address.into()), address, shares.clone())
    }

    #[actix_web::test]
    async fn who_finds_the_queue_full_is_told_to_come_back() {
        let shares: Arc<Shares> = Arc::default();
        let queue = Arc::new(CpuPool::bounded("test", 1, 1));
        let (go_on, wait) = mpsc::channel::<()>();
        let (working, waiting) = (queue.clone(), queue.clone());
        let (one, two) = (at(1, &shares), at(2, &shares));
        let first =
            actix_web::rt::spawn(async move { working.run(one, move || wait.recv()).await });
        tokio::task::yield_now().await;
        let second = actix_web::rt::spawn(async move { waiting.run(two, || 2).await });
        tokio::task::yield_now().await;
        let refused = queue.run(at(3, &shares), || 3).await.unwrap_err();
        assert_eq!(refused.kind(), ProblemKind::Overloaded);
        go_on.send(()).unwrap();
        assert!(first.await.unwrap().unwrap().is_ok());
        assert_eq!(second.await.unwrap().unwrap(), 2);
        assert_eq!(queue.run(at(3, &shares), || 4).await.unwrap(), 4);
        assert!(shares.are_free());
    }

    #[test]
    fn nobody_waits_in_more_than_two_places_and_an_address_in_half() {
        let shares: Arc<Shares> = Arc::default();
        let queue = CpuPool::bounded("test", 1, 16);
        let place = |asking: Asking| asking.place(queue.name, SHARE, queue.of_site);
        let of_match = |number: usize| {
            let mut asking = at(1, &shares);
            asking.who = Asker::Match(MatchId::read(&format!("{number:022}")).unwrap());
            asking
        };
        let mut waiting = Vec::new();
        for _ in 0..3 {
            waiting.extend(place(at(1, &shares)));
        }
        assert_eq!(waiting.len(), 2, "one address without keys");
        for number in 0..9 {
            waiting.extend(place(of_match(number % 3)));
        }
        assert_eq!(waiting.len(), 8, "tables with keys behind the same address");
        waiting.extend(place(of_match(3)));
        assert_eq!(
            waiting.len(),
            8,
            "half of the places is for other addresses"
        );
        assert!(place(at(2, &shares)).is_some());
        waiting.clear();
        assert!(place(at(1, &shares)).is_some());
        assert!(shares.are_free());
    }
}
