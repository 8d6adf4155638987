//! Pads: the copies of an order, each whole in its frame on a page.

use std::sync::Arc;

use super::canvas::{Canvas, count};
use super::columns::{Columns, Grid};
use super::counting::{Counting, MATCH, MATCH_GAP, PLACES};
use super::draw::{Drawing, Item};
use super::fonts::Fonts;
use super::foot::{draw_track, track_height};
use super::footing::{Footing, FootingSpec};
use super::heading::{draw_head, head_height};
use super::identity::{Extent, Identity};
use super::paper::{Area, PageSetup};
use super::pile::{PilePosition, cut_marks};
use super::table::{Head, Table};
use super::template::Arrangement;
use super::words::Words;
use overtrick_core::pad::{Pad, Row};

/// The most pages that one document may have.
pub const MOST_PAGES: usize = 500;
/// The most pads over which a match goes where one is too small for its hands.
const MOST_PARTS: usize = 6;
/// The row in which the totals of the pad before are carried over.
const CARRIED: f32 = 7.0;

/// What a pad needs that its place does not have, in millimeters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TooSmall {
    /// The least size that it needs.
    pub least: (f32, f32),
    /// The size that there is.
    pub there: (f32, f32),
    /// For how many players it is.
    pub seats: usize,
}

/// A game's pad with all that is printed around it.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// Fields and rows.
    pub pad: &'a Pad,
    /// Who heads the players' columns.
    pub heads: &'a [Head],
    /// What the document says of itself.
    pub identity: &'a Identity,
    /// How it speaks.
    pub words: Words<'a>,
    /// The fonts.
    pub fonts: &'a Fonts<'a>,
}

/// A pad laid out for one size of place.
struct Layout<'a> {
    draft: Draft<'a>,
    /// The rows of each pad of a match, mostly only one.
    parts: Vec<Vec<Row>>,
    /// The height of a row.
    row: f32,
    /// The worked hand above them, where there is room for one.
    example: Option<&'a Row>,
}

/// An arrangement laid out in a width, its rows not yet counted.
struct Draft<'a> {
    table: Table<'a>,
    footing: Footing,
    /// The height of all but the rows.
    around: f32,
    /// What the longest names could take beside that, where they are not known yet: what fits without
    /// them fits with them.
    names: f32,
    width: f32,
    head: f32,
    track: f32,
    extent: Extent,
}

/// The height of what is carried over, where a match goes on so many pads.
fn carried(parts: usize) -> f32 {
    if parts > 1 { CARRIED } else { 0.0 }
}

impl<'a> Sheet<'a> {
    /// Draws pages full of this pad: so many, and as many more as the last match needs to be whole.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
    pub fn pads(&self, setup: PageSetup, pages: usize) -> Result<Drawing, TooSmall> {
        let frames = setup.frames();
        let mut canvas = self.canvas(frames[0]);
        let layout = self.layout(&canvas, frames[0])?;
        let parts = layout.parts.len();
        let whole = |pages: &usize| (pages * frames.len()).is_multiple_of(parts);
        let pages = (pages..pages + parts).find(whole).unwrap_or(pages);
        let total = pages * frames.len();
        // Pages differ by the numbers of their pads alone, and by the parts of a match.
        let mut blank: Vec<Arc<[Item]>> = Vec::with_capacity(parts);
        for page in 0..pages {
            let piles = frames.iter().enumerate().map(|(pile, frame)| {
                // Piles that are cut and laid on each other come out in sequence.
                let index = pile * pages + page;
                let position = PilePosition {
                    number: index + 1,
                    total,
                    part: index % parts,
                    parts,
                };
                (*frame, position)
            });
            if page < parts {
                canvas.page(setup.size());
                for (frame, position) in piles.clone() {
                    self.draw(&mut canvas, &layout, frame, position);
                }
                cut_marks(&mut canvas, setup);
                blank.push(canvas.share());
            } else {
                canvas.page_on(setup.size(), blank[page % parts].clone());
            }
            for (frame, position) in piles {
                if let Some(text) = position.text() {
                    let text = self.words.format(&text);
                    layout.draft.footing.draw_number(&mut canvas, frame, &text);
                }
            }
        }
        Ok(canvas.finish())
    }

    /// On how many pads a match goes on a page that is set up so.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
    pub fn fits(&self, setup: PageSetup) -> Result<usize, TooSmall> {
        let frame = setup.frames()[0];
        let layout = self.layout(&self.canvas(frame), frame);
        layout.map(|layout| layout.parts.len())
    }

    /// The least width and height of place that the pad needs, in the way that needs least.
    pub fn least_size(&self) -> Option<(f32, f32)> {
        let canvas = self.canvas(Area::new(0.0, 0.0, 0.0, 0.0));
        let arrangements = self.words.template.arrangements.iter();
        let sizes = arrangements.flat_map(|arrangement| {
            let frame = Area::new(0.0, 0.0, 0.0, 1.0);
            let draft = self.draft(&canvas, (arrangement, Extent::Brief), frame);
            (1..=MOST_PARTS).map(move |parts| {
                let (width, height) = self.least_of(&draft, parts);
                (width, height + draft.names)
            })
        });
        sizes.min_by(|one, other| (one.0 * one.1).total_cmp(&(other.0 * other.1)))
    }

    /// A canvas for pads of the size of a place.
    fn canvas(&self, place: Area) -> Canvas<'a> {
        Canvas::new(self.fonts, self.words, (place.w, place.h))
    }

    /// The first way that fits, or the least size that any needs: a match on as few pads as it
    /// goes, with as much around its table as there is room for.
    fn layout(&self, canvas: &Canvas<'_>, frame: Area) -> Result<Layout<'a>, TooSmall> {
        let arrangements = &self.words.template.arrangements;
        let forms = [Extent::Full, Extent::Brief].into_iter();
        let ways: Vec<(&Arrangement, Extent)> = forms
            .flat_map(|extent| arrangements.iter().map(move |it| (it, extent)))
            .collect();
        let mut drafts: Vec<Draft<'a>> = Vec::with_capacity(ways.len());
        let mut least: Option<(f32, f32)> = None;
        let mut first: Option<(usize, usize)> = None;
        for parts in 1..=MOST_PARTS {
            for (index, way) in ways.iter().enumerate() {
                if index == drafts.len() {
                    drafts.push(self.draft(canvas, *way, frame));
                }
                let size = self.least_of(&drafts[index], parts);
                let goes = |high: f32| size.0 <= frame.w + 0.01 && high <= frame.h + 0.01;
                if goes(size.1) {
                    first = first.or(Some((index, parts)));
                }
                // What fits without names must fit with them, on more pads perhaps.
                let named = (size.0, size.1 + drafts[index].names);
                if let Some((index, parts)) = first.filter(|_| goes(named.1)) {
                    let draft = drafts.swap_remove(index);
                    return Ok(self.settle(canvas, draft, parts, frame));
                }
                // Of those that miss the place by as much, the smaller.
                let far = |size: (f32, f32)| {
                    let misses = (size.0 - frame.w).max(0.0) + (size.1 - frame.h).max(0.0);
                    misses + 0.001 * (size.0 + size.1)
                };
                if least.is_none_or(|least| far(named) < far(least)) {
                    least = Some(named);
                }
            }
        }
        Err(TooSmall {
            least: least.unwrap_or((0.0, 0.0)),
            there: (frame.w, frame.h),
            seats: self.heads.len(),
        })
    }

    /// An arrangement laid out in the width of a place, or in the least that it needs.
    fn draft(
        &self,
        canvas: &Canvas<'_>,
        (arrangement, extent): (&Arrangement, Extent),
        frame: Area,
    ) -> Draft<'a> {
        let Sheet { pad, identity, .. } = *self;
        let line = self.words.template.least_line;
        let columns = Columns::measure(canvas, pad, arrangement, self.heads.len());
        let width = columns.least().max(frame.w);
        let grid = columns.lay(canvas, (frame.x, width), line);
        let (width, grid) = grid.map_or((f32::MAX, Grid::nothing()), |grid| (width, grid));
        let table = Table::new(canvas, grid, self.heads);
        let footing = Footing::lay(canvas, &self.footing(extent), width);
        let head = head_height(identity, width, extent);
        let track = track_height(canvas, pad, width);
        let totals = table.totals_share(pad) * table.grid.row;
        let foot = totals + PLACES + track + footing.height();
        Draft {
            around: head + table.head_height(canvas) + foot,
            names: table.names_reserve(canvas),
            table,
            footing,
            width,
            head,
            track,
            extent,
        }
    }

    fn footing(&self, extent: Extent) -> FootingSpec<'a> {
        FootingSpec {
            pad: self.pad,
            identity: self.identity,
            signed: true,
            extent,
        }
    }

    /// The least size of a draft, where a match goes on so many pads.
    fn least_of(&self, draft: &Draft<'_>, parts: usize) -> (f32, f32) {
        let rows = draft.table.grid.row * count(self.counting().fewest_rows(parts));
        (draft.width, draft.around + carried(parts) + rows)
    }

    /// A draft with its rows, what is left over shared out.
    fn settle(
        &self,
        canvas: &Canvas<'_>,
        draft: Draft<'a>,
        parts: usize,
        frame: Area,
    ) -> Layout<'a> {
        let need = draft.table.grid.row;
        let mut spare = frame.h - draft.around - carried(parts);
        let fewest = need * count(self.counting().fewest_rows(parts));
        let example = self.pad.example.as_ref().filter(|_| spare >= fewest + need);
        if example.is_some() {
            spare -= need;
        }
        let rows = self.counting().most_rows(parts, spare, need);
        spare -= MATCH_GAP * count((rows / self.counting().round(parts)).saturating_sub(1));
        let most = self.words.template.most_row;
        let totals = draft.table.totals_share(self.pad);
        spare += totals * need;
        let all = count(rows) + totals;
        let row = (spare / all).min(most.max(need));
        let left_over = spare - row * all;
        let (spec, width) = (self.footing(draft.extent), draft.width);
        let footing = draft.footing.larger(canvas, &spec, (width, left_over));
        Layout {
            draft: Draft { footing, ..draft },
            parts: self.counting().blank_rows(rows, parts),
            row,
            example,
        }
    }

    /// How many rows there may be.
    fn counting(&self) -> Counting<'a> {
        Counting {
            pad: self.pad,
            template: self.words.template,
            seats: self.heads.len(),
        }
    }

    fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        layout: &Layout<'_>,
        frame: Area,
        position: PilePosition,
    ) {
        let Draft {
            table,
            footing,
            head,
            track,
            extent,
            ..
        } = &layout.draft;
        let (parts, height) = (&layout.parts, layout.row);
        let rows = parts.get(position.part).map_or(&[][..], Vec::as_slice);
        let table = &table.moved(frame.x);
        draw_head(canvas, self.identity, frame, *extent);
        let top = frame.y + head;
        let heads = table.draw_heads(canvas, top);
        let (first, headed) = match position.part {
            0 => (heads, true),
            _ => {
                table.draw_columns(canvas, top, heads, true);
                let below = table.draw_sums(canvas, "carried-over", &[], heads, CARRIED);
                (below, false)
            }
        };
        let mut y = first;
        let mut from = if headed {
            table.names_top(canvas, top)
        } else {
            first
        };
        let mut headed = headed;
        if let Some(example) = layout.example {
            table.draw_example(canvas, example, y);
            y += table.grid.row;
        }
        let round = self.counting().round(position.parts);
        for (index, row) in rows.iter().enumerate() {
            if index > 0 && index % round == 0 {
                table.draw_rules(canvas, from, y, headed);
                y = table.draw_places(canvas, y, PLACES);
                y = table.draw_match(canvas, index / round + 1, y, MATCH);
                (from, headed) = (y, false);
            }
            table.draw_row(canvas, row, y, height);
            y += height;
        }
        table.draw_rules(canvas, from, y, headed);
        if let Some(totals) = &self.pad.totals {
            let key = if position.part + 1 < position.parts {
                "totals-so-far"
            } else {
                "totals"
            };
            let high = table.totals_share(self.pad) * height;
            y = table.draw_sums(canvas, key, totals, y, high);
        }
        if position.part + 1 == position.parts {
            y = table.draw_places(canvas, y, PLACES);
        }
        if let Some((key, ticks)) = &self.pad.track {
            let place = Area::new(frame.x, y, frame.w, *track);
            draw_track(canvas, key, ticks, place);
            y += track;
        }
        footing.draw(canvas, frame, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets::PadOrder;
    use crate::sheets::compose::Document;
    use crate::sheets::paper::Paper;
    use overtrick_core::pad::Kind;
    use overtrick_games as games;
    use overtrick_match::lang::Language;

    /// The least width that a pencil takes for a figure, and the least height of a cell.
    const PENCIL: (f32, f32) = (2.0, 7.0);

    #[test]
    fn every_cell_for_a_pencil_is_seven_millimeters_high() {
        let mut layouts = 0;
        for game in games::all() {
            let (least, most) = game.facts.players;
            for count in least..=most {
                let [setup, ..] = setups(Paper::A4);
                let order = PadOrder::blank(game, count, setup, Language::english());
                let document = Document::of_pad(&order).unwrap();
                let sheet = document.sheet();
                for setup in Paper::ALL.into_iter().flat_map(setups) {
                    let frame = setup.frames()[0];
                    let canvas = sheet.canvas(frame);
                    if let Ok(layout) = sheet.layout(&canvas, frame) {
                        check_cells(&layout, &canvas, game.facts.id);
                        layouts += 1;
                    }
                }
            }
        }
        assert!(layouts > 100, "{layouts}");
    }

    fn setups(paper: Paper) -> [PageSetup; 4] {
        [(1, false), (1, true), (2, false), (4, true)].map(|(per_page, landscape)| PageSetup {
            paper,
            landscape,
            per_page,
            gutter: 0,
        })
    }

    fn check_cells(layout: &Layout<'_>, canvas: &Canvas<'_>, game: &str) {
        for column in &layout.draft.table.grid.columns {
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
                        w >= figures && canvas.sizes.pencil >= PENCIL.0 && h >= PENCIL.1,
                        "{game} {}: {w} × {h}",
                        field.key
                    );
                }
            }
        }
    }
}
