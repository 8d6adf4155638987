//! `/club/evenings`: opening and ending rounds, one code for each table, the printed kit, and the live page.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Form, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::Caller;
use crate::access::join_codes::{self, MAX_CODES, VALID};
use crate::app::base_url::BaseUrl;
use crate::app::state::Service;
use crate::assets::words::day_in_words;
use crate::club::names::UnknownNames;
use crate::club::pages::{ClubPlace, Context, Frame, see_other};
use crate::club::state::Snapshot;
use crate::error::ServiceError;
use crate::http::{Answer, Body, Problem, ProblemKind};
use crate::imports::judging::Unjudged;
use crate::imports::service::ImportOptions;
use crate::matches::change::{ChangeRequest, Precondition};
use crate::matches::judged::run_blocking;
use crate::matches::service::MatchService;
use crate::openapi::{BodyErrors, Forbidden, NotFound, Refused, Unauthorized};
use crate::paper::endpoints::{join_pads, print_as};
use crate::publish;
use overtrick_club::{ClubMatch, Occupant, TableOrder, exact, is_day, read_tables};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Change, MatchId, PublishedPart, Role};
use overtrick_store::StoredCode;

/// An evening.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubEvening {
    /// The day.
    evening: String,
    /// The rounds, in order.
    rounds: Vec<ClubRound>,
    /// Names that belong to no member. Empty for callers without a key.
    #[schema(value_type = Vec<Object>)]
    unknown: Vec<overtrick_club::Unknown>,
}

/// A round of an evening.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubRound {
    /// The number of the round.
    round: Option<i64>,
    /// The tables of the round.
    tables: Vec<ClubTable>,
}

impl ClubRound {
    /// Whether a table is still open.
    fn is_open(&self) -> bool {
        self.tables.iter().any(|table| !table.is_over)
    }
}

/// A table of an evening.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ClubTable {
    /// The table number and the game, in words.
    pub heading: String,
    /// The progress of the match, in words.
    pub state: String,
    /// Whether the match is over.
    pub is_over: bool,
    /// The id of the match, if it is published or the caller has a key.
    #[serde(rename = "match")]
    pub link: Option<String>,
    /// The join code of the table for the evening. Only directors see it.
    pub code: Option<String>,
    /// The players or sides, best first.
    pub players: Vec<ClubPlace>,
}

impl Context {
    /// Returns a table of an evening. Only viewers with a key see the names of guests. `heading` is a
    /// catalog key.
    pub fn table_card(&self, played: &ClubMatch, heading: &str) -> ClubTable {
        let language = self.language;
        let occupants = self.snapshot.club().occupants(played);
        // Nobody leads before the first hand.
        let is_begun = played.is_complete || played.hands > 0;
        let players = played.competitors.iter().map(|competitor| {
            let seats = competitor.seats.iter();
            let names = seats.filter_map(|seat| match occupants.get(*seat)? {
                Occupant::Member(number) => Some(self.name(*number)),
                Occupant::Guest(name) if self.viewer.is_keyed() => Some(name.clone()),
                Occupant::Guest(_) => Some(language.text("club", "guest")),
            });
            let leader = ClubPlace {
                name: names.collect::<Vec<String>>().join(" + "),
                ..ClubPlace::default()
            };
            if !is_begun && competitor.tied == competitor.others {
                return leader;
            }
            let place = competitor.place();
            ClubPlace {
                rank: language.ordinal(place),
                leads: place == 1,
                figure: exact(&competitor.total.into(), language),
                ..leader
            }
        });
        let state = match (played.is_complete, played.hands) {
            (true, 0) => "table-ended",
            (true, _) => "table-over",
            (false, 0) => "table-open",
            (false, _) => "table-since",
        };
        let now = self.service.matches.clock().now();
        let changed = played.changed_at;
        let since = changed.map_or(0, |at| now.since(at).as_secs());
        let minutes = i64::try_from(since / 60).unwrap_or(0);
        let game = language.named(&played.game_name);
        let heading = played.table.map(|table| {
            let args = args![round: played.round.unwrap_or(1), table: table, game: game.clone()];
            language.format("club", heading, &args)
        });
        let table = played.table.filter(|_| self.viewer.directs());
        let is_shown = played.is_published || self.viewer.is_keyed();
        ClubTable {
            heading: heading.unwrap_or(game),
            state: language.format("club", state, &args![hands: played.hands, minutes: minutes]),
            is_over: played.is_complete,
            link: is_shown.then(|| played.id.clone()),
            code: table.map(|table| self.service.matches.code_of_table(&played.evening, table)),
            players: players.collect(),
        }
    }

    /// Returns the tables of a day, by round.
    fn evening(&self, day: &str) -> ClubEvening {
        let matches: Vec<&ClubMatch> = self.snapshot.evening(day).collect();
        let rounds = matches.chunk_by(|one, other| one.round == other.round);
        let rounds = rounds.map(|matches| ClubRound {
            round: matches[0].round,
            tables: matches
                .iter()
                .map(|played| self.table_card(played, "table"))
                .collect(),
        });
        let mut unknown = self.snapshot.club().unknown(self.snapshot.evening(day));
        unknown.retain(|_| self.viewer.is_keyed());
        ClubEvening {
            evening: day.to_owned(),
            rounds: rounds.collect(),
            unknown,
        }
    }

    /// Returns the day in a path. `today` is the current day of the service's clock.
    fn day_of(&self, day: &str) -> Result<String, Problem> {
        match day {
            "today" => Ok(self.service.matches.clock().day()),
            day if is_day(day) => Ok(day.to_owned()),
            _ => Err(ProblemKind::NotFound.into()),
        }
    }

    fn title(&self, round: i64, table: i64) -> String {
        let args = args![round: round, table: table];
        self.language.format("club", "match-title", &args)
    }
}

/// Show an evening: its tables by round, and names that belong to no member. `today` is the service's current day.
#[utoipa::path(get, path = "/api/v1/club/evenings/{day}", tag = "club", operation_id = "getClubEvening",
    params(("day" = String, Path, description = "The day, or `today`")), responses(
    (status = 200, description = "The evening", body = ClubEvening),
    NotFound,
))]
pub async fn get(context: Context, day: Path<String>) -> Answer {
    let day = context.day_of(&day)?;
    Ok(HttpResponse::Ok().json(context.evening(&day)))
}

/// The tables of a round.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundRequest {
    /// A line for each table: its number, the game, and the players in seat order (member numbers, or guests in quotes)
    #[validate(required)]
    #[schema(required, nullable = false)]
    tables: Option<String>,
}

/// Open the tables of a round, with the labels and house rules of the club.
///
/// Sending the same request again changes nothing. The players of a table can be changed until its first
/// hand is recorded. Each table has one code for the whole evening, which opens the table's latest match.
#[utoipa::path(put, path = "/api/v1/club/evenings/{day}/rounds/{round}", tag = "club", operation_id = "openClubRound",
    params(("day" = String, Path, description = "The day, or `today`"), ("round" = i64, Path, description = "The round")),
    security(("key" = ["direct"])), request_body = RoundRequest, responses(
    (status = 200, description = "The evening", body = ClubEvening),
    BodyErrors, Unauthorized, Forbidden, NotFound, Refused,
))]
pub async fn open(body: Body, context: Context, path: Path<(String, i64)>) -> Answer {
    context.viewer.must_direct()?;
    let RoundRequest { tables } = body.read()?;
    let day = context.day_of(&path.0)?;
    let tables = tables.unwrap_or_default();
    context.open_round(&day, path.1, &tables).await?;
    get(Context::new(context.request).await?, Path::from(day)).await
}

/// Finish the open tables of a round. Tables without any recorded hand are not changed.
#[utoipa::path(post, path = "/api/v1/club/evenings/{day}/rounds/{round}/end", tag = "club", operation_id = "endClubRound",
    params(("day" = String, Path, description = "The day, or `today`"), ("round" = i64, Path, description = "The round")),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "The evening", body = ClubEvening),
    Unauthorized, Forbidden, NotFound,
))]
pub async fn end(context: Context, path: Path<(String, i64)>) -> Answer {
    context.viewer.must_direct()?;
    let day = context.day_of(&path.0)?;
    context.end_round(&day, path.1).await?;
    get(Context::new(context.request).await?, Path::from(day)).await
}

/// A director's request from the page: opens the tables of a round, or ends the round if `tables` is absent.
#[derive(Debug, Deserialize)]
pub struct RoundForm {
    round: i64,
    tables: Option<String>,
    /// The previous round, if it should end when this round opens.
    end: Option<i64>,
}

/// Open or end a round with the form on the page.
#[utoipa::path(post, path = "/club/evenings/{day}", tag = "internal")]
pub async fn direct(Form(form): Form<RoundForm>, context: Context, day: Path<String>) -> Answer {
    context.viewer.must_direct()?;
    let day = context.day_of(&day)?;
    let mut done = match &form.tables {
        Some(tables) => context.open_round(&day, form.round, tables).await,
        None => context.end_round(&day, form.round).await,
    };
    if let (Ok(()), Some(before)) = (&done, form.end.filter(|end| *end != form.round)) {
        done = context.end_round(&day, before).await;
    }
    match done {
        Err(ServiceError::Refused(faults)) => {
            let language = context.language;
            let faults = faults.iter().map(|fault| {
                let mut parts = fault.pointer.split('/');
                let line = parts.find_map(|part| part.parse::<i64>().ok());
                let line = line.map(|line| language.format("club", "line", &args![line: line]));
                format!("{} {}", line.unwrap_or_default(), language.fault(fault))
            });
            context.show_evening(&day, Some(form), faults.collect())
        }
        done => {
            done?;
            Ok(see_other(&context.service, &format!("/club/evenings/{day}"))?.finish())
        }
    }
}

/// Returns a PDF with a score pad for each table of a round, with the players, the code and a QR code.
pub async fn kit(context: Context, path: Path<(String, i64)>) -> Answer {
    context.viewer.must_direct()?;
    let (service, request) = (&context.service, &context.request);
    let (day, round) = (context.day_of(&path.0)?, path.1);
    let url = match service.reach() {
        BaseUrl::Public(url) | BaseUrl::Network(url) => url,
        _ => publish::home(request, service),
    };
    let tables = context.snapshot.round(&day, Some(round));
    let orders = tables.filter_map(|played| {
        let order = context.snapshot.order(played)?;
        let code = service.matches.code_of_table(&day, order.table);
        let title = context.title(round, order.table);
        Some(order.pad(title, format!("{url}club/join/{code}")))
    });
    let orders: Vec<Json> = orders.collect();
    if orders.is_empty() {
        return Err(ProblemKind::NotFound.into());
    }
    let language = context.language;
    print_as(request, "pads", move || join_pads(orders, language)).await
}

/// Redirects a phone with the code of a table to the table's latest match, with its score key.
pub async fn join(request: HttpRequest, service: Data<Service>, code: Path<String>) -> Answer {
    let joined = join_codes::join_by(&request, &service, &code).await?;
    let mut builder = see_other(&service, &format!("/#/join/{}/{}", joined.id, joined.key))?;
    builder.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(builder.finish())
}

impl Context {
    /// Opens the tables of a round. First checks all lines, so that all tables are opened or none.
    async fn open_round(&self, day: &str, round: i64, tables: &str) -> Result<(), ServiceError> {
        let (matches, snapshot) = (&self.service.matches, &self.snapshot);
        let lines = read_tables(tables, snapshot.club())?;
        let (mut faults, mut replaced) = (Faults::new(), Vec::new());
        for at_table in snapshot.round(day, Some(round)) {
            let mut orders = lines.iter().map(|(_, order)| order);
            let order = orders.find(|order| Some(order.table) == at_table.table);
            let Some((order, before)) = order.zip(snapshot.order(at_table)) else {
                continue;
            };
            if before.players == order.players && before.game.id == order.game.id {
                continue;
            }
            let played = matches.read(&at_table.id).await?;
            if played.is_empty() {
                replaced.push((played.id().clone(), played.version()));
            } else {
                let args = args![table: order.table];
                faults.push(Finding::rule("club-table-begun", "/tables", args));
            }
        }
        let unjudged = lines.iter().map(|(line, order)| {
            let json = order.in_export(day, round, self.title(round, order.table));
            (*line, Unjudged::json(&json))
        });
        let unjudged = unjudged.collect();
        let publish = snapshot.club().is_public.then_some(PublishedPart::Sheet);
        let judge = matches.clone();
        let judged = run_blocking(move || judge.judge_lines(unjudged, publish)).await??;
        for (place, judged) in &judged {
            let place = format!("/tables/{}", place.line);
            let found = judged.as_ref().err().into_iter().flatten();
            faults.extend(found.map(|fault| fault.clone().under(&place)));
        }
        if !faults.is_empty() {
            return Err(faults.into());
        }
        for (id, version) in replaced {
            matches.delete_version(&id, version).await?;
        }
        let report = matches.import(judged, ImportOptions::default()).await?;
        if report.refused > 0 {
            let faults = report.faults.into_iter().map(|(_, fault)| fault);
            return Err(faults.collect::<Faults>().into());
        }
        let snapshot = self.service.club.snapshot(matches).await?;
        for (_, order) in &lines {
            matches.assign_code(&snapshot, day, order.table).await?;
        }
        Ok(())
    }

    /// Finishes the open matches of a round.
    async fn end_round(&self, day: &str, round: i64) -> Result<(), ServiceError> {
        let matches = &self.service.matches;
        for at_table in self.snapshot.round(day, Some(round)) {
            let played = matches.read(&at_table.id).await?;
            if !played.is_empty() && !played.outcome().complete {
                let request = ChangeRequest {
                    caller: Caller::Role(Role::Direct),
                    precondition: Precondition::Any,
                    idempotency: None,
                };
                let finished = matches.change(&at_table.id, request, Change::Finish {});
                finished.await?;
            }
        }
        Ok(())
    }
}

impl MatchService {
    /// Returns the code of a table for an evening. It is derived from the secret of the service.
    fn code_of_table(&self, day: &str, table: i64) -> String {
        // The text contains spaces, so it cannot be a random join code.
        let code = format!("evening {day} {table}");
        join_codes::derived(&self.0.secret.digest_of_code(&code))
    }

    /// Assigns the code of a table to its latest match, and sends phones from the previous match to the latest.
    async fn assign_code(
        &self,
        snapshot: &Snapshot,
        day: &str,
        table: i64,
    ) -> Result<(), ServiceError> {
        let evening = snapshot.evening(day);
        let at_table = evening.filter(|played| played.table == Some(table));
        let ids: Vec<MatchId> = at_table.filter_map(|one| MatchId::read(&one.id)).collect();
        let Some((latest, earlier)) = ids.split_last() else {
            return Ok(());
        };
        for id in earlier {
            self.0.store.revoke_code(id.clone(), Role::Score).await?;
        }
        let played = self.read(latest.as_str()).await?;
        let now = self.clock().now();
        if let Some(generation) = played.key_generation(Role::Score) {
            let code = self.code_of_table(day, table);
            let code = StoredCode {
                digest: self.0.secret.digest_of_code(&code),
                id: latest.clone(),
                role: Role::Score,
                generation,
                until: now.after(VALID),
            };
            self.0.store.put_code(code, now, MAX_CODES).await?;
        }
        if let Some(before) = earlier.last() {
            self.note_next(before, latest).await;
        }
        Ok(())
    }
}

impl Snapshot {
    /// Returns the table of a match as a director writes it in a request.
    fn order(&self, played: &ClubMatch) -> Option<TableOrder> {
        let people = played.seats.iter().filter_map(|people| people.last());
        Some(TableOrder {
            table: played.table?,
            game: self.club().game(&played.game),
            players: people.map(|person| person.name.to_string()).collect(),
        })
    }

    /// Returns the tables of a round as lines that the director can edit for the next round.
    fn lines(&self, day: &str, round: Option<i64>) -> String {
        let lines = self.round(day, round).filter_map(|played| {
            let players = self.club().occupants(played).into_iter();
            let players = players.map(|occupant| match occupant {
                Occupant::Member(number) => format!(" {number}"),
                Occupant::Guest(name) => format!(" \"{name}\""),
            });
            let players: String = players.collect();
            Some(format!("{} {}{players}\n", played.table?, played.game))
        });
        lines.collect()
    }
}

#[derive(Template)]
#[template(path = "club/evening.html")]
struct EveningPage {
    frame: Frame,
    day: String,
    rounds: Vec<ClubRound>,
    /// The form for the next round, for directors.
    next: Option<RoundForm>,
    faults: Vec<String>,
}

/// Shows the page of an evening.
pub async fn page(context: Context, day: Path<String>) -> Answer {
    context.show_evening(&context.day_of(&day)?, None, Vec::new())
}

impl Context {
    /// Shows the page of an evening. After a refused request, also shows what was sent and its faults.
    fn show_evening(&self, day: &str, sent: Option<RoundForm>, faults: Vec<String>) -> Answer {
        let mut evening = self.evening(day);
        let directs = self.viewer.directs();
        if evening.rounds.is_empty() && !directs {
            return Err(ProblemKind::NotFound.into());
        }
        let last = evening.rounds.last();
        let round = last.and_then(|last| last.round);
        let suggested = || RoundForm {
            round: round.unwrap_or(0) + 1,
            tables: Some(self.snapshot.lines(day, round)),
            end: round.filter(|_| last.is_some_and(ClubRound::is_open)),
        };
        let next = directs.then(|| sent.unwrap_or_else(suggested));
        // Show the current round first.
        evening.rounds.reverse();
        let page = EveningPage {
            day: day.to_owned(),
            rounds: evening.rounds,
            next,
            frame: Frame {
                unknown_names: UnknownNames::new(
                    self,
                    evening.unknown,
                    format!("/evenings/{day}"),
                )?,
                is_live: !directs,
                ..self.frame("../../", day_in_words(day, self.language))
            },
            faults,
        };
        let mut answer = self.answer(&page)?;
        if !page.faults.is_empty() {
            *answer.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        }
        Ok(answer)
    }
}
