//! `own-games.json`: the definitions with which a table can begin a game of its own, from `templates/own-games`.

use std::sync::LazyLock;

use overtrick_own::{PRESETS, read_file};

/// The path of the definitions, relative to the page.
pub const PATH: &str = "own-games.json";

/// The definitions as a list in JSON, in the order in which they are offered.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let files = PRESETS.iter().filter_map(|(_, text)| read_file(text).ok());
    let definitions: Vec<_> = files.map(|file| file.json).collect();
    serde_json::to_string(&definitions).unwrap_or_default()
});

/// The definitions.
pub fn text() -> &'static str {
    &TEXT
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::json::Json;

    #[test]
    fn every_preset_is_served_sound() {
        let Ok(Json::List(served)) = serde_json::from_str(text()) else {
            panic!("no list: {}", text());
        };
        let ids: Vec<String> = served
            .iter()
            .map(|definition| overtrick_own::read(definition).unwrap().id().to_owned())
            .collect();
        let known: Vec<&str> = PRESETS.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, known);
    }
}
