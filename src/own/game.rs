//! A custom game with its rules in force, and its implementation of the engine's traits for games.

use std::sync::Arc;

use crate::definition::{CLAUSE, Definition, Item};
use crate::record::{Record, State};
use crate::types::{NOBODY, Type};
use crate::value::{Expression, HandValues, Seats, Values};
use overtrick_core::bounds::MAX_HANDS;
use overtrick_core::message::Part;
use overtrick_core::prelude::*;
use overtrick_core::{HouseRule, HouseRules, ReasonTexts};

/// The id of custom games in documents.
pub const OWN: &str = "own";

/// The rules of a match of a custom game: its definition with the options in force.
#[derive(Debug, Clone)]
pub struct Own {
    pub(crate) definition: Arc<Definition>,
    /// The value of each option.
    pub(crate) options: Vec<i64>,
    /// The values of lets that depend only on the match.
    pub(crate) lets: Vec<Seats>,
    /// The number of cards in every hand, if it depends only on the match.
    pub(crate) cards: i64,
    pub(crate) players: usize,
    /// The number of hands in the match, if it is fixed.
    pub(crate) hands: Option<usize>,
}

/// The definition of a match, and its options as written.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub(crate) definition: Arc<Definition>,
    pub(crate) written: Json,
}

impl Game for Own {
    const FACTS: &'static Facts = &Facts {
        id: OWN,
        name: "Custom game",
        author: "the table",
        source: "the definition",
        players: (2, 10),
        ..Facts::of::<Own>()
    };

    fn players(options: &Options) -> (usize, usize) {
        options.definition.players
    }

    fn called(&self) -> Option<Name> {
        Some(self.definition.name().clone())
    }

    fn has_clause(options: &Options, id: &str) -> bool {
        Self::FACTS.clause(id).is_some() || options.definition.clause(id).is_some()
    }
}

impl RulesInForce for Own {
    type Options = Options;
    const OPTIONS: &'static [HouseRule] = &[];

    fn rules(options: &Options, table: &Table, context: &mut HandContext<'_>) -> Own {
        let definition = &options.definition;
        let mut own = Own {
            options: vec![0; definition.options.len()],
            lets: vec![Seats::default(); definition.lets.len()],
            cards: 0,
            players: table.len().min(crate::types::MAX_PLAYERS),
            hands: None,
            definition: definition.clone(),
        };
        for item in &definition.order {
            match item {
                Item::Option(index) => {
                    let value = own.option(*index, &options.written, context);
                    own.options[*index] = value;
                }
                Item::Let(index) => {
                    let expression = &definition.lets[*index];
                    if !expression.facts.of_hand && !expression.facts.of_player {
                        own.lets[*index] = own.values().eval_seats(expression);
                    }
                }
                Item::Cards => {
                    let cards = definition.cards.as_ref();
                    let cards = cards.filter(|cards| !cards.facts.of_hand);
                    own.cards = cards.map_or(0, |cards| own.values().eval(cards, 0));
                }
            }
        }
        // If the number of hands is absent or 0, it is not fixed.
        let hands = definition.hands.as_ref();
        let hands = hands.map_or(0, |hands| own.values().eval(hands, 0));
        let hands = usize::try_from(hands).ok().filter(|hands| *hands > 0);
        own.hands = hands.map(|hands| hands.min(MAX_HANDS));
        own.fill_clauses();
        own
    }

    fn resolved(&self) -> HouseRules {
        let value = |json| serde_json::to_value(json).unwrap_or_default();
        vec![
            ("definition", value(self.definition.without_texts())),
            ("options", value(self.options_in_force())),
        ]
    }
}

impl Own {
    /// Replaces the placeholders in the texts of clauses by the values of the match.
    fn fill_clauses(&mut self) {
        let mut clauses = self.definition.clauses.iter();
        if clauses.all(|clause| clause.values.is_empty()) {
            return;
        }
        let mut filled = Definition::clone(&self.definition);
        let values = self.values();
        for clause in &mut filled.clauses {
            let fill = |text: &Name| {
                text.filled(|arg, tag| {
                    let mut known = clause.values.iter();
                    let (_, expression) = known.find(|(name, _)| name == arg)?;
                    Some(self.parts(values.eval(expression, 0), expression, tag))
                })
            };
            let id = format!("{CLAUSE}{}", clause.name);
            for score in filled.score.iter_mut().filter(|score| score.clause == *id) {
                score.message = fill(&score.message);
                score.texts = Arc::new(ReasonTexts {
                    clause: fill(&score.texts.clause),
                    sentence: fill(&score.texts.sentence),
                });
            }
            clause.text = fill(&clause.text);
        }
        self.definition = Arc::new(filled);
    }

    /// Returns a value as parts of a text in the language with this tag, or in the definition's language.
    fn parts(&self, value: i64, of: &Expression, tag: Option<&str>) -> Vec<Part> {
        let is_word = matches!(of.facts.kind, Type::Word(_));
        let word = self.definition.word_at(value).filter(|_| is_word);
        let Some(word) = word else {
            return vec![Part::Text(value.to_string().replace('-', "−"))];
        };
        let message = word.in_language(tag.unwrap_or_default());
        message.map_or_else(
            || vec![Part::Text(word.to_string())],
            |message| message.parts().to_vec(),
        )
    }

    /// Returns the clauses that apply to the match, each with its text.
    pub fn clauses(&self) -> impl Iterator<Item = (&str, &Name)> {
        let values = self.values();
        let clauses = self.definition.clauses.iter();
        let clauses = clauses.filter(move |clause| values.holds(clause.when.as_ref(), 0));
        clauses.map(|clause| (clause.name.as_str(), &clause.text))
    }

    /// Returns the definition of the match.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Returns the values that are known before the first hand.
    pub(crate) fn values(&self) -> Values<'_> {
        Values {
            tables: &self.definition.tables,
            players: self.players,
            sides: self.definition.sides,
            options: &self.options,
            now: HandValues {
                cards: self.cards,
                dealer: NOBODY,
                lets: self.lets.clone(),
                ..HandValues::default()
            },
            ..Values::default()
        }
    }

    fn option(&self, index: usize, written: &Json, context: &mut HandContext<'_>) -> i64 {
        let rule = &self.definition.options[index];
        let eval = |expression: &Expression| self.values().eval(expression, 0);
        let default = rule.default.as_ref().map_or(0, eval);
        let given = written.get(&rule.name);
        match &rule.kind {
            Type::Number(range) => {
                let (from, to) = (rule.from.as_ref(), rule.to.as_ref());
                let least = from.map_or(range.least, eval).max(range.least);
                let most = to.map_or(range.most, eval).min(range.most);
                let number = Given(given.and_then(Json::typed::<i64>));
                let number = context.number(format_args!("/{}", rule.name), &number, least..=most);
                range.clamp(number.unwrap_or(default))
            }
            Type::Flag => match given {
                Some(Json::Bool(flag)) => i64::from(*flag),
                _ => default,
            },
            Type::Player => NOBODY,
            Type::Word(_) => {
                let given = given.and_then(Json::as_text);
                let known = given.and_then(|word| self.definition.word(&rule.words, word));
                known.unwrap_or(default)
            }
        }
    }

    /// Returns the options in force, as in match documents.
    pub fn options_in_force(&self) -> Json {
        let options = self.definition.options.iter().zip(&self.options);
        let options = options.map(|(rule, value)| {
            let shown = match &rule.kind {
                Type::Number(_) => Json::Int(*value),
                Type::Flag => Json::Bool(*value != 0),
                Type::Player => Json::Null,
                Type::Word(_) => {
                    let word = self.definition.word_at(*value);
                    word.map_or(Json::Null, |word| Json::from(word.as_str()))
                }
            };
            (rule.name.to_string(), shown)
        });
        Json::Object(options.collect())
    }
}

impl Definition {
    /// Returns the value of a word, if it is among these words.
    pub(crate) fn word(&self, words: &[usize], wanted: &str) -> Option<i64> {
        let known = |index: &&usize| self.words.get(**index).is_some_and(|word| *word == *wanted);
        i64::try_from(*words.iter().find(known)?).ok()
    }

    /// Returns the definition without texts and names that are only displayed and do not affect results.
    pub(crate) fn without_texts(&self) -> Json {
        let mut json = self.json().clone();
        for key in ["name", "text", "look"] {
            json.take(key);
        }
        // Clauses are identified by their names, so their texts may be improved.
        if let Some(clauses) = json.get_mut("clauses") {
            let names = clauses.entries().iter();
            *clauses = names.map(|(name, _)| Json::from(&**name)).collect();
        }
        for key in ["field", "options"] {
            json.get_mut(key).into_iter().for_each(remove_labels);
        }
        json
    }

    /// Returns the text of a clause, for use as the message of a finding.
    pub(crate) fn clause_text(&self, id: &Name) -> Name {
        self.clause(id).unwrap_or(id).clone()
    }
}

fn remove_labels(json: &mut Json) {
    match json {
        Json::List(items) => items.iter_mut().for_each(remove_labels),
        Json::Object(entries) => {
            entries.retain(|(key, _)| key != "label" && key != "about");
            let values = entries.iter_mut().map(|(_, value)| value);
            values.for_each(remove_labels);
        }
        _ => {}
    }
}

impl Adjudicator for Own {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[];

    fn adjudicate(&self, _question: &Question, _context: &mut HandContext<'_>) -> Option<Answer> {
        None
    }
}

impl Forecast for Own {
    fn amounts(&self, _hand: &ComingHand<'_, Record>) -> Amounts {
        Amounts::default()
    }

    fn next(&self, state: &State, hand: &ComingHand<'_, Record>) -> NextHand {
        let shows = self.show(state, hand.table);
        let mut state = state.clone();
        // The recorded part of the hand is judged, because the leader may depend on it.
        let mut context = hand.context();
        let empty = Record::default();
        self.judge(&mut state, hand.record.unwrap_or(&empty), &mut context);
        // By default, the player after the dealer leads. A sentence names the leader only if `leads` is defined.
        let mut leads = Some(hand.after_dealer());
        let mut sentences = Vec::new();
        if self.definition.leads.is_some() {
            leads = state.leads;
            let leads = leads.map(|leads| args![player: hand.table.name(leads)]);
            sentences.extend(leads.map(|args| (Name::new("leads"), args)));
        }
        for show in shows {
            let args = |value| args![label: show.label.clone(), value: value];
            let whole = show.value.map(args);
            sentences.extend(whole.map(|args| (Name::new("shown"), args)));
            let is_by_side = show.seats.len() == self.definition.sides;
            for (seat, value) in show.seats {
                let side = self.side(hand.table, seat);
                let seats = if is_by_side { &side[..] } else { &[seat] };
                let mut args = args(value);
                args.extend(args![player: hand.table.joined(seats)]);
                sentences.push((Name::new("shown-of"), args));
            }
        }
        NextHand {
            hands: self.hands,
            cards_dealt: state.cards,
            leads,
            sentences,
            ..NextHand::default()
        }
    }
}
