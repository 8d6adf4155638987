//! Every route of the service.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header;
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{Data, ServiceConfig};
use actix_web::{App, Error, HttpRequest, HttpResponse, web};

use crate::app::middleware;
use crate::app::state::Service;
use crate::assets::files as page;
use crate::club::pages as club;
use crate::http::{Answer, ProblemKind};
use crate::openapi::{Endpoint, endpoints as documentation, register};
use crate::publish::{frame, match_page};
use crate::rules::page as rules;

/// Registers every route of the service.
pub fn routes(config: &mut ServiceConfig) {
    let club_pages = club::pages();
    register(endpoints().into_iter().chain(club_pages).collect(), config);
    register(frame::pages(), config);
    register(match_page::pages(), config);
    register(rules::pages(), config);
    register(documentation::endpoints(), config);
    register(page::endpoints(), config);
}

/// Handles unknown paths. A path that ends with a slash is redirected to the path without it.
async fn not_found(request: HttpRequest) -> Answer {
    without_slash(&request).ok_or_else(|| ProblemKind::NotFound.into())
}

/// Redirects a path that ends with a slash to the path without it.
pub fn without_slash(request: &HttpRequest) -> Option<HttpResponse> {
    let path = request.path().trim_end_matches('/');
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    // A leading `//` would redirect to another host, and `/..` to another folder.
    let leads_away = path.starts_with("//") || path.contains("/..");
    if !is_read || path == request.path() || path.is_empty() || leads_away {
        return None;
    }
    let query = request.uri().query();
    let location = query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    let mut builder = HttpResponse::PermanentRedirect();
    Some(builder.insert_header((header::LOCATION, location)).finish())
}

/// Lists the endpoints of these handlers. Every handler must have `#[utoipa::path]`.
macro_rules! endpoints {
    ($($module:ident::$file:ident: $($handler:ident),+;)+) => {
        pastey::paste! {
            vec![$($(Endpoint::documented::<crate::$module::$file::[<__path_ $handler>], _, _>(crate::$module::$file::$handler),)+)+]
        }
    };
}

/// Returns all endpoints of the API.
pub fn endpoints() -> Vec<Endpoint> {
    // Routes are tried in this order, so the most frequent requests come first.
    endpoints! {
        matches::change: changes;
        app::operations: healthz, readyz, metrics, version;
        rules::endpoints: list, one, document_schema;
        matches::judged: scores, adjudications;
        paper::endpoints: rules, pad, posted_pads, posted_sheet, sheet;
        app::base_url: qr, address;
        matches::list: list;
        matches::create: create, rematch;
        matches::endpoints: get, delete, history;
        imports::endpoints: imports;
        matches::adopt: take;
        exports::endpoints: exports, template;
        matches::events: events;
        access::program_keys: list, make, revoke;
        change_feed::endpoints: change_feed;
        access::match_keys: renew, revoke, open_session, close_session;
        access::join_codes: make, revoke, join;
        publish::match_page: publish, unpublish, json, csv, png;
        publish::frame: board_events;
        publish::list: list, feed;
        publish::oembed: oembed;
        club::endpoints: get, put, season, totals, member, erase;
        club::evening: get, open, end, direct;
        club::names: name;
        club::pages: open_session;
    }
}

/// Returns the application: all routes and middleware.
///
/// The server runs the application; tests call it directly.
pub fn app(
    service: Data<Service>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let base_path = service.settings.base_path.clone();
    App::new()
        .app_data(service)
        .wrap(from_fn(middleware::send_in_parts))
        .wrap(Compress::default())
        .wrap(from_fn(middleware::handle))
        .service(web::scope(&base_path).configure(routes))
        .default_service(web::to(not_found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_endpoints_have_the_same_path_and_method() {
        let mut operations = Vec::new();
        for endpoint in endpoints() {
            let methods = endpoint.methods.iter();
            operations.extend(methods.map(|method| format!("{method} {}", endpoint.path)));
        }
        let count = operations.len();
        operations.sort();
        operations.dedup();
        assert_eq!(operations.len(), count, "{operations:?}");
    }
}
