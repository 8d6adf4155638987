//! The page that checks a result in the browser alone, and the rules as a WebAssembly module.

use std::sync::LazyLock;

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::lang::Language;

/// The module, compressed with Brotli: `src/wasm/build` makes it.
pub const MODULE: &[u8] = include_bytes!("../../templates/wasm/overtrick.wasm.br");
/// The script that has the module check a file.
pub const SCRIPT: &str = include_str!("../../templates/verify/check.js");
/// The stylesheet of the page, beside that of the rules.
pub const STYLE: &str = include_str!("../../templates/verify/verify.css");

/// The digest of the module.
pub static DIGEST: LazyLock<String> =
    LazyLock::new(|| URL_SAFE_NO_PAD.encode(&Sha256::digest(MODULE)[..16]));

/// The name of the module: another module has another one, so that a browser may keep it for ever.
pub fn module_name() -> String {
    format!("overtrick-{}.wasm", *DIGEST)
}

#[derive(Template)]
#[template(path = "verify/page.html")]
struct VerifyPage {
    language: &'static Language,
    /// The number by which the module knows the language.
    number: usize,
    others: Vec<(&'static str, String)>,
    module: String,
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
        module: module_name(),
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
