//! Scoring a document of any game.

use crate::MatchGame;
use overtrick_core::bounds::check_hands;
use overtrick_core::form::Reading;
use overtrick_core::json::Json;
use overtrick_core::judging::{
    DOCUMENT, Scored, check_size, fault_order, object_entries, parse_json, utf8,
};
use overtrick_core::{
    Arg, Finding, Table, check_texts, folded, limited, players_count, with_hints,
};
use overtrick_games::{self as games, unknown_game};

/// Reads and judges a match document.
///
/// # Errors
/// Every fault in document order, at most [`MAX_FINDINGS`](overtrick_core::MAX_FINDINGS) of them. Each has
/// a code, a pointer into the document, and the arguments of its sentence: see
/// [`Language::finding`](crate::lang::Language::finding). Correct the document at the pointers and score it
/// again.
///
/// ```
/// use overtrick_match::document::score;
///
/// let faults = score(br#"{"players": ["Ann", "Bo"], "hands": []}"#).unwrap_err();
/// assert_eq!((&*faults[0].code, &*faults[0].pointer), ("missing-field", "/game"));
/// ```
pub fn score(document: &[u8]) -> Result<Scored, Vec<Finding>> {
    check_size(document.len())?;
    let text = utf8(document)?;
    let document = parse_json(text)?;
    check_hands(document.list("hands").len())?;
    // DEL is the only control character that JSON allows in a string without an escape.
    let is_plain = text.is_ascii() && !text.contains('\\') && !text.contains('\u{7f}');
    let hidden = (!is_plain).then(|| check_texts(&document)).flatten();
    let scored = score_by_fields(document);
    let Some(hidden) = hidden else {
        return scored.map_err(in_order);
    };
    // The other faults are listed too, and may already include this fault.
    let mut faults = scored.err().unwrap_or_default();
    if !faults.iter().any(|fault| fault.code == hidden.code) {
        faults.push(hidden);
    }
    Err(in_order(faults))
}

/// Judges a match document that is already parsed, like [`score`]. Hands can be added to the result without
/// judging the others again.
///
/// # Errors
/// Every fault, same as [`score`].
///
/// ```
/// use overtrick_match::document::score_value;
/// use overtrick_core::json::Json;
///
/// let game = overtrick_games::all()[0].facts;
/// let players = &["Ann", "Bo", "Cy", "Di"][..game.players.0];
/// let opened = score_value(Json::object([
///     ("game", game.id.into()),
///     ("players", players.iter().copied().collect()),
///     ("hands", Json::List(Vec::new())),
/// ])).unwrap();
/// let playing = opened.with_current(Some(&Json::Object(Vec::new()))).unwrap();
/// assert_eq!(playing.current.unwrap().number, 1);
/// ```
pub fn score_value(document: Json) -> Result<Scored, Vec<Finding>> {
    check_hands(document.list("hands").len())?;
    score_by_fields(document).map_err(in_order)
}

/// Judges a document of a known game like [`score_value`], without reading a custom game's definition again.
///
/// # Errors
/// Every fault, same as [`score`].
pub(crate) fn score_of(game: &MatchGame, document: Json) -> Result<Scored, Vec<Finding>> {
    let Some(definition) = game.definition() else {
        return score_value(document);
    };
    check_hands(document.list("hands").len())?;
    overtrick_own::score(document, Some(definition)).map_err(in_order)
}

/// Returns the house rules that are in force for these players, in the form of a document's `options`. House
/// rules that the document does not set have their defaults.
///
/// # Errors
/// The faults of the number of players and of the house rules.
pub fn options_of(game: &MatchGame, document: &Json, table: &Table) -> Result<Json, Vec<Finding>> {
    let (fewest, most) = game.players();
    if !(fewest..=most).contains(&table.len()) {
        return Err(players_count(game.name(), (fewest, most), table.len()).into());
    }
    let options = document.get("options").cloned().unwrap_or(Json::EMPTY);
    match game {
        MatchGame::Own(definition) => {
            let rules = overtrick_own::rules_in_force(definition, options, table);
            Ok(rules.map_err(in_order)?.options_in_force())
        }
        MatchGame::Shipped(entry) => {
            let json = |value| serde_json::from_value(value).unwrap_or(Json::Null);
            let options = (entry.resolve)(options, table)?.into_iter();
            let options = options.map(|(name, value)| (name, json(value)));
            Ok(Json::object(options))
        }
    }
}

/// Sorts faults in document order, and keeps at most [`MAX_FINDINGS`](overtrick_core::MAX_FINDINGS) of them.
fn in_order(mut findings: Vec<Finding>) -> Vec<Finding> {
    drop_consequences(&mut findings);
    findings.sort_by_cached_key(|finding| fault_order(&finding.pointer));
    limited(findings)
}

/// Drops the faults of duplicate keys if two players have the same name, which is reported as a separate fault.
fn drop_consequences(findings: &mut Vec<Finding>) {
    let text = |finding: &Finding, code: &str, name: &str| {
        let found = finding.args.iter().find(|(known, _)| known == name);
        match found {
            Some((_, Arg::Text(text))) if finding.code == code => Some(folded(text)),
            _ => None,
        }
    };
    let taken = |finding: &Finding| text(finding, "name-taken", "name");
    let taken: Vec<String> = findings.iter().filter_map(taken).collect();
    if !taken.is_empty() {
        let key = |finding: &Finding| text(finding, "duplicate-key", "key");
        findings.retain(|finding| key(finding).is_none_or(|key| !taken.contains(&key)));
    }
}

/// Reads a document with the field tables, reports every fault of form, and scores it.
fn score_by_fields(document: Json) -> Result<Scored, Vec<Finding>> {
    if overtrick_own::is_own(&document) {
        return overtrick_own::score(document, None);
    }
    let entries = object_entries(document)?;
    let mut reading = Reading::default();
    let document = reading.read_object(DOCUMENT, entries, "");
    let found = |id| games::find(id).ok_or_else(|| unknown_game(id));
    let fault = match document.text("game").map(found) {
        Some(Ok(entry)) => {
            let scored = (entry.score)(document, reading);
            return scored.map_err(|findings| with_hints(findings, entry.facts, DOCUMENT));
        }
        Some(Err(unknown)) => Some(unknown),
        None if reading.left_out.has("/game") => None,
        None => Some(Finding::missing("/game")),
    };
    reading.findings.extend(fault);
    Err(reading.findings)
}

/// Returns the house rules in force in a document of any game, in the form of its `options`.
///
/// # Errors
/// The faults of the game, the players and the house rules; hands are not judged.
///
/// ```
/// use overtrick_core::json::Json;
/// use overtrick_match::document::written_options;
///
/// let faults = written_options(&Json::object([("game", "no-such-game".into())])).unwrap_err();
/// assert_eq!(faults[0].code, "unknown-game");
/// ```
pub fn written_options(document: &Json) -> Result<Json, Vec<Finding>> {
    let game = MatchGame::new(document)?;
    let names = document.list("players").iter().filter_map(Json::as_text);
    let names: Vec<String> = names.map(str::to_owned).collect();
    let (table, faults) = Table::seat_players(&names);
    if !faults.is_empty() {
        return Err(faults);
    }
    options_of(&game, document, &table)
}
