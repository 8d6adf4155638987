//! The table of a played match: each hand in words, and the figures of its players.
//!
//! A pad has cells of one size for pencils; here rows are as high as what was said in them.

use std::sync::Arc;

use super::filled_pad::REASON;
use super::names::{SetName, set_name};
use super::sheet::Sheet;
use super::table::{Head, shape_radius};
use crate::layout::bidi::isolate;
use crate::layout::canvas::{Align, COLUMN, Canvas, FRAME, HAIR, Style, count, leading};
use crate::layout::draw::Ink;
use crate::layout::paper::Area;
use overtrick_core::Points;
use overtrick_core::pad::{Field, Kind, Pad, Row, Text, Value, Values};

/// What stays white above and below what is in a row.
const EDGE: f32 = 0.9;
/// What stays white at the sides of a figure.
const SIDE: f32 = 0.8;
/// The least width of the phrases, at the usual size.
const LEAST_PLAYED: f32 = 23.0;
/// The most of the width that phrases take, if figures need no less.
const MOST_PLAYED: f32 = 0.44;
/// The width, in widths of a letter of a name, below which the shape of a seat stands above the name.
const NARROW: f32 = 2.0;
/// How large type may be: the first size that fits is taken.
const FACTORS: [f32; 4] = [1.0, 0.93, 0.86, 0.74];
/// The most rows by whose heights arrangements are compared.
const MOST_COMPARED: usize = 60;
/// The most lines on which figures stand.
const MOST_LINES: usize = 3;

/// The sizes of type of a table, in points.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    value: f32,
    phrase: f32,
    small: f32,
    caption: f32,
}

/// A figure of every player's cell: its field, its caption, and the width that it needs.
#[derive(Debug)]
struct Figure<'a> {
    field: &'a Field,
    caption: String,
    need: f32,
}

/// A stretch of text of one style.
struct Phrase {
    text: String,
    style: Style,
}

/// Phrases on one line, each with the distance from its left edge.
type FlowLine = Vec<(f32, Phrase)>;

/// A table of played hands in its place.
#[derive(Debug)]
pub struct PlayedTable<'a> {
    pad: &'a Pad,
    heads: &'a [Head],
    /// The players, of whom one deals.
    dealers: &'a [Head],
    hue: Ink,
    sizes: Sizes,
    /// The figures of a player's cell, on one line or several.
    figures: Vec<Vec<Figure<'a>>>,
    /// Where the phrases begin, and where the players' columns do.
    left: f32,
    played: f32,
    players: f32,
    player: f32,
    /// Whether each phrase of a row has its own line, since phrases stand in the players' cells too.
    stacks: bool,
    /// Whether the shape of a seat stands above its name, since the columns are narrow.
    stacked: bool,
    names: Vec<Option<SetName>>,
    elsewhere: Vec<String>,
}

impl<'a> PlayedTable<'a> {
    /// Lays a table out from `left` in this width.
    ///
    /// # Errors
    /// The least width, if it is wider than there is.
    pub fn lay(
        canvas: &Canvas<'_>,
        sheet: &'a Sheet<'_>,
        (left, width): (f32, f32),
    ) -> Result<PlayedTable<'a>, f32> {
        let rows = &sheet.pad.rows;
        let mut least = f32::MAX;
        for factor in FACTORS {
            let mut lowest: Option<(f32, PlayedTable<'a>)> = None;
            for lines in 1..=MOST_LINES {
                if lines == MOST_LINES && lowest.is_some() {
                    break;
                }
                let way = (factor, lines);
                match PlayedTable::lay_lines(canvas, sheet, way, (left, width)) {
                    Ok(table) => {
                        let rows = rows.iter().take(MOST_COMPARED);
                        let rows = rows.map(|row| table.row_height(canvas, row));
                        let height: f32 = rows.sum();
                        let is_lower = |(known, _): &(f32, _)| height < *known - 1.0;
                        if lowest.as_ref().is_none_or(is_lower) {
                            lowest = Some((height, table));
                        }
                    }
                    Err(width) => least = least.min(width),
                }
            }
            if let Some((_, mut table)) = lowest {
                table.set_names(canvas);
                return Ok(table);
            }
        }
        Err(least)
    }

    /// Lays a table out with figures on so many lines and type scaled so; its least width, if it is wider than
    /// there is.
    fn lay_lines(
        canvas: &Canvas<'_>,
        sheet: &'a Sheet<'_>,
        (factor, lines): (f32, usize),
        (left, width): (f32, f32),
    ) -> Result<PlayedTable<'a>, f32> {
        let (pad, heads) = (&sheet.pad, &sheet.heads);
        let sizes = Sizes::scaled(canvas, factor);
        let figures = measure_figures(canvas, pad, sizes, lines);
        let need = figures.iter().map(|line| line_need(line));
        let need = need.fold(shape_radius(canvas) * 2.0 + 2.0, f32::max);
        let number = number_width(canvas, pad, sizes);
        let narrow = if width < 110.0 { 0.7 } else { 1.0 };
        // Where a hand has no fields of its own, the reasons of adjustments need room all the same.
        let says = !pad.hand.is_empty() || pad.rows.iter().any(|row| row.adjustment);
        let fewest = if says {
            LEAST_PLAYED * factor * narrow
        } else {
            0.0
        };
        let seats = count(heads.len());
        let spare = width - number - fewest - need * seats;
        if spare < 0.0 {
            return Err(width - spare);
        }
        let stacks = has_labels(pad);
        let rows = pad.rows.iter().filter(|row| !row.adjustment);
        let widths = rows.map(|row| {
            let phrases = own_phrases(canvas, pad, row, sizes);
            let gap = canvas.width(" · ", Style::plain(sizes.small));
            let widths = phrases.iter();
            let widths = widths.map(|it| canvas.width(&it.text, it.style) + gap);
            let widest = widths.clone().fold(0.0, f32::max);
            // Beside figures on two lines, phrases may take two as well.
            let even = widths.sum::<f32>() / count(lines) * if lines > 1 { 1.2 } else { 1.0 };
            let wanted = if stacks { widest } else { widest.max(even) };
            wanted + 2.0
        });
        let caption = canvas.words.caption("played");
        let caption = canvas.width(&caption, Style::plain(sizes.caption)) + 2.0 * SIDE;
        let fewest_wanted = if says { caption.max(fewest) } else { 0.0 };
        let wanted = widths
            .fold(fewest_wanted, f32::max)
            .min(width * MOST_PLAYED);
        let own = if says {
            wanted.clamp(fewest, fewest + spare)
        } else {
            0.0
        };
        let first = left + number + own;
        let player = (left + width - first) / seats;
        Ok(PlayedTable {
            pad,
            heads,
            dealers: &sheet.players,
            hue: sheet.identity.emblem.hue,
            sizes,
            figures,
            stacks,
            left,
            played: left + number,
            players: first,
            player,
            stacked: player < NARROW * canvas.sizes.name,
            names: Vec::new(),
            elsewhere: Vec::new(),
        })
    }

    fn set_names(&mut self, canvas: &Canvas<'_>) {
        let heads = self.heads.iter().enumerate();
        let set = heads.map(|(seat, head)| {
            let place = (self.name_width(canvas, seat), name_height(canvas));
            Some(set_name(canvas, head.name.as_ref()?, place))
        });
        self.names = set.collect();
        let named = self.heads.iter().zip(&self.names);
        let texts = named.filter_map(|(head, set)| {
            set.as_ref().filter(|set| set.elsewhere)?;
            let (initial, name) = (isolate(&head.initial), isolate(head.name.as_ref()?));
            Some(format!("{initial}:\u{a0}{name}"))
        });
        let texts: Vec<String> = texts.collect();
        if !texts.is_empty() {
            let style = self.elsewhere_style();
            self.elsewhere = canvas.wrap(&texts.join(" · "), self.right() - self.left, style);
        }
    }

    const fn elsewhere_style(&self) -> Style {
        Style::plain(self.sizes.caption)
    }

    fn right(&self) -> f32 {
        self.players + self.player * count(self.heads.len())
    }

    fn name_width(&self, canvas: &Canvas<'_>, seat: usize) -> f32 {
        let shape = if self.stacked {
            0.0
        } else {
            2.0 * Canvas::seat_reach(seat) * shape_radius(canvas) + 1.0
        };
        (self.player - shape - 1.6).max(0.0)
    }

    /// The left edges of its columns.
    pub fn edges(&self) -> Arc<[f32]> {
        let numbered = (self.played > self.left).then_some(self.left);
        let players = (0..self.heads.len()).map(|seat| self.column(seat));
        let own = (self.players > self.played).then_some(self.played);
        numbered.into_iter().chain(own).chain(players).collect()
    }

    fn column(&self, seat: usize) -> f32 {
        self.players + self.player * count(seat)
    }

    /// The height of its heads.
    pub fn head_height(&self, canvas: &Canvas<'_>) -> f32 {
        let elsewhere = match self.elsewhere.len() {
            0 => 0.0,
            lines => count(lines) * leading(self.sizes.caption) + 1.2,
        };
        elsewhere + self.names_height(canvas) + self.captions_height()
    }

    fn names_height(&self, canvas: &Canvas<'_>) -> f32 {
        let shape = if self.stacked {
            2.0 * shape_radius(canvas) + 1.0
        } else {
            0.0
        };
        shape + name_height(canvas) + 1.0
    }

    fn captions_height(&self) -> f32 {
        count(self.figures.len().max(1)) * leading(self.sizes.caption) + 1.2
    }

    /// Draws the heads from this height on; gives where they end.
    pub fn draw_heads(&self, canvas: &mut Canvas<'_>, top: f32) -> f32 {
        let (left, right) = (self.left, self.right());
        let place = Area::new(left, top, right - left, 0.0);
        canvas.lines(place, &self.elsewhere, self.elsewhere_style());
        let bottom = top + self.head_height(canvas);
        let captions = bottom - self.captions_height();
        let top = captions - self.names_height(canvas);
        canvas.level((left, right), top, FRAME, Ink::Ink);
        let style = Style::muted(self.sizes.caption);
        let pitch = leading(self.sizes.caption);
        let last = bottom - pitch - 0.6;
        let number = Area::new(left, last, self.played - left, pitch);
        if number.w > 0.0 {
            let text = canvas.words.caption("number");
            canvas.text(number, &text, style.align(Align::Center).within(5.0, 1));
        }
        if self.players > self.played {
            let text = canvas.words.caption("played");
            let cell = Area::new(self.played, last, self.players - self.played, pitch);
            canvas.text(cell.inset(SIDE, 0.0), &text, style.within(5.0, 1));
        }
        for seat in 0..self.heads.len() {
            self.draw_name(canvas, seat, top);
            let x = self.column(seat);
            canvas.rule((x, top), (x, bottom), COLUMN, Ink::Ink);
            for (line, figures) in self.figures.iter().enumerate() {
                let y = captions + 0.6 + pitch * count(line);
                for (figure, (x, w)) in figures.iter().zip(self.places(figures, x)) {
                    let cell = Area::new(x, y, w, pitch).inset(0.3, 0.0);
                    let style = match figure.field.kind {
                        Kind::Total => style.bold().ink(Ink::Ink).align(Align::Right),
                        Kind::Points => style.align(Align::Right),
                        _ => style.align(Align::Center),
                    };
                    let edge = if style.align == Align::Right {
                        SIDE - 0.3
                    } else {
                        0.0
                    };
                    let cell = Area {
                        w: cell.w - edge,
                        ..cell
                    };
                    canvas.text(cell, &figure.caption, style.within(4.6, 1));
                }
            }
        }
        canvas.level((left, right), bottom, COLUMN, Ink::Ink);
        bottom
    }

    fn draw_name(&self, canvas: &mut Canvas<'_>, seat: usize, top: f32) {
        let radius = shape_radius(canvas);
        let height = self.names_height(canvas);
        let y = if self.stacked {
            top + radius + 1.0
        } else {
            top + height / 2.0
        };
        let x = self.column(seat);
        let initial = self.heads[seat].initial.clone();
        let reach = Canvas::seat_reach(seat) * radius;
        canvas.seat(seat, (x + 0.8 + reach, y), radius, &initial, false);
        let Some(Some(name)) = self.names.get(seat) else {
            return;
        };
        let w = self.name_width(canvas, seat);
        let place = Area::new(
            x + self.player - 0.8 - w,
            top + height - name_height(canvas) - 0.5,
            w,
            name_height(canvas),
        );
        let style = Style::plain(name.size).bold();
        let pitch = leading(name.size);
        let block = pitch * count(name.lines.len());
        let mut y = place.y + (place.h - block) / 2.0;
        for line in &name.lines {
            let cell = Area {
                y,
                h: pitch,
                ..place
            };
            canvas.line(cell, y + pitch * 0.76, line, style);
            y += pitch;
        }
    }

    /// The places of the figures on a line of a player's column: what is left over is shared out.
    fn places(&self, figures: &[Figure<'_>], x: f32) -> Vec<(f32, f32)> {
        let spare = (self.player - line_need(figures)) / count(figures.len().max(1));
        let mut left = x;
        let place = |figure: &Figure<'_>| {
            let place = (left, figure.need + spare);
            left += place.1;
            place
        };
        figures.iter().map(place).collect()
    }

    /// The height of a row.
    pub fn row_height(&self, canvas: &Canvas<'_>, row: &Row) -> f32 {
        let own = count(self.own_flow(canvas, row).len()) * leading(self.sizes.phrase);
        let players = row
            .seats
            .iter()
            .map(|values| self.cell_height(canvas, values));
        let content = players.fold(own, f32::max);
        let number = 2.0 * shape_radius(canvas) + 0.4;
        content.max(number) + 2.0 * EDGE
    }

    fn own_flow(&self, canvas: &Canvas<'_>, row: &Row) -> Vec<FlowLine> {
        let phrases = own_phrases(canvas, self.pad, row, self.sizes);
        let end = if row.adjustment || self.players > self.played {
            self.players
        } else {
            self.played
        };
        let start = self.own_start(row);
        flow(canvas, phrases, end - start - 2.0 * SIDE, self.stacks)
    }

    /// Where the phrases of a row begin: an adjustment has no number.
    fn own_start(&self, row: &Row) -> f32 {
        if row.adjustment {
            self.left
        } else {
            self.played
        }
    }

    fn seat_flow(&self, canvas: &Canvas<'_>, values: &Values) -> Vec<FlowLine> {
        let fields = self.pad.seat.iter();
        let labels = fields.filter(|field| matches!(field.kind, Kind::Label));
        let style = Style::muted(self.sizes.small);
        let phrases = labels.filter_map(|field| phrase_of(canvas, values.get(field.key), style));
        flow(canvas, phrases.collect(), self.player - 2.0 * SIDE, false)
    }

    fn cell_height(&self, canvas: &Canvas<'_>, values: &Values) -> f32 {
        let flow = count(self.seat_flow(canvas, values).len()) * leading(self.sizes.small);
        flow + count(self.figures.len()) * self.figure_height()
    }

    fn figure_height(&self) -> f32 {
        leading(self.sizes.value)
    }

    /// Draws a row of this height.
    pub fn draw_row(&self, canvas: &mut Canvas<'_>, row: &Row, top: f32, height: f32) {
        if !row.adjustment {
            self.draw_number(
                canvas,
                row,
                Area::new(self.left, top, self.played - self.left, height),
            );
        }
        let own = self.own_flow(canvas, row);
        let pitch = leading(self.sizes.phrase);
        let y = if self.stacks {
            top + EDGE
        } else {
            top + (height - pitch * count(own.len())) / 2.0
        };
        let x = self.own_start(row) + SIDE;
        draw_flow(canvas, own, (x, y, self.players - SIDE), pitch);
        for (seat, values) in row.seats.iter().enumerate() {
            let x = self.column(seat);
            let high = self.cell_height(canvas, values);
            let y = if self.stacks {
                top + EDGE
            } else {
                top + (height - high) / 2.0
            };
            self.draw_cell(canvas, values, (x, y));
            canvas.rule((x, top), (x, top + height), COLUMN, Ink::Ink);
        }
        canvas.level((self.left, self.right()), top + height, HAIR, Ink::Ink);
    }

    fn draw_cell(&self, canvas: &mut Canvas<'_>, values: &Values, (x, top): (f32, f32)) {
        let mut y = top;
        let mut written = false;
        for figures in &self.figures {
            for (figure, (x, w)) in figures.iter().zip(self.places(figures, x)) {
                let Some(value) = values.get(figure.field.key) else {
                    continue;
                };
                let mut style = self.figure_style(figure.field);
                let text = text_of(canvas, value);
                if self.marks_gains(figure.field) && text.starts_with('+') {
                    style.ink = self.hue;
                }
                written |= !text.is_empty();
                let cell = Area::new(x, y, w, self.figure_height()).inset(SIDE, 0.0);
                let baseline = y + self.figure_height() * 0.76;
                canvas.line(cell, baseline, &text, style);
            }
            y += self.figure_height();
        }
        let flow = self.seat_flow(canvas, values);
        if !written && !flow.is_empty() {
            // Nothing was counted yet: what is said stands where figures would.
            y = top;
        }
        let pitch = leading(self.sizes.small);
        draw_flow(canvas, flow, (x + SIDE, y, x + self.player - SIDE), pitch);
    }

    /// Where no field has the running total, the points are what a reader looks for.
    fn marks_gains(&self, field: &Field) -> bool {
        matches!(field.kind, Kind::Points) && self.pad.totals.is_some()
    }

    fn figure_style(&self, field: &Field) -> Style {
        let largest = Style::plain(self.sizes.value);
        let style = Style::plain(self.sizes.value * 0.94);
        match field.kind {
            Kind::Total => largest.bold().align(Align::Right),
            Kind::Points if self.marks_gains(field) => largest.bold().align(Align::Right),
            Kind::Points => style.align(Align::Right),
            _ => style.align(Align::Center),
        }
    }

    /// The number of a row and, as a filled shape, who dealt.
    fn draw_number(&self, canvas: &mut Canvas<'_>, row: &Row, cell: Area) {
        let Some(number) = row.number else { return };
        let style = Style::plain(self.sizes.value * 0.94).bold();
        let radius = shape_radius(canvas);
        let Some(dealer) = row.dealer else {
            canvas.text(cell, &number.to_string(), style.align(Align::Center));
            return;
        };
        let initial = self.dealers.get(dealer.index());
        let initial = initial.map_or_else(String::new, |head| head.initial.clone());
        let reach = Canvas::widest_reach(self.dealers.len()) * 0.9 * radius;
        let x = cell.right() - 0.4 - reach;
        let left = Area::new(cell.x, cell.y, x - reach - 0.4 - cell.x, cell.h);
        let text = number.to_string();
        canvas.text(left, &text, style.align(Align::Right).within(4.0, 1));
        let middle = (x, cell.y + cell.h / 2.0);
        canvas.seat(dealer.index(), middle, radius * 0.9, &initial, true);
    }

    /// The height of the notes under a row.
    pub fn notes_height(&self, canvas: &Canvas<'_>, row: &Row) -> f32 {
        let notes = row.notes.iter();
        let lines: usize = notes.map(|note| self.note_lines(canvas, note).len()).sum();
        if lines == 0 {
            return 0.0;
        }
        count(lines) * leading(self.sizes.small) + 1.6
    }

    fn note_lines(&self, canvas: &Canvas<'_>, note: &Text) -> Vec<String> {
        let width = self.right() - self.played - 2.0 * SIDE;
        canvas.wrap(
            &canvas.words.format(note),
            width,
            Style::muted(self.sizes.small),
        )
    }

    /// Draws the notes under a row, over the whole width.
    pub fn draw_notes(&self, canvas: &mut Canvas<'_>, row: &Row, top: f32) {
        let height = self.notes_height(canvas, row);
        let left = self.played + SIDE;
        let mut place = Area::new(left, top + 0.6, self.right() - SIDE - left, height);
        for note in &row.notes {
            let lines = self.note_lines(canvas, note);
            canvas.lines(place, &lines, Style::muted(self.sizes.small));
            place.y += count(lines.len()) * leading(self.sizes.small);
        }
        canvas.level((self.left, self.right()), top + height, HAIR, Ink::Ink);
    }

    /// The height of the row of totals.
    pub fn totals_height(&self) -> f32 {
        leading(self.sizes.value * 1.15) + 2.0 * EDGE
    }

    /// Draws the row of totals; gives where it ends.
    pub fn draw_totals(&self, canvas: &mut Canvas<'_>, totals: &[Option<Points>], top: f32) -> f32 {
        let height = self.totals_height();
        let cell = Area::new(self.left, top, self.players - self.left, height);
        let style = Style::plain(self.sizes.phrase).bold();
        let text = canvas.words.text("totals");
        canvas.text(cell.inset(SIDE, 0.0), &text, style.within(5.0, 1));
        for (seat, total) in totals.iter().enumerate() {
            let x = self.column(seat);
            canvas.rule((x, top), (x, top + height), COLUMN, Ink::Ink);
            if let Some(total) = total {
                let cell = Area::new(x, top, self.player, height).inset(SIDE, 0.0);
                let style = Style::plain(self.sizes.value * 1.15).bold();
                canvas.text(cell, &total.to_string(), style.align(Align::Right));
            }
        }
        top + height
    }

    /// Draws the rule under the last row of a page.
    pub fn draw_end(&self, canvas: &mut Canvas<'_>, bottom: f32) {
        canvas.level((self.left, self.right()), bottom, FRAME, Ink::Ink);
    }
}

impl Sizes {
    fn scaled(canvas: &Canvas<'_>, factor: f32) -> Sizes {
        let sizes = canvas.sizes;
        Sizes {
            value: sizes.value * 0.94 * factor,
            phrase: sizes.label * 1.14 * factor,
            small: sizes.label * factor,
            caption: sizes.caption * factor,
        }
    }
}

/// The height of a place for a name that is printed: a pencil needs more.
fn name_height(canvas: &Canvas<'_>) -> f32 {
    (2.0 * leading(canvas.sizes.least_name) + 0.1).max(6.0)
}

/// The width of the numbers of hands with the shapes of their dealers, if rows have numbers.
fn number_width(canvas: &Canvas<'_>, pad: &Pad, sizes: Sizes) -> f32 {
    let numbers = pad.rows.iter().filter_map(|row| row.number);
    let Some(most) = numbers.max() else {
        return 0.0;
    };
    let style = Style::plain(sizes.value * 0.94).bold();
    let number = canvas.width(&most.to_string(), style);
    let caption = canvas.width(&canvas.words.caption("number"), Style::plain(sizes.caption));
    let shape = 2.6 * shape_radius(canvas) + 0.8;
    (number + shape).max(caption) + 1.6
}

/// The figures of a player's cell on so many lines: points and total go to the last ones.
fn measure_figures<'a>(
    canvas: &Canvas<'_>,
    pad: &'a Pad,
    sizes: Sizes,
    lines: usize,
) -> Vec<Vec<Figure<'a>>> {
    let fields = pad.seat.iter();
    let fields = fields.filter(|field| !matches!(field.kind, Kind::Label));
    let mut placed: Vec<Vec<Figure<'a>>> = (0..lines).map(|_| Vec::new()).collect();
    for field in fields {
        let line = match field.kind {
            Kind::Total => lines - 1,
            Kind::Points => lines.saturating_sub(2).max(usize::from(lines > 1)),
            _ => 0,
        };
        placed[line].push(measure_figure(canvas, pad, field, sizes));
    }
    placed.retain(|line| !line.is_empty());
    placed
}

fn measure_figure<'a>(
    canvas: &Canvas<'_>,
    pad: &Pad,
    field: &'a Field,
    sizes: Sizes,
) -> Figure<'a> {
    let mut caption = canvas.words.caption(field.key);
    caption.retain(|c| c != '\u{ad}');
    let style = Style::plain(sizes.value);
    let bold = matches!(field.kind, Kind::Total) || pad.totals.is_some();
    let style = Style { bold, ..style };
    let values = pad.rows.iter().flat_map(|row| &row.seats);
    let values = values.filter_map(|values| values.get(field.key));
    let widths = values.map(|value| canvas.width(&text_of(canvas, value), style));
    let widest = widths.fold(canvas.width("0", style), f32::max);
    let named = canvas.width(&caption, Style::plain(sizes.caption).bold());
    Figure {
        field,
        caption,
        need: widest.max(named) + 2.0 * SIDE,
    }
}

fn line_need(figures: &[Figure<'_>]) -> f32 {
    figures.iter().map(|figure| figure.need).sum()
}

/// The text of a value.
fn text_of(canvas: &Canvas<'_>, value: &Value) -> String {
    let text = value.text.as_ref().map(|text| canvas.words.format(text));
    text.unwrap_or_default()
}

/// The text of a value as a phrase.
fn phrase_of(canvas: &Canvas<'_>, value: Option<&Value>, style: Style) -> Option<Phrase> {
    let text = value?.text.as_ref()?;
    let text = canvas.words.format(text);
    Some(Phrase { text, style })
}

/// The phrases of a row's own fields: the first is what was played, in bold.
fn own_phrases(canvas: &Canvas<'_>, pad: &Pad, row: &Row, sizes: Sizes) -> Vec<Phrase> {
    if row.adjustment {
        let reason = row.hand.get(REASON);
        let reason = phrase_of(canvas, reason, Style::plain(sizes.small));
        return reason.into_iter().collect();
    }
    let fields = pad.hand.iter().enumerate();
    let phrases = fields.filter_map(|(index, field)| {
        let style = if index == 0 {
            Style::plain(sizes.phrase).bold()
        } else {
            Style::plain(sizes.small)
        };
        phrase_of(canvas, row.hand.get(field.key), style)
    });
    phrases.collect()
}

/// Whether phrases stand in the players' cells.
fn has_labels(pad: &Pad) -> bool {
    let mut fields = pad.seat.iter();
    fields.any(|field| matches!(field.kind, Kind::Label))
}

/// Phrases in lines of this width: each stays whole where it fits on a line, and points stand between those
/// on one line; or each on its own, if they are stacked.
fn flow(canvas: &Canvas<'_>, phrases: Vec<Phrase>, width: f32, stacked: bool) -> Vec<FlowLine> {
    let mut lines: Vec<FlowLine> = Vec::new();
    let mut used = 0.0;
    for Phrase { text, style } in phrases {
        let space = canvas.width(" ", style);
        let after = format!("·\u{a0}{text}");
        let beside = canvas.width(&after, style);
        let fits = !stacked && used + space + beside <= width - 0.05;
        if let Some(line) = lines.last_mut().filter(|_| fits) {
            line.push((used + space, Phrase { text: after, style }));
            used += space + beside;
            continue;
        }
        for text in canvas.wrap(&text, width - 0.05, style) {
            used = canvas.width(&text, style);
            lines.push(vec![(0.0, Phrase { text, style })]);
        }
    }
    lines
}

/// Draws lines of phrases from the left edge and this height on.
fn draw_flow(
    canvas: &mut Canvas<'_>,
    lines: Vec<FlowLine>,
    (left, top, right): (f32, f32, f32),
    pitch: f32,
) {
    let mut y = top;
    for line in lines {
        for (offset, Phrase { text, style }) in line {
            let x = left + offset;
            let cell = Area::new(x, y, right - x, pitch);
            canvas.line(cell, y + pitch * 0.76, &text, style);
        }
        y += pitch;
    }
}
