//! Reading a match, and `/matches/{id}/history`.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use utoipa::openapi::Ref;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::problem::Problem;
use crate::http::{csp, request, version};
use crate::matches::match_response;
use crate::matches::match_response::Presentation;
use crate::openapi::parameters::{IfNoneMatch, MatchPath};
use crate::openapi::responses::{Cached, KeyErrors};
use overtrick_match::ledger::{EventKind, Match, MatchId, Outcome};

/// A readable match at its version.
pub struct View {
    /// The match.
    pub played: Arc<Match>,
    /// How the answer presents it.
    pub presentation: Presentation,
    request: HttpRequest,
    /// Whether websites of any origin may use the answer.
    is_public: bool,
}

impl View {
    /// The match of a path, if the client may read it.
    ///
    /// # Errors
    /// 401, 404.
    pub async fn load(request: &HttpRequest, service: &Service, id: &str) -> Result<View, Problem> {
        let (.., played) = caller::enter(request, service, id).await?;
        Ok(View::new(request, played, false))
    }

    /// The published match of a path.
    ///
    /// # Errors
    /// 404.
    pub async fn published(
        request: &HttpRequest,
        service: &Service,
        id: &str,
    ) -> Result<View, Problem> {
        let played = caller::published(service, id).await?;
        Ok(View::new(request, played, true))
    }

    fn new(request: &HttpRequest, played: Arc<Match>, is_public: bool) -> View {
        View {
            played,
            presentation: request::language(request.headers()).into(),
            request: request.clone(),
            is_public,
        }
    }

    /// A 304 if the client already has this version.
    pub fn unchanged(&self) -> Option<HttpResponse> {
        let Presentation { language, detail } = self.presentation;
        let version = self.played.version();
        version::is_known(&self.request, version, language, detail)
            .then(|| self.builder(StatusCode::NOT_MODIFIED).finish())
    }

    /// A 304 if the client already has this version, otherwise the answer made by `whole`.
    pub fn answer(&self, whole: impl FnOnce(HttpResponseBuilder) -> Answer) -> Answer {
        match self.unchanged() {
            Some(unchanged) => Ok(unchanged),
            None => whole(self.builder(StatusCode::OK)),
        }
    }

    fn builder(&self, status: StatusCode) -> HttpResponseBuilder {
        let mut builder = match_response::tagged(status, &self.played, self.presentation);
        if self.is_public {
            csp::open(&mut builder);
        }
        builder
    }
}

/// The events of a match.
#[derive(Debug, Serialize, ToSchema)]
struct History<'a> {
    /// Oldest first.
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
    /// When it happened.
    #[schema(format = DateTime)]
    at: String,
    /// The role of the person who did it.
    by: &'a str,
    /// What happened, with the current names.
    #[schema(schema_with = happening)]
    change: EventKind,
    /// The result that was recorded with it.
    outcome: &'a Outcome,
    /// From 1, without gaps.
    #[schema(minimum = 1)]
    sequence: u64,
}

/// The events, each of which is made when it is written: together they can be many times the log.
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

/// What can happen in a match is described where changes are.
fn happening() -> Ref {
    Ref::from_schema_name("Happening")
}

/// List everything that was done to the match, oldest first.
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
