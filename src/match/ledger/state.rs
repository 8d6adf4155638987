//! The state of a match: its hands, adjustments, seats and texts, with ids instead of names.

use std::sync::Arc;

use super::event::Opened;
use super::frozen::Frozen;
use super::history::HistoryEntry;
use super::labels::Labels;
use super::people::{Names, SeatHistory, name_number};
use super::scoring::Scoring;
use super::translate::CurrentNames;
use overtrick_core::Faults;
use overtrick_core::bounds::{HandWork, ReplayWork};
use overtrick_core::json::Json;

/// The texts of a match, in document order.
pub const TEXTS: [&str; 4] = ["title", "played_on", "location", "notes"];

/// The state of a match at one moment; clones share the records.
#[derive(Debug, Clone)]
pub struct MatchState {
    pub frozen: Arc<Frozen>,
    pub hands: Vec<Arc<Json>>,
    pub current: Option<Arc<Json>>,
    pub adjustments: Vec<Arc<Json>>,
    pub finished: bool,
    pub seats: Vec<SeatHistory>,
    pub texts: [Option<Arc<str>>; 4],
    pub labels: Arc<Labels>,
}

impl MatchState {
    /// The state of a newly opened match, or `None` if the opening is incomplete.
    pub fn open(opened: &Opened) -> Option<MatchState> {
        let document = &opened.document;
        let list = |key: &str| document.list(key).iter().cloned().map(Arc::new).collect();
        let seat = |id: &String| Some(SeatHistory::first(name_number(id)?));
        let seats: Option<Vec<SeatHistory>> = opened.players.iter().map(seat).collect();
        Some(MatchState {
            frozen: Arc::new(Frozen::new(opened)?),
            hands: list("hands"),
            current: document.get("current").cloned().map(Arc::new),
            adjustments: list("adjustments"),
            finished: document.flag("finished"),
            seats: seats?,
            texts: TEXTS.map(|key| document.get(key)?.as_text().map(Arc::from)),
            labels: Arc::new(opened.labels.clone()),
        })
    }

    /// Returns all names of the match, and the current names of its players.
    pub fn current_names<'a>(&'a self, names: &'a Names) -> CurrentNames<'a> {
        let seated = |seat: &SeatHistory| names.text(seat.occupant().name).to_owned();
        CurrentNames {
            game: &self.frozen.game,
            seated: self.seats.iter().map(seated).collect(),
            all: names,
        }
    }

    /// The entries of the match document, without its history.
    pub fn document(&self, names: &CurrentNames<'_>) -> Vec<(String, Json)> {
        let frozen = &self.frozen;
        let with_names = |record: &Arc<Json>| names.record(record);
        let mut document: Vec<(String, Json)> = Vec::with_capacity(16);
        let mut put = |key: &str, value: Json| document.push((key.to_owned(), value));
        put("game", frozen.game.id().into());
        if let Some(definition) = frozen.game.definition() {
            put("definition", definition.json().clone());
        }
        put("edition", frozen.edition.clone());
        put("id", frozen.id.as_str().into());
        for (key, text) in TEXTS.into_iter().zip(&self.texts) {
            if let Some(text) = text {
                put(key, Json::Text(text.to_string()));
            }
        }
        put("players", names.seated.iter().map(String::as_str).collect());
        put("options", frozen.options.clone());
        if let Some(Json::Text(id)) = &frozen.first_dealer {
            put("first_dealer", names.name(id).into());
        }
        put("hands", self.hands.iter().map(with_names).collect());
        if let Some(current) = &self.current {
            put("current", with_names(current));
        }
        if !self.adjustments.is_empty() {
            let all = self.adjustments.iter();
            let all = all.map(|one| names.naming().adjustment(one));
            put("adjustments", all.collect());
        }
        if self.finished {
            put("finished", true.into());
        }
        document
    }

    /// Returns the history of the match document: the entries that it had when the match was opened, then these.
    pub fn history(&self, entries: &[Arc<HistoryEntry>], names: &CurrentNames<'_>) -> Vec<Json> {
        let opened = self.frozen.history.iter();
        let opened = opened.map(|entry| names.naming().history_entry(entry));
        let since = entries.iter();
        let since = since.map(|entry| entry.to_json(|record| names.record(record)));
        opened.chain(since).collect()
    }

    /// Scores the match.
    ///
    /// # Errors
    /// Every fault in the match.
    pub fn score(&self, names: &Names) -> Result<Scoring, Faults> {
        Scoring::new(&self.frozen.game, self.document(&self.current_names(names)))
    }

    /// Returns the work of judging this state as the opening of a match.
    pub(super) fn opening_work(&self) -> ReplayWork {
        let mut work = ReplayWork::default();
        if self.frozen.game.definition().is_some() {
            work.read_definition();
        }
        work.judge(self.hand_work(), self.judged_hands());
        work
    }

    /// The work of judging one hand.
    pub(super) fn hand_work(&self) -> HandWork {
        self.frozen.game.work(self.seats.len())
    }

    /// Returns the number of hands that are judged when the whole match is judged.
    pub(super) fn judged_hands(&self) -> usize {
        self.hands.len() + usize::from(self.current.is_some())
    }
}
