//! Games to begin with, as files.

/// The id and the file of each game with which a table can begin its own.
///
/// ```
/// use overtrick_own::{PRESETS, read, read_file};
///
/// for (id, text) in PRESETS {
///     assert_eq!(read(&read_file(text).unwrap().json).unwrap().id(), *id);
/// }
/// ```
pub const PRESETS: &[(&str, &str)] = &[
    (
        "wizard",
        include_str!("../../templates/own-games/wizard.toml"),
    ),
    (
        "spades",
        include_str!("../../templates/own-games/spades.toml"),
    ),
    (
        "hearts",
        include_str!("../../templates/own-games/hearts.toml"),
    ),
    (
        "points",
        include_str!("../../templates/own-games/points.toml"),
    ),
];

/// The file of the game to begin with of this id.
pub fn preset(id: &str) -> Option<&'static str> {
    let mut presets = PRESETS.iter();
    Some(presets.find(|(known, _)| *known == id)?.1)
}
