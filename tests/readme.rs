//! The README's examples match the command's output, and everything that it and the other pages tell readers
//! to type is valid.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The examples: a command after `$ `, and part of its output.
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

/// The lines of a page's scripts; a line ending with a backslash continues. tests/api runs scripts with
/// requests.
fn scripts(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap().replace("\\\n", " "));
    let blocks = blocks.filter(|block| !block.contains("curl "));
    let lines = blocks.flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.collect()
}

/// The inline code of a page.
fn spans(page: &str) -> Vec<String> {
    let mut spans = Vec::new();
    for (at, block) in page.split("```").enumerate() {
        if at % 2 == 0 {
            let parts = block.split('`').skip(1).step_by(2);
            spans.extend(parts.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }
    spans
}

const PAGES: [&str; 3] = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Runs a script line in a folder.
fn typed(line: &str, folder: &Path) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_overtrick")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder);
    command.env("PATH", path).output().unwrap()
}

#[test]
fn every_script_runs_where_its_files_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let copy = |from: &str, to: &str| {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(root.join(from), to).unwrap();
    };
    let sample = "templates/games/mariash/sample.json";
    copy(sample, sample);
    copy(sample, "friday.json");
    copy("templates/web/icons/icon-192.png", "club.png");
    let line = fs::read_to_string(root.join(sample)).unwrap();
    fs::write(folder.join("matches.ndjson"), line.replace('\n', " ")).unwrap();
    let mut run = 0;
    for line in PAGES.iter().flat_map(|name| scripts(&page(name))) {
        let (program, rest) = line.split_once(' ').unwrap();
        // Commands run as the packaged service.
        let as_service = line.strip_prefix("sudo overtrick-server ");
        let (program, rest) = match as_service.filter(|rest| !rest.starts_with("backup-now ")) {
            Some(command) => ("overtrick", command),
            None => (program, rest),
        };
        if program != "overtrick" {
            // cargo lines are checked below; .ci/package tests the installation.
            let known = ["cargo", "caddy", "sudo", "docker", "cp", ".ci/package"];
            assert!(known.contains(&program), "{line}");
            continue;
        }
        // A server would not end; `config` checks the same flags as a start does.
        let line = match rest.strip_prefix("serve") {
            Some(flags) => format!("overtrick config{flags}"),
            None => format!("overtrick {rest}"),
        };
        let output = typed(&line, folder);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {said}");
        run += 1;
    }
    assert!(run > 12, "{run}");
}

#[test]
fn every_command_that_is_named_is_there_with_its_flags() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for name in PAGES {
        let page = page(name);
        for line in spans(&page).into_iter().chain(scripts(&page)) {
            let mut words = line
                .split_whitespace()
                .skip_while(|word| word.contains('='));
            match words.next() {
                Some("cargo") => {
                    let words: Vec<&str> = words.collect();
                    for pair in words.windows(2) {
                        let there = match pair[0] {
                            "--test" => pair[1] == "tests",
                            "--bench" => ["", "/main"].into_iter().any(|end| {
                                root.join(format!("benches/{}{end}.rs", pair[1])).exists()
                            }),
                            _ => true,
                        };
                        assert!(there, "{name}: {line}");
                    }
                    let rooms = words.iter().filter_map(|word| word.split_once("::"));
                    for (room, _) in rooms {
                        let there = ["", "/mod"]
                            .into_iter()
                            .any(|end| root.join(format!("tests/{room}{end}.rs")).exists());
                        assert!(there, "{name}: {line}");
                    }
                }
                Some("overtrick") => {
                    let Some(command) = words
                        .next()
                        .filter(|word| word.chars().all(|letter| letter.is_ascii_lowercase()))
                    else {
                        continue;
                    };
                    let help = typed(&format!("overtrick {command} --help"), root);
                    assert!(help.status.success(), "{name}: {line}");
                    let help = String::from_utf8(help.stdout).unwrap();
                    let before_pipe = words.take_while(|word| !word.starts_with(['|', '#', '>']));
                    for flag in before_pipe.filter(|word| word.starts_with("--")) {
                        let flag = flag.split('=').next().unwrap();
                        assert!(help.contains(flag), "{name}: {line}: {flag}");
                    }
                }
                Some(file) if file.starts_with(".ci/") || file.starts_with("tests/fuzz/") => {
                    assert!(root.join(file).exists(), "{name}: {line}");
                }
                _ => continue,
            }
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
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
        // Zero means no limit, or one set by the machine.
        assert!(value == 0 || row.contains(&format!("| {value}")), "{row}");
        known += 1;
    }
    assert!(known >= 8, "{known}");
}
