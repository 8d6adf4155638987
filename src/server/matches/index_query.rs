//! The query of lists and exports: filters, order, and page position.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::ObjectBuilder;
use validator::{Validate, ValidationError};

use crate::http::valid::at;
use crate::http::values::{PlayedGame, check_day, day_schema, played_game_schema};
use overtrick_core::openapi;
use overtrick_core::wire::words;
use overtrick_match::document::Status;
use overtrick_store::{FoundMatch, MatchOrder, MatchQuery};

/// The default number of matches on a page.
const USUAL: usize = 50;

/// Which part of the list of matches is asked for.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[validate(schema(function = fits_order))]
pub struct ListQuery {
    /// Those of this game, by its id
    #[param(schema_with = played_game_schema, required = false)]
    pub game: Option<PlayedGame>,
    /// Those that go on, or are over
    #[param(schema_with = status_schema, required = false)]
    pub status: Option<Status>,
    /// Those at which somebody of this name sits; case does not matter
    #[validate(length(max = 400))]
    #[param(max_length = 400)]
    pub player: Option<String>,
    /// Those of this day or a later one: when they were played, or else opened
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    pub from: Option<String>,
    /// Those of this day or an earlier one
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    pub to: Option<String>,
    /// The one that a program calls so
    #[validate(length(max = 400))]
    #[param(max_length = 400)]
    pub external_id: Option<String>,
    /// Those whose metadata has this text, number or flag at KEY, which stands for any key; several of them must all
    /// fit
    #[serde(rename = "metadata.")]
    #[param(rename = "metadata.KEY", value_type = Option<String>, max_length = 400)]
    pub metadata: BTreeMap<String, String>,
    /// `id`, or `newest` for the latest day first
    #[param(schema_with = order_schema, required = false)]
    order: Option<ListOrder>,
    /// Where the page begins: `next` of the page before
    #[param(value_type = Option<String>, max_length = 400)]
    cursor: Option<ListCursor>,
    /// How many at most
    #[validate(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
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

/// The schema of the status of a match.
pub fn status_schema() -> ObjectBuilder {
    openapi::words(Status::WORDS.iter().copied())
}

fn order_schema() -> ObjectBuilder {
    openapi::words(ListOrder::WORDS.iter().copied())
}

/// Checks that the cursor is one of the order.
fn fits_order(query: &ListQuery) -> Result<(), ValidationError> {
    match (query.order, &query.cursor) {
        (Some(order), Some(ListCursor(cursor)))
            if matches!(cursor, MatchOrder::Newest(_)) != (order == ListOrder::Newest) =>
        {
            Err(at("cursor", "cursor-form"))
        }
        _ => Ok(()),
    }
}

impl From<ListQuery> for MatchQuery {
    fn from(query: ListQuery) -> MatchQuery {
        let first = match query.order {
            Some(ListOrder::Newest) => MatchOrder::Newest(None),
            _ => MatchOrder::Id(None),
        };
        MatchQuery {
            game: query.game.map(|game| game.0.to_owned()),
            complete: query.status.map(|status| status == Status::Complete),
            player: query.player,
            from: query.from,
            to: query.to,
            external_id: query.external_id,
            metadata: query.metadata.into_iter().collect(),
            order: query.cursor.map_or(first, |ListCursor(place)| place),
            limit: query.limit.unwrap_or(USUAL),
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
struct ListCursor(MatchOrder);

impl<'de> Deserialize<'de> for ListCursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ListCursor, D::Error> {
        let cursor = String::deserialize(deserializer)?;
        let text = URL_SAFE_NO_PAD.decode(cursor).ok();
        let text = text.and_then(|text| String::from_utf8(text).ok());
        let parts: Vec<&str> = text.as_deref().unwrap_or_default().split(' ').collect();
        match parts[..] {
            ["id", id] => Ok(ListCursor(MatchOrder::Id(Some(id.to_owned())))),
            ["newest", day, id] => {
                let place = (day.to_owned(), id.to_owned());
                Ok(ListCursor(MatchOrder::Newest(Some(place))))
            }
            _ => Err(D::Error::custom("cursor-form")),
        }
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
        let read = Query::<ListQuery>::from_request(&request).map_err(|problem| problem.kind());
        read.map(|Query(query)| query.into())
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
