//! `/exports`: all matches as a stream that is never completely in memory, and a game's results as CSV.

use std::collections::{BTreeMap, VecDeque};

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::{Stream, unfold};
use serde::Deserialize;
use utoipa::openapi::ObjectBuilder;
use validator::{Validate, ValidationError};

use crate::access::caller;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::exports::lines::{ExportForm, damaged_line, export_line};
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::request;
use crate::http::request::AcceptsCsv;
use crate::http::valid::at;
use crate::http::values::{PlayedGame, check_day, day_schema, played_game_schema};
use crate::matches::index_query::status_schema;
use crate::matches::judged::run_apart;
use crate::matches::match_reader::View;
use crate::matches::match_response;
use crate::matches::service::MatchService;
use crate::openapi::responses::{BadRequest, Forbidden, NotAcceptable, NotFound, Unauthorized};
use crate::rules::endpoints as game_paths;
use overtrick_core::openapi;
use overtrick_core::wire::words;
use overtrick_games::Entry;
use overtrick_match::document::{Status, csv, write_results, write_results_header, write_template};
use overtrick_match::ledger::Role;
use overtrick_match::ledger::{MatchId, StoredLog};
use overtrick_store::{MatchOrder, MatchQuery};

/// How many matches are read, checked and written at once.
const PAGE: usize = 16;
const CSV: &str = "text/csv";
const NDJSON: &str = "application/x-ndjson";

/// The format of an exported match.
#[derive(Debug, Clone, Copy)]
enum Form {
    Lines(ExportForm),
    Results(&'static Entry),
}

/// Which matches are exported, and how.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[validate(schema(function = fits_form))]
pub struct ExportQuery {
    /// Those of this game, by its id
    #[param(schema_with = played_game_schema, required = false)]
    game: Option<PlayedGame>,
    /// Those that go on, or are over
    #[param(schema_with = status_schema, required = false)]
    status: Option<Status>,
    /// Those at which somebody of this name sits; case does not matter
    #[validate(length(max = 400))]
    #[param(max_length = 400)]
    player: Option<String>,
    /// Those of this day or a later one: when they were played, or else opened
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    from: Option<String>,
    /// Those of this day or an earlier one
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    to: Option<String>,
    /// The one that a program calls so
    #[validate(length(max = 400))]
    #[param(max_length = 400)]
    external_id: Option<String>,
    /// Those whose metadata has this text, number or flag at KEY, which stands for any key; several of them must all
    /// fit
    #[serde(rename = "metadata.")]
    #[param(rename = "metadata.KEY", value_type = Option<String>, max_length = 400)]
    metadata: BTreeMap<String, String>,
    /// How each match is written
    #[param(schema_with = form_schema, required = false)]
    form: Option<WrittenForm>,
    /// The match whose points are written, with `form=points` only
    #[validate(length(max = 400))]
    #[param(max_length = 400)]
    r#match: Option<String>,
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

fn form_schema() -> ObjectBuilder {
    openapi::words(WrittenForm::WORDS.iter().copied())
}

/// Checks that there is a match for points only, and a game for results.
fn fits_form(query: &ExportQuery) -> Result<(), ValidationError> {
    match (query.form, &query.r#match) {
        (Some(WrittenForm::Points), None) => return Err(at("match", "required")),
        (Some(WrittenForm::Points), Some(_)) | (_, None) => {}
        (_, Some(_)) => return Err(at("match", "match-of-points")),
    }
    match (query.form, query.game) {
        // Each custom game has columns of its own.
        (Some(WrittenForm::Csv), Some(game)) if game.shipped().is_none() => {
            Err(at("game", "own-csv"))
        }
        (Some(WrittenForm::Csv), None) => Err(at("game", "game-of-csv")),
        _ => Ok(()),
    }
}

impl ExportQuery {
    fn form(&self) -> Form {
        match (self.form, self.game.and_then(PlayedGame::shipped)) {
            (Some(WrittenForm::Csv), Some(game)) => Form::Results(game),
            (Some(WrittenForm::Logs), _) => Form::Lines(ExportForm::Logs),
            _ => Form::Lines(ExportForm::Documents),
        }
    }
}

impl From<ExportQuery> for MatchQuery {
    fn from(query: ExportQuery) -> MatchQuery {
        MatchQuery {
            game: query.game.map(|game| game.0.to_owned()),
            complete: query.status.map(|status| status == Status::Complete),
            player: query.player,
            from: query.from,
            to: query.to,
            external_id: query.external_id,
            metadata: query.metadata.into_iter().collect(),
            limit: PAGE,
            ..MatchQuery::default()
        }
    }
}

/// Matches on their way out.
struct Exporting {
    matches: MatchService,
    query: MatchQuery,
    form: Form,
    /// Written but not yet sent.
    ready: VecDeque<Bytes>,
    /// Whether there may be more matches.
    more: bool,
}

/// Export all matches, or those that match the filters, one per line.
///
/// `form=documents` writes match documents, each under `document`, next to its labels (`external_id` and `metadata`),
/// its `day` and its `standings`, which an import ignores. `form=logs` writes complete logs with all events. Both can be
/// imported again unchanged. A damaged match appears as `damaged`, with its id; a match opened during the
/// export may be missing. `form=csv`, with a `game`, writes a CSV file of results: see `results.csv` of the
/// game. `form=points`, with a `match`, writes a CSV file with a row per hand and player; a key of the match is enough
/// for that.
#[utoipa::path(get, path = "/api/v1/exports", tag = "matches", operation_id = "exportMatches",
    params(ExportQuery),
    security(("key" = ["view"])), responses(
    (status = 200, description = "A match a line, or CSV", content((String = "application/x-ndjson"), (String = "text/csv"))),
    BadRequest, Unauthorized, Forbidden, NotAcceptable,
))]
pub async fn exports(
    Query(query): Query<ExportQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    if let Some(id) = &query.r#match {
        return points(&request, &service, id).await;
    }
    let (media, charset, file) = match query.form() {
        Form::Lines(_) => (NDJSON, "", "matches.ndjson"),
        Form::Results(_) => (CSV, "; charset=utf-8", "results.csv"),
    };
    request::accepts(&request, media)?;
    caller::whole_instance(&request, &service, Role::View)?;
    let exporting = Exporting::new(service.matches.clone(), query)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{file}\""),
        ))
        .content_type(format!("{media}{charset}"))
        .streaming(Box::pin(exporting.stream())))
}

/// The points of a match as CSV: one row per hand and player.
async fn points(request: &HttpRequest, service: &Service, id: &str) -> Answer {
    let view = View::load(request, service, id, CSV).await?;
    view.answer(|mut builder| {
        let scored = match_response::scored(&view.played)?;
        let mut rows = Vec::new();
        let written = csv(&scored, &view.played.document(), &mut rows);
        written.map_err(|_| Problem::new(ProblemKind::Internal))?;
        let file = "attachment; filename=\"points.csv\"";
        Ok(builder
            .insert_header((header::CONTENT_DISPOSITION, file))
            .content_type("text/csv; charset=utf-8")
            .body(rows))
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
    NotFound, NotAcceptable,
))]
pub async fn template(_: AcceptsCsv, game: Path<String>) -> Answer {
    let entry = game_paths::find(&game)?;
    let mut rows = Vec::new();
    write_template(entry, &mut rows).map_err(|_| Problem::new(ProblemKind::Internal))?;
    let file = format!("attachment; filename=\"{}-results.csv\"", entry.facts.id);
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_DISPOSITION, file))
        .content_type("text/csv; charset=utf-8")
        .body(rows))
}

impl Exporting {
    /// # Errors
    /// 500: the names of the columns cannot be written.
    fn new(matches: MatchService, query: ExportQuery) -> Result<Exporting, Problem> {
        let mut ready = VecDeque::new();
        if let Form::Results(entry) = query.form() {
            let mut names = Vec::new();
            write_results_header(entry.facts, &mut names).map_err(|_| ProblemKind::Internal)?;
            ready.push_back(names.into());
        }
        Ok(Exporting {
            matches,
            form: query.form(),
            query: query.into(),
            ready,
            more: true,
        })
    }

    /// The pieces. A stream that breaks off shows whoever reads it that it is not whole.
    fn stream(self) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
        unfold(self, |mut exporting| async move {
            let next = exporting.next().await.transpose()?;
            Some((next.map_err(actix_web::Error::from), exporting))
        })
    }

    /// The next piece, or nothing after the last one.
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Ok(Some(piece));
            }
            if !self.more {
                return Ok(None);
            }
            self.read_page().await?;
        }
    }

    async fn read_page(&mut self) -> Result<(), Problem> {
        let page = self.matches.find(&self.query).await?;
        self.more = page.len() == self.query.limit;
        let Some(last) = page.last() else {
            return Ok(());
        };
        self.query.order = MatchOrder::Id(Some(last.id.clone()));
        let mut logs = Vec::with_capacity(page.len());
        // A match with an unreadable id could not be imported again.
        for id in page.iter().filter_map(|found| MatchId::read(&found.id)) {
            match self.matches.stored_log(&id).await {
                // The match was deleted after it was listed.
                Err(ServiceError::NotFound | ServiceError::Expired) => {}
                log => logs.push((id, log)),
            }
        }
        let form = self.form;
        let lines = run_apart(move || {
            let lines = logs.into_iter().map(|(id, log)| piece(&id, log, form));
            lines.collect::<Result<VecDeque<Bytes>, Problem>>()
        });
        self.ready = lines.await??;
        Ok(())
    }
}

/// The exported form of a match.
fn piece(id: &MatchId, log: Result<StoredLog, ServiceError>, form: Form) -> Result<Bytes, Problem> {
    let written = match form {
        Form::Lines(form) => log.and_then(|log| export_line(log, id, form)),
        Form::Results(entry) => return results(log, entry),
    };
    let line = match written {
        Err(ServiceError::Damaged { damage, .. }) => damaged_line(id, damage),
        written => written?,
    };
    Ok((line + "\n").into())
}

/// The rows of a match; none if it is damaged.
fn results(log: Result<StoredLog, ServiceError>, entry: &Entry) -> Result<Bytes, Problem> {
    let log = match log {
        Err(ServiceError::Damaged { .. }) => return Ok(Bytes::new()),
        log => log?,
    };
    let Ok(played) = log.open() else {
        return Ok(Bytes::new());
    };
    let mut rows = Vec::new();
    let external_id = played.labels().external_id.as_deref();
    write_results(entry.facts, &played.document(), external_id, &mut rows)
        .map_err(|_| Problem::new(ProblemKind::Internal))?;
    Ok(rows.into())
}
