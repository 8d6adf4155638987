//! Completions, tried in real shells.

use std::fs;
use std::process::{Command, Stdio};

use crate::cli::{out, overtrick};

/// The output of a shell for a script; `None` if the shell is not installed.
fn run_script(shell: &str, script: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("completions");
    fs::write(&file, out(&overtrick(&["completions", shell]))).unwrap();
    let script = script.replace("{file}", file.to_str().unwrap());
    let no_profile: &[&str] = match shell {
        "bash" => &["--norc", "--noprofile"],
        "zsh" => &["-f"],
        _ => &["--no-config"],
    };
    let output = Command::new(shell)
        .args(no_profile)
        .args(["-c", &script])
        .env("HOME", folder.path())
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => Some(out(&output)),
        Err(_) => {
            println!("skipped: {shell} is missing (apt-get install {shell})");
            None
        }
    }
}

/// Typed words, and words that complete them.
const TYPED: [(&[&str], &[&str]); 4] = [
    (&["rules", ""], &["mariash", "brink-bid"]),
    (&["pad", "--paper", ""], &["a4", "letter"]),
    (&["new", "oh"], &["oh-hell"]),
    (&["sc"], &["score", "schema"]),
];

/// Checks that a shell completes every typed line; `script` makes its script of the typed words and the completions.
fn check(shell: &str, script: impl Fn(&[&str], &[&str]) -> String) {
    for (typed, words) in TYPED {
        let Some(output) = run_script(shell, &script(typed, words)) else {
            return;
        };
        for word in words {
            // What zsh shows on a terminal has several completions in a line.
            let is_there = match shell {
                "zsh" => output.contains(word),
                _ => output.lines().any(|line| line.starts_with(word)),
            };
            assert!(is_there, "{shell}: {typed:?}: {output}");
        }
    }
}

#[test]
fn bash_completes_games_and_papers() {
    check("bash", |typed, _| {
        let line = typed.iter().map(|word| format!("\"{word}\""));
        format!(
            ". {{file}}; COMP_WORDS=(overtrick {}); COMP_CWORD={}; _overtrick overtrick \"{}\" \"{}\"; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            line.collect::<Vec<_>>().join(" "),
            typed.len(),
            typed.last().unwrap_or(&""),
            typed.iter().rev().nth(1).unwrap_or(&"overtrick"),
        )
    });
}

#[test]
fn fish_completes_games_and_papers() {
    check("fish", |typed, _| {
        format!(". {{file}}; complete -C 'overtrick {}'", typed.join(" "))
    });
}

#[test]
fn zsh_completes_games_and_papers() {
    // A shell on a pseudo-terminal lists the completions of a tab.
    check("zsh", |typed, words| {
        format!(
            "zmodload zsh/zpty; zpty z zsh -f -i; \
             wait_for() {{ all=; for i in {{1..80}}; do sleep 0.25; \
             while zpty -r -t z part; do all+=$part; done; [[ $all == *$1* ]] && break; done }}; \
             zpty -w z 'PS1=; autoload -U compinit; compinit -u -D; source {{file}}; \
             compdef _overtrick overtrick; setopt autolist noautomenu; LISTMAX=999; stty rows 99 cols 200; print $((6*7))x'; \
             wait_for 42x; zpty -n -w z $'overtrick {}\\t\\t'; wait_for '{}'; print -rn -- $all; zpty -d z",
            typed.join(" "),
            words.last().unwrap_or(&""),
        )
    });
}
