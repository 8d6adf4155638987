//! Unknown names, which belong to no member, and the form that assigns such a name to a member or undoes
//! this; the public names of a published match; and erasing a member.

use std::sync::{Arc, PoisonError};

use actix_web::HttpRequest;
use actix_web::web::{Data, Form};
use serde::Deserialize;
use validator::Validate;

use crate::app::state::Service;
use crate::club::pages::{Context, Viewer, see_other};
use crate::club::state::{ClubState, Members, Snapshot};
use crate::error::ServiceError;
use crate::http::{Answer, Problem, ProblemKind, Query};
use crate::matches::change::Precondition;
use crate::matches::service::MatchService;
use crate::publish::list::encoded;
use overtrick_club::{Club, Member, Unknown, document_with_name, document_without_member, read};
use overtrick_core::{Faults, args};
use overtrick_match::document::read_json;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, Match, NameEntry, Role};
use overtrick_store::{Append, BulkChange, StoreError};

/// The maximum number of attempts to erase a member. An attempt fails if a match changes meanwhile.
const MAX_TRIES: usize = 8;

/// The unknown names of a page, for viewers who may assign them.
pub struct UnknownNames {
    /// The club.
    pub snapshot: Arc<Snapshot>,
    /// The path of the page, below `/club`.
    pub back: String,
    /// The name that was just assigned, for the undo button.
    pub done: Option<AssignedName>,
    /// The names.
    pub names: Vec<Unknown>,
}

/// A name that was just assigned to a member.
pub struct AssignedName {
    pub member: u16,
    pub name: String,
    pub text: String,
}

/// The query of the page that is shown after a name was assigned.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(default)]
struct DoneQuery {
    named: Option<String>,
}

impl UnknownNames {
    /// Returns the unknown names for a page, or `None` for viewers who may not assign them.
    ///
    /// # Errors
    /// 400 for a query that cannot be read.
    pub fn new(
        context: &Context,
        names: Vec<Unknown>,
        back: String,
    ) -> Result<Option<UnknownNames>, Problem> {
        if !context.viewer.directs() {
            return Ok(None);
        }
        let Query(DoneQuery { named }) = Query::from_request(&context.request)?;
        let done = named.and_then(|name| {
            let member = context.snapshot.club().named(&name)?;
            let args = args![name: name.clone(), number: i64::from(member)];
            let text = context.language.format("club", "name-added", &args);
            Some(AssignedName { member, name, text })
        });
        Ok(Some(UnknownNames {
            snapshot: context.snapshot.clone(),
            back,
            done,
            names,
        }))
    }

    /// Returns the members whose names are most similar to an unknown name.
    pub fn nearest(&self, unknown: &Unknown) -> Vec<&Member> {
        let numbers = unknown.nearest.iter();
        numbers
            .filter_map(|number| self.snapshot.club().member_of(*number))
            .collect()
    }
}

/// A request to assign a name to a member, or to remove the name.
#[derive(Debug, Deserialize)]
pub struct NameForm {
    member: u16,
    name: String,
    version: u64,
    #[serde(default)]
    remove: bool,
    back: String,
}

/// Assign a name to a member, or remove the name.
#[utoipa::path(post, path = "/club/names", tag = "internal")]
pub async fn name(
    Form(form): Form<NameForm>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    Viewer::of(&request, &service)?.must_direct()?;
    let stored = service.matches.club().await?.ok_or(ProblemKind::NotFound)?;
    let document = read_json(&stored.document).map_err(Faults::from)?;
    let changed = document_with_name(&document, form.member, &form.name, !form.remove)?;
    let changed = serde_json::to_vec(&changed).map_err(ServiceError::other)?;
    let precondition = Precondition::version(form.version);
    service.matches.put_club(changed, &precondition).await?;
    let mut page = format!("/club{}", form.back);
    if !form.remove {
        page += &format!("?named={}", encoded(&form.name));
    }
    Ok(see_other(&service, &page)?.finish())
}

impl ClubState {
    /// Returns a published match with its public names. No other function replaces names for the public.
    ///
    /// # Errors
    /// Store errors.
    pub async fn shown(
        &self,
        matches: &MatchService,
        played: Arc<Match>,
        language: &'static Language,
    ) -> Result<ShownMatch, ServiceError> {
        let labels = played.labels().metadata.as_ref();
        let is_club_match = labels.is_some_and(|labels| labels.get("evening").is_some());
        let members = if is_club_match {
            self.members(matches).await?
        } else {
            None
        };
        let Some(members) = members else {
            return Ok(ShownMatch { played, club: None });
        };
        let key = (played.id().to_string(), played.version(), language.tag());
        let make = || with_shown_names(&members, played, language);
        let mut shown = members.shown.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(ShownMatch {
            played: shown.get_or_insert(key, make).clone(),
            club: Some(members.version),
        })
    }
}

/// A published match with its public names.
#[derive(Debug)]
pub struct ShownMatch {
    /// The match.
    pub played: Arc<Match>,
    /// The version of the club document, if the match belongs to the club.
    pub club: Option<u64>,
}

/// Returns a match of the club with the names that the public may see.
fn with_shown_names(members: &Members, played: Arc<Match>, language: &Language) -> Arc<Match> {
    let mut names: Vec<NameEntry> = Vec::new();
    for (number, member) in people(&members.club, &played) {
        let name = members.name(member, Viewer(None), language);
        let is_taken = |free: &str| {
            let mut names = names.iter();
            names.any(|one| one.name == free && one.number != number)
        };
        let name = free_name(name, is_taken);
        names.push(NameEntry { number, name });
    }
    let people = played.people();
    if names.iter().all(|entry| people.contains(entry)) {
        return played;
    }
    Arc::new(played.with_names(&names))
}

/// Returns this name if it is not taken, else the first free name of "Name (2)", "Name (3)" and so on.
fn free_name(name: String, is_taken: impl Fn(&str) -> bool) -> String {
    let others = (2..).map(|other| format!("{name} ({other})"));
    let mut names = [name.clone()].into_iter().chain(others);
    names.find(|free| !is_taken(free)).unwrap_or(name)
}

/// Returns the people of a match who are members: their numbers in the match and their member numbers.
fn people(club: &Club, played: &Match) -> Vec<(usize, u16)> {
    let mut members = Vec::new();
    for (seat, number) in played.seats().into_iter().zip(1..) {
        members.extend(seat.people.into_iter().filter_map(|person| {
            let member = club.sitting(played.id().as_str(), number, &person.name)?;
            Some((person.number, member))
        }));
    }
    members
}

impl MatchService {
    /// Renames a member in all matches of the club and clears the entry in the document, in one
    /// transaction. Returns the ids of the matches. If `is_trial`, changes nothing.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`] if no member has this number or the member is already erased; store errors.
    pub async fn erase_member(
        &self,
        number: u16,
        is_trial: bool,
    ) -> Result<Vec<String>, ServiceError> {
        for _ in 0..MAX_TRIES {
            let stored = self.club().await?.ok_or(ServiceError::NotFound)?;
            let club = read(stored.document.as_bytes())?;
            let document = read_json(&stored.document).map_err(Faults::from)?;
            let document = document_without_member(&document, number, &self.clock().day());
            let document = document.map_err(|_| ServiceError::NotFound)?;
            let (mut appended, mut ids) = (Vec::new(), Vec::new());
            for (id, _) in self.0.store.club_matches().await? {
                let events = self.erasures(self.read(&id).await?, &club, number)?;
                if !events.is_empty() {
                    ids.push(id);
                    appended.extend(events);
                }
            }
            if is_trial {
                return Ok(ids);
            }
            let change = Arc::new(BulkChange {
                opened: Vec::new(),
                appended,
            });
            let document = serde_json::to_string(&document).map_err(ServiceError::other)?;
            let store = &self.0.store;
            let writing = store.put_club(document, stored.version, Some(change.clone()));
            match self.write_together(&change, writing).await {
                Err(StoreError::VersionConflict | StoreError::NoMatch) => {}
                written => return Ok(written.map(|()| ids)?),
            }
        }
        Err(ServiceError::Store(StoreError::Busy))
    }

    /// Returns the events that rename a member in a match. If the member had two seats, each gets a different name.
    fn erasures(
        &self,
        played: Arc<Match>,
        club: &Club,
        number: u16,
    ) -> Result<Vec<Append>, ServiceError> {
        let now = self.clock().now();
        let (mut last, mut events) = (played, Vec::new());
        let persons = people(club, &last).into_iter();
        for (person, _) in persons.filter(|(_, member)| *member == number) {
            let (players, seats) = (last.players(), last.seats());
            let mut seated = seats.iter().filter_map(|seat| seat.people.last());
            let is_seated = seated.any(|last| last.number == person);
            let is_taken = |name: &str| is_seated && players.iter().any(|player| **player == *name);
            let name = free_name(Club::erased_name(number), is_taken);
            let mut after = last.after(Change::Erase { person, name }, now, Role::Admin)?;
            events.push(self.sealed(Some(&last), &mut after)?);
            last = Arc::new(after);
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use overtrick_core::json::Json;
    use overtrick_match::ledger::PublishedPart;
    use overtrick_store::StoreSettings;
    use serde_json::json;

    use super::*;
    use crate::imports::judging::Unjudged;
    use crate::imports::service::ImportOptions;
    use crate::system::system;

    /// Stores a published match of the club.
    async fn store(matches: &MatchService, evening: &str) -> Arc<Match> {
        let game = overtrick_games::all()[0].facts;
        let players = &["Ann", "Bo", "Cy", "Di"][..game.players.0];
        let line = json!({ "metadata": { "evening": evening },
            "document": { "game": game.id, "title": evening, "players": players, "hands": [] } });
        let line: Json = serde_json::from_value(line).unwrap();
        let lines = vec![(1, Unjudged::json(&line))];
        let judged = matches.judge_lines(lines, Some(PublishedPart::Standings));
        let stored = matches.import(judged.unwrap(), ImportOptions::default());
        let stored = stored.await.unwrap();
        matches
            .read(stored.matches[0].id.as_deref().unwrap())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn public_names_are_made_again_only_when_the_club_changes() {
        let memory = StoreSettings::new("sqlite::memory:");
        let matches = MatchService::open(memory, system()).await.unwrap();
        let put = |name: &str| {
            let members = json!([{ "number": 1, "name": name, "show": "hidden" }]);
            let club = json!({ "club": 1, "name": "C", "members": members, "seasons": [] });
            let matches = matches.clone();
            async move {
                let club = club.to_string().into_bytes();
                matches.put_club(club, &Precondition::Any).await.unwrap();
            }
        };
        let club = ClubState::default();
        put("Ann").await;
        let played = store(&matches, "2026-09-10").await;
        let shown = || async {
            let shown = club.shown(&matches, played.clone(), Language::english());
            shown.await.unwrap().played
        };
        let first = shown().await;
        assert_ne!(first.players()[0], "Ann");
        store(&matches, "2026-09-17").await;
        assert!(Arc::ptr_eq(&first, &shown().await));
        put("Bo").await;
        assert_eq!(shown().await.players()[0], "Ann");
        matches.close().await.unwrap();
    }
}
