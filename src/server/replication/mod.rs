//! Several instances on one database: what one commits, the others learn.

pub mod following;
pub mod freshness;
pub mod leases;
