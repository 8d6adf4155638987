//! Extractors for handlers: the caller of a request, and the match that the caller may enter.

use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::web::{Data, Path};
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::access::caller;
use crate::app::state::Service;
use crate::http::problem::{Problem, ProblemKind};
use crate::matches::request::Caller;
use crate::openapi::parameters::MatchPath;
use overtrick_match::ledger::{Match, Role};

/// The future of an extractor that reads the store.
pub type Extracting<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

/// The service that handles a request.
///
/// # Errors
/// 500: there is none.
pub fn service_of(request: &HttpRequest) -> Result<Data<Service>, Problem> {
    let service = request.app_data::<Data<Service>>();
    service.cloned().ok_or_else(|| ProblemKind::Internal.into())
}

/// The `{id}` of the path of a request.
///
/// # Errors
/// 404: there is none.
pub async fn id_of(request: &HttpRequest) -> Result<String, Problem> {
    #[derive(Deserialize)]
    struct Ids {
        id: String,
    }
    let path = Path::<Ids>::extract(request).await;
    let path = path.map_err(|_| ProblemKind::NotFound)?;
    Ok(path.into_inner().id)
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Caller, Problem>>;

    /// 401 without a key, or with an invalid API key; 403 with a cookie from another site.
    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(service_of(request).and_then(|service| caller::caller_of(request, &service)))
    }
}

/// The administrator, or a program whose key has the scope `admin`. Others are refused.
#[derive(Debug)]
pub struct Administrator(pub Caller);

impl FromRequest for Administrator {
    type Error = Problem;
    type Future = Ready<Result<Administrator, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let administrator = |service: Data<Service>| {
            caller::administrator(request, &service)?;
            Ok(Administrator(caller::caller_of(request, &service)?))
        };
        ready(service_of(request).and_then(administrator))
    }
}

/// A caller who may read all matches: the administrator, or a program. Others are refused.
#[derive(Debug)]
pub struct ReadsAll;

impl FromRequest for ReadsAll {
    type Error = Problem;
    type Future = Ready<Result<ReadsAll, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let reads = |service: Data<Service>| caller::whole_instance(request, &service, Role::View);
        ready(service_of(request).and_then(reads).map(|_| ReadsAll))
    }
}

/// A request that does not come from a page of another site; such requests are refused with 403.
#[derive(Debug)]
pub struct OfSameSite;

impl FromRequest for OfSameSite {
    type Error = Problem;
    type Future = Ready<Result<OfSameSite, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let same_site = |service: Data<Service>| caller::same_site(request, &service);
        ready(service_of(request).and_then(same_site).map(|()| OfSameSite))
    }
}

/// Whether the caller of an endpoint without a key is the administrator.
#[derive(Debug)]
pub struct IsOperator(pub bool);

impl FromRequest for IsOperator {
    type Error = Problem;
    type Future = Ready<Result<IsOperator, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let is_operator = |service: Data<Service>| caller::is_operator(request, &service);
        ready(service_of(request).and_then(is_operator).map(IsOperator))
    }
}

/// The match of the path, which the caller may enter in the role that the endpoint declares.
///
/// It must be the last extractor that can refuse a request, because it reads the store.
#[derive(Debug)]
pub struct Entered {
    /// The match, as the path names it.
    pub id: String,
    /// The role of the caller in it.
    pub role: Role,
    /// The match.
    pub played: Arc<Match>,
    /// Who asks.
    pub caller: Caller,
    service: Data<Service>,
    request: HttpRequest,
}

impl Entered {
    /// Counts a stored body of this many bytes towards the caller's limits; the administrator has none.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub async fn check_write(&self, bytes: usize) -> Result<(), Problem> {
        if self.role < Role::Admin {
            self.service.check_write(&self.request, bytes).await?;
        }
        Ok(())
    }
}

impl FromRequest for Entered {
    type Error = Problem;
    type Future = Extracting<Entered>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let service = service_of(&request)?;
            let id = id_of(&request).await?;
            let (caller, role, played) = caller::enter(&request, &service, &id).await?;
            Ok(Entered {
                id,
                role,
                played,
                caller,
                service,
                request,
            })
        })
    }
}

impl IntoParams for Entered {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        MatchPath::into_params(place)
    }
}
