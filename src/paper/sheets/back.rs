//! The back of a pad: how it is scored and its house rules; where there is room, the player's aid of the booklet, and the
//! worked hand that has none on the face.

use super::identity::rules_list;
use super::pad_layout::Layout;
use super::sheet::Sheet;
use crate::booklet::content::Booklet;
use crate::booklet::typesetter::Typesetter;
use crate::layout::canvas::{Canvas, FRAME, Style, count, leading};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::paper::Area;

/// The sizes of type that are tried, the largest first.
const SIZES: [f32; 5] = [10.0, 9.5, 9.0, 8.0, 7.1];
/// The most width of a line that is read with ease.
const WIDEST: f32 = 150.0;
/// The height of the head, and what stays white under it and between parts.
const HEAD: f32 = 11.0;
const GAP: f32 = 3.0;
/// What stays white between paragraphs, in heights of a line.
const BETWEEN: f32 = 0.4;

/// A paragraph in lines, or the head of some.
struct Paragraph {
    is_head: bool,
    lines: Vec<String>,
}

/// The text of a back in one size.
struct BackText {
    paragraphs: Vec<Paragraph>,
    size: f32,
}

impl BackText {
    /// The scoring, and the house rules in a sentence.
    fn lay(canvas: &Canvas<'_>, sheet: &Sheet<'_>, width: f32, size: f32) -> BackText {
        let words = canvas.words;
        let set = |is_head: bool, text: String| {
            let style = Style::plain(size);
            let style = if is_head { style.bold() } else { style };
            let lines = canvas.wrap(&text, width.min(WIDEST), style);
            Paragraph { is_head, lines }
        };
        let mut paragraphs = vec![set(true, words.text("scoring"))];
        let legend = sheet.pad.legend.iter();
        paragraphs.extend(legend.map(|text| set(false, words.format(text))));
        let rules = rules_list(&words, &sheet.identity, false);
        if !rules.is_empty() {
            paragraphs.push(set(true, words.text("house-rules")));
            paragraphs.push(set(false, sentence(&rules)));
        }
        BackText { paragraphs, size }
    }

    fn height(&self) -> f32 {
        let lines: usize = self.paragraphs.iter().map(|it| it.lines.len()).sum();
        let between = BETWEEN * count(self.paragraphs.len());
        (count(lines) + between) * leading(self.size)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, frame: Area, top: f32) {
        let pitch = leading(self.size);
        let style = Style::plain(self.size);
        let mut y = top;
        for Paragraph { is_head, lines } in &self.paragraphs {
            let here = canvas.here();
            let place = Area { y, ..frame };
            if *is_head {
                canvas.lines(place, lines, style.bold());
                canvas.part(here, Role::Heading(2));
            } else {
                canvas.lines(place, lines, style);
                canvas.part(here, Role::Paragraph);
            }
            let between = if *is_head { 0.0 } else { BETWEEN };
            y += pitch * (count(lines.len()) + between);
        }
    }
}

/// Parts as one sentence.
fn sentence(parts: &[String]) -> String {
    let text = parts.join("; ");
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// The height that the back needs at least, where it is more than there is.
pub fn lacking(canvas: &Canvas<'_>, sheet: &Sheet<'_>, frame: Area) -> Option<f32> {
    let least = BackText::lay(canvas, sheet, frame.w, SIZES[SIZES.len() - 1]);
    let needed = HEAD + GAP + least.height();
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
    for item in identity.emblem.items(Area::new(frame.x, frame.y, 9.0, 9.0)) {
        canvas.draw(item);
    }
    let name = identity.name(canvas.words.language);
    let head = Area::new(frame.x + HEAD, frame.y, frame.w - HEAD, 9.0);
    canvas.title(head, &name, canvas.sizes.title, identity.emblem.hue);
    canvas.level(frame.edges(), frame.y + HEAD, FRAME, Ink::Ink);
    let top = frame.y + HEAD + GAP;
    let table = &layout.tables[0];
    let worked_height = table.head_height(canvas) + table.grid.row + GAP;
    let worked = sheet.pad.example.as_ref();
    let worked = worked.filter(|_| layout.example.is_none());
    let least = canvas.sizes.caption.min(7.0);
    // As much as there is room for, and all of it in type of one size.
    let setter = Typesetter::new(canvas.fonts);
    let ways = [(aid, worked), (None, worked), (None, None)];
    let laid = ways.into_iter().find_map(|(aid, worked)| {
        let bottom = frame.bottom() - worked.map_or(0.0, |_| worked_height);
        SIZES.into_iter().find_map(|size| {
            let text = BackText::lay(canvas, sheet, frame.w, size);
            let y = top + text.height() + GAP;
            let place = Area { y, ..frame };
            let (aid, end) = match aid {
                Some(booklet) => booklet.aid_in(place, size, &setter),
                None => (Vec::new(), y - GAP),
            };
            let is_read = |item: &Item| !matches!(item, Item::Text(run) if run.size < least);
            (end <= bottom && aid.iter().all(is_read)).then_some((text, aid, worked))
        })
    });
    let Some((text, aid, worked)) = laid else {
        return;
    };
    text.draw(canvas, frame, top);
    for item in aid {
        canvas.draw(item);
    }
    if let Some(worked) = worked {
        let y = frame.bottom() - worked_height + GAP;
        let heads = table.draw_heads(canvas, y);
        table.draw_example(canvas, worked, heads, table.grid.row);
        let end = heads + table.grid.row;
        table.draw_rules(canvas, table.names_top(canvas, y), end);
    }
}
