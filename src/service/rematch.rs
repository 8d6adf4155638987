//! The next match of the same players.

use super::error::ServiceError;
use crate::ledger::Ledger;
use crate::rules::json::Json;

/// A document of the same players under the same house rules: the next dealer deals first, and a
/// pot that was left goes in at the start.
pub fn document(ledger: &Ledger) -> Result<Json, ServiceError> {
    let scored = ledger.scored().map_err(ServiceError::Refused)?;
    let before = ledger.document();
    let table = &scored.table;
    let same = |key: &str| before.get(key).map(|value| (key.to_owned(), value.clone()));
    let keys = ["game", "title", "location", "players", "options"];
    let mut entries: Vec<(String, Json)> = keys.into_iter().filter_map(same).collect();
    match scored.hands.last() {
        Some(last) => {
            let dealer = table.name(table.next(last.dealer)).as_ref().into();
            entries.push(("first_dealer".to_owned(), dealer));
        }
        None => entries.extend(same("first_dealer")),
    }
    entries.push(("hands".to_owned(), Json::List(Vec::new())));
    if let Some(pot) = pot(scored
        .detail
        .as_deref()
        .map(serde_json::value::RawValue::get))
    {
        carry_over(&mut entries, pot);
    }
    Ok(Json::Object(entries))
}

fn pot(detail: Option<&str>) -> Option<Json> {
    let detail: Json = serde_json::from_str(detail?).ok()?;
    detail.get("pot").cloned()
}

/// Sets the pot at the start, in a game that has one.
fn carry_over(entries: &mut [(String, Json)], pot: Json) {
    let options = entries.iter_mut().find(|(key, _)| key == "options");
    if let Some((_, Json::Object(options))) = options
        && let Some((_, at_start)) = options.iter_mut().find(|(key, _)| key == "pot_at_start")
    {
        *at_start = pot;
    }
}
