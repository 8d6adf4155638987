//! The preview picture of a published match, which chats and social networks show with a link: its
//! standings.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform,
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_segmentation::UnicodeSegmentation;

use crate::assets::words::day_in_words;
use crate::http::{Problem, ProblemKind};
use crate::publish::board::{Board, BoardRow};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::layout::draw::{Ink, Item, MM_PER_POINT};
use overtrick_paper::layout::emblem::Emblem;
use overtrick_paper::layout::fonts::{Cut, EMBEDDED, Fonts};
use overtrick_paper::layout::paper::{Area, count};

/// The width of the picture in pixels.
pub const WIDTH: u32 = 1200;
/// The height of the picture in pixels.
pub const HEIGHT: u32 = 630;
/// The background: the color of the page.
const GROUND: Ink = Ink::Hue(0xFB, 0xFA, 0xF6);
const HAIR: Ink = Ink::Hue(0xDA, 0xD9, 0xD1);
/// The left and right edges of text.
const LEFT: f32 = 96.0;
const RIGHT: f32 = 1116.0;
/// The left edge of text to the right of the emblem or a rank.
const BESIDE: f32 = LEFT + 104.0;
/// The upper edge of the rows of players.
const TOP: f32 = 268.0;
const BOTTOM: f32 = 548.0;
/// The maximum number of players shown. If there are more, only the best are shown.
const MAX_ROWS: usize = 8;
/// The maximum height of a row.
const MAX_ROW_HEIGHT: f32 = 74.0;

/// The style of a line of text. Its height and maximum width are in pixels.
#[derive(Clone, Copy)]
struct Style {
    size: f32,
    width: f32,
    cut: Cut,
    ink: Ink,
}

/// Returns the style of secondary text with this height.
const fn muted(size: f32) -> Style {
    Style {
        size,
        width: RIGHT - LEFT,
        cut: Cut::Regular,
        ink: Ink::Muted,
    }
}

/// Draws the picture of a match as PNG.
///
/// # Errors
/// 500 if there is not enough memory.
pub fn picture(board: &Board, language: &Language) -> Result<Vec<u8>, Problem> {
    draw(board, language).ok_or_else(|| ProblemKind::Internal.into())
}

fn draw(board: &Board, language: &Language) -> Option<Vec<u8>> {
    let emblem = games::find(&board.game).map(Emblem::from_game);
    let hue = emblem.as_ref().map_or(Ink::Felt, |emblem| emblem.hue);
    let mut canvas = Canvas {
        pixmap: Pixmap::new(WIDTH, HEIGHT)?,
        fonts: &Fonts::new(&[]).ok()?,
    };
    canvas.pixmap.fill(color(GROUND));
    canvas.bar(0.0, 0.0, 28.0, 630.0, hue);
    let place = Area::new(LEFT, 62.0, 76.0, 76.0);
    let lines = emblem.map(|emblem| emblem.items(place));
    for line in lines.into_iter().flatten() {
        if let Item::Stroke(points, weight, ink) = line {
            canvas.line(&points, weight, ink);
        }
    }
    canvas.head(board, language, hue);
    let rows = &board.standings[..board.standings.len().min(MAX_ROWS)];
    let height = MAX_ROW_HEIGHT.min((BOTTOM - TOP) / count(rows.len().max(1)));
    let mut top = TOP;
    for row in rows {
        let ink = if board.leads(row) { hue } else { Ink::Ink };
        canvas.row(
            row,
            language,
            Area::new(LEFT, top, RIGHT - LEFT, height),
            ink,
        );
        top += height;
    }
    canvas.foot(board, language);
    canvas.pixmap.encode_png().ok()
}

/// The picture being drawn.
struct Canvas<'a> {
    pixmap: Pixmap,
    fonts: &'a Fonts<'a>,
}

impl Canvas<'_> {
    fn head(&mut self, board: &Board, language: &Language, hue: Ink) {
        let style = |size, cut, ink| Style {
            size,
            width: RIGHT - BESIDE,
            cut,
            ink,
        };
        let day = day_in_words(&board.day, language);
        let (heading, facts) = match &board.title {
            Some(title) => (title, format!("{} · {day}", board.name)),
            None => (&board.name, day),
        };
        self.text(heading, BESIDE, 118.0, style(62.0, Cut::Head, Ink::Ink));
        self.text(&facts, BESIDE, 164.0, style(30.0, Cut::Bold, hue));
        let state = board.won.as_ref().unwrap_or(&board.state);
        self.text(state, LEFT, 232.0, muted(30.0));
    }

    /// Draws a player's row. The leader's row is in the game's color.
    fn row(&mut self, row: &BoardRow, language: &Language, place: Area, ink: Ink) {
        let (top, height) = (place.y, place.h);
        let leads = ink != Ink::Ink;
        let size = height * 0.52;
        let baseline = top + height * 0.68;
        self.line(&[(LEFT, top), (RIGHT, top)], 3.0, HAIR);
        if leads {
            self.bar(LEFT - 16.0, top + height * 0.14, 6.0, height * 0.72, ink);
        }
        let rank = Style {
            width: 96.0,
            ..muted(size * 0.72)
        };
        self.text(&language.ordinal(row.rank), LEFT, baseline, rank);
        let total = Style {
            size: size * 1.15,
            width: 400.0,
            cut: Cut::Head,
            ink,
        };
        let left = self.text_at_right(&row.total.to_string(), baseline, total);
        let player = Style {
            size,
            width: left - BESIDE - 40.0,
            cut: if leads { Cut::Bold } else { Cut::Regular },
            ink,
        };
        self.text(&row.player, BESIDE, baseline, player);
    }

    fn foot(&mut self, board: &Board, language: &Language) {
        self.text_at_right(&language.text("embed", "by"), 596.0, muted(24.0));
        let more = board.standings.len().saturating_sub(MAX_ROWS);
        if more > 0 {
            self.text(&format!("+ {more}"), LEFT, 596.0, muted(24.0));
        }
    }

    /// Draws a line of text that ends at the right edge, and returns its left edge.
    fn text_at_right(&mut self, text: &str, y: f32, style: Style) -> f32 {
        let left = RIGHT - self.fonts.width(style.cut, text, points(style.size));
        self.text(text, left, y, style);
        left
    }

    /// Draws a line of text. If it is too wide, reduces its size, and then cuts it off if necessary.
    fn text(&mut self, text: &str, x: f32, y: f32, style: Style) {
        let (text, size) = self.fitted(text, style);
        let fonts = self.fonts;
        let (pieces, _) = fonts.pieces(style.cut, &text, points(size), &mut BTreeSet::new());
        let mut left = x;
        for piece in &pieces {
            if let Some(Some(face)) = FACES.get(piece.font) {
                let scale = size / f32::from(face.units_per_em().max(1));
                let mut pen = left;
                let plain = piece.text.chars().filter(|_| piece.clusters.is_empty());
                for id in plain.map(|c| face.glyph_index(c).unwrap_or_default()) {
                    self.glyph(
                        face,
                        id,
                        Transform::from_row(scale, 0.0, 0.0, -scale, pen, y),
                        style.ink,
                    );
                    pen += f32::from(face.glyph_hor_advance(id).unwrap_or(0)) * scale;
                }
                for glyph in piece.clusters.iter().flat_map(|cluster| &cluster.glyphs) {
                    let (x, y) = (left + glyph.x, y - glyph.y);
                    let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, y);
                    self.glyph(face, GlyphId(glyph.id), place, style.ink);
                }
            }
            left += piece.width;
        }
    }

    /// Draws a glyph. In a font, the y axis points up.
    fn glyph(&mut self, face: &Face<'_>, id: GlyphId, place: Transform, ink: Ink) {
        let mut outline = Outline::default();
        face.outline_glyph(id, &mut outline);
        if let Some(path) = outline.0.finish() {
            let rule = FillRule::Winding;
            self.pixmap.fill_path(&path, &paint(ink), rule, place, None);
        }
    }

    /// Returns the part of a line of text that fits, and its height in pixels.
    fn fitted(&self, line: &str, style: Style) -> (String, f32) {
        let width = |text: &str, size| self.fonts.width(style.cut, text, points(size));
        let whole = width(line, style.size);
        let size = style.size * (style.width / whole).clamp(0.62, 1.0);
        if width(line, size) <= style.width {
            return (line.to_owned(), size);
        }
        // No line has room for more letters than this.
        let mut letters: Vec<&str> = line.graphemes(true).take(160).collect();
        while !letters.is_empty() && width(&(letters.concat() + "…"), size) > style.width {
            letters.pop();
        }
        (letters.concat().trim_end().to_owned() + "…", size)
    }

    fn bar(&mut self, x: f32, y: f32, width: f32, height: f32, ink: Ink) {
        if let Some(bar) = Rect::from_xywh(x, y, width, height) {
            let place = Transform::identity();
            self.pixmap.fill_rect(bar, &paint(ink), place, None);
        }
    }

    /// Draws a line through points. `weight` is its thickness in typographic points.
    fn line(&mut self, points: &[(f32, f32)], weight: f32, ink: Ink) {
        let mut path = PathBuilder::new();
        for (index, (x, y)) in points.iter().enumerate() {
            match index {
                0 => path.move_to(*x, *y),
                _ => path.line_to(*x, *y),
            }
        }
        let stroke = Stroke {
            width: weight * MM_PER_POINT,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        if let Some(path) = path.finish() {
            let place = Transform::identity();
            self.pixmap
                .stroke_path(&path, &paint(ink), &stroke, place, None);
        }
    }
}

/// Converts a height in pixels to a font size in points.
fn points(pixels: f32) -> f32 {
    pixels / MM_PER_POINT
}

fn color(ink: Ink) -> Color {
    let (_, (red, green, blue)) = ink.tones();
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color(ink));
    paint
}

/// The built-in font faces, in order.
static FACES: LazyLock<Vec<Option<Face<'static>>>> = LazyLock::new(|| {
    let faces = EMBEDDED.iter();
    faces.map(|font| Face::parse(font.bytes, 0).ok()).collect()
});

/// The outline of a glyph, in the units of its font.
#[derive(Default)]
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
