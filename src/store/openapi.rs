//! Schemas of types whose JSON differs from their fields.

use overtrick_core::openapi::words;
use overtrick_core::schemas;

use crate::{DeliveryState, Scope, WebhookState};

schemas! {
    DeliveryState = words(DeliveryState::WORDS.iter().copied());
    Scope = words(Scope::WORDS.iter().copied());
    WebhookState = words(WebhookState::WORDS.iter().copied());
}
