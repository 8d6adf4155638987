//! Tables: columns as wide as their words need, rows that no page divides.

use std::rc::Rc;

use super::format::{Format, leading};
use super::pages::{BASELINE, Strip};
use super::text::{TextStyle, Word};
use super::typesetter::Typesetter;
use crate::layout::canvas::{COLUMN, HAIR, count};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::fonts::Cut;
use crate::layout::lines::{Unbroken, line_starts};
use crate::layout::paper::Area;

/// The words of a cell.
type Cell = Vec<Word>;
/// The cells of a row.
type Row = Vec<Cell>;

/// How much of a page a table takes at the most that no page divides.
const WHOLE: f32 = 0.8;
/// The sizes that are tried, as parts of the size of the text.
const SIZES: [f32; 4] = [0.94, 0.88, 0.82, 0.76];
/// By how much a line may be wider than its column, which was measured in another way.
const SLACK: f32 = 0.02;

/// A table whose words are written in the size that fits.
pub struct Grid<'a> {
    /// The names of the columns.
    pub head: &'a dyn Fn(TextStyle) -> Row,
    /// The rows.
    pub rows: &'a dyn Fn(TextStyle) -> Vec<Row>,
    /// Which columns end at the right.
    pub right: &'a [bool],
}

/// A table as it is set.
struct Setting<'a> {
    setter: &'a Typesetter<'a>,
    right: &'a [bool],
    size: f32,
    /// The width of each column.
    widths: Vec<f32>,
    gap: f32,
}

/// The rows of a table as strips.
pub fn strips(grid: &Grid<'_>, setter: &Typesetter<'_>, format: &Format) -> Vec<Strip> {
    let room = format.column.w;
    let mut found = None;
    for part in SIZES {
        let style = TextStyle::plain(format.size * part);
        let head = (grid.head)(style.cut(Cut::Bold).ink(Ink::Muted));
        let rows = (grid.rows)(style);
        let gap = format.size * 0.4;
        let (widths, fits) = widths(&head, &rows, setter, (style.size, gap, room));
        let setting = Setting {
            setter,
            right: grid.right,
            size: style.size,
            widths,
            gap,
        };
        found = Some((setting, head, rows));
        if fits {
            break;
        }
    }
    let Some((setting, head, rows)) = found else {
        return Vec::new();
    };
    setting.strips(head, rows, format.column.h * WHOLE)
}

/// The width of each column, and whether no word has to be broken.
fn widths(
    head: &Row,
    rows: &[Row],
    setter: &Typesetter<'_>,
    (size, gap, room): (f32, f32, f32),
) -> (Vec<f32>, bool) {
    let columns = head.len();
    let room = room - gap * (count(columns) - 1.0);
    let cells = |column: usize| {
        let rows = rows.iter().filter_map(move |row| row.get(column));
        head.get(column).into_iter().chain(rows)
    };
    let widest = |column: usize| {
        let words = cells(column).flatten();
        words.map(|word| word.width).fold(0.0, f32::max)
    };
    let natural = |column: usize| {
        let cells = cells(column).map(|cell| setter.width(cell, size));
        // A hair more, so that a line as wide as its column is not broken.
        cells.fold(0.0, f32::max) + 0.01
    };
    let least: Vec<f32> = (0..columns).map(widest).collect();
    let most: Vec<f32> = (0..columns).map(natural).collect();
    let (all_least, all_most): (f32, f32) = (least.iter().sum(), most.iter().sum());
    if all_most <= room {
        return (most, true);
    }
    if all_least > room {
        let squeezed = least.iter().map(|width| width * room / all_least);
        return (squeezed.collect(), false);
    }
    let share = (room - all_least) / (all_most - all_least).max(0.01);
    let columns = least.iter().zip(&most);
    let mut widths: Vec<f32> = columns
        .map(|(least, most)| least + (most - least) * share)
        .collect();
    let table: Vec<&Row> = [head].into_iter().chain(rows).collect();
    lower(&table, &least, &mut widths, setter.space(size));
    (widths, true)
}

/// Takes width from one column for another as long as the table becomes lower by it.
fn lower(table: &[&Row], least: &[f32], widths: &mut [f32], space: f32) {
    /// How much is taken at a time, in millimeters.
    const STEPS: [f32; 3] = [2.0, 5.0, 9.0];
    /// How often it is taken at the most.
    const ROUNDS: usize = 24;
    let mut height = lines(table, widths, space);
    for _ in 0..ROUNDS {
        let mut best = None;
        let columns = 0..widths.len();
        let moves = columns.clone().flat_map(|from| {
            let others = columns.clone().filter(move |to| *to != from);
            others.flat_map(move |to| STEPS.map(|step| (from, to, step)))
        });
        for (from, to, step) in moves {
            if widths[from] - least[from] < step {
                continue;
            }
            let mut trial = widths.to_vec();
            trial[from] -= step;
            trial[to] += step;
            let trial_height = lines(table, &trial, space);
            if trial_height < height {
                height = trial_height;
                best = Some(trial);
            }
        }
        match best {
            Some(better) => widths.copy_from_slice(&better),
            None => break,
        }
    }
}

/// How many lines the rows of a table have, and a little for those of each cell.
fn lines(table: &[&Row], widths: &[f32], space: f32) -> f32 {
    let row = |row: &&Row| {
        let cells = row.iter().zip(widths);
        let cells = cells.map(|(cell, width)| count(lines_of(cell, space, *width)));
        let (most, all) = cells.fold((0.0_f32, 0.0), |(most, all), lines| {
            (most.max(lines), all + lines)
        });
        most + all * 0.01
    };
    table.iter().map(row).sum()
}

/// How many lines words have in a column of this width, filled one after the other.
fn lines_of(words: &[Word], space: f32, width: f32) -> usize {
    let words = words.iter().map(|word| Unbroken {
        width: word.width,
        begins_line: false,
    });
    let starts = line_starts(words, space, width + SLACK);
    starts.filter(|starts| *starts).count()
}

impl Setting<'_> {
    /// The rows; all on one page, if they are not higher than this together.
    fn strips(&self, head: Row, rows: Vec<Row>, whole: f32) -> Vec<Strip> {
        let mut top = self.row(head, COLUMN, (Ink::Ink, true));
        top.keep = true;
        let again = Rc::new(top.clone());
        let rows = rows.into_iter();
        let rows = rows.map(|row| self.row(row, HAIR, (Ink::Line, false)));
        let mut strips: Vec<Strip> = [top].into_iter().chain(rows).collect();
        let last = strips.len() - 1;
        let is_low = strips.iter().map(|strip| strip.height).sum::<f32>() <= whole;
        for (index, strip) in strips.iter_mut().enumerate() {
            // Two rows at least stand on each page.
            strip.keep = index < last && (is_low || index < 2 || index + 1 == last);
            strip.again = (index > 1).then(|| again.clone());
        }
        strips
    }

    /// The width of the whole table.
    fn width(&self) -> f32 {
        let widths: f32 = self.widths.iter().sum();
        widths + self.gap * (count(self.widths.len()) - 1.0)
    }

    /// A row with a rule below it.
    fn row(&self, cells: Row, weight: f32, (ink, head): (Ink, bool)) -> Strip {
        let (pitch, padding) = (leading(self.size) * 0.96, self.size * 0.085);
        let cells = cells.into_iter().zip(&self.widths);
        let cells: Vec<Vec<Vec<Word>>> = cells
            .map(|(words, width)| self.setter.break_lines(words, self.size, (*width, SLACK)))
            .collect();
        let most = cells.iter().map(Vec::len).max();
        let height = pitch * count(most.unwrap_or(0).max(1)) + 2.0 * padding;
        let mut items = Vec::new();
        let mut edges = Vec::with_capacity(cells.len());
        let mut x = 0.0;
        for (column, lines) in cells.iter().enumerate() {
            let width = self.widths[column];
            let is_right = self.right.get(column).copied().unwrap_or(false);
            for (line, words) in lines.iter().enumerate() {
                let top = padding + pitch * count(line);
                let cell = Area::new(x, top, width, pitch);
                let used = self.setter.width(words, self.size);
                let start = if is_right { x + width - used } else { x };
                let place = (start, top + pitch * BASELINE);
                items.extend(self.setter.line(words, place, self.size, cell));
            }
            edges.push(x);
            x += width + self.gap;
        }
        let edges = edges.into();
        let mut items = Item::tagged(Role::Row { edges, head }, items);
        items.push(Item::Rule(
            (0.0, height),
            (self.width(), height),
            weight,
            ink,
        ));
        Strip {
            height,
            items,
            ..Strip::default()
        }
    }
}
