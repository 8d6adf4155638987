//! Passwords and tokens are never shown, whatever goes wrong.

use std::fs;
use std::path::Path;
use std::process::Command;

use overtrick_server::StoreSettings;

const SECRET: &str = "a-word-that-nobody-may-read";

/// An unreachable database.
fn database() -> String {
    format!("postgres://overtrick:{SECRET}@127.0.0.1:1/overtrick?sslmode=disable")
}

/// Runs a command with secrets in its environment; returns its exit status and all output.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .current_dir(folder)
        .env("OVERTRICK_DATABASE", database())
        .env("OVERTRICK_ADMIN_TOKEN", SECRET)
        .env("OVERTRICK_METRICS_TOKEN", SECRET)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

#[test]
fn help_configuration_errors_and_logs_have_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let logs = ["serve", "--bind", "127.0.0.1:0", "--log", "trace"];
    for (arguments, expected) in [
        (&["serve", "--help"][..], 0),
        (&["verify", "--help"], 0),
        (&["config"], 0),
        (&["config", "--explain"], 0),
        (&["verify"], 3),
        (&["export", "--all"], 3),
        (&["keys", "list"], 3),
        (&logs, 3),
    ] {
        let (status, text) = run(folder.path(), arguments);
        assert_eq!(status, expected, "{arguments:?}: {text}");
        assert!(!text.contains(SECRET), "{arguments:?}: {text}");
        assert!(!text.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_faults_of_a_settings_file_show_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.toml");
    for line in [
        format!("databse = \"{}\"", database()),
        format!("database = \"{}", database()),
        format!("database = {}", database()),
        format!("admin-token = \"{SECRET}\""),
        format!("admin_token = [\"{SECRET}\"]"),
        format!("limits = \"{SECRET}\""),
        format!("log_format = \"{SECRET}\""),
        format!("trusted_proxies = [\"{SECRET}\"]"),
        format!("webhook = [{{ secret = [\"{SECRET}\"] }}]"),
        format!("{SECRET} {SECRET}"),
    ] {
        fs::write(&file, format!("timeout = 5\n{line}\n")).unwrap();
        let (status, text) = run(folder.path(), &["config", "--config", "club.toml"]);
        assert_eq!(status, 2, "{line}: {text}");
        assert!(!text.contains(SECRET), "{line}: {text}");
        assert!(
            text.contains("club.toml: line 2, column "),
            "{line}: {text}"
        );
    }
}

#[test]
fn no_part_of_a_password_is_shown() {
    for url in [
        format!("postgres://ann:{SECRET}@db.example/overtrick"),
        format!("postgres://ann:half/{SECRET}@db.example/overtrick"),
        format!("postgres://ann:half@{SECRET}@db.example/overtrick"),
        format!("postgres://ann:half?{SECRET}@db.example/overtrick"),
        format!("postgres://db.example:5432/overtrick?password=half@{SECRET}"),
        format!("postgres://ann@db.example/overtrick?sslmode=require&password={SECRET}"),
    ] {
        let text = format!("{:?}", StoreSettings::new(url.clone()));
        assert!(!text.contains(SECRET), "{url}: {text}");
    }
    let text = format!("{:?}", StoreSettings::new("sqlite:///srv/a@b/overtrick.db"));
    assert!(text.contains("sqlite:///srv/a@b/overtrick.db"), "{text}");
}
