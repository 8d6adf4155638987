//! The test databases: SQLite files, or databases on a PostgreSQL server that the test program starts.
//!
//! Tests run on SQLite, or on PostgreSQL if `OVERTRICK_TEST_DATABASE` is `postgres`. The PostgreSQL
//! server can be Debian's or any other. It runs in a temporary folder, not as root, with durable
//! writes, and ends with the test program.

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

/// The template for the test databases, with all tables and no matches.
const TEMPLATE: &str = "with_tables";

/// Whether the tests run on PostgreSQL.
pub fn on_postgres() -> bool {
    std::env::var_os("OVERTRICK_TEST_DATABASE").is_some_and(|name| name == "postgres")
}

/// Returns the URL of a database that is deleted with this folder: a file with this name in the
/// folder, or a database on the PostgreSQL server.
pub fn url(folder: &Path, file: &str) -> String {
    if on_postgres() {
        return postgres().expect("PostgreSQL is installed").url_of(folder);
    }
    format!("sqlite://{}", folder.join(file).display())
}

/// Returns the command line arguments for this database, with a secret file in the folder.
pub fn arguments(folder: &Path, file: &str) -> [String; 4] {
    let secret = folder.join("overtrick.secret").display().to_string();
    [
        "--database".to_owned(),
        url(folder, file),
        "--secret-file".to_owned(),
        secret,
    ]
}

/// Whether to skip a test that needs a SQLite file.
pub fn without_files(test: &str) -> bool {
    if on_postgres() {
        eprintln!("SKIPPED: {test} needs a database file, which PostgreSQL does not have");
    }
    on_postgres()
}

/// Opens a separate connection to a SQLite file.
pub async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.unwrap()
}

/// Runs SQL in a SQLite file, and returns the number of changed rows.
pub async fn execute_in(file: &Path, sql: &str) -> u64 {
    let mut connection = connect(file).await;
    let done = connection.execute(AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
    done.rows_affected()
}

/// Runs SQL in the database of a folder, which can be of either kind.
pub async fn execute(folder: &Path, file: &str, sql: &str) {
    if on_postgres() {
        postgres().unwrap().run(&url(folder, file), sql);
    } else {
        execute_in(&folder.join(file), sql).await;
    }
}

/// Runs a future to its end on a new runtime.
pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(work)
}

/// Returns the PostgreSQL server of this test program, which starts on first use. If PostgreSQL is
/// not installed, prints a message and returns `None`, or panics with `OVERTRICK_REQUIRE_POSTGRES`.
pub fn postgres() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let server =
        SERVER.get_or_init(|| cluster::programs().map(|programs| Server::start(&programs)));
    if server.is_none() {
        let required = std::env::var_os("OVERTRICK_REQUIRE_POSTGRES").is_some();
        assert!(
            !required && !on_postgres(),
            "PostgreSQL is not installed: apt install postgresql"
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
    /// A shell that stops the server when its input is closed, or when the test program ends.
    keeper: Child,
    databases: Mutex<HashMap<PathBuf, String>>,
}

/// Creates a cluster, runs the server until the standard input is closed, and deletes the cluster.
/// The locale does not sort by bytes, so that no code can rely on such an order.
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
            // An interrupt of the test program must not stop the shell before it has cleaned up.
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

    /// Starts another server, which the tests do not share.
    ///
    /// # Panics Panics if PostgreSQL is not installed.
    pub fn another() -> Server {
        Server::start(&cluster::programs().expect("PostgreSQL is installed"))
    }

    /// Kills one of the server's processes, as a crash would. The server ends all connections and
    /// recovers from its log.
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

    /// Creates the tables of the template by opening it.
    fn make_tables(&self) {
        let settings = StoreSettings {
            // The template must not contain the digest of a secret, because each database has its own secret.
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

    /// Returns the URL of a database.
    pub fn url(&self, database: &str) -> String {
        let folder = self.folder.display();
        format!("postgres://overtrick@localhost/{database}?host={folder}")
    }

    /// Returns the URL of a folder's database, created on first use. Drops databases of deleted folders.
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

    /// Creates a database without tables, and returns its URL.
    pub fn empty(&self) -> String {
        self.url(&self.new_database("template0"))
    }

    fn new_database(&self, template: &str) -> String {
        static CREATED: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = CREATED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("test_{number}");
        // Tries again, because the connection that created the tables may take a moment to end.
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

    /// Runs SQL in the database `postgres`.
    pub fn psql(&self, sql: &str) -> String {
        self.try_psql("postgres", sql).unwrap()
    }

    /// Runs SQL in the database at this URL.
    pub fn run(&self, url: &str, sql: &str) -> String {
        self.try_psql(named(url), sql).unwrap()
    }

    /// Starts a session in the database at this URL. It executes its input, and ends when that is closed.
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

/// Returns the name of the database in a URL.
fn named(url: &str) -> &str {
    let database = url.split("localhost/").nth(1).unwrap();
    database.split('?').next().unwrap()
}
