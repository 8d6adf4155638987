//! The files of the page: the first screen, its texts and the rules of the games.

use std::collections::BTreeSet;

use overtrick_games as games;
use serde_json::{Value, json};

use crate::page::{between, node, text};
use crate::served::Server;

const STRICT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

fn shell(server: &Server) -> Value {
    let script = text(server, "/shell.js");
    let object = script.strip_prefix("self.SHELL = ").unwrap();
    serde_json::from_str(object.strip_suffix(";\n").unwrap()).unwrap()
}

#[test]
fn the_page_is_at_the_root_and_all_its_files_exist() {
    let server = Server::start();
    let page = text(&server, "/");
    assert!(page.contains("<title>Overtrick</title>"), "{page}");
    let named: BTreeSet<&str> = ["href=\"", "src=\""]
        .iter()
        .flat_map(|mark| between(&page, mark, "\""))
        .collect();
    assert!(named.len() > 4, "{named:?}");
    for name in named {
        assert!(
            !name.starts_with('/') && !name.contains("://"),
            "{name} is absolute"
        );
        assert_eq!(server.get(&format!("/{name}"), &[]).status, 200, "{name}");
    }
    let manifest: Value = serde_json::from_str(&text(&server, "/manifest.webmanifest")).unwrap();
    for icon in manifest["icons"].as_array().unwrap() {
        let answer = server.get(&format!("/{}", icon["src"].as_str().unwrap()), &[]);
        assert_eq!(
            answer.header("content-type"),
            icon["type"].as_str(),
            "{icon}"
        );
    }
    assert!(!manifest["icons"].as_array().unwrap().is_empty());
}

#[test]
fn every_file_has_strict_headers_and_an_etag() {
    let server = Server::start();
    let files = shell(&server)["files"].clone();
    let files: Vec<&str> = files
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap())
        .collect();
    for file in ["./", "page.js", "page.css", "words/en.json", "forms.json"] {
        assert!(files.contains(&file), "{file}");
    }
    for module in ["overtrick.wasm", "overtrick-pdf.wasm"] {
        assert!(!files.contains(&module), "{module} is loaded later");
    }
    let later = shell(&server)["later"].clone();
    assert_eq!(later["engine"], "overtrick.wasm");
    assert_eq!(later["printer"], "overtrick-pdf.wasm");
    for text in later["texts"].as_array().unwrap() {
        let path = format!("/{}", text.as_str().unwrap());
        assert_eq!(server.get(&path, &[]).status, 200, "{path}");
    }
    let alone = |file: &&&str| file.starts_with("js/");
    let alone: Vec<&&str> = files.iter().filter(alone).collect();
    assert_eq!(
        alone,
        [
            &"js/engine/beside.js",
            &"js/engine/caller.js",
            &"js/engine/judge-worker.js"
        ],
        "bundles contain all modules except those that workers and other pages import"
    );
    for file in files
        .iter()
        .chain(&["sw.js", "shell.js", "icons/icon-512.png", "overtrick.wasm"])
        .chain(&["overtrick-pdf.wasm"])
    {
        let path = format!("/{}", file.trim_start_matches("./"));
        let answer = server.get(&path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        // The page and its worker may also compile WebAssembly; otherwise the policy is the same.
        let script = if path == "/" || path == "/js/engine/judge-worker.js" {
            "script-src 'self' 'wasm-unsafe-eval'"
        } else {
            "script-src 'self'"
        };
        let strict = STRICT.replace("script-src 'self'", script);
        assert_eq!(
            answer.header("content-security-policy"),
            Some(&*strict),
            "{path}"
        );
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        assert_eq!(
            answer.header("permissions-policy"),
            Some("camera=(), microphone=(), geolocation=()"),
            "{path}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
        assert!(!answer.body.is_empty(), "{path}");
        let tag = answer.header("etag").unwrap();
        let again = server.get(&path, &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        let head = server.send("HEAD", &path, &[], None);
        assert_eq!(head.header("etag"), Some(tag), "{path}");
        assert_eq!(server.send("POST", &path, &[], None).status, 405, "{path}");
    }
    let packed = server.get("/page.js", &[("accept-encoding", "br")]);
    assert_eq!(packed.header("content-encoding"), Some("br"));
    let tag = packed.header("etag").unwrap();
    let headers = [("accept-encoding", "br"), ("if-none-match", tag)];
    assert_eq!(server.get("/page.js", &headers).status, 304);
    assert_eq!(
        server
            .get("/fonts/NotoSans-Bold.woff2", &[("accept-encoding", "br")])
            .header("content-encoding"),
        None
    );
}

#[test]
fn the_rules_of_every_game_are_a_page_with_an_anchor_for_each_clause() {
    let server = Server::start();
    let list = text(&server, "/games");
    for entry in games::all() {
        let facts = entry.facts;
        let path = format!("/games/{}", facts.id);
        assert!(list.contains(&format!("href=\"games/{}?lang=en\"", facts.id)));
        let answer = server.get(&path, &[]);
        assert_eq!(answer.header("content-security-policy"), Some(STRICT));
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let page = answer.text();
        assert!(page.contains("<html lang=\"en\">"), "{path}");
        let ids: Vec<&str> = between(&page, " id=\"", "\"");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{path}: a duplicate id");
        for clause in facts.all_clauses() {
            let anchor = clause.id.replace('/', "-");
            assert!(unique.contains(anchor.as_str()), "{path}: no {anchor}");
        }
        for link in between(&page, "href=\"#", "\"") {
            assert!(
                unique.contains(link),
                "{path}: no element has the id {link}"
            );
        }
        let names = [
            between(&page, "href=\"", "\""),
            between(&page, "src=\"", "\""),
        ]
        .concat();
        for name in names.iter().filter(|name| !name.starts_with(['#', '?'])) {
            let name = name.split(['#', '?']).next().unwrap();
            let path = match name.strip_prefix("../") {
                Some(name) => format!("/{name}"),
                None => format!("/games/{name}"),
            };
            assert_eq!(server.get(&path, &[]).status, 200, "{name}");
        }
        for field in facts.record {
            let shown = format!("<code>{}</code></td>", field.name);
            assert!(page.contains(&shown), "{path}: no field {}", field.name);
        }
        let tag = answer.header("etag").unwrap();
        let again = server.get(&path, &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

#[test]
fn the_rules_are_in_the_requested_language() {
    let server = Server::start();
    let czech = [("accept-language", "cs")];
    for (path, headers, lang) in [
        ("/games/mariash", &czech[..], "cs"),
        ("/games/mariash?lang=cs", &[], "cs"),
        ("/games/mariash?lang=en", &czech, "en"),
        ("/games/mariash?q=flek&lang=xx", &[], "en"),
        ("/games", &czech, "cs"),
    ] {
        let page = server.get(path, headers).text();
        assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{path}");
    }
    assert_eq!(server.get("/games/whist", &[]).problem(), "not-found");
    assert_eq!(server.send("POST", "/games/mariash", &[], None).status, 405);
}

#[test]
fn words_are_served_for_supported_languages_only() {
    let server = Server::start();
    let words: Value = server.get("/words/en.json", &[]).json();
    assert_eq!(
        (&words["lang"], &words["forms"]),
        (&json!("en"), &json!(["one", "other"]))
    );
    let czech: Value = server.get("/words/cs.json", &[]).json();
    assert_eq!(czech["forms"].as_array().unwrap().len(), 4);
    for key in ["tab.sheet", "start.new", "new.start"] {
        let text = |words: &Value| words["page"][key].as_str().unwrap().to_owned();
        assert_ne!(text(&czech), text(&words), "{key}");
    }
    assert_eq!(words["languages"], json!(["en", "cs"]));
    assert_eq!(server.get("/words/xx.json", &[]).problem(), "not-found");
    assert_eq!(server.get("/nothing.js", &[]).problem(), "not-found");
    assert_eq!(server.get("/..%2fCargo.toml", &[]).problem(), "not-found");
    assert_eq!(
        server.get("/js/%2e%2e/%2e%2e/lang/en.toml", &[]).problem(),
        "not-found"
    );
}

#[test]
fn the_unit_tests_of_the_page() {
    let Some(mut node) = node() else {
        return;
    };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/js");
    let run = node.arg("--test").current_dir(folder).output().unwrap();
    let report = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{report}");
}

#[test]
fn the_page_can_have_a_base_path() {
    let server = Server::with(|settings| settings.base_path = "/cards".into());
    let moved = server.get("/cards", &[]);
    assert_eq!(
        (moved.status, moved.header("location")),
        (308, Some("/cards/"))
    );
    assert!(text(&server, "/cards/").contains("<title>Overtrick</title>"));
    assert_eq!(server.get("/cards/js/main.js", &[]).status, 200);
    assert_eq!(server.get("/", &[]).problem(), "not-found");
}

#[test]
fn many_phones_may_load_the_page_at_once() {
    let server = Server::limited();
    for _ in 0..100 {
        assert_eq!(server.get("/", &[]).status, 200);
        assert_eq!(server.get("/page.css", &[]).status, 200);
    }
    let limited = (0..1_000).any(|_| server.get("/api/v1/games", &[]).status == 429);
    assert!(limited, "requests to the API are still limited");
}

#[test]
fn a_qr_code_has_its_text_and_is_not_stored() {
    let server = Server::start();
    let code = |text: &str| server.post("/api/v1/qr", &[], &json!({ "text": text }));
    let answer = code("https://club.example/#/join/abc/secret");
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let svg = answer.text();
    assert!(
        svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"),
        "{svg}"
    );
    assert!(!svg.contains("secret"));
    assert_ne!(svg, code("https://club.example/#/join/abc/another").text());
    assert_eq!(code(&"x".repeat(500)).status, 200);
}

#[test]
fn the_verify_page_works_with_a_strict_content_policy() {
    let server = Server::start();
    let answer = server.get("/verify", &[("accept-language", "cs")]);
    let policy = answer.header("content-security-policy").unwrap();
    assert_eq!(policy.matches("unsafe").count(), 0, "{policy}");
    let strict: Vec<&str> = STRICT.split("; ").collect();
    for rule in policy
        .split("; ")
        .filter(|rule| !rule.starts_with("script-src"))
    {
        assert!(strict.contains(&rule) || rule.ends_with("'none'"), "{rule}");
    }
    let page = answer.text();
    assert!(
        page.contains("<html lang=\"cs\">") && page.contains("<noscript>"),
        "{page}"
    );
    let names = [
        between(&page, "href=\"", "\""),
        between(&page, "src=\"", "\""),
        vec![
            "js/engine/beside.js",
            "js/engine/judge-worker.js",
            "overtrick.wasm",
        ],
    ]
    .concat();
    for name in names.iter().filter(|name| !name.starts_with('?')) {
        let path = format!("/{}", name.trim_start_matches("./"));
        let answer = server.get(&path, &[]);
        assert_eq!(answer.status, 200, "{name}");
        if *name != "overtrick.wasm" {
            continue;
        }
        assert_eq!(answer.header("content-type"), Some("application/wasm"));
        assert!(answer.body.starts_with(b"\0asm"), "{name}");
        let packed = server.get(&path, &[("accept-encoding", "gzip, br")]);
        assert_eq!(packed.header("content-encoding"), Some("br"));
        assert!(packed.body.len() < answer.body.len() / 3);
    }
    let modules = names.iter().filter(|name| **name == "overtrick.wasm");
    assert_eq!(modules.count(), 1);
}
