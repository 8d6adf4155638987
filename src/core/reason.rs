//! The derivation of points: a list of reasons.

use std::sync::Arc;

use super::args::memory_of;
use super::bounds::allocated;
use super::{Arg, Args, Name, Points, Seat};

/// One cause of points under a clause, for every player whom it concerns.
///
/// The score of a player in a hand is the sum of the player's points over all reasons.
///
/// ```
/// use overtrick_core::{Points, Reason, Seat, args};
///
/// let (declarer, defender) = (Seat::new(0), Seat::new(1));
/// let reason = Reason::new("a-game/made", args![tricks: 9])
///     .pays(declarer, 2)
///     .pays(defender, -2);
/// assert_eq!(reason.points_of(defender), Some(Points::whole(-2)));
/// assert_eq!(reason.points_of(Seat::new(2)), None);
/// ```
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// The id of the clause.
    pub rule: Name,
    /// The key of its message in the `[line]` section of a language.
    pub message: Name,
    /// Its texts in a game whose clauses come with the match. The message then has the values alone.
    pub texts: Option<Arc<ReasonTexts>>,
    /// The arguments of its sentence.
    pub args: Args,
    /// The numbers of which its value was made, in the order of the sentence.
    pub factors: Vec<Factor>,
    /// The points of each player whom it concerns, in the order of the seats. Zero is a value.
    pub points: Vec<SeatPoints>,
}

/// The texts of a reason in a game whose clauses come with the match.
#[derive(Debug, Clone, PartialEq)]
pub struct ReasonTexts {
    /// The text of the clause.
    pub clause: Name,
    /// The sentence: the text of the clause with the values, or what the definition has instead in a language.
    pub sentence: Name,
}

/// The points of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatPoints {
    /// The seat.
    pub seat: Seat,
    /// Its points.
    pub points: Points,
}

impl Reason {
    /// A reason that concerns nobody yet; the key of its message is the id of the clause.
    pub fn new(rule: impl Into<Name>, args: Args) -> Reason {
        let rule = rule.into();
        Reason {
            message: rule.clone(),
            rule,
            texts: None,
            args,
            factors: Vec::new(),
            points: Vec::new(),
        }
    }

    /// The same with the message of another key.
    pub fn with_message(mut self, message: impl Into<Name>) -> Reason {
        self.message = message.into();
        self
    }

    /// The same with the texts that come with the match.
    pub fn with_texts(mut self, texts: Arc<ReasonTexts>) -> Reason {
        self.texts = Some(texts);
        self
    }

    /// The same with more numbers of which its value was made.
    pub fn with_factors(mut self, factors: impl IntoIterator<Item = Factor>) -> Reason {
        self.factors.extend(factors);
        self
    }

    /// The same with points for a seat, added to those that the seat has from it already.
    pub fn pays(mut self, seat: Seat, points: impl Into<Points>) -> Reason {
        self.pay(seat, points.into());
        self
    }

    /// The approximate bytes of memory that it takes. Its texts are shared by all reasons of a definition.
    pub fn memory(&self) -> usize {
        let factors = self.factors.capacity() * size_of::<Factor>();
        let points = self.points.capacity() * size_of::<SeatPoints>();
        size_of::<Reason>() + memory_of(&self.args) + allocated(factors) + allocated(points)
    }

    /// The points of a seat; `None` if the reason does not concern it.
    pub fn points_of(&self, seat: Seat) -> Option<Points> {
        let mut points = self.points.iter();
        let own = points.find(|own| own.seat == seat);
        own.map(|own| own.points)
    }

    /// Whether a player gains points from it.
    pub fn is_paid(&self) -> bool {
        self.points.iter().any(|paid| paid.points > Points::ZERO)
    }

    /// The argument of this name.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        let mut args = self.args.iter();
        args.find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// Whether both have the same clause, arguments and factors: then they are one reason.
    pub(crate) fn is_same(&self, other: &Reason) -> bool {
        self.rule == other.rule && self.args == other.args && self.factors == other.factors
    }

    pub(crate) fn pay(&mut self, seat: Seat, points: Points) {
        match self.points.binary_search_by_key(&seat, |own| own.seat) {
            Ok(index) => self.points[index].points += points,
            Err(index) => self.points.insert(index, SeatPoints { seat, points }),
        }
    }
}

/// A number that entered the value of a [`Reason`] under a clause of its own.
///
/// The factors of a reason, multiplied, are its value. Those that [add](Factor::adds) are no part of this
/// product: they add up to what was counted to find out who gets the value.
///
/// ```
/// use overtrick_core::Factor;
///
/// let factors = [
///     Factor::times("rate", 4, "a-game/rates"),
///     Factor::times("red", 2, "a-game/red"),
///     Factor::plus("cards", 65, "a-game/card-points"),
/// ];
/// assert_eq!(Factor::product(&factors), 8);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// The key of its words in the `[factor]` section of a language.
    pub factor: Name,
    /// The number.
    pub value: i64,
    /// The id of the clause.
    pub rule: Name,
    /// Whether it adds to what was counted, instead of multiplying the value.
    pub adds: bool,
}

impl Factor {
    /// A number by which the value is multiplied.
    pub fn times(factor: impl Into<Name>, value: i64, rule: impl Into<Name>) -> Factor {
        Factor {
            factor: factor.into(),
            value,
            rule: rule.into(),
            adds: false,
        }
    }

    /// A number that adds to what was counted.
    pub fn plus(factor: impl Into<Name>, value: i64, rule: impl Into<Name>) -> Factor {
        Factor {
            adds: true,
            ..Factor::times(factor, value, rule)
        }
    }

    /// The value that these factors give: all that multiply, multiplied.
    pub fn product(factors: &[Factor]) -> i64 {
        let times = factors.iter().filter(|factor| !factor.adds);
        times.map(|factor| factor.value).product()
    }
}
