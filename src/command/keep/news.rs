//! What others do to the match while somebody sits before a question.

use std::cell::RefCell;

use crate::error::CommandError;
use crate::match_file::MatchFile;
use crate::watch::following::Following;
use overtrick_match::lang::Language;

/// What is heard of a match.
pub struct News {
    /// The events of a match that a server keeps.
    following: Option<RefCell<Following>>,
    /// The version of it that was asked for last.
    asked: u64,
}

impl News {
    /// Listens to the server of a copy.
    pub fn new(file: &MatchFile, language: &'static Language) -> News {
        let (version, _) = file.at_server().unwrap_or_default();
        let link = file.link().cloned();
        let following = link.map(|link| Following::start(link, version, false, language));
        News {
            following: following.map(RefCell::new),
            asked: 0,
        }
    }

    /// Whether somebody else has changed the match since it was read.
    pub fn is_behind(&self, file: &MatchFile) -> bool {
        let known = file.at_server().map_or(0, |(version, _)| version);
        let is_newer = |following: &Following| following.version() > known.max(self.asked);
        file.is_stale() || self.of_following(is_newer)
    }

    /// Whether the server can be reached again, by what waits for it.
    pub fn is_back(&self, file: &MatchFile) -> bool {
        let waits = file.at_server().is_some_and(|(_, waiting)| waiting > 0);
        waits && self.of_following(Following::is_back)
    }

    /// Whether something holds of the events of the server, as far as they have arrived.
    fn of_following(&self, what: impl Fn(&Following) -> bool) -> bool {
        self.following.as_ref().is_some_and(|following| {
            let mut following = following.borrow_mut();
            // A server that does not show the match any more says so when it is asked.
            drop(following.hear());
            what(&following)
        })
    }

    /// Sends what waits, and brings the match up to date; returns whether it has changed.
    ///
    /// # Errors
    /// As [`MatchFile::refresh`].
    pub fn take_over(&mut self, file: &mut MatchFile) -> Result<bool, CommandError> {
        if let Some(following) = &self.following {
            let mut following = following.borrow_mut();
            self.asked = following.version();
            if following.is_back() {
                following.know_back();
                file.ask_again();
            }
        }
        file.refresh()
    }
}
