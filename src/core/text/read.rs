//! Parsing the markup of a text, line by line.

use std::collections::BTreeSet;
use std::fmt;

use super::{Block, Heading, Inline, RulesText, Table};
use crate::Facts;

/// A fault in a text's markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFault {
    /// The number of the line, from 1.
    pub line: usize,
    /// A description of the fault.
    pub what: String,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A line with its number.
type Line<'a> = (usize, &'a str);

/// A text being read.
struct Reader {
    facts: &'static Facts,
    title: Option<String>,
    blocks: Vec<Block>,
    ids: BTreeSet<String>,
    faults: Vec<TextFault>,
}

impl RulesText {
    /// Parses a text, whose references must lead to clauses and house rules of the game.
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
    /// assert_eq!(faults[0].to_string(), "line 3: no clause is called play/tern");
    /// ```
    pub fn read(text: &str, facts: &'static Facts) -> Result<RulesText, Vec<TextFault>> {
        read(text, facts)
    }
}

fn read(text: &str, facts: &'static Facts) -> Result<RulesText, Vec<TextFault>> {
    let mut reader = Reader {
        facts,
        title: None,
        blocks: Vec::new(),
        ids: BTreeSet::new(),
        faults: Vec::new(),
    };
    let lines: Vec<Line<'_>> = (1..).zip(text.lines()).collect();
    for group in lines.split(|(_, line)| line.trim().is_empty()) {
        if let Some((first, rest)) = group.split_first() {
            reader.group(*first, rest);
        }
    }
    match reader.title.take() {
        Some(title) if reader.faults.is_empty() => Ok(RulesText {
            blocks: reader.blocks,
            title,
        }),
        title => {
            if title.is_none() {
                reader.fault(1, "a text begins with # and its title");
            }
            Err(reader.faults)
        }
    }
}

impl Reader {
    fn fault(&mut self, line: usize, what: impl Into<String>) {
        self.faults.push(TextFault {
            line,
            what: what.into(),
        });
    }

    /// Reads consecutive lines without an empty line between them.
    fn group(&mut self, first: Line<'_>, rest: &[Line<'_>]) {
        let (line, text) = first;
        if self.title.is_none() {
            match text.strip_prefix("# ") {
                Some(title) if rest.is_empty() => self.title = Some(title.trim().to_owned()),
                _ => {
                    self.fault(
                        line,
                        "a text begins with # and its title, alone in its paragraph",
                    );
                    self.title = Some(String::new());
                }
            }
        } else if text.starts_with('#') {
            self.heading(first, rest);
        } else if text.starts_with('|') {
            self.table(first, rest);
        } else if text == "@example" {
            self.alone(rest);
            self.blocks.push(Block::Example);
        } else if let Some(name) = text.strip_prefix("@figure ") {
            self.figure((line, name.trim()), rest);
        } else if text.starts_with("- ") || numbered(text).is_some() {
            self.list(first, rest);
        } else {
            let text = self.joined(first, rest);
            self.blocks.push(Block::Paragraph { text });
        }
    }

    /// A picture: its name, what is to be seen in it, and its caption.
    fn figure(&mut self, (line, name): Line<'_>, rest: &[Line<'_>]) {
        let seen = rest.iter().take_while(|(_, text)| text.starts_with("! "));
        let alt: Vec<&str> = seen.map(|(_, text)| text[2..].trim()).collect();
        let Some((first, others)) = rest[alt.len()..].split_first() else {
            return self.fault(line, "under a picture stands its caption");
        };
        if alt.is_empty() {
            self.fault(
                line,
                "! and what is to be seen stands under the name of a picture",
            );
        }
        let caption = self.joined(*first, others);
        self.blocks.push(Block::Figure {
            alt: alt.join(" "),
            caption,
            name: name.to_owned(),
        });
    }

    fn alone(&mut self, rest: &[Line<'_>]) {
        if let Some((line, _)) = rest.first() {
            self.fault(*line, "an empty line is missing before this one");
        }
    }

    fn inlines(&mut self, line: usize, text: &str) -> Vec<Inline> {
        match Inline::read(text, self.facts) {
            Ok(pieces) => pieces,
            Err(what) => {
                self.fault(line, what);
                Vec::new()
            }
        }
    }

    /// Joins lines to one text.
    fn joined(&mut self, first: Line<'_>, rest: &[Line<'_>]) -> Vec<Inline> {
        let mut text = String::new();
        for (line, next) in [first].iter().chain(rest) {
            if next.starts_with(['#', '|', '?', '!', '@', '`', '>', ' ']) {
                self.fault(*line, "this is no part of a paragraph");
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(next.trim());
        }
        self.inlines(first.0, &text)
    }

    /// A heading, with the questions under it.
    fn heading(&mut self, (line, text): Line<'_>, rest: &[Line<'_>]) {
        let level = text.chars().take_while(|mark| *mark == '#').count();
        let named = text[level..].strip_suffix('}');
        let named = named.and_then(|text| text.split_once("{#"));
        let Some((text, id)) = named.filter(|_| (2..=3).contains(&level)) else {
            return self.fault(line, "a heading is ## or ### with its text and {#id}");
        };
        let is_id = |id: &str| {
            id.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        };
        if id.is_empty() || !is_id(id) || !self.ids.insert(id.to_owned()) {
            self.fault(line, format!("{id} is no id, or is here twice"));
        }
        let mut questions = Vec::new();
        for (line, question) in rest {
            match question.strip_prefix("? ") {
                Some(question) => questions.push(question.trim().to_owned()),
                None => self.fault(*line, "under a heading stand questions, or an empty line"),
            }
        }
        self.blocks.push(Block::Heading(Heading {
            id: id.to_owned(),
            level,
            questions,
            text: text.trim().to_owned(),
        }));
    }

    /// A list; a line that begins with two spaces continues its item.
    fn list(&mut self, first: Line<'_>, rest: &[Line<'_>]) {
        let ordered = numbered(first.1).is_some();
        let mut items: Vec<(usize, String)> = Vec::new();
        for (line, text) in [first].iter().chain(rest) {
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
                _ => self.fault(*line, "neither an item nor, two spaces in, the rest of one"),
            }
        }
        let items = items.into_iter();
        let items = items.map(|(line, text)| self.inlines(line, &text));
        let items = items.collect();
        self.blocks.push(Block::List { items, ordered });
    }

    fn table(&mut self, (line, text): Line<'_>, rest: &[Line<'_>]) {
        let head = self.row((line, text));
        let Some(((mark_line, marks), rows)) = rest.split_first() else {
            return self.fault(line, "a table has a row of --- under its head");
        };
        let marks = cells(marks).unwrap_or_default();
        let is_mark = |mark: &&str| matches!(*mark, "---" | "---:");
        if marks.len() != head.len() || !marks.iter().all(is_mark) {
            self.fault(
                *mark_line,
                "under the head of a table stands --- or ---: for each column",
            );
        }
        let mut found = Vec::new();
        for row in rows {
            let cells = self.row(*row);
            if cells.len() != head.len() {
                let (found, columns) = (cells.len(), head.len());
                self.fault(
                    row.0,
                    format!("{found} cells in a table of {columns} columns"),
                );
            }
            found.push(cells);
        }
        self.blocks.push(Block::Table(Table {
            right: marks.iter().map(|mark| mark.ends_with(':')).collect(),
            head,
            rows: found,
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

/// The text after the number of a numbered item.
fn numbered(text: &str) -> Option<&str> {
    let (number, item) = text.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(item)
}

/// The cells of a row.
fn cells(text: &str) -> Option<Vec<&str>> {
    let row = text.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(str::trim).collect())
}
