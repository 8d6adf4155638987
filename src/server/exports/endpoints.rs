//! `/exports`: all matches as a stream that is never in memory as a whole, and a game's results as CSV.

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

/// How many matches are read, checked and written at once.
const PAGE: usize = 16;
const CSV: &str = "text/csv; charset=utf-8";
const NDJSON: &str = "application/x-ndjson";

match_query! {
    /// Which matches are exported, and how.
    #[validate(schema(function = fits_form))]
    pub struct ExportQuery {
        /// How each match is written
        form: Option<WrittenForm>,
        /// The match that is written, with `form=points` or `form=csv`
        #[param(max_length = 400)]
        r#match: Option<String>,
        /// Whether to write CSV that spreadsheets with decimal commas open with a double click: with semicolons, decimal
        /// commas and a byte order mark
        excel: bool,
    }
}

words! {
    /// How each match of an export is written.
    pub enum WrittenForm {
        /// As its document.
        Documents = "documents",
        /// As its whole log.
        Logs = "logs",
        /// As rows of results of its game.
        Csv = "csv",
        /// As rows of points, one per hand and player; of one match.
        Points = "points",
    }
}

schemas! {
    WrittenForm = openapi::words(WrittenForm::WORDS.iter().copied());
}

/// Checks that the query has a match for points only, and a game for results.
fn fits_form(query: &ExportQuery) -> Result<(), ValidationError> {
    match (query.form, &query.r#match) {
        (Some(WrittenForm::Points), None) => return Err(at("match", "required")),
        (Some(WrittenForm::Points | WrittenForm::Csv), Some(_)) => return Ok(()),
        (_, Some(_)) => return Err(at("match", "match-of-points")),
        (_, None) => {}
    }
    match (query.form, query.game) {
        // Each custom game has different columns.
        (Some(WrittenForm::Csv), Some(game)) if game.shipped().is_none() => {
            Err(at("game", "own-csv"))
        }
        (Some(WrittenForm::Csv), None) => Err(at("game", "game-of-csv")),
        _ => Ok(()),
    }
}

/// The style of an export: its form, the game of its results, and whether it is for Excel.
type Style = (WrittenForm, Option<&'static Entry>, bool);

/// Export all matches, or those that match the filters, one per line.
///
/// `form=documents` writes match documents, each under `document`, next to its labels (`external_id` and `metadata`),
/// its `day`, its `standings` and, if somebody was replaced, the people in its `seats`, which an import ignores. `form=logs` writes complete logs with all events. Both can be
/// imported again unchanged. A damaged match appears as `damaged`, with its id; a match opened during the
/// export may be missing. `form=csv`, with a `game`, writes a CSV file of results: see `results.csv` of the
/// game. With a `match` instead of a `game`, it writes that match; the definition of a custom game is in the column
/// `definition`. `form=points`, with a `match`, writes a CSV file with a row per hand and player. A key of the match is
/// enough for either. With `excel=true`, Czech and German spreadsheets open the CSV file with a double click.
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
    // If the stream breaks off, the reader sees that it is not complete.
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

/// Returns a builder for a file that the browser saves under a name.
fn file(mut builder: HttpResponseBuilder, media: &str, name: &str) -> HttpResponseBuilder {
    let disposition = format!("attachment; filename=\"{name}\"");
    builder
        .content_type(media)
        .insert_header((header::CONTENT_DISPOSITION, disposition));
    builder
}

/// Returns the next matches of an export, and the query for the page after them. `None` after the last matches.
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
    // A match with an unreadable id could not be imported again.
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

/// A whole CSV file or the beginning of one, as spreadsheets open it.
fn csv_file(csv: Vec<u8>, excel: bool) -> Vec<u8> {
    if excel {
        [BYTE_ORDER_MARK, &for_excel(&csv)].concat()
    } else {
        csv
    }
}

/// Writes the line or the rows of a match. A damaged match has no rows.
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

/// Returns a match as CSV: one row per hand with its results, or one row per hand and player with the points.
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
/// Each row is a hand; the rows with the same text in `match` form a match. Facts about the match must be in
/// its first row. A player's value of a field is in the column of the player's seat. Lists are separated by
/// semicolons, the values of small objects in them by commas; deeper values are JSON.
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
    /// Returns the stored log of a match for export. It is neither checked nor stored in memory.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Damaged`]; store errors.
    pub async fn stored_log(&self, id: &MatchId) -> Result<StoredLog, ServiceError> {
        self.0.stored(id).await
    }
}

/// Checks the log of a match, and returns its line.
///
/// # Errors
/// [`ServiceError::Damaged`].
pub fn log_line(log: &StoredLog, id: &MatchId) -> Result<String, ServiceError> {
    log.open().map_err(|damage| damaged(id, damage))?;
    Ok(json!({ "log": log }).to_string())
}

/// A line of an export with a document.
#[derive(Serialize)]
struct DocumentLine<'a> {
    document: Json,
    #[serde(flatten)]
    labels: &'a Labels,
    /// The day it was played or, if unknown, opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<String>,
    /// The people who had each seat; absent if none was replaced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatView>,
    /// The ranks of its players, best first; absent if it cannot be scored.
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

/// Returns the document of a match. If the match has labels or a substitute, the document is in the field `document`
/// next to them.
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

/// Returns the document of a match in the field `document`, next to its labels, its day and its standings.
fn summary_line(played: &Match) -> String {
    let scored = played.scored().ok();
    let line = DocumentLine {
        day: Some(played.listing().day),
        standings: scored.map_or_else(Vec::new, |scored| StandingReport::all(&scored)),
        ..DocumentLine::new(played)
    };
    serde_json::to_string(&line).unwrap_or_default()
}
