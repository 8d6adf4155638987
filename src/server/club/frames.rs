//! `/embed/club`: frames for websites with the current season and the latest evening, at fixed addresses.

use actix_web::HttpResponse;
use askama::Template;

use crate::assets::words::day_in_words;
use crate::club::evening::ClubTable;
use crate::club::pages::{Context, leaders};
use crate::http::{Answer, HTML, ProblemKind, Query, csp};
use crate::publish::frame::FrameQuery;
use overtrick_club::ClubMatch;
use overtrick_match::lang::Language;

/// The maximum number of members in a frame.
const MAX_ROWS: usize = 50;
#[derive(Template)]
#[template(path = "club/frame.html")]
struct FramePage {
    language: &'static Language,
    heading: String,
    state: String,
    theme: String,
    tables: Vec<ClubTable>,
    /// The link from the frame to the page of the club.
    link: String,
}

impl FramePage {
    fn answer(&self) -> Answer {
        let mut builder = HttpResponse::Ok();
        csp::public(&mut builder);
        Ok(builder.content_type(HTML).body(self.render()?))
    }
}

/// Shows the table of the current season, for an `<iframe>`.
pub async fn season(Query(query): Query<FrameQuery>, context: Context) -> Answer {
    let (snapshot, language) = (&context.snapshot, context.language);
    let season = snapshot.club().current_season(&snapshot.matches);
    let season = season.ok_or(ProblemKind::NotFound)?;
    let shown = context.season(&season.id, None)?;
    let card = ClubTable {
        players: leaders(&shown, MAX_ROWS, language),
        ..ClubTable::default()
    };
    let last = shown.evenings.last().map(|day| day_in_words(day, language));
    let page = FramePage {
        language,
        heading: format!("{}: {}", snapshot.club().name, shown.title),
        state: last.unwrap_or_default(),
        theme: query.query(),
        tables: vec![card],
        link: format!("../../club/seasons/{}", season.id),
    };
    page.answer()
}

/// Shows the tables of the latest evening, for an `<iframe>`.
pub async fn tonight(Query(query): Query<FrameQuery>, context: Context) -> Answer {
    let snapshot = &context.snapshot;
    let latest = snapshot.matches.last().ok_or(ProblemKind::NotFound)?;
    let latest = &latest.evening;
    let mut played: Vec<&ClubMatch> = snapshot.evening(latest).collect();
    played.sort_by_key(|played| std::cmp::Reverse(played.round));
    let tables = played.into_iter();
    let tables = tables.map(|played| context.table_card(played, "round-table"));
    let page = FramePage {
        language: context.language,
        heading: snapshot.club().name.clone(),
        state: day_in_words(latest, context.language),
        theme: query.query(),
        tables: tables.collect(),
        link: format!("../../club/evenings/{latest}"),
    };
    page.answer()
}

/// Returns the path below `/embed/` of the frame for a page of the club.
pub fn frame_of(page: &str) -> Option<&'static str> {
    match page {
        "club/tonight" => Some("club/tonight"),
        "club" => Some("club/season"),
        page if page.starts_with("club/evenings") => Some("club/tonight"),
        page if page.starts_with("club/season") => Some("club/season"),
        _ => None,
    }
}
