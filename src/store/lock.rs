//! Only one server may use a database file: its cache of matches is correct only if no other program changes them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::StoreError;
use super::files::{canonical, create_private};
use super::place::{FileId, file_id};

/// A server's lock on its database. It locks a file next to the database, which protects the name, and the database
/// file itself, which may have several names. The operating system releases both locks when the server ends in any way.
#[derive(Debug)]
pub struct Lock(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    lock_file: Option<File>,
    database: Option<(File, FileId)>,
}

/// The databases locked by this process. None of them may be opened a second time to test its lock: closing
/// any handle of a file releases SQLite's locks on it in the same process.
static LOCKED: Mutex<Vec<FileId>> = Mutex::new(Vec::new());

impl Lock {
    /// Takes the lock. The lock file is named after the database's real path, with links resolved. A missing
    /// database is created if requested.
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

    /// Takes the lock for writing an import. It is separate from the lock of a server.
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
            // An existing lock file can be locked even on a read-only disk.
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

    /// Releases the lock. The database must be closed before.
    pub fn release(&self) {
        // Unlocked explicitly: a child process being started may still have a copy of the handle.
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

/// Locks the database file itself, if it exists. SQLite locks parts of the file by another method (`fcntl`),
/// which does not interfere with this one (`flock`).
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
        // Opening the database will report why it cannot be opened.
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => {
            locked.push(id);
            Ok(Some((file, id)))
        }
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        // The file system does not support such locks; the lock file remains.
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Returns no lock. On this system, a lock on the file would prevent this process and SQLite from reading it.
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
