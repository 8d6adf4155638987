//! `/exports`: all matches as a stream, without loading all into memory, and a game's results as CSV.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::future::ready;
use futures_util::stream::{once, try_unfold};
use futures_util::{StreamExt, TryStreamExt};
use serde::Serialize;
use serde_json::json;
use validator::ValidationError;

use crate::access::caller;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::{Answer, PlayedGame, Problem, ProblemKind, Query, at, unstored};
use crate::matches::endpoints::View;
use crate::matches::judged::run_blocking;
use crate::matches::list::match_query;
use crate::matches::match_response;
use crate::matches::service::{MatchService, damaged};
use crate::openapi::{BadRequest, Forbidden, NotFound, Unauthorized};
use crate::rules::endpoints as game_paths;
use overtrick_core::json::Json;
use overtrick_core::wire::words;
use overtrick_core::{openapi, schemas};
use overtrick_games::Entry;
use overtrick_match::document::{
    BYTE_ORDER_MARK, StandingReport, csv, for_excel, write_results, write_results_header,
    write_template,
};
use overtrick_match::ledger::{Labels, Match, MatchId, Role, SeatView, StoredLog};
use overtrick_store::{MatchOrder, MatchQuery};

/// The number of matches that are read, checked and written at once.
const PAGE: usize = 16;
const CSV: &str = "text/csv; charset=utf-8";
const NDJSON: &str = "application/x-ndjson";

match_query! {
    /// The matches to export, and the form of the export.
    #[validate(schema(function = fits_form))]
    pub struct ExportQuery {
        /// The form in which each match is written
        form: Option<WrittenForm>,
        /// The match to export, with `form=points` or `form=csv`
        #[param(max_length = 400)]
        r#match: Option<String>,
        /// Whether to write CSV for spreadsheets that use decimal commas: with semicolons, decimal commas
        /// and a byte order mark
        excel: bool,
    }
}

words! {
    /// The form in which an export writes each match.
    pub enum WrittenForm {
        /// The match document.
        Documents = "documents",
        /// The complete log.
        Logs = "logs",
        /// CSV rows with the results of one game.
        Csv = "csv",
        /// CSV rows with points, one per hand and player, of one match.
        Points = "points",
    }
}

schemas! {
    WrittenForm = openapi::words(WrittenForm::WORDS.iter().copied());
}

/// Checks that the form fits the query. Points need a match, and results need a game or a match.
fn fits_form(query: &ExportQuery) -> Result<(), ValidationError> {
    match (query.form, &query.r#match) {
        (Some(WrittenForm::Points), None) => return Err(at("match", "required")),
        (Some(WrittenForm::Points | WrittenForm::Csv), Some(_)) => return Ok(()),
        (_, Some(_)) => return Err(at("match", "match-of-points")),
        (_, None) => {}
    }
    match (query.form, query.game) {
        // Custom games have different columns, so they cannot share a file.
        (Some(WrittenForm::Csv), Some(game)) if game.shipped().is_none() => {
            Err(at("game", "own-csv"))
        }
        (Some(WrittenForm::Csv), None) => Err(at("game", "game-of-csv")),
        _ => Ok(()),
    }
}

/// The style of an export: the form, the game for results, and whether the CSV is for Excel.
type Style = (WrittenForm, Option<&'static Entry>, bool);

/// Export all matches, or the matches that pass the filters, one per line.
///
/// `form=documents` writes each match in the field `document`, with its labels (`external_id` and `metadata`), its
/// `day`, its `standings` and, if a player was replaced, the people in its `seats`. An import ignores the last
/// three. `form=logs` writes complete logs with all events. Both forms can be imported again unchanged. A damaged
/// match appears as `damaged`, with its id. A match opened during the export may be missing. `form=csv` writes
/// results as CSV: those of a `game` (see its `results.csv`), or those of a `match`, with the definition of a custom
/// game in the column `definition`. `form=points` writes CSV with a row per hand and player of a `match`. To export
/// one match, its key is enough. With `excel=true`, Czech and German spreadsheets open the CSV file correctly.
#[utoipa::path(get, path = "/api/v1/exports", tag = "matches", operation_id = "exportMatches",
    params(ExportQuery),
    security(("key" = ["view"])), responses(
    (status = 200, description = "One match per line, or CSV", content((String = "application/x-ndjson"), (String = "text/csv"))),
    BadRequest, Unauthorized, Forbidden,
))]
pub async fn exports(
    Query(query): Query<ExportQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    if let Some(id) = &query.r#match {
        return one_match(&request, &service, id, query.form, query.excel).await;
    }
    let form = query.form.unwrap_or(WrittenForm::Documents);
    let game = query.game.filter(|_| form == WrittenForm::Csv);
    let (game, excel) = (game.and_then(PlayedGame::shipped), query.excel);
    let (media, name) = match game {
        None => (NDJSON, "matches.ndjson"),
        Some(_) => (CSV, "results.csv"),
    };
    caller::whole_instance(&request, &service, Role::View)?;
    let mut head = Vec::new();
    if let Some(entry) = game {
        write_results_header(&entry.into(), &mut head).map_err(|_| ProblemKind::Internal)?;
        head = csv_file(head, excel);
    }
    let matches = service.matches.clone();
    // If the stream fails, the connection closes early, so the client notices.
    let first = MatchQuery {
        limit: PAGE,
        ..query.into()
    };
    let pages = try_unfold(Some(first), move |rest| {
        page(matches.clone(), rest, (form, game, excel))
    });
    let pages = pages.map_err(actix_web::Error::from);
    let head = ready(Ok::<Bytes, actix_web::Error>(head.into()));
    Ok(file(unstored(StatusCode::OK), media, name).streaming(Box::pin(once(head).chain(pages))))
}

/// Returns a builder for an answer that the browser saves as a file with this name.
fn file(mut builder: HttpResponseBuilder, media: &str, name: &str) -> HttpResponseBuilder {
    let disposition = format!("attachment; filename=\"{name}\"");
    builder
        .content_type(media)
        .insert_header((header::CONTENT_DISPOSITION, disposition));
    builder
}

/// Returns the next page of an export and the query for the page after it, or `None` at the end.
async fn page(
    matches: MatchService,
    rest: Option<MatchQuery>,
    (form, game, excel): Style,
) -> Result<Option<(Bytes, Option<MatchQuery>)>, Problem> {
    let Some(mut rest) = rest else {
        return Ok(None);
    };
    let found = matches.find(&rest).await?;
    let Some(last) = found.last() else {
        return Ok(None);
    };
    rest.order = MatchOrder::Id(Some(last.id.clone()));
    let is_last = found.len() < rest.limit;
    let mut logs = Vec::with_capacity(found.len());
    // Skip matches with invalid ids, which could not be imported again.
    for id in found.iter().filter_map(|found| MatchId::read(&found.id)) {
        match matches.stored_log(&id).await {
            // The match was deleted after it was listed.
            Err(ServiceError::NotFound) => {}
            log => logs.push((id, log)),
        }
    }
    let write = move || {
        let mut page = Vec::new();
        for (id, log) in logs {
            write_match(&id, log, (form, game), &mut page)?;
        }
        Ok::<_, Problem>(match game {
            Some(_) if excel => for_excel(&page),
            _ => page,
        })
    };
    let page = run_blocking(write).await??;
    Ok(Some((page.into(), Some(rest).filter(|_| !is_last))))
}

/// Returns a CSV file or its beginning, adapted to Excel if requested.
fn csv_file(csv: Vec<u8>, excel: bool) -> Vec<u8> {
    if excel {
        [BYTE_ORDER_MARK, &for_excel(&csv)].concat()
    } else {
        csv
    }
}

/// Writes the line or the CSV rows of a match. Writes no rows for a damaged match.
fn write_match(
    id: &MatchId,
    log: Result<StoredLog, ServiceError>,
    (form, game): (WrittenForm, Option<&'static Entry>),
    page: &mut Vec<u8>,
) -> Result<(), Problem> {
    let read = log.and_then(|log| {
        let played = log.open().map_err(|damage| damaged(id, damage))?;
        Ok(((form == WrittenForm::Logs).then_some(log), played))
    });
    let line = match (read, game) {
        (Err(ServiceError::Damaged { .. }), Some(_)) => return Ok(()),
        (Err(ServiceError::Damaged { damage, .. }), None) => {
            let detail = damage.to_string();
            json!({ "damaged": { "id": id.as_str(), "detail": detail } }).to_string()
        }
        (Err(error), _) => return Err(error.into()),
        (Ok((_, played)), Some(entry)) => {
            let external_id = played.labels().external_id.as_deref();
            write_results(&entry.into(), &played.document(), external_id, page)
                .map_err(|_| ProblemKind::Internal)?;
            return Ok(());
        }
        (Ok((Some(log), _)), None) => json!({ "log": log }).to_string(),
        (Ok((None, played)), None) => summary_line(&played),
    };
    page.extend_from_slice(line.as_bytes());
    page.push(b'\n');
    Ok(())
}

/// Returns a match as CSV: a row per hand with its results, or a row per hand and player with the points.
async fn one_match(
    request: &HttpRequest,
    service: &Service,
    id: &str,
    form: Option<WrittenForm>,
    excel: bool,
) -> Answer {
    let view = View::load(request, service, id).await?;
    view.answer(|builder| {
        let (game, document) = (view.played.match_game(), view.played.document());
        let mut rows = Vec::new();
        let (written, name) = if form == Some(WrittenForm::Csv) {
            let external_id = view.played.labels().external_id.as_deref();
            let written = write_results_header(game, &mut rows)
                .and_then(|()| write_results(game, &document, external_id, &mut rows));
            (written, "results.csv")
        } else {
            let scored = match_response::scored(&view.played)?;
            let written = csv(&scored, &document, &mut rows);
            (written, "points.csv")
        };
        written.map_err(|_| Problem::new(ProblemKind::Internal))?;
        Ok(file(builder, CSV, name).body(csv_file(rows, excel)))
    })
}

/// Describe the CSV format of a game's results: the column names, and an example.
///
/// Each row is a hand. Rows with the same text in `match` form a match, and its first row must contain the
/// facts about it. A field with a value per player has a column per seat. Semicolons separate list items,
/// and commas separate the values of small objects in lists. Deeper values are JSON.
#[utoipa::path(get, path = "/api/v1/games/{game}/results.csv", tag = "games", operation_id = "getResultsTemplate",
    params(("game" = String, Path, description = "The game's id")), responses(
    (status = 200, description = "RFC 4180, in UTF-8", content_type = "text/csv", body = String),
    NotFound,
))]
pub async fn template(game: Path<String>) -> Answer {
    let entry = game_paths::find(&game)?;
    let mut rows = Vec::new();
    write_template(entry, &mut rows).map_err(|_| Problem::new(ProblemKind::Internal))?;
    let name = format!("{}-results.csv", entry.facts.id);
    Ok(file(HttpResponse::Ok(), CSV, &name).body(rows))
}

impl MatchService {
    /// Returns the stored log of a match for export, without checking or caching it.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Damaged`]; store errors.
    pub async fn stored_log(&self, id: &MatchId) -> Result<StoredLog, ServiceError> {
        self.0.stored(id).await
    }
}

/// Checks the log of a match, and returns the line for the export.
///
/// # Errors
/// [`ServiceError::Damaged`].
pub fn log_line(log: &StoredLog, id: &MatchId) -> Result<String, ServiceError> {
    log.open().map_err(|damage| damaged(id, damage))?;
    Ok(json!({ "log": log }).to_string())
}

/// A line of an export with a match document.
#[derive(Serialize)]
struct DocumentLine<'a> {
    document: Json,
    #[serde(flatten)]
    labels: &'a Labels,
    /// The day when the match was played or, if unknown, when it was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<String>,
    /// The people who played in each seat; absent if no player was replaced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatView>,
    /// The ranks of the players, best first; absent if the match cannot be scored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standings: Vec<StandingReport>,
}

impl DocumentLine<'_> {
    fn new(played: &Match) -> DocumentLine<'_> {
        let mut seats = played.seats();
        if seats.iter().all(|seat| seat.people.len() <= 1) {
            seats.clear();
        }
        DocumentLine {
            document: played.document(),
            labels: played.labels(),
            day: None,
            seats,
            standings: Vec::new(),
        }
    }
}

/// Returns the document of a match. If the match has labels or a substitute, the line has fields for them,
/// and the document is in the field `document`.
pub fn document_line(played: &Match) -> String {
    let line = DocumentLine::new(played);
    let is_bare = line.labels.is_empty() && line.seats.is_empty();
    let written = if is_bare {
        serde_json::to_string(&line.document)
    } else {
        serde_json::to_string(&line)
    };
    written.unwrap_or_default()
}

/// Returns a line with the document of a match in the field `document`, and its labels, day and standings.
fn summary_line(played: &Match) -> String {
    let scored = played.scored().ok();
    let line = DocumentLine {
        day: Some(played.listing().day),
        standings: scored.map_or_else(Vec::new, |scored| StandingReport::all(&scored)),
        ..DocumentLine::new(played)
    };
    serde_json::to_string(&line).unwrap_or_default()
}
