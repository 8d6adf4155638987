//! The WebAssembly modules, compressed with Brotli; `src/wasm/build` builds them.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::assets::embedded::short;

/// A module.
#[derive(Debug)]
pub struct Module {
    /// Its path, relative to the page.
    pub path: &'static str,
    /// Its contents, compressed.
    pub packed: &'static [u8],
    digest: LazyLock<String>,
}

/// The rules, which the page fetches when it is otherwise idle.
pub static RULES: Module = Module {
    path: "overtrick.wasm",
    packed: include_bytes!("../../../templates/wasm/overtrick.wasm.br"),
    digest: LazyLock::new(|| digest_of(RULES.packed)),
};
/// The PDF printer, which the page fetches for the first PDF.
pub static PRINTER: Module = Module {
    path: "overtrick-pdf.wasm",
    packed: include_bytes!("../../../templates/wasm/overtrick-pdf.wasm.br"),
    digest: LazyLock::new(|| digest_of(PRINTER.packed)),
};
/// Both modules.
pub static ALL: [&Module; 2] = [&RULES, &PRINTER];

/// The module at a path, if there is one.
pub fn find(path: &str) -> Option<&'static Module> {
    ALL.into_iter().find(|module| module.path == path)
}

fn digest_of(bytes: &[u8]) -> String {
    short(&Sha256::digest(bytes))
}

impl Module {
    /// The module's digest, as text.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}
