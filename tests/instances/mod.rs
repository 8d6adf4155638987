//! Two servers on one PostgreSQL, used alternately: both behave as one.

mod following;
mod kills;
mod pair;
mod queue;
mod rights;
mod sharing;
mod webhooks;
mod writing;
