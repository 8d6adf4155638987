//! Opening the page in a browser, if the system has a way to do so.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use tempfile::TempDir;

use crate::served;

/// A server started with these arguments, and its output.
fn started(folder: &Path, path: &Path, arguments: &[&str]) -> (Child, BufReader<ChildStderr>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["serve", "--log", "error", "--bind", "127.0.0.1:0"])
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(child.stderr.take().unwrap());
    (child, said)
}

fn line(said: &mut BufReader<ChildStderr>) -> String {
    let mut line = String::new();
    assert!(said.read_line(&mut line).unwrap() > 0, "it has ended");
    line.trim_end().to_owned()
}

#[test]
fn the_page_is_opened_in_a_browser_and_a_machine_without_one_serves_all_the_same() {
    let folder = TempDir::new().unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    let program = programs.join("xdg-open");
    let opened = folder.path().join("opened");
    let (mut child, mut said) = started(folder.path(), &programs, &["--open"]);
    let address = line(&mut said).rsplit(' ').next().unwrap().to_owned();
    // Where matches are kept, and how phones reach it.
    line(&mut said);
    line(&mut said);
    let failed = line(&mut said);
    assert!(
        failed.starts_with("No browser could be opened: xdg-open: "),
        "{failed}"
    );
    let server = address.strip_prefix("http://").unwrap().parse().unwrap();
    let ready = served::send(server, "GET", "/readyz", &[], None);
    assert_eq!(ready.status, 200);
    child.kill().unwrap();
    child.wait().unwrap();

    let script = format!("#!/bin/sh\necho \"$1\" > {}\nexit 3\n", opened.display());
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let (mut child, mut said) = started(folder.path(), &programs, &["--open"]);
    let address = line(&mut said).rsplit(' ').next().unwrap().to_owned();
    // Where matches are kept, and how phones reach it.
    line(&mut said);
    line(&mut said);
    let failed = line(&mut said);
    assert!(failed.ends_with("xdg-open: exit status: 3"), "{failed}");
    let page = fs::read_to_string(&opened).unwrap();
    assert_eq!(page.trim_end(), format!("{address}/"));
    child.kill().unwrap();
    child.wait().unwrap();
}
