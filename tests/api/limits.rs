//! The limits per client: at each limit, one above it, and when a refused client may continue.

use std::io::{BufReader, Read};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use overtrick_server::bounds::{
    BYTES_PER_HOUR, KEY_FACTOR, LOG_LINES_PER_SECOND, MAX_BODY, MAX_BURST, MAX_CONNECTIONS,
    MAX_CONNECTIONS_OF_ADDRESS, MAX_HELD, MAX_HELD_OF_ADDRESS, MAX_IMPORT, MAX_IMPORT_LINES,
    MAX_LOG_BODY, MAX_PDFS, MAX_PDFS_OF_CLIENT, MAX_STREAMS, MAX_STREAMS_OF_ADDRESS, MAX_WEBHOOKS,
    NEW_MATCHES_PER_HOUR, REQUESTS_PER_SECOND, STREAM_INTERVAL, WRONG_CODES_PER_HOUR,
};
use serde_json::{Value, json};

use crate::served::{
    ADMIN, Client, Match, Server, ask_on, bearer, brink_bid, connect_from, first_hand, open,
    read_head, send_from,
};

/// Sends requests without a key until one is refused; returns how many succeeded.
fn use_up_requests(server: &Server) -> usize {
    let mut client = Client::new(server.address);
    let mut allowed = || {
        client
            .ask("GET", "/api/v1/version", &[], b"")
            .unwrap()
            .status
            == 200
    };
    (0..10_000).take_while(|_| allowed()).count()
}

#[test]
fn the_bytes_of_a_body_are_limited() {
    let server = Server::start();
    let admin = bearer(ADMIN);
    for (path, most) in [
        ("/api/v1/scores", MAX_BODY),
        ("/api/v1/adjudications", MAX_BODY),
        ("/api/v1/matches", MAX_BODY),
        ("/api/v1/sheets.pdf", MAX_BODY),
        ("/api/v1/logs", MAX_LOG_BODY),
        ("/api/v1/imports", MAX_IMPORT),
    ] {
        let send = |bytes: usize| {
            let headers = [
                ("content-type", "application/json"),
                ("authorization", &*admin),
            ];
            let body = " ".repeat(bytes).into_bytes();
            server.send("POST", path, &headers, Some(&body))
        };
        assert_ne!(send(most).status, 413, "{path}");
        let refused = send(most + 1);
        assert_eq!((refused.status, &*refused.problem()), (413, "too-large"));
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        for figure in [most / 1024, most / 1024 + 1] {
            assert!(detail.contains(&format!("{figure} KiB")), "{detail}");
        }
    }
}

#[test]
fn requests_are_limited_per_address() {
    let server = Server::limited();
    let began = Instant::now();
    let allowed = use_up_requests(&server);
    let seconds = usize::try_from(began.elapsed().as_secs()).unwrap() + 1;
    let burst = MAX_BURST as usize;
    let most = burst + seconds * REQUESTS_PER_SECOND as usize;
    assert!((burst..=most).contains(&allowed), "{allowed} of {most}");
    let refused = (0..100).map(|_| server.get("/api/v1/games", &[]));
    let refused = refused.into_iter().find(|answer| answer.status == 429);
    let refused = refused.expect("a refusal");
    assert_eq!(refused.problem(), "too-many");
    let detail = "You may send 20 requests per second. Try again in 1 second.";
    assert_eq!(refused.json()["detail"], detail);
    assert_eq!(refused.header("retry-after"), Some("1"));
    let other = send_from(
        [127, 0, 0, 9],
        server.address,
        "GET",
        "/api/v1/games",
        &[],
        None,
    );
    assert_eq!(other.status, 200, "another address is served");
}

#[test]
fn the_administrator_is_not_limited_and_a_program_has_more() {
    let server = Server::limited();
    let [operator, program] = ["admin", "read"].map(|scope| server.program_key(scope).0);
    let allowed = |key: &str| {
        let mut client = Client::new(server.address);
        let headers = [("authorization", &*bearer(key))];
        let mut ask = || client.ask("GET", "/api/v1/matches", &headers, b"").unwrap();
        (0..300).filter(|_| ask().status == 200).count()
    };
    assert_eq!(allowed(ADMIN), 300);
    assert_eq!(allowed(&operator), 300);
    assert_eq!(allowed(&program), 300);
    assert!(
        use_up_requests(&server) >= MAX_BURST as usize,
        "the address's own allowance is unused"
    );
}

#[test]
fn a_valid_key_of_a_match_lifts_the_refusal_of_its_address() {
    let server = Server::limited();
    let (game, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    use_up_requests(&server);
    let ask = |key: &str| {
        let mut client = Client::new(server.address);
        let headers = [("authorization", &*bearer(key))];
        let mut statuses = (0..100)
            .map(|_| {
                client
                    .ask("GET", &game.path(""), &headers, b"")
                    .unwrap()
                    .status
            })
            .collect::<Vec<_>>();
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    };
    assert_eq!(ask(&game.view), [200]);
    // A slow machine may send many requests before one is refused.
    let is_refused = |key: &str| {
        let mut client = Client::new(server.address);
        let headers = [("authorization", &*bearer(key))];
        let mut ask = || client.ask("GET", &game.path(""), &headers, b"").unwrap();
        (0..1_000).any(|_| ask().status == 429)
    };
    assert!(is_refused(&other.view), "a key of another match");
    assert!(is_refused("a-key-of-nothing"));
    let cookie = format!("overtrick={}", game.view);
    let shown = (0..50).map(|_| server.get(&game.path(""), &[("cookie", &cookie)]).status);
    assert!(shown.into_iter().all(|status| status == 200));
}

#[test]
fn matches_per_address_and_hour_are_limited() {
    let server = Server::limited();
    let mut opened = Vec::new();
    let began = Instant::now();
    for _ in 0..NEW_MATCHES_PER_HOUR {
        opened.push(server.create(&brink_bid()));
        // The pause keeps the test below the limit of requests.
        thread::sleep(Duration::from_millis(40));
    }
    let refused = server.post("/api/v1/matches", &[], &brink_bid());
    assert_eq!((refused.status, &*refused.problem()), (429, "too-many"));
    assert!(
        refused.text().contains("60 matches per hour"),
        "{}",
        refused.text()
    );
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    // One minute after the first match was opened, the address may open another one.
    let least = 59_u64.saturating_sub(began.elapsed().as_secs()).max(1);
    assert!((least..=60).contains(&wait), "{wait}");
    // Rematches count too, or else every match would permit more matches.
    let key = bearer(&opened[0].direct);
    let headers = [("authorization", &*key)];
    let rematch = server.post(&opened[0].path("/rematch"), &headers, &json!({}));
    assert_eq!(rematch.status, 429, "{}", rematch.text());
    let admin = [("authorization", &*bearer(ADMIN))];
    let by_admin = server.post("/api/v1/matches", &admin, &brink_bid());
    assert_eq!(by_admin.status, 201);
}

#[test]
fn bytes_per_address_and_hour_are_limited() {
    let server = Server::limited();
    let size = 200 << 10;
    let mut body = brink_bid().to_string();
    body += &" ".repeat(size - body.len());
    let headers = [("content-type", "application/json")];
    let opened = || server.send("POST", "/api/v1/matches", &headers, Some(body.as_bytes()));
    let most = BYTES_PER_HOUR as usize / size;
    let game = server.create(&brink_bid());
    for _ in 1..most {
        assert_eq!(opened().status, 201);
    }
    // The first match and one row per match count too, so the first or second request is refused.
    let refused = (0..2).map(|_| opened()).find(|answer| answer.status == 429);
    let refused = refused.expect("a refusal");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=400).contains(&wait), "{wait}");
    game.record(&first_hand(1));
}

#[test]
fn with_limits_off_no_address_is_refused() {
    let server = Server::start();
    let mut client = Client::new(server.address);
    for _ in 0..300 {
        let answer = client.ask("GET", "/api/v1/version", &[], b"").unwrap();
        assert_eq!(answer.status, 200);
    }
}

/// Opens an event stream of a match from this client address; returns it and its status.
fn follow(server: &Server, game: &Match<'_>, last: u8) -> (BufReader<TcpStream>, u16) {
    let stream = connect_from([127, 0, 0, last], server.address);
    let path = format!("/embed/matches/{}/events", game.id);
    let headers = [("accept", "text/event-stream")];
    let mut reader = BufReader::new(ask_on(stream, server.address, "GET", &path, &headers, None));
    let status = read_head(&mut reader).status;
    (reader, status)
}

#[test]
fn streams_per_address_are_limited() {
    let server = Server::limited();
    let game = server.create(&brink_bid());
    game.publish("sheet");
    let mut open = Vec::new();
    for _ in 0..MAX_STREAMS_OF_ADDRESS {
        let (stream, status) = follow(&server, &game, 2);
        assert_eq!(status, 200);
        open.push(stream);
    }
    assert_eq!(follow(&server, &game, 2).1, 429);
    assert_eq!(follow(&server, &game, 3).1, 200, "another address");
    drop(open.pop());
    let is_free = || follow(&server, &game, 2).1 == 200;
    assert!((0..60).any(|number: u32| {
        // The service notices that a stream has ended only when it sends something.
        let change = json!({ "action": "describe", "title": number.to_string() });
        game.changed(&game.direct, &change);
        thread::sleep(Duration::from_millis(200));
        is_free()
    }));
}

#[test]
fn a_stream_has_at_most_one_update_a_second() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    // The stream begins with the first change, even if it is opened later.
    let headers = [
        ("authorization", &*bearer(&game.view)),
        ("last-event-id", "1"),
    ];
    let mut stream = open(server.address, "GET", &game.path("/events"), &headers, None);
    let timeout = Some(Duration::from_millis(100));
    stream.set_read_timeout(timeout).unwrap();
    let (mut text, mut updates) = (String::new(), 0);
    let began = Instant::now();
    let mut number = 0;
    while began.elapsed() < 3 * STREAM_INTERVAL {
        number += 1;
        let change = json!({ "action": "describe", "title": number.to_string() });
        game.changed(&game.direct, &change);
        let mut part = [0; 8_192];
        if let Ok(read @ 1..) = stream.read(&mut part) {
            let part = String::from_utf8_lossy(&part[..read]).into_owned();
            updates += usize::from(part.contains("event: change"));
            text += &part;
        }
    }
    assert!((2..=5).contains(&updates), "{updates}: {text}");
    assert!(number > updates, "{number} changes: {text}");
    for version in 2..=3 {
        assert!(text.contains(&format!("id: {version}\n")), "{text}");
    }
}

/// Requests a PDF from an address; returns the status.
fn print_from(server: &Server, last: u8, path: &str, key: Option<&str>) -> u16 {
    let key = key.map(bearer);
    let key = key.as_deref().map(|key| ("authorization", key));
    let headers: Vec<(&str, &str)> = key.into_iter().collect();
    send_from(
        [127, 0, 0, last],
        server.address,
        "GET",
        path,
        &headers,
        None,
    )
    .status
}

#[test]
fn printing_is_limited_per_address() {
    let server = Server::limited();
    let game = server.create(&brink_bid());
    let over = AtomicBool::new(false);
    let refused = AtomicBool::new(false);
    let pad = |pages: usize| format!("/api/v1/pads/mariash.pdf?players=3&pages={pages}");
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let status = print_from(&server, 2, &pad(20), None);
                    assert!([200, 429].contains(&status), "{status}");
                    refused.fetch_or(status == 429, Ordering::Relaxed);
                    thread::sleep(Duration::from_millis(100));
                }
            });
        }
        thread::sleep(Duration::from_millis(500));
        let mut statuses = Vec::new();
        for _ in 0..4 {
            statuses.push(print_from(&server, 3, &pad(1), None));
            // A client at the same address that has a key.
            statuses.push(print_from(
                &server,
                2,
                &game.path("/sheet.pdf"),
                Some(&game.view),
            ));
        }
        over.store(true, Ordering::Relaxed);
        assert_eq!(statuses, [200; 8]);
    });
    assert!(
        refused.load(Ordering::Relaxed),
        "an address may print one PDF at a time"
    );
}

#[test]
fn six_phones_behind_one_address_play_a_whole_evening_without_a_refusal() {
    const MATCHES: usize = 4;
    let server = Server::limited();
    let phones = ["view", "view", "view", "score", "score", "direct"];
    for _ in 0..MATCHES {
        // Each phone loads the files of the page.
        let game = server.create(&brink_bid());
        for _ in phones {
            for path in ["/", "/page.css", "/js/main.js", "/sw.js"] {
                assert!(server.get(path, &[]).status < 400, "{path}");
            }
        }
        let keys = phones.map(|role| match role {
            "view" => game.view.clone(),
            "score" => game.score.clone(),
            _ => game.direct.clone(),
        });
        let mut streams = Vec::new();
        for key in &keys {
            let headers = [("authorization", &*bearer(key))];
            let path = game.path("/events");
            let mut stream = BufReader::new(open(server.address, "GET", &path, &headers, None));
            assert_eq!(read_head(&mut stream).status, 200);
            streams.push(stream);
        }
        for number in 1..=10 {
            // Each tap is checked and shared; all phones read the match after each hand.
            for taps in 1..=6 {
                let hand = json!({ "bids": { "Ann": taps } });
                let change = json!({ "action": "record", "hand": hand });
                let headers = [("authorization", &*bearer(&game.score)), ("if-match", "*")];
                let checked = server.post(&game.path("/changes?dry_run=true"), &headers, &change);
                assert_ne!(checked.status, 429);
            }
            game.record(&hand(number));
            for key in &keys {
                let headers = [("authorization", &*bearer(key))];
                assert_eq!(server.get(&game.path(""), &headers).status, 200);
            }
        }
        let sheet = print_from(&server, 1, &game.path("/sheet.pdf"), Some(&game.view));
        assert_eq!(sheet, 200);
    }
}

/// The hand with this number: each hand has one card more than the last.
fn hand(number: usize) -> Value {
    json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": number + 2 } })
}

#[test]
fn the_guide_lists_the_bounds() {
    let guide = include_str!("../../templates/docs/guide/server.md");
    let mib = |bytes: usize| format!("{} MiB", bytes >> 20);
    let kib = |bytes: usize| format!("{} KiB", bytes >> 10);
    let by_key = |count: u32| count * KEY_FACTOR;
    let written = BYTES_PER_HOUR as usize;
    let factor = KEY_FACTOR as usize;
    for row in [
        format!(
            "| requests a second | {REQUESTS_PER_SECOND}, at once {MAX_BURST} | {}, at once {} | |",
            by_key(REQUESTS_PER_SECOND),
            by_key(MAX_BURST)
        ),
        format!(
            "| new matches an hour | {NEW_MATCHES_PER_HOUR} | {} | |",
            by_key(NEW_MATCHES_PER_HOUR)
        ),
        format!(
            "| bytes written an hour | {} | {} | |",
            mib(written),
            mib(written * factor)
        ),
        format!("| wrong join codes an hour | {WRONG_CODES_PER_HOUR} | | |"),
        format!("| connections | {MAX_CONNECTIONS_OF_ADDRESS} | | {MAX_CONNECTIONS} |"),
        format!(
            "| streams of events | {MAX_STREAMS_OF_ADDRESS} | {} | {MAX_STREAMS} |",
            MAX_STREAMS_OF_ADDRESS * factor
        ),
        format!(
            "| updates of a stream | one in {} s | | |",
            STREAM_INTERVAL.as_secs()
        ),
        format!(
            "| PDFs at once, or waiting | {MAX_PDFS_OF_CLIENT} | {MAX_PDFS_OF_CLIENT} | {MAX_PDFS} |"
        ),
        format!(
            "| logs being sent, and answers not yet read | {} | {} | {} |",
            mib(MAX_HELD_OF_ADDRESS),
            mib(MAX_HELD_OF_ADDRESS),
            mib(MAX_HELD)
        ),
        format!("| the body of a request | {} | | |", kib(MAX_BODY)),
        format!(
            "| the log of a match in a body | {} | | |",
            mib(MAX_LOG_BODY)
        ),
        format!(
            "| an import | {}, {MAX_IMPORT_LINES} lines | | |",
            mib(MAX_IMPORT)
        ),
        format!("| log lines a second about refusals | | | {LOG_LINES_PER_SECOND} |"),
        format!("| webhooks | | | {MAX_WEBHOOKS} |"),
    ] {
        assert!(guide.contains(&row), "the guide lacks: {row}");
    }
}
