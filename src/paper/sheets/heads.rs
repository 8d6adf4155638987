//! The players in the headers of their columns: the shape of a seat with the fitted name. A name is broken
//! inside a word only if nothing else fits.

use unicode_segmentation::UnicodeSegmentation;

use super::initials::{Head, is_leading_vowel};
use super::sheet::Sheet;
use crate::layout::canvas::{Canvas, Style, THIN, leading};
use crate::layout::draw::Ink;
use crate::layout::lines::unbreakable_parts;
use crate::layout::paper::{Area, Size, Span, count, times};
use crate::layout::script::{allows_hyphen, isolate, keep_direction};

/// The width of a narrow column, relative to the size of names. In narrower columns, a shape is above its name.
const NARROW: f32 = 2.0;
/// The space beside a shape and a name.
const EDGE: f32 = 0.9;
/// The space between a shape and a name.
const APART: f32 = 1.5;

/// The headers of the players' columns, fitted into their widths.
#[derive(Debug, Clone)]
pub struct Heads<'a> {
    /// The headers of the columns.
    pub columns: &'a [Head],
    /// The players who may deal. Each has a column, unless partners share one.
    pub players: &'a [Head],
    /// Whether the shapes are above the names, because the columns are narrow.
    stacked: bool,
    /// The lines of each known name; empty if the name is printed above the headers.
    names: Vec<Option<Vec<String>>>,
    /// The text size of all names.
    size: f32,
    /// The lines with the names that are printed above the headers.
    full_names: Vec<String>,
}

impl<'a> Heads<'a> {
    /// Fits the names of a sheet into columns of this width, in a table of the width `whole`.
    pub fn new(canvas: &Canvas<'_>, sheet: &'a Sheet<'_>, column: f32, whole: f32) -> Heads<'a> {
        let mut set = Heads {
            columns: &sheet.heads,
            players: &sheet.players,
            stacked: column < NARROW * canvas.sizes.name,
            names: Vec::new(),
            size: canvas.sizes.name,
            full_names: Vec::new(),
        };
        for (seat, head) in sheet.heads.iter().enumerate() {
            let place = Size::new(set.name_width(canvas, seat, column), name_height(canvas));
            let name = head.name.as_ref().map(|name| set_name(canvas, name, place));
            set.names.push(name.map(|name| {
                name.map_or_else(Vec::new, |name| {
                    // All names have the size of the smallest one.
                    set.size = set.size.min(name.size);
                    name.lines
                })
            }));
        }
        set.full_names = set.lay_full_names(canvas, whole);
        set
    }

    /// Returns the full names that do not fit in their columns, in lines over the whole width.
    fn lay_full_names(&self, canvas: &Canvas<'_>, whole: f32) -> Vec<String> {
        let names = self.columns.iter().zip(&self.names);
        let without_room = names.filter(|(_, name)| name.as_ref().is_some_and(Vec::is_empty));
        let texts = without_room.filter_map(|(head, _)| {
            let name = isolate(head.name.as_ref()?);
            Some(format!("{}:\u{a0}{name}", isolate(&head.initial)))
        });
        let texts: Vec<String> = texts.collect();
        if texts.is_empty() {
            return Vec::new();
        }
        canvas.wrap(&texts.join(" · "), whole, canvas.small())
    }

    /// Returns the height of the lines with names that do not fit in their columns.
    pub fn full_names_height(&self, canvas: &Canvas<'_>) -> f32 {
        full_names_height(canvas, self.full_names.len())
    }

    /// Draws the lines with names that do not fit in their columns.
    pub fn draw_full_names(&self, canvas: &mut Canvas<'_>, place: Area) {
        canvas.lines(place, &self.full_names, canvas.small());
    }

    /// Returns the height of the names.
    pub fn height(&self, canvas: &Canvas<'_>) -> f32 {
        let shape = 2.0 * shape_radius(canvas) + 1.0;
        let above = if self.stacked { shape } else { 0.0 };
        above + name_height(canvas) + 1.0
    }

    /// Returns the players whose shapes are in the header of a column of this width: all partners who share
    /// the column, or only the first one if the column is too narrow for all.
    fn shapes(&self, canvas: &Canvas<'_>, seat: usize, column: f32) -> Vec<usize> {
        let partners = (seat..self.players.len()).step_by(self.columns.len().max(1));
        let partners: Vec<usize> = partners.collect();
        let most = if self.stacked { column } else { column / 2.0 };
        let has_room = partners.len() > 1 && shapes_end(canvas, &partners) <= most;
        if has_room { partners } else { vec![seat] }
    }

    fn name_left(&self, canvas: &Canvas<'_>, seat: usize, column: f32) -> f32 {
        let beside = || shapes_end(canvas, &self.shapes(canvas, seat, column)) + APART;
        if self.stacked { EDGE } else { beside() }
    }

    fn name_width(&self, canvas: &Canvas<'_>, seat: usize, column: f32) -> f32 {
        (column - self.name_left(canvas, seat, column) - EDGE).max(0.0)
    }

    /// Returns the letter in the shape of a player.
    pub fn initial(&self, player: usize) -> &'a str {
        self.players.get(player).map_or("", |head| &head.initial)
    }

    /// Draws the header of a column from `top` down: the shapes, and a name or a line to write it on.
    pub fn draw(&self, canvas: &mut Canvas<'_>, seat: usize, column: Span, top: f32) {
        let radius = shape_radius(canvas);
        let height = self.height(canvas);
        let mut y = top + height / 2.0;
        if self.stacked {
            y = top + radius + 1.0;
        }
        let shapes = self.shapes(canvas, seat, column.length());
        for (index, player) in shapes.iter().enumerate() {
            let end = shapes_end(canvas, &shapes[..=index]);
            let middle = (column.start + end - Canvas::seat_reach(*player) * radius, y);
            canvas.seat(*player, middle, radius, self.initial(*player), false);
        }
        let high = name_height(canvas);
        let left = column.start + self.name_left(canvas, seat, column.length());
        let width = self.name_width(canvas, seat, column.length());
        let place = Area::new(left, top + height - high - 0.5, width, high);
        let Some(Some(name)) = self.names.get(seat) else {
            canvas.level(place.edges(), place.bottom() - 0.6, THIN, Ink::Ink);
            return;
        };
        let style = Style::plain(self.size).bold();
        let block = leading(style.size) * count(name.len());
        let y = place.y + (place.h - block).max(0.0) / 2.0;
        canvas.lines(Area { y, ..place }, name, style);
    }
}

/// Returns the right end of the shapes of these seats, measured from the left edge of their column.
fn shapes_end(canvas: &Canvas<'_>, seats: &[usize]) -> f32 {
    let radius = shape_radius(canvas);
    let width = |seat: &usize| EDGE + 2.0 * Canvas::seat_reach(*seat) * radius;
    seats.iter().map(width).sum()
}

/// Returns the radius of the shape of a seat.
pub fn shape_radius(canvas: &Canvas<'_>) -> f32 {
    canvas.sizes.name * 0.228
}

/// Returns the height of the space for a name: two lines of the smallest size, and enough for a pencil.
fn name_height(canvas: &Canvas<'_>) -> f32 {
    (2.0 * leading(canvas.sizes.least_name) + 0.1).max(6.4)
}

/// Returns the height of this many lines with names that do not fit in their columns.
pub fn full_names_height(canvas: &Canvas<'_>, lines: usize) -> f32 {
    match lines {
        0 => 0.0,
        _ => count(lines) * leading(canvas.sizes.caption) + 1.2,
    }
}

/// The most lines of a name that is broken inside a word.
const MAX_LINES: usize = 3;

/// A name that is fitted into the header of its column.
#[derive(Debug, Clone, PartialEq)]
struct SetName {
    /// Its size in points.
    size: f32,
    /// Its lines.
    lines: Vec<String>,
}

/// Fits a name into a space. These ways are tried in order: one line, as large as possible; two lines, broken
/// at a space; the given name with the initial of the last name; hyphens. Returns `None` if nothing fits. The
/// full name is then printed on a line above the headers.
fn set_name(canvas: &Canvas<'_>, name: &str, place: Size) -> Option<SetName> {
    let (most, least) = (canvas.sizes.name, canvas.sizes.least_name);
    let style = Style::plain(most).bold();
    let set = |lines: Vec<String>| {
        let widths = lines.iter().map(|line| canvas.width(line, style));
        let widest = widths.fold(0.01, f32::max);
        let high = leading(most) * count(lines.len());
        let size = most * (place.w / widest).min(place.h / high).min(1.0) * 0.999;
        (size >= least).then_some(SetName { size, lines })
    };
    let short = given_and_initial(name);
    let broken = |name: &str| {
        let lines = hyphenated(canvas, name, place.w, least)?;
        let fits = lines.len() <= times(place.h, leading(least)).min(MAX_LINES);
        fits.then_some(SetName { size: least, lines })
    };
    set(vec![name.to_owned()])
        .or_else(|| set(two_lines(canvas, name)?))
        .or_else(|| set(vec![short.clone()?]))
        .or_else(|| broken(name))
        .or_else(|| broken(&short?))
}

/// Breaks a name at a space into two lines of similar width.
fn two_lines(canvas: &Canvas<'_>, name: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = unbreakable_parts(name).collect();
    let ways = (1..words.len()).map(|at| [words[..at].join(" "), words[at..].join(" ")]);
    let widest = |lines: &[String; 2]| {
        let width = |line: &String| canvas.width(line, Style::plain(10.0).bold());
        lines.iter().map(width).fold(0.0, f32::max)
    };
    let best = ways.min_by(|one, other| widest(one).total_cmp(&widest(other)));
    best.map(|lines| keep_direction(name, lines.into()))
}

/// Returns the given name and the initial of the last name: `Zuzana N.`
fn given_and_initial(name: &str) -> Option<String> {
    let mut words = name.split_whitespace();
    let given = words.next()?;
    let mut letters = words.next_back()?.graphemes(true);
    let initial = letters.find(|letter| !letter.starts_with(is_leading_vowel))?;
    Some(format!("{given} {initial}."))
}

/// Breaks a name into lines of this width. Long words are hyphenated with at least two letters on either
/// side. Returns `None` if a word still does not fit, or if a hyphen would separate letters that join.
fn hyphenated(canvas: &Canvas<'_>, name: &str, width: f32, size: f32) -> Option<Vec<String>> {
    let style = Style::plain(size).bold();
    let fits = |text: &str| canvas.width(text, style) <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in unbreakable_parts(name) {
        if let Some(line) = lines.last_mut()
            && fits(&format!("{line} {word}"))
        {
            line.push(' ');
            line.push_str(word);
            continue;
        }
        let mut rest: Vec<&str> = word.graphemes(true).collect();
        while !fits(&rest.concat()) {
            let most = rest.len().checked_sub(2).filter(|_| allows_hyphen(word))?;
            let mut ends = (2..=most).rev();
            let end = ends.find(|end| fits(&format!("{}-", rest[..*end].concat())))?;
            lines.push(format!("{}-", rest.drain(..end).collect::<String>()));
        }
        lines.push(rest.concat());
    }
    Some(keep_direction(name, lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::fonts::Fonts;
    use crate::layout::script::is_isolate;
    use crate::layout::template::{Template, TypeScale};
    use crate::layout::words::Words;
    use overtrick_games as games;
    use overtrick_match::lang::Language;

    fn set(name: &str, (w, h): (f32, f32)) -> Option<SetName> {
        set_in(&Fonts::new(&[]).unwrap(), name, (w, h))
    }

    /// Returns a line without the isolating characters at its ends.
    fn bare(line: &str) -> &str {
        line.trim_matches(is_isolate)
    }

    fn set_in(fonts: &Fonts<'_>, name: &str, (w, h): (f32, f32)) -> Option<SetName> {
        let template = Template::from_game(&games::all()[0]).unwrap();
        let words = Words {
            language: Language::english(),
            template: &template,
        };
        let canvas = Canvas::new(fonts, words, TypeScale::Normal);
        set_name(&canvas, name, Size::new(w, h))
    }

    #[test]
    fn a_name_is_shrunk_before_it_is_broken() {
        let name = set("Zuzana", (30.0, 8.0)).unwrap();
        assert_eq!(
            (name.lines, name.size > 9.9),
            (vec!["Zuzana".to_owned()], true)
        );
        let name = set("Zuzana", (12.0, 8.0)).unwrap();
        assert_eq!(name.lines, ["Zuzana"]);
        assert!(name.size < 10.0 && name.size >= 7.0);
    }

    #[test]
    fn a_no_break_space_keeps_names_together() {
        let fonts = Fonts::new(&[]).unwrap();
        let template = Template::from_game(&games::all()[0]).unwrap();
        let words = Words {
            language: Language::english(),
            template: &template,
        };
        let canvas = Canvas::new(&fonts, words, TypeScale::Normal);
        let width = canvas.width("Jo Anna", Style::plain(7.0).bold());
        let lines = hyphenated(&canvas, "Jo Anna\u{a0}B", width, 7.0).unwrap();
        assert_eq!(lines, ["Jo", "Anna\u{a0}B"]);
        let lines = two_lines(&canvas, "Jo Anna\u{a0}B").unwrap();
        assert_eq!(lines, ["Jo", "Anna\u{a0}B"]);
        assert_eq!(two_lines(&canvas, "Anna\u{a0}B"), None);
    }

    #[test]
    fn a_name_of_several_words_is_broken_at_a_space() {
        let name = set("Anna Marie Nováková", (21.0, 8.0)).unwrap();
        assert_eq!(name.lines, ["Anna Marie", "Nováková"]);
        assert!(name.size >= 7.0);
    }

    #[test]
    fn a_last_name_that_is_too_wide_becomes_an_initial() {
        let name = set("Zuzana Vykutálenská", (16.0, 8.0)).unwrap();
        assert_eq!(name.lines, ["Zuzana V."]);
    }

    #[test]
    fn a_long_word_is_hyphenated_as_a_last_resort() {
        let name = set("Bartholomäus", (13.0, 8.0)).unwrap();
        assert_eq!(name.lines.len(), 2);
        assert!(name.lines[0].ends_with('-'), "{name:?}");
        let letters: usize = name.lines.iter().map(|line| line.chars().count()).sum();
        assert_eq!(letters, 13);
    }

    #[test]
    fn a_word_of_joined_letters_is_not_broken() {
        let arabic = include_bytes!("../../../tests/fonts/arabic.ttf").to_vec();
        let added = [arabic];
        let fonts = Fonts::new(&added).unwrap();
        let long = "عبدالرحمنمحمدعليسلام";
        let name = set_in(&fonts, long, (12.0, 8.0));
        assert_eq!(name, None);
        let name = set_in(&fonts, long, (25.0, 8.0)).unwrap();
        assert_eq!(name.lines, [long]);
        let two = set_in(&fonts, "عبدالرحمن محمدعلي", (16.0, 10.0)).unwrap();
        let words: Vec<&str> = two.lines.iter().map(|line| bare(line)).collect();
        assert_eq!(words, ["عبدالرحمن", "محمدعلي"]);
    }

    #[test]
    fn a_name_without_room_is_not_set() {
        let name = set("Wolfeschlegelsteinhausenbergerdorff", (12.0, 8.0));
        assert_eq!(name, None);
    }
}
