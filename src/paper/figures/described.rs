//! Pictures as a game describes them in its `figures.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use overtrick_games::Entry;

/// A picture as it is described.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Described {
    /// A trick, and who wins it.
    Trick(TrickFigure),
    /// The seats around the table.
    Seats(SeatsFigure),
    /// Cards in the order of their ranks.
    Fan(FanFigure),
    /// The signs of the suits.
    Signs(SignsFigure),
    /// The faces of dice.
    Dice(DiceFigure),
    /// The board of a match.
    Board(BoardFigure),
}

/// A trick laid out, and who wins it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrickFigure {
    /// The suit that is trump, or `no-trump`.
    pub trump: Option<String>,
    /// Each player's card, the lead first.
    pub cards: Vec<(String, String)>,
    /// Who wins it.
    pub winner: String,
    /// The question to the rules of the game: who wins it.
    pub question: Question,
}

/// The fields of a question of the kind `trick`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The players at the table, in the order of their seats.
    pub players: Vec<String>,
    /// Who dealt.
    pub dealer: Option<String>,
    /// The number of the trick.
    pub trick: Option<u8>,
    /// What the game asks of the hand.
    #[serde(default)]
    pub setting: BTreeMap<String, serde_json::Value>,
}

/// The way that play goes around the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// To the left.
    Clockwise,
    /// To the right.
    Counterclockwise,
}

/// The seats around a table, with what each player does.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatsFigure {
    /// The way of play.
    pub direction: Direction,
    /// The players in turn, each with the words for what they do; the first deals.
    pub players: Vec<(String, Vec<String>)>,
}

/// Cards from the best to the lowest.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FanFigure {
    /// The rows; `…` stands for cards that are left out.
    pub rows: Vec<Vec<String>>,
}

/// The signs of the suits, with their names.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignsFigure {
    /// The suits.
    pub suits: Vec<String>,
    /// The languages whose players' decks are shown beside each other, by their tags.
    #[serde(default)]
    pub decks: Vec<String>,
}

/// Dice, each with its faces.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFigure {
    /// The word for each die, and its faces: a suit, a number, an arrow, or a word.
    pub dice: Vec<(String, Vec<String>)>,
}

/// A board: what is played in each row, and what each player has in it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFigure {
    /// The players.
    pub players: Vec<String>,
    /// The rows.
    pub rows: Vec<BoardRow>,
}

/// The word for a row, what it is worth, and each player's record and points, as far as played.
pub type BoardRow = (String, String, Vec<(String, String)>);

/// The pictures of a game by name.
///
/// # Errors
/// Why they cannot be read.
pub fn described(game: &Entry) -> Result<Vec<(String, Described)>, String> {
    let named: BTreeMap<String, Described> = toml::from_str(game.figures)
        .map_err(|error| format!("templates/games/{}/figures.toml: {error}", game.folder))?;
    Ok(named.into_iter().collect())
}
