//! Descriptions of pictures in the `figures.toml` of a game.

use std::collections::BTreeMap;

use serde::Deserialize;

use overtrick_games::Entry;

/// The description of a picture.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Described {
    /// A trick with its winner.
    Trick(TrickFigure),
    /// The seats around the table.
    Seats(SeatsFigure),
    /// Cards in the order of their ranks.
    Fan(FanFigure),
    /// The symbols of the suits.
    Signs(SignsFigure),
    /// The faces of dice.
    Dice(DiceFigure),
    /// The board of a match.
    Board(BoardFigure),
}

/// The cards of a trick with its winner.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrickFigure {
    /// The trump suit, or `no-trump`.
    pub trump: String,
    /// The players and their cards, beginning with the lead.
    pub cards: Vec<(String, String)>,
    /// The player who wins the trick.
    pub winner: String,
    /// The question that asks the rules of the game for the winner.
    pub question: Question,
}

/// The fields of a question of the kind `trick`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The players at the table, in the order of their seats.
    pub players: Vec<String>,
    /// The player who dealt.
    pub dealer: Option<String>,
    /// The number of the trick.
    pub trick: Option<u8>,
    /// The settings of the hand.
    #[serde(default)]
    pub setting: BTreeMap<String, serde_json::Value>,
}

/// The direction of play around the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// To the left.
    Clockwise,
    /// To the right.
    Counterclockwise,
}

/// The seats around a table, with the actions of each player.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatsFigure {
    /// The direction of play.
    pub direction: Direction,
    /// The players in turn, beginning with the dealer, each with the words for their actions.
    pub players: Vec<(String, Vec<String>)>,
}

/// Cards from the best to the lowest.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FanFigure {
    /// The rows; `…` stands for omitted cards.
    pub rows: Vec<Vec<String>>,
}

/// The symbols of the suits, with their names.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignsFigure {
    /// The suits.
    pub suits: Vec<String>,
    /// The language tags whose suit symbols are shown side by side; empty for only the reader's language.
    #[serde(default)]
    pub decks: Vec<String>,
}

/// Dice, each with its faces.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFigure {
    /// The name of each die, with its faces: a suit, a number, an arrow, or a word.
    pub dice: Vec<(String, Vec<String>)>,
}

/// A board: its rows, and each player's record in each row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFigure {
    /// The players.
    pub players: Vec<String>,
    /// The rows.
    pub rows: Vec<BoardRow>,
}

/// A row of a board: its name, its value, and each player's record and points so far.
pub type BoardRow = (String, String, Vec<(String, String)>);

/// Reads the descriptions of a game's pictures, by the names of the pictures.
///
/// # Errors
/// The reason why the descriptions cannot be read.
pub fn described(game: &Entry) -> Result<BTreeMap<String, Described>, String> {
    toml::from_str(game.figures)
        .map_err(|error| format!("templates/games/{}/figures.toml: {error}", game.folder))
}
