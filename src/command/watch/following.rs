//! Following a match that a server keeps, by the stream of its events.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use crate::error::CommandError;
use crate::match_file::begin;
use crate::server_match::{Current, Failure, Link};
use overtrick_core::json::Json;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Ledger, MatchId};

/// How long to wait before the first attempt to connect again, and the longest wait.
const AGAIN: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(15);

/// What is new about a match.
enum News {
    Match(Box<Ledger>),
    /// The connection is lost; it is tried again.
    Away,
    /// The match is not shown any more.
    Gone(Failure),
}

/// A match that is followed.
pub struct Followed {
    ledger: Box<Ledger>,
    is_away: bool,
    news: Receiver<News>,
    language: &'static Language,
}

impl Followed {
    /// Reads the match of a link, and follows it from then on.
    ///
    /// # Errors
    /// The server cannot be reached, or does not show the match.
    pub fn new(link: Link, language: &'static Language) -> Result<Followed, CommandError> {
        let current = link.current(language);
        let current = current.map_err(|failure| failure.not_read(language))?;
        let unscored = || CommandError::Files(language.text("keep", "unscored"));
        let ledger = opened(&current).ok_or_else(unscored)?;
        let (tell, news) = mpsc::channel();
        let version = current.version;
        // It ends with the program, or when nobody listens any more.
        thread::spawn(move || follow(link, version, &tell, language));
        Ok(Followed {
            ledger,
            is_away: false,
            news,
            language,
        })
    }

    /// The match as it is now.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Whether the connection is lost.
    pub fn is_away(&self) -> bool {
        self.is_away
    }

    /// Takes over what is new; returns whether there is something.
    ///
    /// # Errors
    /// The server does not show the match any more.
    pub fn is_new(&mut self) -> Result<bool, CommandError> {
        let mut is_new = false;
        loop {
            match self.news.try_recv() {
                Ok(News::Match(ledger)) => (self.ledger, self.is_away) = (ledger, false),
                Ok(News::Away) => self.is_away = true,
                Ok(News::Gone(failure)) => return Err(failure.not_read(self.language)),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return Ok(is_new),
            }
            is_new = true;
        }
    }
}

fn opened(current: &Current) -> Option<Box<Ledger>> {
    let begun = begin(&current.document).ok()?;
    Some(Box::new(begun.ledger))
}

/// Follows a match until nobody listens or the server does not show it any more.
fn follow(mut link: Link, mut version: u64, tell: &Sender<News>, language: &Language) {
    let mut wait = AGAIN;
    loop {
        match connected(&mut link, &mut version, tell, &mut wait, language) {
            Ok(()) | Err(Failure::Away(_) | Failure::Conflict) => {
                if tell.send(News::Away).is_err() {
                    return;
                }
            }
            Err(failure) => {
                drop(tell.send(News::Gone(failure)));
                return;
            }
        }
        thread::sleep(wait);
        wait = (wait * 2).min(LONGEST);
    }
}

/// Reads the match, and again at each of its events, until the stream ends.
fn connected(
    link: &mut Link,
    version: &mut u64,
    tell: &Sender<News>,
    wait: &mut Duration,
    language: &Language,
) -> Result<(), Failure> {
    let events = link.events(*version, language)?;
    // Whatever happened before the stream began.
    show(link, version, tell, language)?;
    let mut kind = String::new();
    for text in events.lines() {
        let text = text?;
        *wait = AGAIN;
        if let Some(name) = text.strip_prefix("event:") {
            name.trim().clone_into(&mut kind);
        } else if let Some(data) = text.strip_prefix("data:") {
            match &*kind {
                "change" => show(link, version, tell, language)?,
                "rematch" => {
                    let data = serde_json::from_str::<Json>(data).unwrap_or(Json::Null);
                    let next = data.text("id").and_then(MatchId::read);
                    if let (Some(id), Some(key)) = (next, data.text("key")) {
                        (*link, *version) = (link.next(id, key.to_owned()), 0);
                        return Ok(());
                    }
                }
                _ => {}
            }
            kind.clear();
        }
    }
    Ok(())
}

fn show(
    link: &Link,
    version: &mut u64,
    tell: &Sender<News>,
    language: &Language,
) -> Result<(), Failure> {
    let current = link.current(language)?;
    *version = current.version;
    // A server with newer rules may have a match that cannot be scored here.
    if let Some(ledger) = opened(&current) {
        drop(tell.send(News::Match(ledger)));
    }
    Ok(())
}
