//! `/sheets.pdf` and `/matches/{id}/sheet.pdf`: played matches on paper.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::{Endpoint, endpoints};
use super::parameters::{IfNoneMatch, MatchPath, PageQuery};
use super::print::{self, LANDSCAPE, LINK, PAPER, PDF};
use super::responses::{BadRequest, BodyErrors, Cached, KeyErrors, PdfAnswer, Refused};
use super::service::Service;
use super::state;
use super::views::View;
use crate::document::{Scored, read_json, score, utf8};
use crate::http::answer::in_language;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::{read, request};
use crate::lang::Language;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::sheets::{self, Press, Printable, SheetOrder};

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![post, of_match]
}

/// The fields of an order for a sheet.
const SHEET: &[Field] = &[
    Field::optional("explain", Kind::Flag),
    PAPER,
    LANDSCAPE,
    LINK,
];

/// Print a match document; nothing is kept.
#[utoipa::path(post, path = "/api/v1/sheets.pdf", tag = "paper", operation_id = "printSheet",
    params(("explain" = Option<bool>, Query, description = "Add how every point came about"), PageQuery),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, Refused,
))]
async fn post(request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    request::accepts(&request, PDF)?;
    let language = request::language(request.headers());
    let order = order(&request)?;
    let printed = print::print(move || {
        let scored = score(&body.0)?;
        let text = utf8(&body.0)?;
        let document = read_json(text.trim_start_matches('\u{feff}'))?;
        draw(&scored, &document, &order, language)
    });
    let printed = printed.await?;
    Ok(print::answer(in_language(language), "sheet", printed))
}

/// The match on paper: every hand in its row, totals, corrections, standings.
#[utoipa::path(get, path = "/api/v1/matches/{id}/sheet.pdf", tag = "matches", operation_id = "getSheet",
    params(MatchPath, IfNoneMatch, PageQuery,
           ("explain" = Option<bool>, Query, description = "Add how every point came about")),
    security(("key" = ["view"])), responses(
    PdfAnswer, Cached, KeyErrors, BadRequest, Refused,
))]
async fn of_match(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let view = View::load(&request, &service, &id, PDF).await?;
    let order = order(&request)?;
    if let Some(unchanged) = view.unchanged() {
        return Ok(unchanged);
    }
    let View {
        ledger, language, ..
    } = view;
    let drawn = ledger.clone();
    let printed = print::print(move || {
        let scored = state::scored(&drawn)?;
        draw(&scored, &drawn.document(), &order, language)
    });
    let printed = printed.await?;
    let builder = state::tagged(StatusCode::OK, &ledger, language);
    Ok(print::answer(builder, "sheet", printed))
}

fn order(request: &HttpRequest) -> Result<Json, Problem> {
    read::object(SHEET, print::entries(request.query_string(), SHEET)?)
}

fn draw(
    scored: &Scored,
    document: &Json,
    order: &Json,
    language: &'static Language,
) -> Result<Printable, Problem> {
    let sheet = SheetOrder {
        scored,
        document,
        explain: print::flag(order, "explain"),
        link: print::text(order, LINK.name)?,
        press: Press {
            setup: print::setup(order, 1),
            template: None,
            fonts: &[],
            language,
        },
    };
    sheets::sheet(&sheet).map_err(|error| print::problem(error, scored.facts.id))
}
