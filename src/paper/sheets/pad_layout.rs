//! How a pad is laid out: in the first arrangement that fits its place, with as many rows as go into it.

use std::array;
use std::cell::OnceCell;

use super::columns::{Columns, Grid};
use super::header::{Extent, header_height};
use super::sheet::Sheet;
use super::table::Table;
use super::table_foot::PadFoot;
use super::table_foot::track_height;
use crate::error::TooSmall;
use crate::layout::canvas::{Canvas, count, times};
use crate::layout::paper::{Area, PageSetup, Size, Span};
use crate::layout::template::{Template, TypeScale};
use overtrick_core::pad::{Length, Pad, Row, rows};

/// The most pads over which a match goes where one is too small for its hands.
const MOST_PARTS: usize = 6;
/// The least side of a pad that a pencil can fill, in millimeters.
const LEAST_SIDE: f32 = 110.0;
/// The row in which the totals of the pad before are carried over.
pub const CARRIED: f32 = 7.0;

/// A pad laid out for one size of place.
pub struct Layout<'a> {
    /// The columns.
    pub table: Table<'a>,
    /// What stands under the table.
    pub foot: PadFoot,
    /// How high what is printed around it is.
    pub extent: Extent,
    /// The height of the head.
    pub head: f32,
    /// The height of the boxes under the table.
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
    measured: [Vec<OnceCell<Columns<'a>>>; TypeScale::COUNT],
}

/// An arrangement in a width.
struct Arranged<'a> {
    table: Table<'a>,
    width: f32,
    track: f32,
    /// What the longest names could take beside the heads, where they are not known yet: what fits without
    /// them fits with them.
    names: f32,
}

/// What is printed around the table of an arrangement, its rows not yet counted.
struct Draft {
    extent: Extent,
    foot: PadFoot,
    head: f32,
    /// The height of all but the rows.
    around: f32,
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
        let frame = setup.frames()[0];
        let layout = self.layout(&self.sheet.canvas(frame.size()), frame);
        layout.map(|layout| layout.parts.len())
    }

    /// The least width and height of place that the pad needs, in the way that needs least.
    pub fn least_size(&self) -> Option<Size> {
        let canvas = self.sheet.canvas(Size::new(0.0, 0.0));
        let sizes = (0..self.sheet.template.arrangements.len()).flat_map(|index| {
            let arranged = self.arrange(&canvas, index, Span::new(0.0, 0.0));
            let draft = self.draft(&canvas, &arranged, Extent::Slim);
            (1..=MOST_PARTS).map(move |parts| {
                let least = self.least_of(&arranged, &draft, parts);
                Size::new(least.w, least.h + arranged.names)
            })
        });
        sizes.min_by(|one, other| (one.w * one.h).total_cmp(&(other.w * other.h)))
    }

    /// The first way that fits, or the least size that any needs: a match on as few pads as it
    /// goes, with as much around its table as there is room for.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
    pub fn layout(&self, canvas: &Canvas<'_>, frame: Area) -> Result<Layout<'a>, TooSmall> {
        let arrangements = self.sheet.template.arrangements.len();
        let mut arranged: Vec<Arranged<'a>> = Vec::with_capacity(arrangements);
        let mut drafts: Vec<Draft> = Vec::with_capacity(2 * arrangements);
        let mut least: Option<Size> = None;
        let mut first: Option<(usize, usize)> = None;
        for parts in 1..=MOST_PARTS {
            // Each arrangement with everything around it, then each with less.
            for way in 0..2 * arrangements {
                let index = way % arrangements;
                if index == arranged.len() {
                    arranged.push(self.arrange(canvas, index, frame.edges()));
                }
                if way == drafts.len() {
                    let extent = if way == index {
                        Extent::Full
                    } else {
                        Extent::Slim
                    };
                    drafts.push(self.draft(canvas, &arranged[index], extent));
                }
                let size = self.least_of(&arranged[index], &drafts[way], parts);
                let goes = |high: f32| size.w <= frame.w + 0.01 && high <= frame.h + 0.01;
                if goes(size.h) {
                    first = first.or(Some((way, parts)));
                }
                // What fits without names must fit with them, on more pads perhaps.
                let named = Size::new(size.w, size.h + arranged[index].names);
                if let Some((way, parts)) = first.filter(|_| goes(named.h)) {
                    let arranged = arranged.swap_remove(way % arrangements);
                    let mut draft = drafts.swap_remove(way);
                    // A worked hand is worth a line for remarks.
                    if self.sheet.pad.example.is_some()
                        && !self.has_example_room(&arranged, &draft, parts, frame)
                    {
                        let slim = self.draft(canvas, &arranged, Extent::Slim);
                        if self.has_example_room(&arranged, &slim, parts, frame) {
                            draft = slim;
                        }
                    }
                    return Ok(self.settle(canvas, (arranged, draft), parts, frame));
                }
                // Of those that miss the place by as much, the smaller.
                let far = |size: Size| {
                    let misses = (size.w - frame.w).max(0.0) + (size.h - frame.h).max(0.0);
                    misses + 0.001 * (size.w + size.h)
                };
                if least.is_none_or(|least| far(named) < far(least)) {
                    least = Some(named);
                }
            }
        }
        Err(TooSmall {
            least: least.unwrap_or(frame.size()),
            there: frame.size(),
            seats: self.sheet.heads.len(),
        })
    }

    /// An arrangement in this place, or from its left on in the least width that it needs.
    fn arrange(&self, canvas: &Canvas<'_>, index: usize, place: Span) -> Arranged<'a> {
        let Sheet {
            pad,
            template,
            heads,
            players,
            ..
        } = self.sheet;
        let columns = self.measured[canvas.scale as usize][index].get_or_init(|| {
            Columns::measure(canvas, pad, &template.arrangements[index], heads.len())
        });
        let width = columns.least().max(place.length());
        let place = Span::new(place.start, place.start + width);
        let grid = columns.lay(canvas, place, template.least_line);
        let (width, grid) = grid.map_or((f32::MAX, Grid::nothing()), |grid| (width, grid));
        let table = Table::new(canvas, grid, (heads.as_slice(), players.as_slice()));
        Arranged {
            names: table.names_reserve(canvas),
            track: track_height(canvas, pad, width),
            table,
            width,
        }
    }

    /// What is printed around an arrangement.
    fn draft(&self, canvas: &Canvas<'_>, arranged: &Arranged<'_>, extent: Extent) -> Draft {
        let Arranged { table, width, .. } = arranged;
        let foot = PadFoot::lay(canvas, self.sheet, extent, *width);
        let head = header_height(canvas, &self.sheet.identity, *width, extent);
        let totals = table.totals_share(&self.sheet.pad) * table.grid.row;
        let places = table.places_height(canvas);
        let under = totals + places + arranged.track + foot.height(canvas);
        Draft {
            around: head + table.head_height(canvas) + under,
            extent,
            foot,
            head,
        }
    }

    /// The least size of a draft, where a match goes on so many pads.
    fn least_of(&self, arranged: &Arranged<'_>, draft: &Draft, parts: usize) -> Size {
        let rows = arranged.table.grid.row * count(self.row_count(0.0).fewest_rows(parts));
        let height = draft.around + carried(parts) + rows;
        Size::new(arranged.width.max(LEAST_SIDE), height.max(LEAST_SIDE))
    }

    /// Whether a worked hand has room above the fewest rows.
    fn has_example_room(
        &self,
        arranged: &Arranged<'_>,
        draft: &Draft,
        parts: usize,
        frame: Area,
    ) -> bool {
        let rows = self.row_count(0.0).fewest_rows(parts) + 1;
        let spare = frame.h - draft.around - carried(parts);
        spare >= arranged.table.grid.row * count(rows)
    }

    /// A draft with its rows, what is left over shared out.
    fn settle(
        &self,
        canvas: &Canvas<'_>,
        (arranged, draft): (Arranged<'a>, Draft),
        parts: usize,
        frame: Area,
    ) -> Layout<'a> {
        let places = arranged.table.places_height(canvas);
        let (pad, row_count) = (&self.sheet.pad, self.row_count(places));
        let need = arranged.table.grid.row;
        let mut spare = frame.h - draft.around - carried(parts);
        let rows_in = |spare: f32| row_count.most_rows(parts, spare, need);
        // A worked hand that would take a match from the pad is on the back; one may take a round of deals.
        let fewer = match pad.length {
            Length::Open { multiple_of } => multiple_of.max(1),
            Length::Fixed | Length::Rounds => 1,
        };
        let has_room = self.has_example_room(&arranged, &draft, parts, frame)
            && rows_in(spare) <= rows_in(spare - need) + fewer;
        let example = pad.example.as_ref().filter(|_| has_room);
        if example.is_some() {
            spare -= need;
        }
        let rows = rows_in(spare);
        spare -= row_count.match_gap() * count((rows / row_count.round(parts)).saturating_sub(1));
        let most = self.sheet.template.most_row;
        let totals = arranged.table.totals_share(pad);
        spare += totals * need;
        let all = count(rows) + totals;
        let row = (spare / all).min(most.max(need));
        Layout {
            foot: draft.foot,
            table: arranged.table,
            extent: draft.extent,
            head: draft.head,
            track: arranged.track,
            parts: row_count.blank_rows(rows, parts),
            round: row_count.round(parts),
            row,
            example,
        }
    }

    /// How many rows there may be, where the cells under the last row of a match are so high.
    fn row_count(&self, places: f32) -> RowCount<'a> {
        RowCount {
            pad: &self.sheet.pad,
            template: &self.sheet.template,
            players: self.sheet.players.len(),
            places,
        }
    }
}

/// The fewest rows that are worth a pad where a match goes over several.
const FEWEST_ROWS: usize = 2;
/// The strip that numbers a second match.
pub const MATCH: f32 = 5.0;

/// The rows that a pad may have.
#[derive(Debug, Clone, Copy)]
pub struct RowCount<'a> {
    /// The pad.
    pub pad: &'a Pad,
    /// Its layout.
    pub template: &'a Template,
    /// The number of players.
    pub players: usize,
    /// The height of the cells under the last row of a match.
    pub places: f32,
}

/// The least number of rows, from this on, of which so many pads together have a multiple of `step`.
fn round_up(rows: usize, parts: usize, step: usize) -> usize {
    let mut counts = rows..rows + step.max(1);
    let found = counts.find(|count| (count * parts).is_multiple_of(step.max(1)));
    found.unwrap_or(rows)
}

impl RowCount<'_> {
    /// The fewest rows of a pad, where a match goes on so many.
    pub fn fewest_rows(&self, parts: usize) -> usize {
        let whole = match self.pad.length {
            Length::Fixed | Length::Rounds => self.pad.rows.len().max(1),
            Length::Open { .. } => self.template.fewest_rows,
        };
        let fewest = match parts {
            1 => whole,
            _ => whole.div_ceil(parts).max(FEWEST_ROWS),
        };
        match self.pad.length {
            Length::Open { multiple_of: step } => round_up(fewest, parts, step),
            Length::Fixed | Length::Rounds => fewest,
        }
    }

    /// What a second match takes beside its rows.
    pub fn match_gap(&self) -> f32 {
        self.places + MATCH
    }

    /// The rows of a match on a pad that has room for several, of which each goes on so many pads.
    pub fn round(&self, parts: usize) -> usize {
        match self.pad.length {
            Length::Rounds if parts == 1 => self.pad.rows.len().max(1),
            _ => usize::MAX,
        }
    }

    /// The rows of a pad in whose height `room` those of at least `need` go.
    pub fn most_rows(&self, parts: usize, room: f32, need: f32) -> usize {
        let fewest = self.fewest_rows(parts);
        let matches = times(
            room + self.match_gap(),
            need * count(fewest) + self.match_gap(),
        );
        let room = times(room, need);
        let most = self.template.most_rows.max(fewest);
        match self.pad.length {
            Length::Fixed => fewest,
            Length::Rounds if parts > 1 => fewest,
            Length::Open { multiple_of: step } => {
                let room = (fewest..=room.clamp(fewest, most)).rev();
                let mut whole = room.filter(|rows| (rows * parts).is_multiple_of(step));
                whole.next().unwrap_or(fewest)
            }
            Length::Rounds => matches.clamp(1, (most / fewest).max(1)) * fewest,
        }
    }

    /// The pad's rows or as many blank ones, for each pad of a match.
    pub fn blank_rows(&self, count: usize, parts: usize) -> Vec<Vec<Row>> {
        let known = &self.pad.rows;
        let all: Vec<Row> = match self.pad.length {
            Length::Fixed => known.clone(),
            Length::Open { .. } => {
                let mut rows = rows(count * parts, self.players);
                let columns = self.pad.columns(self.players);
                for row in &mut rows {
                    row.seats.truncate(columns);
                }
                rows
            }
            Length::Rounds if parts > 1 => known.clone(),
            Length::Rounds => known.iter().cloned().cycle().take(count).collect(),
        };
        all.chunks(count.max(1)).map(<[Row]>::to_vec).collect()
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
    const PENCIL: Size = Size::new(2.0, 6.4);

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
        for column in &layout.table.grid.columns {
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
