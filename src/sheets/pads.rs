//! Pads: as many copies as asked, each whole in its place on a page.

use super::canvas::{COLUMN, Canvas, FRAME, HAIR, count, times};
use super::cells::{Words, need};
use super::columns::{Grid, least_width};
use super::data::{Field, Kind, Length, Pad, Row, Tick};
use super::draw::{Drawing, Ink};
use super::fonts::Fonts;
use super::footing::{Footing, Identity, draw_head, head_height};
use super::paper::{Area, PageSetup};
use super::table::{Head, TOTALS, Table};
use super::template::Arrangement;
use crate::rules::args;

use super::data::Text;

/// The most pages that one document may have.
pub const MOST_PAGES: usize = 500;

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
    pub identity: &'a Identity<'a>,
    /// How it speaks.
    pub words: Words<'a>,
    /// The fonts.
    pub fonts: &'a Fonts<'a>,
}

/// A pad laid out for one size of place.
struct Layout<'a> {
    table: Table<'a>,
    footing: Footing,
    rows: Vec<Row>,
    row: f32,
    head: f32,
    track: f32,
}

impl<'a> Sheet<'a> {
    /// Draws pages full of this pad.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
    pub fn pads(&self, setup: PageSetup, pages: usize) -> Result<Drawing, TooSmall> {
        let frames = setup.frames();
        let mut canvas = Canvas::new(self.fonts);
        let layout = self.layout(&canvas, frames[0])?;
        let total = pages * frames.len();
        for page in 0..pages {
            canvas.page(setup.size());
            for (place, frame) in frames.iter().enumerate() {
                // Piles that are cut and laid on each other come out in sequence.
                let number = place * pages + page + 1;
                let label = (total > 1).then(|| {
                    let args = args![number: number, total: total];
                    self.words.say(&Text::Said("pad-number", args))
                });
                self.draw(&mut canvas, &layout, *frame, label.as_deref());
            }
            cut_marks(&mut canvas, setup);
        }
        Ok(canvas.finish())
    }

    /// Whether the pad fits a page that is set up so.
    ///
    /// # Errors
    /// The least size that it needs, where it does not fit.
    pub fn fits(&self, setup: PageSetup) -> Result<(), TooSmall> {
        let canvas = Canvas::new(self.fonts);
        self.layout(&canvas, setup.frames()[0]).map(|_| ())
    }

    /// The least width and height of place that the pad needs: of its narrowest arrangement.
    pub fn least_size(&self) -> Option<(f32, f32)> {
        let canvas = Canvas::new(self.fonts);
        let arrangements = self.words.template.arrangements.iter();
        let sizes = arrangements.filter_map(|arrangement| {
            let width = least_width(arrangement, self.heads.len());
            let frame = Area::new(0.0, 0.0, width, 1.0);
            self.arrange(&canvas, arrangement, frame).err()
        });
        sizes.min_by(|one, other| (one.0 * one.1).total_cmp(&(other.0 * other.1)))
    }

    /// The first arrangement that fits, or the least size that any needs.
    fn layout(&self, canvas: &Canvas<'_>, frame: Area) -> Result<Layout<'a>, TooSmall> {
        let mut least: Option<(f32, f32)> = None;
        for arrangement in &self.words.template.arrangements {
            match self.arrange(canvas, arrangement, frame) {
                Ok(layout) => return Ok(layout),
                Err(size) => {
                    let misses = |size: (f32, f32)| {
                        (size.0 - frame.w).max(0.0) + (size.1 - frame.h).max(0.0)
                    };
                    if least.is_none_or(|least| misses(size) < misses(least)) {
                        least = Some(size);
                    }
                }
            }
        }
        Err(TooSmall {
            least: least.unwrap_or((0.0, 0.0)),
            there: (frame.w, frame.h),
            seats: self.heads.len(),
        })
    }

    fn arrange(
        &self,
        canvas: &Canvas<'_>,
        arrangement: &Arrangement,
        frame: Area,
    ) -> Result<Layout<'a>, (f32, f32)> {
        let Sheet {
            pad,
            words,
            identity,
            ..
        } = *self;
        let template = words.template;
        let line = template.least_line;
        let width = least_width(arrangement, self.heads.len()).max(frame.w);
        let lay = |width| Grid::lay(canvas, &words, pad, arrangement, (frame.x, width), line);
        let Some(grid) = lay(width) else {
            return Err((width + 4.0, frame.h));
        };
        let table = Table {
            pad,
            grid,
            heads: self.heads,
            words,
        };
        let footing = Footing::lay(canvas, &words, pad, identity, width, true);
        let head = head_height(identity, width);
        let track = track_height(canvas, &words, pad, width);
        let totals = if pad.totals.is_some() { TOTALS } else { 0.0 };
        let around = head + table.head_height() + totals + track + footing.height();
        let need = table.grid.row;
        let step = pad.rows.len().max(1);
        let fewest = match pad.length {
            Length::Fixed | Length::Rounds => step,
            Length::Open => template.fewest_rows,
        };
        let least = (width, around + need * count(fewest));
        if width > frame.w + 0.01 || least.1 > frame.h + 0.01 {
            return Err(least);
        }
        let spare = frame.h - around;
        let most = template.most_rows.max(fewest);
        let rows = match pad.length {
            Length::Fixed => step,
            Length::Open => times(spare, need).clamp(fewest, most),
            Length::Rounds => (times(spare, need) / step).clamp(1, (most / step).max(1)) * step,
        };
        let row = (spare / count(rows)).min(template.most_row.max(need));
        let left_over = spare - row * count(rows);
        let footing = footing.larger(canvas, &words, (pad, identity), (width, left_over));
        Ok(Layout {
            rows: self.blank_rows(rows),
            table,
            footing,
            row,
            head,
            track,
        })
    }

    /// The pad's rows, or so many blank ones.
    fn blank_rows(&self, count: usize) -> Vec<Row> {
        let seats = self.heads.len();
        let known = &self.pad.rows;
        match self.pad.length {
            Length::Fixed => known.clone(),
            Length::Open => super::data::rows(count, seats),
            Length::Rounds => {
                let rounds = known.iter().cloned().cycle();
                rounds.take(count).collect()
            }
        }
    }

    fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        layout: &Layout<'_>,
        frame: Area,
        number: Option<&str>,
    ) {
        let Layout {
            table,
            footing,
            rows,
            row: height,
            head,
            track,
        } = layout;
        let table = &Table {
            pad: table.pad,
            grid: table.grid.moved(frame.x),
            heads: table.heads,
            words: table.words,
        };
        draw_head(canvas, &self.words, self.identity, frame);
        let top = frame.y + head;
        let mut y = table.draw_heads(canvas, top);
        let round = match self.pad.length {
            Length::Rounds => self.pad.rows.len().max(1),
            _ => usize::MAX,
        };
        for (index, row) in rows.iter().enumerate() {
            if index > 0 && index % round == 0 {
                let (left, right) = table.grid.edges();
                canvas.rule((left, y), (right, y), FRAME, Ink::Ink);
            }
            table.draw_row(canvas, row, y, *height);
            y += height;
        }
        table.draw_rules(canvas, top, y, true);
        if let Some(totals) = &self.pad.totals {
            y = table.draw_totals(canvas, totals, y);
        }
        if let Some((key, ticks)) = &self.pad.track {
            let place = Area::new(frame.x, y, frame.w, *track);
            draw_track(canvas, &self.words, key, ticks, place);
            y += track;
        }
        footing.draw(canvas, &self.words, frame, y, number);
    }
}

fn track_field(key: &'static str, ticks: &[Tick]) -> Field {
    Field {
        key,
        kind: Kind::Ticks(ticks.to_vec()),
    }
}

fn track_height(canvas: &Canvas<'_>, words: &Words<'_>, pad: &Pad, width: f32) -> f32 {
    let Some((key, ticks)) = &pad.track else {
        return 0.0;
    };
    let field = track_field(key, ticks);
    let need = need(canvas, words, &field, false, width - TRACK_LABEL, 0.0);
    need.unwrap_or(20.0) + 2.0
}

/// The width of the words before the boxes under a table.
const TRACK_LABEL: f32 = 13.0;

fn draw_track(
    canvas: &mut Canvas<'_>,
    words: &Words<'_>,
    key: &'static str,
    ticks: &[Tick],
    place: Area,
) {
    use super::canvas::Style;
    let label = Area::new(place.x, place.y + 1.0, TRACK_LABEL - 1.0, place.h - 1.0);
    let style = Style::plain(7.0).ink(Ink::Muted);
    canvas.text(label, &words.caption(key), style.within(5.0, 2));
    let boxes = Area::new(
        place.x + TRACK_LABEL,
        place.y + 1.0,
        place.w - TRACK_LABEL,
        place.h - 1.0,
    );
    let field = track_field(key, ticks);
    super::cells::draw(canvas, words, (&field, false), None, boxes);
    let y = place.bottom();
    canvas.rule((place.x, y), (place.right(), y), HAIR, Ink::Line);
}

/// Short rules at the edges, and a cross in the middle, where the page is to be cut.
fn cut_marks(canvas: &mut Canvas<'_>, setup: PageSetup) {
    const MARK: f32 = 5.0;
    let (w, h) = setup.size();
    let (across, down) = setup.grid();
    let (x, y) = (w / 2.0, h / 2.0);
    let mut mark = |from, to| canvas.rule(from, to, COLUMN * 0.6, Ink::Muted);
    if across == 2 {
        mark((x, 0.0), (x, MARK));
        mark((x, h - MARK), (x, h));
    }
    if down == 2 {
        mark((0.0, y), (MARK, y));
        mark((w - MARK, y), (w, y));
    }
    if across == 2 && down == 2 {
        mark((x - MARK / 2.0, y), (x + MARK / 2.0, y));
        mark((x, y - MARK / 2.0), (x, y + MARK / 2.0));
    }
}
