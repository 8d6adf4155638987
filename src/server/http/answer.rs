//! Building answers.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};

use crate::bounds::ANSWER_CHUNK;
use crate::http::problem::Problem;
use crate::limits::Slot;
use overtrick_match::lang::Language;

/// The answer of a handler.
pub type Answer = Result<HttpResponse, Problem>;

/// A builder for a successful answer in a language.
pub fn in_language(language: &Language) -> HttpResponseBuilder {
    let mut builder = HttpResponse::Ok();
    builder.insert_header((header::CONTENT_LANGUAGE, language.tag()));
    builder
}

/// A large body. Its connection copies what it gets, so it gets little at a time; otherwise an answer that
/// nobody reads would be in memory twice.
pub struct AnswerBody {
    body: BoxBody,
    /// The part that was not yet passed on.
    left: Bytes,
    /// Counts the bytes for the client; `None` for bytes that are in memory anyway.
    #[expect(dead_code, reason = "dropping it ends the count")]
    slot: Option<Slot>,
}

impl AnswerBody {
    /// A body whose bytes count for a client until it is dropped.
    pub fn new(body: BoxBody, slot: Option<Slot>) -> AnswerBody {
        AnswerBody {
            body,
            left: Bytes::new(),
            slot,
        }
    }
}

impl MessageBody for AnswerBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.left.is_empty() {
            match Pin::new(&mut self.body).poll_next(context) {
                Poll::Ready(Some(Ok(bytes))) => self.left = bytes,
                other => return other,
            }
        }
        let count = self.left.len().min(ANSWER_CHUNK);
        Poll::Ready(Some(Ok(self.left.split_to(count))))
    }
}
