//! The answer of a store, to be awaited.

use std::future::Future;
use std::pin::Pin;

use super::error::StoreError;

/// The answer of a store, to be awaited.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;
