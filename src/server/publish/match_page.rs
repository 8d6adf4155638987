//! `/matches/{id}`: a published match as a page, with metadata for chats, search engines and websites, and as JSON,
//! CSV and a picture; and publishing it, at `/matches/{id}/publication`.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::{self, Entered};
use crate::app::state::Service;
use crate::assets::forms::{emblem, hues};
use crate::assets::words::day_in_words;
use crate::bounds::MAX_REASONS_ON_A_PAGE;
use crate::http::file::endpoint;
use crate::http::{
    Answer, Body, CSS, HTML, IfMatch, JAVASCRIPT, Lang, LangQuery, PICTURE, Problem, ProblemKind,
    Query, csp, request,
};
use crate::matches::change::Precondition;
use crate::matches::endpoints::View;
use crate::matches::judged::run_blocking;
use crate::matches::match_response::{self, DetailQuery, Presentation};
use crate::openapi::{
    AnswerTooLarge, BadRequest, BodyErrors, Cached, Endpoint, IfNoneMatch, MatchAnswer, MatchPath,
    NotFound, RoleErrors, TooMany, VersionErrors,
};
use crate::publish::board::Board;
use crate::publish::list::{self, ListQuery, encoded};
use crate::publish::picture::{HEIGHT, WIDTH, picture};
use crate::publish::{answer, home};
use crate::rules::page::others;
use overtrick_core::pad::signed;
use overtrick_core::text::anchor;
use overtrick_core::{Reason, args};
use overtrick_match::document::{
    Adjusted, Detail, Report, Scored, ScoredHand, clauses_of, marked_clause, standings_csv,
};
use overtrick_match::lang::Language;
use overtrick_match::ledger::PublishedPart;
use overtrick_own::OWN;

/// The stylesheet of the pages of published matches; the games' colors precede it.
const STYLE: &str = include_str!("../../../templates/public/style.css");
/// The script that redirects addresses with `#/` to the page for phones.
const OPEN: &str = include_str!("../../../templates/public/open.js");

/// The endpoints of the pages and their files.
pub fn pages() -> Vec<Endpoint> {
    let style = hues() + STYLE;
    vec![
        Endpoint::page("/matches", list::page),
        endpoint("/matches/style.css", style, CSS, csp::page),
        endpoint("/matches/open.js", OPEN, JAVASCRIPT, csp::page),
        Endpoint::page("/matches/{id}", page),
    ]
}

/// The page of a match.
#[derive(Template)]
#[template(path = "public/match.html")]
struct MatchPage<'a> {
    board: &'a Board,
    scored: &'a Scored,
    /// The hands of the sheet, if it is published.
    hands: Vec<SheetHand<'a>>,
    /// The address of the service, with a trailing slash.
    home: &'a str,
    language: &'static Language,
    /// Whether the service lists its published matches.
    is_listed: bool,
}

/// A hand of the sheet.
struct SheetHand<'a> {
    hand: &'a ScoredHand,
    /// The first of its reasons, as many as the page has room for.
    reasons: &'a [Reason],
    /// The adjustments after the hand. The first hand also has the adjustments before it.
    adjustments: Vec<&'a Adjusted>,
}

/// The page for an address that has nothing to show, with a sentence about the reason.
#[derive(Template)]
#[template(path = "public/none.html")]
struct NoPage<'a> {
    language: &'a Language,
    /// The address of the service, with a trailing slash.
    home: &'a str,
    title: &'a str,
    text: &'a str,
}

impl MatchPage<'_> {
    /// Returns the address of the game's rules, or `None` for a custom game.
    fn rules(&self) -> Option<String> {
        let (game, tag) = (&self.board.game, self.language.tag());
        (game != OWN).then(|| format!("../games/{game}?lang={tag}"))
    }

    /// Returns the query for the list of matches with this value of a parameter, in the page's language.
    fn found(&self, name: &'static str, value: &str) -> String {
        let lang = ("lang", self.language.tag().to_owned());
        ListQuery(vec![(name, value.to_owned()), lang]).text()
    }

    fn clause(&self, id: &str) -> String {
        marked_clause(self.scored.facts, id)
    }

    /// Returns a sentence with the number of a hand's reasons that are left out, if there are any.
    fn left_out(&self, hand: &SheetHand<'_>) -> Option<String> {
        let count = hand.hand.reasons.len() - hand.reasons.len();
        let args = args![count: count];
        (count > 0).then(|| self.language.format("public", "left-out", &args))
    }
}

/// Returns the hands of a sheet.
fn sheet(scored: &Scored) -> Vec<SheetHand<'_>> {
    let mut room = MAX_REASONS_ON_A_PAGE;
    let hands = scored.hands.iter().map(|hand| {
        let shown = hand.reasons.len().min(room);
        room -= shown;
        let adjustments = scored.adjustments.iter().filter(|adjusted| {
            adjusted.after_hand == hand.number || adjusted.after_hand == 0 && hand.number == 1
        });
        SheetHand {
            hand,
            reasons: &hand.reasons[..shown],
            adjustments: adjustments.collect(),
        }
    });
    hands.collect()
}

/// Renders the page that explains why an address cannot be shown.
///
/// # Errors
/// The template cannot be rendered.
pub fn no_page(language: &Language, home: &str, title: &str, text: &str) -> askama::Result<String> {
    NoPage {
        language,
        home,
        title,
        text,
    }
    .render()
}

/// Shows the page of a published match. Answers 404 with a message if it is not published.
async fn page(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let language = request::shown_language(&request)?;
    let home = home(&request, &service);
    let played = caller::published(&service, &id, language).await?.played;
    let is_listed = service.settings.public_list;
    let has_sheet = played.published_part() == Some(PublishedPart::Sheet);
    let render = move || -> Result<String, Problem> {
        let scored = match_response::scored(&played)?;
        let page = MatchPage {
            board: &Board::new(&played, language)?,
            hands: if has_sheet {
                sheet(&scored)
            } else {
                Vec::new()
            },
            scored: &scored,
            home: &home,
            language,
            is_listed,
        };
        Ok(page.render()?)
    };
    // Rendering can take long, because a sheet may have a thousand hands.
    let page = run_blocking(render).await??;
    Ok(answer(&request, csp::page, HTML, language, page))
}

/// A picture of the standings of a published match, 1200 by 630 pixels, for link previews.
#[utoipa::path(get, path = "/matches/{id}.png", tag = "internal")]
pub async fn png(
    Query(LangQuery { lang }): Query<LangQuery>,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let language = request::named_or_preferred(lang, &request);
    let mut view = View::published(&request, &service, &id).await?;
    view.presentation.language = language;
    // This is checked before drawing, which takes much longer than all other steps.
    if let Some(unchanged) = view.unchanged() {
        return Ok(unchanged);
    }
    let played = view.played.clone();
    let draw = move || picture(&Board::new(&played, language)?, language);
    let drawn: Result<Vec<u8>, Problem> = run_blocking(draw).await?;
    view.answer(|mut builder| Ok(builder.content_type(PICTURE).body(drawn?)))
}

/// A published match: its standings, and every hand if the whole sheet is published.
///
/// It contains only those parts of the match document that the match's page shows: no notes, labels or
/// history.
#[derive(Debug, Serialize, ToSchema)]
struct PublicMatch {
    #[serde(flatten)]
    board: Board,
    /// The day it was played or, if unknown, opened.
    #[schema(format = Date)]
    day: String,
    /// Every hand with its scoring, and the adjustments; absent if only the standings are published.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Report>,
}

/// The language and the detail of a published match.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SheetQuery {
    /// The language, if it differs from that of the request
    lang: Option<Lang>,
    /// How much of the result to return: `standings` for only the standings, `scores` for the points of every
    /// hand too, `full` for everything
    detail: Option<Detail>,
}

/// Show a published match. Pages of any origin may fetch it.
///
/// If only the standings are published, or with `detail=standings`, there is no `result`.
#[utoipa::path(get, path = "/matches/{id}.json", tag = "embed", operation_id = "getPublishedMatch",
    params(MatchPath, SheetQuery, IfNoneMatch), responses(
    (status = 200, description = "The published part of the match", body = PublicMatch),
    BadRequest, Cached, NotFound, AnswerTooLarge,
))]
pub async fn json(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let mut view = View::published(&request, &service, &id).await?;
    let Query(SheetQuery { lang, detail }) = Query::from_request(&request)?;
    let language = request::named_or_preferred(lang, &request);
    let detail = match view.played.published_part() {
        Some(PublishedPart::Sheet) => detail.unwrap_or(Detail::Full),
        _ => Detail::Standings,
    };
    view.presentation = Presentation { language, detail };
    view.answer(|builder| {
        let board = Board::new(&view.played, language)?;
        let scored = match_response::scored(&view.played)?;
        let has_result = detail != Detail::Standings;
        let answer = PublicMatch {
            day: board.day.clone(),
            board,
            result: has_result.then(|| Report::with(scored, language, detail)),
        };
        match_response::written(builder, &answer)
    })
}

/// Show the standings as CSV: one row per player, best first.
#[utoipa::path(get, path = "/matches/{id}.csv", tag = "embed", operation_id = "getBoardCsv",
    params(MatchPath, IfNoneMatch), responses(
    (status = 200, description = "RFC 4180, in UTF-8", content_type = "text/csv", body = String),
    Cached, NotFound,
))]
pub async fn csv(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::published(&request, &service, &id).await?;
    view.answer(|mut builder| {
        let scored = match_response::scored(&view.played)?;
        let mut rows = Vec::new();
        standings_csv(&scored, &mut rows).map_err(|_| Problem::new(ProblemKind::Internal))?;
        Ok(builder.content_type("text/csv; charset=utf-8").body(rows))
    })
}

/// A request to publish a match.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishRequest {
    /// The part of the match that everybody may see
    part: Option<PublishedPart>,
}

/// Publish the match: everybody can see it at `/matches/{id}`, and any website can embed it from
/// `/embed/matches/{id}`.
///
/// Without a body, or with `{"part": "standings"}`, only the standings are public; with `{"part": "sheet"}`,
/// every hand and its scoring.
#[utoipa::path(put, path = "/api/v1/matches/{id}/publication", tag = "embed", operation_id = "publishMatch",
    params(Entered, DetailQuery, IfMatch), security(("key" = ["direct"])),
    request_body = PublishRequest, responses(
    MatchAnswer, VersionErrors, RoleErrors, BodyErrors, TooMany,
))]
pub async fn publish(
    body: Body,
    presentation: Presentation,
    IfMatch(precondition): IfMatch,
    entered: Entered,
) -> Answer {
    let PublishRequest { part } = body.read()?;
    let part = Some(part.unwrap_or_default());
    set_published(&entered, &precondition, part, presentation).await
}

/// Withdraw the publication of the match.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/publication", tag = "embed", operation_id = "unpublishMatch",
    params(Entered, DetailQuery, IfMatch), security(("key" = ["direct"])), responses(
    MatchAnswer, VersionErrors, RoleErrors, TooMany,
))]
pub async fn unpublish(
    presentation: Presentation,
    IfMatch(precondition): IfMatch,
    entered: Entered,
) -> Answer {
    set_published(&entered, &precondition, None, presentation).await
}

async fn set_published(
    entered: &Entered,
    precondition: &Precondition,
    part: Option<PublishedPart>,
    presentation: Presentation,
) -> Answer {
    entered.check_write(0)?;
    let (service, id) = (&entered.service, &entered.id);
    let set = service
        .matches
        .publish(id, precondition, part, &entered.caller);
    let played = match_response::changed(service, id, presentation, set.await).await?;
    match_response::answer(&played, presentation)
}
