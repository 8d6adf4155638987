//! Piles of pads: several pads on one page, and one match on several pads.

use overtrick_core::Table;
use overtrick_core::json::Json;
use overtrick_core::pad::{CARDS, Row, Text};
use overtrick_games as games;
use overtrick_paper::layout::draw;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{Backs, Labels, MAX_PAGES, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;

use crate::paper::{order, pads_of_match, setup, squeezed, stdout_text, texts, tool, tools};

/// Returns the texts that number the pads of the pile.
fn numbers(page: &draw::Page) -> Vec<String> {
    let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let mut texts = texts(page);
    texts.retain(|text| text.contains(" of ") && begins_with_digit(text) && text.len() < 30);
    texts
}

#[test]
fn piles_are_in_order_after_cutting() {
    let page = setup(Paper::A4, 2, false);
    let printable = pads(&PadRequest {
        pages: 3,
        backs: Backs::None,
        ..order("mariash", PadPlayers::Anyone, page)
    })
    .unwrap();
    assert_eq!(printable.drawing.pages.len(), 3);
    for (index, page) in printable.drawing.pages.iter().enumerate() {
        // After cutting, the first pads of all pages form the first pile, and so on.
        let expected: Vec<String> = (0..2)
            .map(|place| format!("{} of 6", place * 3 + index + 1))
            .collect();
        // Ignores the number of the part, which follows if a match takes several pads.
        let numbers = numbers(page).into_iter();
        let numbers = numbers.map(|text| text.split(" ·").next().unwrap().to_owned());
        assert_eq!(numbers.collect::<Vec<_>>(), expected);
        let (x, y) = (page.width / 2.0, page.height / 2.0);
        let marks = page.items().filter(|item| match item {
            draw::Item::Rule(from, to, ..) => {
                let on = |place: f32, line: f32| (place - line).abs() < 0.01;
                (on(from.0, x) && on(to.0, x)) || (on(from.1, y) && on(to.1, y))
            }
            _ => false,
        });
        let marks: Vec<&draw::Item> = marks.collect();
        assert_eq!(marks.len(), 2, "marks at two edges");
        for mark in marks {
            let draw::Item::Rule(from, to, ..) = mark else {
                continue;
            };
            let white = from.0.min(page.width - to.0);
            assert!(
                (white - 5.0).abs() < 0.01,
                "the marks are outside the printer's margin"
            );
            assert!((to.0 - from.0 - 8.0).abs() < 0.01);
        }
    }
}

#[test]
fn a_match_on_several_pads_is_complete() {
    let page = setup(Paper::A5, 1, false);
    let one = PadRequest {
        backs: Backs::None,
        example: false,
        record: true,
        ..order("oh-hell", PadPlayers::Count(6), page)
    };
    let parts = pads_of_match(&one).unwrap();
    assert!(parts > 1, "the hands do not fit on one pad");
    let printable = pads(&one).unwrap();
    assert_eq!(printable.drawing.pages.len(), parts);
    let mut hands = Vec::new();
    for (index, page) in printable.drawing.pages.iter().enumerate() {
        let part = format!("{} of {parts} · Sheet {} of {parts}", index + 1, index + 1);
        assert_eq!(numbers(page), [part]);
        let texts = texts(page);
        assert_eq!(texts.contains(&"Carried over".to_owned()), index > 0);
        // Only the last pad of a match has places for the winner and signatures.
        let is_last = index + 1 == parts;
        assert_eq!(texts.contains(&"Winner".to_owned()), is_last);
        assert_eq!(texts.contains(&"Signed".to_owned()), is_last);
        let bold = page.items().filter_map(|item| match item {
            draw::Item::Text(run) if run.bold => run.text().parse::<u32>().ok(),
            _ => None,
        });
        hands.extend(bold);
    }
    // The bold numbers are the number of each hand and its number of cards.
    let names: Vec<String> = ('A'..='F').map(String::from).collect();
    let table = Table::seat_players(&names).0;
    let rules = (games::find("oh-hell").unwrap().pad_rules)(Json::EMPTY, &table).unwrap();
    let blank = rules.pad(&table);
    let cards = |row: &Row| match &row.hand.get(CARDS.key).unwrap().text {
        Some(Text::Message(_, args)) => u32::try_from(args[0].1.number().unwrap()).unwrap(),
        other => panic!("{other:?}"),
    };
    let rows = blank.rows.iter().zip(1..);
    let deals: Vec<u32> = rows
        .flat_map(|(row, number)| [number, cards(row)])
        .collect();
    hands.sort_unstable();
    let mut sorted = deals;
    sorted.sort_unstable();
    assert_eq!(hands, sorted);
}

#[test]
fn all_players_deal_equally_often_on_a_pad_of_automatic_length() {
    for (paper, per_page, landscape) in Paper::ALL.into_iter().flat_map(|paper| {
        [(1, false), (1, true), (2, false), (2, true)].map(|(n, l)| (paper, n, l))
    }) {
        let page = setup(paper, per_page, landscape);
        let Ok(printable) = pads(&order("contractor", PadPlayers::Anyone, page)) else {
            continue;
        };
        let bold = printable.drawing.runs().filter(|run| run.bold);
        let deals = bold
            .filter_map(|run| run.text().parse::<usize>().ok())
            .max();
        let deals = deals.unwrap();
        assert!(
            deals.is_multiple_of(3),
            "{deals} deals on {} {per_page}",
            paper.name()
        );
    }
}

#[test]
fn shared_content_of_a_pile_is_stored_once() {
    let page = setup(Paper::A4, 2, true);
    let pile = |pages: usize| {
        let labels = Labels {
            link: Some(format!("https://crown.example/{}", "x".repeat(300))),
            ..Labels::default()
        };
        pads(&PadRequest {
            pages,
            labels,
            backs: Backs::None,
            ..order("mariash", PadPlayers::Count(3), page)
        })
        .unwrap()
    };
    let (one, many) = (pile(1), pile(MAX_PAGES));
    assert_eq!(many.drawing.pages.len(), MAX_PAGES);
    assert_eq!(many.drawing.shared().len(), 1);
    assert!(many.drawing.pages.iter().all(|page| page.own.len() == 2));
    let (one, many) = (render(&one), render(&many));
    // Each page only adds a link, two numbers and a reference to the shared part.
    assert!(
        many.len() < one.len() + 500 * 1_500,
        "{} and {}",
        one.len(),
        many.len()
    );
    if tools() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pile.pdf");
        std::fs::write(&file, &many).unwrap();
        let file = file.to_str().unwrap();
        tool("qpdf", &["--check", file]);
        let pages = stdout_text(&tool("qpdf", &["--show-npages", file]));
        assert_eq!(pages.trim(), "200");
        let last = tool("pdftotext", &["-raw", "-f", "200", "-l", "200", file, "-"]);
        let last = squeezed(&stdout_text(&last));
        for text in ["200of400", "400of400", "Mariash"] {
            assert!(last.contains(text), "{last}");
        }
    }
}
