//! The ranks of cards, drawn as lines of one weight. They can also be drawn upside down.

use crate::layout::emblem::{FEW_STEPS, SHAPES, path_lines};

/// The height of a capital letter, in the units of the lines.
pub const HEIGHT: f32 = 14.0;
/// The weight of the lines.
pub const WEIGHT: f32 = 2.0;
/// The space between two characters.
const GAP: f32 = 3.0;

/// Returns the width and the lines of a rank in a field of the height `HEIGHT`.
pub fn lines(rank: &str) -> (f32, Vec<Vec<(f32, f32)>>) {
    let mut found = Vec::new();
    let mut right = 0.0;
    for (width, path) in rank.chars().filter_map(|c| SHAPES.ranks.get(&c)) {
        let left = if right > 0.0 { right + GAP } else { 0.0 };
        let mut lines = path_lines(path, FEW_STEPS);
        lines.iter_mut().flatten().for_each(|(x, _)| *x += left);
        found.extend(lines);
        right = left + width;
    }
    (right, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::deck::Deck;
    use overtrick_games as games;
    use overtrick_match::lang::Language;

    #[test]
    fn the_lines_of_every_rank_fit_its_height() {
        for game in games::all() {
            let deck = Deck::new(game, Language::english().tag()).unwrap();
            let ranks = deck.ranks();
            assert!(ranks.len() > 20, "{}", game.folder);
            for rank in ranks.iter().filter(|rank| !rank.is_empty()) {
                let (width, lines) = lines(rank);
                assert!(lines.len() >= rank.chars().count(), "{rank}");
                let points = lines.iter().flatten();
                for (x, y) in points {
                    assert!((-0.1..=width + 0.1).contains(x), "{rank}: {x}");
                    assert!((-0.1..=HEIGHT + 1.0).contains(y), "{rank}: {y}");
                }
            }
        }
    }
}
