//! The address that other phones open, as the API reports it and as the program prints it at startup.

use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::served::{Program, Server};

const ADDRESS: &str = "/api/v1/address";

#[test]
fn a_service_at_loopback_warns_that_only_its_machine_reaches_it() {
    let server = Server::start();
    let answer = server.get(ADDRESS, &[]);
    assert_eq!(answer.json(), json!({ "reach": "machine" }));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[test]
fn a_service_at_all_addresses_prints_its_network_address_or_a_warning() {
    let server = Server::with(|settings| settings.bind = "0.0.0.0:0".into());
    let port = server.address.port();
    let mut here = server.address;
    here.set_ip([127, 0, 0, 1].into());
    let report = crate::served::send(here, "GET", ADDRESS, &[], None).json();
    let Some(url) = report["url"].as_str() else {
        assert_eq!(report, json!({ "reach": "unknown" }));
        return;
    };
    assert_eq!(report["reach"], "network");
    let authority = url.strip_prefix("http://").unwrap();
    let authority = authority.strip_suffix('/').unwrap();
    assert!(authority.ends_with(&format!(":{port}")), "{url}");
    // A client that already uses this address is not offered another one.
    let there = authority.parse().unwrap();
    let report = crate::served::send(there, "GET", ADDRESS, &[], None).json();
    assert_eq!(report, json!({ "reach": "asked" }));
}

#[test]
fn the_public_address_of_the_settings_is_in_every_link() {
    let server = Server::with(|settings| {
        settings.public_url = Some("https://ann:word@club.example".into());
        settings.base_path = "/cards".into();
    });
    let report = server.get(&format!("/cards{ADDRESS}"), &[]).json();
    let url = "https://club.example/cards/";
    assert_eq!(report, json!({ "reach": "public", "url": url }));
}

#[test]
fn a_start_prints_the_url_for_phones_and_no_qr_code_into_a_pipe() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("matches.db");
    let mut program = Program::serve(&database);
    let port = program.address.port();
    let output = program.stop();
    let wanted = format!("overtrick serve --bind 0.0.0.0:{port}\n");
    assert!(output.ends_with(&wanted), "{output:?}");
    let kept = output.lines().next().unwrap();
    assert!(kept.starts_with("Matches are in "), "{output:?}");
    if !kept.contains("postgres") {
        let [database, secret] =
            ["matches.db", "overtrick.secret"].map(|name| folder.path().join(name));
        assert!(kept.contains(&*database.to_string_lossy()), "{output:?}");
        assert!(kept.contains(&*secret.to_string_lossy()), "{output:?}");
    }
    // The output is not a terminal, so it does not mention the keys that stop the program.
    assert!(!output.contains("Ctrl-C"), "{output:?}");

    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.env("OVERTRICK_PUBLIC_URL", "https://club.example");
    let output = Program::start(&mut command, &database).stop();
    assert!(
        output.ends_with("\nPhones reach it at https://club.example/\n"),
        "{output:?}"
    );
}
