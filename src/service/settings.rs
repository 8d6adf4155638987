//! Where matches are kept.

use std::path::PathBuf;
use std::time::Duration;

/// Where matches are kept, and where the secret is that their keys are made with.
#[derive(Debug, Clone)]
pub struct StoreSettings {
    /// Such as `sqlite://overtrick.db`, or `sqlite::memory:`.
    pub database: String,
    /// The file of the secret; by default beside the database, as `overtrick.secret`.
    pub secret: Option<PathBuf>,
    /// How long to wait for a database that somebody else has locked.
    pub patience: Duration,
    /// How many matches are held in memory at most; all others are read when they are asked for.
    pub remembered: usize,
    /// The most pages of 4096 bytes that the database may have; 0 is as many as the disk holds.
    pub most_pages: u32,
}

impl StoreSettings {
    /// The usual settings for a database.
    pub fn new(database: impl Into<String>) -> StoreSettings {
        StoreSettings {
            database: database.into(),
            secret: None,
            patience: Duration::from_secs(5),
            remembered: 512,
            most_pages: 0,
        }
    }
}
