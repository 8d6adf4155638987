//! HTTP standards: every error a problem, headers, compression, other origins, a base path.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde_json::json;

use crate::served::certificates::AUTHORITY;
use crate::served::{Server, bearer, brink_bid, first_hand};

#[test]
fn every_error_is_a_problem() {
    let server = Server::start();
    let json = [("content-type", "application/json")];
    let post = |path: &str, headers: &[(&str, &str)], body: &[u8]| {
        server.send("POST", path, headers, Some(body))
    };
    let cases = [
        (server.get("/nowhere", &[]), 404, "not-found"),
        (
            server.get("/api/v1/../../etc/passwd", &[]),
            404,
            "not-found",
        ),
        (
            server.get("/api/v1/games/%2e%2e%2fetc", &[]),
            404,
            "not-found",
        ),
        (server.get("/api/v1/games/%ff", &[]), 404, "not-found"),
        (
            server.send("DELETE", "/api/v1/games", &[], None),
            405,
            "method-not-allowed",
        ),
        (
            server.send("BREW", "/api/v1/scores", &[], None),
            405,
            "method-not-allowed",
        ),
        (post("/api/v1/scores", &json, b"\xff\xfe"), 400, "malformed"),
        (
            post("/api/v1/scores", &json, "[".repeat(100_000).as_bytes()),
            400,
            "malformed",
        ),
        (post("/api/v1/scores", &json, b"[]"), 400, "malformed"),
        (post("/api/v1/scores", &[], b"{}"), 415, "unsupported-type"),
        (
            post(
                "/api/v1/scores",
                &[json[0], ("content-encoding", "gzip")],
                b"{}",
            ),
            415,
            "unsupported-type",
        ),
        (
            post(
                "/api/v1/scores",
                &[json[0], ("content-length", "10000000")],
                b"",
            ),
            413,
            "too-large",
        ),
        (
            server.get("/api/v1/matches/short", &[("authorization", "Bearer x")]),
            404,
            "not-found",
        ),
        (
            server.get("/api/v1/matches/short", &[("authorization", "Basic x")]),
            401,
            "unauthorized",
        ),
    ];
    for (answer, status, kind) in cases {
        assert_eq!(
            (answer.status, &*answer.problem()),
            (status, kind),
            "{}",
            answer.text()
        );
    }
    let refused = server.send("PUT", "/api/v1/matches", &[], None);
    assert_eq!(refused.header("allow"), Some("GET, HEAD, POST"));
    let unknown = server.get("/api/v1/matches", &[]);
    assert!(
        unknown
            .header("www-authenticate")
            .unwrap()
            .starts_with("Bearer")
    );
}

#[test]
fn answers_are_compressed_for_those_who_take_it_and_have_a_tag_of_their_own() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let headers = [
        ("authorization", &*bearer(&game.view)),
        ("accept-encoding", "gzip"),
    ];
    let answer = server.get(&game.path(""), &headers);
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    let tag = answer.header("etag").unwrap();
    assert_ne!(Some(tag), game.get("").header("etag"));
    let change = json!({ "action": "undo" });
    assert_eq!(game.change_at(&game.score, tag, &change).status, 200);
}

#[test]
fn every_answer_has_the_headers_that_keep_it_safe() {
    let server = Server::start();
    for path in ["/healthz", "/nowhere", "/api/v1/games"] {
        let answer = server.get(path, &[]);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.header("content-security-policy").is_some());
        assert_eq!(answer.header("x-request-id").unwrap().len(), 16);
    }
    let (get, head) = (
        server.get("/api/v1/games", &[]),
        server.send("HEAD", "/api/v1/games", &[], None),
    );
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), get.header("content-length"));
    let options = server.send("OPTIONS", "/api/v1/matches", &[], None);
    let allowed = options.header("allow");
    assert_eq!((options.status, allowed), (204, Some("GET, HEAD, POST")));
}

#[test]
fn only_origins_that_are_allowed_may_read_answers() {
    let server =
        Server::with(|settings| settings.allowed_origins = vec!["https://club.example".into()]);
    let asked = |origin: &str| {
        let answer = server.get("/api/v1/address", &[("origin", origin)]);
        answer
            .header("access-control-allow-origin")
            .map(str::to_owned)
    };
    assert_eq!(
        asked("https://club.example").as_deref(),
        Some("https://club.example")
    );
    assert_eq!(asked("https://evil.example"), None);
    // An answer cached for one origin must not be sent to another.
    for headers in [&[][..], &[("origin", "https://evil.example")]] {
        let answer = server.get("/api/v1/address", headers);
        let mut vary = answer.headers.iter().filter(|(name, _)| name == "vary");
        assert!(vary.any(|(_, value)| value == "origin"), "{headers:?}");
    }
    let headers = [
        ("origin", "https://club.example"),
        ("access-control-request-method", "POST"),
        (
            "access-control-request-headers",
            "if-match,idempotency-key,authorization,content-type",
        ),
    ];
    let asked = server.send("OPTIONS", "/api/v1/matches", &headers, None);
    assert_eq!(asked.status, 204, "{}", asked.text());
}

#[test]
fn only_problems_of_frames_may_be_framed() {
    let server = Server::start();
    for (path, is_framed) in [
        ("/embed/nothing/of/it", true),
        ("/nowhere", false),
        ("/games/chess", false),
        ("/matches/aaaaaaaaaaaaaaaaaaaaaa", false),
    ] {
        let answer = server.get(path, &[("accept", "text/html")]);
        let media = answer.header("content-type").unwrap();
        assert!(media.starts_with("text/html"), "{path}: {media}");
        let policy = answer.header("content-security-policy").unwrap();
        let framed = policy.contains("frame-ancestors *");
        assert_eq!(framed, is_framed, "{path}: {policy}");
        let denied = answer.header("x-frame-options") == Some("DENY");
        assert_eq!(denied, !is_framed, "{path}");
        let own = answer.header("cross-origin-resource-policy");
        assert_eq!(own.is_some(), is_framed, "{path}");
    }
}

#[test]
fn a_base_path_stands_before_every_path() {
    let server = Server::with(|settings| settings.base_path = "/cards".into());
    assert_eq!(server.get("/healthz", &[]).status, 404);
    assert_eq!(server.get("/cards/healthz", &[]).status, 200);
    assert_eq!(server.get("/cards/docs/index.html", &[]).status, 200);
    let made = server.post("/cards/api/v1/matches", &[], &brink_bid());
    let place = made.header("location").unwrap();
    let key = made.json()["keys"]["view"].as_str().unwrap().to_owned();
    assert_eq!(
        server
            .get(place, &[("authorization", &bearer(&key))])
            .status,
        200
    );
    assert!(
        server.get("/cards/x", &[]).json()["type"]
            .as_str()
            .unwrap()
            .starts_with("/cards/problems#")
    );
}

#[test]
fn https_is_served_without_a_proxy() {
    let server = Server::secure(|_| {});
    let mut roots = rustls::RootCertStore::empty();
    let authority = CertificateDer::from_pem_slice(AUTHORITY.as_bytes());
    roots.add(authority.unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "localhost".try_into().unwrap();
    let mut session = rustls::ClientConnection::new(Arc::new(config), name).unwrap();
    let mut socket = TcpStream::connect(server.address).unwrap();
    let mut stream = rustls::Stream::new(&mut session, &mut socket);
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    // The connection may end without a TLS closing alert.
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(
        answer.to_lowercase().contains("strict-transport-security"),
        "{answer}"
    );
}
