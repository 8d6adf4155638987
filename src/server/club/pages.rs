//! `/club`: the pages of the club, which need no scripts, and their viewers. With a cookie that holds a key
//! for all matches, a browser can open the pages of a private club, and direct evenings.

use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Form, Path};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder};
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::caller::{self, SameSite, service_of};
use crate::access::match_keys::cookie;
use crate::app::state::Service;
use crate::assets::words::day_in_words;
use crate::club::endpoints::{AfterQuery, csv};
use crate::club::names::UnknownNames;
use crate::club::state::Snapshot;
use crate::club::{evening, frames};
use crate::http::file::endpoint;
use crate::http::{Answer, CSS, Day, HTML, Problem, ProblemKind, Query, csp, request};
use crate::openapi::Endpoint;
use crate::paper::endpoints::print_as;
use crate::publish;
use crate::rules::page::others;
use crate::system_fonts::draw_with_fonts;
use overtrick_club::{
    ClubMatch, DerivationLine, FigureTable, MEMBER_COLUMNS, Season, SeasonTable, clause_table,
    derivation, rank_in_words, season_table, shown_column,
};
use overtrick_match::lang::Language;
use overtrick_match::ledger::Role;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::listing::{Listing, listing};
use overtrick_paper::{PrintError, Printable};

const STYLE: &str = include_str!("../../../templates/club/style.css");
/// The number of members of each season on the first page.
const LEADERS: usize = 3;
/// The number of evenings on the first page.
const LATEST: usize = 10;
/// The maximum number of evenings in a printed table. Only the latest evenings are printed.
const MAX_PRINTED: usize = 16;
/// The maximum number of evenings in a printed table in portrait format.
const MAX_UPRIGHT: usize = 4;

/// Returns the endpoints of the pages and frames.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/club", club),
        endpoint("/club/style.css", STYLE, CSS, csp::page),
        Endpoint::page("/club/key", key_form),
        Endpoint::page("/club/seasons/{id}.csv", season),
        Endpoint::page("/club/seasons/{id}.pdf", season),
        Endpoint::page("/club/seasons/{id}", season),
        Endpoint::page("/club/seasons/{id}/{number}", row),
        Endpoint::page("/club/members/{number}", member),
        Endpoint::page("/club/evenings/{day}", evening::page),
        Endpoint::page("/club/evenings/{day}/rounds/{round}/kit.pdf", evening::kit),
        Endpoint::page("/club/join/{code}", evening::join),
        Endpoint::page("/embed/club/season", frames::season),
        Endpoint::page("/embed/club/tonight", frames::tonight),
    ]
}

/// The common data of every page of the club.
pub struct Frame {
    /// The language.
    pub language: &'static Language,
    /// The relative path to the root of the service.
    pub root: &'static str,
    /// The name of the club.
    pub club: String,
    /// The title of the page.
    pub title: String,
    /// The unknown names on the page.
    pub unknown_names: Option<UnknownNames>,
    /// Whether the browser reloads the page regularly.
    pub is_live: bool,
}

impl Frame {
    fn new(language: &'static Language, root: &'static str, club: String, title: String) -> Frame {
        Frame {
            language,
            root,
            club,
            title,
            unknown_names: None,
            is_live: false,
        }
    }

    /// Returns the other languages: their tags and native names.
    pub fn others(&self) -> Vec<(&'static str, String)> {
        others(self.language)
    }

    /// Returns a text from the club's section of the catalog.
    pub fn text(&self, key: &str) -> String {
        self.language.text("club", key)
    }

    /// Returns a day in words.
    pub fn day(&self, day: &str) -> String {
        day_in_words(day, self.language)
    }

    /// Returns the tag of the language.
    pub fn tag(&self) -> &'static str {
        self.language.tag()
    }
}

#[derive(Template)]
#[template(path = "club/club.html")]
struct ClubPage {
    frame: Frame,
    /// The seasons with their leaders, the latest season first.
    seasons: Vec<(Season, Vec<ClubPlace>)>,
    evenings: Vec<String>,
    directs: bool,
}

/// A player in a short list.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ClubPlace {
    /// The rank in words; empty before the first hand.
    pub rank: String,
    /// The name.
    pub name: String,
    /// The season's figure or the match total.
    pub figure: String,
    /// Whether the rank is the first.
    #[serde(skip)]
    pub leads: bool,
}

#[derive(Template)]
#[template(path = "club/season.html")]
struct SeasonPage {
    frame: Frame,
    id: String,
    after: Option<String>,
    evenings: Vec<String>,
    table: FigureTable,
    notes: Vec<String>,
}

impl SeasonPage {
    /// Whether a rank is the first.
    fn leads(&self, rank: &str) -> bool {
        rank == self.frame.language.ordinal(1)
    }

    /// Returns the units in a cell. The flag is `true` for a dropped unit.
    fn units<'c>(cell: &'c str) -> Vec<(&'c str, bool)> {
        let unit = |unit: &'c str| (unit.trim_matches(['(', ')']), unit.starts_with('('));
        cell.split(' ').map(unit).collect()
    }
}

#[derive(Template)]
#[template(path = "club/row.html")]
struct RowPage {
    frame: Frame,
    season: SeasonTable,
    number: u16,
    /// The lines of the derivation, each with the id of its match if the match is published.
    lines: Vec<(DerivationLine, Option<String>)>,
}

#[derive(Template)]
#[template(path = "club/member.html")]
struct MemberPage {
    frame: Frame,
    /// The seasons, each with the member's rank and figure.
    seasons: Vec<(Season, String)>,
    evenings: usize,
    /// Tables of figures, each with the key of its heading.
    tables: Vec<(&'static str, FigureTable)>,
    number: u16,
}

#[derive(Template)]
#[template(path = "club/key.html")]
struct KeyPage {
    frame: Frame,
    is_wrong: bool,
}

/// A viewer of the club's pages, by role in all matches; `None` without a valid key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer(pub Option<Role>);

impl Viewer {
    /// Returns the viewer who sent a request, by the bearer key or by the key in the cookie. An invalid key
    /// in the cookie is ignored.
    ///
    /// # Errors
    /// 401 with an invalid bearer key; 403 with the key of a match, or from a page of another site.
    pub fn of(request: &HttpRequest, service: &Service) -> Result<Viewer, Problem> {
        if caller::bearer(request)?.is_some() {
            let caller = caller::whole_instance(request, service, Role::View)?;
            return Ok(Viewer(caller.role_everywhere()));
        }
        match caller::cookie(request, service) {
            Ok(key) => Ok(Viewer(caller::role_everywhere(service, &key))),
            Err(problem) if problem.kind() == ProblemKind::Unauthorized => Ok(Viewer(None)),
            Err(problem) => Err(problem),
        }
    }

    /// Whether the viewer sees every name.
    pub fn is_keyed(self) -> bool {
        self.0.is_some()
    }

    /// Whether the viewer may change the club and its evenings.
    pub fn directs(self) -> bool {
        self.0 >= Some(Role::Direct)
    }

    /// Refuses viewers who may not change the club.
    ///
    /// # Errors
    /// 401 without a key; 403 if the role of the key is too low.
    pub fn must_direct(self) -> Result<(), Problem> {
        match self {
            viewer if viewer.directs() => Ok(()),
            viewer if viewer.is_keyed() => Err(ProblemKind::Forbidden.into()),
            _ => Err(ProblemKind::Unauthorized.into()),
        }
    }
}

/// A request for a page of the club, with the data for the answer.
pub struct Context {
    /// The request.
    pub request: HttpRequest,
    /// The service.
    pub service: Data<Service>,
    /// The club.
    pub snapshot: Arc<Snapshot>,
    /// The viewer who sent the request.
    pub viewer: Viewer,
    /// The language of the page.
    pub language: &'static Language,
}

impl FromRequest for Context {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Context, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        Box::pin(Context::new(request.clone()))
    }
}

impl Context {
    /// Reads a request.
    ///
    /// # Errors
    /// 404 if there is no club, or it is not public and the request has no key; 401 with an invalid key; 400 for an
    /// unknown language.
    pub async fn new(request: HttpRequest) -> Result<Context, Problem> {
        let service = service_of(&request)?;
        let viewer = Viewer::of(&request, &service)?;
        let snapshot = service.club.snapshot(&service.matches).await?;
        if !viewer.is_keyed() && !snapshot.club().is_public {
            return Err(ProblemKind::NotFound.into());
        }
        Ok(Context {
            language: request::shown_language(&request)?,
            request,
            service,
            snapshot,
            viewer,
        })
    }

    /// Returns the frame of a page.
    pub fn frame(&self, root: &'static str, title: String) -> Frame {
        let club = self.snapshot.club().name.clone();
        Frame::new(self.language, root, club, title)
    }

    /// Returns the name of a member as the viewer may see it.
    pub fn name(&self, number: u16) -> String {
        let members = &self.snapshot.members;
        members.name(number, self.viewer, self.language)
    }

    /// Returns the table of a season with the names that the viewer may see. Only viewers with a key see the names of
    /// guests.
    ///
    /// # Errors
    /// 404 if there is no such season; 422 if its rules do not fit its matches.
    pub fn season(&self, id: &str, after: Option<&str>) -> Result<SeasonTable, Problem> {
        let season = self.snapshot.club().season(id);
        let season = season.ok_or(ProblemKind::NotFound)?;
        let table = self.snapshot.table(season, after);
        let table = (*table).as_ref().map_err(Clone::clone)?;
        let mut shown = table.clone();
        for row in shown.standings.iter_mut().chain(&mut shown.unranked) {
            row.name = self.name(row.member);
        }
        shown.unknown.retain(|_| self.viewer.is_keyed());
        Ok(shown)
    }

    /// Returns the name of a game, or the id of a custom game that was not played yet.
    pub fn game(&self, id: &str) -> String {
        let mut matches = self.snapshot.matches.iter();
        let played = matches.find(|played| played.game == id);
        let named = |played: &ClubMatch| self.language.named(&played.game_name);
        played.map_or_else(|| self.language.word(id), named)
    }

    /// Returns the answer with a page of the club.
    ///
    /// # Errors
    /// The page cannot be rendered.
    pub fn answer(&self, page: &impl Template) -> Answer {
        let page = page.render()?;
        let answer = publish::answer(&self.request, csp::page, HTML, self.language, page);
        Ok(answer)
    }
}

/// Returns the best rows of a season table.
pub fn leaders(table: &SeasonTable, most: usize, language: &Language) -> Vec<ClubPlace> {
    let figures = table.column(|row| &row.figure, Some(language));
    let rows = table.standings.iter().zip(figures).take(most);
    let leaders = rows.map(|(row, figure)| ClubPlace {
        rank: rank_in_words(row.rank, language),
        name: row.name.clone(),
        figure,
        leads: row.rank == Some(1),
    });
    leaders.collect()
}

async fn club(context: Result<Context, Problem>, request: HttpRequest) -> Answer {
    let context = match context {
        Err(problem) if problem.kind() == ProblemKind::NotFound => {
            return key_page(&request, StatusCode::NOT_FOUND, "");
        }
        context => context?,
    };
    let mut seasons: Vec<&Season> = context.snapshot.club().seasons.iter().collect();
    seasons.sort_by(|one, other| other.from.cmp(&one.from));
    let seasons = seasons.into_iter().map(|season| {
        let table = context.season(&season.id, None).ok();
        let leaders = table.map(|table| leaders(&table, LEADERS, context.language));
        (season.clone(), leaders.unwrap_or_default())
    });
    let matches = context.snapshot.matches.iter();
    let mut evenings: Vec<String> = matches.rev().map(|one| one.evening.clone()).collect();
    evenings.dedup();
    evenings.truncate(LATEST);
    let page = ClubPage {
        seasons: seasons.collect(),
        evenings,
        directs: context.viewer.directs(),
        frame: context.frame("", context.snapshot.club().name.clone()),
    };
    context.answer(&page)
}

/// Shows the table of a season as a page, as CSV or as PDF.
async fn season(
    context: Context,
    Query(AfterQuery { after }): Query<AfterQuery>,
    id: Path<String>,
) -> Answer {
    let (table, language) = (context.season(&id, after.as_deref())?, context.language);
    let request = &context.request;
    match request.path().rsplit('.').next() {
        Some("csv") => return csv(request, &table),
        Some("pdf") => {
            let club = context.snapshot.club().name.clone();
            let draw = move || {
                let drawn = print_season(&table, &club, language);
                drawn.map_err(|_| ProblemKind::Internal.into())
            };
            return print_as(request, &id, draw).await;
        }
        _ => {}
    }
    let back = format!("/seasons/{id}");
    let page = SeasonPage {
        table: season_table(&table, Some(language)),
        notes: table.notes(language),
        evenings: table.evenings,
        after: after.map(|Day(day)| day),
        frame: Frame {
            unknown_names: UnknownNames::new(&context, table.unknown, back)?,
            ..context.frame("../../", table.title)
        },
        id: table.season,
    };
    context.answer(&page)
}

/// Draws the table of a season: rank, name, figure, evenings, wins, and the units of the latest evenings.
///
/// # Errors
/// Errors of [`listing`].
pub fn print_season(
    table: &SeasonTable,
    club: &str,
    language: &Language,
) -> Result<Printable, PrintError> {
    let all = season_table(table, Some(language));
    let spare = all.heads.len().saturating_sub(MEMBER_COLUMNS + MAX_PRINTED);
    let columns = |cells: &[String]| {
        let fixed = [0, 2, 5, 3, 4].into_iter();
        let columns = fixed.chain(MEMBER_COLUMNS + spare..cells.len());
        columns.map(|at| cells[at].clone()).collect::<Vec<String>>()
    };
    let head = columns(&all.heads);
    draw_with_fonts(Vec::new(), |fonts| {
        listing(&Listing {
            title: table.title.clone(),
            about: club.to_owned(),
            figures: (0..head.len()).map(|at| at != 1).collect(),
            head: head.clone(),
            rows: all.rows.iter().map(|row| columns(row)).collect(),
            notes: table.notes(language),
            setup: PageSetup {
                landscape: all.heads.len() > MEMBER_COLUMNS + MAX_UPRIGHT,
                ..PageSetup::default()
            },
            language,
            fonts,
        })
    })
}

async fn row(
    context: Context,
    Query(AfterQuery { after }): Query<AfterQuery>,
    path: Path<(String, u16)>,
) -> Answer {
    let (id, number) = &*path;
    let (season, language) = (context.season(id, after.as_deref())?, context.language);
    let row = season.rows().find(|row| row.member == *number);
    let row = row.ok_or(ProblemKind::NotFound)?;
    let lines = derivation(&season, row, language).into_iter().map(|line| {
        let mut matches = context.snapshot.matches.iter();
        let played = matches.find(|played| line.played.as_ref() == Some(&played.id));
        let published = played.filter(|played| played.is_published);
        let link = published.map(|played| played.id.clone());
        (line, link)
    });
    let page = RowPage {
        lines: lines.collect(),
        number: *number,
        frame: context.frame("../../../", row.name.clone()),
        season,
    };
    context.answer(&page)
}

async fn member(context: Context, number: Path<u16>) -> Answer {
    let (club, language) = (context.snapshot.club(), context.language);
    let report = club.member(*number, &context.snapshot.matches, None);
    let report = report.ok_or(ProblemKind::NotFound)?;
    let seasons = report.seasons.iter().filter_map(|standing| {
        let rank = rank_in_words(standing.rank, language);
        let figure = shown_column(&[&standing.figure], Some(language)).concat();
        let season = club.season(&standing.season)?.clone();
        Some((season, format!("{rank}, {figure}")))
    });
    let games = report.games_table(|id| context.game(id), language);
    let met = report.met_table(|number| context.name(number), language);
    let clauses = clause_table(&report.clauses, None, language);
    let page = MemberPage {
        seasons: seasons.collect(),
        evenings: report.played.evenings.unwrap_or(0),
        tables: vec![("by-game", games), ("by-member", met), ("by-rule", clauses)],
        number: *number,
        frame: context.frame("../../", context.name(*number)),
    };
    context.answer(&page)
}

/// The form with a key to store in the cookie.
#[derive(Debug, Deserialize)]
pub struct KeyForm {
    key: String,
}

/// Returns the page with the form for a key. `root` is the relative path from the page to the service's root.
///
/// # Errors
/// 400 for an unknown language.
fn key_page(request: &HttpRequest, status: StatusCode, root: &'static str) -> Answer {
    let language = request::shown_language(request)?;
    let title = language.text("club", "key-title");
    let page = KeyPage {
        frame: Frame::new(language, root, title.clone(), title),
        is_wrong: status == StatusCode::UNAUTHORIZED,
    };
    let mut builder = HttpResponse::build(status);
    csp::page(&mut builder).insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(builder.content_type(HTML).body(page.render()?))
}

/// Show the form for a key.
async fn key_form(request: HttpRequest) -> Answer {
    key_page(&request, StatusCode::OK, "../")
}

/// Store a key in a cookie for the club's pages. The key must open all matches. An empty key deletes the cookie.
#[utoipa::path(post, path = "/club/session", tag = "internal")]
pub async fn open_session(
    SameSite(()): SameSite,
    Form(KeyForm { key }): Form<KeyForm>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let key = key.trim();
    if !key.is_empty() && caller::role_everywhere(&service, key).is_none() {
        return key_page(&request, StatusCode::UNAUTHORIZED, "../");
    }
    let end = if key.is_empty() { "; Max-Age=0" } else { "" };
    let cookie = cookie(&service, "/club", key) + end;
    let mut builder = see_other(&service, "/club")?;
    Ok(builder.insert_header((header::SET_COOKIE, cookie)).finish())
}

/// Returns an answer that redirects to a page of the service.
///
/// # Errors
/// 400 for characters that are not allowed in an address.
pub fn see_other(service: &Service, path: &str) -> Result<HttpResponseBuilder, Problem> {
    let place = format!("{}{path}", service.settings.base_path);
    let place = HeaderValue::from_str(&place).map_err(|_| ProblemKind::BadRequest)?;
    let mut builder = HttpResponse::SeeOther();
    builder.insert_header((header::LOCATION, place));
    Ok(builder)
}
