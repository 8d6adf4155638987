//! Content security policies.

use actix_web::HttpResponseBuilder;
use actix_web::http::header;

/// The policy for data. It allows nothing.
pub const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// The policy for files of the page, with these script sources. It allows only resources of the service,
/// and does not allow frames.
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

/// The policy for files of the page.
const PAGE: &str = page_policy!("'self'");

/// The policy for the page itself, which also compiles WebAssembly for the rules.
pub const PLAYED: &str = page_policy!("'self' 'wasm-unsafe-eval'");

/// The policy for pages that any site may frame.
const FRAME: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
    connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/// The permissions policy. The page uses no device features.
const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=()";

/// Adds the headers of a file of the page.
pub fn page(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder
        .insert_header((header::CONTENT_SECURITY_POLICY, PAGE))
        .insert_header((header::PERMISSIONS_POLICY, PERMISSIONS))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
}

/// The policy for the viewer of the OpenAPI document. Its scripts set styles, and its stylesheet contains pictures.
const READER: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Adds the headers of the viewer of the OpenAPI document.
pub fn reader(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    page(builder).insert_header((header::CONTENT_SECURITY_POLICY, READER))
}

/// Adds the headers of the page itself, which may compile WebAssembly.
pub fn played(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    page(builder).insert_header((header::CONTENT_SECURITY_POLICY, PLAYED))
}

/// Adds the headers of a font. Allows every origin, because sandboxed frames have no origin of their own.
pub fn font(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    page(builder)
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((header::CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
}

/// Adds the headers of data that any origin may fetch but none may frame.
pub fn open(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder
        .insert_header((header::CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
}

/// Adds the headers of resources that any origin may frame or fetch.
pub fn public(builder: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    builder
        .insert_header((header::CONTENT_SECURITY_POLICY, FRAME))
        .insert_header((header::CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
}
