//! Completions, tried in real shells.

use std::fs;
use std::process::{Command, Stdio};

use crate::cli::{out, overtrick};

/// Runs a script in a shell, and returns its output; `None` if the shell is not installed.
fn completed(shell: &str, script: &str) -> Option<String> {
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

/// Typed words, and words that must be offered to complete them.
const TYPED: [(&[&str], &[&str]); 4] = [
    (&["rules", ""], &["mariash", "brink-bid"]),
    (&["pad", "--paper", ""], &["a4", "letter"]),
    (&["new", "oh"], &["oh-hell"]),
    (&["sc"], &["score", "schema"]),
];

/// Checks the completions of every typed line; `script` builds the shell script from the typed and the expected words.
fn check(shell: &str, script: impl Fn(&[&str], &[&str]) -> String) {
    for (typed, words) in TYPED {
        let Some(completed) = completed(shell, &script(typed, words)) else {
            return;
        };
        for word in words {
            // On a terminal, zsh shows several completions in a line.
            let is_there = match shell {
                "zsh" => completed.contains(word),
                _ => completed.lines().any(|line| line.starts_with(word)),
            };
            assert!(is_there, "{shell}: {typed:?}: {completed}");
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
    // A shell in a pseudo-terminal lists the completions after a tab.
    check("zsh", |typed, words| {
        format!(
            "zmodload zsh/zpty; zpty z zsh -f -i; \
             completed() {{ all=; for i in {{1..80}}; do sleep 0.25; \
             while zpty -r -t z part; do all+=$part; done; [[ $all == *$1* ]] && break; done }}; \
             zpty -w z 'PS1=; autoload -U compinit; compinit -u -D; source {{file}}; \
             compdef _overtrick overtrick; setopt autolist noautomenu; LISTMAX=999; stty rows 99 cols 200; print $((6*7))x'; \
             completed 42x; zpty -n -w z $'overtrick {}\\t\\t'; completed '{}'; print -rn -- $all; zpty -d z",
            typed.join(" "),
            words.last().unwrap_or(&""),
        )
    });
}
