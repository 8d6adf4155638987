//! How the house is built: no circle of files or modules, no module that imports one above it, and no
//! game named outside its own folders.
//!
//! The tests read the sources. `use` lines and paths such as `crate::rules::Seat` are imports; a
//! re-export counts as an import of the file that defines the name. Code for tests alone is ignored.

mod graph;
mod imports;
mod names;
mod reader;
mod tokens;

use std::fs;
use std::path::{Path, PathBuf};

use graph::{circles, folder_circles, imports_of_higher_modules};
use imports::imports;
use names::{game_words, places_that_name_a_game};

/// The modules of `src` from the ground up: each may import only those before it.
const MODULES: &[&str] = &[
    "rules",
    "qr",
    "judging",
    "games",
    "lang",
    "describe",
    "document",
    "schema",
    "adjudicate",
    "ledger",
    "play",
    "verify",
    "sheets",
    "booklet",
    "pdf",
    "store",
    "service",
    "system",
    "settings",
    "webhooks",
    "http",
    "web",
    "api",
    "cli",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder whose name has one of these endings: its path from the folder, and its
/// text.
fn files(folder: &Path, endings: &[&str]) -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(folder, &mut paths);
    paths.sort();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|ending| endings.iter().any(|known| ending == *known))
    });
    paths
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            (name.to_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// The sources of the crate; `src/wasm` is one of its own, on top of it.
fn sources() -> Vec<(String, String)> {
    let mut sources = files(&root().join("src"), &["rs"]);
    sources.retain(|(file, _)| !file.starts_with("wasm/"));
    sources
}

#[track_caller]
fn assert_none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n{}\n", found.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    assert_none("circles of files", &circles(&imports(&sources())));
}

#[test]
fn no_modules_of_a_folder_import_each_other_in_a_circle() {
    assert_none("circles of modules", &folder_circles(&imports(&sources())));
}

#[test]
fn no_module_imports_one_above_it() {
    let sources = sources();
    let mut unlisted: Vec<String> = sources
        .iter()
        .map(|(file, _)| graph::top_module(file).to_owned())
        .filter(|module| !["lib", "main"].contains(&module.as_str()))
        .filter(|module| !MODULES.contains(&module.as_str()))
        .collect();
    unlisted.dedup();
    assert_none("modules that the list of this test lacks", &unlisted);
    let found = imports_of_higher_modules(&imports(&sources), MODULES);
    assert_none("imports of a higher module", &found);
}

#[test]
fn no_shared_code_names_a_game() {
    let words = game_words();
    let mut found = Vec::new();
    for (file, text) in sources() {
        found.extend(places_that_name_a_game(
            &format!("src/{file}"),
            &text,
            &words,
        ));
    }
    for folder in [
        "templates/web",
        "templates/embed",
        "templates/public",
        "templates/rules",
    ] {
        for (file, text) in files(&root().join(folder), &["js", "css", "html"]) {
            let place = format!("{folder}/{file}");
            found.extend(places_that_name_a_game(&place, &text, &words));
        }
    }
    assert_none("shared code that names a game", &found);
}
