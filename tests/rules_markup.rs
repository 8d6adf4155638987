//! The markup of the rules texts: every kind of block is parsed, and every fault is reported.

use overtrick_core::text::{Block, Inline, RulesText};
use overtrick_games as games;

fn faults(text: &str) -> Vec<String> {
    let faults = RulesText::read(text, games::all()[0].facts).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn every_kind_of_block_is_read() {
    let text = "# A game\n\nFor **three**.\nIn turn. [play/turn]\n\n## The play {#play}\n? Who?\n\n\
        - one\n  and more\n- two\n\n1. first\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n\n@example\n\n@figure trick\n! Two\n! cards.\nThe\n**ace** wins.\n";
    let text = RulesText::read(text, games::all()[0].facts).unwrap();
    assert_eq!(text.title, "A game");
    assert_eq!((text.blocks.len(), text.sections().len()), (7, 1));
    assert_eq!(text.introduction().len(), 1);
    let (heading, blocks) = text.sections()[0];
    assert_eq!((heading.questions.len(), blocks.len()), (1, 5));
    let Block::Table(table) = &blocks[2] else {
        panic!("{blocks:?}");
    };
    assert_eq!(table.right, [false, true]);
    let words = |block: &Block| -> String {
        let texts = block.texts().concat();
        texts.iter().map(Inline::words).collect()
    };
    assert_eq!(words(&text.blocks[0]), "For three. In turn. ");
    assert_eq!(words(&blocks[0]), "one and moretwo");
    let Block::Figure { alt, name, .. } = &blocks[4] else {
        panic!("{blocks:?}");
    };
    assert_eq!((&**name, &**alt), ("trick", "Two cards."));
    assert_eq!(words(&blocks[4]), "The ace wins.");
    let is_clause = |piece: &&Inline| matches!(piece, Inline::Clause { .. });
    assert_eq!(text.pieces().filter(is_clause).count(), 1);
}

#[test]
fn every_fault_is_reported_with_its_line() {
    assert_eq!(
        faults("no title\n"),
        ["line 1: a text begins with # and its title, alone in its paragraph"]
    );
    for (text, fault) in [
        (
            "## Play",
            "line 3: a heading is ## or ### with its text and {#id}",
        ),
        (
            "#### Play {#play}",
            "line 3: a heading is ## or ### with its text and {#id}",
        ),
        (
            "## Play {#Play}",
            "line 3: Play is not an id, or is used twice",
        ),
        (
            "## Play {#play}\nText",
            "line 4: a question or an empty line must follow",
        ),
        ("[no/clause]", "line 3: no clause is called no/clause"),
        ("{no_rule}", "line 3: no house rule is called no_rule"),
        ("a **b", "line 3: **b has no matching mark"),
        ("a ] b", "line 3: ] b has no matching mark"),
        ("| a |", "line 3: a table needs a row of --- under its head"),
        (
            "| a |\n| - |",
            "line 4: the row under the head of a table needs --- or ---: for each column",
        ),
        (
            "| a |\n| --- |\n| b | c |",
            "line 5: 2 cells in a table of 1 columns",
        ),
        (
            "| a |\n| --- |\n| b",
            "line 5: a row of a table begins and ends with |",
        ),
        (
            "- a\nb",
            "line 4: not an item, and not indented by two spaces",
        ),
        (
            "text\n? Who?",
            "line 4: a paragraph cannot contain this line",
        ),
        (
            "@example\ntext",
            "line 4: an empty line is missing before this one",
        ),
        (
            "@figure trick\n! Seen",
            "line 3: a caption is missing under this picture",
        ),
        (
            "@figure trick\nCaption",
            "line 3: a line of ! with a description is missing under this picture",
        ),
    ] {
        assert_eq!(faults(&format!("# A game\n\n{text}\n"))[0], fault, "{text}");
    }
}
