//! The rules of Overtrick as a WebAssembly module for offline pages. It scores matches, answers questions about rules,
//! and changes matches, with the same code as the server and the command line.
//!
//! It imports nothing, and has no clock or source of randomness: the input contains the time and random bytes.
//! Functions read and write JSON; see [`bytes`] for the memory layout. The number of a language is the index of
//! its tag in [`languages`]. If the input is refused, the answer is `{"errors": […]}`, as on the command line.

mod bytes;
mod calls;
mod matches;
mod orders;

use overtrick_core::Finding;
use overtrick_games::{self as games, Entry};
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::describe::{CheckedDefinition, GameSummary, rules_text};
use overtrick_match::document::{Report, score as score_document, utf8};
use overtrick_match::lang::Language;
use overtrick_match::play::GameText;
use overtrick_match::qr as code;
use overtrick_match::verify::verify as verify_file;
use overtrick_own::read_file;

use calls::{functions, json};
use orders::json_of;

functions! {
    /// Scores a match document.
    score = |document, language| Ok(json(&Report::new(score_document(document)?, language)));
    /// Checks the definition of a custom game.
    definition = |text, _| Ok(json(&CheckedDefinition::read(&json_of(text)?)?));
    /// Returns the definition in a TOML or JSON file, as JSON.
    file = |text, _| Ok(json(&utf8(text).and_then(read_file)?.json));
    /// Answers a rules question.
    rule = |question, language| Ok(json(&RulingsReport::new(adjudicate(question)?, language)));
    /// Checks a file with a match and its result, or with a log.
    verify = |file, language| Ok(json(&verify_file(file, None, language)));
    /// Opens a match: takes `{"id", "document", "at", "salts"}`, returns `{"log", "state"}`.
    begin = matches::begin;
    /// Changes a match: takes `{"log", "change", "at", "salts"}`, returns `{"log", "state"}`.
    change = matches::change;
    /// Tests a change without making it: takes `{"log", "change", "at"}`, returns the changed state.
    check = matches::check;
    /// Returns the current state of the match in a log.
    state = matches::state;
    /// Adds missing digests to the log of a match, so that it can be exported: returns `{"log", "state"}`.
    whole = matches::whole;
    /// Returns the match document of a log, as in an export.
    document = |log, _| matches::document(log);
    /// Lists the events of the match in a log.
    history = |log, _| matches::history(log);
    /// Returns the document of the next match with the same players.
    next_match = |log, _| matches::next_match(log);
    /// Returns all games, each with a description in one sentence.
    games = |_, language| {
        let all = games::all().iter();
        Ok(json(&all.map(|entry| GameSummary::new(entry.facts, language)).collect::<Vec<_>>()))
    };
    /// Returns a game by its id: its rules, house rules, fields and questions.
    game = |id, language| Ok(json(&GameText::new(found(id)?, language)));
    /// Returns the text of a game's rules, by the game's id, as blocks.
    rules = |id, language| match rules_text(found(id)?, language) {
        Ok(text) => Ok(json(&text.blocks)),
        // A test reads every shipped text, so this cannot fail.
        Err(_) => Err(Vec::new()),
    };
    /// Returns a text as a QR code in SVG; `null` if the text is too long.
    qr = |text, _| Ok(json(&code::svg(&String::from_utf8_lossy(text))));
    /// Returns the tags of the languages.
    languages = |_, _| Ok(json(&Language::tags().collect::<Vec<&str>>()));
}

/// Returns the game with this id.
fn found(id: &[u8]) -> Result<&'static Entry, Finding> {
    let id = String::from_utf8_lossy(id);
    games::find(&id).ok_or_else(|| games::unknown_game(&id))
}
