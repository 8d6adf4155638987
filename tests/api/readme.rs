//! The requests in the README, sent unchanged.

use crate::api::shell::{Shell, unset_names};

const README: &str = include_str!("../../README.md");

/// The scripts of the README.
fn scripts() -> Vec<&'static str> {
    let blocks = README.split("```sh\n").skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap())
        .collect()
}

#[test]
fn every_name_of_the_readme_is_set_by_a_line_before_it() {
    assert_eq!(unset_names(&scripts()), Vec::<String>::new());
}

#[test]
fn every_request_of_the_readme_is_answered() {
    let mut requests = scripts();
    requests.retain(|script| script.contains("curl "));
    assert!(requests.len() >= 4, "{requests:?}");
    let Some(shell) = Shell::start() else {
        return;
    };
    shell.copy("templates/games/mariash/sample.json");
    // A refusal ends the session, which curl alone would not do.
    let requests: Vec<String> = requests
        .iter()
        .map(|script| script.replace("curl ", "curl -fsS "))
        .collect();
    let requests: Vec<&str> = requests.iter().map(String::as_str).collect();
    for put_out in shell.run(&requests) {
        assert!(!put_out.contains("problems#"), "{put_out}");
    }
}
