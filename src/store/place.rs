//! Whether the file of a database is still the one that was opened: what is written into one without a name
//! is lost when it is closed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::error::StoreError;
use super::files::canonical;

/// What tells a file from every other one of its machine: its device and its number there.
pub type FileId = (u64, u64);

/// A file, unless there is none of this name.
#[cfg(unix)]
pub fn file_id(file: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Here files have no numbers, and one that is open cannot be removed.
#[cfg(not(unix))]
pub fn file_id(_: &Path) -> Option<FileId> {
    None
}

/// The files of a database that is open; none of one in memory.
#[derive(Debug, Clone, Default)]
pub struct Place(Option<Arc<Files>>);

#[derive(Debug)]
struct Files {
    database: (PathBuf, Option<FileId>),
    /// The file beside it that has the last writes, as soon as it is there.
    log: (PathBuf, OnceLock<FileId>),
}

impl Place {
    /// The place of a database that has just been opened.
    pub fn of(file: Option<&Path>) -> Place {
        let Some(file) = file else {
            return Place::default();
        };
        let mut log = canonical(file)
            .unwrap_or_else(|_| file.to_owned())
            .into_os_string();
        log.push("-wal");
        let files = Files {
            database: (file.to_owned(), file_id(file)),
            log: (log.into(), OnceLock::new()),
        };
        Place(Some(Arc::new(files)))
    }

    /// Looks whether the files are there, and the same.
    ///
    /// # Errors
    /// [`StoreError::Other`], with the name of the one that is not.
    pub fn check(&self) -> Result<(), StoreError> {
        let Some(files) = &self.0 else {
            return Ok(());
        };
        let is_gone = |file: &Path| {
            let file = file.display();
            Err(StoreError::Other(format!(
                "{file} is gone or was replaced since it was opened: put it back, or restore a backup, and start again"
            )))
        };
        let (database, opened) = &files.database;
        if file_id(database) != *opened {
            return is_gone(database);
        }
        let (log, known) = &files.log;
        match (file_id(log), known.get()) {
            (Some(now), None) => {
                known.get_or_init(|| now);
                Ok(())
            }
            (now, Some(opened)) if now != Some(*opened) => is_gone(log),
            _ => Ok(()),
        }
    }
}
