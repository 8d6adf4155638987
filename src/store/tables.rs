//! The tables of a database, for copying it into another: every backend has the same tables.

use serde_json::Value;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Texts.
    Text,
    /// Whole numbers.
    Number,
    /// Bytes; in a [`Row`], as hexadecimal digits.
    Bytes,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns, beginning with those of its key, by which its rows are copied in order.
    pub columns: &'static [(&'static str, Kind)],
    /// The number of key columns.
    pub key: usize,
    /// The most rows copied at once.
    pub batch: usize,
}

/// The values of a row, in the order of the columns.
pub type Row = Vec<Value>;

use Kind::{Bytes, Number, Text};

/// The table of settings shared by all instances, such as the digest of their secret. A database with nothing
/// else is empty.
pub const CLUSTER_SETTINGS: &str = "cluster_settings";

/// Every table; referenced tables come first. Deletions come after all events, because an event inserted
/// after a deletion would get a later position.
pub static TABLES: [Table; 12] = [
    Table {
        name: "matches",
        columns: &[
            ("number", Number),
            ("id", Text),
            ("game", Text),
            ("created_at", Text),
            ("count", Number),
            ("head", Text),
            ("read_at", Text),
            ("title", Text),
            ("day", Text),
            ("complete", Number),
            ("external_id", Text),
            ("metadata", Text),
            ("source", Text),
            ("listed", Text),
        ],
        key: 1,
        batch: 500,
    },
    Table {
        name: "events",
        columns: &[
            ("position", Number),
            ("match_number", Number),
            ("sequence", Number),
            ("at", Text),
            ("by", Text),
            ("kind", Text),
            ("outcome", Text),
            ("commitments", Text),
            ("digest", Text),
        ],
        key: 1,
        batch: 1000,
    },
    Table {
        name: "names",
        columns: &[
            ("match_number", Number),
            ("number", Number),
            ("name", Text),
            ("salt", Text),
            ("seat", Number),
            ("folded", Text),
        ],
        key: 2,
        batch: 2000,
    },
    Table {
        name: "idempotency",
        columns: &[
            ("key", Text),
            ("fingerprint", Text),
            ("at", Text),
            ("match_number", Number),
            ("version", Number),
            ("status", Number),
            ("headers", Text),
            ("body", Bytes),
        ],
        key: 1,
        // An answer may be as large as the report of an import.
        batch: 100,
    },
    Table {
        name: "idempotent_changes",
        columns: &[
            ("match_number", Number),
            ("key", Text),
            ("fingerprint", Text),
            ("at", Text),
            ("version", Number),
        ],
        key: 2,
        batch: 2000,
    },
    Table {
        name: "expired",
        columns: &[("id", Text), ("at", Text), ("digest", Text)],
        key: 1,
        batch: 2000,
    },
    Table {
        name: "publications",
        columns: &[
            ("match_number", Number),
            ("id", Text),
            ("game", Text),
            ("showing", Text),
            ("at", Text),
            ("day", Text),
            ("location", Text),
        ],
        key: 1,
        batch: 2000,
    },
    Table {
        name: "deleted_matches",
        columns: &[
            ("position", Number),
            ("id", Text),
            ("game", Text),
            ("version", Number),
            ("at", Text),
            ("digest", Text),
        ],
        key: 1,
        batch: 2000,
    },
    Table {
        name: "join_codes",
        columns: &[
            ("digest", Text),
            ("match_number", Number),
            ("role", Text),
            ("generation", Number),
            ("until", Text),
        ],
        key: 1,
        batch: 2000,
    },
    Table {
        name: "next_matches",
        columns: &[("match_number", Number), ("next_id", Text)],
        key: 1,
        batch: 2000,
    },
    // Before the API keys, because PostgreSQL counts their changes there.
    Table {
        name: CLUSTER_SETTINGS,
        columns: &[("name", Text), ("value", Text)],
        key: 1,
        batch: 100,
    },
    Table {
        name: "program_keys",
        columns: &[
            ("id", Text),
            ("name", Text),
            ("scope", Text),
            ("digest", Text),
            ("created_at", Text),
            ("expires_at", Text),
            ("used_at", Text),
            ("revoked_at", Text),
        ],
        key: 1,
        batch: 500,
    },
];

impl Table {
    /// The names of the key columns.
    pub fn key_columns(&self) -> Vec<&'static str> {
        let key = self.columns.iter().take(self.key);
        key.map(|(name, _)| *name).collect()
    }

    /// The names of the columns, separated by commas.
    pub fn column_list(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|(name, _)| quoted(name)).collect();
        names.join(", ")
    }
}

/// A quoted column name, which may be an SQL keyword.
pub fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
