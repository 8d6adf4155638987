//! A game's look on pages: its emblem, as SVG paths, and its color.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use overtrick_games as games;

/// The color of a game, as `#RRGGBB`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Hue {
    /// On a light background.
    pub light: String,
    /// On a dark background.
    pub dark: String,
}

/// The look of a game.
#[derive(Debug)]
pub struct Look {
    /// Its color.
    pub hue: Hue,
    /// The paths of its emblem, in a box of 24 by 24.
    pub emblem: Vec<String>,
}

#[derive(Deserialize)]
struct Form {
    look: Written,
}

#[derive(Deserialize)]
struct Written {
    light: String,
    dark: String,
    emblem: Vec<String>,
}

static LOOKS: LazyLock<HashMap<&str, Look>> = LazyLock::new(|| {
    let looks = games::all().iter().filter_map(|entry| {
        let Form { look } = toml::from_str(entry.form).ok()?;
        let hue = Hue {
            light: look.light,
            dark: look.dark,
        };
        let emblem = look.emblem;
        Some((entry.facts.id, Look { hue, emblem }))
    });
    looks.collect()
});

/// The look of a game.
pub fn look(game: &str) -> Option<&'static Look> {
    LOOKS.get(game)
}

/// The colors of all games, as rules of a stylesheet.
pub fn hues() -> String {
    let rules = games::all().iter().filter_map(|entry| {
        let id = entry.facts.id;
        let Hue { light, dark } = &look(id)?.hue;
        Some(format!(
            "[data-game=\"{id}\"] {{ --hue-light: {light}; --hue-dark: {dark}; }}\n"
        ))
    });
    rules.collect()
}
