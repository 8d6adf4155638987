//! A picture as SVG within a page: its colors are classes, which a style sheet sets for light and dark.

use std::fmt::Write;

use super::Figure;
use crate::layout::draw::{Ink, Item, Paint};

/// Units of the picture in a millimeter.
const UNITS: f32 = 10.0;

/// A picture as an element of a page that fits the width that there is; `title` says what is to be seen.
pub fn svg(figure: &Figure, title: &str) -> String {
    let (width, height) = (whole(figure.width) + 10, whole(figure.height) + 10);
    let mut out = format!(
        "<svg class=\"figure\" role=\"img\" viewBox=\"-5 -5 {width} {height}\" width=\"{}\" height=\"{}\"><title>{}</title>",
        width / 2,
        height / 2,
        escaped(title)
    );
    for item in &figure.items {
        write_item(item, &mut out);
    }
    out.push_str("</svg>");
    out
}

/// A length in whole units.
fn whole(length: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a picture is small")]
    let whole = (length * UNITS).round().clamp(-9999.0, 9999.0) as i32;
    whole
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

/// The class of a color.
fn class(ink: Ink) -> &'static str {
    match ink {
        Ink::Ink => "f-ink",
        Ink::Muted | Ink::Pencil => "f-muted",
        Ink::Line => "f-line",
        Ink::Red => "f-red",
        Ink::Tint => "f-shade",
        Ink::Paper | Ink::Unseen => "f-paper",
        Ink::Felt | Ink::Hue(..) => "f-hue",
    }
}

/// The attributes of a paint.
fn paint(paint: Paint) -> String {
    match paint {
        Paint::Fill(ink) => format!("class=\"{}\"", class(ink)),
        Paint::Edge(weight, ink) => edge(weight, ink),
    }
}

fn edge(weight: f32, ink: Ink) -> String {
    let width = whole(weight * crate::layout::draw::MM_PER_POINT).max(1);
    format!("class=\"{} f-edge\" stroke-width=\"{width}\"", class(ink))
}

/// Points as a path, each from the one before.
fn path(points: &[(f32, f32)], closed: bool) -> String {
    let mut out = String::new();
    let mut at = (0, 0);
    for (index, (x, y)) in points.iter().enumerate() {
        let next = (whole(*x), whole(*y));
        let written = match index {
            0 => write!(out, "M{} {}", next.0, next.1),
            _ if next == at => Ok(()),
            1 => write!(out, "l{} {}", next.0 - at.0, next.1 - at.1),
            _ => write!(out, " {} {}", next.0 - at.0, next.1 - at.1),
        };
        debug_assert!(written.is_ok(), "writing to memory cannot fail");
        at = next;
    }
    if closed {
        out.push('Z');
    }
    out.replace(" -", "-")
}

fn write_item(item: &Item, out: &mut String) {
    let written = match item {
        Item::Text(run) => {
            let em = whole(run.size * crate::layout::draw::MM_PER_POINT);
            let bold = if run.bold { " f-bold" } else { "" };
            // Another font of the reader's stays in its place when it is set around its middle.
            let (middle, y) = (whole(run.x + run.width() / 2.0), whole(run.y));
            let (class, text) = (class(run.ink), escaped(&run.text()));
            write!(
                out,
                "<text class=\"{class}{bold}\" x=\"{middle}\" y=\"{y}\" font-size=\"{em}\">{text}</text>"
            )
        }
        Item::Rule(from, to, weight, ink) => {
            let path = path(&[*from, *to], false);
            write!(out, "<path {} d=\"{path}\"/>", edge(*weight, *ink))
        }
        Item::Stroke(points, weight, ink) => {
            let path = path(points, false);
            write!(out, "<path {} d=\"{path}\"/>", edge(*weight, *ink))
        }
        Item::Shape(points, how) => {
            let path = path(points, true);
            write!(out, "<path {} d=\"{path}\"/>", paint(*how))
        }
        Item::Circle((x, y), radius, how) => {
            let (x, y, radius) = (whole(*x), whole(*y), whole(*radius));
            write!(
                out,
                "<circle {} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>",
                paint(*how)
            )
        }
        Item::Box(area, how) => {
            let [x, y, w, h] = [area.x, area.y, area.w, area.h].map(whole);
            let how = paint(*how);
            write!(
                out,
                "<rect {how} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
            )
        }
        // No picture of ours has them.
        Item::Link(..) | Item::Picture(..) | Item::Begin(_) | Item::End => Ok(()),
    };
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
}
