//! `/pads/{game}.pdf`, `/pads.pdf`, `/sheets.pdf` and `/matches/{id}/sheet.pdf`: blank score pads and printed matches.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::request;
use crate::matches::match_reader::View;
use crate::matches::match_response;
use crate::openapi::parameters::{
    GamePath, IfNoneMatch, MatchPath, PadQuery, PageQuery, SheetQuery,
};
use crate::openapi::responses::{
    BadRequest, BodyErrors, Cached, KeyErrors, NotFound, PdfAnswer, Refused,
};
use crate::paper::print;
use crate::paper::print::{PDF, Printed};
use crate::rules::endpoints::find;
use overtrick_core::json::Json;
use overtrick_core::{Facts, Faults, Finding, args};
use overtrick_match::document::{
    Scored, game_argument, options_object, read_json, read_option, score, utf8,
};
use overtrick_match::lang::Language;
use overtrick_paper::Printable;
use overtrick_paper::requests::{self, MOST_PAGES, PAD, PadRequest, SHEET, SheetRequest};
use overtrick_paper::sheets::{pads, sheet as draw_sheet};

/// The query parameter that sets a house rule; it may be repeated.
const OPTION: &str = "option";

/// Print pads, with all choices in the address, for browsers.
#[utoipa::path(
    get,
    path = "/api/v1/pads/{game}.pdf",
    tag = "paper",
    operation_id = "getPad",
    params(GamePath, PageQuery, PadQuery, IfNoneMatch),
    responses(PdfAnswer, BadRequest, Cached, NotFound, Refused,)
)]
pub async fn pad(request: HttpRequest, game: Path<String>) -> Answer {
    let language = request::accepts(&request, PDF)?;
    let game = find(&game)?;
    let mut entries = print::entries(request.query_string(), PAD)?;
    let options = house_rules(game.facts, &mut entries)?;
    for (key, value) in &mut entries {
        if let ("players", Json::Text(text)) = (key.as_str(), &*value) {
            *value = players(text);
        }
    }
    if !options.is_empty() {
        entries.push(("options".to_owned(), options_object(&options)));
    }
    let order = move || PadRequest::read(game, entries, language);
    let printed = print_pads(&request, order).await?;
    let builder = in_language(printed.language);
    let id = game.facts.id;
    Ok(print::answer_once(&request, builder, id, printed))
}

/// Print pads, with all choices in the body.
///
/// The body is an order, or a list of orders whose pads come into one PDF, such as those of a club's evening. An order
/// names its `game`; one of a custom game has its `definition` besides.
#[utoipa::path(post, path = "/api/v1/pads.pdf", tag = "paper", operation_id = "printPads",
    request_body(content = ref("#/components/schemas/PadRequest"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, Refused,
))]
pub async fn posted_pads(request: HttpRequest, body: Body) -> Answer {
    let language = request::accepts(&request, PDF)?;
    let orders = match body.json()? {
        Json::List(orders) => orders,
        order => {
            let printed = print_pads(&request, move || read_order(order, language)).await?;
            return Ok(print::answer(
                in_language(printed.language),
                "pads",
                printed,
            ));
        }
    };
    let printed = print::print(&request, move || join_pads(orders, language)).await?;
    Ok(print::answer(
        in_language(printed.language),
        "pads",
        printed,
    ))
}

/// The pads of several orders in one document.
fn join_pads(orders: Vec<Json>, language: &'static Language) -> Result<Printable, Problem> {
    let (mut documents, mut faults) = (Vec::new(), Faults::new());
    let mut pages = 0;
    for (index, order) in orders.into_iter().enumerate() {
        let place = format!("/{index}");
        let order = match read_order(order, language) {
            Ok(order) => order,
            Err(found) => {
                faults.extend(found.into_iter().map(|fault| fault.under(&place)));
                continue;
            }
        };
        let game = order.game.argument();
        match pads(&order) {
            Ok(printable) if faults.is_empty() => {
                pages += printable.drawing.pages.len();
                documents.push(printable);
            }
            Ok(_) => {}
            Err(error) => {
                let found = requests::findings(error, game).into_iter();
                faults.extend(found.map(|fault| fault.under(&place)));
            }
        }
        if pages > MOST_PAGES {
            let args = args![found: pages, most: MOST_PAGES];
            faults.push(Finding::rule("too-many-pages", place, args));
            break;
        }
    }
    if !faults.is_empty() {
        return Err(Problem::of_page(faults));
    }
    Printable::join(documents).ok_or_else(|| Finding::shape("no-orders", "", args![]).into())
}

fn read_order(order: Json, language: &'static Language) -> Result<PadRequest<'static>, Faults> {
    match order {
        Json::Object(entries) => PadRequest::read_any(entries, language),
        other => {
            let args = args![expected: "object", found: other.kind()];
            Err(Finding::shape("wrong-type", "", args).into())
        }
    }
}

/// The players in a query: their names or their number.
fn players(text: &str) -> Json {
    match text.trim().parse() {
        Ok(count) => Json::Int(count),
        Err(_) => text.split(',').map(str::trim).collect(),
    }
}

/// Removes the house rules from the entries of a query.
///
/// # Errors
/// 400 if a house rule cannot be read.
pub fn house_rules(
    facts: &Facts,
    entries: &mut Vec<(String, Json)>,
) -> Result<Vec<(String, Json)>, Problem> {
    let options = entries.extract_if(.., |(key, _)| key == OPTION);
    options
        .map(|(_, value)| house_rule(facts, &value))
        .collect()
}

fn house_rule(facts: &Facts, value: &Json) -> Result<(String, Json), Problem> {
    let text = value.as_text().unwrap_or_default();
    let unreadable = || Finding::shape("option-form", "/option", args![found: text.to_owned()]);
    read_option(facts, text).ok_or_else(|| unreadable().into())
}

/// Prints the pads of a request, which is read where it is printed: a definition takes its time, too.
async fn print_pads(
    request: &HttpRequest,
    order: impl FnOnce() -> Result<PadRequest<'static>, Faults> + Send + 'static,
) -> Result<Printed, Problem> {
    let draw = move || {
        let order = order().map_err(Problem::of_page)?;
        pads(&order).map_err(|error| print::problem(error, order.game.argument()))
    };
    print::print(request, draw).await
}

/// Print a match document without storing it.
#[utoipa::path(post, path = "/api/v1/sheets.pdf", tag = "paper", operation_id = "printSheet",
    params(SheetQuery, PageQuery),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, Refused,
))]
pub async fn posted_sheet(request: HttpRequest, body: Body) -> Answer {
    let accepted = request::accepts(&request, PDF)?;
    let order = sheet_order(&request, accepted)?;
    let printed = print::print(&request, move || {
        let scored = score(&body.0)?;
        let text = utf8(&body.0)?;
        let document = read_json(text.trim_start_matches('\u{feff}'))?;
        printable_sheet(&order, &scored, &document)
    });
    let printed = printed.await?;
    let builder = in_language(printed.language);
    Ok(print::answer(builder, "sheet", printed))
}

/// Print the match: one row per hand, totals, corrections, standings.
#[utoipa::path(get, path = "/api/v1/matches/{id}/sheet.pdf", tag = "matches", operation_id = "getSheet",
    params(MatchPath, IfNoneMatch, PageQuery, SheetQuery),
    security(("key" = ["view"])), responses(
    PdfAnswer, Cached, KeyErrors, BadRequest, Refused,
))]
pub async fn sheet(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::load(&request, &service, &id, PDF).await?;
    let order = sheet_order(&request, view.language)?;
    let language = order.print.language;
    let view = view.in_language(&request, language);
    if let Some(unchanged) = view.unchanged() {
        return Ok(unchanged);
    }
    let View {
        played, language, ..
    } = view;
    let drawn = played.clone();
    let printed = print::print(&request, move || {
        let scored = match_response::scored(&drawn)?;
        printable_sheet(&order, &scored, &drawn.document())
    });
    let printed = printed.await?;
    let builder = match_response::tagged(StatusCode::OK, &played, language);
    Ok(print::answer(builder, "sheet", printed))
}

/// The options of a sheet request.
fn sheet_order(
    request: &HttpRequest,
    accepted: &'static Language,
) -> Result<SheetRequest<'static>, Problem> {
    let entries = print::entries(request.query_string(), SHEET)?;
    // Read earlier, together with the match.
    SheetRequest::read(entries, accepted).map_err(Problem::of_page)
}

fn printable_sheet(
    order: &SheetRequest<'_>,
    scored: &Scored,
    document: &Json,
) -> Result<Printable, Problem> {
    let drawn = draw_sheet(order, scored, document);
    drawn.map_err(|error| print::problem(error, game_argument(scored)))
}
