//! Architecture: no game is named outside its own folders.

mod names;

use std::fs;
use std::path::{Path, PathBuf};

use names::{game_words, places_that_name_a_game};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files in a folder and its subfolders that have one of these endings, each as relative path and text.
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

/// The sources of the crates without `src/wasm`, which only wraps them.
fn sources() -> Vec<(String, String)> {
    let mut sources = files(&root().join("src"), &["rs"]);
    sources.retain(|(file, _)| !file.starts_with("wasm/"));
    sources
}

#[test]
fn shared_code_does_not_name_games() {
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
    assert!(
        found.is_empty(),
        "shared code names a game:\n{}",
        found.join("\n")
    );
}
