//! `/robots.txt`, `/sitemap.xml` and `/favicon.ico`, which crawlers and browsers request by themselves.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::app::state::Service;
use crate::assets::embedded;
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::{csp, etag};
use crate::openapi::endpoint::Endpoint;
use crate::publish::home::home;
use crate::publish::sitemap;
use crate::publish::sitemap::MOST;
use overtrick_games as games;

const XML: &str = "application/xml; charset=utf-8";
/// The picture in the icon.
const ICON: &str = "icons/icon-192.png";
/// Its width and height in pixels.
const ICON_SIDE: u8 = 192;

/// The endpoints of these files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/robots.txt", robots),
        Endpoint::page("/sitemap.xml", sitemap),
        Endpoint::page("/favicon.ico", icon),
    ]
}

async fn robots(request: HttpRequest, service: Data<Service>) -> HttpResponse {
    let base = &service.settings.base_path;
    let home = home(&request, &service);
    let text = format!("User-agent: *\nDisallow: {base}/api/\n\nSitemap: {home}sitemap.xml\n");
    answer(&request, "text/plain; charset=utf-8", text.into_bytes())
}

/// The addresses of the pages that search engines may visit.
async fn sitemap(request: HttpRequest, service: Data<Service>) -> Answer {
    let lists = service.settings.public_list;
    let matches = if lists {
        service.matches.published_ids(MOST).await?
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
    let file = sitemap::file(&home, &pages, &matches).map_err(|_| internal())?;
    Ok(answer(&request, XML, file.into_bytes()))
}

/// The icon for browsers that request this name: an ICO file with one picture.
async fn icon(request: HttpRequest) -> Answer {
    let picture = embedded::bytes(ICON).ok_or(ProblemKind::NotFound)?;
    let size = u32::try_from(picture.len()).map_err(|_| internal())?;
    // The header, then one entry: width, height, no palette, one plane of 32 bits, size, offset.
    let mut file = vec![0, 0, 1, 0, 1, 0, ICON_SIDE, ICON_SIDE, 0, 0, 1, 0, 32, 0];
    file.extend(size.to_le_bytes());
    file.extend(22_u32.to_le_bytes());
    file.extend_from_slice(&picture);
    Ok(answer(&request, "image/x-icon", file))
}

fn answer(request: &HttpRequest, media: &'static str, body: Vec<u8>) -> HttpResponse {
    etag::with_headers(request, media, body, |builder| {
        csp::open(builder);
    })
}

fn internal() -> Problem {
    Problem::new(ProblemKind::Internal)
}
