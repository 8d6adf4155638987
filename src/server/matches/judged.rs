//! Loading and judging large matches, off the threads that answer requests; the time is counted for the
//! client.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::error::ServiceError;

/// Matches below this many bytes are judged directly, because handing them over would take as long.
const SMALL: usize = 32 * 1024;

/// The number of concurrent judgings; half of the processors are left for small requests.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(2, NonZeroUsize::get);
    Semaphore::new((processors / 2).max(1))
});

tokio::task_local! {
    /// The time spent judging for the current request.
    static JUDGED: Cell<Duration>;
}

/// The result of a future, and how long separate threads worked for it.
pub async fn counted<T>(asked: impl Future<Output = T>) -> (T, Duration) {
    let asked = async {
        let answer = asked.await;
        (answer, JUDGED.with(Cell::get))
    };
    JUDGED.scope(Cell::default(), asked).await
}

/// Loads or judges this many bytes: few directly, many on a separate thread when it is their turn.
///
/// # Errors
/// [`ServiceError::Store`] if the work panics.
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

/// The result of some work, and how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long it takes is what it costs"
    )]
    let began = Instant::now();
    let worked = work();
    (worked, began.elapsed())
}

/// Adds judging time to the current request.
pub fn note(took: Duration) {
    // Work of the service itself is not counted.
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
