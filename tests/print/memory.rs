//! The peak memory of printing, measured by the system in a separate process.

use std::fmt::Write;
use std::process::Command;
use std::{env, fs};

use overtrick_games as games;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{MAX_PAGES, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;

use crate::paper::{err, order, setup, sheet_of};

/// The maximum peak memory in kilobytes.
const MAX: u64 = 100_000;
/// The environment variable that tells the process which file to draw.
const CHILD: &str = "OVERTRICK_DRAWN";

/// Returns a match whose sheet has nearly the maximum number of pages. Each hand has a long remark.
fn long_match() -> String {
    let mut hands = String::new();
    // With more hands, the sheet would exceed the maximum number of pages.
    for index in 0..270 {
        let (comma, points) = (if index > 0 { "," } else { "" }, 70 + 10 * (index % 2));
        let note = "a remark on this hand that is long enough to take lines ".repeat(40);
        let hand = format!(
            r#"{comma}{{"declarer": "Ann", "game_type": "trump", "trump": "hearts",
                "commitments": [{{"by": "Ann", "contract": "game"}}],
                "points": {{"declarer": {points}, "defense": {}}}, "note": "{note}"}}"#,
            120 - points
        );
        hands.write_str(&hand).unwrap();
    }
    format!(r#"{{"game": "mariash", "players": ["Ann", "Bo", "Cy"], "hands": [{hands}]}}"#)
}

fn draw(what: &str) {
    let page = setup(Paper::A5, 1, false);
    let printable = if what == "sheet" {
        sheet_of(&long_match(), true, page)
    } else {
        let players = games::find(what).unwrap().facts.players.1;
        let order = PadRequest {
            pages: MAX_PAGES,
            ..order(what, PadPlayers::Count(players), page)
        };
        pads(&order).unwrap()
    };
    let pages = printable.drawing.pages.len();
    assert!(pages > MAX_PAGES * 17 / 20, "{pages}");
    assert!(render(&printable).len() > 40_000);
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM:"));
    println!("{}", peak.unwrap());
}

#[test]
fn two_hundred_pages_take_less_than_a_hundred_megabytes() {
    if let Ok(what) = env::var(CHILD) {
        return draw(&what);
    }
    let drawn = games::all().iter().map(|entry| entry.facts.id);
    for what in drawn.chain(["sheet"]) {
        let name = "print::memory::two_hundred_pages_take_less_than_a_hundred_megabytes";
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", "--nocapture", name])
            .env(CHILD, what)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{what}: {text}{}", err(&output));
        let peak = text
            .lines()
            .find_map(|line| line.split("VmHWM:").nth(1))
            .unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").trim().parse().unwrap();
        println!("{what}: {peak} kB");
        assert!(peak < MAX, "{what}: {peak} kB");
    }
}
