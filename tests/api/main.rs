//! The service over real HTTP: its stories, its standards, its troubles.

#![cfg(feature = "server")]

#[path = "../served/mod.rs"]
mod served;
#[path = "../support/mod.rs"]
mod support;

mod address;
mod bodies;
mod budgets;
mod change_feed;
mod conduct;
mod connections;
mod crash;
mod crowds;
mod damage;
mod detail;
mod directing;
mod documentation;
mod embedding;
mod expiry;
mod guide;
mod http;
mod imports;
mod joining;
mod kept;
mod keys;
mod lists;
mod logs;
mod matches;
mod names;
mod opening;
mod operators;
mod paper;
mod phones;
mod prefer;
mod programs;
mod published_lists;
mod publishing;
mod reached;
mod readme;
mod recovering;
mod refusals;
mod replays;
mod secure_webhooks;
mod shell;
mod statuses;
mod table;
mod unwritable;
mod webhook_access;
mod webhooks;
