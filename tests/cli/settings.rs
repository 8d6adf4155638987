//! `overtrick config`.

use std::fs;

use crate::{err, out, overtrick, status};

#[test]
fn the_settings_are_explained_as_a_file_that_sets_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.toml");
    let set = [
        "--bind",
        "[::1]:9",
        "--rate",
        "7",
        "--trusted-proxy",
        "10.0.0.1,10.0.0.2",
    ];
    let plain = overtrick(&[&["config"], &set[..]].concat());
    let explained = overtrick(&[&["config", "--explain"], &set[..]].concat());
    assert_eq!(status(&explained), 0, "{}", err(&explained));
    let text = out(&explained);
    assert!(
        text.contains("# Requests a second that one client may make"),
        "{text}"
    );
    assert!(text.contains("OVERTRICK_RATE\nrate = 7\n"), "{text}");
    assert!(text.contains("\n# admin_token = …\n"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    fs::write(&file, text).unwrap();
    let again = overtrick(&["config", "--config", file.to_str().unwrap()]);
    assert_eq!(out(&again), out(&plain), "{}", err(&again));
}
