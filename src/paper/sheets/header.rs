//! The header of a pad or sheet: the logo, the game, the date and place, the table's number, and the QR codes
//! for the match.

use super::identity::Identity;
use crate::layout::canvas::{Align, Canvas, Style, leading, qr};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::paper::{Area, count};
use crate::layout::script::isolate;
use crate::requests::Labels;

/// The side of the emblem, and the space between the emblem and the name.
const EMBLEM: f32 = 9.0;
const EMBLEM_GAP: f32 = 1.8;
/// The height of a logo, and its greatest width as a fraction of the header's width.
const LOGO: f32 = 15.0;
const LOGO_SHARE: f32 = 0.22;
/// The height of a title on one line.
const TITLE: f32 = 5.0;
/// The height of the line for the date and place.
const FIELDS: f32 = 7.0;
/// The least width of the date and place, if they are beside the name.
const MIN_FIELDS: f32 = 56.0;
/// The text size of the table's number, relative to the game's name.
const TABLE_SIZE: f32 = 1.5;
/// The largest fraction of the width for the table's number.
const TABLE_SHARE: f32 = 0.3;
/// The side of a QR code.
const QR: f32 = 15.0;
/// The height of the line under a code.
const QR_WORD: f32 = 3.2;
/// The distance between codes, and from codes to everything else. A code needs an empty margin of four
/// modules. A module is at most a twenty-first of the code's side.
const QR_GAP: f32 = 3.0;
/// The distance between the other parts of a header.
const GAP: f32 = 3.0;
/// The space under the header.
const UNDER: f32 = 1.5;

/// A header that is laid out in a width.
#[derive(Debug)]
pub struct Header<'a> {
    identity: &'a Identity,
    name: String,
    width: f32,
    /// The width and height of the logo.
    logo: (f32, f32),
    /// The number of the table, and its width.
    table: Option<(String, f32)>,
    /// Whether the date and place are beside the name.
    beside: bool,
    /// The total width of the fields for the date and place.
    fields: f32,
    /// The width for the name.
    room: f32,
    /// The height of the title. A long title is smaller, and may have several lines.
    title: f32,
    /// Separate lines for the date and place, if they are too long for their fields.
    long: Vec<String>,
}

impl<'a> Header<'a> {
    /// Lays out the header of a document in this width.
    pub fn lay(canvas: &Canvas<'_>, identity: &'a Identity, width: f32) -> Header<'a> {
        let labels = &identity.labels;
        let name = canvas.words.language.named(&identity.game.name());
        let logo = labels.logo.as_ref();
        let logo = logo.map_or((0.0, 0.0), |logo| logo.within((LOGO_SHARE * width, LOGO)));
        let table = labels.table.as_ref().map(|number| {
            let style = Style::head(canvas.sizes.title * TABLE_SIZE, Ink::Ink);
            let number = isolate(number).into_owned();
            let needed = canvas.width(&number, style);
            (number, needed.min(TABLE_SHARE * width))
        });
        let codes = count(labels.links().count()) * (QR + QR_GAP);
        let right = codes + table.as_ref().map_or(0.0, |(_, width)| width + GAP);
        let left = if logo.0 > 0.0 { logo.0 + GAP } else { 0.0 };
        let room = (width - left - right).max(20.0);
        let head = Style::head(name_size(canvas), Ink::Ink);
        let named = EMBLEM + EMBLEM_GAP + canvas.width(&name, head);
        let has_room = labels.links().next().is_none() && room - named - GAP >= MIN_FIELDS;
        let beside = has_fields(labels) && has_room;
        let address = labels.link.as_deref().unwrap_or_default();
        let address = canvas.width(address, canvas.small());
        let at_right = (room - named - GAP).min(0.5 * width);
        let below = room.min(width - left - address - GAP);
        let fields = if beside { at_right } else { below };
        let mut header = Header {
            identity,
            name,
            width,
            logo,
            table,
            beside,
            fields,
            room: if beside { room - fields - GAP } else { room },
            title: 0.0,
            long: Vec::new(),
        };
        if let Some(title) = &labels.title {
            let place = Area::new(0.0, 0.0, header.title_width(), f32::MAX);
            let (style, lines) = canvas.fit(place, title, title_style(canvas));
            header.title = TITLE + leading(style.size) * (count(lines.len()) - 1.0);
        }
        header.long = header.long_fields(canvas);
        header
    }

    /// Returns the width of the title, which is below the name and below the fields beside the name.
    fn title_width(&self) -> f32 {
        self.room + if self.beside { GAP + self.fields } else { 0.0 }
    }

    /// Returns the width of each of the two fields: the date and the place.
    fn field(&self) -> f32 {
        (self.fields - GAP) / 2.0
    }

    /// Returns separate lines for the date and place, if they are too long for their fields.
    fn long_fields(&self, canvas: &Canvas<'_>) -> Vec<String> {
        let style = Style::plain(canvas.sizes.label);
        let stated = stated(&self.identity.labels).into_iter();
        let long = stated.filter_map(|(key, known)| {
            let known = known.filter(|known| !known.is_empty())?;
            let label = canvas.words.text(key);
            let labeled = canvas.width(&label, canvas.small());
            let need = labeled + canvas.width(known, style) + 2.6;
            (need > self.field()).then(|| format!("{label}: {}", isolate(known)))
        });
        let lines = long.flat_map(|text| canvas.wrap(&text, self.width, style));
        lines.collect()
    }

    /// Returns the height without the separate lines for the date and place.
    fn base(&self) -> f32 {
        let has_field_line = !self.beside && has_fields(&self.identity.labels);
        let fields = if has_field_line { FIELDS } else { 0.0 };
        let codes = self.identity.labels.links().map(|_| QR + QR_GAP + QR_WORD);
        let highest = codes.fold(self.logo.1, f32::max);
        let address = f32::from(u8::from(self.has_address_below())) * QR_WORD;
        (EMBLEM + self.title + fields).max(highest + address)
    }

    /// Whether the address is on a line below the labels of the other codes.
    fn has_address_below(&self) -> bool {
        self.identity.labels.link.is_some() && self.identity.labels.links().count() > 1
    }

    /// Returns the height of the header.
    pub fn height(&self, canvas: &Canvas<'_>) -> f32 {
        self.base() + count(self.long.len()) * leading(canvas.sizes.label) + UNDER
    }

    /// Draws the header at the top of a frame.
    pub fn draw(&self, canvas: &mut Canvas<'_>, frame: Area) {
        let here = canvas.here();
        let long = Area::new(frame.x, frame.y + self.base(), frame.w, frame.h);
        canvas.lines(long, &self.long, Style::plain(canvas.sizes.label));
        canvas.part(here, Role::Paragraph);
        let here = canvas.here();
        let mut left = frame.x;
        if let Some(logo) = &self.identity.labels.logo {
            let (w, h) = self.logo;
            canvas.draw(Item::Picture(Area::new(left, frame.y, w, h), logo.clone()));
            left += w + GAP;
        }
        let right = self.draw_codes(canvas, frame);
        if let Some((number, width)) = &self.table {
            let cell = Area::new(right - width, frame.y, *width, EMBLEM);
            let size = canvas.sizes.title * TABLE_SIZE;
            canvas.head_line(cell, number, (size, Ink::Ink), Align::Right);
        }
        let emblem = Area::new(left, frame.y, EMBLEM, EMBLEM);
        canvas.draw_all(self.identity.emblem.items(emblem));
        let beside = EMBLEM + EMBLEM_GAP;
        let cell = Area::new(left + beside, frame.y, self.room - beside, EMBLEM);
        let (size, hue) = (name_size(canvas), self.identity.emblem.hue);
        canvas.title(cell, &self.name, size, hue);
        let mut y = frame.y + EMBLEM;
        if let Some(title) = &self.identity.labels.title {
            let cell = Area::new(left, y, self.title_width(), self.title);
            canvas.text(cell, title, title_style(canvas));
            y += self.title;
        }
        if has_fields(&self.identity.labels) {
            let (x, baseline) = if self.beside {
                (left + self.room + GAP, frame.y + 6.6)
            } else {
                (left, y + FIELDS - 1.6)
            };
            let width = self.field();
            let fields = stated(&self.identity.labels).into_iter();
            for (field, x) in fields.zip([x, x + width + GAP]) {
                let cell = Area::new(x, baseline - 4.4, width, 5.0);
                self.draw_field(canvas, field, cell, baseline);
            }
        }
        // These texts are a paragraph, except for the name of the game, which is a heading.
        canvas.part(here, Role::Paragraph);
    }

    /// Draws the codes from right to left. Returns the right edge of the remaining space.
    fn draw_codes(&self, canvas: &mut Canvas<'_>, frame: Area) -> f32 {
        let size = canvas.sizes.caption;
        let mut right = frame.right();
        for (name, link) in self.identity.labels.links() {
            let place = Area::new(right - QR, frame.y, QR, QR);
            canvas.draw_all(qr(link, place));
            canvas.draw(Item::Link(place, link.to_owned()));
            right -= QR + QR_GAP;
            // The codes of `watch` and `enter` have a label below them. The address of `link` is printed as text.
            let word = match name {
                "watch" => "code-watch",
                "enter" => "code-enter",
                _ => continue,
            };
            let (x, y) = (place.x - QR_GAP / 2.0, place.bottom() + QR_GAP);
            let style = Style::plain(size).within(size * 0.9, 1);
            let cell = Area::new(x, y, QR + QR_GAP, QR_WORD);
            canvas.text(cell, &canvas.words.text(word), style.align(Align::Center));
        }
        if let Some(link) = &self.identity.labels.link {
            let is_below = self.has_address_below();
            let y = frame.y + QR + QR_GAP + if is_below { QR_WORD } else { 0.0 };
            let cell = Area::new(frame.x, y, self.width, QR_WORD);
            let style = Style::plain(size).align(Align::Right).within(size, 1);
            canvas.text(cell, link, style);
        }
        right
    }

    /// Draws a label with its value, or with a line to write on.
    fn draw_field(
        &self,
        canvas: &mut Canvas<'_>,
        (key, known): (&'static str, Option<&str>),
        cell: Area,
        baseline: f32,
    ) {
        let label = format!("{}: ", canvas.words.text(key));
        let is_below = self.long.iter().any(|line| line.starts_with(&label));
        // A value on a separate line is not repeated here.
        if is_below || is_blank(known) {
            return;
        }
        let line = canvas.label_line(key, cell, (baseline, 0.7));
        if let Some(known) = known {
            let inner = Area::new(line.x + 0.6, baseline - 3.6, line.w - 0.6, 4.4);
            let size = canvas.sizes.label;
            canvas.text(inner, known, Style::plain(size * 1.15).within(size, 1));
        }
    }
}

fn title_style(canvas: &Canvas<'_>) -> Style {
    /// More lines than the longest title needs.
    const LINES: usize = 20;
    Style::plain(canvas.sizes.name).within(canvas.sizes.label, LINES)
}

/// Returns the text size of the game's name.
fn name_size(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.title * 1.14
}

/// Returns the date and the place from the labels.
fn stated(labels: &Labels) -> [(&'static str, Option<&str>); 2] {
    let (date, place) = (labels.date.as_deref(), labels.place.as_deref());
    [("date", date), ("place", place)]
}

/// Whether a field has neither a value nor a line to write on.
fn is_blank(known: Option<&str>) -> bool {
    known.is_some_and(str::is_empty)
}

/// Whether the date or the place has a value or a line to write on.
fn has_fields(labels: &Labels) -> bool {
    stated(labels).iter().any(|(_, known)| !is_blank(*known))
}
