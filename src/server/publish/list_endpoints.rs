//! `/matches`: the list of published matches as a page, JSON, a feed and a calendar.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use utoipa::openapi::{RefOr, Schema};

use crate::access::caller;
use crate::access::extractors::service_of;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::{FormQuery, Refusal, Value, query};
use crate::http::request::{AcceptsAtom, AcceptsCalendar, AcceptsJson, LangQuery};
use crate::http::values::{Day, Game, Whole, text};
use crate::http::{csp, etag, request};
use crate::matches::match_response;
use crate::openapi::parameters::IfNoneMatch;
use crate::openapi::responses::{BadRequest, Cached, NotFound};
use crate::publish::board::Board;
use crate::publish::calendar::OtherMatches;
use crate::publish::entry::{Listed, PublishedEntry, PublishedList};
use crate::publish::home::home;
use crate::publish::list_page::ListView;
use crate::publish::{calendar, list_page};
use overtrick_core::{Name, args};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Ledger, Timestamp};
use overtrick_store::ListPlace;
use overtrick_store::PublishedFilter;
use overtrick_store::PublishedMatch;

/// The default number of matches on a page.
const USUAL: usize = 20;
/// The most matches on a page.
const MOST: usize = 50;
/// The most matches in a calendar.
const MOST_IN_CALENDAR: usize = 100;

const HTML: &str = "text/html; charset=utf-8";

/// The parameters of a list request.
pub struct Asked {
    filter: PublishedFilter,
    limit: usize,
    language: &'static Language,
    /// The parameters to repeat in links to other pages of the list.
    kept: Vec<(&'static str, String)>,
}

/// A page of the list.
struct Part {
    matches: Vec<Listed>,
    /// The query of the next page.
    next: Option<Next>,
}

struct Next {
    cursor: String,
    query: String,
}

query! {
    /// What is asked of the list of published matches.
    pub struct PublishedQuery {
        /// Those of this game alone, by its id
        game: Game,
        /// Those of this day alone
        day: Day,
        /// Where the page before ended: `next` of its answer
        cursor: Place,
        /// How many matches; a calendar has its own number
        per_page: Whole<1, MOST>,
    }
}

impl FromRequest for Asked {
    type Error = Problem;
    type Future = Ready<Result<Asked, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Asked::of(request))
    }
}

impl Asked {
    /// # Errors
    /// 400, with every faulty parameter.
    fn of(request: &HttpRequest) -> Result<Asked, Problem> {
        let FormQuery((asked, LangQuery { lang: language })) = FormQuery::of(request)?;
        let PublishedQuery {
            game,
            day,
            cursor: after,
            per_page: limit,
        } = asked;
        let game = game.map(|entry| entry.facts.id);
        let kept = [
            ("game", game.map(str::to_owned)),
            ("day", day.clone()),
            ("per_page", limit.map(|limit| limit.to_string())),
            ("lang", language.map(|language| language.tag().to_owned())),
        ];
        let filter = PublishedFilter {
            game: game.map(str::to_owned),
            day,
            after,
        };
        Ok(Asked {
            filter,
            limit: limit.unwrap_or(USUAL),
            language: language.unwrap_or_else(|| request::language(request.headers())),
            kept: kept
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?)))
                .collect(),
        })
    }

    /// The query for the same list from a cursor on.
    fn query(&self, cursor: Option<&str>) -> String {
        let kept = self
            .kept
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let cursor = cursor.map(|cursor| format!("cursor={cursor}"));
        let parameters: Vec<String> = kept.chain(cursor).collect();
        if parameters.is_empty() {
            return String::new();
        }
        format!("?{}", parameters.join("&"))
    }

    /// The requested page of the list.
    async fn part(&self, service: &Service) -> Result<Part, Problem> {
        let limit = self.limit;
        let mut rows = service.matches.published(&self.filter, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| has_more).map(cursor);
        self.part_of(service, rows, last).await
    }

    /// Whole evenings for a calendar; the last evening is left to the next page. If an evening has more
    /// matches than a calendar, the page has the first ones, and the others are counted.
    async fn evenings(&self, service: &Service) -> Result<(Part, OtherMatches), Problem> {
        const MOST: usize = MOST_IN_CALENDAR;
        let mut rows = service.matches.published(&self.filter, MOST + 1).await?;
        let has_more = rows.len() > MOST;
        rows.truncate(MOST);
        let last = rows.last().filter(|_| has_more);
        let Some(day) = last.map(|row| row.publication.day.clone()) else {
            return Ok((
                self.part_of(service, rows, None).await?,
                OtherMatches::default(),
            ));
        };
        let before = rows.iter().take_while(|row| row.publication.day != day);
        let before = before.count();
        if before > 0 {
            rows.truncate(before);
            let last = rows.last().map(cursor);
            let part = self.part_of(service, rows, last).await?;
            return Ok((part, OtherMatches::default()));
        }
        let of_day = PublishedFilter {
            day: Some(day),
            ..self.filter.clone()
        };
        let of_day = service.matches.published(&of_day, usize::MAX).await?;
        let others = of_day.get(rows.len()..).unwrap_or_default();
        let others = OtherMatches {
            count: others.len(),
            changed_at: others.iter().map(|row| row.changed_at).max(),
        };
        let after = PublishedFilter {
            after: of_day.last().map(list_place),
            ..self.filter.clone()
        };
        let has_more = !service.matches.published(&after, 1).await?.is_empty();
        let last = of_day.last().filter(|_| has_more).map(cursor);
        Ok((self.part_of(service, rows, last).await?, others))
    }

    /// The page with these matches, and the link to the next one.
    async fn part_of(
        &self,
        service: &Service,
        rows: Vec<PublishedMatch>,
        last: Option<String>,
    ) -> Result<Part, Problem> {
        let mut matches = Vec::with_capacity(rows.len());
        for row in rows {
            if let Some(listed) = entry(service, &row, self.language).await? {
                matches.push(Listed::clone(&listed));
            }
        }
        let next = last.map(|cursor| Next {
            query: self.query(Some(&cursor)),
            cursor,
        });
        Ok(Part { matches, next })
    }

    fn view<'a>(&'a self, part: &'a Part, home: &'a str) -> ListView<'a> {
        ListView {
            matches: &part.matches,
            home,
            language: self.language,
            game: self.filter.game.as_deref(),
            day: self.filter.day.as_deref(),
            query: self.query(None),
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
) -> Result<Option<Arc<Listed>>, Problem> {
    let (id, tag) = (row.id.as_str(), language.tag());
    if let Some(known) = service.listed.get(id, tag, row.version) {
        return Ok(Some(known));
    }
    let ledger = match caller::published_at_least(service, id, row.version).await {
        Ok(ledger) => ledger,
        Err(problem) if [ProblemKind::NotShown, ProblemKind::Damaged].contains(&problem.kind()) => {
            return Ok(None);
        }
        Err(problem) => return Err(problem),
    };
    let Some(listed) = listed(&ledger, language)? else {
        return Ok(None);
    };
    let listed = Arc::new(listed);
    let version = ledger.version();
    service.listed.put(id, tag, version, listed.clone());
    Ok(Some(listed))
}

/// A match's entry for lists and its page, if it is published.
///
/// # Errors
/// 500 if it cannot be scored.
pub fn listed(ledger: &Ledger, language: &'static Language) -> Result<Option<Listed>, Problem> {
    let Some(publication) = ledger.publication() else {
        return Ok(None);
    };
    let scored = match_response::scored(ledger)?;
    Ok(Some(Listed {
        board: Board::of(ledger, &scored, language),
        day: publication.day,
        published_at: publication.at,
        changed_at: ledger.last_event().at,
    }))
}

fn list_place(row: &PublishedMatch) -> ListPlace {
    ListPlace {
        day: row.publication.day.clone(),
        at: row.publication.at,
        id: row.id.to_string(),
    }
}

/// The position of a match in the list, as an opaque text.
fn cursor(row: &PublishedMatch) -> String {
    let PublishedMatch {
        id, publication, ..
    } = row;
    let place = format!("{} {} {id}", publication.day, publication.at.as_millis());
    URL_SAFE_NO_PAD.encode(place)
}

/// Such a text, and the place that it names.
#[derive(Debug)]
pub struct Place;

impl Value for Place {
    type Of = ListPlace;

    fn read(cursor: &str) -> Result<ListPlace, Refusal> {
        let text = URL_SAFE_NO_PAD.decode(cursor).ok();
        let text = text.and_then(|text| String::from_utf8(text).ok());
        let parts: Vec<&str> = text.as_deref().unwrap_or_default().split(' ').collect();
        let [day, at, id] = parts[..] else {
            return Err(("cursor-form".into(), args![]));
        };
        let at = at
            .parse()
            .map_err(|_| (Name::new("cursor-form"), args![]))?;
        Ok(ListPlace {
            day: day.to_owned(),
            at: Timestamp::from_millis(at),
            id: id.to_owned(),
        })
    }

    fn schema() -> RefOr<Schema> {
        text().into()
    }
}

/// A service that lists its published matches; 404 on others.
#[derive(Debug)]
pub struct Listing;

impl FromRequest for Listing {
    type Error = Problem;
    type Future = Ready<Result<Listing, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let lists = |service: Data<Service>| {
            let lists = service.settings.public_list;
            lists
                .then_some(Listing)
                .ok_or_else(|| ProblemKind::NotFound.into())
        };
        ready(service_of(request).and_then(lists))
    }
}

/// List the published matches, latest day first, if the service lists them.
#[utoipa::path(get, path = "/matches.json", tag = "embed", operation_id = "listPublished",
    params(PublishedQuery, LangQuery, IfNoneMatch), responses(
    (status = 200, description = "A page of the list; `Link` leads to the next one", body = PublishedList),
    BadRequest, Cached, NotFound,
))]
pub async fn list(
    _: Listing,
    _: AcceptsJson,
    asked: Asked,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let home = home(&request, &service);
    let part = asked.part(&service).await?;
    let matches = part.matches.iter();
    let body = match_response::json(&PublishedList {
        matches: matches.map(|one| PublishedEntry::of(one, &home)).collect(),
        next: part.next.as_ref().map(|next| next.cursor.clone()),
    })?;
    let prepare = linking(&part, &format!("{home}matches.json"), asked.language);
    let media = "application/json";
    Ok(etag::with_headers(&request, media, body, prepare))
}

/// List the published matches as a feed (Atom, RFC 4287); its link `next` leads to earlier matches.
#[utoipa::path(get, path = "/matches.atom", tag = "embed", operation_id = "feedPublished",
    params(PublishedQuery, LangQuery, IfNoneMatch), responses(
    (status = 200, description = "A feed", content_type = "application/atom+xml", body = String),
    BadRequest, Cached, NotFound,
))]
pub async fn feed(
    _: Listing,
    _: AcceptsAtom,
    asked: Asked,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let home = home(&request, &service);
    let part = asked.part(&service).await?;
    let feed = list_page::feed(&asked.view(&part, &home)).map_err(|_| internal())?;
    let prepare = linking(&part, &format!("{home}matches.atom"), asked.language);
    let media = "application/atom+xml; charset=utf-8";
    Ok(etag::with_headers(&request, media, feed.into(), prepare))
}

/// List the published matches as a calendar (RFC 5545) in which each evening is an event.
#[utoipa::path(get, path = "/matches.ics", tag = "embed", operation_id = "calendarOfPublished",
    params(PublishedQuery, LangQuery, IfNoneMatch), responses(
    (status = 200, description = "A calendar; `Link` leads to earlier evenings", content_type = "text/calendar", body = String),
    BadRequest, Cached, NotFound,
))]
pub async fn calendar(
    _: Listing,
    _: AcceptsCalendar,
    asked: Asked,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let home = home(&request, &service);
    let (part, others) = asked.evenings(&service).await?;
    let calendar = calendar::calendar(&part.matches, &others, &home, asked.language);
    let prepare = linking(&part, &format!("{home}matches.ics"), asked.language);
    let media = "text/calendar; charset=utf-8";
    let calendar = calendar.into_bytes();
    Ok(etag::with_headers(&request, media, calendar, prepare))
}

/// The list as a page.
///
/// # Errors
/// 404 if the service has no list; 400 for faulty parameters.
pub async fn page(
    _: Listing,
    asked: Asked,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let home = home(&request, &service);
    let part = asked.part(&service).await?;
    let page = list_page::page(&asked.view(&part, &home)).map_err(|_| internal())?;
    let language = asked.language.tag();
    let prepare = |builder: &mut HttpResponseBuilder| {
        csp::page(builder).insert_header((header::CONTENT_LANGUAGE, language));
    };
    Ok(etag::with_headers(&request, HTML, page.into(), prepare))
}

/// Adds the headers of a page of the list, for websites of any origin.
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

fn internal() -> Problem {
    Problem::new(ProblemKind::Internal)
}
