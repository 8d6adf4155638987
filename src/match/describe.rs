//! Descriptions of games in a language: rules, house rules and irregularities, as data.

mod writing;

use serde::Serialize;
use serde_json::Value;

use crate::lang::Language;
use overtrick_core::json::Json;
use overtrick_core::text::RulesText;
use overtrick_core::{
    Breach, Facts, Finding, Guidance, HouseRule, Irregularity, QuestionKind, Remedy, args,
};
use overtrick_games::Entry;
use overtrick_own::Definition;

pub use writing::{
    Example, Examples, FieldText, QuestionWriting, Writing, fields_in_words, form, in_lines,
    value_in_words,
};

/// A game in a list of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The game in one sentence.
    pub about: String,
    /// The author of the game.
    pub author: String,
    /// The current edition of its scoring.
    pub edition: i64,
    /// The id used in documents.
    pub id: &'static str,
    /// The name.
    pub name: String,
    /// The possible numbers of players.
    pub players: PlayerRange,
    /// The rulebook.
    pub source: String,
}

/// The possible numbers of players of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerRange {
    /// The fewest.
    pub least: usize,
    /// The most.
    pub most: usize,
}

/// A game with its clauses and house rules.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameRules {
    /// The author of the game.
    pub author: String,
    /// The rules on which scores and rulings are based.
    pub clauses: Vec<ClauseText>,
    /// The current edition of its scoring.
    pub edition: i64,
    /// The id used in documents.
    pub id: &'static str,
    /// The name.
    pub name: String,
    /// The house rules.
    pub options: Vec<HouseRuleText>,
    /// The rulebook.
    pub source: String,
}

/// A rule of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClauseText {
    /// A stable id.
    pub id: &'static str,
    /// Whether this project decided the rule because the rulebook is silent.
    pub ours: bool,
    /// The place in the rulebook.
    pub source: String,
    /// The rule.
    pub text: String,
}

/// A house rule of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HouseRuleText {
    /// A description in one sentence.
    pub about: String,
    /// The id of the clause that it changes.
    pub clause: &'static str,
    /// The default value.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub default: Value,
    /// The key in `options` of a document.
    pub name: &'static str,
    /// Whether this project chose the default because the rulebook is silent.
    pub ours: bool,
    /// Its name in about two words.
    pub title: String,
    /// The allowed values, in words.
    pub values: String,
}

/// Something that can go wrong at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IrregularityText {
    /// The id of the broken clause.
    pub clause: &'static str,
    /// A stable id.
    pub id: &'static str,
    /// The remedy in the rulebook; `null` if the rulebook has none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub remedy: Option<RemedyText>,
    /// A suggestion, if the rulebook has no remedy; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guidance: Option<GuidanceText>,
    /// What happened.
    pub text: String,
}

/// The remedy of a rulebook for an irregularity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RemedyText {
    /// The place in the rulebook.
    pub source: &'static str,
    /// The remedy.
    pub text: String,
}

/// A suggestion for an irregularity without a remedy in the rulebook, and how to record it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Guidance))]
pub struct GuidanceText {
    /// Whether the suggestion is ours (◇): always true.
    pub reading: bool,
    /// The suggestion.
    pub text: String,
    /// The value of `irregularities` to set in the hand's record so that the illegal step stands; absent if a
    /// record cannot contain such a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub irregularities: Option<&'static str>,
    /// An adjustment to copy. Add `after_hand` and `player`, and set the points.
    pub adjustment: SuggestedAdjustment,
}

/// An adjustment that penalizes an irregularity. Copy it into `adjustments` of the match document. Add
/// `after_hand` and `player`. The director sets the points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SuggestedAdjustment {
    /// The points: −1. Absent if the points of a hand must balance; the director then decides the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// The reason.
    pub reason: String,
    /// The irregularity, or the clause that was broken.
    pub rule: String,
}

impl GuidanceText {
    /// Returns the suggestion for an irregularity, or for the breach of a clause, in a language.
    fn new(
        facts: &Facts,
        guidance: Guidance,
        rule: &str,
        reason: String,
        language: &Language,
    ) -> GuidanceText {
        GuidanceText {
            reading: true,
            text: language.text("guidance", guidance.word()),
            irregularities: guidance.is_recorded().then_some("waived"),
            adjustment: SuggestedAdjustment {
                points: (!facts.balances).then_some(-1),
                reason,
                rule: rule.to_owned(),
            },
        }
    }

    /// Returns the suggestion for an illegal step in a question; `None` if the rulebook has a remedy.
    pub fn for_breach(
        facts: &Facts,
        kind: QuestionKind,
        breach: &Breach,
        language: &Language,
    ) -> Option<GuidanceText> {
        let mut irregularities = facts.all_irregularities();
        if let Some(known) = irregularities.find(|one| *one.clause == *breach.rule) {
            return IrregularityText::new(facts, known, language).guidance;
        }
        let (guidance, reason) = (Guidance::of_question(kind), language.breach(breach));
        let suggested = GuidanceText::new(facts, guidance, &breach.rule, reason, language);
        Some(suggested)
    }
}

/// Returns the rules of a game in a language, or in English if the language has none.
///
/// # Errors
/// The faults of the text, each with its file and line; a test ensures that shipped texts have none.
///
/// ```
/// use overtrick_match::describe::rules_text;
/// use overtrick_match::lang::Language;
///
/// for entry in overtrick_games::all() {
///     assert!(rules_text(entry, Language::english()).unwrap().sections().len() > 8);
/// }
/// ```
pub fn rules_text(entry: &Entry, language: &Language) -> Result<RulesText, String> {
    let mut tags = [language.tag(), Language::english().tag()].into_iter();
    let text = tags.find_map(|tag| Some((tag, entry.rules_text(tag)?)));
    let (tag, text) = text.unwrap_or(("en", ""));
    RulesText::read(text, entry.facts).map_err(|faults| {
        let (folder, faults) = (entry.folder, faults.join("; "));
        format!("templates/games/{folder}/rules.{tag}.md: {faults}")
    })
}

impl GameSummary {
    /// Describes a game in a language.
    pub fn new(facts: &Facts, language: &Language) -> GameSummary {
        GameSummary {
            about: language.text("game", facts.id),
            author: language.author(facts),
            edition: facts.edition,
            id: facts.id,
            name: language.word(facts.id),
            players: PlayerRange::new(facts),
            source: language.rulebook(facts),
        }
    }
}

impl PlayerRange {
    /// Returns the possible numbers of players in words, such as “2 to 6 players”.
    pub fn in_words(self, language: &Language) -> String {
        let is_exact = self.least == self.most;
        let key = if is_exact { "players-exact" } else { "players" };
        language.format("ui", key, &args![least: self.least, most: self.most])
    }

    /// Returns the possible numbers of players of a game.
    pub fn new(facts: &Facts) -> PlayerRange {
        let (least, most) = facts.players;
        PlayerRange { least, most }
    }
}

impl GameRules {
    /// Describes a game with its rules in a language.
    pub fn new(facts: &Facts, language: &Language) -> GameRules {
        let clauses = facts.all_clauses().map(|clause| ClauseText {
            id: clause.id,
            ours: clause.ours,
            source: language.text("source", clause.id),
            text: language.text("clause", clause.id),
        });
        let options = facts.options.iter();
        let options = options.map(|rule| HouseRuleText::new(facts, rule, language));
        GameRules {
            author: language.author(facts),
            clauses: clauses.collect(),
            edition: facts.edition,
            id: facts.id,
            name: language.word(facts.id),
            options: options.collect(),
            source: language.rulebook(facts),
        }
    }
}

impl HouseRuleText {
    /// Describes a house rule of a game in a language.
    pub fn new(facts: &Facts, rule: &HouseRule, language: &Language) -> HouseRuleText {
        let key = format!("{}/{}", facts.id, rule.field.name);
        HouseRuleText {
            about: language.text("option", &key),
            clause: rule.clause,
            default: serde_json::from_str(rule.default).unwrap_or_default(),
            name: rule.field.name,
            ours: rule.ours,
            title: language.text("option-name", &key),
            values: writing::kind_in_words(&rule.field.kind, language),
        }
    }
}

impl IrregularityText {
    /// Describes all irregularities of a game in a language.
    pub fn all(facts: &Facts, language: &Language) -> Vec<IrregularityText> {
        let text = |irregularity| IrregularityText::new(facts, irregularity, language);
        facts.all_irregularities().map(text).collect()
    }

    fn new(facts: &Facts, irregularity: &Irregularity, language: &Language) -> IrregularityText {
        let Irregularity { id, clause, remedy } = *irregularity;
        let text = language.text("irregularity", id);
        let (remedy, guidance) = match remedy {
            Remedy::Stated(source) => {
                let text = language.text("remedy", id);
                (Some(RemedyText { source, text }), None)
            }
            Remedy::Suggested(guidance) => {
                let guidance = GuidanceText::new(facts, guidance, id, text.clone(), language);
                (None, Some(guidance))
            }
        };
        IrregularityText {
            clause,
            id,
            remedy,
            guidance,
            text,
        }
    }
}

/// A valid definition of a custom game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckedDefinition {
    /// The names of the fields of a hand's record, in order.
    pub fields: Vec<String>,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The possible numbers of players.
    pub players: PlayerRange,
    /// The maximum number of steps to judge a hand.
    pub steps: u64,
}

impl CheckedDefinition {
    /// Checks a whole definition.
    ///
    /// # Errors
    /// Every fault, with its pointer and its position in the expression.
    ///
    /// ```
    /// use overtrick_core::json::Json;
    /// use overtrick_match::describe::CheckedDefinition;
    ///
    /// assert!(CheckedDefinition::read(&Json::EMPTY).is_err());
    /// ```
    pub fn read(definition: &Json) -> Result<CheckedDefinition, Vec<Finding>> {
        let definition = overtrick_own::read(definition)?;
        let (least, most) = definition.players();
        Ok(CheckedDefinition {
            fields: definition.field_names().map(str::to_owned).collect(),
            id: definition.id().to_owned(),
            name: definition.name().to_string(),
            players: PlayerRange { least, most },
            steps: definition.steps(),
        })
    }
}

/// Returns a word of a definition in a language; `None` if the definition does not have this word.
pub fn word_in(definition: &Definition, word: &str, language: &Language) -> Option<String> {
    let mut words = definition.words().iter();
    let named = words.find(|known| **known == *word)?;
    Some(language.named(named))
}
