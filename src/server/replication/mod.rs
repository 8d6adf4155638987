//! Several instances on one database: each follows the commits of the others.

pub mod following;
pub mod freshness;
pub mod leases;
