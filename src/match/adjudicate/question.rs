//! Answering a question of any game.

use overtrick_core::form::{Field, Kind, Reading};
use overtrick_core::json::Json;
use overtrick_core::judging::{Answered, Question, check_size, read_object, utf8};
use overtrick_core::{Arg, Facts, Finding, QuestionKind, args, taught_of_question};
use overtrick_games::{self as games, Entry, unknown_game};

/// The fields that every question has.
const HEAD: &[Field] = &[
    Field::required("game", Kind::Text),
    Field::required("players", Kind::List(&Kind::Text)),
    Field::optional("options", Kind::Any),
    Field::required("question", Kind::Word(QuestionKind::WORDS)),
    Field::depends("dealer", Kind::Player),
];

/// Answers a question about a game: is this auction legal, who won this trick, what may be played now?
///
/// # Errors
/// Every fault that keeps the question from being answered, at most
/// [`MOST_FINDINGS`](overtrick_core::MOST_FINDINGS), with pointers into the question. Correct these places
/// and ask again. A step that breaks a rule of the game is not a fault: the answer contains a ruling on it.
///
/// ```
/// use overtrick_match::adjudicate::adjudicate;
///
/// let faults = adjudicate(br#"{"game": "no-such-game", "players": [], "question": "trick"}"#);
/// assert_eq!(faults.unwrap_err()[0].code, "unknown-game");
/// ```
pub fn adjudicate(question: &[u8]) -> Result<Answered, Vec<Finding>> {
    let entries = check_size(question.len())
        .and_then(|()| utf8(question))
        .and_then(read_object)
        .map_err(|finding| vec![finding])?;
    let mut reading = Reading::default();
    let Some((entry, kind, form)) = find_form(&entries) else {
        return Err(taught_of_question(faults_of_head(reading, entries), HEAD));
    };
    let fields: Vec<Field> = HEAD.iter().chain(form).copied().collect();
    let body = reading.read_object(&fields, entries, "");
    let answered = (entry.answer)(Question {
        kind,
        body,
        reading,
    });
    answered.map_err(|findings| taught_of_question(findings, &fields))
}

/// The game of a question, its kind, and the fields of this kind of question in this game.
fn find_form(
    entries: &[(String, Json)],
) -> Option<(&'static Entry, QuestionKind, &'static [Field])> {
    let text = |key: &str| {
        let (_, value) = entries.iter().find(|(known, _)| known == key)?;
        value.as_text()
    };
    let entry = games::find(text("game")?)?;
    let kind = QuestionKind::from_word(text("question")?)?;
    let mut forms = entry.facts.questions.iter();
    let (_, form) = forms.find(|(known, _)| *known == kind)?;
    Some((entry, kind, form))
}

/// The faults of a question with an unknown game or kind, checked against the fields that every question has.
fn faults_of_head(mut reading: Reading, entries: Vec<(String, Json)>) -> Vec<Finding> {
    let head = entries.into_iter();
    let head = head.filter(|(key, _)| HEAD.iter().any(|field| field.name == key));
    let head = reading.read_object(HEAD, head.collect(), "");
    for key in ["game", "question"] {
        let pointer = format!("/{key}");
        if head.get(key).is_none() && !reading.is_left_out(&pointer) {
            let missing = Finding::shape("missing-field", pointer, args![]);
            reading.findings.push(missing);
        }
    }
    let text = |key: &str| head.text(key);
    if let Some(id) = text("game") {
        let fault = match games::find(id) {
            None => Some(unknown_game(id)),
            Some(entry) => text("question").map(|kind| unknown_question(entry.facts, kind)),
        };
        reading.findings.extend(fault);
    }
    reading.findings
}

/// The fault of a question kind that a game does not answer.
fn unknown_question(facts: &Facts, found: &str) -> Finding {
    let kinds = facts.questions.iter();
    let kinds = kinds.map(|(kind, _)| Arg::Text(kind.word().into()));
    let args =
        args![game: facts.id, found: found.to_owned(), questions: Arg::List(kinds.collect())];
    Finding::rule("unknown-question", "/question", args)
}
