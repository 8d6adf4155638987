//! The description of a game, without a match: its name, clauses, house rules and fields.

use super::form::FieldOf;
use super::wire::words;
use super::{
    Adjudicator, Arg, Fields, Finding, HouseRule, Name, RulesInForce, Scoring, Seat, args,
};
pub use crate::{define_clauses as clauses, define_irregularities as irregularities};

words! {
    /// The kinds of questions to an adjudicator.
    pub enum QuestionKind {
        /// Whether the calls of an auction are legal, and the calls that may follow.
        Auction = "auction",
        /// The winner of a trick, and the cards that the players could have played.
        Trick = "trick",
        /// Whether a player revoked, judged by the known cards of that player's hand.
        Revoke = "revoke",
        /// The rulings on all tricks of a hand.
        Play = "play",
        /// The cards that may be discarded.
        Discard = "discard",
        /// The value of a contract, or the bids above a value.
        Value = "value",
        /// The number of cards that each player passes, and the receiver.
        Pass = "pass",
        /// The player who picks a contract after everyone has passed, and the contracts to choose from.
        Pick = "pick",
        /// The payments for a contract after everyone has played it.
        Row = "row",
        /// The card points of a pile.
        Pile = "pile",
        /// The bonus that is paid.
        Bonus = "bonus",
        /// The possible values of a hand's missing amounts.
        Finish = "finish",
    }
}

/// The description of a shipped game.
pub type Facts = FactsOf<'static>;

/// A clause of a game's rules. Its text is in the language files, and its place in the author's rules is in
/// `sources.toml`.
#[derive(Debug, Clone, Copy)]
pub struct Clause {
    /// The id of the game, a slash, and the name of the clause: `a-game/follow`. A clause of [`COMMON`] has a
    /// phase in place of the game: `play/turn`.
    pub id: &'static str,
    /// Whether it is our interpretation (◇), because the rulebook is silent or unclear.
    pub ours: bool,
}

words! {
    /// A suggested remedy (◇) for an irregularity for which the author's rules have no remedy. The language files
    /// describe it in `[guidance]`.
    pub enum Guidance {
        /// A call that is not allowed: out of turn, too low or too high, after a pass, on the wrong side.
        Call = "call",
        /// A call that its player wants to change.
        ChangedCall = "changed-call",
        /// A card that breaks the rules for following a lead.
        Revoke = "revoke",
        /// A card played or led out of turn.
        OutOfTurn = "out-of-turn",
        /// A card seen that should be hidden.
        ExposedCard = "exposed-card",
        /// Wrong cards, or a wrong number of cards, put aside or drawn.
        Aside = "aside",
        /// A wrong deal.
        Misdeal = "misdeal",
        /// A claim of the remaining tricks.
        Claim = "claim",
        /// A concession of tricks.
        Concession = "concession",
        /// A bonus that nobody claimed.
        UnclaimedBonus = "unclaimed-bonus",
    }
}

impl Guidance {
    /// Whether a record can show the irregularity. The table then decides whether to let it stand.
    pub fn is_recorded(self) -> bool {
        matches!(
            self,
            Guidance::Call | Guidance::Revoke | Guidance::OutOfTurn | Guidance::Aside
        )
    }

    /// Returns the suggestion for an illegal step in a question, if no irregularity names the broken clause.
    pub fn of_question(kind: QuestionKind) -> Guidance {
        match kind {
            QuestionKind::Discard => Guidance::Aside,
            QuestionKind::Trick | QuestionKind::Revoke | QuestionKind::Play => Guidance::Revoke,
            _ => Guidance::Call,
        }
    }
}

/// The remedy of an irregularity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// The remedy at this place in the author's rules. The language files describe it in `[remedy]`.
    Stated(&'static str),
    /// Our suggestion, because the author's rules have no remedy.
    Suggested(Guidance),
}

/// An irregularity at the table, with its remedy. The language files describe it in `[irregularity]`.
#[derive(Debug, Clone, Copy)]
pub struct Irregularity {
    /// The id of the game, a slash, and a name: `a-game/revoke`.
    pub id: &'static str,
    /// The id of the clause that it breaks.
    pub clause: &'static str,
    /// The remedy.
    pub remedy: Remedy,
}

/// The description of a game, without a match.
///
/// ```
/// let facts = overtrick_games::all()[0].facts;
/// assert!(facts.players.0 <= facts.players.1);
/// assert!(facts.all_clauses().all(|clause| clause.id.contains('/')));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FactsOf<'a> {
    /// Its id: lower case, with hyphens between words.
    pub id: &'a str,
    /// Its English name.
    pub name: &'a str,
    /// Its author, as named in the rules.
    pub author: &'a str,
    /// The rulebook that the scoring follows.
    pub source: &'a str,
    /// The minimum and maximum number of players.
    pub players: (usize, usize),
    /// Whether its points may be halves.
    pub halves: bool,
    /// Whether gains and losses in a hand must balance. If so, no number of points is suggested for a penalty.
    pub balances: bool,
    /// The newest edition of its scoring.
    pub edition: i64,
    /// Its clauses, in the order of its rules page.
    pub clauses: &'static [Clause],
    /// Its house rules.
    pub options: &'static [HouseRule],
    /// The fields of a hand's record.
    pub record: &'a [FieldOf<'a>],
    /// The columns of the game in tables of hands, in order.
    pub columns: &'static [Column],
    /// What can go wrong at the table.
    pub irregularities: &'static [Irregularity],
    /// The kinds of questions that it answers, each with its fields besides `game`, `players`, `options`,
    /// `question` and `dealer`.
    pub questions: &'a [(QuestionKind, &'a [FieldOf<'a>])],
}

/// The clauses that all games share.
pub const COMMON: &[Clause] = &[
    crate::define_clauses!(@clause "match/dealer" ours),
    crate::define_clauses!(@clause "play/turn"),
    crate::define_clauses!(@clause "play/held"),
];

/// The irregularities of every game.
pub const COMMON_IRREGULARITIES: &[Irregularity] = crate::define_irregularities!(@list
    "play/exposed-card": "play/turn" => guided ExposedCard;
    "play/claim": "play/turn" => guided Claim;
    "play/concession": "play/turn" => guided Concession;
);

impl Facts {
    /// Returns facts with the house rules, the record and the questions of a game; the rest is empty.
    pub const fn of<G: RulesInForce + Scoring + Adjudicator>() -> Facts {
        Facts {
            id: "",
            name: "",
            author: "",
            source: "",
            players: (0, 0),
            halves: false,
            balances: false,
            edition: 1,
            clauses: &[],
            options: G::OPTIONS,
            record: <G::Record as Fields>::FIELDS,
            columns: &[],
            irregularities: &[],
            questions: G::QUESTIONS,
        }
    }
}

impl FactsOf<'_> {
    /// Returns its irregularities, then those of all games.
    pub fn all_irregularities(&self) -> impl Iterator<Item = &'static Irregularity> {
        self.irregularities.iter().chain(COMMON_IRREGULARITIES)
    }

    /// Returns the clauses of the game, then those that all games share.
    pub fn all_clauses(&self) -> impl Iterator<Item = &'static Clause> {
        self.clauses.iter().chain(COMMON)
    }

    /// Returns the clause with this id.
    ///
    /// ```
    /// let facts = overtrick_games::all()[0].facts;
    /// assert!(facts.clause("play/turn").is_some());
    /// assert!(facts.clause("play/no-such-clause").is_none());
    /// ```
    pub fn clause(&self, id: &str) -> Option<&'static Clause> {
        self.all_clauses().find(|clause| clause.id == id)
    }

    /// Whether the clause with this id is our interpretation (◇).
    ///
    /// ```
    /// let facts = overtrick_games::all()[0].facts;
    /// assert!(facts.is_reading("match/dealer"));
    /// assert!(!facts.is_reading("play/turn"));
    /// ```
    pub fn is_reading(&self, id: &str) -> bool {
        // This runs for every line of a derivation. Testing `ours` first avoids most comparisons of ids.
        self.all_clauses()
            .any(|clause| clause.ours && clause.id == id)
    }
}

/// Returns the fault for too few or too many players.
pub fn players_count(game: impl Into<Arg>, (least, most): (usize, usize), found: usize) -> Finding {
    let game: Arg = game.into();
    let args = args![found: found, least: least, most: most, game: game];
    let message = (least == most).then_some("players-count-exact");
    Finding::rule("players-count", "/players", args).with_message(message)
}

/// Returns the id of a clause, from its game and its constant: `a-game/FIRST_BID` becomes `a-game/first-bid`.
///
/// ```
/// assert_eq!(&overtrick_core::clause_id::<16>("a-game/FIRST_BID"), b"a-game/first-bid");
/// ```
pub const fn clause_id<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut id = [0; LENGTH];
    let mut index = 0;
    while index < LENGTH {
        id[index] = match name.as_bytes()[index] {
            b'_' => b'-',
            letter => letter.to_ascii_lowercase(),
        };
        index += 1;
    }
    id
}

/// Defines the clauses of a game: a constant for each id, and the table `CLAUSES`.
///
/// `"a-game": FIRST_BID, BID_ORDER ours` defines `a-game/first-bid`, which the source states, and
/// `a-game/bid-order`, which is our interpretation (◇).
#[macro_export]
#[doc(hidden)]
macro_rules! define_clauses {
    (@clause $id:tt) => { $crate::Clause { id: $id, ours: false } };
    (@clause $id:tt ours) => { $crate::Clause { id: $id, ours: true } };
    ($game:literal: $($name:ident $($mark:ident)?),* $(,)?) => {
        $(pub(super) const $name: &str = {
            const NAME: &str = concat!($game, "/", stringify!($name));
            const ID: [u8; NAME.len()] = $crate::clause_id(NAME);
            match str::from_utf8(&ID) {
                Ok(id) => id,
                Err(_) => NAME,
            }
        };)*

        /// Every clause, in the order of the game's page.
        pub(super) const CLAUSES: &[$crate::Clause] =
            &[$($crate::define_clauses!(@clause $name $($mark)?)),*];
    };
}

/// Defines the irregularities of a game, as the table `IRREGULARITIES`, in the module of its clauses.
///
/// In `"game/name": CLAUSE => guided What;`, `What` is our suggestion, a [`Guidance`]. `remedied "place"`
/// instead names the place of the remedy in the source.
#[macro_export]
#[doc(hidden)]
macro_rules! define_irregularities {
    (@remedy guided $what:ident) => { $crate::Remedy::Suggested($crate::Guidance::$what) };
    (@remedy remedied $place:literal) => { $crate::Remedy::Stated($place) };
    (@list $($id:literal: $clause:expr => $kind:ident $what:tt;)*) => {
        &[$($crate::Irregularity {
            id: $id,
            clause: $clause,
            remedy: $crate::define_irregularities!(@remedy $kind $what),
        }),*]
    };
    ($($irregularities:tt)*) => {
        /// What can go wrong at the table.
        pub(super) const IRREGULARITIES: &[$crate::Irregularity] =
            $crate::define_irregularities!(@list $($irregularities)*);
    };
}

/// A game's own column in tables of hands, besides the players' points and totals.
///
/// The language files contain its name in `[column]`, under the game's id, a slash, and the key. CSV exports
/// use the key as the name.
///
/// ```
/// use overtrick_core::{Column, ColumnPlace};
///
/// let pot = Column { key: "pot", place: ColumnPlace::After };
/// assert_eq!(pot.place, ColumnPlace::After);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its key.
    pub key: &'static str,
    /// Its position.
    pub place: ColumnPlace,
}

impl Column {
    /// Returns a column with this key at this place.
    pub const fn new(key: &'static str, place: ColumnPlace) -> Column {
        Column { key, place }
    }
}

/// The position of a [`Column`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnPlace {
    /// Before the players: a value of the hand, such as its contract.
    Before,
    /// In each player's column, in brackets.
    Beside,
    /// After the players: a value carried over to the next hand, such as the pot.
    After,
}

/// A value that a game shows before a hand, and at the end of the match.
#[derive(Debug, Clone, PartialEq)]
pub struct Show {
    /// Its label.
    pub label: Name,
    /// The value of the whole table, if it has one.
    pub value: Option<Arg>,
    /// The values of players or sides. A side has the seat of its first player.
    pub seats: Vec<(Seat, Arg)>,
}

/// The content of a column in a hand's row.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The key of the column.
    pub column: &'static str,
    /// The player, or `None` for the whole hand.
    pub seat: Option<Seat>,
    /// The number or word.
    pub figure: Arg,
}
