//! `overtrick page`: writes the web page as static files.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::error::{CommandError, Outcome};
use super::input::file_error;
use super::output;
use overtrick_server::folder;

/// A file of the page, by which its folder is recognized.
const MARK: &str = "shell.js";

/// Write the web page as static files, for any static web host.
///
/// The page needs no server: it scores, judges and stores matches on the phone. Put the folder anywhere on a
/// website, or serve it over HTTPS from any file server. A browser keeps the page for offline use only if it
/// is loaded over HTTPS or from the local machine.
#[derive(Debug, Args)]
pub struct Page {
    /// The folder to write; it may be a folder that this command wrote earlier
    folder: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Page {
    pub fn run(self) -> Outcome {
        let named = self.folder.display().to_string();
        if has_other_files(&self.folder) {
            return Err(failure!("service", "exists", file: named));
        }
        let files = folder::files().map_err(CommandError::files)?;
        let count = files.len();
        for (path, body) in files {
            write(&self.folder.join(&path), &body)?;
        }
        let figures = json!({ "folder": named, "files": count });
        let sentence = sentence!("service", "page-written", count: count, folder: named);
        output::answer(self.json, &figures, &sentence)
    }
}

/// Whether a folder has files, but not those of the page.
fn has_other_files(folder: &Path) -> bool {
    let mut inside = fs::read_dir(folder).into_iter().flatten();
    inside.next().is_some() && !folder.join(MARK).exists()
}

fn write(path: &Path, body: &[u8]) -> Outcome {
    let fault = |error| file_error(&path.display().to_string(), &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    fs::write(path, body).map_err(fault)
}
