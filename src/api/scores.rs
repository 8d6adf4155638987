//! What can be asked without a match being kept: scores, rulings, comparisons.

use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::games::in_language;
use super::problem::Problem;
use super::request::{self, Body};
use super::responses::Sent;
use super::{read, state};
use crate::adjudicate::{RulingsReport, adjudicate};
use crate::cli::compare;
use crate::document::{Report, compare as two_readings, score};
use crate::rules::form::{Field, Kind as Holds};
use crate::rules::json::Json;
use crate::rules::{Finding, args};

/// Score a match document; nothing is kept.
#[utoipa::path(post, path = "/api/v1/scores", tag = "stateless", operation_id = "score",
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    (status = 200, description = "The match as it stands", content_type = "application/json", body = ref("#/components/schemas/Report")),
    Sent,
    (status = 422, description = "=Problem"),
))]
pub async fn scores(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let scored = score(&body.0)?;
    state::written(in_language(language), &Report::of(scored, language))
}

/// Rule on a bid, a trick, a whole play, a discard.
#[utoipa::path(post, path = "/api/v1/adjudications", tag = "stateless", operation_id = "adjudicate",
    request_body(content = ref("#/components/schemas/Question"), content_type = "application/json"), responses(
    (status = 200, description = "A ruling for every step", content_type = "application/json", body = ref("#/components/schemas/Rulings")),
    Sent,
    (status = 422, description = "=Problem"),
))]
pub async fn adjudications(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let answered = adjudicate(&body.0)?;
    Ok(in_language(language).json(RulingsReport::of(answered, language)))
}

const COMPARISON: &[Field] = &[
    Field::required("document", Holds::Any),
    Field::required("options", Holds::Any),
];

/// Score a match document as written and under other house rules.
#[utoipa::path(post, path = "/api/v1/comparisons", tag = "stateless", operation_id = "compare",
    request_body(content = ref("#/components/schemas/ComparisonRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Both standings, and the first hand that differs", content_type = "application/json", body = ref("#/components/schemas/Comparison")),
    Sent,
    (status = 422, description = "=Problem"),
))]
pub async fn comparisons(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let asked = read::object(COMPARISON, body.entries()?)?;
    let (Some(document), Some(Json::Object(options))) =
        (asked.get("document"), asked.get("options"))
    else {
        let expected =
            args![expected: "object", found: asked.get("options").map_or("null", Json::kind)];
        return Err(Finding::shape("wrong-type", "/options", expected).into());
    };
    // The document is judged as it is first, so that its own faults have their own places.
    let text = serde_json::to_vec(document).unwrap_or_default();
    let own = |findings: Vec<Finding>| -> Vec<Finding> {
        findings
            .into_iter()
            .map(|finding| finding.under("/document"))
            .collect()
    };
    let one = score(&text).map_err(own)?;
    let facts = one.facts;
    let comparison = two_readings(one, document, options).map_err(own)?;
    let changed = compare::changed(facts, options);
    let mut answer = json!(compare::as_json(&comparison, &changed));
    let clauses: Vec<_> = changed
        .iter()
        .map(|rule| json!({ "id": rule.clause, "text": language.text("clause", rule.clause), "ours": rule.ours }))
        .collect();
    answer["clauses"] = clauses.into();
    Ok(in_language(language).json(answer))
}
