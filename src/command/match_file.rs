//! A match in a file: its document, and the log that is needed to undo changes.
//!
//! The file is always complete, because a change writes a temporary file beside it, flushes it to the disk, and renames
//! it. The file is locked meanwhile, so that no change is lost if two programs change it at the same time.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::{CommandError, FaultFormat, Outcome};
use super::input::{self, Document, file_error};
use super::output::{language, write_file};
use overtrick_core::Faults;
use overtrick_core::json::Json;
use overtrick_match::describe::in_lines;
use overtrick_match::document::Scored;
use overtrick_match::ledger::{Change, Match, MatchId, Opening, Role, SALT, StoredLog};
use overtrick_match::play::LocalMatch;
use overtrick_server::system::system;
use overtrick_server::{System, random_id};
use overtrick_store::{folder_of, put_in_place, sync};

/// The field of the document that contains the log.
const LOG: &str = "log";
/// The number of salts drawn for a document, which can have fewer names than this.
const MAX_NAMES: usize = 1_001;

/// A match in a file, as it was last read or written.
pub struct MatchFile {
    path: PathBuf,
    /// The name of the file, as the user gave it.
    pub name: String,
    faults: FaultFormat,
    text: Vec<u8>,
    state: LocalMatch,
    /// The id in the document, if it has one.
    own_id: Option<Json>,
    /// Whether the document was edited by hand. Changes before that cannot be undone.
    pub was_edited: bool,
}

/// The skipped questions about a hand, as JSON pointers.
pub type Passed = BTreeSet<String>;

/// The unfinished hand that is stored beside the file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Draft {
    /// The number of hands before it, and the current hand. If the match has others now, the draft is ignored.
    after: usize,
    current: Option<Json>,
    /// The part of the hand that was entered.
    pub hand: Json,
    /// The skipped questions.
    pub passed: Passed,
}

impl MatchFile {
    /// Reads a match document, which may contain a log.
    ///
    /// # Errors
    /// The file cannot be read, or the document has faults.
    pub fn read(path: &Path, faults: FaultFormat) -> Outcome<MatchFile> {
        let name = path.display().to_string();
        // Resolve links first, because a rename would replace the link and not its target.
        let path = fs::canonicalize(path).map_err(|error| file_error(&name, &error))?;
        let document = Document::read(&path.to_string_lossy(), faults)?;
        MatchFile::new(path, name, document)
    }

    /// Stores a new match in a new file.
    ///
    /// # Errors
    /// The file exists or cannot be written, or the document has faults.
    pub fn create(path: &Path, document: &Json, faults: FaultFormat) -> Outcome<MatchFile> {
        let name = path.display().to_string();
        let document = Document {
            bytes: serde_json::to_vec(document).unwrap_or_default(),
            name: language().text("ui", "this-match"),
            faults,
        };
        let mut file = MatchFile::new(path.to_owned(), name, document)?;
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
        file.path = written.map_err(|error| file_error(&file.name, &error))?;
        file.text = text.into_bytes();
        Ok(file)
    }

    fn new(path: PathBuf, name: String, document: Document) -> Outcome<MatchFile> {
        let mut entries = document.json()?;
        let own_id = entries.get("id").cloned();
        let stored = entries.take(LOG).and_then(|log| log.typed::<StoredLog>());
        let had_log = stored.is_some();
        let kept = stored.and_then(|log| LocalMatch::open(log).ok());
        // A document that differs from its log was edited by hand. The log is then discarded.
        let same = |kept: &LocalMatch| shown(&kept.played, own_id.as_ref()) == entries;
        let kept = kept.filter(same);
        let was_edited = had_log && kept.is_none();
        let state = match kept {
            Some(kept) => kept,
            None => begin(&entries, &document)?,
        };
        Ok(MatchFile {
            path,
            name,
            faults: document.faults,
            text: document.bytes,
            state,
            own_id,
            was_edited,
        })
    }

    /// Returns the current match.
    pub fn played(&self) -> &Match {
        &self.state.played
    }

    /// Returns the scored current match.
    pub fn scored(&self) -> Outcome<Arc<Scored>> {
        self.played().scored().map_err(|_| unscored())
    }

    /// Reads the file again if it has changed. Returns whether it has changed.
    ///
    /// # Errors
    /// The file cannot be read, or the document has faults.
    pub fn refresh(&mut self) -> Outcome<bool> {
        self.locked().map(|(_, is_changed)| is_changed)
    }

    /// Scores the match with a change, without writing the change.
    ///
    /// # Errors
    /// Every fault of the changed match.
    pub fn tried(&self, change: Change) -> Result<Arc<Scored>, Faults> {
        let (clock, _) = system();
        let played = self.played();
        played.after(change, clock.now(), Role::Direct)?.scored()
    }

    /// Makes a change to the match in the file, durably. If `as_shown` is set and another program has changed
    /// the file since it was read, does nothing. Returns whether the change was made.
    ///
    /// # Errors
    /// The faults of the change; the file cannot be read or written.
    pub fn change(
        &mut self,
        change: impl FnOnce(&Match) -> Outcome<Change>,
        as_shown: bool,
    ) -> Outcome<bool> {
        let (locked, was_changed) = self.locked()?;
        if was_changed && as_shown {
            return Ok(false);
        }
        let change = change(self.played())?;
        let system = system();
        let salts = salts(&system)?;
        let next = self.state.clone().after(change, system.0.now(), &salts);
        let next = next.map_err(|faults| CommandError::of_faults(&self.name, &faults, self.faults));
        self.write(&locked, next?)?;
        Ok(true)
    }

    /// Locks the file, and reads it again if it has changed. Returns the locked file, and whether it had changed.
    fn locked(&mut self) -> Outcome<(File, bool)> {
        let mut locked = lock(&self.path).map_err(|error| file_error(&self.name, &error))?;
        let mut text = Vec::new();
        let read = locked.rewind().and_then(|()| locked.read_to_end(&mut text));
        read.map_err(|error| file_error(&self.name, &error))?;
        if text == self.text {
            return Ok((locked, false));
        }
        let document = Document {
            bytes: text,
            name: self.name.clone(),
            faults: self.faults,
        };
        *self = MatchFile::new(self.path.clone(), self.name.clone(), document)?;
        Ok((locked, true))
    }

    /// Replaces the locked file durably.
    fn write(&mut self, locked: &File, state: LocalMatch) -> Outcome {
        let text = self.written(&state);
        let written = write_part(&self.path, text.as_bytes(), locked)
            .and_then(|part| put_in_place(&part, &self.path));
        written.map_err(|error| file_error(&self.name, &error))?;
        (self.state, self.text) = (state, text.into_bytes());
        Ok(())
    }

    /// Returns the current hand, if there is one.
    pub fn current(&self) -> Option<Json> {
        self.played().document().get("current").cloned()
    }

    /// Returns the stored draft of the next hand, if it belongs to the current state of the match.
    pub fn draft(&self) -> Option<Draft> {
        let text = input::read(&self.draft_file().to_string_lossy()).ok()?;
        let draft: Draft = serde_json::from_slice(&text).ok()?;
        let counts = draft.after == self.played().outcome().hands;
        (counts && draft.current == self.current()).then_some(draft)
    }

    /// Stores a draft of the next hand beside the file.
    pub fn keep_draft(&self, hand: &Json, passed: &Passed) {
        let draft = Draft {
            after: self.played().outcome().hands,
            current: self.current(),
            hand: hand.clone(),
            passed: passed.clone(),
        };
        let text = serde_json::to_vec(&draft).unwrap_or_default();
        // Errors are ignored, because the hand can also be entered without a draft.
        drop(write_file(&text, &self.draft_file()));
    }

    /// Deletes the draft of the next hand.
    pub fn drop_draft(&self) {
        drop(fs::remove_file(self.draft_file()));
    }

    fn draft_file(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!(".{name}.draft"))
    }

    /// Returns the text of the file: the document with its log, formatted for readers.
    fn written(&self, state: &LocalMatch) -> String {
        let mut document = shown(&state.played, self.own_id.as_ref());
        let mut log = state.log.clone();
        for event in &mut log.events {
            // The digests of the events are omitted, because they can be computed. The head has the last one.
            event.digest = None;
        }
        let log = serde_json::to_string(&log).unwrap_or_default();
        document.set(LOG, serde_json::from_str(&log).unwrap_or(Json::Null));
        in_lines(&document, 0) + "\n"
    }
}

/// Returns the error for a match that cannot be scored.
pub fn unscored() -> CommandError {
    failure!("keep", "unscored")
}

/// Begins a log for a document that has no usable log.
fn begin(entries: &Json, document: &Document) -> Outcome<LocalMatch> {
    let system = system();
    let id = match entries.text("id").and_then(MatchId::read) {
        Some(id) => id,
        None => random_id(&*system.1).map_err(CommandError::files)?,
    };
    let salts = salts(&system)?;
    let begun = LocalMatch::begin(&id, entries, Opening::default(), system.0.now(), &salts);
    begun.map_err(|faults| document.refuse(&faults))
}

fn salts((_, random): &System) -> Outcome<Vec<u8>> {
    let mut salts = vec![0; MAX_NAMES * SALT];
    random.fill(&mut salts).map_err(CommandError::files)?;
    Ok(salts)
}

/// Returns the document as it is written to the file, but without its log. Keeps the id from the file.
fn shown(played: &Match, own_id: Option<&Json>) -> Json {
    let mut document = played.document();
    if let Some(own) = own_id {
        document.set("id", own.clone());
    }
    document
}

/// Whether there is no file with this name.
pub fn is_absent(path: &Path) -> bool {
    matches!(path.symlink_metadata(), Err(error) if error.kind() == ErrorKind::NotFound)
}

/// Opens and locks the file at a path. Tries again if another program has replaced the file meanwhile.
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

/// Writes a temporary file beside the locked file, with the same owner and permissions.
fn write_part(path: &Path, text: &[u8], locked: &File) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Only the process with the lock writes this file. One left by a killed process is overwritten.
    let part = path.with_file_name(format!(".{name}.part"));
    let (mut file, old) = (File::create(&part)?, locked.metadata()?);
    // Only root can change the owner. For other users this fails, and they own the new file.
    drop(fchown(&file, Some(old.uid()), Some(old.gid())));
    file.set_permissions(old.permissions())?;
    let written = file.write_all(text);
    if written.is_err() {
        drop(fs::remove_file(&part));
    }
    written.map(|()| part)
}
