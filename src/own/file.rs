//! Definitions as files of TOML or JSON, and the games of the gallery.

use overtrick_core::json::Json;
use overtrick_core::{Finding, args, check_texts, segment};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::definition::MAX_BYTES;
use crate::syntax::limit;

/// The file of a definition: its contents, and the line of each value.
#[derive(Debug, Clone)]
pub struct ReadFile {
    /// The definition as JSON.
    pub json: Json,
    /// The line of each pointer, from 1; empty for a JSON file.
    lines: Vec<(String, usize)>,
}

impl ReadFile {
    /// Returns the line of a value in the file, from 1, or of the innermost known value that contains it.
    pub fn line(&self, pointer: &str) -> Option<usize> {
        let mut pointer = pointer;
        loop {
            let found = self.lines.iter().find(|(known, _)| known == pointer);
            if let Some((_, line)) = found {
                return Some(*line);
            }
            pointer = pointer.rsplit_once('/')?.0;
        }
    }
}

/// Reads the file of a definition: JSON if the file begins with a brace, otherwise TOML.
///
/// # Errors
/// The first syntax error, with its line and column; or a text or key with a [refused
/// character](overtrick_core::refused_character).
///
/// ```
/// use overtrick_own::read_file;
///
/// let file = read_file("language = 1\nplayers = [2, 4]\n").unwrap();
/// assert_eq!(file.json.int("language"), Some(1));
/// assert_eq!(file.line("/players/0"), Some(2));
/// assert_eq!(read_file("language = ").unwrap_err().code, "invalid-toml");
/// ```
pub fn read_file(text: &str) -> Result<ReadFile, Finding> {
    if text.trim_start().starts_with('{') {
        return Ok(ReadFile {
            json: overtrick_core::judging::read_json(text)?,
            lines: Vec::new(),
        });
    }
    if text.len() > MAX_BYTES {
        return Err(limit("", "bytes", text.len(), MAX_BYTES));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start.min(text.len()));
        let before = text.get(..place).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let letters = before.chars().rev();
        let column = letters.take_while(|letter| *letter != '\n').count() + 1;
        let reason = error.message().lines().next().unwrap_or_default();
        let args = args![line: line, column: column, reason: reason.to_owned()];
        Finding::shape("invalid-toml", "", args)
    })?;
    let mut reader = Reader {
        text,
        lines: Vec::new(),
    };
    let json = reader.table(table.get_ref(), "");
    let lines = reader.lines;
    check_texts(&json).map_or(Ok(ReadFile { json, lines }), Err)
}

struct Reader<'t> {
    text: &'t str,
    lines: Vec<(String, usize)>,
}

impl Reader<'_> {
    fn table(&mut self, table: &DeTable<'_>, pointer: &str) -> Json {
        let mut entries: Vec<_> = table.iter().collect();
        // The parser sorts entries by key. Sorting them by position restores the order of the file.
        entries.sort_by_key(|(key, _)| key.span().start);
        let entries = entries.into_iter().map(|(key, value)| {
            let key = key.get_ref().to_string();
            let place = format!("{pointer}/{}", segment(&key));
            let value = self.value(value, &place);
            (key, value)
        });
        Json::Object(entries.collect())
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, pointer: &str) -> Json {
        let start = value.span().start.min(self.text.len());
        let before = self.text.as_bytes().iter().take(start);
        let line = before.filter(|byte| **byte == b'\n').count() + 1;
        self.lines.push((pointer.to_owned(), line));
        match value.get_ref() {
            DeValue::String(text) => Json::Text(text.to_string()),
            DeValue::Boolean(flag) => Json::Bool(*flag),
            DeValue::Integer(number) => {
                let text = number.as_str();
                let read = i64::from_str_radix(text, number.radix());
                read.map_or_else(|_| Json::Text(text.to_owned()), Json::Int)
            }
            DeValue::Float(number) => {
                let read = number.as_str().parse();
                Json::from(read.unwrap_or(f64::MAX))
            }
            DeValue::Datetime(day) => Json::Text(day.to_string()),
            DeValue::Array(items) => {
                let items = items.iter().enumerate();
                let items =
                    items.map(|(index, item)| self.value(item, &format!("{pointer}/{index}")));
                Json::List(items.collect())
            }
            DeValue::Table(table) => self.table(table, pointer),
        }
    }
}

/// Creates a list of games, each with its id and the contents of its file.
macro_rules! presets {
    ($($id:literal = $file:literal),+ $(,)?) => {
        &[$((
            $id,
            include_str!(concat!("../../templates/own-games/", $file, ".toml")),
        )),+]
    };
}

/// The games of the gallery: the ids and the contents of their files.
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

/// Returns the definition of the gallery game with this id, as in match documents.
pub fn preset_json(id: &str) -> Option<Json> {
    Some(read_file(preset(id)?).ok()?.json)
}

/// Returns the file of the gallery game with this id.
pub fn preset(id: &str) -> Option<&'static str> {
    let mut presets = PRESETS.iter();
    Some(presets.find(|(known, _)| *known == id)?.1)
}
