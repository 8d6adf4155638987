//! The page that checks a result in the browser alone.

use askama::Template;

use super::modules::RULES;
use crate::lang::Language;

/// The script that has the module check a file.
pub const SCRIPT: &str = include_str!("../../templates/verify/check.js");
/// The stylesheet of the page, beside that of the rules.
pub const STYLE: &str = include_str!("../../templates/verify/verify.css");

#[derive(Template)]
#[template(path = "verify/page.html")]
struct VerifyPage {
    language: &'static Language,
    /// The number by which the module knows the language.
    number: usize,
    others: Vec<(&'static str, String)>,
    module: &'static str,
}

/// The page in a language.
///
/// # Errors
/// The template cannot be rendered.
pub fn page(language: &'static Language) -> Result<String, String> {
    let page = VerifyPage {
        language,
        number: Language::tags()
            .position(|tag| tag == language.tag())
            .unwrap_or_default(),
        others: super::rules::others(language),
        module: RULES.path,
    };
    page.render().map_err(|error| error.to_string())
}

impl VerifyPage {
    fn text(&self, key: &str) -> String {
        self.language.text("verify", key)
    }

    fn rules(&self, key: &str) -> String {
        self.language.text("rules", key)
    }
}
