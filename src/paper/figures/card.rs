//! Cards: a white sheet with round corners, rank and suit in two corners, and a plain face.

use super::deck::{Face, Lines};
use super::sketch::{Sketch, Spot};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Paint};
use crate::layout::emblem::{FEW_STEPS, path_lines};
use crate::layout::paper::Area;

/// How high a card is, for its width.
pub const TALL: f32 = 1.42;

/// Where the suits of a number stand on the face, as parts of its width and height: how far down those of the two sides
/// stand, then those in the middle.
fn pips(number: usize) -> Vec<(f32, f32)> {
    let (sides, middle): (&[f32], &[f32]) = match number {
        2 => (&[], &[0.2, 0.8]),
        3 => (&[], &[0.2, 0.5, 0.8]),
        4 => (&[0.2, 0.8], &[]),
        5 => (&[0.2, 0.8], &[0.5]),
        6 => (&[0.2, 0.5, 0.8], &[]),
        7 => (&[0.2, 0.5, 0.8], &[0.35]),
        8 => (&[0.2, 0.5, 0.8], &[0.35, 0.65]),
        9 => (&[0.2, 0.4, 0.6, 0.8], &[0.5]),
        10 => (&[0.2, 0.4, 0.6, 0.8], &[0.3, 0.7]),
        _ => (&[], &[]),
    };
    let sides = sides.iter().flat_map(|y| [(0.37, *y), (0.63, *y)]);
    sides.chain(middle.iter().map(|y| (0.5, *y))).collect()
}

/// What a court card wears, on a field of 16 by 8.
fn crown(rank: &str) -> Option<Lines> {
    let path = match rank {
        "K" => "M2.5 7.2 1.5 1.5 5 4.6 8 .6l3 4 3.5-3.1-1 5.7Z",
        "Q" => {
            "M2.5 7.2C2 5 1.8 3.4 1.8 2c1.2 1.6 2.2 2.2 3.2 2.2C6.4 4.2 7.4 3 8 .8c.6 2.2 1.6 3.4 3 3.4 1 0 2-.6 3.2-2.2 0 1.4-.2 3-.7 5.2Z"
        }
        "J" => {
            "M1.8 7.2h12.4M3 7.2C3 4 5 2.4 8 2.4s5 1.6 5 4.8M11 3.2C11.6 1.6 12.8.8 14.6.6c0 1.8-.8 3.2-2.4 4"
        }
        _ => return None,
    };
    Some(path_lines(path, FEW_STEPS))
}

impl Sketch<'_> {
    /// Draws a card. Of one that another will cover only its left edge is drawn.
    pub fn card(&mut self, face: &Face<'_>, area: Area, edge: (f32, Ink), covered: bool) {
        let ink = face.ink;
        let width = area.w;
        let radius = width * 0.09;
        self.round_box(area, radius, Paint::Fill(Ink::Paper));
        self.round_box(area, radius, Paint::Edge(edge.0, edge.1));
        let (rank, sign) = (width * 0.18, width * 0.15);
        let column = width * 0.14;
        // A number of several figures must not leave the corner.
        let most = width * 0.19;
        for turned in [false, true] {
            if turned && covered {
                continue;
            }
            let corner = |down: f32| {
                if turned {
                    (area.right() - column, area.bottom() - down)
                } else {
                    (area.x + column, area.y + down)
                }
            };
            let spot = |middle, side| Spot {
                middle,
                side,
                turned,
            };
            let under = if face.rank.is_empty() {
                width * 0.16
            } else {
                self.rank(face.rank, ink, spot(corner(width * 0.17), rank), most);
                width * 0.38
            };
            self.sign(face.sign, ink, spot(corner(under), sign));
        }
        if !covered {
            self.face(face, area, ink);
        }
    }

    /// Draws what is in the middle of a card.
    fn face(&mut self, face: &Face<'_>, area: Area, ink: Ink) {
        let width = area.w;
        let at = |x: f32, y: f32| (area.x + area.w * x, area.y + area.h * y);
        let sign = face.sign;
        let number = face.rank.parse::<usize>().unwrap_or(0);
        let places = pips(number);
        if places.is_empty() {
            let court = crown(face.rank);
            let is_high = court.is_some() || number > 10;
            if is_high {
                let inner = Area::new(
                    area.x + width * 0.29,
                    area.y + area.h * 0.13,
                    width * 0.42,
                    area.h * 0.74,
                );
                self.round_box(inner, width * 0.05, Paint::Edge(0.4, ink));
            }
            let (middle, side) = match (&court, is_high) {
                (Some(_), _) => (at(0.5, 0.59), width * 0.34),
                (None, true) => (at(0.5, 0.5), width * 0.34),
                (None, false) => (at(0.5, 0.5), width * 0.46),
            };
            self.sign(sign, ink, Spot::upright(middle, side));
            for line in court.into_iter().flatten() {
                let scale = width * 0.3 / 16.0;
                let (x, y) = at(0.5, 0.26);
                let place =
                    |(px, py): &(f32, f32)| (x + (px - 8.0) * scale, y + (py - 4.0) * scale * 1.15);
                let weight = 1.3 * scale / MM_PER_POINT;
                self.draw(Item::Stroke(line.iter().map(place).collect(), weight, ink));
            }
        }
        for (x, y) in places {
            let spot = Spot {
                middle: at(x, y),
                side: width * 0.17,
                turned: y > 0.5,
            };
            self.sign(sign, ink, spot);
        }
    }
}
