//! `/bulk`: publishing, hiding, labeling or deleting many matches at once, all or none.

use std::collections::HashSet;

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::read;
use crate::http::request::AcceptsJson;
use crate::idempotency::answers::{before, saved};
use crate::idempotency::header::IdempotencyKey;
use crate::matches::bulk::{BulkAction, BulkMetadata, BulkResult, MOST_IDS};
use crate::matches::request::Caller;
use crate::openapi::responses::{
    BodyErrors, ExternalIdTaken, Forbidden, Refused, TooMany, Unauthorized,
};
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args, segment};
use overtrick_match::ledger::{Labels, MatchId, Role, Showing};

/// The bytes that an event takes in the store besides its request.
const EVENT: usize = 512;

/// The fields of a request that changes many matches.
pub const BULK: &[Field] = &[
    Field::required(
        "action",
        Kind::Word(&["publish", "hide", "label", "delete"]),
    ),
    Field::required("ids", Kind::List(&Kind::Text)),
    Field::optional("show", Kind::Word(&["standings", "sheet"])),
    Field::optional("external_ids", Kind::Any),
    Field::optional("metadata", Kind::Any),
];

/// What became of the matches of a request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BulkReport)]
struct Report {
    /// The number of matches that were changed.
    changed: usize,
    /// Each match, in the order of the request.
    matches: Vec<BulkMatch>,
}

/// What became of a match.
#[derive(Debug, Serialize, ToSchema)]
struct BulkMatch {
    /// Whether it was changed; one that was as it should be stays as it is.
    changed: bool,
    /// Its id.
    id: String,
    /// Its version now, or its last one if it is deleted; absent if it was deleted before.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
}

/// Publish, hide, label or delete many matches at once: all or none.
///
/// `publish` shows the standings of each match to everybody, or with `show` its whole sheet. `label` sets
/// `metadata` for all, and the external id of each match that `external_ids` names; `null` removes. What is as it
/// should be already stays unchanged, so that the same request may be sent again. At most 1000 ids. It takes the
/// administrator's token or an API key that may direct every match.
#[utoipa::path(post, path = "/api/v1/bulk", tag = "matches", operation_id = "changeMatches",
    params(IdempotencyKey), security(("key" = ["direct"])),
    request_body(content = ref("#/components/schemas/BulkRequest"), content_type = "application/json"), responses(
    (status = 200, description = "What became of every match", body = Report),
    BodyErrors, Refused, Unauthorized, Forbidden, ExternalIdTaken, TooMany,
))]
pub async fn bulk(
    body: Body,
    AcceptsJson(language): AcceptsJson,
    caller: Caller,
    key: IdempotencyKey,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    if !caller.is_admin() {
        service.check_write(&request, body.0.len()).await?;
    }
    caller::whole_instance(&request, &service, Role::Direct)?;
    let mark = key.mark("bulk", &body.0);
    if let Some(text) = before(&service, mark.as_ref()).await? {
        return Ok(in_language(language)
            .content_type("application/json")
            .body(text));
    }
    let order = read::object(BULK, body.entries()?)?;
    let (ids, action) = order_of(&order)?;
    if !caller.is_admin() {
        service.check_write(&request, ids.len() * EVENT).await?;
    }
    let done = service.matches.change_many(&ids, &action, &caller).await?;
    let report = Report {
        changed: done.iter().filter(|one| one.changed).count(),
        matches: done.into_iter().map(BulkMatch::new).collect(),
    };
    let text = saved(&service, mark.as_ref(), &report).await?;
    Ok(in_language(language)
        .content_type("application/json")
        .body(text))
}

impl BulkMatch {
    fn new(result: BulkResult) -> BulkMatch {
        let BulkResult {
            id,
            version,
            changed,
        } = result;
        BulkMatch {
            changed,
            id,
            version,
        }
    }
}

/// The matches of a request, and what is to be done with them.
///
/// # Errors
/// 400 and 422, with all faults.
fn order_of(order: &Json) -> Result<(Vec<String>, BulkAction), Problem> {
    let action = order.text("action").unwrap_or_default();
    let of_others: &[&str] = match action {
        "publish" => &["external_ids", "metadata"],
        "label" => &["show"],
        _ => &["show", "external_ids", "metadata"],
    };
    let mut faults = Faults::new();
    for field in of_others.iter().filter(|field| order.get(field).is_some()) {
        let args = args![other: action.to_owned()];
        faults.push(Finding::shape(
            "parameter-beside",
            format!("/{field}"),
            args,
        ));
    }
    let ids = order.list("ids");
    if ids.len() > MOST_IDS {
        let args = args![found: ids.len(), most: MOST_IDS];
        return Err(Finding::rule("too-many-ids", "/ids", args).into());
    }
    let ids: Vec<String> = ids
        .iter()
        .filter_map(|id| Some(id.as_text()?.to_owned()))
        .collect();
    let mut seen = HashSet::new();
    for (index, id) in ids.iter().enumerate().filter(|(_, id)| !seen.insert(*id)) {
        let args = args![key: id.clone()];
        faults.push(Finding::rule(
            "duplicate-key",
            format!("/ids/{index}"),
            args,
        ));
    }
    let action = match action {
        "publish" => {
            let show = order.text("show").and_then(Showing::from_word);
            BulkAction::Publish(Some(show.unwrap_or_default()))
        }
        "hide" => BulkAction::Publish(None),
        "label" => labels(order, &ids, &mut faults),
        _ => BulkAction::Delete,
    };
    if faults.is_empty() {
        Ok((ids, action))
    } else {
        Err(faults.into())
    }
}

/// The labels of a request.
fn labels(order: &Json, ids: &[String], faults: &mut Faults) -> BulkAction {
    let (metadata, external) = (order.get("metadata"), order.get("external_ids"));
    if metadata.is_none() && external.is_none() {
        faults.push(Finding::shape("missing-field", "/metadata", args![]));
    }
    let mut read = |id: Option<&Json>, metadata: Option<&Json>, place: &str| {
        let read = Labels::read(id, metadata);
        read.unwrap_or_else(|found| {
            let placed = found.into_iter().map(|fault| Finding {
                pointer: fault.pointer.replacen("/external_id", place, 1),
                ..fault
            });
            faults.extend(placed);
            Labels::default()
        })
    };
    let sent = read(None, metadata, "");
    let mut external_ids = Vec::new();
    let mut strays = Vec::new();
    match external {
        Some(Json::Object(entries)) => {
            for (id, value) in entries {
                let place = format!("/external_ids/{}", segment(id));
                let external_id = read(Some(value), None, &place).external_id;
                match MatchId::read(id).filter(|_| ids.contains(id)) {
                    Some(id) => external_ids.push((id, external_id)),
                    None => {
                        strays.push(Finding::rule("id-not-listed", place, args![id: id.clone()]));
                    }
                }
            }
        }
        Some(Json::Null) | None => {}
        Some(other) => {
            let args = args![expected: "object", found: other.kind()];
            strays.push(Finding::shape("wrong-type", "/external_ids", args));
        }
    }
    faults.append(&mut strays);
    BulkAction::Label {
        external_ids,
        metadata: metadata.map_or(BulkMetadata::Keep, |_| BulkMetadata::Set(sent.metadata)),
    }
}
