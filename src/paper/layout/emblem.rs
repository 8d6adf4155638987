//! The emblem of a game on paper, drawn as lines, and its color.

use std::collections::BTreeMap;
use std::f32::consts::{PI, TAU};
use std::iter::Peekable;
use std::str::Chars;
use std::sync::LazyLock;

use serde::Deserialize;

use super::draw::{Ink, Item, MM_PER_POINT};
use super::paper::Area;
use overtrick_games::Entry;
use overtrick_own::Definition;

/// The side of the square field on which emblems are drawn.
const FIELD: f32 = 24.0;
/// The weight of an emblem's lines on that field.
const WEIGHT: f32 = 1.5;

/// A point: its distances from the left and from the top.
pub type Point = (f32, f32);

/// A circle: its center and radius.
pub type Round = (Point, f32);

/// Shapes that are drawn as lines or outlines, by name.
#[derive(Default, Deserialize)]
pub(crate) struct Shapes {
    /// The corners of each seat's shape for a radius of 1. The first seat is left out, because it has a circle.
    pub seats: Vec<Vec<Point>>,
    /// The characters of ranks, each with its width and path.
    pub ranks: BTreeMap<char, (f32, String)>,
    /// The outlines of suit symbols, each with additional filled circles.
    pub suits: BTreeMap<String, (String, Vec<Round>)>,
    /// The crowns and hats of court cards, by rank.
    pub crowns: BTreeMap<String, String>,
    /// The positions of the suit symbols on a number card: their heights in the outer columns, and in the middle.
    pub pips: BTreeMap<String, (Vec<f32>, Vec<f32>)>,
    /// The emblems that custom games may choose.
    pub emblems: BTreeMap<String, String>,
}

/// The shapes in `templates/shapes.toml`.
pub(crate) static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let read = toml::from_str(include_str!("../../../templates/shapes.toml"));
    debug_assert!(read.is_ok(), "{:?}", read.as_ref().err());
    read.unwrap_or_default()
});

/// An emblem with its color.
#[derive(Debug, Clone, PartialEq)]
pub struct Emblem {
    /// The accent color of the game on paper.
    pub hue: Ink,
    /// Its lines, each as a list of points in a field of 24 by 24.
    lines: Vec<Vec<(f32, f32)>>,
}

/// The part of a game's `form.toml` with the emblem and color.
#[derive(Deserialize)]
struct Form {
    look: Look,
}

#[derive(Deserialize)]
struct Look {
    light: String,
    emblem: Vec<String>,
}

impl Emblem {
    /// Returns the emblem of a game. The default has no lines, and the accent color of the program.
    ///
    /// ```
    /// use overtrick_paper::layout::draw::Ink;
    /// use overtrick_paper::layout::emblem::Emblem;
    /// use overtrick_paper::layout::paper::Area;
    ///
    /// let emblem = Emblem::from_game(&overtrick_games::all()[0]);
    /// assert!(matches!(emblem.hue, Ink::Hue(..)));
    /// assert!(!emblem.items(Area::new(0.0, 0.0, 12.0, 12.0)).is_empty());
    /// ```
    pub fn from_game(game: &Entry) -> Emblem {
        let form: Option<Form> = toml::from_str(game.form).ok();
        let look = form.map(|form| form.look);
        let hue = look.as_ref().and_then(|look| hue(&look.light));
        let paths = look.iter().flat_map(|look| &look.emblem);
        Emblem {
            hue: hue.unwrap_or(Ink::Felt),
            lines: paths.flat_map(|path| path_lines(path, STEPS)).collect(),
        }
    }

    /// Returns the emblem and color that a custom game chooses. The default emblem is a sheet with pencil
    /// lines, and the default color is the accent color of the program.
    pub fn from_definition(definition: &Definition) -> Emblem {
        let (emblem, color) = definition.look();
        let emblem = SHAPES.emblems.get(emblem.unwrap_or("sheet"));
        Emblem {
            hue: color.map_or(Ink::Felt, |[red, green, blue]| Ink::Hue(red, green, blue)),
            lines: emblem.map_or_else(Vec::new, |path| path_lines(path, STEPS)),
        }
    }

    /// Returns its lines, scaled to a field of another size.
    pub(crate) fn lines_within(&self, field: f32) -> Vec<Vec<(f32, f32)>> {
        let scale = field / FIELD;
        let point = |(x, y): &(f32, f32)| (x * scale, y * scale);
        let scaled = |line: &Vec<Point>| line.iter().map(point).collect();
        self.lines.iter().map(scaled).collect()
    }

    /// Draws its lines, scaled to a square in the upper left corner of an area.
    pub fn items(&self, place: Area) -> Vec<Item> {
        let scale = place.w.min(place.h) / FIELD;
        let points = || self.lines.iter().flatten();
        let left = points().map(|(x, _)| *x).fold(FIELD, f32::min) - WEIGHT / 2.0;
        let top = points().map(|(_, y)| *y).fold(FIELD, f32::min) - WEIGHT / 2.0;
        let point = |(x, y): &Point| (place.x + (x - left) * scale, place.y + (y - top) * scale);
        let weight = WEIGHT * scale / MM_PER_POINT;
        let stroke = |line: &Vec<Point>| {
            let points = line.iter().map(point).collect();
            Item::Stroke(points, weight, self.hue)
        };
        self.lines.iter().map(stroke).collect()
    }
}

/// Reads a color written as `#RRGGBB`.
fn hue(text: &str) -> Option<Ink> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
    Some(Ink::Hue(part(0)?, part(2)?, part(4)?))
}

/// The number of straight lines that form a curve of an emblem.
const STEPS: u8 = 16;
/// The number of straight lines that form a curve of a smaller symbol.
pub const FEW_STEPS: u8 = 8;

/// Reads an SVG path up to the first error. Returns its lines. Each curve becomes `steps` straight lines.
pub fn path_lines(path: &str, steps: u8) -> Vec<Vec<Point>> {
    let mut pen = Pen {
        steps,
        text: path.chars().peekable(),
        lines: Vec::new(),
        at: (0.0, 0.0),
        handle: None,
    };
    let mut command = None;
    while let Some(next) = pen.command(command) {
        if pen.step(next).is_none() {
            break;
        }
        // Further coordinates after a move draw lines.
        command = Some(match next {
            'M' => 'L',
            'm' => 'l',
            other => other,
        });
    }
    pen.lines.retain(|line| line.len() > 1);
    pen.lines
}

/// The reader of a path.
struct Pen<'a> {
    steps: u8,
    text: Peekable<Chars<'a>>,
    lines: Vec<Vec<Point>>,
    at: Point,
    /// The last control point of the previous curve.
    handle: Option<Point>,
}

impl Pen<'_> {
    fn skip(&mut self) {
        let is_between = |c: &char| c.is_whitespace() || *c == ',';
        while self.text.next_if(is_between).is_some() {}
    }

    /// Returns the next command. If none is written, the last command is repeated.
    fn command(&mut self, last: Option<char>) -> Option<char> {
        self.skip();
        match self.text.peek()? {
            letter if letter.is_ascii_alphabetic() => self.text.next(),
            _ => last,
        }
    }

    fn number(&mut self) -> Option<f32> {
        self.skip();
        let mut number = String::new();
        number.extend(self.text.next_if(|c| matches!(c, '+' | '-')));
        let mut has_point = false;
        let part = |c: &char, has_point: bool| c.is_ascii_digit() || (*c == '.' && !has_point);
        while let Some(c) = self.text.next_if(|c| part(c, has_point)) {
            has_point |= c == '.';
            number.push(c);
        }
        number.parse().ok()
    }

    /// Returns the origin of a command's coordinates: the current point for a lower-case letter, or else zero.
    fn start(&self, command: char) -> Point {
        let is_from_here = command.is_ascii_lowercase();
        if is_from_here { self.at } else { (0.0, 0.0) }
    }

    /// Reads a point.
    fn point(&mut self, command: char) -> Option<Point> {
        let (dx, dy) = self.start(command);
        Some((self.number()? + dx, self.number()? + dy))
    }

    fn line_to(&mut self, point: Point) {
        self.at = point;
        if let Some(line) = self.lines.last_mut() {
            line.push(point);
        }
    }

    fn step(&mut self, command: char) -> Option<()> {
        let handle = self.handle.take();
        match command.to_ascii_uppercase() {
            'M' => {
                self.at = self.point(command)?;
                self.lines.push(vec![self.at]);
            }
            'L' => {
                let point = self.point(command)?;
                self.line_to(point);
            }
            'H' => {
                let x = self.start(command).0 + self.number()?;
                self.line_to((x, self.at.1));
            }
            'V' => {
                let y = self.start(command).1 + self.number()?;
                self.line_to((self.at.0, y));
            }
            'C' => {
                let (one, two) = (self.point(command)?, self.point(command)?);
                let end = self.point(command)?;
                self.curve(one, two, end);
            }
            'S' => {
                let turned = handle.map(|(x, y)| (2.0 * self.at.0 - x, 2.0 * self.at.1 - y));
                let (two, end) = (self.point(command)?, self.point(command)?);
                self.curve(turned.unwrap_or(self.at), two, end);
            }
            'A' => {
                let radius = (self.number()?, self.number()?);
                let turned = self.number()?;
                let (large, clockwise) = (self.number()? > 0.0, self.number()? > 0.0);
                let end = self.point(command)?;
                // Rotated arcs are not supported, because the emblems need only arcs of circles.
                debug_assert!(turned.abs() < f32::EPSILON, "an arc that is turned");
                self.arc(radius, large, clockwise, end);
            }
            'Z' => {
                let first = self.lines.last()?.first().copied()?;
                self.line_to(first);
            }
            _ => return None,
        }
        Some(())
    }

    fn curve(&mut self, one: Point, two: Point, end: Point) {
        let start = self.at;
        for step in 1..=self.steps {
            let t = f32::from(step) / f32::from(self.steps);
            let u = 1.0 - t;
            let along = |a: f32, b: f32, c: f32, d: f32| {
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            let x = along(start.0, one.0, two.0, end.0);
            let y = along(start.1, one.1, two.1, end.1);
            self.line_to((x, y));
        }
        self.handle = Some(two);
    }

    /// Draws an arc of an ellipse without rotation.
    fn arc(&mut self, (rx, ry): (f32, f32), large: bool, clockwise: bool, end: Point) {
        let start = self.at;
        let (hx, hy) = ((start.0 - end.0) / 2.0, (start.1 - end.1) / 2.0);
        // If the ellipse is too small to reach both ends, it is enlarged.
        let grown = ((hx / rx).powi(2) + (hy / ry).powi(2)).sqrt().max(1.0);
        let (rx, ry) = (rx * grown, ry * grown);
        let apart = (hx / rx).powi(2) + (hy / ry).powi(2);
        let far = ((1.0 - apart).max(0.0) / apart.max(f32::EPSILON)).sqrt();
        let far = if large == clockwise { -far } else { far };
        let (cx, cy) = (far * rx * hy / ry, -far * ry * hx / rx);
        let x = f32::midpoint(start.0, end.0) + cx;
        let y = f32::midpoint(start.1, end.1) + cy;
        let angle = |(to_x, to_y): Point| ((to_y - y) / ry).atan2((to_x - x) / rx);
        let from = angle(start);
        let mut turn = angle(end) - from;
        if clockwise && turn < 0.0 {
            turn += TAU;
        } else if !clockwise && turn > 0.0 {
            turn -= TAU;
        }
        debug_assert!(large == (turn.abs() > PI) || (turn.abs() - PI).abs() < 0.1);
        for step in 1..STEPS {
            let angle = from + turn * f32::from(step) / f32::from(STEPS);
            self.line_to((x + rx * angle.cos(), y + ry * angle.sin()));
        }
        self.line_to(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_games as games;

    #[test]
    fn every_game_has_an_emblem_within_its_field_and_a_unique_hue() {
        let mut hues = Vec::new();
        for game in games::all() {
            let emblem = Emblem::from_game(game);
            assert!(emblem.lines.len() > 1, "{}", game.folder);
            let within =
                |(x, y): &(f32, f32)| (0.0..=FIELD).contains(x) && (0.0..=FIELD).contains(y);
            assert!(emblem.lines.iter().flatten().all(within), "{}", game.folder);
            // A low emblem would look like a stray mark beside a title.
            let heights = || emblem.lines.iter().flatten().map(|(_, y)| *y);
            let high = heights().fold(0.0, f32::max) - heights().fold(FIELD, f32::min);
            assert!(high > FIELD * 0.7, "{}: {high}", game.folder);
            assert!(!hues.contains(&emblem.hue), "{}", game.folder);
            hues.push(emblem.hue);
        }
    }

    #[test]
    fn every_shape_has_lines() {
        let Shapes {
            seats,
            ranks,
            suits,
            crowns,
            pips,
            emblems,
        } = &*SHAPES;
        let ranks = ranks.values().map(|(_, path)| path);
        let suits = suits.values().map(|(path, _)| path);
        let paths = ranks
            .chain(suits)
            .chain(crowns.values())
            .chain(emblems.values());
        assert!(paths.clone().all(|path| !path_lines(path, 2).is_empty()));
        assert_eq!(paths.count(), 15 + 5 + 3 + 10);
        assert_eq!((seats.len(), pips.len()), (7, 9));
        let known = |emblem: &&str| emblems.contains_key(*emblem);
        assert!(overtrick_own::EMBLEMS.iter().all(known));
    }

    #[test]
    fn numbers_in_every_form_are_read() {
        let corner = path_lines("M3 13h11v8", STEPS);
        assert_eq!(corner, [vec![(3.0, 13.0), (14.0, 13.0), (14.0, 21.0)]]);
        let two = path_lines("M18.5 13v2.5m0 3V21", STEPS);
        assert_eq!(two[0], [(18.5, 13.0), (18.5, 15.5)]);
        assert_eq!(two[1], [(18.5, 18.5), (18.5, 21.0)]);
        assert_eq!(
            path_lines("M1 1l.5-.5Z", STEPS)[0],
            [(1.0, 1.0), (1.5, 0.5), (1.0, 1.0)]
        );
    }

    #[test]
    fn curves_and_arcs_end_at_their_end_points() {
        let curve = &path_lines("M12 4.5c0-1 .3-2 1.5-2.5s7.5 2 7.5 6", STEPS)[0];
        assert_eq!(curve.len(), 1 + 2 * usize::from(STEPS));
        assert_eq!(curve.last(), Some(&(21.0, 8.0)));
        let circle = &path_lines("M12.5 6.2a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4Z", STEPS)[0];
        for (x, y) in circle {
            let radius = (x - 12.5).hypot(y - 9.4);
            assert!((radius - 3.2).abs() < 0.01, "{x} {y}");
        }
        assert!(circle.iter().any(|(x, _)| *x > 15.6));
        assert!(circle.iter().any(|(x, _)| *x < 9.4));
    }

    #[test]
    fn unreadable_text_ends_a_path() {
        assert_eq!(
            path_lines("M1 1 2 2 ?", STEPS),
            [vec![(1.0, 1.0), (2.0, 2.0)]]
        );
        assert!(path_lines("", STEPS).is_empty());
        assert!(path_lines("7", STEPS).is_empty());
    }
}
