//! Pads for a club's evening: many numbered tables in one file, each with a back.

use std::fs;

use lopdf::Document;

use overtrick_match::lang::Language;
use overtrick_paper::layout::draw::Page;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::requests::{Backs, Labels, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;
use overtrick_server::system_fonts::with_characters;

use crate::paper::{err, order, overtrick, runs, setup, stdout_text, tool, tools};

#[test]
fn the_table_number_is_large_at_the_top_right() {
    for paper in [Paper::A4, Paper::A5] {
        let printable = pads(&PadRequest {
            labels: Labels {
                table: Some("27".to_owned()),
                ..Labels::default()
            },
            ..order("oh-hell", PadPlayers::Count(4), setup(paper, 1, false))
        })
        .unwrap();
        let page = &printable.drawing.pages[0];
        let number = runs(page).find(|run| run.text() == "27").unwrap();
        let largest = runs(page).map(|run| run.size).fold(0.0, f32::max);
        assert!(number.size >= largest, "{} and {largest}", number.size);
        assert!(number.x + number.width() > page.width - 12.0);
        assert!(number.y < 30.0);
    }
}

#[test]
fn every_pad_has_a_back_on_request() {
    let backs = |backs: Backs| {
        let printable = pads(&PadRequest {
            pages: 3,
            backs,
            ..order("mariash", PadPlayers::Count(3), setup(Paper::A4, 1, false))
        });
        let pages = printable.unwrap().drawing.pages;
        let is_back = |page: &Page| runs(page).any(|run| run.text() == "Scoring");
        pages.iter().map(is_back).collect::<Vec<bool>>()
    };
    assert_eq!(backs(Backs::None), [false, false, false]);
    assert_eq!(backs(Backs::Last), [false, false, false, true]);
    assert_eq!(backs(Backs::Every), [false, true, false, true, false, true]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pads.pdf").display().to_string();
    let arguments = ["pad", "mariash", "--pages", "3", "--backs", "-o", &file];
    let output = overtrick(&arguments);
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(Document::load(&file).unwrap().get_pages().len(), 6);
    let output = overtrick(&[&arguments[..], &["--no-legend", "--force"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
}

#[test]
fn the_tables_of_an_evening_are_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (list, file) = (path("evening.csv"), path("evening.pdf"));
    // A built-in game on another paper size, a gallery game, and a table without names.
    let tables = "table,game,players,title,paper\n\
                  1,oh-hell,Ann;Bo;Cy,Friday,a5\n\
                  12,hearts,Dan;Eve;Fay;Gus,,\n\
                  13,mariash,3,,\n";
    fs::write(&list, tables).unwrap();
    let output = overtrick(&["pad", "--tables", &list, "--title", "Club", "-o", &file]);
    assert!(output.status.success(), "{}", err(&output));
    let document = Document::load(&file).unwrap();
    let widths = document.get_pages().into_values().map(|page| {
        let page = document.get_dictionary(page).unwrap();
        let sides = page.get(b"MediaBox").unwrap().as_array().unwrap();
        sides[2].as_float().unwrap() / 72.0 * 25.4
    });
    let widths: Vec<f32> = widths.map(f32::round).collect();
    // Each table has a pad and its back.
    assert_eq!(widths, [148.0, 148.0, 210.0, 210.0, 210.0, 210.0]);
    if tools() {
        let text = stdout_text(&tool("pdftotext", &["-layout", &file, "-"]));
        for words in ["Friday", "Club", "Hearts", "Mariash", "Gus", "12", "13"] {
            assert!(text.contains(words), "no {words} in {text}");
        }
    }
}

#[test]
fn every_fault_of_an_evening_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("evening.csv");
    let print = |tables: &str| {
        fs::write(&list, tables).unwrap();
        let output = overtrick(&["pad", "--tables", &list.display().to_string()]);
        assert_eq!(output.status.code(), Some(2), "{tables}");
        err(&output)
    };
    let found = print("table,game,players\n1,oh-hell,9\n2,no-such-game,4\n3,mariash,Ann;Ann;Bo\n");
    for words in ["line 2", "not 9", "line 3", "no-such-game", "line 4", "Ann"] {
        assert!(found.contains(words), "no {words} in {found}");
    }
    let found = print("table,game,seats\n1,oh-hell,4\n");
    assert!(
        found.contains("players") && found.contains("seats"),
        "{found}"
    );
    let found = print("table,game,players,title,title\n1,oh-hell,4,A,B\n");
    assert!(found.contains("title is given twice"), "{found}");
    let found = print("table,game,players\n");
    assert!(found.contains("there is no table in it"), "{found}");
}

#[test]
fn system_fonts_print_scripts_that_ours_lack() {
    // No font has a glyph for an unassigned code point.
    assert!(with_characters(&['\u{e123f}']).is_empty());
    // The first letter that only a font of this system has.
    let letters = ['א', 'ع', 'ป', '李'];
    let known = letters.into_iter().find_map(|letter| {
        let fonts = with_characters(&[letter]);
        (!fonts.is_empty()).then_some((letter, fonts))
    });
    let Some((letter, fonts)) = known else {
        eprintln!("no font of this system has one of {letters:?}: apt-get install fonts-noto-core");
        return;
    };
    let name = letter.to_string();
    let missing = |fonts: &[Vec<u8>]| {
        let mut order = PadRequest {
            players: PadPlayers::Named(vec!["Ann".to_owned(), name.clone()]),
            ..order("brink-bid", PadPlayers::Anyone, setup(Paper::A4, 1, false))
        };
        order.print.fonts = fonts;
        order.print.language = Language::english();
        pads(&order).unwrap().drawing.missing
    };
    assert_eq!(missing(&[]), [letter]);
    assert_eq!(missing(&fonts), []);
    // The command finds the fonts, so it prints no warning.
    let output = overtrick(&["pad", "brink-bid", "--players", &format!("Ann,{name}")]);
    assert_eq!((output.status.code(), &*err(&output)), (Some(0), ""));
}
