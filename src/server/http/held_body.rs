//! An answer's body that counts as held until it is sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use crate::http::held::HeldForRequest;

/// The body of an answer; its bytes count as held for its client until they are sent or dropped.
pub struct HeldBody {
    /// The body.
    pub body: BoxBody,
    /// How many of its bytes still count as held.
    pub left: usize,
    /// The request whose bytes are counted.
    pub held: Arc<HeldForRequest>,
}

impl MessageBody for HeldBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let polled = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(chunk))) = &polled {
            let sent = chunk.len().min(self.left);
            self.left -= sent;
            self.held.remove(sent);
        }
        polled
    }
}

impl Drop for HeldBody {
    fn drop(&mut self) {
        self.held.remove(self.left);
    }
}
