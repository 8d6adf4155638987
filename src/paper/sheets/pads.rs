//! Pads: draws the copies that a request asks for, each in its own area of a page.

use std::sync::Arc;

use super::back::{check_back, draw_back};
use super::cells::Pen;
use super::header::Header;
use super::pad_layout::{CARRIED, Layout, MATCH, PadLayouts};
use super::sheet::Sheet;
use super::table_foot::{PadFoot, draw_track};
use crate::booklet::Booklet;
use crate::error::{PrintError, TooSmall};
use crate::layout::canvas::{Canvas, THIN};
use crate::layout::draw::{Drawing, Ink, Item, Printable};
use crate::layout::paper::{Area, PageSetup, Size};
use crate::requests::{Backs, BookletRequest, MAX_PAGES, PadRequest, pages_fault};
use overtrick_core::args;

/// Draws pads.
///
/// # Errors
/// Any [`PrintError`]. Nothing is drawn then.
///
/// ```
/// use overtrick_games as games;
/// use overtrick_match::lang::Language;
/// use overtrick_paper::requests::PadRequest;
/// use overtrick_paper::sheets::pads;
///
/// let printable = pads(&PadRequest {
///     pages: 2,
///     ..PadRequest::new(&games::all()[0], Language::english())
/// }).unwrap();
/// assert_eq!(printable.drawing.pages.len(), 3, "two pages of pads, and the back");
/// assert!(overtrick_paper::pdf::render(&printable).starts_with(b"%PDF"));
/// ```
pub fn pads(request: &PadRequest<'_>) -> Result<Printable, PrintError> {
    let mut faults = request.labels.faults();
    if !(1..=MAX_PAGES).contains(&request.pages) {
        faults.push(pages_fault(request.pages));
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let setup = request.print.setup;
    let sheet = Sheet::from_pad_request(request)?;
    let layouts = PadLayouts::new(&sheet);
    let has_back = |setup: PageSetup| match request.backs {
        Backs::None => Ok(()),
        Backs::Last | Backs::Every => check_back(&sheet, setup),
    };
    let fits = |setup: PageSetup| layouts.parts(setup).is_ok() && has_back(setup).is_ok();
    let drawing = has_back(setup).and_then(|()| draw(&sheet, &layouts, request));
    let drawing = drawing.map_err(|size| PrintError::TooSmall {
        size,
        nearest: setup.nearest(fits),
    })?;
    Ok(sheet.printable(drawing))
}

/// The position of a pad in the stack of all printed pads.
#[derive(Debug, Clone, Copy)]
struct PadPosition {
    /// The pad's number, from 1.
    number: usize,
    /// The number of pads in the stack.
    total: usize,
    /// The index of the pad within its match, from 0.
    part: usize,
    /// The number of pads for each match.
    parts: usize,
}

impl PadPosition {
    /// Returns the position as printed text; `None` for a single pad.
    fn text(self, canvas: &Canvas<'_>) -> Option<String> {
        let key = match (self.total, self.parts) {
            (1, _) => return None,
            (_, 1) => "pad-number",
            _ => "pad-part",
        };
        let args = args![
            number: self.number, total: self.total, part: self.part + 1, parts: self.parts
        ];
        Some(canvas.words.message(key, args))
    }
}

/// Draws the requested number of pages, and more pages if the last match is not complete without them. Adds
/// the requested backs.
fn draw(
    sheet: &Sheet<'_>,
    layouts: &PadLayouts<'_>,
    request: &PadRequest<'_>,
) -> Result<Drawing, TooSmall> {
    let (setup, pages) = (request.print.setup, request.pages);
    let frames = setup.frames();
    let (mut canvas, layout) = layouts.fit(frames[0])?;
    let parts = layout.parts.len();
    let whole = |pages: &usize| (pages * frames.len()).is_multiple_of(parts);
    let pages = (pages..pages + parts).find(whole).unwrap_or(pages);
    let total = pages * frames.len();
    let backs: Option<Arc<[Item]>> = (request.backs != Backs::None).then(|| {
        // A match with several pads has one back, unless every pad has one.
        let has_back =
            |pile: usize| request.backs == Backs::Every || (pile * pages).is_multiple_of(parts);
        let draw =
            |canvas: &mut Canvas<'_>| draw_backs(canvas, (sheet, &layout), request, has_back);
        canvas.frame(setup.size().h, draw).items.into()
    });
    // Pages differ only in the numbers of their pads, and in the parts of a match.
    let mut blank: Vec<Arc<[Item]>> = Vec::with_capacity(parts);
    for page in 0..pages {
        let piles = frames.iter().enumerate().map(|(pile, frame)| {
            // The pads are in sequence when the pages are cut and the stacks are put together.
            let index = pile * pages + page;
            let position = PadPosition {
                number: index + 1,
                total,
                part: index % parts,
                parts,
            };
            (*frame, position)
        });
        if page < parts {
            canvas.page(setup.size());
            for (frame, position) in piles.clone() {
                canvas.draw_in(frames[0], frame, |canvas| {
                    draw_pad(canvas, sheet, &layout, frames[0], position);
                });
            }
            cut_marks(&mut canvas, setup);
            blank.push(canvas.share());
        } else {
            canvas.page_on(setup.size(), blank[page % parts].clone());
        }
        for (frame, position) in piles {
            if let Some(text) = position.text(&canvas) {
                PadFoot::draw_number(&mut canvas, frame, &text);
            }
        }
        let has_back = request.backs == Backs::Every || page + 1 == pages;
        if let Some(back) = backs.as_ref().filter(|_| has_back) {
            canvas.page_on(setup.size(), back.clone());
        }
    }
    Ok(canvas.finish())
}

/// Draws the backs of the pads on one page.
fn draw_backs(
    canvas: &mut Canvas<'_>,
    (sheet, layout): (&Sheet<'_>, &Layout<'_>),
    request: &PadRequest<'_>,
    has_back: impl Fn(usize) -> bool,
) {
    let setup = request.print.setup;
    let frames = setup.frames();
    // The player's aid of a booklet describes the usual rules, so it is used only with these.
    let is_usual = sheet.identity.rules == sheet.identity.defaults;
    let game = request.game.shipped().filter(|_| is_usual);
    let rules = game.map(|game| BookletRequest::new(game, request.print.language));
    let aid = rules.as_ref();
    let aid = aid.and_then(|rules| Booklet::new(rules, None).ok());
    for (pile, frame) in frames.iter().enumerate() {
        if has_back(pile) {
            canvas.draw_in(frames[0], *frame, |canvas| {
                draw_back(canvas, (sheet, layout), aid.as_ref(), frames[0]);
            });
        }
    }
    cut_marks(canvas, setup);
}

/// Draws one pad.
fn draw_pad(
    canvas: &mut Canvas<'_>,
    sheet: &Sheet<'_>,
    layout: &Layout<'_>,
    frame: Area,
    position: PadPosition,
) {
    let (pad, height) = (&sheet.pad, layout.row);
    let rows = &layout.parts[position.part];
    let (first, last) = (position.part == 0, position.part + 1 == position.parts);
    Header::lay(canvas, &sheet.identity, frame.w).draw(canvas, frame);
    let top = frame.y + layout.head;
    let in_block = rows.len().div_ceil(layout.tables.len()).max(1);
    let mut end = top;
    for (block, table) in layout.tables.iter().enumerate() {
        let rows = rows.chunks(in_block).nth(block).unwrap_or(&[]);
        let mut y = table.draw_heads(canvas, top);
        if !first && block == 0 {
            y = table.draw_sums(canvas, "carried-over", &[], y, CARRIED);
        }
        // The worked hand is only on the first pad of a match.
        if let Some(example) = layout.example.filter(|_| first && block == 0) {
            let high = table.grid.row;
            table.draw_row(canvas, example, (y, high), Pen::Hand);
            y += high;
        }
        let mut from = table.names_top(canvas, top);
        for (index, row) in rows.iter().enumerate() {
            if index > 0 && index % layout.round == 0 {
                y = table.draw_places(canvas, sheet.results, y);
                table.draw_rules(canvas, from, y);
                y = table.draw_match(canvas, index / layout.round + 1, y, MATCH);
                from = y;
            }
            table.draw_row(canvas, row, (y, height), Pen::Type);
            y += height;
        }
        if let Some(totals) = &pad.totals {
            let key = if last { "totals" } else { "totals-so-far" };
            let high = table.totals_share(pad) * height;
            y = table.draw_sums(canvas, key, totals, y, high);
        }
        if last && block + 1 == layout.tables.len() {
            y = table.draw_places(canvas, sheet.results, y);
        }
        table.draw_rules(canvas, from, y);
        end = end.max(y);
    }
    if let Some((key, ticks)) = &pad.track {
        // Each part has boxes for the deals of its rows.
        let up_to = |part: usize| ticks.len() * part / position.parts;
        let ticks = &ticks[up_to(position.part)..up_to(position.part + 1)];
        let place = Area::new(frame.x, end, frame.w, layout.track);
        draw_track(canvas, key, ticks, place);
        end += layout.track;
    }
    layout.foot.draw(canvas, frame, end, last);
}

/// Draws short marks for cutting, near the edges of the page.
fn cut_marks(canvas: &mut Canvas<'_>, setup: PageSetup) {
    // Home printers cannot print at the edge.
    const FROM: f32 = 5.0;
    const TO: f32 = 13.0;
    let Size { w, h } = setup.size();
    let (across, down) = setup.grid();
    let (x, y) = (w / 2.0, h / 2.0);
    let mut mark = |from, to| canvas.rule(from, to, THIN, Ink::Ink);
    if across == 2 {
        mark((x, FROM), (x, TO));
        mark((x, h - TO), (x, h - FROM));
    }
    if down == 2 {
        mark((FROM, y), (TO, y));
        mark((w - TO, y), (w - FROM, y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::draw::Run;
    use crate::layout::paper::Paper;
    use crate::requests::{Labels, PrintSettings};
    use overtrick_games as games;
    use overtrick_match::lang::Language;

    fn pad(labels: Labels, paper: Paper, per_page: usize) -> Drawing {
        let setup = PageSetup {
            paper,
            per_page,
            ..PageSetup::default()
        };
        let language = Language::english();
        let request = PadRequest {
            labels,
            print: PrintSettings {
                setup,
                ..PrintSettings::new(language)
            },
            ..PadRequest::new(&games::all()[0], language)
        };
        pads(&request).unwrap().drawing
    }

    #[test]
    fn a_date_is_never_cut() {
        let day = "the evening of Thursday, the twenty-sixth of November 2026, after the supper";
        let place = "the back room of the Crown and Anchor";
        for (paper, per_page) in [(Paper::A4, 1), (Paper::A5, 1), (Paper::A4, 2)] {
            for date in ["26 November 2026", "Thursday, 26 November 2026", day] {
                for place in [None, Some(place.to_owned())] {
                    let labels = Labels {
                        date: Some(date.to_owned()),
                        place: place.clone(),
                        ..Labels::default()
                    };
                    let drawing = pad(labels, paper, per_page);
                    let texts: Vec<String> = drawing.runs().map(Run::text).collect();
                    let all = texts.join(" ");
                    assert!(all.contains(date), "{paper:?}: {date} is not in {all}");
                    assert!(
                        place.is_none_or(|place| all.contains(&place)),
                        "{paper:?}: {all}"
                    );
                    assert!(!all.contains('…'), "{all}");
                }
            }
        }
    }

    #[test]
    fn the_margin_around_a_code_is_empty() {
        let links = [
            "https://crown.example/t/7",
            "https://crown.example/w",
            "https://crown.example/e",
        ];
        for paper in [Paper::A4, Paper::A5] {
            let [link, watch, enter] = links.map(|link| Some(link.to_owned()));
            let labels = Labels {
                link,
                watch,
                enter,
                ..Labels::default()
            };
            let drawing = pad(labels, paper, 1);
            let page = &drawing.pages[0];
            let whole = Area::new(0.0, 0.0, page.width, page.height);
            let codes: Vec<Area> = page
                .items()
                .filter_map(|item| match item {
                    Item::Link(area, _) => Some(*area),
                    _ => None,
                })
                .collect();
            assert_eq!(codes.len(), 3);
            for code in codes {
                // The smallest box is one module high.
                let within = page.items().filter_map(|item| match item {
                    Item::Box(area, _) if code.holds(area) => Some(area.h),
                    _ => None,
                });
                let module = within.fold(f32::MAX, f32::min);
                let zone = Area::new(
                    code.x - 4.0 * module + 0.01,
                    code.y - 4.0 * module + 0.01,
                    code.w + 8.0 * module - 0.02,
                    code.h + 8.0 * module - 0.02,
                );
                assert!(whole.holds(&zone), "{paper:?}");
                let lies_in = |area: &Area| {
                    area.x < zone.right()
                        && area.right() > zone.x
                        && area.y < zone.bottom()
                        && area.bottom() > zone.y
                };
                for item in page.items() {
                    let area = match item {
                        Item::Text(run) => run.area(),
                        Item::Rule(from, to, ..) => {
                            Area::new(from.0, from.1, to.0 - from.0, to.1 - from.1)
                        }
                        Item::Box(area, _) if !code.holds(area) => *area,
                        _ => continue,
                    };
                    assert!(!lies_in(&area), "{paper:?}: {item:?}");
                }
            }
        }
    }
}
