//! Tables: columns that share the available width, and rows that are never split between pages.
//!
//! The content of a cell is a [`Strip`]. A row of cells is also a strip, which a [`Flow`](super::flow::Flow) places.

use std::ops::Range;
use std::sync::Arc;

use super::canvas::{COLUMN, THIN};
use super::draw::{Ink, Item, Role, moved};
use super::flow::Strip;
use super::paper::Span;

/// The width that a column needs, in millimeters.
#[derive(Debug, Clone, Copy, Default)]
pub struct Need {
    /// The smallest width.
    pub least: f32,
    /// The width at which no content is broken.
    pub whole: f32,
    /// Its share of the remaining width if no column is broken.
    pub share: f32,
}

impl Need {
    /// Creates the need for a fixed width, with a share of the remaining width.
    pub const fn fixed(width: f32, share: f32) -> Need {
        Need {
            least: width,
            whole: width,
            share,
        }
    }
}

/// Returns the widths of columns that share the width `room`. If no content needs to be broken, the columns
/// also share the remaining width. Otherwise, each width is between `least` and `whole`. If even the least
/// widths do not fit, all columns are narrowed.
pub fn share_out(needs: &[Need], room: f32) -> Vec<f32> {
    let least: f32 = needs.iter().map(|need| need.least).sum();
    let whole: f32 = needs.iter().map(|need| need.whole).sum();
    let shares: f32 = needs.iter().map(|need| need.share).sum();
    let width = |need: &Need| {
        if whole <= room {
            need.whole + (room - whole) * need.share / shares.max(0.1)
        } else if least <= room {
            let more = (need.whole - need.least) / (whole - least).max(0.1);
            need.least + (room - least) * more
        } else {
            need.least * room / least
        }
    };
    needs.iter().map(width).collect()
}

/// Returns spans of these lengths side by side, which begin at `start` and have this gap between them.
pub fn beside(lengths: &[f32], start: f32, gap: f32) -> Vec<Span> {
    let mut x = start;
    let span = |length: &f32| {
        let span = Span::new(x, x + length);
        x += length + gap;
        span
    };
    lengths.iter().map(span).collect()
}

/// A cell of a row.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The columns that it covers.
    pub columns: Range<usize>,
    /// Whether it is at the bottom of the row instead of the top.
    pub at_bottom: bool,
    /// Its content.
    pub frame: Strip,
}

impl Cell {
    /// Creates a cell at the top of its row.
    pub const fn new(columns: Range<usize>, frame: Strip) -> Cell {
        Cell {
            columns,
            at_bottom: false,
            frame,
        }
    }
}

/// The line below a row. The default is a thin black line.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its weight in points.
    pub weight: f32,
    /// Its color.
    pub ink: Ink,
}

impl Rule {
    /// Creates a black line of this weight.
    pub const fn black(weight: f32) -> Rule {
        let ink = Ink::Ink;
        Rule { weight, ink }
    }
}

impl Default for Rule {
    fn default() -> Rule {
        Rule::black(THIN)
    }
}

/// A row of cells.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// Its cells, from left to right.
    pub cells: Vec<Cell>,
    /// The smallest height of its content.
    pub least: f32,
    /// The space above and below the content.
    pub edge: f32,
    /// The line below it.
    pub rule: Rule,
    /// Whether it is the header row, with the names of the columns.
    pub is_head: bool,
}

/// The columns of a table.
#[derive(Debug, Clone)]
pub struct Table {
    columns: Vec<Span>,
    edges: Arc<[f32]>,
    /// The first column that has a line at its left. All later columns have one too.
    ruled: usize,
}

impl Table {
    /// Creates columns of these widths with this gap between them.
    pub fn new(widths: &[f32], gap: f32) -> Table {
        let columns = beside(widths, 0.0, gap);
        Table {
            edges: columns.iter().map(|column| column.start).collect(),
            ruled: columns.len(),
            columns,
        }
    }

    /// Returns this table with lines at the left of the column `ruled` and of all later columns.
    #[must_use]
    pub fn ruled(self, ruled: usize) -> Table {
        Table { ruled, ..self }
    }

    /// Returns the width of some columns with the gaps between them.
    pub fn width(&self, columns: Range<usize>) -> f32 {
        match self.columns.get(columns) {
            Some([first, .., last] | [first @ last]) => last.end - first.start,
            _ => 0.0,
        }
    }

    /// Returns the width of all columns.
    pub fn whole(&self) -> f32 {
        self.width(0..self.columns.len())
    }

    /// Draws a row with its lines. Its texts have the role of a table row.
    pub fn row(&self, row: Row) -> Strip {
        let heights = row.cells.iter().map(|cell| cell.frame.height);
        let high = heights.fold(row.least, f32::max);
        let height = high + 2.0 * row.edge;
        let cells = row.cells.into_iter().flat_map(|cell| {
            let spare = height - 2.0 * row.edge - cell.frame.height;
            let down = if cell.at_bottom { spare } else { 0.0 };
            let x = self.edges.get(cell.columns.start).copied().unwrap_or(0.0);
            moved(cell.frame.items, x, row.edge + down)
        });
        let (edges, head) = (self.edges.clone(), row.is_head);
        let mut items = Item::tagged(Role::Row { edges, head }, cells);
        for column in &self.columns[self.ruled..] {
            let (from, to) = ((column.start, 0.0), (column.start, height));
            items.push(Item::Rule(from, to, COLUMN, Ink::Ink));
        }
        items.push(self.rule(height, row.rule));
        Strip::new(height, items)
    }

    /// Draws a row that is one cell over the whole width, without the lines between columns.
    pub fn note(&self, frame: Strip, edge: f32, below: Rule) -> Strip {
        let (edges, head) = ([0.0].into(), false);
        let frame_items = moved(frame.items, 0.0, edge);
        let mut items = Item::tagged(Role::Row { edges, head }, frame_items);
        let height = frame.height + 2.0 * edge;
        items.push(self.rule(height, below));
        Strip::new(height, items)
    }

    /// Draws a horizontal line over the whole width.
    pub fn rule(&self, y: f32, rule: Rule) -> Item {
        Item::level(Span::new(0.0, self.whole()), y, rule.weight, rule.ink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(least: f32, whole: f32, share: f32) -> Need {
        Need {
            least,
            whole,
            share,
        }
    }

    #[test]
    fn columns_share_the_available_width() {
        let needs = [need(5.0, 10.0, 0.0), need(5.0, 20.0, 1.0)];
        assert_eq!(share_out(&needs, 40.0), [10.0, 30.0]);
        assert_eq!(share_out(&needs, 20.0), [7.5, 12.5]);
        assert_eq!(share_out(&needs, 8.0), [4.0, 4.0]);
    }

    #[test]
    fn a_row_is_as_high_as_its_highest_cell_and_has_one_role() {
        let table = Table::new(&[20.0, 30.0], 2.0).ruled(1);
        assert_eq!((table.width(1..2), table.whole()), (30.0, 52.0));
        let frame = |height| Strip::new(height, Vec::new());
        let rule = Rule {
            weight: 0.3,
            ink: Ink::Ink,
        };
        let row = table.row(Row {
            cells: vec![Cell::new(0..1, frame(4.0)), Cell::new(1..2, frame(6.0))],
            least: 5.0,
            edge: 1.0,
            rule,
            is_head: false,
        });
        assert!((row.height - 8.0).abs() < 0.01);
        assert!(matches!(&row.items[0], Item::Begin(Role::Row { edges, .. }) if edges.len() == 2));
        let rules = row
            .items
            .iter()
            .filter(|item| matches!(item, Item::Rule(..)));
        assert_eq!(rules.count(), 2, "between the columns, and below");
    }
}
