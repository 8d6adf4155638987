//! Uses two servers on one PostgreSQL database alternately; they must behave as one.

mod following;
mod kills;
mod pair;
mod queue;
mod rights;
mod sharing;
mod webhooks;
mod writing;
