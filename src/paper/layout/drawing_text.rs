//! What is drawn, as text.

use std::fmt::{self, Write};

use super::draw::{Drawing, Item};

/// One line for everything that is drawn, to compare and to look at.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, page) in self.pages.iter().enumerate() {
            writeln!(f, "page {} {:.1}x{:.1}", index + 1, page.width, page.height)?;
            for item in page.items() {
                write_item(f, item)?;
            }
        }
        for mark in &self.bookmarks {
            let (page, y, depth) = (mark.page + 1, mark.y, mark.depth);
            writeln!(
                f,
                "bookmark {page} at {y:.0}, {depth} deep, {:?}",
                mark.name
            )?;
        }
        Ok(())
    }
}

fn write_item(f: &mut fmt::Formatter<'_>, item: &Item) -> fmt::Result {
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
        // Nothing of it is seen.
        Item::Begin(_) | Item::End => Ok(()),
    }
}

fn point((x, y): (f32, f32)) -> String {
    let mut text = String::with_capacity(12);
    let written = write!(text, "{x:.1},{y:.1}");
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
    text
}
