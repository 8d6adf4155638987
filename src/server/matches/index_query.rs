//! The query of lists and exports: filters, order, and page position.

use actix_web::HttpRequest;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::http::problem::{Problem, shortened};
use crate::http::query::{Parameters, Refusal, number, unknown, word};
use overtrick_core::args;
use overtrick_games as games;
use overtrick_match::ledger::Timestamp;
use overtrick_store::FoundMatch;
use overtrick_store::MatchOrder;
use overtrick_store::MatchQuery;

/// The default number of matches on a page.
const USUAL: usize = 50;
/// The most matches on a page.
const MOST: usize = 100;

/// The most characters of an id in `after`.
const LONGEST_AFTER: usize = 64;

/// The names of the filter parameters.
pub const FILTERS: [&str; 6] = ["game", "status", "player", "from", "to", "external_id"];

/// The names of the parameters of a list.
const LIST: [&str; 10] = [
    "game",
    "status",
    "player",
    "from",
    "to",
    "external_id",
    "order",
    "after",
    "cursor",
    "limit",
];

/// The game with an id.
///
/// # Errors
/// There is no such game.
pub fn game(text: &str) -> Result<&'static games::Entry, Refusal> {
    let ids = || games::all().iter().map(|entry| entry.facts.id);
    games::find(text).ok_or_else(|| unknown(text, ids()))
}

/// The match query for a request's filters.
pub fn filtered(parameters: &mut Parameters) -> MatchQuery {
    MatchQuery {
        game: parameters
            .read("game", game)
            .map(|entry| entry.facts.id.to_owned()),
        complete: parameters.read("status", |text| {
            word(text, &[("open", false), ("finished", true)])
        }),
        player: parameters.text("player"),
        from: parameters.read("from", day),
        to: parameters.read("to", day),
        external_id: parameters.text("external_id"),
        ..MatchQuery::default()
    }
}

/// The match query of a list request.
///
/// # Errors
/// 400, with every faulty parameter.
pub fn list(request: &HttpRequest) -> Result<MatchQuery, Problem> {
    let mut parameters = Parameters::of(request, &LIST)?;
    let mut query = filtered(&mut parameters);
    query.limit = parameters
        .read("limit", |text| number(text, 1, MOST))
        .unwrap_or(USUAL);
    let orders = [
        ("id", MatchOrder::Id(None)),
        ("newest", MatchOrder::Newest(None)),
    ];
    let order = parameters.read("order", |text| word(text, &orders));
    let after = parameters.read("after", |text| match text.chars().count() {
        length if length > LONGEST_AFTER => {
            Err(("text-too-long", args![length: length, most: LONGEST_AFTER]))
        }
        _ => Ok(text.to_owned()),
    });
    let cursor = parameters.read("cursor", position);
    let is_newest = matches!(order, Some(MatchOrder::Newest(_)));
    if after.is_some() && (is_newest || cursor.is_some()) {
        let other = if is_newest { "order" } else { "cursor" };
        parameters.refuse(
            "after",
            ("parameter-beside", args![other: other.to_owned()]),
        );
    }
    let same = |one: &MatchOrder, other: &MatchOrder| {
        std::mem::discriminant(one) == std::mem::discriminant(other)
    };
    if let (Some(order), Some(cursor)) = (&order, &cursor)
        && !same(order, cursor)
    {
        parameters.refuse("cursor", ("cursor-form", args![]));
    }
    parameters.finish()?;
    let after = after.map(|after| MatchOrder::Id(Some(after)));
    query.order = cursor.or(after).or(order).unwrap_or_default();
    Ok(query)
}

/// An ISO date.
///
/// # Errors
/// It is not a date.
pub fn day(text: &str) -> Result<String, Refusal> {
    let midnight = format!("{text}T00:00:00.000Z");
    let read = midnight.parse::<Timestamp>();
    read.map(|_| text.to_owned())
        .map_err(|_| ("bad-date", args![found: shortened(text)]))
}

/// The cursor of the page after a match, in an order.
pub fn cursor(order: &MatchOrder, last: &FoundMatch) -> String {
    let id = &last.id;
    let text = match order {
        MatchOrder::Id(_) => format!("id {id}"),
        MatchOrder::Newest(_) => format!("newest {} {id}", last.day),
    };
    URL_SAFE_NO_PAD.encode(text)
}

/// The order and position that a cursor encodes.
fn position(cursor: &str) -> Result<MatchOrder, Refusal> {
    let text = URL_SAFE_NO_PAD.decode(cursor).ok();
    let text = text.and_then(|text| String::from_utf8(text).ok());
    let parts: Vec<&str> = text.as_deref().unwrap_or_default().split(' ').collect();
    match parts[..] {
        ["id", id] => Ok(MatchOrder::Id(Some(id.to_owned()))),
        ["newest", day, id] => Ok(MatchOrder::Newest(Some((day.to_owned(), id.to_owned())))),
        _ => Err(("cursor-form", args![])),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use crate::http::problem::ProblemKind;

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
