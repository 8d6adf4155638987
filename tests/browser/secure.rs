//! A service over HTTPS, at a name other than localhost.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use tempfile::TempDir;

use super::chromium::Wishes;
use crate::served::Server;
use crate::served::certificates::{PAGE, PAGE_DIGEST};

/// An HTTPS service, which can be restarted: its folder and its port.
pub struct Secure {
    folder: Arc<TempDir>,
    port: u16,
}

/// A service in a separate process, which is killed when this is dropped.
pub struct Running(Child);

const NAME: &str = "overtrick.test";

impl Secure {
    /// Starts a new service.
    pub fn start() -> (Secure, Running) {
        let folder = Arc::new(TempDir::new().unwrap());
        PAGE.write(folder.path());
        let mut secure = Secure { folder, port: 0 };
        let (running, port) = secure.run();
        secure.port = port;
        (secure, running)
    }

    /// Starts the service again with the same folder and port.
    pub fn again(&self) -> Running {
        self.run().0
    }

    /// Starts a service; returns its port, which the system chooses if it was 0.
    fn run(&self) -> (Running, u16) {
        let file = |name: &str| self.folder.path().join(name);
        let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .current_dir(self.folder.path())
            .args([
                "serve",
                "--log",
                "error",
                "--bind",
                &format!("127.0.0.1:{}", self.port),
            ])
            .args([
                "--database",
                &format!("sqlite://{}", file("matches.db").display()),
            ])
            .arg("--tls-cert")
            .arg(file("cert.pem"))
            .arg("--tls-key")
            .arg(file("key.pem"))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let text = lines.next().unwrap().unwrap();
        let port = text.rsplit(':').next().and_then(|port| port.parse().ok());
        (Running(child), port.unwrap_or_else(|| panic!("{text}")))
    }

    /// Another service on the same database, over plain HTTP, to inspect it.
    pub fn plain(&self) -> Server {
        Server::on(self.folder.clone(), |_| {})
    }

    pub fn home(&self) -> String {
        format!("https://{NAME}:{}/", self.port)
    }

    /// Options for a Chromium that resolves the service's name and trusts its certificate.
    pub fn wishes() -> Wishes {
        let flags = vec![
            format!("--host-resolver-rules=MAP {NAME} 127.0.0.1"),
            format!("--ignore-certificate-errors-spki-list={PAGE_DIGEST}"),
        ];
        Wishes {
            flags,
            ..Wishes::default()
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
