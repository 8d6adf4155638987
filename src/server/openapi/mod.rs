//! The OpenAPI document and the documentation pages.

pub mod document;
pub mod endpoint;
pub mod endpoints;
pub mod games;
pub mod guide;
pub mod parameters;
pub mod responses;

pub use endpoint::{Endpoint, register};
pub use parameters::*;
pub use responses::*;
