//! Reading a document: quickly into types, and where that fails again, to find every fault.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::envelope::{DOCUMENT, Envelope};
use super::fold::MatchFold;
use super::judge::Source;
use super::report::fault_order;
use super::scored::Scored;
use crate::games::{self, Entry};
use crate::rules::form::{Field, Reading};
use crate::rules::json::Json;
use crate::rules::wire::Given;
use crate::rules::{Arg, Finding, Game, HouseRules, OptionsContext, Table, args, strict};

/// The most bytes that a document may have: 8 MiB.
pub const MOST_BYTES: usize = 8 * 1024 * 1024;
/// The most hands that a match may have.
pub const MOST_HANDS: usize = 10_000;
/// The most faults that are listed; of more, their number is told.
pub const MOST_FINDINGS: usize = 1_000;

/// Reads and judges a match document: the match as it stands, or all its faults in the order of the
/// document.
///
/// # Errors
/// Every fault, at most [`MOST_FINDINGS`] of them; nothing of the document is kept then.
///
/// ```
/// let document = br#"{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
///     {"bids": {"Ann": 2, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 1}}]}"#;
/// let faults = overtrick::document::score(document).unwrap_err();
/// assert_eq!((faults[0].code, faults[0].pointer.as_str()), ("tricks-sum", "/hands/0/tricks"));
/// ```
pub fn score(document: &[u8]) -> Result<Scored, Vec<Finding>> {
    check_size(document.len()).map_err(|finding| vec![finding])?;
    let text = utf8(document).map_err(|finding| vec![finding])?;
    let judged = match read_typed(text) {
        Some(judged) => judged,
        None => read_json(text)
            .map_err(|finding| vec![finding])
            .and_then(examine)
            .map(|fold| Scored::clone(fold.scored())),
    };
    judged.map_err(in_order)
}

/// Judges a match document that is held as a value, as [`score`] judges its text; the next hand can
/// then be added to it.
///
/// # Errors
/// Every fault, as of [`score`].
///
/// ```
/// use overtrick::document::score_value;
/// use overtrick::rules::json::Json;
///
/// let game = overtrick::games::all()[0].facts;
/// let players = &["Ann", "Bo", "Cy", "Di"][..game.players.0];
/// let opened = score_value(Json::from([
///     ("game", game.id.into()),
///     ("players", players.iter().copied().collect()),
///     ("hands", Json::List(Vec::new())),
/// ])).unwrap();
/// let playing = opened.with_current(Some(&Json::Object(Vec::new()))).unwrap();
/// assert_eq!(playing.scored().current.as_ref().unwrap().number, 1);
/// ```
pub fn score_value(document: Json) -> Result<Arc<dyn MatchFold>, Vec<Finding>> {
    if let Some(Json::List(hands)) = document.get("hands")
        && let Some(finding) = too_many_hands(hands.len())
    {
        return Err(vec![finding]);
    }
    examine(document).map_err(in_order)
}

/// Faults in the order of the document, not more than are listed.
fn in_order(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| fault_order(&finding.pointer));
    shorten(findings)
}

/// Whether a document has the form that it should have, as the typed reader sees it; nothing of it
/// is judged.
pub fn is_well_formed(document: &[u8]) -> bool {
    let envelope = utf8(document)
        .ok()
        .and_then(|text| strict::from_str::<Envelope<'_>>(text).ok());
    let entry = envelope
        .as_ref()
        .and_then(|envelope| games::find(envelope.game.as_deref()?));
    entry
        .zip(envelope)
        .is_some_and(|(entry, envelope)| (entry.reads)(envelope))
}

/// Whether a document of so many bytes is read at all.
pub fn check_size(bytes: usize) -> Result<(), Finding> {
    let refused = || Finding::shape("too-large", "", args![most: MOST_BYTES / 1024 / 1024]);
    (bytes <= MOST_BYTES).then_some(()).ok_or_else(refused)
}

fn shorten(mut findings: Vec<Finding>) -> Vec<Finding> {
    if findings.len() > MOST_FINDINGS {
        let more = findings.len() - (MOST_FINDINGS - 1);
        findings.truncate(MOST_FINDINGS - 1);
        findings.push(Finding::shape("more-faults", "", args![count: more]));
    }
    findings
}

pub(crate) fn utf8(document: &[u8]) -> Result<&str, Finding> {
    let document = document.strip_prefix(b"\xef\xbb\xbf").unwrap_or(document);
    std::str::from_utf8(document).map_err(|error| {
        let good = String::from_utf8_lossy(&document[..error.valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Finding::shape("not-utf8", "", args![line: line, column: column])
    })
}

/// The quick way: straight into types. Nothing, if anything does not fit.
fn read_typed(text: &str) -> Option<Result<Scored, Vec<Finding>>> {
    let envelope: Envelope<'_> = strict::from_str(text).ok()?;
    let entry = games::find(envelope.game.as_deref()?)?;
    if let Some(finding) = too_many_hands(envelope.hands.as_ref().map_or(0, Vec::len)) {
        return Some(Err(vec![finding]));
    }
    (entry.score)(envelope)
}

/// The fault of a match with more than [`MOST_HANDS`].
pub fn too_many_hands(hands: usize) -> Option<Finding> {
    (hands > MOST_HANDS).then(|| {
        Finding::rule(
            "too-many-hands",
            "/hands",
            args![found: hands, most: MOST_HANDS],
        )
    })
}

/// The document as its game's own types, if all of it fits.
pub(crate) fn typed_source<G: Game>(envelope: Envelope<'_>) -> Option<Source<G>> {
    let options = envelope
        .options
        .map_or_else(|| Some(G::Options::default()), typed)?;
    let has_hands = envelope.hands.is_some();
    let hands = envelope.hands.0.unwrap_or_default();
    let hands: Option<Vec<G::Record>> = hands.into_iter().map(typed).collect();
    let current = match envelope.current.0 {
        Some(raw) => Some(typed(raw)?),
        None => None,
    };
    Some(Source {
        players: envelope.players,
        options,
        first_dealer: envelope.first_dealer,
        hands: hands?,
        has_hands,
        current,
        adjustments: envelope.adjustments.0.unwrap_or_default(),
        finished: envelope.finished.unwrap_or(false),
        edition: envelope.edition,
        played_on: envelope.played_on,
        texts: [
            ("title", envelope.title),
            ("location", envelope.location),
            ("notes", envelope.notes),
            ("id", envelope.id),
        ],
        history: envelope.history.0.unwrap_or_default(),
        reading: Reading::default(),
    })
}

fn typed<T: DeserializeOwned>(raw: &RawValue) -> Option<T> {
    strict::from_str(raw.get()).ok()
}

/// The thorough way: as a value, through the field tables, every fault noted.
fn examine(json: Json) -> Result<Arc<dyn MatchFold>, Vec<Finding>> {
    let Json::Object(entries) = json else {
        return Err(vec![Finding::shape(
            "wrong-type",
            "",
            args![expected: "object", found: json.kind()],
        )]);
    };
    let mut reading = Reading::default();
    let document = reading.read_object(DOCUMENT, entries, "");
    let entry = match document.get("game").and_then(Json::as_text) {
        Some(id) => games::find(id).ok_or_else(|| unknown_game(id)),
        None if reading.left_out.iter().any(|place| place == "/game") => {
            return Err(reading.findings);
        }
        None => Err(Finding::shape("missing-field", "/game", args![])),
    };
    match entry {
        Ok(entry) => (entry.examine)(document, reading),
        Err(finding) => {
            reading.findings.push(finding);
            Err(reading.findings)
        }
    }
}

/// Any JSON text as a value.
///
/// # Errors
/// The fault of syntax, with line and column, the latter counted in bytes.
pub fn read_json(text: &str) -> Result<Json, Finding> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let reason = error.to_string();
        let reason = reason
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        Finding::shape(
            "invalid-json",
            "",
            args![line: line, column: column, reason: reason],
        )
    })
}

pub(crate) fn unknown_game(id: &str) -> Finding {
    let games = Arg::List(
        games::all()
            .iter()
            .map(|entry| Arg::Text(entry.facts.id.into()))
            .collect(),
    );
    Finding::rule(
        "unknown-game",
        "/game",
        args![found: id.to_owned(), games: games],
    )
}

/// The document as its game's own types as far as it is well formed, with all faults of form.
pub(crate) fn examine_source<G: Game>(document: Json, mut reading: Reading) -> Source<G> {
    let mut document = DocumentFields(document);
    let options: Vec<Field> = G::FACTS.options.iter().map(|rule| rule.field).collect();
    let options = document
        .take("options")
        .map(|json| sound(&mut reading, &options, json, "/options"));
    let has_hands = document.has("hands");
    let mut hands: Vec<Json> = match document.take("hands") {
        Some(Json::List(hands)) => hands,
        _ => Vec::new(),
    };
    if let Some(finding) = too_many_hands(hands.len()) {
        reading.findings.push(finding);
        hands.truncate(MOST_HANDS);
    }
    let hands = hands.into_iter().enumerate();
    let hands = hands
        .map(|(index, json)| {
            sound(
                &mut reading,
                G::FACTS.record,
                json,
                &format!("/hands/{index}"),
            )
        })
        .collect();
    let current = document
        .take("current")
        .map(|json| sound(&mut reading, G::FACTS.record, json, "/current"));
    Source {
        players: document.typed("players"),
        options: options.unwrap_or_default(),
        first_dealer: document.typed("first_dealer"),
        hands,
        has_hands,
        current,
        adjustments: document.typed("adjustments").0.unwrap_or_default(),
        finished: document.typed("finished").unwrap_or(false),
        edition: document.typed("edition"),
        played_on: document.typed("played_on"),
        texts: ["title", "location", "notes", "id"].map(|key| (key, document.typed(key))),
        history: document.typed("history").0.unwrap_or_default(),
        reading,
    }
}

/// What of an object is well formed, in its own type.
pub(crate) fn sound<T: DeserializeOwned + Default>(
    reading: &mut Reading,
    fields: &[Field],
    json: Json,
    place: &str,
) -> T {
    let found = json.kind();
    let sound = match json {
        Json::Object(entries) => reading.read_object(fields, entries, place).typed(),
        _ => None,
    };
    sound.unwrap_or_else(|| {
        reading.refuse(Finding::shape(
            "wrong-type",
            place,
            args![expected: "object", found: found],
        ));
        T::default()
    })
}

/// A document whose fields are taken out one by one.
struct DocumentFields(Json);

impl DocumentFields {
    fn has(&self, key: &str) -> bool {
        self.0.get(key).is_some()
    }

    fn take(&mut self, key: &str) -> Option<Json> {
        let Json::Object(entries) = &mut self.0 else {
            return None;
        };
        let index = entries.iter().position(|(known, _)| known == key)?;
        Some(entries.remove(index).1)
    }

    fn typed<T: DeserializeOwned>(&mut self, key: &str) -> Given<T> {
        Given(self.take(key).and_then(|json| json.typed()))
    }
}

/// The house rules in force in a document, every default filled in, in the order of the game's page.
///
/// # Errors
/// The faults of the document that keep it from being read; its hands are not judged.
pub fn options_in_force(document: &[u8]) -> Result<(&'static Entry, HouseRules), Vec<Finding>> {
    let text = utf8(document).map_err(|finding| vec![finding])?;
    let json = read_json(text).map_err(|finding| vec![finding])?;
    options_in_force_of(&json)
}

/// The same of a document that is held as a value.
///
/// # Errors
/// As of [`options_in_force`].
pub fn options_in_force_of(json: &Json) -> Result<(&'static Entry, HouseRules), Vec<Finding>> {
    let id = json.get("game").and_then(Json::as_text).unwrap_or_default();
    let entry = games::find(id).ok_or_else(|| vec![unknown_game(id)])?;
    let names: Vec<String> = match json.get("players") {
        Some(Json::List(names)) => names
            .iter()
            .filter_map(Json::as_text)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    };
    let (table, mut findings) = Table::seat_players(&names);
    if !(entry.facts.players.0..=entry.facts.players.1).contains(&table.len()) {
        findings.push(games::players_count(entry.facts, table.len()));
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let options = json
        .get("options")
        .cloned()
        .unwrap_or(Json::Object(Vec::new()));
    (entry.resolve)(options, &table).map(|options| (entry, options))
}

/// A game with its house rules in force for these players.
pub(crate) fn in_force<G: Game>(options: Json, table: &Table) -> Result<G, Vec<Finding>> {
    let fields: Vec<Field> = G::FACTS.options.iter().map(|rule| rule.field).collect();
    let mut reading = Reading::default();
    let options: G::Options = sound(&mut reading, &fields, options, "/options");
    let mut context = OptionsContext::new(&reading.left_out);
    let game = G::rules(&options, table, &mut context);
    let mut findings = context.findings;
    findings.splice(0..0, reading.findings);
    if findings.is_empty() {
        Ok(game)
    } else {
        Err(findings)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::Class;
    use crate::rules::json::damage::damage;

    const DOCUMENTS: &[&str] = &[
        include_str!("../../tests/conformance/brink-bid.scores.ndjson"),
        include_str!("../../tests/conformance/berzerka.scores.ndjson"),
        include_str!("../../tests/conformance/contract-sabacc.scores.ndjson"),
        include_str!("../../tests/conformance/contractor.scores.ndjson"),
        include_str!("../../tests/conformance/mariash.scores.ndjson"),
        include_str!("../../tests/cases/rare-fields.ndjson"),
    ];

    /// Whether the field tables find no fault of form in it.
    fn reads_by_table(text: &str) -> bool {
        let Ok(Json::Object(entries)) = read_json(text) else {
            return false;
        };
        let mut reading = Reading::default();
        let document = reading.read_object(DOCUMENT, entries, "");
        let Some(entry) = document
            .get("game")
            .and_then(Json::as_text)
            .and_then(games::find)
        else {
            return false;
        };
        (entry.faults_of_form)(document, reading)
            .iter()
            .all(|finding| finding.class != Class::Shape)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn both_readers_accept_the_same_documents(file in 0..DOCUMENTS.len(), line: u16, places: Vec<u16>, again: Vec<u16>) {
            let lines: Vec<&str> = DOCUMENTS[file].lines().collect();
            let case: Json = serde_json::from_str(lines[usize::from(line) % lines.len()]).unwrap();
            let mut document = case.get("document").unwrap_or(&case).clone();
            damage(&mut document, &mut places.iter(), 0);
            damage(&mut document, &mut again.iter(), 0);
            let text = serde_json::to_string(&document).unwrap();
            prop_assert_eq!(is_well_formed(text.as_bytes()), reads_by_table(&text), "{}", text);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            let _ = score(&bytes);
        }

        #[test]
        fn no_damage_makes_it_panic(file in 0..DOCUMENTS.len(), line: u16, places: Vec<u16>, cut: Option<u16>) {
            let lines: Vec<&str> = DOCUMENTS[file].lines().collect();
            let case: Json = serde_json::from_str(lines[usize::from(line) % lines.len()]).unwrap();
            let mut document = case.get("document").unwrap_or(&case).clone();
            damage(&mut document, &mut places.iter(), 0);
            let mut text = serde_json::to_vec(&document).unwrap();
            text.truncate(cut.map_or(usize::MAX, usize::from));
            if let Err(findings) = score(&text) {
                prop_assert!(!findings.is_empty());
            }
        }
    }
}
