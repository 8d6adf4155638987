//! `/healthz`, `/readyz` and `/metrics`, for operators.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Mutex;
use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::{Answer, etag};
use crate::openapi::{BadRequest, Cached, IfNoneMatch};
use overtrick_games as games;
use overtrick_store::Figures;

/// Check whether the service is running.
#[utoipa::path(get, path = "/healthz", tag = "internal", operation_id = "health")]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "status": "ok" }))
}

/// Check whether matches can be read and stored.
#[utoipa::path(get, path = "/readyz", tag = "internal", operation_id = "ready")]
pub async fn readyz(service: Data<Service>) -> Answer {
    let health = service.matches.store().health().await;
    health.map_err(ServiceError::from)?;
    Ok(healthz().await)
}

/// Counts and durations for Prometheus, if the instance has a metrics token.
#[utoipa::path(get, path = "/metrics", tag = "internal", operation_id = "metrics")]
pub async fn metrics(request: HttpRequest, service: Data<Service>) -> Answer {
    caller::metrics_reader(&request, &service)?;
    let figures = service.matches.store().figures().await;
    if let Err(error) = &figures {
        service.log_store_failure("metrics", error);
    }
    let stored = store_metrics(figures.ok(), service.matches.store().queued());
    let limits = &service.limits;
    let mut text = service.metrics.text(limits.connections(), limits.streams()) + &stored;
    text += &service.webhooks.metrics();
    Ok(HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(text))
}

/// The upper bounds of the duration buckets, in seconds.
const BOUNDS: [f64; 8] = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 2.5];

/// The commit that the program was built from, if set at build time.
const COMMIT: Option<&str> = option_env!("OVERTRICK_COMMIT");

/// Counts and durations of answers, by method, route and status.
#[derive(Debug, Default)]
pub struct Metrics {
    answers: Mutex<BTreeMap<(String, String, u16), Answers>>,
}

#[derive(Debug, Default)]
struct Answers {
    count: u64,
    seconds: f64,
    buckets: [u64; BOUNDS.len()],
}

impl Metrics {
    /// Counts an answer. The route is a pattern, because paths may contain match ids.
    pub fn record(&self, method: &str, route: &str, status: u16, duration: Duration) {
        let Ok(mut answers) = self.answers.lock() else {
            return;
        };
        let entry = answers
            .entry((method.to_owned(), route.to_owned(), status))
            .or_default();
        let seconds = duration.as_secs_f64();
        entry.count += 1;
        entry.seconds += seconds;
        for (bucket, bound) in entry.buckets.iter_mut().zip(BOUNDS) {
            *bucket += u64::from(seconds <= bound);
        }
    }

    /// Returns the metrics of answers, open connections and event streams as text.
    pub fn text(&self, connections: usize, streams: usize) -> String {
        let mut text = String::from(
            "# HELP overtrick_http_request_duration_seconds How long answers took.\n\
             # TYPE overtrick_http_request_duration_seconds histogram\n",
        );
        if let Ok(answers) = self.answers.lock() {
            for ((method, route, status), counted) in answers.iter() {
                let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
                counted.write(&labels, &mut text);
            }
        }
        text + &gauge("connections", "Open connections.", connections)
            + &gauge("event_streams", "Open streams of events.", streams)
    }
}

/// Returns a Prometheus gauge as text.
fn gauge(name: &str, about: &str, value: impl Display) -> String {
    format!(
        "# HELP overtrick_{name} {about}\n# TYPE overtrick_{name} gauge\novertrick_{name} {value}\n"
    )
}

/// Returns the metrics of the store and the program, without figures that are not available.
pub fn store_metrics(figures: Option<Figures>, queued: usize) -> String {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), COMMIT.unwrap_or("unknown"));
    let mut text = format!(
        "# HELP overtrick_build_info The build of the program.\n\
         # TYPE overtrick_build_info gauge\n\
         overtrick_build_info{{version=\"{version}\",commit=\"{commit}\"}} 1\n"
    );
    text += &gauge("write_queue", "Queued writes.", queued);
    if let Some(Figures { matches, bytes }) = figures {
        text += &gauge("matches", "Matches in the database.", matches);
        text += &gauge("database_bytes", "The size of the database.", bytes);
    }
    text
}

impl Answers {
    fn write(&self, labels: &str, text: &mut String) {
        let name = "overtrick_http_request_duration_seconds";
        let Answers {
            count,
            seconds,
            buckets,
        } = self;
        for (bucket, bound) in buckets.iter().zip(BOUNDS) {
            *text += &format!("{name}_bucket{{{labels},le=\"{bound}\"}} {bucket}\n");
        }
        *text += &format!("{name}_bucket{{{labels},le=\"+Inf\"}} {count}\n");
        *text += &format!("{name}_sum{{{labels}}} {seconds}\n");
        *text += &format!("{name}_count{{{labels}}} {count}\n");
    }
}

/// The compatibility promise to clients, for the OpenAPI document.
pub const PROMISE: &str = "Within a version of the API, paths, methods, fields, words, fault codes and problem types keep \
    their meaning. New ones may be added at any time: ignore those that you do not know. A removal is announced at least \
    a year ahead: as deprecated here, and in each answer by the headers Deprecation (RFC 9745) and Sunset (RFC 8594).";

/// The versions of the service.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Version)]
struct Versions {
    /// The version of the API, as in its paths.
    api: &'static str,
    /// The games, each with the edition for new matches.
    games: Vec<GameEdition>,
    /// The version of the program.
    version: &'static str,
}

/// The edition of a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameEdition {
    /// The edition for new matches. An existing match keeps its edition.
    #[schema(minimum = 1)]
    edition: i64,
    /// The game's id.
    id: &'static str,
}

/// Show the versions of the program and the API, and the edition of every game.
#[utoipa::path(get, path = "/api/v1/version", tag = "games", operation_id = "version",
    params(IfNoneMatch), responses(
    (status = 200, description = "The versions", body = Versions),
    Cached, BadRequest,
))]
pub async fn version(request: HttpRequest) -> Answer {
    let games = games::all().iter().map(|entry| GameEdition {
        edition: entry.facts.edition,
        id: entry.facts.id,
    });
    let versions = Versions {
        api: "v1",
        games: games.collect(),
        version: env!("CARGO_PKG_VERSION"),
    };
    etag::json(&request, HttpResponse::Ok(), &versions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_route_and_status() {
        let metrics = Metrics::default();
        metrics.record("GET", "/x/{id}", 200, Duration::from_millis(2));
        metrics.record("GET", "/x/{id}", 200, Duration::from_millis(200));
        let text = metrics.text(0, 0);
        let labels = "method=\"GET\",route=\"/x/{id}\",status=\"200\"";
        assert!(text.contains(&format!("_count{{{labels}}} 2\n")), "{text}");
        let bucket = format!("_bucket{{{labels},le=\"0.005\"}} 1\n");
        assert!(text.contains(&bucket), "{text}");
    }
}
