//! The service over real HTTP: its stories, its standards, its troubles.

#![cfg(feature = "server")]

#[path = "../served/mod.rs"]
mod served;

mod bodies;
mod crash;
mod crowds;
mod directing;
mod documentation;
mod http;
mod keys;
mod matches;
mod names;
mod operators;
mod paper;
mod phones;
mod statuses;
mod table;
