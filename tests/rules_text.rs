//! The rules texts of the games are complete, equal in every language, and have correct numbers.

use std::collections::BTreeSet;

use serde_json::Value;

use overtrick_core::pad::signed;
use overtrick_core::text::{Block, Heading, Inline, RulesText};
use overtrick_games::{self as games, Entry};
use overtrick_match::document::score;
use overtrick_match::lang::Language;

/// The questions of a new player, in each language. The rules of every game must answer each question.
const QUESTIONS: [(&str, [&str; 10]); 2] = [
    (
        "en",
        [
            "What do we need?",
            "What beats what?",
            "Who deals?",
            "How many cards does each player get?",
            "Who speaks first?",
            "Who leads?",
            "Must I follow suit?",
            "May I lead trump?",
            "Who wins a trick?",
            "How is it scored?",
        ],
    ),
    (
        "cs",
        [
            "Co potřebujeme?",
            "Co přebíjí co?",
            "Kdo rozdává?",
            "Kolik karet kdo dostane?",
            "Kdo mluví první?",
            "Kdo vynáší?",
            "Musím přiznat barvu?",
            "Smím vynést trumf?",
            "Kdo bere zdvih?",
            "Jak se počítá?",
        ],
    ),
];

fn read(entry: &'static Entry, tag: &str) -> RulesText {
    let file = format!("templates/games/{}/rules.{tag}.md", entry.folder);
    let text = entry.rules_text(tag);
    let text = text.unwrap_or_else(|| panic!("{file} is missing"));
    RulesText::read(text, entry.facts).unwrap_or_else(|faults| {
        let faults: Vec<String> = faults
            .iter()
            .map(|fault| format!("{file}: {fault}"))
            .collect();
        panic!("{}", faults.join("\n"))
    })
}

fn each_text(mut check: impl FnMut(&'static Entry, &str, &RulesText)) {
    for entry in games::all() {
        for tag in Language::tags() {
            check(entry, tag, &read(entry, tag));
        }
    }
}

#[test]
fn every_clause_and_every_house_rule_has_its_place_in_every_language() {
    each_text(|entry, tag, text| {
        let place = format!("{} in {tag}", entry.folder);
        let (mut clauses, mut rules) = (BTreeSet::new(), BTreeSet::new());
        for piece in text.pieces() {
            match piece {
                Inline::Clause { id, ours } => {
                    assert_eq!(entry.facts.clause(id).unwrap().ours, *ours, "{place}: {id}");
                    clauses.insert(*id);
                }
                Inline::HouseRule { name, .. } => drop(rules.insert(*name)),
                Inline::Text { .. } | Inline::Strong { .. } => {}
            }
        }
        let all = entry.facts.all_clauses().map(|clause| clause.id);
        let missing: Vec<&str> = all.filter(|id| !clauses.contains(id)).collect();
        assert!(missing.is_empty(), "{place}: no place for {missing:?}");
        let all = entry.facts.options.iter().map(|rule| rule.field.name);
        let missing: Vec<&str> = all.filter(|name| !rules.contains(name)).collect();
        assert!(missing.is_empty(), "{place}: no place for {missing:?}");
    });
}

#[test]
fn every_language_has_the_same_headings_and_the_same_order() {
    for entry in games::all() {
        let english = outline(&read(entry, "en"));
        for tag in Language::tags() {
            let other = outline(&read(entry, tag));
            let differs = english.iter().zip(&other).find(|(one, other)| one != other);
            assert!(
                english.len() == other.len() && differs.is_none(),
                "{} in {tag}: {differs:?}",
                entry.folder
            );
        }
    }
}

/// Returns what must be equal in every language: headings, kinds of blocks, sizes and references.
fn outline(text: &RulesText) -> Vec<String> {
    let outlined = |block: &Block| {
        let texts = block.texts();
        let mut names: Vec<&str> = texts.iter().copied().flatten().filter_map(name).collect();
        names.sort_unstable();
        match block {
            Block::Heading(Heading { id, level, .. }) => format!("{level} {id}"),
            Block::Paragraph { .. } => format!("paragraph {names:?}"),
            Block::List { items, ordered } => format!("{ordered} {} {names:?}", items.len()),
            Block::Table(table) => format!("{:?} {} {names:?}", table.right, table.rows.len()),
            Block::Example => "example".to_owned(),
            Block::Figure { name, .. } => format!("figure {name}"),
        }
    };
    text.blocks.iter().map(outlined).collect()
}

/// Returns the target of a reference.
fn name(piece: &Inline) -> Option<&str> {
    match piece {
        Inline::Clause { id, .. } => Some(id),
        Inline::HouseRule { name, .. } => Some(name),
        Inline::Text { .. } | Inline::Strong { .. } => None,
    }
}

#[test]
fn every_likely_question_has_an_answer() {
    each_text(|entry, tag, text| {
        let (_, questions) = QUESTIONS.iter().find(|(known, _)| *known == tag).unwrap();
        for question in questions {
            let sections = text.sections();
            let answers = sections
                .iter()
                .find(|(heading, _)| heading.questions.iter().any(|other| other == question));
            let (_, blocks) =
                answers.unwrap_or_else(|| panic!("{} in {tag}: {question}", entry.folder));
            assert!(!blocks.is_empty(), "{} in {tag}: {question}", entry.folder);
        }
    });
}

fn words(text: &[Inline]) -> String {
    let words: String = text.iter().map(Inline::words).collect();
    words.trim().to_owned()
}

/// Returns the rows of the worked example's tables with this many columns.
fn worked_rows(text: &RulesText, columns: usize) -> Vec<Vec<Vec<Inline>>> {
    let sections = text.sections();
    let (_, blocks) = sections
        .iter()
        .find(|(heading, _)| heading.id == "worked")
        .unwrap();
    assert!(blocks.contains(&Block::Example));
    let tables = blocks.iter().filter_map(|block| match block {
        Block::Table(table) if table.head.len() == columns => Some(table.rows.clone()),
        _ => None,
    });
    tables.flatten().collect()
}

#[test]
fn the_figures_of_the_worked_hand_equal_the_program() {
    each_text(|entry, tag, text| {
        let place = format!("{} in {tag}", entry.folder);
        let scored = score(entry.example.as_bytes()).unwrap();
        let hand = scored.hands.last().unwrap();
        assert!(hand.warnings.is_empty(), "{place}: {:?}", hand.warnings);
        // The text may omit reasons without points. Each of its rows must be a reason of the program.
        let reasons = hand.reasons.iter();
        let mut paid: Vec<(String, String, String)> = reasons
            .flat_map(|reason| {
                let points = reason.points.iter();
                points.map(|paid| {
                    let player = scored.table.name(paid.seat).to_string();
                    (player, signed(paid.points), reason.rule.to_string())
                })
            })
            .collect();
        for row in worked_rows(text, 3) {
            let (player, points) = (words(&row[0]), words(&row[1]));
            let rule = row[2].iter().find_map(name).unwrap();
            let row = (player, points, rule.to_owned());
            let Some(place_of_row) = paid.iter().position(|paid| *paid == row) else {
                panic!("{place}: {row:?} is not scored: {paid:?}");
            };
            paid.remove(place_of_row);
        }
        paid.retain(|(_, points, _)| points != "0");
        assert!(paid.is_empty(), "{place}: not in the text: {paid:?}");
        for row in worked_rows(text, 2) {
            let mut seats = scored.table.seats();
            let seat = seats.find(|seat| **scored.table.name(*seat) == *words(&row[0]));
            let points = hand.scores[seat.unwrap().index()];
            assert_eq!(words(&row[1]), signed(points), "{place}");
        }
        assert_eq!(
            serde_json::from_str::<Value>(entry.example).unwrap()["game"],
            entry.facts.id
        );
    });
}

#[test]
fn the_rules_do_not_assume_the_gender_of_players() {
    let message = [
        "he", "him", "his", "himself", "she", "her", "hers", "herself",
    ];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in games::all() {
        for file in ["rules.en.md", "en.toml"] {
            let path = format!("templates/games/{}/{file}", entry.folder);
            let text = std::fs::read_to_string(root.join(&path)).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                let mut words = line.split(|letter: char| !letter.is_alphabetic());
                let found = words.find(|word| message.contains(&&*word.to_lowercase()));
                assert_eq!(found, None, "{path}:{number}: {line}");
            }
        }
    }
}
