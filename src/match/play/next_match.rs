//! The next match of the same players.

use crate::ledger::Match;
use overtrick_core::Faults;
use overtrick_core::json::Json;

/// A document for the same players and house rules: the next dealer deals first, and a remaining pot is
/// carried over.
pub fn next_document(played: &Match) -> Result<Json, Faults> {
    let scored = played.scored()?;
    let before = played.document();
    let table = &scored.table;
    let same = |key: &str| before.get(key).map(|value| (key.to_owned(), value.clone()));
    let keys = [
        "game",
        "definition",
        "title",
        "location",
        "players",
        "options",
    ];
    let mut entries: Vec<(String, Json)> = keys.into_iter().filter_map(same).collect();
    match scored.hands.last() {
        Some(last) => {
            let dealer = table.name(table.next(last.dealer)).as_ref().into();
            entries.push(("first_dealer".to_owned(), dealer));
        }
        None => entries.extend(same("first_dealer")),
    }
    entries.push(("hands".to_owned(), Json::List(Vec::new())));
    let detail = scored.detail();
    let detail = detail.and_then(|detail| serde_json::from_str::<Json>(detail.get()).ok());
    if let Some(pot) = detail.as_ref().and_then(|detail| detail.get("pot")) {
        carry_over(&mut entries, pot.clone());
    }
    Ok(Json::Object(entries))
}

/// Sets the initial pot, in a game that has one.
fn carry_over(entries: &mut [(String, Json)], pot: Json) {
    let options = entries.iter_mut().find(|(key, _)| key == "options");
    if let Some((_, Json::Object(options))) = options
        && let Some((_, at_start)) = options.iter_mut().find(|(key, _)| key == "pot_at_start")
    {
        *at_start = pot;
    }
}
