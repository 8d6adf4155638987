//! The page that checks a result in the browser.

use askama::Template;

use overtrick_core::args;
use overtrick_match::lang::Language;

/// The script that runs the module on a file.
pub const SCRIPT: &str = include_str!("../../../templates/verify/check.js");
/// The stylesheet of the page, in addition to that of the rules.
pub const STYLE: &str = include_str!("../../../templates/verify/verify.css");

/// The timeout of a check in seconds; a file of a thousand matches takes less.
const SECONDS: i64 = 30;

#[derive(Template)]
#[template(path = "verify/page.html")]
struct VerifyPage {
    language: &'static Language,
    others: Vec<(&'static str, String)>,
    seconds: i64,
}

/// The page in a language.
///
/// # Errors
/// The template cannot be rendered.
pub fn page(language: &'static Language) -> Result<String, String> {
    let page = VerifyPage {
        language,
        others: crate::rules::page::others(language),
        seconds: SECONDS,
    };
    page.render().map_err(|error| error.to_string())
}

impl VerifyPage {
    fn too_long(&self) -> String {
        let args = args![seconds: self.seconds];
        self.language.format("verify", "too-long", &args)
    }

    fn text(&self, key: &str) -> String {
        self.language.text("verify", key)
    }

    fn rules(&self, key: &str) -> String {
        self.language.text("rules", key)
    }
}
