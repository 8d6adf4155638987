//! Rasterizing drawn items to a PNG; one millimeter is one pixel.

use std::sync::LazyLock;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap, Rect, Stroke,
    Transform,
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use overtrick_paper::layout::draw::{Ink, Item, MM_PER_POINT, Paint, Run};
use overtrick_paper::layout::fonts::EMBEDDED;

/// The built-in font faces, in order.
static FACES: LazyLock<Vec<Option<Face<'static>>>> = LazyLock::new(|| {
    let faces = EMBEDDED.iter();
    faces.map(|font| Face::parse(font.bytes, 0).ok()).collect()
});

/// A PNG of items on a background; `None` if there is not enough memory.
pub fn png(items: &[Item], (width, height): (u32, u32), ground: Ink) -> Option<Vec<u8>> {
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
