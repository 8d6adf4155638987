//! `/changes`: the changes of all matches in commit order, for programs that follow them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::http::Method;
use actix_web::http::header::{self, ContentEncoding, HeaderName};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::change_feed::report::{ChangeReport, Cursor};
use crate::error::ServiceError;
use crate::http::answer::Answer;
use crate::http::problem::shortened;
use crate::http::query::{Parameters, number};
use crate::http::request;
use crate::http::version::LAST_EVENT_ID;
use crate::matches::match_response;
use crate::openapi::responses::{BadRequest, Forbidden, NotAcceptable, NotFound, Unauthorized};
use overtrick_core::args;
use overtrick_match::ledger::MatchId;
use overtrick_match::ledger::Role;

const NDJSON: &str = "application/x-ndjson";
const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
/// The supported media types; the first is the default.
const MEDIA: [&str; 3] = [NDJSON, EVENTS, JSON];
/// The longest pause in a stream: a comment keeps proxies from closing it.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The most changes in a page.
const MOST: usize = 1000;
/// How many changes a stream reads at once.
const TOGETHER: usize = 100;
/// How long changes are collected before followers are sent them.
const GATHERING: Duration = Duration::from_millis(5);
/// The cursor that skips everything before now.
const NOW: &str = "now";

/// A page of changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangeList)]
struct Changes {
    /// In commit order.
    changes: Vec<ChangeReport>,
    /// The `since` for the next page, or for later changes if this is the last page.
    #[schema(value_type = String)]
    next: Cursor,
}

/// List the changes of all matches, or of one, in commit order.
///
/// Begin without `since`; then send the cursor of your last change to get what follows it. No change is left
/// out or repeated. `since=now` begins with future changes. NDJSON has one change per line, JSON one page;
/// server-sent events (named `change`, with the cursor as id) continue live. The changes of a deleted match
/// are removed; a `match.deleted` replaces them. The administrator and programs see all matches; a match key
/// sees those of `match`.
#[utoipa::path(get, path = "/api/v1/changes", tag = "changes", operation_id = "listChanges",
    params(("since" = Option<String>, Query, description = "The cursor after which they begin, or `now`", max_length = 64),
           ("match" = Option<String>, Query, description = "The match, if they are those of one", max_length = 64),
           ("limit" = Option<u16>, Query, description = "How many at most; a stream has no end", minimum = 1, maximum = 1000),
           ("Last-Event-ID" = Option<String>, Header, description = "The cursor of a stream that is opened again; it counts instead of `since`")),
    security(("key" = ["view"])), responses(
    (status = 200, description = "The changes", content(
        (ChangeReport = "application/x-ndjson"), (Changes = "application/json"), (String = "text/event-stream"))),
    BadRequest, Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn change_feed(request: HttpRequest, service: Data<Service>) -> Answer {
    let media = request::preferred(&request, &MEDIA)?;
    let mut parameters = Parameters::of(&request, &["since", "match", "limit"])?;
    let of = parameters.text("match");
    let limit = parameters.read("limit", |text| number(text, 1, MOST));
    let limit = limit.unwrap_or(TOGETHER);
    let of = caller::scope(&request, &service, of.as_deref(), Role::View).await?;
    let of = of.map(|ledger| ledger.id().clone());
    // Subscribe before reading, so that no later commit is missed.
    let commits = service.matches.watch_all();
    let last = service.matches.last_cursor().await?;
    let from = |text: &str| match text {
        NOW => Ok(last),
        // A cursor ahead of the last change comes from another database, or from before a restore.
        text => {
            let cursor = text.parse().ok().filter(|cursor| *cursor <= last);
            cursor.ok_or_else(|| ("unknown-cursor", args![found: shortened(text)]))
        }
    };
    let since = parameters.read("since", from).unwrap_or(Cursor::START);
    let again = request.headers().get(&LAST_EVENT_ID);
    let since = match again.filter(|_| media == EVENTS) {
        None => since,
        Some(again) => from(again.to_str().unwrap_or_default().trim()).unwrap_or_else(|refusal| {
            parameters.refuse("Last-Event-ID", refusal);
            since
        }),
    };
    parameters.finish()?;
    if media == EVENTS && request.method() != Method::HEAD {
        return Ok(live(request, service, commits, of, since));
    }
    let changes = service.matches.changes_since(since, of.as_ref(), limit);
    let changes = changes.await?;
    let mut builder = HttpResponse::Ok();
    builder.insert_header((header::CACHE_CONTROL, "no-store"));
    if media == JSON {
        let next = changes.last().map_or(since, |last| last.cursor);
        return match_response::written(builder, &Changes { changes, next });
    }
    let mut text = Vec::new();
    for change in &changes {
        text.extend(match_response::json(change)?);
        text.push(b'\n');
    }
    Ok(builder.content_type(NDJSON).body(text))
}

/// The changes after a cursor as they come, until the caller loses access or the service stops.
fn live(
    request: HttpRequest,
    service: Data<Service>,
    commits: watch::Receiver<u64>,
    of: Option<MatchId>,
    since: Cursor,
) -> HttpResponse {
    service.metrics.streams.fetch_add(1, Ordering::Relaxed);
    let follower = Follower {
        stopping: service.stopping.subscribe(),
        request,
        service,
        commits,
        of,
        since,
        has_begun: false,
    };
    let body = unfold(follower, |mut follower| async move {
        let text = follower.next().await?;
        Some((Ok::<Bytes, actix_web::Error>(text.into()), follower))
    });
    HttpResponse::Ok()
        .content_type(EVENTS)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        .insert_header(ContentEncoding::Identity)
        .streaming(body)
}

/// An open stream of changes.
struct Follower {
    request: HttpRequest,
    service: Data<Service>,
    commits: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    of: Option<MatchId>,
    since: Cursor,
    has_begun: bool,
}

impl Follower {
    /// The next part of the stream; `None` at its end.
    async fn next(&mut self) -> Option<String> {
        if !self.has_begun {
            self.has_begun = true;
            return Some("retry: 2000\n\n".to_owned());
        }
        loop {
            let of = self.of.as_ref().map(MatchId::as_str);
            let scope = caller::scope(&self.request, &self.service, of, Role::View);
            scope.await.ok()?;
            self.commits.mark_unchanged();
            let changes = self.changes().await.ok()?;
            if let Some(last) = changes.last() {
                self.since = last.cursor;
                return changes.iter().map(event).collect();
            }
            if *self.stopping.borrow() {
                return None;
            }
            tokio::select! {
                _ = self.commits.changed() => tokio::time::sleep(GATHERING).await,
                _ = self.stopping.changed() => return None,
                () = tokio::time::sleep(HEARTBEAT) => return Some(": alive\n\n".to_owned()),
            }
        }
    }
}

impl Follower {
    /// The changes after the last one that was sent.
    async fn changes(&self) -> Result<Arc<[ChangeReport]>, ServiceError> {
        let matches = &self.service.matches;
        match &self.of {
            None => matches.live_changes(self.since, TOGETHER).await,
            Some(id) => {
                let changes = matches.changes_since(self.since, Some(id), TOGETHER);
                Ok(changes.await?.into())
            }
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.service.metrics.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

fn event(change: &ChangeReport) -> Option<String> {
    let data = serde_json::to_string(change).ok()?;
    let cursor = change.cursor;
    Some(format!("id: {cursor}\nevent: change\ndata: {data}\n\n"))
}
