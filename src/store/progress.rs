//! How far a long work has come.

use std::fmt;
use std::sync::Arc;

/// What a long work is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Copying rows from one database into another.
    Copying,
    /// Replaying matches.
    Checking,
    /// Judging what is to be imported. How much there is, is not known.
    Judging,
    /// Storing what is imported.
    Storing,
    /// Taking back what an import has stored that was cut off.
    TakingBack,
    /// Writing matches to a file.
    Writing,
    /// Copying the bytes of a file.
    CopyingBytes,
}

/// Is told the stage, how much of it is done, and how much there is.
type Listener = dyn Fn(Stage, u64, u64) + Send + Sync;

/// Whom to tell how far a long work has come.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Listener>>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress(…)")
    }
}

impl Progress {
    /// Tells nobody.
    pub fn silent() -> Progress {
        Progress::default()
    }

    /// Tells this listener the stage, how much of it is done, and how much there is; 0, if that is not
    /// known.
    pub fn to(listener: impl Fn(Stage, u64, u64) + Send + Sync + 'static) -> Progress {
        Progress(Some(Arc::new(listener)))
    }

    /// Tells it.
    pub fn tell(&self, stage: Stage, done: u64, total: u64) {
        if let Some(listener) = &self.0 {
            listener(stage, done, total);
        }
    }
}
