//! What the README shows is what the command prints.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// The examples: a command after `$ `, and what is shown of its output.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, shown) = block.split_once('\n').unwrap();
        examples.push((
            command.strip_prefix("$ ").unwrap().to_owned(),
            shown.to_owned(),
        ));
    }
    examples
}

#[test]
fn every_example_prints_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_overtrick")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let examples = examples(&readme);
    assert!(examples.len() >= 5);
    for (command, shown) in examples {
        let script = format!("{{ {command}; }} 2>&1");
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(root)
            .env("PATH", &path)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            shown,
            "$ {command}"
        );
    }
}

#[test]
fn every_file_that_it_points_to_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    for link in readme
        .split("](")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap())
    {
        assert!(
            link.starts_with("http") || root.join(link).exists(),
            "{link}"
        );
    }
}

#[test]
fn every_limit_is_in_its_table_with_its_default() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let config = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .arg("config")
        .output()
        .unwrap();
    let config = String::from_utf8(config.stdout).unwrap();
    let numbers = config.lines().filter_map(|line| {
        let (name, value) = line.split_once(" = ")?;
        Some((name, value.parse::<u64>().ok()?))
    });
    let mut known = 0;
    for (name, value) in numbers {
        let row = readme
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")))
            .unwrap_or_else(|| panic!("the table of limits lacks {name}"));
        // A zero stands for no limit, or for one that the machine sets.
        assert!(value == 0 || row.contains(&format!("| {value}")), "{row}");
        known += 1;
    }
    assert!(known >= 8, "{known}");
}
