//! Tools at the table besides matches: first dealer, dice, QR codes.

pub mod dice;
pub mod endpoints;
