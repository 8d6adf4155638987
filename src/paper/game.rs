//! The game of a pad or a sheet: how it is laid out, whether it ships or its table brings it along.

use overtrick_core::pad::Pad;
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;

use crate::layout::script::takes_hyphen;
use crate::layout::template::{Template, TemplateError, generated};
use crate::layout::words::Words;

/// The players of a pad of a custom game, where no number is given and its rules allow so many.
const PLAYERS: usize = 4;

/// The number of players of a pad, where none is given.
pub fn usual_players(game: &MatchGame) -> Result<usize, TemplateError> {
    match game {
        MatchGame::Shipped(entry) => Ok(Template::from_game(entry)?.players),
        MatchGame::Own(definition) => {
            let (least, most) = definition.players();
            Ok(PLAYERS.max(least).min(most))
        }
    }
}

/// The layout of a pad in a language: one of the table's, or the game's own.
///
/// # Errors
/// It cannot be read, or does not fit this blank pad.
pub fn template(
    game: &MatchGame,
    given: Option<&str>,
    blank: &Pad,
    language: &Language,
) -> Result<Template, TemplateError> {
    let mut template = match (given, game) {
        (Some(text), _) => Template::read(text)?,
        (None, MatchGame::Shipped(entry)) => Template::from_game(entry)?,
        (None, MatchGame::Own(_)) => generated(game.id(), blank),
    };
    template.check(game.id(), blank)?;
    for (key, caption) in &blank.captions {
        if !template.texts.contains_key(*key) {
            let words = Words {
                language,
                template: &template,
            };
            let caption = breakable(&words.format(caption));
            template.texts.insert((*key).to_owned(), caption);
        }
    }
    Ok(template)
}

/// A label whose longest words can be broken where a column is narrow. What a table writes has no hyphens of its own,
/// and where its words may be broken is not known: only those that no column has room for are.
fn breakable(label: &str) -> String {
    const LONG: usize = 20;
    const PART: usize = 5;
    const SOFT_HYPHEN: char = '\u{ad}';
    let word = |word: &str| -> String {
        let letters = word.chars().count();
        if letters <= LONG || !takes_hyphen(word) {
            return word.to_owned();
        }
        let broken = word.chars().enumerate().flat_map(|(index, letter)| {
            let breaks = index > 0 && index.is_multiple_of(PART) && letters - index > 2;
            breaks.then_some(SOFT_HYPHEN).into_iter().chain([letter])
        });
        broken.collect()
    };
    let words: Vec<String> = label.split_whitespace().map(word).collect();
    words.join(" ")
}
