//! List data of a match, derived from its log.

use super::log::Match;
use super::seats::SeatHistory;

/// The data of a match that lists show and search.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Listing {
    /// Its title.
    pub title: Option<String>,
    /// The day it was played, or else opened, as an ISO date.
    pub day: String,
    /// Where it was played.
    pub location: Option<String>,
    /// Whether it is over.
    pub complete: bool,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// Its external id.
    pub external_id: Option<String>,
    /// Its metadata, as JSON.
    pub metadata: Option<String>,
    /// The numbers of the names of its players, in seat order.
    pub seats: Vec<usize>,
}

impl Match {
    /// The list data of the match.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// let listing = opened().listing();
    /// assert_eq!((&*listing.day, listing.complete), ("1970-01-01", false));
    /// assert_eq!(listing.seats[..2], [1, 2]);
    /// ```
    pub fn listing(&self) -> Listing {
        let [title, played_on, ..] = &self.state.texts;
        let opened = || self.events[0].at.to_string().chars().take(10).collect();
        let metadata = self.state.labels.metadata.as_ref();
        Listing {
            title: title.as_ref().map(ToString::to_string),
            day: played_on.as_ref().map_or_else(opened, ToString::to_string),
            location: self.location().map(str::to_owned),
            complete: self.outcome().complete,
            lowest_wins: self.scored().is_ok_and(|scored| scored.lowest_wins),
            external_id: self.state.labels.external_id.clone(),
            metadata: metadata.map(|json| serde_json::to_string(json).unwrap_or_default()),
            seats: self.state.seats.iter().map(SeatHistory::name).collect(),
        }
    }

    /// The current names of its players, in seat order.
    pub fn players(&self) -> Vec<&str> {
        let seats = self.state.seats.iter();
        seats.map(|seat| self.names.text(seat.name())).collect()
    }
}
