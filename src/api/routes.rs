//! Which handler answers which path and method.

use actix_cors::Cors;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{Error, HttpResponse, Resource, Route, guard};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::problem::{Kind, Problem};
use super::{
    changes, draws, events, games, keys, matches, middleware, openapi, operations, pads, publish,
    qr, scores, sheets, views,
};
use crate::settings::Settings;
use crate::web as page;

/// Every route of the service.
pub fn routes(config: &mut ServiceConfig) {
    config
        .service(at(
            "/healthz",
            vec![get().to(operations::healthz)],
            "GET, HEAD",
        ))
        .service(at(
            "/readyz",
            vec![get().to(operations::readyz)],
            "GET, HEAD",
        ))
        .service(at(
            "/metrics",
            vec![get().to(operations::metrics)],
            "GET, HEAD",
        ))
        .service(at(
            "/problems",
            vec![get().to(operations::problems)],
            "GET, HEAD",
        ))
        .service(at(
            "/openapi.json",
            vec![get().to(openapi::served)],
            "GET, HEAD",
        ))
        .service(at("/docs", vec![get().to(openapi::to_docs)], "GET, HEAD"))
        .service(documentation())
        .service(web::scope("/api/v1").configure(api))
        .configure(page::routes);
}

fn api(config: &mut ServiceConfig) {
    config
        .service(at("/games", vec![get().to(games::list)], "GET, HEAD"))
        .service(at("/games/{game}", vec![get().to(games::one)], "GET, HEAD"))
        .service(at("/scores", vec![post().to(scores::scores)], "POST"))
        .service(at(
            "/adjudications",
            vec![post().to(scores::adjudications)],
            "POST",
        ))
        .service(at(
            "/comparisons",
            vec![post().to(scores::comparisons)],
            "POST",
        ))
        .service(at(
            "/pads/{game}.pdf",
            vec![get().to(pads::get), post().to(pads::post)],
            "GET, HEAD, POST",
        ))
        .service(at("/sheets.pdf", vec![post().to(sheets::post)], "POST"))
        .service(at("/qr", vec![post().to(qr::qr)], "POST"))
        .service(at("/draws", vec![post().to(draws::draws)], "POST"))
        .service(at("/rolls", vec![post().to(draws::rolls)], "POST"))
        .service(at(
            "/matches",
            vec![get().to(matches::list), post().to(matches::create)],
            "GET, HEAD, POST",
        ))
        .service(at(
            "/matches/{id}",
            vec![get().to(matches::read), delete().to(matches::delete)],
            "DELETE, GET, HEAD",
        ))
        .service(at(
            "/matches/{id}/changes",
            vec![post().to(changes::changes)],
            "POST",
        ))
        .service(at(
            "/matches/{id}/check",
            vec![post().to(changes::check)],
            "POST",
        ))
        .service(at(
            "/matches/{id}/history",
            vec![get().to(views::history)],
            "GET, HEAD",
        ))
        .service(at(
            "/matches/{id}/standings",
            vec![get().to(views::standings)],
            "GET, HEAD",
        ))
        .service(at(
            "/matches/{id}/document",
            vec![get().to(views::document)],
            "GET, HEAD",
        ))
        .service(at(
            "/matches/{id}/result.csv",
            vec![get().to(views::result_csv)],
            "GET, HEAD",
        ))
        .service(at(
            "/matches/{id}/sheet.pdf",
            vec![get().to(sheets::of_match)],
            "GET, HEAD",
        ))
        .service(at(
            "/matches/{id}/rematch",
            vec![post().to(matches::rematch)],
            "POST",
        ))
        .service(at(
            "/matches/{id}/events",
            vec![web::get().to(events::events)],
            "GET",
        ))
        .service(at(
            "/matches/{id}/embed",
            vec![web::put().to(publish::publish), delete().to(publish::hide)],
            "DELETE, PUT",
        ))
        .service(at(
            "/matches/{id}/session",
            vec![
                post().to(keys::open_session),
                delete().to(keys::close_session),
            ],
            "DELETE, POST",
        ))
        .service(at(
            "/matches/{id}/keys/{role}",
            vec![post().to(keys::renew), delete().to(keys::revoke)],
            "DELETE, POST",
        ));
}

/// `GET`, and `HEAD`, which is the same without its body.
pub fn get() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

fn post() -> Route {
    web::post()
}

fn delete() -> Route {
    web::delete()
}

/// A path with its methods; whoever asks for others is told which there are, and a panic stays inside.
pub fn at(
    path: &str,
    routes: Vec<Route>,
    methods: &'static str,
) -> Resource<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let refuse = move |method: Method| async move {
        let allow = HeaderValue::from_static(methods);
        if method == Method::OPTIONS {
            return Ok(HttpResponse::NoContent()
                .insert_header((header::ALLOW, allow))
                .finish());
        }
        Err(Problem::new(Kind::MethodNotAllowed).with_header(header::ALLOW, allow))
    };
    let resource = routes
        .into_iter()
        .fold(web::resource(path), Resource::route);
    resource
        .default_service(web::to(refuse))
        .wrap(from_fn(middleware::catch))
}

/// The pages of the documentation, which need nothing from elsewhere.
fn documentation() -> SwaggerUi {
    let config = Config::new(["../openapi.json"])
        .validator_url("none")
        .use_base_layout();
    SwaggerUi::new("/docs/{_:.*}").config(config)
}

/// What answers where no route is.
pub async fn nowhere() -> Result<&'static str, Problem> {
    Err(Kind::NotFound.into())
}

/// Which pages of other origins may call the service.
pub fn cors(settings: &Settings) -> Cors {
    let exposed = [
        "etag",
        "location",
        "missing-characters",
        "preference-applied",
        "retry-after",
        "ratelimit",
        "ratelimit-policy",
        "x-request-id",
    ];
    let any = settings.allowed_origins.iter().any(|origin| origin == "*");
    let cors = if any {
        Cors::default().allow_any_origin().send_wildcard()
    } else {
        let allow = |cors: Cors, origin: &String| cors.allowed_origin(origin);
        settings.allowed_origins.iter().fold(Cors::default(), allow)
    };
    cors.allowed_methods(["GET", "HEAD", "POST", "PUT", "DELETE"])
        .allowed_headers([
            header::ACCEPT,
            header::ACCEPT_LANGUAGE,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
            HeaderName::from_static("prefer"),
        ])
        .expose_headers(exposed)
        .max_age(3600)
}
