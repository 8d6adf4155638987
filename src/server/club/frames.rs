//! `/embed/club`: the current season and the latest evening for websites, at addresses that never change.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde_json::{Value, json};

use crate::app::state::Service;
use crate::assets::words::day_in_words;
use crate::club::endpoints::enter;
use crate::club::pages::leaders;
use crate::club::state::{Snapshot, Viewer};
use crate::http::answer::Answer;
use crate::http::problem::ProblemKind;
use crate::http::query::Query;
use crate::http::{csp, request};
use crate::publish::frame::{FrameQuery, Theme};
use overtrick_club::{ClubMatch, Occupant, exact};
use overtrick_core::args;
use overtrick_match::lang::Language;

/// How many members a frame has.
const MAX_ROWS: usize = 50;
/// The size of a frame in pixels, if the website names none.
const WIDTH: usize = 600;
const HEIGHT: usize = 480;

#[derive(Template)]
#[template(path = "club/frame.html")]
struct FramePage {
    tag: &'static str,
    heading: String,
    state: String,
    theme: String,
    tables: Vec<FrameTable>,
    /// The page of the club, from the frame.
    link: String,
    by: String,
}

/// A table of a frame.
struct FrameTable {
    heading: Option<String>,
    rows: Vec<(String, String, String)>,
}

/// The table of the current season, for an `<iframe>`.
pub async fn season(
    Query(query): Query<FrameQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let theme = Theme::from(&query);
    let language = request::named_or_preferred(query.lang, &request);
    let (snapshot, viewer) = enter(&request, &service).await?;
    let season = snapshot.club.current_season(&snapshot.matches);
    let season = season.ok_or(ProblemKind::NotFound)?;
    let table = snapshot.table(season, None);
    let table = table.as_ref().as_ref().map_err(|_| ProblemKind::NotFound)?;
    let shown = snapshot.shown(table, viewer, language);
    let last = shown.evenings.last();
    let page = FramePage {
        tag: language.tag(),
        heading: format!("{}: {}", snapshot.club.name, shown.title),
        state: last
            .map(|day| day_in_words(day, language))
            .unwrap_or_default(),
        theme: theme.query(),
        tables: vec![FrameTable {
            heading: None,
            rows: leaders(&shown, MAX_ROWS, language),
        }],
        link: format!("../../club/seasons/{}", season.id),
        by: language.text("embed", "by"),
    };
    answer(&page)
}

/// The tables of the latest evening, for an `<iframe>`.
pub async fn tonight(
    Query(query): Query<FrameQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let theme = Theme::from(&query);
    let language = request::named_or_preferred(query.lang, &request);
    let (snapshot, viewer) = enter(&request, &service).await?;
    let latest = snapshot.matches.iter().map(|played| &played.evening).max();
    let latest = latest.ok_or(ProblemKind::NotFound)?;
    let mut played: Vec<&ClubMatch> = snapshot
        .matches
        .iter()
        .filter(|played| played.evening == *latest)
        .collect();
    played.sort_by_key(|played| (std::cmp::Reverse(played.round), played.table, &played.id));
    let tables = played
        .into_iter()
        .map(|played| frame_table(&snapshot, viewer, played, language));
    let page = FramePage {
        tag: language.tag(),
        heading: snapshot.club.name.clone(),
        state: day_in_words(latest, language),
        theme: theme.query(),
        tables: tables.collect(),
        link: format!("../../club/evenings/{latest}"),
        by: language.text("embed", "by"),
    };
    answer(&page)
}

fn frame_table(
    snapshot: &Snapshot,
    viewer: Viewer,
    played: &ClubMatch,
    language: &Language,
) -> FrameTable {
    let occupants = snapshot.club.occupants(played);
    let mut competitors: Vec<_> = played.competitors.iter().collect();
    competitors.sort_by_key(|one| std::cmp::Reverse(one.beaten));
    let rows = competitors.into_iter().map(|competitor| {
        let names = competitor
            .seats
            .iter()
            .filter_map(|seat| occupants.get(*seat));
        let names = names.map(|occupant| match occupant {
            Occupant::Member(number) => snapshot.name(*number, viewer, language),
            Occupant::Guest(_) => language.text("club", "guest"),
        });
        let place = played.others() + 1 - competitor.beaten - competitor.tied;
        let names = names.collect::<Vec<String>>().join(" + ");
        (
            language.ordinal(place),
            names,
            exact(&competitor.total.into(), language),
        )
    });
    let game = match &played.called {
        Some(called) => language.named(called),
        None => language.word(&played.game),
    };
    let heading = match (played.round, played.table) {
        (Some(round), Some(table)) => {
            let args = args![round: round, table: table, game: game];
            language.format("club", "round-table", &args)
        }
        _ => game,
    };
    FrameTable {
        heading: Some(heading),
        rows: rows.collect(),
    }
}

fn answer(page: &FramePage) -> Answer {
    let mut builder = HttpResponse::Ok();
    csp::public(&mut builder);
    Ok(builder
        .content_type("text/html; charset=utf-8")
        .body(page.render()?))
}

/// The oEmbed description of a page of the club, if the address is one of a public club.
pub async fn embedded(
    url: &str,
    home: &str,
    service: &Service,
    most: (Option<usize>, Option<usize>),
) -> Option<Value> {
    let own = home.split_once("://").map_or(home, |(_, rest)| rest);
    let (_, rest) = url.split_once("://")?;
    let path = rest.strip_prefix(own)?.split(['?', '#']).next()?;
    let frame = match path.trim_end_matches('/') {
        "embed/club/tonight" => "tonight",
        path if path.starts_with("club/evenings") => "tonight",
        "club" | "embed/club/season" => "season",
        path if path.starts_with("club/seasons") => "season",
        _ => return None,
    };
    let snapshot = service.club.snapshot(&service.matches).await.ok()??;
    if !snapshot.club.is_public {
        return None;
    }
    let title = &snapshot.club.name;
    let (width, height) = most;
    let (width, height) = (
        width.unwrap_or(WIDTH).min(WIDTH),
        height.unwrap_or(HEIGHT).min(HEIGHT),
    );
    let html = format!(
        "<iframe src=\"{home}embed/club/{frame}\" title=\"{}\" width=\"{width}\" height=\"{height}\" \
         frameborder=\"0\"></iframe>",
        askama::filters::escape(title, askama::filters::Html).ok()?,
    );
    Some(json!({
        "version": "1.0", "type": "rich", "title": title, "html": html, "width": width, "height": height,
        "provider_name": "Overtrick", "provider_url": home,
    }))
}
