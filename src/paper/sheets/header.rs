//! The head of a pad or sheet: what is played, when and where, and the code that leads to the match.

use std::sync::Arc;

use super::identity::Identity;
use crate::layout::canvas::{Align, Canvas, Style, count, leading};
use crate::layout::draw::{Item, Role};
use crate::layout::fonts::Cut;
use crate::layout::paper::Area;
use crate::layout::picture::Picture;
use crate::layout::picture::qr;
use crate::layout::script::isolate;
use crate::requests::Labels;

/// The side of a QR code.
const QR: f32 = 15.0;
/// The height of the word under a code that says what it is for.
const QR_WORD: f32 = 3.0;
/// How far codes stand apart, and all else from them: a code is read by the white around it, four modules of
/// at most a twenty-first of its side.
const QR_GAP: f32 = 3.0;
/// How far the date stands from the place.
const FIELD_GAP: f32 = 3.0;
/// The share of the date, where it needs no more.
const DATE: f32 = 0.42;

/// How high what is printed around a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// As it looks best.
    Full,
    /// As low as it goes, where that leaves room for rows.
    Slim,
}

/// The height of the head.
pub fn header_height(canvas: &Canvas<'_>, identity: &Identity, width: f32, extent: Extent) -> f32 {
    let long = count(long_fields(canvas, &identity.labels, width, extent).len());
    base_height(identity, extent) + long * leading(canvas.sizes.label)
}

/// The height of the head without what is too long for the lines beside the name.
fn base_height(identity: &Identity, extent: Extent) -> f32 {
    let labels = &identity.labels;
    let titled = labels.title.is_some();
    let plain: f32 = match extent {
        Extent::Full if titled => 13.0,
        Extent::Full => 10.5,
        Extent::Slim => 7.8,
    };
    let codes = labels.links().map(|(name, _)| match word_of(name) {
        Some(_) => QR + QR_GAP + QR_WORD + 0.4,
        None => QR + QR_GAP,
    });
    codes.fold(plain, f32::max)
}

/// Where the lines for date and place are.
struct Fields {
    /// How wide they are together.
    width: f32,
    /// What the name has beside them.
    row: f32,
    /// Whether they stand beside the name, or under it where it is narrow.
    beside: bool,
}

impl Fields {
    /// Those of a head of this width, without a logo.
    fn place(labels: &Labels, width: f32, extent: Extent) -> Fields {
        let codes = labels.links().count();
        let free = width - (QR + QR_GAP) * count(codes);
        let is_blank = is_blank(labels.date.as_deref()) && is_blank(labels.place.as_deref());
        let beside = is_blank || extent == Extent::Slim || codes < 2 || free >= 110.0;
        let share = if is_blank { 0.0 } else { 0.48 };
        let fields = if beside { free * share } else { free };
        Fields {
            width: fields,
            row: if beside { free - fields - 3.0 } else { free },
            beside,
        }
    }
}

/// Whether there is nothing to state and no line to write it on.
fn is_blank(known: Option<&str>) -> bool {
    known.is_some_and(str::is_empty)
}

/// How much of both lines a date and a place take, and whether each has room on its own.
fn date_width(canvas: &Canvas<'_>, labels: &Labels, fields: f32) -> (f32, [bool; 2]) {
    let style = Style::plain(canvas.sizes.label);
    let need = |key: &'static str, known: Option<&str>| {
        let label = canvas.width(&canvas.words.text(key), Style::plain(canvas.sizes.caption));
        let written = known.map_or(0.2 * fields, |known| canvas.width(known, style) + 1.3);
        label + 1.2 + written
    };
    let (date, place) = (labels.date.as_deref(), labels.place.as_deref());
    let (date, place) = (need("date", date), need("place", place));
    let all = fields - FIELD_GAP;
    let usual = DATE * fields;
    let width = match (date <= usual, place <= all - usual) {
        (true, true) => usual,
        (true, false) => (all - place).max(date),
        (false, _) if date + place <= all => date,
        // Both have no room: the date stays, if it alone has.
        (false, _) => date.min(0.75 * all),
    };
    (width, [date <= width + 0.01, place <= all - width + 0.01])
}

/// The date and the place, whole, where they are too long for the lines beside the name: in lines over the
/// whole width.
fn long_fields(canvas: &Canvas<'_>, labels: &Labels, width: f32, extent: Extent) -> Vec<String> {
    let fields = Fields::place(labels, width, extent);
    // A logo moves nothing.
    let (_, room) = date_width(canvas, labels, fields.width);
    let known = [("date", &labels.date), ("place", &labels.place)];
    let long = known.into_iter().zip(room).filter(|(_, room)| !room);
    let texts = long.filter_map(|((key, known), _)| {
        let known = known.as_deref().filter(|known| !known.is_empty())?;
        Some(format!("{}: {}", canvas.words.text(key), isolate(known)))
    });
    let style = Style::plain(canvas.sizes.label);
    texts
        .flat_map(|text| canvas.wrap(&text, width, style))
        .collect()
}

/// The word under a code: what whoever reads it can do. The club's own address says nothing of itself.
fn word_of(name: &'static str) -> Option<&'static str> {
    match name {
        "watch" => Some("code-watch"),
        "enter" => Some("code-enter"),
        _ => None,
    }
}

/// Draws the head of a pad or sheet.
pub fn draw_header(canvas: &mut Canvas<'_>, identity: &Identity, frame: Area, extent: Extent) {
    let labels = &identity.labels;
    let height = base_height(identity, extent);
    let long = long_fields(canvas, labels, frame.w, extent);
    let below = Area {
        y: frame.y + height - 1.0,
        ..frame
    };
    let here = canvas.here();
    canvas.lines(below, &long, Style::plain(canvas.sizes.label));
    canvas.part(here, Role::Paragraph);
    let here = canvas.here();
    let mut right = frame.right();
    for (name, link) in labels.links() {
        let place = Area::new(right - QR, frame.y, QR, QR);
        for item in qr(link, place) {
            canvas.draw(item);
        }
        canvas.draw(Item::Link(place, link.to_owned()));
        if let Some(word) = word_of(name) {
            let cell = Area::new(
                right - QR - QR_GAP / 2.0,
                place.bottom() + QR_GAP,
                QR + QR_GAP,
                QR_WORD,
            );
            let word = canvas.words.text(word);
            let size = canvas.sizes.caption;
            let style = Style::plain(size).align(Align::Center);
            canvas.text(cell, &word, style.within(size * 0.9, 1));
        }
        right -= QR + QR_GAP;
    }
    let width = right - frame.x;
    let is_slim = extent == Extent::Slim;
    let size = canvas.sizes.title * if is_slim { 0.86 } else { 1.14 };
    let name = identity.name(canvas.words.language);
    let Fields {
        width: fields,
        row,
        beside,
    } = Fields::place(labels, frame.w, extent);
    let room = Area::new(frame.x, frame.y, width, height);
    let place = match labels.links().next() {
        _ if !beside => LogoPlace::BesideName,
        Some(_) if width < 120.0 => LogoPlace::UnderFields,
        _ => LogoPlace::BesideFields(fields),
    };
    let logo = match &labels.logo {
        Some(logo) => draw_logo(canvas, logo, (room, frame.w), place),
        None => 0.0,
    };
    let (fields, row) = match place {
        LogoPlace::BesideName => (fields, row - logo),
        LogoPlace::BesideFields(_) => {
            // The name gives of its room first: a date is not cut while there is white beside it.
            let given = (row - name_width(canvas, &name, size, labels)).clamp(0.0, logo);
            (fields - logo + given, row - given)
        }
        LogoPlace::UnderFields => (fields, row),
    };
    let high = if is_slim { 4.8 } else { 6.6 };
    let left = Area::new(frame.x, frame.y, row, high);
    for item in identity.emblem.items(Area::new(left.x, left.y, high, high)) {
        canvas.draw(item);
    }
    let beside_emblem = Area::new(left.x + high + 1.4, left.y, row - high - 1.4, high);
    canvas.title(beside_emblem, &name, size, identity.emblem.hue);
    let mut y = left.bottom();
    if let Some(text) = &labels.title {
        let high = if is_slim { 2.8 } else { 4.6 };
        let cell = Area::new(frame.x, y, row, high);
        let (size, least) = (canvas.sizes.name * 0.95, canvas.sizes.label);
        let size = if is_slim { least } else { size };
        canvas.text(cell, text, Style::plain(size).within(least, 1));
        y += high;
    }
    let baseline = if is_slim {
        frame.y + 4.4
    } else if beside {
        frame.y + 5.4
    } else {
        (y + 3.6).min(frame.y + height - 1.4)
    };
    let x = if beside {
        right - logo - fields
    } else {
        frame.x
    };
    let (date_width, _) = date_width(canvas, labels, fields);
    let date = Area::new(x, baseline - 3.4, date_width, 4.4);
    let x = x + date_width + FIELD_GAP;
    let place = Area::new(x, date.y, fields - date_width - FIELD_GAP, date.h);
    for (key, cell, known) in [
        ("date", date, &labels.date),
        ("place", place, &labels.place),
    ] {
        let label = canvas.words.text(key);
        let is_below = long
            .iter()
            .any(|line| line.starts_with(&format!("{label}: ")));
        // What stands below is not written twice.
        if !is_below && !is_blank(known.as_deref()) {
            field_line(canvas, cell, baseline, key, known.as_deref());
        }
    }
    if let Some(link) = &labels.link {
        let size = canvas.sizes.caption;
        let style = Style::plain(size).align(Align::Right);
        let cell = Area::new(frame.x, frame.y + height - 3.8, width, 3.2);
        canvas.text(cell, link, style.within(size, 1));
    }
    // The name of the game among it is its heading.
    canvas.part(here, Role::Paragraph);
}

/// The width that the name of the game takes, with room for an emblem, and the title under it in
/// small.
fn name_width(canvas: &Canvas<'_>, name: &str, size: f32, labels: &Labels) -> f32 {
    const EMBLEM: f32 = 8.0;
    let name = canvas.fonts.width(Cut::Head, name, size) + EMBLEM;
    let title = labels.title.as_deref().unwrap_or_default();
    name.max(canvas.width(title, Style::plain(canvas.sizes.label)))
}

/// A label with a line to write on, or what is known already.
fn field_line(
    canvas: &mut Canvas<'_>,
    cell: Area,
    baseline: f32,
    label: &'static str,
    known: Option<&str>,
) {
    let line = canvas.label_line(label, cell, (baseline, 0.7));
    if let Some(known) = known {
        let inner = Area::new(line.x + 0.6, baseline - 3.6, line.w - 0.6, 4.4);
        let size = canvas.sizes.label;
        canvas.text(inner, known, Style::plain(size * 1.15).within(size, 1));
    }
}

/// How wide it is at the most, for its height.
const WIDTH: f32 = 3.0;
/// How wide it may always be, where there is little room.
const LEAST: f32 = 4.0;
/// What the lines for date and place keep beside it, if they have as much.
const LEAST_FIELDS: f32 = 30.0;
/// How high the row of the name is, under which there are lines to write on.
const NAME_ROW: f32 = 6.4;
/// What it takes of that row at the most.
const NAME_SHARE: f32 = 0.2;
/// How far it stands apart.
const GAP: f32 = 3.0;

/// Where a logo stands: at the right end of a head, left of its codes.
#[derive(Debug, Clone, Copy)]
pub enum LogoPlace {
    /// In the row of the name, which gives room for it.
    BesideName,
    /// Beside the lines for date and place, which are so wide and give room for it.
    BesideFields(f32),
    /// Under these lines, where codes leave them little and make the head high.
    UnderFields,
}

/// Draws a logo as large as the room has it, in a frame of this width; gives what others give of
/// their width for it.
pub fn draw_logo(
    canvas: &mut Canvas<'_>,
    logo: &Arc<Picture>,
    (room, frame): (Area, f32),
    place: LogoPlace,
) -> f32 {
    let by_paper = match frame {
        ..110.0 => 5.5,
        110.0..150.0 => 7.0,
        _ => 9.0,
    };
    // From the top of the head, as high and as wide as it may be.
    let (y, high, wide) = match place {
        LogoPlace::BesideName => (0.0, NAME_ROW.min(by_paper), room.w * NAME_SHARE),
        LogoPlace::BesideFields(fields) => {
            let spare = (fields - LEAST_FIELDS - GAP).max(LEAST);
            (0.0, by_paper.min(room.h - 0.8), spare)
        }
        LogoPlace::UnderFields => (7.0, 5.5, room.w * 0.4),
    };
    let (w, h) = logo.within((wide.min(WIDTH * high), high));
    let top = room.y + y + (high - h) / 2.0;
    let area = Area::new(room.right() - w, top, w, h);
    canvas.draw(Item::Picture(area, logo.clone()));
    match place {
        LogoPlace::UnderFields => 0.0,
        LogoPlace::BesideName | LogoPlace::BesideFields(_) => w + GAP,
    }
}
