//! The frame in which websites show a published match: HTML that is readable without scripts.

use actix_web::{HttpRequest, web};
use askama::Template;

use crate::assets::files::without_comments;
use crate::assets::forms::{Hue, look};
use crate::http::problem::{Problem, ProblemKind};
use crate::publish::board::{Board, ShownRow};
use overtrick_core::args;
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

impl Theme {
    /// The theme in the query of a request; `others` are parameters that it does not read.
    ///
    /// # Errors
    /// 400, naming a parameter that is unknown or has an unknown value.
    pub fn from_request(request: &HttpRequest, others: &[&str]) -> Result<Theme, Problem> {
        let mut theme = Theme::default();
        let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
        let query = query.map_err(|_| bad_theme("query"))?.into_inner();
        for (name, value) in query {
            if !others.contains(&name.as_str()) {
                theme.set(&name, &value)?;
            }
        }
        Ok(theme)
    }

    /// Sets the option of a query parameter.
    ///
    /// # Errors
    /// 400, naming the parameter, if it or its value is unknown.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let refuse = || bad_theme(name);
        if name == "theme" {
            self.scheme = Scheme::from_word(value).ok_or_else(refuse)?;
            return Ok(());
        }
        if name == "game" {
            self.hue = Some(look(value).ok_or_else(refuse)?.hue.clone());
            return Ok(());
        }
        if name != "accent" {
            return Err(refuse());
        }
        let digits = value.strip_prefix('#').unwrap_or(value);
        let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !hex || ![3, 6, 8].contains(&digits.len()) {
            return Err(refuse());
        }
        self.accent = Some(digits.to_ascii_lowercase());
        Ok(())
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

/// The problem of an unknown query parameter or value.
pub fn bad_theme(name: &str) -> Problem {
    Problem::new(ProblemKind::BadTheme).with_args(args![name: name.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(parts: &[(&str, &str)]) -> Option<Theme> {
        let mut theme = Theme::default();
        for (name, value) in parts {
            theme.set(name, value).ok()?;
        }
        Some(theme)
    }

    #[test]
    fn a_color_is_hexadecimal_and_nothing_else() {
        for color in ["1E6B50", "#1e6b50", "fff", "00000080"] {
            assert!(theme(&[("accent", color)]).is_some(), "{color}");
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
            assert_eq!(theme(&[("accent", color)]), None, "{color}");
        }
        assert_eq!(theme(&[("ink", "fff")]), None);
        assert_eq!(theme(&[("theme", "blue")]), None);
    }

    #[test]
    fn a_query_asks_for_the_same_again() {
        let theme = theme(&[("theme", "dark"), ("accent", "#1E6B50")]).unwrap();
        assert_eq!(theme.query(), "theme=dark&accent=1e6b50");
        let css = theme.css();
        assert!(
            css.contains("color-scheme:dark") && !css.contains("color-scheme:light"),
            "{css}"
        );
        assert!(css.contains("--felt:#1e6b50;}"), "{css}");
    }
}
