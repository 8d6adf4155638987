//! Two servers on one PostgreSQL, asked in turn: what holds of one holds of both.

mod following;
mod pair;
mod queue;
mod rights;
mod sharing;
mod webhooks;
mod writing;
