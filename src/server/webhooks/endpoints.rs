//! `/webhooks`: addresses that are notified of changes.

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::access::caller;
use crate::access::extractors::{Extracting, id_of, service_of};
use crate::app::state::Service;
use crate::change_feed::include::Included;
use crate::change_feed::report::EventType;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::query::{Query, query};
use crate::http::read;
use crate::http::request::AcceptsJson;
use crate::http::values::{PlayedGame, Text, Whole, text};
use crate::matches::request::Caller;
use crate::openapi::parameters::path;
use crate::openapi::responses::{
    BadRequest, BodyErrors, Forbidden, NotAcceptable, NotFound, Refused, TooMany, Unauthorized,
};
use crate::webhooks::service::WebhookOrder;
use crate::webhooks::{Answered, Failure, Target, shown_secret};
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::ledger::MatchId;
use overtrick_match::ledger::Role;
use overtrick_store::Webhook;
use overtrick_store::WebhookState;

/// The default number of webhooks on a page.
pub const USUAL: usize = 50;
/// The most webhooks on a page.
pub const MOST: usize = 100;
/// The most characters of a description.
pub const LONGEST_DESCRIPTION: usize = 200;

const WORDS: Kind = Kind::List(&Kind::Word(EventType::WORDS));
const URL: Field = Field::required("url", Kind::Text);
const GAMES: Field = Field::optional("games", Kind::List(&Kind::Text));
const TYPES: Field = Field::optional("types", WORDS);
const INCLUDE: Field = Field::optional("include", Kind::List(&Kind::Word(Included::WORDS)));
const DESCRIPTION: Field = Field::optional("description", Kind::Text);
const ACTIVE: Field = Field::optional("active", Kind::Flag);

/// The fields of a request for a webhook.
pub const WEBHOOK: &[Field] = &[
    URL,
    Field::optional("match", Kind::Text),
    GAMES,
    TYPES,
    INCLUDE,
    DESCRIPTION,
    ACTIVE,
];
/// The fields of a request that changes one.
pub const REPLACED_WEBHOOK: &[Field] = &[URL, GAMES, TYPES, INCLUDE, DESCRIPTION, ACTIVE];

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
struct WebhookReport {
    /// Whether deliveries are sent.
    active: bool,
    /// When it was created.
    #[schema(format = DateTime)]
    created_at: String,
    /// A description by its creator.
    description: String,
    /// Since when deliveries have failed, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    failing_since: Option<String>,
    /// The games whose matches it covers; empty for all.
    games: Vec<String>,
    /// Its id.
    id: String,
    /// What its messages have besides: `hand`, `standings`. All have the standings anyway.
    include: Vec<String>,
    /// The match whose changes are sent; absent for those of all matches.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    of: Option<MatchId>,
    /// Until when messages are also signed with the previous secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    previous_secret_until: Option<String>,
    /// The secret for verifying signatures. It is shown only when the webhook is created and when the secret
    /// is replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^whsec_")]
    secret: Option<String>,
    /// `active`; `paused` by its creator; `gone` because its receiver answered 410; `failing` because its
    /// receiver accepted nothing for three days.
    state: WebhookState,
    /// The event types that are sent; empty for all.
    types: Vec<String>,
    /// The address of the receiver.
    url: String,
    /// The number of deliveries in its queue.
    waiting: u64,
}

impl WebhookReport {
    fn new(webhook: Webhook, secret: Option<[u8; 32]>) -> WebhookReport {
        WebhookReport {
            active: webhook.state == WebhookState::Active,
            created_at: webhook.created_at.to_string(),
            description: webhook.description,
            failing_since: webhook.failing_since.map(|at| at.to_string()),
            games: webhook.games,
            id: webhook.id,
            include: webhook.include,
            of: webhook.match_id,
            previous_secret_until: webhook.previous_until.map(|at| at.to_string()),
            secret: secret.map(|secret| shown_secret(&secret)),
            state: webhook.state,
            types: webhook.types,
            url: webhook.url,
            waiting: webhook.waiting,
        }
    }
}

/// An answer with a secret, which caches must not store.
fn secretly(mut builder: actix_web::HttpResponseBuilder, report: &WebhookReport) -> HttpResponse {
    builder.insert_header((header::CACHE_CONTROL, "no-store"));
    builder.json(report)
}

/// Create a webhook, which sends all later changes to an address, following Standard Webhooks.
///
/// A match's director can create webhooks for it (`match`); the administrator can create them for all
/// matches. The answer contains the secret for verifying signatures, which is not shown again.
#[utoipa::path(post, path = "/api/v1/webhooks", tag = "webhooks", operation_id = "createWebhook",
    security(("key" = ["direct"])),
    request_body(content = ref("#/components/schemas/WebhookRequest"), content_type = "application/json"), responses(
    (status = 201, description = "The webhook, with its secret", body = WebhookReport),
    BodyErrors, Unauthorized, Forbidden, NotFound, Refused, TooMany,
))]
pub async fn create(
    body: Body,
    _: AcceptsJson,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let entries = body.entries()?;
    let of = match_of(&entries);
    let of = caller::scope(&request, &service, of.as_deref(), Role::Admin).await?;
    let of = of.map(|played| played.id().clone());
    if caller::administrator(&request, &service).is_err() {
        service.check_write(&request, body.0.len()).await?;
    }
    let order = order(&service, WEBHOOK, entries)?;
    let caller = caller::caller_of(&request, &service)?;
    let most = service.settings.webhooks;
    let made = service.matches.create_webhook(order, of, most, &caller);
    Ok(made_webhook(&service, made.await?))
}

/// The match that a body names.
fn match_of(entries: &[(String, Json)]) -> Option<String> {
    let (_, of) = entries.iter().find(|(key, _)| key == "match")?;
    of.as_text().map(str::to_owned)
}

/// The answer with a webhook that was made: where it is, and its secret.
fn made_webhook(service: &Service, webhook: Webhook) -> HttpResponse {
    let secret = service.matches.webhook_secret(&webhook);
    let base = &service.settings.base_path;
    let mut builder = HttpResponse::Created();
    let location = format!("{base}/api/v1/webhooks/{}", webhook.id);
    builder.insert_header((header::LOCATION, location));
    secretly(builder, &WebhookReport::new(webhook, Some(secret)))
}

/// Reads the request for a webhook; returns all of its faults.
fn order(
    service: &Service,
    fields: &[Field],
    entries: Vec<(String, Json)>,
) -> Result<WebhookOrder, Problem> {
    let read = read::object(fields, entries)?;
    let text = |key: &str| read.get(key).and_then(Json::as_text).unwrap_or_default();
    let url = text("url").to_owned();
    Target::read(&url, service.settings.webhook_private)?;
    let description = text("description").to_owned();
    let length = description.chars().count();
    if length > LONGEST_DESCRIPTION {
        let args = args![length: length, most: LONGEST_DESCRIPTION];
        return Err(Finding::rule("text-too-long", "/description", args).into());
    }
    let games = words(&read, "games");
    let known: Vec<&str> = PlayedGame::ids().collect();
    if let Some(index) = games.iter().position(|id| !known.contains(&id.as_str())) {
        let args = args![found: games[index].clone(), words: known];
        let pointer = format!("/games/{index}");
        return Err(Finding::rule("unknown-value", pointer, args).into());
    }
    let active = match read.get("active") {
        Some(Json::Bool(active)) => *active,
        _ => true,
    };
    Ok(WebhookOrder {
        url,
        games: once(games),
        types: once(words(&read, "types")),
        include: once(words(&read, "include")),
        description,
        active,
    })
}

fn words(read: &Json, key: &str) -> Vec<String> {
    let words = read.list(key).iter().filter_map(Json::as_text);
    words.map(str::to_owned).collect()
}

/// Removes duplicates.
fn once(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words.dedup();
    words
}

/// A page of the list of webhooks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookList)]
struct WebhookList {
    /// The `cursor` of the next page; `null` for the last page.
    #[schema(required)]
    next: Option<String>,
    /// In order of creation.
    webhooks: Vec<WebhookReport>,
}

query! {
    /// Which part of the list of webhooks is asked for.
    pub struct WebhookQuery {
        /// The match whose webhooks they are
        r#match: Text,
        /// Where the page begins: `next` of the page before
        cursor: Text,
        /// How many at most
        limit: Whole<1, MOST> = USUAL,
    }
}

/// List the webhooks of a match, for its director, or all webhooks, for the administrator.
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "webhooks", operation_id = "listWebhooks",
    params(WebhookQuery),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "A page of the list", body = WebhookList),
    BadRequest, Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn list(
    _: AcceptsJson,
    Query(asked): Query<WebhookQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    let of = caller::scope(&request, &service, asked.r#match.as_deref(), Role::Admin).await?;
    let of = of.map(|played| played.id().clone());
    let (after, limit) = (asked.cursor.as_deref(), asked.limit);
    let webhooks = service.matches.webhooks(of.as_ref(), after, limit).await?;
    let last = webhooks.last().filter(|_| webhooks.len() == limit);
    let next = last.map(|last| last.id.clone());
    let webhooks = webhooks.into_iter();
    let webhooks = webhooks.map(|webhook| WebhookReport::new(webhook, None));
    let webhooks = webhooks.collect();
    Ok(HttpResponse::Ok().json(WebhookList { next, webhooks }))
}

/// The webhook of the path, which the caller may see and change.
///
/// It stands after all other extractors that can refuse a request, because it waits for the store.
#[derive(Debug)]
pub struct EnteredWebhook {
    /// The webhook.
    pub webhook: Webhook,
    /// Who asks.
    pub caller: Caller,
}

impl EnteredWebhook {
    /// # Errors
    /// 401, 403; 404, also for a webhook whose match is gone.
    async fn from_request(request: &HttpRequest) -> Result<EnteredWebhook, Problem> {
        let service = service_of(request)?;
        let caller = caller::caller_of(request, &service)?;
        let webhook = service.matches.webhook(&id_of(request).await?).await?;
        if !caller.is_admin() {
            let of = webhook.match_id.as_ref().map(MatchId::as_str);
            caller::scope(request, &service, of, Role::Admin).await?;
        }
        Ok(EnteredWebhook { webhook, caller })
    }
}

impl FromRequest for EnteredWebhook {
    type Error = Problem;
    type Future = Extracting<EnteredWebhook>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { EnteredWebhook::from_request(&request).await })
    }
}

impl utoipa::IntoParams for EnteredWebhook {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![path("id", "The webhook", text())]
    }
}

/// Show a webhook.
#[utoipa::path(get, path = "/api/v1/webhooks/{id}", tag = "webhooks", operation_id = "getWebhook",
    params(EnteredWebhook), security(("key" = ["direct"])), responses(
    (status = 200, description = "The webhook", body = WebhookReport),
    Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn one(_: AcceptsJson, entered: EnteredWebhook) -> Answer {
    Ok(HttpResponse::Ok().json(WebhookReport::new(entered.webhook, None)))
}

/// Set the address, games, types, included parts and description of the webhook, and whether it is active.
///
/// A webhook that is turned on again continues where it stopped, and sends what changed meanwhile.
#[utoipa::path(put, path = "/api/v1/webhooks/{id}", tag = "webhooks", operation_id = "replaceWebhook",
    params(EnteredWebhook), security(("key" = ["direct"])),
    request_body(content = ref("#/components/schemas/WebhookUpdate"), content_type = "application/json"), responses(
    (status = 200, description = "The webhook", body = WebhookReport),
    BodyErrors, Unauthorized, Forbidden, NotFound, Refused,
))]
pub async fn replace(
    body: Body,
    _: AcceptsJson,
    EnteredWebhook { webhook, caller }: EnteredWebhook,
    service: Data<Service>,
) -> Answer {
    let order = order(&service, REPLACED_WEBHOOK, body.entries()?)?;
    let replaced = service.matches.replace_webhook(webhook, order, &caller);
    Ok(HttpResponse::Ok().json(WebhookReport::new(replaced.await?, None)))
}

/// Delete the webhook with its waiting deliveries.
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "webhooks", operation_id = "deleteWebhook",
    params(EnteredWebhook), security(("key" = ["direct"])), responses(
    (status = 204, description = "The webhook is deleted"),
    Unauthorized, Forbidden, NotFound,
))]
pub async fn delete(
    EnteredWebhook { webhook, caller }: EnteredWebhook,
    service: Data<Service>,
) -> Answer {
    service.matches.delete_webhook(&webhook, &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Replace the secret of the webhook. For one day, messages have a second signature with the previous secret.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/secret", tag = "webhooks", operation_id = "rotateWebhookSecret",
    params(EnteredWebhook), security(("key" = ["direct"])), responses(
    (status = 200, description = "The webhook, with its new secret", body = WebhookReport),
    Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn rotate(
    _: AcceptsJson,
    EnteredWebhook { webhook, caller }: EnteredWebhook,
    service: Data<Service>,
) -> Answer {
    let webhook = service.matches.rotate_webhook(&webhook, &caller).await?;
    let secret = service.matches.webhook_secret(&webhook);
    let report = WebhookReport::new(webhook, Some(secret));
    Ok(secretly(HttpResponse::Ok(), &report))
}

/// The result of a test.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookTest)]
struct TestReport {
    /// Whether the receiver accepted the message.
    delivered: bool,
    /// Why there was no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<&'static str>,
    /// The HTTP status of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    status: Option<u16>,
}

/// Send a message of type `webhook.test` now, once, and show the receiver's answer.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/test", tag = "webhooks", operation_id = "testWebhook",
    params(EnteredWebhook), security(("key" = ["direct"])), responses(
    (status = 200, description = "What came of it", body = TestReport),
    Unauthorized, Forbidden, NotFound, NotAcceptable,
))]
pub async fn test(
    _: AcceptsJson,
    EnteredWebhook { webhook, .. }: EnteredWebhook,
    service: Data<Service>,
) -> Answer {
    let sent = service.sender.test(&webhook).await;
    Ok(HttpResponse::Ok().json(TestReport {
        delivered: sent.is_ok_and(Answered::is_success),
        error: sent.err().map(Failure::word),
        status: sent.ok().map(|answered| answered.status),
    }))
}
