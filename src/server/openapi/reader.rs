//! The pages about the operations of the API, made of its document: a list of all, grouped by task, and a page
//! for each task. They need no script.

use std::collections::BTreeMap;

use askama::Template;
use serde_json::Value;

use crate::openapi::document::openapi;
use crate::openapi::markdown::{escaped, with_code};
use crate::openapi::schema_rows::{Row, kind_of, resolved, rows_of};

/// A task: the name of its page, its title, what it is for, and the first of its operations, in this order. An
/// operation that no task names is shown after those with the same tag.
type Task = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const TASKS: [Task; 9] = [
    (
        "play",
        "Keep a match",
        "Open a match, record its hands, correct them, and read how it stands.",
        &[
            "createMatch",
            "changeMatch",
            "checkChange",
            "getMatch",
            "getStandings",
            "getHistory",
            "rematch",
            "openAgain",
            "deleteMatch",
        ],
    ),
    (
        "publish",
        "Show it to everybody",
        "Publish a match, and read what is published: no key is needed for that.",
        &[
            "publishMatch",
            "hideMatch",
            "getBoard",
            "watchBoard",
            "getBoardCsv",
            "getPublishedSheet",
            "getPicture",
            "oEmbed",
            "listPublished",
            "feedPublished",
        ],
    ),
    (
        "archive",
        "Find, import and export",
        "Lists of matches, whole seasons in and out, and what programs note of a match.",
        &[
            "listMatches",
            "labelMatch",
            "importMatches",
            "getResultsTemplate",
            "exportMatches",
            "exportMatch",
            "getCsv",
            "takeLog",
        ],
    ),
    (
        "follow",
        "Follow all matches",
        "Every change in its order, as a list or a live stream.",
        &["listChanges", "watchMatch"],
    ),
    (
        "score",
        "Score and rule",
        "Results, rulings and the rules of the games; nothing is stored.",
        &[
            "score",
            "adjudicate",
            "compare",
            "listGames",
            "getGame",
            "getSchema",
        ],
    ),
    (
        "paper",
        "Print",
        "Pads to write on, sheets of matches, and the rules as booklets.",
        &[
            "getPad",
            "printPad",
            "printOwnPad",
            "getSheet",
            "printSheet",
            "getBooklet",
        ],
    ),
    (
        "table",
        "Help at the table",
        "How phones reach the service.",
        &["qr", "address"],
    ),
    (
        "keys",
        "Let others in",
        "Keys and codes of a match, and keys for programs.",
        &[
            "makeCode",
            "join",
            "revokeCode",
            "renewKey",
            "revokeKey",
            "openSession",
            "closeSession",
            "makeProgramKey",
        ],
    ),
    (
        "operate",
        "Operate the service",
        "Its version, its health and its figures.",
        &["version", "health", "ready", "metrics"],
    ),
];

/// A page and its operations.
struct Group {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    operations: Vec<Operation>,
}

impl Group {
    /// The anchors and names of its operations.
    fn places(&self) -> impl Iterator<Item = (&str, &str)> {
        let operations = self.operations.iter();
        operations.map(|operation| (&*operation.id, &*operation.id))
    }
}

/// An operation.
struct Operation {
    id: String,
    method: String,
    path: String,
    /// What it does, as HTML.
    title: String,
    /// Its description, as HTML.
    paragraphs: Vec<String>,
    parameters: Vec<Row>,
    bodies: Vec<Body>,
    /// The command that sends it, with its first example.
    command: String,
    examples: Vec<(String, String)>,
    answers: Vec<Answer>,
    /// The problems with which it is refused: the status and the kinds.
    refusals: Vec<(String, Vec<String>)>,
}

/// What an operation takes in one media type.
struct Body {
    media: String,
    kind: String,
    rows: Vec<Row>,
}

/// A successful answer.
struct Answer {
    status: String,
    about: String,
    bodies: Vec<Body>,
}

#[derive(Template)]
#[template(path = "docs/index.html")]
struct IndexPage<'a> {
    groups: &'a [Group],
}

#[derive(Template)]
#[template(path = "docs/task.html")]
struct TaskPage<'a> {
    groups: &'a [Group],
    group: &'a Group,
}

/// The pages by name; that of all operations has an empty one.
pub fn pages() -> Vec<(&'static str, askama::Result<String>)> {
    let groups = &groups(&openapi())[..];
    let index = IndexPage { groups }.render();
    let task = |group: &Group| (group.name, TaskPage { groups, group }.render());
    groups.iter().map(task).chain([("", index)]).collect()
}

/// The operations of a document by task.
fn groups(document: &Value) -> Vec<Group> {
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    let mut found: Vec<(usize, usize, &Value, Operation)> = Vec::new();
    let place = |id: &str| {
        TASKS.iter().enumerate().find_map(|(task, (.., ids))| {
            let place = ids.iter().position(|own| *own == id)?;
            Some((task, place))
        })
    };
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, described) in methods.as_object().into_iter().flatten() {
            let operation = operation(document, method, path, described);
            let tag = &described["tags"][0];
            let (task, place) = place(&operation.id).unwrap_or((usize::MAX, usize::MAX));
            if let (Some(tag), false) = (tag.as_str(), task == usize::MAX) {
                tags.entry(tag.to_owned()).or_insert(task);
            }
            found.push((task, place, tag, operation));
        }
    }
    for (task, _, tag, _) in &mut found {
        if *task == usize::MAX {
            let same = tag.as_str().and_then(|tag| tags.get(tag));
            *task = same.copied().unwrap_or(TASKS.len() - 1);
        }
    }
    // Operations that no task names stay in the order of their paths.
    found.sort_by_key(|(task, place, ..)| (*task, *place));
    let mut groups: Vec<Group> = TASKS
        .map(|(name, title, about, _)| Group {
            name,
            title,
            about,
            operations: Vec::new(),
        })
        .into();
    for (task, .., operation) in found {
        groups[task].operations.push(operation);
    }
    groups
}

fn operation(document: &Value, method: &str, path: &str, described: &Value) -> Operation {
    let text = |key: &str| described[key].as_str().unwrap_or_default();
    let parameters = described["parameters"].as_array().into_iter().flatten();
    let examples = examples(&described["requestBody"]);
    let (title, rest) = first_sentence(text("summary"));
    let described_in = text("description").split("\n\n");
    // Without a description, the document repeats the answer there.
    let described_in = described_in.filter(|paragraph| !paragraph.starts_with("Answer: "));
    let paragraphs = Some(rest).filter(|rest| !rest.is_empty());
    let paragraphs = paragraphs.into_iter().chain(described_in);
    let mut operation = Operation {
        id: text("operationId").to_owned(),
        method: method.to_uppercase(),
        path: path.to_owned(),
        title: with_code(&escaped(title)),
        paragraphs: paragraphs
            .map(|paragraph| with_code(&escaped(paragraph)))
            .collect(),
        parameters: parameters
            .map(|parameter| parameter_row(document, resolved(document, parameter)))
            .collect(),
        bodies: bodies(document, &described["requestBody"]),
        command: command(method, path, described, examples.first()),
        examples,
        answers: Vec::new(),
        refusals: Vec::new(),
    };
    let responses = described["responses"].as_object().into_iter().flatten();
    for (status, response) in responses.filter(|(status, _)| *status != "default") {
        let response = resolved(document, response);
        if status.starts_with(['4', '5']) {
            let kinds = response.pointer("/content/application~1problem+json/examples");
            let kinds = kinds.and_then(Value::as_object).into_iter().flatten();
            let kinds = kinds.map(|(kind, _)| kind.clone()).collect();
            operation.refusals.push((status.clone(), kinds));
        } else {
            let about = response["description"].as_str().unwrap_or_default();
            operation.answers.push(Answer {
                status: status.clone(),
                about: with_code(&escaped(about)),
                bodies: bodies(document, response),
            });
        }
    }
    operation
}

/// The first sentence of a text, without its point, and the rest.
fn first_sentence(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(". ").unwrap_or((text, ""));
    (first.trim_end_matches('.'), rest)
}

fn parameter_row(document: &Value, parameter: &Value) -> Row {
    let text = |key: &str| parameter[key].as_str().unwrap_or_default();
    Row {
        depth: 0,
        name: text("name").to_owned(),
        kind: kind_of(document, &parameter["schema"]),
        place: text("in").to_owned(),
        is_required: parameter["required"] == true,
        about: with_code(&escaped(text("description"))),
    }
}

/// What a body may be, by media type.
fn bodies(document: &Value, of: &Value) -> Vec<Body> {
    let content = of["content"].as_object().into_iter().flatten();
    let bodies = content.map(|(media, content)| Body {
        media: media.clone(),
        kind: kind_of(document, &content["schema"]),
        rows: rows_of(document, &content["schema"]),
    });
    bodies.collect()
}

/// The examples of a body: what each shows, and its text.
fn examples(body: &Value) -> Vec<(String, String)> {
    let examples = &body["content"]["application/json"]["examples"];
    let examples = examples.as_object().into_iter().flatten();
    let mut examples: Vec<_> = examples
        .map(|(_, example)| {
            let text = serde_json::to_string_pretty(&example["value"]).unwrap_or_default();
            (
                example["summary"].as_str().unwrap_or_default().to_owned(),
                text,
            )
        })
        .collect();
    // Whoever changes a match records a hand most often.
    examples.sort_by_key(|(_, text)| !text.contains("\"action\": \"record\""));
    examples
}

/// The command that sends an operation.
fn command(
    method: &str,
    path: &str,
    described: &Value,
    example: Option<&(String, String)>,
) -> String {
    let method = match (method, example) {
        ("get", _) | ("post", Some(_)) => String::new(),
        _ => format!(" -X {}", method.to_uppercase()),
    };
    let mut url = path.to_owned();
    let parameters = described["parameters"].as_array().into_iter().flatten();
    let needed = |parameter: &&Value| parameter["required"] == true;
    let mut headers = Vec::new();
    if described["security"][0]["key"].is_array() {
        headers.push("authorization: Bearer KEY".to_owned());
    }
    for parameter in parameters.filter(needed) {
        let name = parameter["name"].as_str().unwrap_or_default();
        let value = name.to_uppercase();
        match parameter["in"].as_str() {
            Some("query") => {
                let before = if url.contains('?') { '&' } else { '?' };
                url = format!("{url}{before}{name}={value}");
            }
            Some("header") => headers.push(format!("{}: *", name.to_lowercase())),
            _ => url = url.replace(&format!("{{{name}}}"), &value),
        }
    }
    if example.is_some() {
        headers.push("content-type: application/json".to_owned());
    }
    let mut lines = vec![format!("curl{method} 'https://cards.example{url}'")];
    lines.extend(headers.iter().map(|header| format!("-H '{header}'")));
    if let Some((_, text)) = example {
        lines.push(format!("-d '{}'", text.replace('\'', "'\\''")));
    }
    lines.join(" \\\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_stands_in_one_task_and_every_named_one_is_there() {
        let document = openapi();
        let groups = groups(&document);
        let mut shown: Vec<&str> = groups
            .iter()
            .flat_map(|group| &group.operations)
            .map(|operation| &*operation.id)
            .collect();
        let count = shown.len();
        shown.sort_unstable();
        shown.dedup();
        assert_eq!(shown.len(), count);
        let paths = document["paths"].as_object().unwrap();
        let all: usize = paths
            .values()
            .map(|path| path.as_object().unwrap().len())
            .sum();
        assert_eq!(count, all);
        for id in TASKS.iter().flat_map(|(.., ids)| *ids) {
            assert!(shown.contains(id), "{id}");
        }
        assert!(groups.iter().all(|group| group.operations.len() > 1));
    }

    #[test]
    fn a_command_has_what_the_operation_needs() {
        let document = openapi();
        let groups = groups(&document);
        let mut all = groups.iter().flat_map(|group| &group.operations);
        let change = all.find(|operation| operation.id == "changeMatch").unwrap();
        let begin = "curl 'https://cards.example/api/v1/matches/ID/changes' \\\n  \
            -H 'authorization: Bearer KEY' \\\n  -H 'if-match: *' \\\n  \
            -H 'content-type: application/json' \\\n  -d '{\n  \"action\": \"record\"";
        assert!(change.command.starts_with(begin), "{}", change.command);
        assert!(change.refusals.iter().any(|(status, kinds)| {
            status == "412" && kinds.iter().any(|kind| kind == "changed")
        }));
    }
}
