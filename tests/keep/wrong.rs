//! Gives a wrong answer and asks for help at every question, for a hand and for rulings of every game.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::pty::{Terminal, start};
use super::{document, with_match};

/// A command and the answers to its questions. `~` is an empty answer.
struct Course {
    arguments: &'static str,
    answers: &'static str,
}

/// The first hand of each built-in game and of each custom game.
const HANDS: [Course; 18] = [
    Course {
        arguments: "--game berzerka --players Mia,DJ,Jan",
        answers: "~ mi ho ~ 2 normal 3 6",
    },
    Course {
        arguments: "--game brink-bid --players Ann,Bo,Cy",
        answers: "~ 1 1 0 2 1 ~",
    },
    Course {
        arguments: "--game contract-sabacc --players Jo,Mi,To,Dee",
        answers: "~ mi guard 52 mi idiot",
    },
    Course {
        arguments: "--game contractor --players Ann,Bo,Cy",
        answers: "~ bo hearts ext 1 ~ cy 3 5 ~",
    },
    Course {
        arguments: "--game mariash --players Ann,Bo,Cy",
        answers: "~ bo trump clubs bo game ~ ~ 70 ~",
    },
    Course {
        arguments: "--game oh-hell --players Ann,Bo,Cy --option most_cards=4",
        answers: "~ hearts 1 0 1 1 0 ~",
    },
    Course {
        arguments: "--game wizard.toml --players Ann,Bo,Cy",
        answers: "~ yellow 0 0 1 0 0 1",
    },
    Course {
        arguments: "--game hearts.toml --players Ann,Bo,Cy,Dee",
        answers: "~ 1 2 9 1 ann",
    },
    Course {
        arguments: "--game bid_whist.toml --players Ann,Bo,Cy,Dee",
        answers: "~ ann 4 uptown 10",
    },
    Course {
        arguments: "--game call_break.toml --players Ann,Bo,Cy,Dee",
        answers: "~ 4 2 5 3 4 1 4 4",
    },
    Course {
        arguments: "--game doppelkopf.toml --players Ann,Bo,Cy,Dee",
        answers: "~ n y n y 130 re ~ ~ ~",
    },
    Course {
        arguments: "--game klaverjassen.toml --players Ann,Bo,Cy,Dee",
        answers: "~ ann 90 0 20",
    },
    Course {
        arguments: "--game ninety_nine.toml --players Ann,Bo,Cy",
        answers: "~ 2 4 3 2 4 3 ~",
    },
    Course {
        arguments: "--game pinochle.toml --players Ann,Bo,Cy,Dee",
        answers: "~ ann 300 ~ 40 150 90 160",
    },
    Course {
        arguments: "--game pitch.toml --players Ann,Bo,Cy",
        answers: "~ ann 2 ann bo ann cy",
    },
    Course {
        arguments: "--game preferans.toml --players Ann,Bo,Cy",
        answers: "~ game bo 6 whist pass 6 3 1",
    },
    Course {
        arguments: "--game schieber_jass.toml --players Ann,Bo,Cy,Dee",
        answers: "~ roses 57 100 0 50 bo",
    },
    Course {
        arguments: "--game sheepshead.toml --players Ann,Bo,Cy,Di,Ed",
        answers: "~ bo di 70",
    },
];

/// The questions of `ask` for each built-in game, up to the ruling.
const QUESTIONS: [Course; 9] = [
    Course {
        arguments: "berzerka --players Ann,Bo,Cy",
        answers: "auction cy ~ pass ~ bottle 0 ~ pass",
    },
    Course {
        arguments: "brink-bid --players Ann,Bo,Cy",
        answers: "auction cy 4 ~ 1 ~ 2 ~ 0",
    },
    Course {
        arguments: "contract-sabacc --players Ann,Bo,Cy,Dee",
        answers: "auction dee ~ pass ~ pass ~ pass ~ pass",
    },
    Course {
        arguments: "contractor --players Ann,Bo,Cy",
        answers: "auction cy ~ pass ~ hearts ~ ~ pass",
    },
    Course {
        // The program asks for the suit of a led joker, but not of other cards.
        arguments: "contractor --players Ann,Bo,Cy",
        answers: "trick ann clubs ~ ann joker hearts ~ h-7 ~ s-7 ~ ~ ~",
    },
    Course {
        arguments: "mariash --players Ann,Bo,Cy",
        answers: "auction ann ~ game ~ good ~ good",
    },
    Course {
        // The program asks for the trump because the ruling needs it.
        arguments: "mariash --players Ann,Bo,Cy",
        answers: "trick ann hearts ann s-k ~ s-a ~ h-7 ~ ~ ~",
    },
    Course {
        arguments: "oh-hell --players Ann,Bo,Cy",
        answers: "auction cy 3 ~ 1 ~ 0 ~ 1",
    },
    Course {
        // The trick is complete after one card of each player. The held cards of any player may be unknown.
        arguments: "oh-hell --players Ann,Bo,Cy",
        answers: "trick hearts ann s-k ~ s-a ~ h-2 s-k,s-2 ~ ~",
    },
];

/// An answer that is wrong at every question.
const WRONG: &str = "zzz";

/// Returns the question at the cursor, with its suggestion.
fn question(terminal: &Terminal) -> String {
    terminal.wait_for_question("? ");
    terminal.line().trim_end().to_owned()
}

/// Gives a wrong answer to a question and asks for help. Asserts that it is asked again each time.
fn answer_wrongly(terminal: &mut Terminal) {
    let before = question(terminal);
    let (fault, help) = (format!("{WRONG}\r\n! "), "?\r\n");
    let (faults, helps) = (terminal.count(&fault), terminal.count(help));
    terminal.press(&format!("{WRONG}\r"));
    terminal.wait_until_written(&fault, faults + 1);
    assert_eq!(question(terminal), before, "{}", terminal.shown());
    // Ctrl-U deletes everything typed.
    terminal.press("zz\u{15}?\r");
    terminal.wait_until_written(help, helps + 1);
    assert_eq!(question(terminal), before, "{}", terminal.shown());
    let shown = terminal.shown();
    let (_, message) = shown.rsplit_once("?\n").unwrap();
    let message = message.lines().next().unwrap_or_default();
    assert!(
        !message.starts_with('?') && message.len() > 10,
        "{before}: {shown}"
    );
}

/// Answers each question, wrongly at first. The first `are_free` questions accept any answer.
fn play(terminal: &mut Terminal, answers: &str, are_free: usize) {
    for (at, answer) in answers.split(' ').enumerate() {
        if at >= are_free {
            answer_wrongly(terminal);
        }
        question(terminal);
        let before = terminal.count("> ");
        terminal.press(&format!("{}\r", answer.trim_start_matches('~')));
        terminal.wait_until_written("> ", before + 1);
    }
}

/// Asserts that the screen shows no JSON pointer, and that the output contains no message key.
fn check_screen(terminal: &Terminal) {
    let shown = terminal.shown();
    for word in shown.split_whitespace() {
        assert!(!word.starts_with('/'), "{word} in:\n{shown}");
    }
    let written = terminal.written();
    assert!(
        !written.contains("keep/") && !written.contains("help-"),
        "{written}"
    );
}

fn with_own_games(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for games in ["templates/own-games", "tests/own/games"] {
        for game in fs::read_dir(root.join(games)).unwrap() {
            let game = game.unwrap();
            fs::copy(game.path(), folder.join(game.file_name())).unwrap();
        }
    }
}

#[test]
fn a_hand_of_every_game_is_recorded_despite_wrong_answers() {
    for course in HANDS {
        let folder = TempDir::new().unwrap();
        with_own_games(folder.path());
        let arguments = ["keep", "a.json"]
            .into_iter()
            .chain(course.arguments.split(' '));
        let arguments: Vec<&str> = arguments.collect();
        let mut terminal = start(folder.path(), (40, 80), &[("NO_COLOR", "1")], &arguments);
        play(&mut terminal, course.answers, 1);
        terminal.wait_for_question("Keep it?");
        answer_wrongly(&mut terminal);
        terminal.answer("Keep it?", "");
        terminal.wait_for_question("Hand 2");
        check_screen(&terminal);
        // Escape ends the program with a message.
        terminal.press("\u{1b}");
        assert_eq!(terminal.wait_for_end(), Some(0), "{}", course.arguments);
        terminal.wait_for_text("The match is in a.json.");
        assert!(terminal.is_restored());
        let hands = document(folder.path(), "a.json")["hands"].clone();
        assert_eq!(hands.as_array().unwrap().len(), 1, "{}", course.arguments);
    }
}

#[test]
fn questions_about_every_game_are_answered_despite_wrong_answers() {
    for course in QUESTIONS {
        let folder = TempDir::new().unwrap();
        let arguments = ["ask"].into_iter().chain(course.arguments.split(' '));
        let arguments: Vec<&str> = arguments.collect();
        let mut terminal = start(folder.path(), (50, 80), &[("NO_COLOR", "1")], &arguments);
        play(&mut terminal, course.answers, 0);
        terminal.wait_for_question("Enter: done");
        terminal.wait_for_text("Outcome");
        terminal.wait_for_text("all legal");
        check_screen(&terminal);
        answer_wrongly(&mut terminal);
        terminal.press("\u{1b}");
        assert_eq!(terminal.wait_for_end(), Some(0), "{}", course.arguments);
        assert!(terminal.is_restored());
    }
}

#[test]
fn answers_typed_ahead_end_at_the_first_fault() {
    let folder = with_match();
    let variables = [("NO_COLOR", "1")];
    let mut terminal = start(folder.path(), (40, 80), &variables, &["keep", "a.json"]);
    terminal.answer("Hand 1", "bo zzz zzz zzz zzz");
    terminal.wait_for_text("! zzz is not one of");
    assert_eq!(question(&terminal), "? Game");
    assert_eq!(terminal.count("! zzz"), 1);
    terminal.press("\u{1b}");
    assert_eq!(terminal.wait_for_end(), Some(0));
    terminal.wait_for_text("Your entries for this hand are kept for next time.");
}
