//! Answers that depend on chance: the same idempotency key and body have the same one again.

use actix_web::HttpResponse;
use serde::Serialize;

use super::service::Service;
use crate::http::problem::Problem;
use crate::lang::Language;
use crate::service::{Idempotency, Replayed, StoredAnswer};

/// The stored answer to an earlier request with the same mark.
///
/// # Errors
/// 409, 422: the earlier request is being answered, or was another one.
pub async fn replayed(
    service: &Service,
    mark: Option<&Idempotency>,
) -> Result<Option<HttpResponse>, Problem> {
    let Some(mark) = mark else {
        return Ok(None);
    };
    match service.matches.replayed(mark).await? {
        Some(Replayed::StoredAnswer(answer)) => Ok(Some(json(&answer.headers, answer.body))),
        _ => Ok(None),
    }
}

/// A successful answer, which is stored if its request has a mark.
///
/// # Errors
/// 503: it cannot be stored.
pub async fn answer(
    service: &Service,
    mark: Option<&Idempotency>,
    language: &Language,
    body: &impl Serialize,
) -> Result<HttpResponse, Problem> {
    let headers = vec![("content-language".to_owned(), language.tag().to_owned())];
    let body = serde_json::to_vec(body).unwrap_or_default();
    if let Some(mark) = mark {
        let answer = StoredAnswer {
            status: 200,
            headers: headers.clone(),
            body: body.clone(),
        };
        service.matches.save_answer(mark, &answer).await?;
    }
    Ok(json(&headers, body))
}

fn json(headers: &[(String, String)], body: Vec<u8>) -> HttpResponse {
    let mut builder = HttpResponse::Ok();
    for (name, value) in headers {
        builder.insert_header((name.as_str(), value.as_str()));
    }
    builder.content_type("application/json").body(body)
}
