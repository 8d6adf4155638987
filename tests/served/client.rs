//! A client with a persistent connection, and the program that serves it. The connection may end at any time.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};

use super::{Answer, bearer, brink_bid, database, first_hand};

/// A client that sends all its requests on one connection.
pub struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            stream: None,
        }
    }

    /// Sends a request and reads the whole answer. Fails if no complete answer arrives.
    pub fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let asked = self.try_ask(method, path, headers, body);
        if asked.is_err() {
            self.stream = None;
        }
        asked
    }

    fn try_ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            request += "content-type: application/json\r\n";
        }
        request += &format!("content-length: {}\r\n\r\n", body.len());
        let mut bytes = request.into_bytes();
        bytes.extend_from_slice(body);
        let reader = match &mut self.stream {
            Some(reader) => reader,
            none => {
                let stream = TcpStream::connect(self.address)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(Duration::from_mins(2)))?;
                none.insert(BufReader::new(stream))
            }
        };
        reader.get_mut().write_all(&bytes)?;
        let answer = read(reader, method)?;
        if answer.header("connection") == Some("close") {
            self.stream = None;
        }
        Ok(answer)
    }
}

/// A match that a client opened, with its director's key.
pub struct Opened {
    pub id: String,
    pub path: String,
    pub key: String,
}

impl Opened {
    /// Opens a short match.
    pub fn new(client: &mut Client) -> Opened {
        let body = brink_bid().to_string();
        let opened = client.ask("POST", "/api/v1/matches", &[], body.as_bytes());
        let opened = opened.unwrap();
        assert_eq!(opened.status, 201, "{}", opened.text());
        let state = opened.json();
        let id = state["id"].as_str().unwrap().to_owned();
        Opened {
            path: format!("/api/v1/matches/{id}"),
            id,
            key: bearer(state["keys"]["direct"].as_str().unwrap()),
        }
    }

    /// Fetches the version of the match.
    pub fn version(&self, client: &mut Client) -> u64 {
        let read = client.ask("GET", &self.path, &[("authorization", &self.key)], b"");
        read.unwrap().json()["version"].as_u64().unwrap()
    }

    /// Makes a change to the current version.
    pub fn change(&self, client: &mut Client, change: &Value) -> Answer {
        let headers = [("authorization", &*self.key), ("if-match", "*")];
        let (path, body) = (format!("{}/changes", self.path), change.to_string());
        client
            .ask("POST", &path, &headers, body.as_bytes())
            .unwrap()
    }

    /// Changes the remarks on the match.
    pub fn note(&self, client: &mut Client, notes: &str) -> Answer {
        self.change(client, &json!({ "action": "describe", "notes": notes }))
    }

    /// Records the first hand.
    pub fn record(&self, client: &mut Client) -> Answer {
        self.change(
            client,
            &json!({ "action": "record", "hand": first_hand(1) }),
        )
    }
}

/// Returns a command that runs the program under a limit of `ulimit`, such as `-n 256` or `-S -f 0`.
///
/// The signal for a too large file is ignored, so such a write fails as on a full disk.
pub fn limited_to(limit: &str) -> Command {
    let script = format!("trap '' XFSZ; ulimit {limit} && exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_overtrick")]);
    command
}

/// Connects from another address of this machine.
pub fn connect_from(local: [u8; 4], server: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    let local = SocketAddr::from((local, 0));
    socket.bind(&local.into()).unwrap();
    socket.connect(&server.into()).unwrap();
    let stream = TcpStream::from(socket);
    stream
        .set_read_timeout(Some(Duration::from_mins(2)))
        .unwrap();
    stream
}

fn cut_off(what: &str) -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, what.to_owned())
}

/// Reads a whole answer.
pub fn read(reader: &mut impl BufRead, method: &str) -> io::Result<Answer> {
    let mut answer = read_head(reader)?;
    if method != "HEAD" {
        answer.body = read_body(reader, &answer)?;
    }
    Ok(answer)
}

/// Reads the status and the headers of an answer.
pub fn read_head(reader: &mut impl BufRead) -> io::Result<Answer> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.ok_or_else(|| cut_off(&line))?;
    Ok(Answer {
        status,
        headers: read_headers(reader)?,
        body: Vec::new(),
    })
}

/// The headers of a request or an answer: names and values.
pub type Headers = Vec<(String, String)>;

fn read_headers(reader: &mut impl BufRead) -> io::Result<Headers> {
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err(cut_off("headers"));
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) => {
                headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
            }
            None => return Ok(headers),
        }
    }
}

/// Reads the headers and the body of a `POST` request.
pub fn read_request(reader: &mut impl BufRead) -> io::Result<(Headers, Vec<u8>)> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    if !line.starts_with("POST ") {
        return Err(cut_off("a request"));
    }
    let headers = read_headers(reader)?;
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, length)| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    Ok((headers, body))
}

fn read_body(reader: &mut impl BufRead, answer: &Answer) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    if answer.header("transfer-encoding") == Some("chunked") {
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let length = usize::from_str_radix(line.trim(), 16);
            let length = length.map_err(|_| cut_off("a chunk"))?;
            let mut chunk = vec![0; length + 2];
            reader.read_exact(&mut chunk)?;
            body.extend_from_slice(&chunk[..length]);
            if length == 0 {
                return Ok(body);
            }
        }
    }
    let length = answer.header("content-length");
    let length = length.map_or(Ok(0), str::parse);
    body.resize(length.map_err(|_| cut_off("a length"))?, 0);
    reader.read_exact(&mut body)?;
    Ok(body)
}

/// Waits until a program listens. Returns its address, its earlier output and a reader for the rest.
pub fn listening(child: &mut Child) -> (SocketAddr, String, BufReader<ChildStderr>) {
    let mut reader = BufReader::new(child.stderr.take().unwrap());
    let (mut before, mut text) = (String::new(), String::new());
    while !text.contains("http://") {
        before += &text;
        text.clear();
        assert!(reader.read_line(&mut text).unwrap() > 0, "it did not start");
    }
    let address = text.trim().rsplit("http://").next().unwrap();
    let address = address.parse();
    let address = address.unwrap_or_else(|error| panic!("{error}: {text}"));
    (address, before, reader)
}

/// The program as a server on its own port. It is killed when dropped.
pub struct Program {
    pub child: Child,
    pub address: SocketAddr,
    /// The program's output before it listened.
    pub before: String,
    stderr: Option<BufReader<ChildStderr>>,
}

impl Program {
    /// Starts a server on this database, without limits per address.
    pub fn serve(database: &Path) -> Program {
        Program::start(&mut Command::new(env!("CARGO_BIN_EXE_overtrick")), database)
    }

    /// Starts a server on this database with a command that executes the program.
    pub fn start(command: &mut Command, database: &Path) -> Program {
        Program::begin(command.args(["serve", "--log", "off"]), database)
    }

    /// Starts a server like [`Program::start`], with logging.
    pub fn start_logging(command: &mut Command, database: &Path) -> Program {
        Program::begin(command.args(["serve", "--log-format", "json"]), database)
    }

    fn begin(command: &mut Command, database: &Path) -> Program {
        if !command
            .get_envs()
            .any(|(name, _)| name == "OVERTRICK_LIMITS")
        {
            command.env("OVERTRICK_LIMITS", "off");
        }
        let mut child = command
            .args(["--bind", "127.0.0.1:0"])
            .args(database::arguments(
                database.parent().unwrap(),
                database.file_name().unwrap().to_str().unwrap(),
            ))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (address, before, reader) = listening(&mut child);
        Program {
            child,
            address,
            before,
            stderr: Some(reader),
        }
    }

    pub fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// Asks the program to stop, and returns its output since it listened.
    pub fn stop(&mut self) -> String {
        let asked = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(asked.unwrap().success());
        let mut text = String::new();
        self.stderr
            .take()
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert!(self.child.wait().unwrap().success(), "{text}");
        text
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
