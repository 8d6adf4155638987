//! The endpoints of the API, a line for each file of handlers.

use super::endpoint::Endpoint;
use super::{
    address, booklets, change_feed, changes, codes, deliveries, documents, embed, events, exports,
    games, imports, kept_logs, keys, labels, listing, matches, operations, paper, program_keys,
    public_sheet, published_match, table, version, views, webhooks,
};

/// The endpoints of these handlers, each with `#[utoipa::path]` on it.
macro_rules! endpoints {
    ($($file:ident: $($handler:ident),+;)+) => {
        pastey::paste! {
            vec![$($(Endpoint::documented::<$file::[<__path_ $handler>], _, _>($file::$handler),)+)+]
        }
    };
}

/// All endpoints of the API.
pub fn endpoints() -> Vec<Endpoint> {
    endpoints! {
        operations: healthz, readyz, metrics;
        version: version;
        games: list, one, document_schema;
        documents: scores, adjudications, comparisons;
        booklets: rules;
        paper: pad, posted_pad, posted_sheet, sheet;
        table: draws, rolls, qr;
        address: address;
        matches: list, create, get, open_again, delete, rematch;
        labels: label;
        imports: imports;
        kept_logs: take;
        exports: exports, template;
        changes: changes, check;
        views: history, standings, document, result_csv;
        events: events;
        program_keys: list, make, one, renew, revoke;
        change_feed: change_feed;
        webhooks: create, list, one, replace, delete, rotate, test;
        deliveries: deliveries, replay;
        keys: renew, revoke, open_session, close_session;
        codes: make, take_away, join;
        embed: publish, hide, board, board_csv, board_events;
        listing: list, feed, calendar;
        public_sheet: sheet;
        published_match: png, oembed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_endpoints_have_the_same_path_and_method() {
        let mut operations = Vec::new();
        for endpoint in endpoints() {
            let methods = endpoint.methods.iter();
            operations.extend(methods.map(|method| format!("{method} {}", endpoint.path)));
        }
        let count = operations.len();
        operations.sort();
        operations.dedup();
        assert_eq!(operations.len(), count, "{operations:?}");
    }
}
