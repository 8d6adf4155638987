//! The frame in which websites show a published match: HTML that is readable without scripts.

use askama::Template;
use serde::Deserialize;
use validator::{Validate, ValidationError};

use crate::assets::files::without_comments;
use crate::assets::forms::{Hue, look};
use crate::http::values::{Lang, PlayedGame};
use crate::publish::board::{Board, ShownRow};
use overtrick_core::wire::words;
use overtrick_match::lang::Language;

/// The script of the custom element that shows standings, without comments.
pub fn element() -> String {
    let lines = without_comments(include_str!("../../../templates/embed/standings.js"));
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<&str>>().join("\n")
}

/// The script that keeps a frame up to date.
pub const SCRIPT: &str = include_str!("../../../templates/embed/live.js");

#[derive(Template)]
#[template(path = "embed/frame.html")]
struct Frame<'a> {
    language: &'a Language,
    heading: &'a str,
    theme: String,
    board: Option<&'a Board>,
    state: String,
    rows: Vec<ShownRow<'a>>,
    winners: Option<String>,
    /// The frame's own address, for visitors without scripts.
    address: &'a str,
}

impl Frame<'_> {
    fn text(&self, key: &str) -> String {
        self.language.text("embed", key)
    }
}

/// The frame of a published match; `address` is the frame's own.
///
/// # Errors
/// The template cannot be rendered.
pub fn standings(
    board: &Board,
    theme: &Theme,
    language: &Language,
    address: &str,
) -> askama::Result<String> {
    Frame {
        language,
        heading: board.heading(),
        theme: theme.query_for(&board.game),
        board: Some(board),
        state: board.state.clone(),
        rows: board.rows(language),
        winners: board.won.clone(),
        address,
    }
    .render()
}

/// The frame of an unpublished match: one sentence.
///
/// # Errors
/// The template cannot be rendered.
pub fn unpublished(theme: &Theme, language: &Language) -> askama::Result<String> {
    Frame {
        language,
        heading: &language.text("embed", "not-shown"),
        theme: theme.query(),
        board: None,
        state: language.text("embed", "how"),
        rows: Vec::new(),
        winners: None,
        address: "",
    }
    .render()
}

const RULES: &str = include_str!("../../../templates/embed/frame.css");

words! {
    /// The color scheme of a frame.
    #[derive(Default)]
    pub enum Scheme {
        /// The scheme of the visitor's system.
        #[default]
        Auto = "auto",
        /// Dark on light.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
    }
}

/// How a frame is shown.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(default, deny_unknown_fields)]
pub struct FrameQuery {
    theme: Scheme,
    #[validate(custom(function = check_color))]
    accent: Option<String>,
    /// The language, where it is another one than that of the request.
    pub lang: Option<Lang>,
    /// The game in whose color the stylesheet is.
    game: Option<PlayedGame>,
}

/// The look of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Theme {
    /// The color scheme.
    pub scheme: Scheme,
    /// The color of the game, which is the accent color unless the website sets one.
    pub hue: Option<Hue>,
    /// The accent color set by the website, as hexadecimal digits.
    pub accent: Option<String>,
}

impl From<&FrameQuery> for Theme {
    fn from(query: &FrameQuery) -> Theme {
        let look = query.game.and_then(|PlayedGame(id)| look(id));
        Theme {
            hue: look.map(|look| look.hue.clone()),
            ..Theme::new(query.theme, query.accent.as_deref())
        }
    }
}

/// Checks a color of a query: 3, 6 or 8 hexadecimal digits, with or without `#`.
///
/// # Errors
/// It is none.
pub fn check_color(text: &str) -> Result<(), ValidationError> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let is_color = is_hex && [3, 6, 8].contains(&digits.len());
    is_color
        .then_some(())
        .ok_or_else(|| ValidationError::new("bad-color"))
}

impl Theme {
    /// The look with this scheme and accent color.
    pub fn new(scheme: Scheme, accent: Option<&str>) -> Theme {
        Theme {
            scheme,
            hue: None,
            accent: accent.map(|color| color.trim_start_matches('#').to_ascii_lowercase()),
        }
    }

    /// The query that selects this theme.
    pub fn query(&self) -> String {
        let mut query = format!("theme={}", self.scheme.word());
        if let Some(digits) = &self.accent {
            query += &format!("&accent={digits}");
        }
        query
    }

    /// The query that selects this theme in the color of a game. Custom games have none.
    fn query_for(&self, game: &str) -> String {
        let color = look(game).map_or_else(String::new, |_| format!("&game={game}"));
        self.query() + &color
    }

    /// The stylesheet of a frame with this theme.
    pub fn css(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Auto => "light dark",
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let accent = match (&self.accent, &self.hue) {
            (Some(digits), _) => format!("--felt:#{digits};"),
            (None, Some(Hue { light, dark })) => format!("--felt:light-dark({light},{dark});"),
            (None, None) => String::new(),
        };
        format!("{RULES}:root{{color-scheme:{scheme};{accent}}}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_is_hexadecimal_and_nothing_else() {
        for color in ["1E6B50", "#1e6b50", "fff", "00000080"] {
            assert!(check_color(color).is_ok(), "{color}");
        }
        for color in [
            "",
            "red",
            "12345",
            "#",
            "fff;}body{",
            "ﬀﬀﬀ",
            "url(x)",
            "1e6b50 ",
        ] {
            assert!(check_color(color).is_err(), "{color}");
        }
    }

    #[test]
    fn a_query_asks_for_the_same_again() {
        let theme = Theme::new(Scheme::Dark, Some("#1E6B50"));
        assert_eq!(theme.query(), "theme=dark&accent=1e6b50");
        let css = theme.css();
        assert!(
            css.contains("color-scheme:dark") && !css.contains("color-scheme:light"),
            "{css}"
        );
        assert!(css.contains("--felt:#1e6b50;}"), "{css}");
    }
}
