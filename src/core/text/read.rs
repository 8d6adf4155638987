//! Parsing the markup of a text, line by line.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::{Block, Heading, Inline, RulesText, Table};
use crate::Facts;

/// A line with its number.
type Line<'a> = (usize, &'a str);

/// A text being read.
struct Reader {
    facts: &'static Facts,
    blocks: Vec<Block>,
    ids: BTreeSet<String>,
    faults: Vec<String>,
}

impl RulesText {
    /// Parses a text. Its references must name clauses and house rules of the game.
    ///
    /// # Errors
    /// Every fault with its line.
    ///
    /// ```
    /// use overtrick_core::text::RulesText;
    ///
    /// let facts = overtrick_games::all()[0].facts;
    /// let text = RulesText::read("# A game\n\n## The play {#play}\n\nIn turn. [play/turn]\n", facts);
    /// assert_eq!(text.unwrap().blocks.len(), 2);
    ///
    /// let faults = RulesText::read("# A game\n\nIn turn. [play/tern]\n", facts).unwrap_err();
    /// assert_eq!(faults[0], "line 3: no clause is called play/tern");
    /// ```
    pub fn read(text: &str, facts: &'static Facts) -> Result<RulesText, Vec<String>> {
        let mut reader = Reader {
            facts,
            blocks: Vec::new(),
            ids: BTreeSet::new(),
            faults: Vec::new(),
        };
        let lines: Vec<Line<'_>> = (1..).zip(text.lines()).collect();
        let groups = lines.split(|(_, line)| line.trim().is_empty());
        let mut groups = groups.filter(|group| !group.is_empty());
        let title = match groups.next() {
            Some([(_, text)]) if text.starts_with("# ") => text[2..].trim().to_owned(),
            Some(group) => {
                let what = "a text begins with # and its title, alone in its paragraph";
                reader.fault(group[0].0, what);
                String::new()
            }
            None => {
                reader.fault(1, "a text begins with # and its title");
                String::new()
            }
        };
        groups.for_each(|group| reader.group(group));
        let Reader { blocks, faults, .. } = reader;
        if faults.is_empty() {
            Ok(RulesText { blocks, title })
        } else {
            Err(faults)
        }
    }
}

impl Reader {
    fn fault(&mut self, line: usize, what: impl Display) {
        self.faults.push(format!("line {line}: {what}"));
    }

    /// Reads a group of lines that are not separated by empty lines.
    fn group(&mut self, lines: &[Line<'_>]) {
        let [first @ (line, text), rest @ ..] = lines else {
            return;
        };
        if text.starts_with('#') {
            self.heading(*first, rest);
        } else if text.starts_with('|') {
            self.table(*first, rest);
        } else if *text == "@example" {
            if let Some((line, _)) = rest.first() {
                self.fault(*line, "an empty line is missing before this one");
            }
            self.blocks.push(Block::Example);
        } else if let Some(name) = text.strip_prefix("@figure ") {
            self.figure((*line, name.trim()), rest);
        } else if text.starts_with("- ") || numbered(text).is_some() {
            self.list(lines);
        } else {
            let text = self.joined(lines);
            self.blocks.push(Block::Paragraph { text });
        }
    }

    /// Reads a picture: its name, its description, and its caption.
    fn figure(&mut self, (line, name): Line<'_>, rest: &[Line<'_>]) {
        let described = rest.iter().map_while(|(_, text)| text.strip_prefix("! "));
        let alt: Vec<&str> = described.map(str::trim).collect();
        let caption = &rest[alt.len()..];
        if caption.is_empty() {
            return self.fault(line, "a caption is missing under this picture");
        }
        if alt.is_empty() {
            let what = "a line of ! with a description is missing under this picture";
            self.fault(line, what);
        }
        let caption = self.joined(caption);
        self.blocks.push(Block::Figure {
            alt: alt.join(" "),
            caption,
            name: name.to_owned(),
        });
    }

    fn inlines(&mut self, line: usize, text: &str) -> Vec<Inline> {
        Inline::read(text, self.facts).unwrap_or_else(|what| {
            self.fault(line, what);
            Vec::new()
        })
    }

    /// Joins lines into one text. There must be at least one line.
    fn joined(&mut self, lines: &[Line<'_>]) -> Vec<Inline> {
        let mut texts = Vec::with_capacity(lines.len());
        for (line, text) in lines {
            if text.starts_with(['#', '|', '?', '!', '@', '`', '>', ' ']) {
                self.fault(*line, "a paragraph cannot contain this line");
            }
            texts.push(text.trim());
        }
        self.inlines(lines[0].0, &texts.join(" "))
    }

    /// Reads a heading, with the questions under it.
    fn heading(&mut self, (line, text): Line<'_>, rest: &[Line<'_>]) {
        let words = text.trim_start_matches('#');
        let level = text.len() - words.len();
        let named = words.strip_suffix('}');
        let named = named.and_then(|words| words.split_once("{#"));
        let Some((text, id)) = named.filter(|_| (2..=3).contains(&level)) else {
            return self.fault(line, "a heading is ## or ### with its text and {#id}");
        };
        let is_id = |id: &str| id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        if id.is_empty() || !is_id(id) || !self.ids.insert(id.to_owned()) {
            self.fault(line, format_args!("{id} is not an id, or is used twice"));
        }
        let mut questions = Vec::new();
        for (line, question) in rest {
            match question.strip_prefix("? ") {
                Some(question) => questions.push(question.trim().to_owned()),
                None => self.fault(*line, "a question or an empty line must follow"),
            }
        }
        self.blocks.push(Block::Heading(Heading {
            id: id.to_owned(),
            level,
            questions,
            text: text.trim().to_owned(),
        }));
    }

    /// Reads a list. A line that begins with two spaces continues the item above.
    fn list(&mut self, lines: &[Line<'_>]) {
        let ordered = numbered(lines[0].1).is_some();
        let mut items: Vec<(usize, String)> = Vec::new();
        for (line, text) in lines {
            let item = if ordered {
                numbered(text)
            } else {
                text.strip_prefix("- ")
            };
            match (item, items.last_mut()) {
                (Some(item), _) => items.push((*line, item.trim().to_owned())),
                (None, Some((_, item))) if text.starts_with("  ") => {
                    item.push(' ');
                    item.push_str(text.trim());
                }
                _ => self.fault(*line, "not an item, and not indented by two spaces"),
            }
        }
        let items = items.iter().map(|(line, text)| self.inlines(*line, text));
        let items = items.collect();
        self.blocks.push(Block::List { items, ordered });
    }

    fn table(&mut self, (line, text): Line<'_>, rest: &[Line<'_>]) {
        let head = self.row((line, text));
        let Some(((mark_line, marks), rows)) = rest.split_first() else {
            return self.fault(line, "a table needs a row of --- under its head");
        };
        let marks = cells(marks).unwrap_or_default();
        let is_mark = |mark: &&str| matches!(*mark, "---" | "---:");
        if marks.len() != head.len() || !marks.iter().all(is_mark) {
            let what = "the row under the head of a table needs --- or ---: for each column";
            self.fault(*mark_line, what);
        }
        let rows = rows.iter().map(|row| {
            let cells = self.row(*row);
            if cells.len() != head.len() {
                let (found, columns) = (cells.len(), head.len());
                let what = format_args!("{found} cells in a table of {columns} columns");
                self.fault(row.0, what);
            }
            cells
        });
        let rows = rows.collect();
        self.blocks.push(Block::Table(Table {
            right: marks.iter().map(|mark| mark.ends_with(':')).collect(),
            head,
            rows,
        }));
    }

    fn row(&mut self, (line, text): Line<'_>) -> Vec<Vec<Inline>> {
        let Some(cells) = cells(text) else {
            self.fault(line, "a row of a table begins and ends with |");
            return Vec::new();
        };
        let cells = cells.into_iter();
        cells.map(|cell| self.inlines(line, cell)).collect()
    }
}

/// Returns the text after the number of a numbered item.
fn numbered(text: &str) -> Option<&str> {
    let (number, item) = text.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(item)
}

/// Returns the cells of a row.
fn cells(text: &str) -> Option<Vec<&str>> {
    let row = text.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(str::trim).collect())
}
