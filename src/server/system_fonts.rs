//! The fonts of the system, for names in scripts that the built-in fonts lack.

#![expect(
    clippy::disallowed_methods,
    reason = "fonts are files of the system, read on a separate thread"
)]

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use overtrick_paper::Printable;
use overtrick_paper::layout::fonts::characters;

/// The folders in which systems keep their fonts.
const FOLDERS: [&str; 5] = [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:\\Windows\\Fonts",
];
/// The maximum depth of searched subfolders.
const MAX_DEPTH: usize = 6;
/// The maximum size of a font in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// A font of the system.
struct SystemFont {
    file: PathBuf,
    characters: Vec<RangeInclusive<u32>>,
}

/// All fonts of the system, the preferred ones first.
static FONTS: LazyLock<Vec<SystemFont>> = LazyLock::new(|| {
    let mut files = Vec::new();
    for folder in FOLDERS {
        collect(Path::new(folder), MAX_DEPTH, &mut files);
    }
    files.sort_by_key(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        // Noto Sans Regular resembles the built-in fonts.
        let is_alike = name.starts_with("NotoSans") && name.contains("Regular");
        (!is_alike, !name.contains("Regular"), file.clone())
    });
    let fonts = files.into_iter().filter_map(|file| {
        let characters = characters(&read(&file)?);
        Some(SystemFont { file, characters })
    });
    fonts.collect()
});

/// Adds the fonts in a folder and its subfolders.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        if extension == "ttf" || extension == "otf" {
            files.push(path);
        } else if depth > 0 && path.is_dir() {
            collect(&path, depth - 1, files);
        }
    }
}

fn read(file: &Path) -> Option<Vec<u8>> {
    let length = fs::metadata(file).ok()?.len();
    (length <= MAX_BYTES).then(|| fs::read(file).ok())?
}

/// Returns fonts of the system that together have as many of these characters as possible.
///
/// The first call reads all fonts of the system.
pub fn with_characters(missing: &[char]) -> Vec<Vec<u8>> {
    if missing.is_empty() {
        return Vec::new();
    }
    let mut missing: Vec<u32> = missing.iter().map(|c| u32::from(*c)).collect();
    let mut found = Vec::new();
    for font in FONTS.iter() {
        let has = |code: &u32| font.characters.iter().any(|range| range.contains(code));
        if missing.iter().any(has)
            && let Some(bytes) = read(&font.file)
        {
            found.push(bytes);
            missing.retain(|code| !has(code));
        }
    }
    found
}

/// Draws with these fonts. If they lack characters, draws again with additional fonts of the system.
///
/// # Errors
/// Errors of `draw`.
pub fn draw_with_fonts<E>(
    mut fonts: Vec<Vec<u8>>,
    draw: impl Fn(&[Vec<u8>]) -> Result<Printable, E>,
) -> Result<Printable, E> {
    let printable = draw(&fonts)?;
    let found = with_characters(&printable.drawing.missing);
    if found.is_empty() {
        return Ok(printable);
    }
    fonts.extend(found);
    draw(&fonts)
}
