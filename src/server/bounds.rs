//! The limits of the server for one client and for all clients together. The guide lists them
//! (`templates/docs/guide/server.md`), and a test compares both.
//!
//! A client is an address (for IPv6, a network of 56 bits), a program with its key, or all holders of the keys of a
//! match. With the setting `limits = "off"`, nothing is counted per client.

use std::time::Duration;

/// The most bytes of a request's body, except for logs and imports.
pub const MAX_BODY: usize = 256 << 10;
/// The most bytes of a body with the log of a match.
pub const MAX_LOG_BODY: usize = 1 << 20;
/// The most bytes of the body of an import.
pub const MAX_IMPORT: usize = 16 << 20;
/// The most lines of an import.
pub const MAX_IMPORT_LINES: u64 = 100_000;

/// A client with a valid key may use this many times as much as an address.
pub const KEY_FACTOR: u32 = 10;
/// The requests of an address per second. Files of the page are not counted.
pub const REQUESTS_PER_SECOND: u32 = 20;
/// The most requests of an address at once, after a pause.
pub const MAX_BURST: u32 = 60;
/// The matches that an address may open per hour.
pub const NEW_MATCHES_PER_HOUR: u32 = 60;
/// The bytes that an address may write per hour.
pub const BYTES_PER_HOUR: u32 = 2 << 20;
/// The wrong join codes of an address per hour.
pub const WRONG_CODES_PER_HOUR: u32 = 10;

/// The most reasons that the page of a published match shows.
pub const MAX_REASONS_ON_A_PAGE: usize = 3_000;

/// The most connections of an address.
pub const MAX_CONNECTIONS_OF_ADDRESS: usize = 128;
/// The most connections in all.
pub const MAX_CONNECTIONS: usize = 1024;
/// The most streams of events of an address.
pub const MAX_STREAMS_OF_ADDRESS: usize = 16;
/// The most streams of events in all.
pub const MAX_STREAMS: usize = 512;
/// The least time between two updates of a stream.
pub const STREAM_INTERVAL: Duration = Duration::from_secs(1);

/// The most PDFs of all clients that are being made or waiting.
pub const MAX_PDFS: usize = 10;
/// The most PDFs of one client that are being made or waiting.
pub const MAX_PDFS_OF_CLIENT: usize = 1;

/// The most bytes in memory for an address: logs that it sends, and answers that it has not read. Answers of at most
/// [`ANSWER_CHUNK`] bytes are not counted.
pub const MAX_HELD_OF_ADDRESS: usize = 32 << 20;
/// The most bytes in memory for all clients together.
pub const MAX_HELD: usize = 256 << 20;
/// The most bytes of an answer that are passed to a connection at once.
pub const ANSWER_CHUNK: usize = 32 << 10;

/// The most log lines per second about refused clients and failures of the store.
pub const LOG_LINES_PER_SECOND: u32 = 20;

/// The most webhooks of the settings file.
pub const MAX_WEBHOOKS: usize = 20;
