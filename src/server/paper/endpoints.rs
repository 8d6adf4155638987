//! `/pads/{game}.pdf`, `/pads.pdf`, `/sheets.pdf` and `/matches/{id}/sheet.pdf`: blank score pads and printed matches.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

use crate::access::caller::service_of;
use crate::app::state::Service;
use crate::http::{Answer, Body, Problem, ProblemKind, etag, in_language, request};
use crate::matches::endpoints::View;
use crate::matches::judged::run_blocking;
use crate::matches::match_response;
use crate::openapi::{
    BadRequest, BodyErrors, BookletQuery, Cached, GamePath, IfNoneMatch, KeyErrors, MatchPath,
    NotFound, PadQuery, PageQuery, PdfAnswer, Refused, SheetQuery,
};
use crate::rules::endpoints::find;
use crate::system_fonts::draw_with_fonts;
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Facts, Faults, Finding, args};
use overtrick_match::document::{
    Scored, game_name, options_object, read_json, read_option, score, utf8,
};
use overtrick_match::lang::Language;
use overtrick_paper::booklet::booklet;
use overtrick_paper::requests::{
    BOOKLET, BookletRequest, DEFINITION, GAME, MAX_PAGES, OPTIONS, PAD, PadRequest, SHEET,
    SheetRequest,
};
use overtrick_paper::sheets::{pads, sheet as draw_sheet};
use overtrick_paper::{Printable, pdf, requests};

/// The query parameter that sets a house rule; it may be repeated.
const OPTION: &str = "option";

/// Print pads with all settings in the address, for browsers.
#[utoipa::path(
    get,
    path = "/api/v1/pads/{game}.pdf",
    tag = "paper",
    operation_id = "getPad",
    params(GamePath, PageQuery, PadQuery, IfNoneMatch),
    responses(PdfAnswer, BadRequest, Cached, NotFound, Refused,)
)]
pub async fn pad(request: HttpRequest, game: Path<String>) -> Answer {
    let language = request::language(request.headers());
    let game = find(&game)?;
    let mut entries = entries(request.query_string(), &PAD)?;
    let options = take_house_rules(game.facts, &mut entries)?;
    entries.push((OPTIONS.name().to_owned(), options));
    let draw = move || draw_pads(&PadRequest::read_of(game.facts.id, entries, language)?);
    let printed = print(&request, move || draw().map_err(problem)).await?;
    Ok(printed.tagged(&request, game.facts.id))
}

/// Print pads with all settings in the body.
///
/// The body is an order, or a list of orders that are printed in one PDF, such as the pads of a club's evening. An
/// order has a `game`, which may be a custom game of the gallery; any other custom game also needs its `definition`.
#[utoipa::path(post, path = "/api/v1/pads.pdf", tag = "paper", operation_id = "printPads",
    request_body(content = ref("#/components/schemas/PadRequest"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, Refused,
))]
pub async fn posted_pads(request: HttpRequest, body: Body) -> Answer {
    let language = request::language(request.headers());
    let order = body.json()?;
    let draw = move || match order {
        Json::List(orders) => join_pads(orders, language),
        order => draw_order(order, language).map_err(problem),
    };
    print_as(&request, "pads", draw).await
}

/// Returns a drawing as a PDF with this name.
///
/// # Errors
/// Errors of `draw`; too many PDFs are being made.
pub async fn print_as(
    request: &HttpRequest,
    name: &str,
    draw: impl FnOnce() -> Result<Printable, Problem> + Send + 'static,
) -> Answer {
    Ok(print(request, draw).await?.answer(name))
}

/// Draws the pads of several orders in one document.
///
/// # Errors
/// The faults of all orders.
pub fn join_pads(orders: Vec<Json>, language: &'static Language) -> Result<Printable, Problem> {
    let (mut documents, mut faults) = (Vec::new(), Faults::new());
    let mut pages = 0;
    for (index, order) in orders.into_iter().enumerate() {
        let place = format!("/{index}");
        match draw_order(order, language) {
            Ok(printable) => {
                pages += printable.drawing.pages.len();
                // Once an order has a fault, nothing will be printed.
                documents.extend(Some(printable).filter(|_| faults.is_empty()));
            }
            Err(found) if found.is_empty() => return Err(problem(found)),
            Err(found) => faults.extend(found.into_iter().map(|fault| fault.under(&place))),
        }
        if pages > MAX_PAGES {
            let args = args![found: pages, most: MAX_PAGES];
            faults.push(Finding::rule("too-many-pages", place, args));
            break;
        }
    }
    if !faults.is_empty() {
        return Err(Problem::of_page(faults));
    }
    Printable::join(documents).ok_or_else(|| Finding::shape("no-orders", "", args![]).into())
}

/// Draws the pads of an order. Reads the order on this thread too, because reading a definition takes time.
fn draw_order(order: Json, language: &'static Language) -> Result<Printable, Faults> {
    match order {
        Json::Object(mut entries) => {
            look_up_definition(&mut entries);
            draw_pads(&PadRequest::read_any(entries, language)?)
        }
        other => {
            let args = args![expected: "object", found: other.kind()];
            Err(Finding::shape("wrong-type", "", args).into())
        }
    }
}

fn draw_pads(order: &PadRequest<'static>) -> Result<Printable, Faults> {
    let drawn = draw_with_fonts(Vec::new(), |fonts| {
        let mut order: PadRequest<'_> = order.clone();
        order.print.fonts = fonts;
        pads(&order)
    });
    drawn.map_err(|error| requests::findings(error, order.game.name()))
}

/// Adds the definition to an order for a game of the gallery.
fn look_up_definition(entries: &mut Vec<(String, Json)>) {
    let mut named = entries.iter_mut();
    let Some((_, game)) = named.find(|(name, _)| name == GAME.name) else {
        return;
    };
    if let Some(definition) = game.as_text().and_then(overtrick_own::preset_json) {
        *game = overtrick_own::OWN.into();
        entries.push((DEFINITION.name.to_owned(), definition));
    }
}

/// Reads the players in a query: their names or their number.
fn players(text: &str) -> Json {
    match text.trim().parse() {
        Ok(count) => Json::Int(count),
        Err(_) => requests::split_names(text).into_iter().collect(),
    }
}

/// Removes the house rules from the entries of a query, and returns them as an object.
///
/// # Errors
/// 400 if a house rule cannot be read.
fn take_house_rules(facts: &Facts, entries: &mut Vec<(String, Json)>) -> Result<Json, Problem> {
    let given = entries.extract_if(.., |(key, _)| key == OPTION);
    let rules = given.map(|(_, value)| {
        let text = value.as_text().unwrap_or_default();
        let unreadable = || Finding::shape("option-form", "/option", args![found: text.to_owned()]);
        read_option(facts, text).ok_or_else(unreadable)
    });
    let rules = rules.collect::<Result<Vec<_>, Finding>>()?;
    Ok(options_object(&rules))
}

/// Print a match document without storing it.
#[utoipa::path(post, path = "/api/v1/sheets.pdf", tag = "paper", operation_id = "printSheet",
    params(SheetQuery, PageQuery),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, Refused,
))]
pub async fn posted_sheet(request: HttpRequest, body: Body) -> Answer {
    let accepted = request::language(request.headers());
    let order = sheet_order(&request, accepted)?;
    let draw = move || {
        let scored = score(&body.0)?;
        let text = utf8(&body.0)?;
        let document = read_json(text.trim_start_matches('\u{feff}'))?;
        printable_sheet(&order, &scored, &document)
    };
    print_as(&request, "sheet", draw).await
}

/// Print the match: one row per hand, totals, corrections, standings.
#[utoipa::path(get, path = "/api/v1/matches/{id}/sheet.pdf", tag = "matches", operation_id = "getSheet",
    params(MatchPath, IfNoneMatch, PageQuery, SheetQuery),
    security(("key" = ["view"])), responses(
    PdfAnswer, Cached, KeyErrors, BadRequest, Refused,
))]
pub async fn sheet(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let mut view = View::load(&request, &service, &id).await?;
    let order = sheet_order(&request, view.presentation.language)?;
    view.presentation.language = order.print.language;
    if let Some(unchanged) = view.unchanged() {
        return Ok(unchanged);
    }
    let played = view.played.clone();
    let printed = print(&request, move || {
        let scored = match_response::scored(&played)?;
        printable_sheet(&order, &scored, &played.document())
    });
    let printed = printed.await?;
    let builder = match_response::tagged(StatusCode::OK, &view.played, view.presentation);
    Ok(headers(builder, "sheet").body(printed.bytes))
}

/// The options of a sheet request.
fn sheet_order(
    request: &HttpRequest,
    accepted: &'static Language,
) -> Result<SheetRequest<'static>, Problem> {
    let entries = entries(request.query_string(), SHEET)?;
    // The language was read earlier, together with the match.
    SheetRequest::read(entries, accepted).map_err(Problem::of_page)
}

fn printable_sheet(
    order: &SheetRequest<'_>,
    scored: &Scored,
    document: &Json,
) -> Result<Printable, Problem> {
    let drawn = draw_with_fonts(Vec::new(), |fonts| {
        let mut order: SheetRequest<'_> = order.clone();
        order.print.fonts = fonts;
        draw_sheet(&order, scored, document)
    });
    drawn.map_err(|error| problem(requests::findings(error, game_name(scored))))
}

/// Print the rules of a game, as plain pages or as a folding booklet.
#[utoipa::path(
    get,
    path = "/api/v1/games/{game}/rules.pdf",
    tag = "paper",
    operation_id = "getBooklet",
    params(GamePath, BookletQuery, IfNoneMatch),
    responses(PdfAnswer, BadRequest, Cached, NotFound, Refused,)
)]
pub async fn rules(request: HttpRequest, game: Path<String>) -> Answer {
    let accepted = request::language(request.headers());
    let game = find(&game)?;
    let mut entries = entries(request.query_string(), BOOKLET)?;
    let options = take_house_rules(game.facts, &mut entries)?;
    let order = BookletRequest {
        options,
        ..BookletRequest::read(game, entries, accepted).map_err(Problem::of_page)?
    };
    let printed = print(&request, move || {
        booklet(&order).map_err(|error| problem(requests::findings(error, game.facts.id)))
    });
    Ok(printed.await?.tagged(&request, "rules"))
}

/// The media type of PDF.
pub const PDF: &str = "application/pdf";

/// Returns a query as the entries of an object with these fields.
///
/// # Errors
/// 400 if the query cannot be read.
fn entries(query: &str, fields: &[Field]) -> Result<Vec<(String, Json)>, Problem> {
    let refuse = |_| Problem::new(ProblemKind::BadRequest);
    let pairs = Query::<Vec<(String, String)>>::from_query(query).map_err(refuse)?;
    let entry = |(key, text): (String, String)| {
        let field = fields.iter().find(|field| field.name == key);
        let value = match field.map(|field| &field.kind) {
            Some(Kind::Flag) => match text.as_str() {
                "" | "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                _ => Json::Text(text),
            },
            Some(Kind::Int(..)) => text.parse().map_or(Json::Text(text), Json::Int),
            Some(Kind::Word(_)) => Json::Text(text.to_ascii_lowercase()),
            Some(Kind::OneOf(_)) => players(&text),
            _ => Json::Text(text),
        };
        (key, value)
    };
    Ok(pairs.into_inner().into_iter().map(entry).collect())
}

/// Returns the problem for a failed print job: an internal error if the request has no faults.
fn problem(faults: Faults) -> Problem {
    if faults.is_empty() {
        return ProblemKind::Internal.into();
    }
    Problem::of_page(faults)
}

/// Draws and renders a PDF on a separate thread, when a permit is free.
///
/// # Errors
/// Errors of `draw`; 429 while another PDF is made for the client; 503 while too many PDFs are being made.
async fn print(
    request: &HttpRequest,
    draw: impl FnOnce() -> Result<Printable, Problem> + Send + 'static,
) -> Result<Printed, Problem> {
    let slot = service_of(request)?.limits.take_pdf(request)?;
    let printed = run_blocking(move || {
        // The slot is held until the work ends, even if its client has disconnected.
        let _slot = slot;
        let printable = draw()?;
        let language = Language::find(printable.language);
        Ok(Printed {
            bytes: pdf::render(&printable),
            language: language.unwrap_or_else(Language::english),
        })
    });
    printed.await?
}

/// A PDF.
#[derive(Debug)]
struct Printed {
    bytes: Vec<u8>,
    /// The language of the PDF.
    language: &'static Language,
}

/// Adds the headers of a PDF, which browsers show or save under this name.
fn headers(mut builder: HttpResponseBuilder, name: &str) -> HttpResponseBuilder {
    let file = format!("inline; filename=\"{name}.pdf\"");
    builder
        .content_type(PDF)
        .insert_header((header::CONTENT_DISPOSITION, file));
    builder
}

impl Printed {
    /// Returns the answer with the PDF.
    fn answer(self, name: &str) -> HttpResponse {
        let mut builder = headers(in_language(self.language), name);
        builder.body(self.bytes)
    }

    /// Like [`Printed::answer`], for a request that always produces the same PDF. The answer has an ETag, so
    /// that the PDF is sent only once.
    fn tagged(self, request: &HttpRequest, name: &str) -> HttpResponse {
        let builder = headers(in_language(self.language), name);
        etag::answer(request, builder, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_paper::requests::{LANDSCAPE, LINK, PAPER};

    #[test]
    fn query_values_have_the_types_of_their_fields() {
        let fields = [
            PAPER.field,
            LANDSCAPE.field,
            Field::optional("pages", Kind::Int(1, 9)),
            LINK.field,
        ];
        let read = entries("paper=A5&landscape&pages=2&link=a%26b&x=1", &fields).unwrap();
        let text = serde_json::to_string(&Json::Object(read)).unwrap();
        assert_eq!(
            text,
            r#"{"paper":"a5","landscape":true,"pages":2,"link":"a&b","x":"1"}"#
        );
        let read = entries("landscape=maybe&pages=many", &fields).unwrap();
        let text = serde_json::to_string(&Json::Object(read)).unwrap();
        assert_eq!(text, r#"{"landscape":"maybe","pages":"many"}"#);
    }
}
