//! The database under the service, and faults that can be injected into it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::Outcome;
use crate::options::Kind;
use crate::postgres::{Postgres, url};
use crate::process::ran;

pub enum Database {
    Sqlite(PathBuf),
    Postgres(Box<Postgres>),
}

impl Database {
    pub fn make(kind: Kind, folder: &Path) -> Outcome<Database> {
        Ok(match kind {
            Kind::Sqlite => Database::Sqlite(folder.join("overtrick.db")),
            Kind::Postgres => {
                Database::Postgres(Box::new(Postgres::start(&folder.join("postgres"))?))
            }
        })
    }

    pub fn name(&self) -> &'static str {
        match self {
            Database::Sqlite(_) => "SQLite",
            Database::Postgres(_) => "PostgreSQL",
        }
    }

    pub fn url(&self) -> String {
        match self {
            Database::Sqlite(file) => format!("sqlite://{}", file.display()),
            Database::Postgres(postgres) => url(postgres.port),
        }
    }

    /// Megabytes on the disk, including pending writes.
    pub fn megabytes(&self) -> Outcome<f64> {
        #[expect(clippy::cast_precision_loss, reason = "it is shown without decimals")]
        let shown = |bytes: u64| bytes as f64 / 1e6;
        Ok(match self {
            Database::Sqlite(file) => {
                let size = |end: &str| std::fs::metadata(format!("{}{end}", file.display()));
                let sizes = ["", "-wal"].into_iter().filter_map(|end| size(end).ok());
                shown(sizes.map(|data| data.len()).sum())
            }
            Database::Postgres(postgres) => {
                let size = postgres.sql("SELECT pg_database_size(current_database())")?;
                shown(size.trim().parse()?)
            }
        })
    }

    /// Blocks all other writers for this long.
    pub fn lock(&self, time: Duration) -> Outcome<()> {
        match self {
            Database::Sqlite(file) => lock_file(file, time),
            Database::Postgres(postgres) => postgres.lock(time),
        }
    }
}

fn lock_file(file: &Path, time: Duration) -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .busy_timeout(Duration::from_secs(10));
        let mut locker = options.connect().await?;
        locker.execute("BEGIN IMMEDIATE").await?;
        tokio::time::sleep(time).await;
        locker.execute("ROLLBACK").await?;
        Ok(locker.close().await?)
    })
}

/// A separate in-memory file system that can be filled.
pub struct SmallDisk {
    pub folder: PathBuf,
    filler: PathBuf,
}

impl SmallDisk {
    /// # Errors
    /// Only root can mount one.
    pub fn mount(folder: &Path, mebibytes: usize) -> Outcome<SmallDisk> {
        std::fs::create_dir_all(folder)?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={mebibytes}m"), "tmpfs"]);
        ran(mount.arg(folder))?;
        Ok(SmallDisk {
            folder: folder.to_owned(),
            filler: folder.join("filler"),
        })
    }

    /// Fills the disk.
    pub fn fill(&self) {
        let block = vec![1; 1 << 16];
        let Ok(mut file) = std::fs::File::create(&self.filler) else {
            return;
        };
        while std::io::Write::write_all(&mut file, &block).is_ok() {}
    }

    pub fn make_room(&self) -> Outcome<()> {
        Ok(std::fs::remove_file(&self.filler)?)
    }

    /// Remounts it writable or read-only. No file on it may be open for writing.
    pub fn remount(&self, how: &str) -> Outcome<()> {
        let mut mount = Command::new("mount");
        ran(mount
            .args(["-o", &format!("remount,{how}")])
            .arg(&self.folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(&self.folder).status());
    }
}
