//! Problem responses per status, with an example of every kind, for the OpenAPI document.

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};

use crate::http::problem::{PROBLEM_JSON, Problem, ProblemKind};
use crate::openapi::unions;
use overtrick_core::{Args, Finding, args};
use overtrick_match::lang::Language;

/// The response for any status without its own.
pub const ANY: &str = "Problem";

/// The reference to the response with this name.
pub fn reference(name: &str) -> String {
    format!("#/components/responses/{name}")
}

/// The name of the problem response for a status; [`ANY`] for `default`.
pub fn name(status: &str) -> String {
    let reason = code(status).and_then(|code| code.canonical_reason());
    reason.map_or(ANY.to_owned(), |reason| {
        reason.chars().filter(char::is_ascii_alphanumeric).collect()
    })
}

/// The problem response for a status; for `default`, that of a service failure.
pub fn response(status: &str) -> Value {
    let code = code(status);
    let wanted = code.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let kinds = ProblemKind::ALL.iter().copied();
    let kinds = kinds.filter(|kind| kind.status() == wanted);
    let examples: Map<String, Value> = kinds.map(example).collect();
    let about = match code.and_then(|code| code.canonical_reason()) {
        Some(reason) => format!("{reason}: a problem (RFC 9457)"),
        None => "A problem (RFC 9457)".to_owned(),
    };
    let schema = match status {
        "412" => "ChangedProblem",
        _ => "Problem",
    };
    let schema = unions::reference(schema);
    let mut response = json!({
        "description": about,
        "content": { PROBLEM_JSON: { "schema": schema, "examples": examples } },
    });
    let header = match status {
        "401" => Some(("WWW-Authenticate", "How to present a key")),
        "429" => Some(("Retry-After", "After how many seconds to ask again")),
        _ => None,
    };
    if let Some((name, about)) = header {
        let text = json!({ "type": "string" });
        response["headers"] = json!({ name: { "description": about, "schema": text } });
    }
    response
}

fn code(status: &str) -> Option<StatusCode> {
    StatusCode::from_bytes(status.as_bytes()).ok()
}

/// An example of a problem of this kind.
fn example(kind: ProblemKind) -> (String, Value) {
    let missing = || Finding::shape("missing-field", "/hands/0/tricks", args![]);
    let too_many = || {
        let args = args![found: 14, least: 0, most: 13];
        Finding::rule("out-of-range", "/hands/0/tricks/Ann", args)
    };
    let no_page = || vec![Finding::rule("link-scheme", "/link", args![])];
    let problem = match kind {
        ProblemKind::Malformed => missing().into(),
        ProblemKind::Refused => too_many().into(),
        ProblemKind::NotPrintable => Problem::of_page(no_page()),
        kind => Problem::new(kind).with_args(figures()),
    };
    let report = problem.report(Language::english(), "/problems", "");
    let mut value = serde_json::to_value(&report).unwrap_or_default();
    if kind == ProblemKind::Changed {
        value["version"] = 7.into();
    }
    let example = json!({ "summary": report.title, "value": value });
    (kind.word().to_owned(), example)
}

/// Example values for the arguments of the problems' sentences.
fn figures() -> Args {
    let most = overtrick_match::document::MOST_BYTES / 1024;
    args![
        accepted: "application/json".to_owned(), found: "chess".to_owned(), id: "0123456789abcdef".to_owned(), minutes: 5, most: most,
        name: "if-match".to_owned(), seconds: 5
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_of_an_example_is_filled_in() {
        for kind in ProblemKind::ALL.iter().copied() {
            let (_, example) = example(kind);
            let detail = example["value"]["detail"].as_str().unwrap();
            assert!(
                !detail.is_empty() && !detail.contains('{'),
                "{kind:?}: {detail}"
            );
        }
    }
}
