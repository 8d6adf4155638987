//! Blocks of a rules text, and the pieces of text in them.

use serde::Serialize;

use crate::Facts;

/// The rules of a game as a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesText {
    /// The blocks after the title, in order.
    pub blocks: Vec<Block>,
    /// Its title.
    pub title: String,
}

/// A block of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Block {
    /// A heading.
    Heading(Heading),
    /// A paragraph.
    Paragraph {
        /// Its contents.
        text: Vec<Inline>,
    },
    /// A list.
    List {
        /// Its items.
        items: Vec<Vec<Inline>>,
        /// Whether its items are numbered.
        ordered: bool,
    },
    /// A table.
    Table(Table),
    /// The place where the worked example is shown.
    Example,
    /// A picture of the game, drawn from its `figures.toml`.
    Figure {
        /// A description of it, for readers who cannot see it.
        alt: String,
        /// The caption under it.
        caption: Vec<Inline>,
        /// Its name in `figures.toml`.
        name: String,
    },
}

/// A heading, which begins a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// Its anchor, which is the same in every language.
    pub id: String,
    /// Its level, 2 or 3.
    pub level: usize,
    /// The questions that its section answers.
    pub questions: Vec<String>,
    /// Its text.
    pub text: String,
}

/// A table. Every row has a cell for each column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<Vec<Inline>>,
    /// Whether each column is right-aligned, as numbers are.
    pub right: Vec<bool>,
    /// The rows.
    pub rows: Vec<Vec<Vec<Inline>>>,
}

impl RulesText {
    /// Returns its sections: each heading with the blocks up to the next heading.
    pub fn sections(&self) -> Vec<(&Heading, &[Block])> {
        let is_same = |_: &Block, next: &Block| !matches!(next, Block::Heading(_));
        let sections = self.blocks.chunk_by(is_same);
        let sections = sections.filter_map(|section| match section.split_first()? {
            (Block::Heading(heading), blocks) => Some((heading, blocks)),
            _ => None,
        });
        sections.collect()
    }

    /// Returns the blocks before the first section.
    pub fn introduction(&self) -> &[Block] {
        let is_heading = |block: &Block| matches!(block, Block::Heading(_));
        self.blocks.split(is_heading).next().unwrap_or_default()
    }

    /// Returns every piece of its paragraphs, lists, tables and captions, in order.
    pub fn pieces(&self) -> impl Iterator<Item = &Inline> {
        self.blocks.iter().flat_map(Block::texts).flatten()
    }
}

impl Block {
    /// Returns the texts in it: a paragraph, list items, cells, or a caption.
    pub fn texts(&self) -> Vec<&[Inline]> {
        match self {
            Block::Paragraph { text } | Block::Figure { caption: text, .. } => vec![text],
            Block::List { items, .. } => items.iter().map(Vec::as_slice).collect(),
            Block::Table(table) => {
                let cells = table.head.iter().chain(table.rows.iter().flatten());
                cells.map(Vec::as_slice).collect()
            }
            Block::Heading(_) | Block::Example => Vec::new(),
        }
    }
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Inline {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// Emphasized text.
    Strong {
        /// The text.
        text: String,
    },
    /// A reference to the clause that the text has just stated.
    Clause {
        /// Its id.
        id: &'static str,
        /// Whether it is our interpretation (◇).
        ours: bool,
    },
    /// A reference to a house rule that changes the preceding statement.
    HouseRule {
        /// Its name.
        name: &'static str,
        /// Whether its default is our choice (◇).
        ours: bool,
    },
}

impl Inline {
    /// Returns its text; empty for a reference.
    pub fn words(&self) -> &str {
        match self {
            Inline::Text { text } | Inline::Strong { text } => text,
            Inline::Clause { .. } | Inline::HouseRule { .. } => "",
        }
    }

    /// Parses a line of text. An error is a sentence about the fault.
    pub(super) fn read(text: &str, facts: &'static Facts) -> Result<Vec<Inline>, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = match rest.find(['*', '[', '{', ']', '}']) {
                Some(0) => marked_piece(rest, facts)?,
                at => {
                    let (text, after) = rest.split_at(at.unwrap_or(rest.len()));
                    let text = text.to_owned();
                    (Inline::Text { text }, after)
                }
            };
            pieces.push(piece);
            rest = after;
        }
        Ok(pieces)
    }
}

/// Returns the piece at the start of a text that begins with a mark, and the rest of the text.
fn marked_piece<'a>(marked: &'a str, facts: &'static Facts) -> Result<(Inline, &'a str), String> {
    if let Some((name, after)) = enclosed(marked, "[", "]") {
        let clause = facts.clause(name);
        let clause = clause.ok_or_else(|| format!("no clause is called {name}"))?;
        let (id, ours) = (clause.id, clause.ours);
        return Ok((Inline::Clause { id, ours }, after));
    }
    if let Some((name, after)) = enclosed(marked, "{", "}") {
        let rule = facts.options.iter().find(|rule| rule.field.name == name);
        let rule = rule.ok_or_else(|| format!("no house rule is called {name}"))?;
        let (name, ours) = (rule.field.name, rule.ours);
        return Ok((Inline::HouseRule { name, ours }, after));
    }
    let strong = enclosed(marked, "**", "**").filter(|(text, _)| !text.is_empty());
    let Some((text, after)) = strong else {
        let mark: String = marked.chars().take(12).collect();
        return Err(format!("{mark} has no matching mark"));
    };
    let text = text.to_owned();
    Ok((Inline::Strong { text }, after))
}

fn enclosed<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once(close)
}
