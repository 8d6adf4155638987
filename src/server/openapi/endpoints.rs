//! `/openapi.json`, `/docs` and `/problems`: the documentation of the service, with the guide at `/docs/guide`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use actix_web::web::{Data, Path, Redirect};
use actix_web::{HttpRequest, HttpResponse};
use utoipa_swagger_ui::Config;

use crate::app::routes::without_slash;
use crate::app::state::Service;
use crate::http::{Answer, CSS, File, HTML, ProblemKind, csp, etag, file};
use crate::openapi::{Endpoint, document, guide};

pub fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/problems", problems),
        Endpoint::page("/openapi.json", openapi_json),
        Endpoint::page("/docs", to_docs),
        Endpoint::page("/docs/{name:.*}", doc_file),
    ]
}

const JSON: &str = "application/json";

static PROBLEMS: LazyLock<File> = LazyLock::new(|| {
    let page = guide::problems_page(include_str!("../../../openapi/problems.md"));
    File::new(page.unwrap_or_default(), HTML)
});
static GUIDE: LazyLock<BTreeMap<String, File>> = LazyLock::new(|| file::pages(guide::pages()));
/// The page that shows the OpenAPI document with Swagger UI.
static READER: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| {
    let config = Config::from("../openapi.json");
    Arc::new(
        config
            .use_base_layout()
            .try_it_out_enabled(true)
            .validator_url("none"),
    )
});
static STYLE: LazyLock<File> =
    LazyLock::new(|| File::new(include_str!("../../../templates/docs/docs.css"), CSS));

/// The page about the kinds of problems. The `type` of a problem links to a section of it.
async fn problems(request: HttpRequest) -> HttpResponse {
    PROBLEMS.answer(&request, csp::page).await
}

/// The OpenAPI document, with the base path of the service.
async fn openapi_json(request: HttpRequest, service: Data<Service>) -> HttpResponse {
    let text = || File::new(document::text(&service.settings.base_path), JSON);
    let text = service.openapi.get_or_init(text);
    text.answer(&request, |builder| builder).await
}

/// Redirects the documentation's address without a trailing slash to the one with it.
async fn to_docs() -> Redirect {
    Redirect::to("docs/").permanent()
}

/// Returns a page of the documentation, or one of its files. If the name is empty, returns the page of all operations.
async fn doc_file(request: HttpRequest, name: Path<String>) -> Answer {
    let text = match name.as_str() {
        "docs.css" => Some(&*STYLE),
        name => name.strip_prefix("guide").and_then(|page| GUIDE.get(page)),
    };
    if let Some(text) = text {
        return Ok(text.answer(&request, csp::page).await);
    }
    let name = match name.as_str() {
        "" => "index.html",
        name => name,
    };
    if let Some(redirect) = without_slash(&request).filter(|_| name.ends_with('/')) {
        return Ok(redirect);
    }
    let file = utoipa_swagger_ui::serve(name, READER.clone());
    let file = file.ok().flatten().ok_or(ProblemKind::NotFound)?;
    let mut builder = HttpResponse::Ok();
    csp::reader(&mut builder).content_type(file.content_type);
    Ok(etag::answer(&request, builder, file.bytes.into_owned()))
}
