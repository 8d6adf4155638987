//! `/imports`: importing matches, all or none.

use std::borrow::Cow;
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::{Parameters, flag};
use crate::http::request;
use crate::http::request::text_of;
use crate::idempotency::header as idempotency;
use crate::idempotency::in_progress::Replayed;
use crate::imports::arriving::{Arriving, Lines};
use crate::imports::json_items::json_items;
use crate::imports::judging::Unjudged;
use crate::imports::service::{Import, ImportReport, ImportedLine};
use crate::matches::index_query::game;
use crate::openapi::parameters::{IdempotencyKey, ImportQuery};
use crate::openapi::responses::{BodyErrors, Forbidden, Refused, Unauthorized};
use overtrick_core::args;
use overtrick_games::Entry;
use overtrick_match::document::{Fault, MOST_BYTES, read_results, utf8};
use overtrick_match::lang::Language;
use overtrick_match::ledger::hex;
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

/// The parameters of an import.
struct Order {
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
pub async fn imports(request: HttpRequest, service: Data<Service>, payload: Payload) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    caller::administrator(&request, &service)?;
    let order = order(&request)?;
    let key = idempotency::sent(&request)?;
    let settings = &service.settings;
    let patience = Duration::from_secs(settings.timeout);
    let most = settings.import_size << 20;
    let length = text_of(request.headers(), &header::CONTENT_LENGTH);
    if length.is_some_and(|length| length.parse::<usize>().is_ok_and(|length| length > most)) {
        let args = overtrick_core::args![most: most / 1024];
        return Err(Problem::new(ProblemKind::TooLarge).with_args(args));
    }
    let mut body = Arriving::new(payload, most, patience);
    let mut lines = Lines::new(&service.matches, settings.import_lines);
    match order.form {
        Form::Lines => lines.take(&mut body).await?,
        Form::Json => {
            let whole = body.whole().await?;
            lines.take_found(move |each| items(&whole, each)).await?;
        }
        Form::Results(entry) => {
            let whole = body.whole().await?;
            lines
                .take_found(move |each| results(&whole, entry, each))
                .await?;
        }
    }
    let count = lines.count;
    let mark = key.map(|key| {
        let mark = Idempotency {
            key,
            fingerprint: idempotency::fingerprint(&request, &body.digest()),
        };
        mark.within("import")
    });
    if let Some(mark) = &mark
        && let Some(Replayed::StoredAnswer(before)) = service.matches.replayed(mark).await?
    {
        return Ok(answer(language, before.body));
    }
    // Up to here a slow client has blocked nobody.
    let caller = caller::caller_of(&request, &service)?;
    let mut import = service.matches.import(order.again).await.by(&caller);
    if !order.dry_run {
        // A streamed body never arrives twice in the same way, so the remains of an interrupted import are
        // deleted.
        import.resume("", &Progress::silent()).await?;
    }
    lines.add_to(&mut import).await?;
    let name = format!("request {}", hex(&body.digest()));
    let report = finish(import, order.dry_run, &name).await?;
    let report = Report::of(report, count, order.dry_run, language);
    let text = serde_json::to_vec(&report).unwrap_or_default();
    if let Some(mark) = &mark {
        let stored = StoredAnswer {
            status: 200,
            headers: Vec::new(),
            body: text,
        };
        let stored = service.matches.save_answer(mark, stored).await?;
        return Ok(answer(language, stored.body));
    }
    Ok(answer(language, text))
}

fn answer(language: &Language, text: Vec<u8>) -> HttpResponse {
    in_language(language)
        .content_type("application/json")
        .body(text)
}

/// Stores everything, unless it is a dry run or a line was refused.
async fn finish(import: Import, dry_run: bool, name: &str) -> Result<ImportReport, Problem> {
    if dry_run {
        return Ok(import.rehearsed());
    }
    if import.report().refused > 0 {
        return Err(Problem::of_lines(import.rehearsed().faults));
    }
    Ok(import.store(name, &Progress::silent()).await?)
}

fn order(request: &HttpRequest) -> Result<Order, Problem> {
    let mut parameters = Parameters::of(request, &["dry_run", "again", "game"])?;
    let dry_run = parameters.read("dry_run", flag).unwrap_or(false);
    let again = parameters.read("again", flag).unwrap_or(false);
    let game = parameters.read("game", game);
    let media = text_of(request.headers(), &header::CONTENT_TYPE).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim();
    let form = match media.to_ascii_lowercase().as_str() {
        _ if request.headers().contains_key(header::CONTENT_ENCODING) => None,
        "application/x-ndjson" | "application/ndjson" | "application/jsonl" => Some(Form::Lines),
        "application/json" => Some(Form::Json),
        "text/csv" => {
            if game.is_none() {
                parameters.refuse("game", ("game-of-csv", args![]));
            }
            game.map(Form::Results)
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
        dry_run,
        again,
    })
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
    let faults = report.faults.iter().map(|(line, finding)| Fault {
        line: Some(*line),
        pointer: finding.pointer.clone(),
        code: finding.code.into(),
        detail: language.finding(finding),
        rule: finding.rule.map(Cow::Borrowed),
    });
    faults.collect()
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
