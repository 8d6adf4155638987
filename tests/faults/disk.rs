//! The simulated disk of `disk.c`: programs that run on it, the journal of their writes, and what remains after a
//! power cut.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::Chance;

/// The number of bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// The library for `LD_PRELOAD`, compiled once.
pub fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("disk.so");
        let compiled = Command::new("cc")
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(root.join("tests/faults/disk.c"))
            .status()
            .expect("a C compiler is needed, as for SQLite");
        assert!(compiled.success());
        library
    })
}

/// The program, with the files of this folder on the simulated disk.
pub fn overtrick(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.current_dir(folder);
    command
        .env("LD_PRELOAD", library())
        .env("DISK_FOLDER", folder);
    command
}

/// An operation on a file.
#[derive(Debug)]
pub enum Step {
    Create,
    Write { at: usize, bytes: Vec<u8> },
    Sync,
    Truncate(usize),
    Remove,
    Rename(String),
    Link(String),
}

/// The operations on a folder's files, in order: each with its file, and with its end in the journal.
pub fn read_journal(file: &Path) -> Vec<(String, Step, u64)> {
    let journal = fs::read(file).unwrap_or_default();
    let mut rest = &journal[..];
    let mut steps = Vec::new();
    while let Some((&kind, after)) = rest.split_first() {
        rest = after;
        let mut take = |length: usize| {
            let (taken, left) = rest.split_at(length);
            rest = left;
            taken
        };
        let number =
            |bytes: &[u8]| usize::try_from(u64::from_le_bytes(bytes.try_into().unwrap())).unwrap();
        let length = number(take(8));
        let path = String::from_utf8(take(length).to_vec()).unwrap();
        let at = number(take(8));
        let length = number(take(8));
        let step = match kind {
            b'c' => Step::Create,
            b's' => Step::Sync,
            b't' => Step::Truncate(at),
            b'u' => Step::Remove,
            b'w' => Step::Write {
                at,
                bytes: take(length).to_vec(),
            },
            b'r' => Step::Rename(String::from_utf8(take(length).to_vec()).unwrap()),
            b'l' => Step::Link(String::from_utf8(take(length).to_vec()).unwrap()),
            other => panic!("an unknown kind of record: {other}"),
        };
        let end = u64::try_from(journal.len() - rest.len()).unwrap();
        steps.push((path, step, end));
    }
    steps
}

/// A file: its synced contents, and the operations since the last sync.
#[derive(Debug, Default, Clone)]
struct File {
    synced: Vec<u8>,
    since: Vec<Change>,
}

#[derive(Debug, Clone)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

fn apply(contents: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Truncate(length) => contents.resize(*length, 0),
        Change::Write { at, bytes } => {
            contents.resize(contents.len().max(at + bytes.len()), 0);
            contents[*at..at + bytes.len()].copy_from_slice(bytes);
        }
    }
}

impl File {
    /// The contents after a power cut: each unsynced sector is written or not.
    fn after_cut(&self, chance: &mut Chance) -> Vec<u8> {
        let mut contents = self.synced.clone();
        // Keeps all unsynced changes, none of them, or some.
        let odds = chance.below(3);
        let mut is_kept = || odds == 0 || (odds == 1 && chance.below(2) == 0);
        for change in &self.since {
            match change {
                Change::Truncate(_) if is_kept() => apply(&mut contents, change),
                Change::Truncate(_) => {}
                Change::Write { at, bytes } => {
                    let mut from = 0;
                    while from < bytes.len() {
                        let to = ((at + from) / SECTOR * SECTOR + SECTOR - at).min(bytes.len());
                        if is_kept() {
                            let bytes = bytes[from..to].to_vec();
                            apply(
                                &mut contents,
                                &Change::Write {
                                    at: at + from,
                                    bytes,
                                },
                            );
                        }
                        from = to;
                    }
                }
            }
        }
        contents
    }
}

/// Writes the files as a power cut after these steps would leave them.
pub fn cut_power(steps: &[(String, Step, u64)], folder: &Path, chance: &mut Chance) {
    let mut files: BTreeMap<usize, File> = BTreeMap::new();
    let mut next = 0;
    // The names of files at present, and at the last sync of the folder.
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut synced_names = names.clone();
    for (path, step, _) in steps {
        let mut known = |names: &mut BTreeMap<_, _>| {
            *names.entry(&**path).or_insert_with(|| {
                next += 1;
                next
            })
        };
        match step {
            Step::Sync if path.is_empty() => synced_names.clone_from(&names),
            Step::Create => drop(known(&mut names)),
            Step::Remove => drop(names.remove(&**path)),
            Step::Rename(to) => {
                if let Some(file) = names.remove(&**path) {
                    names.insert(to, file);
                }
            }
            Step::Link(to) => {
                let file = known(&mut names);
                names.insert(to, file);
            }
            Step::Sync => {
                let file = files.entry(known(&mut names)).or_default();
                for change in std::mem::take(&mut file.since) {
                    apply(&mut file.synced, &change);
                }
            }
            Step::Write { at, bytes } => {
                let (at, bytes) = (*at, bytes.clone());
                let file = files.entry(known(&mut names)).or_default();
                file.since.push(Change::Write { at, bytes });
            }
            Step::Truncate(length) => {
                let file = files.entry(known(&mut names)).or_default();
                file.since.push(Change::Truncate(*length));
            }
        }
    }
    // All names of the folder are either as last synced, or as at the end.
    let kept = if chance.below(2) == 0 {
        names
    } else {
        synced_names
    };
    for (name, file) in kept {
        let file = files.get(&file).cloned().unwrap_or_default();
        fs::write(folder.join(name), file.after_cut(chance)).unwrap();
    }
}
