//! The document of a match as JSON text, in pieces shared by versions of the match, and its score, kept so that only
//! the next hand must be judged.

use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::MatchGame;
use crate::document::{check_size, score_of};
use overtrick_core::Faults;
use overtrick_core::bounds::check_hands;
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;

/// A match document as JSON text. Serializing it copies the text; another hand adds one piece.
#[derive(Debug, Clone)]
pub struct WrittenDocument {
    /// The entries before the hands.
    head: Arc<[Entry]>,
    hands: Vec<Arc<RawValue>>,
    current: Option<Arc<RawValue>>,
    /// The entries after the hands and the hand being played.
    tail: Arc<[Entry]>,
    history: Vec<Json>,
}

type Entry = (String, Box<RawValue>);

impl WrittenDocument {
    /// The text of a document with these entries.
    pub(super) fn new(entries: &[(String, Json)]) -> WrittenDocument {
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        let (mut hands, mut current) = (None, None);
        for (key, value) in entries {
            match (key.as_str(), value) {
                ("hands", Json::List(records)) => {
                    hands = Some(records.iter().map(|hand| raw(hand).into()).collect());
                }
                ("current", record) => current = Some(raw(record).into()),
                _ => {
                    let part = if hands.is_none() {
                        &mut head
                    } else {
                        &mut tail
                    };
                    part.push((key.clone(), raw(value)));
                }
            }
        }
        WrittenDocument {
            head: head.into(),
            hands: hands.unwrap_or_default(),
            current,
            tail: tail.into(),
            history: Vec::new(),
        }
    }

    /// Adds a hand, and removes the hand being played.
    pub(super) fn with_hand(&self, record: &Json) -> WrittenDocument {
        let mut hands = Vec::with_capacity(self.hands.len() + 1);
        hands.extend_from_slice(&self.hands);
        hands.push(raw(record).into());
        WrittenDocument {
            head: self.head.clone(),
            hands,
            current: None,
            tail: self.tail.clone(),
            history: self.history.clone(),
        }
    }

    /// Replaces or removes the hand being played.
    pub(super) fn with_current(&self, record: Option<&Json>) -> WrittenDocument {
        WrittenDocument {
            current: record.map(|record| raw(record).into()),
            ..self.clone()
        }
    }

    /// Adds a history.
    pub(super) fn with_history(&self, history: Vec<Json>) -> WrittenDocument {
        WrittenDocument {
            history,
            ..self.clone()
        }
    }

    /// The number of hands.
    pub(super) fn hands(&self) -> usize {
        self.hands.len()
    }

    /// The bytes of the text without its history.
    pub(super) fn length(&self) -> usize {
        let entry = |key: &str, length: usize| r#""":,"#.len() + key.len() + length;
        let list = |hands: &[Arc<RawValue>]| -> usize {
            let texts: usize = hands.iter().map(|hand| hand.get().len()).sum();
            "[]".len() + texts + hands.len().saturating_sub(1)
        };
        let entries = self.head.iter().chain(&*self.tail);
        let entries: usize = entries
            .map(|(key, text)| entry(key, text.get().len()))
            .sum();
        let current = self.current.as_ref();
        let current = current.map_or(0, |hand| entry("current", hand.get().len()));
        "{}".len() + entries + entry("hands", list(&self.hands)) + current - ",".len()
    }
}

impl Serialize for WrittenDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in &*self.head {
            map.serialize_entry(key, value)?;
        }
        map.serialize_entry("hands", &self.hands)?;
        if let Some(current) = &self.current {
            map.serialize_entry("current", current)?;
        }
        for (key, value) in &*self.tail {
            map.serialize_entry(key, value)?;
        }
        if !self.history.is_empty() {
            map.serialize_entry("history", &self.history)?;
        }
        map.end()
    }
}

/// The text of a value; writing to memory cannot fail.
fn raw(value: &Json) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Vec<(String, Json)> {
        match serde_json::from_str(text).unwrap() {
            Json::Object(entries) => entries,
            other => panic!("{other:?} is no object"),
        }
    }

    fn text(written: &WrittenDocument) -> String {
        let text = serde_json::to_string(written).unwrap();
        assert_eq!(written.length(), text.len(), "{text}");
        text
    }

    #[test]
    fn the_pieces_are_the_text_of_the_whole() {
        for whole in [
            r#"{"hands":[]}"#,
            r#"{"game":"x","players":["Ann","Bö"],"hands":[],"finished":true}"#,
            r#"{"game":"x","hands":[{"a":1}],"current":{"b":[2,{}]},"adjustments":[{}]}"#,
        ] {
            assert_eq!(text(&WrittenDocument::new(&document(whole))), whole);
        }
    }

    #[test]
    fn a_hand_is_added_and_the_hand_being_played_goes() {
        let mut written = WrittenDocument::new(&document(r#"{"game":"x","hands":[],"notes":"n"}"#));
        for (number, expected) in (1..).zip(["{}", "{},{}", "{},{},{}"]) {
            let empty = Json::Object(Vec::new());
            written = written.with_current(Some(&empty));
            assert!(text(&written).contains(r#""current":{},"notes""#));
            written = written.with_hand(&empty);
            assert_eq!(written.hands(), number);
            let whole = format!(r#"{{"game":"x","hands":[{expected}],"notes":"n"}}"#);
            assert_eq!(text(&written), whole);
        }
        let history = written.with_history(vec![Json::Int(1)]);
        let told = serde_json::to_string(&history).unwrap();
        assert!(told.ends_with(r#""notes":"n","history":[1]}"#), "{told}");
    }
}
