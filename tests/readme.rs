//! The examples in the README and the guide match the command's output, and every command that the
//! pages show is valid.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Returns the examples: a command after `$ ` and its output.
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
fn every_example_prints_the_shown_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binary = Path::new(env!("CARGO_BIN_EXE_overtrick")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let examples: Vec<_> = pages()
        .iter()
        .flat_map(|name| examples(&page(name)))
        .collect();
    assert!(examples.len() >= 11, "{}", examples.len());
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

/// Returns the lines of a page's scripts. Joins lines that end with a backslash.
fn scripts(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap().replace("\\\n", " "));
    let lines = blocks.flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.collect()
}

/// Returns the inline code of a page.
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

/// The page about the API. `tests/api` runs its scripts against a service.
const API: &str = "templates/docs/guide/api.md";

/// Returns the paths of the README, the pages for contributors and the guide.
fn pages() -> Vec<String> {
    let folder = "templates/docs/guide";
    let guide = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let guide = guide.map(|file| format!("{folder}/{}", file.unwrap().file_name().display()));
    let pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(str::to_owned);
    let mut pages: Vec<String> = pages.into_iter().chain(guide).collect();
    assert_eq!(pages.len(), 17, "{pages:?}");
    pages.sort_unstable();
    pages
}

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
fn every_script_runs_in_a_folder_with_its_files() {
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
    for name in ["club.json", "season.ndjson"] {
        copy(&format!("tests/club/example/{name}"), name);
    }
    fs::write(folder.join("matches.ndjson"), line.replace('\n', " ")).unwrap();
    let evening = "table,game,players\n1,oh-hell,Ann;Bo;Cy\n2,wizard,Dee;Eve;Finn\n";
    fs::write(folder.join("evening.csv"), evening).unwrap();
    let totals = "evening,round,table,game,player,total\n2025-09-04,1,1,oh-hell,1,31\n2025-09-04,1,1,oh-hell,2,12\n2025-09-04,1,1,oh-hell,3,-4\n";
    fs::write(folder.join("2025.csv"), totals).unwrap();
    // Creates the database that some of the commands need.
    let made = typed("overtrick keys make first --scope read", folder);
    assert!(made.status.success(), "{made:?}");
    let mut run = 0;
    let pages = pages().into_iter().filter(|name| name != API);
    for line in pages.flat_map(|name| scripts(&page(&name))) {
        let (program, rest) = line.split_once(' ').unwrap();
        // These commands run as the user of the packaged service.
        let as_service = line.strip_prefix("sudo overtrick-server ");
        let (program, rest) = match as_service.filter(|rest| !rest.starts_with("backup-now ")) {
            Some(command) => ("overtrick", command),
            None => (program, rest),
        };
        if program != "overtrick" {
            // The next test checks the cargo commands; `.ci/package` tests the installation.
            let known = ["cargo", "caddy", "sudo", "docker", "cp", ".ci/package"];
            assert!(known.contains(&program), "{line}");
            continue;
        }
        // A server would not end, so `config` checks the flags instead.
        let line = match rest.strip_prefix("serve") {
            Some(flags) => format!("overtrick config{flags}"),
            None => format!("overtrick {rest}"),
        };
        let output = typed(&line, folder);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {text}");
        run += 1;
    }
    assert!(run > 12, "{run}");
}

#[test]
fn every_named_command_exists_with_its_flags() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for name in pages() {
        let page = page(&name);
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
                    let help = |command: &str| {
                        let help = typed(&format!("overtrick {command} --help"), root);
                        assert!(help.status.success(), "{name}: {line}");
                        String::from_utf8(help.stdout).unwrap()
                    };
                    let mut words = words.peekable();
                    let help = match (help(command), words.peek()) {
                        (all, Some(word))
                            if all.contains("\nCommands:\n") && !word.starts_with("--") =>
                        {
                            help(&format!("{command} {word}"))
                        }
                        (all, _) => all,
                    };
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

/// Returns the anchors that GitHub makes from a page's headings.
fn anchors(page: &str) -> Vec<String> {
    let outside = page.split("```").step_by(2);
    let lines = outside.flat_map(str::lines);
    let headings = lines.filter(|line| line.starts_with('#'));
    let anchors = headings.map(|heading| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars();
        let kept = kept.filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.collect::<String>().replace(' ', "-")
    });
    anchors.collect()
}

#[test]
fn every_linked_file_and_heading_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for name in pages() {
        let text = page(&name);
        let own = anchors(&text);
        let mut distinct = own.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), own.len(), "{name} has two equal headings");
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.starts_with("http") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let there = root.join(&name).parent().unwrap().join(file);
            assert!(file.is_empty() || there.exists(), "{name}: {link}");
            let anchors = match file {
                "" => own.clone(),
                _ if anchor.is_empty() => continue,
                _ => anchors(&fs::read_to_string(there).unwrap()),
            };
            assert!(anchors.contains(&anchor.to_owned()), "{name}: {link}");
            seen += 1;
        }
    }
    assert!(seen >= 12, "{seen}");
}

#[test]
fn the_readme_is_short_and_starts_with_its_two_commands() {
    let readme = page("README.md");
    assert!(readme.lines().count() <= 150);
    let blocks: Vec<&str> = readme.split("```sh\n").collect();
    let first = |block: &str| block.lines().next().unwrap().to_owned();
    // The gate uses the first command to start the service.
    assert_eq!(first(blocks[1]), "cargo run --release -- serve");
    assert_eq!(first(blocks[2]), "cargo test");
    assert!(blocks[0].contains("The first build takes about"));
}

#[test]
fn every_limit_is_in_its_table_with_its_default() {
    let server = page("templates/docs/guide/server.md");
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
        let row = server
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")))
            .unwrap_or_else(|| panic!("the table of limits lacks {name}"));
        // Zero means no limit or a limit that depends on the machine.
        assert!(value == 0 || row.contains(&format!("| {value}")), "{row}");
        known += 1;
    }
    assert!(known >= 6, "{known}");
}
