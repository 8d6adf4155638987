//! `/matches/{id}/changes` and `/check`: recording, correcting, undoing, and trying it out.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::{Endpoint, endpoints};
use super::parameters::{IdempotencyKey, IfMatch, MatchPath};
use super::responses::{
    BodyErrors, CheckedAnswer, MatchAnswer, Refused, RoleErrors, VersionErrors,
};
use super::service::Service;
use super::state::State;
use super::{access, change, clock, idempotency, state};
use crate::http::answer::in_language;
use crate::http::body::Body;
use crate::http::errors::problem;
use crate::http::problem::{Problem, ProblemKind as Kind};
use crate::http::request;
use crate::http::version::{Expected, if_match};
use crate::lang::Language;
use crate::ledger::Ledger;
use crate::rules::args;
use crate::service::{Change, Replayed, Role};

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![changes, check]
}

/// Change a match: record a hand, put the hand being played, correct, void, undo, redo, finish,
/// reopen, adjust, rename, substitute, erase a person, describe.
#[utoipa::path(post, path = "/api/v1/matches/{id}/changes", tag = "matches", operation_id = "changeMatch",
    params(MatchPath, IfMatch, IdempotencyKey), security(("key" = ["view"])),
    request_body(content = ref("#/components/schemas/Change"), content_type = "application/json"), responses(
    MatchAnswer, BodyErrors, VersionErrors, RoleErrors, Refused,
))]
pub async fn changes(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let role = access::caller(&request, &service, &id, Role::View).await?;
    let mark = idempotency::mark(&request, &format!("change/{id}/{role:?}"), &body)?;
    if let Some(mark) = &mark
        && let Some(Replayed::Changed(before)) =
            service.matches.replayed(mark).await.map_err(problem)?
    {
        return state::answer(&before, language);
    }
    let wanted = change::read(body.entries()?)?;
    let ledger = service.matches.read(&id).await.map_err(problem)?;
    let wanted = neutral(wanted, &ledger, language);
    if role < ledger.needs(&wanted) {
        return Err(Kind::Forbidden.into());
    }
    let now = clock::now();
    let (matches, mark) = (&service.matches, mark.as_ref());
    let made = if if_match(&request)? == Expected::Any {
        matches
            .change_whichever(&id, role, wanted, &now, mark)
            .await
    } else {
        let expected = state::expected(&request, &ledger, language)?;
        matches
            .change(&id, expected, role, wanted, &now, mark)
            .await
    };
    match made {
        Ok(ledger) => state::answer(&ledger, language),
        Err(error) => Err(state::too_late(&service, &id, error, language).await),
    }
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
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let language = request::language(request.headers());
    let role = access::caller(&request, &service, &id, Role::View).await?;
    let wanted = change::read(body.entries()?)?;
    let ledger = service.matches.read(&id).await.map_err(problem)?;
    let wanted = neutral(wanted, &ledger, language);
    if role < ledger.needs(&wanted) {
        return Err(Kind::Forbidden.into());
    }
    let checked = service
        .matches
        .check(&id, wanted, &clock::now())
        .await
        .map_err(problem)?;
    let state = State::of(&checked, language)?;
    state::written(in_language(language), &state)
}

/// A person who is erased and called nothing is called by a number that nobody else has.
fn neutral(wanted: Change, ledger: &Ledger, language: &Language) -> Change {
    let Change::Erase { person, name } = wanted else {
        return wanted;
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
