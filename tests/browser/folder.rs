//! The page as a folder of files, on a server that knows nothing but files.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A folder as `overtrick page` writes it, served below a path.
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

    /// Changes a text of a file, as another version of the program would write it.
    #[expect(clippy::disallowed_methods, reason = "a folder of files is changed")]
    pub fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.path().join("scores").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

/// A server that hands out the files of a folder under a path, and knows nothing else.
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
