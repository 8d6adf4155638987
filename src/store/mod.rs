//! Where logs are kept: one trait, and SQLite behind it.
