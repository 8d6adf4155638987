//! `/pads/{game}.pdf`: score pads for a pencil, blank or prefilled.

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::web::Path;

use super::games::in_language;
use super::paper::{self, LANDSCAPE, LINK, PAPER, PDF};
use super::problem::{Kind, Problem};
use super::read;
use super::request::{self, Body};
use super::responses::Sent;
use crate::cli::new::{options_object, read_option};
use crate::games::{self, Entry};
use crate::lang::Language;
use crate::rules::form::{Field, Kind as Holds};
use crate::rules::json::Json;
use crate::rules::{Facts, Finding, args};
use crate::sheets::paper::PageSetup;
use crate::sheets::{self, Labels, MOST_PAGES, PadOrder, Press, Who};

/// The key of a house rule in a query, as of the flag of `overtrick pad`.
const OPTION: &str = "option";

/// What may be asked of a pad.
pub const PAD: &[Field] = &[
    Field::optional(
        "players",
        Holds::OneOf(&[Holds::Int(1, 16), Holds::List(&Holds::Text)]),
    ),
    PAPER,
    LANDSCAPE,
    Field::optional("per_page", Holds::Int(1, 4)),
    Field::optional("pages", Holds::Int(1, MOST_PAGES.cast_signed() as i64)),
    Field::optional("options", Holds::Any),
    Field::optional("title", Holds::Text),
    Field::optional("date", Holds::Text),
    Field::optional("place", Holds::Text),
    LINK,
];

/// Print pads: what a browser asks for by an address.
#[utoipa::path(get, path = "/api/v1/pads/{game}.pdf", tag = "paper", operation_id = "getPad",
    params(("game" = String, Path, description = "The game's id"),
           ("players" = Option<String>, Query, description = "Names with commas between them, or how many there will be"),
           ("paper" = Option<String>, Query, description = "a4, letter, a5 or a6"),
           ("landscape" = Option<bool>, Query, description = "The paper on its long side"),
           ("per_page" = Option<u8>, Query, description = "Pads on a page: 1, 2 or 4"),
           ("pages" = Option<u16>, Query, description = "How many pages"),
           ("option" = Option<String>, Query, description = "A house rule, such as made_points=6; again for more"),
           ("title" = Option<String>, Query, description = "What the match or the club is called"),
           ("date" = Option<String>, Query, description = "The day, as it is to be printed"),
           ("place" = Option<String>, Query, description = "Where it is played"),
           ("link" = Option<String>, Query, description = "An address, printed with a code for phones")), responses(
    (status = 200, description = "=Printed"),
    (status = 400, description = "=Problem"),
    (status = 404, description = "=Problem"),
    (status = 406, description = "=Problem"),
    (status = 422, description = "=Problem"),
))]
pub async fn get(request: HttpRequest, game: Path<String>) -> Result<HttpResponse, Problem> {
    let game = found(&request, &game)?;
    let mut entries = paper::entries(request.query_string(), PAD)?;
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
    print(game, entries, request::language(request.headers())).await
}

/// Print pads: what a program asks for.
#[utoipa::path(post, path = "/api/v1/pads/{game}.pdf", tag = "paper", operation_id = "printPad",
    params(("game" = String, Path, description = "The game's id")),
    request_body(content = ref("#/components/schemas/PadRequest"), content_type = "application/json"), responses(
    (status = 200, description = "=Printed"),
    Sent,
    (status = 404, description = "=Problem"),
    (status = 422, description = "=Problem"),
))]
pub async fn post(
    request: HttpRequest,
    game: Path<String>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    let game = found(&request, &game)?;
    print(game, body.entries()?, request::language(request.headers())).await
}

fn found(request: &HttpRequest, game: &str) -> Result<&'static Entry, Problem> {
    request::accepts(request, PDF)?;
    let unknown = || Problem::new(Kind::NotFound).saying(args![found: game.to_owned()]);
    games::find(game).ok_or_else(unknown)
}

/// Names, or only their number.
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

async fn print(
    game: &'static Entry,
    entries: Vec<(String, Json)>,
    language: &'static Language,
) -> Result<HttpResponse, Problem> {
    let asked = read::object(PAD, entries)?;
    let number = |name: &str, usual: i64| match asked.get(name) {
        Some(Json::Int(number)) => usize::try_from(*number).unwrap_or(0),
        _ => usize::try_from(usual).unwrap_or(0),
    };
    let per_page = number("per_page", 1);
    if !PageSetup::PER_PAGE.contains(&per_page) {
        let known: Vec<String> = PageSetup::PER_PAGE.iter().map(usize::to_string).collect();
        let args = args![found: per_page.to_string(), words: known];
        return Err(Finding::rule("unknown-value", "/per_page", args).into());
    }
    let who = match asked.get("players") {
        Some(Json::Int(count)) => Who::Count(usize::try_from(*count).unwrap_or(0)),
        Some(names) => Who::Named(names.typed().unwrap_or_default()),
        None => Who::Anyone,
    };
    let labels = Labels {
        title: paper::text(&asked, "title")?,
        date: paper::text(&asked, "date")?,
        place: paper::text(&asked, "place")?,
        link: paper::text(&asked, LINK.name)?,
    };
    let setup = paper::setup(&asked, per_page);
    let pages = number("pages", 1);
    let options = asked.get("options").cloned();
    let printed = paper::print(move || {
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
        sheets::pads(&order).map_err(|error| paper::problem(error, game.facts.id))
    });
    let printed = printed.await?;
    Ok(paper::answer(in_language(language), game.facts.id, printed))
}
