//! The page for phones: its files.

use std::future::ready;

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::app::state::Service;
use crate::assets::files;
use crate::assets::files::{FONT, INDEX, JUDGE};
use crate::http::answer::Answer;
use crate::http::csp;
use crate::http::problem::ProblemKind;
use crate::openapi::endpoint::Endpoint;
use crate::publish::list;

pub fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = vec![
        Endpoint::page("", to_folder),
        Endpoint::page("/", index),
        Endpoint::page("/play", play),
    ];
    let paths = files::made().chain(files::names().map(String::from));
    endpoints.extend(paths.map(|path| {
        let route = format!("/{path}");
        Endpoint::page(&route, move |request, service: Data<Service>| {
            ready(file(&request, &service, &path))
        })
    }));
    endpoints
}

/// Compresses the files that every phone fetches, so that the first phone does not wait.
pub fn prepare() {
    for path in files::stored() {
        if let Some(file) = files::file(&path) {
            file.prepare();
        }
    }
}

/// The page, or the list of published matches if the service shows it.
async fn index(request: HttpRequest, service: Data<Service>) -> Answer {
    if service.settings.public_list {
        return list::page(request, service).await;
    }
    file(&request, &service, INDEX)
}

/// The page, at an address that does not depend on whether the list is shown.
async fn play(request: HttpRequest, service: Data<Service>) -> Answer {
    file(&request, &service, INDEX)
}

/// Redirects the page's address without its trailing slash.
async fn to_folder(service: Data<Service>) -> HttpResponse {
    let location = format!("{}/", service.settings.base_path);
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, location))
        .finish()
}

/// A file of the page, tagged with its digest; 304 if the client has it.
fn file(request: &HttpRequest, service: &Service, path: &str) -> Answer {
    let file = if service.settings.public_list {
        files::file_beside_list(path)
    } else {
        files::file(path)
    };
    let file = file.ok_or(ProblemKind::NotFound)?;
    let headers = match path {
        INDEX | JUDGE => csp::played,
        _ if file.media == FONT => csp::font,
        _ => csp::page,
    };
    Ok(file.answer(request, headers))
}
