//! Pictures as SVG in a web page. Their colors are classes, which a style sheet sets for light and dark mode.

use super::Figure;
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Paint};

/// The number of SVG units in a millimeter.
const UNITS: f32 = 10.0;

/// Returns a picture as an SVG element that fits the width of the page. `title` describes the picture.
pub fn svg(figure: &Figure, title: &str) -> String {
    let (width, height) = (whole(figure.width) + 10, whole(figure.height) + 10);
    let mut out = format!(
        "<svg class=\"figure\" role=\"img\" viewBox=\"-5 -5 {width} {height}\" width=\"{}\" height=\"{}\"><title>{}</title>",
        width / 2,
        height / 2,
        escaped(title)
    );
    out.extend(figure.items.iter().map(element));
    out + "</svg>"
}

/// Converts a length to whole units.
fn whole(length: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a picture is small")]
    let whole = (length * UNITS).round().clamp(-9999.0, 9999.0) as i32;
    whole
}

fn escaped(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('"', "&quot;");
    escaped.replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the class of a color.
fn class(ink: Ink) -> &'static str {
    match ink {
        Ink::Ink => "f-ink",
        Ink::Muted | Ink::Pencil => "f-muted",
        Ink::Line => "f-line",
        Ink::Red => "f-red",
        Ink::Tint => "f-shade",
        Ink::Paper | Ink::Invisible => "f-paper",
        Ink::Felt | Ink::Hue(..) => "f-hue",
    }
}

/// Returns the attributes of a paint.
fn paint(paint: Paint) -> String {
    match paint {
        Paint::Fill(ink) => format!("class=\"{}\"", class(ink)),
        Paint::Edge(weight, ink) => edge(weight, ink),
    }
}

fn edge(weight: f32, ink: Ink) -> String {
    let width = whole(weight * MM_PER_POINT).max(1);
    format!("class=\"{} f-edge\" stroke-width=\"{width}\"", class(ink))
}

/// Returns a path through these points with these attributes. Each point is relative to the previous one.
fn path(points: &[(f32, f32)], closed: bool, how: &str) -> String {
    let mut out = String::new();
    let mut at = (0, 0);
    for (index, (x, y)) in points.iter().enumerate() {
        let next = (whole(*x), whole(*y));
        let (dx, dy) = (next.0 - at.0, next.1 - at.1);
        out += &match index {
            0 => format!("M{dx} {dy}"),
            _ if next == at => String::new(),
            1 => format!("l{dx} {dy}"),
            _ => format!(" {dx} {dy}"),
        };
        at = next;
    }
    let (out, end) = (out.replace(" -", "-"), if closed { "Z" } else { "" });
    format!("<path {how} d=\"{out}{end}\"/>")
}

/// Returns an item as an SVG element; empty for an item that pictures do not use.
fn element(item: &Item) -> String {
    match item {
        Item::Text(run) => {
            let em = whole(run.size * MM_PER_POINT);
            let bold = if run.bold { " f-bold" } else { "" };
            // The text is anchored at its middle, so that it stays in place even in another font.
            let (middle, y) = (whole(run.x + run.width() / 2.0), whole(run.y));
            let (class, text) = (class(run.ink), escaped(&run.text()));
            format!(
                "<text class=\"{class}{bold}\" x=\"{middle}\" y=\"{y}\" font-size=\"{em}\">{text}</text>"
            )
        }
        Item::Rule(from, to, weight, ink) => path(&[*from, *to], false, &edge(*weight, *ink)),
        Item::Stroke(points, weight, ink) => path(points, false, &edge(*weight, *ink)),
        Item::Shape(points, how) => path(points, true, &paint(*how)),
        Item::Circle((x, y), radius, how) => {
            let ([x, y, radius], how) = ([*x, *y, *radius].map(whole), paint(*how));
            format!("<circle {how} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
        }
        Item::Box(area, how) => {
            let [x, y, w, h] = [area.x, area.y, area.w, area.h].map(whole);
            let how = paint(*how);
            format!("<rect {how} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>")
        }
        Item::Link(..) | Item::Picture(..) | Item::Begin(_) | Item::End => String::new(),
    }
}
