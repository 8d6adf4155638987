//! Following a match that a server keeps, by the stream of its events.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use super::published::Published;
use crate::error::CommandError;
use crate::match_file::begin;
use crate::server_match::{Failure, Link};
use overtrick_core::json::Json;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, MatchId};

/// How long to wait before the first attempt to connect again, and the longest wait.
const AGAIN: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(15);

/// A match as its server shows it.
pub enum Seen {
    /// To somebody with a key of it.
    Match(Box<Match>),
    /// To everybody.
    Published(Published),
}

/// What is new about a match.
enum News {
    /// The match at a version; `None` if it cannot be scored here.
    Match(Option<Seen>, u64),
    /// The connection is lost; it is tried again.
    Away,
    /// The match is not shown any more.
    Gone(Failure),
}

/// A match of which the changes are heard.
pub struct Following {
    news: Receiver<News>,
    seen: Option<Seen>,
    version: u64,
    is_away: bool,
    is_back: bool,
}

impl Following {
    /// Follows the match of a link from a version on; with `goes_on`, its rematches too.
    pub fn start(
        link: Link,
        version: u64,
        goes_on: bool,
        language: &'static Language,
    ) -> Following {
        let (tell, news) = mpsc::channel();
        let follower = Follower {
            link,
            version,
            goes_on,
            tell,
            language,
        };
        // It ends with the program, or when nobody listens any more.
        thread::spawn(move || follower.follow());
        Following {
            news,
            seen: None,
            version,
            is_away: false,
            is_back: false,
        }
    }

    /// The last version that is known.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether the connection is lost.
    pub fn is_away(&self) -> bool {
        self.is_away
    }

    /// Whether the connection was lost and is there again.
    pub fn is_back(&self) -> bool {
        self.is_back
    }

    /// Notes that it is known that the connection is there again.
    pub fn know_back(&mut self) {
        self.is_back = false;
    }

    /// Takes over what is new; returns whether there is something.
    ///
    /// # Errors
    /// The server does not show the match any more.
    pub fn hear(&mut self) -> Result<bool, Failure> {
        let mut is_new = false;
        loop {
            match self.news.try_recv() {
                Ok(News::Match(seen, version)) => {
                    self.seen = seen.or(self.seen.take());
                    self.is_back |= self.is_away;
                    (self.version, self.is_away) = (version, false);
                }
                Ok(News::Away) => self.is_away = true,
                Ok(News::Gone(failure)) => return Err(failure),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return Ok(is_new),
            }
            is_new = true;
        }
    }
}

/// A match that is watched.
pub struct Followed {
    seen: Seen,
    following: Following,
    language: &'static Language,
}

impl Followed {
    /// Reads the match of a link, and follows it from then on.
    ///
    /// # Errors
    /// The server cannot be reached, or does not show the match.
    pub fn new(link: Link, language: &'static Language) -> Result<Followed, CommandError> {
        let read = read(&link, language);
        let (seen, version) = read.map_err(|failure| failure.not_read(language))?;
        let unscored = || CommandError::Files(language.text("keep", "unscored"));
        Ok(Followed {
            seen: seen.ok_or_else(unscored)?,
            following: Following::start(link, version, true, language),
            language,
        })
    }

    /// The match as it is now.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Whether the connection is lost.
    pub fn is_away(&self) -> bool {
        self.following.is_away()
    }

    /// Takes over what is new; returns whether there is something.
    ///
    /// # Errors
    /// The server does not show the match any more.
    pub fn is_new(&mut self) -> Result<bool, CommandError> {
        let heard = self.following.hear();
        if let Some(seen) = self.following.seen.take() {
            self.seen = seen;
        }
        heard.map_err(|failure| failure.not_read(self.language))
    }
}

/// The match of a link as it is now, and its version. A server with newer rules may have a match that cannot be
/// scored here.
fn read(link: &Link, language: &Language) -> Result<(Option<Seen>, u64), Failure> {
    if !link.has_key() {
        let (board, sheet) = link.published(language)?;
        let version = board.int("version").and_then(|one| u64::try_from(one).ok());
        let seen = Seen::Published(Published { board, sheet });
        return Ok((Some(seen), version.unwrap_or_default()));
    }
    let current = link.current(language)?;
    let begun = begin(&current.document).ok();
    let seen = begun.map(|begun| Seen::Match(Box::new(begun.played)));
    Ok((seen, current.version))
}

/// What follows a match.
struct Follower {
    link: Link,
    version: u64,
    goes_on: bool,
    tell: Sender<News>,
    language: &'static Language,
}

impl Follower {
    /// Follows the match until nobody listens or the server does not show it any more.
    fn follow(mut self) {
        let mut wait = AGAIN;
        loop {
            match self.connected(&mut wait) {
                Ok(()) | Err(Failure::Away(_) | Failure::Conflict) => {
                    if self.tell.send(News::Away).is_err() {
                        return;
                    }
                }
                Err(failure) => {
                    drop(self.tell.send(News::Gone(failure)));
                    return;
                }
            }
            thread::sleep(wait);
            wait = (wait * 2).min(LONGEST);
        }
    }

    /// Reads the match, and again at each of its events, until the stream ends.
    fn connected(&mut self, wait: &mut Duration) -> Result<(), Failure> {
        let events = self.link.events(self.version, self.language)?;
        // Whatever happened before the stream began.
        self.show()?;
        let mut kind = String::new();
        for text in events.lines() {
            let text = text?;
            *wait = AGAIN;
            if let Some(name) = text.strip_prefix("event:") {
                name.trim().clone_into(&mut kind);
            } else if let Some(data) = text.strip_prefix("data:") {
                match &*kind {
                    "change" | "standings" => self.show()?,
                    "rematch" if self.goes_on => {
                        let data = serde_json::from_str::<Json>(data).unwrap_or(Json::Null);
                        let next = data.text("id").and_then(MatchId::read);
                        if let (Some(id), Some(key)) = (next, data.text("key")) {
                            let link = self.link.next(id, key.to_owned());
                            (self.link, self.version) = (link, 0);
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

    fn show(&mut self) -> Result<(), Failure> {
        let (seen, version) = read(&self.link, self.language)?;
        self.version = version;
        drop(self.tell.send(News::Match(seen, version)));
        Ok(())
    }
}
