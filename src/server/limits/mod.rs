//! What bounds clients and work: rates, connections, heavy work, lines of the log.

pub mod askers;
pub mod connections;
pub mod cpu_pool;
pub mod error_throttle;
pub mod forwarded;
pub mod in_flight;
pub mod logged_refusals;
pub mod rates;
