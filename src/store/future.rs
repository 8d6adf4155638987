//! The future returned by stores.

use std::future::Future;
use std::pin::Pin;

use super::error::StoreError;

/// The future returned by stores.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;
