//! `/pads/{game}.pdf`: score pads for a pencil, blank or prefilled.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::{Endpoint, endpoints};
use super::games::find;
use super::parameters::PageQuery;
use super::print::{self, LANDSCAPE, LINK, PAPER, PDF};
use super::responses::{BadRequest, BodyErrors, NotAcceptable, NotFound, PdfAnswer, Refused};
use crate::document::{options_object, read_option};
use crate::games::Entry;
use crate::http::answer::in_language;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::{read, request};
use crate::lang::Language;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Facts, Finding, args};
use crate::sheets::paper::PageSetup;
use crate::sheets::{self, Labels, MOST_PAGES, PadOrder, Press, Who};

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![get, post]
}

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
    Field::optional("per_page", Kind::Int(1, 4)),
    Field::optional("pages", Kind::Int(1, MOST_PAGES.cast_signed() as i64)),
    Field::optional("options", Kind::Any),
    Field::optional("title", Kind::Text),
    Field::optional("date", Kind::Text),
    Field::optional("place", Kind::Text),
    LINK,
];

/// Print pads: what a browser asks for by an address.
#[utoipa::path(get, path = "/api/v1/pads/{game}.pdf", tag = "paper", operation_id = "getPad",
    params(("game" = String, Path, description = "The game's id"), PageQuery,
           ("players" = Option<String>, Query, description = "Names with commas between them, or how many there will be"),
           ("per_page" = Option<u8>, Query, description = "Pads on a page: 1, 2 or 4"),
           ("pages" = Option<u16>, Query, description = "How many pages"),
           ("option" = Option<String>, Query, description = "A house rule, such as made_points=6; again for more"),
           ("title" = Option<String>, Query, description = "What the match or the club is called"),
           ("date" = Option<String>, Query, description = "The day, as it is to be printed"),
           ("place" = Option<String>, Query, description = "Where it is played")), responses(
    PdfAnswer, BadRequest, NotFound, NotAcceptable, Refused,
))]
async fn get(request: HttpRequest, game: Path<String>) -> Result<HttpResponse, Problem> {
    request::accepts(&request, PDF)?;
    let game = find(&game)?;
    let mut entries = print::entries(request.query_string(), PAD)?;
    let options: Vec<(String, Json)> = entries
        .extract_if(.., |(key, _)| key == OPTION)
        .map(|(_, value)| house_rule(game.facts, &value))
        .collect::<Result<_, Problem>>()?;
    for (key, value) in &mut entries {
        if let ("players", Json::Text(text)) = (key.as_str(), &*value) {
            *value = players(text);
        }
    }
    if !options.is_empty() {
        entries.push(("options".to_owned(), options_object(&options)));
    }
    draw(game, entries, request::language(request.headers())).await
}

/// Print pads: what a program asks for.
#[utoipa::path(post, path = "/api/v1/pads/{game}.pdf", tag = "paper", operation_id = "printPad",
    params(("game" = String, Path, description = "The game's id")),
    request_body(content = ref("#/components/schemas/PadRequest"), content_type = "application/json"), responses(
    PdfAnswer, BodyErrors, NotFound, Refused,
))]
async fn post(
    request: HttpRequest,
    game: Path<String>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, PDF)?;
    let game = find(&game)?;
    draw(game, body.entries()?, request::language(request.headers())).await
}

/// The players of a query: their names, or how many there are.
fn players(text: &str) -> Json {
    match text.trim().parse() {
        Ok(count) => Json::Int(count),
        Err(_) => text.split(',').map(str::trim).collect(),
    }
}

fn house_rule(facts: &Facts, value: &Json) -> Result<(String, Json), Problem> {
    let text = value.as_text().unwrap_or_default();
    let unreadable = || Finding::shape("option-form", "/option", args![found: text.to_owned()]);
    read_option(facts, text).ok_or_else(|| unreadable().into())
}

async fn draw(
    game: &'static Entry,
    entries: Vec<(String, Json)>,
    language: &'static Language,
) -> Result<HttpResponse, Problem> {
    let order = read::object(PAD, entries)?;
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
    let who = match order.get("players") {
        Some(Json::Int(count)) => Who::Count(usize::try_from(*count).unwrap_or(0)),
        Some(names) => Who::Named(names.typed().unwrap_or_default()),
        None => Who::Anyone,
    };
    let labels = Labels {
        title: print::text(&order, "title")?,
        date: print::text(&order, "date")?,
        place: print::text(&order, "place")?,
        link: print::text(&order, LINK.name)?,
    };
    let setup = print::setup(&order, per_page);
    let pages = number("pages", 1);
    let options = order.get("options").cloned();
    let printed = print::print(move || {
        let order = PadOrder {
            game,
            who,
            options: options.unwrap_or(Json::Object(Vec::new())),
            pages,
            labels,
            press: Press {
                setup,
                template: None,
                fonts: &[],
                language,
            },
        };
        sheets::pads(&order).map_err(|error| print::problem(error, game.facts.id))
    });
    let printed = printed.await?;
    Ok(print::answer(in_language(language), game.facts.id, printed))
}
