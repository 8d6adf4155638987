//! Layouts: the positions of the fields of a pad, in millimeters.
//!
//! A game's layout is the file `layout.toml` of its folder in `templates/games`. A club may use another layout.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::paper::Size;

use overtrick_core::pad::{Field, Kind, Pad};
use overtrick_core::{Args, args, distance};
use overtrick_games::Entry;
use overtrick_match::lang::Language;

/// The key of the field with a row's number. Every pad has this field.
pub(crate) const NUMBER: &str = "number";

/// A layout of one game's pads, as read from a `layout.toml`.
///
/// ```
/// use overtrick_games as games;
/// use overtrick_match::lang::Language;
/// use overtrick_paper::layout::template::Template;
///
/// let layout = games::all()[0].layout;
/// assert!(Template::read(layout).is_ok());
///
/// let error = Template::read(&layout.replace("players =", "plyers =")).unwrap_err();
/// assert!(error.message(Language::english()).contains("plyers"));
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Template {
    /// The id of the game.
    pub game: String,
    /// The default number of players on a pad.
    pub players: usize,
    /// The smallest height of a line for handwriting, in millimeters.
    pub least_line: f32,
    /// The greatest height of a line, in millimeters.
    pub most_line: f32,
    /// The fewest rows of a pad whose number of rows is not fixed.
    pub fewest_rows: usize,
    /// The most rows of a pad whose number of rows is not fixed.
    pub most_rows: usize,
    /// Font sizes in points.
    #[serde(default)]
    pub sizes: Sizes,
    /// Texts that replace texts of the language's `[pad]` section, by key.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// The number of blocks of rows side by side, if there is room, on a pad whose number of rows is not fixed.
    #[serde(default)]
    pub blocks: usize,
    /// Arrangements of the fields of the short pad. The first one that fits the paper is used.
    #[serde(rename = "arrangement")]
    pub arrangements: Vec<Arrangement>,
    /// Arrangements of the fields for the full record of a hand. If there are none, the short pad has all these fields.
    #[serde(rename = "record", default)]
    pub records: Vec<Arrangement>,
}

/// Font sizes in points.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Sizes {
    /// The game's name.
    pub title: f32,
    /// The players' names.
    pub name: f32,
    /// The smallest size of a name on one line. Longer names are broken or shortened.
    pub least_name: f32,
    /// The points on a sheet.
    pub value: f32,
    /// The labels of boxes.
    pub label: f32,
    /// The column headers.
    pub caption: f32,
    /// The side of a box to tick, in millimeters.
    pub tick: f32,
    /// The width of a handwritten digit, in millimeters.
    pub pencil: f32,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            title: 17.0,
            name: 10.0,
            least_name: 7.0,
            value: 10.5,
            label: 7.2,
            caption: 7.0,
            tick: 3.6,
            pencil: 2.4,
        }
    }
}

/// The scale of text. The font sizes of a layout are for an A5 pad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeScale {
    /// For a pad that fills an A4 page.
    Large,
    /// For an A5 pad.
    Normal,
    /// For a pad that does not fit at a larger scale.
    Small,
}

impl TypeScale {
    /// All scales, the largest first.
    pub const ALL: [TypeScale; 3] = [TypeScale::Large, TypeScale::Normal, TypeScale::Small];

    /// Returns the scale for a pad of this size.
    pub fn for_place(place: Size) -> TypeScale {
        match place.w.min(place.h) {
            short if short >= 170.0 => TypeScale::Large,
            _ => TypeScale::Normal,
        }
    }
}

impl Sizes {
    /// Returns these sizes at this scale.
    #[must_use]
    pub fn scaled(self, scale: TypeScale) -> Sizes {
        let scale: f32 = match scale {
            TypeScale::Large => 1.14,
            TypeScale::Normal => 1.0,
            TypeScale::Small => 0.86,
        };
        Sizes {
            title: self.title * scale,
            name: self.name * scale,
            least_name: self.least_name * scale,
            value: self.value * scale,
            label: self.label * scale,
            caption: self.caption * scale,
            tick: self.tick * scale,
            pencil: self.pencil,
        }
    }
}

/// An arrangement of the fields in columns.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arrangement {
    /// Whether the names of fields are small texts within their cells instead of column headers, if a row has
    /// several lines.
    #[serde(default)]
    pub captions_inside: bool,
    /// The columns for the fields that do not belong to a player.
    pub columns: Vec<ColumnSpec>,
    /// The column of each player.
    pub player: ColumnSpec,
}

/// A column: its width, and the fields on each line of a row.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ColumnSpec {
    /// The smallest width in millimeters. The fields may need more.
    #[serde(default)]
    pub width: f32,
    /// Its share of the remaining width.
    #[serde(default)]
    pub grow: f32,
    /// The key of a text above the names of its fields.
    pub head: Option<String>,
    /// The fields on each line, such as `tricks`. `tricks:2` has twice the share of the remaining width. The
    /// boxes of `bid!` have short labels. The pad has `marriages?` only under some house rules.
    pub lines: Vec<Vec<String>>,
}

/// A field on a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinePart<'a> {
    /// The key of the field.
    pub key: &'a str,
    /// Whether its labels are short.
    pub brief: bool,
    /// Its share of the width, if given.
    pub share: Option<f32>,
}

impl<'a> LinePart<'a> {
    /// Reads a part.
    pub fn read(text: &'a str) -> LinePart<'a> {
        let (name, share) = text.split_once(':').unwrap_or((text, ""));
        let share = share.parse().ok();
        let name = name.strip_suffix('?').unwrap_or(name);
        let short = name.strip_suffix('!');
        LinePart {
            key: short.unwrap_or(name),
            brief: short.is_some(),
            share: share.filter(|share| (0.1..=20.0).contains(share)),
        }
    }
}

/// The reason why a layout cannot be used: the key and arguments of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateError {
    key: &'static str,
    args: Args,
}

impl TemplateError {
    /// Returns the error as a sentence.
    pub fn message(&self, language: &Language) -> String {
        language.format("pad", self.key, &self.args)
    }
}

fn fault(key: &'static str, args: Args) -> TemplateError {
    TemplateError { key, args }
}

/// Returns the error for a number that is out of range. `range` has the number itself, and its least and
/// greatest allowed values.
fn figure(key: &'static str, range: [impl ToString; 3]) -> TemplateError {
    let [found, least, most] = range.map(|it| it.to_string());
    let args = args![key: key, found: found, least: least, most: most];
    fault("template-figure", args)
}

/// Returns the error for an unknown key, with the most similar known key.
fn unknown(fault_key: &'static str, key: &str, known: &[&str]) -> TemplateError {
    let near = known.iter().min_by_key(|known| distance(key, known));
    let near = near.copied().unwrap_or_default().to_owned();
    fault(fault_key, args![key: key.to_owned(), near: near])
}

impl Template {
    /// Reads the layout of a game.
    ///
    /// # Errors
    /// The fault of the layout, with its place.
    pub fn from_game(entry: &Entry) -> Result<Template, TemplateError> {
        Template::read(entry.layout)
    }

    /// Reads a layout.
    ///
    /// # Errors
    /// The fault of the layout, with its place.
    pub fn read(text: &str) -> Result<Template, TemplateError> {
        toml::from_str(text).map_err(|error| {
            let span = error.span().map_or(0, |span| span.start);
            let line = text.get(..span).unwrap_or("").matches('\n').count() + 1;
            let reason = error.message().trim().to_owned();
            fault("template-unreadable", args![line: line, reason: reason])
        })
    }

    /// Checks that the layout fits a game's pad: its fields must be known, and its numbers must be in range.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, game: &str, pad: &Pad) -> Result<(), TemplateError> {
        if self.game != game {
            let args = args![found: self.game.clone(), game: game.to_owned()];
            return Err(fault("template-game", args));
        }
        if self.arrangements.is_empty() {
            return Err(fault("template-empty", args![]));
        }
        let used = self.columns().filter_map(|column| column.head.as_deref());
        let known = Language::english().keys("pad");
        for key in self.texts.keys().map(String::as_str).chain(used) {
            if !known.contains(&key) {
                return Err(unknown("template-text", key, &known));
            }
        }
        self.check_figures()?;
        let hand = pad.hand.iter().map(|field| field.key);
        let hand: Vec<&str> = hand.chain([NUMBER]).collect();
        let seat: Vec<&str> = pad.seat.iter().map(|field| field.key).collect();
        for arrangement in self.arrangements.iter().chain(&self.records) {
            let own = arrangement.columns.iter().flat_map(ColumnSpec::keys);
            let player_keys = arrangement.player.keys().map(|key| (key, &seat));
            for (key, known) in own.map(|key| (key, &hand)).chain(player_keys) {
                if !known.contains(&key) {
                    return Err(unknown("template-field", key, known));
                }
            }
        }
        Ok(())
    }

    /// Returns the columns of all arrangements.
    fn columns(&self) -> impl Iterator<Item = &ColumnSpec> {
        let arrangements = self.arrangements.iter().chain(&self.records);
        arrangements.flat_map(|arrangement| arrangement.columns.iter().chain([&arrangement.player]))
    }

    fn check_figures(&self) -> Result<(), TemplateError> {
        let sizes = self.sizes;
        let width = |column: &ColumnSpec| ("width", column.width, 0.0, 400.0);
        let widths = self.columns().map(width);
        let figures = [
            ("least-line", self.least_line, 4.0, 60.0),
            ("most-line", self.most_line, self.least_line, 60.0),
            ("title", sizes.title, 6.0, 48.0),
            ("name", sizes.name, 5.0, 24.0),
            ("least-name", sizes.least_name, 4.0, sizes.name),
            ("value", sizes.value, 5.0, 24.0),
            ("label", sizes.label, 4.0, 16.0),
            ("caption", sizes.caption, 4.0, 16.0),
            ("tick", sizes.tick, 3.5, 12.0),
            ("pencil", sizes.pencil, 1.5, 8.0),
        ];
        for (key, found, least, most) in figures.into_iter().chain(widths) {
            if !(least..=most).contains(&found) {
                return Err(figure(key, [found, least, most]));
            }
        }
        let rows = self.fewest_rows;
        let most = self.most_rows.min(60);
        if !(1..=most).contains(&rows) || self.most_rows > most {
            return Err(figure("fewest-rows", [rows, 1, most]));
        }
        Ok(())
    }
}

impl ColumnSpec {
    /// Returns the fields of the column that a pad has under all house rules.
    fn keys(&self) -> impl Iterator<Item = &str> {
        let parts = self.lines.iter().flatten();
        let parts = parts.filter(|part| !part.ends_with('?'));
        parts.map(|part| LinePart::read(part).key)
    }
}

/// The maximum number of lines of a row, and the maximum number of fields on one line. With these limits,
/// even the pad with the most fields has an arrangement.
const MAX_LINES: usize = 16;
const MAX_BESIDE: usize = 8;

/// Generates a layout for this pad. A hand has one line if there is room, and more lines otherwise.
pub fn generated(game: &str, pad: &Pad) -> Template {
    let own = pad.hand.iter().map(|field| field.key);
    let own: Vec<&str> = [NUMBER].into_iter().chain(own).collect();
    let is_sum = |kind: &Kind| matches!(kind, Kind::Points | Kind::Total);
    let (sums, given): (Vec<&Field>, _) = pad.seat.iter().partition(|it| is_sum(&it.kind));
    let keys = |fields: &[&Field]| -> Vec<&str> { fields.iter().map(|field| field.key).collect() };
    let (sums, given) = (keys(&sums), keys(&given));
    let most = own.len().max(given.len() + sums.len()).min(MAX_LINES);
    let mut arrangements = Vec::new();
    for lines in 1..=most {
        let columns = own_columns(&own, lines);
        for player in player_lines(&given, &sums, lines) {
            let arrange = |captions_inside: bool| Arrangement {
                captions_inside,
                columns: columns.clone(),
                player: ColumnSpec {
                    grow: 1.0,
                    lines: player.clone(),
                    ..ColumnSpec::default()
                },
            };
            if lines > 1 {
                arrangements.push(arrange(true));
            }
            arrangements.push(arrange(false));
        }
    }
    Template {
        game: game.to_owned(),
        players: 4,
        least_line: 6.5,
        most_line: 12.0,
        fewest_rows: 4,
        most_rows: 40,
        sizes: Sizes {
            pencil: 2.1,
            ..Sizes::default()
        },
        arrangements,
        ..Template::default()
    }
}

/// Arranges the fields of a row in columns with this many lines.
fn own_columns(own: &[&str], lines: usize) -> Vec<ColumnSpec> {
    let column = |(index, keys): (usize, &[&str])| ColumnSpec {
        // The number of the row needs little extra width.
        grow: if index == 0 { 0.12 } else { 0.2 },
        lines: keys.iter().map(|key| vec![(*key).to_owned()]).collect(),
        ..ColumnSpec::default()
    };
    own.chunks(lines).enumerate().map(column).collect()
}

/// Returns the possible arrangements of a player's fields on this many lines. Points and total are side by
/// side, or on separate lines.
fn player_lines(given: &[&str], sums: &[&str], lines: usize) -> Vec<Vec<Vec<String>>> {
    let line = |keys: &[&str]| keys.iter().copied().map(str::to_owned).collect();
    let all = given.len() + sums.len();
    let mut ways = Vec::new();
    if lines == 1 {
        if all <= MAX_BESIDE {
            ways.push(vec![line(&[given, sums].concat())]);
        }
        return ways;
    }
    for sum_lines in 1..=sums.len() {
        // A player may have fewer fields than a row has lines.
        let given_lines = (lines.min(all).saturating_sub(sum_lines)).min(given.len());
        if given_lines == 0 && !given.is_empty() {
            continue;
        }
        let beside = given.len().div_ceil(given_lines.max(1));
        if beside > MAX_BESIDE {
            continue;
        }
        let mut placed: Vec<Vec<String>> = given.chunks(beside.max(1)).map(line).collect();
        placed.extend(sums.chunks(sums.len().div_ceil(sum_lines)).map(line));
        if !ways.contains(&placed) {
            ways.push(placed);
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::Table;
    use overtrick_core::json::Json;
    use overtrick_games as games;

    #[test]
    fn every_game_has_a_layout_that_fits_its_pad() {
        for game in games::all() {
            let file = format!("templates/games/{}/layout.toml", game.folder);
            let message = |error: TemplateError| error.message(Language::english());
            let template = Template::from_game(game).map_err(message);
            let template = template.unwrap_or_else(|error| panic!("{file}: {error}"));
            let names: Vec<String> = (0..template.players).map(|seat| seat.to_string()).collect();
            let table = Table::seat_players(&names).0;
            let pad = (game.pad_rules)(Json::EMPTY, &table).unwrap().pad(&table);
            let fits = template.check(game.facts.id, &pad).map_err(message);
            assert_eq!(fits, Ok(()), "{file}");
        }
    }
}
