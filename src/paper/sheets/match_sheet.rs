//! The sheet of a match: every hand in words and figures, corrections, standings with the curve of the
//! totals, and how it came about.

use std::borrow::Cow;

use super::curve::draw_curve;
use super::header::Header;
use super::identity::changed_rules;
use super::played_table::PlayedTable;
use super::sheet::Sheet;
use crate::error::{PrintError, TooSmall};
use crate::layout::canvas::{Align, COLUMN, Canvas, FRAME, Style, THIN, count, leading};
use crate::layout::draw::{Drawing, Ink, Printable, Role};
use crate::layout::paper::{Area, PageSetup, Size};
use crate::layout::script::isolate;
use crate::layout::table::{Cell, Row, Rule, Stands, Strip, Table, height_of, kept_together};
use crate::layout::template::TypeScale;
use crate::requests::{MAX_REASONS_OF_A_SHEET, MOST_PAGES, SheetRequest, check_link};
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_core::pad::Text;
use overtrick_match::document::Scored;

/// What the foot of a page takes.
const FOOT: f32 = 8.0;
/// The height of a heading.
const HEADING: f32 = 9.4;
/// The height of a line of the standings.
const STANDING: f32 = 6.4;
/// Where the names in the standings begin, and how far before them the shapes of the seats.
const STANDING_NAME: f32 = 17.0;
const STANDING_SHAPE: f32 = 6.5;
/// The least height of a curve, and the fewest hands that make one.
const LEAST_CURVE: f32 = 32.0;
const FEWEST_HANDS: usize = 2;
/// The width of a page from which on the curve stands beside the standings.
const BESIDE: f32 = 100.0;

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
    let setup = request.print.setup;
    let sheet = Sheet::from_match(request, scored, document)?;
    let sides = if sheet.pad.sides.is_empty() {
        Cow::Borrowed(scored)
    } else {
        scored.by_side()
    };
    let reasons: usize = scored.hands.iter().map(|hand| hand.reasons.len()).sum();
    if request.explain && reasons > MAX_REASONS_OF_A_SHEET {
        return Err(PrintError::TooLong { hands });
    }
    let open = |setup: PageSetup| SheetPages::open(&sheet, (scored, &*sides), setup);
    let pages = open(setup).map_err(|size| PrintError::TooSmall {
        size,
        nearest: setup.nearest(|setup| setup.per_page == 1 && open(setup).is_ok()),
    })?;
    let drawing = pages.draw(document.text("notes"), request.explain);
    if drawing.pages.len() > MOST_PAGES {
        return Err(PrintError::TooLong { hands });
    }
    Ok(sheet.printable(drawing))
}

/// A sheet that is being drawn, page by page.
pub(super) struct SheetPages<'a> {
    pub(super) sheet: &'a Sheet<'a>,
    /// The match as its players played it, and as its sides did: the same, unless partners share a score.
    pub(super) played: &'a Scored,
    pub(super) scored: &'a Scored,
    pub(super) canvas: Canvas<'a>,
    /// The table of the hands.
    hands: Vec<Strip>,
    setup: PageSetup,
    pub(super) frame: Area,
    /// How far down the page is drawn.
    pub(super) y: f32,
}

impl<'a> SheetPages<'a> {
    fn open(
        sheet: &'a Sheet<'a>,
        (played, scored): (&'a Scored, &'a Scored),
        setup: PageSetup,
    ) -> Result<SheetPages<'a>, TooSmall> {
        let frame = setup.frames()[0];
        let there = frame.size();
        let mut canvas = sheet.canvas(there);
        let seats = sheet.heads.len();
        let too_small = |width: f32, height: f32| TooSmall {
            least: Size::new(width, height),
            there,
            seats,
        };
        let table = PlayedTable::layout(&canvas, sheet, frame.edges());
        let table = table.map_err(|least| too_small(least, 120.0))?;
        let hands = table.strips(&mut canvas, !played.hands.is_empty());
        let heights = hands.iter().map(|strip| strip.height);
        let least = 60.0 + heights.fold(0.0, f32::max);
        if least > frame.h {
            return Err(too_small(frame.w, least));
        }
        let mut pages = SheetPages {
            sheet,
            played,
            scored,
            canvas,
            hands,
            setup,
            frame,
            y: frame.y,
        };
        pages.canvas.page(setup.size());
        pages.canvas.bookmark(pages.name(), 0.0, 0);
        let header = Header::lay(&pages.canvas, &sheet.identity, frame.w);
        header.draw(&mut pages.canvas, frame);
        pages.y += header.height(&pages.canvas);
        Ok(pages)
    }

    /// Draws all pages, with the notes of the match and perhaps how it came about.
    fn draw(mut self, notes: Option<&str>, explain: bool) -> Drawing {
        let remarks = self.remarks(notes);
        let reading = self.reading();
        let hands = std::mem::take(&mut self.hands);
        if let Some(mark) = hands.iter().find_map(|strip| strip.bookmark.as_ref()) {
            self.canvas.bookmark(mark.name.clone(), self.y, mark.depth);
        }
        self.place(&hands);
        if self.scored.hands.is_empty() && self.scored.adjustments.is_empty() {
            self.y += 2.0;
        } else {
            self.standings(&remarks, &reading);
        }
        if !remarks.is_empty() {
            self.heading("remarks", 6.0, 1);
            for text in &remarks {
                self.paragraph(text, Style::plain(self.remark_size()), 0.7);
            }
        }
        for text in &reading {
            self.paragraph(text, Style::muted(self.remark_size()), 2.4);
        }
        if explain && !self.scored.hands.is_empty() {
            self.explanations();
        }
        self.close()
    }

    pub(super) fn format(&self, key: &'static str, args: overtrick_core::Args) -> String {
        self.canvas.words.format(&Text::Message(key, args))
    }

    fn bottom(&self) -> f32 {
        self.frame.bottom() - FOOT
    }

    /// The name of the game and match.
    fn name(&self) -> String {
        let game = self.sheet.identity.name(self.canvas.words.language);
        match &self.sheet.identity.labels.title {
            Some(title) => format!("{game} · {}", isolate(title)),
            None => game,
        }
    }

    /// Begins another page, with the name of the game and match at its head.
    pub(super) fn turn(&mut self) {
        self.canvas.page(self.setup.size());
        let text = self.name();
        let cell = Area::new(self.frame.x, self.frame.y, self.frame.w, 5.0);
        let style = Style::muted(8.0).within(5.5, 1);
        self.canvas.text(cell, &text, style);
        self.y = self.frame.y + 7.0;
    }

    /// Turns the page, if there is not so much room left.
    pub(super) fn room(&mut self, height: f32) -> bool {
        let turns = self.y + height > self.bottom();
        if turns {
            self.turn();
        }
        turns
    }

    /// Places strips below each other, those that are kept together on one page. At the top of a page the head of
    /// their table is repeated.
    pub(super) fn place(&mut self, strips: &[Strip]) {
        let mut rest = strips;
        while !rest.is_empty() {
            let (together, others) = rest.split_at(kept_together(rest));
            let mut turns = self.y + height_of(together) > self.bottom();
            for strip in together {
                if turns || self.y + strip.height > self.bottom() {
                    self.turn_table(strip);
                }
                self.put(strip);
                turns = false;
            }
            rest = others;
        }
    }

    /// Turns the page within a table, which goes on with this strip.
    fn turn_table(&mut self, strip: &Strip) {
        let goes_on = strip.again.as_ref();
        if goes_on.is_some() {
            let edges = self.frame.edges();
            self.canvas.level(edges, self.y, FRAME, Ink::Ink);
        }
        self.turn();
        if let Some(mark) = strip.bookmark.as_ref().filter(|mark| mark.only_at_top) {
            self.canvas.bookmark(mark.name.clone(), self.y, mark.depth);
        }
        if let Some(head) = goes_on {
            self.put(head);
        }
    }

    fn put(&mut self, strip: &Strip) {
        if let Some(mark) = strip.bookmark.as_ref().filter(|mark| !mark.only_at_top) {
            self.canvas.bookmark(mark.name.clone(), self.y, mark.depth);
        }
        for item in &strip.items {
            self.canvas.draw(item.clone().moved(0.0, self.y));
        }
        self.y += strip.height;
    }

    /// A heading with so much room under it; `depth` is that of its bookmark.
    pub(super) fn heading(&mut self, key: &'static str, least: f32, depth: usize) {
        self.room(least + HEADING);
        self.heading_at(key, self.frame.x, depth);
        self.y += HEADING;
    }

    /// The same at this place, which takes no height.
    fn heading_at(&mut self, key: &'static str, x: f32, depth: usize) {
        let text = self.format(key, args![]);
        let cell = Area::new(x, self.y + 3.0, self.frame.right() - x, 6.0);
        let here = self.canvas.here();
        self.canvas.text(cell, &text, Style::plain(10.5).bold());
        self.canvas.part(here, Role::Heading(2));
        self.canvas.bookmark(text, self.y, depth);
    }

    /// The standings and, where there is room, the curve of the totals.
    fn standings(&mut self, remarks: &[String], reading: &[String]) {
        let beside = self.frame.w >= BESIDE;
        let curves = self.scored.hands.len() >= FEWEST_HANDS;
        let usual = match self.canvas.scale {
            TypeScale::Large => 74.0,
            TypeScale::Normal => 50.0,
        };
        let width = match (beside, curves) {
            (true, true) => self.standings_width(),
            _ => self.frame.w.min(110.0),
        };
        let result = self.result();
        let style = Style::plain(9.0).bold();
        let result_lines = self.canvas.wrap(&result, width, style).len();
        let own = STANDING * count(self.scored.table.len())
            + 1.5
            + count(result_lines) * leading(style.size);
        let after = self.text_height(remarks, reading);
        // A curve is as high as it likes to be, or as the page has room, and costs no page of its own.
        let left = self.bottom() - self.y - HEADING - after;
        let room = if beside { left } else { left - own - HEADING };
        let turns = own > left;
        let height = if turns { usual } else { room.min(usual) };
        let curve = (curves && height >= LEAST_CURVE).then_some(height);
        let block = match curve {
            Some(height) if beside => own.max(height),
            _ => own,
        };
        self.room(HEADING + block.min(self.frame.h * 0.6));
        let (page_top, x) = (self.y, self.frame.x + width + 8.0);
        self.heading_at("standings", self.frame.x, 1);
        if let Some(height) = curve.filter(|_| beside) {
            self.heading_at("curve", x, 1);
            let place = Area::new(x, page_top + HEADING, self.frame.right() - x, height);
            self.curve(place);
        }
        self.y += HEADING;
        self.table_of_standings(width);
        self.y += 1.5;
        for line in self.canvas.wrap(&result, width, style) {
            let pitch = leading(style.size);
            let cell = Area::new(self.frame.x, self.y, width, pitch);
            let here = self.canvas.here();
            self.canvas.line(cell, self.y + pitch * 0.76, &line, style);
            self.canvas.part(here, Role::Paragraph);
            self.y += pitch;
        }
        match curve {
            Some(height) if beside => self.y = self.y.max(page_top + HEADING + height),
            Some(height) => {
                self.heading("curve", height, 1);
                let place = Area::new(self.frame.x, self.y, self.frame.w, height);
                self.curve(place);
                self.y += height;
            }
            None => {}
        }
    }

    /// The width of the standings beside a curve: names are whole where they can be.
    fn standings_width(&self) -> f32 {
        let style = Style::plain(9.5).bold();
        let names = self.scored.table.names().iter();
        let widths = names.map(|name| self.canvas.width(name, style));
        let wanted = STANDING_NAME + widths.fold(0.0, f32::max) + self.figure_width() + 1.0;
        wanted.clamp(44.0, (self.frame.w * 0.46).min(86.0))
    }

    /// The width of the totals in the standings.
    fn figure_width(&self) -> f32 {
        let style = Style::plain(10.5).bold();
        let totals = self.scored.totals.iter();
        let widths = totals.map(|total| self.canvas.width(&total.to_string(), style));
        widths.fold(0.0, f32::max) + 3.0
    }

    fn curve(&mut self, place: Area) {
        let heads = self.sheet.heads.iter();
        let initials: Vec<&str> = heads.map(|head| head.initial.as_str()).collect();
        let hue = self.sheet.identity.emblem.hue;
        let here = self.canvas.here();
        draw_curve(&mut self.canvas, place, self.scored, (&initials, hue));
        let alt = self.curve_in_words().into();
        self.canvas.part(here, Role::Figure { alt, place });
    }

    /// What the curve shows: the totals after each hand, or of a long match those at its end.
    fn curve_in_words(&self) -> String {
        const MOST: usize = 20;
        let (scored, language) = (self.scored, self.canvas.words.language);
        let hands = scored.hands.len();
        let first = if hands > MOST { hands - 1 } else { 0 };
        let players = scored.table.seats().map(|seat| {
            let hands = scored.hands[first..].iter();
            let totals = hands.map(|hand| hand.totals[seat.index()].to_string());
            let totals: Vec<String> = totals.collect();
            format!("{} {}", scored.table.name(seat), totals.join(", "))
        });
        let players: Vec<String> = players.collect();
        let args = args![hands: hands, players: players.join("; ")];
        language.format("pad", "curve-in-words", &args)
    }

    fn table_of_standings(&mut self, width: f32) {
        let scored = self.scored;
        let figure = self.figure_width();
        let place = STANDING_NAME - STANDING_SHAPE;
        let widths = [place, width - place - figure, figure];
        let table = Table::new(self.frame.x, &widths, 0.0);
        let edges = table.edges();
        self.canvas.level(edges, self.y, COLUMN, Ink::Ink);
        let standings = scored.standings();
        let rows = standings.iter().map(|standing| {
            let seat = standing.seat.index();
            let first = standing.rank == 1;
            let cell = |width: f32| Area::new(0.0, 0.0, width, STANDING);
            let rank = self.canvas.words.language.ordinal(standing.rank);
            let rank = self.canvas.frame(STANDING, |canvas| {
                let cell = cell(place).inset(1.0, 0.0);
                canvas.text(cell, &rank, Style::muted(8.5));
            });
            let initial = &self.sheet.heads[seat].initial;
            let name = self.canvas.frame(STANDING, |canvas| {
                canvas.seat(seat, (2.5, STANDING / 2.0), 2.0, initial, false);
                let cell = cell(widths[1]);
                let cell = Area::new(STANDING_SHAPE, cell.y, cell.w - STANDING_SHAPE, cell.h);
                let style = Style {
                    bold: first,
                    ..Style::plain(9.5)
                };
                let text = scored.table.name(standing.seat);
                canvas.text(cell, text, style.within(4.5, 2));
            });
            let ink = if first && scored.complete {
                self.sheet.identity.emblem.hue
            } else {
                Ink::Ink
            };
            let total = self.canvas.frame(STANDING, |canvas| {
                let style = Style::plain(10.5).bold().ink(ink).align(Align::Right);
                canvas.text(cell(figure - 1.0), &standing.total.to_string(), style);
            });
            table.row(Row {
                cells: [rank, name, total]
                    .into_iter()
                    .enumerate()
                    .map(|(column, frame)| Cell::new(column, Stands::Top, frame))
                    .collect(),
                least: STANDING,
                edge: 0.0,
                rule: Rule {
                    weight: THIN,
                    ink: Ink::Ink,
                },
                is_head: false,
            })
        });
        let rows: Vec<Strip> = rows.collect();
        self.place(&rows);
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
        let count = self.played.winners().len();
        let args = args![players: names.join(", "), count: count, total: total];
        language.format("ui", key, &args)
    }

    /// Sets text over the whole width, after a gap.
    fn paragraph(&mut self, text: &str, style: Style, gap: f32) {
        self.y += gap;
        let pitch = leading(style.size);
        let mut role = Role::Paragraph;
        for line in self.canvas.wrap(text, self.frame.w, style) {
            self.room(pitch);
            let cell = Area::new(self.frame.x, self.y, self.frame.w, pitch);
            let here = self.canvas.here();
            self.canvas.line(cell, self.y + pitch * 0.76, &line, style);
            let role = std::mem::replace(&mut role, Role::More);
            self.canvas.part(here, role);
            self.y += pitch;
        }
    }

    /// What is to be said beside the hands: the remarks, the notes of the match, and the warnings as sentences,
    /// one that several hands have once.
    fn remarks(&self, notes: Option<&str>) -> Vec<String> {
        let texts = self.sheet.pad.remarks.iter();
        let mut texts: Vec<String> = texts.map(|text| self.canvas.words.format(text)).collect();
        texts.extend(notes.map(str::to_owned));
        let mut warnings: Vec<(String, Vec<usize>)> = Vec::new();
        for hand in &self.scored.hands {
            for warning in &hand.warnings {
                let text = ended(self.canvas.words.finding(warning));
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

    /// What a reader needs to follow the figures: the scoring, and house rules that are not the defaults.
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

    fn remark_size(&self) -> f32 {
        self.canvas.sizes.label.max(6.8)
    }

    /// How high remarks and what is read after them will be.
    fn text_height(&self, remarks: &[String], reading: &[String]) -> f32 {
        let style = Style::plain(self.remark_size());
        let height = |text: &String, gap: f32| {
            gap + count(self.canvas.wrap(text, self.frame.w, style).len()) * leading(style.size)
        };
        let heading = if remarks.is_empty() { 0.0 } else { HEADING };
        let remarks: f32 = remarks.iter().map(|text| height(text, 0.7)).sum();
        heading + remarks + reading.iter().map(|text| height(text, 2.4)).sum::<f32>()
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
                canvas.level(frame.edges(), y, THIN, Ink::Ink);
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

/// A sentence with its full stop.
fn ended(mut sentence: String) -> String {
    if !sentence.ends_with(['.', '!', '?', '…', '”', '“']) {
        sentence.push('.');
    }
    sentence
}
