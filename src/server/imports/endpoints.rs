//! `/imports`: importing matches, all or none.

use std::future::{Ready, ready};
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Data, Payload};
use actix_web::{FromRequest, HttpRequest, HttpResponse, dev};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::access::caller;
use crate::access::extractors::Administrator;
use crate::app::state::Service;
use crate::bounds::MAX_IMPORT;
use crate::http::answer::{Answer, in_language};
use crate::http::body::{too_large, unsupported_type};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::{NotedQuery, Refusal, Value, query, unknown};
use crate::http::request::{self, AcceptsJson, text_of};
use crate::http::values::{Flag, Game, Text};
use crate::idempotency::answers::{before, saved};
use crate::idempotency::header::IdempotencyKey;
use crate::imports::arriving::{Arriving, Lines};
use crate::imports::json_items::json_items;
use crate::imports::judging::Unjudged;
use crate::imports::options::ImportOptions;
use crate::imports::report::{
    ImportOutcome, ImportReport, ImportedLine, ListedDifferences, difference_text,
};
use crate::openapi::responses::{BodyErrors, Forbidden, Refused, Unauthorized};
use overtrick_core::json::Json;
use overtrick_core::openapi::words;
use overtrick_core::{Finding, args, schemas};
use overtrick_games::Entry;
use overtrick_match::document::{Fault, MOST_BYTES, names_games, read_results, results_text, utf8};
use overtrick_match::lang::Language;
use overtrick_match::ledger::PublishedPart;
use overtrick_store::Progress;

/// The format of an import's body.
#[derive(Clone, Copy)]
enum Form {
    Lines,
    Json,
    /// Results of this game, or of those that the file names.
    Results(Option<&'static Entry>),
}

query! {
    /// How an import is read.
    pub struct ImportQuery {
        /// Whether to judge everything and store nothing
        dry_run: Flag = false,
        /// Whether a document that was imported before becomes another match
        again: Flag = false,
        /// Whether a match that is there and differs is corrected by what the file says
        update: Flag = false,
        /// The reason for these corrections, as the history of each match has it
        reason: Text,
        /// How much of the new matches, and with `update` of all, everybody may see: the standings (`true` is
        /// the same), or every hand
        publish: Publish,
        /// The game of a file of results whose rows do not name one in the column `game`
        game: Game,
    }
}

/// What is asked of an import.
pub struct Order {
    form: Form,
    dry_run: bool,
    options: ImportOptions,
}

/// How much of imported matches is published.
#[derive(Debug)]
pub struct Publish;

impl Value for Publish {
    type Of = Option<PublishedPart>;

    fn read(text: &str) -> Result<Option<PublishedPart>, Refusal> {
        match text {
            "" | "true" | "standings" => Ok(Some(PublishedPart::Standings)),
            "sheet" => Ok(Some(PublishedPart::Sheet)),
            "false" => Ok(None),
            _ => Err(unknown(text, PUBLISH.into_iter())),
        }
    }

    fn schema() -> RefOr<Schema> {
        words(PUBLISH).into()
    }
}

/// The words of [`Publish`].
const PUBLISH: [&str; 4] = ["standings", "sheet", "true", "false"];

/// The result of an import, or of a dry run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportReport)]
struct Report {
    /// The number of matches that were already stored.
    already: u64,
    /// The number of matches created, or that would be created.
    created: u64,
    /// Of those that were already stored, the number that are otherwise than the file says, and stay so.
    differs: u64,
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
    /// Of those that were already stored, the number that were made as the file says, or would be.
    updated: u64,
}

/// An imported match.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportedMatch)]
struct Imported {
    /// Whether it was already stored.
    already: bool,
    /// What the file says otherwise than the match that was already stored: at most 20, and 10,000 in a
    /// report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<ImportDifference>,
    /// Its external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<String>,
    /// Its id; absent for a match that a dry run would create.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Its line, or the row of its first hand, counted from 1.
    #[schema(minimum = 1)]
    line: u64,
    /// The number of differences that are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    more_differences: usize,
    /// What became of it, or would.
    outcome: ImportOutcome,
    /// Its id in the system that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
}

/// A place in which a file is otherwise than the match that was already stored.
#[derive(Debug, Serialize, ToSchema)]
struct ImportDifference {
    /// The value in the file; `null` if it has none.
    #[schema(value_type = serde_json::Value)]
    file: Json,
    /// The value of the match; `null` if it has none.
    #[schema(value_type = serde_json::Value)]
    here: Json,
    /// A JSON pointer into the match document, or to its labels.
    pointer: String,
    /// A sentence that says so.
    text: String,
}

schemas! {
    ImportOutcome = words(ImportOutcome::WORDS.iter().copied());
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Import match documents, an export, or a CSV file of results: all or none.
///
/// Each line is a match document; a document with labels (`document`, `external_id`, `metadata`); or a
/// complete log from an export, which keeps its id, its keys and its history. A JSON object has the same in a
/// list `matches`, a JSON list as its items; the CSV format is described by `results.csv` of the game.
/// Matches that are already stored are recognized by external id, by source document or by log, and are not
/// added again: what the file says otherwise is reported, and with `update` the match is corrected, by which the
/// score, the history, and followers learn of it as of any correction. A document is the whole match,
/// except for texts and metadata that it leaves out; a CSV file says nothing of columns that it does not have.
/// Game, edition, house rules, first dealer and the number and order of players are fixed when a match is
/// opened: an update that differs there is refused. To get keys of imported matches, renew them.
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
    Administrator(caller): Administrator,
    order: Order,
    key: IdempotencyKey,
    request: HttpRequest,
    service: Data<Service>,
    payload: Payload,
) -> Answer {
    let mut body = arriving(&request, &service, payload)?;
    let lines = order.lines(&service, &mut body).await?;
    let digest = body.digest();
    let mark = key.mark(&format!("import/{}", caller.scope()), &digest);
    if let Some(before) = before(&service, mark.as_ref()).await? {
        return Ok(answer(language, before));
    }
    // Up to here a slow client has blocked nobody. Its key may have been revoked meanwhile.
    caller::caller_of(&request, &service)?;
    let count = lines.count;
    let stored = store(&service, &order, lines).await?;
    let report = Report::new(stored, count, order.dry_run, language);
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
    let length = text_of(request.headers(), &header::CONTENT_LENGTH);
    if let Some(length) = length.and_then(|length| length.parse::<usize>().ok())
        && length > MAX_IMPORT
    {
        return Err(too_large(length, MAX_IMPORT));
    }
    let timeout = Duration::from_secs(service.settings.timeout);
    Ok(Arriving::new(payload, timeout))
}

impl Order {
    /// The matches of a body, judged.
    ///
    /// # Errors
    /// The body cannot be read, or is too large.
    async fn lines(&self, service: &Service, body: &mut Arriving) -> Result<Lines, Problem> {
        let mut lines = Lines::new(&service.matches, self.options.publish);
        match self.form {
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

fn answer(language: &Language, text: String) -> HttpResponse {
    in_language(language)
        .content_type("application/json")
        .body(text)
}

/// Stores everything, unless it is a dry run or a line was refused.
async fn store(service: &Service, order: &Order, lines: Lines) -> Result<ImportReport, Problem> {
    let mut import = service.matches.import(order.options.clone()).await;
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
    fn from_request(request: &HttpRequest) -> Result<Order, Problem> {
        let NotedQuery {
            asked,
            mut parameters,
        } = NotedQuery::<ImportQuery>::from_request(request)?;
        let media = text_of(request.headers(), &header::CONTENT_TYPE).unwrap_or_default();
        let media = media.split(';').next().unwrap_or_default().trim();
        let form = match media.to_ascii_lowercase().as_str() {
            _ if request.headers().contains_key(header::CONTENT_ENCODING) => None,
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => {
                Some(Form::Lines)
            }
            "application/json" => Some(Form::Json),
            "text/csv" => Some(Form::Results(asked.game)),
            _ => None,
        };
        if asked.update && asked.again {
            let args = args![other: "update"];
            parameters.refuse("again", ("parameter-beside".into(), args));
        }
        parameters.finish()?;
        let form = form
            .ok_or_else(|| unsupported_type("application/x-ndjson, application/json, text/csv"))?;
        let usual = || request::language(request.headers()).text("service", "import-reason");
        let reason = asked.reason.filter(|reason| !reason.trim().is_empty());
        Ok(Order {
            form,
            dry_run: asked.dry_run,
            options: ImportOptions {
                again: asked.again,
                update: asked.update.then(|| reason.unwrap_or_else(usual)),
                publish: asked.publish.flatten(),
            },
        })
    }
}

impl FromRequest for Order {
    type Error = Problem;
    type Future = Ready<Result<Order, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut dev::Payload) -> Self::Future {
        ready(Order::from_request(request))
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

fn results(body: &[u8], entry: Option<&'static Entry>, each: Found<'_>) -> Result<(), Problem> {
    let text = results_text(body)?;
    if entry.is_none() && !names_games(text) {
        return Err(Problem::bad_request(Finding::shape(
            "game-of-csv",
            "/game",
            args![],
        )));
    }
    read_results(entry, text, |one, bytes| {
        each(one.row, Unjudged::Results(Box::new(one)), bytes)
    })
    .map_err(Problem::of_lines)
}

impl Report {
    fn new(report: ImportReport, lines: u64, dry_run: bool, language: &Language) -> Report {
        let count = |outcome: ImportOutcome| {
            let matches = report.matches.iter();
            let counted = matches.filter(|one| one.outcome == outcome).count();
            u64::try_from(counted).unwrap_or(u64::MAX)
        };
        let [differs, updated] = [ImportOutcome::Differs, ImportOutcome::Updated].map(count);
        Report {
            already: count(ImportOutcome::Unchanged) + differs + updated,
            created: count(ImportOutcome::Created),
            differs,
            updated,
            dry_run,
            lines,
            refused: report.refused,
            faults: faults(&report, language),
            matches: report
                .matches
                .into_iter()
                .map(|one| Imported::new(one, language))
                .collect(),
        }
    }
}

fn faults(report: &ImportReport, language: &Language) -> Vec<Fault> {
    let faults = report.faults.iter();
    faults
        .map(|(place, finding)| Fault::new(finding, Some(place), language))
        .collect()
}

impl Imported {
    fn new(imported: ImportedLine, language: &Language) -> Imported {
        let already = imported.is_already();
        let ListedDifferences { listed, more } = imported.differences;
        let differences = listed.into_iter().map(|difference| ImportDifference {
            text: difference_text(&difference, language),
            pointer: difference.pointer,
            here: difference.here.unwrap_or(Json::Null),
            file: difference.file.unwrap_or(Json::Null),
        });
        Imported {
            already,
            differences: differences.collect(),
            external_id: imported.external_id,
            id: imported.id,
            line: imported.line,
            more_differences: more,
            outcome: imported.outcome,
            was: imported.was,
        }
    }
}
