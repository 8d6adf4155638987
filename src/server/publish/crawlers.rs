//! `/robots.txt` and `/sitemap.xml`, which crawlers request by themselves.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::answer::Answer;
use crate::http::{csp, etag};
use crate::matches::service::MatchService;
use crate::openapi::endpoint::Endpoint;
use crate::publish::home;
use crate::publish::list::of_xml;
use overtrick_games as games;
use overtrick_match::ledger::MatchId;

const XML: &str = "application/xml; charset=utf-8";
/// The most matches in the sitemap: the ones that were opened last.
const MAX_MATCHES: usize = 10_000;

/// The endpoints of these files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/robots.txt", robots),
        Endpoint::page("/sitemap.xml", sitemap),
    ]
}

async fn robots(request: HttpRequest, service: Data<Service>) -> HttpResponse {
    let base = &service.settings.base_path;
    let home = home(&request, &service);
    let text = format!("User-agent: *\nDisallow: {base}/api/\n\nSitemap: {home}sitemap.xml\n");
    answer(&request, "text/plain; charset=utf-8", text.into_bytes())
}

impl MatchService {
    /// The ids of at most `limit` published matches, the one that was opened last first.
    ///
    /// # Errors
    /// Store errors.
    pub async fn published_ids(&self, limit: usize) -> Result<Vec<MatchId>, ServiceError> {
        Ok(self.0.store.published_ids(limit).await?)
    }
}

/// The addresses of the pages that search engines may visit.
async fn sitemap(request: HttpRequest, service: Data<Service>) -> Answer {
    let lists = service.settings.public_list;
    let matches = if lists {
        service.matches.published_ids(MAX_MATCHES).await?
    } else {
        Vec::new()
    };
    let mut pages = vec![
        if lists { "matches" } else { "" }.to_owned(),
        "games".to_owned(),
    ];
    let games = games::all().iter();
    pages.extend(games.map(|game| format!("games/{}", game.facts.id)));
    let home = home(&request, &service);
    let file = Sitemap {
        home: &home,
        pages: &pages,
        matches: &matches,
    };
    let file = of_xml(&file.render()?);
    Ok(answer(&request, XML, file.into_bytes()))
}

fn answer(request: &HttpRequest, media: &'static str, body: Vec<u8>) -> HttpResponse {
    etag::with_headers(request, media, body, |builder| {
        csp::open(builder);
    })
}

#[derive(Template)]
#[template(path = "public/sitemap.xml")]
struct Sitemap<'a> {
    home: &'a str,
    pages: &'a [String],
    matches: &'a [MatchId],
}
