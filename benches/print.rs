//! Measures the time for a pad in milliseconds, and pads per second.
//!
//! `cargo bench --bench print`.

#![expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]

use std::env;
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use overtrick_core::bounds::MAX_HANDS;
use overtrick_games as games;
use overtrick_match::document::{read_json, score};
use overtrick_match::lang::Language;
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{PadPlayers, PadRequest, PrintSettings, SheetRequest};
use overtrick_paper::sheets::{pads, sheet};

const NAMES: [&str; 8] = [
    "Ann",
    "Bo",
    "Zuzana Šťastná",
    "Ægir",
    "Eve",
    "Юлія",
    "Cy",
    "Dee",
];

fn pad(game: &str, players: usize, pages: usize) -> Vec<u8> {
    let names = NAMES[..players].iter().map(ToString::to_string).collect();
    let game = games::find(game).expect("an id of a game");
    let printable = pads(&PadRequest {
        players: PadPlayers::Named(names),
        pages,
        ..PadRequest::new(game, Language::english())
    });
    render(&printable.expect("every game fits A4"))
}

/// Runs `work` for one second, and returns the median time.
fn median(mut work: impl FnMut()) -> Duration {
    work();
    let (start, mut times) = (Instant::now(), Vec::new());
    while times.len() < 5 || start.elapsed() < Duration::from_secs(1) {
        let before = Instant::now();
        work();
        times.push(before.elapsed());
    }
    times.sort_unstable();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn main() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    println!(
        "overtrick {}, {} {}, {cores} cores",
        env!("CARGO_PKG_VERSION"),
        env::consts::OS,
        env::consts::ARCH
    );
    println!("\none pad in the process, layout and PDF, A4 (aim: 5 ms)");
    for entry in games::all() {
        let facts = entry.facts;
        let (players, mut bytes) = (facts.players.1, 0);
        let time = median(|| bytes = black_box(pad(facts.id, players, 1)).len());
        println!(
            "  {:<16} {players} players {:>7.2} ms {:>7.1} KB",
            facts.id,
            milliseconds(time),
            f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)) / 1024.0
        );
    }
    let time = median(|| drop(black_box(pad("brink-bid", 6, 100))));
    println!(
        "  one more equal page   {:>7.2} ms (aim: 0.3)",
        milliseconds(time) / 100.0
    );
    distinct_pages();
    throughput(cores);
}

/// Measures the time per page of a sheet of 500 hands with explanations, on which all pages differ.
fn distinct_pages() {
    let game = games::find("mariash").expect("an id of a game");
    let mut document: serde_json::Value = serde_json::from_str(game.sample).expect("JSON");
    let hands = document["hands"].as_array().expect("hands").clone();
    let hands: Vec<_> = hands.into_iter().cycle().take(MAX_HANDS).collect();
    document["hands"] = hands.into();
    let document = document.to_string();
    let scored = score(document.as_bytes()).expect("a match");
    let json = read_json(&document).expect("JSON");
    let order = SheetRequest {
        explain: true,
        link: None,
        print: PrintSettings::new(Language::english()),
    };
    let mut pages = 0;
    let time = median(|| {
        let printable = sheet(&order, &scored, &json).expect("the sheet fits");
        pages = printable.drawing.pages.len();
        black_box(render(&printable));
    });
    let pages = f64::from(u32::try_from(pages).unwrap_or(u32::MAX));
    println!(
        "  one of {pages} pages     {:>7.2} ms (aim: 2)",
        milliseconds(time) / pages
    );
}

/// Measures pads per second on all cores; each pad is a document.
fn throughput(cores: usize) {
    let until = Instant::now() + Duration::from_secs(2);
    let worker = |_| {
        thread::spawn(move || {
            let mut made = 0_u32;
            while Instant::now() < until {
                black_box(pad("brink-bid", 4, 1));
                made += 1;
            }
            made
        })
    };
    let start = Instant::now();
    let workers: Vec<_> = (0..cores).map(worker).collect();
    let made: u32 = workers.into_iter().filter_map(|it| it.join().ok()).sum();
    let rate = f64::from(made) / start.elapsed().as_secs_f64();
    println!("\n{rate:.0} pads per second on {cores} cores, one document each");
}
