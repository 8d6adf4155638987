//! `/scores` and `/adjudications`: judging without storing.

use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::request::ClientLanguage;
use crate::matches::judged::{judge_apart, weight};
use crate::matches::match_response;
use crate::matches::match_response::{DetailQuery, Presentation};
use crate::openapi::responses::{BodyErrors, Refused};
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::{Report, score};

/// Score a match document without storing it.
#[utoipa::path(post, path = "/api/v1/scores", tag = "stateless", operation_id = "score",
    params(DetailQuery),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    (status = 200, description = "The match as it stands", body = Report),
    BodyErrors, Refused,
))]
pub async fn scores(body: Body, Presentation { language, detail }: Presentation) -> Answer {
    let work =
        move |body: &Body| match_response::json(&Report::with(score(&body.0)?, language, detail));
    let report = judge_apart(weight(&body.0), move || work(&body)).await??;
    Ok(match_response::as_json(in_language(language), report))
}

/// Answer a rules question about a bid, a trick, a whole play or a discard.
#[utoipa::path(post, path = "/api/v1/adjudications", tag = "stateless", operation_id = "adjudicate",
    request_body(content = ref("#/components/schemas/RulesQuestion"), content_type = "application/json"), responses(
    (status = 200, description = "A ruling for every step", body = RulingsReport),
    BodyErrors, Refused,
))]
pub async fn adjudications(body: Body, ClientLanguage(language): ClientLanguage) -> Answer {
    let work = move |body: &Body| {
        match_response::json(&RulingsReport::new(adjudicate(&body.0)?, language))
    };
    let report = judge_apart(weight(&body.0), move || work(&body)).await??;
    Ok(match_response::as_json(in_language(language), report))
}
