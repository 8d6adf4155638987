//! How a frame looks: its own colors, and those that the website asks for in the frame's address.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};

use super::csp;
use crate::api::problem::{Kind, Problem};
use crate::rules::args;

/// The colors that a website may set, each a variable of the same name; light and dark.
const COLORS: [(&str, &str, &str); 6] = [
    ("paper", "#fbfaf6", "#141614"),
    ("card", "#ffffff", "#1e211e"),
    ("ink", "#1b1c1a", "#eceae3"),
    ("muted", "#5b5e57", "#a9aca2"),
    ("line", "#8a8c84", "#6c7068"),
    ("felt", "#1e6b50", "#6ccba6"),
];
const RULES: &str = include_str!("../../templates/embed/frame.css");

/// Light or dark, or as the visitor's system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scheme {
    /// As the system has it.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Scheme {
    const ALL: [(&str, Scheme); 3] = [
        ("auto", Scheme::Auto),
        ("light", Scheme::Light),
        ("dark", Scheme::Dark),
    ];

    fn word(self) -> &'static str {
        Scheme::ALL
            .into_iter()
            .find(|(_, scheme)| *scheme == self)
            .map_or("auto", |(word, _)| word)
    }
}

/// What a website asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Theme {
    /// Light or dark.
    pub scheme: Scheme,
    /// Colors of its own: the variable's name, and hexadecimal digits.
    pub colors: Vec<(&'static str, String)>,
}

impl Theme {
    /// Takes one part of a query, if it is one of a theme.
    ///
    /// # Errors
    /// 400, naming it: it is none, or not what it should be.
    pub fn take(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let refuse = || bad(name);
        if name == "theme" {
            let known = Scheme::ALL.into_iter().find(|(word, _)| *word == value);
            self.scheme = known.ok_or_else(refuse)?.1;
            return Ok(());
        }
        let known = COLORS.iter().find(|(color, ..)| *color == name);
        let (color, ..) = known.ok_or_else(refuse)?;
        let digits = value.strip_prefix('#').unwrap_or(value);
        let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !hex || ![3, 6, 8].contains(&digits.len()) {
            return Err(refuse());
        }
        self.colors.push((color, digits.to_ascii_lowercase()));
        Ok(())
    }

    /// The query that asks for it.
    pub fn query(&self) -> String {
        let mut query = format!("theme={}", self.scheme.word());
        for (name, digits) in &self.colors {
            query += &format!("&{name}={digits}");
        }
        query
    }

    fn css(&self) -> String {
        let light = block("light", |(name, light, _)| (name, light));
        let dark = block("dark", |(name, _, dark)| (name, dark));
        let own = declared(
            self.colors
                .iter()
                .map(|(name, digits)| (*name, digits.as_str())),
            "#",
        );
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
    chosen: impl Fn((&'static str, &'static str, &'static str)) -> (&'static str, &'static str),
) -> String {
    let colors = declared(COLORS.into_iter().map(chosen), "");
    format!(":root{{color-scheme:{scheme};{colors}}}\n")
}

/// Colors as declarations of their variables.
fn declared<'a>(colors: impl Iterator<Item = (&'a str, &'a str)>, mark: &str) -> String {
    let mut css = String::new();
    for (name, color) in colors {
        css += &format!("--{name}:{mark}{color};");
    }
    css
}

/// The problem of a query that asks for what there is not.
pub fn bad(name: &str) -> Problem {
    Problem::new(Kind::BadTheme).saying(args![name: name.to_owned()])
}

/// The parts of a query, decoded.
///
/// # Errors
/// 400: it is none.
pub fn parts(request: &HttpRequest) -> Result<Vec<(String, String)>, Problem> {
    let query = actix_web::web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    Ok(query.map_err(|_| bad("query"))?.into_inner())
}

/// The stylesheet of a frame.
pub async fn served(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let mut theme = Theme::default();
    for (name, value) in parts(&request)? {
        theme.take(&name, &value)?;
    }
    let mut answer = HttpResponse::Ok();
    csp::public(&mut answer).insert_header((header::CACHE_CONTROL, "public, max-age=3600"));
    Ok(answer
        .content_type("text/css; charset=utf-8")
        .body(theme.css()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(parts: &[(&str, &str)]) -> Option<Theme> {
        let mut theme = Theme::default();
        for (name, value) in parts {
            theme.take(name, value).ok()?;
        }
        Some(theme)
    }

    #[test]
    fn a_color_is_hexadecimal_and_nothing_else() {
        for good in ["1E6B50", "#1e6b50", "fff", "00000080"] {
            assert!(theme(&[("felt", good)]).is_some(), "{good}");
        }
        for bad in [
            "",
            "red",
            "12345",
            "#",
            "fff;}body{",
            "ﬀﬀﬀ",
            "url(x)",
            "1e6b50 ",
        ] {
            assert_eq!(theme(&[("felt", bad)]), None, "{bad}");
        }
        assert_eq!(theme(&[("fell", "fff")]), None);
        assert_eq!(theme(&[("theme", "blue")]), None);
    }

    #[test]
    fn a_query_asks_for_the_same_again() {
        let asked = theme(&[("theme", "dark"), ("felt", "#1E6B50"), ("ink", "fff")]).unwrap();
        assert_eq!(asked.query(), "theme=dark&felt=1e6b50&ink=fff");
        let css = asked.css();
        assert!(
            css.contains("color-scheme:dark") && !css.contains("color-scheme:light"),
            "{css}"
        );
        assert!(css.contains(":root{--felt:#1e6b50;--ink:#fff;}"), "{css}");
    }
}
