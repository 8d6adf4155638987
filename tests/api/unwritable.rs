//! A full disk or a read-only database: the service reports it, and still shows stored matches.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::served::{Opened, Program, brink_bid, database, limited_to};

/// Asserts that the match is shown, and that changes and the readiness check fail with a problem of one of these
/// kinds.
fn shows_and_refuses(program: &Program, kept: &Opened, kinds: &[&str]) {
    let mut client = program.client();
    assert_eq!(kept.version(&mut client), 1);
    let refused = kept.record(&mut client);
    assert_eq!(refused.status, 503);
    assert!(kinds.contains(&&*refused.problem()), "{}", refused.text());
    let kind = &*refused.problem();
    assert!(refused.header("retry-after").is_some(), "{refused:?}");
    let body = brink_bid().to_string();
    let refused = client.ask("POST", "/api/v1/matches", &[], body.as_bytes());
    assert_eq!(refused.unwrap().problem(), kind);
    let ready = client.ask("GET", "/readyz", &[], b"").unwrap();
    assert_eq!((ready.status, ready.problem().as_str()), (503, kind));
    assert!(ready.header("retry-after").is_some(), "{ready:?}");
    assert_eq!(client.ask("GET", "/healthz", &[], b"").unwrap().status, 200);
    assert_eq!(kept.version(&mut client), 1);
}

/// Creates a database with a match, and then stops or kills the service.
fn kept(database: &Path, is_killed: bool) -> Opened {
    let mut program = Program::serve(database);
    let kept = Opened::new(&mut program.client());
    if is_killed {
        program.child.kill().unwrap();
        program.child.wait().unwrap();
    } else {
        program.stop();
    }
    kept
}

/// The program starts on a full disk, simulated by a limit on the size of its files. SQLite reports two different
/// errors for a full disk and for this limit.
#[cfg(target_os = "linux")]
#[test]
fn a_start_on_a_full_disk_shows_stored_matches_and_warns() {
    if database::without_files("a full disk") {
        return;
    }
    for is_killed in [false, true] {
        let folder = TempDir::new().unwrap();
        let database = folder.path().join("matches.db");
        let kept = kept(&database, is_killed);
        let mut program = Program::start_logging(&mut limited_to("-S -f 0"), &database);
        shows_and_refuses(&program, &kept, &["full", "read-only"]);
        let output = program.before.clone() + &program.stop();
        assert!(
            output.contains("matches are shown, but changes are refused"),
            "{output}"
        );
        drop(program);
        let program = Program::serve(&database);
        let taken = kept.record(&mut program.client());
        assert_eq!(taken.status, 200, "{}", taken.text());
    }
}

/// The service's user may only read the database's files and folder.
#[cfg(unix)]
#[test]
fn a_start_on_a_read_only_database_shows_stored_matches_and_warns() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    if database::without_files("files that are read-only") {
        return;
    }
    let allow = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    };
    for has_lock in [true, false] {
        let folder = TempDir::new().unwrap();
        let database = folder.path().join("matches.db");
        let kept = kept(&database, false);
        if !has_lock {
            std::fs::remove_file(folder.path().join("matches.db.lock")).unwrap();
        }
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            allow(&entry.unwrap().path(), 0o444);
        }
        allow(folder.path(), 0o555);
        // Root may write everywhere, so a copy of the program runs as another user.
        let own = TempDir::new().unwrap();
        allow(own.path(), 0o755);
        let copy = own.path().join("overtrick");
        // Another process writes the copy. A program cannot be started while it is open for writing, and processes
        // started by parallel tests would inherit the open file.
        let copied = Command::new("cp")
            .args([env!("CARGO_BIN_EXE_overtrick").as_ref(), copy.as_path()])
            .status();
        assert!(copied.unwrap().success());
        let mut command = Command::new(copy);
        if rustix::process::geteuid().is_root() {
            command.uid(65534).gid(65534);
        }
        let mut program = Program::start_logging(&mut command, &database);
        shows_and_refuses(&program, &kept, &["read-only"]);
        let output = program.before.clone() + &program.stop();
        assert!(
            output.contains("matches are shown, but changes are refused"),
            "{output}"
        );
        let operation = "\"operation\":\"POST /api/v1/matches/{id}/changes\"";
        assert_eq!(output.matches(operation).count(), 1, "{output}");
        assert!(!output.contains(&kept.key), "{output}");
        allow(folder.path(), 0o755);
    }
}

/// The database file is deleted or replaced by another, or only its write-ahead log is deleted.
#[cfg(unix)]
#[test]
fn a_deleted_database_file_is_noticed_and_changes_are_refused() {
    type Harm = fn(&Path);
    if database::without_files("a file that is gone") {
        return;
    }
    let harms: [(&str, Harm); 3] = [
        ("removed", |file| std::fs::remove_file(file).unwrap()),
        ("replaced", |file| {
            let copy = file.with_extension("copy");
            std::fs::copy(file, &copy).unwrap();
            std::fs::rename(copy, file).unwrap();
        }),
        ("without its log", |file| {
            std::fs::remove_file(file.with_extension("db-wal")).unwrap();
        }),
    ];
    for (what, harm) in harms {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("matches.db");
        let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
        let mut program = Program::start_logging(&mut command, &file);
        let mut client = program.client();
        let kept = Opened::new(&mut client);
        let mut ready = || client.ask("GET", "/readyz", &[], b"").unwrap();
        assert_eq!(ready().status, 200);
        harm(&file);
        let refused = ready();
        assert_eq!(refused.status, 503, "{what}: {}", refused.text());
        let refused = kept.record(&mut program.client());
        assert_eq!(refused.status, 503, "{what}: {}", refused.text());
        assert_eq!(refused.problem(), "unavailable");
        let body = brink_bid().to_string();
        let opened = program
            .client()
            .ask("POST", "/api/v1/matches", &[], body.as_bytes());
        assert_eq!(opened.unwrap().status, 503, "{what}");
        let output = program.stop();
        assert!(
            output.contains("is gone or was replaced"),
            "{what}: {output}"
        );
    }
}
