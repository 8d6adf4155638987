//! The query of lists and exports: filters, order, and where a part begins.

use actix_web::HttpRequest;
use actix_web::web::Query;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::games;
use crate::http::problem::{Problem, ProblemKind};
use crate::ledger::Timestamp;
use crate::rules::args;
use crate::service::{ListedMatch, MatchOrder, MatchQuery};

/// How many matches a part has, unless the query says otherwise.
const USUAL: usize = 50;
/// The most matches of a part.
const MOST: usize = 100;
/// The most characters of a value.
const LONGEST: usize = 400;

/// The problem of a parameter that cannot be read.
pub fn bad(name: &str) -> Problem {
    Problem::new(ProblemKind::BadRequest).with_args(args![name: name.to_owned()])
}

/// The parameters of a query, each at most once.
///
/// # Errors
/// 400: one comes twice, or is too long.
pub fn parameters(request: &HttpRequest) -> Result<Vec<(String, String)>, Problem> {
    parameters_up_to(request, LONGEST)
}

/// The same with values of up to so many characters.
///
/// # Errors
/// 400: one comes twice, or is too long.
pub fn parameters_up_to(
    request: &HttpRequest,
    longest: usize,
) -> Result<Vec<(String, String)>, Problem> {
    let query = Query::<Vec<(String, String)>>::from_query(request.query_string());
    let query = query.map_err(|_| bad("query"))?.into_inner();
    for (index, (name, value)) in query.iter().enumerate() {
        let again = query[..index].iter().any(|(earlier, _)| earlier == name);
        if again || value.chars().count() > longest {
            return Err(bad(name));
        }
    }
    Ok(query)
}

/// Sets a filter of a query; whether it is one.
///
/// # Errors
/// 400: its value cannot be read.
pub fn filter(query: &mut MatchQuery, name: &str, value: &str) -> Result<bool, Problem> {
    let refuse = || bad(name);
    match name {
        "game" => {
            let game = games::find(value).ok_or_else(refuse)?;
            query.game = Some(game.facts.id.to_owned());
        }
        "status" => {
            query.complete = Some(match value {
                "open" => false,
                "finished" => true,
                _ => return Err(refuse()),
            });
        }
        "player" => query.player = Some(value.to_owned()),
        "from" => query.from = Some(day(value).ok_or_else(refuse)?),
        "to" => query.to = Some(day(value).ok_or_else(refuse)?),
        "external_id" => query.external_id = Some(value.to_owned()),
        _ => return Ok(false),
    }
    Ok(true)
}

/// What a list of matches is asked for.
///
/// # Errors
/// 400, with the name of the parameter.
pub fn list(request: &HttpRequest) -> Result<MatchQuery, Problem> {
    let mut query = MatchQuery {
        limit: USUAL,
        ..MatchQuery::default()
    };
    let (mut order, mut after, mut cursor) = (None, None, None);
    for (name, value) in parameters(request)? {
        let refuse = || bad(&name);
        match &*name {
            "order" if value == "id" => order = Some(MatchOrder::Id(None)),
            "order" if value == "newest" => order = Some(MatchOrder::Newest(None)),
            "after" if value.len() <= 64 => after = Some(value),
            "cursor" => cursor = Some(position(&value).ok_or_else(refuse)?),
            "limit" => {
                let limit: usize = value.parse().map_err(|_| refuse())?;
                if !(1..=MOST).contains(&limit) {
                    return Err(refuse());
                }
                query.limit = limit;
            }
            other => {
                if !filter(&mut query, other, &value)? {
                    return Err(refuse());
                }
            }
        }
    }
    let same = |one: &MatchOrder, other: &MatchOrder| {
        std::mem::discriminant(one) == std::mem::discriminant(other)
    };
    query.order = match (order, after, cursor) {
        (Some(order), None, Some(cursor)) if !same(&order, &cursor) => return Err(bad("cursor")),
        (_, None, Some(cursor)) => cursor,
        (_, Some(_), Some(_)) | (Some(MatchOrder::Newest(_)), Some(_), _) => {
            return Err(bad("after"));
        }
        (_, Some(after), None) => MatchOrder::Id(Some(after)),
        (order, None, None) => order.unwrap_or_default(),
    };
    Ok(query)
}

/// An ISO date.
fn day(text: &str) -> Option<String> {
    let midnight = format!("{text}T00:00:00.000Z");
    let read = midnight.parse::<Timestamp>();
    read.is_ok().then(|| text.to_owned())
}

/// The cursor of the part that comes after a match, in an order.
pub fn cursor(order: &MatchOrder, last: &ListedMatch) -> String {
    let id = last.id();
    let text = match order {
        MatchOrder::Id(_) => format!("id {id}"),
        MatchOrder::Newest(_) => format!("newest {} {id}", last.day),
    };
    URL_SAFE_NO_PAD.encode(text)
}

/// The order of a cursor, and the place in it.
fn position(cursor: &str) -> Option<MatchOrder> {
    let text = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let text = String::from_utf8(text).ok()?;
    let parts: Vec<&str> = text.split(' ').collect();
    match parts[..] {
        ["id", id] => Some(MatchOrder::Id(Some(id.to_owned()))),
        ["newest", day, id] => Some(MatchOrder::Newest(Some((day.to_owned(), id.to_owned())))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn listed(query: &str) -> Result<MatchQuery, ProblemKind> {
        let request = TestRequest::with_uri(&format!("/x?{query}")).to_http_request();
        list(&request).map_err(|problem| problem.kind())
    }

    #[test]
    fn a_query_is_read_whole_or_refused() {
        let game = games::all()[0].facts.id;
        let filters = "status=open&player=Ann%20B&from=2026-01-01&to=2026-12-31";
        let all = listed(&format!("game={game}&{filters}"));
        let all = all.unwrap();
        assert_eq!(all.player.as_deref(), Some("Ann B"));
        assert_eq!((all.complete, all.limit), (Some(false), 50));
        assert_eq!(
            listed("after=abc").unwrap().order,
            MatchOrder::Id(Some("abc".to_owned()))
        );
        for refused in [
            "limit=0",
            "limit=101",
            "limit=1&limit=2",
            "game=chess",
            "status=over",
            "from=2026-02-30",
            "to=yesterday",
            "order=oldest",
            "order=newest&after=abc",
            "cursor=%20",
            "cursor=aWQgYQ&after=abc",
            "cursor=aWQgYQ&order=newest",
            "colour=red",
        ] {
            assert_eq!(listed(refused), Err(ProblemKind::BadRequest), "{refused}");
        }
    }
}
