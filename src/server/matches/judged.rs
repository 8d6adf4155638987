//! Loading and judging large matches, off the threads that answer requests.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::error::ServiceError;

/// What has fewer bytes is judged directly, because handing it over would take as long.
const SMALL: usize = 32 * 1024;

/// The turns of work: one per processor.
static TURNS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(2, NonZeroUsize::get)));

/// Judges this many bytes: few directly, many on a separate thread when it is their turn.
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
    run_apart(work).await
}

/// Does some work on a separate thread when it is its turn.
///
/// # Errors
/// [`ServiceError::Store`] if the work panics.
pub async fn run_apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    let failed = |error: &dyn ToString| ServiceError::Store(error.to_string());
    let turn = TURNS.acquire().await.map_err(|error| failed(&error))?;
    spawn_blocking(move || {
        // Held until the work ends, even if its client has left.
        let _turn = turn;
        work()
    })
    .await
    .map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use std::thread::current;

    use super::*;

    #[tokio::test]
    async fn what_is_large_is_judged_on_another_thread() {
        let here = current().id();
        let small = judge_apart(SMALL - 1, || current().id()).await;
        assert_eq!(small.unwrap(), here);
        let large = judge_apart(SMALL, || current().id()).await;
        assert_ne!(large.unwrap(), here);
    }
}
