//! Parts of a temporary PostgreSQL for tests and benchmarks: its programs, its user and its client.

#![allow(
    dead_code,
    clippy::allow_attributes,
    clippy::disallowed_methods,
    reason = "each program uses a part of it, and looks at files"
)]

use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder with the programs of the newest PostgreSQL, or `OVERTRICK_POSTGRES_BIN`.
pub fn programs() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("OVERTRICK_POSTGRES_BIN") {
        return Some(named.into());
    }
    let installed = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let mut folders: Vec<PathBuf> = installed
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    folders.sort_by_key(|folder| {
        let version = folder.parent().and_then(Path::file_name);
        version.and_then(|name| name.to_str()?.parse::<u32>().ok())
    });
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.splice(0..0, std::env::split_paths(&path));
    folders
        .into_iter()
        .rfind(|folder| folder.join("postgres").exists() && folder.join("initdb").exists())
}

/// Returns a command that does not run as root, because PostgreSQL refuses to run as root.
pub fn command(program: impl AsRef<Path>) -> Command {
    let mut command = Command::new(program.as_ref());
    command.current_dir("/");
    if let Some((user, group)) = not_root() {
        command.uid(user).gid(group);
    }
    command
}

/// Makes the user of [`command`] the owner of a folder.
pub fn give(folder: &Path) -> io::Result<()> {
    match not_root() {
        Some((user, group)) => chown(folder, Some(user), Some(group)),
        None => Ok(()),
    }
}

/// Returns a `psql` command for a user and a database. `host` is an address or the folder of a socket.
pub fn client(programs: &Path, host: impl AsRef<Path>, user: &str, database: &str) -> Command {
    let mut client = Command::new(programs.join("psql"));
    client
        .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"])
        .args(["-U", user, "-d", database, "-h"])
        .arg(host.as_ref());
    client
}

/// Returns the user and the group for the server if this process runs as root.
fn not_root() -> Option<(u32, u32)> {
    if std::fs::metadata("/proc/self").ok()?.uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.starts_with(name))?;
        let mut fields = line.split(':').skip(2);
        let (user, group) = (fields.next()?, fields.next()?);
        Some((user.parse().ok()?, group.parse().ok()?))
    };
    let found = ids("postgres:").or_else(|| ids("nobody:"));
    Some(found.expect("there is a user that is not root"))
}
