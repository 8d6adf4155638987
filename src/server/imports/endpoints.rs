//! `/imports`: importing matches, all or none.

use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{Bytes, Data, Payload};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::{self, Administrator};
use crate::app::state::Service;
use crate::bounds::{MAX_IMPORT, MAX_IMPORT_LINES};
use crate::http::{
    Answer, ClientLanguage, Problem, ProblemKind, Query, ShippedGame, body, in_language, request,
    text_of, unsupported_type,
};
use crate::imports::judging::Unjudged;
use crate::imports::service::{BATCH, ImportOptions, ImportOutcome, ImportReport, ImportedLine};
use crate::matches::judged::run_blocking;
use crate::openapi::{BodyErrors, Forbidden, Refused, Unauthorized};
use overtrick_core::{Finding, args};
use overtrick_games::Entry;
use overtrick_match::MatchGame;
use overtrick_match::document::{Fault, names_games, read_json, read_results, results_text, utf8};
use overtrick_match::lang::Language;
use overtrick_match::ledger::PublishedPart;

/// The timeout for the body of an import, as a multiple of the usual timeout.
const PATIENCE: u32 = 20;

/// The format of an import's body.
#[derive(Clone, Copy)]
enum Format {
    Lines,
    Json,
    /// Results of this game, or of the games that the file names.
    Results(Option<&'static Entry>),
}

/// The options of an import.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// Whether to judge everything and store nothing
    dry_run: bool,
    /// Whether to correct the hands of stored matches that differ from the file; names are never changed
    replace: bool,
    /// The reason for these corrections, shown in the history of each match
    #[param(max_length = 400)]
    reason: Option<String>,
    /// The part of each new match to publish: the standings, or every hand
    publish: Option<PublishedPart>,
    /// The default game for CSV rows that have no game in the column `game`
    game: Option<ShippedGame>,
}

/// The result of an import, or of a dry run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportReport)]
pub struct Report {
    /// The number of matches that were already stored.
    already: usize,
    /// The number of matches that were created, or would be in a dry run.
    created: usize,
    /// The number of stored matches that differ from the file but were not corrected.
    differs: usize,
    /// Whether it was a dry run, which stores nothing.
    dry_run: bool,
    /// The faults, each with its line. After 100 faults, a last one with the code `more-faults` gives the
    /// number of other faults.
    faults: Vec<Fault>,
    /// The number of lines, or of matches in a CSV file.
    lines: usize,
    /// The imported matches, in the order of their lines.
    matches: Vec<ImportedLine>,
    /// The number of refused lines. If any line is refused, nothing is stored.
    refused: u64,
    /// The number of stored matches whose hands were corrected, or would be in a dry run.
    updated: usize,
}

/// Import match documents, an export, or a CSV file of results: either all matches or none.
///
/// Each line is a match document; a document with labels (`document`, `external_id`, `metadata`); or a
/// complete log from an export, which keeps its id, its keys and its history. A JSON body is a list of such
/// values, or an object with this list in `matches`. The CSV format is described by `results.csv` of the
/// game. A match that is already stored is recognized by its external id, source document, document id or
/// log. It is not added again; the report lists where it differs from the file. With `replace`, its hands are
/// corrected; names, texts, adjustments and labels stay unchanged. A document is the complete match; columns
/// missing from a CSV file are not compared. The game, edition, house rules, first dealer, and number and
/// order of players are fixed when a match is opened: a replacement that changes them is refused. To get the
/// keys of an imported match, renew them.
#[utoipa::path(post, path = "/api/v1/imports", tag = "matches", operation_id = "importMatches",
    params(ImportQuery),
    request_body(content(
        (ref("#/components/schemas/ImportLines") = "application/x-ndjson"),
        (ref("#/components/schemas/ImportRequest") = "application/json"),
        (ref("#/components/schemas/ImportResults") = "text/csv"),
    )),
    security(("key" = ["admin"])), responses(
    (status = 200, description = "The outcome of every line", body = Report),
    BodyErrors, Refused, Unauthorized, Forbidden,
))]
pub async fn imports(
    ClientLanguage(language): ClientLanguage,
    _: Administrator,
    Query(query): Query<ImportQuery>,
    request: HttpRequest,
    service: Data<Service>,
    payload: Payload,
) -> Answer {
    let format = Format::of(&request, query.game.map(|ShippedGame(game)| game))?;
    let body = receive(&request, &service, payload).await?;
    let lines = run_blocking(move || format.lines(&body)).await??;
    store(&request, &service, lines, query, language).await
}

/// Judges all lines, and stores either all of them or none.
///
/// # Errors
/// 422 with the faults of all lines; errors of the service.
pub async fn store(
    request: &HttpRequest,
    service: &Service,
    lines: Vec<(u64, Unjudged)>,
    query: ImportQuery,
    language: &'static Language,
) -> Answer {
    let count = lines.len();
    let (mut lines, mut judged) = (lines.into_iter(), Vec::with_capacity(count));
    // Other tasks can run between two batches.
    while lines.len() > 0 {
        let batch = lines.by_ref().take(BATCH).collect();
        let judging = service.matches.clone();
        judged.extend(run_blocking(move || judging.judge_lines(batch, query.publish)).await??);
    }
    // The key may have been revoked while a slow client sent its body.
    caller::caller_of(request, service)?;
    let usual = || request::language(request.headers()).text("service", "import-reason");
    let reason = query.reason.filter(|reason| !reason.trim().is_empty());
    let dry_run = query.dry_run;
    let options = ImportOptions {
        dry_run,
        replace: query.replace.then(|| reason.unwrap_or_else(usual)),
    };
    let imported = service.matches.import(judged, options).await?;
    if imported.refused > 0 && !dry_run {
        return Err(Problem::of_lines(imported.faults));
    }
    let report = Report::new(imported, count, dry_run, language);
    Ok(in_language(language).json(report))
}

/// Receives the body of an import, which may take longer than other bodies.
///
/// # Errors
/// 408 if it takes too long; 413 if it is too large; 400 if the connection is lost.
pub async fn receive(
    request: &HttpRequest,
    service: &Service,
    payload: Payload,
) -> Result<Bytes, Problem> {
    let timeout = PATIENCE * Duration::from_secs(service.settings.timeout);
    body::check_length(request, MAX_IMPORT)?;
    body::receive(payload.into_inner(), MAX_IMPORT, timeout).await
}

impl Format {
    /// Returns the format of a request. `game` is the default game of a CSV file.
    ///
    /// # Errors
    /// 415.
    fn of(request: &HttpRequest, game: Option<&'static Entry>) -> Result<Format, Problem> {
        let media = text_of(request.headers(), &header::CONTENT_TYPE).unwrap_or_default();
        let media = media.split(';').next().unwrap_or_default().trim();
        match media.to_ascii_lowercase().as_str() {
            _ if request.headers().contains_key(header::CONTENT_ENCODING) => {}
            "application/x-ndjson" | "application/ndjson" | "application/jsonl" => {
                return Ok(Format::Lines);
            }
            "application/json" => return Ok(Format::Json),
            "text/csv" => return Ok(Format::Results(game)),
            _ => {}
        }
        Err(unsupported_type(
            "application/x-ndjson, application/json, text/csv",
        ))
    }

    /// Returns the lines of a body with their numbers, without empty lines.
    ///
    /// # Errors
    /// 400 if the body is not JSON; 422 for faults of CSV, or too many lines.
    fn lines(self, body: &[u8]) -> Result<Vec<(u64, Unjudged)>, Problem> {
        let lines = match self {
            Format::Lines => numbered(body.split(|byte| *byte == b'\n')),
            Format::Json => numbered(json_items(body)?.into_iter().map(str::as_bytes)),
            Format::Results(game) => results(body, game)?,
        };
        let most = usize::try_from(MAX_IMPORT_LINES).unwrap_or(usize::MAX);
        match lines.get(most) {
            None => Ok(lines),
            Some((line, _)) => {
                let fault = Finding::rule("too-many-lines", "", args![most: most]);
                Err(Problem::of_lines(vec![((*line).into(), fault)]))
            }
        }
    }
}

/// Returns lines with their numbers, without empty lines.
fn numbered<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Vec<(u64, Unjudged)> {
    let lines = (1..).zip(texts);
    let lines = lines.filter(|(_, text)| !text.iter().all(u8::is_ascii_whitespace));
    let lines = lines.map(|(number, text)| (number, Unjudged::Text(text.to_vec())));
    lines.collect()
}

/// Returns the text of each item of a JSON list, or of the list `matches` in an object without other keys.
/// Any other value is a single item. Parsing all items at once would take many times the memory.
///
/// # Errors
/// The body is not JSON.
fn json_items(body: &[u8]) -> Result<Vec<&str>, Problem> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Matches<'a> {
        #[serde(borrow)]
        matches: Vec<&'a RawValue>,
    }
    let Ok(whole) = serde_json::from_slice::<&RawValue>(body) else {
        let fault = utf8(body).and_then(read_json).err();
        return Err(fault.map_or_else(|| ProblemKind::Malformed.into(), Problem::from));
    };
    let text = whole.get();
    let items = serde_json::from_str::<Vec<&RawValue>>(text);
    let items = items.or_else(|_| serde_json::from_str(text).map(|Matches { matches }| matches));
    Ok(items.map_or_else(
        |_| vec![text],
        |items| items.into_iter().map(RawValue::get).collect(),
    ))
}

fn results(body: &[u8], entry: Option<&'static Entry>) -> Result<Vec<(u64, Unjudged)>, Problem> {
    let text = results_text(body)?;
    if entry.is_none() && !names_games(text) {
        let fault = Finding::shape("game-of-csv", "/game", args![]);
        return Err(Problem::bad_request(fault));
    }
    let mut lines = Vec::new();
    let usual = entry.map(MatchGame::from);
    let read = read_results(usual.as_ref(), text, |one, _| {
        lines.push((one.row, Unjudged::Results(Box::new(one))));
        true
    });
    read.map_err(Problem::of_lines)?;
    Ok(lines)
}

impl Report {
    fn new(report: ImportReport, lines: usize, dry_run: bool, language: &Language) -> Report {
        let faults = report.faults.iter();
        let faults = faults.map(|(place, finding)| Fault::new(finding, Some(place), language));
        Report {
            already: report.matches.iter().filter(|one| one.is_already()).count(),
            created: report.count(ImportOutcome::Created),
            differs: report.count(ImportOutcome::Differs),
            updated: report.count(ImportOutcome::Updated),
            dry_run,
            lines,
            refused: report.refused,
            faults: faults.collect(),
            matches: report.matches,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_text() {
        let items = |body: &str| {
            let items = json_items(body.as_bytes()).ok()?;
            Some(items.into_iter().map(str::to_owned).collect::<Vec<_>>())
        };
        for (body, expected) in [
            (
                r#" [ {"a": [1]}, "x" , 1.50 ] "#,
                vec![r#"{"a": [1]}"#, r#""x""#, "1.50"],
            ),
            (r#"{"matches": [1, 2]}"#, vec!["1", "2"]),
            (
                r#"{"matches": [1], "x": 2}"#,
                vec![r#"{"matches": [1], "x": 2}"#],
            ),
            (r#"{"matches": {}}"#, vec![r#"{"matches": {}}"#]),
            (r#"{"game": "x"}"#, vec![r#"{"game": "x"}"#]),
            ("[]", vec![]),
            (" 7 ", vec!["7"]),
            ("null", vec!["null"]),
        ] {
            assert_eq!(items(body).unwrap(), expected, "{body}");
        }
        for body in ["", "[1,", "[1] 2", r#"{"matches": [1]"#, "[1, oops]"] {
            assert_eq!(items(body), None, "{body}");
        }
    }
}
