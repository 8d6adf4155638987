//! Properties of every game, and second, slow and obvious scorers and referees that have to agree with
//! the fast ones.

#[path = "../support/mod.rs"]
mod support;

mod berzerka;
mod brink_bid;
mod contract_sabacc;
mod contractor;
mod mariash;
