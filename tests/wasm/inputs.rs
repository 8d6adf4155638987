//! That the committed modules were built from what is here: `templates/wasm/inputs.txt` names every file
//! and crate that went into them.

use std::fmt::Write;
use std::fs;

use sha2::{Digest, Sha256};

use crate::root;

#[test]
fn the_modules_were_built_from_these_files() {
    let inputs = fs::read_to_string(root("templates/wasm/inputs.txt")).unwrap();
    let lock = fs::read_to_string(root("Cargo.lock")).unwrap();
    let mut changed = Vec::new();
    let (mut files, mut crates) = (0, 0);
    for line in inputs.lines().filter(|line| !line.starts_with('#')) {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["module", _, _] => {}
            ["file", digest, path] => {
                files += 1;
                let bytes = fs::read(root(path)).unwrap_or_default();
                let mut found = String::new();
                for byte in Sha256::digest(bytes) {
                    write!(found, "{byte:02x}").unwrap();
                }
                if found != digest {
                    changed.push(path.to_owned());
                }
            }
            ["crate", name, version] => {
                crates += 1;
                let package = format!("name = \"{name}\"\nversion = \"{version}\"\n");
                if !lock.contains(&package) {
                    changed.push(format!("{name} {version}"));
                }
            }
            _ => panic!("not a line of inputs.txt: {line}"),
        }
    }
    assert!(files > 100 && crates > 10, "{files} files, {crates} crates");
    assert!(
        changed.is_empty(),
        "the WebAssembly modules are older than {changed:?}: run src/wasm/build and commit templates/wasm with \
         them; where that cannot be done, see \"The rules as a WebAssembly module\" in CONTRIBUTING.md"
    );
}
