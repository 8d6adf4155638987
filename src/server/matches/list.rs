//! The list of all matches: its query, pages and entries.

use actix_web::web::Data;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller::ReadsAll;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::{Answer, ClientLanguage, Place, Query, in_language};
use crate::matches::match_response;
use crate::matches::service::MatchService;
use crate::openapi::{BadRequest, Forbidden, Unauthorized};
use crate::publish::publication_of;
use overtrick_core::Seat;
use overtrick_core::json::Json;
use overtrick_core::judging::Standing;
use overtrick_match::document::{StandingReport, Status};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, MatchId};
use overtrick_store::{
    FoundMatch, ListedLog, ListedMatch, ListingUpdate, MatchOrder, MatchQuery, MatchSummary,
    StoredPublication,
};

/// The default number of matches on a page.
const DEFAULT_LIMIT: usize = 50;

/// Defines a query of matches with the common filters and further parameters, and its conversion to a
/// [`MatchQuery`].
macro_rules! match_query {
    ($(#[$meta:meta])* pub struct $name:ident { $($own:tt)* }) => {
        #[derive(Debug, Default, serde::Deserialize, validator::Validate, utoipa::IntoParams)]
        #[serde(default, deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        $(#[$meta])*
        pub struct $name {
            /// Only matches of this game, by its id
            game: Option<crate::http::PlayedGame>,
            /// Only matches in progress, or only finished matches
            status: Option<overtrick_match::document::Status>,
            /// Only matches with a seated player of this name; case does not matter
            #[param(max_length = 400)]
            player: Option<String>,
            /// Only matches played (or, if unknown, opened) on this day or later
            from: Option<crate::http::Day>,
            /// Only matches of this day or earlier
            to: Option<crate::http::Day>,
            /// Only the match with this external id
            #[validate(length(max = 400))]
            #[param(max_length = 400)]
            external_id: Option<String>,
            /// Only matches whose metadata has this string, number or Boolean at KEY, which stands for any
            /// key; if there are several such conditions, all must be met
            #[serde(rename = "metadata.")]
            #[param(rename = "metadata.KEY", value_type = Option<String>, max_length = 400)]
            metadata: std::collections::BTreeMap<String, String>,
            $($own)*
        }

        impl From<$name> for overtrick_store::MatchQuery {
            fn from(query: $name) -> overtrick_store::MatchQuery {
                let is_over = |status| status == overtrick_match::document::Status::Complete;
                overtrick_store::MatchQuery {
                    game: query.game.map(|game| game.0.to_owned()),
                    complete: query.status.map(is_over),
                    player: query.player,
                    from: query.from.map(|day| day.0),
                    to: query.to.map(|day| day.0),
                    external_id: query.external_id,
                    metadata: query.metadata.into_iter().collect(),
                    ..overtrick_store::MatchQuery::default()
                }
            }
        }
    };
}
pub(crate) use match_query;

match_query! {
    /// The filters of the list and the page to read.
    pub struct ListQuery {
        /// The start of the page: `next` of the previous page
        #[param(value_type = Option<String>, max_length = 400)]
        cursor: Option<Place<(String, String)>>,
        /// The maximum number of matches on a page
        #[validate(range(min = 1, max = 100))]
        #[param(minimum = 1, maximum = 100)]
        limit: Option<usize>,
    }
}

impl ListQuery {
    fn page(mut self) -> MatchQuery {
        MatchQuery {
            order: MatchOrder::Newest(self.cursor.take().map(|Place(place)| place)),
            limit: self.limit.unwrap_or(DEFAULT_LIMIT),
            ..self.into()
        }
    }
}

/// A page of the list of all matches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MatchList)]
struct MatchList {
    /// The ids of the matches on this page whose stored data is damaged. Nothing else about them is listed
    /// here; the administrator can read their readable parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<String>,
    /// The matches, latest day first.
    matches: Vec<Listed>,
    /// The `cursor` of the next page; `null` for the last page.
    #[schema(required)]
    next: Option<String>,
}

impl MatchList {
    /// Creates the page with the matches found by a query.
    fn new(matches: Vec<FoundMatch>, query: &MatchQuery, language: &Language) -> MatchList {
        let last = matches.last().filter(|_| matches.len() == query.limit);
        let next = last.map(|last| Place((&last.day, &last.id)).cursor());
        let damaged = matches.iter().filter(|one| one.listed.is_none());
        let damaged: Vec<String> = damaged.map(|one| one.id.clone()).collect();
        if !damaged.is_empty() {
            tracing::error!(?damaged, "matches of a list are damaged");
        }
        let matches = matches.into_iter().filter_map(|one| one.listed);
        MatchList {
            damaged,
            matches: matches.map(|one| Listed::new(one, language)).collect(),
            next,
        }
    }
}

/// A match in the list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedMatch)]
struct Listed {
    /// When it last changed.
    changed_at: String,
    /// When it was opened.
    created_at: String,
    /// The day it was played or, if unknown, opened.
    day: String,
    /// Its external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<String>,
    /// The game's id.
    game: String,
    /// The name of a custom game, in the language of the request if possible; absent for built-in games.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_name: Option<String>,
    /// Its id.
    id: MatchId,
    /// Metadata set by a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = overtrick_match::play::metadata_schema)]
    metadata: Option<Json>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<String>,
    /// Its players, in seat order.
    players: Vec<String>,
    /// The ranks of its players, best first.
    standings: Vec<StandingReport>,
    /// Whether it is in progress or complete.
    status: Status,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Its version.
    #[schema(minimum = 1)]
    version: u64,
}

impl Listed {
    fn new(listed: ListedMatch, language: &Language) -> Listed {
        let listing = listed.listing;
        let metadata = listing.metadata.as_deref();
        let standings = Standing::rank_all(&listed.totals, listing.lowest_wins, &[]);
        let name = |seat: Seat| {
            let name = listed.players.get(seat.index());
            name.map_or("", |name| name).into()
        };
        Listed {
            standings: StandingReport::new(standings, name),
            location: listing.location,
            changed_at: listed.summary.changed_at.to_string(),
            created_at: listed.summary.created_at.to_string(),
            day: listing.day,
            external_id: listing.external_id,
            game: listed.summary.game,
            game_name: listed.called.map(|name| language.named(&name)),
            id: listed.summary.id,
            metadata: metadata.and_then(|json| serde_json::from_str(json).ok()),
            players: listed.players,
            status: Status::new(listing.complete),
            title: listing.title,
            version: listed.summary.version,
        }
    }
}

/// List the matches of the instance that pass the filters, latest day first. Only for the administrator and
/// programs.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches", operation_id = "listMatches",
    params(ListQuery),
    security(("key" = ["read"])), responses(
    (status = 200, description = "A page of the list", body = MatchList),
    BadRequest, Unauthorized, Forbidden,
))]
pub async fn list(
    ClientLanguage(language): ClientLanguage,
    ReadsAll(()): ReadsAll,
    Query(query): Query<ListQuery>,
    service: Data<Service>,
) -> Answer {
    let query = query.page();
    let matches = service.matches.find(&query).await?;
    let list = MatchList::new(matches, &query, language);
    match_response::written(in_language(language), &list)
}

impl MatchService {
    /// Returns the matches found by a query. List data that cannot be read is taken from the match's log. If
    /// the log is damaged too, the match is listed without data.
    ///
    /// # Errors
    /// Store errors.
    pub async fn find(&self, query: &MatchQuery) -> Result<Vec<FoundMatch>, ServiceError> {
        let mut found = self.0.store.find(query).await?;
        for one in &mut found {
            // If the definition was replaced, the name of the game is only in the log.
            if one.listed.is_none() || one.redefined {
                one.listed = self.listed(one).await?;
            }
        }
        Ok(found)
    }

    /// Returns the list data of a match from its log, or `None` if the log is damaged.
    async fn listed(&self, found: &FoundMatch) -> Result<Option<ListedMatch>, ServiceError> {
        match self.read(&found.id).await {
            Ok(played) => Ok(Some(listed(&played))),
            Err(ServiceError::NotFound | ServiceError::Damaged { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether a match's list data and publication agree with its log.
    pub(crate) async fn is_listed(&self, played: &Match) -> Result<bool, ServiceError> {
        let listing = self.0.store.listing(played.id()).await?;
        let published = self.0.store.publication(played.id()).await?;
        let expected = played
            .publication()
            .map(|publication| StoredPublication::new(played.id(), played.game(), publication));
        Ok(listing == Some(played.listing()) && published == expected)
    }

    /// Rewrites the list data of a match.
    pub(crate) async fn rewrite_lists(&self, played: &Match) -> Result<(), ServiceError> {
        let listing = ListedLog {
            id: played.id().clone(),
            count: played.version(),
            listing: played.listing(),
        };
        self.0.store.write_listings(vec![listing]).await?;
        let publication = (played.id().clone(), publication_of(played));
        Ok(self.0.store.write_publications(vec![publication]).await?)
    }
}

/// Returns the list data of a match after its last event, if that event changes it.
pub fn listing_update(before: Option<&Match>, after: &Match) -> Option<ListingUpdate> {
    let listing = after.listing();
    let listed = before.map(Match::listing);
    if listed.as_ref() == Some(&listing) {
        return None;
    }
    let vacated = listed.map(|listed| listed.seats).unwrap_or_default();
    let has_left = |number: &usize| !listing.seats.contains(number);
    let vacated = vacated.into_iter().filter(has_left).collect();
    Some(ListingUpdate { listing, vacated })
}

/// Returns the list data of a match from its log.
pub fn listed(played: &Match) -> ListedMatch {
    let last = played.last_event().at;
    let players = played.players().into_iter();
    ListedMatch {
        summary: MatchSummary {
            id: played.id().clone(),
            game: played.game().to_owned(),
            created_at: played.events().first().map_or(last, |event| event.at),
            changed_at: last,
            version: played.version(),
        },
        listing: played.listing(),
        totals: played.last_event().outcome.totals.clone(),
        players: players.map(str::to_owned).collect(),
        called: played.match_game().custom_name().cloned(),
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
        read.map(|Query(query)| query.page())
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
            listed("cursor=WyIyMDI2LTAxLTAxIiwiYSJd").unwrap().order,
            MatchOrder::Newest(Some(("2026-01-01".to_owned(), "a".to_owned())))
        );
        for refused in [
            "limit=0",
            "limit=101",
            "limit=1&limit=2",
            "game=chess",
            "status=over",
            "from=2026-02-30",
            "to=yesterday",
            "order=newest",
            "cursor=%20",
            "cursor=aWQ",
        ] {
            assert_eq!(listed(refused), Err(ProblemKind::BadRequest), "{refused}");
        }
    }
}
