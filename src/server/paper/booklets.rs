//! `/games/{game}/rules.pdf`: the printed rules of a game.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::http::answer::{Answer, in_language};
use crate::http::problem::Problem;
use crate::http::request;
use crate::openapi::parameters::{BookletQuery, GamePath, IfNoneMatch};
use crate::openapi::responses::{BadRequest, Cached, NotFound, PdfAnswer, Refused};
use crate::paper::endpoints::house_rules;
use crate::paper::print;
use crate::paper::print::PDF;
use crate::rules::endpoints::find;
use overtrick_match::document::options_object;
use overtrick_paper::booklet::booklet;
use overtrick_paper::requests::{BOOKLET, BookletRequest};

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
    let order = BookletRequest {
        options: options_object(&options),
        ..BookletRequest::read(game, entries, accepted).map_err(Problem::of_page)?
    };
    let printed = print::print(&request, move || {
        booklet(&order).map_err(|error| print::problem(error, game.facts.id))
    });
    let printed = printed.await?;
    let builder = in_language(printed.language);
    Ok(print::answer_once(&request, builder, "rules", printed))
}
