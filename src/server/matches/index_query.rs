//! The query of lists and exports: filters, order, and page position.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::{RefOr, Schema};

use crate::http::query::{
    Declared, FromQuery, LONGEST, Parameters, Refusal, Value, documented, query,
};
use crate::http::values::{Day, PlayedGame, Text, Whole, word_values};
use overtrick_core::wire::words;
use overtrick_core::{args, openapi};
use overtrick_match::document::Status;
use overtrick_store::FoundMatch;
use overtrick_store::MatchOrder;
use overtrick_store::MatchQuery;

/// The default number of matches on a page.
const USUAL: usize = 50;
/// The most matches on a page.
const MOST: usize = 100;

query! {
    /// Which matches are asked for.
    pub struct FilterQuery {
        /// Those of this game, by its id
        game: PlayedGame,
        /// Those that go on, or are over
        status: Status,
        /// Those at which somebody of this name sits; case does not matter
        player: Text,
        /// Those of this day or a later one: when they were played, or else opened
        from: Day,
        /// Those of this day or an earlier one
        to: Day,
        /// The one that a program calls so
        external_id: Text,
    }

    /// Which part of the list of matches is asked for.
    pub struct ListQuery {
        /// `id`, or `newest` for the latest day first
        order: ListOrder,
        /// Where the page begins: `next` of the page before
        cursor: ListCursor,
        /// How many at most
        limit: Whole<1, MOST> = USUAL,
    }
}

/// The values that the metadata of a match must have: `metadata.KEY=VALUE` for each.
#[derive(Debug)]
pub struct MetadataFilter(Vec<(String, String)>);

/// The documented name of these parameters.
const METADATA: &str = "metadata.KEY";

impl FromQuery for MetadataFilter {
    fn declared() -> Vec<Declared> {
        vec![Declared {
            name: METADATA,
            longest: LONGEST,
        }]
    }

    fn read(parameters: &mut Parameters) -> MetadataFilter {
        MetadataFilter(parameters.metadata())
    }
}

impl IntoParams for MetadataFilter {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "Those whose metadata has this text, number or flag at KEY, which stands for any key; \
            several of them must all fit";
        vec![documented::<Text>(METADATA, about)]
    }
}

words! {
    /// In which order matches are listed.
    pub enum ListOrder {
        /// By their ids.
        Id = "id",
        /// The latest day first.
        Newest = "newest",
    }
}

word_values! {
    Status = openapi::words(Status::WORDS.iter().copied());
    ListOrder = openapi::words(ListOrder::WORDS.iter().copied());
}

/// Which matches are asked for.
pub type Filters = (FilterQuery, MetadataFilter);

/// The query of the matches that fit the filters.
pub fn filtered((filters, MetadataFilter(metadata)): Filters) -> MatchQuery {
    MatchQuery {
        game: filters.game.map(str::to_owned),
        complete: filters.status.map(|status| status == Status::Complete),
        player: filters.player,
        from: filters.from,
        to: filters.to,
        external_id: filters.external_id,
        metadata,
        ..MatchQuery::default()
    }
}

impl FromQuery for MatchQuery {
    fn declared() -> Vec<Declared> {
        <(Filters, ListQuery)>::declared()
    }

    fn read(parameters: &mut Parameters) -> MatchQuery {
        let (filters, list) = <(Filters, ListQuery)>::read(parameters);
        let ListQuery {
            order,
            cursor,
            limit,
        } = list;
        if let (Some(order), Some(cursor)) = (order, &cursor)
            && matches!(cursor, MatchOrder::Newest(_)) != (order == ListOrder::Newest)
        {
            parameters.refuse("cursor", ("cursor-form".into(), args![]));
        }
        let from = match order {
            Some(ListOrder::Newest) => MatchOrder::Newest(None),
            _ => MatchOrder::Id(None),
        };
        MatchQuery {
            order: cursor.unwrap_or(from),
            limit,
            ..filtered(filters)
        }
    }
}

/// The cursor of the page after a match, in an order.
pub fn cursor(order: &MatchOrder, last: &FoundMatch) -> String {
    let id = &last.id;
    let text = match order {
        MatchOrder::Id(_) => format!("id {id}"),
        MatchOrder::Newest(_) => format!("newest {} {id}", last.day),
    };
    URL_SAFE_NO_PAD.encode(text)
}

/// A cursor: an order, and the place in it.
#[derive(Debug)]
pub struct ListCursor;

impl Value for ListCursor {
    type Of = MatchOrder;

    fn read(cursor: &str) -> Result<MatchOrder, Refusal> {
        let text = URL_SAFE_NO_PAD.decode(cursor).ok();
        let text = text.and_then(|text| String::from_utf8(text).ok());
        let parts: Vec<&str> = text.as_deref().unwrap_or_default().split(' ').collect();
        match parts[..] {
            ["id", id] => Ok(MatchOrder::Id(Some(id.to_owned()))),
            ["newest", day, id] => Ok(MatchOrder::Newest(Some((day.to_owned(), id.to_owned())))),
            _ => Err(("cursor-form".into(), args![])),
        }
    }

    fn schema() -> RefOr<Schema> {
        Text::<LONGEST>::schema()
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use overtrick_games as games;

    use super::*;
    use crate::http::problem::ProblemKind;
    use crate::http::query::Query;

    fn listed(query: &str) -> Result<MatchQuery, ProblemKind> {
        let request = TestRequest::with_uri(&format!("/x?{query}")).to_http_request();
        let read = Query::from_request(&request).map_err(|problem| problem.kind());
        read.map(|Query(query)| query)
    }

    #[test]
    fn a_query_is_read_whole_or_refused() {
        let game = games::all()[0].facts.id;
        let filters = "status=in_progress&player=Ann%20B&from=2026-01-01&to=2026-12-31";
        let all = listed(&format!("game={game}&{filters}"));
        let all = all.unwrap();
        assert_eq!(all.player.as_deref(), Some("Ann B"));
        assert_eq!((all.complete, all.limit), (Some(false), 50));
        assert_eq!(
            listed("cursor=aWQgYWJj").unwrap().order,
            MatchOrder::Id(Some("abc".to_owned()))
        );
        for refused in [
            "limit=0",
            "limit=101",
            "limit=1&limit=2",
            "game=chess",
            "status=over",
            "from=2026-02-30",
            "to=yesterday",
            "order=oldest",
            "cursor=%20",
            "cursor=aWQgYQ&order=newest",
        ] {
            assert_eq!(listed(refused), Err(ProblemKind::BadRequest), "{refused}");
        }
    }
}
