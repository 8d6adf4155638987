//! Progress of long tasks.

use std::fmt;
use std::sync::Arc;

/// The stage of a long task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Replaying matches.
    Checking,
    /// Judging an import, whose length is not known.
    Judging,
    /// Storing an import.
    Storing,
    /// Writing matches to a file.
    Writing,
    /// Copying the bytes of a file.
    CopyingBytes,
}

/// Called with the stage, the amount done, and the total.
type Listener = dyn Fn(Stage, u64, u64) + Send + Sync;

/// The listener for the progress of a long task.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Listener>>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress(…)")
    }
}

impl Progress {
    /// Reports to nobody.
    pub fn silent() -> Progress {
        Progress::default()
    }

    /// Reports to this listener the stage, the amount done, and the total, which is 0 if unknown.
    pub fn to(listener: impl Fn(Stage, u64, u64) + Send + Sync + 'static) -> Progress {
        Progress(Some(Arc::new(listener)))
    }

    /// Reports progress.
    pub fn report(&self, stage: Stage, done: u64, total: u64) {
        if let Some(listener) = &self.0 {
            listener(stage, done, total);
        }
    }
}
