//! The sheet of a match: every hand in its row, corrections, standings, and how it came about.

use std::sync::Arc;

use super::columns::Columns;
use super::footer::Footer;
use super::header::{draw_header, header_height};
use super::identity::Extent;
use super::sheet::Sheet;
use super::table::Table;
use crate::error::{PrintError, TooSmall};
use crate::layout::bidi::isolate;
use crate::layout::canvas::{Align, COLUMN, Canvas, HAIR, Style, count, leading};
use crate::layout::draw::Printable;
use crate::layout::draw::{Drawing, Ink, Role};
use crate::layout::paper::{Area, PageSetup};
use crate::layout::template::Arrangement;
use crate::requests::{MOST_HANDS, MOST_PAGES, SheetRequest, check_link};
use overtrick_core::json::Json;
use overtrick_core::pad::{Row, Text, signed};
use overtrick_core::{Points, Seat, args};
use overtrick_match::document::{Adjusted, Scored, marked_clause, marked_clauses};

/// The least height of a line that nobody writes in.
const LINE: f32 = 5.4;
/// What the foot of a page takes.
const FOOT: f32 = 8.0;

/// Draws the sheet of a match.
///
/// # Errors
/// Every kind of [`PrintError`] but `Pages`; nothing is drawn then.
///
/// ```
/// use overtrick_match::document::{read_json, score};
/// use overtrick_match::lang::Language;
/// use overtrick_paper::requests::{PrintSettings, SheetRequest};
/// use overtrick_paper::sheets::sheet;
///
/// let sample = overtrick_games::all()[0].sample;
/// let (scored, document) = (score(sample.as_bytes()).unwrap(), read_json(sample).unwrap());
/// let request = SheetRequest {
///     explain: true,
///     link: None,
///     print: PrintSettings::new(Language::english()),
/// };
/// let printable = sheet(&request, &scored, &document).unwrap();
/// assert!(printable.drawing.missing.is_empty());
/// ```
pub fn sheet(
    request: &SheetRequest<'_>,
    scored: &Scored,
    document: &Json,
) -> Result<Printable, PrintError> {
    if let Some(link) = &request.link {
        check_link("link", link)?;
    }
    let hands = scored.hands.len();
    if hands > MOST_HANDS {
        return Err(PrintError::TooLong { hands });
    }
    let setup = request.print.setup;
    let sheet = Sheet::from_match(request, scored, document)?;
    let open = |setup: PageSetup| SheetPages::open(&sheet, scored, setup);
    let pages = open(setup).map_err(|size| PrintError::TooSmall {
        size,
        nearest: setup.nearest(|setup| setup.per_page == 1 && open(setup).is_ok()),
    })?;
    let drawing = pages.draw(document.text("notes"), request.explain);
    if drawing.pages.len() > MOST_PAGES {
        return Err(PrintError::TooLong { hands });
    }
    sheet.printable(drawing)
}

/// A sheet that is being drawn, page by page.
struct SheetPages<'a> {
    sheet: &'a Sheet<'a>,
    scored: &'a Scored,
    canvas: Canvas<'a>,
    table: Table<'a>,
    setup: PageSetup,
    frame: Area,
    y: f32,
}

impl<'a> SheetPages<'a> {
    fn open(
        sheet: &'a Sheet<'a>,
        scored: &'a Scored,
        setup: PageSetup,
    ) -> Result<SheetPages<'a>, TooSmall> {
        let frame = setup.frames()[0];
        let there = (frame.w, frame.h);
        let canvas = sheet.canvas(there);
        let (edges, seats) = ((frame.x, frame.w), sheet.heads.len());
        let arrangements = sheet.template.arrangements.iter();
        let mut least = f32::MAX;
        let grid = arrangements.into_iter().find_map(|spec| {
            // Type needs less height than a pencil: the names of fields stand in the heads, once a page.
            let spec = Arrangement {
                captions_inside: false,
                ..spec.clone()
            };
            let columns = Columns::measure(&canvas, &sheet.pad, &spec, seats);
            least = least.min(columns.least());
            columns.lay(&canvas, edges, LINE)
        });
        let Some(grid) = grid else {
            return Err(TooSmall {
                least: (least, 120.0),
                there,
                seats,
            });
        };
        let table = Table::new(&canvas, grid, &sheet.heads);
        let mut pages = SheetPages {
            sheet,
            scored,
            canvas,
            table,
            setup,
            frame,
            y: frame.y,
        };
        let least = 60.0 + pages.table.grid.row;
        if least > frame.h {
            return Err(TooSmall {
                least: (frame.w, least),
                there,
                seats,
            });
        }
        pages.canvas.page(setup.size());
        pages.canvas.bookmark(pages.name(), 0.0, 0);
        draw_header(&mut pages.canvas, &sheet.identity, frame, Extent::Full);
        pages.canvas.part(0, Role::Heading(1));
        pages.y += header_height(&pages.canvas, &sheet.identity, frame.w, Extent::Full);
        Ok(pages)
    }

    /// Draws all pages, with the notes of the match and perhaps how it came about.
    fn draw(mut self, notes: Option<&str>, explain: bool) -> Drawing {
        self.hands();
        self.standings();
        self.remarks(notes);
        self.legend();
        if explain {
            self.explanations();
        }
        self.close()
    }

    fn format(&self, key: &'static str, args: overtrick_core::Args) -> String {
        self.canvas.words.format(&Text::Message(key, args))
    }

    fn bottom(&self) -> f32 {
        self.frame.bottom() - FOOT
    }

    /// The name of the game and match.
    fn name(&self) -> String {
        let game = self.canvas.words.word(self.sheet.identity.facts.id);
        match &self.sheet.identity.labels.title {
            Some(title) => format!("{game} · {}", isolate(title)),
            None => game,
        }
    }

    /// Begins another page, with the name of the game and match at its head.
    fn turn(&mut self) {
        self.canvas.page(self.setup.size());
        let text = self.name();
        let cell = Area::new(self.frame.x, self.frame.y, self.frame.w, 5.0);
        let style = Style::muted(8.0).within(5.5, 1);
        self.canvas.text(cell, &text, style);
        self.y = self.frame.y + 7.0;
    }

    /// Turns the page, if there is not so much room left.
    fn room(&mut self, height: f32) -> bool {
        let turns = self.y + height > self.bottom();
        if turns {
            self.turn();
        }
        turns
    }

    fn hands(&mut self) {
        let rows = &self.sheet.pad.rows;
        if rows.is_empty() {
            let text = self.canvas.words.language.text("ui", "no-hands");
            let cell = Area::new(self.frame.x, self.y, self.frame.w, 8.0);
            let here = self.canvas.here();
            self.canvas.text(cell, &text, Style::plain(9.0));
            self.canvas.part(here, Role::Paragraph);
            self.y += 10.0;
            return;
        }
        let edges = self.edges();
        let row_of = |head: bool| Role::Row {
            edges: edges.clone(),
            head,
        };
        let mut top = self.y;
        let mut headed = true;
        self.bookmark_rows(0);
        let here = self.canvas.here();
        self.y = self.table.draw_heads(&mut self.canvas, top);
        top = self.table.names_top(&self.canvas, top);
        self.canvas.part(here, row_of(true));
        for (index, row) in rows.iter().enumerate() {
            let height = if row.adjustment {
                LINE + 3.0
            } else {
                self.table.grid.row.max(LINE + 1.0)
            };
            let notes = self.table.notes_height(&self.canvas, row);
            if self.y + height + notes > self.bottom() {
                self.table.draw_rules(&mut self.canvas, top, self.y, headed);
                self.turn();
                (top, headed) = (self.y, true);
                self.bookmark_rows(index);
                self.y = self.table.draw_heads(&mut self.canvas, top);
                top = self.table.names_top(&self.canvas, top);
            }
            if row.adjustment {
                // Its reason runs over all columns but the players'.
                self.table
                    .draw_columns(&mut self.canvas, top, self.y, headed);
                let bottom = self.y + height;
                self.table
                    .draw_seat_columns(&mut self.canvas, self.y, bottom);
                (top, headed) = (bottom, false);
            }
            let here = self.canvas.here();
            self.table.draw_row(&mut self.canvas, row, self.y, height);
            self.canvas.part(here, row_of(false));
            self.y += height;
            if notes > 0.0 {
                // The rules between columns stop above what runs over the whole width.
                self.table
                    .draw_columns(&mut self.canvas, top, self.y, headed);
                self.draw_notes(row);
                self.y += notes;
                (top, headed) = (self.y, false);
            }
        }
        if top < self.y {
            self.table.draw_rules(&mut self.canvas, top, self.y, headed);
        }
        if let Some(totals) = &self.sheet.pad.totals {
            let height = self.table.totals_share(&self.sheet.pad) * self.table.grid.row;
            self.room(height);
            let (canvas, y) = (&mut self.canvas, self.y);
            let here = canvas.here();
            self.y = self.table.draw_sums(canvas, "totals", totals, y, height);
            self.canvas.part(here, row_of(false));
        }
    }

    /// The left edges of the table's columns.
    fn edges(&self) -> Arc<[f32]> {
        self.table.grid.columns.iter().map(|it| it.x).collect()
    }

    /// The notes under a row: to somebody who hears it, one cell over the whole width.
    fn draw_notes(&mut self, row: &Row) {
        let here = self.canvas.here();
        self.table.draw_notes(&mut self.canvas, row, self.y);
        let (edges, head) = ([self.frame.x].into(), false);
        self.canvas.part(here, Role::Row { edges, head });
    }

    fn bookmark_rows(&mut self, index: usize) {
        let mut numbers = self.sheet.pad.rows[index..].iter();
        let number = numbers.find_map(|row| row.number);
        let name = match number {
            Some(number) => self.format("bookmark-hands", args![hand: number]),
            None => self.canvas.words.word(self.sheet.identity.facts.id),
        };
        self.canvas.bookmark(name, self.y, 1);
    }

    /// A heading with so much room under it; `depth` is that of its bookmark.
    fn heading(&mut self, key: &'static str, least: f32, depth: usize) {
        self.room(least + 9.0);
        let text = self.format(key, args![]);
        let cell = Area::new(self.frame.x, self.y + 3.0, self.frame.w, 6.0);
        let here = self.canvas.here();
        self.canvas.text(cell, &text, Style::plain(10.5).bold());
        self.canvas.part(here, Role::Heading(2));
        self.canvas.bookmark(text, self.y, depth);
        self.y += 9.4;
    }

    fn standings(&mut self) {
        let scored = self.scored;
        let standings = scored.standings();
        self.heading("standings", 6.4 * count(standings.len()), 1);
        let width = self.frame.w.min(110.0);
        let (left, right) = (self.frame.x, self.frame.x + width);
        self.canvas.level((left, right), self.y, COLUMN, Ink::Ink);
        let edges: Arc<[f32]> = [left, left + 12.5, right - 24.0].into();
        for standing in standings {
            let here = self.canvas.here();
            let row = Area::new(left, self.y, width, 6.4);
            let language = self.canvas.words.language;
            let place = Area { w: 12.0, ..row };
            let style = Style::muted(8.5);
            let rank = language.ordinal(standing.rank);
            self.canvas.text(place.inset(1.0, 0.0), &rank, style);
            let seat = standing.seat.index();
            let initial = self.sheet.heads[seat].initial.clone();
            let middle = (left + 15.0, self.y + 3.2);
            self.canvas.seat(seat, middle, 2.0, &initial, false);
            let name = Area::new(left + 19.0, row.y, width - 19.0 - 24.0, row.h);
            let first = standing.rank == 1;
            let style = Style {
                bold: first,
                ..Style::plain(9.5)
            };
            let text = scored.table.name(standing.seat).clone();
            self.canvas.text(name, &text, style.within(6.0, 1));
            let ink = if first && scored.complete {
                self.sheet.identity.emblem.hue
            } else {
                Ink::Ink
            };
            let total = Area::new(right - 24.0, row.y, 23.0, row.h);
            let style = Style::plain(10.5).bold().ink(ink).align(Align::Right);
            self.canvas.text(total, &standing.total.to_string(), style);
            let (edges, head) = (edges.clone(), false);
            self.canvas.part(here, Role::Row { edges, head });
            self.y += 6.4;
            self.canvas.level((left, right), self.y, HAIR, Ink::Line);
        }
        let result = self.result();
        self.paragraph(&result, Style::plain(9.0).bold(), 1.5);
    }

    fn result(&self) -> String {
        let scored = self.scored;
        let winners = scored.winners();
        let language = self.canvas.words.language;
        let Some(first) = winners.first() else {
            return self.format("not-over", args![hands: scored.hands.len()]);
        };
        let names = winners.iter().map(|seat| isolate(scored.table.name(*seat)));
        let names: Vec<_> = names.collect();
        let total = scored.totals[first.index()];
        let key = if winners.len() == 1 { "won" } else { "tied" };
        language.format("ui", key, &args![players: names.join(", "), total: total])
    }

    /// Sets text over the whole width, after a gap.
    fn paragraph(&mut self, text: &str, style: Style, gap: f32) {
        self.y += gap;
        let pitch = leading(style.size);
        for line in self.canvas.wrap(text, self.frame.w, style) {
            self.room(pitch);
            let cell = Area::new(self.frame.x, self.y, self.frame.w, pitch);
            let here = self.canvas.here();
            self.canvas.line(cell, self.y + pitch * 0.76, &line, style);
            self.canvas.part(here, Role::Paragraph);
            self.y += pitch;
        }
    }

    fn remarks(&mut self, notes: Option<&str>) {
        let texts = self.sheet.pad.remarks.iter();
        let mut texts: Vec<String> = texts.map(|text| self.canvas.words.format(text)).collect();
        texts.extend(notes.map(str::to_owned));
        for hand in &self.scored.hands {
            for warning in &hand.warnings {
                let text = self.canvas.words.finding(warning);
                texts.push(self.format("warning", args![hand: hand.number, text: text]));
            }
        }
        if texts.is_empty() {
            return;
        }
        self.heading("remarks", 6.0, 1);
        for text in texts {
            self.paragraph(&text, Style::plain(7.4), 0.7);
        }
    }

    fn legend(&mut self) {
        let footer = Footer::lay(&self.canvas, self.sheet, Extent::Full, self.frame.w);
        let height = footer.height();
        self.y += 3.0;
        self.room(height);
        let h = self.y + height - self.frame.y;
        let place = Area { h, ..self.frame };
        let here = self.canvas.here();
        footer.draw(&mut self.canvas, place, self.y);
        self.canvas.part(here, Role::Paragraph);
        self.y += height;
    }

    /// How every point came about, hand by hand, with the adjustments between them.
    fn explanations(&mut self) {
        self.turn();
        self.heading("explanations", 20.0, 0);
        let scored = self.scored;
        let follows = |number: usize| {
            let all = scored.adjustments.iter();
            all.filter(move |adjusted| adjusted.after_hand == number)
        };
        if follows(0).next().is_some() {
            let title = self.format("before-first-hand", args![]);
            self.derivation(title);
            follows(0).for_each(|adjusted| self.adjustment(adjusted));
            self.y += 1.0;
        }
        for hand in &scored.hands {
            let dealer = scored.table.name(hand.dealer).to_string();
            let args = args![hand: hand.number, dealer: dealer];
            let title = self.canvas.words.sentence("ui", "hand-title", &args);
            self.derivation(title);
            for line in &hand.lines {
                let text = self.sheet.words().line(line);
                let clauses = marked_clauses(scored.facts, line);
                self.explanation(line.seat, line.points, &text, Some(&clauses));
            }
            follows(hand.number).for_each(|adjusted| self.adjustment(adjusted));
            self.y += 1.0;
        }
    }

    /// The title over the lines of a hand.
    fn derivation(&mut self, title: String) {
        self.room(16.0);
        let cell = Area::new(self.frame.x, self.y + 1.5, self.frame.w, 5.0);
        let here = self.canvas.here();
        self.canvas.text(cell, &title, Style::plain(8.5).bold());
        self.canvas.part(here, Role::Heading(3));
        self.canvas.bookmark(title, self.y, 1);
        self.y += 7.0;
    }

    fn adjustment(&mut self, adjusted: &Adjusted) {
        let reason = args![reason: adjusted.reason.clone()];
        let text = self.format("adjustment-derived", reason);
        let rule = adjusted.rule.as_deref();
        let clause = rule.map(|rule| marked_clause(self.scored.facts, rule));
        self.explanation(adjusted.seat, adjusted.points, &text, clause.as_deref());
    }

    /// A line of a derivation: whose points, how many, why and by which clauses.
    fn explanation(&mut self, seat: Seat, points: Points, text: &str, clauses: Option<&str>) {
        let width = self.frame.w;
        let (name, figure) = (width * 0.2, 12.0);
        let text = match clauses {
            Some(clauses) => format!("{text} [{clauses}]"),
            None => text.to_owned(),
        };
        let style = Style::plain(7.2);
        let pitch = leading(style.size) + 0.9;
        let reason = name + figure + 3.0;
        let rest = width - reason;
        let lines = self.canvas.wrap(&text, rest, style);
        self.room(pitch * count(lines.len()));
        let here = self.canvas.here();
        let (x, y) = (self.frame.x, self.y);
        let player = self.scored.table.name(seat).clone();
        let baseline = y + pitch * 0.72;
        let cell = Area::new(x, y, name - 2.0, pitch);
        let (fitted, names) = self.canvas.fit(cell, &player, style.within(5.0, 1));
        self.canvas.line(cell, baseline, &names.join(" "), fitted);
        let cell = Area::new(x + name, y, figure, pitch);
        let bold = style.bold().align(Align::Right);
        self.canvas.line(cell, baseline, &signed(points), bold);
        for text in lines {
            let cell = Area::new(x + reason, self.y, rest, pitch);
            self.canvas
                .line(cell, self.y + pitch * 0.72, &text, style.ink(Ink::Muted));
            self.y += pitch;
        }
        self.canvas.part(here, Role::Paragraph);
        self.canvas
            .level((x, x + width), self.y, HAIR * 0.6, Ink::Line);
    }

    /// Numbers the pages.
    fn close(self) -> Drawing {
        let (sheet, frame, mut canvas) = (self.sheet, self.frame, self.canvas);
        let pages = canvas.pages();
        let identity = sheet.identity.text(&canvas.words);
        for page in 0..pages {
            let args = args![page: page + 1, pages: pages];
            let text = canvas.words.format(&Text::Message("page", args));
            canvas.on_page(page, |canvas| {
                let y = frame.bottom() - 5.6;
                let right = frame.right();
                canvas.level(frame.edges(), y, HAIR, Ink::Line);
                let style = Style::muted(canvas.sizes.caption.min(7.0));
                let number = Area::new(right - 26.0, y, 26.0, 5.6);
                canvas.text(number, &text, style.align(Align::Right));
                let left = Area::new(frame.x, y, frame.w - 28.0, 5.6);
                canvas.text(left, &identity, style.within(style.size * 0.85, 2));
            });
        }
        canvas.finish()
    }
}
