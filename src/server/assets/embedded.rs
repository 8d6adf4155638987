//! The files in `templates/web`, which are embedded in the program.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../templates/web"]
struct Files;

/// The paths of all embedded files, relative to the page.
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter()
}

/// The contents of an embedded file.
pub fn bytes(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}

/// The digest of an embedded file.
pub fn digest(name: &str) -> Option<[u8; 32]> {
    Files::get(name).map(|file| file.metadata.sha256_hash())
}

/// The first half of a digest as text, which suffices to distinguish files.
pub fn short(digest: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&digest[..digest.len().min(16)])
}

/// A script in which lines that contain only comments are emptied, which saves a fifth of its size. Line
/// numbers stay those of the repository. No string in the page's scripts spans lines.
pub fn without_comments(script: &str) -> String {
    let mut is_inside = false;
    let mut bare = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim();
        let is_block = is_inside || text.starts_with("/*");
        let is_comment = text.starts_with("//")
            || is_block && text.find("*/").is_none_or(|end| end + 2 == text.len());
        is_inside = is_block && !text.contains("*/");
        if !is_comment {
            bare.push_str(line);
        }
        bare.push('\n');
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_comment_are_emptied_and_no_other() {
        let script =
            "// one\n/**\n * two\n */\nlet a = 1; // three\n  /** four */\n/* five */ a += 1;\n";
        let bare = "\n\n\n\nlet a = 1; // three\n\n/* five */ a += 1;\n";
        assert_eq!(without_comments(script), bare);
    }
}
