//! Checks whether the database file is still the one that was opened: writes to a deleted file are lost
//! when it is closed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::error::StoreError;
use super::files::canonical;

/// The identity of a file on its machine: device and inode number.
pub type FileId = (u64, u64);

/// The identity of a file, if it exists.
#[cfg(unix)]
pub fn file_id(file: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Files have no inode numbers here, and an open file cannot be deleted.
#[cfg(not(unix))]
pub fn file_id(_: &Path) -> Option<FileId> {
    None
}

/// The files of an open database; none if it is in memory.
#[derive(Debug, Clone, Default)]
pub struct Place(Option<Arc<Files>>);

#[derive(Debug)]
struct Files {
    database: (PathBuf, Option<FileId>),
    /// The write-ahead log, once it exists.
    log: (PathBuf, OnceLock<FileId>),
}

impl Place {
    /// The files of a database that was just opened.
    pub fn new(file: Option<&Path>) -> Place {
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

    /// Checks that the files exist and are still the same.
    ///
    /// # Errors
    /// [`StoreError::Other`] with the name of the file that is missing or replaced.
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
