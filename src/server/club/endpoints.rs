//! `/club`: the document, and the table of a season as JSON and CSV.

use std::sync::Arc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::openapi::{Object, ObjectBuilder, RefOr, Schema};
use validator::Validate;

use crate::access::caller;
use crate::access::caller::ReadsAll;
use crate::app::state::Service;
use crate::bounds::MAX_LOG_BODY;
use crate::club::state::{Snapshot, Viewer};
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::values::{check_day, day_schema};
use crate::http::version::IfMatch;
use crate::http::{etag, request};
use crate::openapi::parameters::IfNoneMatch;
use crate::openapi::responses::{
    BadRequest, BodyErrors, Cached, Forbidden, NotFound, Refused, Unauthorized, VersionErrors,
};
use overtrick_club::SeasonTable;
use overtrick_core::schemas;
use overtrick_match::ledger::Role;

const CSV: &str = "text/csv";
const JSON: &str = "application/json";

/// A club document; its schema is that of `overtrick club schema`.
pub struct ClubDocument;

/// The table of a season.
pub struct ClubSeason;

schemas! {
    ClubDocument = read_schema(overtrick_club::schema());
    ClubSeason = read_schema(season_schema());
}

/// A schema that is written as JSON.
fn read_schema(mut schema: serde_json::Value) -> RefOr<Schema> {
    if let Some(entries) = schema.as_object_mut() {
        entries.remove("$schema");
    }
    let object: Result<Object, _> = serde_json::from_value(schema);
    object
        .unwrap_or_else(|_| ObjectBuilder::new().build())
        .into()
}

/// The schema of the table of a season.
fn season_schema() -> serde_json::Value {
    let list = |items: &str, about: &str| serde_json::json!({ "type": "array", "items": { "type": items }, "description": about });
    serde_json::json!({
        "type": "object",
        "required": ["season", "title", "rules", "evenings", "open", "standings", "unranked", "unknown"],
        "properties": {
            "season": { "type": "string", "description": "The id of the season" },
            "title": { "type": "string", "description": "The title of the season" },
            "rules": { "type": "object", "description": "The rules of the season" },
            "evenings": list("string", "The days of its evenings"),
            "open": { "type": "integer", "description": "How many matches are not complete" },
            "standings": list("object", "A row for each ranked member"),
            "unranked": list("object", "A row for each member with too few units to be ranked"),
            "unknown": list("object", "Names that belong to no member"),
        },
    })
}

/// Up to which day a table counts.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AfterQuery {
    /// As it stood after this day
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    pub after: Option<String>,
}

/// Show the club document.
#[utoipa::path(get, path = "/api/v1/club", tag = "club", operation_id = "getClub",
    params(IfNoneMatch), security(("key" = ["view"])), responses(
    (status = 200, description = "The document; `ETag` is its version", body = ClubDocument),
    Cached, Unauthorized, Forbidden, NotFound,
))]
pub async fn get(_: ReadsAll, request: HttpRequest, service: Data<Service>) -> Answer {
    let club = service.matches.club().await?.ok_or(ProblemKind::NotFound)?;
    let tag = tag(club.version);
    if crate::http::version::knows(&request, &tag) {
        return Ok(HttpResponse::NotModified()
            .insert_header((header::ETAG, tag))
            .finish());
    }
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, tag))
        .content_type(JSON)
        .body(club.document))
}

/// Replace the club document as a whole.
///
/// The first document needs no `If-Match`; later ones need the `ETag` of the one that they replace. The answer has
/// the new `ETag`.
#[utoipa::path(put, path = "/api/v1/club", tag = "club", operation_id = "putClub",
    params(IfMatch), security(("key" = ["direct"])), request_body = ClubDocument, responses(
    (status = 204, description = "Replaced; `ETag` is the new version"),
    BodyErrors, VersionErrors, Unauthorized, Forbidden, Refused,
))]
pub async fn put(
    body: Body<MAX_LOG_BODY>,
    IfMatch(precondition): IfMatch,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    caller::whole_instance(&request, &service, Role::Direct)?;
    let version = service.matches.put_club(body.0, &precondition).await?;
    Ok(HttpResponse::NoContent()
        .insert_header((header::ETAG, tag(version)))
        .finish())
}

/// Show the table of a season. Without a key, only if the club is public; then members are named as they want to be,
/// and guests are not.
///
/// Numbers that may be fractions are texts in lowest terms, such as `"124/3"`.
#[utoipa::path(get, path = "/api/v1/club/seasons/{id}", tag = "club", operation_id = "getClubSeason",
    params(("id" = String, Path, description = "The season's id"), AfterQuery, IfNoneMatch), responses(
    (status = 200, description = "The table, or a row per member", content((ClubSeason = "application/json"), (String = "text/csv"))),
    BadRequest, Cached, NotFound, Refused,
))]
pub async fn season(
    Query(AfterQuery { after }): Query<AfterQuery>,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let media = request::preferred_type(request.headers(), &[JSON, CSV]);
    let (snapshot, viewer) = enter(&request, &service).await?;
    let table = table(&snapshot, &id, after.as_deref())?;
    let language = request::language(request.headers());
    let shown = snapshot.shown(&table, viewer, language);
    if media == CSV {
        return csv(&request, &shown);
    }
    let body = serde_json::to_vec(&shown).map_err(|_| ProblemKind::Internal)?;
    Ok(etag::with_headers(&request, JSON, body, |_| {}))
}

/// The rows of a table as CSV.
pub fn csv(request: &HttpRequest, table: &SeasonTable) -> Answer {
    let rows = overtrick_club::csv_rows(table);
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(&row)
            .map_err(|_| ProblemKind::Internal)?;
    }
    let bytes = writer.into_inner().map_err(|_| ProblemKind::Internal)?;
    let file = format!("attachment; filename=\"{}.csv\"", table.season);
    let file = HeaderValue::from_str(&file).map_err(|_| ProblemKind::Internal)?;
    Ok(etag::with_headers(
        request,
        "text/csv; charset=utf-8",
        bytes,
        |builder| {
            builder.insert_header((header::CONTENT_DISPOSITION, file));
        },
    ))
}

/// The club, and who looks at it.
///
/// # Errors
/// 404 if there is no club, or it is not public and the request has no key; 401 with an invalid key.
pub async fn enter(
    request: &HttpRequest,
    service: &Service,
) -> Result<(Arc<Snapshot>, Viewer), Problem> {
    let viewer = match caller::bearer(request)? {
        Some(_) => {
            caller::whole_instance(request, service, Role::View)?;
            Viewer::Keyed
        }
        None => Viewer::Public,
    };
    let snapshot = service.club.snapshot(&service.matches).await?;
    let is_shown = |snapshot: &Arc<Snapshot>| viewer == Viewer::Keyed || snapshot.club.is_public;
    let snapshot = snapshot.filter(is_shown).ok_or(ProblemKind::NotFound)?;
    Ok((snapshot, viewer))
}

/// The table of a season.
///
/// # Errors
/// 404 if there is no such season; 422 if its rules do not fit its matches.
pub fn table(snapshot: &Snapshot, id: &str, after: Option<&str>) -> Result<SeasonTable, Problem> {
    let season = snapshot.club.season(id).ok_or(ProblemKind::NotFound)?;
    let table = snapshot.table(season, after);
    Result::clone(&table).map_err(Problem::from)
}

fn tag(version: u64) -> String {
    format!("\"{version}\"")
}
