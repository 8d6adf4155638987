//! The table of a played match: each hand in words, with the figures of its players.
//!
//! On a pad, all cells have one size, for a pencil. In this table, each row is as high as its phrases.

use std::ops::Range;

use super::filled_pad::REASON;
use super::heads::{Heads, shape_radius};
use super::sheet::Sheet;
use crate::layout::canvas::{Align, COLUMN, Canvas, FRAME, HAIR, Style, leading};
use crate::layout::draw::{Ink, MM_PER_POINT, moved};
use crate::layout::flow::{Stack, Strip, StripMark, under_head};
use crate::layout::paper::{Area, Span, count};
use crate::layout::table::{Cell, Need, Row as TableRow, Rule, Table, beside, share_out};
use crate::layout::typesetter::Span as Phrase;
use overtrick_core::args;
use overtrick_core::pad::{Field, Kind, Pad, Row, Value, Values};

/// The space above and below the content of a row.
const EDGE: f32 = 0.9;
/// The space at the sides of a figure.
const SIDE: f32 = 0.8;
/// The least width of the phrases.
const MIN_PLAYED: f32 = 23.0;
/// The largest fraction of the width for phrases, if the figures need the rest.
const MAX_PLAYED: f32 = 0.44;
/// The smallest text size of a caption.
const MIN_CAPTION: f32 = 4.6;
/// The fraction of their additional width that phrases must get. Otherwise, the figures use more lines.
const ENOUGH: f32 = 0.5;
const HAIRLINE: Rule = Rule::black(HAIR);
const BOLD_LINE: Rule = Rule::black(FRAME);

/// Returns the text size of the figures, in points.
fn value_size(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.value * 0.94
}

/// Returns the text size of the phrases, in points.
fn phrase_size(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.label * 1.14
}

/// A figure in each player's cell: its field, its caption, and the width that it needs.
#[derive(Debug, Clone)]
struct Figure<'a> {
    field: &'a Field,
    caption: String,
    need: f32,
}

/// A table of played hands, laid out in a width.
pub struct PlayedTable<'a> {
    sheet: &'a Sheet<'a>,
    table: Table,
    heads: Heads<'a>,
    figures: Figures<'a>,
    /// Whether the first column has the numbers of the hands.
    has_number: bool,
    /// The number of columns before the first player.
    first: usize,
    /// The column of the phrases, if there are any.
    played: Option<Range<usize>>,
}

impl<'a> PlayedTable<'a> {
    /// Lays out a table in this width. The figures are on as few lines as possible while the phrases have
    /// enough width.
    ///
    /// # Errors
    /// The least width of the table, if it is greater than this width.
    pub fn layout(
        canvas: &Canvas<'_>,
        sheet: &'a Sheet<'a>,
        width: f32,
    ) -> Result<PlayedTable<'a>, f32> {
        let measure = |caption: f32| Measure {
            canvas,
            sheet,
            width,
            caption,
        };
        let arranged = measure(canvas.sizes.caption).arrange();
        let (figures, needs) = arranged.or_else(|_| measure(MIN_CAPTION).arrange())?;
        let has_phrases = has_phrases(&sheet.pad);
        let widths = share_out(&needs, width);
        let first = widths.len() - sheet.heads.len();
        let player = widths.last().copied().unwrap_or_default();
        Ok(PlayedTable {
            heads: Heads::new(canvas, sheet, player, width),
            sheet,
            table: Table::new(&widths, 0.0).ruled(first),
            figures,
            has_number: first > usize::from(has_phrases),
            first,
            played: has_phrases.then(|| first - 1..first),
        })
    }

    /// Draws the rows under their header, with the totals. If no hands were played, draws a line that reports this.
    pub fn strips(&self, canvas: &mut Canvas<'_>, is_played: bool) -> Vec<Strip> {
        let pad = &self.sheet.pad;
        let no_hands = (!is_played).then(|| self.no_hands(canvas));
        let mut rows: Vec<Strip> = no_hands.into_iter().collect();
        for (index, row) in pad.rows.iter().enumerate() {
            rows.push(Strip {
                bookmark: Some(self.mark(canvas, index)),
                ..self.row(canvas, row)
            });
        }
        let totals = self.totals(canvas);
        if let Some((last, totals)) = rows.last_mut().zip(totals) {
            last.keep = true;
            rows.push(totals);
        }
        rows.push(Strip::new(0.0, vec![self.table.rule(0.0, BOLD_LINE)]));
        under_head(self.head(canvas), rows, 0.0)
    }

    /// Returns the bookmark that is used if a page begins with this row.
    fn mark(&self, canvas: &Canvas<'_>, index: usize) -> StripMark {
        let mut rows = self.sheet.pad.rows[index..].iter();
        let name = match rows.find_map(|row| row.number) {
            Some(number) => canvas.words.message("bookmark-hands", args![hand: number]),
            None => canvas.words.language.word(self.sheet.identity.game.id()),
        };
        StripMark {
            name,
            depth: 1,
            only_at_top: index > 0,
        }
    }

    /// Returns the column of a player.
    fn player(&self, seat: usize) -> Range<usize> {
        self.first + seat..self.first + seat + 1
    }

    /// Draws the header: the full names that do not fit in their columns, and the column headers with captions.
    fn head(&self, canvas: &mut Canvas<'_>) -> Strip {
        let pitch = leading(canvas.sizes.caption);
        let names = self.heads.height(canvas);
        let captions = count(self.figures.len().max(1)) * pitch + 1.2;
        let style = Style::muted(canvas.sizes.caption);
        let mut cells = Vec::new();
        let number = self.has_number.then_some((0..1, "number", Align::Center));
        let played = self.played.clone();
        let played = played.map(|columns| (columns, "played", Align::Left));
        for (columns, key, align) in number.into_iter().chain(played) {
            let text = canvas.words.caption(key);
            let mut cell = canvas.cell(&self.table, columns, pitch + 0.6, |canvas, cell| {
                let area = Area { h: pitch, ..cell }.inset(SIDE / 2.0, 0.0);
                canvas.text(area, &text, style.align(align).within(5.0, 1));
            });
            cell.at_bottom = true;
            cells.push(cell);
        }
        for seat in 0..self.heads.columns.len() {
            let (columns, high) = (self.player(seat), names + captions);
            cells.push(canvas.cell(&self.table, columns, high, |canvas, cell| {
                self.heads.draw(canvas, seat, cell.edges(), 0.0);
                self.draw_captions(canvas, cell.w, names + 0.6);
            }));
        }
        let mut row = self.table.row(TableRow {
            cells,
            rule: Rule::black(COLUMN),
            is_head: true,
            ..TableRow::default()
        });
        row.items.push(self.table.rule(0.0, BOLD_LINE));
        let high = self.heads.full_names_height(canvas);
        if high == 0.0 {
            return row;
        }
        let place = Area::new(0.0, 0.0, self.table.whole(), high);
        let full_names = canvas.frame(high, |canvas| self.heads.draw_full_names(canvas, place));
        Strip::joined(vec![self.table.note(full_names, 0.0, BOLD_LINE), row])
    }

    /// Draws the captions of the figures in a column of this width.
    fn draw_captions(&self, canvas: &mut Canvas<'_>, width: f32, top: f32) {
        let pitch = leading(canvas.sizes.caption);
        let muted = Style::muted(canvas.sizes.caption);
        for (figure, place, y) in self.placed(width, top, pitch) {
            let (style, edge) = match figure.field.kind {
                Kind::Total => (muted.bold().ink(Ink::Ink).align(Align::Right), SIDE),
                Kind::Points => (muted.align(Align::Right), SIDE),
                _ => (muted.align(Align::Center), 0.3),
            };
            let wide = place.end - edge - place.start - 0.3;
            let cell = Area::new(place.start + 0.3, y, wide, pitch);
            canvas.text(cell, &figure.caption, style.within(MIN_CAPTION, 1));
        }
    }

    /// Returns a player's figures in a column of this width, each with its place and the top of its line. The
    /// figures on a line share the width. The lines begin at `top`, at the distance `pitch` from each other.
    fn placed(
        &self,
        width: f32,
        top: f32,
        pitch: f32,
    ) -> impl Iterator<Item = (&Figure<'a>, Span, f32)> {
        let lines = self.figures.iter().enumerate();
        lines.flat_map(move |(line, figures)| {
            let needs = figures.iter().map(|figure| Need::fixed(figure.need, 1.0));
            let places = beside(&share_out(&needs.collect::<Vec<_>>(), width), 0.0, 0.0);
            let y = top + pitch * count(line);
            let figures = figures.iter().zip(places);
            figures.map(move |(figure, place)| (figure, place, y))
        })
    }

    /// Draws a line for a match without hands, under the header of the table.
    fn no_hands(&self, canvas: &mut Canvas<'_>) -> Strip {
        const HIGH: f32 = 14.0;
        let text = canvas.words.language.text("ui", "no-hands");
        let style = Style::plain(canvas.sizes.name).align(Align::Center);
        let cell = Area::new(0.0, 0.0, self.table.whole(), HIGH);
        let frame = canvas.frame(HIGH, |canvas| canvas.text(cell, &text, style));
        self.table.note(frame, 0.0, HAIRLINE)
    }

    /// Draws a row with the notes under it.
    fn row(&self, canvas: &mut Canvas<'_>, row: &Row) -> Strip {
        let high = number_height(canvas);
        let mut cells = Vec::new();
        if self.has_number && !row.adjustment {
            let draw = |canvas: &mut Canvas<'_>, cell| self.draw_number(canvas, row, cell);
            cells.push(canvas.cell(&self.table, 0..1, high, draw));
        }
        if let Some(mut columns) = self.played.clone() {
            if row.adjustment {
                // An adjustment has no number, so its phrases begin in the first column.
                columns.start = 0;
            }
            let pad = &self.sheet.pad;
            let phrases = own_phrases(canvas, pad, row);
            let width = self.table.width(columns.clone());
            let pitch = leading(phrase_size(canvas));
            // If the players' cells have phrases too, each phrase has its own line.
            let place = (width, pitch, above(canvas, pitch));
            let frame = flow(canvas, phrases, place, has_labels(pad));
            cells.push(Cell::new(columns, frame));
        }
        for (seat, values) in row.seats.iter().enumerate() {
            let columns = self.player(seat);
            let frame = self.player_frame(canvas, values, self.table.width(columns.clone()));
            cells.push(Cell::new(columns, frame));
        }
        let strip = self.table.row(TableRow {
            cells,
            least: high,
            edge: EDGE,
            rule: HAIRLINE,
            ..TableRow::default()
        });
        match self.notes(canvas, row) {
            Some(notes) => Strip::joined(vec![strip, notes]),
            None => strip,
        }
    }

    /// Draws the figures of a player, and the phrases under them.
    fn player_frame(&self, canvas: &mut Canvas<'_>, values: &Values, width: f32) -> Strip {
        let fields = self.sheet.pad.seat.iter();
        let labels = fields.filter(|field| matches!(field.kind, Kind::Label));
        let style = Style::muted(canvas.sizes.label);
        let phrases = labels.filter_map(|field| phrase(canvas, values.get(field.key), style));
        let phrases = phrases.collect();
        let under = flow(canvas, phrases, (width, leading(style.size), 0.0), false);
        let pitch = leading(value_size(canvas));
        let above = above(canvas, pitch);
        let counted = above + pitch * count(self.figures.len());
        let mut frame = canvas.frame(counted + under.height, |canvas| {
            for (figure, place, y) in self.placed(width, above, pitch) {
                if let Some(value) = values.get(figure.field.key) {
                    let cell = Area::new(place.start, y, place.length(), pitch);
                    self.draw_figure(canvas, figure.field, value, cell);
                }
            }
        });
        // Without figures, the phrases begin at the top.
        let is_blank = frame.items.is_empty();
        let below = if is_blank { above } else { counted };
        frame.items.extend(moved(under.items, 0.0, below));
        frame
    }

    /// Draws a figure. If no field has the running total, points are the main figures. They are then larger,
    /// and gains are in color.
    fn draw_figure(&self, canvas: &mut Canvas<'_>, field: &Field, value: &Value, cell: Area) {
        let text = text_of(canvas, value);
        let hue = self.sheet.identity.emblem.hue;
        let largest = Style::plain(value_size(canvas)).bold().align(Align::Right);
        let style = Style::plain(value_size(canvas) * 0.94);
        let style = match (&field.kind, self.sheet.pad.totals.is_some()) {
            (Kind::Points, true) if text.starts_with('+') => largest.ink(hue),
            (Kind::Total, _) | (Kind::Points, true) => largest,
            (Kind::Points, false) => style.align(Align::Right),
            _ => style.align(Align::Center),
        };
        canvas.line(cell.inset(SIDE, 0.0), cell.y + cell.h * 0.76, &text, style);
    }

    /// Draws the number of a row, and the filled shape of the dealer.
    fn draw_number(&self, canvas: &mut Canvas<'_>, row: &Row, cell: Area) {
        let Some(number) = row.number else { return };
        let (text, radius) = (number.to_string(), shape_radius(canvas));
        let style = Style::plain(value_size(canvas) * 0.94).bold();
        let Some(dealer) = row.dealer else {
            canvas.text(cell, &text, style.align(Align::Center));
            return;
        };
        let reach = Canvas::widest_reach(self.heads.players.len()) * 0.9 * radius;
        let x = cell.right() - 0.4 - reach;
        let left = Area::new(cell.x, cell.y, x - reach - 0.4 - cell.x, cell.h);
        canvas.text(left, &text, style.align(Align::Right).within(4.0, 1));
        let (seat, middle) = (dealer.index(), (x, cell.y + cell.h / 2.0));
        canvas.seat(seat, middle, radius * 0.9, self.heads.initial(seat), true);
    }

    /// Draws the notes under a row, over the whole width.
    fn notes(&self, canvas: &mut Canvas<'_>, row: &Row) -> Option<Strip> {
        let left = self.table.width(0..usize::from(self.has_number)) + SIDE;
        let width = self.table.whole() - left - SIDE;
        let notes = row.notes.iter().map(|note| {
            let text = canvas.words.format(note);
            canvas.text_frame(&text, Style::muted(canvas.sizes.label), width)
        });
        let notes = Stack::new(left, 0.0).with(notes.collect());
        let frame = Strip::new(notes.y, notes.items);
        (frame.height > 0.0).then(|| self.table.note(frame, 0.8, HAIRLINE))
    }

    /// Draws the row of totals.
    fn totals(&self, canvas: &mut Canvas<'_>) -> Option<Strip> {
        let totals = self.sheet.pad.totals.as_ref()?;
        let size = value_size(canvas) * 1.15;
        let high = leading(size);
        let text = canvas.words.text("totals");
        let named = Style::plain(phrase_size(canvas)).bold().within(5.0, 1);
        let style = Style::plain(size).bold().align(Align::Right);
        let mut add = |columns, text: &str, style| {
            canvas.cell(&self.table, columns, high, |canvas, cell| {
                canvas.text(cell.inset(SIDE, 0.0), text, style);
            })
        };
        let mut cells = vec![add(0..self.first, &text, named)];
        for (seat, total) in totals.iter().enumerate() {
            let Some(total) = total else { continue };
            cells.push(add(self.player(seat), &total.to_string(), style));
        }
        Some(self.table.row(TableRow {
            cells,
            edge: EDGE,
            rule: HAIRLINE,
            ..TableRow::default()
        }))
    }
}

/// The figures in a player's cell, on one or more lines.
type Figures<'a> = Vec<Vec<Figure<'a>>>;

/// Measures the columns of a table of this width, with captions of at least this size.
struct Measure<'c, 'a> {
    canvas: &'c Canvas<'c>,
    sheet: &'a Sheet<'a>,
    width: f32,
    caption: f32,
}

impl<'a> Measure<'_, 'a> {
    /// Returns a player's figures, on as few lines as possible while the phrases have enough width, and the widths of
    /// the columns. The error is the least width of the table, if it is greater than the available width.
    fn arrange(&self) -> Result<(Figures<'a>, Vec<Need>), f32> {
        let mut least = f32::MAX;
        let mut found = None;
        for lines in 1..=self.sheet.pad.seat.len().max(3) {
            let figures = self.figures(lines);
            let needs = self.needs(&figures);
            let least_here: f32 = needs.iter().map(|need| need.least).sum();
            let whole: f32 = needs.iter().map(|need| need.whole).sum();
            least = least.min(least_here);
            // Three or more lines are used only if two do not fit.
            if lines > 2 && found.is_some() {
                break;
            }
            if least_here <= self.width {
                found = Some((figures, needs));
                if self.width - least_here >= (whole - least_here) * ENOUGH {
                    break;
                }
            }
        }
        found.ok_or(least)
    }

    /// Returns the widths that the columns need.
    fn needs(&self, figures: &[Vec<Figure<'_>>]) -> Vec<Need> {
        let number = self.number_width().map(|width| Need::fixed(width, 0.0));
        let own = has_phrases(&self.sheet.pad).then(|| {
            let least = MIN_PLAYED * if self.width < 110.0 { 0.7 } else { 1.0 };
            let wanted = self.played_width(figures.len());
            Need {
                least,
                whole: wanted.min(self.width * MAX_PLAYED).max(least),
                share: 0.0,
            }
        });
        let width = |line: &Vec<Figure<'_>>| line.iter().map(|it| it.need).sum();
        let widths = figures.iter().map(width);
        let player = widths.fold(shape_radius(self.canvas) * 2.0 + 2.0, f32::max);
        let players = self.sheet.heads.iter().map(|_| Need::fixed(player, 1.0));
        number.into_iter().chain(own).chain(players).collect()
    }

    /// Returns the width at which the phrases need no more lines than the figures.
    fn played_width(&self, lines: usize) -> f32 {
        let (canvas, pad) = (self.canvas, &self.sheet.pad);
        let gap = canvas.width(" · ", Style::plain(canvas.sizes.label));
        let hands = pad.rows.iter().filter(|row| !row.adjustment);
        let widths = hands.map(|row| {
            let phrases = own_phrases(canvas, pad, row).into_iter();
            let widths = phrases.map(|it| canvas.width(&it.text, it.style) + gap);
            let (widest, all) = widths.fold((0.0_f32, 0.0), |(widest, all), width| {
                (widest.max(width), all + width)
            });
            if has_labels(pad) {
                return widest + 2.0 * SIDE;
            }
            let even = all / count(lines.max(1)) * if lines > 1 { 1.2 } else { 1.0 };
            widest.max(even) + 2.0 * SIDE
        });
        let caption = canvas.words.caption("played");
        let caption = canvas.width(&caption, canvas.small()) + 2.0 * SIDE;
        widths.fold(caption, f32::max)
    }

    /// Returns the width of the hands' numbers and the dealers' shapes; `None` if rows have no numbers.
    fn number_width(&self) -> Option<f32> {
        let (canvas, rows) = (self.canvas, &self.sheet.pad.rows);
        let most = rows.iter().filter_map(|row| row.number).max()?;
        let style = Style::plain(value_size(canvas) * 0.94).bold();
        let number = canvas.width(&most.to_string(), style);
        let caption = canvas.width(&canvas.words.caption("number"), canvas.small());
        let shape = 2.6 * shape_radius(canvas) + 0.8;
        Some((number + shape).max(caption) + 1.6)
    }

    /// Returns the figures on this many lines. Points and total are on the last lines, and the other fields
    /// are on the lines before them.
    fn figures(&self, lines: usize) -> Figures<'a> {
        let fields = self.sheet.pad.seat.iter();
        let fields = fields.filter(|field| !matches!(field.kind, Kind::Label));
        let is_sum = |field: &&Field| matches!(field.kind, Kind::Points | Kind::Total);
        let (sums, given): (Vec<&Field>, Vec<&Field>) = fields.partition(is_sum);
        let sum_lines = sums.len().min(if lines > 2 { 2 } else { lines - 1 });
        let split = |fields: &[&'a Field], lines: usize| -> Figures<'a> {
            let chunks = fields.chunks(fields.len().div_ceil(lines.max(1)).max(1));
            let line = |line: &[&'a Field]| line.iter().map(|field| self.figure(field)).collect();
            chunks.map(line).collect()
        };
        if sum_lines == 0 {
            return split(&[given, sums].concat(), 1);
        }
        [split(&given, lines - sum_lines), split(&sums, sum_lines)].concat()
    }

    fn figure(&self, field: &'a Field) -> Figure<'a> {
        let (canvas, pad) = (self.canvas, &self.sheet.pad);
        let mut caption = canvas.words.caption(field.key);
        caption.retain(|c| c != '\u{ad}');
        let bold = matches!(field.kind, Kind::Total) || pad.totals.is_some();
        let style = Style::plain(value_size(canvas)).bold_if(bold);
        let values = pad.rows.iter().flat_map(|row| &row.seats);
        let values = values.filter_map(|values| values.get(field.key));
        let widths = values.map(|value| canvas.width(&text_of(canvas, value), style));
        let widest = widths.fold(canvas.width("0", style), f32::max);
        let named = canvas.width(&caption, Style::plain(self.caption).bold());
        Figure {
            field,
            caption,
            need: widest.max(named) + 2.0 * SIDE,
        }
    }
}

/// Whether the table has a column for phrases. Adjustments need it for their reasons, even without fields of the hand.
fn has_phrases(pad: &Pad) -> bool {
    !pad.hand.is_empty() || pad.rows.iter().any(|row| row.adjustment)
}

/// Returns the space above lines with the distance `pitch` that makes the first line level with the number.
fn above(canvas: &Canvas<'_>, pitch: f32) -> f32 {
    let cap = value_size(canvas) * 0.94 * 0.72 * MM_PER_POINT;
    (f32::midpoint(number_height(canvas), cap) - pitch * 0.76).max(0.0)
}

/// Returns the height of a hand's number with the shape of its dealer.
fn number_height(canvas: &Canvas<'_>) -> f32 {
    2.0 * shape_radius(canvas) + 0.4
}

/// Returns the text of a value.
fn text_of(canvas: &Canvas<'_>, value: &Value) -> String {
    let text = value.text.as_ref();
    text.map_or_else(String::new, |text| canvas.words.format(text))
}

/// Returns the text of a value as a phrase.
fn phrase(canvas: &Canvas<'_>, value: Option<&Value>, style: Style) -> Option<Phrase> {
    let text = canvas.words.format(value?.text.as_ref()?);
    Some(Phrase { text, style })
}

/// Returns the phrases of a row's fields. The first one is bold.
fn own_phrases(canvas: &Canvas<'_>, pad: &Pad, row: &Row) -> Vec<Phrase> {
    let small = Style::plain(canvas.sizes.label);
    if row.adjustment {
        return Vec::from_iter(phrase(canvas, row.hand.get(REASON), small));
    }
    let first = Style::plain(phrase_size(canvas)).bold();
    let styles = [first].into_iter().chain(std::iter::repeat(small));
    let fields = pad.hand.iter().zip(styles);
    let phrases =
        fields.filter_map(|(field, style)| phrase(canvas, row.hand.get(field.key), style));
    phrases.collect()
}

/// Whether the players' cells have phrases.
fn has_labels(pad: &Pad) -> bool {
    pad.seat.iter().any(|field| field.kind == Kind::Label)
}

/// Draws phrases in a cell of this width, with the distance `pitch` between lines, under a space of the
/// height `above`. If `stacked` is set, each phrase has its own line; otherwise, phrases on one line are
/// separated by points. A phrase is broken only if it is wider than a line.
fn flow(
    canvas: &mut Canvas<'_>,
    phrases: Vec<Phrase>,
    (cell, pitch, above): (f32, f32, f32),
    stacked: bool,
) -> Strip {
    let width = cell - 2.0 * SIDE - 0.05;
    let mut lines: Vec<Vec<(f32, Phrase)>> = Vec::new();
    let mut used = 0.0;
    for Phrase { text, style } in phrases {
        let space = canvas.width(" ", style);
        let after = format!("·\u{a0}{text}");
        let own = canvas.width(&after, style);
        let fits = !stacked && used + space + own <= width;
        if let Some(line) = lines.last_mut().filter(|_| fits) {
            line.push((used + space, Phrase { text: after, style }));
            used += space + own;
            continue;
        }
        for text in canvas.wrap(&text, width, style) {
            used = canvas.width(&text, style);
            lines.push(vec![(0.0, Phrase { text, style })]);
        }
    }
    canvas.frame(above + pitch * count(lines.len()), |canvas| {
        for (index, line) in lines.into_iter().enumerate() {
            let y = above + pitch * count(index);
            for (offset, Phrase { text, style }) in line {
                let place = Area::new(SIDE + offset, y, cell - 2.0 * SIDE - offset, pitch);
                canvas.line(place, y + pitch * 0.76, &text, style);
            }
        }
    })
}
