//! `/club`: the pages of the club, readable without scripts.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::app::state::Service;
use crate::assets::words::day_in_words;
use crate::club::endpoints::{AfterQuery, csv, enter, table};
use crate::club::frames;
use crate::club::state::{KeptMatch, Snapshot, Viewer};
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::{csp, etag, request};
use crate::openapi::endpoint::Endpoint;
use crate::rules::page::others;
use overtrick_club::{
    ClubMatch, Figures, LineKind, Occupant, Row, SeasonTable, derivation, exact, shown,
    shown_column,
};
use overtrick_core::args;
use overtrick_match::lang::Language;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = include_str!("../../../templates/club/style.css");
/// How many members a season has on the first page.
const LEADERS: usize = 3;
/// How many evenings the first page lists.
const LATEST: usize = 10;

/// The endpoints of the pages and frames.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/club", club),
        Endpoint::page("/club/style.css", style),
        Endpoint::page("/club/seasons/{id}.csv", season_csv),
        Endpoint::page("/club/seasons/{id}", season),
        Endpoint::page("/club/seasons/{id}/{number}", row),
        Endpoint::page("/club/members/{number}", member),
        Endpoint::page("/club/evenings/{day}", evening),
        Endpoint::page("/embed/club/season", frames::season),
        Endpoint::page("/embed/club/tonight", frames::tonight),
    ]
}

/// What every page of the club has.
pub struct Frame {
    /// The language.
    language: &'static Language,
    /// The way to the root of the service.
    root: &'static str,
    /// The name of the club.
    club: String,
    /// The title of the page.
    title: String,
    /// The other languages: tags and native names.
    others: Vec<(&'static str, String)>,
}

impl Frame {
    fn text(&self, key: &str) -> String {
        self.language.text("club", key)
    }

    fn tag(&self) -> &'static str {
        self.language.tag()
    }
}

#[derive(Template)]
#[template(path = "club/club.html")]
struct ClubPage {
    frame: Frame,
    seasons: Vec<SeasonCard>,
    evenings: Vec<Day>,
}

struct SeasonCard {
    id: String,
    title: String,
    leaders: Vec<Leader>,
}

struct Leader {
    rank: String,
    name: String,
    figure: String,
}

struct Day {
    day: String,
    name: String,
}

#[derive(Template)]
#[template(path = "club/season.html")]
struct SeasonPage {
    frame: Frame,
    id: String,
    after: Option<Day>,
    evenings: Vec<Day>,
    rows: Vec<SeasonRow>,
    notes: Vec<String>,
}

struct SeasonRow {
    rank: String,
    number: u16,
    name: String,
    evenings: usize,
    wins: String,
    figure: String,
    decided: Option<String>,
    /// The units of each evening.
    units: Vec<Vec<UnitCell>>,
}

struct UnitCell {
    text: String,
    counts: bool,
}

#[derive(Template)]
#[template(path = "club/row.html")]
struct RowPage {
    frame: Frame,
    season: String,
    season_title: String,
    number: u16,
    lines: Vec<Line>,
}

struct Line {
    class: &'static str,
    day: String,
    text: String,
    value: String,
    /// The address of the match.
    link: Option<String>,
}

#[derive(Template)]
#[template(path = "club/member.html")]
struct MemberPage {
    frame: Frame,
    seasons: Vec<MemberSeason>,
    evenings: usize,
    games: Vec<FigureRow>,
    met: Vec<FigureRow>,
    clauses: Vec<FigureRow>,
    number: u16,
}

struct MemberSeason {
    id: String,
    title: String,
    rank: String,
    figure: String,
}

/// A name and figures beside it.
struct FigureRow {
    name: String,
    figures: Vec<String>,
}

#[derive(Template)]
#[template(path = "club/evening.html")]
struct EveningPage {
    frame: Frame,
    rounds: Vec<Round>,
}

struct Round {
    round: Option<i64>,
    tables: Vec<TableCard>,
}

struct TableCard {
    heading: String,
    state: String,
    link: Option<String>,
    players: Vec<Leader>,
}

/// A request for a page of the club.
struct PageRequest {
    snapshot: std::sync::Arc<Snapshot>,
    viewer: Viewer,
    language: &'static Language,
}

impl PageRequest {
    async fn new(request: &HttpRequest, service: &Service) -> Result<PageRequest, Problem> {
        let (snapshot, viewer) = enter(request, service).await?;
        Ok(PageRequest {
            snapshot,
            viewer,
            language: request::shown_language(request)?,
        })
    }

    fn frame(&self, root: &'static str, title: String) -> Frame {
        Frame {
            language: self.language,
            root,
            club: self.snapshot.club.name.clone(),
            title,
            others: others(self.language),
        }
    }

    fn name(&self, number: u16) -> String {
        self.snapshot.name(number, self.viewer, self.language)
    }

    fn day(&self, day: &str) -> Day {
        Day {
            day: day.to_owned(),
            name: day_in_words(day, self.language),
        }
    }

    /// What a game is called; the id of an own game that no match names otherwise.
    fn game(&self, id: &str) -> String {
        let mut matches = self.snapshot.matches.iter();
        let called = matches.find(|played| played.game == id && played.called.is_some());
        match called.and_then(|played| played.called.as_ref()) {
            Some(called) => self.language.named(called),
            None => self.language.word(id),
        }
    }
}

/// The page in its language.
fn answer(request: &HttpRequest, page: &impl Template, language: &Language) -> Answer {
    let tag = language.tag();
    let page = page.render()?;
    Ok(etag::with_headers(
        request,
        HTML,
        page.into_bytes(),
        |builder| {
            csp::page(builder).insert_header((header::CONTENT_LANGUAGE, tag));
        },
    ))
}

/// The rank of a row; a dash without one.
pub fn rank(row: &Row, language: &Language) -> String {
    row.rank
        .map_or_else(|| "–".to_owned(), |rank| language.ordinal(rank))
}

/// All rows of a table, the ranked ones first.
fn rows(table: &SeasonTable) -> impl Iterator<Item = &Row> {
    table.standings.iter().chain(&table.unranked)
}

/// The best rows of a table.
pub fn leaders(
    table: &SeasonTable,
    most: usize,
    language: &Language,
) -> Vec<(String, String, String)> {
    let figures: Vec<_> = table.standings.iter().map(|row| &row.figure).collect();
    let figures = shown_column(&figures, Some(language));
    let leaders = table.standings.iter().zip(figures).take(most);
    leaders
        .map(|(row, figure)| (rank(row, language), row.name.clone(), figure))
        .collect()
}

async fn club(request: HttpRequest, service: Data<Service>) -> Answer {
    let asked = PageRequest::new(&request, &service).await?;
    let snapshot = &asked.snapshot;
    let seasons = snapshot.club.seasons.iter().rev().map(|season| {
        let table = snapshot.table(season, None);
        let shown = table.as_ref().as_ref().ok();
        let shown = shown.map(|table| snapshot.shown(table, asked.viewer, asked.language));
        let leaders = shown.map(|table| leaders(&table, LEADERS, asked.language));
        let leaders = leaders.unwrap_or_default().into_iter();
        SeasonCard {
            id: season.id.clone(),
            title: season.title.clone(),
            leaders: leaders
                .map(|(rank, name, figure)| Leader { rank, name, figure })
                .collect(),
        }
    });
    let mut days: Vec<&str> = snapshot
        .matches
        .iter()
        .map(|played| &*played.evening)
        .collect();
    days.sort_unstable();
    days.dedup();
    let page = ClubPage {
        seasons: seasons.collect(),
        evenings: days
            .iter()
            .rev()
            .take(LATEST)
            .map(|day| asked.day(day))
            .collect(),
        frame: asked.frame("", snapshot.club.name.clone()),
    };
    answer(&request, &page, asked.language)
}

async fn season_csv(
    Query(AfterQuery { after }): Query<AfterQuery>,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let asked = PageRequest::new(&request, &service).await?;
    let table = table(&asked.snapshot, &id, after.as_deref())?;
    csv(
        &request,
        &asked.snapshot.shown(&table, asked.viewer, asked.language),
    )
}

async fn season(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let asked = PageRequest::new(&request, &service).await?;
    let Query(AfterQuery { after }) = Query::from_request(&request)?;
    let table = table(&asked.snapshot, &id, after.as_deref())?;
    let seen = asked.snapshot.shown(&table, asked.viewer, asked.language);
    let page = SeasonPage {
        rows: season_rows(&seen, asked.language),
        notes: notes(&seen, asked.language),
        evenings: seen.evenings.iter().map(|day| asked.day(day)).collect(),
        after: after.as_deref().map(|day| asked.day(day)),
        id: seen.season.clone(),
        frame: asked.frame("../../", seen.title.clone()),
    };
    answer(&request, &page, asked.language)
}

fn season_rows(table: &SeasonTable, language: &Language) -> Vec<SeasonRow> {
    let column = |value: fn(&Row) -> &overtrick_club::Fraction| {
        let values: Vec<_> = rows(table).map(value).collect();
        shown_column(&values, Some(language))
    };
    let figures = column(|row| &row.figure);
    let wins = column(|row| &row.wins);
    // All units together are a column, so that evenings can be compared.
    let mut units = rows(table).flat_map(|row| &row.units);
    let is_whole = units.all(|unit| unit.value.is_whole());
    let rows = rows(table)
        .zip(figures)
        .zip(wins)
        .map(|((row, figure), wins)| {
            let cells = table.evenings.iter().map(|evening| {
                let units = row.units.iter().filter(|unit| unit.evening == *evening);
                let cells = units.map(|unit| UnitCell {
                    text: shown(&unit.value, is_whole, Some(language)),
                    counts: unit.counts,
                });
                cells.collect()
            });
            let decided = row
                .decided_by
                .map(|tie| language.text("club", &format!("tie-{}", tie.word())));
            SeasonRow {
                rank: rank(row, language),
                number: row.member,
                name: row.name.clone(),
                evenings: row.evenings,
                wins,
                figure,
                decided,
                units: cells.collect(),
            }
        });
    rows.collect()
}

/// What stands below a table.
fn notes(table: &SeasonTable, language: &Language) -> Vec<String> {
    let open = (table.open > 0).then(|| language.format("club", "open", &args![count: table.open]));
    let names = table.unknown.iter().map(|unknown| unknown.name.clone());
    let names: Vec<String> = names.collect();
    let guests = (!names.is_empty()).then(|| {
        let args = args![count: names.len(), names: names];
        language.format("club", "guests", &args)
    });
    let warnings = table
        .warnings
        .iter()
        .map(|warning| warning.in_words(language));
    open.into_iter().chain(guests).chain(warnings).collect()
}

async fn row(request: HttpRequest, service: Data<Service>, path: Path<(String, u16)>) -> Answer {
    let (id, number) = path.into_inner();
    let asked = PageRequest::new(&request, &service).await?;
    let Query(AfterQuery { after }) = Query::from_request(&request)?;
    let table = table(&asked.snapshot, &id, after.as_deref())?;
    let row = rows(&table).find(|row| row.member == number);
    let row = row.ok_or(ProblemKind::NotFound)?;
    let lines = derivation(&table, row, asked.language)
        .into_iter()
        .map(|line| {
            let kept = line.played.as_ref().and_then(|id| asked.snapshot.kept(id));
            let published = kept.filter(|kept| kept.is_published);
            let class = match line.kind {
                LineKind::Match => "of-match",
                LineKind::Unit => "unit",
                LineKind::Dropped => "dropped",
                LineKind::Sum => "sum",
                LineKind::Change => "change",
                LineKind::Figure => "figure",
            };
            let is_match = line.kind == LineKind::Match;
            let game = kept
                .filter(|_| is_match)
                .map(|kept| asked.game(&kept.played.game));
            let text = match game {
                Some(game) => format!("{game}: {}", line.text),
                None => line.text,
            };
            let value = line.value.filter(|_| !is_match);
            Line {
                class,
                day: if is_match {
                    String::new()
                } else {
                    line.evening
                },
                text,
                value: value
                    .map(|value| exact(&value, asked.language))
                    .unwrap_or_default(),
                link: published.and(line.played),
            }
        });
    let page = RowPage {
        lines: lines.collect(),
        season: table.season.clone(),
        season_title: table.title.clone(),
        number,
        frame: asked.frame("../../../", asked.name(number)),
    };
    answer(&request, &page, asked.language)
}

async fn member(request: HttpRequest, service: Data<Service>, number: Path<u16>) -> Answer {
    let asked = PageRequest::new(&request, &service).await?;
    let snapshot = &asked.snapshot;
    let report = snapshot.club.member(*number, &snapshot.matches, None);
    let report = report.ok_or(ProblemKind::NotFound)?;
    let language = asked.language;
    let seasons = report.seasons.iter().filter_map(|season| {
        let title = &snapshot.club.season(&season.season)?.title;
        Some(MemberSeason {
            id: season.season.clone(),
            title: title.clone(),
            rank: season
                .rank
                .map_or_else(|| "–".to_owned(), |rank| language.ordinal(rank)),
            figure: shown_column(&[&season.figure], Some(language)).concat(),
        })
    });
    let figures = |name: String, figures: &Figures| FigureRow {
        name,
        figures: vec![
            figures.matches.to_string(),
            exact(&figures.wins, language),
            exact(&figures.beaten, language),
            figures.others.to_string(),
        ],
    };
    let games = report
        .games
        .iter()
        .map(|(game, of_game)| figures(asked.game(game), of_game));
    let all = figures(language.text("club", "all-games"), &report.played.figures);
    let met = report.met.iter().map(|met| FigureRow {
        name: asked.name(met.member),
        figures: [met.matches, met.above, met.below, met.equal]
            .map(|count| count.to_string())
            .into(),
    });
    let clauses = report.clauses.iter().map(|figures| FigureRow {
        name: figures.rule.to_string(),
        figures: vec![
            figures.times.to_string(),
            figures.paid.to_string(),
            exact(&figures.points, language),
        ],
    });
    let page = MemberPage {
        seasons: seasons.collect(),
        evenings: report.played.evenings,
        games: games.chain([all]).collect(),
        met: met.collect(),
        clauses: clauses.collect(),
        number: *number,
        frame: asked.frame("../../", asked.name(*number)),
    };
    answer(&request, &page, language)
}

async fn evening(request: HttpRequest, service: Data<Service>, day: Path<String>) -> Answer {
    let asked = PageRequest::new(&request, &service).await?;
    let of_day = asked
        .snapshot
        .matches
        .iter()
        .filter(|played| played.evening == *day);
    let mut of_day: Vec<&ClubMatch> = of_day.collect();
    if of_day.is_empty() {
        return Err(ProblemKind::NotFound.into());
    }
    of_day.sort_by_key(|played| (played.round, played.table, &played.id));
    let rounds = of_day.chunk_by(|one, other| one.round == other.round);
    let rounds = rounds.filter_map(|tables| {
        Some(Round {
            round: tables.first()?.round,
            tables: tables
                .iter()
                .filter_map(|played| table_card(&asked, played))
                .collect(),
        })
    });
    let page = EveningPage {
        rounds: rounds.collect(),
        frame: asked.frame("../../", day_in_words(&day, asked.language)),
    };
    answer(&request, &page, asked.language)
}

/// A table of an evening; everybody sees guests by their number at the table.
fn table_card(asked: &PageRequest, played: &ClubMatch) -> Option<TableCard> {
    let language = asked.language;
    let kept = asked.snapshot.kept(&played.id)?;
    let occupants = asked.snapshot.club.occupants(played);
    let mut competitors: Vec<_> = played.competitors.iter().collect();
    competitors.sort_by_key(|one| std::cmp::Reverse(one.beaten));
    let players = competitors.into_iter().map(|competitor| {
        let names = competitor
            .seats
            .iter()
            .filter_map(|seat| occupants.get(*seat));
        let names = names.map(|occupant| match occupant {
            Occupant::Member(number) => asked.name(*number),
            Occupant::Guest(name) if asked.viewer == Viewer::Keyed => name.clone(),
            Occupant::Guest(_) => language.text("club", "guest"),
        });
        let place = played.others() + 1 - competitor.beaten - competitor.tied;
        Leader {
            rank: language.ordinal(place),
            name: names.collect::<Vec<String>>().join(" + "),
            figure: exact(&competitor.total.into(), language),
        }
    });
    Some(TableCard {
        heading: heading(asked, kept),
        state: language.format(
            "club",
            if played.is_complete {
                "table-over"
            } else {
                "table-open"
            },
            &args![hands: played.hands],
        ),
        link: kept.is_published.then(|| played.id.clone()),
        players: players.collect(),
    })
}

/// "Table 3: Mau-Mau".
fn heading(asked: &PageRequest, kept: &KeptMatch) -> String {
    let game = asked.game(&kept.played.game);
    match kept.played.table {
        Some(table) => asked
            .language
            .format("club", "table", &args![table: table, game: game]),
        None => game,
    }
}

async fn style(request: HttpRequest) -> HttpResponse {
    let media = "text/css; charset=utf-8";
    etag::with_headers(&request, media, STYLE.as_bytes().to_vec(), |builder| {
        csp::page(builder);
    })
}
