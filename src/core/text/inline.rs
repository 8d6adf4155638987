//! Inline text with references.

use serde::Serialize;

use crate::Facts;

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
    /// A reference to the clause just stated.
    Clause {
        /// Its id.
        id: &'static str,
        /// Whether it is a reading of ours, ◇.
        ours: bool,
    },
    /// A reference to a house rule that changes the statement.
    HouseRule {
        /// Its name.
        name: &'static str,
        /// Whether its default is our choice, ◇.
        ours: bool,
    },
}

impl Inline {
    /// Its text without references.
    pub fn words(&self) -> &str {
        match self {
            Inline::Text { text } | Inline::Strong { text } => text,
            Inline::Clause { .. } | Inline::HouseRule { .. } => "",
        }
    }

    /// Parses a line of text; each fault is a sentence.
    pub(super) fn read(text: &str, facts: &'static Facts) -> Result<Vec<Inline>, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['*', '[', '{', ']', '}']) {
            let (before, marked) = rest.split_at(at);
            if !before.is_empty() {
                pieces.push(Inline::Text {
                    text: before.to_owned(),
                });
            }
            let (piece, after) = marked_piece(marked, facts)?;
            pieces.push(piece);
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Inline::Text {
                text: rest.to_owned(),
            });
        }
        Ok(pieces)
    }
}

/// The piece that begins with a mark, and the rest.
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
    match enclosed(marked, "**", "**") {
        Some((text, after)) if !text.is_empty() => Ok((
            Inline::Strong {
                text: text.to_owned(),
            },
            after,
        )),
        _ => {
            let mark: String = marked.chars().take(12).collect();
            Err(format!("{mark} opens or closes nothing"))
        }
    }
}

fn enclosed<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once(close)
}
