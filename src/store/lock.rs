//! One server to a database: what a server remembers of matches is right only as long as nobody
//! else changes them.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::StoreError;

/// The lock of a server on its database, in a file beside it. The system takes it back when the
/// server ends, however it ends.
#[derive(Debug)]
pub struct Lock(Mutex<Option<File>>);

impl Lock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`StoreError::InUse`], if another server has it; a file that cannot be made.
    pub fn take(database: &Path) -> Result<Lock, StoreError> {
        let mut name = database.as_os_str().to_owned();
        name.push(".lock");
        let said =
            |error: std::io::Error| StoreError::Other(format!("{}: {error}", name.display()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let file = options.open(&name).map_err(said)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(Mutex::new(Some(file)))),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => Err(said(error)),
        }
    }

    /// Gives it back.
    pub fn release(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
