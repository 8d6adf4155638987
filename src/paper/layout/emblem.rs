//! What a game is known by on paper: its emblem, as lines, and its hue.

pub(crate) mod svg_path;

use serde::Deserialize;

use super::draw::{Ink, Item, MM_PER_POINT};
use super::paper::Area;
use overtrick_games::Entry;

/// The side of the field on which an emblem is drawn.
const FIELD: f32 = 24.0;
/// The weight of its lines on that field.
const WEIGHT: f32 = 1.5;

/// An emblem with its hue.
#[derive(Debug, Clone, PartialEq)]
pub struct Emblem {
    /// The accent of the game on paper.
    pub hue: Ink,
    /// Its lines, each through points on a field of 24 by 24.
    lines: Vec<Vec<(f32, f32)>>,
}

/// The part of a game's `form.toml` that says what it looks like.
#[derive(Deserialize)]
struct Form {
    look: Option<Look>,
}

#[derive(Deserialize)]
struct Look {
    light: String,
    emblem: Vec<String>,
}

impl Emblem {
    /// The emblem of a game; without one, no lines, and the accent of the house.
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
        let look = form.and_then(|form| form.look);
        let hue = look.as_ref().and_then(|look| hue(&look.light));
        let paths = look.iter().flat_map(|look| &look.emblem);
        Emblem {
            hue: hue.unwrap_or(Ink::Felt),
            lines: paths.flat_map(|path| svg_path::lines(path)).collect(),
        }
    }

    /// The emblem of every game that a table brings along, in the accent of the house: a sheet with a pencil's lines.
    pub fn of_table() -> Emblem {
        const SHEET: &str = "M5 3h14v18H5zM8.5 8h7M8.5 12h7M8.5 16h4";
        Emblem {
            hue: Ink::Felt,
            lines: svg_path::lines(SHEET),
        }
    }

    /// Its lines on a field of another size.
    pub(crate) fn lines_within(&self, field: f32) -> Vec<Vec<(f32, f32)>> {
        let scale = field / FIELD;
        let point = |(x, y): &(f32, f32)| (x * scale, y * scale);
        let lines = self.lines.iter();
        lines.map(|line| line.iter().map(point).collect()).collect()
    }

    /// Its lines in the upper left corner of a square place.
    pub fn items(&self, place: Area) -> Vec<Item> {
        let scale = place.w.min(place.h) / FIELD;
        let points = || self.lines.iter().flatten();
        let left = points().map(|(x, _)| *x).fold(FIELD, f32::min) - WEIGHT / 2.0;
        let top = points().map(|(_, y)| *y).fold(FIELD, f32::min) - WEIGHT / 2.0;
        let point =
            |(x, y): &(f32, f32)| (place.x + (x - left) * scale, place.y + (y - top) * scale);
        let weight = WEIGHT * scale / MM_PER_POINT;
        let lines = self.lines.iter();
        lines
            .map(|line| Item::Stroke(line.iter().map(point).collect(), weight, self.hue))
            .collect()
    }
}

/// A color written as `#RRGGBB`.
fn hue(text: &str) -> Option<Ink> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
    Some(Ink::Hue(part(0)?, part(2)?, part(4)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_games as games;

    #[test]
    fn every_game_has_an_emblem_within_its_field_and_a_hue_of_its_own() {
        let mut hues = Vec::new();
        for game in games::all() {
            let emblem = Emblem::from_game(game);
            assert!(emblem.lines.len() > 1, "{}", game.folder);
            let within =
                |(x, y): &(f32, f32)| (0.0..=FIELD).contains(x) && (0.0..=FIELD).contains(y);
            assert!(emblem.lines.iter().flatten().all(within), "{}", game.folder);
            // A small one would look like a scrap of a mark beside a title.
            let heights = || emblem.lines.iter().flatten().map(|(_, y)| *y);
            let high = heights().fold(0.0, f32::max) - heights().fold(FIELD, f32::min);
            assert!(high > FIELD * 0.7, "{}: {high}", game.folder);
            assert!(!hues.contains(&emblem.hue), "{}", game.folder);
            hues.push(emblem.hue);
        }
    }
}
