//! Webhooks of the settings file: a receiver gets each change at least once, in order and signed, across
//! failures, outages, restarts and kills.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use overtrick_server::settings::{Settings, WebhookSettings};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::certificates::{AUTHORITY, CLUB, Certificate, LOCALHOST, STRANGER};
use crate::served::{
    Match, PHONE, Program, Received, Receiver, Reply, Server, bearer, brink_bid, first_hand,
    sample, until,
};

const KEY: [u8; 32] = [7; 32];

fn secret() -> String {
    format!("whsec_{}", STANDARD.encode(KEY))
}

fn webhook(url: String) -> WebhookSettings {
    WebhookSettings {
        url,
        secret: secret().into(),
        ..WebhookSettings::default()
    }
}

fn set(receivers: &[&Receiver]) -> impl FnOnce(&mut Settings) {
    let webhooks = receivers.iter().map(|receiver| webhook(receiver.url()));
    let webhooks = webhooks.collect();
    |settings: &mut Settings| settings.webhook = webhooks
}

/// Starts a service with a webhook for each of these receivers.
fn server(receivers: &[&Receiver]) -> Server {
    Server::with(set(receivers))
}

/// The value of a webhook's metric.
fn metric(server: &Server, name: &str, webhook: usize) -> u64 {
    let metrics = server.metrics();
    let start = format!("overtrick_webhook_{name}{{webhook=\"{webhook}\"}} ");
    let mut lines = metrics.lines();
    let value = lines.find_map(|line| line.strip_prefix(&start));
    value
        .unwrap_or_else(|| panic!("{metrics}"))
        .parse()
        .unwrap()
}

/// HMAC, written from its definition (RFC 2104) without the service's library.
fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let padded = |pad: u8| -> Vec<u8> {
        let key = key.iter().copied().chain(std::iter::repeat(0)).take(64);
        key.map(|byte| byte ^ pad).collect()
    };
    let inner = Sha256::digest([&padded(0x36)[..], text].concat());
    Sha256::digest([&padded(0x5c)[..], &inner].concat()).to_vec()
}

/// Whether a message is signed with the secret.
fn is_signed(received: &Received) -> bool {
    let (id, at) = (
        received.header("webhook-id"),
        received.header("webhook-timestamp"),
    );
    assert!(!id.is_empty() && !id.contains('.'));
    let text = [format!("{id}.{at}.").as_bytes(), &received.body].concat();
    let expected = format!("v1,{}", STANDARD.encode(hmac(&KEY, &text)));
    received.header("webhook-signature") == expected
}

fn note(game: &Match, text: &str) {
    game.changed(&game.score, &json!({ "action": "describe", "notes": text }));
}

fn versions(messages: &[Received]) -> Vec<u64> {
    messages.iter().map(|one| one.change().1).collect()
}

fn types(messages: &[Received]) -> Vec<String> {
    let types = messages.iter().map(Received::json);
    types
        .map(|one| one["type"].as_str().unwrap().to_owned())
        .collect()
}

/// Asserts that each change was accepted at least once, and that the first acceptances are in order.
#[track_caller]
fn assert_complete(taken: &[Received], last: u64) {
    let mut next = 1;
    for version in versions(taken) {
        assert!(version <= next, "{:?}", versions(taken));
        if version == next {
            next += 1;
        }
    }
    assert_eq!(next, last + 1, "{:?}", versions(taken));
}

#[test]
fn every_change_is_sent_signed_and_in_order() {
    let receiver = Receiver::start();
    let server = server(&[&receiver]);
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    for text in ["a", "b", "c"] {
        note(&game, text);
    }
    game.changed(&game.direct, &json!({ "action": "finish" }));
    let messages = receiver.wait_for(6);
    assert_eq!(versions(&messages), [1, 2, 3, 4, 5, 6]);
    let types = types(&messages);
    assert_eq!(
        (&*types[0], &*types[1], &*types[5]),
        ("match.opened", "match.changed", "match.finished")
    );
    for one in &messages {
        assert!(is_signed(one));
        assert_eq!(one.header("content-type"), "application/json");
        let message = one.json();
        assert_eq!(message["timestamp"], message["data"]["at"]);
        assert_eq!(message["type"], message["data"]["type"]);
        assert_eq!(message["data"]["standings"].as_array().unwrap().len(), 2);
    }
    until("all are counted", || metric(&server, "sent_total", 1) == 6);
    assert_eq!(metric(&server, "failed_total", 1), 0);
    let metrics = server.metrics();
    assert!(!metrics.contains("/hooks"), "{metrics}");
}

#[test]
fn a_failing_receiver_is_retried_with_growing_delays_and_gets_everything() {
    let receiver = Receiver::answering(|_| Reply::Status(500));
    let other = Receiver::start();
    let server = server(&[&receiver, &other]);
    let begun = Instant::now();
    let game = server.create(&brink_bid());
    receiver.wait_for(1);
    for text in ["a", "b", "c"] {
        note(&game, text);
    }
    // The failing receiver does not delay the other, and new changes do not shorten the delays of 1 and 2 seconds.
    other.wait_for(4);
    let messages = receiver.wait_for(3);
    assert!(begun.elapsed() >= Duration::from_secs(3));
    assert_eq!(versions(&messages), [1, 1, 1]);
    let ids: Vec<&str> = messages
        .iter()
        .map(|one| one.header("webhook-id"))
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    until("three failures", || metric(&server, "failed_total", 1) == 3);
    assert_eq!(metric(&server, "failed_total", 2), 0);
    receiver.answer(|_| Reply::Status(200));
    receiver.wait_until(|messages| messages.len() >= 7);
    assert_eq!(versions(&receiver.taken()), [1, 2, 3, 4]);
    until("all are sent", || metric(&server, "sent_total", 1) == 4);
}

#[test]
fn redirects_closed_connections_and_gone_receivers_are_failures() {
    let mut replies = [Reply::Status(302), Reply::Close, Reply::Status(410)].into_iter();
    let receiver = Receiver::answering(move |_| replies.next().unwrap_or(Reply::Status(202)));
    let server = server(&[&receiver]);
    server.create(&brink_bid());
    let messages = receiver.wait_for(4);
    assert_eq!(versions(&messages), [1, 1, 1, 1]);
    until("change counted", || metric(&server, "sent_total", 1) == 1);
    assert_eq!(metric(&server, "failed_total", 1), 3);
}

#[test]
fn games_and_kinds_choose_what_is_sent() {
    let [all, finished, other, own] = [(); 4].map(|()| Receiver::start());
    let server = Server::with(|settings| {
        let mut webhooks = [&all, &finished, &other, &own].map(|one| webhook(one.url()));
        webhooks[1].kinds = vec!["match.finished".into(), "match.deleted".into()];
        webhooks[2].games = vec!["oh-hell".into()];
        webhooks[3].games = vec!["brink-bid".into(), "own".into()];
        settings.webhook = webhooks.to_vec();
    });
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    game.changed(&game.direct, &json!({ "action": "finish" }));
    game.delete();
    for receiver in [&all, &own, &finished] {
        receiver.wait_until(|messages| types(messages).iter().any(|one| one == "match.deleted"));
    }
    assert!(
        types(&finished.received())
            .iter()
            .all(|one| ["match.finished", "match.deleted"].contains(&one.as_str()))
    );
    // Changes are sent in order, so this is the first change that `other` receives.
    server.create(&sample("oh-hell").0);
    let games: Vec<Value> = other.wait_for(1).iter().map(Received::json).collect();
    assert_eq!(games[0]["data"]["game"], "oh-hell");
}

#[test]
fn a_new_webhook_starts_with_the_next_change_and_resumes_after_a_restart() {
    let folder = Arc::new(TempDir::new().unwrap());
    let receiver = Receiver::start();
    let first = Server::on(folder.clone(), |_| {});
    let game = first.create(&brink_bid());
    note(&game, "before");
    let game = game.keep();
    drop(first);

    let second = Server::on(folder.clone(), set(&[&receiver]));
    note(&game.on(&second), "after");
    assert_eq!(versions(&receiver.wait_for(1)), [3]);
    drop(second);

    // While the settings do not name the webhook, its changes wait.
    let third = Server::on(folder.clone(), |_| {});
    note(&game.on(&third), "meanwhile");
    drop(third);

    let fourth = Server::on(folder, set(&[&receiver]));
    receiver.wait_for(2);
    note(&game.on(&fourth), "later");
    assert_eq!(versions(&receiver.wait_for(3)), [3, 4, 5]);
}

#[test]
fn a_stop_waits_only_shortly_for_a_receiver_that_hangs() {
    let receiver = Receiver::answering(|_| Reply::Hang);
    let folder = Arc::new(TempDir::new().unwrap());
    let server = Server::on(folder.clone(), set(&[&receiver]));
    let game = server.create(&brink_bid()).keep();
    receiver.wait_for(1);
    let begun = Instant::now();
    drop(server);
    assert!(begun.elapsed() < Duration::from_secs(15));
    receiver.answer(|_| Reply::Status(204));
    let server = Server::on(folder, set(&[&receiver]));
    note(&game.on(&server), "x");
    receiver.wait_until(|messages| messages.len() >= 3);
    assert_eq!(versions(&receiver.taken()), [1, 2]);
}

/// Starts the program with a settings file, on the database in this folder.
fn program(folder: &Path, settings: &str, trusted: Option<&Path>) -> Program {
    std::fs::write(folder.join("overtrick.toml"), settings).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.current_dir(folder);
    if let Some(file) = trusted {
        command
            .env("SSL_CERT_FILE", file)
            .env_remove("SSL_CERT_DIR");
    }
    Program::start(&mut command, &folder.join("matches.db"))
}

fn table(url: &str) -> String {
    let secret = secret();
    format!("[[webhook]]\nurl = \"{url}\"\nsecret = \"{secret}\"\n")
}

fn post(program: &Program, path: &str, headers: &[(&str, &str)], body: &Value) -> Value {
    let mut all = vec![PHONE];
    all.extend_from_slice(headers);
    let body = body.to_string();
    let answer = program.client().ask("POST", path, &all, body.as_bytes());
    let answer = answer.unwrap();
    assert!(answer.status < 300, "{}", answer.text());
    answer.json()
}

#[test]
fn nothing_is_lost_when_the_program_is_killed_again_and_again() {
    const KILLS: u64 = 5;
    const CHANGES: u64 = 20;
    let folder = TempDir::new().unwrap();
    // Every tenth attempt fails, so that the program is sometimes killed between two attempts.
    let mut attempts = 0;
    let receiver = Receiver::answering(move |_| {
        attempts += 1;
        Reply::Status(if attempts % 10 == 0 { 503 } else { 204 })
    });
    let settings = table(&receiver.url());
    let mut running = program(folder.path(), &settings, None);
    let game = post(&running, "/api/v1/matches", &[], &brink_bid());
    let id = game["id"].as_str().unwrap().to_owned();
    let key = bearer(game["keys"]["direct"].as_str().unwrap());
    for kill in 0..KILLS {
        for change in 0..CHANGES {
            let remark = json!({ "action": "describe", "notes": format!("{kill} {change}") });
            post(
                &running,
                &format!("/api/v1/matches/{id}/changes"),
                &[("authorization", &key), ("if-match", "*")],
                &remark,
            );
        }
        running.child.kill().unwrap();
        running.child.wait().unwrap();
        drop(running);
        running = program(folder.path(), &settings, None);
    }
    let last = 1 + KILLS * CHANGES;
    let of_game = |messages: &[Received]| -> Vec<Received> {
        let taken = messages.iter();
        let taken = taken.filter(|one| one.reply == Reply::Status(204) && one.change().0 == id);
        taken.cloned().collect()
    };
    let messages =
        receiver.wait_until(|messages| versions(&of_game(messages)).last() == Some(&last));
    assert_complete(&of_game(&messages), last);
    assert!(messages.iter().all(is_signed));
}

/// The TLS configuration of a server with a certificate.
fn certified(by: &Certificate) -> ServerConfig {
    let certificate = CertificateDer::from_pem_slice(by.certificate.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(by.key.as_bytes()).unwrap();
    let provider = rustls::crypto::ring::default_provider();
    ServerConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap()
}

#[test]
fn https_receivers_need_a_trusted_certificate() {
    let folder = TempDir::new().unwrap();
    let trusted = folder.path().join("roots.pem");
    std::fs::write(&trusted, AUTHORITY).unwrap();
    let good = Receiver::secure(certified(&LOCALHOST));
    let refused = [
        Receiver::secure(certified(&CLUB)),
        Receiver::secure(certified(&STRANGER)),
        // This receiver does not use TLS.
        Receiver::start(),
    ];
    let url = |receiver: &Receiver| format!("https://localhost:{}/hooks", receiver.address.port());
    let mut settings = "metrics_token = \"the-token-of-the-metrics\"\n".to_owned();
    settings += &table(&url(&good));
    for receiver in &refused {
        settings += &table(&url(receiver));
    }
    let running = program(folder.path(), &settings, Some(&trusted));
    let failed = |webhook: usize| {
        let headers = [("authorization", "Bearer the-token-of-the-metrics")];
        let answer = running.client().ask("GET", "/metrics", &headers, b"");
        let text = answer.unwrap().text();
        !text.contains(&format!(
            "overtrick_webhook_failed_total{{webhook=\"{webhook}\"}} 0\n"
        ))
    };
    post(&running, "/api/v1/matches", &[], &brink_bid());
    assert!(is_signed(&good.wait_for(1)[0]));
    for (index, receiver) in refused.iter().enumerate() {
        until("the delivery was tried", || failed(index + 2));
        assert!(receiver.received().is_empty());
    }
    assert!(!failed(1));
}
