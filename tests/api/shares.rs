//! Fair shares: greedy clients do not delay others.

use std::io::{BufReader, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::served::{Answer, Match, Server, bearer, brink_bid, connect_from, read};

/// The number of simultaneous PDF requests, all from one address.
const CROWD: usize = 40;

fn print_from(server: &Server, local: [u8; 4], path: &str, headers: &str) -> Answer {
    let mut stream = connect_from(local, server.address);
    stream
        .set_read_timeout(Some(Duration::from_mins(2)))
        .unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    read(&mut BufReader::new(stream), "GET").unwrap()
}

#[test]
fn one_address_without_keys_does_not_fill_the_queue_for_paper() {
    let server = Server::start();
    let games: Vec<Match<'_>> = (0..3).map(|_| server.create(&brink_bid())).collect();
    let over = AtomicBool::new(false);
    let pad = |pages: usize| format!("/api/v1/pads/mariash.pdf?players=3&pages={pages}");
    std::thread::scope(|scope| {
        for _ in 0..CROWD {
            let (server, over) = (&server, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let answer = print_from(server, [127, 0, 0, 2], &pad(8), "");
                    assert!([200, 503].contains(&answer.status), "{}", answer.text());
                    if answer.status == 503 {
                        std::thread::sleep(Duration::from_millis(20));
                    }
                }
            });
        }
        std::thread::sleep(Duration::from_millis(500));
        let mut refused = Vec::new();
        for round in 0..8 {
            let stranger = print_from(&server, [127, 0, 0, 3], &pad(1), "");
            refused.extend((stranger.status != 200).then(|| format!("stranger {round}")));
            // A table behind the same address, with a key.
            let game = &games[round % games.len()];
            let key = format!("authorization: {}\r\n", bearer(&game.view));
            let table = print_from(&server, [127, 0, 0, 2], &game.path("/sheet.pdf"), &key);
            refused.extend((table.status != 200).then(|| format!("table {round}")));
        }
        over.store(true, Ordering::Relaxed);
        assert!(refused.is_empty(), "refused: {refused:?}");
    });
}
