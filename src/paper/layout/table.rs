//! Tables: columns that share the width there is, and rows that no page divides.
//!
//! What stands in a cell is a [`Frame`]; a row of cells is a [`Strip`], which a [`Flow`](super::flow::Flow) places.

use std::ops::Range;
use std::sync::Arc;

use super::canvas::THIN;
use super::draw::{Ink, Item, Role};
use super::flow::Strip;
use super::paper::Span;

/// What a column needs, in millimeters.
#[derive(Debug, Clone, Copy, Default)]
pub struct Need {
    /// The least width.
    pub least: f32,
    /// The width in which nothing of it is broken.
    pub whole: f32,
    /// Its share of what is left over when every column is whole.
    pub share: f32,
}

/// The widths of columns in this room: each whole and what is left over shared out, or else between its least and its
/// whole width. Where not even the least widths have room, all are squeezed.
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

/// What stands in a cell, from its upper left corner.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// Its height.
    pub height: f32,
    /// What is drawn.
    pub items: Vec<Item>,
}

/// Where a frame stands in the height of its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// At the top.
    Top,
    /// In the middle.
    Middle,
    /// At the bottom.
    Bottom,
}

/// A cell of a row.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The columns that it lies over.
    pub columns: Range<usize>,
    /// Where it stands in the height of the row.
    pub stands: Stands,
    /// What stands in it.
    pub frame: Frame,
}

impl Cell {
    /// A cell of one column.
    pub const fn new(column: usize, stands: Stands, frame: Frame) -> Cell {
        Cell {
            columns: column..column + 1,
            stands,
            frame,
        }
    }

    /// The same, standing elsewhere.
    #[must_use]
    pub fn stands(self, stands: Stands) -> Cell {
        Cell { stands, ..self }
    }
}

/// The rule below a row: without more, a thin black one.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its weight in points.
    pub weight: f32,
    /// Its color.
    pub ink: Ink,
}

impl Rule {
    /// A black rule of this weight.
    pub const fn black(weight: f32) -> Rule {
        Rule {
            weight,
            ink: Ink::Ink,
        }
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
    /// The least height of what stands in it.
    pub least: f32,
    /// What stays white above and below that.
    pub edge: f32,
    /// The rule below it.
    pub rule: Rule,
    /// Whether it names the columns.
    pub is_head: bool,
}

/// A column that has its width.
#[derive(Debug, Clone, Copy)]
struct Column {
    x: f32,
    width: f32,
    /// The weight of the rule at its left edge.
    rule: Option<f32>,
}

/// The columns of a table.
#[derive(Debug, Clone)]
pub struct Table {
    columns: Vec<Column>,
    edges: Arc<[f32]>,
}

impl Table {
    /// Columns of these widths from `left` on, so far apart.
    pub fn new(left: f32, widths: &[f32], gap: f32) -> Table {
        let mut x = left;
        let column = |width: &f32| {
            let column = Column {
                x,
                width: *width,
                rule: None,
            };
            x += width + gap;
            column
        };
        let columns: Vec<Column> = widths.iter().map(column).collect();
        Table {
            edges: columns.iter().map(|column| column.x).collect(),
            columns,
        }
    }

    /// The same with rules of this weight at the left of these columns.
    #[must_use]
    pub fn ruled(mut self, columns: Range<usize>, weight: f32) -> Table {
        for column in self
            .columns
            .iter_mut()
            .take(columns.end)
            .skip(columns.start)
        {
            column.rule = Some(weight);
        }
        self
    }

    /// The left edge of a column.
    pub fn x(&self, column: usize) -> f32 {
        self.columns.get(column).map_or(0.0, |column| column.x)
    }

    /// The width of some columns with what is between them.
    pub fn width(&self, columns: Range<usize>) -> f32 {
        let end = columns
            .end
            .checked_sub(1)
            .and_then(|last| self.columns.get(last));
        end.map_or(0.0, |last| last.x + last.width - self.x(columns.start))
    }

    /// From its left to its right edge.
    pub fn edges(&self) -> Span {
        let left = self.x(0);
        Span::new(left, left + self.width(0..self.columns.len()))
    }

    /// A row with its rules, tagged as one.
    pub fn row(&self, row: Row) -> Strip {
        let heights = row.cells.iter().map(|cell| cell.frame.height);
        let height = heights.fold(row.least, f32::max) + 2.0 * row.edge;
        let cells = row.cells.into_iter().flat_map(|cell| {
            let spare = height - 2.0 * row.edge - cell.frame.height;
            let y = match cell.stands {
                Stands::Top => row.edge,
                Stands::Middle => row.edge + spare / 2.0,
                Stands::Bottom => row.edge + spare,
            };
            let x = self.x(cell.columns.start);
            cell.frame
                .items
                .into_iter()
                .map(move |item| item.moved(x, y))
        });
        let role = Role::Row {
            edges: self.edges.clone(),
            head: row.is_head,
        };
        let mut items = Item::tagged(role, cells);
        for column in &self.columns {
            if let Some(weight) = column.rule {
                items.push(Item::Rule(
                    (column.x, 0.0),
                    (column.x, height),
                    weight,
                    Ink::Ink,
                ));
            }
        }
        items.push(self.rule(height, row.rule));
        Strip {
            height,
            items,
            ..Strip::default()
        }
    }

    /// A row of one cell over the whole width, without the rules between columns.
    pub fn note(&self, frame: Frame, edge: f32, below: Rule) -> Strip {
        let left = self.edges().start;
        let role = Role::Row {
            edges: [left].into(),
            head: false,
        };
        let height = frame.height + 2.0 * edge;
        let moved = frame.items.into_iter().map(|item| item.moved(left, edge));
        let mut items = Item::tagged(role, moved);
        items.push(self.rule(height, below));
        Strip {
            height,
            items,
            ..Strip::default()
        }
    }

    /// A rule over the whole width.
    pub fn rule(&self, y: f32, rule: Rule) -> Item {
        let Span { start, end } = self.edges();
        Item::Rule((start, y), (end, y), rule.weight, rule.ink)
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
    fn columns_share_what_there_is() {
        let needs = [need(5.0, 10.0, 0.0), need(5.0, 20.0, 1.0)];
        assert_eq!(share_out(&needs, 40.0), [10.0, 30.0]);
        assert_eq!(share_out(&needs, 20.0), [7.5, 12.5]);
        assert_eq!(share_out(&needs, 8.0), [4.0, 4.0]);
    }

    #[test]
    fn a_row_is_as_high_as_its_highest_cell_and_reads_as_one() {
        let table = Table::new(10.0, &[20.0, 30.0], 2.0).ruled(1..2, 0.6);
        assert_eq!(
            (table.x(1), table.width(0..2), table.edges()),
            (32.0, 52.0, Span::new(10.0, 62.0))
        );
        let frame = |height| Frame {
            height,
            items: Vec::new(),
        };
        let rule = Rule {
            weight: 0.3,
            ink: Ink::Ink,
        };
        let row = table.row(Row {
            cells: vec![
                Cell::new(0, Stands::Top, frame(4.0)),
                Cell::new(1, Stands::Middle, frame(6.0)),
            ],
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
