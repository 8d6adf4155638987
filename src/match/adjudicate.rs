//! Answers questions about a game with a ruling on every call and card.
//!
//! The same code judges the auction and the card play of recorded hands.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;

use crate::describe::GuidanceText;
use crate::document::Figures;
use crate::lang::Language;
use overtrick_core::form::{Field, Kind, Reading};
use overtrick_core::json::Json;
pub use overtrick_core::judging::Answered;
use overtrick_core::judging::{check_size, object_entries, read_json, utf8};
use overtrick_core::{
    Arg, Breach, Facts, Finding, QuestionKind, Ruling, Table, args, question_with_hints,
};
use overtrick_games::{self as games, Entry, unknown_game};

/// The answer to a question, in a language.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = RulingsReport))]
pub struct RulingsReport {
    /// The kind of the question.
    pub question: QuestionKind,
    /// Whether every step was legal; null if the question does not contain enough facts to decide.
    pub legal: Option<bool>,
    /// A ruling for every step.
    pub rulings: Vec<RulingReport>,
    /// The players who may call or play next, with their choices.
    pub next: Vec<NextReport>,
    /// The result.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::ruling_outcome))]
    pub outcome: Json,
}

/// The ruling on one call or card.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Ruling))]
pub struct RulingReport {
    /// For a card, the number of its trick, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trick: Option<usize>,
    /// The index of the call in the auction, or of the card in its trick, from 0; absent in a ruling on the
    /// whole question, such as a misdeal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// Whether the call or card was legal; null if that depends on cards that the player may have held.
    pub legal: Option<bool>,
    /// The id of the clause that the call or card breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Whether that clause is our reading of the rules (◇); absent if it comes from the rulebook.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
    /// Another clause that supports the ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<ClauseCited>,
    /// The arguments of the sentence in `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub args: Option<Figures<'static>>,
    /// The ruling as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A suggestion, if the rulebook has no remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guidance: Option<GuidanceText>,
    /// The cards that make the play illegal if the player held any of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<String>,
    /// The cards that could have been played instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub could_play: Vec<String>,
    /// The later card that proves a revoke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven_by: Option<ProvenBy>,
    /// Game-specific results.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub more: Json,
}

/// A clause that a ruling cites.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClauseCited {
    /// The id of the clause.
    pub rule: Cow<'static, str>,
    /// Whether it is our reading of the rules (◇); absent if it comes from the rulebook.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
}

/// A later card that proves a revoke.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProvenBy {
    /// The number of its trick, from 1.
    pub trick: usize,
    /// Its index in that trick, from 0.
    pub index: usize,
}

/// A player who may call or play next, with the choices.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Next))]
pub struct NextReport {
    /// The player on turn.
    pub player: Arc<str>,
    /// The choices: `calls`, `bids` or `cards`.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub choices: Json,
}

impl RulingsReport {
    /// Creates the answer in a language.
    pub fn new(answered: Answered, language: &Language) -> RulingsReport {
        let Answered {
            kind,
            facts,
            table,
            answer,
        } = answered;
        let legal = answer.legal();
        let ruling = |ruling| RulingReport::new(ruling, facts, kind, &table, language);
        let next = answer.next.into_iter().map(|next| NextReport {
            player: table.name(next.seat).clone(),
            choices: next.choices,
        });
        RulingsReport {
            question: kind,
            legal,
            rulings: answer.rulings.into_iter().map(ruling).collect(),
            next: next.collect(),
            outcome: answer.outcome,
        }
    }
}

impl RulingReport {
    fn new(
        ruling: Ruling,
        facts: &Facts,
        kind: QuestionKind,
        table: &Table,
        language: &Language,
    ) -> RulingReport {
        let breach = ruling.breach.as_ref();
        let guidance = |breach| GuidanceText::for_breach(facts, kind, breach, language);
        let guidance = breach.and_then(guidance);
        let text = breach.map(|breach| language.breach(breach));
        let text = text.or_else(|| language.doubts(&ruling.doubts, table));
        let is_certain = breach.is_some() || ruling.doubts.is_empty();
        let legal = is_certain.then_some(breach.is_none());
        let also = breach.and_then(|breach| breach.also.clone());
        let also = also.map(|rule| ClauseCited {
            reading: facts.is_reading(&rule),
            rule: rule.into(),
        });
        let broken = |breach: Breach| (breach.rule.into(), Figures(breach.args.into()));
        let (rule, args): (Option<Cow<'_, str>>, _) = ruling.breach.map(broken).unzip();
        let doubts = ruling.doubts.into_iter();
        let proven_by = |(trick, index)| ProvenBy { trick, index };
        RulingReport {
            trick: ruling.trick,
            index: ruling.index,
            legal,
            reading: rule.as_deref().is_some_and(|rule| facts.is_reading(rule)),
            rule,
            also,
            args,
            text,
            guidance,
            unless: doubts.flat_map(|doubt| doubt.cards).collect(),
            could_play: ruling.could_play,
            proven_by: ruling.proven_by.map(proven_by),
            more: ruling.more,
        }
    }
}

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
/// Every fault that prevents an answer, at most [`MAX_FINDINGS`](overtrick_core::MAX_FINDINGS), with pointers into the
/// question. Correct these places and ask again. A step that breaks a rule of the game is not a fault: the answer
/// contains a ruling on it.
///
/// ```
/// use overtrick_match::adjudicate::adjudicate;
///
/// let faults = adjudicate(br#"{"game": "no-such-game", "players": [], "question": "trick"}"#);
/// assert_eq!(faults.unwrap_err()[0].code, "unknown-game");
/// ```
pub fn adjudicate(question: &[u8]) -> Result<Answered, Vec<Finding>> {
    check_size(question.len())?;
    let entries = object_entries(read_json(utf8(question)?)?)?;
    let mut reading = Reading::default();
    let (entry, kind, form) = match find_form(&entries) {
        Ok(found) => found,
        Err(fault) => {
            let faults = faults_of_head(reading, entries, fault);
            return Err(question_with_hints(faults, HEAD));
        }
    };
    let fields: Vec<Field> = HEAD.iter().chain(form).copied().collect();
    let body = reading.read_object(&fields, entries, "");
    let answered = (entry.answer)(kind, body, reading);
    answered.map_err(|findings| question_with_hints(findings, &fields))
}

/// Returns the game and the kind of a question, and the fields of such a question in this game.
///
/// # Errors
/// The fault if the game is unknown or does not answer such questions; `None` if either is missing or malformed.
fn find_form(
    entries: &[(String, Json)],
) -> Result<(&'static Entry, QuestionKind, &'static [Field]), Option<Finding>> {
    let text = |key: &str| entries.iter().find(|(known, _)| known == key)?.1.as_text();
    let id = text("game").ok_or(None)?;
    let entry = games::find(id).ok_or_else(|| unknown_game(id))?;
    let kind = text("question").and_then(QuestionKind::from_word);
    let kind = kind.ok_or(None)?;
    let mut forms = entry.facts.questions.iter();
    let form = forms.find(|(known, _)| *known == kind);
    let (_, form) = form.ok_or_else(|| unknown_question(entry.facts, kind.word()))?;
    Ok((entry, kind, form))
}

/// Returns the faults of a question with an unknown game or kind. Checks only the fields that every question has.
fn faults_of_head(
    mut reading: Reading,
    entries: Vec<(String, Json)>,
    fault: Option<Finding>,
) -> Vec<Finding> {
    let head = entries.into_iter();
    let head = head.filter(|(key, _)| HEAD.iter().any(|field| field.name == key));
    let head = reading.read_object(HEAD, head.collect(), "");
    for key in ["game", "question"] {
        let pointer = format!("/{key}");
        if head.get(key).is_none() && !reading.left_out.has(&pointer) {
            reading.findings.push(Finding::missing(pointer));
        }
    }
    reading.findings.extend(fault);
    reading.findings
}

/// Returns the fault for a kind of question that the game does not answer.
fn unknown_question(facts: &Facts, found: &str) -> Finding {
    let kinds = Arg::texts(facts.questions.iter().map(|(kind, _)| kind.word()));
    let args = args![game: facts.id, found: found.to_owned(), questions: kinds];
    Finding::rule("unknown-question", "/question", args)
}
