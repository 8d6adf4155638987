//! Games to begin with, as files.

/// Each id with the file of this name.
macro_rules! presets {
    ($($id:literal = $file:literal),+ $(,)?) => {
        &[$((
            $id,
            include_str!(concat!("../../templates/own-games/", $file, ".toml")),
        )),+]
    };
}

/// The id and the file of each game with which a table can begin its own.
///
/// ```
/// use overtrick_own::{PRESETS, read, read_file};
///
/// for (id, text) in PRESETS {
///     assert_eq!(read(&read_file(text).unwrap().json).unwrap().id(), *id);
/// }
/// ```
pub const PRESETS: &[(&str, &str)] = presets![
    "wizard" = "wizard",
    "spades" = "spades",
    "hearts" = "hearts",
    "skat" = "skat",
    "whist" = "whist",
    "king" = "king",
    "barbu" = "barbu",
    "five-hundred" = "five_hundred",
    "euchre" = "euchre",
    "rikiki" = "rikiki",
    "tarot" = "tarot",
    "belote" = "belote",
    "coinche" = "coinche",
    "doppelkopf" = "doppelkopf",
    "pinochle" = "pinochle",
    "preferans" = "preferans",
    "schieber-jass" = "schieber_jass",
    "points" = "points",
];

/// The definition of the game to begin with of this id, as a match has it.
pub fn preset_json(id: &str) -> Option<overtrick_core::json::Json> {
    Some(crate::file::read_file(preset(id)?).ok()?.json)
}

/// The file of the game to begin with of this id.
pub fn preset(id: &str) -> Option<&'static str> {
    let mut presets = PRESETS.iter();
    Some(presets.find(|(known, _)| *known == id)?.1)
}
