//! The page as static files on a plain file server.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A WebAssembly module that exports `memory`, `allocate`, `release`, `languages` (it has two), and `whole` and
/// `verify`, which loop forever.
const ENDLESS: &[u8] = b"\0asm\x01\0\0\0\
    \x01\x11\x03\x60\x01\x7f\x01\x7f\x60\x01\x7f\0\x60\x03\x7f\x7f\x7f\x01\x7f\
    \x03\x05\x04\0\x01\x02\x02\
    \x05\x03\x01\0\x02\
    \x07\x3c\x06\x06memory\x02\0\x08allocate\0\0\x07release\0\x01\x09languages\0\x02\x05whole\0\x03\x06verify\0\x03\
    \x0a\x18\x04\x05\0\x41\x80\x08\x0b\x02\0\x0b\x04\0\x41\x08\x0b\x08\0\x03\x40\x0c\0\x0b\0\x0b\
    \x0b\x19\x01\0\x41\x08\x0b\x13\0\0\0\0\x0b\0\0\0[\"en\",\"cs\"]";

/// A folder written by `overtrick page`, served below a path.
pub struct Folder {
    folder: TempDir,
    /// The address of the page.
    pub home: String,
}

impl Folder {
    pub fn written() -> Folder {
        let folder = TempDir::new().unwrap();
        let place = folder.path().join("scores");
        let written = Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .args(["page", place.to_str().unwrap()])
            .output()
            .unwrap();
        assert!(written.status.success(), "{written:?}");
        let address = file_server(place);
        Folder {
            folder,
            home: format!("http://{address}/club/scores/"),
        }
    }

    /// Replaces the rules with a module whose `whole` and `verify` never return.
    pub fn judge_without_end(&self) {
        let path = self.folder.path().join("scores/overtrick.wasm");
        fs::write(path, ENDLESS).unwrap();
    }

    /// Changes a text in a file, as if another version of the program had written the file.
    #[expect(clippy::disallowed_methods, reason = "a folder of files is changed")]
    pub fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.path().join("scores").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

/// Starts a file server for a folder, below a path.
fn file_server(folder: PathBuf) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || {
                let mut lines = BufReader::new(&stream).lines();
                let first = lines.next().and_then(Result::ok).unwrap_or_default();
                while lines
                    .next()
                    .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
                {}
                let asked = first.split(' ').nth(1).unwrap_or_default();
                let path = asked.split(['?', '#']).next().unwrap_or_default();
                let (head, body) = file(&folder, path);
                let mut stream = &stream;
                let _ = stream.write_all(head.as_bytes());
                let _ = stream.write_all(&body);
            });
        }
    });
    address
}

#[expect(clippy::disallowed_methods, reason = "a server of files reads files")]
fn file(folder: &Path, path: &str) -> (String, Vec<u8>) {
    let name = path.strip_prefix("/club/scores/");
    let name = name.map(|name| if name.is_empty() { "index.html" } else { name });
    let read = name.and_then(|name| fs::read(folder.join(name)).ok());
    let media = match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "text/html",
    };
    let (status, body) = match read {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let length = body.len();
    (
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        ),
        body,
    )
}
