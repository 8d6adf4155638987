//! The pages that pads fit, and the smallest size of a pad.

use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::layout::paper::{Area, Paper, Size};
use overtrick_paper::requests::{PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::pads;

use crate::paper::{check_places, order, setup};
use crate::print::{matrix, page_name};

/// Changes the language of the request to Czech.
fn in_czech(order: PadRequest<'_>) -> PadRequest<'_> {
    let language = Language::find("cs").unwrap();
    let print = PrintSettings {
        language,
        ..order.print
    };
    PadRequest { print, ..order }
}

#[test]
fn a_czech_pad_fits_every_page_that_an_english_one_fits() {
    for &(game, count, page) in matrix() {
        let what = format!("{game} for {count} on {}, in Czech", page_name(page));
        let pad = pads(&in_czech(order(game, PadPlayers::Count(count), page)));
        let pad = pad.unwrap_or_else(|trouble| panic!("{what}: {trouble:?}"));
        check_places(&pad, &what);
        assert!(pad.drawing.missing.is_empty(), "{what}");
    }
}

#[test]
fn every_game_fits_the_usual_papers() {
    let all = matrix();
    for entry in games::all() {
        let facts = entry.facts;
        for count in facts.players.0..=facts.players.1 {
            for paper in [Paper::A4, Paper::Letter, Paper::A5] {
                let page = setup(paper, 1, false);
                assert!(
                    all.contains(&(facts.id, count, page)),
                    "{} for {count} on {}",
                    facts.id,
                    paper.name()
                );
            }
        }
        for count in facts.players.0..=facts.players.1 {
            let half = |landscape| all.contains(&(facts.id, count, setup(Paper::A4, 2, landscape)));
            assert!(
                half(false) || half(true),
                "{} for {count} on half of A4",
                facts.id
            );
        }
    }
}

/// A page for one size, centered on the other size without scaling, stays complete with a margin of 4 mm,
/// which most printers cannot print on. Pads that are cut need their own paper size, so they are skipped.
#[test]
fn a4_and_letter_pages_lose_nothing_on_each_other() {
    let (a4, letter) = ((210.0, 297.0), (215.9, 279.4));
    for &(game, count, page) in matrix().iter().filter(|(.., page)| page.per_page == 1) {
        let other = match page.paper {
            Paper::A4 => letter,
            Paper::Letter => a4,
            Paper::A5 => continue,
        };
        let other = if page.landscape {
            (other.1, other.0)
        } else {
            other
        };
        let printable = pads(&order(game, PadPlayers::Count(count), page)).unwrap();
        let Size { w, h } = page.size();
        let shown = Area::new((w - other.0) / 2.0, (h - other.1) / 2.0, other.0, other.1);
        let shown = shown.inset(4.0, 4.0);
        for run in printable.drawing.runs() {
            let what = format!("{game} for {count} on {}", page_name(page));
            assert!(shown.holds(&run.area()), "{what}: {:?}", run.text());
        }
    }
}
