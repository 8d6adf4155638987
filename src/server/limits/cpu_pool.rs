//! Heavy work, off the threads that answer: so much at once, so much waiting, each for so long. Of what waits,
//! nobody has more than a share.

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

/// How long work waits for its turn, and then how long it is waited for.
const DEADLINE: Duration = Duration::from_secs(10);
/// How many wait for each that is worked on.
const WAITING: usize = 8;
/// How many places whoever asks has in which something waits.
const SHARE: usize = 2;
/// Bodies of fewer bytes are judged where they are: that takes no longer than to pass them on.
const SMALL: usize = 32 * 1024;

/// Drawing and writing of paper. It holds all pages at once, so half of the processors are enough.
pub static PAPER: LazyLock<CpuPool> = LazyLock::new(|| {
    let processors = processors();
    CpuPool::of("paper", (processors / 2).max(1), processors * WAITING)
});
/// Judging of large documents.
static DOCUMENTS: LazyLock<CpuPool> = LazyLock::new(|| CpuPool::new("documents"));

/// A queue with room for so many.
#[derive(Debug)]
pub struct CpuPool {
    places: Semaphore,
    processors: Arc<Semaphore>,
    /// How many places all have together who ask from one address: half, so that there are places for others.
    of_site: usize,
    name: &'static str,
}

impl CpuPool {
    fn new(name: &'static str) -> CpuPool {
        let processors = processors();
        CpuPool::of(name, processors, processors * WAITING)
    }

    fn of(name: &'static str, at_once: usize, waiting: usize) -> CpuPool {
        CpuPool {
            places: Semaphore::new(at_once + waiting),
            processors: Arc::new(Semaphore::new(at_once)),
            of_site: (waiting / 2).max(SHARE),
            name,
        }
    }

    /// Works on a thread of its own when it is its turn.
    ///
    /// # Errors
    /// 503 with `Retry-After`: so much waits already, in all or of whoever asks, or it took too long. 500 after
    /// a panic.
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
            // It is kept until the work ends, even if nobody waits for it any longer.
            let _processor = processor;
            work()
        });
        in_time(worked).await
    }
}

/// What somebody waits for, if it comes in time.
///
/// # Errors
/// 503: it does not; 500: it failed.
async fn in_time<T, E>(awaited: impl Future<Output = Result<T, E>>) -> Result<T, Problem> {
    match timeout(DEADLINE, awaited).await {
        Ok(came) => came.map_err(|_| ProblemKind::Internal.into()),
        Err(_) => Err(overloaded()),
    }
}

/// Judges a body: a small one at once, a large one when it is its turn.
///
/// # Errors
/// As of [`CpuPool::run`], and those of the work.
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

/// Judges a body when it is its turn, however small it is: for what a few bytes may ask much of.
///
/// # Errors
/// As of [`CpuPool::run`], and those of the work.
pub async fn judge_apart<T: Send + 'static>(
    request: &HttpRequest,
    body: Body,
    work: impl FnOnce(&Body) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let judged = DOCUMENTS.run(Asking::of(request), move || timed(|| work(&body)));
    let (judged, took) = judged.await?;
    note_judged(took);
    judged
}

/// Works on a thread of its own when it is its turn among the large documents, however long that takes:
/// for a part of something long, between whose parts others are worked on.
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
        let queue = Arc::new(CpuPool::of("test", 1, 1));
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
        let queue = CpuPool::of("test", 1, 16);
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
