//! `/club`: the club document, season tables as JSON and CSV, and the data about members.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{Object, RefOr, Schema};
use validator::Validate;

use crate::access::caller;
use crate::access::caller::{Administrator, ReadsAll};
use crate::app::state::Service;
use crate::bounds::MAX_LOG_BODY;
use crate::club::pages::Context;
use crate::error::ServiceError;
use crate::http::{
    Answer, Body, ClientLanguage, Day, IfMatch, Problem, ProblemKind, Query, etag, has_tag, request,
};
use crate::imports::endpoints::{self as imports, ImportQuery, Report};
use crate::imports::judging::Unjudged;
use crate::openapi::{
    BadRequest, BodyErrors, Cached, Forbidden, IfNoneMatch, NotFound, Refused, Unauthorized,
    VersionErrors,
};
use overtrick_club::{PointsChange, SeasonTable, read_totals, season_table};
use overtrick_core::schemas;
use overtrick_match::document::write_csv;
use overtrick_match::ledger::Role;

const CSV: &str = "text/csv";
const JSON: &str = "application/json";
/// The JSON schemas of answers.
const ANSWERS: &str = include_str!("../../../templates/club/answers.json");

/// A club document, with the schema from `overtrick club schema`.
pub struct ClubDocument;

/// The table of a season.
pub struct ClubSeason;

/// The club's data about a member.
pub struct ClubMember;

schemas! {
    ClubDocument = read_schema(overtrick_club::schema());
    ClubSeason = answer_schema("season");
    ClubMember = answer_schema("member");
}

/// Converts a JSON schema.
fn read_schema(mut schema: Value) -> RefOr<Schema> {
    if let Some(entries) = schema.as_object_mut() {
        entries.remove("$schema");
    }
    let object: Object = serde_json::from_value(schema).unwrap_or_default();
    object.into()
}

/// Returns the schema of the answer with this name.
fn answer_schema(name: &str) -> RefOr<Schema> {
    let schemas: Value = serde_json::from_str(ANSWERS).unwrap_or_default();
    read_schema(schemas[name].clone())
}

/// The last day that a season table includes.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AfterQuery {
    /// Show the table as it was after this day
    pub after: Option<Day>,
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
    let is_cached = has_tag(&request, &tag);
    let mut builder = HttpResponse::Ok();
    builder
        .insert_header((header::ETAG, tag))
        .content_type(JSON);
    if is_cached {
        return Ok(builder.status(StatusCode::NOT_MODIFIED).finish());
    }
    Ok(builder.body(club.document))
}

/// Replace the entire club document.
///
/// The first document needs no `If-Match`. Later documents need the `ETag` of the document that they
/// replace. The answer contains the new `ETag`.
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
    let version = service
        .matches
        .put_club(body.0.into(), &precondition)
        .await?;
    Ok(HttpResponse::NoContent()
        .insert_header((header::ETAG, tag(version)))
        .finish())
}

/// Show the table of a season. Without a key, the table is shown only if the club is public, with the
/// public names of members and without the names of guests.
///
/// Numbers that may be fractions are strings in lowest terms, such as `"124/3"`.
#[utoipa::path(get, path = "/api/v1/club/seasons/{id}", tag = "club", operation_id = "getClubSeason",
    params(("id" = String, Path, description = "The season's id"), AfterQuery, IfNoneMatch), responses(
    (status = 200, description = "The table, or a row per member", content((ClubSeason = "application/json"), (String = "text/csv"))),
    BadRequest, Cached, NotFound, Refused,
))]
pub async fn season(
    Query(AfterQuery { after }): Query<AfterQuery>,
    context: Context,
    id: Path<String>,
) -> Answer {
    let (request, headers) = (&context.request, context.request.headers());
    let media = request::preferred_type(headers, &[JSON, CSV]);
    let table = context.season(&id, after.as_deref())?;
    if media == CSV {
        return csv(request, &table);
    }
    etag::json(request, HttpResponse::Ok(), &table)
}

/// Import match totals without hands, such as those from earlier years. If a row has a fault, nothing is stored.
///
/// The CSV file has a row for each player, in seat order: `evening`, `round`, `table`, `game`, `player` (a
/// number or a name) and `total`. The rows of a table become a finished match without hands. Its external
/// id is `DAY/ROUND/TABLE`, so you can safely send the same file again.
#[utoipa::path(post, path = "/api/v1/club/totals", tag = "club", operation_id = "postClubTotals",
    params(ImportQuery), security(("key" = ["direct"])),
    request_body(content = ref("#/components/schemas/ImportResults"), content_type = "text/csv"), responses(
    (status = 200, description = "The outcome of every table", content_type = "application/json", body = Report),
    BadRequest, Unauthorized, Forbidden, NotFound, Refused,
))]
pub async fn totals(
    ClientLanguage(language): ClientLanguage,
    Query(query): Query<ImportQuery>,
    request: HttpRequest,
    service: Data<Service>,
    payload: Payload,
) -> Answer {
    caller::whole_instance(&request, &service, Role::Direct)?;
    let snapshot = service.club.snapshot(&service.matches).await?;
    let body = imports::receive(&request, &service, payload).await?;
    let totals = read_totals(&body, snapshot.club()).map_err(Problem::of_lines)?;
    let lines = totals.iter();
    let lines = lines.map(|(line, json)| (*line, Unjudged::json(json)));
    imports::store(&request, &service, lines.collect(), query, language).await
}

/// Show all data about a member: the entry in the document, the points changes, the figures, and the matches.
#[utoipa::path(get, path = "/api/v1/club/members/{number}", tag = "club", operation_id = "getClubMember",
    params(("number" = u16, Path, description = "The member's number")), security(("key" = ["view"])), responses(
    (status = 200, description = "The data about the member", body = ClubMember),
    Unauthorized, Forbidden, NotFound,
))]
pub async fn member(_: ReadsAll, context: Context, number: Path<u16>) -> Answer {
    let (club, matches) = (context.snapshot.club(), &context.snapshot.matches);
    let figures = club.member(*number, matches, None);
    let figures = figures.ok_or(ProblemKind::NotFound)?;
    let changes = club.seasons.iter().flat_map(|season| &season.changes);
    let changes = changes.filter(|change| change.member == *number);
    let changes: Vec<&PointsChange> = changes.collect();
    let answer = json!({ "member": club.member_of(*number), "figures": figures,
        "changes": changes, "matches": club.recorded(*number, matches) });
    Ok(HttpResponse::Ok().json(answer))
}

/// Erase a member: rename the person in all matches of the club, and clear the entry in the document.
///
/// Figures and ranks stay, under a name such as "Member 18". This cannot be undone.
#[utoipa::path(delete, path = "/api/v1/club/members/{number}", tag = "club", operation_id = "eraseClubMember",
    params(("number" = u16, Path, description = "The member's number"), EraseQuery), security(("key" = ["admin"])), responses(
    (status = 200, description = "The ids of the matches", body = ErasedMember),
    BadRequest, Unauthorized, Forbidden, NotFound,
))]
pub async fn erase(
    _: Administrator,
    Query(EraseQuery { dry_run }): Query<EraseQuery>,
    service: Data<Service>,
    number: Path<u16>,
) -> Answer {
    let matches = service.matches.erase_member(*number, dry_run).await?;
    Ok(HttpResponse::Ok().json(ErasedMember { matches, dry_run }))
}

/// The options for erasing a member.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EraseQuery {
    /// Whether to list the matches without changing anything
    dry_run: bool,
}

/// An erased member.
#[derive(Debug, Serialize, ToSchema)]
struct ErasedMember {
    /// The ids of the matches in which the person is renamed.
    matches: Vec<String>,
    /// Whether this was a dry run, which changes nothing.
    dry_run: bool,
}

/// Returns a season table as CSV.
pub fn csv(request: &HttpRequest, table: &SeasonTable) -> Answer {
    let table_rows = season_table(table, None);
    let rows = [table_rows.heads].into_iter().chain(table_rows.rows);
    let mut bytes = Vec::new();
    write_csv(rows, &mut bytes).map_err(ServiceError::from)?;
    let file = format!("attachment; filename=\"{}.csv\"", table.season);
    let mut builder = HttpResponse::Ok();
    builder.content_type("text/csv; charset=utf-8");
    builder.insert_header((header::CONTENT_DISPOSITION, file));
    Ok(etag::answer(request, builder, bytes))
}

fn tag(version: u64) -> String {
    format!("\"{version}\"")
}
