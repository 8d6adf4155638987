//! What is needed at a table beside a match: who deals first, dice, a QR code.

pub mod dice;
pub mod endpoints;
