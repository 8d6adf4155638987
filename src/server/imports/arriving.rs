//! Reading the lines of an import as they arrive, and judging them in batches.

use std::time::Duration;

use actix_web::web::{self, Payload};
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::bounds::{MAX_IMPORT, MAX_IMPORT_LINES};
use crate::http::body::too_large;
use crate::http::problem::{Problem, ProblemKind};
use crate::imports::judging::{JudgedLines, Unjudged};
use crate::imports::service::Import;
use crate::matches::judged::run_apart;
use crate::matches::service::MatchService;
use overtrick_core::{Finding, args};
use overtrick_match::document::MOST_BYTES;
use overtrick_match::ledger::PublishedPart;

/// The most lines in a batch.
const BATCH: usize = 64;
/// The most bytes in a batch, unless a single line is longer.
const BATCH_BYTES: usize = 256 * 1024;

/// The body of an import; counts the bytes received.
pub struct Arriving {
    payload: Payload,
    timeout: Duration,
    received: usize,
    digest: Sha256,
}

impl Arriving {
    /// A body, with a timeout for each part.
    pub fn new(payload: Payload, timeout: Duration) -> Arriving {
        Arriving {
            payload,
            timeout,
            received: 0,
            digest: Sha256::new(),
        }
    }

    /// The next part.
    ///
    /// # Errors
    /// 408 after the timeout; 413 for too many bytes; 400 if the connection breaks off.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        let part = timeout(self.timeout, self.payload.next()).await;
        let Some(part) = part.map_err(|_| Problem::from(ProblemKind::TooSlow))? else {
            return Ok(None);
        };
        let part = part.map_err(|_| Problem::new(ProblemKind::BadRequest))?;
        self.received += part.len();
        if self.received > MAX_IMPORT {
            return Err(too_large(self.received, MAX_IMPORT));
        }
        self.digest.update(&part);
        Ok(Some(part.to_vec()))
    }

    /// The whole body.
    ///
    /// # Errors
    /// Same as [`Arriving::next`].
    pub async fn whole(&mut self) -> Result<Vec<u8>, Problem> {
        let mut whole = Vec::new();
        while let Some(part) = self.next().await? {
            whole.extend_from_slice(&part);
        }
        Ok(whole)
    }

    /// The digest of the bytes received.
    pub fn digest(&self) -> [u8; 32] {
        self.digest.clone().finalize().into()
    }
}

/// The lines of an import.
pub struct Lines {
    matches: MatchService,
    publish: Option<PublishedPart>,
    /// The number of lines that are not empty.
    pub count: u64,
    /// Results so far, which are added after the last line, because only one import is added at a time.
    judged: Vec<JudgedLines>,
    batch: Vec<(u64, Unjudged)>,
    bytes: usize,
}

impl Lines {
    /// A reader of lines whose matches are to be published as `publish` says.
    pub fn new(matches: &MatchService, publish: Option<PublishedPart>) -> Lines {
        Lines {
            matches: matches.clone(),
            publish,
            count: 0,
            judged: Vec::new(),
            batch: Vec::new(),
            bytes: 0,
        }
    }

    /// Reads the lines of a body as it arrives.
    ///
    /// # Errors
    /// Errors of [`Arriving::next`] and [`Lines::add`]; 413 for a line that is longer than any match.
    pub async fn take(&mut self, body: &mut Arriving) -> Result<(), Problem> {
        let (mut rest, mut number) = (Vec::new(), 0);
        while let Some(part) = body.next().await? {
            let mut part = &part[..];
            while let Some(end) = part.iter().position(|byte| *byte == b'\n') {
                rest.extend_from_slice(&part[..end]);
                part = &part[end + 1..];
                number += 1;
                self.add_text(number, std::mem::take(&mut rest)).await?;
            }
            rest.extend_from_slice(part);
            if rest.len() > MOST_BYTES {
                return Err(Problem::new(ProblemKind::TooLarge));
            }
        }
        self.add_text(number + 1, rest).await?;
        self.judge().await
    }

    async fn add_text(&mut self, number: u64, text: Vec<u8>) -> Result<(), Problem> {
        if text.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let bytes = text.len();
        self.add(number, Unjudged::Text(text), bytes).await
    }

    /// Adds a line of this many bytes; judges the batch when it is full.
    ///
    /// # Errors
    /// 422 for too many lines; errors of judging.
    pub async fn add(&mut self, line: u64, what: Unjudged, bytes: usize) -> Result<(), Problem> {
        self.count += 1;
        if self.count > MAX_IMPORT_LINES {
            let most = i64::try_from(MAX_IMPORT_LINES).unwrap_or(i64::MAX);
            let fault = Finding::rule("too-many-lines", "", args![most: most]);
            return Err(Problem::of_lines(vec![(line.into(), fault)]));
        }
        self.batch.push((line, what));
        self.bytes += bytes;
        if self.batch.len() >= BATCH || self.bytes >= BATCH_BYTES {
            self.judge().await?;
        }
        Ok(())
    }

    /// Judges the batch in its turn; others are judged between two batches.
    ///
    /// # Errors
    /// Errors of the service.
    pub async fn judge(&mut self) -> Result<(), Problem> {
        self.bytes = 0;
        let (batch, matches) = (std::mem::take(&mut self.batch), self.matches.clone());
        let publish = self.publish;
        if batch.is_empty() {
            return Ok(());
        }
        let judged = run_apart(move || matches.judge_lines(batch, publish)).await?;
        self.judged.push(judged?);
        Ok(())
    }

    /// Reads a whole body on a separate thread: `find` passes on each match with its number and approximate
    /// size, until told to stop.
    ///
    /// # Errors
    /// Errors of `find` and of [`Lines::add`].
    pub async fn take_found(
        &mut self,
        find: impl FnOnce(&mut dyn FnMut(u64, Unjudged, usize) -> bool) -> Result<(), Problem>
        + Send
        + 'static,
    ) -> Result<(), Problem> {
        let (send, mut found) = mpsc::channel(1);
        let finding = web::block(move || {
            let mut hand_on = |number: u64, what: Unjudged, bytes: usize| {
                send.blocking_send((number, what, bytes)).is_ok()
            };
            find(&mut hand_on)
        });
        while let Some((number, what, bytes)) = found.recv().await {
            self.add(number, what, bytes).await?;
        }
        finding.await.map_err(|_| ProblemKind::Internal)??;
        self.judge().await
    }

    /// Adds all results to an import.
    ///
    /// # Errors
    /// Errors of the service.
    pub async fn add_to(self, import: &mut Import) -> Result<(), Problem> {
        for judged in self.judged {
            import.add(judged).await?;
        }
        Ok(())
    }
}
