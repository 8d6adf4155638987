//! An endpoint: a handler, registered with the path, methods and role declared in its `#[utoipa::path]`.

use actix_web::body::MessageBody;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpResponse, Responder, Route, guard};
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::openapi::path::{HttpMethod, Operation, Parameter, ParameterIn};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{RefOr, Schema};

use crate::access::caller::NeededRoles;
use crate::app::middleware;
use crate::http::{Problem, ProblemKind};
use overtrick_match::ledger::Role;

/// The tag of operations that are not in the OpenAPI document, because only our page and other fixed clients use them.
const INTERNAL: &str = "internal";

/// A handler with its path and methods.
pub struct Endpoint {
    /// The path, with parameters in braces.
    pub path: String,
    /// The methods, including `HEAD`.
    pub methods: Vec<Method>,
    /// The role of the key that it needs, if any.
    pub role: Option<Role>,
    route: Route,
    /// Its part of the OpenAPI document, if it is documented.
    pub documented: Option<Documented>,
}

/// The part of the OpenAPI document about an endpoint.
pub struct Documented {
    /// The methods, without `HEAD`.
    pub methods: Vec<HttpMethod>,
    /// Summary, parameters, responses, security.
    pub operation: Operation,
    /// The schemas that the operation refers to, by name.
    pub schemas: Vec<(String, RefOr<Schema>)>,
}

impl Endpoint {
    /// Creates the endpoint of a handler with `#[utoipa::path]`, which generates `P`; see
    /// [`crate::app::routes::endpoints`].
    pub fn documented<P, F, Args>(handler: F) -> Endpoint
    where
        P: utoipa::Path + Tags<'static> + SchemaReferences,
        F: Handler<Args>,
        F::Output: Responder + 'static,
        <F::Output as Responder>::Body: MessageBody,
        Args: FromRequest + 'static,
    {
        let mut operation = P::operation();
        operation.tags = Some(P::tags().into_iter().map(str::to_owned).collect());
        let mut schemas = Vec::new();
        P::schemas(&mut schemas);
        let role = role(&operation);
        if let (Some(security), Some(role)) = (&mut operation.security, role)
            && role < Role::Admin
        {
            security.push(SecurityRequirement::new("cookie", [role.word()]));
        }
        let mut methods: Vec<Method> = P::methods().iter().map(method).collect();
        if methods.contains(&Method::GET) {
            methods.push(Method::HEAD);
        }
        let is_internal = P::tags().contains(&INTERNAL);
        let mut parameters = operation.parameters.iter().flatten();
        let in_query = |one: &Parameter| one.parameter_in == ParameterIn::Query;
        let has_query = parameters.any(|one| matches!(one, RefOr::T(one) if in_query(one)));
        let documented = Documented {
            methods: P::methods(),
            operation,
            schemas,
        };
        let mut endpoint = Endpoint::new(&P::path(), methods, handler);
        // Only API paths refuse queries here: on other paths, an unpublished match gets a 404 before any other fault.
        if !has_query && P::path().starts_with("/api/") && !is_internal {
            endpoint.route = endpoint.route.wrap(from_fn(middleware::refuse_query));
        }
        Endpoint {
            role,
            documented: Some(documented).filter(|_| !is_internal),
            ..endpoint
        }
    }

    /// Creates the endpoint of a file or page, which is not in the OpenAPI document.
    pub fn page<F, Args>(path: &str, handler: F) -> Endpoint
    where
        F: Handler<Args>,
        F::Output: Responder + 'static,
        Args: FromRequest + 'static,
    {
        Endpoint::new(path, vec![Method::GET, Method::HEAD], handler)
    }

    fn new<F, Args>(path: &str, methods: Vec<Method>, handler: F) -> Endpoint
    where
        F: Handler<Args>,
        F::Output: Responder + 'static,
        Args: FromRequest + 'static,
    {
        let own = methods.clone();
        let has_method = guard::fn_guard(move |context| own.contains(&context.head().method));
        Endpoint {
            path: path.to_owned(),
            route: web::route().guard(has_method).to(handler),
            methods,
            role: None,
            documented: None,
        }
    }
}

/// Returns the role of the key that an operation needs, from its first security requirement. The key may also be in a
/// cookie.
fn role(operation: &Operation) -> Option<Role> {
    let requirement = operation.security.as_ref()?.first()?;
    let requirement = serde_json::to_value(requirement).ok()?;
    Role::from_word(requirement["key"][0].as_str()?)
}

fn method(method: &HttpMethod) -> Method {
    let name = serde_json::to_value(method).unwrap_or_default();
    let name = name.as_str().unwrap_or_default().to_uppercase();
    name.parse().unwrap_or_default()
}

/// Registers endpoints. Endpoints with the same path become one resource. A request with another method gets
/// a list of the allowed methods. A panic in a handler affects only its own answer.
pub fn register(endpoints: Vec<Endpoint>, config: &mut ServiceConfig) {
    let mut paths: Vec<Vec<Endpoint>> = Vec::new();
    for endpoint in endpoints {
        match paths.iter_mut().find(|same| same[0].path == endpoint.path) {
            Some(same) => same.push(endpoint),
            None => paths.push(vec![endpoint]),
        }
    }
    for endpoints in paths {
        let mut resource = web::resource(&endpoints[0].path);
        let (mut methods, mut roles) = (Vec::new(), Vec::new());
        for endpoint in endpoints {
            let needed = endpoint.role.into_iter();
            roles.extend(needed.flat_map(|role| {
                let methods = endpoint.methods.iter();
                methods.map(move |method| (method.clone(), role))
            }));
            methods.extend(endpoint.methods);
            resource = resource.route(endpoint.route);
        }
        let mut methods: Vec<&str> = methods.iter().map(Method::as_str).collect();
        methods.sort_unstable();
        let allow = HeaderValue::from_str(&methods.join(", "));
        let allow = allow.unwrap_or(HeaderValue::from_static(""));
        let other = move |method: Method| {
            let allow = allow.clone();
            async move {
                if method == Method::OPTIONS {
                    let mut builder = HttpResponse::NoContent();
                    return Ok(builder.insert_header((header::ALLOW, allow)).finish());
                }
                Err(Problem::new(ProblemKind::MethodNotAllowed).with_header(header::ALLOW, allow))
            }
        };
        config.service(
            resource
                .app_data(NeededRoles(roles))
                .default_service(web::to(other))
                .wrap(from_fn(middleware::catch_panic)),
        );
    }
}
