//! A WebDriver session: it sends commands to a local driver, one after another.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// WebDriver's key for element references.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// The timeout for an answer; commands that wait have shorter timeouts of their own.
const PATIENCE: Duration = Duration::from_mins(5);

/// A session with a driver, which ends when this is dropped.
pub struct Session {
    connection: RefCell<BufReader<TcpStream>>,
    /// The path of the session's commands.
    path: String,
}

/// An element of a page.
#[derive(Debug, Clone)]
pub struct Element {
    id: String,
}

impl Element {
    /// The element in the result of a script.
    pub fn from_json(found: &Value) -> Option<Element> {
        let id = found.get(ELEMENT)?.as_str()?.to_owned();
        Some(Element { id })
    }

    /// The element as an argument of a script.
    pub fn to_json(&self) -> Value {
        json!({ ELEMENT: self.id })
    }
}

impl Session {
    /// Begins a session with the driver on a port.
    pub fn begin(port: u16, capabilities: &Value) -> Result<Session, String> {
        let connected = TcpStream::connect(("127.0.0.1", port)).and_then(|stream| {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            Ok(RefCell::new(BufReader::new(stream)))
        });
        let mut session = Session {
            connection: connected.map_err(|error| error.to_string())?,
            path: "/session".to_owned(),
        };
        let body = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let begun = session.post("", &body)?;
        let id = begun["sessionId"].as_str().ok_or(begun.to_string())?;
        session.path = format!("/session/{id}");
        Ok(session)
    }

    /// Reads a value of the session, such as `/url`.
    pub fn get(&self, command: &str) -> Result<Value, String> {
        self.send("GET", command, "")
    }

    /// Sends a command.
    pub fn post(&self, command: &str, body: &Value) -> Result<Value, String> {
        self.send("POST", command, &body.to_string())
    }

    /// Sends a command to an element.
    pub fn post_to(&self, element: &Element, command: &str, body: &Value) -> Result<Value, String> {
        self.post(&format!("/element/{}/{command}", element.id), body)
    }

    fn send(&self, method: &str, command: &str, body: &str) -> Result<Value, String> {
        let answer = self.exchange(method, command, body);
        let answer = answer.map_err(|error| format!("{command}: {error}"))?;
        let mut answer: Value = serde_json::from_slice(&answer)
            .map_err(|error| format!("{command} has no JSON: {error}"))?;
        match answer["value"].take() {
            value if value.get("error").is_some() && value.get("stacktrace").is_some() => Err(
                format!("{command}: {}: {}", value["error"], value["message"]),
            ),
            value => Ok(value),
        }
    }

    /// Sends a request; returns the body of the answer.
    fn exchange(&self, method: &str, command: &str, body: &str) -> io::Result<Vec<u8>> {
        let mut connection = self.connection.borrow_mut();
        let request = format!(
            "{method} {}{command} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            body.len(),
        );
        connection.get_mut().write_all(request.as_bytes())?;
        let mut length = None;
        loop {
            let mut line = String::new();
            if connection.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            match line.trim_end().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().ok();
                }
                None if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length.ok_or(io::ErrorKind::InvalidData)?];
        connection.read_exact(&mut body)?;
        Ok(body)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The browser may have ended already.
        drop(self.send("DELETE", "", ""));
    }
}
