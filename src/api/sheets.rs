//! `/sheets.pdf` and `/matches/{id}/sheet.pdf`: played matches on paper.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::games::in_language;
use super::paper::{self, LANDSCAPE, LINK, PAPER, PDF};
use super::problem::Problem;
use super::request::{self, Body};
use super::responses::{Keyed, Known, Sent};
use super::{Service, read, state, views};
use crate::document::{Scored, read_json, score, utf8};
use crate::lang::Language;
use crate::rules::form::{Field, Kind as Holds};
use crate::rules::json::Json;
use crate::sheets::{self, Press, Printable, SheetOrder};

/// What may be asked of a sheet.
const SHEET: &[Field] = &[
    Field::optional("explain", Holds::Flag),
    PAPER,
    LANDSCAPE,
    LINK,
];

/// Print a match document; nothing is kept.
#[utoipa::path(post, path = "/api/v1/sheets.pdf", tag = "paper", operation_id = "printSheet",
    params(("explain" = Option<bool>, Query, description = "Add how every point came about"),
           ("paper" = Option<String>, Query, description = "a4, letter, a5 or a6"),
           ("landscape" = Option<bool>, Query, description = "The paper on its long side"),
           ("link" = Option<String>, Query, description = "An address, printed with a code for phones")),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    (status = 200, description = "=Printed"),
    Sent,
    (status = 422, description = "=Problem"),
))]
pub async fn post(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, PDF)?;
    let language = request::language(request.headers());
    let asked = asked(&request)?;
    let printed = paper::print(move || {
        let scored = score(&body.0)?;
        let text = utf8(&body.0)?;
        let document = read_json(text.trim_start_matches('\u{feff}'))?;
        draw(&scored, &document, &asked, language)
    });
    let printed = printed.await?;
    Ok(paper::answer(in_language(language), "sheet", printed))
}

/// The match on paper: every hand in its row, totals, corrections, standings.
#[utoipa::path(get, path = "/api/v1/matches/{id}/sheet.pdf", tag = "matches", operation_id = "getSheet",
    params(("id" = String, Path, description = "The match"),
           ("explain" = Option<bool>, Query, description = "Add how every point came about"),
           ("paper" = Option<String>, Query, description = "a4, letter, a5 or a6"),
           ("landscape" = Option<bool>, Query, description = "The paper on its long side"),
           ("link" = Option<String>, Query, description = "An address, printed with a code for phones")), responses(
    (status = 200, description = "=Printed"),
    Known, Keyed,
    (status = 400, description = "=Problem"),
    (status = 422, description = "=Problem"),
))]
pub async fn of_match(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (ledger, language, known) = views::load(&request, &service, &id, PDF).await?;
    let asked = asked(&request)?;
    if let Some(known) = known {
        return Ok(known);
    }
    let shown = ledger.clone();
    let printed = paper::print(move || {
        let scored = state::scored(&shown)?;
        draw(&scored, &shown.document(), &asked, language)
    });
    let printed = printed.await?;
    let builder = state::tagged(StatusCode::OK, &ledger, language);
    Ok(paper::answer(builder, "sheet", printed))
}

fn asked(request: &HttpRequest) -> Result<Json, Problem> {
    read::object(SHEET, paper::entries(request.query_string(), SHEET)?)
}

fn draw(
    scored: &Scored,
    document: &Json,
    asked: &Json,
    language: &'static Language,
) -> Result<Printable, Problem> {
    let order = SheetOrder {
        scored,
        document,
        explain: paper::flag(asked, "explain"),
        link: paper::text(asked, LINK.name)?,
        press: Press {
            setup: paper::setup(asked, 1),
            template: None,
            fonts: &[],
            language,
        },
    };
    sheets::sheet(&order).map_err(|error| paper::problem(error, scored.facts.id))
}
