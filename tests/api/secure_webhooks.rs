//! Webhooks over HTTPS: messages are sent only to receivers with a trusted certificate.

use std::path::Path;
use std::process::Command;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::webhooks::{is_signed, post, until};
use crate::served::{ADMIN, Client, Program, Receiver, bearer, brink_bid};

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority() -> Authority {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// The TLS configuration of a server with a certificate for a name.
fn certified(
    by: &Authority,
    name: &str,
    change: impl FnOnce(&mut CertificateParams),
) -> ServerConfig {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    change(&mut params);
    let certificate = params.signed_by(&key, by).unwrap();
    let provider = rustls::crypto::ring::default_provider();
    ServerConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        )
        .unwrap()
}

fn url(receiver: &Receiver, host: &str) -> String {
    format!("https://{host}:{}/hooks", receiver.address.port())
}

/// A service that trusts the certificates in a file.
fn trusting(file: &Path, database: &Path) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.env("OVERTRICK_WEBHOOK_PRIVATE", "true");
    command.env("OVERTRICK_ADMIN_TOKEN", ADMIN);
    command
        .env("SSL_CERT_FILE", file)
        .env_remove("SSL_CERT_DIR");
    Program::start(&mut command, database)
}

fn webhook(client: &mut Client, url: &str) -> Value {
    let made = post(
        client,
        "/api/v1/webhooks",
        &bearer(ADMIN),
        &json!({ "url": url }),
    );
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()
}

/// The result of the first delivery.
fn delivery(program: &Program, webhook: &Value) -> Value {
    let path = format!(
        "/api/v1/webhooks/{}/deliveries",
        webhook["id"].as_str().unwrap()
    );
    let admin = bearer(ADMIN);
    let headers = [("authorization", &*admin)];
    let listed = program.client().ask("GET", &path, &headers, b"").unwrap();
    listed.json()["deliveries"][0].clone()
}

#[test]
fn by_https_is_sent_to_whom_a_trusted_certificate_names_and_to_nobody_else() {
    let folder = TempDir::new().unwrap();
    let (root, other) = (authority(), authority());
    let trusted = folder.path().join("roots.pem");
    std::fs::write(&trusted, root.pem()).unwrap();
    let named = Receiver::secure(certified(&root, "localhost", |_| {}));
    let numbered = Receiver::secure(certified(&root, "127.0.0.1", |_| {}));
    let expired = certified(&root, "localhost", |params| {
        params.not_before = date_time_ymd(2019, 1, 1);
        params.not_after = date_time_ymd(2020, 1, 1);
    });
    let refused = [
        Receiver::secure(certified(&root, "club.example", |_| {})),
        Receiver::secure(certified(&other, "localhost", |_| {})),
        Receiver::secure(expired),
        // This receiver does not use TLS.
        Receiver::start(),
    ];

    let program = trusting(&trusted, &folder.path().join("matches.db"));
    let mut client = program.client();
    let mut good = Vec::new();
    for (receiver, host) in [(&named, "localhost"), (&numbered, "127.0.0.1")] {
        good.push(webhook(&mut client, &url(receiver, host)));
    }
    let bad = refused
        .each_ref()
        .map(|receiver| webhook(&mut client, &url(receiver, "localhost")));
    let opened = post(&mut client, "/api/v1/matches", "Bearer x", &brink_bid());
    assert_eq!(opened.status, 201, "{}", opened.text());

    for (receiver, webhook) in [&named, &numbered].into_iter().zip(&good) {
        let received = receiver.wait_for(1);
        assert!(is_signed(&received[0], webhook["secret"].as_str().unwrap()));
        assert_eq!(received[0].json()["type"], "match.opened");
        until("it is delivered", || {
            delivery(&program, webhook)["state"] == "delivered"
        });
        assert_eq!(delivery(&program, webhook)["status"], 204);
    }
    for (receiver, webhook) in refused.iter().zip(&bad) {
        until("it was tried", || {
            delivery(&program, webhook)["attempts"] == 1
        });
        let tried = delivery(&program, webhook);
        assert_eq!(
            (&tried["state"], &tried["error"]),
            (&json!("waiting"), &json!("bad-certificate"))
        );
        assert_eq!(tried.get("status"), None);
        let path = format!("/api/v1/webhooks/{}/test", webhook["id"].as_str().unwrap());
        let tested = post(&mut client, &path, &bearer(ADMIN), &Value::Null).json();
        assert_eq!(
            tested,
            json!({ "delivered": false, "error": "bad-certificate" })
        );
        assert!(
            receiver.received().is_empty(),
            "nothing may be sent before the certificate is checked"
        );
    }
}

#[test]
fn a_service_that_trusts_no_certificate_sends_nothing_by_https() {
    let folder = TempDir::new().unwrap();
    let none = folder.path().join("roots.pem");
    std::fs::write(&none, "").unwrap();
    let receiver = Receiver::secure(certified(&authority(), "localhost", |_| {}));
    let program = trusting(&none, &folder.path().join("matches.db"));
    let mut client = program.client();
    let webhook = webhook(&mut client, &url(&receiver, "localhost"));
    post(&mut client, "/api/v1/matches", "Bearer x", &brink_bid());
    until("it was tried", || {
        delivery(&program, &webhook)["attempts"] == 1
    });
    assert_eq!(delivery(&program, &webhook)["error"], "bad-certificate");
    assert!(receiver.received().is_empty());
}
