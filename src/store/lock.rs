//! Locks that let only one server use a database file, because a server caches matches in memory.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::StoreError;
use super::files::{canonical, create_private};
use super::place::{FileId, file_id};

/// A server's lock on its database. It locks a file next to the database, and the database file itself, because that
/// file may be reachable under several names. The operating system releases both locks even if the server crashes.
#[derive(Debug)]
pub struct Lock(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    lock_file: Option<File>,
    database: Option<(File, FileId)>,
}

/// The databases locked by this process. They are listed because testing a lock would open the file again,
/// and closing any handle of a file releases SQLite's locks on that file in this process.
static LOCKED: Mutex<Vec<FileId>> = Mutex::new(Vec::new());

impl Lock {
    /// Takes the lock. The lock file is named after the database's real path, with links resolved. If
    /// `create` is set, a missing database is created.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another server has the lock; [`StoreError::ReadOnly`] if there is no lock
    /// file and none can be created; [`StoreError::Full`] if there is no room for one.
    pub fn take(database: &Path, create: bool) -> Result<Lock, StoreError> {
        if create && !database.exists() {
            create_private(database)?;
        }
        let lock = Lock::named(database, ".lock")?;
        lock.held().database = lock_database(database)?;
        Ok(lock)
    }

    /// Takes the lock for writing an import. It is independent of the server's lock.
    ///
    /// # Errors
    /// Same as [`Lock::take`].
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
            // On a read-only disk, an existing lock file can still be locked.
            let mut options = OpenOptions::new();
            options.read(true).open(&name).map_err(|_| error)
        });
        let file = opened.map_err(|error| match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
            _ => named(error),
        })?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(Mutex::new(Held {
                lock_file: Some(file),
                database: None,
            }))),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => Err(named(error)),
        }
    }

    /// Releases the lock. Close the database first.
    pub fn release(&self) {
        // Closing the file is not enough, because a new child process may still have a copy of the handle.
        let held = std::mem::take(&mut *self.held());
        if let Some((file, id)) = held.database {
            drop(file.unlock());
            locked().retain(|other| *other != id);
        }
        if let Some(file) = held.lock_file {
            drop(file.unlock());
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.release();
    }
}

fn locked() -> MutexGuard<'static, Vec<FileId>> {
    LOCKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks the database file itself, if it exists. This lock (`flock`) does not conflict with SQLite's own
/// locks on parts of the file (`fcntl`).
#[cfg(unix)]
fn lock_database(database: &Path) -> Result<Option<(File, FileId)>, StoreError> {
    let Some(id) = file_id(database) else {
        return Ok(None);
    };
    let mut locked = locked();
    if locked.contains(&id) {
        return Err(StoreError::InUse);
    }
    let mut writing = OpenOptions::new();
    let opened = writing.read(true).write(true).open(database);
    let Ok(file) = opened.or_else(|_| OpenOptions::new().read(true).open(database)) else {
        // The error is reported later, when the database is opened.
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => {
            locked.push(id);
            Ok(Some((file, id)))
        }
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        // The file system does not support `flock`. Only the lock file protects the database.
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Returns `None`, because on this system a lock on the file would also prevent SQLite from reading it.
#[cfg(not(unix))]
fn lock_database(_: &Path) -> Result<Option<(File, FileId)>, StoreError> {
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_symbolic_link_has_the_same_lock() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("overtrick.db");
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink("overtrick.db", &link).unwrap();
        for exists in [false, true] {
            let lock = Lock::take(&file, exists).unwrap();
            assert_eq!(
                Lock::take(&link, exists).unwrap_err(),
                StoreError::InUse,
                "{exists}"
            );
            lock.release();
            Lock::take(&link, exists).unwrap().release();
            std::fs::write(&file, "").unwrap();
        }
    }
}
