//! The colors of a frame: its scheme and its accent, which the frame's address may set.

use crate::assets::look::{Hue, look};
use crate::http::problem::{Problem, ProblemKind};
use overtrick_core::args;
use overtrick_core::wire::words;

/// The colors of a frame: each variable with its light and dark value.
const COLORS: [(&str, &str, &str); 6] = [
    ("paper", "#fbfaf6", "#141614"),
    ("card", "#ffffff", "#1e211e"),
    ("ink", "#1b1c1a", "#eceae3"),
    ("muted", "#5b5e57", "#a9aca2"),
    ("line", "#8a8c84", "#6c7068"),
    ("felt", "#1e6b50", "#6ccba6"),
];
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
    /// Sets the option of a query parameter.
    ///
    /// # Errors
    /// 400, naming the parameter, if it or its value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Problem> {
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

    /// The stylesheet of a frame with this theme.
    pub fn css(&self) -> String {
        let hue = self.hue.as_ref();
        let light = block("light", hue.map(|hue| &*hue.light), |(name, light, _)| {
            (name, light)
        });
        let dark = block("dark", hue.map(|hue| &*hue.dark), |(name, _, dark)| {
            (name, dark)
        });
        let own = self.accent.iter();
        let own = declared(own.map(|digits| ("felt", digits.as_str())), "#");
        let schemes = match self.scheme {
            Scheme::Light => light,
            Scheme::Dark => dark,
            Scheme::Auto => format!("{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"),
        };
        format!("{schemes}:root{{{own}}}\n{RULES}")
    }
}

fn block(
    scheme: &str,
    hue: Option<&str>,
    chosen: impl Fn((&'static str, &'static str, &'static str)) -> (&'static str, &'static str),
) -> String {
    let colors = declared(COLORS.into_iter().map(chosen), "");
    let accent = declared(hue.map(|hue| ("felt", hue)).into_iter(), "");
    format!(":root{{color-scheme:{scheme};{colors}{accent}}}\n")
}

/// Colors as declarations of CSS variables.
fn declared<'a>(colors: impl Iterator<Item = (&'a str, &'a str)>, mark: &str) -> String {
    let mut css = String::new();
    for (name, color) in colors {
        css += &format!("--{name}:{mark}{color};");
    }
    css
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
        assert!(css.contains(":root{--felt:#1e6b50;}"), "{css}");
    }
}
