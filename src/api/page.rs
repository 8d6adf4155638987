//! The page for phones: its files.

use std::future::ready;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::Endpoint;
use super::service::Service;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::version::knows;
use crate::http::{brotli, csp};
use crate::web::files::{self, INDEX, PageFile};

pub fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = vec![Endpoint::page("", to_folder), Endpoint::page("/", index)];
    let paths = files::made().chain(files::names().map(String::from));
    endpoints.extend(paths.map(|path| {
        let route = format!("/{path}");
        Endpoint::page(&route, move |request| ready(file(&request, &path)))
    }));
    endpoints
}

/// The page.
async fn index(request: HttpRequest) -> Result<HttpResponse, Problem> {
    file(&request, INDEX)
}

/// The address of the page without the slash at its end.
async fn to_folder(service: Data<Service>) -> HttpResponse {
    let location = format!("{}/", service.settings.base_path);
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, location))
        .finish()
}

/// A file of the page, tagged with its digest; 304, if the client has it.
fn file(request: &HttpRequest, path: &str) -> Result<HttpResponse, Problem> {
    let file = files::file(path).ok_or(ProblemKind::NotFound)?;
    let tag = format!("\"{}\"", file.digest);
    let is_cached = knows(request, &tag);
    let mut builder = if is_cached {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    csp::page(&mut builder).insert_header((header::ETAG, tag));
    if file.is_compressed() {
        let identity = ContentEncoding::Identity.to_header_value();
        builder.insert_header((header::CONTENT_ENCODING, identity));
    }
    if is_cached {
        return Ok(builder.finish());
    }
    builder.content_type(file.media);
    Ok(match compressed(request, &file) {
        Some(bytes) => builder
            .insert_header((header::CONTENT_ENCODING, "br"))
            .append_header((header::VARY, "accept-encoding"))
            .body(bytes),
        None => builder.body(file.body),
    })
}

/// The file compressed with Brotli, if the client lists it. A client that weighs encodings is answered
/// by the middleware.
fn compressed(request: &HttpRequest, file: &PageFile) -> Option<Bytes> {
    let listed = request.headers().get_all(header::ACCEPT_ENCODING);
    let mut listed = listed
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    let takes_brotli = listed.any(|encoding| encoding.trim() == "br");
    (takes_brotli && !file.is_compressed())
        .then(|| brotli::compressed(&file.digest, &file.body))
        .flatten()
}
