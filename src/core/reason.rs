//! The derivation of points: a list of reasons.

use std::sync::Arc;

use super::args::memory_of;
use super::bounds::allocated;
use super::{Arg, Args, Name, Points, Seat};

/// A reason for points under a clause, with the points of every player concerned.
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
    /// Its texts, if it belongs to a custom game. The message then contains only the values.
    pub texts: Option<Arc<ReasonTexts>>,
    /// The arguments of its sentence.
    pub args: Args,
    /// The numbers from which its value is computed, in the order in which the sentence names them.
    pub factors: Vec<Factor>,
    /// The points of each player concerned, even if they are 0, in seat order.
    pub points: Vec<SeatPoints>,
}

/// The texts of a reason in a custom game.
#[derive(Debug, Clone, PartialEq)]
pub struct ReasonTexts {
    /// The text of the clause.
    pub clause: Name,
    /// The sentence: the one in the game's definition or, without one, the text of the clause with the values.
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
    /// Returns a reason without points; the key of its message is the id of the clause.
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

    /// Returns the reason with another message key.
    pub fn with_message(mut self, message: impl Into<Name>) -> Reason {
        self.message = message.into();
        self
    }

    /// Returns the reason with the texts of a custom game.
    pub fn with_texts(mut self, texts: Arc<ReasonTexts>) -> Reason {
        self.texts = Some(texts);
        self
    }

    /// Returns the reason with these factors instead of its own. A vector of factors is moved, not copied.
    pub fn with_factors(mut self, factors: impl IntoIterator<Item = Factor>) -> Reason {
        self.factors = Vec::from_iter(factors);
        self
    }

    /// Returns the reason with these points added to the points of a seat.
    pub fn pays(mut self, seat: Seat, points: impl Into<Points>) -> Reason {
        self.pay(seat, points.into());
        self
    }

    /// Returns the approximate memory that the reason uses, in bytes, without its texts, which are shared.
    pub fn memory(&self) -> usize {
        let factors = self.factors.capacity() * size_of::<Factor>();
        let points = self.points.capacity() * size_of::<SeatPoints>();
        size_of::<Reason>() + memory_of(&self.args) + allocated(factors) + allocated(points)
    }

    /// Returns the points of a seat; `None` if the reason does not concern it.
    pub fn points_of(&self, seat: Seat) -> Option<Points> {
        let mut points = self.points.iter();
        points.find_map(|own| (own.seat == seat).then_some(own.points))
    }

    /// Returns the argument with this name.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        let mut args = self.args.iter();
        args.find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// Whether both have the same clause, arguments and factors, so that they are merged into one reason.
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

/// A number under a clause, from which the value of a [`Reason`] is computed.
///
/// The value of a reason is the product of its factors, except those that [add](Factor::adds). These are
/// added up to a count, such as card points, which decides who gets the value.
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
    /// Whether it is added to the count instead of multiplying the value.
    pub adds: bool,
}

impl Factor {
    /// Returns a factor that multiplies the value.
    pub fn times(factor: impl Into<Name>, value: i64, rule: impl Into<Name>) -> Factor {
        Factor {
            factor: factor.into(),
            value,
            rule: rule.into(),
            adds: false,
        }
    }

    /// Returns a factor that is added to the count.
    pub fn plus(factor: impl Into<Name>, value: i64, rule: impl Into<Name>) -> Factor {
        Factor {
            adds: true,
            ..Factor::times(factor, value, rule)
        }
    }

    /// Returns the product of the factors that multiply.
    pub fn product(factors: &[Factor]) -> i64 {
        let times = factors.iter().filter(|factor| !factor.adds);
        times.map(|factor| factor.value).product()
    }
}
