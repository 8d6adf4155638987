//! The endpoints of the API, one line per handler file.

use crate::openapi::endpoint::Endpoint;

/// The endpoints of these handlers, each of which has `#[utoipa::path]`.
macro_rules! endpoints {
    ($($room:ident::$file:ident: $($handler:ident),+;)+) => {
        pastey::paste! {
            vec![$($(Endpoint::documented::<crate::$room::$file::[<__path_ $handler>], _, _>(crate::$room::$file::$handler),)+)+]
        }
    };
}

/// All endpoints of the API.
pub fn endpoints() -> Vec<Endpoint> {
    // Paths are tried in this order: what phones send most comes first.
    endpoints! {
        matches::changes: changes;
        app::operations: healthz, readyz, metrics;
        app::version: version;
        rules::endpoints: list, one, document_schema;
        judging::endpoints: scores, adjudications;
        paper::endpoints: rules, pad, posted_pads, posted_sheet, sheet;
        app::qr: qr;
        app::address: address;
        matches::endpoints: list, create, get, open_again, delete, rematch;
        imports::endpoints: imports;
        matches::adopt_endpoint: take;
        exports::endpoints: exports, template;
        matches::match_reader: history;
        matches::events: events;
        api_keys::endpoints: list, make, one, renew, revoke;
        change_feed::endpoints: change_feed;
        access::endpoints: renew, revoke, open_session, close_session;
        join_codes::endpoints: make, take_away, join;
        publish::embed: publish, unpublish, board_csv, board_events;
        publish::list_endpoints: list, feed;
        publish::match_endpoints: sheet, png, oembed;
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
