//! What others do to a match is told to who sits before a question.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::pty::start;
use super::server::{CUT, Network, OPEN, hands, opened};
use super::{document, said};
use crate::served::Server;

const HAND: &str = r#"{"declarer": "Bo", "game_type": "misere", "declarer_tricks": 0}"#;

fn count(folder: &Path) -> usize {
    document(folder, "a.json")["hands"]
        .as_array()
        .unwrap()
        .len()
}

#[test]
fn what_a_phone_records_is_told_while_nobody_types() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let network = Network::before(&server);
    let link = network.link(&of, &of.direct);
    let hand: Value = serde_json::from_str(HAND).unwrap();
    for (size, color) in [((24, 80), ""), ((24, 60), "1")] {
        let before = hands(&of).as_array().unwrap().len();
        let mut terminal = start(
            folder.path(),
            size,
            &[("NO_COLOR", color)],
            &["keep", "a.json", "--server", &link],
        );
        let next = |add: usize| format!("Hand {}", before + add);
        terminal.asked(&next(1));
        of.record(&hand);
        terminal.shows("The match was changed elsewhere");
        terminal.shows("Totals: Bo ");
        terminal.asked(&next(2));
        assert_eq!(count(folder.path()), before + 1);
        // The question is there once, however often it was drawn.
        let shown = terminal.shown();
        assert_eq!(shown.matches("all]").count(), 1, "{shown}");
        // What was typed meanwhile is not lost, and not taken for the next hand unseen.
        terminal.press("bo mis");
        terminal.asked("bo mis");
        of.record(&hand);
        terminal.press("\r");
        terminal.asked(&format!("{} bo mis", next(3)));
        assert_eq!(hands(&of).as_array().unwrap().len(), before + 2);
        terminal.press("\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}q\r");
        assert_eq!(terminal.ended(), Some(0));
        assert!(terminal.is_restored());
        assert_eq!(hands(&of).as_array().unwrap().len(), before + 2);
    }
}

#[test]
fn no_hand_is_recorded_in_a_match_that_moved_before_that_is_said() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let network = Network::before(&server);
    let link = network.link(&of, &of.direct);
    let arguments = ["keep", "a.json", "--server", &link];
    let mut terminal = start(folder.path(), (40, 80), &[], &arguments);
    terminal.answer("Hand 1", "bo mis . 0");
    terminal.asked("Keep it?");
    let penalty = json!({ "after_hand": 0, "player": "Cy", "points": -2, "reason": "late" });
    of.changed(
        &of.direct,
        &json!({ "action": "adjust", "adjustment": penalty }),
    );
    terminal.press("\r");
    terminal.shows("The match was changed elsewhere");
    terminal.asked("Hand 1");
    assert_eq!(hands(&of), json!([]));
    // It is still there, and shown with the points as they are now.
    terminal.answer("Hand 1", "");
    terminal.shows("Cy −17");
    terminal.answer("Keep it?", "");
    terminal.asked("Hand 2");
    assert_eq!(hands(&of).as_array().unwrap().len(), 1);
    // Within a hand, it is said before the next question.
    terminal.answer("Hand 2", "cy");
    terminal.asked("Game");
    of.changed(
        &of.direct,
        &json!({ "action": "rename", "seat": 1, "name": "Anna" }),
    );
    std::thread::sleep(std::time::Duration::from_secs(1));
    terminal.press("mis\r");
    terminal.shows("changed by somebody else meanwhile");
    terminal.asked("Doubled how often");
    terminal.press("\u{3}");
    assert_eq!(terminal.ended(), Some(0));
    // A script that cannot be asked is told that its hand counts on top.
    network.set(CUT);
    said(folder.path(), &["record", "a.json", HAND]);
    of.changed(
        &of.direct,
        &json!({ "action": "adjust", "adjustment": penalty }),
    );
    network.set(OPEN);
    let mut terminal = start(folder.path(), (40, 80), &[], &arguments);
    terminal.shows("what you entered counts on top");
    terminal.asked("Hand 3");
    assert_eq!(hands(&of).as_array().unwrap().len(), 2);
    terminal.answer("Hand 3", "q");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn what_waits_is_sent_when_the_server_is_back_though_nobody_types() {
    let server = Server::start();
    let (of, folder) = (opened(&server), TempDir::new().unwrap());
    let network = Network::before(&server);
    let link = network.link(&of, &of.score);
    let arguments = ["keep", "a.json", "--server", &link];
    let mut terminal = start(folder.path(), (30, 80), &[], &arguments);
    terminal.asked("Hand 1");
    network.set(CUT);
    terminal.answer("Hand 1", "bo mis . 0");
    terminal.answer("Keep it?", "");
    terminal.shows("1 change waits in a.json");
    terminal.asked("Hand 2");
    assert_eq!(hands(&of), json!([]));
    network.set(OPEN);
    terminal.shows("1 change that waited is at the server now.");
    terminal.asked("Hand 2");
    assert_eq!(hands(&of).as_array().unwrap().len(), 1);
    terminal.answer("Hand 2", "q");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn what_another_program_does_to_the_file_is_told_while_nobody_types() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let arguments = [
        "keep",
        "a.json",
        "--game",
        "mariash",
        "--players",
        "Ann,Bo,Cy",
    ];
    let mut terminal = start(at, (24, 80), &[], &arguments);
    terminal.asked("Hand 1");
    said(at, &["record", "a.json", HAND]);
    terminal.shows("Another program has changed the file");
    terminal.shows("Totals: Bo 30");
    terminal.asked("Hand 2");
    // A file that is being written is left alone, and an interrupt is heard as ever.
    terminal.press("\u{3}");
    assert_eq!(terminal.ended(), Some(0));
    assert!(terminal.is_restored());
    assert_eq!(count(at), 1);
}
