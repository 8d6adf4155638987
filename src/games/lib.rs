//! The games, and a registry with one line for each game.
//!
//! A game has two folders with the same name: `src/games/NAME` has its code, and `templates/games/NAME` has its texts:
//! messages and rules in each language, the layout of its pad and a sample match.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

#[cfg(feature = "paper")]
use overtrick_core::HasPad;
use overtrick_core::form::Reading;
use overtrick_core::json::Json;
use overtrick_core::judging::{Answered, Scored, answer, judge, read_document, rules_in_force};
use overtrick_core::{
    Arg, COMMON, Clause, Facts, Finding, Game, HouseRules, QuestionKind, RulesInForce, Table, args,
};

/// A function that resolves a table's house rules for its pads, or returns every fault in them.
#[cfg(feature = "paper")]
type PadRulesOf = fn(Json, &Table) -> Result<Box<dyn PadRules>, Vec<Finding>>;

/// The house rules in force at a table, as its pads need them.
#[cfg(feature = "paper")]
pub trait PadRules: HasPad {
    /// Returns the house rules.
    fn in_force(&self) -> HouseRules;
}

#[cfg(feature = "paper")]
impl<G: Game> PadRules for G {
    fn in_force(&self) -> HouseRules {
        self.resolved()
    }
}

/// A game for the code outside its folder, without the game's own types.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The facts about the game.
    pub facts: &'static Facts,
    /// The name of the game's two folders and of its module.
    pub folder: &'static str,
    /// The texts of its language files, each with the language's tag.
    pub languages: &'static [(&'static str, &'static str)],
    /// The place of each clause in the author's rules: the text of its `sources.toml`.
    pub sources: &'static str,
    /// Examples of each kind of hand and each kind of question, as JSON.
    pub examples: &'static str,
    /// The layout of its pad: the text of its `layout.toml`.
    #[cfg(feature = "paper")]
    pub layout: &'static str,
    /// A sample match: the text of its `sample.json`.
    #[cfg(feature = "paper")]
    pub sample: &'static str,
    /// Its rules in prose, in each language, with the language's tag: the texts of its `rules.TAG.md`.
    rules: &'static [(&'static str, &'static str)],
    /// The worked hand in its rules, as a match: the text of its `example.json`.
    #[cfg(feature = "paper")]
    pub example: &'static str,
    /// A sample hand at the top of its pad, for each number of players: the text of its `worked.json`.
    #[cfg(feature = "paper")]
    pub worked: &'static str,
    /// Scores a document after its field table has checked the top level.
    pub score: fn(Json, Reading) -> Result<Scored, Vec<Finding>>,
    /// Answers a question of this kind after its field table has checked the top level.
    pub answer: fn(QuestionKind, Json, Reading) -> Result<Answered, Vec<Finding>>,
    /// Returns the house rules in force, or every fault in them.
    pub resolve: fn(Json, &Table) -> Result<HouseRules, Vec<Finding>>,
    /// Returns the house rules in force, as its pads need them, or every fault in them.
    #[cfg(feature = "paper")]
    pub pad_rules: PadRulesOf,
    /// The form for entering a hand on a phone: the text of its `form.toml`.
    #[cfg(feature = "paper")]
    pub form: &'static str,
    /// The pictures of its rules, by name: the text of its `figures.toml`.
    #[cfg(feature = "paper")]
    pub figures: &'static str,
}

impl Entry {
    /// Returns its messages in a language: the text of its `TAG.toml`, if it has one.
    pub fn language(&self, tag: &str) -> Option<&'static str> {
        in_language(self.languages, tag)
    }

    /// Returns its rules in a language: the text of its `rules.TAG.md`, if it has one.
    pub fn rules_text(&self, tag: &str) -> Option<&'static str> {
        in_language(self.rules, tag)
    }
}

/// Returns the text with this language tag.
fn in_language(texts: &[(&str, &'static str)], tag: &str) -> Option<&'static str> {
    let mut texts = texts.iter();
    Some(texts.find(|(known, _)| *known == tag)?.1)
}

/// The text of a file in a game's folder of `templates/games`.
macro_rules! template {
    ($folder:ident, $file:literal) => {
        include_str!(concat!(
            "../../templates/games/",
            stringify!($folder),
            "/",
            $file
        ))
    };
}

mod trick_bids;

/// Declares the module of each game and its entry, with the files of its folder.
macro_rules! register {
    ($($folder:ident::$game:ident,)*) => {
        $(pub mod $folder;)*

        static GAMES: &[Entry] = &[$(Entry {
            facts: $folder::$game::FACTS,
            folder: stringify!($folder),
            languages: &[
                ("en", template!($folder, "en.toml")),
                ("cs", template!($folder, "cs.toml")),
            ],
            sources: template!($folder, "sources.toml"),
            examples: template!($folder, "examples.json"),
            #[cfg(feature = "paper")]
            layout: template!($folder, "layout.toml"),
            #[cfg(feature = "paper")]
            sample: template!($folder, "sample.json"),
            rules: &[
                ("en", template!($folder, "rules.en.md")),
                ("cs", template!($folder, "rules.cs.md")),
            ],
            #[cfg(feature = "paper")]
            example: template!($folder, "example.json"),
            #[cfg(feature = "paper")]
            worked: template!($folder, "worked.json"),
            #[cfg(feature = "paper")]
            form: template!($folder, "form.toml"),
            #[cfg(feature = "paper")]
            figures: template!($folder, "figures.toml"),
            score: |document, reading| judge(read_document::<$folder::$game>(document, reading)),
            answer: answer::<$folder::$game>,
            resolve: |options, table| {
                Ok(rules_in_force::<$folder::$game>(options, table)?.resolved())
            },
            #[cfg(feature = "paper")]
            pad_rules: |options, table| {
                Ok(Box::new(rules_in_force::<$folder::$game>(options, table)?))
            },
        }),*];
    };
}

/// The registry: passes the folder and the type of every game to a macro.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_game {
    ($then:ident) => {
        $then! {
            berzerka::Berzerka,
            contract_sabacc::ContractSabacc,
            brink_bid::BrinkBid,
            contractor::Contractor,
            mariash::Mariash,
            oh_hell::OhHell,
        }
    };
}

for_each_game!(register);

/// Returns every game.
pub fn all() -> &'static [Entry] {
    GAMES
}

/// Returns the game with this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.facts.id == id)
}

/// Returns the clause with this id, of any game.
///
/// ```
/// assert!(overtrick_games::clause("play/turn").is_some());
/// assert!(overtrick_games::clause("no-such-game/clause").is_none());
/// ```
pub fn clause(id: &str) -> Option<&'static Clause> {
    let game = id.split_once('/').and_then(|(game, _)| find(game));
    let own = game.map_or(&[][..], |entry| entry.facts.clauses);
    own.iter().chain(COMMON).find(|clause| clause.id == id)
}

/// Whether the clause with this id, of any game, is our reading (◇).
///
/// ```
/// assert!(overtrick_games::is_reading("match/dealer"));
/// assert!(!overtrick_games::is_reading("play/turn"));
/// ```
pub fn is_reading(id: &str) -> bool {
    clause(id).is_some_and(|clause| clause.ours)
}

/// Returns the game with this name. Case, spaces, hyphens and underscores make no difference.
///
/// ```
/// use overtrick_games::{all, meant};
///
/// let id = all()[0].facts.id;
/// assert_eq!(meant(&id.to_uppercase().replace('-', " ")).unwrap().facts.id, id);
/// ```
pub fn meant(name: &str) -> Option<&'static Entry> {
    let name = plain(name);
    GAMES.iter().find(|entry| plain(entry.facts.id) == name)
}

/// Returns the letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the game that was probably meant by a name with a typo.
fn near(name: &str) -> Option<&'static Entry> {
    let name = plain(name);
    let most = if name.chars().count() < 6 { 1 } else { 2 };
    let typos = |entry: &&Entry| overtrick_core::distance(&name, &plain(entry.facts.id));
    let near = GAMES.iter().min_by_key(typos);
    near.filter(|entry| typos(entry) <= most)
}

/// Returns the fault for an unknown game id. The fault suggests a game with a similar name, or lists all games.
///
/// ```
/// use overtrick_games::{find, unknown_game};
///
/// assert!(find("no-such-game").is_none());
/// assert_eq!(unknown_game("no-such-game").pointer, "/game");
/// ```
pub fn unknown_game(id: &str) -> Finding {
    if let Some(entry) = near(id) {
        let args = args![found: id.to_owned(), near: entry.facts.id.to_owned()];
        return Finding::rule("unknown-game", "/game", args).with_message("unknown-game-near");
    }
    let ids = GAMES.iter().map(|entry| Arg::Text(entry.facts.id.into()));
    let args = args![found: id.to_owned(), games: Arg::List(ids.collect())];
    Finding::rule("unknown-game", "/game", args)
}
