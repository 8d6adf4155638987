//! The databases of tests: SQLite files, or databases on a PostgreSQL server of the test program.
//!
//! Tests run on SQLite, or on PostgreSQL if `OVERTRICK_TEST_DATABASE` is `postgres`. The server is Debian's or any
//! other that is found; it runs in a temporary folder as a user other than root, writes durably, and always ends with
//! the test program.

#![allow(
    dead_code,
    clippy::allow_attributes,
    clippy::disallowed_methods,
    reason = "tests and benches use a part of it each; a test reads files"
)]

pub mod cluster;

use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use overtrick_server::system::system;
use overtrick_server::{MatchService, StoreSettings};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

/// The template of the test databases, with all tables and no matches.
const TEMPLATE: &str = "with_tables";

/// Whether the tests run on PostgreSQL.
pub fn on_postgres() -> bool {
    std::env::var_os("OVERTRICK_TEST_DATABASE").is_some_and(|name| name == "postgres")
}

/// The URL of a database that belongs to a folder and is deleted with it: a file with this name in the
/// folder, or a database on the server.
pub fn url(folder: &Path, file: &str) -> String {
    if on_postgres() {
        return postgres().expect("found or refused").url_of(folder);
    }
    format!("sqlite://{}", folder.join(file).display())
}

/// The command line arguments for this database, with a secret in the folder.
pub fn arguments(folder: &Path, file: &str) -> [String; 4] {
    let secret = folder.join("overtrick.secret").display().to_string();
    [
        "--database".to_owned(),
        url(folder, file),
        "--secret-file".to_owned(),
        secret,
    ]
}

/// Whether to skip a test that manipulates a SQLite file.
pub fn without_files(test: &str) -> bool {
    if on_postgres() {
        eprintln!("SKIPPED: {test} is about a file, which PostgreSQL has not");
    }
    on_postgres()
}

/// A connection to a SQLite file, besides those of the service.
pub async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.unwrap()
}

/// Runs SQL in a SQLite file; returns the number of changed rows.
pub async fn execute_in(file: &Path, sql: &str) -> u64 {
    let mut connection = connect(file).await;
    let done = connection.execute(AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
    done.rows_affected()
}

/// Runs SQL in the database of a folder, on either kind of database.
pub async fn execute(folder: &Path, file: &str, sql: &str) {
    if on_postgres() {
        postgres().unwrap().run(&url(folder, file), sql);
    } else {
        execute_in(&folder.join(file), sql).await;
    }
}

/// Waits for work on a database outside a runtime.
pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(work)
}

/// The PostgreSQL server of this test program, started on first use. Without PostgreSQL on this machine there
/// is none, which the test reports; with `OVERTRICK_REQUIRE_POSTGRES` it fails.
pub fn postgres() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let server =
        SERVER.get_or_init(|| cluster::programs().map(|programs| Server::start(&programs)));
    if server.is_none() {
        let required = std::env::var_os("OVERTRICK_REQUIRE_POSTGRES").is_some();
        assert!(
            !required && !on_postgres(),
            "PostgreSQL is not on this machine: apt install postgresql"
        );
        eprintln!(
            "SKIPPED: PostgreSQL is not on this machine. Debian's `postgresql` brings it; with \
             OVERTRICK_REQUIRE_POSTGRES=1 this test fails without it."
        );
    }
    server.as_ref()
}

/// A PostgreSQL server.
pub struct Server {
    folder: PathBuf,
    programs: PathBuf,
    /// Closing this stops the server, as does the end of the test program.
    keeper: Child,
    databases: Mutex<HashMap<PathBuf, String>>,
}

/// Creates a cluster, runs the server until its standard input is closed, and deletes the cluster. The
/// databases' locale does not sort by bytes, so that nothing relies on that.
const KEEP: &str = r#"
"$1/initdb" -D "$2/data" -U overtrick --auth=trust -E UTF8 --locale=C.UTF-8 \
    --locale-provider=icu --icu-locale=en-US >"$2/log" 2>&1 || exit 1
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=300 \
    -c shared_buffers=64MB >>"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$2"
"#;

impl Server {
    fn start(programs: &Path) -> Server {
        let folder = tempfile::Builder::new()
            .prefix("overtrick-postgres-")
            .tempdir()
            .unwrap()
            .keep();
        std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o700)).unwrap();
        cluster::give(&folder).unwrap();
        let keeper = cluster::command("sh")
            .args(["-c", KEEP, "sh"])
            .args([programs, &*folder])
            // An interrupt of the test program must not end the keeper before it has cleaned up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut server = Server {
            folder,
            programs: programs.to_owned(),
            keeper,
            databases: Mutex::default(),
        };
        server.wait();
        server.psql(&format!("CREATE DATABASE {TEMPLATE}"));
        server.make_tables();
        server
    }

    /// A server besides the one that the tests share.
    ///
    /// # Panics
    /// PostgreSQL is not on this machine.
    pub fn another() -> Server {
        Server::start(&cluster::programs().expect("PostgreSQL"))
    }

    /// Kills one of the server's processes, as a fault in it would: the server ends all connections, and recovers from
    /// its log.
    pub fn crash(&self) {
        let writer = self.psql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'");
        let killed = Command::new("kill").args(["-9", &writer]).status();
        assert!(killed.unwrap().success());
        while self.try_psql("postgres", "SELECT 1").is_err() {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn wait(&mut self) {
        let is_ready = |server: &Server| {
            let asked = Command::new(server.programs.join("pg_isready"))
                .arg("-q")
                .arg("-h")
                .arg(&server.folder)
                .status();
            asked.unwrap().success()
        };
        while !is_ready(self) {
            if self.keeper.try_wait().unwrap().is_some() {
                let log = std::fs::read_to_string(self.folder.join("log"));
                panic!("PostgreSQL did not start: {}", log.unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Migrates the template, as opening a database does.
    fn make_tables(&self) {
        let settings = StoreSettings {
            // The template must not store a secret's digest: each database has its own.
            create: false,
            ..StoreSettings::new(self.url(TEMPLATE))
        };
        let made = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let matches = MatchService::open(settings, system()).await.unwrap();
                matches.close().await.unwrap();
            });
        });
        made.join().unwrap();
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        let folder = self.folder.display();
        format!("postgres://overtrick@localhost/{database}?host={folder}")
    }

    /// The URL of the database of a folder, created on first use. Databases of deleted folders are dropped.
    pub fn url_of(&self, folder: &Path) -> String {
        let mut databases = self
            .databases
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = databases.get(folder) {
            return self.url(name);
        }
        let (kept, gone): (HashMap<_, _>, HashMap<_, _>) =
            databases.drain().partition(|(folder, _)| folder.exists());
        *databases = kept;
        for name in gone.values() {
            self.psql(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
        let name = self.new_database(TEMPLATE);
        databases.insert(folder.to_owned(), name.clone());
        self.url(&name)
    }

    /// A new database without tables.
    pub fn empty(&self) -> String {
        self.url(&self.new_database("template0"))
    }

    fn new_database(&self, template: &str) -> String {
        static CREATED: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = CREATED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("test_{number}");
        // The connection that created the tables may take a moment to end.
        let create = format!("CREATE DATABASE {name} TEMPLATE {template}");
        let created = (0..50).any(|_| {
            let created = self.try_psql("postgres", &create);
            if created.is_err() {
                std::thread::sleep(Duration::from_millis(100));
            }
            created.is_ok()
        });
        assert!(created, "{create}");
        name
    }

    /// Runs SQL as the owner of all databases.
    pub fn psql(&self, sql: &str) -> String {
        self.try_psql("postgres", sql).unwrap()
    }

    /// Runs SQL in a database of this URL.
    pub fn run(&self, url: &str, sql: &str) -> String {
        self.try_psql(named(url), sql).unwrap()
    }

    /// A session in a database with this URL, which executes its input and ends with it.
    pub fn session(&self, url: &str) -> Child {
        self.client(named(url))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    fn client(&self, database: &str) -> Command {
        cluster::client(&self.programs, &self.folder, "overtrick", database)
    }

    fn try_psql(&self, database: &str, sql: &str) -> Result<String, String> {
        let text = self.client(database).args(["-c", sql]).output().unwrap();
        if text.status.success() {
            return Ok(String::from_utf8_lossy(&text.stdout).trim().to_owned());
        }
        Err(String::from_utf8_lossy(&text.stderr).into_owned())
    }
}

/// The name of the database in a URL.
fn named(url: &str) -> &str {
    let database = url.split("localhost/").nth(1).unwrap();
    database.split('?').next().unwrap()
}
