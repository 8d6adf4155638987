//! `overtrick club open`, `end`, `evening`, `data` and `erase`: requests to a running service.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::super::error::{CommandError, Hint, Outcome};
use super::super::health::{Answer, Limits, address_of, not_ready, send};
use super::super::input;
use super::super::output::{self, language};
use overtrick_core::json::Json;

/// The limits for a response.
const LIMITS: Limits = Limits {
    timeout: Duration::from_mins(1),
    max_answer: 64 << 20,
};

/// The address of the service, the key, and the evening.
#[derive(Debug, Args)]
pub struct Service {
    /// The address of the service, over HTTP without TLS
    #[arg(
        long,
        value_name = "URL",
        env = "OVERTRICK_URL",
        default_value = "http://127.0.0.1:8080"
    )]
    server: String,
    /// The administrator's key, or an API key with the scope direct
    #[arg(
        long,
        value_name = "KEY",
        env = "OVERTRICK_KEY",
        hide_env_values = true
    )]
    key: String,
    /// The day of the evening [default: today]
    #[arg(long, value_name = "DAY", default_value = "today")]
    day: String,
}

/// Open the tables of a round. Repeating it only changes the players of tables in which nothing is recorded.
#[derive(Debug, Args)]
pub struct Open {
    /// The number of the round
    round: u16,
    /// A file with lines TABLE GAME MEMBER…, where a MEMBER is a number or a guest in quotes; - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    tables: String,
    /// Write a pad for each table, with the table's code, to this PDF
    #[arg(long, value_name = "PDF")]
    kit: Option<PathBuf>,
    #[command(flatten)]
    service: Service,
}

/// Finish those tables of a round that are still open.
#[derive(Debug, Args)]
pub struct End {
    /// The number of the round
    round: u16,
    #[command(flatten)]
    service: Service,
}

/// Write all data about a member, as JSON.
#[derive(Debug, Args)]
pub struct Data {
    /// The number of the member
    number: u16,
    #[command(flatten)]
    service: Service,
}

/// Erase a member: replace the name in all matches, and empty the entry in the document. Figures and ranks stay.
#[derive(Debug, Args)]
pub struct Erase {
    /// The number of the member
    number: u16,
    /// List the matches without changing anything
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    service: Service,
}

impl Open {
    pub fn run(self) -> Outcome {
        let tables = input::read_text(&self.tables)?;
        let round = format!("club/evenings/{}/rounds/{}", self.service.day, self.round);
        let body = json!({ "tables": tables }).to_string();
        let opened = self
            .service
            .ask("PUT", &format!("/api/v1/{round}"), &body)?;
        if let Some(file) = &self.kit {
            let kit = format!("/{round}/kit.pdf");
            output::write_file(&self.service.ask("GET", &kit, "")?.body, file)?;
        }
        list(&opened)
    }
}

impl End {
    pub fn run(self) -> Outcome {
        let (day, round) = (&self.service.day, self.round);
        let path = format!("/api/v1/club/evenings/{day}/rounds/{round}/end");
        list(&self.service.ask("POST", &path, "")?)
    }
}

impl Data {
    pub fn run(self) -> Outcome {
        let path = format!("/api/v1/club/members/{}", self.number);
        let mut data = self.service.ask("GET", &path, "")?.body;
        data.push(b'\n');
        output::data(data)
    }
}

impl Erase {
    pub fn run(self) -> Outcome {
        let (number, dry_run) = (self.number, self.dry_run);
        let path = format!("/api/v1/club/members/{number}?dry_run={dry_run}");
        let erased = self.service.ask("DELETE", &path, "")?.json();
        for id in erased.list("matches").iter().filter_map(Json::as_text) {
            output::line(id)?;
        }
        Ok(())
    }
}

/// Returns the faults that the service reports for a request.
fn faults(answer: &Answer) -> Vec<Hint> {
    let fault = |fault: &Json| {
        let text = |key: &str| fault.text(key).unwrap_or_default();
        Hint::new(text("pointer"), text("detail").to_owned(), text("code"))
    };
    answer.json().list("errors").iter().map(fault).collect()
}

/// Prints the tables of an evening from a response of the service.
fn list(answer: &Answer) -> Outcome {
    let evening = answer.json();
    for round in evening.list("rounds") {
        for table in round.list("tables") {
            let text = |key: &str| table.text(key).unwrap_or_default();
            output::line(&[text("heading"), text("state"), text("code")].join("  "))?;
        }
    }
    let unknown = evening.list("unknown").iter();
    let names = unknown.filter_map(|one| Some(one.text("name")?.to_owned()));
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return Ok(());
    }
    output::line(&sentence!("club", "guests", count: names.len(), names: names))
}

impl Service {
    /// Lists the tables of the evening.
    pub fn list_evening(self) -> Outcome {
        let path = format!("/api/v1/club/evenings/{}", self.day);
        list(&self.ask("GET", &path, "")?)
    }

    /// Sends a request about the club, and returns the response.
    fn ask(&self, method: &str, path: &str, body: &str) -> Outcome<Answer> {
        let url = address_of(&self.server)?;
        let key = &self.key;
        let tag = language().tag();
        let headers = format!(
            "Authorization: Bearer {key}\r\nAccept-Language: {tag}\r\nContent-Type: application/json\r\n"
        );
        let answer = send(&url, method, path, &headers, body, &LIMITS);
        let answer = answer.map_err(|error| not_ready(&self.server, error.to_string()))?;
        match answer.status.as_bytes() {
            [b'2', ..] => Ok(answer),
            [b'4', ..] if answer.json().text("detail").is_some() => {
                Err(CommandError::refused_for(answer.detail(), faults(&answer)))
            }
            _ => Err(not_ready(&self.server, answer.detail())),
        }
    }
}
