//! One server to a database: its cache of matches is right only if nobody else changes them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::StoreError;
use super::files::{canonical, create_private};
use super::place::{FileId, file_id};

/// The lock of a server on its database: on a file beside it, which stands for the name whatever file has it,
/// and on the database itself, whatever its names are. The operating system releases both when the server ends,
/// however it ends.
#[derive(Debug)]
pub struct Lock(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    beside: Option<File>,
    database: Option<(File, FileId)>,
}

/// The databases that this process has locked. None of them is opened a second time to see whether it is locked:
/// when any handle of a file is closed, the locks are gone that SQLite has on it in the same process.
static LOCKED: Mutex<Vec<FileId>> = Mutex::new(Vec::new());

impl Lock {
    /// Takes the lock. The file is named by the database's own path, whatever links lead to it. A database that is
    /// not there yet is created, if that is wanted.
    ///
    /// # Errors
    /// [`StoreError::InUse`], if another server has it; [`StoreError::ReadOnly`], if there is no file
    /// and none may be created; [`StoreError::Full`], if there is no room for one.
    pub fn take(database: &Path, create: bool) -> Result<Lock, StoreError> {
        if create && !database.exists() {
            let folder = |error: std::io::Error| match error.kind() {
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
                _ => error.into(),
            };
            create_private(database).map_err(folder)?;
        }
        let lock = Lock::named(database, ".lock")?;
        lock.held().database = itself(database)?;
        Ok(lock)
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
            Ok(()) => Ok(Lock(Mutex::new(Held {
                beside: Some(file),
                database: None,
            }))),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => Err(named(error)),
        }
    }

    /// Releases it. The database must be closed by then.
    pub fn release(&self) {
        // Closing a file would not do while a process that is being started still has a copy of it.
        let held = std::mem::take(&mut *self.held());
        if let Some((file, id)) = held.database {
            drop(file.unlock());
            locked().retain(|other| *other != id);
        }
        if let Some(file) = held.beside {
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

/// Locks a database itself, if it is there. SQLite locks parts of the file in another way (`fcntl`), which does
/// not meet this one (`flock`).
#[cfg(unix)]
fn itself(database: &Path) -> Result<Option<(File, FileId)>, StoreError> {
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
        // Whoever opens it says why it cannot be opened.
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => {
            locked.push(id);
            Ok(Some((file, id)))
        }
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        // A file system without such locks: the one beside it remains.
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Here a lock on a file keeps its own process from reading it, and SQLite too.
#[cfg(not(unix))]
fn itself(_: &Path) -> Result<Option<(File, FileId)>, StoreError> {
    Ok(None)
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
