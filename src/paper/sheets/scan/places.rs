//! A pad that a camera reads, laid out: the places of everything that is written and ticked.

use super::layout::{
    ScanEntry, ScanLayout, ScanMarks, ScanPage, ScanPlace, ScanRecord, ScanRow, ScanTick,
};
use super::plan::{
    Block, BoxSize, Number, Numbers, PAD, Plan, ROW_GAP, STRIP, WELL, boxes, boxes_size,
    number_places,
};
use super::{SQUARE, check_setup, code, frame, has_places, squares};
use crate::error::{PrintError, TooSmall};
use crate::game::scanned;
use crate::layout::canvas::{count, times};
use crate::layout::paper::{Area, PageSetup};
use crate::requests::PadRequest;
use crate::sheets::Sheet;
use overtrick_core::Table;
use overtrick_core::json::Json;
use overtrick_core::pad::{Kind, Length, Pad, Row, rows};
use overtrick_core::scan::{ScanField, ScanForm, ScanKind};

/// The most pads over which a match goes.
const MOST_PARTS: usize = 6;
/// From the upper edge of the marks to the table: a code of a link with its word.
const HEAD: f32 = 18.6;
/// The names of the players.
pub const NAMES: f32 = 7.2;
/// The row for penalties and places under a match, with the white above it.
pub const FOOT: f32 = 8.4;
/// A line of boxes for the deals of a match under its foot, and how wide each is.
pub const DEALS: (f32, f32) = (5.4, 11.0);
/// The legend, with the white above it.
pub const LEGEND: f32 = 13.4;
/// The size of the mark at the right of a row, and what stays white beside it.
const TICK: (f32, f32) = (1.2, 2.4);
const TICK_GAP: f32 = 1.2;
/// The width of a row's number and dealer, and of a text that names the row.
const NUMBER: f32 = 15.4;
const NAMED: (f32, f32) = (25.0, 0.2);
/// The width of the words before the boxes of the deals.
pub const LABEL: f32 = 25.0;
/// How far rows may be stretched.
const MOST_STRETCH: f32 = 1.4;

/// The layout of the pads of a request, as a camera has to know it. It is the same whatever they are called, say
/// or are written in.
///
/// # Errors
/// Every fault of the request; the page has no places for the marks, or no room.
pub fn scan_layout(request: &PadRequest<'_>) -> Result<ScanLayout, PrintError> {
    let sheet = Sheet::from_pad_request(request)?;
    Ok(ScanPad::new(request, sheet)?.layout)
}

/// A pad that a camera reads, laid out.
pub(super) struct ScanPad<'a> {
    pub sheet: Sheet<'a>,
    pub form: ScanForm,
    pub plan: Plan,
    pub layout: ScanLayout,
    /// The place of all of it.
    pub frame: Area,
    /// Where the table begins, and its first row.
    pub top: f32,
    pub first: f32,
    /// The rows of a match, which are repeated.
    pub rows: Vec<Row>,
    /// The rows of a match on a page with several.
    pub round: usize,
}

/// How the rows of a match are shared out.
struct Shared {
    /// The rows of each page, and their height.
    pages: Vec<usize>,
    pitch: f32,
    /// The rows of a match.
    all: usize,
}

/// A form in a place.
struct Fit {
    plan: Plan,
    shared: Shared,
    /// Where the table begins, and its first row.
    top: f32,
    first: f32,
}

impl Fit {
    /// The form on a page; or the least size that it would need for so many pages as there may be.
    fn new(
        pad: &Pad,
        form: (&ScanForm, &Numbers),
        seats: usize,
        hands: usize,
        setup: PageSetup,
    ) -> Result<Fit, (f32, f32)> {
        /// By how much a width that is too small is stretched to find what would do, and how often at most.
        const STEP: f32 = 4.0;
        const MOST_WIDER: usize = 60;
        let frame = frame(setup);
        let left = frame.x + left_width(pad, frame);
        let right = frame.right() - TICK.0 - TICK_GAP;
        let top = frame.y + HEAD;
        let sizes = [(5.0, false), (4.7, false), (5.0, true), (4.7, true)];
        let mut least = (frame.w, frame.h);
        let mut best: Option<Fit> = None;
        for (side, wraps) in sizes {
            let boxes = BoxSize { side, wraps };
            let Some(plan) = Plan::new(form, seats, (left, right), boxes) else {
                let mut wider = (1..=MOST_WIDER).map(|more| STEP * count(more));
                let wider = wider.find(|more| {
                    let plan = Plan::new(form, seats, (left, right + more), boxes);
                    plan.is_some()
                });
                least = (frame.w + wider.unwrap_or(frame.w), frame.h);
                continue;
            };
            let first = top + NAMES + plan.captions();
            let under = SQUARE + 1.0 + LEGEND + FOOT + deals_height(pad, frame);
            let room = frame.bottom() - under - first;
            let rows = pad.rows.len().div_ceil(MOST_PARTS);
            least = (frame.w, frame.h - room + plan.need * count(rows));
            let Some(shared) = share(pad, hands, (room, plan.need)) else {
                continue;
            };
            // Boxes are as large as they can be without another page, and in one row.
            let is_better = best.as_ref().is_none_or(|best| {
                !wraps
                    && (shared.pages.len(), best.shared.all) < (best.shared.pages.len(), shared.all)
            });
            if is_better {
                best = Some(Fit {
                    plan,
                    shared,
                    top,
                    first,
                });
            }
        }
        best.ok_or(least)
    }
}

impl<'a> ScanPad<'a> {
    pub fn new(request: &PadRequest<'a>, sheet: Sheet<'a>) -> Result<ScanPad<'a>, PrintError> {
        let (setup, seats) = (request.print.setup, sheet.heads.len());
        check_setup(setup, seats)?;
        // Places are those of players of any name.
        let letters: Vec<String> = ('A'..='Z').take(seats).map(String::from).collect();
        let table = Table::seat_players(&letters).0;
        let game = scanned(&request.game)?;
        let rules = (game.pad_rules)(request.options.clone(), &table)?;
        let usual = (game.pad_rules)(Json::EMPTY, &table)?;
        let pad = rules.blank_pad(&table);
        let hands = sheet.template.most_rows;
        let form = rules.scan_form(&table, hands);
        let numbers = Numbers::new(&form, &usual.scan_form(&table, hands));
        let fit = |setup: PageSetup| Fit::new(&pad, (&form, &numbers), seats, hands, setup);
        let (
            frame,
            Fit {
                plan,
                shared,
                top,
                first,
            },
        ) = match fit(setup) {
            Ok(fit) => (frame(setup), fit),
            Err(least) => {
                let fits = |setup| has_places(setup, seats) && fit(setup).is_ok();
                let there = frame(setup);
                return Err(PrintError::TooSmall {
                    size: TooSmall {
                        least,
                        there: (there.w, there.h),
                        seats,
                    },
                    nearest: setup.nearest(fits),
                });
            }
        };
        let rows = match pad.length {
            Length::Open { .. } => rows(shared.all, seats),
            Length::Fixed | Length::Rounds => pad.rows.clone(),
        };
        let mut pad = ScanPad {
            layout: ScanLayout {
                game: game.facts.id,
                players: seats,
                paper: setup.paper.id(),
                size: setup.size(),
                squares: squares(frame).map(ScanPlace),
                code: ScanPlace(code(frame)),
                rests: form.rests.clone(),
                pages: Vec::new(),
            },
            sheet,
            form,
            plan,
            frame,
            top,
            first,
            round: rows.len().max(1),
            rows,
        };
        let mut start = 0;
        for count in &shared.pages {
            let page = pad.page(start, *count, (shared.pitch, &numbers));
            pad.layout.pages.push(page);
            start += count;
        }
        Ok(pad)
    }

    /// A page of so many rows.
    fn page(&self, start: usize, rows: usize, (pitch, numbers): (f32, &Numbers)) -> ScanPage {
        let right = self.frame.right();
        let rows = (0..rows).map(|on_page| {
            let row = start + on_page;
            let of_match = row / self.round;
            let feet = of_match - start / self.round;
            let y = self.first + pitch * count(on_page) + (FOOT + 2.0) * count(feet);
            let place = Area::new(self.frame.x, y, right - self.frame.x, pitch - ROW_GAP);
            let tick = |x: f32| {
                let y = place.y + (place.h - TICK.1) / 2.0;
                Area::new(x, y, TICK.0, TICK.1)
            };
            let index = row % self.round;
            let known = &self.rows[index];
            let left = match known.dealer {
                Some(_) => dealer_place(place),
                None => tick(place.x),
            };
            ScanRow {
                number: known.number,
                of_match,
                anchors: [left, tick(right - TICK.0)].map(ScanPlace),
                records: self.records(index, place, numbers),
                row: index,
                place,
            }
        });
        ScanPage {
            rows: rows.collect(),
        }
    }

    /// What is recorded in a row.
    fn records(&self, row: usize, place: Area, numbers: &Numbers) -> Vec<ScanRecord> {
        let (form, plan) = (&self.form, &self.plan);
        let always = form.rows.get(row).cloned().unwrap_or_default();
        let own = plan.hand.as_ref().and_then(|(column, hand)| {
            let hand = self.block(hand, row, (&form.hand, &numbers.hand), place)?;
            Some(self.entries(&hand, None, (*column, place), (&form.hand, &numbers.hand)))
        });
        let seat = self.block(&plan.seat, row, (&form.seat, &numbers.seat), place);
        let of_seats = plan.seats.iter().enumerate().map(|(index, column)| {
            let entries = seat.as_ref().map(|seat| {
                let fields = (&form.seat[..], &numbers.seat[..]);
                self.entries(seat, Some(index), (*column, place), fields)
            });
            (index, entries.unwrap_or_default())
        });
        let Some(whose) = &form.cells else {
            let of_seats = of_seats.flat_map(|(_, entries)| entries);
            return vec![ScanRecord {
                seat: None,
                always,
                entries: own
                    .unwrap_or_default()
                    .into_iter()
                    .chain(of_seats)
                    .collect(),
            }];
        };
        let record = |(seat, entries)| ScanRecord {
            seat: Some(seat),
            always: always.iter().cloned().chain([whose.clone()]).collect(),
            entries,
        };
        of_seats.map(record).collect()
    }

    /// What a row has of a block, in its place.
    fn block(
        &self,
        block: &Block,
        row: usize,
        fields: (&[ScanField], &[Option<Number>]),
        place: Area,
    ) -> Option<Block> {
        let strip = if self.plan.named { STRIP } else { 0.0 };
        let block = block.of_row(row, fields, (self.plan.boxes, strip))?;
        Some(block.lower(place.h - 2.0 * PAD.1))
    }

    /// What is written and ticked in a column of a row.
    fn entries(
        &self,
        block: &Block,
        seat: Option<usize>,
        (column, place): (Area, Area),
        (fields, numbers): (&[ScanField], &[Option<Number>]),
    ) -> Vec<ScanEntry> {
        let parts = block.parts.iter().filter_map(|part| {
            let field = &fields[part.field];
            let (x, y) = (column.x + PAD.0 + part.x, place.y + PAD.1 + part.y);
            let place = Area::new(x, y, part.w, part.h);
            Some(ScanEntry {
                key: field.key,
                seat,
                check: field.check,
                marks: self.marks(field, numbers[part.field], place)?,
                field: part.field,
                line: part.line,
            })
        });
        parts.collect()
    }

    /// The places of the marks of a field in its part of a line.
    fn marks(&self, field: &ScanField, number: Option<Number>, part: Area) -> Option<ScanMarks> {
        let size = self.plan.boxes;
        // Where every row has names, all hang from them; else all stand in the middle.
        let down = |h: f32, of: f32| if self.plan.named { 0.0 } else { (of - h) / 2.0 };
        let at = |h: f32| Area::new(part.x, part.y + down(h, part.h), part.w, h);
        match &field.kind {
            ScanKind::Number { means, range, .. } => {
                let beside = (size.side, down(size.side, WELL.1));
                let (minus, wells, half) = number_places(number?, at(WELL.1), beside);
                Some(ScanMarks::Number {
                    wells: wells.into_iter().map(ScanPlace).collect(),
                    range: *range,
                    minus: minus.map(ScanPlace),
                    half: half.map(ScanPlace),
                    means: means.clone(),
                })
            }
            ScanKind::Boxes {
                boxes: ticks,
                stand,
                none,
            } => {
                let high = boxes_size(ticks.len(), *stand, size).1;
                let places = boxes(ticks.len(), *stand, at(high), size);
                let ticks = ticks.iter().zip(places);
                let ticks = ticks.map(|(tick, place)| ScanTick {
                    place: ScanPlace(place),
                    means: tick.means.clone(),
                });
                Some(ScanMarks::Boxes {
                    boxes: ticks.collect(),
                    none: none.clone(),
                })
            }
        }
    }
}

/// The square around the shape of the dealer of a row.
pub(super) fn dealer_place(row: Area) -> Area {
    const SIDE: f32 = 4.8;
    let (x, y) = (row.x + 5.9, row.y + (row.h - SIDE) / 2.0);
    Area::new(x, y, SIDE, SIDE)
}

/// The height of the boxes for the deals of a match under its foot.
pub(super) fn deals_height(pad: &Pad, frame: Area) -> f32 {
    let Some((_, ticks)) = &pad.track else {
        return 0.0;
    };
    let across = times(frame.w - LABEL, DEALS.1).max(1);
    DEALS.0 * count(ticks.len().div_ceil(across)) + 1.0
}

/// The width of what stands at the left of a row.
fn left_width(pad: &Pad, frame: Area) -> f32 {
    let is_named = |row: &Row| row.number.is_none();
    if pad.rows.iter().any(is_named) {
        (frame.w * NAMED.1).max(NAMED.0)
    } else if pad.hand.iter().any(|field| field.kind == Kind::Label) {
        NUMBER
    } else {
        NUMBER - 4.0
    }
}

/// How the rows of a match go into pages with this room for rows of this height.
fn share(pad: &Pad, most: usize, (room, need): (f32, f32)) -> Option<Shared> {
    let fit = times(room, need);
    let pitch = |rows: usize| (room / count(rows.max(1))).min(need * MOST_STRETCH);
    match pad.length {
        Length::Open { multiple_of } => {
            let rows = fit.min(most) / multiple_of.max(1) * multiple_of.max(1);
            let pages = vec![rows];
            let all = rows;
            (rows > 0).then(|| Shared {
                pages,
                pitch: pitch(rows),
                all,
            })
        }
        Length::Fixed | Length::Rounds => {
            let all = pad.rows.len().max(1);
            let parts = all.div_ceil(fit.max(1));
            if fit == 0 || parts > MOST_PARTS {
                return None;
            }
            let matches = match pad.length {
                Length::Rounds if parts == 1 => {
                    let foot = FOOT + 2.0;
                    times(room + foot, need * count(all) + foot).max(1)
                }
                _ => 1,
            };
            let feet = (FOOT + 2.0) * count(matches - 1);
            let rows = all * matches;
            let each = rows.div_ceil(parts);
            let pitch = ((room - feet) / count(each)).min(need * MOST_STRETCH);
            let pages = (0..parts)
                .map(|part| each.min(rows - each * part))
                .collect();
            Some(Shared { pages, pitch, all })
        }
    }
}
