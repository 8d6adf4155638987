//! A scored match, to which hands are added without judging the others again.

use std::sync::Arc;

use crate::MatchGame;
use crate::document::{check_size, score_of};
use overtrick_core::Faults;
use overtrick_core::bounds::check_hands;
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;

/// A scored match and the size of its document; clones share the match.
#[derive(Debug, Clone)]
pub struct Scoring {
    /// The match, scored.
    pub scored: Arc<Scored>,
    /// The bytes of its document as JSON, without its history and the hand being played.
    length: usize,
}

impl Scoring {
    /// Scores a whole document of this game.
    ///
    /// # Errors
    /// Every fault of the document.
    pub fn new(game: &MatchGame, document: Vec<(String, Json)>) -> Result<Scoring, Faults> {
        let document = Json::Object(document);
        let current = document.get("current").map_or(0, length_of_current);
        let length = length_of(&document);
        check_size(length)?;
        Ok(Scoring {
            scored: Arc::new(score_of(game, document)?),
            length: length - current,
        })
    }

    /// Returns the match with another hand, or `None` if the whole document must be scored to find the faults.
    pub fn with_hand(&self, record: &Json) -> Option<Scoring> {
        let hands = self.scored.hands.len();
        // A comma separates two hands.
        let length = self.length + usize::from(hands > 0) + length_of(record);
        check_hands(hands + 1).ok()?;
        check_size(length).ok()?;
        Some(Scoring {
            scored: Arc::new(self.scored.with_hand(record)?),
            length,
        })
    }

    /// Returns the match with this hand being played, or with none. Like [`Scoring::with_hand`], it may return `None`.
    pub fn with_current(&self, record: Option<&Json>) -> Option<Scoring> {
        let current = record.map_or(0, length_of_current);
        check_size(self.length + current).ok()?;
        Some(Scoring {
            scored: Arc::new(self.scored.with_current(record)?),
            length: self.length,
        })
    }
}

/// The bytes of a value as JSON; writing to memory cannot fail.
fn length_of(value: &Json) -> usize {
    serde_json::to_string(value).unwrap_or_default().len()
}

/// The bytes of the hand being played in a document, with its key.
fn length_of_current(record: &Json) -> usize {
    r#","current":"#.len() + length_of(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_grows_as_the_document_does() {
        let game = MatchGame::from(&overtrick_games::all()[0]);
        let sample: Json = serde_json::from_str(overtrick_games::all()[0].sample).unwrap();
        let document = |hands: &[Json], current: Option<&Json>| {
            let mut document = sample.clone();
            document.take("current");
            document.set("hands", Json::List(hands.to_vec()));
            if let Some(current) = current {
                document.set("current", current.clone());
            }
            document.entries().to_vec()
        };
        let hands = sample.list("hands");
        let mut scoring = Scoring::new(&game, document(&[], None)).unwrap();
        let same = |scoring: &Scoring, whole: Vec<(String, Json)>| {
            assert_eq!(scoring.length, Scoring::new(&game, whole).unwrap().length);
        };
        for (number, hand) in (1..hands.len()).zip(hands) {
            let current = Json::EMPTY;
            let playing = scoring.with_current(Some(&current)).unwrap();
            same(&playing, document(&hands[..number - 1], Some(&current)));
            same(
                &playing.with_current(None).unwrap(),
                document(&hands[..number - 1], None),
            );
            scoring = playing.with_hand(hand).unwrap();
            same(&scoring, document(&hands[..number], None));
        }
    }
}
