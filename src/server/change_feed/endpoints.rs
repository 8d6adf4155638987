//! `/changes`: the changes of all matches in commit order, for programs that follow the matches.

use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::{Method, StatusCode};
use actix_web::web::Data;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::change_feed::report::{ChangeReport, Cursor, Include};
use crate::error::ServiceError;
use crate::http::{
    Answer, LAST_EVENT_ID, NotedQuery, Problem, QueryFaults, request, shortened, unstored,
};
use crate::matches::events::event_stream;
use crate::matches::match_response;
use crate::openapi::{BadRequest, Forbidden, NotFound, SeenCursor, Unauthorized};
use overtrick_core::args;
use overtrick_match::ledger::MatchId;

const NDJSON: &str = "application/x-ndjson";
const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
/// The supported media types. The first is the default.
const MEDIA: [&str; 3] = [NDJSON, EVENTS, JSON];
/// The time without changes after which a stream sends a comment, so that proxies do not close it.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The default number of changes on a page, and the number that a stream reads at once.
const DEFAULT_PAGE: usize = 100;
/// The time for which a stream collects changes before it sends them.
const COLLECT_INTERVAL: Duration = Duration::from_millis(5);
/// The word for the cursor of the newest change.
const NOW: &str = "now";

/// A page of changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FeedPage)]
struct Changes {
    /// In commit order.
    changes: Vec<ChangeReport>,
    /// The `cursor` to send for the next page, or for later changes if this is the last page.
    #[schema(value_type = String)]
    next: Cursor,
}

/// The filters and options of a list of changes.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChangesQuery {
    /// Return the changes after this cursor, or `now`
    #[param(max_length = 64)]
    cursor: Option<String>,
    /// Return only the changes of this match
    #[param(max_length = 400)]
    r#match: Option<String>,
    /// The maximum number of changes in a page; a page with much data may have fewer, and streams ignore this limit
    #[validate(range(min = 1, max = 1000))]
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// Parts to add to each change, separated by commas: `hand` for the hands that it changed, `standings`
    /// for the standings after it, which otherwise only the last change of a match has
    include: Include,
}

/// List the changes of all matches, or of one, in commit order.
///
/// Begin without `cursor`. Then send the cursor of the last change that you received to get the later
/// changes, without gaps or repeats. `cursor=now` returns only future changes. NDJSON has one change per
/// line; JSON has one page; server-sent events (named `change`, with the cursor as id) continue live. With
/// `include=hand,standings`, the changes contain everything needed to copy every match. When a match is
/// deleted, one `match.deleted` replaces its changes. The administrator and programs see all matches; with
/// a match key, name its match in `match`.
#[utoipa::path(get, path = "/api/v1/changes", tag = "changes", operation_id = "listChanges",
    params(ChangesQuery, SeenCursor),
    security(("key" = ["view"])), responses(
    (status = 200, description = "The changes", content(
        (Changes = "application/json"), (String = "application/x-ndjson"), (String = "text/event-stream"))),
    BadRequest, Unauthorized, Forbidden, NotFound,
))]
pub async fn change_feed(
    NotedQuery { query, faults }: NotedQuery<ChangesQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let media = request::preferred_type(request.headers(), &MEDIA);
    let of = caller::scope(&request, &service, query.r#match.as_deref()).await?;
    // Subscribe before reading, so that no commit is missed.
    let commits = service.matches.0.commits.subscribe();
    let last = service.matches.0.store.last_position().await;
    let last = Cursor(last.map_err(ServiceError::from)?);
    let since = begin(&request, media, query.cursor, last, faults)?;
    let is_stream = media == EVENTS && request.method() != Method::HEAD;
    let mut follower = Follower {
        stopping: service.stopping.subscribe(),
        request: request.clone(),
        service: service.clone(),
        commits,
        of: of.map(|played| played.id().clone()),
        since,
        include: query.include,
    };
    if is_stream {
        let texts = unfold(follower, async |mut follower| {
            let text = follower.next().await?;
            Some((text, follower))
        });
        return event_stream(&request, &service, texts);
    }
    let changes = follower.read(query.limit.unwrap_or(DEFAULT_PAGE)).await?;
    let mut builder = unstored(StatusCode::OK);
    if media == JSON {
        let next = follower.since;
        return match_response::written(builder, &Changes { changes, next });
    }
    let mut text = Vec::new();
    for change in &changes {
        text.extend(match_response::json(change)?);
        text.push(b'\n');
    }
    Ok(builder.content_type(NDJSON).body(text))
}

/// Returns the cursor from the request. The answer starts with the change after it. `last` is the newest cursor.
///
/// # Errors
/// 400, with all faults of the query and of `Last-Event-ID`.
fn begin(
    request: &HttpRequest,
    media: &str,
    cursor: Option<String>,
    last: Cursor,
    mut faults: QueryFaults,
) -> Result<Cursor, Problem> {
    let resumed = request.headers().get(&LAST_EVENT_ID);
    let resumed = resumed.filter(|_| media == EVENTS);
    let resumed = resumed.map(|text| text.to_str().unwrap_or_default().trim().to_owned());
    let mut begin = Cursor::START;
    for (name, text) in [("cursor", cursor), ("Last-Event-ID", resumed)] {
        let Some(text) = text else {
            continue;
        };
        let since = match &*text {
            NOW => Some(last),
            text => text.parse().ok(),
        };
        // A cursor after `last` comes from another database, or from before a backup was restored.
        match since.filter(|since| *since <= last) {
            Some(since) => begin = since,
            None => faults.refuse(name, "unknown-cursor", args![found: shortened(&text)]),
        }
    }
    faults.finish()?;
    Ok(begin)
}

/// A reader of one page, or of a stream that ends when the caller loses access or the service stops.
struct Follower {
    request: HttpRequest,
    service: Data<Service>,
    commits: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    of: Option<MatchId>,
    since: Cursor,
    include: Include,
}

impl Follower {
    /// Reads at most `limit` next changes.
    async fn read(&mut self, limit: usize) -> Result<Vec<ChangeReport>, ServiceError> {
        let matches = &self.service.matches;
        let changes = matches.changes_since(self.since, self.of.as_ref(), limit, self.include);
        let changes = changes.await?;
        self.since = changes.last().map_or(self.since, |last| last.cursor);
        Ok(changes)
    }

    /// Returns the next part of the stream, or `None` at its end.
    async fn next(&mut self) -> Option<String> {
        loop {
            let of = self.of.as_ref().map(MatchId::as_str);
            let scope = caller::scope(&self.request, &self.service, of);
            scope.await.ok()?;
            self.commits.mark_unchanged();
            let changes = self.read(DEFAULT_PAGE).await.ok()?;
            if !changes.is_empty() {
                return changes.iter().map(event).collect();
            }
            if *self.stopping.borrow() {
                return None;
            }
            tokio::select! {
                _ = self.commits.changed() => tokio::time::sleep(COLLECT_INTERVAL).await,
                _ = self.stopping.changed() => return None,
                () = tokio::time::sleep(HEARTBEAT) => return Some(": alive\n\n".to_owned()),
            }
        }
    }
}

fn event(change: &ChangeReport) -> Option<String> {
    let data = serde_json::to_string(change).ok()?;
    let cursor = change.cursor;
    Some(format!("id: {cursor}\nevent: change\ndata: {data}\n\n"))
}
