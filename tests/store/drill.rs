//! The drill that the guide for servers describes: an upgrade, a lost disk, and the way back.

use std::path::Path;
use std::process::Command;

use overtrick::service::Depth;

use crate::migrating::old_database;
use crate::table::{file_story, open};

const GUIDE: &str = include_str!("../../templates/deploy/README.md");

/// The lines of the drill.
fn lines() -> Vec<&'static str> {
    let (_, drill) = GUIDE.split_once("a drill\n").unwrap();
    let (_, script) = drill.split_once("```sh\n").unwrap();
    script.split("```").next().unwrap().lines().collect()
}

/// Types a line in a folder, and gives what was said.
fn typed(line: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_overtrick")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {failed}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_drill_of_the_guide_for_servers_loses_no_match_of_an_old_database() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let created = old_database(folder.path()).await;
        let mut verified = 0;
        for line in lines() {
            let said = typed(line, folder.path());
            if line.starts_with("overtrick verify") {
                assert!(said.starts_with("1 match"), "{line}: {said}");
                verified += 1;
            }
        }
        assert_eq!(verified, 3);
        let matches = open(folder.path()).await;
        let whole = matches.verify_all(Depth::Chain).await.unwrap();
        assert!(whole.is_whole(), "{whole:?}");
        assert_eq!(matches.verify(created.id.as_str()).await.unwrap(), Ok(1));
        matches.close().await.unwrap();
    });
}
