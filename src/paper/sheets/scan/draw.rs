//! Drawing pads that a camera reads.

use std::{iter, slice};

use super::layout::{ScanEntry, ScanMarks, ScanRow};
use super::places::{DEALS, FOOT, LABEL, NAMES, ScanPad, deals_height};
use super::plan::{COLUMN_GAP, STRIP, label};
use super::{CODE, QUIET, SQUARE};
use crate::error::PrintError;
use crate::layout::bidi::isolate;
use crate::layout::canvas::{Align, COLUMN, Canvas, FRAME, HAIR, Style, count, leading, times};
use crate::layout::draw::{Ink, Item, Paint, Printable, Role};
use crate::layout::paper::Area;
use crate::layout::qr_code::short_code;
use crate::requests::PadRequest;
use crate::sheets::Sheet;
use crate::sheets::header::draw_header;
use crate::sheets::identity::{Extent, rules_text};
use crate::sheets::names::{SetName, set_name};
use crate::sheets::pads::PadPosition;
use crate::sheets::table_foot::PLACES;
use overtrick_core::pad::{CARDS, Kind, Row, Text, Value};
use overtrick_core::scan::{ScanField, ScanKind, Stand};

/// The radius of the shape of a seat, and of a dealer's.
const SHAPE: f32 = 2.3;
/// The sizes of the names of fields and of the legend, in points.
const CAPTION: f32 = 6.2;
const LEAST_CAPTION: f32 = 4.4;
const LEGENDS: [f32; 6] = [7.4, 7.0, 6.6, 6.2, 5.8, 5.4];
/// How far the captions of the foot stay from its rules.
const PLACE_EDGE: f32 = 0.6;
/// Between the columns of the legend.
const LEGEND_GAP: f32 = 5.0;

/// Draws the pads of a request, which are checked.
pub fn pads(request: &PadRequest<'_>, sheet: Sheet<'_>) -> Result<Printable, PrintError> {
    let setup = request.print.setup;
    // It is a pad, of a size that nobody has to look for.
    sheet.identity.least.get_or_init(|| None);
    let pad = ScanPad::new(request, sheet)?;
    let parts = pad.layout.pages.len();
    let pages = request.pages.next_multiple_of(parts);
    let drawing = {
        let mut canvas = pad.sheet.canvas((pad.frame.w, pad.frame.h));
        let mut blank = Vec::with_capacity(parts);
        for page in 0..pages {
            let position = PadPosition {
                number: page + 1,
                total: pages,
                part: page % parts,
                parts,
            };
            if page < parts {
                canvas.page(setup.size());
                pad.draw(&mut canvas, position);
                blank.push(canvas.share());
            } else {
                canvas.page_on(setup.size(), blank[page % parts].clone());
            }
            pad.draw_number(&mut canvas, position);
        }
        canvas.finish()
    };
    pad.sheet.printable(drawing)
}

impl ScanPad<'_> {
    /// The text of the code of a page.
    fn identity(&self, page: usize) -> String {
        let rules = self.sheet.identity.fingerprint.to_uppercase();
        format!("OT1/{}/{rules}/{page}", self.layout.id())
    }

    /// Draws what pages of a part have in common.
    fn draw(&self, canvas: &mut Canvas<'_>, position: PadPosition) {
        let frame = self.frame;
        for square in self.layout.squares {
            canvas.draw(Item::Box(square.0, Paint::Fill(Ink::Ink)));
        }
        let left = frame.x + SQUARE + 3.2;
        let right = frame.right() - CODE - QUIET - 2.4;
        let head = Area::new(left, frame.y, right - left, self.top - frame.y);
        draw_header(canvas, &self.sheet.identity, head, Extent::Full);
        let here = canvas.here();
        let elsewhere = self.draw_names(canvas);
        let Some(page) = self.layout.pages.get(position.part) else {
            return;
        };
        if let Some(first) = page.rows.first().filter(|_| !self.plan.named) {
            self.draw_captions(canvas, first);
        }
        canvas.part(here, self.row_role(true));
        let mut foot = self.first;
        for (index, row) in page.rows.iter().enumerate() {
            if index > 0 && row.of_match != page.rows[index - 1].of_match {
                self.draw_foot(canvas, foot);
            }
            let here = canvas.here();
            self.draw_row(canvas, row);
            canvas.part(here, self.row_role(false));
            foot = row.place.bottom();
        }
        if position.part + 1 == position.parts {
            self.draw_foot(canvas, foot);
            foot += FOOT;
            foot += self.draw_deals(canvas, foot);
        }
        self.draw_legend(canvas, elsewhere.as_deref(), foot);
        self.draw_identity(canvas, position);
    }

    /// A row of the table, or its head.
    fn row_role(&self, head: bool) -> Role {
        let own = self.plan.hand.iter().map(|(column, _)| column);
        let columns = own.chain(&self.plan.seats);
        // Names of fields may reach beyond their columns, but not to the next.
        let edges = columns.map(|column| column.x - COLUMN_GAP / 2.0);
        Role::Row {
            edges: [self.frame.x].into_iter().chain(edges).collect(),
            head,
        }
    }

    /// Draws the names of the players; gives those for which there is no room, as a line.
    fn draw_names(&self, canvas: &mut Canvas<'_>) -> Option<String> {
        let edges = (self.frame.x, self.frame.right());
        canvas.level(edges, self.top, FRAME, Ink::Ink);
        let mut elsewhere = Vec::new();
        let heads = self.sheet.heads.iter().zip(&self.plan.seats);
        for (seat, (head, column)) in heads.enumerate() {
            let radius = SHAPE;
            let reach = Canvas::seat_reach(seat) * radius;
            let middle = (column.x + 0.4 + reach, self.top + NAMES / 2.0);
            canvas.seat(seat, middle, radius, &head.initial, false);
            let x = middle.0 + reach + 0.8;
            let place = Area::new(x, self.top + 0.7, column.right() - x, NAMES - 1.4);
            let Some(name) = &head.name else {
                canvas.level(place.edges(), place.bottom() - 0.2, HAIR, Ink::Ink);
                continue;
            };
            let SetName {
                size,
                lines,
                elsewhere: apart,
            } = set_name(canvas, name, (place.w, place.h));
            if apart {
                elsewhere.push(format!(
                    "{}:\u{a0}{}",
                    isolate(&head.initial),
                    isolate(name)
                ));
            }
            let style = Style::plain(size).bold();
            let block = leading(size) * count(lines.len());
            let y = place.y + (place.h - block).max(0.0) / 2.0;
            canvas.lines(Area { y, ..place }, &lines, style);
        }
        (!elsewhere.is_empty()).then(|| elsewhere.join(" · "))
    }

    /// Draws the names of the fields above the first row.
    fn draw_captions(&self, canvas: &mut Canvas<'_>, first: &ScanRow) {
        let top = self.first - self.plan.captions() + 0.3;
        let y = top + STRIP * count(self.plan.lines - 1);
        for entry in first.records.iter().flat_map(|record| &record.entries) {
            // What a row has in one line stands lowest.
            let at = match entry.seat {
                Some(_) => top + STRIP * count(entry.line),
                None => y,
            };
            self.draw_names_of(canvas, entry, Some(at));
        }
        if self
            .rows
            .iter()
            .any(|row| row.hand.get(CARDS.key).is_some())
        {
            let cards = cards_place(first.place);
            let cell = Area::new(cards.x - 1.6, y, CARDS_WIDTH + 3.2, STRIP);
            let text = canvas.words.caption(CARDS.key);
            canvas.text(cell, &text, caption(Align::Center));
        }
    }

    fn field(&self, entry: &ScanEntry) -> &ScanField {
        match entry.seat {
            None => &self.form.hand[entry.field],
            Some(_) => &self.form.seat[entry.field],
        }
    }

    /// Draws the names of an entry's wells and boxes above them, or at this height.
    fn draw_names_of(&self, canvas: &mut Canvas<'_>, entry: &ScanEntry, at: Option<f32>) {
        let field = self.field(entry);
        let name = canvas.words.caption(field.key).replace('\u{ad}', "");
        let mut above = |place: Area, wider: f32, text: &str| {
            let y = at.unwrap_or(place.y - STRIP);
            let cell = Area::new(place.x - wider, y, place.w + 2.0 * wider, STRIP);
            canvas.text(cell, text, caption(Align::Center));
        };
        match (&entry.marks, &field.kind) {
            (
                ScanMarks::Number {
                    wells, minus, half, ..
                },
                _,
            ) => {
                let (first, last) = (wells[0].0, wells[wells.len() - 1].0);
                let place = Area::new(first.x, first.y, last.right() - first.x, first.h);
                above(place, if wells.len() == 1 { 0.6 } else { 0.3 }, &name);
                // The boxes of a number stand in the middle of its height, their names above them.
                for (beside, sign) in [(minus, "−"), (half, "½")] {
                    if let Some(beside) = beside {
                        let place = Area::new(beside.0.x, first.y, beside.0.w, first.h);
                        above(place, 0.0, sign);
                    }
                }
            }
            (
                ScanMarks::Boxes { boxes, .. },
                ScanKind::Boxes {
                    stand: Stand::Square,
                    ..
                },
            ) => {
                let first = boxes.first().map(|it| it.place.0);
                let last = boxes.get(1).or(boxes.first()).map(|it| it.place.0);
                if let Some((first, last)) = first.zip(last) {
                    let x = label(first, Stand::Square).x;
                    above(Area::new(x, first.y, last.right() - x, first.h), 0.0, &name);
                }
            }
            (
                ScanMarks::Boxes { boxes, .. },
                ScanKind::Boxes {
                    boxes: ticks,
                    stand,
                    ..
                },
            ) => {
                for (place, tick) in boxes.iter().zip(ticks) {
                    let text = match boxes.len() {
                        1 => name.clone(),
                        _ => canvas.words.format(&tick.label),
                    };
                    let cell = label(place.place.0, *stand);
                    let cell = Area {
                        y: at.unwrap_or(cell.y),
                        ..cell
                    };
                    canvas.text(cell, &text, caption(Align::Center));
                }
            }
            (ScanMarks::Boxes { .. }, ScanKind::Number { .. }) => {}
        }
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, row: &ScanRow) {
        let known = &self.rows[row.row];
        let own = self.plan.hand.as_ref().map(|(column, _)| column);
        for column in own.into_iter().chain(&self.plan.seats) {
            let ground = Area::new(column.x, row.place.y, column.w, row.place.h);
            canvas.draw(Item::Box(ground, Paint::Fill(Ink::Tint)));
        }
        canvas.draw(Item::Box(row.anchors[1].0, Paint::Fill(Ink::Ink)));
        self.draw_left(canvas, row, known);
        for entry in row.records.iter().flat_map(|record| &record.entries) {
            if self.plan.named {
                self.draw_names_of(canvas, entry, None);
            }
            self.draw_entry(canvas, entry);
        }
    }

    fn draw_entry(&self, canvas: &mut Canvas<'_>, entry: &ScanEntry) {
        let tick = |canvas: &mut Canvas<'_>, place: Area| {
            canvas.draw(Item::Box(place, Paint::Fill(Ink::Paper)));
            canvas.draw(Item::Box(place, Paint::Edge(HAIR, Ink::Ink)));
        };
        match (&entry.marks, &self.field(entry).kind) {
            (
                ScanMarks::Number {
                    wells, minus, half, ..
                },
                _,
            ) => {
                for well in wells {
                    canvas.draw(Item::Box(well.0, Paint::Fill(Ink::Paper)));
                }
                for place in [minus, half].into_iter().flatten() {
                    tick(canvas, place.0);
                }
            }
            (
                ScanMarks::Boxes { boxes, .. },
                ScanKind::Boxes {
                    boxes: ticks,
                    stand,
                    ..
                },
            ) => {
                for (place, known) in boxes.iter().zip(ticks) {
                    let place = place.place.0;
                    tick(canvas, place);
                    if *stand == Stand::Square {
                        let style = Style::plain(9.0).align(Align::Center).within(6.0, 1);
                        let text = canvas.words.format(&known.label);
                        canvas.text(label(place, *stand), &text, style);
                    }
                }
            }
            (ScanMarks::Boxes { .. }, ScanKind::Number { .. }) => {}
        }
    }

    /// Draws the number of a row with its dealer, or what it is called.
    fn draw_left(&self, canvas: &mut Canvas<'_>, row: &ScanRow, known: &Row) {
        let place = row.place;
        let Some(number) = known.number else {
            canvas.draw(Item::Box(row.anchors[0].0, Paint::Fill(Ink::Ink)));
            self.draw_title(canvas, place, known);
            return;
        };
        let anchor = row.anchors[0].0;
        let cell = Area::new(place.x, place.y, 5.4, place.h);
        let style = Style::plain(10.0).bold().align(Align::Center);
        canvas.text(cell, &number.to_string(), style.within(7.0, 1));
        if let Some(dealer) = known.dealer {
            let middle = (anchor.x + anchor.w / 2.0, anchor.y + anchor.h / 2.0);
            let initial = self.sheet.heads.get(dealer.index());
            let initial = initial.map_or("", |head| head.initial.as_str());
            canvas.seat(dealer.index(), middle, SHAPE, initial, true);
        }
        if let Some(text) = known
            .hand
            .get(CARDS.key)
            .and_then(|value| value.text.as_ref())
        {
            let cell = cards_place(place);
            let text = canvas.words.format(text);
            let style = Style::plain(8.0).align(Align::Center);
            canvas.text(cell, &text, style.within(7.0, 1));
            if self.plan.named {
                let name = canvas.words.caption(CARDS.key);
                let y = cell.y + cell.h / 2.0 - 4.6;
                let above = Area::new(cell.x - 0.6, y, cell.w + 1.2, STRIP);
                canvas.text(above, &name, caption(Align::Center));
            }
        }
    }

    /// Draws what a row is called: its printed texts, the first in bold.
    fn draw_title(&self, canvas: &mut Canvas<'_>, place: Area, known: &Row) {
        let labels = self
            .sheet
            .pad
            .hand
            .iter()
            .filter(|field| field.kind == Kind::Label);
        let values: Vec<&Value> = labels
            .filter_map(|field| known.hand.get(field.key))
            .collect();
        let left = place.x + 2.6;
        let right = self.plan.seats.first().map_or(left, |column| column.x) - 1.0;
        let (bold, small) = (Style::plain(9.0).bold(), Style::plain(7.0));
        let mut lines: Vec<(String, Style)> = Vec::new();
        for (text, style) in values.iter().enumerate().flat_map(|(index, value)| {
            let style = if index == 0 { bold } else { small.bold() };
            let text = value.text.iter().map(move |text| (text, style));
            text.chain(value.under.iter().map(move |text| (text, small)))
        }) {
            let text = canvas.words.format(text);
            let broken = canvas.wrap(&text, right - left, style);
            lines.extend(broken.into_iter().map(|line| (line, style)));
        }
        let high: f32 = lines.iter().map(|(_, style)| leading(style.size)).sum();
        let mut y = place.y + (place.h - high).max(0.0) / 2.0;
        for (line, style) in lines {
            let pitch = leading(style.size);
            let cell = Area::new(left, y, right - left, pitch);
            canvas.line(cell, y + pitch * 0.76, &line, style);
            y += pitch;
        }
    }

    /// Draws the row for penalties and places under a match, which nobody reads.
    fn draw_foot(&self, canvas: &mut Canvas<'_>, bottom: f32) {
        let (top, end) = (bottom + 1.0, bottom + FOOT);
        let edges = (self.frame.x, self.frame.right());
        let here = canvas.here();
        canvas.level(edges, top, COLUMN, Ink::Ink);
        let first = self.plan.seats.first().map_or(edges.0, |column| column.x);
        let cell = Area::new(edges.0, top, first - edges.0 - 1.0, end - top);
        let style = Style::plain(CAPTION);
        let each = self.plan.seats.first().map_or(0.0, |column| column.w / 3.0);
        let captions = |brief| PLACES.map(|key| canvas.words.label(&Text::message(key), brief));
        let goes = |text: &String| canvas.width(text, style) + 2.0 * PLACE_EDGE <= each;
        let mut ways = [false, true].map(captions).into_iter();
        let captions = ways.find(|way| way.iter().all(goes));
        let name = canvas.words.text(if captions.is_some() {
            "result"
        } else {
            "penalties-places"
        });
        canvas.text(
            cell,
            &name,
            style.align(Align::Right).within(LEAST_CAPTION, 2),
        );
        for column in &self.plan.seats {
            let cells = if captions.is_some() { 3 } else { 2 };
            for index in 0..cells {
                let x = column.x + column.w * count(index) / count(cells);
                canvas.rule((x, top), (x, end), HAIR, Ink::Ink);
                if let Some(captions) = &captions {
                    let place = Area::new(x, top + 0.35, each, leading(CAPTION));
                    canvas.text(place.inset(PLACE_EDGE, 0.0), &captions[index], style);
                }
            }
        }
        canvas.level(edges, end, FRAME, Ink::Ink);
        canvas.part(here, self.row_role(false));
    }

    /// Draws the boxes for the deals of a match, which nobody reads; gives how high they are.
    fn draw_deals(&self, canvas: &mut Canvas<'_>, top: f32) -> f32 {
        let Some((key, ticks)) = &self.sheet.pad.track else {
            return 0.0;
        };
        let (high, wide) = DEALS;
        let cell = Area::new(self.frame.x, top + 1.0, LABEL - 1.5, high);
        let name = canvas.words.caption(key);
        let here = canvas.here();
        canvas.text(cell, &name, Style::plain(CAPTION).within(LEAST_CAPTION, 1));
        let across = times(self.frame.w - LABEL, wide).max(1);
        for (index, tick) in ticks.iter().enumerate() {
            let (column, row) = (index % across, index / across);
            let x = self.frame.x + LABEL + wide * count(column);
            let y = top + 1.0 + high * count(row);
            let side = 3.5;
            let place = Area::new(x, y + (high - side) / 2.0, side, side);
            canvas.draw(Item::Box(place, Paint::Edge(HAIR, Ink::Ink)));
            let beside = Area::new(place.right() + 0.7, y, wide - side - 1.0, high);
            let text = canvas.words.format(&tick.label);
            canvas.text(
                beside,
                &text,
                Style::plain(CAPTION).within(LEAST_CAPTION, 1),
            );
        }
        canvas.part(here, Role::Paragraph);
        deals_height(&self.sheet.pad, self.frame)
    }

    /// Draws how marks are made, the scoring and the house rules.
    fn draw_legend(&self, canvas: &mut Canvas<'_>, elsewhere: Option<&str>, top: f32) {
        let words = canvas.words;
        let each = (self.frame.w - LEGEND_GAP) / 2.0;
        let texts = |extent: Extent| -> Vec<String> {
            let brief = extent == Extent::Brief;
            let legend = self.sheet.pad.legend.iter();
            let mut legend = legend.map(|text| words.label(text, brief));
            let legend = if brief {
                vec![legend.collect::<Vec<_>>().join(" ")]
            } else {
                legend.by_ref().collect()
            };
            let rules = rules_text(&words, &self.sheet.identity, Extent::Brief);
            let how = [words.text("scan-how")].into_iter();
            let rules = (!rules.is_empty()).then_some(rules);
            how.chain(elsewhere.map(str::to_owned))
                .chain(legend)
                .chain(rules)
                .collect()
        };
        // The lines with what each of them is: the first of a text, or the next.
        let wrapped = |extent: Extent, size: f32| -> Vec<(Role, String)> {
            let texts = texts(extent).into_iter();
            let lines = texts.flat_map(|text| {
                let roles = iter::once(Role::Paragraph).chain(iter::repeat(Role::More));
                roles.zip(canvas.wrap(&text, each, Style::plain(size)))
            });
            lines.collect()
        };
        let bottom = self.frame.bottom() - SQUARE - 1.0;
        let room = |size: f32| times(bottom - top - 1.2, leading(size)).max(1);
        let extents = [Extent::Full, Extent::Brief];
        let mut ways = extents.into_iter().flat_map(|extent| {
            let sizes = LEGENDS.into_iter();
            // All of it, unless it would be smaller than what is needed.
            let sizes = sizes.filter(move |size| extent == Extent::Brief || *size >= LEGENDS[2]);
            sizes.map(move |size| (extent, size))
        });
        let fits = |way: &(Extent, f32)| wrapped(way.0, way.1).len() <= 2 * room(way.1);
        let (extent, size) = ways
            .find(fits)
            .unwrap_or((Extent::Brief, LEGENDS[LEGENDS.len() - 1]));
        let lines = wrapped(extent, size);
        let column = lines.len().div_ceil(2).min(room(size));
        let top = bottom - leading(size) * count(column);
        for (index, lines) in lines.chunks(column.max(1)).take(2).enumerate() {
            let x = self.frame.x + (each + LEGEND_GAP) * count(index);
            for (line, (role, text)) in lines.iter().enumerate() {
                let y = top + leading(size) * count(line);
                let here = canvas.here();
                let place = Area::new(x, y, each, bottom - y);
                canvas.lines(place, slice::from_ref(text), Style::plain(size));
                canvas.part(here, role.clone());
            }
        }
    }

    /// The strip between the squares at the foot.
    fn strip(&self) -> Area {
        let y = self.frame.bottom() - SQUARE;
        Area::new(self.frame.x, y, self.frame.w, SQUARE).inset(SQUARE + 2.0, 0.0)
    }

    fn draw_identity(&self, canvas: &mut Canvas<'_>, position: PadPosition) {
        let strip = self.strip();
        let share = if position.total > 1 { 0.8 } else { 1.0 };
        let cell = Area {
            w: strip.w * share,
            ..strip
        };
        let text = self.sheet.identity.brief_text(&canvas.words);
        canvas.text(cell, &text, Style::muted(5.6).within(4.0, 1));
    }

    /// Draws what is of this page alone: its code, and its number in the pile.
    fn draw_number(&self, canvas: &mut Canvas<'_>, position: PadPosition) {
        let code = self.layout.code.0;
        for item in short_code(&self.identity(position.number), code) {
            canvas.draw(item);
        }
        if let Some(text) = position.text() {
            let text = canvas.words.format(&text);
            let style = Style::muted(5.6).align(Align::Right);
            canvas.text(self.strip(), &text, style.within(4.0, 1));
        }
    }
}

/// The width of the cards that are dealt, beside the number of a row.
const CARDS_WIDTH: f32 = 3.7;

fn cards_place(row: Area) -> Area {
    let x = super::places::dealer_place(row).right() + 0.9;
    Area::new(x, row.y, CARDS_WIDTH, row.h)
}

/// How the names of fields are set.
const fn caption(align: Align) -> Style {
    Style::plain(CAPTION).align(align).within(LEAST_CAPTION, 1)
}
