//! The page for phones: its files.

use std::borrow::Cow;
use std::future::ready;

use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponse};

use crate::app::state::Service;
use crate::assets::files;
use crate::assets::files::{INDEX, JUDGE, PageFile};
use crate::http::answer::Answer;
use crate::http::precompressed::{Body, File};
use crate::http::problem::ProblemKind;
use crate::http::{csp, precompressed};
use crate::openapi::endpoint::Endpoint;
use crate::publish::list_endpoints::{self, ListRequest};

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
            precompressed::prepare(&as_sent(&file));
        }
    }
}

/// The page, or the list of published matches if the service shows it.
async fn index(request: HttpRequest, service: Data<Service>) -> Answer {
    if service.settings.public_list {
        let list = ListRequest::extract(&request).await?;
        return list_endpoints::page(list, request, service).await;
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
    Ok(precompressed::answer(request, as_sent(&file), |builder| {
        csp::page(builder);
        if file.is_font() {
            csp::font(builder);
        }
        if path == INDEX || path == JUDGE {
            csp::played(builder);
        }
    }))
}

fn as_sent(file: &PageFile) -> File<'_> {
    let text_or_compressed = if file.is_compressed() {
        Body::Compressed
    } else {
        Body::Text
    };
    // What is embedded is not copied for each answer.
    let body = match &file.body {
        Cow::Borrowed(module) if file.is_module() => Body::Brotli(module),
        Cow::Borrowed(body) => text_or_compressed(Bytes::from_static(body)),
        Cow::Owned(body) => text_or_compressed(Bytes::copy_from_slice(body)),
    };
    File {
        body,
        digest: &file.digest,
        media: file.media,
    }
}
