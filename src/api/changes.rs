//! `/matches/{id}/changes` and `/check`: recording, correcting, undoing, and trying it out.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use super::parameters::{IdempotencyKey, IfMatch, MatchPath, Prefer};
use super::responses::{
    BodyErrors, CheckedAnswer, MatchAnswer, MinimalAnswer, Refused, RoleErrors, TooMany,
    VersionErrors,
};
use super::service::Service;
use super::state::State;
use super::{access, change, idempotency, prefer, state};
use crate::http::answer::{Answer, in_language};
use crate::http::body::Body;
use crate::http::request;
use crate::http::version::if_match;
use crate::lang::Language;
use crate::ledger::Ledger;
use crate::rules::{Faults, args};
use crate::service::{Caller, Change, ChangeRequest, Role};

/// Change a match: record a hand, put the hand being played, correct, void, undo, redo, finish,
/// reopen, adjust, rename, substitute, erase a person, describe.
#[utoipa::path(post, path = "/api/v1/matches/{id}/changes", tag = "matches", operation_id = "changeMatch",
    params(MatchPath, IfMatch, IdempotencyKey, Prefer), security(("key" = ["view"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    MatchAnswer, MinimalAnswer, BodyErrors, VersionErrors, RoleErrors, Refused, TooMany,
))]
pub async fn changes(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let caller = access::caller_of(&request, &service)?;
    let idempotency = match idempotency::key(&request, &body) {
        Ok(key) => key,
        Err(unreadable) => {
            access::enter(&request, &service, &id).await?;
            return Err(unreadable);
        }
    };
    if caller != Caller::Role(Role::Admin) {
        service.limits.count_write(&request, body.0.len())?;
    }
    let asked = ChangeRequest {
        caller,
        precondition: if_match(&request),
        idempotency,
    };
    let read = |ledger: &Ledger| {
        service.matches.check_text(&body.0)?;
        read(&body, ledger, language)
    };
    let changed = service.matches.change(&id, asked, read).await;
    let ledger = state::changed(&service, &id, language, changed).await?;
    if !prefer::wants_minimal(request.headers()) {
        return state::answer(&ledger, language);
    }
    Ok(state::tagged(StatusCode::NO_CONTENT, &ledger, language)
        .insert_header(prefer::APPLIED)
        .finish())
}

/// What a change would come to, without recording it.
#[utoipa::path(post, path = "/api/v1/matches/{id}/check", tag = "matches", operation_id = "checkChange",
    params(MatchPath), security(("key" = ["view"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    CheckedAnswer, BodyErrors, RoleErrors, Refused,
))]
pub async fn check(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let caller = access::caller_of(&request, &service)?;
    let read = |ledger: &Ledger| {
        service.matches.check_text(&body.0)?;
        read(&body, ledger, language)
    };
    let checked = service.matches.check(&id, &caller, read).await?;
    let state = State::of(&checked, language)?;
    state::written(in_language(language), &state)
}

/// The change that a body has.
fn read(body: &Body, ledger: &Ledger, language: &Language) -> Result<Change, Faults> {
    let entries = body.entries()?;
    Ok(with_name(
        change::read(entries, ledger.game())?,
        ledger,
        language,
    ))
}

/// The change; if it erases a person without saying what to call them, with a number as name that
/// nobody else has.
fn with_name(change: Change, ledger: &Ledger, language: &Language) -> Change {
    let Change::Erase { person, name } = change else {
        return change;
    };
    if !name.trim().is_empty() {
        return Change::Erase { person, name };
    }
    let people = ledger.people();
    let others = people.iter().filter(|known| known.number != person);
    let taken: Vec<String> = others.map(|known| known.name.to_lowercase()).collect();
    let numbers = (0..=taken.len()).map(|round| person + round * people.len());
    let mut names =
        numbers.map(|number| language.format("service", "erased", &args![number: number]));
    let free = names.find(|name| !taken.contains(&name.to_lowercase()));
    Change::Erase {
        person,
        name: free.unwrap_or(name),
    }
}
