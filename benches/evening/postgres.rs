//! A separate PostgreSQL server: in a folder, on a free port, killed when dropped.

use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::process::{Process, ran};
use crate::served::database::cluster;

/// The recovery timeout.
const START: Duration = Duration::from_mins(2);

pub struct Postgres {
    pub port: u16,
    folder: PathBuf,
    process: Process,
}

/// The folder of its programs.
fn programs() -> Outcome<PathBuf> {
    Ok(cluster::programs().ok_or("PostgreSQL is not installed: apt-get install postgresql")?)
}

/// A command for one of its programs.
fn command(program: &str) -> Outcome<Command> {
    Ok(cluster::command(programs()?.join(program)))
}

impl Postgres {
    pub fn start(folder: &Path) -> Outcome<Postgres> {
        std::fs::create_dir_all(folder)?;
        if rustix::process::getuid().is_root() {
            cluster::give(folder)?;
            // The folders above are accessible to their owner only.
            for above in folder
                .ancestors()
                .skip(1)
                .take_while(|above| above.starts_with("/tmp/"))
            {
                std::fs::set_permissions(above, std::fs::Permissions::from_mode(0o755))?;
            }
        }
        let data = folder.join("data");
        ran(command("initdb")?
            .args([
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
            ])
            .args(["--wal-segsize=1", "--pgdata"])
            .arg(&data))?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let process = spawned(folder, port)?;
        let postgres = Postgres {
            port,
            folder: folder.to_owned(),
            process,
        };
        postgres.wait()?;
        postgres.sql_in("postgres", "CREATE DATABASE overtrick")?;
        Ok(postgres)
    }

    pub fn sql(&self, text: &str) -> Outcome<String> {
        self.sql_in("overtrick", text)
    }

    fn sql_in(&self, database: &str, text: &str) -> Outcome<String> {
        let output = self.psql(database, text)?.output()?;
        if output.status.success() {
            return Ok(String::from_utf8(output.stdout)?);
        }
        Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
    }

    fn psql(&self, database: &str, text: &str) -> Outcome<Command> {
        let mut psql = cluster::client(&programs()?, "127.0.0.1", "postgres", database);
        psql.args(["-p", &self.port.to_string(), "-c", text]);
        Ok(psql)
    }

    /// Blocks writers of all tables while reads continue.
    pub fn lock(&self, time: Duration) -> Outcome<()> {
        let tables = self.sql("SELECT string_agg(quote_ident(tablename), ',') FROM pg_tables WHERE schemaname = 'public'")?;
        let seconds = time.as_secs();
        let text = format!(
            "BEGIN; LOCK TABLE {} IN SHARE MODE; SELECT pg_sleep({seconds}); ROLLBACK",
            tables.trim()
        );
        // Waiting for two locks may count as a deadlock with the writers: then try again.
        for _ in 0..5 {
            if self.sql(&text).is_ok() {
                return Ok(());
            }
        }
        Err("the tables could not be locked".into())
    }

    /// Kills all of its processes at once, like a power cut.
    pub fn kill(&mut self) -> Outcome<()> {
        let first = self.process.0.id();
        let others = children(first)?;
        self.process.0.kill()?;
        for other in others {
            let other = i32::try_from(other)?;
            if let Some(other) = rustix::process::Pid::from_raw(other) {
                // It may have ended by itself.
                let _ = rustix::process::kill_process(other, rustix::process::Signal::KILL);
            }
        }
        self.process.0.wait()?;
        Ok(())
    }

    /// Restarts it, repeatedly if necessary: remains of the old process may be in the way.
    pub fn restart(&mut self) -> Outcome<()> {
        let began = Instant::now();
        while began.elapsed() < START {
            self.process = spawned(&self.folder, self.port)?;
            if self.wait().is_ok() {
                return Ok(());
            }
        }
        Err("PostgreSQL does not start again".into())
    }

    /// Restarts it if it ended by itself.
    pub fn revive(&mut self) -> Outcome<()> {
        thread::sleep(Duration::from_secs(1));
        match self.process.0.try_wait()? {
            Some(_) => self.restart(),
            None => self.wait(),
        }
    }

    /// Waits until it accepts connections.
    fn wait(&self) -> Outcome<()> {
        let began = Instant::now();
        let answers = || {
            TcpStream::connect(("127.0.0.1", self.port)).is_ok()
                && self.sql_in("postgres", "SELECT 1").is_ok()
        };
        while !answers() {
            let is_gone = !Path::new(&format!("/proc/{}/exe", self.process.0.id())).exists();
            if is_gone || began.elapsed() > START {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL does not start: {log}").into());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

/// The URL of the database through a port.
pub fn url(port: u16) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/overtrick")
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.kill());
    }
}

fn spawned(folder: &Path, port: u16) -> Outcome<Process> {
    let log = std::fs::File::create(folder.join("log"))?;
    let child = command("postgres")?
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-p", &port.to_string(), "-k", "", "-h", "127.0.0.1"])
        .args([
            "-c",
            "max_connections=200",
            "-c",
            "max_wal_size=64MB",
            "-c",
            "min_wal_size=4MB",
        ])
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()?;
    Ok(Process(child))
}

/// The child processes of a process.
fn children(parent: u32) -> Outcome<Vec<u32>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(number) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // After the name in parentheses: the state, and the parent process.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        if after.split_whitespace().nth(1) == Some(&*parent.to_string()) {
            found.push(number);
        }
    }
    Ok(found)
}
