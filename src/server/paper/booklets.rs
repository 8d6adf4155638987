//! `/games/{game}/rules.pdf`: the printed rules of a game.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::http::answer::{Answer, in_language};
use crate::http::{read, request};
use crate::openapi::parameters::{BookletQuery, GamePath, IfNoneMatch};
use crate::openapi::responses::{BadRequest, Cached, NotFound, PdfAnswer, Refused};
use crate::paper::endpoints::house_rules;
use crate::paper::print;
use crate::paper::print::{BOOKLET_PAPER, PDF};
use crate::rules::endpoints::find;
use overtrick_core::form::{Field, Kind};
use overtrick_match::document::options_object;
use overtrick_paper::booklet::{BookletOrder, booklet};
use overtrick_paper::sheets::requests::{self, LANG, LINK};

/// Whether to print two pages per side, for folding.
const FOLD: Field = Field::optional("fold", Kind::Flag);
/// The fields of a booklet request; house rules are read first.
const BOOKLET: &[Field] = &[BOOKLET_PAPER, FOLD, LANG, LINK];

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
    let accepted = request::accepts(&request, PDF)?;
    let game = find(&game)?;
    let mut entries = print::entries(request.query_string(), BOOKLET)?;
    let options = house_rules(game.facts, &mut entries)?;
    let order = read::object(BOOKLET, entries)?;
    let language = requests::language(&order, accepted);
    let booklet_order = BookletOrder {
        game,
        options: options_object(&options),
        paper: requests::setup(&order, 1)?.paper,
        fold: requests::flag(&order, FOLD.name),
        link: requests::text(&order, LINK.name)?,
        language,
    };
    let printed = print::print(&request, move || {
        booklet(&booklet_order).map_err(|error| print::problem(error, game.facts.id))
    });
    let printed = printed.await?;
    Ok(print::answer_once(
        &request,
        in_language(language),
        "rules",
        printed,
    ))
}
