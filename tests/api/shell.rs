//! Runs the examples of a page with bash and curl against the program.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{Write, stderr};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::served::Program;

/// The administrator's token, as written on the pages.
const TOKEN: &str = "the-admin-token-of-the-service";
/// The separator between the outputs of two examples.
const BETWEEN: &str = "\n-- the next example --\n";

/// A running program, and a folder for running examples.
pub struct Shell {
    pub program: Program,
    folder: TempDir,
}

impl Shell {
    /// Starts a program; `None` if a tool is missing, which is a failure if `CI` is set.
    pub fn start() -> Option<Shell> {
        for tool in ["bash", "curl", "python3"] {
            let mut command = Command::new(tool);
            let asked = command.arg("--version").stdout(Stdio::null()).status();
            if !asked.is_ok_and(|status| status.success()) {
                let message =
                    format!("skipped: the examples need {tool}: apt-get install {tool}\n");
                assert!(env::var("CI").is_err(), "{message}");
                stderr().write_all(message.as_bytes()).unwrap();
                return None;
            }
        }
        let folder = TempDir::new().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
        command
            .env("OVERTRICK_ADMIN_TOKEN", TOKEN)
            .env("OVERTRICK_PUBLIC_LIST", "true")
            .current_dir(folder.path());
        let program = Program::start(&mut command, &folder.path().join("matches.db"));
        Some(Shell { program, folder })
    }

    /// Copies a source file to where the examples expect it.
    pub fn copy(&self, path: &str) {
        let to = self.folder.path().join(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        fs::copy(root.join(path), to).unwrap();
    }

    /// Writes a file into the folder in which the examples run.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    /// The example with the address of this service.
    pub fn here(&self, example: &str) -> String {
        let address = self.program.address.to_string();
        example
            .replace("https://cards.example", &format!("http://{address}"))
            .replace("localhost:8080", &address)
    }

    /// Runs the examples in one session that ends at the first error, such as an unset variable; returns the
    /// output of each.
    pub fn run(&self, examples: &[&str]) -> Vec<String> {
        let next = format!("\nprintf '{}'\n", BETWEEN.replace('\n', "\\n"));
        let script = self.here(&examples.join(&next));
        let output = Command::new("bash")
            .args(["-euc", &script])
            .current_dir(self.folder.path())
            // The examples see only the variables that they set, and `PATH`.
            .env_clear()
            .env("PATH", env::var_os("PATH").unwrap())
            .output()
            .unwrap();
        // The lines of CSV end with CRLF, as RFC 4180 requires.
        let put_out = String::from_utf8(output.stdout)
            .unwrap()
            .replace("\r\n", "\n");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{put_out}\n{message}");
        put_out.split(BETWEEN).map(str::to_owned).collect()
    }
}

/// The variables that the examples use before setting them.
pub fn unset_names(examples: &[&str]) -> Vec<String> {
    let (mut set, mut unset) = (BTreeSet::new(), Vec::new());
    let lines: Vec<String> = examples
        .iter()
        .flat_map(|example| {
            let whole = example.replace("\\\n", " ");
            whole.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    for line in &lines {
        for rest in line.split('$').skip(1) {
            let name = name(rest.trim_start_matches('{'));
            if !name.is_empty() && !set.contains(name) {
                unset.push(format!("${name} in {line}"));
            }
        }
        let assigned = name(line);
        if line[assigned.len()..].starts_with('=') {
            set.insert(assigned);
        }
    }
    unset
}

/// The variable name in capitals at the start of a text.
fn name(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_ascii_uppercase() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

#[test]
fn a_name_is_set_only_after_its_line() {
    let examples = ["A=1\necho $A ${B}\nB=$C\n", "echo \"$B$1\" \\\n  $D"];
    assert_eq!(
        unset_names(&examples),
        [
            "$B in echo $A ${B}",
            "$C in B=$C",
            "$D in echo \"$B$1\"    $D"
        ]
    );
}
