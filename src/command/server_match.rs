//! A match that a server keeps: its link, and requests about it.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use url::Url;

use super::error::CommandError;
use super::http::{self, Answer};
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, MatchId};

/// The environment variable with the key of a match.
const KEY: &str = "OVERTRICK_KEY";
/// The longest pause within an answer; the events of a match pause for less.
const PAUSE: Duration = Duration::from_secs(25);
/// The path of matches in the API of a service.
const MATCHES: &str = "/api/v1/matches/";
/// The path at which a code is exchanged for a key.
const JOINS: &str = "/api/v1/joins";
/// The path of the pages of published matches, which may stand behind [`EMBED`].
const PAGES: &str = "/matches/";
const EMBED: &str = "/embed";
/// The letters and digits of a code by which a phone joins a match.
const CODE: usize = 8;

/// The match of a server that a command is about.
#[derive(Debug, Default, Args)]
pub struct ServerArgs {
    /// The link of a match that a server keeps; FILE is then your copy of it
    ///
    /// The link is the one that the share screen gives, or one without a key, or the address of the service and a
    /// code to join. What cannot be sent waits in FILE, and is sent once. A FILE that has been used with a server
    /// needs the key only.
    #[arg(long, value_name = "LINK")]
    server: Option<String>,
    /// The file with the key, for a link without one [default: OVERTRICK_KEY in the environment]
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

/// A match of a server with a key of it. Its `Debug` output hides the key.
#[derive(Clone)]
pub struct Link {
    /// The address of the service, without a slash at its end.
    pub at: String,
    /// The match.
    pub id: MatchId,
    key: Option<String>,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Link({} {})", self.at, self.id)
    }
}

/// What a copy of a match keeps of its server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The address of the service.
    pub at: String,
    /// The id of the match.
    pub id: String,
    /// The last known version at the server, on which the copy builds.
    pub version: u64,
    /// The changes that the server does not have yet, in order.
    #[serde(default)]
    pub waiting: Vec<Waiting>,
    /// Hands that the server refused: they are offered again.
    #[serde(default)]
    pub refused: Vec<Json>,
}

/// A change that waits to be sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// The key with which it counts once, however often it is sent.
    pub once: String,
    /// The version of the match at the server to which it was made.
    pub version: u64,
    /// The hands recorded before it.
    pub hands: usize,
    /// The change.
    pub change: Change,
}

/// A match as a server has it.
pub struct Current {
    /// Its document.
    pub document: Json,
    /// Its version.
    pub version: u64,
}

/// Why a request about a match was not carried out.
#[derive(Debug)]
pub enum Failure {
    /// The server cannot be reached, or asks to try later.
    Away(String),
    /// The match is at another version.
    Conflict,
    /// The change is refused, with every fault.
    Refused(String),
    /// The match cannot be opened with this key, or the key does not allow this.
    Shut(String),
}

impl Failure {
    /// That the match cannot be read from its server.
    pub fn not_read(self, language: &Language) -> CommandError {
        let (key, reason) = match self {
            Failure::Away(reason) => ("not-reached", reason),
            Failure::Shut(reason) | Failure::Refused(reason) => ("not-opened", reason),
            Failure::Conflict => ("changed-elsewhere", String::new()),
        };
        CommandError::Files(language.format("keep", key, &args![reason: reason]))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        // The words alone, without the number that the system gives the error.
        let is_numbered = error.raw_os_error().is_some();
        Failure::Away(if is_numbered {
            error.kind().to_string()
        } else {
            error.to_string()
        })
    }
}

impl ServerArgs {
    /// Whether a link is given.
    pub fn is_given(&self) -> bool {
        self.server.is_some()
    }

    /// The link that is meant; `None` if no server is. `known` is the server of the file.
    ///
    /// # Errors
    /// The link cannot be read, or is of another match than the file; the file with the key cannot be read.
    pub fn link(
        &self,
        known: Option<&Place>,
        language: &Language,
    ) -> Result<Option<Link>, CommandError> {
        let mut link = match (&self.server, known) {
            (Some(text), _) => Link::open(text, known, language)?,
            (None, Some(place)) => {
                let id = MatchId::read(&place.id);
                let id = id.ok_or_else(|| no_link(&place.id, language))?;
                Link {
                    at: place.at.clone(),
                    id,
                    key: None,
                }
            }
            (None, None) => return Ok(None),
        };
        if let (None, Some(file)) = (&link.key, &self.key_file) {
            #[expect(clippy::disallowed_methods, reason = "the user named the file")]
            let text = std::fs::read_to_string(file);
            let failed = |error| CommandError::Files(format!("{}: {error}", file.display()));
            link.key = Some(text.map_err(failed)?.trim().to_owned());
        }
        Ok(Some(link.with_key()))
    }
}

fn no_link(found: &str, language: &Language) -> CommandError {
    // What follows # may be a key.
    let found = found.split('#').next().unwrap_or_default().to_owned();
    CommandError::usage(language.format("keep", "no-link", &args![found: found]))
}

impl Link {
    /// Reads what a person pastes: a link, or the address of a service with a code to join, which is exchanged
    /// for a key.
    ///
    /// # Errors
    /// As [`Link::read`]; the service cannot be reached, or does not know the code.
    pub fn open(
        text: &str,
        known: Option<&Place>,
        language: &Language,
    ) -> Result<Link, CommandError> {
        let Some((at, code)) = code_at(text) else {
            return Link::read(text, known, language);
        };
        let link = joined(at, &code, language).map_err(|failure| failure.not_read(language))?;
        if known.is_some_and(|place| place.id != link.id.as_str()) {
            let message = language.text("keep", "other-match");
            return Err(CommandError::usage(message));
        }
        Ok(link)
    }

    /// Reads a link of the page (`…/#/join/ID/KEY`, `…/#/m/ID`), an address of the API
    /// (`…/api/v1/matches/ID`), or the public address of a match (`…/matches/ID`). One that names no match is of
    /// the known one.
    ///
    /// # Errors
    /// It is no such link, or is of another match than the known one.
    pub fn read(
        text: &str,
        known: Option<&Place>,
        language: &Language,
    ) -> Result<Link, CommandError> {
        let text = text.trim();
        let refused = || no_link(text, language);
        let url = service(text).ok_or_else(refused)?;
        let fragment = url.fragment().unwrap_or_default().split('?').next();
        let mut steps = fragment.unwrap_or_default().split('/').skip(1);
        let (mut id, mut key) = match steps.next() {
            Some("join") => (steps.next(), steps.next()),
            Some("m") => (steps.next(), None),
            _ => (None, None),
        };
        let mut path = url.path();
        let public = path.rsplit_once(PAGES).map(|(before, after)| {
            let before = before.strip_suffix(EMBED).unwrap_or(before);
            // A picture, a table or the events of it are of the same match.
            (before, after.split(['/', '.']).next())
        });
        if let Some((before, after)) = path.split_once(MATCHES) {
            (path, id, key) = (before, after.split('/').next(), None);
        } else if let Some((before, of)) = public.filter(|_| id.is_none()) {
            (path, id) = (before, of);
        }
        let at = base(&url, path);
        let id = id.or(known.map(|place| place.id.as_str()));
        let id = id.and_then(MatchId::read).ok_or_else(refused)?;
        if known.is_some_and(|place| place.id != id.as_str()) {
            let message = language.text("keep", "other-match");
            return Err(CommandError::usage(message));
        }
        let key = key.filter(|key| !key.is_empty()).map(str::to_owned);
        Ok(Link { at, id, key })
    }

    /// Whether a text is a link rather than the name of a file.
    pub fn is_link(text: &str) -> bool {
        let text = text.trim_start();
        text.starts_with("http://") || text.starts_with("https://")
    }

    /// What to give instead of a text that is neither a link nor the name of a file, if it looks like a part of
    /// what the share screen shows.
    pub fn meant(text: &str, language: &Language) -> Option<CommandError> {
        let is_part = text.contains("#/join/") || text.contains("#/m/");
        if is_part {
            return Some(no_link(text, language));
        }
        code_of(text)?;
        let args = args![found: text.trim().to_owned()];
        Some(CommandError::usage(language.format(
            "keep",
            "code-alone",
            &args,
        )))
    }

    /// Whether it has a key; without one, only a published match is shown.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// The link with the key of the environment, unless it has one.
    pub fn with_key(mut self) -> Link {
        let key = std::env::var_os(KEY).map(|key| key.to_string_lossy().trim().to_owned());
        self.key = self.key.or(key.filter(|key| !key.is_empty()));
        self
    }

    /// The link of the next match of the same players.
    pub fn next(&self, id: MatchId, key: String) -> Link {
        let at = self.at.clone();
        Link {
            at,
            id,
            key: Some(key),
        }
    }

    fn send(
        &self,
        method: &str,
        rest: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
        language: &Language,
    ) -> Result<Answer, Failure> {
        let path = format!("{MATCHES}{}{rest}", self.id);
        self.ask(method, &path, headers, body, language)
    }

    fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
        language: &Language,
    ) -> Result<Answer, Failure> {
        let key = self.key.as_ref().map(|key| format!("Bearer {key}"));
        let mut all = vec![("Accept-Language", language.tag())];
        // A line break in a file with a key would be another header.
        let key = key.filter(|key| !key.contains(char::is_control));
        all.extend(key.as_deref().map(|key| ("Authorization", key)));
        all.extend(headers);
        let answer = answered(method, &self.at, path, (&all, body), language)?;
        match answer.status {
            401 | 403 | 404 if self.key.is_none() => {
                let args = args![reason: reason(answer)];
                Err(Failure::Shut(language.format("keep", "no-key", &args)))
            }
            _ => told(answer, language),
        }
    }

    /// The match as the server has it now.
    ///
    /// # Errors
    /// The server cannot be reached, or does not show it.
    pub fn current(&self, language: &Language) -> Result<Current, Failure> {
        current(self.send("GET", "", &[], None, language)?)
    }

    /// Makes a change; sent again with the same key `once`, it counts once.
    ///
    /// # Errors
    /// The server cannot be reached, or refuses it.
    pub fn change(
        &self,
        change: &Change,
        (once, version): (&str, u64),
        language: &Language,
    ) -> Result<Current, Failure> {
        let body = serde_json::to_vec(change).unwrap_or_default();
        let tag = format!("\"{version}\"");
        let headers = [("If-Match", &*tag), ("Idempotency-Key", once)];
        current(self.send("POST", "/changes", &headers, Some(&body), language)?)
    }

    /// The stream of events since a version; without a key, of a published match.
    ///
    /// # Errors
    /// The server cannot be reached, or does not show the match.
    pub fn events(&self, since: u64, language: &Language) -> Result<Answer, Failure> {
        let since = since.to_string();
        let headers = [("Accept", "text/event-stream"), ("Last-Event-ID", &*since)];
        let matches = if self.has_key() {
            MATCHES.to_owned()
        } else {
            format!("{EMBED}{PAGES}")
        };
        let path = format!("{matches}{}/events", self.id);
        self.ask("GET", &path, &headers, None, language)
    }

    /// What everybody may see of a published match: its standings, and the scoring of its hands if the whole
    /// sheet is published.
    ///
    /// # Errors
    /// The server cannot be reached, or the match is not published.
    pub fn published(&self, language: &Language) -> Result<(Json, Option<Json>), Failure> {
        let path = format!("{EMBED}{PAGES}{}.json", self.id);
        let board = self.ask("GET", &path, &[], None, language)?.json()?;
        if board.text("show") != Some("sheet") {
            return Ok((board, None));
        }
        let path = format!("{PAGES}{}.json?detail=scores", self.id);
        let sheet = self.ask("GET", &path, &[], None, language)?.json()?;
        Ok((board, Some(sheet)))
    }
}

/// The address of a service in a text.
fn service(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok()?;
    let is_web = ["http", "https"].contains(&url.scheme()) && url.has_host();
    is_web.then_some(url)
}

/// An address without what follows a path, and without a slash at its end.
fn base(url: &Url, path: &str) -> String {
    let mut base = url.clone();
    base.set_fragment(None);
    base.set_query(None);
    base.set_path(path);
    base.as_str().trim_end_matches('/').to_owned()
}

/// A code by which a phone joins a match, without what sets its parts off.
fn code_of(text: &str) -> Option<String> {
    let code: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '-')
        .collect();
    let is_code = code.len() == CODE && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| code.to_uppercase())
}

/// The address of a service and a code: `https://club.example ACDE 6799`, or `…/#/join/ACDE6799`.
fn code_at(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let (address, code) = text
        .split_once(char::is_whitespace)
        .or_else(|| text.split_once("#/join/"))?;
    let url = service(address)?;
    Some((base(&url, url.path()), code_of(code)?))
}

/// Exchanges a code for the key of its match.
fn joined(at: String, code: &str, language: &Language) -> Result<Link, Failure> {
    let body = Json::object([("code", code.into())]);
    let body = serde_json::to_vec(&body).unwrap_or_default();
    let headers = [("Accept-Language", language.tag())];
    let answer = answered("POST", &at, JOINS, (&headers, Some(&body)), language)?;
    let given = told(answer, language)?.json()?;
    match (given.text("id").and_then(MatchId::read), given.text("key")) {
        (Some(id), Some(key)) => Ok(Link {
            at,
            id,
            key: Some(key.to_owned()),
        }),
        _ => Err(io::Error::from(io::ErrorKind::InvalidData).into()),
    }
}

/// Sends a request to a service.
fn answered(
    method: &str,
    at: &str,
    path: &str,
    (headers, body): (&[(&str, &str)], Option<&[u8]>),
    language: &Language,
) -> Result<Answer, Failure> {
    let url = Url::parse(&format!("{at}{path}")).map_err(io::Error::other)?;
    http::send(method, &url, headers, body, PAUSE).map_err(|error| {
        if http::is_untrusted(&error) {
            let args = args![reason: error.to_string()];
            return Failure::Away(language.format("keep", "not-trusted", &args));
        }
        error.into()
    })
}

/// An answer that grants what was asked for.
fn told(answer: Answer, language: &Language) -> Result<Answer, Failure> {
    match answer.status {
        200..300 => Ok(answer),
        300..400 if answer.location.is_some() => {
            let url = answer
                .location
                .as_deref()
                .and_then(|to| Url::parse(to).ok());
            // A path alone leads to something else of the same service.
            let args =
                args![at: url.map_or(String::new(), |url| url.origin().ascii_serialization())];
            Err(Failure::Shut(language.format("keep", "moved", &args)))
        }
        412 => Err(Failure::Conflict),
        400 | 422 => Err(Failure::Refused(reason(answer))),
        408 | 409 | 429 | 500.. => Err(Failure::Away(reason(answer))),
        _ => Err(Failure::Shut(reason(answer))),
    }
}

fn current(answer: Answer) -> Result<Current, Failure> {
    let state = answer.json()?;
    let version = state
        .int("version")
        .and_then(|version| u64::try_from(version).ok());
    match (state.get("document").cloned(), version) {
        (Some(document), Some(version)) => Ok(Current { document, version }),
        _ => Err(io::Error::from(io::ErrorKind::InvalidData).into()),
    }
}

/// The reason that a problem document gives: its detail, and every fault on a line of its own.
fn reason(answer: Answer) -> String {
    let status = answer.status.to_string();
    let problem = answer.json().unwrap_or(Json::Null);
    let fault = |fault: &Json| {
        let [place, code] = ["pointer", "code"].map(|key| fault.text(key).unwrap_or_default());
        let gap = if place.is_empty() { "" } else { ": " };
        Some(format!(
            "\n  {place}{gap}{} [{code}]",
            fault.text("detail")?
        ))
    };
    let faults: String = problem.list("errors").iter().filter_map(fault).collect();
    let said = problem.text("detail").or(problem.text("title"));
    said.unwrap_or(&status).to_owned() + &faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "nT4vGkq0Zr7mXw2bYc9sLA";

    fn read(text: &str) -> Option<(String, Option<String>)> {
        let link = Link::read(text, None, Language::english()).ok()?;
        assert_eq!(link.id.as_str(), ID);
        Some((link.at, link.key))
    }

    #[test]
    fn a_link_is_read_as_it_was_pasted() {
        let at = |at: &str, key: Option<&str>| Some((at.to_owned(), key.map(str::to_owned)));
        for (text, expected) in [
            (
                format!("https://club.example/#/join/{ID}/k"),
                at("https://club.example", Some("k")),
            ),
            (
                format!(" http://[::1]:81/cards/#/m/{ID}?x\n"),
                at("http://[::1]:81/cards", None),
            ),
            (
                format!("https://club.example/cards/api/v1/matches/{ID}"),
                at("https://club.example/cards", None),
            ),
            (
                format!("https://club.example/cards/matches/{ID}"),
                at("https://club.example/cards", None),
            ),
            (
                format!("https://club.example/embed/matches/{ID}.json?lang=cs"),
                at("https://club.example", None),
            ),
            (
                format!("https://club.example/matches/#/m/{ID}/sheet"),
                at("https://club.example/matches", None),
            ),
            (format!("ftp://club.example/#/m/{ID}"), None),
            ("https://club.example/matches".to_owned(), None),
            ("https://club.example/".to_owned(), None),
            ("friday.json".to_owned(), None),
        ] {
            assert_eq!(read(&text), expected, "{text}");
        }
    }

    #[test]
    fn a_code_stands_behind_the_address_of_its_service() {
        let found = |text: &str| code_at(text);
        let expected = Some((
            "https://club.example/cards".to_owned(),
            "ACDE6799".to_owned(),
        ));
        for text in [
            "https://club.example/cards ACDE-6799",
            " https://club.example/cards/  acde 6799 ",
            "https://club.example/cards/#/join/acde6799",
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
        for text in [
            format!("https://club.example/#/join/{ID}/k"),
            "https://club.example/ nobody".to_owned() + "knows",
            "club.example ACDE6799".to_owned(),
            "ACDE6799".to_owned(),
        ] {
            assert_eq!(found(&text), None, "{text}");
        }
        assert!(Link::meant("acde-6799", Language::english()).is_some());
        assert!(Link::meant("friday.json", Language::english()).is_none());
    }

    #[test]
    fn a_key_is_in_no_message() {
        let link = Link::read(
            &format!("https://club.example/#/join/{ID}/secret"),
            None,
            Language::english(),
        );
        assert!(!format!("{link:?}").contains("secret"));
        let refused = Link::read(
            "https://club.example/#/join/x y/secret",
            None,
            Language::english(),
        );
        assert!(!format!("{refused:?}").contains("secret"), "{refused:?}");
    }
}
