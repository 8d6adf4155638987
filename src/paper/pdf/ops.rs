//! Drawn items as printpdf operations.

use printpdf::{
    Codepoint, Color, DictItem, Greyscale, Line, LineCapStyle, LineJoinStyle, LinePoint, Op,
    PaintMode, PdfFontHandle, Point, Polygon, PolygonRing, Rect, Rgb, TextItem, TextMatrix,
    TextRenderingMode, WindingOrder, XObjectId, XObjectTransform,
};

use super::fonts::{Used, font_id, picture_name};
use super::structure::{Open, Tree};
use super::{hundredths, points};
use crate::layout::draw::{Cluster, Ink, Item, Paint, Piece, Role, Run};

/// The distance of the control points of a quarter circle from its ends, for a radius of 1.
const HANDLE: f32 = 0.552_285;

/// Converts items to operations, with marks that refer to the structure. Texts without a role are decoration.
pub fn operations<'a>(
    items: impl IntoIterator<Item = &'a Item>,
    height: f32,
    used: &Used,
    tree: &mut Tree,
) -> Vec<Op> {
    let mut pen = Pen {
        height,
        used,
        tree,
        ops: Vec::with_capacity(1024),
        edge: None,
        fill: None,
        weight: None,
        font: None,
        is_invisible: false,
        open: Vec::new(),
        owner: Owner::None,
    };
    for item in rules_first(items) {
        pen.item(item);
    }
    pen.close();
    pen.ops
}

/// Returns items in drawing order, with straight lines moved before the texts around them. The appearance is
/// the same, but hundreds of lines then have only one mark, and do not interrupt the texts.
fn rules_first<'a>(items: impl IntoIterator<Item = &'a Item>) -> Vec<&'a Item> {
    let (mut ordered, mut texts) = (Vec::new(), Vec::new());
    // The number of open roles, counted from a picture. Items of a picture are not moved out of it.
    let mut open = 0_usize;
    for item in items {
        let before = open;
        match item {
            Item::Begin(Role::Figure { .. }) => open += 1,
            Item::Begin(_) if open > 0 => open += 1,
            Item::End => open = open.saturating_sub(1),
            _ => {}
        }
        let stays = before > 0 || open > 0;
        match item {
            Item::Rule(..) if !stays => ordered.push(item),
            Item::Text(_) | Item::Link(..) | Item::Begin(_) | Item::End if !stays => {
                texts.push(item);
            }
            _ => {
                ordered.append(&mut texts);
                ordered.push(item);
            }
        }
    }
    ordered.append(&mut texts);
    ordered
}

/// A writer of operations, which tracks the current colors, weights and font.
struct Pen<'a, 'b> {
    height: f32,
    used: &'a Used,
    ops: Vec<Op>,
    edge: Option<Ink>,
    fill: Option<Ink>,
    weight: Option<f32>,
    font: Option<(usize, f32)>,
    is_invisible: bool,
    tree: &'a mut Tree,
    open: Vec<Open<'b>>,
    /// The owner of the current operations.
    owner: Owner,
}

/// The owner of the operations since the last mark began.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    /// No owner yet.
    None,
    /// Decoration.
    Decoration,
    /// An element of the structure.
    Element(usize),
}

impl<'b> Pen<'_, 'b> {
    fn item(&mut self, item: &'b Item) {
        let height = self.height;
        let open = self.open.last_mut();
        let element = match item {
            Item::Begin(role) => {
                let open = self.tree.begin(role);
                self.open.push(open);
                return;
            }
            Item::End => {
                self.open.pop();
                return;
            }
            // A link is an annotation, so it draws nothing.
            Item::Link(..) => return,
            _ => open.and_then(|open| match (self.tree.figure(open, height), item) {
                (None, Item::Text(run)) => self.tree.text(open, run),
                (figure, _) => figure,
            }),
        };
        self.enter(element);
        match item {
            Item::Rule(from, to, weight, ink) => {
                self.edge(*weight, *ink);
                let line = self.line(&[*from, *to]);
                self.ops.push(Op::DrawLine { line });
            }
            Item::Shape(points, paint) => self.polygon(self.line(points).points, *paint),
            Item::Stroke(points, weight, ink) => {
                self.edge(*weight, *ink);
                // Strokes have round ends and corners, which are reset afterwards.
                self.ends(LineCapStyle::Round, LineJoinStyle::Round);
                let line = self.line(points);
                self.ops.push(Op::DrawLine { line });
                self.ends(LineCapStyle::Butt, LineJoinStyle::Miter);
            }
            Item::Circle(middle, radius, paint) => {
                let points = self.circle(*middle, *radius);
                self.polygon(points, *paint);
            }
            Item::Box(area, paint) => {
                self.paint(*paint);
                let Point { x, y } = self.point((area.x, area.bottom()));
                let rectangle = Rect {
                    mode: Some(mode(*paint)),
                    ..Rect::from_xywh(x, y, points(area.w), points(area.h))
                };
                self.ops.push(Op::DrawRectangle { rectangle });
            }
            Item::Picture(area, picture) => {
                let corner = self.point((area.x, area.bottom()));
                self.ops.push(Op::UseXobject {
                    id: XObjectId(picture_name(picture)),
                    transform: XObjectTransform {
                        translate_x: Some(corner.x),
                        translate_y: Some(corner.y),
                        scale_x: Some(points(area.w).0),
                        scale_y: Some(points(area.h).0),
                        no_auto_scale: true,
                        ..XObjectTransform::default()
                    },
                });
            }
            Item::Text(run) => self.text(run),
            Item::Link(..) | Item::Begin(_) | Item::End => {}
        }
    }

    /// Continues the current element, or ends it and begins another.
    fn enter(&mut self, element: Option<usize>) {
        let owner = element.map_or(Owner::Decoration, Owner::Element);
        if self.owner == owner {
            return;
        }
        self.close();
        self.owner = owner;
        match element {
            Some(element) => {
                let (tag, number) = self.tree.mark(element);
                let number = i64::try_from(number).unwrap_or(i64::MAX);
                self.properties(tag, "MCID", DictItem::Int(number));
            }
            None => {
                let tag = "Artifact".to_owned();
                self.ops.push(Op::BeginMarkedContent { tag });
            }
        }
    }

    fn close(&mut self) {
        if std::mem::replace(&mut self.owner, Owner::None) != Owner::None {
            self.ops.push(Op::EndMarkedContent);
        }
    }

    fn properties(&mut self, tag: &str, key: &str, value: DictItem) {
        let map = [(key.to_owned(), value)].into();
        self.ops.push(Op::BeginMarkedContentWithProperties {
            tag: tag.to_owned(),
            properties: DictItem::Dict { map },
        });
    }

    fn point(&self, (x, y): (f32, f32)) -> Point {
        let (x, y) = (points(x), points(self.height - y));
        Point { x, y }
    }

    fn corner(&self, point: (f32, f32), bezier: bool) -> LinePoint {
        let p = self.point(point);
        LinePoint { p, bezier }
    }

    fn line(&self, points: &[(f32, f32)]) -> Line {
        let points = points.iter().map(|point| self.corner(*point, false));
        let (points, is_closed) = (points.collect(), false);
        Line { points, is_closed }
    }

    fn circle(&self, (x, y): (f32, f32), r: f32) -> Vec<LinePoint> {
        let h = r * HANDLE;
        let quarters = [
            [(r, h), (h, r), (0.0, r)],
            [(-h, r), (-r, h), (-r, 0.0)],
            [(-r, -h), (-h, -r), (0.0, -r)],
            [(h, -r), (r, -h), (r, 0.0)],
        ];
        let mut points = vec![self.corner((x + r, y), false)];
        for quarter in quarters {
            for (index, (dx, dy)) in quarter.into_iter().enumerate() {
                points.push(self.corner((x + dx, y + dy), index < 2));
            }
        }
        points
    }

    fn polygon(&mut self, points: Vec<LinePoint>, paint: Paint) {
        self.paint(paint);
        let polygon = Polygon {
            rings: vec![PolygonRing { points }],
            mode: mode(paint),
            winding_order: WindingOrder::NonZero,
        };
        self.ops.push(Op::DrawPolygon { polygon });
    }

    fn ends(&mut self, cap: LineCapStyle, join: LineJoinStyle) {
        self.ops.push(Op::SetLineCapStyle { cap });
        self.ops.push(Op::SetLineJoinStyle { join });
    }

    fn paint(&mut self, paint: Paint) {
        match paint {
            Paint::Edge(weight, ink) => self.edge(weight, ink),
            Paint::Fill(ink) => self.fill(ink),
        }
    }

    fn edge(&mut self, weight: f32, ink: Ink) {
        if self.edge.replace(ink) != Some(ink) {
            self.ops.push(Op::SetOutlineColor { col: color(ink) });
        }
        if self.weight.replace(weight) != Some(weight) {
            let pt = hundredths(weight);
            self.ops.push(Op::SetOutlineThickness { pt });
        }
    }

    fn fill(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            self.ops.push(Op::SetFillColor { col: color(ink) });
        }
    }

    fn text(&mut self, run: &Run) {
        let is_invisible = run.ink == Ink::Invisible;
        if !is_invisible {
            self.fill(run.ink);
        }
        self.ops.push(Op::StartTextSection);
        if std::mem::replace(&mut self.is_invisible, is_invisible) != is_invisible {
            let mode = if is_invisible {
                TextRenderingMode::Invisible
            } else {
                TextRenderingMode::Fill
            };
            self.ops.push(Op::SetTextRenderingMode { mode });
        }
        let right = run.x + run.width();
        let mut x = run.x;
        let mut pieces: Vec<(f32, &Piece)> = Vec::with_capacity(run.pieces.len());
        for piece in &run.pieces {
            pieces.push((x, piece));
            x += piece.width;
        }
        // PDF readers that ignore positions read the pieces in this order.
        pieces.sort_by_key(|(_, piece)| piece.start);
        for (index, (x, piece)) in pieces.iter().enumerate() {
            let end = (index + 1 == pieces.len()).then_some(right);
            self.piece(piece, (*x, run.y), run.size, end);
        }
        self.ops.push(Op::EndTextSection);
    }

    /// Draws a piece of a text. `end` is the right end of the text, if this is its last piece.
    fn piece(&mut self, piece: &Piece, (x, y): (f32, f32), size: f32, end: Option<f32>) {
        let font = (piece.font, size);
        if self.font.replace(font) != Some(font) {
            self.ops.push(Op::SetFont {
                font: PdfFontHandle::External(font_id(piece.font)),
                size: hundredths(size),
            });
        }
        // A screen reader needs a space between two texts.
        let used = self.used.get(&piece.font);
        let end = end.filter(|_| used.is_some_and(|used| used.has_space));
        if piece.clusters.is_empty() {
            let mut text = piece.text.clone();
            text.extend(end.map(|_| ' '));
            self.show((x, y), TextItem::Text(text));
            return;
        }
        let mut clusters: Vec<&Cluster> = piece.clusters.iter().collect();
        if piece.from_right {
            clusters.reverse();
        }
        for cluster in clusters {
            self.cluster((x, y), piece.font, cluster);
        }
        if let Some(end) = end {
            self.show((end, y), TextItem::Text(" ".to_owned()));
        }
    }

    /// Draws glyphs at this position.
    fn show(&mut self, place: (f32, f32), item: TextItem) {
        let Point { x, y } = self.point(place);
        let matrix = TextMatrix::Translate(x, y);
        self.ops.push(Op::SetTextMatrix { matrix });
        self.ops.push(Op::ShowText { items: vec![item] });
    }

    /// Draws the glyphs of a cluster. Adds the text of the cluster, if readers would find other text for its glyphs.
    fn cluster(&mut self, (x, y): (f32, f32), font: usize, cluster: &Cluster) {
        let used = self.used;
        let known = |glyph: u16| used.get(&font).and_then(|used| used.glyphs.get(&glyph));
        let mapped = match &cluster.glyphs[..] {
            [glyph] => known(glyph.id).map_or("", |known| &known.text),
            _ => "",
        };
        let is_mapped = mapped == cluster.text;
        if !is_mapped {
            let mut data = vec![0xFE, 0xFF];
            data.extend(cluster.text.encode_utf16().flat_map(u16::to_be_bytes));
            let literal = false;
            self.properties("Span", "ActualText", DictItem::String { data, literal });
        }
        for glyph in &cluster.glyphs {
            if let Some(known) = known(glyph.id) {
                let glyphs = vec![Codepoint::with_cid(known.number, 0.0, known.text.clone())];
                self.show((x + glyph.x, y - glyph.y), TextItem::GlyphIds(glyphs));
            }
        }
        if !is_mapped {
            self.ops.push(Op::EndMarkedContent);
        }
    }
}

fn mode(paint: Paint) -> PaintMode {
    match paint {
        Paint::Edge(..) => PaintMode::Stroke,
        Paint::Fill(_) => PaintMode::Fill,
    }
}

fn color(ink: Ink) -> Color {
    // Three decimals are enough to distinguish all shades.
    let part = |part: u8| (f32::from(part) / 255.0 * 1000.0).round() / 1000.0;
    match ink.tones() {
        (Some(shade), _) => Color::Greyscale(Greyscale::new(part(shade), None)),
        (None, (r, g, b)) => Color::Rgb(Rgb::new(part(r), part(g), part(b), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::paper::Area;
    use printpdf::Pt;

    #[test]
    fn lengths_have_two_decimals_and_zero_has_no_sign() {
        let shown = [0.0, 1.0, 1.25, 0.049, -0.05, -0.001, 841.886].map(|length| {
            let Pt(length) = hundredths(length);
            length.to_string()
        });
        assert_eq!(shown, ["0", "1", "1.25", "0.05", "-0.05", "0", "841.89"]);
    }

    /// Returns the operations of some items on a page.
    fn ops(items: &[Item], tree: &mut Tree) -> Vec<Op> {
        tree.begin_page();
        operations(items, 100.0, &Used::new(), tree)
    }

    /// Returns the tags of some items.
    fn tags(items: &[Item], tree: &mut Tree) -> Vec<String> {
        let ops = ops(items, tree).into_iter();
        let tags = ops.filter_map(|op| match op {
            Op::BeginMarkedContent { tag } | Op::BeginMarkedContentWithProperties { tag, .. } => {
                Some(tag)
            }
            _ => None,
        });
        tags.collect()
    }

    fn text(x: f32, w: f32) -> Item {
        Item::Text(Run {
            pieces: Vec::new(),
            read: None,
            x,
            y: 10.0,
            size: 9.0,
            bold: false,
            ink: Ink::Ink,
            cell: Area::new(x, 0.0, w, 10.0),
        })
    }

    fn rule() -> Item {
        Item::Rule((0.0, 0.0), (9.0, 0.0), 1.0, Ink::Line)
    }

    fn filled() -> Item {
        Item::Box(Area::new(0.0, 0.0, 9.0, 9.0), Paint::Fill(Ink::Ink))
    }

    #[test]
    fn each_text_is_a_section_within_its_mark() {
        let cells = Item::tagged(Role::Paragraph, [text(0.0, 9.0)]);
        let more = Item::tagged(Role::Heading(2), [rule(), text(9.0, 9.0)]);
        let mut items: Vec<Item> = cells.into_iter().chain(more).collect();
        items.push(filled());
        items.extend(Item::tagged(Role::Paragraph, [text(0.0, 9.0)]));
        let ops = ops(&items, &mut Tree::default());
        let shown = ops.iter().filter_map(|op| match op {
            Op::StartTextSection => Some("BT"),
            Op::EndTextSection => Some("ET"),
            Op::BeginMarkedContent { .. } | Op::BeginMarkedContentWithProperties { .. } => {
                Some("BDC")
            }
            Op::EndMarkedContent => Some("EMC"),
            Op::DrawLine { .. } => Some("S"),
            Op::DrawRectangle { .. } => Some("f"),
            _ => None,
        });
        let shown: Vec<&str> = shown.collect();
        assert_eq!(
            shown.join(" "),
            "BDC S EMC BDC BT ET EMC BDC BT ET EMC BDC f EMC BDC BT ET EMC"
        );
    }

    #[test]
    fn the_rules_of_a_picture_stay_in_it() {
        let place = Area::new(0.0, 0.0, 9.0, 9.0);
        let alt = "A curve".into();
        let mut items = vec![text(0.0, 9.0)];
        items.extend(Item::tagged(
            Role::Figure { alt, place },
            [rule(), text(0.0, 9.0), rule()],
        ));
        items.push(rule());
        let mut tree = Tree::default();
        assert_eq!(tags(&items, &mut tree), ["Artifact", "Figure", "Artifact"]);
        assert_eq!(tree.last_page().len(), 1);
    }

    #[test]
    fn texts_outside_every_role_are_decoration() {
        let heading = Item::tagged(Role::Heading(1), [text(0.0, 9.0)]);
        let around = [text(0.0, 9.0)].into_iter().chain(heading);
        let around = around.chain([rule(), text(0.0, 9.0), text(0.0, 9.0)]);
        let mut items = Item::tagged(Role::Paragraph, around);
        items.extend(Item::tagged(Role::More, [text(0.0, 9.0)]));
        items.push(text(0.0, 9.0));
        let mut tree = Tree::default();
        let tags = tags(&items, &mut tree);
        assert_eq!(tags, ["Artifact", "P", "H1", "P", "Artifact"]);
        assert_eq!(tree.last_page(), [0, 1, 2]);
    }

    #[test]
    fn a_line_continues_the_previous_one_even_on_another_page() {
        let mut tree = Tree::default();
        ops(&Item::tagged(Role::Paragraph, [text(0.0, 9.0)]), &mut tree);
        let mut items = Item::tagged(Role::More, [text(0.0, 9.0)]);
        items.push(filled());
        items.extend(Item::tagged(Role::More, [text(0.0, 9.0)]));
        items.extend(Item::tagged(Role::Paragraph, []));
        items.extend(Item::tagged(Role::More, [text(0.0, 9.0)]));
        ops(&items, &mut tree);
        assert_eq!(tree.last_page(), [0, 0, 1]);
    }

    #[test]
    fn a_cell_spans_the_columns_of_its_text() {
        let role = Role::Row {
            edges: [0.0, 10.0, 20.0].into(),
            head: false,
        };
        let items = [text(1.0, 18.0), rule(), text(20.0, 9.0), text(21.0, 7.0)];
        let mut tree = Tree::default();
        let tags = tags(&Item::tagged(role, items), &mut tree);
        assert_eq!(tags, ["Artifact", "TD", "TD"]);
        assert_eq!(tree.cells(), [0..2, 2..3]);
    }
}
