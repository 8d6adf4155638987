//! The rules of Overtrick as a WebAssembly module for offline pages. It scores matches, answers questions about rules,
//! and changes matches, with the same code as the server and the command line.
//!
//! It imports nothing and has no clock or randomness: both are part of the input. Functions read and write
//! JSON; see [`bytes`] for the memory layout. A language is given as the index of its tag in [`languages`].
//! Refusals are answered with `{"errors": […]}`, as on the command line.

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
    /// The definition in a file of TOML or JSON, as JSON.
    file = |text, _| Ok(json(&utf8(text).and_then(read_file)?.json));
    /// Answers a rules question.
    rule = |question, language| Ok(json(&RulingsReport::new(adjudicate(question)?, language)));
    /// Checks a file with a match and its result, or with a log.
    verify = |file, language| Ok(json(&verify_file(file, None, language)));
    /// Opens a match: `{"id", "document", "at", "salts"}` in, `{"log", "state"}` out.
    begin = matches::begin;
    /// Changes a match: `{"log", "change", "at", "salts"}` in, `{"log", "state"}` out.
    change = matches::change;
    /// Returns the match after a change, without making it: `{"log", "change", "at"}` in, the state out.
    check = matches::check;
    /// The current state of a log's match.
    state = matches::state;
    /// Adds missing digests to the log of a match, which can then be passed on: returns `{"log", "state"}`.
    whole = matches::whole;
    /// The match document of a log, as in an export.
    document = |log, _| matches::document(log);
    /// Lists the events of the match of a log.
    history = |log, _| matches::history(log);
    /// The document of the next match of the same players.
    next_match = |log, _| matches::next_match(log);
    /// Every game in one sentence.
    games = |_, language| {
        let all = games::all().iter();
        Ok(json(&all.map(|entry| GameSummary::new(entry.facts, language)).collect::<Vec<_>>()))
    };
    /// A game, by its id: its rules, house rules, fields and questions.
    game = |id, language| Ok(json(&GameText::new(found(id)?, language)));
    /// The text of a game's rules, by its id, as blocks.
    rules = |id, language| match rules_text(found(id)?, language) {
        Ok(text) => Ok(json(&text.blocks)),
        // A test reads every shipped text, so this cannot fail.
        Err(_) => Err(Vec::new()),
    };
    /// A text as a QR code in SVG; `null` if it is too long.
    qr = |text, _| Ok(json(&code::svg(&String::from_utf8_lossy(text))));
    /// The tags of the languages.
    languages = |_, _| Ok(json(&Language::tags().collect::<Vec<&str>>()));
}

/// The game with an id.
fn found(id: &[u8]) -> Result<&'static Entry, Finding> {
    let id = String::from_utf8_lossy(id);
    games::find(&id).ok_or_else(|| games::unknown_game(&id))
}
