//! Rulings on calls and cards.

use super::json::Json;
use super::{Args, Finding, Name, Seat};

/// The reason why a call or a card is illegal: the clause that it breaks, and the arguments of its sentence.
///
/// The sentence is the message in the `[ruling]` section of a language.
///
/// ```
/// use overtrick_core::{Breach, args};
///
/// let breach = Breach::new("play/held", args![card: "H-A".to_owned()]).with_message("play/twice");
/// let fault = breach.into_finding("irregularity", "/play/tricks/0/1");
/// assert_eq!(fault.rule.unwrap(), "play/held");
/// assert_eq!(fault.message.unwrap(), "play/twice");
/// ```
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Breach {
    /// The id of the clause.
    pub rule: Name,
    /// The key of its message, often the id of the clause.
    pub message: Name,
    /// The arguments of its sentence.
    pub args: Args,
    /// The id of another clause on which the ruling is based, if any.
    pub also: Option<Name>,
}

impl Breach {
    /// Returns a breach whose message key is the id of its clause.
    pub fn new(rule: impl Into<Name>, args: Args) -> Breach {
        let rule = rule.into();
        Breach {
            message: rule.clone(),
            rule,
            args,
            also: None,
        }
    }

    /// Sets another clause on which the ruling is based.
    pub fn and(mut self, clause: impl Into<Name>) -> Breach {
        self.also = Some(clause.into());
        self
    }

    /// Sets another message.
    pub fn with_message(mut self, message: impl Into<Name>) -> Breach {
        self.message = message.into();
        self
    }

    /// Converts the breach into a fault of the record that contains it.
    pub fn into_finding(self, code: impl Into<Name>, pointer: impl Into<String>) -> Finding {
        let finding = Finding::rule(code, pointer, self.args).by(self.rule);
        Finding {
            message: Some(self.message),
            ..finding
        }
    }
}

/// The name of an argument of rulings: the player whose last step was illegal and who is still on turn.
pub const STILL: &str = "still";

/// The ruling on one call or card.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ruling {
    /// For a card, the number of its trick, from 1.
    pub trick: Option<usize>,
    /// The index of the call in its auction or of the card in its trick, from 0; `None` for a ruling on the
    /// deal.
    pub index: Option<usize>,
    /// The rule that it breaks; `None` if it is legal.
    pub breach: Option<Breach>,
    /// For a revoke, the cards that the player could have played instead.
    pub could_play: Vec<String>,
    /// If a later card proves a revoke: the number of that card's trick, from 1, and the card's index in it.
    pub proven_by: Option<(usize, usize)>,
    /// The doubts about a legal card: cards that would make it illegal if its player held them.
    pub doubts: Vec<Doubt>,
    /// Further game-specific results, such as the cards that must be shown.
    pub more: Json,
}

impl Ruling {
    /// Returns the ruling on the step at this index.
    pub fn new(index: usize, breach: Option<Breach>) -> Ruling {
        Ruling {
            index: Some(index),
            breach,
            ..Ruling::default()
        }
    }

    /// Adds a doubt: the played card would be illegal if its player held `card`.
    pub fn add_doubt(&mut self, seat: Seat, played: &str, card: String, breach: Breach) {
        match self.doubts.iter_mut().find(|doubt| doubt.breach == breach) {
            Some(doubt) => doubt.cards.push(card),
            None => self.doubts.push(Doubt {
                seat,
                played: played.to_owned(),
                cards: vec![card],
                breach,
            }),
        }
    }
}

/// A doubt about a legal card: it would be illegal if its player held any of these cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Doubt {
    /// The player.
    pub seat: Seat,
    /// The card that was played.
    pub played: String,
    /// The cards that the player may have held.
    pub cards: Vec<String>,
    /// The rule that the played card would then break.
    pub breach: Breach,
}

/// A player who may call or play now, with the choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Next {
    /// The seat on turn.
    pub seat: Seat,
    /// The choices, under the key `calls`, `bids` or `cards`.
    pub choices: Json,
}

impl Next {
    /// Returns a player on turn, with the choices under one key.
    pub fn new(seat: Seat, key: &str, choices: Json) -> Next {
        Next {
            seat,
            choices: Json::object([(key, choices)]),
        }
    }
}

/// The answer to a question.
///
/// ```
/// use overtrick_core::{Answer, Breach, Ruling, args};
///
/// let legal = Ruling::new(0, None);
/// let illegal = Ruling::new(1, Some(Breach::new("play/turn", args![])));
/// let answer = Answer { rulings: vec![legal, illegal], ..Answer::default() };
/// assert_eq!(answer.legal(), Some(false));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// A ruling for every step.
    pub rulings: Vec<Ruling>,
    /// The players who may act next, with their choices; empty after the auction or the play is over.
    pub next: Vec<Next>,
    /// The result, by key.
    pub outcome: Json,
}

impl Answer {
    /// Returns an answer with this result and without rulings.
    pub fn of(outcome: Json) -> Answer {
        Answer {
            outcome,
            ..Answer::default()
        }
    }

    /// Returns an incomplete answer, because the question lacks the facts at these pointers.
    pub fn lacking(needs: impl IntoIterator<Item = String>) -> Answer {
        let needs: Vec<Json> = needs.into_iter().map(Json::from).collect();
        Answer::of(Json::object([
            ("complete", Json::Bool(false)),
            ("needs", Json::List(needs)),
        ]))
    }

    /// Whether every step is legal and no values of the hand contradict each other; `None` if that depends on
    /// facts that the question lacks.
    pub fn legal(&self) -> Option<bool> {
        let illegal = self.rulings.iter().any(|ruling| ruling.breach.is_some());
        let impossible = !self.outcome.list("conflict").is_empty();
        if impossible || illegal {
            return Some(false);
        }
        let lacks = self.outcome.get("needs").is_some();
        (!lacks).then_some(true)
    }
}
