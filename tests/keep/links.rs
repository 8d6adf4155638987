//! What a person pastes: links, public addresses, codes to join; and services behind https.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::document;
use super::pty::start;
use crate::served::{Match, Server, bearer};

const HAND: &str = r#"{"declarer": "Bo", "game_type": "misere", "declarer_tricks": 0}"#;

fn opened(server: &Server) -> Match<'_> {
    server.create(&json!({ "game": "mariash", "title": "Thursday", "players": ["Ann", "Bo", "Cy"], "hands": [] }))
}

fn hand() -> Value {
    serde_json::from_str(HAND).unwrap()
}

fn publish(of: &Match<'_>, server: &Server, show: &str) {
    let key = bearer(&of.direct);
    let headers = [
        ("authorization", &*key),
        ("if-match", "*"),
        ("content-type", "application/json"),
    ];
    let order = json!({ "part": show }).to_string();
    let answer = server.send(
        "PUT",
        &of.path("/publication"),
        &headers,
        Some(order.as_bytes()),
    );
    assert_eq!(answer.status, 200, "{}", answer.text());
}

fn run(folder: &Path, trusted: Option<&Path>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.args(arguments).current_dir(folder);
    command
        .env_remove("OVERTRICK_KEY")
        .env_remove("SSL_CERT_DIR");
    if let Some(trusted) = trusted {
        command.env("SSL_CERT_FILE", trusted);
    }
    command.output().unwrap()
}

/// The message of a command that must end with this status.
fn refused(output: &Output, status: i32) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{text}");
    text
}

#[test]
fn a_match_behind_https_is_kept_and_watched_if_its_certificate_is_trusted() {
    let plain = Server::start();
    let kept = opened(&plain).keep();
    let folder = plain.folder.clone();
    drop(plain);
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("cert.pem"), made.cert.pem()).unwrap();
    fs::write(file("key.pem"), made.signing_key.serialize_pem()).unwrap();
    let server = Server::on(folder.clone(), |settings| {
        settings.tls_cert = Some(file("cert.pem"));
        settings.tls_key = Some(file("key.pem"));
    });
    let of = kept.on(&server);
    let at = format!("https://localhost:{}", server.address.port());
    let link = format!("{at}/#/join/{}/{}", of.id, of.score);
    let here = TempDir::new().unwrap();
    let certificate = file("cert.pem");
    let trusted = certificate.to_str().unwrap();
    let arguments = ["record", "a.json", HAND, "--server", &link];
    let another = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    fs::write(file("another.pem"), another.cert.pem()).unwrap();
    let error = refused(&run(here.path(), Some(&file("another.pem")), &arguments), 3);
    assert!(error.contains("SSL_CERT_FILE names a file"), "{error}");
    assert!(!here.path().join("a.json").exists());
    let output = run(here.path(), Some(&certificate), &arguments);
    assert!(output.status.success(), "{output:?}");
    let variables = [("SSL_CERT_FILE", trusted)];
    let mut watching = start(here.path(), (24, 80), &variables, &["watch", &link]);
    watching.shows("1 hand");
    let mut keeping = start(
        here.path(),
        (24, 80),
        &variables,
        &["keep", "a.json", "--server", &link],
    );
    keeping.answer("Hand 2", "bo mis . 0");
    keeping.answer("Keep it?", "");
    keeping.asked("Hand 3");
    watching.shows("2 hands");
    // Somebody else's hand arrives by the same way.
    let output = run(
        here.path(),
        Some(&certificate),
        &["record", "b.json", HAND, "--server", &link],
    );
    assert!(output.status.success(), "{output:?}");
    keeping.shows("The match was changed elsewhere");
    keeping.answer("Hand 4", "q");
    assert_eq!(keeping.ended(), Some(0));
    watching.shows("3 hands");
    watching.press("q");
    assert_eq!(watching.ended(), Some(0));
    let hands = document(here.path(), "a.json")["hands"].clone();
    assert_eq!(hands, json!([hand(), hand(), hand()]));
}

#[test]
fn a_published_match_is_watched_by_its_public_address_as_far_as_it_is_public() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let at = format!("http://{}", server.address);
    let page = format!("{at}/matches/{}", of.id);
    let error = refused(&run(folder.path(), None, &["watch", &page]), 3);
    assert!(error.contains("OVERTRICK_KEY"), "{error}");
    publish(&of, &server, "standings");
    let mut terminal = start(folder.path(), (24, 80), &[], &["watch", &page]);
    terminal.shows("Thursday");
    terminal.shows("No hand has been played yet.");
    of.record(&hand());
    terminal.shows("1 hand played");
    terminal.shows("1st  ");
    let shown = terminal.shown();
    assert!(!shown.contains('•'), "hands are not public: {shown}");
    publish(&of, &server, "sheet");
    terminal.shows("•");
    terminal.press("q");
    assert_eq!(terminal.ended(), Some(0));
    assert!(terminal.is_restored());
    // The frame, and a link without a key, lead to the same.
    for (address, language, told) in [
        (format!("{at}/embed/matches/{}", of.id), "cs", "Místo"),
        (format!("{at}/#/m/{}/sheet", of.id), "en", "Place"),
    ] {
        let variables = [("OVERTRICK_LANG", language), ("NO_COLOR", "1")];
        let mut terminal = start(folder.path(), (24, 60), &variables, &["watch", &address]);
        terminal.shows(told);
        terminal.shows("•");
        terminal.press("q");
        assert_eq!(terminal.ended(), Some(0));
    }
    // It shows the match; recording needs a key.
    let arguments = ["record", "a.json", HAND, "--server", &page];
    let error = refused(&run(folder.path(), None, &arguments), 3);
    assert!(error.contains("OVERTRICK_KEY"), "{error}");
}

#[test]
fn a_code_to_join_opens_its_match() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let key = bearer(&of.direct);
    let made = server.post(
        &of.path("/codes/score"),
        &[("authorization", &key)],
        &json!({}),
    );
    let code = made.json()["code"].as_str().unwrap().to_lowercase();
    let at = format!("http://{}", server.address);
    let spoken = format!("{at} {}-{}", &code[..3], &code[3..]);
    let arguments = ["record", "a.json", HAND, "--server", &spoken];
    let output = run(folder.path(), None, &arguments);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(of.state()["document"]["hands"], json!([hand()]));
    let linked = format!("{at}/#/join/{code}");
    let mut terminal = start(folder.path(), (24, 80), &[], &["watch", &linked]);
    terminal.shows("1 hand");
    terminal.press("q");
    assert_eq!(terminal.ended(), Some(0));
    // The code of another match is not taken for this one, and a wrong one is refused.
    let other = opened(&server);
    let key = bearer(&other.direct);
    let made = server.post(
        &other.path("/codes/score"),
        &[("authorization", &key)],
        &json!({}),
    );
    let other = format!("{at} {}", made.json()["code"].as_str().unwrap());
    let arguments = ["record", "a.json", HAND, "--server", &other];
    let error = refused(&run(folder.path(), None, &arguments), 2);
    assert!(error.contains("copy of another match"), "{error}");
    let wrong = format!("{at} AAAAAAAA");
    refused(&run(folder.path(), None, &["watch", &wrong]), 3);
}

#[test]
fn what_leads_to_no_match_is_refused_with_what_to_give() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let at = server.address.to_string();
    for (given, status, told) in [
        (
            "ACDE-6799".to_owned(),
            2,
            "needs the address of its service",
        ),
        (
            format!("{at}/#/join/{}/{}", of.id, of.view),
            2,
            "such as https://",
        ),
        (format!("http://{at}/"), 2, "such as https://"),
        (format!("http://{at}/matches"), 2, "such as https://"),
        (format!("http://{at}/#/m/{}", of.id), 3, "OVERTRICK_KEY"),
        ("friday.json".to_owned(), 3, "friday.json"),
    ] {
        let error = refused(&run(folder.path(), None, &["watch", &given]), status);
        assert!(error.contains(told), "{given}: {error}");
        assert!(!error.contains(&of.view), "{error}");
    }
}

#[test]
fn a_service_that_has_moved_is_not_followed_with_a_key() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let moved = "HTTP/1.1 308 Permanent Redirect\r\nLocation: https://cards.example/api\r\nContent-Length: 0\r\n\r\n";
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(moved.as_bytes());
        }
    });
    let folder = TempDir::new().unwrap();
    let link = format!("http://{address}/#/join/nT4vGkq0Zr7mXw2bYc9sLA/a-key");
    let error = refused(&run(folder.path(), None, &["watch", &link]), 3);
    assert!(
        error.contains("at another address, https://cards.example: give that"),
        "{error}"
    );
}
