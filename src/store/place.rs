//! Checks that the open database file has not been deleted or replaced, because writes to a deleted file are
//! lost.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::error::StoreError;
use super::files::canonical;

/// The identity of a file on its machine: its device and inode numbers.
pub type FileId = (u64, u64);

/// Returns the identity of a file, if it exists.
#[cfg(unix)]
pub fn file_id(file: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Returns `None`. This check is not needed on other systems, where an open file cannot be deleted.
#[cfg(not(unix))]
pub fn file_id(_: &Path) -> Option<FileId> {
    None
}

/// Network file systems, on which SQLite's locks often fail and a broken connection can damage a database.
const NETWORK: [&str; 10] = [
    "9p",
    "afs",
    "ceph",
    "cifs",
    "fuse.sshfs",
    "glusterfs",
    "nfs",
    "nfs4",
    "smb3",
    "smbfs",
];

/// Returns the type of a file's network file system; `None` if the file is local or the type is unknown.
pub fn network_file_system(file: &Path) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the system lists its mounts in a file"
    )]
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    file_system(&mounts, &canonical(file).ok()?).filter(|kind| NETWORK.contains(&kind.as_str()))
}

/// Returns the type of a path's file system, which has the longest matching mount point. If several are
/// mounted there, it is the last one.
fn file_system(mounts: &str, path: &Path) -> Option<String> {
    let mounted = mounts.lines().filter_map(|line| {
        let (mount, system) = line.split_once(" - ")?;
        let point = mount.split(' ').nth(4)?.replace("\\040", " ");
        let is_below = path.starts_with(&point);
        is_below.then_some((point.len(), system.split(' ').next()?))
    });
    let (_, kind) = mounted.max_by_key(|(length, _)| *length)?;
    Some(kind.to_owned())
}

/// The files of an open database; `None` for a database in memory.
#[derive(Debug, Clone, Default)]
pub struct Place(Option<Arc<Files>>);

#[derive(Debug)]
struct Files {
    database: (PathBuf, Option<FileId>),
    /// The path of the write-ahead log, and its identity once it exists.
    log: (PathBuf, OnceLock<FileId>),
}

impl Place {
    /// Returns the files of a database that was just opened.
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

    /// Checks that no file was deleted or replaced.
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
        let (log, found) = &files.log;
        match (file_id(log), found.get()) {
            (Some(now), None) => {
                found.get_or_init(|| now);
                Ok(())
            }
            (now, Some(opened)) if now != Some(*opened) => is_gone(log),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_mount_point_decides() {
        let mounts = "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n\
            40 21 0:35 / /srv/club\\040house rw - nfs4 nas:/club rw,vers=4.2\n\
            41 21 0:36 / /srv/club\\040house/cache rw - tmpfs tmpfs rw\n";
        for (path, kind) in [
            ("/var/lib/overtrick.db", "ext4"),
            ("/srv/club house/overtrick.db", "nfs4"),
            ("/srv/club house/cache/x.db", "tmpfs"),
            ("/srv/club/overtrick.db", "ext4"),
        ] {
            assert_eq!(
                file_system(mounts, Path::new(path)).as_deref(),
                Some(kind),
                "{path}"
            );
        }
    }
}
