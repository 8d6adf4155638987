//! `/imports`: bringing matches in, all or none.

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

/// What the body of an import is.
#[derive(Clone, Copy)]
enum Form {
    Lines,
    Json,
    Results(&'static Entry),
}

/// What is asked of an import.
struct Order {
    form: Form,
    dry_run: bool,
    again: bool,
}

/// What an import came to, or would come to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportReport)]
struct Report {
    /// How many matches were there already.
    already: u64,
    /// How many matches were made, or would be.
    created: u64,
    /// Whether nothing was stored, because a dry run was asked for.
    dry_run: bool,
    /// The faults, each with its line: at most 100, and then one with the code `more-faults` that says how
    /// many more there are.
    faults: Vec<Fault>,
    /// How many lines there were, or matches in a file of results.
    lines: u64,
    /// Every match, by line.
    matches: Vec<Imported>,
    /// How many lines are refused. If there are any, nothing is stored.
    refused: u64,
}

/// A match of an import.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportedMatch)]
struct Imported {
    /// Whether it was there already.
    already: bool,
    /// What a program calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<String>,
    /// Its id; absent of a match that a dry run would make.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Its line, or the row of its first hand, from 1.
    #[schema(minimum = 1)]
    line: u64,
    /// The id that it had where it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
}

/// Store match documents, an export, or a file of results: all or none.
///
/// A line is a match document; a document beside what a program calls it (`document`, `external_id`,
/// `metadata`); or a whole log from an export, which keeps its id, its keys and its history. A JSON object has
/// the same as `matches`, and a JSON list as its items; CSV is what `results.csv` of the game shows. What is there already is
/// recognized and not added again: by its external id, by the document that it was imported from, by its
/// log. Keys of imported matches are made by renewing them.
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
    // Whoever sends slowly has kept nobody waiting until here.
    let caller = caller::caller_of(&request, &service)?;
    let mut import = service.matches.import(order.again).await.by(&caller);
    if !order.dry_run {
        // No body arrives twice in the same way: what one has left that was cut off is taken back.
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
                parameters.refuse("game", ("game-of-csv".into(), args![]));
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

/// Hands on each match that is found in a body; whether more are needed.
type Found<'a> = &'a mut dyn FnMut(u64, Unjudged, usize) -> bool;

/// The items of a JSON list, those of `matches` of an object, or a single one.
fn items(body: &[u8], each: Found<'_>) -> Result<(), Problem> {
    let mut number = 0;
    let mut hand_on = |item: &str| {
        number += 1;
        each(number, Unjudged::Text(item.as_bytes().to_vec()), item.len())
    };
    match json_items(body, &mut hand_on) {
        Ok(()) => Ok(()),
        // The fault as it is found in every body.
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
        code: finding.code.clone().into(),
        detail: language.finding(finding),
        rule: finding.rule.clone().map(Cow::from),
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
