//! Forty disputes at tables: each ends with an answer.

use serde::Deserialize;
use serde_json::Value;

use crate::cli::{err, out, overtrick, status, with_input};

/// A dispute, and words of the answer that settles it.
#[derive(Deserialize)]
struct Dispute {
    #[serde(rename = "dispute")]
    title: String,
    /// The question, if the dispute can be adjudicated.
    question: Option<Value>,
    /// Otherwise, the command that shows the rule.
    command: Option<Vec<String>>,
    exit: i32,
    /// Words that the answer must contain, on any line.
    ends: Vec<String>,
}

#[test]
fn every_dispute_gets_an_answer() {
    let disputes: Vec<Dispute> = serde_json::from_str(include_str!("disputes.json")).unwrap();
    assert_eq!(disputes.len(), 40);
    let mut open = Vec::new();
    for Dispute {
        title,
        question,
        command,
        exit,
        ends,
    } in disputes
    {
        let output = match (&question, &command) {
            (Some(question), None) => with_input(
                &["adjudicate", "-", "--text"],
                question.to_string().as_bytes(),
            ),
            (None, Some(command)) => {
                let words: Vec<&str> = command.iter().map(String::as_str).collect();
                overtrick(&words)
            }
            _ => panic!("{title}: there must be a question or a command"),
        };
        let message = out(&output)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        if status(&output) != exit || ends.iter().any(|end| !message.contains(end.as_str())) {
            open.push(format!(
                "{title}: {} {}{}",
                status(&output),
                out(&output),
                err(&output)
            ));
        }
    }
    assert!(
        open.is_empty(),
        "{} disputes get no answer:\n{}",
        open.len(),
        open.join("\n")
    );
}
