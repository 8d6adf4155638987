//! How a pad is laid out: in the first arrangement that fits its place, with as many rows as go into it.

use std::array;
use std::cell::OnceCell;

use super::columns::Columns;
use super::header::Header;
use super::sheet::Sheet;
use super::table::Table;
use super::table_foot::{PadFoot, track_height};
use crate::error::TooSmall;
use crate::layout::canvas::{Canvas, count, times};
use crate::layout::paper::{Area, PageSetup, Size, Span};
use crate::layout::template::TypeScale;
use overtrick_core::pad::{Length, Row, rows};

/// The most pads over which a match goes where one is too small for its hands.
const MAX_PARTS: usize = 2;
/// The least side of a pad that a pencil can fill, in millimeters.
const MIN_SIDE: f32 = 110.0;
/// The row in which the totals of the pad before are carried over.
pub const CARRIED: f32 = 7.0;

/// The distance between two blocks of rows that stand beside each other.
const BLOCK_GAP: f32 = 4.0;
/// The height of a line of a pad that has room for as many rows as it likes.
const EASY_LINE: f32 = 7.4;
/// The fewest rows that are worth a pad where a match goes over several.
const FEWEST_ROWS: usize = 2;
/// The strip that numbers a second match.
pub const MATCH: f32 = 5.0;

/// A pad laid out for one size of place.
pub struct Layout<'a> {
    /// The columns, once for each block of rows that stand beside each other.
    pub tables: Vec<Table<'a>>,
    /// What stands under the table.
    pub foot: PadFoot,
    /// The height of the head, and of the boxes under the table.
    pub head: f32,
    pub track: f32,
    /// The rows of each pad of a match, mostly only one.
    pub parts: Vec<Vec<Row>>,
    /// The rows of a match, where a pad has room for several.
    pub round: usize,
    /// The height of a row.
    pub row: f32,
    /// The worked hand above them, where there is room for one; else it stands on the back.
    pub example: Option<&'a Row>,
}

/// The layouts of a sheet's pads for places of any size. Each arrangement is measured once for each scale
/// of its type.
pub struct PadLayouts<'a> {
    sheet: &'a Sheet<'a>,
    measured: [Vec<OnceCell<Columns<'a>>>; TypeScale::ALL.len()],
}

/// An arrangement in a width, without its rows.
struct Arranged<'a> {
    layout: Layout<'a>,
    width: f32,
    /// The height of all but the rows.
    around: f32,
    /// What the longest names could take beside the heads, where they are not known yet: what fits without
    /// them fits with them.
    names: f32,
}

/// The height of what is carried over, where a match goes on so many pads.
fn carried(parts: usize) -> f32 {
    if parts > 1 { CARRIED } else { 0.0 }
}

impl<'a> PadLayouts<'a> {
    /// Those of a sheet.
    pub fn new(sheet: &'a Sheet<'a>) -> PadLayouts<'a> {
        let arrangements = sheet.template.arrangements.iter();
        PadLayouts {
            sheet,
            measured: array::from_fn(|_| arrangements.clone().map(|_| OnceCell::new()).collect()),
        }
    }

    /// On how many pads a match goes on a page that is set up so.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
    pub fn parts(&self, setup: PageSetup) -> Result<usize, TooSmall> {
        let fitted = self.fit(setup.frames()[0]);
        fitted.map(|(_, layout)| layout.parts.len())
    }

    /// The layout for a place, with a canvas in whose type it fits: large where the place is, if there is room.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
    pub fn fit(&self, frame: Area) -> Result<(Canvas<'a>, Layout<'a>), TooSmall> {
        let mut failed = None;
        for canvas in self.sheet.canvases(frame.size()) {
            // Only a custom game's pad may be set in type that small.
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

    /// The first arrangement that fits, or the least size that any needs: a match on as few pads as it goes.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
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
                // Of those that miss the place by as much, the smaller.
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

    /// The columns of an arrangement.
    fn columns(&self, canvas: &Canvas<'_>, index: usize) -> &Columns<'a> {
        let measured = &self.measured[canvas.scale as usize][index];
        measured.get_or_init(|| Columns::measure(canvas, self.sheet, index))
    }

    /// The table of an arrangement in a place that is wide enough.
    fn table(&self, canvas: &Canvas<'_>, index: usize, place: Span) -> Option<Table<'a>> {
        let sheet = self.sheet;
        let columns = self.columns(canvas, index);
        let grid = columns.lay(canvas, place, sheet.template.least_line)?;
        Some(Table::new(canvas, grid, sheet))
    }

    /// An arrangement in this place, or from its left on in the least width that it needs; nothing if a field does not
    /// go in at all.
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

    /// The least size of an arrangement, where a match goes on so many pads.
    fn least_of(&self, arranged: &Arranged<'_>, parts: usize) -> Size {
        let rows = arranged.layout.row * count(self.fewest_rows(parts));
        // What fits without names must fit with them.
        let height = arranged.around + carried(parts) + rows + arranged.names;
        Size::new(arranged.width.max(MIN_SIDE), height.max(MIN_SIDE))
    }

    /// An arrangement with its rows, what is left over shared out.
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
        // A worked hand that would take a match from the pad is on the back; one may take a round of deals.
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

    /// The tables of the first arrangement that has room beside itself, where the layout wants that.
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

    /// The fewest rows of a pad, where a match goes on so many.
    fn fewest_rows(&self, parts: usize) -> usize {
        let whole = match self.sheet.pad.length {
            Length::Fixed | Length::Rounds => self.sheet.pad.rows.len().max(1),
            Length::Open { .. } => self.sheet.template.fewest_rows,
        };
        let fewest = match parts {
            1 => whole,
            _ => whole.div_ceil(parts).max(FEWEST_ROWS),
        };
        let Length::Open { multiple_of: step } = self.sheet.pad.length else {
            return fewest;
        };
        // All parts of a pad together have a multiple of `step` rows.
        let mut rows = fewest..fewest + step.max(1);
        let whole = rows.find(|rows| (rows * parts).is_multiple_of(step.max(1)));
        whole.unwrap_or(fewest)
    }

    /// What a second match takes beside its rows.
    fn match_gap(&self) -> f32 {
        Table::places_height(self.sheet.results) + MATCH
    }

    /// The rows of a match on a pad that has room for several, of which each goes on so many pads.
    fn round(&self, parts: usize) -> usize {
        match self.sheet.pad.length {
            Length::Rounds if parts == 1 => self.sheet.pad.rows.len().max(1),
            _ => usize::MAX,
        }
    }

    /// The rows of a pad in whose height `room` those of at least `need` go.
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

    /// The pad's rows or as many blank ones, for each pad of a match.
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

    /// The least width that a pencil takes for a figure, and the least height of a cell.
    const PENCIL: Size = Size::new(2.0, 6.5);

    #[test]
    fn every_cell_for_a_pencil_is_as_high_as_writing() {
        let mut layouts = 0;
        for game in games::all() {
            let (least, most) = game.facts.players;
            for count in least..=most {
                let request = PadRequest {
                    players: PadPlayers::Count(count),
                    ..PadRequest::new(game, Language::english())
                };
                let sheet = Sheet::from_pad_request(&request).unwrap();
                let of_sheet = PadLayouts::new(&sheet);
                for setup in Paper::ALL.into_iter().flat_map(setups) {
                    let frame = setup.frames()[0];
                    let canvas = sheet.canvas(frame.size());
                    if let Ok(layout) = of_sheet.layout(&canvas, frame) {
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
                let Some(field) = part.what.field() else {
                    continue;
                };
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
