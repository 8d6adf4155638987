//! `/matches`: the list of published matches as a page, JSON and a feed.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{self, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::file::HTML;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::FormQuery;
use crate::http::values::{
    Lang, PlayedGame, check_day, day_schema, lang_schema, played_game_schema,
};
use crate::http::{csp, etag, request};
use crate::matches::match_response;
use crate::openapi::parameters::IfNoneMatch;
use crate::openapi::responses::{BadRequest, Cached, NotFound};
use crate::publish::board::{Board, PublishedEntry, PublishedList};
use crate::publish::frame::{Scheme, Theme, check_color};
use crate::publish::list_page;
use crate::publish::list_page::ListView;
use crate::publish::service::home;
use overtrick_match::lang::Language;
use overtrick_match::ledger::Timestamp;
use overtrick_store::{ListPlace, PublishedFilter, PublishedMatch};

/// The default number of matches on a page.
const DEFAULT_LIMIT: usize = 20;

/// A request for the list.
pub struct ListRequest {
    filter: PublishedFilter,
    language: &'static Language,
    /// The parameters to repeat in links to other pages of the list.
    query: ListQuery,
    /// The most matches on a page.
    limit: usize,
    /// How a frame with the list looks.
    theme: Theme,
}

/// A page of the list.
struct Part {
    matches: Vec<Arc<Board>>,
    /// The query of the next page.
    next: Option<Next>,
}

struct Next {
    cursor: String,
    query: String,
}

/// Filters of the list of published matches, and the part of it.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PublishedQuery {
    /// Those of this game alone, by its id
    #[param(schema_with = played_game_schema, required = false)]
    game: Option<PlayedGame>,
    /// Those of this day alone
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    day: Option<String>,
    /// Those of this day or a later one: when they were played, or else opened
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    from: Option<String>,
    /// Those of this day or an earlier one
    #[validate(custom(function = check_day))]
    #[param(schema_with = day_schema, required = false)]
    to: Option<String>,
    /// Those at which somebody of this name sits; case does not matter
    #[validate(length(max = 400))]
    #[param(max_length = 400)]
    player: Option<String>,
    /// Those that were played at this place; case does not matter
    #[validate(length(max = 400))]
    #[param(max_length = 400)]
    location: Option<String>,
    /// Where the page before ended: `next` of its answer
    #[param(value_type = Option<String>, max_length = 400)]
    cursor: Option<Place>,
    /// How many matches
    #[validate(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: Option<usize>,
    /// The language, where it is another one than that of the request
    #[param(schema_with = lang_schema, required = false)]
    lang: Option<Lang>,
    #[param(ignore)]
    theme: Scheme,
    #[validate(custom(function = check_color))]
    #[param(ignore)]
    accent: Option<String>,
}

impl FromRequest for ListRequest {
    type Error = Problem;
    type Future = Ready<Result<ListRequest, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(ListRequest::from_request(request))
    }
}

impl ListRequest {
    /// # Errors
    /// 400, with every faulty parameter.
    fn from_request(request: &HttpRequest) -> Result<ListRequest, Problem> {
        let FormQuery(query) = FormQuery::<PublishedQuery>::from_request(request)?;
        let day = query.day;
        // ISO dates are ordered like their texts.
        let filter = PublishedFilter {
            game: query.game.map(|PlayedGame(id)| id.to_owned()),
            from: day.clone().max(query.from),
            to: day.into_iter().chain(query.to).min(),
            player: query.player,
            location: query.location,
            after: query.cursor.map(|Place(place)| place),
        };
        Ok(ListRequest {
            filter,
            language: request::named_or_preferred(query.lang, request),
            query: ListQuery::of(request.query_string()),
            limit: query.limit.unwrap_or(DEFAULT_LIMIT),
            theme: Theme::new(query.theme, query.accent.as_deref()),
        })
    }

    /// The requested page of the list.
    async fn part(&self, service: &Service) -> Result<Part, Problem> {
        let limit = self.limit;
        let mut rows = service.matches.published(&self.filter, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| has_more).map(cursor);
        let next = last.map(|cursor| Next {
            query: self.query.with("cursor", Some(&cursor)).text(),
            cursor,
        });
        let mut matches = Vec::with_capacity(rows.len());
        for row in rows {
            matches.extend(entry(service, &row, self.language).await?);
        }
        Ok(Part { matches, next })
    }

    fn view<'a>(&'a self, part: &'a Part, home: &'a str) -> ListView<'a> {
        ListView {
            matches: &part.matches,
            home,
            language: self.language,
            query: &self.query,
            next: part.next.as_ref().map(|next| next.query.clone()),
            is_first: self.filter.after.is_none(),
        }
    }
}

/// The list entry of a match; `None` if it was withdrawn, deleted or damaged meanwhile.
async fn entry(
    service: &Service,
    row: &PublishedMatch,
    language: &'static Language,
) -> Result<Option<Arc<Board>>, Problem> {
    let (id, tag) = (row.id.as_str(), language.tag());
    if let Some(known) = service.listed.get(id, tag, row.version) {
        return Ok(Some(known));
    }
    let read = caller::published(service, id).await;
    match read.and_then(|played| Board::new(&played, language)) {
        Ok(board) => {
            let board = Arc::new(board);
            service.listed.put(id, tag, board.version, board.clone());
            Ok(Some(board))
        }
        Err(problem) if [ProblemKind::NotShown, ProblemKind::Damaged].contains(&problem.kind()) => {
            Ok(None)
        }
        Err(problem) => Err(problem),
    }
}

/// The position of a match in the list, as an opaque text.
fn cursor(row: &PublishedMatch) -> String {
    let PublishedMatch { id, day, at, .. } = row;
    let place = format!("{day} {} {id}", at.as_millis());
    URL_SAFE_NO_PAD.encode(place)
}

/// Such a text, and the place that it names.
#[derive(Debug)]
struct Place(ListPlace);

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Place, D::Error> {
        let cursor = String::deserialize(deserializer)?;
        let text = URL_SAFE_NO_PAD.decode(cursor).ok();
        let text = text.and_then(|text| String::from_utf8(text).ok());
        let parts: Vec<&str> = text.as_deref().unwrap_or_default().split(' ').collect();
        let unreadable = || D::Error::custom("cursor-form");
        let [day, at, id] = parts[..] else {
            return Err(unreadable());
        };
        Ok(Place(ListPlace {
            day: day.to_owned(),
            at: Timestamp::from_millis(at.parse().map_err(|_| unreadable())?),
            id: id.to_owned(),
        }))
    }
}

/// Refuses requests for a list that the service does not show.
///
/// # Errors
/// 404: the service does not list its published matches.
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
pub async fn list(list: ListRequest, request: HttpRequest, service: Data<Service>) -> Answer {
    check_public(&service)?;
    let home = home(&request, &service);
    let part = list.part(&service).await?;
    let matches = part.matches.iter();
    let body = match_response::json(&PublishedList {
        matches: matches.map(|one| PublishedEntry::new(one, &home)).collect(),
        next: part.next.as_ref().map(|next| next.cursor.clone()),
    })?;
    let prepare = linking(&part, &format!("{home}matches.json"), list.language);
    let media = "application/json";
    Ok(etag::with_headers(&request, media, body, prepare))
}

/// List the published matches as a feed (Atom, RFC 4287); its link `next` leads to earlier matches.
#[utoipa::path(get, path = "/matches.atom", tag = "internal", operation_id = "feedPublished",
    params(PublishedQuery, IfNoneMatch), responses(
    (status = 200, description = "A feed", content_type = "application/atom+xml", body = String),
    BadRequest, Cached, NotFound,
))]
pub async fn feed(list: ListRequest, request: HttpRequest, service: Data<Service>) -> Answer {
    check_public(&service)?;
    let home = home(&request, &service);
    let part = list.part(&service).await?;
    let feed = list_page::feed(&list.view(&part, &home))?;
    let prepare = linking(&part, &format!("{home}matches.atom"), list.language);
    let media = "application/atom+xml; charset=utf-8";
    Ok(etag::with_headers(&request, media, feed.into(), prepare))
}

/// The list as a page.
///
/// # Errors
/// 404 if the service has no list; 400 for faulty parameters.
pub async fn page(list: ListRequest, request: HttpRequest, service: Data<Service>) -> Answer {
    check_public(&service)?;
    let home = home(&request, &service);
    let part = list.part(&service).await?;
    let page = list_page::page(&list.view(&part, &home))?;
    let language = list.language.tag();
    let prepare = |builder: &mut HttpResponseBuilder| {
        csp::page(builder).insert_header((header::CONTENT_LANGUAGE, language));
    };
    Ok(etag::with_headers(&request, HTML, page.into(), prepare))
}

/// The list in a frame, for websites.
///
/// # Errors
/// 404 if the service has no list; 400 for faulty parameters.
pub async fn frame(list: ListRequest, request: HttpRequest, service: Data<Service>) -> Answer {
    check_public(&service)?;
    let home = home(&request, &service);
    let part = list.part(&service).await?;
    let page = list_page::frame(&list.view(&part, &home), &list.theme)?;
    let prepare = |builder: &mut HttpResponseBuilder| {
        csp::public(builder);
    };
    Ok(etag::with_headers(&request, HTML, page.into(), prepare))
}

/// Adds the headers of a page of the list.
fn linking(
    part: &Part,
    address: &str,
    language: &'static Language,
) -> impl FnOnce(&mut HttpResponseBuilder) + use<> {
    let next = part.next.as_ref();
    let link = next.map(|next| format!("<{address}{}>; rel=\"next\"", next.query));
    move |builder| {
        csp::open(builder).insert_header((header::CONTENT_LANGUAGE, language.tag()));
        if let Some(link) = link {
            builder.insert_header((header::LINK, link));
        }
    }
}

/// The parameters that links to other pages of a list repeat, in the order in which they are documented.
const REPEATED: [&str; 8] = [
    "game", "day", "from", "to", "player", "location", "limit", "lang",
];

/// Parameters, each once.
#[derive(Debug, Clone, Default)]
pub struct ListQuery(pub Vec<(&'static str, String)>);

impl ListQuery {
    /// The parameters of a query that links to other pages repeat.
    pub fn of(query: &str) -> ListQuery {
        let pairs = web::Query::<Vec<(String, String)>>::from_query(query);
        let pairs = pairs.map_or_else(|_| Vec::new(), web::Query::into_inner);
        let value = |name: &str| {
            let mut given = pairs.iter().filter(|(_, value)| !value.is_empty());
            Some(given.find(|(given, _)| given == name)?.1.clone())
        };
        let repeated = REPEATED.into_iter();
        ListQuery(
            repeated
                .filter_map(|name| Some((name, value(name)?)))
                .collect(),
        )
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| &**value)
    }

    /// The same query with another value of a parameter, or without it.
    pub fn with(&self, name: &'static str, value: Option<&str>) -> ListQuery {
        let mut query = self.clone();
        query.0.retain(|(known, _)| *known != name);
        query.0.extend(value.map(|value| (name, value.to_owned())));
        query
    }

    /// Its text after an address: empty, or beginning with `?`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.0 {
            text.push(if text.is_empty() { '?' } else { '&' });
            text += &format!("{name}={}", encoded(value));
        }
        text
    }
}

/// A text encoded as a query value.
pub fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(byte.into());
            }
            byte => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_encoded_and_replaced() {
        let query = ListQuery::of("player=Ann+%26+%C5%BDofie&game=whist&lang=&cursor=abc");
        assert_eq!(query.text(), "?game=whist&player=Ann%20%26%20%C5%BDofie");
        assert_eq!(query.with("player", None).text(), "?game=whist");
        assert_eq!(
            query.with("game", Some("x")).with("player", None).text(),
            "?game=x"
        );
        assert_eq!(ListQuery::default().text(), "");
    }
}
