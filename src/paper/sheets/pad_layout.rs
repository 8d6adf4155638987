//! The layout of a pad. It uses the first arrangement that fits, with as many rows as possible.

use std::array;
use std::cell::OnceCell;

use super::columns::Columns;
use super::header::Header;
use super::sheet::Sheet;
use super::table::Table;
use super::table_foot::{PadFoot, track_height};
use crate::error::TooSmall;
use crate::layout::canvas::Canvas;
use crate::layout::paper::{Area, PageSetup, Size, Span, count, times};
use crate::layout::template::TypeScale;
use overtrick_core::pad::{Length, Row, rows};

/// The most pads for one match. A match has several pads if its hands do not fit on one.
const MAX_PARTS: usize = 2;
/// The smallest side of a pad that can be filled in with a pencil, in millimeters.
const MIN_SIDE: f32 = 110.0;
/// The height of the row with the totals carried over from the previous pad.
pub const CARRIED: f32 = 7.0;

/// The distance between two blocks of rows that are side by side.
const BLOCK_GAP: f32 = 4.0;
/// A comfortable height of a row, if the number of rows is not fixed.
const EASY_LINE: f32 = 7.4;
/// The fewest rows on each pad, if a match has several pads.
const FEWEST_ROWS: usize = 2;
/// The height of the strip above the second match on a pad, and above each later match.
pub const MATCH: f32 = 5.0;

/// A pad, laid out for one size.
pub struct Layout<'a> {
    /// The table of each block of rows. The blocks are side by side.
    pub tables: Vec<Table<'a>>,
    /// The footer under the table.
    pub foot: PadFoot,
    /// The height of the header, and of the boxes under the table.
    pub head: f32,
    pub track: f32,
    /// The rows of each pad of a match. Most matches have one pad.
    pub parts: Vec<Vec<Row>>,
    /// The number of rows after which another match begins on the pad.
    pub round: usize,
    /// The height of a row.
    pub row: f32,
    /// The worked hand above the rows. If there is no room for it here, it is printed on the back.
    pub example: Option<&'a Row>,
}

/// The layouts of a sheet's pads for areas of any size. Each arrangement is measured once for each scale.
pub struct PadLayouts<'a> {
    sheet: &'a Sheet<'a>,
    measured: [Vec<OnceCell<Columns<'a>>>; TypeScale::ALL.len()],
}

/// An arrangement that is laid out in a width, before its rows are chosen.
struct Arranged<'a> {
    layout: Layout<'a>,
    width: f32,
    /// The height of everything except the rows.
    around: f32,
    /// The height that the longest names would need above the headers, if the names are unknown. With this
    /// reserve, a pad that fits without names also fits with them.
    names: f32,
}

/// Returns the height of the row with carried totals, if each match has this many pads.
fn carried(parts: usize) -> f32 {
    if parts > 1 { CARRIED } else { 0.0 }
}

impl<'a> PadLayouts<'a> {
    /// Creates the layouts of a sheet.
    pub fn new(sheet: &'a Sheet<'a>) -> PadLayouts<'a> {
        let arrangements = sheet.template.arrangements.iter();
        PadLayouts {
            sheet,
            measured: array::from_fn(|_| arrangements.clone().map(|_| OnceCell::new()).collect()),
        }
    }

    /// Returns the number of pads for each match on pages with this setup.
    ///
    /// # Errors
    /// The least size that the pad needs, if it does not fit.
    pub fn parts(&self, setup: PageSetup) -> Result<usize, TooSmall> {
        let fitted = self.fit(setup.frames()[0]);
        fitted.map(|(_, layout)| layout.parts.len())
    }

    /// Returns the layout for an area, with a canvas in the scale of the layout. A large area has large text
    /// if everything fits.
    ///
    /// # Errors
    /// The least size that the pad needs, if it does not fit.
    pub fn fit(&self, frame: Area) -> Result<(Canvas<'a>, Layout<'a>), TooSmall> {
        let mut failed = None;
        for canvas in self.sheet.canvases(frame.size()) {
            // Only a custom game's pad may have the smallest text.
            if canvas.scale == TypeScale::Small && self.sheet.identity.game.definition().is_none() {
                break;
            }
            match self.layout(&canvas, frame) {
                Ok(layout) => return Ok((canvas, layout)),
                Err(size) => failed = failed.or(Some(size)),
            }
        }
        Err(failed.unwrap_or_else(|| self.sheet.too_small(frame.size(), frame.size())))
    }

    /// Returns the layout of the first arrangement that fits, with as few pads for each match as possible.
    ///
    /// # Errors
    /// The least size that the pad needs, if it does not fit.
    pub fn layout(&self, canvas: &Canvas<'_>, frame: Area) -> Result<Layout<'a>, TooSmall> {
        let arrangements = self.sheet.template.arrangements.len();
        let mut arranged: Vec<Option<Arranged<'a>>> = Vec::with_capacity(arrangements);
        let mut least: Option<Size> = None;
        for parts in 1..=MAX_PARTS {
            for index in 0..arrangements {
                if parts == 1 {
                    arranged.push(self.arrange(canvas, index, frame.edges()));
                }
                let Some(tried) = arranged[index].take() else {
                    continue;
                };
                let size = self.least_of(&tried, parts);
                if size.w <= frame.w + 0.01 && size.h <= frame.h + 0.01 {
                    return Ok(self.settle(canvas, tried, parts, frame));
                }
                arranged[index] = Some(tried);
                // If two sizes exceed the area equally, the smaller one is preferred.
                let far = |size: Size| {
                    let misses = (size.w - frame.w).max(0.0) + (size.h - frame.h).max(0.0);
                    misses + 0.001 * (size.w + size.h)
                };
                if least.is_none_or(|least| far(size) < far(least)) {
                    least = Some(size);
                }
            }
        }
        let least = least.unwrap_or(frame.size());
        Err(self.sheet.too_small(least, frame.size()))
    }

    /// Returns the columns of an arrangement.
    fn columns(&self, canvas: &Canvas<'_>, index: usize) -> &Columns<'a> {
        let measured = &self.measured[canvas.scale as usize][index];
        measured.get_or_init(|| Columns::measure(canvas, self.sheet, index))
    }

    /// Returns the table of an arrangement in a span that is wide enough.
    fn table(&self, canvas: &Canvas<'_>, index: usize, place: Span) -> Option<Table<'a>> {
        let sheet = self.sheet;
        let columns = self.columns(canvas, index);
        let grid = columns.lay(canvas, place, sheet.template.least_line)?;
        Some(Table::new(canvas, grid, sheet))
    }

    /// Lays out an arrangement in this span, or in the least width that it needs if that is wider. Returns
    /// `None` if a field does not fit.
    fn arrange(&self, canvas: &Canvas<'_>, index: usize, place: Span) -> Option<Arranged<'a>> {
        let pad = &self.sheet.pad;
        let width = self.columns(canvas, index).least().max(place.length());
        let table = self.table(canvas, index, Span::new(place.start, place.start + width))?;
        let foot = PadFoot::lay(canvas, self.sheet, width);
        let head = Header::lay(canvas, &self.sheet.identity, width).height(canvas);
        let track = track_height(canvas, pad, width);
        let totals = table.totals_share(pad) * table.grid.row;
        let under = totals + Table::places_height(self.sheet.results) + track + foot.height(canvas);
        Some(Arranged {
            around: head + table.head_height(canvas) + under,
            names: table.names_reserve(canvas),
            width,
            layout: Layout {
                row: table.grid.row,
                tables: vec![table],
                foot,
                head,
                track,
                parts: Vec::new(),
                round: usize::MAX,
                example: None,
            },
        })
    }

    /// Returns the least size of an arrangement, if each match has this many pads.
    fn least_of(&self, arranged: &Arranged<'_>, parts: usize) -> Size {
        let rows = arranged.layout.row * count(self.fewest_rows(parts));
        // The size includes names, so that a pad that fits without names also fits with names.
        let height = arranged.around + carried(parts) + rows + arranged.names;
        Size::new(arranged.width.max(MIN_SIDE), height.max(MIN_SIDE))
    }

    /// Adds the rows to an arrangement. The rows share the remaining height.
    fn settle(
        &self,
        canvas: &Canvas<'_>,
        arranged: Arranged<'a>,
        parts: usize,
        frame: Area,
    ) -> Layout<'a> {
        let mut layout = arranged.layout;
        let (pad, need) = (&self.sheet.pad, layout.row);
        let space = frame.h - arranged.around - carried(parts);
        let is_full = self.most_rows((parts, 1), space, need) >= self.sheet.template.most_rows;
        let beside = self.beside(canvas, frame.edges()).filter(|_| !is_full);
        layout.tables = beside.unwrap_or(layout.tables);
        let tables = layout.tables.len();
        let rows_in = |space: f32| self.most_rows((parts, tables), space, need);
        // The worked hand is on the back if the pad would otherwise have room for one match less. The hand
        // may take the space of one round of deals.
        let fewer = match pad.length {
            Length::Open { multiple_of } => multiple_of.max(1) * tables,
            Length::Fixed | Length::Rounds => 1,
        };
        let fewest = self.fewest_rows(parts).div_ceil(tables) + 1;
        let has_room =
            space >= need * count(fewest) && rows_in(space) <= rows_in(space - need) + fewer;
        layout.example = pad.example.as_ref().filter(|_| has_room);
        let space = space - layout.example.map_or(0.0, |_| need);
        let rows = rows_in(space);
        layout.round = self.round(parts);
        let matches = (rows / layout.round).max(1);
        let totals = layout.tables[0].totals_share(pad);
        let space = space - self.match_gap() * count(matches - 1) + totals * need;
        let lines = layout.tables[0].lines();
        let most = (self.sheet.template.most_line * count(lines)).max(need);
        layout.row = (space / (count(rows.div_ceil(tables)) + totals)).min(most);
        layout.parts = self.blank_rows(rows, parts);
        layout
    }

    /// Returns tables side by side, in the first arrangement that fits, if the layout has several blocks.
    fn beside(&self, canvas: &Canvas<'_>, place: Span) -> Option<Vec<Table<'a>>> {
        let blocks = self.sheet.template.blocks;
        let is_open = matches!(self.sheet.pad.length, Length::Open { .. });
        if blocks < 2 || !is_open {
            return None;
        }
        let width = (place.length() + BLOCK_GAP) / count(blocks) - BLOCK_GAP;
        let tables = |index: usize| {
            let table = |block: usize| {
                let x = place.start + count(block) * (width + BLOCK_GAP);
                self.table(canvas, index, Span::new(x, x + width))
            };
            (0..blocks).map(table).collect()
        };
        (0..self.sheet.template.arrangements.len()).find_map(tables)
    }

    /// Returns the fewest rows of a pad, if each match has this many pads.
    fn fewest_rows(&self, parts: usize) -> usize {
        let (whole, step) = match self.sheet.pad.length {
            Length::Fixed | Length::Rounds => (self.sheet.pad.rows.len().max(1), 1),
            Length::Open { multiple_of } => (self.sheet.template.fewest_rows, multiple_of.max(1)),
        };
        let fewest = match parts {
            1 => whole,
            _ => whole.div_ceil(parts).max(FEWEST_ROWS),
        };
        // The number of rows on all pads of a match is a multiple of `step`.
        let mut rows = fewest..fewest + step;
        let whole = rows.find(|rows| (rows * parts).is_multiple_of(step));
        whole.unwrap_or(fewest)
    }

    /// Returns the additional height that a second match needs.
    fn match_gap(&self) -> f32 {
        Table::places_height(self.sheet.results) + MATCH
    }

    /// Returns the number of rows after which another match may begin on a pad.
    fn round(&self, parts: usize) -> usize {
        match self.sheet.pad.length {
            Length::Rounds if parts == 1 => self.sheet.pad.rows.len().max(1),
            _ => usize::MAX,
        }
    }

    /// Returns the most rows that fit into the height `room`, if each has at least the height `need`.
    fn most_rows(&self, (parts, blocks): (usize, usize), room: f32, need: f32) -> usize {
        let fewest = self.fewest_rows(parts);
        let gap = self.match_gap();
        let matches = times(room + gap, need * count(fewest) + gap);
        let room = times(room, need.max(EASY_LINE)) * blocks;
        let most = self.sheet.template.most_rows.max(fewest);
        match self.sheet.pad.length {
            Length::Open { multiple_of: step } => {
                let room = (fewest..=room.clamp(fewest, most)).rev();
                let mut whole = room.filter(|rows| (rows * parts).is_multiple_of(step));
                whole.next().unwrap_or(fewest)
            }
            Length::Rounds if parts == 1 => matches.clamp(1, (most / fewest).max(1)) * fewest,
            Length::Fixed | Length::Rounds => fewest,
        }
    }

    /// Returns the rows for each pad of a match: the pad's own rows, or this number of blank rows.
    fn blank_rows(&self, number: usize, parts: usize) -> Vec<Vec<Row>> {
        let known = &self.sheet.pad.rows;
        let all: Vec<Row> = match self.sheet.pad.length {
            Length::Open { .. } => {
                let players = self.sheet.players.len();
                let mut rows = rows(number * parts, players);
                for row in &mut rows {
                    row.seats.truncate(self.sheet.pad.columns(players));
                }
                rows
            }
            Length::Rounds if parts == 1 => known.iter().cloned().cycle().take(number).collect(),
            Length::Fixed | Length::Rounds => known.clone(),
        };
        all.chunks(number.max(1)).map(<[Row]>::to_vec).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::paper::Paper;
    use crate::requests::{PadPlayers, PadRequest};
    use overtrick_core::pad::Kind;
    use overtrick_games as games;
    use overtrick_match::lang::Language;

    /// The least width of a handwritten digit, and the least height of a cell.
    const PENCIL: Size = Size::new(2.0, 6.5);

    #[test]
    fn every_cell_for_writing_is_high_enough() {
        let mut layouts = 0;
        for game in games::all() {
            let (least, most) = game.facts.players;
            for count in least..=most {
                let request = PadRequest {
                    players: PadPlayers::Count(count),
                    ..PadRequest::new(game, Language::english())
                };
                let sheet = Sheet::from_pad_request(&request).unwrap();
                let sheet_layouts = PadLayouts::new(&sheet);
                for setup in Paper::ALL.into_iter().flat_map(setups) {
                    let frame = setup.frames()[0];
                    let canvas = sheet.canvas(frame.size());
                    if let Ok(layout) = sheet_layouts.layout(&canvas, frame) {
                        check_cells(&layout, &canvas, game.facts.id);
                        layouts += 1;
                    }
                }
            }
        }
        assert!(layouts > 100, "{layouts}");
    }

    fn setups(paper: Paper) -> [PageSetup; 4] {
        [(1, false), (1, true), (2, false), (2, true)].map(|(per_page, landscape)| PageSetup {
            paper,
            landscape,
            per_page,
            gutter: 0,
        })
    }

    fn check_cells(layout: &Layout<'_>, canvas: &Canvas<'_>, game: &str) {
        for column in &layout.tables[0].grid.columns {
            let heights = column.heights(layout.row);
            let lines = column.lines.iter().zip(heights);
            let parts = lines.flat_map(|(line, high)| line.parts.iter().map(move |it| (it, high)));
            for (part, high) in parts {
                let Some(field) = part.field else { continue };
                if matches!(field.kind, Kind::Write | Kind::Points | Kind::Total) {
                    let (w, h) = (part.w + 0.01, high + 0.01);
                    let figures = canvas.sizes.pencil * f32::from(field.figures);
                    assert!(
                        w >= figures && canvas.sizes.pencil >= PENCIL.w && h >= PENCIL.h,
                        "{game} {}: {w} × {h}",
                        field.key
                    );
                }
            }
        }
    }
}
