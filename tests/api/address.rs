//! Where other phones reach the service: asked over HTTP, and said at a start.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::json;
use tempfile::TempDir;

use crate::served::{Program, Server};

const ADDRESS: &str = "/api/v1/address";

#[test]
fn a_service_at_loopback_says_that_only_its_machine_reaches_it() {
    let server = Server::start();
    let answer = server.get(ADDRESS, &[]);
    assert_eq!(answer.json(), json!({ "reach": "machine" }));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[test]
fn a_service_at_all_addresses_names_the_one_of_its_network_or_says_that_none_was_found() {
    let server = Server::with(|settings| settings.bind = "0.0.0.0:0".into());
    let port = server.address.port();
    let mut here = server.address;
    here.set_ip([127, 0, 0, 1].into());
    let told = crate::served::send(here, "GET", ADDRESS, &[], None).json();
    let Some(url) = told["url"].as_str() else {
        assert_eq!(told, json!({ "reach": "unknown" }));
        return;
    };
    assert_eq!(told["reach"], "network");
    let authority = url.strip_prefix("http://").unwrap();
    let authority = authority.strip_suffix('/').unwrap();
    assert!(authority.ends_with(&format!(":{port}")), "{url}");
    // Whoever asks there knows the address already, and is told of no other.
    let there = authority.parse().unwrap();
    let told = crate::served::send(there, "GET", ADDRESS, &[], None).json();
    assert_eq!(told, json!({ "reach": "asked" }));
}

#[test]
fn the_address_that_the_settings_name_is_told_to_everybody() {
    let server = Server::with(|settings| {
        settings.public_url = Some("https://ann:word@club.example".into());
        settings.base_path = "/cards".into();
    });
    let told = server.get(&format!("/cards{ADDRESS}"), &[]).json();
    let url = "https://club.example/cards/";
    assert_eq!(told, json!({ "reach": "public", "url": url }));
}

/// A server that was started with these arguments, and what it says.
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
fn a_start_says_how_phones_reach_it_and_draws_nothing_into_a_pipe() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("matches.db");
    let mut program = Program::serve(&database);
    let port = program.address.port();
    let said = program.stop();
    let wanted = format!("overtrick serve --bind 0.0.0.0:{port}\n");
    assert!(said.ends_with(&wanted), "{said:?}");

    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.env("OVERTRICK_PUBLIC_URL", "https://club.example");
    let said = Program::start(&mut command, &database).stop();
    assert_eq!(said, "Phones reach it at https://club.example/\n");
}

#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_in_a_browser_and_a_machine_without_one_serves_all_the_same() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    let opener = programs.join("xdg-open");
    let opened = folder.path().join("opened");
    let (mut child, mut said) = started(folder.path(), &programs, &["--open"]);
    let address = line(&mut said).rsplit(' ').next().unwrap().to_owned();
    line(&mut said);
    let failed = line(&mut said);
    assert!(
        failed.starts_with("No browser could be opened: xdg-open: "),
        "{failed}"
    );
    let server = address.strip_prefix("http://").unwrap().parse().unwrap();
    let ready = crate::served::send(server, "GET", "/readyz", &[], None);
    assert_eq!(ready.status, 200);
    child.kill().unwrap();
    child.wait().unwrap();

    let script = format!("#!/bin/sh\necho \"$1\" > {}\nexit 3\n", opened.display());
    fs::write(&opener, script).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let (mut child, mut said) = started(folder.path(), &programs, &["--open"]);
    let address = line(&mut said).rsplit(' ').next().unwrap().to_owned();
    line(&mut said);
    let failed = line(&mut said);
    assert!(failed.ends_with("xdg-open: exit status: 3"), "{failed}");
    let page = fs::read_to_string(&opened).unwrap();
    assert_eq!(page.trim_end(), format!("{address}/"));
    child.kill().unwrap();
    child.wait().unwrap();
}
