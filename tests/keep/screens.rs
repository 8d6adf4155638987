//! Recording at a table in a terminal: typing errors, going back, interruptions, narrow windows, Czech.

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use super::pty::{ERASED, Terminal, start};
use super::{document, overtrick_in, printed, with_input, with_match};

const CTRL_C: &str = "\u{3}";
const DOWN: &str = "\u{1b}[B";

/// The arguments that start a match of Brink Bid.
const NEW: [&str; 6] = [
    "keep",
    "a.json",
    "--game",
    "brink-bid",
    "--players",
    "Ann,Bo,Cy",
];

fn begun(folder: &Path, size: (u16, u16), variables: &[(&str, &str)]) -> Terminal {
    start(folder, size, variables, &NEW)
}

#[test]
fn a_mistake_is_reported_immediately_and_corrected_by_going_back() {
    let folder = TempDir::new().unwrap();
    let mut terminal = begun(folder.path(), (24, 80), &[]);
    terminal.answer("Hand 1", "");
    terminal.answer("Bids, Bo", "two");
    terminal.wait_for_text("two is not a number");
    terminal.answer("Bids, Bo", "9");
    terminal.wait_for_text("out of range");
    terminal.answer("Bids, Bo", "1");
    terminal.answer("Bids, Cy", "2 0");
    terminal.wait_for_question("Tricks, Bo");
    // Goes back two questions. The earlier answer is suggested, and a typed answer replaces it.
    terminal.press("<\r");
    terminal.answer("Bids, Ann (0)", "<");
    terminal.answer("Bids, Cy (2)", "1");
    terminal.answer("Bids, Ann (0)", "");
    terminal.answer("Tricks, Bo", "1");
    terminal.answer("Tricks, Cy", "1");
    terminal.wait_for_text("(2)");
    terminal.answer("Tricks, Ann", "");
    terminal.answer("Keep it?", "");
    terminal.wait_for_question("Hand 2");
    let hand = document(folder.path(), "a.json")["hands"][0].clone();
    assert_eq!(hand["bids"], json!({ "Bo": 1, "Cy": 1, "Ann": 0 }));
    assert_eq!(hand["tricks"], json!({ "Bo": 1, "Cy": 1, "Ann": 2 }));
    terminal.answer("Hand 2", "q");
    assert_eq!(terminal.wait_for_end(), Some(0));
    assert!(terminal.is_restored());
}

#[test]
fn answers_are_kept_however_the_program_ends() {
    for is_killed in [false, true] {
        let folder = TempDir::new().unwrap();
        let mut terminal = begun(folder.path(), (24, 80), &[]);
        terminal.answer("Hand 1", "1 2");
        terminal.wait_for_question("Bids, Ann");
        if is_killed {
            // Kills the program, as a closed window does.
            drop(terminal);
            assert_eq!(document(folder.path(), "a.json").get("current"), None);
        } else {
            terminal.press(CTRL_C);
            assert_eq!(terminal.wait_for_end(), Some(0));
            assert!(terminal.is_restored());
            let current = json!({ "bids": { "Bo": 1, "Cy": 2 } });
            assert_eq!(document(folder.path(), "a.json")["current"], current);
        }
        let mut terminal = start(folder.path(), (24, 80), &[], &["keep", "a.json"]);
        terminal.answer("Hand 1", "");
        if is_killed {
            terminal.wait_for_text("Your earlier entries for this hand are here again.");
        }
        terminal.answer("Bids, Ann", "0 1 2");
        terminal.answer("Tricks, Ann", "");
        terminal.answer("Keep it?", "");
        terminal.wait_for_question("Hand 2");
        let kept = document(folder.path(), "a.json");
        let bids = json!({ "Bo": 1, "Cy": 2, "Ann": 0 });
        assert_eq!(kept["hands"][0]["bids"], bids);
        assert_eq!(kept.get("current"), None);
        drop(terminal);
        let names = std::fs::read_dir(folder.path()).unwrap();
        assert_eq!(names.count(), 1, "no other file is left");
    }
}

#[test]
fn letters_are_commands_at_the_prompt_for_a_hand() {
    let folder = TempDir::new().unwrap();
    let mut terminal = begun(folder.path(), (40, 100), &[]);
    terminal.answer("Hand 1", "1 1 0 2 1 1");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 2", "u");
    terminal.wait_for_text("The last change is undone.");
    terminal.answer("Hand 1", "y");
    terminal.answer("Hand 2", "?");
    terminal.wait_for_text("records an irregularity");
    terminal.answer("Hand 2", "? brink");
    terminal.wait_for_text("brink-bid/brink");
    terminal.answer("Hand 2", "a");
    terminal.answer("Whose points?", "bo");
    terminal.answer("How many points does Bo get?", "0");
    terminal.wait_for_text("0 is not a number of points other than 0");
    terminal.answer("How many points does Bo get?", "-2");
    terminal.answer("The reason", "late");
    terminal.answer("Hand 2", "e 1");
    terminal.answer("Which field?", "tricks");
    terminal.answer("Tricks, Ann", "");
    terminal.answer("Tricks, Bo (2)", "1");
    terminal.answer("Tricks, Cy (1)", "2");
    terminal.answer("Which field?", "");
    terminal.answer("The reason", "counted again");
    terminal.answer("Hand 2", "n");
    terminal.answer("Whose name?", "cy");
    terminal.answer("The new name of Cy", "Cyril");
    terminal.answer("Hand 2", "f");
    terminal.answer("Finish the match?", "y");
    terminal.answer("The match is over", "q");
    assert_eq!(terminal.wait_for_end(), Some(0));
    let kept = document(folder.path(), "a.json");
    assert_eq!(
        kept["hands"][0]["tricks"],
        json!({ "Ann": 1, "Bo": 1, "Cyril": 2 })
    );
    assert_eq!(kept["adjustments"][0]["points"], -2);
    assert_eq!(kept["finished"], true);
    let reasons = kept["history"].as_array().unwrap().iter();
    assert!(
        reasons
            .clone()
            .any(|entry| entry["reason"] == "counted again"),
        "{kept}"
    );
}

#[test]
fn calls_are_ruled_on_during_a_match() {
    let folder = with_match();
    let mut terminal = start(folder.path(), (50, 100), &[], &["keep", "a.json"]);
    terminal.answer("Hand 1", "r");
    terminal.answer("What is the question about?", "auc");
    terminal.answer("Declarer", "bo");
    terminal.answer("Call 1, player", "bo hundred");
    terminal.answer("Call 2, player", "bo double cy seven");
    terminal.answer("Call 3, player", ".");
    terminal.wait_for_text("ILLEGAL");
    terminal.answer("Enter: done", "");
    terminal.wait_for_question("Hand 1");
}

#[test]
fn hands_of_other_programs_are_never_overwritten() {
    let folder = TempDir::new().unwrap();
    let mut terminal = begun(folder.path(), (24, 80), &[]);
    terminal.answer("Hand 1", "1 1 0 2 1 1");
    terminal.wait_for_question("Keep it?");
    let other = r#"{"bids": {"Ann": 0, "Bo": 0, "Cy": 0}, "tricks": {"Ann": 4, "Bo": 0, "Cy": 0}}"#;
    printed(folder.path(), &["record", "a.json", other]);
    terminal.press("\r");
    terminal.wait_for_text("Another program has changed the file");
    terminal.wait_for_question("Hand 2");
    let kept = document(folder.path(), "a.json");
    assert_eq!(kept["hands"].as_array().unwrap().len(), 1);
    // The typed hand was not recorded as the second hand, which has five cards.
    assert_eq!(kept["hands"][0]["tricks"]["Ann"], 4, "{kept}");
}

#[test]
fn a_game_is_chosen_by_arrow_keys_and_a_wrong_answer_explained_in_czech() {
    let folder = TempDir::new().unwrap();
    let variables = [("NO_COLOR", "1"), ("OVERTRICK_LANG", "cs")];
    let mut terminal = start(folder.path(), (24, 60), &variables, &["keep", "a.json"]);
    terminal.wait_for_text("Která hra?");
    // Chooses Mariash with the arrow keys.
    terminal.press(&format!("{DOWN}{DOWN}{DOWN}{DOWN}{DOWN}\r"));
    terminal.answer("Hráči", "Zuzana Karel Petr");
    terminal.answer("Rozdání 1", "ka hra");
    terminal.wait_for_text("není nic z toho");
    terminal.answer("? Hra", "bet");
    terminal.answer("Kolik fleků", "");
    terminal.answer("Zdvihy aktéra", "0");
    terminal.answer("Zapsat?", "");
    terminal.answer("Rozdání 2", "q");
    assert_eq!(terminal.wait_for_end(), Some(0));
    let written = terminal.written();
    assert!(
        !written.contains("help-") && !written.contains("keep/"),
        "{written}"
    );
}

#[test]
fn the_program_continues_in_a_resized_window() {
    let folder = TempDir::new().unwrap();
    let mut terminal = begun(folder.path(), (24, 120), &[]);
    terminal.answer("Hand 1", "");
    terminal.wait_for_question("Bids, Bo");
    for (rows, columns) in [(24, 60), (50, 200), (10, 60), (24, 80)] {
        terminal.resize(rows, columns);
        thread::sleep(Duration::from_millis(20));
        let drawn = terminal.count(ERASED);
        terminal.press("1\u{7f}");
        // The question is drawn again after each of the two keys.
        terminal.wait_until_written(ERASED, drawn + 2);
        terminal.wait_for_question("Bids, Bo");
    }
    terminal.press("1 1 0 2 1 1\r");
    terminal.answer("Keep it?", "");
    terminal.wait_for_question("Hand 2");
}

#[test]
fn the_same_answers_are_read_from_a_pipe() {
    let folder = TempDir::new().unwrap();
    let output = with_input(
        folder.path(),
        &NEW,
        "1 1 0 2 1\n9\n\n\n\nu\n1 1 0 2 1 1\n\n",
    );
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert_eq!(
        document(folder.path(), "a.json")["hands"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert!(text.contains("Tricks, Ann [1]: 9\n  ! "), "{text}");
    // The output shows each word typed ahead after the question that it answers.
    assert!(text.contains("\nBids, Cy: 1\n"), "{text}");
}

#[test]
fn the_input_of_a_question_of_every_game_may_end_at_any_time() {
    let folder = TempDir::new().unwrap();
    let games = printed(folder.path(), &["games", "--json"]);
    let games: serde_json::Value = serde_json::from_str(&games).unwrap();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let players = if id == "contract-sabacc" { "4" } else { "3" };
        let output = overtrick_in(folder.path(), &["ask", id, "--players", players]);
        assert!(output.status.success(), "{id}");
    }
}

#[test]
fn an_irregularity_is_recorded_and_its_effect_on_the_hand_is_shown() {
    let folder = TempDir::new().unwrap();
    let mut terminal = begun(folder.path(), (40, 80), &[]);
    terminal.answer("Hand 1", "k");
    terminal.answer("What happened?", "brink-bid/bid-out-of-turn");
    terminal.answer("What should happen?", "stands");
    // The irregularity is only possible in one hand, so the program does not ask for the hand.
    terminal.wait_for_text("When you enter hand 1");
    terminal.answer("Hand 1", "1 1 0 2 1 1");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 2", "k");
    terminal.answer("What happened?", "brink-bid/revoke");
    terminal.wait_for_text("◇");
    terminal.answer("What should happen?", "note");
    terminal.answer("In which hand?", "1");
    terminal.wait_for_text("Hand 1 scores as before.");
    terminal.answer("Hand 2", "k");
    terminal.answer("What happened?", "brink-bid/revoke");
    terminal.answer("What should happen?", "pen");
    terminal.answer("Who is penalized?", "cy");
    // A loss is typed without a minus sign, and one point is suggested.
    terminal.answer("How many points does Cy lose? (1)", "-1");
    terminal.wait_for_text("type it without a minus");
    terminal.answer("How many points does Cy lose? (1)", "");
    terminal.answer("The reason", "");
    terminal.wait_for_question("Hand 2");
    let kept = document(folder.path(), "a.json");
    let hand = &kept["hands"][0];
    assert_eq!(hand["irregularities"], "waived", "{kept}");
    let note = hand["note"].as_str().unwrap();
    assert!(note.contains("; "), "{note}");
    let adjustment = &kept["adjustments"][0];
    assert_eq!(adjustment["points"], -1);
    assert_eq!(adjustment["rule"], "brink-bid/revoke");
    // The answer "stands" is not offered if the rules have a remedy.
    terminal.answer("Hand 2", "k");
    terminal.answer("What happened?", "brink-bid/pass-seen");
    terminal.wait_for_question("What should happen?");
    terminal.press("stands\r");
    terminal.wait_for_text("stands is not one of");
}

/// Returns the lines of a screen without trailing spaces.
fn lines(terminal: &Terminal) -> Vec<String> {
    let shown = terminal.shown();
    shown
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[test]
fn messages_break_between_words_in_a_narrow_window() {
    for language in ["en", "cs"] {
        let folder = with_match();
        let variables = [("OVERTRICK_LANG", language)];
        let mut terminal = start(folder.path(), (40, 44), &variables, &["keep", "a.json"]);
        let (next, what) = match language {
            "cs" => ("Rozdání 1", "Co se stalo?"),
            _ => ("Hand 1", "What happened?"),
        };
        terminal.wait_for_question(next);
        terminal.wait_for_text("]");
        let help = lines(&terminal);
        // The help for the question has two lines; the second line is indented.
        let from = help.iter().position(|line| line.starts_with('[')).unwrap();
        assert!(
            help[from + 1].starts_with("  ") && help[from + 1].ends_with(']'),
            "{help:?}"
        );
        terminal.answer(next, "k");
        terminal.wait_for_question(what);
        terminal.press("zzz\r");
        terminal.wait_for_text("! zzz");
        terminal.wait_for_question(what);
        // The list shows the names of the irregularities, not their sentences.
        terminal.wait_for_text("revoke,");
        let text = lines(&terminal);
        let from = text
            .iter()
            .position(|line| line.starts_with("! zzz"))
            .unwrap();
        let to = text
            .iter()
            .rposition(|line| line.starts_with("? ") && line.contains(what))
            .unwrap();
        let names = text[from..to].join(" ");
        let known = names.split([' ', ',']).filter(|word| word.contains('-'));
        for name in known {
            assert!(
                !name.starts_with('-') && !name.ends_with('-'),
                "{name} in {names}"
            );
        }
        assert!(to - from <= 9, "{text:?}");
        // The user answers with a name, and the screen shows its sentence.
        terminal.press("revoke\r");
        terminal.wait_until_gone(what);
        let sentence = match language {
            "cs" => "Hráč, který mohl přiznat",
            _ => "A player",
        };
        let beginning: String = sentence.chars().take(5).collect();
        terminal.wait_for_text(&format!("> {what} {beginning}"));
    }
}

#[test]
fn an_answered_question_shows_the_meaning_of_the_answer() {
    let folder = TempDir::new().unwrap();
    let new = ["new", "mariash", "--players", "Zuzana,Karel,Petr"];
    std::fs::write(folder.path().join("a.json"), printed(folder.path(), &new)).unwrap();
    let mut terminal = start(folder.path(), (40, 80), &[], &["keep", "a.json"]);
    terminal.answer("Hand 1", "");
    terminal.answer("Declarer", "ka");
    terminal.wait_for_text("> Declarer Karel");
    terminal.answer("Game", "mis 0");
    terminal.wait_for_text("> Game Misère\n");
    terminal.answer("Tricks of the declarer", "0");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 2", "a");
    terminal.answer("Whose points?", "z");
    terminal.wait_for_text("> Whose points? Zuzana");
}

#[test]
fn a_skipped_field_is_not_repeated_unless_others_changed_the_hand() {
    let folder = with_match();
    let again = || start(folder.path(), (40, 80), &[], &["keep", "a.json"]);
    let typed = "bo trump clubs bo game . .";
    let mut terminal = again();
    terminal.answer("Hand 1", typed);
    terminal.wait_for_question("Card points, declarer");
    terminal.press(CTRL_C);
    assert_eq!(terminal.wait_for_end(), Some(0));
    // Interrupts the program again, without an answer.
    let mut terminal = again();
    terminal.answer("Hand 1", "");
    terminal.wait_for_question("Card points, declarer");
    terminal.press(CTRL_C);
    assert_eq!(terminal.wait_for_end(), Some(0));
    let mut terminal = again();
    terminal.answer("Hand 1", "");
    terminal.wait_for_question("Card points, declarer");
    // Kills the program, as a closed window does.
    drop(terminal);
    let mut terminal = again();
    terminal.answer("Hand 1", "");
    terminal.wait_for_question("Card points, declarer");
    terminal.press(CTRL_C);
    assert_eq!(terminal.wait_for_end(), Some(0));
    // Another program replaces the hand, so the program asks the skipped questions again.
    let path = folder.path().join("a.json");
    let mut other = document(folder.path(), "a.json");
    other["current"]["trump"] = json!("hearts");
    std::fs::write(&path, other.to_string()).unwrap();
    let mut terminal = again();
    terminal.answer("Hand 1", "");
    terminal.wait_for_question("Commitments 1");
    drop(terminal);
    assert_eq!(
        document(folder.path(), "a.json")["current"]["trump"],
        "hearts"
    );
}

#[test]
fn the_sheet_shows_the_next_hand_once() {
    let folder = TempDir::new().unwrap();
    let mut terminal = begun(folder.path(), (40, 60), &[]);
    terminal.answer("Hand 1", "1 1 0 2 1 1");
    terminal.answer("Keep it?", "");
    terminal.wait_for_question("Hand 2");
    terminal.press("s\r");
    terminal.wait_for_text("1st");
    terminal.wait_for_question("Hand 2");
    let shown = terminal.shown();
    let (_, sheet) = shown.rsplit_once("> Hand 2 s").unwrap();
    assert_eq!(
        sheet.matches("Hand 2").count(),
        2,
        "once in the report, once in the prompt: {shown}"
    );
}

#[test]
fn a_change_by_others_is_shown_before_a_hand_is_recorded() {
    let folder = with_match();
    let at = folder.path();
    let mut terminal = start(at, (40, 80), &[], &["keep", "a.json"]);
    terminal.answer("Hand 1", "bo mis . 0");
    terminal.wait_for_question("Keep it?");
    printed(at, &["adjust", "a.json", "Cy", "-2", "--reason", "late"]);
    terminal.press("\r");
    terminal.wait_for_text("Another program has changed the file");
    terminal.wait_for_question("Hand 1");
    let kept = document(at, "a.json");
    assert_eq!(kept["hands"], json!([]));
    assert_eq!(kept["adjustments"][0]["points"], -2);
    assert_eq!(kept["current"]["declarer"], "Bo");
    // The program keeps the hand and shows its points with the new adjustment.
    terminal.answer("Hand 1", "");
    terminal.wait_for_text("Cy −17");
    terminal.answer("Keep it?", "");
    terminal.wait_for_question("Hand 2");
    assert_eq!(document(at, "a.json")["hands"].as_array().unwrap().len(), 1);
    // After another change by another program, the next undo has no effect.
    printed(at, &["rename", "a.json", "Ann", "Anna"]);
    let message = "Another program has changed the file";
    let before = terminal.count(message);
    terminal.answer("Hand 2", "u");
    terminal.wait_until_written(message, before + 1);
    assert_eq!(document(at, "a.json")["hands"].as_array().unwrap().len(), 1);
    terminal.wait_for_question("Hand 2");
    terminal.press("\u{3}");
    assert_eq!(terminal.wait_for_end(), Some(0));
}
