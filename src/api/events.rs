//! `/matches/{id}/events`: the changes of a match as they come, as server-sent events.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::http::header::{self, ContentEncoding, HeaderName};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::problem::{Kind, Problem};
use super::responses::Keyed;
use super::{Service, access, request};
use crate::document::Report;
use crate::lang::Language;
use crate::ledger::Ledger;
use crate::service::Role;
use crate::web::board;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// How often a silent stream says that it is alive.
const PULSE: Duration = Duration::from_secs(15);

/// The match as it changes: an event for every version since `Last-Event-ID`, then as they come.
///
/// An event is named `change`; its id is the version, its data the event with the standings. The
/// stream ends when the match is deleted, when the key that opened it opens it no more, or when the
/// service stops.
#[utoipa::path(get, path = "/api/v1/matches/{id}/events", tag = "matches", operation_id = "watchMatch",
    params(("id" = String, Path, description = "The match"),
           ("Last-Event-ID" = Option<String>, Header, description = "The version that the client has")), responses(
    (status = 200, description = "Server-sent events", content_type = "text/event-stream", body = String),
    Keyed,
    (status = 400, description = "=Problem"),
    (status = 406, description = "=Problem"),
))]
pub async fn events(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    stream(request, service, id.into_inner(), Watcher::Keyed).await
}

/// Who watches a match, and what of it is told to them.
#[derive(Debug, Clone, Copy)]
pub enum Watcher {
    /// Somebody with a key of the match: every change.
    Keyed,
    /// Everybody, of a match that is published: how it stands.
    Public,
}

impl Watcher {
    /// The match, if they may look at it.
    async fn look(
        self,
        request: &HttpRequest,
        service: &Service,
        id: &str,
    ) -> Result<Arc<Ledger>, Problem> {
        match self {
            Watcher::Keyed => {
                let entered = access::enter(request, service, id, Role::View).await?;
                Ok(entered.1)
            }
            Watcher::Public => board::published(service, id).await,
        }
    }

    /// What is new since a version.
    fn told(self, ledger: &Ledger, seen: u64, language: &'static Language) -> Option<String> {
        match self {
            Watcher::Keyed => changes(ledger, seen, language),
            Watcher::Public => {
                let board = json!(board::Board::of(ledger, language).ok()?);
                let version = ledger.version();
                Some(format!(
                    "id: {version}\nevent: standings\ndata: {board}\n\n"
                ))
            }
        }
    }
}

/// What is told to a watcher, for as long as there is something to tell.
///
/// # Errors
/// 406, 400 for a `Last-Event-ID` that is none, and whatever keeps them from looking.
pub async fn stream(
    request: HttpRequest,
    service: Data<Service>,
    id: String,
    watcher: Watcher,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "text/event-stream")?;
    let versions = service.matches.watch(&id);
    let ledger = watcher.look(&request, &service, &id).await?;
    let seen = match request.headers().get(&LAST_EVENT_ID) {
        None => ledger.version().saturating_sub(1),
        Some(said) => said
            .to_str()
            .ok()
            .and_then(|said| said.trim().parse().ok())
            .ok_or_else(|| Problem::new(Kind::BadRequest))?,
    };
    let watching = Watching::new(request, service, id, watcher, versions, seen);
    let body = unfold(watching, |mut watching| async move {
        let text = watching.next().await?;
        Some((Ok::<Bytes, actix_web::Error>(text.into()), watching))
    });
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        .insert_header(ContentEncoding::Identity)
        .streaming(body))
}

/// Somebody who watches a match.
struct Watching {
    request: HttpRequest,
    service: Data<Service>,
    id: String,
    watcher: Watcher,
    versions: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    seen: u64,
    greeted: bool,
}

impl Watching {
    fn new(
        request: HttpRequest,
        service: Data<Service>,
        id: String,
        watcher: Watcher,
        versions: watch::Receiver<u64>,
        seen: u64,
    ) -> Watching {
        service.metrics.streams.fetch_add(1, Ordering::Relaxed);
        let stopping = service.stopping.subscribe();
        Watching {
            request,
            service,
            id,
            watcher,
            versions,
            stopping,
            seen,
            greeted: false,
        }
    }

    /// What is sent next; nothing, when the stream is over.
    async fn next(&mut self) -> Option<String> {
        if !self.greeted {
            self.greeted = true;
            return Some("retry: 2000\n\n".to_owned());
        }
        loop {
            let looked = self.watcher.look(&self.request, &self.service, &self.id);
            let ledger = looked.await.ok()?;
            if ledger.version() > self.seen {
                let language = request::language(self.request.headers());
                let text = self.watcher.told(&ledger, self.seen, language)?;
                self.seen = ledger.version();
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
                () = tokio::time::sleep(PULSE) => return Some(": alive\n\n".to_owned()),
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.service.metrics.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The events after a version, the last of them with the match's standings.
fn changes(ledger: &Ledger, seen: u64, language: &'static Language) -> Option<String> {
    let report = Report::of(ledger.scored().ok()?, language);
    let mut text = String::new();
    for event in ledger.events().iter().filter(|event| event.sequence > seen) {
        let mut data: Value = json!({
            "version": event.sequence, "at": event.at, "by": event.by.word(), "change": ledger.named_event(event),
        });
        if event.sequence == ledger.version() {
            data["status"] = json!(report.status);
            data["standings"] = json!(report.standings);
            data["current"] = json!(report.current);
        }
        text += &format!("id: {}\nevent: change\ndata: {data}\n\n", event.sequence);
    }
    Some(text)
}
