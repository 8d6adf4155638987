//! The application that answers requests.

use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, Error};

use crate::app::middleware;
use crate::app::routes::{cors, not_found, routes};
use crate::app::state::Service;
use crate::http::body::{BodyLimit, BodyTimeout, StatelessLimit};
use overtrick_core::bounds::MAX_LOG_BYTES;

/// The application: every route, and the middleware around it.
///
/// A server runs it at its address; tests call it directly.
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
    let settings = &service.settings;
    let (cors, base_path) = (cors(settings), settings.base_path.clone());
    App::new()
        .app_data(BodyTimeout(Duration::from_secs(settings.timeout)))
        .app_data(StatelessLimit(settings.stateless_body << 10))
        .app_data(BodyLimit::for_matches(2 * MAX_LOG_BYTES))
        .app_data(service)
        .wrap(cors)
        .wrap(from_fn(middleware::hold))
        .wrap(Compress::default())
        .wrap(from_fn(middleware::handle))
        .service(web::scope(&base_path).configure(routes))
        .default_service(web::to(not_found))
}
