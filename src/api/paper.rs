//! `/pads/{game}.pdf`, `/sheets.pdf` and `/matches/{id}/sheet.pdf`: score pads for a pencil, and played
//! matches on paper.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use super::games::find;
use super::parameters::{GamePath, IfNoneMatch, MatchPath, PadQuery, PageQuery, SheetQuery};
use super::print::{self, GUTTER, LANDSCAPE, LANG, LINK, PAPER, PDF, Printed};
use super::responses::{BadRequest, BodyErrors, Cached, KeyErrors, NotFound, PdfAnswer, Refused};
use super::service::Service;
use super::state;
use super::views::View;
use crate::document::{Scored, options_object, read_json, read_option, score, utf8};
use crate::games::Entry;
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::{read, request};
use crate::lang::Language;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Facts, Finding, args};
use crate::sheets::paper::PageSetup;
use crate::sheets::{
    self, Labels, MOST_PAGES, PadOrder, PadPlayers, PrintSettings, Printable, SheetOrder,
};

/// The parameter of a query that sets a house rule; it may come several times.
const OPTION: &str = "option";

/// The fields of an order for pads.
pub const PAD: &[Field] = &[
    Field::optional(
        "players",
        Kind::OneOf(&[Kind::Int(1, 16), Kind::List(&Kind::Text)]),
    ),
    PAPER,
    LANDSCAPE,
    GUTTER,
    Field::optional("per_page", Kind::Int(1, 4)),
    Field::optional("pages", Kind::Int(1, MOST_PAGES.cast_signed() as i64)),
    Field::optional("example", Kind::Flag),
    Field::optional("options", Kind::Any),
    Field::optional("title", Kind::Text),
    Field::optional("date", Kind::Text),
    Field::optional("place", Kind::Text),
    LINK,
    Field::optional("watch", Kind::Text),
    Field::optional("enter", Kind::Text),
    LANG,
];

/// Print pads: what a browser asks for by an address.
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
    let (language, printed) = print_pads(game, entries, language).await?;
    let builder = in_language(language);
    let id = game.facts.id;
    Ok(print::answer_once(&request, builder, id, printed))
}

/// Print pads: what a program asks for.
#[utoipa::path(post, path = "/api/v1/pads/{game}.pdf", tag = "paper", operation_id = "printPad",
    params(GamePath),
    request_body(content = ref("#/components/schemas/PadRequest"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, NotFound, Refused,
))]
pub async fn posted_pad(request: HttpRequest, game: Path<String>, body: Body) -> Answer {
    let language = request::accepts(&request, PDF)?;
    let game = find(&game)?;
    let (language, printed) = print_pads(game, body.entries()?, language).await?;
    Ok(print::answer(in_language(language), game.facts.id, printed))
}

/// The players of a query: their names, or how many there are.
fn players(text: &str) -> Json {
    match text.trim().parse() {
        Ok(count) => Json::Int(count),
        Err(_) => text.split(',').map(str::trim).collect(),
    }
}

/// Takes the house rules out of the entries of a query.
///
/// # Errors
/// 400: one cannot be read.
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

async fn print_pads(
    game: &'static Entry,
    entries: Vec<(String, Json)>,
    accepted: &'static Language,
) -> Result<(&'static Language, Printed), Problem> {
    let order = read::object(PAD, entries)?;
    let language = print::language(&order, accepted);
    let number = |name: &str, default: usize| match order.get(name) {
        Some(Json::Int(number)) => usize::try_from(*number).unwrap_or(0),
        _ => default,
    };
    let per_page = number("per_page", 1);
    if !PageSetup::PER_PAGE.contains(&per_page) {
        let words: Vec<String> = PageSetup::PER_PAGE.iter().map(usize::to_string).collect();
        let args = args![found: per_page.to_string(), words: words];
        return Err(Finding::rule("unknown-value", "/per_page", args).into());
    }
    let players = match order.get("players") {
        Some(Json::Int(count)) => PadPlayers::Count(usize::try_from(*count).unwrap_or(0)),
        Some(names) => PadPlayers::Named(names.typed().unwrap_or_default()),
        None => PadPlayers::Anyone,
    };
    let labels = Labels {
        title: print::text(&order, "title")?,
        date: print::text(&order, "date")?,
        place: print::text(&order, "place")?,
        link: print::text(&order, LINK.name)?,
        watch: print::text(&order, "watch")?,
        enter: print::text(&order, "enter")?,
        logo: None,
    };
    let setup = print::setup(&order, per_page)?;
    let pages = number("pages", 1);
    let example = order.get("example") != Some(&Json::Bool(false));
    let options = order.get("options").cloned();
    let printed = print::print(move || {
        let order = PadOrder {
            game,
            players,
            options: options.unwrap_or(Json::Object(Vec::new())),
            pages,
            example,
            labels,
            print: PrintSettings {
                setup,
                template: None,
                fonts: &[],
                language,
            },
        };
        sheets::pads(&order).map_err(|error| print::problem(error, game.facts.id))
    });
    Ok((language, printed.await?))
}

/// The fields of an order for a sheet.
const SHEET: &[Field] = &[
    Field::optional("explain", Kind::Flag),
    PAPER,
    LANDSCAPE,
    GUTTER,
    LINK,
    LANG,
];

/// Print a match document; nothing is kept.
#[utoipa::path(post, path = "/api/v1/sheets.pdf", tag = "paper", operation_id = "printSheet",
    params(SheetQuery, PageQuery),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, Refused,
))]
pub async fn posted_sheet(request: HttpRequest, body: Body) -> Answer {
    let accepted = request::accepts(&request, PDF)?;
    let order = sheet_order(&request)?;
    let language = print::language(&order.0, accepted);
    let printed = print::print(move || {
        let scored = score(&body.0)?;
        let text = utf8(&body.0)?;
        let document = read_json(text.trim_start_matches('\u{feff}'))?;
        draw_sheet(&scored, &document, &order, language)
    });
    let printed = printed.await?;
    Ok(print::answer(in_language(language), "sheet", printed))
}

/// The match on paper: every hand in its row, totals, corrections, standings.
#[utoipa::path(get, path = "/api/v1/matches/{id}/sheet.pdf", tag = "matches", operation_id = "getSheet",
    params(MatchPath, IfNoneMatch, PageQuery, SheetQuery),
    security(("key" = ["view"])), responses(
    PdfAnswer, Cached, KeyErrors, BadRequest, Refused,
))]
pub async fn sheet(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::load(&request, &service, &id, PDF).await?;
    let order = sheet_order(&request)?;
    let language = print::language(&order.0, view.language);
    let view = view.in_language(&request, language);
    if let Some(unchanged) = view.unchanged() {
        return Ok(unchanged);
    }
    let View {
        ledger, language, ..
    } = view;
    let drawn = ledger.clone();
    let printed = print::print(move || {
        let scored = state::scored(&drawn)?;
        draw_sheet(&scored, &drawn.document(), &order, language)
    });
    let printed = printed.await?;
    let builder = state::tagged(StatusCode::OK, &ledger, language);
    Ok(print::answer(builder, "sheet", printed))
}

/// An order for a sheet, with its page.
fn sheet_order(request: &HttpRequest) -> Result<(Json, PageSetup), Problem> {
    let order = read::object(SHEET, print::entries(request.query_string(), SHEET)?)?;
    let setup = print::setup(&order, 1)?;
    Ok((order, setup))
}

fn draw_sheet(
    scored: &Scored,
    document: &Json,
    (order, setup): &(Json, PageSetup),
    language: &'static Language,
) -> Result<Printable, Problem> {
    let sheet = SheetOrder {
        scored,
        document,
        explain: print::flag(order, "explain"),
        link: print::text(order, LINK.name)?,
        print: PrintSettings {
            setup: *setup,
            template: None,
            fonts: &[],
            language,
        },
    };
    sheets::sheet(&sheet).map_err(|error| print::problem(error, scored.facts.id))
}
