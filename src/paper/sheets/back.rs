//! The back of a pad: the scoring and the house rules. If there is room, it also has the player's aid from
//! the booklet, and the worked hand if the front does not have it.

use super::cells::Pen;
use super::identity::rules_list;
use super::pad_layout::Layout;
use super::sheet::Sheet;
use crate::booklet::{Booklet, capitalized};
use crate::error::TooSmall;
use crate::layout::canvas::{Canvas, FRAME, Style, leading};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::flow::{Stack, Strip, height_of, spaced};
use crate::layout::paper::{Area, PageSetup, Size};

/// The text sizes that are tried, the largest first.
const SIZES: [f32; 5] = [10.0, 9.5, 9.0, 8.0, 7.1];
/// The greatest width of a line that is comfortable to read.
const WIDEST: f32 = 150.0;
/// The height of the header, and the space under it and between parts.
const HEAD: f32 = 11.0;
const GAP: f32 = 3.0;
/// The space between paragraphs, as a fraction of the line height.
const BETWEEN: f32 = 0.4;

/// Returns the scoring, and the house rules as one sentence, in this text size.
fn texts(canvas: &mut Canvas<'_>, sheet: &Sheet<'_>, width: f32, size: f32) -> Vec<Strip> {
    let words = canvas.words;
    let legend = sheet.pad.legend.iter().map(|text| words.format(text));
    let mut paragraphs = vec![(true, words.text("scoring"))];
    paragraphs.extend(legend.map(|text| (false, text)));
    let rules = rules_list(&words, &sheet.identity, false);
    if !rules.is_empty() {
        paragraphs.push((true, words.text("house-rules")));
        paragraphs.push((false, capitalized(&rules.join("; ")) + "."));
    }
    let mut strips = Vec::new();
    for (is_head, text) in paragraphs {
        let style = Style::plain(size).bold_if(is_head);
        let (role, between) = if is_head {
            (Role::Heading(2), 0.0)
        } else {
            (Role::Paragraph, BETWEEN)
        };
        let lines = canvas.paragraph(&text, style, width.min(WIDEST), role);
        strips.extend(spaced(lines, 0.0, between * leading(size)));
    }
    strips
}

/// Checks that the legend fits on the back.
///
/// # Errors
/// The size that the legend needs.
pub fn check_back(sheet: &Sheet<'_>, setup: PageSetup) -> Result<(), TooSmall> {
    let frame = setup.frames()[0];
    let mut canvas = sheet.canvas(frame.size());
    let least = texts(&mut canvas, sheet, frame.w, SIZES[SIZES.len() - 1]);
    let needed = Size::new(frame.w, HEAD + GAP + height_of(&least));
    let lacks = needed.h > frame.h;
    lacks
        .then(|| sheet.too_small(needed, frame.size()))
        .map_or(Ok(()), Err)
}

/// Draws the back of a pad in the largest text that fits. The player's aid of a booklet is added if there is room.
pub fn draw_back(
    canvas: &mut Canvas<'_>,
    (sheet, layout): (&Sheet<'_>, &Layout<'_>),
    aid: Option<&Booklet<'_>>,
    frame: Area,
) {
    let identity = &sheet.identity;
    canvas.draw_all(identity.emblem.items(Area::new(frame.x, frame.y, 9.0, 9.0)));
    let name = canvas.words.language.named(&identity.game.name());
    let head = Area::new(frame.x + HEAD, frame.y, frame.w - HEAD, 9.0);
    canvas.title(head, &name, canvas.sizes.title, identity.emblem.hue);
    canvas.level(frame.edges(), frame.y + HEAD, FRAME, Ink::Ink);
    let top = frame.y + HEAD + GAP;
    let table = &layout.tables[0];
    let worked_height = table.head_height(canvas) + table.grid.row + GAP;
    let worked = sheet.pad.example.as_ref();
    let worked = worked.filter(|_| layout.example.is_none());
    let least = canvas.sizes.caption.min(7.0);
    // More content is preferred to larger text.
    let ways = [(aid, worked), (None, worked), (None, None)];
    let sized = ways.iter().flat_map(|way| SIZES.map(|size| (*way, size)));
    for ((aid, worked), size) in sized {
        let bottom = frame.bottom() - worked.map_or(0.0, |_| worked_height);
        let texts = Stack::new(frame.x, top).with(texts(canvas, sheet, frame.w, size));
        let y = texts.y + GAP;
        let place = Area { y, ..frame };
        let (aid, end) = match aid {
            Some(booklet) => booklet.aid_in(place, size, &canvas.setter),
            None => (Vec::new(), texts.y),
        };
        let is_read = |item: &Item| !matches!(item, Item::Text(run) if run.size < least);
        if end > bottom || !aid.iter().all(is_read) {
            continue;
        }
        canvas.draw_all(texts.items.into_iter().chain(aid));
        if let Some(worked) = worked {
            let y = frame.bottom() - worked_height + GAP;
            let heads = table.draw_heads(canvas, y);
            table.draw_row(canvas, worked, (heads, table.grid.row), Pen::Hand);
            let end = heads + table.grid.row;
            table.draw_rules(canvas, table.names_top(canvas, y), end);
        }
        return;
    }
}
