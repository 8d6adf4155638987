//! Drawings as text.

use std::fmt::{self, Write};

use overtrick_paper::layout::draw::{Drawing, Item};

/// Writes a drawing as text, with one line per item.
pub fn drawn(drawing: &Drawing) -> String {
    let mut text = String::new();
    for (index, page) in drawing.pages.iter().enumerate() {
        writeln!(
            text,
            "page {} {:.1}x{:.1}",
            index + 1,
            page.width,
            page.height
        )
        .unwrap();
        for item in page.items() {
            write_item(&mut text, item).unwrap();
        }
    }
    for mark in &drawing.bookmarks {
        let (page, y, depth) = (mark.page + 1, mark.y, mark.depth);
        let name = &mark.name;
        writeln!(text, "bookmark {page} at {y:.0}, {depth} deep, {name:?}").unwrap();
    }
    text
}

fn write_item(f: &mut String, item: &Item) -> fmt::Result {
    match item {
        Item::Text(run) => {
            let weight = if run.bold { " bold" } else { "" };
            let (x, y, size, ink, text) = (run.x, run.y, run.size, run.ink, run.text());
            write!(f, "text {x:.1},{y:.1} {size:.1}{weight}")?;
            writeln!(f, " {ink:?} {text:?}")
        }
        Item::Rule(from, to, weight, _) => {
            let (from, to) = (point(*from), point(*to));
            writeln!(f, "rule {from} {to} {weight:.2}")
        }
        Item::Shape(points, paint) => {
            let points: Vec<String> = points.iter().copied().map(point).collect();
            writeln!(f, "shape {} {paint:?}", points.join(" "))
        }
        Item::Stroke(points, weight, ink) => {
            let points: Vec<String> = points.iter().copied().map(point).collect();
            writeln!(f, "stroke {} {weight:.2} {ink:?}", points.join(" "))
        }
        Item::Circle(middle, radius, paint) => {
            writeln!(f, "circle {} {radius:.1} {paint:?}", point(*middle))
        }
        Item::Box(area, paint) => {
            let (w, h) = (area.w, area.h);
            writeln!(f, "box {} {w:.1}x{h:.1} {paint:?}", point((area.x, area.y)))
        }
        Item::Picture(area, picture) => {
            let (place, w, h) = (point((area.x, area.y)), area.w, area.h);
            writeln!(f, "picture {place} {w:.1}x{h:.1} {}", picture.id)
        }
        Item::Link(area, url) => writeln!(f, "link {} {url:?}", point((area.x, area.y))),
        // These items are invisible.
        Item::Begin(_) | Item::End => Ok(()),
    }
}

fn point((x, y): (f32, f32)) -> String {
    format!("{x:.1},{y:.1}")
}
