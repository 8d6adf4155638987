//! The program serving, killed when dropped.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;

/// The token of the administrator.
pub const ADMIN: &str = "the-token-of-the-evening";
/// The startup timeout, including retries while the database is unavailable.
const START: Duration = Duration::from_mins(2);

/// The program under test.
pub fn program() -> OsString {
    let named = std::env::var_os("OVERTRICK_PROGRAM");
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_overtrick").into())
}

#[derive(Debug)]
pub struct Instance {
    child: Child,
    pub address: SocketAddr,
    arguments: Vec<String>,
}

impl Instance {
    /// Starts it without limits per address.
    pub fn start(database: &str, more: &[&str]) -> Outcome<Instance> {
        let fixed = "--log error --limits off";
        let mut arguments: Vec<String> = fixed.split(' ').map(str::to_owned).collect();
        arguments.extend(["--database".to_owned(), database.to_owned()]);
        arguments.extend(more.iter().map(ToString::to_string));
        let (child, address) = started(&arguments, "127.0.0.1:0")?;
        Ok(Instance {
            child,
            address,
            arguments,
        })
    }

    /// Kills it as in a crash.
    pub fn kill(&mut self) -> Outcome<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Restarts it at the same address.
    pub fn restart(&mut self) -> Outcome<()> {
        self.kill()?;
        (self.child, self.address) = started(&self.arguments, &self.address.to_string())?;
        Ok(())
    }

    /// Megabytes, as the system counts them (`VmRSS`, `VmHWM`).
    pub fn memory(&self, what: &str) -> Outcome<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with(what));
        let figure = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(figure.ok_or("no figure of memory")?.parse::<f64>()? * 1.024 / 1000.0)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn started(arguments: &[String], bind: &str) -> Outcome<(Child, SocketAddr)> {
    let began = Instant::now();
    loop {
        match try_start(arguments, bind) {
            Ok(started) => return Ok(started),
            Err(error) if began.elapsed() > START => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(200)),
        }
    }
}

fn try_start(arguments: &[String], bind: &str) -> Outcome<(Child, SocketAddr)> {
    let mut child = Command::new(program())
        .args(["serve", "--bind", bind])
        .args(arguments)
        .env("OVERTRICK_ADMIN_TOKEN", ADMIN)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut said = BufReader::new(child.stderr.take().ok_or("no messages")?);
    let (mut line, mut all) = (String::new(), String::new());
    while !line.contains("http://") {
        line.clear();
        if said.read_line(&mut line)? == 0 {
            child.wait()?;
            return Err(format!("it did not start: {all}").into());
        }
        all += &line;
    }
    let address = line.trim().rsplit("http://").next().unwrap_or_default();
    let address = address.parse()?;
    thread::spawn(move || drop(said.read_to_end(&mut Vec::new())));
    Ok((child, address))
}
