//! The paths of an SVG as lines through points.

use std::f32::consts::{PI, TAU};
use std::iter::Peekable;
use std::str::Chars;

/// Into how many straight lines a curve is divided.
const STEPS: u8 = 16;

type Point = (f32, f32);

/// The lines of a path; what cannot be read ends it.
pub fn lines(path: &str) -> Vec<Vec<Point>> {
    let mut pen = Pen {
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
        // Numbers that follow those of a move are lines.
        command = Some(match next {
            'M' => 'L',
            'm' => 'l',
            other => other,
        });
    }
    pen.lines.retain(|line| line.len() > 1);
    pen.lines
}

/// A path as far as it is read.
struct Pen<'a> {
    text: Peekable<Chars<'a>>,
    lines: Vec<Vec<Point>>,
    at: Point,
    /// The last handle of the curve that was just drawn.
    handle: Option<Point>,
}

impl Pen<'_> {
    fn skip(&mut self) {
        while self
            .text
            .next_if(|c| c.is_whitespace() || *c == ',')
            .is_some()
        {}
    }

    /// The next command: one that is written, or the last one again.
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
        while let Some(c) = self
            .text
            .next_if(|c| c.is_ascii_digit() || (*c == '.' && !has_point))
        {
            has_point |= c == '.';
            number.push(c);
        }
        number.parse().ok()
    }

    /// A flag of an arc, which may stand without a space before what follows.
    fn flag(&mut self) -> Option<bool> {
        self.skip();
        let digit = self.text.next_if(|c| matches!(c, '0' | '1'))?;
        Some(digit == '1')
    }

    /// A point, from where the pen is if the command is in lower case.
    fn point(&mut self, command: char) -> Option<Point> {
        let (x, y) = (self.number()?, self.number()?);
        let (dx, dy) = if command.is_ascii_lowercase() {
            self.at
        } else {
            (0.0, 0.0)
        };
        Some((x + dx, y + dy))
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
                let start = if command == 'h' { self.at.0 } else { 0.0 };
                let x = start + self.number()?;
                self.line_to((x, self.at.1));
            }
            'V' => {
                let start = if command == 'v' { self.at.1 } else { 0.0 };
                let y = start + self.number()?;
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
                let (large, clockwise) = (self.flag()?, self.flag()?);
                let end = self.point(command)?;
                // The emblems have circles only: what is turned looks the same.
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
        for step in 1..=STEPS {
            let t = f32::from(step) / f32::from(STEPS);
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

    /// An arc of an ellipse that is not turned.
    fn arc(&mut self, (rx, ry): (f32, f32), large: bool, clockwise: bool, end: Point) {
        let start = self.at;
        let (hx, hy) = ((start.0 - end.0) / 2.0, (start.1 - end.1) / 2.0);
        // A radius that is too small for both ends grows until it is not.
        let grown = ((hx / rx).powi(2) + (hy / ry).powi(2)).sqrt().max(1.0);
        let (rx, ry) = (rx * grown, ry * grown);
        let apart = (hx / rx).powi(2) + (hy / ry).powi(2);
        let far = ((1.0 - apart).max(0.0) / apart.max(f32::EPSILON)).sqrt();
        let far = if large == clockwise { -far } else { far };
        let (cx, cy) = (far * rx * hy / ry, -far * ry * hx / rx);
        let middle = (
            f32::midpoint(start.0, end.0) + cx,
            f32::midpoint(start.1, end.1) + cy,
        );
        let angle = |(x, y): Point| ((y - middle.1) / ry).atan2((x - middle.0) / rx);
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
            self.line_to((middle.0 + rx * angle.cos(), middle.1 + ry * angle.sin()));
        }
        self.line_to(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_followed_with_every_way_of_writing_a_number() {
        let corner = lines("M3 13h11v8");
        assert_eq!(corner, [vec![(3.0, 13.0), (14.0, 13.0), (14.0, 21.0)]]);
        let two = lines("M18.5 13v2.5m0 3V21");
        assert_eq!(two[0], [(18.5, 13.0), (18.5, 15.5)]);
        assert_eq!(two[1], [(18.5, 18.5), (18.5, 21.0)]);
        assert_eq!(
            lines("M1 1l.5-.5Z")[0],
            [(1.0, 1.0), (1.5, 0.5), (1.0, 1.0)]
        );
    }

    #[test]
    fn curves_and_arcs_end_where_they_say() {
        let curve = &lines("M12 4.5c0-1 .3-2 1.5-2.5s7.5 2 7.5 6")[0];
        assert_eq!(curve.len(), 1 + 2 * usize::from(STEPS));
        assert_eq!(curve.last(), Some(&(21.0, 8.0)));
        let circle = &lines("M12.5 6.2a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4Z")[0];
        for (x, y) in circle {
            let radius = (x - 12.5).hypot(y - 9.4);
            assert!((radius - 3.2).abs() < 0.01, "{x} {y}");
        }
        assert!(circle.iter().any(|(x, _)| *x > 15.6));
        assert!(circle.iter().any(|(x, _)| *x < 9.4));
    }

    #[test]
    fn what_cannot_be_read_ends_a_path() {
        assert_eq!(lines("M1 1 2 2 ?"), [vec![(1.0, 1.0), (2.0, 2.0)]]);
        assert!(lines("").is_empty());
        assert!(lines("7").is_empty());
    }
}
