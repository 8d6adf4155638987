//! One server to a database: its cache of matches is right only if nobody else changes them.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::error::StoreError;

/// The lock of a server on its database, in a file beside it. The operating system releases it when
/// the server ends, however it ends.
#[derive(Debug)]
pub struct Lock(Mutex<Option<File>>);

impl Lock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`StoreError::InUse`], if another server has it; a file that cannot be created.
    pub fn take(database: &Path) -> Result<Lock, StoreError> {
        let mut name = database.as_os_str().to_owned();
        name.push(".lock");
        let named =
            |error: std::io::Error| StoreError::Other(format!("{}: {error}", name.display()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let file = options.open(&name).map_err(named)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(Mutex::new(Some(file)))),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => Err(named(error)),
        }
    }

    /// Releases it.
    pub fn release(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
