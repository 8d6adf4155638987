//! What is drawn on a page, in the words of the PDF writer.

use printpdf::{
    Actions, BorderArray, Codepoint, Color, DictItem, Line, LinePoint, LinkAnnotation, Mm, Op,
    PaintMode, PdfFontHandle, PdfPage, Point, Polygon, PolygonRing, Pt, Rect, Rgb, TextItem,
    TextMatrix, WindingOrder,
};

use super::fonts::{Glyphs, font_id};
use crate::sheets::draw::{Cluster, Ink, Item, Page, Paint, Run};
use crate::sheets::paper::Area;

/// How far the handles of a quarter of a circle stand out, for a radius of 1.
const HANDLE: f32 = 0.552_285;

/// A page of its own.
pub fn page<'a>(page: &Page, glyphs: &Glyphs, items: impl Iterator<Item = &'a Item>) -> PdfPage {
    let mut pen = Pen::new(page.height, glyphs);
    items.for_each(|item| pen.item(item));
    // Hundreds of pages wait for the last one, and room that nobody uses would be most of what they hold.
    pen.ops.shrink_to_fit();
    PdfPage::new(Mm(page.width), Mm(page.height), pen.ops)
}

/// What pages like this one share, so that nothing of it is seen by what follows.
pub fn shared_page(page: &Page, glyphs: &Glyphs) -> PdfPage {
    let mut pen = Pen::new(page.height, glyphs);
    pen.ops.push(Op::SaveGraphicsState);
    let drawn = page.shared.iter().filter(|item| !is_link(item));
    drawn.for_each(|item| pen.item(item));
    pen.ops.push(Op::RestoreGraphicsState);
    PdfPage::new(Mm(page.width), Mm(page.height), pen.ops)
}

/// Whether an item is no mark on the page, but a place to follow.
pub fn is_link(item: &Item) -> bool {
    matches!(item, Item::Link(..))
}

/// What is being written, with the colors and weights that are set.
struct Pen<'a> {
    height: f32,
    glyphs: &'a Glyphs,
    ops: Vec<Op>,
    edge: Option<Ink>,
    fill: Option<Ink>,
    weight: Option<f32>,
}

impl<'a> Pen<'a> {
    fn new(height: f32, glyphs: &'a Glyphs) -> Pen<'a> {
        Pen {
            height,
            glyphs,
            ops: Vec::new(),
            edge: None,
            fill: None,
            weight: None,
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Text(run) => self.text(run),
            Item::Rule(from, to, weight, ink) => {
                let points = vec![self.corner(*from), self.corner(*to)];
                self.edge(*weight, *ink);
                self.stroke(points, false);
            }
            Item::Shape(points, paint) => {
                let points = points.iter().map(|point| self.corner(*point)).collect();
                self.paint(points, *paint);
            }
            Item::Circle(middle, radius, paint) => {
                let points = self.circle(*middle, *radius);
                self.paint(points, *paint);
            }
            Item::Box(area, paint) => {
                let (left, right) = (area.x, area.right());
                let (top, bottom) = (area.y, area.bottom());
                let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                let points = corners.map(|corner| self.corner(corner)).to_vec();
                self.paint(points, *paint);
            }
            Item::Link(area, url) => self.link(*area, url),
        }
    }

    fn point(&self, (x, y): (f32, f32)) -> Point {
        Point::new(Mm(x), Mm(self.height - y))
    }

    fn corner(&self, place: (f32, f32)) -> LinePoint {
        LinePoint {
            p: self.point(place),
            bezier: false,
        }
    }

    fn circle(&self, (x, y): (f32, f32), r: f32) -> Vec<LinePoint> {
        let h = r * HANDLE;
        let places = [
            (r, 0.0, false),
            (r, h, true),
            (h, r, true),
            (0.0, r, false),
            (-h, r, true),
            (-r, h, true),
            (-r, 0.0, false),
            (-r, -h, true),
            (-h, -r, true),
            (0.0, -r, false),
            (h, -r, true),
            (r, -h, true),
            (r, 0.0, false),
        ];
        let place = |(dx, dy, bezier): (f32, f32, bool)| LinePoint {
            p: self.point((x + dx, y + dy)),
            bezier,
        };
        places.into_iter().map(place).collect()
    }

    fn paint(&mut self, points: Vec<LinePoint>, paint: Paint) {
        match paint {
            Paint::Edge(weight, ink) => {
                self.edge(weight, ink);
                self.stroke(points, true);
            }
            Paint::Fill(ink) => {
                self.fill(ink);
                self.ops.push(Op::DrawPolygon {
                    polygon: Polygon {
                        rings: vec![PolygonRing { points }],
                        mode: PaintMode::Fill,
                        winding_order: WindingOrder::NonZero,
                    },
                });
            }
        }
    }

    fn stroke(&mut self, points: Vec<LinePoint>, is_closed: bool) {
        self.ops.push(Op::DrawLine {
            line: Line { points, is_closed },
        });
    }

    fn edge(&mut self, weight: f32, ink: Ink) {
        if self.edge != Some(ink) {
            self.edge = Some(ink);
            self.ops.push(Op::SetOutlineColor { col: color(ink) });
        }
        if self.weight != Some(weight) {
            self.weight = Some(weight);
            self.ops.push(Op::SetOutlineThickness { pt: Pt(weight) });
        }
    }

    fn fill(&mut self, ink: Ink) {
        if self.fill != Some(ink) {
            self.fill = Some(ink);
            self.ops.push(Op::SetFillColor { col: color(ink) });
        }
    }

    fn text(&mut self, run: &Run) {
        self.fill(run.ink);
        self.ops.push(Op::StartTextSection);
        let mut x = run.x;
        for piece in &run.pieces {
            self.ops.push(Op::SetFont {
                font: PdfFontHandle::External(font_id(piece.font)),
                size: Pt(run.size),
            });
            if piece.clusters.is_empty() {
                self.show((x, run.y), TextItem::Text(piece.text.clone()));
            }
            for cluster in &piece.clusters {
                self.cluster((x, run.y), piece.font, cluster);
            }
            x += piece.width;
        }
        self.ops.push(Op::EndTextSection);
        if run.struck {
            let y = run.y - run.area().h * 0.3;
            let points = vec![self.corner((run.x - 0.3, y)), self.corner((x + 0.3, y))];
            self.edge(0.55, run.ink);
            self.stroke(points, false);
        }
    }

    fn show(&mut self, place: (f32, f32), item: TextItem) {
        let start = self.point(place);
        self.ops.push(Op::SetTextMatrix {
            matrix: TextMatrix::Translate(start.x, start.y),
        });
        self.ops.push(Op::ShowText { items: vec![item] });
    }

    /// Draws the glyphs of some characters, and says which these are where the glyphs do not.
    fn cluster(&mut self, (x, y): (f32, f32), font: usize, cluster: &Cluster) {
        let glyphs = self.glyphs;
        let known = match &cluster.glyphs[..] {
            [glyph] => glyphs.of(font, glyph.id).1,
            _ => "",
        };
        let is_said = known == cluster.text;
        if !is_said {
            self.ops.push(said(&cluster.text));
        }
        for glyph in &cluster.glyphs {
            let (number, text) = glyphs.of(font, glyph.id);
            let code = Codepoint::with_cid(number, 0.0, text.to_owned());
            self.show((x + glyph.x, y - glyph.y), TextItem::GlyphIds(vec![code]));
        }
        if !is_said {
            self.ops.push(Op::EndMarkedContent);
        }
    }

    fn link(&mut self, area: Area, url: &str) {
        let corner = self.point((area.x, area.bottom()));
        let (width, height) = (Mm(area.w).into(), Mm(area.h).into());
        let link = LinkAnnotation::new(
            Rect::from_xywh(corner.x, corner.y, width, height),
            Actions::Uri(url.to_owned()),
            Some(BorderArray::Solid([0.0, 0.0, 0.0])),
            None,
            None,
        );
        self.ops.push(Op::LinkAnnotation { link });
    }
}

/// Begins what stands for these characters.
fn said(text: &str) -> Op {
    const BIG_ENDIAN: [u8; 2] = [0xFE, 0xFF];
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    let data = BIG_ENDIAN.into_iter().chain(units).collect();
    let text = DictItem::String {
        data,
        literal: false,
    };
    Op::BeginMarkedContentWithProperties {
        tag: String::from("Span"),
        properties: DictItem::Dict {
            map: [(String::from("ActualText"), text)].into(),
        },
    }
}

fn color(ink: Ink) -> Color {
    let (r, g, b) = ink.rgb();
    let part = |part: u8| f32::from(part) / 255.0;
    Color::Rgb(Rgb {
        r: part(r),
        g: part(g),
        b: part(b),
        icc_profile: None,
    })
}
