//! `/imports`: importing matches, all or none.

use std::future::{Ready, ready};
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Data, Payload};
use actix_web::{FromRequest, HttpRequest, HttpResponse, dev};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller;
use crate::access::extractors::Administrator;
use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::{NotedQuery, query};
use crate::http::request::{AcceptsJson, text_of};
use crate::http::values::{Flag, Game};
use crate::idempotency::header::IdempotencyKey;
use crate::idempotency::in_progress::Replayed;
use crate::imports::arriving::{Arriving, Lines};
use crate::imports::json_items::json_items;
use crate::imports::judging::Unjudged;
use crate::imports::service::{ImportReport, ImportedLine};
use crate::matches::request::Caller;
use crate::openapi::responses::{BodyErrors, Forbidden, Refused, Unauthorized};
use overtrick_core::args;
use overtrick_games::Entry;
use overtrick_match::document::{Fault, MOST_BYTES, read_results, utf8};
use overtrick_match::lang::Language;
use overtrick_store::Idempotency;
use overtrick_store::Progress;
use overtrick_store::StoredAnswer;

/// The format of an import's body.
#[derive(Clone, Copy)]
enum Form {
    Lines,
    Json,
    Results(&'static Entry),
}

query! {
    /// How an import is read.
    pub struct ImportQuery {
        /// Whether to judge everything and store nothing
        dry_run: Flag = false,
        /// Whether a document that was imported before becomes another match
        again: Flag = false,
        /// The game of a file of results
        game: Game,
    }
}

/// What is asked of an import.
pub struct Order {
    form: Form,
    dry_run: bool,
    again: bool,
}

/// The result of an import, or of a dry run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportReport)]
struct Report {
    /// The number of matches that were already stored.
    already: u64,
    /// The number of matches created, or that would be created.
    created: u64,
    /// Whether it was a dry run, which stores nothing.
    dry_run: bool,
    /// The faults, each with its line: at most 100, followed by one with the code `more-faults` that gives
    /// the number of the rest.
    faults: Vec<Fault>,
    /// The number of lines, or of matches in a CSV file.
    lines: u64,
    /// Every match, by line.
    matches: Vec<Imported>,
    /// The number of refused lines. If there are any, nothing is stored.
    refused: u64,
}

/// An imported match.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportedMatch)]
struct Imported {
    /// Whether it was already stored.
    already: bool,
    /// Its external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<String>,
    /// Its id; absent for a match that a dry run would create.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Its line, or the row of its first hand, counted from 1.
    #[schema(minimum = 1)]
    line: u64,
    /// Its id in the system that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
}

/// Import match documents, an export, or a CSV file of results: all or none.
///
/// Each line is a match document; a document with labels (`document`, `external_id`, `metadata`); or a
/// complete log from an export, which keeps its id, its keys and its history. A JSON object has the same in a
/// list `matches`, a JSON list as its items; the CSV format is described by `results.csv` of the game.
/// Matches that are already stored are recognized by external id, by source document or by log, and are not
/// added again. To get keys of imported matches, renew them.
#[utoipa::path(post, path = "/api/v1/imports", tag = "matches", operation_id = "importMatches",
    params(IdempotencyKey, ImportQuery),
    request_body(content(
        (ref("#/components/schemas/ImportLines") = "application/x-ndjson"),
        (ref("#/components/schemas/ImportRequest") = "application/json"),
        (ref("#/components/schemas/ImportResults") = "text/csv"),
    )),
    security(("key" = ["admin"])), responses(
    (status = 200, description = "What became of every line", body = Report),
    BodyErrors, Refused, Unauthorized, Forbidden,
))]
pub async fn imports(
    AcceptsJson(language): AcceptsJson,
    _: Administrator,
    order: Order,
    key: IdempotencyKey,
    request: HttpRequest,
    service: Data<Service>,
    payload: Payload,
) -> Answer {
    let mut body = arriving(&request, &service, payload)?;
    let lines = order.form.lines(&service, &mut body).await?;
    let digest = body.digest();
    let mark = key.mark("import", &digest);
    if let Some(before) = before(&service, mark.as_ref()).await? {
        return Ok(answer(language, before));
    }
    // Up to here a slow client has blocked nobody.
    let caller = caller::caller_of(&request, &service)?;
    let count = lines.count;
    let stored = store(&service, &caller, &order, lines).await?;
    let report = Report::of(stored, count, order.dry_run, language);
    let saved = saved(&service, mark.as_ref(), &report).await?;
    Ok(answer(language, saved))
}

/// The body of an import as it arrives.
///
/// # Errors
/// 413: it is announced to be larger than an import may be.
fn arriving(
    request: &HttpRequest,
    service: &Service,
    payload: Payload,
) -> Result<Arriving, Problem> {
    let most = service.settings.import_size << 20;
    let length = text_of(request.headers(), &header::CONTENT_LENGTH);
    if length.is_some_and(|length| length.parse::<usize>().is_ok_and(|length| length > most)) {
        return Err(Problem::new(ProblemKind::TooLarge).with_args(args![most: most / 1024]));
    }
    let patience = Duration::from_secs(service.settings.timeout);
    Ok(Arriving::new(payload, most, patience))
}

impl Form {
    /// The matches of a body, judged.
    ///
    /// # Errors
    /// The body cannot be read, or is too large.
    async fn lines(self, service: &Service, body: &mut Arriving) -> Result<Lines, Problem> {
        let mut lines = Lines::new(&service.matches, service.settings.import_lines);
        match self {
            Form::Lines => lines.take(body).await?,
            Form::Json => {
                let whole = body.whole().await?;
                lines.take_found(move |each| items(&whole, each)).await?;
            }
            Form::Results(entry) => {
                let whole = body.whole().await?;
                let found = move |each: Found<'_>| results(&whole, entry, each);
                lines.take_found(found).await?;
            }
        }
        Ok(lines)
    }
}

/// The answer to the same request, where it was answered before.
async fn before(service: &Service, mark: Option<&Idempotency>) -> Result<Option<Vec<u8>>, Problem> {
    let Some(mark) = mark else {
        return Ok(None);
    };
    Ok(match service.matches.replayed(mark).await? {
        Some(Replayed::StoredAnswer(before)) => Some(before.body),
        _ => None,
    })
}

/// Keeps an answer for a request that is sent again: this one, or that of the same request that was sent at the
/// same time.
async fn saved(
    service: &Service,
    mark: Option<&Idempotency>,
    report: &Report,
) -> Result<Vec<u8>, Problem> {
    let text = serde_json::to_vec(report).unwrap_or_default();
    let Some(mark) = mark else {
        return Ok(text);
    };
    let stored = StoredAnswer {
        status: 200,
        headers: Vec::new(),
        body: text,
    };
    Ok(service.matches.save_answer(mark, stored).await?.body)
}

fn answer(language: &Language, text: Vec<u8>) -> HttpResponse {
    in_language(language)
        .content_type("application/json")
        .body(text)
}

/// Stores everything, unless it is a dry run or a line was refused.
async fn store(
    service: &Service,
    caller: &Caller,
    order: &Order,
    lines: Lines,
) -> Result<ImportReport, Problem> {
    let mut import = service.matches.import(order.again).await.by(caller);
    lines.add_to(&mut import).await?;
    if order.dry_run {
        return Ok(import.rehearsed());
    }
    if import.report().refused > 0 {
        return Err(Problem::of_lines(import.rehearsed().faults));
    }
    Ok(import.store(&Progress::silent()).await?)
}

impl Order {
    /// # Errors
    /// 400, with every parameter that is at fault; 415.
    fn of(request: &HttpRequest) -> Result<Order, Problem> {
        let NotedQuery {
            asked,
            mut parameters,
        } = NotedQuery::<ImportQuery>::of(request)?;
        let media = text_of(request.headers(), &header::CONTENT_TYPE).unwrap_or_default();
        let media = media.split(';').next().unwrap_or_default().trim();
        let form = match media.to_ascii_lowercase().as_str() {
            _ if request.headers().contains_key(header::CONTENT_ENCODING) => None,
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => {
                Some(Form::Lines)
            }
            "application/json" => Some(Form::Json),
            "text/csv" => {
                if asked.game.is_none() {
                    parameters.refuse("game", ("game-of-csv".into(), args![]));
                }
                asked.game.map(Form::Results)
            }
            _ => None,
        };
        parameters.finish()?;
        let supported = "application/x-ndjson, application/json, text/csv";
        let form = form.ok_or_else(|| {
            Problem::new(ProblemKind::UnsupportedType)
                .with_header(header::ACCEPT, header::HeaderValue::from_static(supported))
        })?;
        Ok(Order {
            form,
            dry_run: asked.dry_run,
            again: asked.again,
        })
    }
}

impl FromRequest for Order {
    type Error = Problem;
    type Future = Ready<Result<Order, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(Order::of(request))
    }
}

/// Receives each match found in a body; returns whether more are wanted.
type Found<'a> = &'a mut dyn FnMut(u64, Unjudged, usize) -> bool;

/// The items of a JSON list, those of `matches` in an object, or a single value.
fn items(body: &[u8], each: Found<'_>) -> Result<(), Problem> {
    let mut number = 0;
    let mut hand_on = |item: &str| {
        number += 1;
        each(number, Unjudged::Text(item.as_bytes().to_vec()), item.len())
    };
    match json_items(body, &mut hand_on) {
        Ok(()) => Ok(()),
        // Finds the fault as for any other body.
        Err(_) if body.len() <= MOST_BYTES => Err(utf8(body)
            .and_then(overtrick_match::document::read_json)
            .err()
            .map_or_else(|| ProblemKind::Malformed.into(), Problem::from)),
        Err(_) => Err(ProblemKind::Malformed.into()),
    }
}

fn results(body: &[u8], entry: &Entry, each: Found<'_>) -> Result<(), Problem> {
    read_results(entry.facts, utf8(body)?, |one, bytes| {
        each(one.row, Unjudged::Results(Box::new(one)), bytes)
    })
    .map_err(Problem::of_lines)
}

impl Report {
    fn of(report: ImportReport, lines: u64, dry_run: bool, language: &Language) -> Report {
        let count = |already: bool| {
            let matches = report.matches.iter();
            let counted = matches.filter(|one| one.already == already).count();
            u64::try_from(counted).unwrap_or(u64::MAX)
        };
        Report {
            already: count(true),
            created: count(false),
            dry_run,
            lines,
            refused: report.refused,
            faults: faults(&report, language),
            matches: report.matches.into_iter().map(Imported::of).collect(),
        }
    }
}

fn faults(report: &ImportReport, language: &Language) -> Vec<Fault> {
    let faults = report.faults.iter();
    faults
        .map(|(line, finding)| Fault::of(finding, Some(*line), language))
        .collect()
}

impl Imported {
    fn of(imported: ImportedLine) -> Imported {
        let ImportedLine {
            line,
            id,
            external_id,
            was,
            already,
        } = imported;
        Imported {
            already,
            external_id,
            id,
            line,
            was,
        }
    }
}
