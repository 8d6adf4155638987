//! The messages that the service sends to webhooks, for the OpenAPI document.

use serde_json::{Value, json};

use crate::openapi::examples;
use crate::openapi::unions::{Components, reference};

/// Adds the schema of a message.
pub fn add(all: &mut Components) {
    let mut kind = reference("EventType");
    kind["description"] = "What happened.".into();
    let mut data = reference("FeedEntry");
    data["description"] = "The change, with the standings after it.".into();
    let time =
        json!({ "type": "string", "format": "date-time", "description": "When it happened." });
    let message = json!({
        "type": "object",
        "description": "A change of a match, as a webhook is sent it.",
        "required": ["type", "timestamp", "data"],
        "properties": { "type": kind, "timestamp": time, "data": data },
    });
    all.insert("WebhookMessage".into(), message);
}

/// The `webhooks` of the document. The headers are described in words, and the body is a component, because
/// openapi-generator cannot name other types there.
pub fn webhooks() -> Value {
    let content =
        json!({ "schema": reference("WebhookMessage"), "examples": examples::messages() });
    let message = json!({
        "operationId": "receiveChange",
        "tags": ["webhooks"],
        "summary": "A match was changed",
        "description": "The service sends each change that a webhook covers, those of a match in their order, \
            signed by Standard Webhooks: `webhook-id` is the id of the message, the same when it is sent again, \
            `webhook-timestamp` when it was sent, in seconds since 1970, and `webhook-signature` has `v1,` and the \
            HMAC-SHA256 of id, timestamp and body, once for each secret. What is not answered with 2xx is sent \
            again for three days. `POST …/test` sends a message of the type `webhook.test`, whose `data` names \
            the webhook alone.",
        "security": [],
        "requestBody": { "required": true, "content": { "application/json": content } },
        "responses": {
            "204": { "description": "Accepted, as any 2xx" },
            "410": { "description": "The receiver is gone: the webhook is turned off" },
        },
    });
    json!({ "change": { "post": message } })
}
