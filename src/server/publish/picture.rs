//! The preview picture of a published match, which chats and social networks show with a link: its
//! standings.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap, Rect, Stroke,
    Transform,
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_segmentation::UnicodeSegmentation;

use crate::publish::board::{Board, ShownRow};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::layout::canvas::count;
use overtrick_paper::layout::draw::{Ink, Item, MM_PER_POINT, Paint, Run};
use overtrick_paper::layout::emblem::Emblem;
use overtrick_paper::layout::fonts::{Cut, EMBEDDED, Fonts};
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
const MAX_ROWS: usize = 8;
/// The greatest height of a row.
const MAX_ROW_HEIGHT: f32 = 74.0;

/// How a line of text is set: its height and its greatest width in pixels.
#[derive(Clone, Copy)]
struct Style {
    size: f32,
    width: f32,
    cut: Cut,
    ink: Ink,
}

/// The style of secondary text of a height.
const fn muted(size: f32) -> Style {
    Style {
        size,
        width: RIGHT - LEFT,
        cut: Cut::Regular,
        ink: Ink::Muted,
    }
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
    png(&drawing.items, (WIDTH, HEIGHT), GROUND)
}

struct Drawing<'a> {
    fonts: &'a Fonts<'a>,
    items: Vec<Item>,
}

impl Drawing<'_> {
    fn head(&mut self, board: &Board, day: &str, hue: Ink) {
        let beside = LEFT + 100.0;
        let style = |size, cut, ink| Style {
            size,
            width: RIGHT - beside,
            cut,
            ink,
        };
        let title = board.title.as_deref();
        let heading = style(62.0, Cut::Head, Ink::Ink);
        self.text(title.unwrap_or(&board.name), (beside, 118.0), heading);
        let facts = match title {
            Some(_) => format!("{} · {day}", board.name),
            None => day.to_owned(),
        };
        self.text(&facts, (beside, 164.0), style(30.0, Cut::Bold, hue));
        let state = board.won.as_ref().unwrap_or(&board.state);
        self.text(state, (LEFT, 232.0), muted(30.0));
    }

    fn rows(&mut self, board: &Board, language: &Language, hue: Ink) {
        let rows = board.rows(language);
        let rows = &rows[..rows.len().min(MAX_ROWS)];
        let height = MAX_ROW_HEIGHT.min((BOTTOM - TOP) / count(rows.len().max(1)));
        let mut top = TOP;
        for row in rows {
            self.row(row, (top, height), hue);
            top += height;
        }
    }

    /// A player's row; the leader's is in the game's color.
    fn row(&mut self, row: &ShownRow<'_>, (top, height): (f32, f32), hue: Ink) {
        let size = height * 0.52;
        let baseline = top + height * 0.68;
        let ink = if row.leads { hue } else { Ink::Ink };
        self.items
            .push(Item::Rule((LEFT, top), (RIGHT, top), 3.0, HAIR));
        if row.leads {
            let bar = Area::new(LEFT - 16.0, top + height * 0.14, 6.0, height * 0.72);
            self.items.push(Item::Box(bar, Paint::Fill(hue)));
        }
        let rank = Style {
            width: 96.0,
            ..muted(size * 0.72)
        };
        self.text(&row.rank, (LEFT, baseline), rank);
        let total = row.total.to_string();
        let style = Style {
            size: size * 1.15,
            width: 400.0,
            cut: Cut::Head,
            ink,
        };
        let wide = self.fonts.width(style.cut, &total, points(style.size));
        self.text(&total, (RIGHT - wide, baseline), style);
        let player = Style {
            size,
            width: RIGHT - wide - LEFT - 104.0 - 40.0,
            cut: Cut::from_bold(row.leads),
            ink,
        };
        self.text(row.player, (LEFT + 104.0, baseline), player);
    }

    fn foot(&mut self, board: &Board, language: &Language) {
        let style = muted(24.0);
        let by = language.text("embed", "by");
        let width = self.fonts.width(style.cut, &by, points(style.size));
        self.text(&by, (RIGHT - width, 596.0), style);
        let more = board.standings.len().saturating_sub(MAX_ROWS);
        if more > 0 {
            self.text(&format!("+ {more}"), (LEFT, 596.0), style);
        }
    }

    /// Draws a line, made smaller if it is too wide, and finally cut off.
    fn text(&mut self, text: &str, (x, y): (f32, f32), style: Style) {
        let (text, size) = self.fitted(text, style);
        let (pieces, read) =
            self.fonts
                .pieces(style.cut, &text, points(size), &mut BTreeSet::new());
        self.items.push(Item::Text(Run {
            pieces,
            read,
            x,
            y,
            size: points(size),
            bold: style.cut != Cut::Regular,
            ink: style.ink,
            cell: Area::new(x, y, style.width, size),
        }));
    }

    fn fitted(&self, line: &str, style: Style) -> (String, f32) {
        let width = |text: &str, size| self.fonts.width(style.cut, text, points(size));
        let whole = width(line, style.size);
        if whole <= style.width {
            return (line.to_owned(), style.size);
        }
        let size = (style.size * style.width / whole).max(style.size * 0.62);
        let mut text = line.to_owned();
        // Long titles are cut before measuring.
        if let Some((end, _)) = text.grapheme_indices(true).nth(160) {
            text.truncate(end);
        }
        if text.len() == line.len() && width(&text, size) <= style.width {
            return (text, size);
        }
        while width(&format!("{text}…"), size) > style.width {
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

/// The built-in font faces, in order.
static FACES: LazyLock<Vec<Option<Face<'static>>>> = LazyLock::new(|| {
    let faces = EMBEDDED.iter();
    faces.map(|font| Face::parse(font.bytes, 0).ok()).collect()
});

/// A PNG of items on a background; `None` if there is not enough memory.
fn png(items: &[Item], (width, height): (u32, u32), ground: Ink) -> Option<Vec<u8>> {
    let mut pixmap = Pixmap::new(width, height)?;
    pixmap.fill(color(ground));
    for item in items {
        draw(&mut pixmap, item);
    }
    let opaque = pixmap.data().chunks_exact(4);
    let rgb: Vec<u8> = opaque
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&rgb).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

fn draw(pixmap: &mut Pixmap, item: &Item) {
    match item {
        Item::Text(run) => fill(pixmap, outlines(run), run.ink),
        Item::Rule(from, to, weight, ink) => line(pixmap, &[*from, *to], *weight, *ink),
        Item::Stroke(points, weight, ink) => line(pixmap, points, *weight, *ink),
        Item::Box(area, Paint::Fill(ink)) => {
            let rect = Rect::from_xywh(area.x, area.y, area.w, area.h);
            fill(pixmap, rect.map(PathBuilder::from_rect), *ink);
        }
        Item::Circle((x, y), radius, Paint::Fill(ink)) => {
            fill(pixmap, PathBuilder::from_circle(*x, *y, *radius), *ink);
        }
        Item::Shape(points, Paint::Fill(ink)) => fill(pixmap, polygon(points, true), *ink),
        // A picture of standings has no other items.
        Item::Shape(..)
        | Item::Circle(..)
        | Item::Box(..)
        | Item::Link(..)
        | Item::Picture(..)
        | Item::Begin(_)
        | Item::End => {}
    }
}

fn color(ink: Ink) -> Color {
    let (red, green, blue) = ink.rgb();
    Color::from_rgba8(red, green, blue, 255)
}

fn brush(ink: Ink) -> Brush<'static> {
    let mut brush = Brush::default();
    brush.set_color(color(ink));
    brush.anti_alias = true;
    brush
}

fn fill(pixmap: &mut Pixmap, path: Option<Path>, ink: Ink) {
    if let Some(path) = path {
        let place = Transform::identity();
        pixmap.fill_path(&path, &brush(ink), FillRule::Winding, place, None);
    }
}

fn line(pixmap: &mut Pixmap, points: &[(f32, f32)], weight: f32, ink: Ink) {
    let Some(path) = polygon(points, false) else {
        return;
    };
    let stroke = Stroke {
        width: weight * MM_PER_POINT,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    pixmap.stroke_path(&path, &brush(ink), &stroke, Transform::identity(), None);
}

fn polygon(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, (x, y)) in points.iter().enumerate() {
        match index {
            0 => path.move_to(*x, *y),
            _ => path.line_to(*x, *y),
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The outlines of all glyphs of a line.
fn outlines(run: &Run) -> Option<Path> {
    let mut pen = Pen::default();
    let em = run.size * MM_PER_POINT;
    let mut left = run.x;
    for piece in &run.pieces {
        if let Some(Some(face)) = FACES.get(piece.font) {
            pen.scale = em / f32::from(face.units_per_em().max(1));
            pen.at = (left, run.y);
            if piece.clusters.is_empty() {
                for c in piece.text.chars() {
                    pen.letter(face, face.glyph_index(c).unwrap_or_default());
                }
            }
            for glyph in piece.clusters.iter().flat_map(|cluster| &cluster.glyphs) {
                pen.at = (left + glyph.x, run.y - glyph.y);
                pen.letter(face, GlyphId(glyph.id));
            }
        }
        left += piece.width;
    }
    pen.path.finish()
}

/// Draws the outlines of a font, whose y axis points up.
#[derive(Default)]
struct Pen {
    path: PathBuilder,
    scale: f32,
    at: (f32, f32),
}

impl Pen {
    /// Draws a glyph and advances to the next position.
    fn letter(&mut self, face: &Face<'_>, glyph: GlyphId) {
        face.outline_glyph(glyph, self);
        let advance = face.glyph_hor_advance(glyph).unwrap_or(0);
        self.at.0 += f32::from(advance) * self.scale;
    }

    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.0 + x * self.scale, self.at.1 - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.point(x1, y1), self.point(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2)) = (self.point(x1, y1), self.point(x2, y2));
        let (x, y) = self.point(x, y);
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
