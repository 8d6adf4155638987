//! Content security policies: what a browser lets an answer do.

use actix_web::HttpResponseBuilder;
use actix_web::http::header;

/// Of data: nothing.
pub const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// Of the documentation, which has scripts of its own, and styles within its elements.
pub const DOCUMENTATION: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
    frame-ancestors 'none'";

/// What files of the page may do, with scripts from these sources: everything is its own, nothing frames it.
macro_rules! page_policy {
    ($scripts:literal) => {
        concat!(
            "default-src 'none'; script-src ",
            $scripts,
            "; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
             manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'"
        )
    };
}

/// Of files of the page.
const PAGE: &str = page_policy!("'self'");

/// Of the page itself: the same, and it may compile the rules, which are a WebAssembly module.
pub const PLAYED: &str = page_policy!("'self' 'wasm-unsafe-eval'");

/// Of the page that checks results: the rules run in a worker with a policy of its own, and it needs less else.
const CHECKING: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; \
    frame-ancestors 'none'";

/// Of the frames: everybody may frame them.
const FRAME: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
    connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/// What the page may ask of a phone: the camera, to read the code of a match.
const PERMISSIONS: &str = "camera=(self), microphone=(), geolocation=()";

/// Adds the headers of a file of the page.
pub fn page(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder
        .insert_header((header::CONTENT_SECURITY_POLICY, PAGE))
        .insert_header((header::PERMISSIONS_POLICY, PERMISSIONS))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
}

/// Lets the page itself compile the rules.
pub fn played(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder.insert_header((header::CONTENT_SECURITY_POLICY, PLAYED))
}

/// The same of the page that checks results.
pub fn checking(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    page(builder).insert_header((header::CONTENT_SECURITY_POLICY, CHECKING))
}

/// Lets a font be used by frames that a website shows in a sandbox, where they have no origin.
pub fn font(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((header::CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
}

/// Adds the headers of data that websites of any origin may fetch, and none may frame.
pub fn open(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder
        .insert_header((header::CONTENT_SECURITY_POLICY, NOTHING))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((header::ACCESS_CONTROL_EXPOSE_HEADERS, "etag, link"))
        .insert_header((header::CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
}

/// Adds the headers of what websites of any origin may frame or fetch.
pub fn public(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder
        .insert_header((header::CONTENT_SECURITY_POLICY, FRAME))
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((header::CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
}
