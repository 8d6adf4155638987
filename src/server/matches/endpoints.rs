//! `/matches/{id}` and `/matches/{id}/history`: reading a match and its history, and deleting a match.

use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;
use utoipa::openapi::Ref;
use validator::Validate;

use crate::access::caller::{self, Entered};
use crate::app::state::Service;
use crate::http::{Answer, ClientLanguage, IfMatch, Problem, Query, csp, etag, request};
use crate::matches::match_response::{self, Presentation};
use crate::openapi::{
    AnswerTooLarge, BadRequest, Cached, IfNoneMatch, KeyErrors, MatchAnswer, MatchPath, RoleErrors,
    VersionErrors,
};
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_core::wire::words;
use overtrick_match::document::Detail;
use overtrick_match::ledger::{EventKind, Match, MatchId, Outcome};

/// A match that the client may read, and how to present it.
pub struct View {
    /// The match.
    pub played: Arc<Match>,
    /// The language and the detail of the answer.
    pub presentation: Presentation,
    request: HttpRequest,
    /// Whether websites of any origin may use the answer.
    is_public: bool,
    /// The version of the club document, which decides how members are named.
    club: Option<u64>,
}

impl View {
    /// Loads the match of a path, if the client may read it.
    ///
    /// # Errors
    /// 401, 404.
    pub async fn load(request: &HttpRequest, service: &Service, id: &str) -> Result<View, Problem> {
        let (.., played) = caller::enter(request, service, id).await?;
        Ok(View {
            played,
            presentation: request::language(request.headers()).into(),
            request: request.clone(),
            is_public: false,
            club: None,
        })
    }

    /// Loads the published match of a path.
    ///
    /// # Errors
    /// 404.
    pub async fn published(
        request: &HttpRequest,
        service: &Service,
        id: &str,
    ) -> Result<View, Problem> {
        let language = request::page_language(request);
        let shown = caller::published(service, id, language).await?;
        Ok(View {
            played: shown.played,
            presentation: language.into(),
            request: request.clone(),
            is_public: true,
            club: shown.club,
        })
    }

    /// Returns a 304 answer if the client already has this version.
    pub fn unchanged(&self) -> Option<HttpResponse> {
        etag::has_tag(&self.request, &self.tag())
            .then(|| self.builder(StatusCode::NOT_MODIFIED).finish())
    }

    /// Returns a 304 answer if the client already has this version, or else the answer that `whole` makes.
    pub fn answer(&self, whole: impl FnOnce(HttpResponseBuilder) -> Answer) -> Answer {
        match self.unchanged() {
            Some(unchanged) => Ok(unchanged),
            None => whole(self.builder(StatusCode::OK)),
        }
    }

    fn builder(&self, status: StatusCode) -> HttpResponseBuilder {
        let mut builder = match_response::tagged(status, &self.played, self.presentation);
        if self.is_public {
            csp::open(&mut builder).insert_header((header::ETAG, self.tag()));
        }
        builder
    }

    /// The tag of the answer.
    fn tag(&self) -> String {
        let Presentation { language, detail } = self.presentation;
        let tag = etag::tag(self.played.version(), language, detail);
        match self.club {
            Some(club) => format!("{}.club{club}\"", tag.trim_end_matches('"')),
            None => tag,
        }
    }
}

words! {
    /// The parts of a match to read.
    pub enum MatchDetail {
        /// The standings and the winners.
        Standings = "standings",
        /// Also the points of every hand.
        Scores = "scores",
        /// Everything.
        Full = "full",
        /// Only the match document, which the page offers as a download. The API document omits this value.
        Document = "document",
    }
}

/// The query for reading a match.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReadQuery {
    /// How much of the match to return: `standings` for only the standings, `scores` for the points of every
    /// hand too, `full` for everything
    #[param(value_type = Option<Detail>)]
    detail: Option<MatchDetail>,
}

/// Read the current match: its document, its seats, and the scores.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "getMatch",
    params(MatchPath, ReadQuery, IfNoneMatch), security(("key" = ["view"])), responses(
    MatchAnswer, Cached, BadRequest, KeyErrors, AnswerTooLarge,
))]
pub async fn get(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let mut view = View::load(&request, &service, &id).await?;
    let Query(ReadQuery { detail }) = Query::from_request(&request)?;
    let Some(detail) = Detail::from_word(detail.unwrap_or(MatchDetail::Full).word()) else {
        let document = |builder| match_response::written(builder, &view.played.document());
        return view.answer(document);
    };
    view.presentation.detail = detail;
    view.answer(|builder| {
        let state = match_response::build(&view.played, view.presentation)?;
        let text = match_response::bounded(state.to_json(MAX_ANSWER_BYTES))?;
        Ok(match_response::as_json(builder, text))
    })
}

/// Delete the match and everything stored about it.
#[utoipa::path(delete, path = "/api/v1/matches/{id}", tag = "matches", operation_id = "deleteMatch",
    params(Entered, IfMatch), security(("key" = ["direct"])), responses(
    (status = 204, description = "The match is deleted"),
    VersionErrors, RoleErrors,
))]
pub async fn delete(
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    entered: Entered,
) -> Answer {
    let (service, id) = (&entered.service, &entered.id);
    let deleted = service.matches.delete(id, &entered.caller, &precondition);
    match_response::changed(service, id, language, deleted.await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The events of a match.
#[derive(Debug, Serialize, ToSchema)]
struct History<'a> {
    /// The events, oldest first.
    #[schema(value_type = Vec<HistoryEvent>)]
    events: HistoryEvents<'a>,
    /// The match.
    id: &'a MatchId,
    /// Its version.
    #[schema(minimum = 1)]
    version: u64,
}

/// An event of a match.
#[derive(Debug, Serialize, ToSchema)]
struct HistoryEvent<'a> {
    /// When the event happened.
    #[schema(format = DateTime)]
    at: String,
    /// The role of the caller.
    by: &'a str,
    /// The change, with the current names of the players.
    #[schema(schema_with = happening)]
    change: EventKind,
    /// The recorded result of the change.
    outcome: &'a Outcome,
    /// The number of the event, from 1 without gaps.
    #[schema(minimum = 1)]
    sequence: u64,
}

/// The events. Each is built only when it is serialized, because together they can be many times as large as
/// the log.
#[derive(Debug)]
struct HistoryEvents<'a>(&'a Match);

impl Serialize for HistoryEvents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let HistoryEvents(played) = self;
        serializer.collect_seq(played.events().iter().map(|event| HistoryEvent {
            at: event.at.to_string(),
            by: event.by.word(),
            change: played.named_event(event),
            outcome: &event.outcome,
            sequence: event.sequence,
        }))
    }
}

/// Returns a reference to the schema of an event, which is defined with the changes.
fn happening() -> Ref {
    Ref::from_schema_name("Happening")
}

/// List the events of the match, oldest first.
#[utoipa::path(get, path = "/api/v1/matches/{id}/history", tag = "matches", operation_id = "getHistory",
    params(MatchPath, IfNoneMatch), security(("key" = ["view"])), responses(
    (status = 200, description = "The events of the match", body = History),
    Cached, KeyErrors,
))]
pub async fn history(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::load(&request, &service, &id).await?;
    let played = &view.played;
    let history = History {
        events: HistoryEvents(played),
        id: played.id(),
        version: played.version(),
    };
    view.answer(|builder| match_response::written(builder, &history))
}
