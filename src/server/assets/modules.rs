//! The WebAssembly modules, compressed with Brotli: `src/wasm/build` makes them.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::assets::embedded::short;

/// A module.
#[derive(Debug)]
pub struct Module {
    /// Its path, relative to the page.
    pub path: &'static str,
    /// Its bytes, compressed.
    pub packed: &'static [u8],
    digest: LazyLock<String>,
}

/// The rules, which the page fetches once it has nothing else to do.
pub static RULES: Module = Module {
    path: "overtrick.wasm",
    packed: include_bytes!("../../../templates/wasm/overtrick.wasm.br"),
    digest: LazyLock::new(|| digest_of(RULES.packed)),
};
/// What makes PDFs, which the page fetches when it makes the first.
pub static PRINTER: Module = Module {
    path: "overtrick-pdf.wasm",
    packed: include_bytes!("../../../templates/wasm/overtrick-pdf.wasm.br"),
    digest: LazyLock::new(|| digest_of(PRINTER.packed)),
};
/// Both.
pub static ALL: [&Module; 2] = [&RULES, &PRINTER];

/// The module of a path, if there is one.
pub fn find(path: &str) -> Option<&'static Module> {
    ALL.into_iter().find(|module| module.path == path)
}

fn digest_of(bytes: &[u8]) -> String {
    short(&Sha256::digest(bytes))
}

impl Module {
    /// A digest of it, as text.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}
