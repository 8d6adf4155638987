//! One server to a database: its cache of matches is right only if nobody else changes them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::error::StoreError;
use super::files::folder_of;

/// The lock of a server on its database, in a file beside it. The operating system releases it when
/// the server ends, however it ends.
#[derive(Debug)]
pub struct Lock(Mutex<Option<File>>);

impl Lock {
    /// Takes the lock. The file is named by the database's own path, whatever links lead to it.
    ///
    /// # Errors
    /// [`StoreError::InUse`], if another server has it; [`StoreError::ReadOnly`], if there is no file
    /// and none may be created; [`StoreError::Full`], if there is no room for one.
    pub fn take(database: &Path) -> Result<Lock, StoreError> {
        Lock::named(database, ".lock")
    }

    /// Takes the lock of whoever writes an import, which a server leaves to others.
    ///
    /// # Errors
    /// As of [`Lock::take`].
    pub fn take_for_import(database: &Path) -> Result<Lock, StoreError> {
        Lock::named(database, ".import.lock")
    }

    fn named(database: &Path, ending: &str) -> Result<Lock, StoreError> {
        let mut name = canonical(database)?.into_os_string();
        name.push(ending);
        let named =
            |error: std::io::Error| StoreError::Other(format!("{}: {error}", name.display()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let opened = options.open(&name).or_else(|error| {
            // One that is there already can be locked where nothing may be written.
            let mut options = OpenOptions::new();
            options.read(true).open(&name).map_err(|_| error)
        });
        let file = opened.map_err(|error| match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
            _ => named(error),
        })?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(Mutex::new(Some(file)))),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => Err(named(error)),
        }
    }

    /// Releases it.
    pub fn release(&self) {
        if let Some(file) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // Closing it would not do while a process that is being started still has a copy of it.
            drop(file.unlock());
        }
    }
}

/// The path of a file without links, of one that does not exist yet too.
fn canonical(file: &Path) -> std::io::Result<PathBuf> {
    if let Ok(path) = file.canonicalize() {
        return Ok(path);
    }
    let folder = folder_of(file);
    // A link to a file that is not there yet: the database will be made where it points to.
    if let Ok(target) = file.read_link() {
        return canonical(&folder.join(target));
    }
    Ok(folder
        .canonicalize()?
        .join(file.file_name().unwrap_or_default()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_same_lock() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("overtrick.db");
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink("overtrick.db", &link).unwrap();
        for exists in [false, true] {
            let lock = Lock::take(&file).unwrap();
            assert_eq!(
                Lock::take(&link).unwrap_err(),
                StoreError::InUse,
                "{exists}"
            );
            lock.release();
            Lock::take(&link).unwrap().release();
            std::fs::write(&file, "").unwrap();
        }
    }
}
