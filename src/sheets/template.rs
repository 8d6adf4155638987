//! Layouts: which field goes where, in millimeters. A club may pass its own.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::data::Pad;
use crate::games::Entry;
use crate::lang::Language;
use crate::rules::form::distance;
use crate::rules::{Args, args};

/// The fields that every game has.
pub(super) const NUMBER: &str = "number";

/// A layout of one game's pads.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Template {
    /// The game.
    pub game: String,
    /// For how many players a pad is, if nobody says.
    pub players: usize,
    /// The least height of a line in which a pencil writes.
    pub least_line: f32,
    /// The most height of a row, where there is room.
    pub most_row: f32,
    /// The fewest rows of a pad that may have any number of them.
    pub fewest_rows: usize,
    /// The most of them.
    pub most_rows: usize,
    /// Sizes of type in points.
    #[serde(default)]
    pub sizes: Sizes,
    /// Texts of the `[pad]` section of the languages that read otherwise on this pad.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// Arrangements of the fields, the first that fits a paper being taken.
    #[serde(rename = "arrangement")]
    pub arrangements: Vec<Arrangement>,
}

/// Sizes of type in points.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Sizes {
    /// The game's name.
    pub title: f32,
    /// Players' names.
    pub name: f32,
    /// The least that a name is shrunk to before it wraps.
    pub least_name: f32,
    /// Points on a sheet.
    pub value: f32,
    /// Labels of boxes.
    pub label: f32,
    /// Heads of columns.
    pub caption: f32,
    /// The legend.
    pub legend: f32,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            title: 16.0,
            name: 9.5,
            least_name: 6.0,
            value: 10.0,
            label: 7.0,
            caption: 5.6,
            legend: 6.2,
        }
    }
}

/// An arrangement of the fields in columns.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arrangement {
    /// The columns of the row's own fields.
    pub columns: Vec<ColumnSpec>,
    /// The column that each player has.
    pub player: ColumnSpec,
}

/// A column: how wide, and which fields stand on which line of a row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ColumnSpec {
    /// The least width.
    pub width: f32,
    /// What share of the width that is left over it takes.
    #[serde(default)]
    pub grow: f32,
    /// What heads the column; without it, the names of its fields do, line by line.
    pub head: Option<String>,
    /// The fields of each line: `tricks`; `discarded:2`, twice as wide as others; `bid!`, its boxes
    /// with short labels; `=declarer`, no field but a text of the `[pad]` section.
    pub lines: Vec<Vec<String>>,
}

/// A part of a line, as a layout names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Named<'a> {
    /// A field, whether its labels are short, and its share of the width if it is told.
    Field(&'a str, bool, Option<f32>),
    /// A text.
    Text(&'a str),
}

impl<'a> Named<'a> {
    /// Reads a part.
    pub fn read(text: &'a str) -> Named<'a> {
        if let Some(key) = text.strip_prefix('=') {
            return Named::Text(key);
        }
        let (name, share) = text.split_once(':').unwrap_or((text, ""));
        let share = share
            .parse()
            .ok()
            .filter(|share| (0.1..=20.0).contains(share));
        match name.strip_suffix('!') {
            Some(name) => Named::Field(name, true, share),
            None => Named::Field(name, false, share),
        }
    }
}

/// Why a layout cannot be used: a message of the languages' `[pad]` section.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateFault {
    message: &'static str,
    args: Args,
}

impl TemplateFault {
    /// What is wrong, and where.
    pub fn message(&self, language: &Language) -> String {
        language.format("pad", self.message, &self.args)
    }
}

fn fault(message: &'static str, args: Args) -> TemplateFault {
    TemplateFault { message, args }
}

impl Template {
    /// A game's own layout.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn of(entry: &Entry) -> Result<Template, TemplateFault> {
        Template::read(entry.layout)
    }

    /// Reads a layout.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Template, TemplateFault> {
        toml::from_str(text).map_err(|error| {
            let span = error.span().map_or(0, |span| span.start);
            let line = text.get(..span).unwrap_or("").matches('\n').count() + 1;
            let reason = error.message().trim().to_owned();
            fault("template-unreadable", args![line: line, reason: reason])
        })
    }

    /// Whether it fits a game's pad: every field that it names is one, and its figures make sense.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self, game: &str, pad: &Pad) -> Result<(), TemplateFault> {
        if self.game != game {
            let args = args![found: self.game.clone(), game: game.to_owned()];
            return Err(fault("template-game", args));
        }
        if self.arrangements.is_empty() {
            return Err(fault("template-empty", args![]));
        }
        let columns = self
            .arrangements
            .iter()
            .flat_map(|arrangement| arrangement.columns.iter().chain([&arrangement.player]));
        let used = columns.flat_map(ColumnSpec::texts);
        for key in self.texts.keys().map(String::as_str).chain(used) {
            let known = Language::english().keys("pad");
            if !known.contains(&key) {
                return Err(unknown("template-text", key, known.into_iter()));
            }
        }
        self.check_figures()?;
        for arrangement in &self.arrangements {
            let hand = || pad.hand.iter().map(|field| field.key).chain([NUMBER]);
            let seat = || pad.seat.iter().map(|field| field.key);
            for key in arrangement.columns.iter().flat_map(ColumnSpec::keys) {
                if !hand().any(|known| known == key) {
                    return Err(unknown("template-field", key, hand()));
                }
            }
            for key in arrangement.player.keys() {
                if !seat().any(|known| known == key) {
                    return Err(unknown("template-field", key, seat()));
                }
            }
        }
        Ok(())
    }

    fn check_figures(&self) -> Result<(), TemplateFault> {
        let sizes = self.sizes;
        let columns = self
            .arrangements
            .iter()
            .flat_map(|arrangement| arrangement.columns.iter().chain([&arrangement.player]));
        let widths = columns.map(|column| ("width", column.width, 3.0, 400.0));
        let figures = [
            ("least-line", self.least_line, 4.0, 60.0),
            ("most-row", self.most_row, self.least_line, 200.0),
            ("title", sizes.title, 6.0, 48.0),
            ("name", sizes.name, 5.0, 24.0),
            ("least-name", sizes.least_name, 4.0, sizes.name),
            ("value", sizes.value, 5.0, 24.0),
            ("label", sizes.label, 4.0, 16.0),
            ("caption", sizes.caption, 4.0, 16.0),
            ("legend", sizes.legend, 4.0, 16.0),
        ];
        for (key, found, least, most) in figures.into_iter().chain(widths) {
            if !(least..=most).contains(&found) {
                let args = args![
                    key: key, found: found.to_string(), least: least.to_string(), most: most.to_string()
                ];
                return Err(fault("template-figure", args));
            }
        }
        if self.fewest_rows == 0 || self.fewest_rows > self.most_rows || self.most_rows > 60 {
            let args = args![
                key: "fewest-rows", found: self.fewest_rows.to_string(),
                least: "1".to_owned(), most: self.most_rows.min(60).to_string()
            ];
            return Err(fault("template-figure", args));
        }
        Ok(())
    }
}

impl ColumnSpec {
    /// All parts in it.
    fn parts(&self) -> impl Iterator<Item = Named<'_>> {
        self.lines.iter().flatten().map(|part| Named::read(part))
    }

    /// All fields in it.
    fn keys(&self) -> impl Iterator<Item = &str> {
        self.parts().filter_map(|part| match part {
            Named::Field(key, _, _) => Some(key),
            Named::Text(_) => None,
        })
    }

    /// All texts in it.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let parts = self.parts().filter_map(|part| match part {
            Named::Text(key) => Some(key),
            Named::Field(..) => None,
        });
        parts.chain(self.head.as_deref())
    }
}

fn unknown<'a>(
    code: &'static str,
    key: &str,
    known: impl Iterator<Item = &'a str>,
) -> TemplateFault {
    let near = known.min_by_key(|known| distance(key, known)).unwrap_or("");
    fault(code, args![key: key.to_owned(), near: near.to_owned()])
}
