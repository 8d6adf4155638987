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
    ("skat", include_str!("../../templates/own-games/skat.toml")),
    (
        "whist",
        include_str!("../../templates/own-games/whist.toml"),
    ),
    ("king", include_str!("../../templates/own-games/king.toml")),
    (
        "barbu",
        include_str!("../../templates/own-games/barbu.toml"),
    ),
    (
        "five-hundred",
        include_str!("../../templates/own-games/five_hundred.toml"),
    ),
    (
        "euchre",
        include_str!("../../templates/own-games/euchre.toml"),
    ),
    (
        "rikiki",
        include_str!("../../templates/own-games/rikiki.toml"),
    ),
    (
        "tarot",
        include_str!("../../templates/own-games/tarot.toml"),
    ),
    (
        "belote",
        include_str!("../../templates/own-games/belote.toml"),
    ),
    (
        "coinche",
        include_str!("../../templates/own-games/coinche.toml"),
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
