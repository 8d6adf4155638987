//! The back of a pad: how it is scored, its house rules, and where they come from.

use super::footer::Footer;
use super::identity::Extent;
use super::sheet::Sheet;
use crate::layout::canvas::{COLUMN, Canvas, Style, count, leading};
use crate::layout::draw::Ink;
use crate::layout::paper::Area;

/// The sizes of type that are tried, the largest first, as shares of a legend's.
const SIZES: [f32; 5] = [1.55, 1.4, 1.25, 1.1, 1.0];
/// The height of the head, and what stays white under it.
const HEAD: f32 = 8.0;
const UNDER_HEAD: f32 = 3.0;

/// Draws the back of a pad, in type as large as there is room for.
pub fn draw_back(canvas: &mut Canvas<'_>, sheet: &Sheet<'_>, frame: Area) {
    let identity = &sheet.identity;
    for item in identity.emblem.items(Area::new(frame.x, frame.y, 6.0, 6.0)) {
        canvas.draw(item);
    }
    let name = canvas.words.word(identity.facts.id);
    let head = Area::new(frame.x + 8.0, frame.y, frame.w - 8.0, 6.0);
    canvas.title(head, &name, canvas.sizes.title, identity.emblem.hue);
    canvas.level(frame.edges(), frame.y + HEAD, COLUMN, Ink::Ink);
    let small = Style::plain(canvas.sizes.caption);
    let known_by = identity.text(&canvas.words);
    let known_by = canvas.wrap(&known_by, frame.w, small);
    let high = count(known_by.len()) * leading(small.size);
    let top = frame.y + HEAD + UNDER_HEAD;
    let room = frame.bottom() - high - 2.0 - top;
    let mut sizes = SIZES.into_iter();
    let laid = sizes.find_map(|share| {
        let size = canvas.sizes.legend * share;
        let legend = Footer::of_back(canvas, sheet, (frame.w, size));
        (legend.height() <= room).then_some(legend)
    });
    // Where paragraphs have no room to stand apart, they follow each other; and on the smallest papers what
    // they say is said in short.
    let whole = |extent| Footer::lay(canvas, sheet, extent, frame.w);
    let laid = laid.unwrap_or_else(|| {
        let full = whole(Extent::Full);
        if full.height() <= room {
            full
        } else {
            whole(Extent::Brief)
        }
    });
    laid.draw(canvas, frame, top);
    let y = frame.bottom() - high;
    canvas.lines(Area { y, ..frame }, &known_by, small);
}
