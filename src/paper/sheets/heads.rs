//! The players at the heads of their columns: the shape of a seat, and the name as it goes in there.

use super::names::{SetName, set_name};
use crate::layout::bidi::isolate;
use crate::layout::canvas::{Canvas, Style, THIN, count, leading};
use crate::layout::draw::Ink;
use crate::layout::paper::{Area, Span};

/// The width, in widths of a letter of a name, below which the shape of a seat stands above the name.
const NARROW: f32 = 2.0;
/// What stays white beside a shape and a name.
const EDGE: f32 = 0.8;

/// A player as the head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The name; nothing on a pad for anyone.
    pub name: Option<String>,
    /// The letter in the shape of the seat.
    pub initial: String,
}

/// The heads of the players' columns, set in their widths.
#[derive(Debug, Clone)]
pub struct Heads<'a> {
    /// Who heads the columns.
    pub heads: &'a [Head],
    /// The players, of whom one deals: those at the heads, unless partners share a column.
    pub players: &'a [Head],
    /// Whether the shapes stand above the names, since the columns are narrow.
    stacked: bool,
    names: Vec<Option<SetName>>,
    /// The lines of the names that are set elsewhere.
    elsewhere: Vec<String>,
}

impl<'a> Heads<'a> {
    /// Sets the names in columns of this width, in a table of the width `whole`.
    pub fn new(
        canvas: &Canvas<'_>,
        (heads, players): (&'a [Head], &'a [Head]),
        column: f32,
        whole: f32,
    ) -> Heads<'a> {
        let mut set = Heads {
            heads,
            players,
            stacked: column < NARROW * canvas.sizes.name,
            names: Vec::new(),
            elsewhere: Vec::new(),
        };
        let names = heads.iter().enumerate().map(|(seat, head)| {
            let width = set.name_width(canvas, seat, column);
            let name = head.name.as_ref()?;
            Some(set_name(canvas, name, (width, name_height(canvas))))
        });
        set.names = names.collect();
        set.elsewhere = set.names_elsewhere(canvas, whole);
        set
    }

    /// The names that have no room in their columns, whole, in lines over the whole width.
    fn names_elsewhere(&self, canvas: &Canvas<'_>, whole: f32) -> Vec<String> {
        let names = self.heads.iter().zip(&self.names);
        let without_room = names.filter(|(_, name)| name.as_ref().is_some_and(|it| it.elsewhere));
        let texts = without_room.filter_map(|(head, _)| {
            let name = isolate(head.name.as_ref()?);
            Some(format!("{}:\u{a0}{name}", isolate(&head.initial)))
        });
        let texts: Vec<String> = texts.collect();
        if texts.is_empty() {
            return Vec::new();
        }
        canvas.wrap(&texts.join(" · "), whole, elsewhere_style(canvas))
    }

    /// The height of the lines of names that have no room in their columns.
    pub fn elsewhere_height(&self, canvas: &Canvas<'_>) -> f32 {
        elsewhere_height(canvas, self.elsewhere.len())
    }

    /// Draws these lines from the top of a place on.
    pub fn draw_elsewhere(&self, canvas: &mut Canvas<'_>, place: Area) {
        canvas.lines(place, &self.elsewhere, elsewhere_style(canvas));
    }

    /// The height of the names.
    pub fn height(&self, canvas: &Canvas<'_>) -> f32 {
        let shape = if self.stacked {
            2.0 * shape_radius(canvas) + 1.0
        } else {
            0.0
        };
        shape + name_height(canvas) + 1.0
    }

    /// The players of a column of this width whose shapes head it: all partners who share it, or the first alone
    /// where it is too narrow for them.
    fn shapes(&self, canvas: &Canvas<'_>, seat: usize, column: f32) -> Vec<usize> {
        let partners = (seat..self.players.len()).step_by(self.heads.len().max(1));
        let partners: Vec<usize> = partners.collect();
        let most = if self.stacked { column } else { column / 2.0 };
        if partners.len() > 1 && shapes_end(canvas, &partners) <= most {
            return partners;
        }
        vec![seat]
    }

    fn name_left(&self, canvas: &Canvas<'_>, seat: usize, column: f32) -> f32 {
        if self.stacked {
            EDGE
        } else {
            shapes_end(canvas, &self.shapes(canvas, seat, column)) + EDGE
        }
    }

    fn name_width(&self, canvas: &Canvas<'_>, seat: usize, column: f32) -> f32 {
        (column - self.name_left(canvas, seat, column) - EDGE).max(0.0)
    }

    /// Draws the head of a column from `top` on: a name, or a line to write it on.
    pub fn draw(&self, canvas: &mut Canvas<'_>, seat: usize, column: Span, top: f32) {
        let radius = shape_radius(canvas);
        let height = self.height(canvas);
        let y = if self.stacked {
            top + radius + 1.0
        } else {
            top + height / 2.0
        };
        let shapes = self.shapes(canvas, seat, column.length());
        for (index, player) in shapes.iter().enumerate() {
            let end = shapes_end(canvas, &shapes[..=index]);
            let middle = (column.start + end - Canvas::seat_reach(*player) * radius, y);
            let initial = self.players.get(*player);
            let initial = initial.map_or("", |head| &head.initial);
            canvas.seat(*player, middle, radius, initial, false);
        }
        let high = name_height(canvas);
        let left = column.start + self.name_left(canvas, seat, column.length());
        let width = self.name_width(canvas, seat, column.length());
        let place = Area::new(left, top + height - high - 0.5, width, high);
        let Some(Some(name)) = self.names.get(seat) else {
            canvas.level(place.edges(), place.bottom() - 0.6, THIN, Ink::Ink);
            return;
        };
        let style = Style::plain(name.size).bold();
        let block = leading(style.size) * count(name.lines.len());
        let y = place.y + (place.h - block).max(0.0) / 2.0;
        canvas.lines(Area { y, ..place }, &name.lines, style);
    }
}

/// Where the shapes of these seats end, from the edge of their column on.
fn shapes_end(canvas: &Canvas<'_>, seats: &[usize]) -> f32 {
    let radius = shape_radius(canvas);
    let each = seats.iter();
    let each = each.map(|seat| EDGE + 2.0 * Canvas::seat_reach(*seat) * radius);
    each.sum()
}

/// The radius of the shape of a seat.
pub fn shape_radius(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.name * 0.228
}

/// The height of a place for a name: two lines of the least size, and enough for a pencil.
fn name_height(canvas: &Canvas<'_>) -> f32 {
    (2.0 * leading(canvas.sizes.least_name) + 0.1).max(6.4)
}

/// The height of so many lines of names that have no room in their columns.
pub fn elsewhere_height(canvas: &Canvas<'_>, lines: usize) -> f32 {
    match lines {
        0 => 0.0,
        _ => count(lines) * leading(elsewhere_style(canvas).size) + 1.2,
    }
}

fn elsewhere_style(canvas: &Canvas<'_>) -> Style {
    Style::plain(canvas.sizes.caption)
}
