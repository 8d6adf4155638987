//! What is drawn on a page, in the operators of a PDF.
//!
//! They are written as bytes at once: what several hundred pages hold as operators, or wait for
//! others as text, would be most of the memory that a long sheet takes.

use std::io::Write;

use super::pictures;
use super::points::{Points, digit, points};
use super::specimen::Codes;
use crate::layout::draw::{Cluster, Ink, Item, MM_PER_POINT, Page, Paint, Part, Role, Run};
use crate::layout::paper::Area;

/// How far the handles of a quarter of a circle stand out, for a radius of 1.
const HANDLE: f32 = 0.552_285;

/// What a stretch of a page is in the structure of the document, by the numbers of its marks.
#[derive(Debug)]
pub enum Element {
    /// A heading or paragraph: its type, and its marks.
    Block(&'static str, Vec<usize>),
    /// A row of a table: the marks of each cell, and whether it is the head.
    Row(Vec<Vec<usize>>, bool),
}

/// The operators of what pages share: its mark is 0 on each of them.
pub fn shared_content(page: &Page, codes: &Codes) -> Vec<u8> {
    let mut pen = Pen::new(page.height, codes);
    pen.put(format_args!("q\n"));
    let mark = pen.stretch("P", &[&page.shared]);
    debug_assert_eq!(mark, 0, "it is the first of the page");
    pen.put(format_args!("Q\n"));
    pen.out
}

/// The operators of what a page does not share with others, and what its stretches are. With
/// `apart`, what it shares stands elsewhere.
pub fn own_content(page: &Page, apart: bool, codes: &Codes) -> (Vec<u8>, Vec<Element>) {
    let mut pen = Pen::new(page.height, codes);
    let mut elements = Vec::new();
    let shared: &[Item] = if apart { &[] } else { &page.shared };
    if page.parts.is_empty() {
        // All of it is one text, read in the order in which it is drawn.
        let mut marks = Vec::new();
        if apart {
            marks.push(0);
            pen.marks = 1;
        }
        if !shared.is_empty() || !page.own.is_empty() {
            marks.push(pen.stretch("P", &[shared, &page.own]));
        }
        elements.push(Element::Block("P", marks));
        return (pen.out, elements);
    }
    pen.decoration(shared);
    let mut from = 0;
    for Part { items, role } in &page.parts {
        pen.decoration(page.own.get(from..items.start).unwrap_or_default());
        let drawn = page.own.get(items.clone()).unwrap_or_default();
        elements.push(pen.part(drawn, role));
        from = items.end;
    }
    pen.decoration(page.own.get(from..).unwrap_or_default());
    (pen.out, elements)
}

/// Writes operators, and knows the colors, weights and font that are set.
struct Pen<'a> {
    height: f32,
    codes: &'a Codes,
    out: Vec<u8>,
    edge: Option<Ink>,
    fill: Option<Ink>,
    weight: Option<f32>,
    font: Option<(usize, f32)>,
    unseen: bool,
    /// How many marks the page has.
    marks: usize,
}

impl Pen<'_> {
    fn new(height: f32, codes: &Codes) -> Pen<'_> {
        Pen {
            height,
            codes,
            out: Vec::with_capacity(16 * 1024),
            edge: None,
            fill: None,
            weight: None,
            font: None,
            unseen: false,
            marks: 0,
        }
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let written = self.out.write_fmt(text);
        debug_assert!(written.is_ok(), "writing to memory cannot fail");
    }

    /// Writes lengths, and the operator that takes them.
    fn operator<const N: usize>(&mut self, lengths: [Points; N], operator: &str) {
        for length in lengths {
            length.write(&mut self.out);
            self.out.push(b' ');
        }
        self.out.extend_from_slice(operator.as_bytes());
        self.out.push(b'\n');
    }

    /// Begins a stretch that the structure names; gives its mark.
    fn open(&mut self, role: &str) -> usize {
        let mark = self.marks;
        self.put(format_args!("/{role}<</MCID {mark}>>BDC\n"));
        self.marks += 1;
        mark
    }

    fn close(&mut self) {
        self.out.extend_from_slice(b"EMC\n");
    }

    /// Draws a stretch that the structure names; gives its mark. Pictures stand before it: what is
    /// not read out cannot be in it.
    fn stretch(&mut self, role: &str, parts: &[&[Item]]) -> usize {
        let items = || parts.iter().copied().flatten();
        let is_picture = |item: &&Item| matches!(item, Item::Picture(..));
        for picture in items().filter(is_picture) {
            self.decoration(std::slice::from_ref(picture));
        }
        let mark = self.open(role);
        for item in items().filter(|item| !is_picture(item)) {
            self.item(item);
        }
        self.close();
        mark
    }

    /// What is not read out.
    fn decoration(&mut self, items: &[Item]) {
        if !items.is_empty() {
            self.put(format_args!("/Artifact BMC\n"));
            for item in items {
                self.item(item);
            }
            self.close();
        }
    }

    fn part(&mut self, items: &[Item], role: &Role) -> Element {
        let role = match role {
            Role::Heading(1) => "H1",
            Role::Heading(2) => "H2",
            Role::Heading(_) => "H3",
            Role::Paragraph => "P",
            Role::Row { edges, head } => return self.row(items, edges, *head),
        };
        let mark = self.stretch(role, &[items]);
        Element::Block(role, vec![mark])
    }

    /// A row: each text belongs to the column that its cell begins in.
    fn row(&mut self, items: &[Item], edges: &[f32], head: bool) -> Element {
        let mut cells = vec![Vec::new(); edges.len()];
        let mut open: Option<Option<usize>> = None;
        for item in items {
            let column = match item {
                Item::Text(run) => {
                    let before = edges.iter().filter(|edge| **edge <= run.cell.x + 0.1);
                    Some(before.count().saturating_sub(1))
                }
                Item::Picture(..) => None,
                // Rules and boxes between the texts of a cell lie in it.
                _ => open.flatten(),
            };
            if open != Some(column) {
                if open.is_some() {
                    self.close();
                }
                match column {
                    Some(column) => {
                        let mark = self.open(if head { "TH" } else { "TD" });
                        cells[column].push(mark);
                    }
                    None => self.put(format_args!("/Artifact BMC\n")),
                }
                open = Some(column);
            }
            self.item(item);
        }
        if open.is_some() {
            self.close();
        }
        Element::Row(cells, head)
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Text(run) => self.text(run),
            Item::Rule(from, to, weight, ink) => {
                self.edge(*weight, *ink);
                self.path(&[*from, *to]);
                self.out.extend_from_slice(b"S\n");
            }
            Item::Shape(points, paint) => {
                self.paint(*paint);
                self.path(points);
                self.end_path(*paint);
            }
            Item::Stroke(points, weight, ink) => {
                self.edge(*weight, *ink);
                // Round ends and corners, and then those of all else again.
                self.out.extend_from_slice(b"1 J 1 j\n");
                self.path(points);
                self.out.extend_from_slice(b"S\n0 J 0 j\n");
            }
            Item::Circle(middle, radius, paint) => {
                self.paint(*paint);
                self.circle(*middle, *radius);
                self.end_path(*paint);
            }
            Item::Box(area, paint) => {
                self.paint(*paint);
                let (x, y) = self.point((area.x, area.bottom()));
                self.operator([x, y, points(area.w), points(area.h)], "re");
                self.end_path(*paint);
            }
            // It is no mark on the page, but a place to follow.
            Item::Link(..) => {}
            Item::Picture(area, picture) => {
                self.out.extend_from_slice(b"q\n");
                let (x, y) = self.point((area.x, area.bottom()));
                let (none, w, h) = (|| Points(0.0), points(area.w), points(area.h));
                self.operator([w, none(), none(), h, x, y], "cm");
                self.put(format_args!("/{} Do\nQ\n", pictures::name(picture)));
            }
        }
    }

    fn point(&self, (x, y): (f32, f32)) -> (Points, Points) {
        (points(x), points(self.height - y))
    }

    fn path(&mut self, corners: &[(f32, f32)]) {
        for (index, corner) in corners.iter().enumerate() {
            let (x, y) = self.point(*corner);
            self.operator([x, y], if index == 0 { "m" } else { "l" });
        }
    }

    fn circle(&mut self, (x, y): (f32, f32), r: f32) {
        let h = r * HANDLE;
        let (start_x, start_y) = self.point((x + r, y));
        self.operator([start_x, start_y], "m");
        for quarter in [
            [(r, h), (h, r), (0.0, r)],
            [(-h, r), (-r, h), (-r, 0.0)],
            [(-r, -h), (-h, -r), (0.0, -r)],
            [(h, -r), (r, -h), (r, 0.0)],
        ] {
            let [(ax, ay), (bx, by), (cx, cy)] =
                quarter.map(|(dx, dy)| self.point((x + dx, y + dy)));
            self.operator([ax, ay, bx, by, cx, cy], "c");
        }
    }

    fn paint(&mut self, paint: Paint) {
        match paint {
            Paint::Edge(weight, ink) => self.edge(weight, ink),
            Paint::Fill(ink) => self.fill(ink),
        }
    }

    fn end_path(&mut self, paint: Paint) {
        match paint {
            Paint::Edge(..) => self.out.extend_from_slice(b"s\n"),
            Paint::Fill(_) => self.out.extend_from_slice(b"f\n"),
        }
    }

    fn edge(&mut self, weight: f32, ink: Ink) {
        if self.edge != Some(ink) {
            self.edge = Some(ink);
            self.color(ink, "G", "RG");
        }
        if self.weight != Some(weight) {
            self.weight = Some(weight);
            self.operator([Points(weight)], "w");
        }
    }

    fn fill(&mut self, ink: Ink) {
        if self.fill != Some(ink) {
            self.fill = Some(ink);
            self.color(ink, "g", "rg");
        }
    }

    fn color(&mut self, ink: Ink, gray: &str, color: &str) {
        let part = |part: u8| f32::from(part) / 255.0;
        match ink.gray() {
            Some(shade) => self.put(format_args!("{:.3} {gray}\n", part(shade))),
            None => {
                let (r, g, b) = ink.rgb();
                let (r, g, b) = (part(r), part(g), part(b));
                self.put(format_args!("{r:.3} {g:.3} {b:.3} {color}\n"));
            }
        }
    }

    fn code(&mut self, code: u16) {
        let digits = [12, 8, 4, 0].map(|shift| digit(code >> shift & 0xF));
        self.out.extend_from_slice(&digits);
    }

    /// Shows glyphs one after the other, from this place.
    fn show(&mut self, place: (f32, f32), codes: impl IntoIterator<Item = u16>) {
        let (left, baseline) = self.point(place);
        self.out.extend_from_slice(b"1 0 0 1 ");
        self.operator([left, baseline], "Tm");
        self.out.push(b'<');
        codes.into_iter().for_each(|code| self.code(code));
        self.out.extend_from_slice(b"> Tj\n");
    }

    /// Draws the glyphs of some characters, and says which these are where the glyphs do not.
    fn cluster(&mut self, (x, y): (f32, f32), font: usize, cluster: &Cluster) {
        let codes = self.codes;
        let known = match &cluster.glyphs[..] {
            [glyph] => codes.of_glyph(font, glyph.id).1,
            _ => "",
        };
        let is_said = known == cluster.text;
        if !is_said {
            self.out.extend_from_slice(b"/Span<</ActualText<FEFF");
            cluster.text.encode_utf16().for_each(|unit| self.code(unit));
            self.out.extend_from_slice(b">>>BDC\n");
        }
        for glyph in &cluster.glyphs {
            let (code, _) = codes.of_glyph(font, glyph.id);
            self.show((x + glyph.x, y - glyph.y), [code]);
        }
        if !is_said {
            self.close();
        }
    }

    fn text(&mut self, run: &Run) {
        let unseen = run.ink == Ink::Unseen;
        if !unseen {
            self.fill(run.ink);
        }
        self.out.extend_from_slice(b"BT\n");
        if self.unseen != unseen {
            self.unseen = unseen;
            self.put(format_args!("{} Tr\n", if unseen { 3 } else { 0 }));
        }
        let mut x = run.x;
        for (index, piece) in run.pieces.iter().enumerate() {
            let last = index + 1 == run.pieces.len();
            if self.font != Some((piece.font, run.size)) {
                self.font = Some((piece.font, run.size));
                let name = super::fonts::font_id(piece.font).0;
                self.put(format_args!("/{name} "));
                self.operator([Points(run.size)], "Tf");
            }
            // Somebody who hears the text hears where one ends and the next begins.
            let space = Some(self.codes.of_character(piece.font, ' ')).filter(|it| *it > 0 && last);
            if piece.clusters.is_empty() {
                let codes = self.codes;
                let characters = piece
                    .text
                    .chars()
                    .map(|c| codes.of_character(piece.font, c));
                self.show((x, run.y), characters.chain(space));
            } else {
                for cluster in &piece.clusters {
                    self.cluster((x, run.y), piece.font, cluster);
                }
                if space.is_some() {
                    self.show((x + piece.width, run.y), space);
                }
            }
            x += piece.width;
        }
        self.out.extend_from_slice(b"ET\n");
        if run.struck {
            let y = run.y - run.area().h * 0.3;
            self.edge(0.55, run.ink);
            self.path(&[(run.x - 0.3, y), (x + 0.3, y)]);
            self.out.extend_from_slice(b"S\n");
        }
    }
}

/// A place on a page of this height as a PDF counts: left, bottom, right, top.
pub fn rectangle(area: Area, height: f32) -> [f32; 4] {
    let edges = [
        area.x,
        height - area.bottom(),
        area.right(),
        height - area.y,
    ];
    edges.map(|edge| (edge / MM_PER_POINT * 100.0).round() / 100.0)
}
