//! The limits of the server, for one client and for all clients together. The guide
//! (`templates/docs/guide/server.md`) lists them, and a test compares the guide with this file.
//!
//! A client is an address (for IPv6, a /56 network), a program with an API key, or everyone with a key to
//! the same match. With the setting `limits = "off"`, there are no limits per client.

use std::time::Duration;

/// The maximum size of a request's body in bytes, except for logs and imports.
pub const MAX_BODY: usize = 256 << 10;
/// The maximum size of a body with a match log, in bytes.
pub const MAX_LOG_BODY: usize = 1 << 20;
/// The maximum size of the body of an import, in bytes.
pub const MAX_IMPORT: usize = 16 << 20;
/// The maximum number of lines in an import.
pub const MAX_IMPORT_LINES: u64 = 100_000;

/// The factor by which the limits of a client with a valid key exceed those of an address.
pub const KEY_FACTOR: u32 = 10;
/// The number of requests per second for an address. Files of the page are not counted.
pub const REQUESTS_PER_SECOND: u32 = 20;
/// The maximum number of requests from an address in a burst.
pub const MAX_BURST: u32 = 60;
/// The number of matches that an address may open per hour.
pub const NEW_MATCHES_PER_HOUR: u32 = 60;
/// The number of bytes that an address may write per hour.
pub const BYTES_PER_HOUR: u32 = 2 << 20;
/// The number of wrong join codes that an address may send per hour.
pub const WRONG_CODES_PER_HOUR: u32 = 10;

/// The maximum number of reasons on the page of a published match.
pub const MAX_REASONS_ON_A_PAGE: usize = 3_000;

/// The maximum number of connections from an address.
pub const MAX_CONNECTIONS_OF_ADDRESS: usize = 128;
/// The maximum number of connections in total.
pub const MAX_CONNECTIONS: usize = 1024;
/// The maximum number of event streams for an address.
pub const MAX_STREAMS_OF_ADDRESS: usize = 16;
/// The maximum number of event streams in total.
pub const MAX_STREAMS: usize = 512;
/// The minimum time between two updates of a stream.
pub const STREAM_INTERVAL: Duration = Duration::from_secs(1);

/// The maximum number of PDFs of all clients that are being made or are waiting.
pub const MAX_PDFS: usize = 10;
/// The maximum number of PDFs of one client that are being made or are waiting.
pub const MAX_PDFS_OF_CLIENT: usize = 1;

/// The maximum number of bytes in memory for an address: large bodies that it sends, and answers that it
/// has not read. Answers of at most [`ANSWER_CHUNK`] bytes are not counted.
pub const MAX_HELD_OF_ADDRESS: usize = 32 << 20;
/// The maximum number of bytes in memory for all clients together.
pub const MAX_HELD: usize = 256 << 20;
/// The maximum number of bytes of an answer that are passed to a connection at once.
pub const ANSWER_CHUNK: usize = 32 << 10;

/// The maximum number of log lines per second about refused requests and store failures.
pub const LOG_LINES_PER_SECOND: u32 = 20;

/// The maximum number of webhooks in the settings file.
pub const MAX_WEBHOOKS: usize = 20;
