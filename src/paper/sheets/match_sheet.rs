//! The sheet of a match: every hand in words and figures, the corrections, the standings with the curve of
//! the totals, and the derivation of the points.

use std::borrow::Cow;
use std::sync::Arc;

use super::curve::draw_curve;
use super::header::Header;
use super::identity::changed_rules;
use super::played_table::PlayedTable;
use super::sheet::Sheet;
use crate::error::{PrintError, TooSmall};
use crate::layout::canvas::{Align, COLUMN, Canvas, Style, THIN};
use crate::layout::draw::{Bookmark, Drawing, Ink, Item, Printable, Role};
use crate::layout::flow::{Flow, Stack, Strip, StripMark, height_of, spaced};
use crate::layout::paper::{Area, PageSetup, Size};
use crate::layout::script::isolate;
use crate::layout::table::{Row, Rule, Table};
use crate::layout::template::TypeScale;
use crate::requests::{MAX_PAGES, MAX_REASONS_OF_A_SHEET, SheetRequest, check_link};
use overtrick_core::json::Json;
use overtrick_core::{Args, Finding, args};
use overtrick_match::document::{Scored, ScoredHand};

/// The height of a page's footer, and of the line with the name of the match on later pages.
const FOOT: f32 = 8.0;
const RUNNING_HEAD: f32 = 7.0;
/// The text size of the line with the result.
const RESULT: f32 = 11.0;
/// The height of a heading.
const HEADING: f32 = 9.4;
/// The height of a line of the standings.
const STANDING: f32 = 6.4;
/// The left edge of the names in the standings, and the width of the space for the shapes before the names.
const STANDING_NAME: f32 = 17.0;
const STANDING_SHAPE: f32 = 6.5;
/// The least height of a curve, and the fewest hands for a curve.
const MIN_CURVE: f32 = 32.0;
const FEWEST_HANDS: usize = 2;
/// The least width of the printed area for a curve beside the standings.
const BESIDE: f32 = 100.0;

/// Draws the sheet of a match.
///
/// # Errors
/// Any [`PrintError`]. Nothing is drawn then.
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
    let too_long = || {
        let hands = scored.hands.len();
        let args = args![hands: hands, pages: MAX_PAGES, reasons: MAX_REASONS_OF_A_SHEET];
        Finding::rule("sheet-too-long", "/hands", args)
    };
    let setup = request.print.setup;
    let sheet = Sheet::from_match(request, scored, document)?;
    let sides = match sheet.pad.sides[..] {
        [] => Cow::Borrowed(scored),
        _ => scored.by_side(),
    };
    let reasons: usize = scored.hands.iter().map(|hand| hand.reasons.len()).sum();
    if request.explain && reasons > MAX_REASONS_OF_A_SHEET {
        return Err(too_long().into());
    }
    let open = |setup: PageSetup| SheetPages::open(&sheet, (scored, &*sides), setup);
    // If the table is too wide, the sheet is printed in landscape.
    let turned = PageSetup {
        landscape: true,
        ..setup
    };
    let pages = open(setup).or_else(|size| open(turned).map_err(|_| size));
    let is_other = |other: PageSetup| other.per_page == 1 && ![setup, turned].contains(&other);
    let pages = pages.map_err(|size| PrintError::TooSmall {
        size,
        nearest: setup.nearest(|other| is_other(other) && open(other).is_ok()),
    })?;
    let drawing = pages.draw(document.text("notes"), request.explain);
    if drawing.pages.len() > MAX_PAGES {
        return Err(too_long().into());
    }
    Ok(sheet.printable(drawing))
}

/// A sheet that is being drawn. Its strips flow over several pages.
pub(super) struct SheetPages<'a> {
    pub(super) sheet: &'a Sheet<'a>,
    /// The match by players, and the match by sides. They differ only if partners share a score.
    pub(super) played: &'a Scored,
    pub(super) scored: &'a Scored,
    pub(super) canvas: Canvas<'a>,
    /// The header of the first page.
    header: Header<'a>,
    /// The table of the hands.
    hands: Vec<Strip>,
    setup: PageSetup,
    pub(super) frame: Area,
}

impl<'a> SheetPages<'a> {
    /// Lays out the table of the hands in the largest text that fits.
    fn open(
        sheet: &'a Sheet<'a>,
        (played, scored): (&'a Scored, &'a Scored),
        setup: PageSetup,
    ) -> Result<SheetPages<'a>, TooSmall> {
        let frame = setup.frames()[0];
        let mut least = frame.size();
        for mut canvas in sheet.canvases(frame.size()) {
            let (width, height) = match PlayedTable::layout(&canvas, sheet, frame.w) {
                Err(width) => (width, 120.0),
                Ok(table) => {
                    let hands = table.strips(&mut canvas, !played.hands.is_empty());
                    let heights = hands.iter().map(|strip| strip.height);
                    let height = 60.0 + heights.fold(0.0, f32::max);
                    if height <= frame.h {
                        return Ok(SheetPages {
                            header: Header::lay(&canvas, &sheet.identity, frame.w),
                            sheet,
                            played,
                            scored,
                            canvas,
                            hands,
                            setup,
                            frame,
                        });
                    }
                    (frame.w, height)
                }
            };
            least = Size::new(width, height);
        }
        Err(sheet.too_small(least, frame.size()))
    }

    /// Draws all pages, with the notes of the match, and with the derivation of the points if `explain` is set.
    fn draw(mut self, notes: Option<&str>, explain: bool) -> Drawing {
        let head = self.header.height(&self.canvas);
        // Later pages have the name of the game and of the match at the top.
        let Area { x, y, w, h } = self.frame;
        let column = Area::new(x, y + RUNNING_HEAD, w, h - RUNNING_HEAD - FOOT);
        let mut flow = Flow::new(column, head - RUNNING_HEAD);
        flow.bookmarks.push(Bookmark {
            name: self.name(),
            page: 0,
            y: 0.0,
            depth: 0,
        });
        let is_begun = !self.scored.hands.is_empty() || !self.scored.adjustments.is_empty();
        if is_begun {
            let style = Style::plain(RESULT).bold().ink(self.winner_ink());
            let result = self.result();
            let result = self.canvas.paragraph(&result, style, w, Role::Paragraph);
            flow.add(&spaced(result, 0.0, 2.0));
        }
        flow.add(&std::mem::take(&mut self.hands));
        let texts = self.texts(notes);
        if is_begun {
            flow.add(&self.standings(flow.left(), height_of(&texts)));
        }
        flow.add(&texts);
        if explain && !self.scored.hands.is_empty() {
            flow.turn();
            flow.add(&self.explanations());
        }
        self.close(flow)
    }

    pub(super) fn format(&self, key: &'static str, args: Args) -> String {
        self.canvas.words.message(key, args)
    }

    /// Returns the name of the game and of the match.
    fn name(&self) -> String {
        let identity = &self.sheet.identity;
        let game = self.canvas.words.language.named(&identity.game.name());
        match &identity.labels.title {
            Some(title) => format!("{game} · {}", isolate(title)),
            None => game,
        }
    }

    /// Draws a heading, which stays on one page with the next strip. `depth` is the level of its bookmark.
    pub(super) fn heading(&mut self, key: &'static str, depth: usize) -> Strip {
        let name = self.format(key, args![]);
        let cell = Area::new(0.0, 3.0, self.frame.w, 6.0);
        let frame = self.canvas.frame(HEADING, |canvas| {
            canvas.text(cell, &name, Style::plain(10.5).bold());
        });
        Strip {
            keep: true,
            bookmark: Some(StripMark::new(name, depth)),
            ..Strip::new(HEADING, Item::tagged(Role::Heading(2), frame.items))
        }
    }

    /// Draws the standings, with the curve of the totals if there is room. `left` is the remaining height of the page,
    /// and `texts` is the height of the texts below. The texts move to the next page if only the standings fit.
    fn standings(&mut self, left: f32, texts: f32) -> Vec<Strip> {
        let has_curve = self.scored.hands.len() >= FEWEST_HANDS;
        let is_beside = has_curve && self.frame.w >= BESIDE;
        let width = if is_beside {
            self.standings_width()
        } else {
            self.frame.w.min(110.0)
        };
        let table = self.table_of_standings(width);
        let own = table.height;
        // The curve has its usual height, or less if the page has less room. It never adds a page.
        let usual = match self.canvas.scale {
            TypeScale::Large => 74.0,
            TypeScale::Normal | TypeScale::Small => 50.0,
        };
        let above = left - HEADING - texts;
        let left = if own > above { left - HEADING } else { above };
        let below = left - own - HEADING;
        let room = if is_beside { left } else { below };
        let height = if own > left { usual } else { room.min(usual) };
        let mut strips = vec![self.heading("standings", 1), table];
        if has_curve && height >= MIN_CURVE {
            let mut heading = self.heading("curve", 1);
            let x = if is_beside { width + 8.0 } else { 0.0 };
            let curve = self.curve(Size::new(self.frame.w - x, height));
            if is_beside {
                strips[1].keep = true;
                // The curve and its heading are level with the top of the standings.
                let curve = Stack::new(0.0, HEADING).with(vec![curve]);
                let items = heading.items.into_iter().chain(curve.items);
                heading.items = items.map(|item| item.moved(x, -HEADING - own)).collect();
                heading.height = (height - own).max(0.0);
                heading.keep = false;
                strips.push(heading);
            } else {
                strips.extend([heading, curve]);
            }
        }
        strips
    }

    /// Returns the width of the standings beside a curve. The full names fit if possible.
    fn standings_width(&self) -> f32 {
        let style = Style::plain(9.5).bold();
        let names = self.scored.table.names().iter();
        let widths = names.map(|name| self.canvas.width(name, style));
        let wanted = STANDING_NAME + widths.fold(0.0, f32::max) + self.figure_width() + 1.0;
        wanted.clamp(44.0, (self.frame.w * 0.46).min(86.0))
    }

    /// Returns the width of the totals in the standings.
    fn figure_width(&self) -> f32 {
        let style = Style::plain(10.5).bold();
        let totals = self.scored.totals.iter();
        let widths = totals.map(|total| self.canvas.width(&total.to_string(), style));
        widths.fold(0.0, f32::max) + 3.0
    }

    fn curve(&mut self, size: Size) -> Strip {
        let place = Area::new(0.0, 0.0, size.w, size.h);
        let heads = self.sheet.heads.iter();
        let initials: Vec<&str> = heads.map(|head| head.initial.as_str()).collect();
        let hue = self.sheet.identity.emblem.hue;
        let scored = self.scored;
        let frame = self.canvas.frame(size.h, |canvas| {
            draw_curve(canvas, place, scored, (&initials, hue));
        });
        let alt = self.curve_in_words().into();
        let items = Item::tagged(Role::Figure { alt, place }, frame.items);
        Strip::new(size.h, items)
    }

    /// Returns the curve in words: the totals after each hand, or only the last totals of a long match.
    fn curve_in_words(&self) -> String {
        const MAX: usize = 20;
        let (scored, language) = (self.scored, self.canvas.words.language);
        let hands = scored.hands.len();
        let first = if hands > MAX { hands - 1 } else { 0 };
        let players = scored.table.seats().map(|seat| {
            let total = |hand: &Arc<ScoredHand>| hand.totals[seat.index()].to_string();
            let totals: Vec<String> = scored.hands[first..].iter().map(total).collect();
            format!("{} {}", scored.table.name(seat), totals.join(", "))
        });
        let players: Vec<String> = players.collect();
        let args = args![hands: hands, players: players.join("; ")];
        language.format("pad", "curve-in-words", &args)
    }

    fn table_of_standings(&mut self, width: f32) -> Strip {
        let scored = self.scored;
        let figure = self.figure_width();
        let place = STANDING_NAME - STANDING_SHAPE;
        let table = Table::new(&[place, width - place - figure, figure], 0.0);
        let standings = scored.standings();
        let rows = standings.iter().map(|standing| {
            let seat = standing.seat.index();
            let first = standing.rank == 1;
            let rank = self.canvas.words.language.ordinal(standing.rank);
            let rank = self.canvas.cell(&table, 0..1, STANDING, |canvas, cell| {
                canvas.text(cell.inset(1.0, 0.0), &rank, Style::muted(8.5));
            });
            let head = &self.sheet.heads[seat];
            let name = self.canvas.cell(&table, 1..2, STANDING, |canvas, cell| {
                canvas.seat(seat, (2.5, STANDING / 2.0), 2.0, &head.initial, false);
                let cell = Area::new(STANDING_SHAPE, 0.0, cell.w - STANDING_SHAPE, cell.h);
                let style = Style::plain(9.5).bold_if(first);
                match &head.name {
                    Some(name) => canvas.text(cell, name, style.within(4.5, 2)),
                    // If no font has the letters of a name, a line is drawn to write it on.
                    None => canvas.level(cell.edges(), cell.bottom() - 1.2, THIN, Ink::Line),
                }
            });
            let ink = if first { self.winner_ink() } else { Ink::Ink };
            let total = self.canvas.cell(&table, 2..3, STANDING, |canvas, cell| {
                let style = Style::plain(10.5).bold().ink(ink).align(Align::Right);
                let cell = Area::new(cell.x, cell.y, cell.w - 1.0, cell.h);
                canvas.text(cell, &standing.total.to_string(), style);
            });
            table.row(Row {
                cells: vec![rank, name, total],
                least: STANDING,
                ..Row::default()
            })
        });
        let mut strip = Strip::joined(rows.collect());
        strip.items.push(table.rule(0.0, Rule::black(COLUMN)));
        strip
    }

    /// Returns the color of the leader and of the result: the game's color if the match is over, or else black.
    fn winner_ink(&self) -> Ink {
        let hue = self.sheet.identity.emblem.hue;
        if self.scored.complete { hue } else { Ink::Ink }
    }

    fn result(&self) -> String {
        let scored = self.scored;
        let winners = scored.winners();
        let Some(first) = winners.first() else {
            return self.format("not-over", args![hands: scored.hands.len()]);
        };
        let heads = winners.iter().map(|seat| &self.sheet.heads[seat.index()]);
        let names = heads.map(|head| isolate(head.name.as_ref().unwrap_or(&head.initial)));
        let players = names.collect::<Vec<_>>().join(", ");
        let (count, total) = (self.played.winners().len(), scored.totals[first.index()]);
        let key = if winners.len() == 1 { "won" } else { "tied" };
        let args = args![players: players, count: count, total: total];
        self.canvas.words.language.format("ui", key, &args)
    }

    /// Draws the remarks with a heading, and the texts that explain the figures.
    fn texts(&mut self, notes: Option<&str>) -> Vec<Strip> {
        let remarks = self.remarks(notes);
        let reading = self.reading();
        let style = Style::plain(self.canvas.sizes.label.max(6.8));
        let mut strips = Vec::new();
        if !remarks.is_empty() {
            strips.push(self.heading("remarks", 1));
        }
        for (texts, style, above) in [(remarks, style, 0.7), (reading, style.ink(Ink::Muted), 2.4)]
        {
            for text in texts {
                let width = self.frame.w;
                let lines = self.canvas.paragraph(&text, style, width, Role::Paragraph);
                strips.extend(spaced(lines, above, 0.0));
            }
        }
        strips
    }

    /// Returns all remarks: the remarks of the pad, the notes of the match, and the warnings as sentences. A
    /// warning that several hands have is returned once.
    fn remarks(&self, notes: Option<&str>) -> Vec<String> {
        let texts = self.sheet.pad.remarks.iter();
        let mut texts: Vec<String> = texts.map(|text| self.canvas.words.format(text)).collect();
        texts.extend(notes.map(str::to_owned));
        let mut warnings: Vec<(String, Vec<usize>)> = Vec::new();
        for hand in &self.scored.hands {
            for warning in &hand.warnings {
                let text = with_full_stop(self.canvas.words.finding(warning));
                match warnings.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, hands)) => hands.push(hand.number),
                    None => warnings.push((text, vec![hand.number])),
                }
            }
        }
        texts.extend(warnings.into_iter().map(|(text, hands)| match hands[..] {
            [hand] => self.format("warning", args![hand: hand, text: text]),
            _ => self.format("warnings", args![hands: hands, text: text]),
        }));
        texts
    }

    /// Returns the texts that explain the figures: the scoring, and the house rules that differ from the defaults.
    fn reading(&self) -> Vec<String> {
        let (words, identity) = (self.canvas.words, &self.sheet.identity);
        let mut texts = Vec::with_capacity(2);
        let legend = self.sheet.pad.legend.iter();
        let legend: Vec<String> = legend.map(|text| words.format(text)).collect();
        if !legend.is_empty() {
            texts.push(format!("{}. {}", words.text("scoring"), legend.join(" ")));
        }
        texts.extend(changed_rules(&words, identity));
        texts
    }

    /// Draws the header of the first page, the name of the match on later pages, and the page numbers.
    fn close(self, flow: Flow) -> Drawing {
        let name = self.name();
        let (sheet, frame, mut canvas) = (self.sheet, self.frame, self.canvas);
        let pages = flow.pages.len();
        let identity = sheet.identity.text(&canvas.words);
        let y = frame.bottom() - 5.6;
        let style = Style::muted(canvas.sizes.caption.min(7.0));
        for (page, items) in flow.pages.into_iter().enumerate() {
            canvas.page(self.setup.size());
            if page == 0 {
                self.header.draw(&mut canvas, frame);
            } else {
                let cell = Area { h: 5.0, ..frame };
                canvas.text(cell, &name, Style::muted(8.0).within(5.5, 1));
            }
            canvas.draw_all(items);
            let args = args![page: page + 1, pages: pages];
            let text = canvas.words.message("page", args);
            canvas.level(frame.edges(), y, THIN, Ink::Ink);
            let number = Area::new(frame.right() - 26.0, y, 26.0, 5.6);
            canvas.text(number, &text, style.align(Align::Right));
            let left = Area::new(frame.x, y, frame.w - 28.0, 5.6);
            canvas.text(left, &identity, style.within(style.size * 0.85, 2));
        }
        Drawing {
            bookmarks: flow.bookmarks,
            ..canvas.finish()
        }
    }
}

/// Returns a sentence with a period, unless it already has a punctuation mark at its end.
fn with_full_stop(mut sentence: String) -> String {
    if !sentence.ends_with(['.', '!', '?', '…', '”', '“']) {
        sentence.push('.');
    }
    sentence
}
