//! Warnings to the operator when the service starts.

use std::path::Path;

use crate::settings::Settings;
use overtrick_store::folder_of;

/// Logs a warning for each setting or file that makes the service less safe than necessary.
pub fn warn(settings: &Settings, database: Option<&Path>, secret: Option<&Path>) {
    for warning in warnings(settings, database, secret) {
        tracing::warn!("{warning}");
    }
}

#[cfg(not(unix))]
fn warnings(_: &Settings, _: Option<&Path>, _: Option<&Path>) -> Vec<String> {
    Vec::new()
}

#[cfg(unix)]
fn warnings(settings: &Settings, database: Option<&Path>, secret: Option<&Path>) -> Vec<String> {
    const OTHERS_READ: u32 = 0o044;
    const OTHERS_WRITE: u32 = 0o022;
    let mut warnings = Vec::new();
    if rustix::process::geteuid().is_root() {
        warnings.push("the service runs as root; a user of its own is safer".to_owned());
    }
    let mut forbid = |file: Option<&Path>, mode: u32, what: &str, remedy: &str| {
        let Some(file) = file.filter(|file| has_mode(file, mode)) else {
            return;
        };
        let name = file.display();
        warnings.push(format!(
            "others may {what} {name}; run: chmod {remedy} {name}"
        ));
    };
    forbid(secret, OTHERS_READ, "read the secret", "600");
    forbid(
        settings.tls_key.as_deref(),
        OTHERS_READ,
        "read the private key",
        "600",
    );
    forbid(
        settings.secret_settings.as_deref(),
        OTHERS_READ,
        "read the secrets in",
        "600",
    );
    forbid(database, OTHERS_READ, "read the database", "600");
    forbid(
        database.map(folder_of),
        OTHERS_WRITE,
        "replace the database in",
        "go-w",
    );
    warnings
}

/// Whether a file exists and gives one of these permissions to others than its owner.
#[cfg(unix)]
fn has_mode(file: &Path, mode: u32) -> bool {
    use std::os::unix::fs::PermissionsExt;
    /// In a folder with this bit, such as `/tmp`, users cannot replace files of others.
    const STICKY: u32 = 0o1000;
    let metadata = file.metadata();
    metadata.is_ok_and(|metadata| {
        let permissions = metadata.permissions().mode();
        let protected = metadata.is_dir() && permissions & STICKY != 0;
        permissions & mode != 0 && !protected
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn files_that_others_reach_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("overtrick.secret");
        std::fs::write(&secret, "").unwrap();
        let named = |mode: u32| {
            std::fs::set_permissions(&secret, PermissionsExt::from_mode(mode)).unwrap();
            let warnings = warnings(&Settings::default(), None, Some(&secret));
            warnings.iter().any(|warning| warning.contains("chmod 600"))
        };
        assert_eq!([0o600, 0o640, 0o604].map(named), [false, true, true]);
    }
}
