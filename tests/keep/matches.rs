//! Records a whole match of each game in a terminal as a new user would, and a few hands with mishaps.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::pty::{Terminal, start};
use super::{document, printed};
use crate::support::sample;

/// A sample, and what a user types for each of its hands: questions and answers.
struct Typed {
    game: &'static str,
    /// The house rules of the sample.
    options: &'static [&'static str],
    hands: &'static [&'static [(&'static str, &'static str)]],
}

const KEEP: (&str, &str) = ("Keep it?", "");

/// The median and the maximum number of keys for a hand, including Enter. The guide has the same numbers.
const MAX: [(&str, usize, usize); 6] = [
    ("berzerka", 15, 17),
    ("brink-bid", 13, 13),
    ("contract-sabacc", 22, 30),
    ("contractor", 29, 39),
    ("mariash", 39, 103),
    ("oh-hell", 18, 20),
];

/// The samples whose hands consist of bids and tricks, with their house rules.
const ROWS: [(&str, &[&str]); 2] = [("brink-bid", &[]), ("oh-hell", &["most_cards=4"])];

/// The answers for the other samples.
const SAMPLES: [Typed; 4] = [
    Typed {
        game: "berzerka",
        options: &[],
        hands: &[
            &[("Hand 1", "mi ho . . n 3 6"), KEEP],
            &[("Hand 2", "dj ho . 2 i 5 6"), KEEP],
            &[("Hand 3", "ja ho y n 0 8"), KEEP],
            &[("Hand 4", "mi be . 2 s 3 7"), KEEP],
            &[("Hand 5", "dj bo . . 6 3"), KEEP],
            &[("Hand 6", "ja se . . 4 6"), KEEP],
            &[("Hand 7", "mi se . . 4 6"), KEEP],
            &[("Hand 8", "dj be y c 3 5"), KEEP],
            &[("Hand 9", "ja bo . 2 0 2"), KEEP],
            &[("Hand 10", "mi hi . . 2 8"), KEEP],
            &[("Hand 11", "dj se y 0 2"), KEEP],
            &[("Hand 12", "ja be . 1 d 3 6"), KEEP],
            &[("Hand 13", "mi bo . . 0 5"), KEEP],
            &[("Hand 14", "dj hi . 3 7 9"), KEEP],
            &[("Hand 15", "ja hi y 1 6"), KEEP],
        ],
    },
    Typed {
        game: "contract-sabacc",
        options: &["pot_at_end=divide"],
        hands: &[
            &[("Hand 1", "mi guard 52 mi idiot"), KEEP],
            &[("Hand 2", "void"), KEEP],
            &[("Hand 3", "jo guard-without 41 to other"), KEEP],
            &[("Hand 4", "to push 47 dee mag"), KEEP],
        ],
    },
    Typed {
        game: "contractor",
        options: &["hands_planned=6"],
        hands: &[
            &[
                ("Hand 1", "o hearts ext 1 . sam 3 5"),
                ("Tricks, Ivy", ""),
                KEEP,
            ],
            &[
                ("Hand 2", "sam clubs foregone 2 exposed . . 3 1"),
                ("Tricks, Sam", ""),
                KEEP,
            ],
            &[("Hand 3", "o nil . ivy 7 3"), ("Tricks, O'Neill", ""), KEEP],
            &[
                ("Hand 4", "ivy clubs abs . sam 5 1"),
                ("Tricks, Ivy", ""),
                KEEP,
            ],
            &[
                ("Hand 5", "sam crazy sour thi . . 3 2"),
                ("Tricks, Sam", ""),
                KEEP,
            ],
            &[
                ("Hand 6", "ivy no-trump ext 2 . o,sam 7 2"),
                ("Tricks, O'Neill", ""),
                KEEP,
            ],
        ],
    },
    Typed {
        game: "mariash",
        options: &["limit=500"],
        hands: &[
            &[
                ("Hand 1", "ka trump clubs"),
                ("Commitments 1, by", "+calls"),
                ("Calls 1, player", "ka game"),
                ("Calls 2, player", "pe double ka game"),
                ("Calls 3, player", "zu hundred"),
                ("Calls 4, player", "ka double zu hundred"),
                ("Calls 5, player", "pe good"),
                ("Calls 6, player", "zu good"),
                ("Calls 7, player", "."),
                ("Card points, declarer", "70"),
                ("Card points, defense", ""),
                KEEP,
            ],
            &[
                ("Hand 2", "pe trump hearts pe hundred . . 65"),
                ("Card points, defense", ""),
                KEEP,
            ],
            &[("Hand 3", "zu mis 1 1"), KEEP],
            &[
                ("Hand 4", "ka trump sp ka hundred-seven . . 110 10 pe n"),
                KEEP,
            ],
            &[
                ("Hand 5", "zu trump sp zu seven . ."),
                ("Card points, declarer", "+open accept"),
                KEEP,
            ],
            &[
                ("Hand 6", "pe trump di pe hundred 4 . 100"),
                ("Card points, defense", ""),
                KEEP,
            ],
            &[("Hand 7", "f"), ("Finish the match?", "y")],
        ],
    },
];

fn players(sample: &Value) -> Vec<&str> {
    let players = sample["players"].as_array().unwrap().iter();
    players.map(|name| name.as_str().unwrap()).collect()
}

/// The questions and answers of a hand.
type Answers = Vec<(String, String)>;

/// Returns each sample with its house rules and answers.
fn all() -> Vec<(Value, &'static [&'static str], Vec<Answers>)> {
    let own = |(label, text): &(&str, &str)| ((*label).to_owned(), (*text).to_owned());
    let contracts = SAMPLES.iter().map(|typed| {
        let hands = typed.hands.iter();
        let hands = hands.map(|hand| hand.iter().map(own).collect());
        (sample(typed.game), typed.options, hands.collect())
    });
    let rows = ROWS.iter().map(|(game, options)| {
        let sample = sample(game);
        let hands = rows(&sample);
        (sample, *options, hands)
    });
    contracts.chain(rows).collect()
}

/// Returns the answers for hands of bids and tricks. One-digit numbers need no spaces between them.
fn rows(sample: &Value) -> Vec<Answers> {
    let players = players(sample);
    let first = sample["first_dealer"].as_str().unwrap();
    let first = players.iter().position(|name| *name == first).unwrap();
    let hands = sample["hands"].as_array().unwrap().iter().enumerate();
    let hand = |(at, hand): (usize, &Value)| {
        let turn = (1..=players.len()).map(|place| players[(first + at + place) % players.len()]);
        let order: Vec<&str> = turn.collect();
        let bid = |name: &&str| {
            let calls = hand["auction"].as_array().into_iter().flatten();
            let mut calls = calls.filter(|call| call["player"] == **name);
            calls
                .next()
                .map_or(&hand["bids"][*name], |call| &call["call"])
                .to_string()
        };
        // One hand of the sample has cards instead of tricks: Ægir and Zuzana took one trick each.
        let took = |name: &&str| match &hand["tricks"] {
            Value::Null => if ["Ægir", "Zuzana Šťastná"].contains(name) {
                "1"
            } else {
                "0"
            }
            .to_owned(),
            tricks => tricks[*name].to_string(),
        };
        let trump = hand["trump"].as_str().map(str::to_owned);
        let (last, others) = order.split_last().unwrap();
        let bids: String = order.iter().map(bid).collect();
        let tricks: String = others.iter().map(took).collect();
        let answers: Vec<String> = trump.into_iter().chain([bids, tricks]).collect();
        // Only one number of tricks is possible for the last player, so the program suggests it.
        vec![
            (format!("Hand {}", at + 1), answers.join(" ")),
            (format!("Tricks, {last} ({})", took(last)), String::new()),
            (KEEP.0.to_owned(), String::new()),
        ]
    };
    hands.map(hand).collect()
}

/// Starts `keep` in a terminal with a new match like a sample.
fn begun(
    folder: &Path,
    (size, variables): ((u16, u16), &[(&str, &str)]),
    sample: &Value,
    options: &[&str],
) -> Terminal {
    let names = players(sample).join(",");
    let game = sample["game"].as_str().unwrap();
    let mut arguments = vec!["keep", "a.json", "--game", game, "--players", &names];
    for option in options {
        arguments.extend(["--option", option]);
    }
    if let Some(dealer) = sample["first_dealer"].as_str() {
        arguments.extend(["--first-dealer", dealer]);
    }
    start(folder, size, variables, &arguments)
}

/// Returns the standings of a document.
fn standings(folder: &Path, document: &Value) -> Value {
    let file = folder.join("scored.json");
    fs::write(&file, document.to_string()).unwrap();
    let report = printed(folder, &["score", "scored.json", "--json"]);
    serde_json::from_str::<Value>(&report).unwrap()["standings"].clone()
}

/// Asserts that the match in the file has the same standings as its sample.
fn compare(folder: &Path, sample: &Value) {
    let mut expected = sample.clone();
    // The typed hands do not include the adjustments.
    expected.as_object_mut().unwrap().remove("adjustments");
    let kept = document(folder, "a.json");
    assert_eq!(standings(folder, &kept), standings(folder, &expected));
}

#[test]
fn every_hand_of_every_game_takes_few_keys() {
    let guide = include_str!("../../templates/docs/guide/command-line.md");
    for (sample, options, hands) in all() {
        let game = sample["game"].as_str().unwrap();
        let folder = TempDir::new().unwrap();
        let mut terminal = begun(folder.path(), ((40, 100), &[]), &sample, options);
        let mut each = Vec::new();
        for hand in hands {
            let before = terminal.keys;
            for (label, text) in &hand {
                terminal.answer(label, text);
            }
            // Skips the answer that finishes the match.
            if hand.iter().any(|(label, _)| label == KEEP.0) {
                each.push(terminal.keys - before);
            }
        }
        terminal.answer("The match is over", "");
        assert_eq!(terminal.wait_for_end(), Some(0));
        compare(folder.path(), &sample);
        print!("{game}: keys a hand {each:?}");
        each.sort_unstable();
        let (median, most) = (each[each.len() / 2], each[each.len() - 1]);
        println!(", median {median}, most {most}");
        assert!(
            MAX.contains(&(game, median, most)),
            "{game}: {median}, {most}"
        );
        let row = format!("| `{game}` | {median} | {most} |");
        assert!(guide.contains(&row), "the guide lacks {row}");
    }
}

/// The number of hands recorded with mishaps in each game; each has a different mishap.
const MISHAPS: usize = 4;

/// Translates a part of a question into Czech.
fn czech(label: &str) -> String {
    let known = [
        ("Hand ", "Rozdání "),
        ("Tricks, ", "dvihy, "),
        ("Card points, declarer", "Body z karet, aktér"),
        ("Card points, defense", "Body z karet, obrana"),
    ];
    for (english, czech) in known {
        if let Some(rest) = label.strip_prefix(english) {
            return format!("{czech}{rest}");
        }
    }
    // A label such as "Calls 2, player".
    let (name, _) = label.split_once(',').unwrap();
    let (_, number) = name.rsplit_once(' ').unwrap();
    format!(" {number}, ")
}

/// Types a hand in Czech with a mishap, and returns the terminal in which the match continues.
fn typed_with_mishap(
    mut terminal: Terminal,
    (at, answers): (usize, &Answers),
    again: &dyn Fn() -> Terminal,
) -> Terminal {
    let (next, keep) = (format!("Rozdání {}", at + 1), "Zapsat?");
    if at == 0 {
        // A wrong answer is reported at once, whether typed ahead or at its question. From the
        // first question, `<` leads back to the question for the hand.
        terminal.answer(&next, "zzz");
        terminal.wait_for_text("! zzz");
        terminal.answer("?", "zzz");
        terminal.answer("?", "<");
        terminal.wait_for_question(&next);
    }
    for (label, text) in answers.iter().filter(|(label, _)| label != KEEP.0) {
        // In Czech, both spades and hearts begin with `s`.
        let text = text.replace(" s ", " spades ");
        terminal.answer(&czech(label), &text);
    }
    terminal.wait_for_question(keep);
    match at {
        // Goes back one question, where the last answer is suggested.
        1 => {
            terminal.press("<\r");
            terminal.wait_until_gone(keep);
            terminal.press("\r");
        }
        // Interrupts and restarts the program: it keeps the answers and does not ask skipped questions.
        2 => {
            terminal.press("\u{3}");
            assert_eq!(terminal.wait_for_end(), Some(0));
            assert!(terminal.is_restored());
            terminal = again();
            terminal.answer(&next, "");
        }
        3 => {
            // The rows only grow, because the emulator would cut off the question at the bottom.
            for (rows, columns) in [(50, 200), (50, 60)] {
                terminal.resize(rows, columns);
                // The emulator must not shrink while the rest of the question is drawn.
                thread::sleep(Duration::from_millis(50));
                terminal.wait_for_question(keep);
            }
        }
        _ => {}
    }
    terminal.answer(keep, "");
    terminal.wait_until_gone(keep);
    terminal
}

#[test]
fn hands_of_every_game_survive_mishaps_in_czech_at_60_columns_without_color() {
    let setting = ((24, 60), &[("NO_COLOR", "1"), ("OVERTRICK_LANG", "cs")][..]);
    for (mut sample, options, hands) in all() {
        let game = sample["game"].as_str().unwrap().to_owned();
        let folder = TempDir::new().unwrap();
        let again = || start(folder.path(), setting.0, setting.1, &["keep", "a.json"]);
        let mut terminal = begun(folder.path(), setting, &sample, options);
        let next = match hands.len() {
            MISHAPS => "Partie skončila".to_owned(),
            _ => format!("Rozdání {}", MISHAPS + 1),
        };
        let hands = &hands[..MISHAPS];
        for (at, hand) in hands.iter().enumerate() {
            terminal = typed_with_mishap(terminal, (at, hand), &again);
        }
        terminal.answer(&next, "q");
        assert_eq!(terminal.wait_for_end(), Some(0), "{game}");
        assert!(terminal.is_restored(), "{game}");
        let sample_hands = sample["hands"].as_array_mut().unwrap();
        sample_hands.truncate(MISHAPS);
        sample.as_object_mut().unwrap().remove("finished");
        let kept = document(folder.path(), "a.json");
        assert_eq!(kept["hands"].as_array().unwrap().len(), MISHAPS, "{game}");
        compare(folder.path(), &sample);
        let written = terminal.written();
        let styled = written.split("\u{1b}[").skip(1).find(|part| {
            let end = part.find(|letter: char| letter.is_ascii_alphabetic());
            let plain = ["", "0", "39", "49"];
            end.is_some_and(|end| part[end..].starts_with('m') && !plain.contains(&&part[..end]))
        });
        assert_eq!(styled, None, "{game}");
        assert!(!written.contains("keep/"), "{game}: {written}");
        let names = fs::read_dir(folder.path()).unwrap();
        assert_eq!(
            names.count(),
            2,
            "{game}: only the match and the compared file"
        );
    }
}
