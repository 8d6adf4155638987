//! The endpoints of the API, a line for each file of handlers.

use super::endpoint::Endpoint;
use super::{
    adjudications, changes, comparisons, draws, embed, events, games, keys, matches, operations,
    pads, publish, qr, rolls, scores, sessions, sheets, views,
};

/// All endpoints of the API and of the frames.
pub fn endpoints() -> Vec<Endpoint> {
    let files = [
        operations::endpoints(),
        games::endpoints(),
        scores::endpoints(),
        adjudications::endpoints(),
        comparisons::endpoints(),
        pads::endpoints(),
        sheets::endpoints(),
        qr::endpoints(),
        draws::endpoints(),
        rolls::endpoints(),
        matches::endpoints(),
        changes::endpoints(),
        views::endpoints(),
        events::endpoints(),
        publish::endpoints(),
        sessions::endpoints(),
        keys::endpoints(),
        embed::endpoints(),
    ];
    files.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_endpoints_have_the_same_path_and_method() {
        let mut operations: Vec<String> = endpoints().iter().flat_map(Endpoint::names).collect();
        let count = operations.len();
        operations.sort();
        operations.dedup();
        assert_eq!(operations.len(), count, "{operations:?}");
    }
}
