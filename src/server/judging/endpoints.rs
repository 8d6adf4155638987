//! `/scores`, `/adjudications`, `/comparisons` and `/definitions/check`: judging without storing.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::read;
use crate::http::request::AcceptsJson;
use crate::matches::detail::{DetailQuery, Presentation};
use crate::matches::judged::{judge_apart, weight};
use crate::matches::match_response;
use crate::openapi::responses::{BodyErrors, Refused};
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::describe::CheckedDefinition;
use overtrick_match::document::{Report, StandingReport, compare, score};
use overtrick_match::lang::Language;

/// The fields of a request for a comparison.
pub const COMPARISON: &[Field] = &[
    Field::required("document", Kind::Any),
    Field::required("options", Kind::Any),
];

/// A match scored as written and under other house rules.
#[derive(Debug, Serialize, ToSchema)]
struct Comparison {
    /// The standings as written.
    as_written: Vec<StandingReport>,
    /// The rule clauses that the options change.
    clauses: Vec<SettledClause>,
    /// The number of the first hand with a different result; `null` if there is none.
    #[schema(required)]
    first_difference: Option<usize>,
    /// The standings under the other house rules.
    with_options: Vec<StandingReport>,
}

/// A rule clause that a house rule decides.
#[derive(Debug, Serialize, ToSchema)]
struct SettledClause {
    /// A stable id.
    id: String,
    /// Whether the rulebook is silent, so that this project decided.
    ours: bool,
    /// The rule.
    text: String,
}

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
    request_body(content = ref("#/components/schemas/Question"), content_type = "application/json"), responses(
    (status = 200, description = "A ruling for every step", body = RulingsReport),
    BodyErrors, Refused,
))]
pub async fn adjudications(body: Body, AcceptsJson(language): AcceptsJson) -> Answer {
    let work = move |body: &Body| {
        match_response::json(&RulingsReport::new(adjudicate(&body.0)?, language))
    };
    let report = judge_apart(weight(&body.0), move || work(&body)).await??;
    Ok(match_response::as_json(in_language(language), report))
}

/// Score a match document as written and under other house rules.
#[utoipa::path(post, path = "/api/v1/comparisons", tag = "stateless", operation_id = "compare",
    request_body(content = ref("#/components/schemas/ComparisonRequest"), content_type = "application/json"), responses(
    (status = 200, description = "Both standings, and the first hand that differs", body = Comparison),
    BodyErrors, Refused,
))]
pub async fn comparisons(body: Body, AcceptsJson(language): AcceptsJson) -> Answer {
    let report = judge_apart(weight(&body.0), move || compared(&body, language)).await??;
    Ok(match_response::as_json(in_language(language), report))
}

/// Check the definition of an own game whole, without storing it: every fault, with its place.
#[utoipa::path(post, path = "/api/v1/definitions/check", tag = "stateless", operation_id = "checkDefinition",
    request_body(content = ref("#/components/schemas/Definition"), content_type = "application/json"), responses(
    (status = 200, description = "What the definition says", body = CheckedDefinition),
    BodyErrors, Refused,
))]
pub async fn check(body: Body, AcceptsJson(language): AcceptsJson) -> Answer {
    let work = |body: &Body| match_response::json(&CheckedDefinition::read(&body.json()?)?);
    let report = judge_apart(weight(&body.0), move || work(&body)).await??;
    Ok(match_response::as_json(in_language(language), report))
}

/// A comparison as JSON.
fn compared(body: &Body, language: &'static Language) -> Result<Vec<u8>, Problem> {
    let order = read::object(COMPARISON, body.entries()?)?;
    let (Some(document), Some(Json::Object(options))) =
        (order.get("document"), order.get("options"))
    else {
        let found = order.get("options").map_or("null", Json::kind);
        let expected = args![expected: "object", found: found];
        return Err(Finding::shape("wrong-type", "/options", expected).into());
    };
    // The document is first judged as it is, so that its own faults point to the right places.
    let text = serde_json::to_vec(document).unwrap_or_default();
    let in_document = |findings: Vec<Finding>| -> Vec<Finding> {
        let findings = findings.into_iter();
        findings.map(|finding| finding.under("/document")).collect()
    };
    let as_written = score(&text).map_err(in_document)?;
    let comparison = compare(as_written, document, options).map_err(in_document)?;
    let clauses = comparison.clauses.iter().map(|clause| SettledClause {
        id: clause.id.to_string(),
        ours: clause.ours,
        text: clause.in_words(language),
    });
    match_response::json(&Comparison {
        as_written: StandingReport::all(&comparison.one),
        clauses: clauses.collect(),
        first_difference: comparison.first_difference.map(|index| index + 1),
        with_options: StandingReport::all(&comparison.other),
    })
}
