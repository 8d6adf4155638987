//! `/matches/{id}/events`: the changes of a match as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::header::{ContentEncoding, HeaderName};
use actix_web::http::{Method, StatusCode};
use actix_web::web::{Bytes, Data, Path};
use futures_util::stream::{Stream, StreamExt, empty, iter, unfold};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::access::caller;
use crate::app::state::Service;
use crate::bounds::STREAM_INTERVAL;
use crate::http::{Answer, LAST_EVENT_ID, Problem, request, shortened, unstored};
use crate::openapi::{BadRequest, KeyErrors, LastEventId, MatchPath};
use crate::publish::board::Board;
use overtrick_core::{Finding, args};
use overtrick_match::document::Report;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, MatchId};

/// The longest pause in a stream. A comment is then sent, so that proxies do not close the stream.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Follow the match: events for all versions since `Last-Event-ID`, then new events as they occur.
///
/// An event named `change` has the version as its id and the change as its data; the newest also has the
/// standings. An event named `rematch` announces the next match of the same players: its data has that
/// match's `id` and a `key` to it. The stream ends when the match is deleted, the key becomes invalid, or the
/// service stops.
#[utoipa::path(get, path = "/api/v1/matches/{id}/events", tag = "matches", operation_id = "watchMatch",
    params(MatchPath, LastEventId), security(("key" = ["view"])), responses(
    (status = 200, description = "Server-sent events", content_type = "text/event-stream", body = String),
    KeyErrors, BadRequest,
))]
pub async fn events(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    stream(request, service, id.into_inner(), Audience::KeyHolder).await
}

/// The audience of a stream, which decides which events are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Holders of a key of the match, who get every change.
    KeyHolder,
    /// The public, which gets the standings of a published match.
    Public,
}

impl Audience {
    /// Returns the match, if this audience may read it now.
    async fn read(
        self,
        request: &HttpRequest,
        service: &Service,
        id: &str,
    ) -> Result<Arc<Match>, Problem> {
        match self {
            Audience::KeyHolder => Ok(caller::enter(request, service, id).await?.2),
            Audience::Public => {
                let language = request::page_language(request);
                Ok(caller::published(service, id, language).await?.played)
            }
        }
    }

    /// Returns the events since a version.
    fn events(self, played: &Match, since: u64, language: &'static Language) -> Option<String> {
        match self {
            Audience::KeyHolder => changes(played, since, language),
            Audience::Public => {
                let board = json!(Board::new(played, language).ok()?);
                Some(event("standings", played.version(), &board))
            }
        }
    }
}

/// Streams the events of a match to an audience until the audience may no longer read the match.
///
/// # Errors
/// 400 if `Last-Event-ID` is not a number; 429 and 503 if there are too many streams; errors of reading
/// the match.
pub async fn stream(
    request: HttpRequest,
    service: Data<Service>,
    id: String,
    audience: Audience,
) -> Answer {
    let versions = service.matches.watch(&id);
    let played = audience.read(&request, &service, &id).await?;
    let last = request.headers().get(&LAST_EVENT_ID);
    let sent = match last.map(|last| String::from_utf8_lossy(last.as_bytes())) {
        None => played.version().saturating_sub(1),
        Some(last) => last.trim().parse().map_err(|_| {
            let args = args![found: shortened(&last)];
            Problem::bad_request(Finding::shape("last-event-id-form", "/Last-Event-ID", args))
        })?,
    };
    if request.method() == Method::HEAD {
        return event_stream(&request, &service, empty());
    }
    let subscription = Subscription {
        stopping: service.stopping.subscribe(),
        request: request.clone(),
        service: service.clone(),
        id,
        audience,
        versions,
        sent,
        announced: None,
        updated: None,
    };
    let texts = unfold(subscription, |mut subscription| async {
        Some((subscription.next().await?, subscription))
    });
    event_stream(&request, &service, texts)
}

/// Returns a stream of server-sent events, which counts toward the client's limit until it ends.
///
/// # Errors
/// 429 if the client has too many; 503 if there are too many in all.
pub fn event_stream(
    request: &HttpRequest,
    service: &Service,
    texts: impl Stream<Item = String> + 'static,
) -> Answer {
    let slot = service.limits.take_stream(request)?;
    let texts = iter(["retry: 2000\n\n".to_owned()]).chain(texts);
    let parts = texts.map(move |text| {
        let _ = &slot;
        Ok::<Bytes, Infallible>(text.into())
    });
    Ok(unstored(StatusCode::OK)
        .content_type("text/event-stream")
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        .insert_header(ContentEncoding::Identity)
        .streaming(parts))
}

/// An open stream of the events of a match.
struct Subscription {
    request: HttpRequest,
    service: Data<Service>,
    id: String,
    audience: Audience,
    versions: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    /// The last version sent to the client.
    sent: u64,
    /// The next match announced to the client.
    announced: Option<MatchId>,
    /// When events were last sent.
    updated: Option<Instant>,
}

impl Subscription {
    /// Returns the next part of the stream, or `None` at its end.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(updated) = self.updated.take() {
                // Changes during this interval are sent together.
                tokio::select! {
                    () = tokio::time::sleep_until(updated + STREAM_INTERVAL) => {}
                    _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                }
            }
            let played = self.audience.read(&self.request, &self.service, &self.id);
            let played = played.await.ok()?;
            if played.version() > self.sent {
                let language = request::page_language(&self.request);
                let text = self.audience.events(&played, self.sent, language)?;
                self.sent = played.version();
                self.updated = Some(Instant::now());
                return Some(text);
            }
            if let Some(text) = self.rematch(&played).await {
                return Some(text);
            }
            if *self.stopping.borrow() {
                return None;
            }
            tokio::select! {
                changed = self.versions.changed() => {
                    if changed.is_err() {
                        self.versions = self.service.matches.watch(&self.id);
                    }
                }
                _ = self.stopping.changed() => return None,
                () = tokio::time::sleep(HEARTBEAT) => return Some(": alive\n\n".to_owned()),
            }
        }
    }

    /// Announces the next match once to a key holder. Reads the store for it, because another server may have
    /// opened the match.
    async fn rematch(&mut self, played: &Match) -> Option<String> {
        let matches = &self.service.matches;
        if self.audience == Audience::Public {
            return None;
        }
        let next = matches.next_after(played.id()).await?;
        if self.announced.as_ref() == Some(&next) {
            return None;
        }
        let entered = caller::enter(&self.request, &self.service, &self.id).await;
        let joined = matches.followers_key(&next, entered.ok()?.1).await;
        self.announced = Some(next);
        let joined = joined?;
        let data = json!({ "id": joined.id, "key": joined.key, "role": joined.role });
        Some(format!("event: rematch\ndata: {data}\n\n"))
    }
}

/// Returns the changes since a version. The last one also has the standings.
fn changes(played: &Match, since: u64, language: &'static Language) -> Option<String> {
    let report = Report::new(played.scored().ok()?, language);
    let mut text = String::new();
    let events = played.events().iter();
    for change in events.filter(|event| event.sequence > since) {
        let (version, by) = (change.sequence, change.by.word());
        let named = played.named_event(change);
        let mut data = json!({ "version": version, "at": change.at, "by": by, "change": named });
        if version == played.version() {
            data["status"] = json!(report.status);
            data["standings"] = json!(report.standings);
            data["current"] = json!(report.current);
        }
        text += &event("change", version, &data);
    }
    Some(text)
}

/// Returns a server-sent event for a version.
fn event(name: &str, version: u64, data: &Value) -> String {
    format!("id: {version}\nevent: {name}\ndata: {data}\n\n")
}
