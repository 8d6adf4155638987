//! Heavy work, off the threads that answer: so much at once, so much waiting, each for so long.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::web;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};

/// How long work waits for its turn, and then how long it is waited for.
const DEADLINE: Duration = Duration::from_secs(10);
/// How many wait for each that is worked on.
const WAITING: usize = 8;
/// Bodies of fewer bytes are judged where they are: that takes no longer than to pass them on.
const SMALL: usize = 32 * 1024;

/// Drawing and writing of paper. It holds all pages at once, so half of the processors are enough.
pub static PAPER: LazyLock<Queue> = LazyLock::new(|| {
    let processors = processors();
    Queue::of((processors / 2).max(1), processors * WAITING)
});
/// Judging of large documents.
static DOCUMENTS: LazyLock<Queue> = LazyLock::new(Queue::new);

/// A queue with room for so many.
#[derive(Debug)]
pub struct Queue {
    places: Semaphore,
    processors: Arc<Semaphore>,
}

impl Queue {
    fn new() -> Queue {
        let processors = processors();
        Queue::of(processors, processors * WAITING)
    }

    fn of(at_once: usize, waiting: usize) -> Queue {
        Queue {
            places: Semaphore::new(at_once + waiting),
            processors: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// Works on a thread of its own when it is its turn.
    ///
    /// # Errors
    /// 503 with `Retry-After`: so much waits already, or it took too long. 500 after a panic.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _place = self.places.try_acquire().map_err(|_| overloaded())?;
        let processor = in_time(self.processors.clone().acquire_owned()).await?;
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
/// As of [`Queue::run`], and those of the work.
pub async fn judge<T: Send + 'static>(
    body: Body,
    work: impl FnOnce(&Body) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if body.0.len() < SMALL {
        return work(&body);
    }
    DOCUMENTS.run(move || work(&body)).await?
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
    use std::sync::mpsc;

    use super::*;

    #[actix_web::test]
    async fn who_finds_the_queue_full_is_told_to_come_back() {
        let queue = Arc::new(Queue::of(1, 1));
        let (go_on, wait) = mpsc::channel::<()>();
        let (working, waiting) = (queue.clone(), queue.clone());
        let first = actix_web::rt::spawn(async move { working.run(move || wait.recv()).await });
        tokio::task::yield_now().await;
        let second = actix_web::rt::spawn(async move { waiting.run(|| 2).await });
        tokio::task::yield_now().await;
        let refused = queue.run(|| 3).await.unwrap_err();
        assert_eq!(refused.kind(), ProblemKind::Overloaded);
        go_on.send(()).unwrap();
        assert!(first.await.unwrap().unwrap().is_ok());
        assert_eq!(second.await.unwrap().unwrap(), 2);
        assert_eq!(queue.run(|| 4).await.unwrap(), 4);
    }
}
