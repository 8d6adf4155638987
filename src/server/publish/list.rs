//! `/matches`: the list of published matches as a page, a frame, JSON and a feed (Atom, RFC 4287). Also
//! `/robots.txt` and `/sitemap.xml`, which crawlers request by themselves.

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;
use url::form_urlencoded;
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::assets::forms::emblem;
use crate::assets::words::{day_in_message, day_in_words};
use crate::error::ServiceError;
use crate::http::{
    Answer, Day, HTML, Lang, Place, PlayedGame, Problem, ProblemKind, Query, csp, request,
};
use crate::matches::match_response;
use crate::openapi::{BadRequest, Cached, IfNoneMatch, NotFound};
use crate::publish::board::{Board, BoardRow, PublishedEntry, PublishedList};
use crate::publish::frame::{Color, FrameQuery, Scheme};
use crate::publish::{answer, home};
use crate::rules::page::others;
use overtrick_core::{args, folded};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{MatchId, Timestamp};
use overtrick_store::{ListPlace, PublishedFilter, PublishedMatch};

/// The default number of matches on a page.
const DEFAULT_LIMIT: usize = 20;
/// The maximum number of matches in the sitemap, which has the matches that were opened last.
const MAX_MATCHES: usize = 10_000;

/// The filters of the list of published matches, and the page to read.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PublishedQuery {
    /// Only matches of this game, by its id
    game: Option<PlayedGame>,
    /// Only matches of this day
    day: Option<Day>,
    /// Only matches played (or, if unknown, opened) on this day or later
    from: Option<Day>,
    /// Only matches of this day or earlier
    to: Option<Day>,
    /// Only matches with a seated player of this name; case does not matter
    #[param(max_length = 400)]
    player: Option<String>,
    /// Only matches played at this place; case does not matter
    #[param(max_length = 400)]
    location: Option<String>,
    /// The start of the page: `next` of the previous page
    #[param(value_type = Option<String>, max_length = 400)]
    cursor: Option<Place<(String, u64, String)>>,
    /// The maximum number of matches on a page
    #[validate(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: Option<usize>,
    /// The language, if it differs from that of the request
    lang: Option<Lang>,
    #[param(ignore)]
    theme: Scheme,
    #[param(ignore)]
    accent: Option<Color>,
}

/// A page of the list.
#[derive(Debug)]
struct ListView {
    matches: Vec<Board>,
    /// The address of the service, with a trailing slash.
    home: String,
    language: &'static Language,
    /// The query of the first page.
    query: ListQuery,
    /// The cursor of the next page.
    next: Option<String>,
    is_first: bool,
    /// The theme of a frame with the list.
    theme: FrameQuery,
}

#[derive(Template)]
#[template(path = "public/list.html")]
struct ListPage<'a> {
    view: &'a ListView,
}

#[derive(Template)]
#[template(path = "embed/list.html")]
struct ListFrame<'a> {
    view: &'a ListView,
}

#[derive(Template)]
#[template(path = "public/feed.xml")]
struct Feed<'a> {
    view: &'a ListView,
}

impl ListView {
    /// Loads the page of the list for a query.
    ///
    /// # Errors
    /// 400, with every faulty parameter; 404 if the service has no list.
    async fn load(request: &HttpRequest, service: &Service) -> Result<ListView, Problem> {
        let Query(query) = Query::<PublishedQuery>::from_form(request)?;
        check_public(service)?;
        let language = request::named_or_preferred(query.lang, request);
        let day = query.day;
        // ISO dates can be sorted as text.
        let filter = PublishedFilter {
            game: query.game.map(|PlayedGame(id)| id.to_owned()),
            from: day.clone().max(query.from).map(|Day(day)| day),
            to: day.into_iter().chain(query.to).min().map(|Day(day)| day),
            player: query.player,
            location: query.location,
            after: query.cursor.map(|Place((day, at, id))| {
                let at = Timestamp::from_millis(at);
                ListPlace { day, at, id }
            }),
        };
        let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
        let rows = service.matches.store().published(&filter, limit + 1).await;
        let mut rows = rows.map_err(ServiceError::from)?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let mut matches = Vec::with_capacity(rows.len());
        for row in &rows {
            let played = caller::published(service, row.id.as_str(), language).await;
            match played.and_then(|shown| Board::new(&shown.played, language)) {
                Ok(board) => matches.push(board),
                // The match was withdrawn, deleted or damaged meanwhile.
                Err(problem)
                    if [ProblemKind::NotShown, ProblemKind::Damaged].contains(&problem.kind()) => {}
                Err(problem) => return Err(problem),
            }
        }
        // Players whose names are not public must not be found by name.
        if let Some(player) = &filter.player {
            let is_named = |row: &BoardRow| folded(&row.player).contains(&folded(player));
            matches.retain(|board| board.standings.iter().any(is_named));
        }
        Ok(ListView {
            matches,
            home: home(request, service),
            language,
            query: ListQuery::of(request.query_string()),
            next: rows.last().filter(|_| has_more).map(cursor),
            is_first: filter.after.is_none(),
            theme: FrameQuery {
                theme: query.theme,
                accent: query.accent,
                lang: query.lang,
            },
        })
    }

    /// Returns the answer with the list as data. Its header `Link` leads to the next page.
    fn data(
        &self,
        request: &HttpRequest,
        file: &str,
        media: &'static str,
        contents: Vec<u8>,
    ) -> HttpResponse {
        let mut answer = answer(request, csp::open, media, self.language, contents);
        let next = self.next_query();
        let link = next.map(|next| format!("<{}{file}{next}>; rel=\"next\"", self.home));
        if let Some(Ok(link)) = link.map(header::HeaderValue::try_from) {
            answer.headers_mut().insert(header::LINK, link);
        }
        answer
    }

    /// Returns the query of the next page, as text.
    fn next_query(&self) -> Option<String> {
        let cursor = self.next.as_deref()?;
        Some(self.query.with("cursor", cursor).text())
    }

    /// Returns the label of a link that removes a filter.
    fn without(&self, what: &str) -> String {
        let args = args![what: what.to_owned()];
        self.language.format("public", "without", &args)
    }

    /// Returns the path and query of its oEmbed description.
    fn oembed(&self) -> String {
        let address = format!("{}matches{}", self.home, self.query.text());
        format!("oembed?url={}&format=json", encoded(&address))
    }

    /// Returns the matches grouped by day.
    fn evenings(&self) -> impl Iterator<Item = &[Board]> {
        self.matches.chunk_by(|one, other| one.day == other.day)
    }

    /// Returns the time of the last change to any of its matches, or the epoch if there are none.
    fn updated(&self) -> String {
        let changed = self.matches.iter().map(|board| board.changed_at).max();
        changed.map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), |at| at.to_string())
    }
}

/// Returns the cursor of the page that begins after this match.
fn cursor(row: &PublishedMatch) -> String {
    Place((&row.day, row.at.as_millis(), &row.id)).cursor()
}

/// Refuses the request if the service does not show its list of published matches.
///
/// # Errors
/// 404 if the service does not list its published matches.
pub fn check_public(service: &Service) -> Result<(), Problem> {
    if service.settings.public_list {
        return Ok(());
    }
    Err(ProblemKind::NotFound.into())
}

/// List the published matches, latest day first, if the service lists them.
#[utoipa::path(get, path = "/matches.json", tag = "embed", operation_id = "listPublished",
    params(PublishedQuery, IfNoneMatch), responses(
    (status = 200, description = "A page of the list; `Link` leads to the next one", body = PublishedList),
    BadRequest, Cached, NotFound,
))]
pub async fn list(request: HttpRequest, service: Data<Service>) -> Answer {
    let view = ListView::load(&request, &service).await?;
    let matches = view.matches.iter();
    let body = match_response::json(&PublishedList {
        matches: matches
            .map(|board| PublishedEntry::new(board, &view.home))
            .collect(),
        next: view.next.clone(),
    })?;
    Ok(view.data(&request, "matches.json", "application/json", body))
}

/// List the published matches as a feed (Atom, RFC 4287); its link `next` leads to earlier matches.
#[utoipa::path(get, path = "/matches.atom", tag = "internal")]
pub async fn feed(request: HttpRequest, service: Data<Service>) -> Answer {
    let view = ListView::load(&request, &service).await?;
    let feed = Feed { view: &view }.render()?;
    // These are the only two characters in texts that XML forbids.
    let feed = feed.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    let media = "application/atom+xml; charset=utf-8";
    Ok(view.data(&request, "matches.atom", media, feed.into()))
}

/// The list as a page.
///
/// # Errors
/// 404 if the service has no list; 400 for faulty parameters.
pub async fn page(request: HttpRequest, service: Data<Service>) -> Answer {
    let view = ListView::load(&request, &service).await?;
    let page = ListPage { view: &view }.render()?;
    Ok(answer(&request, csp::page, HTML, view.language, page))
}

/// The list in a frame, for websites.
///
/// # Errors
/// 404 if the service has no list; 400 for faulty parameters.
pub async fn frame(request: HttpRequest, service: Data<Service>) -> Answer {
    let view = ListView::load(&request, &service).await?;
    let page = ListFrame { view: &view }.render()?;
    Ok(answer(&request, csp::public, HTML, view.language, page))
}

/// Returns the paths that crawlers should not visit, and the address of the sitemap.
pub async fn robots(request: HttpRequest, service: Data<Service>) -> HttpResponse {
    let base = &service.settings.base_path;
    let home = home(&request, &service);
    let text = format!("User-agent: *\nDisallow: {base}/api/\n\nSitemap: {home}sitemap.xml\n");
    let media = "text/plain; charset=utf-8";
    answer(&request, csp::open, media, Language::english(), text)
}

/// The addresses of the pages that search engines may visit.
pub async fn sitemap(request: HttpRequest, service: Data<Service>) -> Answer {
    let lists = service.settings.public_list;
    let matches = if lists {
        let ids = service.matches.store().published_ids(MAX_MATCHES).await;
        ids.map_err(ServiceError::from)?
    } else {
        Vec::new()
    };
    let mut pages = vec![
        if lists { "matches" } else { "" }.to_owned(),
        "games".to_owned(),
    ];
    let games = games::all().iter();
    pages.extend(games.map(|game| format!("games/{}", game.facts.id)));
    let file = Sitemap {
        home: &home(&request, &service),
        pages: &pages,
        matches: &matches,
    };
    let (media, file) = ("application/xml; charset=utf-8", file.render()?);
    let answer = answer(&request, csp::open, media, Language::english(), file);
    Ok(answer)
}

#[derive(Template)]
#[template(path = "public/sitemap.xml")]
struct Sitemap<'a> {
    home: &'a str,
    pages: &'a [String],
    matches: &'a [MatchId],
}

/// The parameters that are kept in links to other pages of a list, in the documented order.
const REPEATED: [&str; 8] = [
    "game", "day", "from", "to", "player", "location", "limit", "lang",
];
/// The filters that are named in the title and shown one by one on the page.
const FILTERS: [&str; 5] = ["player", "location", "day", "from", "to"];

/// The parameters of a list, each at most once.
#[derive(Debug, Clone, Default)]
pub struct ListQuery(pub Vec<(&'static str, String)>);

impl ListQuery {
    /// Returns the parameters of a query that are kept in links to other pages.
    pub fn of(query: &str) -> ListQuery {
        let repeated = REPEATED.into_iter().filter_map(|name| {
            let mut given = form_urlencoded::parse(query.as_bytes());
            let (_, value) = given.find(|(given, value)| given == name && !value.is_empty())?;
            Some((name, value.into_owned()))
        });
        ListQuery(repeated.collect())
    }

    /// Returns the value of a parameter.
    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| &**value)
    }

    /// Returns the query with this value of a parameter. An empty value removes the parameter.
    fn with(&self, name: &'static str, value: &str) -> ListQuery {
        let mut query = self.clone();
        query.0.retain(|(own, _)| *own != name);
        if !value.is_empty() {
            query.0.push((name, value.to_owned()));
        }
        query
    }

    /// Returns the query as the end of an address: empty, or beginning with `?`.
    pub fn text(&self) -> String {
        let pairs = self.0.iter();
        let pairs = pairs.map(|(name, value)| format!("{name}={}", encoded(value)));
        match pairs.collect::<Vec<String>>().join("&") {
            empty if empty.is_empty() => empty,
            text => format!("?{text}"),
        }
    }

    /// Returns the names of its filters, except for the game.
    fn filters(&self) -> Vec<&'static str> {
        let mut filters = FILTERS.to_vec();
        filters.retain(|name| self.get(name).is_some());
        filters
    }

    /// Returns the value of a filter in words.
    fn filter_in_words(&self, name: &str, language: &Language) -> String {
        let value = self.get(name).unwrap_or_default();
        match name {
            "day" => day_in_words(value, language),
            "from" => day_in_message("since", value, language),
            "to" => day_in_message("until", value, language),
            _ => value.to_owned(),
        }
    }

    /// Returns the title of the list.
    pub fn title(&self, language: &Language) -> String {
        let filters = self.filters().into_iter();
        let mut parts = vec![language.text("public", "title")];
        parts.extend(self.get("game").map(|game| language.word(game)));
        parts.extend(filters.map(|name| self.filter_in_words(name, language)));
        parts.join(" · ")
    }
}

/// Returns a text encoded as a query value.
pub fn encoded(text: &str) -> String {
    let encoded: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    encoded.replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_encoded_and_replaced() {
        let query = ListQuery::of("player=Ann+%26+%C5%BDofie&game=whist&lang=&cursor=abc");
        assert_eq!(query.text(), "?game=whist&player=Ann%20%26%20%C5%BDofie");
        assert_eq!(query.with("player", "").text(), "?game=whist");
        assert_eq!(query.with("game", "x").with("player", "").text(), "?game=x");
        assert_eq!(ListQuery::default().text(), "");
    }
}
