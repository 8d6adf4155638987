//! A match kept in a file: its document, with the log from which changes are undone.
//!
//! A file is always whole: a change writes a temporary file beside it, makes it durable, and renames it.
//! Meanwhile the file is locked, so that two programs that change it at once lose nothing.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{CommandError, FaultFormat};
use super::input::Document;
use super::output::NewFile;
use overtrick_core::Faults;
use overtrick_core::json::Json;
use overtrick_match::describe::in_lines;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, Match, MatchId, Role, SALT, StoredLog};
use overtrick_match::play::LocalMatch;
use overtrick_server::system::system;
use overtrick_server::{System, random_id};
use overtrick_store::{folder_of, put_in_place, sync};

/// The field of the document with the log.
const LOG: &str = "log";
/// The salts drawn for a document: more than it can have names.
const MOST_NAMES: usize = 1_001;

/// A match in a file, as it was last read or written.
pub struct MatchFile {
    path: PathBuf,
    name: String,
    format: FaultFormat,
    language: &'static Language,
    text: Vec<u8>,
    state: LocalMatch,
    /// The id that its owner gave the document.
    own_id: Option<Json>,
    /// Whether the document was edited by hand, so that changes before that cannot be undone.
    pub was_edited: bool,
}

/// The questions about a hand that were passed over, as JSON pointers.
pub type Passed = BTreeSet<String>;

/// What is kept beside the file of a hand that is not recorded yet.
#[derive(Debug, Serialize, Deserialize)]
pub struct Draft {
    /// The number of hands before it.
    after: usize,
    /// The hand as far as it was typed.
    pub hand: Json,
    /// The questions that were passed over.
    pub passed: Passed,
    /// Whether the hand was put by as the hand being played; otherwise the program was killed.
    #[serde(rename = "put_by")]
    pub is_put_by: bool,
}

/// Why a change was not made.
pub enum Refusal {
    /// Somebody else has changed the match since it was read; it has been read again.
    Changed,
    /// The faults that the match would have.
    Faults(Faults),
    /// The file cannot be read or written.
    Failed(CommandError),
}

impl From<CommandError> for Refusal {
    fn from(error: CommandError) -> Refusal {
        Refusal::Failed(error)
    }
}

impl Refusal {
    /// Reports the faults, if there are any, as those of a document.
    fn report(self, document: &Document, language: &Language) -> CommandError {
        match self {
            Refusal::Failed(error) => error,
            Refusal::Changed => CommandError::files(language.text("keep", "changed")),
            Refusal::Faults(faults) => document.refuse(&faults, language),
        }
    }
}

impl MatchFile {
    /// Reads a match document, with or without a log.
    ///
    /// # Errors
    /// The file cannot be read; its faults, which have been reported.
    pub fn read(
        path: &Path,
        format: FaultFormat,
        language: &'static Language,
    ) -> Result<MatchFile, CommandError> {
        let name = path.display().to_string();
        // A renamed file would replace a link, not the file to which it leads.
        let path = fs::canonicalize(path).map_err(|error| failed(&name, &error))?;
        let document = Document::read(&path.to_string_lossy(), format, language)?;
        MatchFile::new(path, name, document, language)
    }

    /// Stores a new match, in a file that does not exist yet.
    ///
    /// # Errors
    /// The file exists or cannot be written; the faults of the document, which have been reported.
    pub fn create(
        path: &Path,
        document: &Json,
        format: FaultFormat,
        language: &'static Language,
    ) -> Result<MatchFile, CommandError> {
        let name = path.display().to_string();
        let bytes = serde_json::to_vec(document).unwrap_or_default();
        let document = Document::new(bytes, language.text("ui", "this-match"), format);
        let mut file = MatchFile::new(path.to_owned(), name, document, language)?;
        let text = file.written(&file.state);
        let written = File::create_new(path).and_then(|mut new| {
            let written = new.write_all(text.as_bytes()).and_then(|()| new.sync_all());
            if written.is_err() {
                drop(fs::remove_file(path));
            }
            written?;
            sync(folder_of(path))?;
            fs::canonicalize(path)
        });
        file.path = written.map_err(|error| failed(&file.name, &error))?;
        file.text = text.into_bytes();
        Ok(file)
    }

    fn new(
        path: PathBuf,
        name: String,
        document: Document,
        language: &'static Language,
    ) -> Result<MatchFile, CommandError> {
        let format = document.format();
        let json = document.json(language)?;
        let own_id = json.get("id").cloned();
        let (entries, log) = without(json, LOG);
        let stored = log.and_then(|log| log.typed::<StoredLog>());
        let had_log = stored.is_some();
        let kept = stored.and_then(|log| LocalMatch::open(log).ok());
        // Whoever edits the document leaves the log as it was; then the document counts.
        let same = |kept: &LocalMatch| shown(&kept.played, own_id.as_ref()) == entries;
        let kept = kept.filter(same);
        let was_edited = had_log && kept.is_none();
        let state = match kept {
            Some(kept) => kept,
            None => begin(&entries).map_err(|refusal| refusal.report(&document, language))?,
        };
        Ok(MatchFile {
            path,
            name,
            format,
            language,
            text: document.bytes,
            state,
            own_id,
            was_edited,
        })
    }

    /// The current match.
    pub fn played(&self) -> &Match {
        &self.state.played
    }

    /// The name of the file, as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the file again; returns whether it has changed.
    ///
    /// # Errors
    /// The file cannot be read; its faults, which have been reported.
    pub fn refresh(&mut self) -> Result<bool, CommandError> {
        self.locked().map(|(_, is_changed)| is_changed)
    }

    /// The match after a change, which is not written.
    ///
    /// # Errors
    /// Every fault that the changed match would have.
    pub fn tried(&self, change: Change) -> Result<Match, Faults> {
        let (clock, _) = system();
        self.played().after(change, clock.now(), Role::Direct)
    }

    /// Makes a change to the match as it is in the file now; it is durable afterwards.
    ///
    /// # Errors
    /// With `as_shown`, that another program has changed the file since it was read; the faults of the
    /// change; the file cannot be read or written.
    pub fn change(
        &mut self,
        change: impl FnOnce(&Match) -> Result<Change, CommandError>,
        as_shown: bool,
    ) -> Result<(), Refusal> {
        let (locked, was_changed) = self.locked()?;
        if was_changed && as_shown {
            return Err(Refusal::Changed);
        }
        let change = change(self.played())?;
        let system = system();
        let salts = salts(&system)?;
        let state = self.state.clone();
        let next = state
            .after(change, system.0.now(), &salts)
            .map_err(Refusal::Faults)?;
        Ok(self.write(&locked, next)?)
    }

    /// Locks the file, and reads it again if it has changed since it was read; returns whether it has.
    fn locked(&mut self) -> Result<(File, bool), CommandError> {
        let mut locked = lock(&self.path).map_err(|error| failed(&self.name, &error))?;
        let mut text = Vec::new();
        let read = locked.rewind().and_then(|()| locked.read_to_end(&mut text));
        read.map_err(|error| failed(&self.name, &error))?;
        if text == self.text {
            return Ok((locked, false));
        }
        let document = Document::new(text, self.name.clone(), self.format);
        let (path, name) = (self.path.clone(), self.name.clone());
        *self = MatchFile::new(path, name, document, self.language)?;
        Ok((locked, true))
    }

    /// Replaces the locked file; it is durable afterwards.
    fn write(&mut self, locked: &File, state: LocalMatch) -> Result<(), CommandError> {
        let text = self.written(&state);
        let old = locked.metadata().ok();
        let written = write_part(&self.path, text.as_bytes(), old.as_ref())
            .and_then(|part| put_in_place(&part, &self.path));
        written.map_err(|error| failed(&self.name, &error))?;
        (self.state, self.text) = (state, text.into_bytes());
        Ok(())
    }

    /// What was typed of a hand before, if it is of the next one.
    pub fn draft(&self) -> Option<Draft> {
        #[expect(
            clippy::disallowed_methods,
            reason = "it belongs to the file that the user named"
        )]
        let text = fs::read(self.draft_file()).ok()?;
        let draft: Draft = serde_json::from_slice(&text).ok()?;
        (draft.after == self.played().outcome().hands).then_some(draft)
    }

    /// Keeps a hand as far as it is typed beside the file, until it is recorded, put by or dropped.
    pub fn keep_draft(&self, hand: &Json, passed: &Passed) {
        self.write_draft(hand, passed, false);
    }

    /// Keeps which questions about the hand being played were passed over, if any were.
    pub fn put_draft_by(&self, hand: &Json, passed: &Passed) {
        if passed.is_empty() {
            self.drop_draft();
        } else {
            self.write_draft(hand, passed, true);
        }
    }

    fn write_draft(&self, hand: &Json, passed: &Passed, is_put_by: bool) {
        let draft = Draft {
            after: self.played().outcome().hands,
            hand: hand.clone(),
            passed: passed.clone(),
            is_put_by,
        };
        let file = self.draft_file();
        // The hand can be entered without it, too.
        let written = write_part(&file, line(&draft).as_bytes(), None);
        drop(written.and_then(|part| fs::rename(part, file)));
    }

    /// Removes what is kept of a hand beside the file.
    pub fn drop_draft(&self) {
        drop(fs::remove_file(self.draft_file()));
    }

    fn draft_file(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!(".{name}.draft"))
    }

    /// Reports why a change was refused.
    pub fn refused(&self, refusal: Refusal) -> CommandError {
        let document = Document::new(Vec::new(), self.name.clone(), self.format);
        refusal.report(&document, self.language)
    }

    /// The text of the file: the document as a person reads it, and its log with an event on each line.
    fn written(&self, state: &LocalMatch) -> String {
        let document = shown(&state.played, self.own_id.as_ref());
        let document = in_lines(&document, 0);
        let StoredLog {
            head,
            events,
            names,
        } = &state.log;
        let events: Vec<String> = events
            .iter()
            .map(|event| {
                let mut event = event.clone();
                // The digests of all events follow from their texts; that of the last one is in the head.
                event.digest = None;
                format!("      {}", line(&event))
            })
            .collect();
        format!(
            "{},\n  \"{LOG}\": {{\n    \"head\": {},\n    \"names\": {},\n    \"events\": [\n{}\n    ]\n  }}\n}}\n",
            document.trim_end_matches("\n}"),
            line(head),
            line(names),
            events.join(",\n"),
        )
    }
}

/// A value on one line.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Opens a match from a document without a log.
fn begin(document: &Json) -> Result<LocalMatch, Refusal> {
    let system = system();
    let id = match document.text("id").and_then(MatchId::read) {
        Some(id) => id,
        None => random_id(&*system.1).map_err(CommandError::files)?,
    };
    let salts = salts(&system)?;
    LocalMatch::begin(&id, document, system.0.now(), &salts).map_err(Refusal::Faults)
}

fn salts((_, random): &System) -> Result<Vec<u8>, CommandError> {
    let mut salts = vec![0; MOST_NAMES * SALT];
    let filled = random.fill(&mut salts);
    filled.map_err(CommandError::files)?;
    Ok(salts)
}

/// The document as it is written, without its log; an id that its owner chose stays.
fn shown(played: &Match, own_id: Option<&Json>) -> Json {
    let mut document = played.document();
    if let (Json::Object(entries), Some(own)) = (&mut document, own_id)
        && let Some((_, id)) = entries.iter_mut().find(|(key, _)| key == "id")
    {
        *id = own.clone();
    }
    document
}

/// An object without a field, and the value of the field.
fn without(object: Json, field: &str) -> (Json, Option<Json>) {
    let Json::Object(mut entries) = object else {
        return (object, None);
    };
    let value = entries.extract_if(.., |(key, _)| key == field).next();
    (Json::Object(entries), value.map(|(_, value)| value))
}

/// Whether there is no file with this name.
pub fn is_absent(path: &Path) -> bool {
    matches!(path.symlink_metadata(), Err(error) if error.kind() == ErrorKind::NotFound)
}

/// Opens and locks the file with this name. While we wait for the lock, another program may replace the file.
fn lock(path: &Path) -> io::Result<File> {
    loop {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        file.lock()?;
        let (mine, now) = (file.metadata()?, fs::metadata(path)?);
        if (mine.dev(), mine.ino()) == (now.dev(), now.ino()) {
            return Ok(file);
        }
    }
}

/// Writes a temporary file beside a file, with the owner and permissions of the old one.
fn write_part(path: &Path, text: &[u8], old: Option<&fs::Metadata>) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = match old {
        // Only who has the lock writes it: what a killed program left is overwritten.
        Some(_) => path.with_file_name(format!(".{name}.part")),
        None => NewFile::new(path).part,
    };
    let mut file = File::create(&part)?;
    if let Some(old) = old {
        // Only root may give a file away; anybody else owns the new one.
        drop(fchown(&file, Some(old.uid()), Some(old.gid())));
        file.set_permissions(fs::Permissions::from_mode(old.mode()))?;
    }
    let written = file.write_all(text);
    if written.is_err() {
        drop(fs::remove_file(&part));
    }
    written.map(|()| part)
}

fn failed(name: &str, error: &io::Error) -> CommandError {
    CommandError::files(format!("{name}: {error}"))
}
