//! How requests are refused: statuses, faults, and which fault is reported if several things are wrong.

use serde::Deserialize;

use crate::served::{ADMIN, Answer, Server, bearer, brink_bid};

/// A request, and its answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The sender.
    who: Sender,
    #[serde(default = "get")]
    method: String,
    /// In a path, `{match}` and `{hook}` stand for existing ids, and `{x65}` for a long text.
    path: String,
    #[serde(default)]
    headers: std::collections::BTreeMap<String, String>,
    body: Option<String>,
    status: u16,
    /// The kind of the problem, if the answer is a problem.
    r#type: Option<String>,
    /// The faults of the problem: pointer, code and sentence.
    #[serde(default)]
    errors: Vec<String>,
}

/// The sender of a request.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sender {
    Admin,
    /// Has the director's key of the match.
    Director,
    /// Has no key.
    Nobody,
    /// Has an unknown key.
    Stranger,
    /// Has an invalid key for programs.
    Wrong,
}

fn get() -> String {
    "GET".to_owned()
}

/// Replaces each length in a text, such as `{x65}`, with a text of that length.
fn lengthened(text: &str) -> String {
    let mut long = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{x") {
        let (length, after) = after.split_once('}').unwrap();
        long += before;
        long += &"x".repeat(length.parse().unwrap());
        rest = after;
    }
    long + rest
}

/// The faults of a problem in the form that the cases use.
fn errors(answer: &Answer) -> Vec<String> {
    let problem = answer.json();
    let errors = problem["errors"].as_array().cloned().unwrap_or_default();
    let written = errors.iter().map(|error| {
        let text = |name: &str| error[name].as_str().unwrap();
        format!("{} {}: {}", text("pointer"), text("code"), text("detail"))
    });
    written.collect()
}

#[test]
fn a_request_is_refused_with_all_faults_of_the_first_check() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("requests.json")).unwrap();
    let server = Server::with(|settings| {
        settings.public_list = true;
        settings.public_url = Some("https://cards.example".into());
    });
    let game = server.create(&brink_bid());
    let mut strays = Vec::new();
    for case in cases {
        let key = match case.who {
            Sender::Admin => Some(ADMIN),
            Sender::Director => Some(&*game.direct),
            Sender::Nobody => None,
            Sender::Stranger => Some("nokey"),
            Sender::Wrong => {
                Some("otk_0123456789abcdef_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
            }
        };
        let key = key.map(bearer);
        let path = lengthened(&case.path);
        let path = path.replace("{match}", &game.id);
        let headers = case.headers.iter();
        let mut headers: Vec<(&str, &str)> =
            headers.map(|(name, value)| (&**name, &**value)).collect();
        headers.extend(key.as_deref().map(|key| ("authorization", key)));
        let body = case.body.as_deref().map(lengthened);
        let body = body.as_deref().unwrap_or_default().as_bytes();
        let body = (case.method != "GET").then_some(body);
        let answer = server.send(&case.method, &path, &headers, body);
        let about = format!("{} {} {:?}", case.method, case.path, case.headers);
        assert_eq!(answer.status, case.status, "{about}: {}", answer.text());
        if let Some(kind) = case.r#type {
            assert_eq!(answer.problem(), kind, "{about}");
            let found = errors(&answer);
            if found != case.errors {
                strays.push(format!("{about}\n  {found:?}\n  {:?}", case.errors));
            }
        }
    }
    assert!(strays.is_empty(), "{}", strays.join("\n"));
}
