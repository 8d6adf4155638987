//! The service over real HTTP: its stories, its standards, its troubles.

#![cfg(feature = "server")]

#[path = "../served/mod.rs"]
mod served;
#[path = "../support/mod.rs"]
mod support;

mod address;
mod bodies;
mod budgets;
mod connections;
mod crash;
mod crowds;
mod damage;
mod directing;
mod documentation;
mod expiry;
mod http;
mod joining;
mod keys;
mod matches;
mod names;
mod opening;
mod operators;
mod paper;
mod phones;
mod prefer;
mod publishing;
mod reached;
mod readme;
mod recovering;
mod replays;
mod statuses;
mod table;
mod unwritable;
