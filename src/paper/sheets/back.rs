//! The back of a pad: how it is scored, its house rules, and where they come from; where there is room, the player's
//! aid of the booklet, and the worked hand that has none on the face.

use super::footer::Footer;
use super::pad_layout::Layout;
use super::sheet::Sheet;
use crate::booklet::content::Booklet;
use crate::booklet::typesetter::Typesetter;
use crate::layout::canvas::{COLUMN, Canvas, Style, count, leading};
use crate::layout::draw::{Ink, Item};
use crate::layout::paper::Area;

/// The sizes of type that are tried, the largest first, as shares of a legend's.
const SIZES: [f32; 9] = [2.15, 2.0, 1.85, 1.7, 1.55, 1.4, 1.25, 1.1, 1.0];
/// The height of the head, and what stays white under it.
const HEAD: f32 = 8.0;
const UNDER_HEAD: f32 = 3.0;

/// The height that the back needs at least, where it is more than there is.
pub fn lacking(canvas: &Canvas<'_>, sheet: &Sheet<'_>, frame: Area) -> Option<f32> {
    let small = Style::plain(canvas.sizes.caption);
    let known_by = canvas.wrap(&sheet.identity.text(&canvas.words), frame.w, small);
    let edge = count(known_by.len()) * leading(small.size) + 2.0;
    let legend = Footer::new(canvas, sheet, (frame.w, canvas.sizes.legend), false);
    let needed = HEAD + UNDER_HEAD + legend.height() + edge;
    (needed > frame.h).then_some(needed)
}

/// Draws the back of a pad, in type as large as there is room for, with the player's aid of a booklet.
pub fn draw_back(
    canvas: &mut Canvas<'_>,
    (sheet, layout): (&Sheet<'_>, &Layout<'_>),
    aid: Option<&Booklet<'_>>,
    frame: Area,
) {
    let identity = &sheet.identity;
    for item in identity.emblem.items(Area::new(frame.x, frame.y, 6.0, 6.0)) {
        canvas.draw(item);
    }
    let name = identity.name(canvas.words.language);
    let head = Area::new(frame.x + 8.0, frame.y, frame.w - 8.0, 6.0);
    canvas.title(head, &name, canvas.sizes.title, identity.emblem.hue);
    canvas.level(frame.edges(), frame.y + HEAD, COLUMN, Ink::Ink);
    let small = Style::plain(canvas.sizes.caption);
    let known_by = identity.text(&canvas.words);
    let known_by = canvas.wrap(&known_by, frame.w, small);
    let high = count(known_by.len()) * leading(small.size);
    let top = frame.y + HEAD + UNDER_HEAD;
    let bottom = frame.bottom() - high - 2.0;
    let table = layout.table.moved(frame.x);
    let worked_height = table.head_height(canvas) + table.grid.row + UNDER_HEAD;
    let worked = sheet.pad.example.as_ref();
    let worked = worked.filter(|_| layout.example.is_none());
    let least = canvas.sizes.caption.min(7.0);
    // As much as there is room for, and all of it in type of one size.
    let setter = Typesetter::new(canvas.fonts);
    let ways = [(aid, worked), (None, worked), (None, None)];
    let laid = ways.into_iter().find_map(|(aid, worked)| {
        let bottom = bottom - worked.map_or(0.0, |_| worked_height);
        let mut sizes = SIZES.into_iter();
        sizes.find_map(|share| {
            let size = canvas.sizes.legend * share;
            let legend = Footer::new(canvas, sheet, (frame.w, size), true);
            let y = top + legend.height() + UNDER_HEAD;
            let place = Area { y, ..frame };
            let (aid, end) = match aid {
                Some(booklet) => booklet.aid_in(place, size, &setter),
                None => (Vec::new(), y - UNDER_HEAD),
            };
            let is_read = |item: &Item| !matches!(item, Item::Text(run) if run.size < least);
            (end <= bottom && aid.iter().all(is_read)).then_some((legend, aid, worked))
        })
    });
    // Where paragraphs have no room to stand apart, they follow each other.
    let (legend, aid, worked) = laid.unwrap_or_else(|| {
        let place = (frame.w, canvas.sizes.legend);
        (Footer::new(canvas, sheet, place, false), Vec::new(), None)
    });
    legend.draw(canvas, frame, top);
    for item in aid {
        canvas.draw(item);
    }
    if let Some(worked) = worked {
        let y = bottom - worked_height + UNDER_HEAD;
        let heads = table.draw_heads(canvas, y);
        let end = heads + table.grid.row;
        table.draw_example(canvas, worked, heads, table.grid.row);
        table.draw_rules(canvas, table.names_top(canvas, y), end, true);
    }
    let y = frame.bottom() - high;
    canvas.lines(Area { y, ..frame }, &known_by, small);
}
