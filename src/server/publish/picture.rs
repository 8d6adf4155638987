//! The preview picture of a published match, which chats and social networks show with a link: its
//! standings.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use crate::publish::board::{Board, BoardRow};
use crate::publish::raster;
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::layout::canvas::count;
use overtrick_paper::layout::draw::{Ink, Item, MM_PER_POINT, Paint, Run};
use overtrick_paper::layout::emblem::Emblem;
use overtrick_paper::layout::fonts::{Cut, Fonts};
use overtrick_paper::layout::paper::Area;

/// The width of the picture in pixels.
pub const WIDTH: u32 = 1200;
/// Its height.
pub const HEIGHT: u32 = 630;
/// The background: the color of the page.
const GROUND: Ink = Ink::Hue(0xFB, 0xFA, 0xF6);
const HAIR: Ink = Ink::Hue(0xDA, 0xD9, 0xD1);
/// The left and right edges of text.
const LEFT: f32 = 96.0;
const RIGHT: f32 = 1116.0;
/// The upper edge of the rows of players.
const TOP: f32 = 268.0;
const BOTTOM: f32 = 548.0;
/// The most players shown; of more, the best.
const MOST_ROWS: usize = 8;
/// The greatest height of a row.
const TALLEST: f32 = 74.0;

/// A line of text: the text, its baseline position, its height and its greatest width in pixels.
struct Line<'a> {
    text: &'a str,
    at: (f32, f32),
    size: f32,
    width: f32,
    cut: Cut,
    ink: Ink,
}

/// The picture of a match as PNG, with the day in words. `None` if there is not enough memory.
pub fn picture(board: &Board, day: &str, language: &Language) -> Option<Vec<u8>> {
    let fonts = Fonts::new(&[]).ok()?;
    let emblem = games::find(&board.game).map(Emblem::from_game);
    let hue = emblem.as_ref().map_or(Ink::Felt, |emblem| emblem.hue);
    let mut drawing = Drawing {
        fonts: &fonts,
        items: vec![Item::Box(
            Area::new(0.0, 0.0, 28.0, 630.0),
            Paint::Fill(hue),
        )],
    };
    if let Some(emblem) = emblem {
        let place = Area::new(LEFT, 62.0, 76.0, 76.0);
        drawing.items.extend(emblem.items(place));
    }
    drawing.head(board, day, hue);
    drawing.rows(board, language, hue);
    drawing.foot(board, language);
    raster::png(&drawing.items, (WIDTH, HEIGHT), GROUND)
}

struct Drawing<'a> {
    fonts: &'a Fonts<'a>,
    items: Vec<Item>,
}

impl Drawing<'_> {
    fn head(&mut self, board: &Board, day: &str, hue: Ink) {
        let beside = LEFT + 100.0;
        let title = board.title.as_deref();
        let line = |text, at, size, cut, ink| Line {
            text,
            at,
            size,
            width: RIGHT - beside,
            cut,
            ink,
        };
        self.text(&line(
            title.unwrap_or(&board.name),
            (beside, 118.0),
            62.0,
            Cut::Head,
            Ink::Ink,
        ));
        let facts = match title {
            Some(_) => format!("{} · {day}", board.name),
            None => day.to_owned(),
        };
        self.text(&line(&facts, (beside, 164.0), 30.0, Cut::Bold, hue));
        let state = board.won.as_ref().unwrap_or(&board.state);
        let state = line(state, (LEFT, 232.0), 30.0, Cut::Regular, Ink::Muted);
        self.text(&Line {
            width: RIGHT - LEFT,
            ..state
        });
    }

    fn rows(&mut self, board: &Board, language: &Language, hue: Ink) {
        let rows = &board.standings[..board.standings.len().min(MOST_ROWS)];
        let height = TALLEST.min((BOTTOM - TOP) / count(rows.len().max(1)));
        let mut top = TOP;
        for row in rows {
            let leads = row.rank == 1 && board.hands > 0;
            self.row(row, (top, height), language, leads.then_some(hue));
            top += height;
        }
    }

    /// A player's row; the leader's is in the game's color.
    fn row(
        &mut self,
        row: &BoardRow,
        (top, height): (f32, f32),
        language: &Language,
        leads: Option<Ink>,
    ) {
        let size = height * 0.52;
        let baseline = top + height * 0.68;
        self.items
            .push(Item::Rule((LEFT, top), (RIGHT, top), 3.0, HAIR));
        if let Some(hue) = leads {
            let bar = Area::new(LEFT - 16.0, top + height * 0.14, 6.0, height * 0.72);
            self.items.push(Item::Box(bar, Paint::Fill(hue)));
        }
        let cut = Cut::from_bold(leads.is_some());
        let rank = language.ordinal(row.rank);
        self.text(&Line {
            text: &rank,
            at: (LEFT, baseline),
            size: size * 0.72,
            width: 96.0,
            cut: Cut::Regular,
            ink: Ink::Muted,
        });
        let total = row.total.to_string();
        let wide = self.fonts.width(Cut::Head, &total, points(size * 1.15));
        self.text(&Line {
            text: &total,
            at: (RIGHT - wide, baseline),
            size: size * 1.15,
            width: 400.0,
            cut: Cut::Head,
            ink: leads.unwrap_or(Ink::Ink),
        });
        self.text(&Line {
            text: &row.player,
            at: (LEFT + 104.0, baseline),
            size,
            width: RIGHT - wide - LEFT - 104.0 - 40.0,
            cut,
            ink: leads.unwrap_or(Ink::Ink),
        });
    }

    fn foot(&mut self, board: &Board, language: &Language) {
        let more = board.standings.len().saturating_sub(MOST_ROWS);
        let by = language.text("embed", "by");
        let width = self.fonts.width(Cut::Regular, &by, points(24.0));
        let line = |text, x| Line {
            text,
            at: (x, 596.0),
            size: 24.0,
            width: 900.0,
            cut: Cut::Regular,
            ink: Ink::Muted,
        };
        self.text(&line(&by, RIGHT - width));
        if more > 0 {
            self.text(&line(&format!("+ {more}"), LEFT));
        }
    }

    /// Draws a line, made smaller if it is too wide, and finally cut off.
    fn text(&mut self, line: &Line<'_>) {
        let (text, size) = self.fitted(line);
        let (pieces, read) = self
            .fonts
            .pieces(line.cut, &text, points(size), &mut BTreeSet::new());
        self.items.push(Item::Text(Run {
            pieces,
            read,
            x: line.at.0,
            y: line.at.1,
            size: points(size),
            bold: line.cut != Cut::Regular,
            ink: line.ink,
            cell: Area::new(line.at.0, line.at.1, line.width, size),
        }));
    }

    fn fitted(&self, line: &Line<'_>) -> (String, f32) {
        let width = |text: &str, size| self.fonts.width(line.cut, text, points(size));
        let whole = width(line.text, line.size);
        if whole <= line.width {
            return (line.text.to_owned(), line.size);
        }
        let size = (line.size * line.width / whole).max(line.size * 0.62);
        let mut text = line.text.to_owned();
        // Long titles are cut before measuring.
        if let Some((end, _)) = text.grapheme_indices(true).nth(160) {
            text.truncate(end);
        }
        if text.len() == line.text.len() && width(&text, size) <= line.width {
            return (text, size);
        }
        while width(&format!("{text}…"), size) > line.width {
            let Some((end, _)) = text.grapheme_indices(true).next_back() else {
                break;
            };
            text.truncate(end);
        }
        (text.trim_end().to_owned() + "…", size)
    }
}

/// A height in pixels as a font size in points.
fn points(pixels: f32) -> f32 {
    pixels / MM_PER_POINT
}
