//! The score of a match, kept so that only the next hand must be judged.

use std::sync::Arc;

use super::written::WrittenDocument;
use crate::MatchGame;
use crate::document::{check_size, score_of};
use overtrick_core::Faults;
use overtrick_core::bounds::check_hands;
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;

/// A scored match and its document; clones share both.
#[derive(Debug, Clone)]
pub struct Scoring {
    /// The match, scored.
    pub scored: Arc<Scored>,
    /// Its document without the history.
    pub document: WrittenDocument,
}

impl Scoring {
    /// Scores a whole document of this game.
    ///
    /// # Errors
    /// Every fault of the document.
    pub fn new(game: &MatchGame, document: Vec<(String, Json)>) -> Result<Scoring, Faults> {
        let written = WrittenDocument::new(&document);
        check_size(written.length())?;
        Ok(Scoring {
            scored: Arc::new(score_of(game, Json::Object(document))?),
            document: written,
        })
    }

    /// The match with another hand, or `None` if the whole document must be scored to find the faults.
    pub fn with_hand(&self, record: &Json) -> Option<Scoring> {
        let document = self.document.with_hand(record);
        let fits = check_hands(document.hands()).is_ok();
        fits.then(|| Scoring::within_size(self.scored.with_hand(record)?, document))?
    }

    /// The match with this hand being played, or none; `None` as for [`Scoring::with_hand`].
    pub fn with_current(&self, record: Option<&Json>) -> Option<Scoring> {
        let document = self.document.with_current(record);
        Scoring::within_size(self.scored.with_current(record)?, document)
    }

    fn within_size(scored: Scored, document: WrittenDocument) -> Option<Scoring> {
        let fits = check_size(document.length()).is_ok();
        let scored = Arc::new(scored);
        fits.then_some(Scoring { scored, document })
    }
}
