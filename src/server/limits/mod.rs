//! Limits on clients and work: rates, connections, heavy work, log lines.

pub mod askers;
pub mod connections;
pub mod cpu_pool;
pub mod error_throttle;
pub mod forwarded;
pub mod in_flight;
pub mod logged_refusals;
pub mod rates;
