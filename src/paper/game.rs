//! The game of a pad or sheet, with its layout. It may be a custom game.

use overtrick_core::pad::Pad;
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;

use crate::layout::script::allows_hyphen;
use crate::layout::template::{Template, TemplateError, generated};
use crate::layout::words::Words;

/// The usual number of players on a pad of a custom game, if the rules allow this number.
const PLAYERS: usize = 4;

/// Returns the usual number of players on a pad.
pub fn usual_players(game: &MatchGame) -> Result<usize, TemplateError> {
    match game {
        MatchGame::Shipped(entry) => Ok(Template::from_game(entry)?.players),
        MatchGame::Own(definition) => {
            let (least, most) = definition.players();
            Ok(PLAYERS.max(least).min(most))
        }
    }
}

/// Returns the layout of a pad in a language: the given layout, or else the game's layout.
///
/// # Errors
/// The layout cannot be read, or does not fit this blank pad.
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

/// Adds soft hyphens to words that are too long for any column, so that they can be broken. The labels of
/// custom games have no soft hyphens, and the proper places for them are unknown.
fn breakable(label: &str) -> String {
    const LONG: usize = 20;
    const PART: usize = 5;
    const SOFT_HYPHEN: char = '\u{ad}';
    let word = |word: &str| -> String {
        let letters = word.chars().count();
        if letters <= LONG || !allows_hyphen(word) {
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
