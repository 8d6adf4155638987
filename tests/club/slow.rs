//! A second computation of a season: slow and simple, from the club document and the exported matches only.

use std::cmp::Ordering;

use overtrick_match::document::score;
use serde_json::{Map, Value, json};

/// A fraction; the denominator is positive.
type Ratio = (i128, i128);

fn reduced((above, below): Ratio) -> Ratio {
    let (mut one, mut other) = (above.unsigned_abs(), below.unsigned_abs());
    while other > 0 {
        (one, other) = (other, one % other);
    }
    let divisor = i128::try_from(one.max(1)).unwrap();
    (above / divisor, below / divisor)
}

fn plus(one: Ratio, other: Ratio) -> Ratio {
    reduced((one.0 * other.1 + other.0 * one.1, one.1 * other.1))
}

fn sum_of(values: &[Ratio]) -> Ratio {
    values.iter().fold((0, 1), |sum, value| plus(sum, *value))
}

fn merged(values: &[Ratio], how: &str) -> Ratio {
    let sum = sum_of(values);
    let count = i128::try_from(values.len()).unwrap();
    if how == "mean" {
        reduced((sum.0, sum.1 * count))
    } else {
        sum
    }
}

fn compare(one: Ratio, other: Ratio) -> Ordering {
    (one.0 * other.1).cmp(&(other.0 * one.1))
}

fn text(value: Ratio) -> String {
    let (above, below) = reduced(value);
    if below == 1 {
        above.to_string()
    } else {
        format!("{above}/{below}")
    }
}

fn halves(value: &Value) -> Ratio {
    let doubled = value.as_f64().unwrap() * 2.0;
    reduced((doubled.round() as i128, 2))
}

/// A match that counts, with the result of each member.
struct Match {
    id: String,
    evening: String,
    game: String,
    /// Member, total, and numbers of opponents: beaten, tied, all.
    results: Vec<(u64, Ratio, usize, usize, usize)>,
}

/// The figures of a member in the table.
#[derive(Clone)]
struct Row {
    member: u64,
    units: Vec<(String, Ratio, bool, bool, Vec<String>)>,
    wins: Ratio,
    figure: Ratio,
    attended: usize,
    evenings: usize,
}

fn plain(name: &str) -> String {
    name.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// The member to whom a seat counts.
fn member_of(club: &Value, line: &Value, seat: usize, hands: usize, taken: &[u64]) -> Option<u64> {
    let id = line["document"]["id"].as_str().unwrap();
    let players = line["document"]["players"].as_array().unwrap();
    let mut name = players[seat].as_str().unwrap().to_owned();
    if let Some(people) = line["seats"][seat]["people"].as_array() {
        let mut most: Option<(usize, String)> = None;
        for at in 0..people.len() {
            let person = plain(people[at]["name"].as_str().unwrap());
            let mut played = 0;
            for hand in 1..=hands {
                let last = people
                    .iter()
                    .rposition(|one| one["from_hand"].as_u64().unwrap() as usize <= hand);
                let who = last.map(|at| plain(people[at]["name"].as_str().unwrap()));
                played += usize::from(who.as_ref() == Some(&person));
            }
            if most.as_ref().is_none_or(|(best, _)| played > *best) {
                most = Some((played, person));
            }
        }
        name = most.unwrap().1;
    }
    let assigned = club["seats"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["match"] == id && one["seat"].as_u64().unwrap() as usize == seat + 1);
    let by_name = || {
        club["members"].as_array().unwrap().iter().find(|member| {
            let also = member["also"].as_array().into_iter().flatten();
            let names = [&member["name"]].into_iter().chain(also);
            names
                .into_iter()
                .any(|known| plain(known.as_str().unwrap()) == plain(&name))
        })
    };
    let found = assigned
        .map(|one| &one["member"])
        .or_else(|| by_name().map(|member| &member["number"]));
    found
        .and_then(Value::as_u64)
        .filter(|member| !taken.contains(member))
}

fn read_match(club: &Value, line: &Value) -> Option<Match> {
    let scored = score(line["document"].to_string().as_bytes()).unwrap();
    let hands = scored.hands.len();
    let something = hands > 0 || !scored.adjustments.is_empty();
    if !scored.complete || !something {
        return None;
    }
    let document = &line["document"];
    let sides: Vec<Vec<usize>> = if scored.sides.is_empty() {
        (0..scored.table.len()).map(|seat| vec![seat]).collect()
    } else {
        scored
            .sides
            .iter()
            .map(|side| side.iter().map(|seat| seat.index()).collect())
            .collect()
    };
    let sign = if scored.lowest_wins { -1 } else { 1 };
    let rank = |side: &Vec<usize>| sign * scored.totals[side[0]].in_units(2);
    let mut results = Vec::new();
    let mut taken = Vec::new();
    for seat in 0..scored.table.len() {
        let Some(member) = member_of(club, line, seat, hands, &taken) else {
            continue;
        };
        taken.push(member);
        let own = sides.iter().find(|side| side.contains(&seat)).unwrap();
        let beaten = sides.iter().filter(|side| rank(side) < rank(own)).count();
        let tied = sides
            .iter()
            .filter(|side| *side != own && rank(side) == rank(own))
            .count();
        let total = (i128::from(scored.totals[seat].in_units(2)), 2);
        results.push((member, reduced(total), beaten, tied, sides.len() - 1));
    }
    let definition = document["definition"]["id"].as_str();
    Some(Match {
        id: document["id"].as_str().unwrap().to_owned(),
        evening: line["metadata"]["evening"].as_str().unwrap().to_owned(),
        game: definition
            .unwrap_or(document["game"].as_str().unwrap())
            .to_owned(),
        results,
    })
}

/// The rows of the season table, as in its JSON; `None` if the season is refused.
pub fn rows(club: &Value, lines: &[Value], after: Option<&str>) -> Option<Value> {
    let season = &club["seasons"][0];
    let rules = &season["rules"];
    let word = |key: &str, usual: &'static str| rules[key].as_str().unwrap_or(usual).to_owned();
    let (per, within, figure) = (
        word("per", "evening"),
        word("evening", "sum"),
        word("figure", "sum"),
    );
    let count = word("count", "places");
    let usual_absent = per == "evening" && within == "sum" && figure == "sum";
    let absent = match rules.get("absent") {
        None if usual_absent => Some((0, 1)),
        None | Some(Value::Null) => None,
        Some(value) => Some(halves(value)),
    };
    let (from, to) = (
        season["from"].as_str().unwrap(),
        season["to"].as_str().unwrap(),
    );
    let to = after.map_or(to, |after| after.min(to));
    let is_counted = |game: &str| {
        rules["games"]
            .as_array()
            .is_none_or(|games| games.iter().any(|one| one == game))
    };
    let mut matches = Vec::new();
    for line in lines {
        let Some(evening) = line["metadata"]["evening"].as_str() else {
            continue;
        };
        if evening < from || evening > to {
            continue;
        }
        let document = &line["document"];
        let game = document["definition"]["id"]
            .as_str()
            .unwrap_or(document["game"].as_str().unwrap());
        if let Some(played) = read_match(club, line).filter(|_| is_counted(game)) {
            if count == "points" && document["definition"]["wins"] == "lowest" {
                return None;
            }
            let labels = ["round", "table"].map(|key| line["metadata"][key].as_i64());
            matches.push((played.evening.clone(), labels, played));
        }
    }
    matches.sort_by_key(|(evening, labels, _)| (evening.clone(), *labels));
    let matches: Vec<Match> = matches.into_iter().map(|(_, _, played)| played).collect();
    let mut evenings: Vec<&str> = matches.iter().map(|played| &*played.evening).collect();
    evenings.dedup();
    let value = |total: Ratio, beaten: usize, tied: usize, others: usize| -> Ratio {
        if count == "points" {
            return total;
        }
        if let Some(list) = rules["place_points"][(others + 1).to_string()].as_array() {
            let first = others - beaten - tied;
            let shared: Vec<Ratio> = list[first..=first + tied].iter().map(halves).collect();
            return merged(&shared, "mean");
        }
        reduced((
            i128::try_from(12 * (2 * beaten + tied)).unwrap(),
            i128::try_from(2 * others).unwrap(),
        ))
    };
    let mut rows = Vec::new();
    for member in club["members"].as_array().unwrap() {
        let number = member["number"].as_u64().unwrap();
        let mut row = Row {
            member: number,
            units: Vec::new(),
            wins: (0, 1),
            figure: (0, 1),
            attended: 0,
            evenings: 0,
        };
        for evening in &evenings {
            let mut values = Vec::new();
            for played in matches.iter().filter(|played| played.evening == *evening) {
                for (own, total, beaten, tied, others) in &played.results {
                    if *own == number {
                        values.push((value(*total, *beaten, *tied, *others), played.id.clone()));
                        if beaten + tied == *others {
                            row.wins = plus(row.wins, (1, i128::try_from(tied + 1).unwrap()));
                        }
                    }
                }
            }
            if values.is_empty() {
                row.units.extend(
                    absent.map(|value| ((*evening).to_owned(), value, false, true, Vec::new())),
                );
                continue;
            }
            row.evenings += 1;
            if per == "match" {
                row.attended += values.len();
                let units = values
                    .into_iter()
                    .map(|(value, id)| ((*evening).to_owned(), value, false, false, vec![id]));
                row.units.extend(units);
            } else {
                row.attended += 1;
                let points: Vec<Ratio> = values.iter().map(|(value, _)| *value).collect();
                let ids = values.into_iter().map(|(_, id)| id).collect();
                row.units.push((
                    (*evening).to_owned(),
                    merged(&points, &within),
                    false,
                    false,
                    ids,
                ));
            }
        }
        if row.evenings == 0 {
            continue;
        }
        // Drops the lowest units until few enough are left; among equal ones, the earliest first.
        let best = rules["best"]
            .as_u64()
            .map_or(row.units.len(), |best| best as usize);
        let mut kept: Vec<usize> = (0..row.units.len()).collect();
        while kept.len() > best {
            let mut lowest = 0;
            for at in 1..kept.len() {
                if compare(row.units[kept[at]].1, row.units[kept[lowest]].1).is_lt() {
                    lowest = at;
                }
            }
            kept.remove(lowest);
        }
        for at in kept {
            row.units[at].2 = true;
        }
        let counting: Vec<Ratio> = row
            .units
            .iter()
            .filter(|unit| unit.2)
            .map(|unit| unit.1)
            .collect();
        row.figure = merged(&counting, &figure);
        for change in season["changes"].as_array().into_iter().flatten() {
            let is_in_time = after.is_none_or(|after| change["day"].as_str().unwrap() <= after);
            if change["member"] == number && is_in_time {
                row.figure = plus(row.figure, halves(&change["points"]));
            }
        }
        rows.push(row);
    }
    let least = rules["least"].as_u64().unwrap_or(0) as usize;
    let (ranked, mut unranked): (Vec<Row>, Vec<Row>) =
        rows.into_iter().partition(|row| row.attended >= least);
    unranked.sort_by(|one, other| {
        compare(other.figure, one.figure).then(one.member.cmp(&other.member))
    });
    let usual = vec![json!("best"), json!("wins")];
    let ties = rules["ties"].as_array().unwrap_or(&usual).clone();
    let ties: Vec<&str> = ties.iter().map(|tie| tie.as_str().unwrap()).collect();
    let criteria: Vec<&str> = ["figure"].into_iter().chain(ties).collect();
    let groups = separated(ranked, &criteria, &matches, &evenings);
    let mut standings = Vec::new();
    for (decided, group) in groups {
        let rank = standings.len() + 1;
        for (at, row) in group.iter().enumerate() {
            let decided = decided.filter(|decided| at == 0 && *decided != "figure");
            standings.push(written(row, Some(rank), decided, &matches));
        }
    }
    let unranked: Vec<Value> = unranked
        .iter()
        .map(|row| written(row, None, None, &matches))
        .collect();
    Some(json!({ "standings": standings, "unranked": unranked }))
}

/// Splits a group of rows by the criteria: the best rows, which equal each other, come first.
fn separated<'c>(
    group: Vec<Row>,
    criteria: &[&'c str],
    matches: &[Match],
    evenings: &[&str],
) -> Vec<(Option<&'c str>, Vec<Row>)> {
    let Some((criterion, rest)) = criteria.split_first() else {
        return vec![(None, group)];
    };
    if group.is_empty() {
        return Vec::new();
    }
    let order = |one: &Row, other: &Row| better(criterion, one, other, &group, matches, evenings);
    let mut left = group.clone();
    let mut parts = Vec::new();
    while !left.is_empty() {
        let first = left
            .iter()
            .find(|one| left.iter().all(|other| order(one, other).is_ge()));
        let first = first.unwrap().clone();
        let (part, others) = left.into_iter().partition(|one| order(one, &first).is_eq());
        parts.push(part);
        left = others;
    }
    let mut separate = Vec::new();
    for (at, part) in parts.into_iter().enumerate() {
        let mut within = separated(part, rest, matches, evenings);
        if at > 0 {
            within[0].0 = Some(criterion);
        }
        separate.extend(within);
    }
    separate
}

/// Compares two rows of a group by a criterion; greater is better.
fn better(
    criterion: &str,
    one: &Row,
    other: &Row,
    group: &[Row],
    matches: &[Match],
    evenings: &[&str],
) -> Ordering {
    match criterion {
        "figure" => compare(one.figure, other.figure),
        "wins" => compare(one.wins, other.wins),
        "all" => {
            let sum = |row: &Row| sum_of(&row.units.iter().map(|unit| unit.1).collect::<Vec<_>>());
            compare(sum(one), sum(other))
        }
        "best" => {
            let sorted = |row: &Row| {
                let mut values: Vec<Ratio> = row
                    .units
                    .iter()
                    .filter(|unit| unit.2)
                    .map(|unit| unit.1)
                    .collect();
                values.sort_by(|one, other| compare(*other, *one));
                values
            };
            let (one, other) = (sorted(one), sorted(other));
            for at in 0..one.len().max(other.len()) {
                let order = match (one.get(at), other.get(at)) {
                    (Some(one), Some(other)) => compare(*one, *other),
                    (Some(_), None) => Ordering::Greater,
                    _ => Ordering::Less,
                };
                if order.is_ne() {
                    return order;
                }
            }
            Ordering::Equal
        }
        "met" => {
            let balance = |row: &Row| {
                let mut sum = 0;
                for played in matches {
                    let result =
                        |member: u64| played.results.iter().find(|result| result.0 == member);
                    let Some(own) = result(row.member) else {
                        continue;
                    };
                    for rival in group.iter().filter(|rival| rival.member != row.member) {
                        if let Some(rival) = result(rival.member) {
                            sum += i32::from(own.2 > rival.2) - i32::from(own.2 < rival.2);
                        }
                    }
                }
                sum
            };
            balance(one).cmp(&balance(other))
        }
        _ => {
            for evening in evenings.iter().rev() {
                let unit = |row: &Row| {
                    row.units
                        .iter()
                        .find(|unit| unit.0 == *evening)
                        .map(|unit| unit.1)
                };
                let order = match (unit(one), unit(other)) {
                    (Some(one), Some(other)) => compare(one, other),
                    (one, other) => one.is_some().cmp(&other.is_some()),
                };
                if order.is_ne() {
                    return order;
                }
            }
            Ordering::Equal
        }
    }
}

/// The compared values of a row, as JSON.
fn written(row: &Row, rank: Option<usize>, decided: Option<&str>, matches: &[Match]) -> Value {
    let units = row
        .units
        .iter()
        .map(|(evening, value, counts, absent, ids)| {
            let games = ids.iter().map(|id| {
                let played = matches.iter().find(|played| played.id == *id).unwrap();
                json!([id, played.game])
            });
            json!([
                evening,
                text(*value),
                counts,
                absent,
                games.collect::<Vec<Value>>()
            ])
        });
    let mut written = Map::new();
    written.insert("rank".to_owned(), json!(rank));
    written.insert("member".to_owned(), json!(row.member));
    written.insert("evenings".to_owned(), json!(row.evenings));
    written.insert("wins".to_owned(), json!(text(row.wins)));
    written.insert("figure".to_owned(), json!(text(row.figure)));
    written.insert("decided_by".to_owned(), json!(decided));
    written.insert("units".to_owned(), json!(units.collect::<Vec<Value>>()));
    Value::Object(written)
}
