//! Loading and judging of large matches: on threads that answer nobody, and counted for whoever asked.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::error::ServiceError;

/// What has fewer bytes is judged where it is: that takes no longer than to pass it on.
const SMALL: usize = 32 * 1024;

/// So much is judged at once: half of the processors are left for those who ask for little.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(2, NonZeroUsize::get);
    Semaphore::new((processors / 2).max(1))
});

tokio::task_local! {
    /// How long was judged for the request that is answered.
    static JUDGED: Cell<Duration>;
}

/// What a request comes to, and how long a thread of its own was busy with it.
pub async fn counted<T>(asked: impl Future<Output = T>) -> (T, Duration) {
    let asked = async {
        let answer = asked.await;
        (answer, JUDGED.with(Cell::get))
    };
    JUDGED.scope(Cell::default(), asked).await
}

/// Loads or judges so many bytes: few at once, many on a thread of its own when it is their turn.
///
/// # Errors
/// [`ServiceError::Store`], if the work panics.
pub async fn judge_apart<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    if bytes < SMALL {
        return Ok(work());
    }
    let failed = |error: &dyn ToString| ServiceError::Store(error.to_string());
    let _place = PLACES.acquire().await.map_err(|error| failed(&error))?;
    let (worked, took) = spawn_blocking(move || timed(work))
        .await
        .map_err(|error| failed(&error))?;
    note(took);
    Ok(worked)
}

/// What work comes to, and how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long it takes is what it costs"
    )]
    let began = Instant::now();
    let worked = work();
    (worked, began.elapsed())
}

/// Counts what was judged for the request that is answered.
pub fn note(took: Duration) {
    // What the service does by itself is nobody's.
    let _ = JUDGED.try_with(|judged| judged.set(judged.get() + took));
}

#[cfg(test)]
mod tests {
    use std::thread::{current, sleep};

    use super::*;

    #[tokio::test]
    async fn what_is_large_is_judged_elsewhere_and_counted() {
        let here = current().id();
        let work = || {
            sleep(Duration::from_millis(20));
            current().id()
        };
        let (small, cost) = counted(judge_apart(SMALL - 1, work)).await;
        assert_eq!((small.unwrap(), cost), (here, Duration::ZERO));
        let (large, cost) = counted(judge_apart(SMALL, work)).await;
        assert_ne!(large.unwrap(), here);
        assert!(cost >= Duration::from_millis(20));
    }
}
