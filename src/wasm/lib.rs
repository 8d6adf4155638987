//! The rules of Overtrick as a WebAssembly module: scores, rulings and whole matches by the code that the
//! server and the command line run, in a page that has no network.
//!
//! It imports nothing, and has no clock and no randomness: both come in with what is asked. The functions
//! read and write JSON; see [`bytes`] for how it comes in and out. A language is a number: that of its tag
//! in [`languages`]. What is refused is answered with `{"errors": […]}`, as the command line has it.

mod bytes;
mod matches;

use overtrick::adjudicate::{RulingsReport, adjudicate};
use overtrick::describe::{GameSummary, rules_text};
use overtrick::document::{ErrorReport, Report, score as score_document};
use overtrick::games::{self, Entry};
use overtrick::lang::Language;
use overtrick::play::GameText;
use overtrick::rules::Finding;
use overtrick::verify::verify as verify_file;
use serde::Serialize;

/// What a function answers: JSON, or the JSON of all faults.
type Answer = Result<Vec<u8>, Vec<u8>>;

/// Defines functions of the module: the language's number and an input in, an answer out.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $function:expr;)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// The pointer is one that [`allocate`](bytes::allocate) gave for this length, and it is
            /// not used again.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(language: usize, pointer: *mut u8, length: usize) -> *mut u8 {
                // SAFETY: as the caller promises.
                let input = unsafe { bytes::input(pointer, length) };
                let function: fn(&[u8], &'static Language) -> Answer = $function;
                bytes::answer(function(&input, numbered(language)))
            }
        )+
    };
}

functions! {
    /// Scores a match document.
    score = |document, language| match score_document(document) {
        Ok(scored) => Ok(json(&Report::of(scored, language))),
        Err(faults) => Err(refusal(&faults, language)),
    };
    /// Rules on a question.
    rule = |question, language| match adjudicate(question) {
        Ok(answered) => Ok(json(&RulingsReport::of(answered, language))),
        Err(faults) => Err(refusal(&faults, language)),
    };
    /// Checks a file with a match and its result, or with a log.
    verify = |file, language| Ok(json(&verify_file(file, language)));
    /// Opens a match: `{"id", "document", "at", "salts"}` in, `{"log", "state"}` out.
    begin = |order, language| faults_in(matches::begin(order, language), language);
    /// Changes a match: `{"log", "change", "at", "salts"}` in, `{"log", "state"}` out.
    change = |order, language| faults_in(matches::change(order, language), language);
    /// What a change would come to: `{"log", "change", "at"}` in, the state out.
    check = |order, language| faults_in(matches::check(order, language), language);
    /// The match of a log as it stands.
    state = |log, language| faults_in(matches::state(log, language), language);
    /// The match document of a log, as an export has it.
    document = |log, language| faults_in(matches::document(log), language);
    /// Everything that was done in the match of a log.
    history = |log, language| faults_in(matches::history(log), language);
    /// The document of the next match of the same players.
    next_match = |log, language| faults_in(matches::next_match(log), language);
    /// Every game in a sentence.
    games = |_, language| {
        let all = games::all().iter();
        Ok(json(&all.map(|entry| GameSummary::of(entry.facts, language)).collect::<Vec<_>>()))
    };
    /// A game, by its id: its rules, house rules, fields and questions.
    game = |id, language| Ok(json(&GameText::of(found(id, language)?, language)));
    /// The rules of a game as a text, by its id, block by block.
    rules = |id, language| match rules_text(found(id, language)?, language) {
        Ok(text) => Ok(json(&text.blocks)),
        // A test reads every text that is shipped.
        Err(_) => Err(refusal(&[], language)),
    };
    /// The tags of the languages.
    languages = |_, _| Ok(json(&Language::tags().collect::<Vec<&str>>()));
}

/// The game of an id.
fn found(id: &[u8], language: &Language) -> Result<&'static Entry, Vec<u8>> {
    let id = String::from_utf8_lossy(id);
    games::find(&id).ok_or_else(|| refusal(&[games::unknown_game(&id)], language))
}

/// The language of a number, English if there is none.
fn numbered(number: usize) -> &'static Language {
    let tag = Language::tags().nth(number);
    tag.and_then(Language::find)
        .unwrap_or_else(Language::english)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

fn refusal(faults: &[Finding], language: &Language) -> Vec<u8> {
    json(&ErrorReport::of(faults, None, language))
}

fn faults_in(answer: Result<Vec<u8>, Vec<Finding>>, language: &Language) -> Answer {
    answer.map_err(|faults| refusal(&faults, language))
}
