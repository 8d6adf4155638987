//! A database and its instances, in a separate folder.

use std::path::Path;

use tempfile::TempDir;

use crate::Outcome;
use crate::database::{Database, SmallDisk};
use crate::instance::Instance;
use crate::options::{Kind, Options};
use crate::play::Addresses;
use crate::postgres;
use crate::proxy::Proxy;

pub struct Stage {
    pub instances: Vec<Instance>,
    pub addresses: Addresses,
    pub database: Database,
    /// The proxy between instances and PostgreSQL, for cutting the network.
    pub proxy: Option<Proxy>,
    /// The disk of the database, for filling it.
    pub disk: Option<SmallDisk>,
    folder: TempDir,
}

/// What the database of a stage runs on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ground {
    #[default]
    Usual,
    /// Behind a network that can be cut.
    Proxy,
    /// On a disk that can be filled.
    SmallDisk,
}

/// Creates a folder for a run.
pub fn folder(options: &Options) -> Outcome<TempDir> {
    Ok(match &options.folder {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    })
}

impl Stage {
    pub fn set(options: &Options, ground: Ground) -> Outcome<Stage> {
        let mut stage = Stage::without_instances(options, ground)?;
        for _ in 0..options.instances {
            let instance = stage.instance()?;
            stage.instances.push(instance);
        }
        stage.announce();
        Ok(stage)
    }

    pub fn without_instances(options: &Options, ground: Ground) -> Outcome<Stage> {
        let folder = folder(options)?;
        let disk = match ground {
            Ground::SmallDisk => {
                let mebibytes = if options.kind == Kind::Sqlite {
                    48
                } else {
                    200
                };
                Some(SmallDisk::mount(&folder.path().join("disk"), mebibytes)?)
            }
            _ => None,
        };
        let place = disk.as_ref().map_or(folder.path(), |disk| &disk.folder);
        let database = Database::make(options.kind, place)?;
        let proxy = match (&database, ground) {
            (Database::Postgres(postgres), Ground::Proxy) => Some(Proxy::start(postgres.port)?),
            _ => None,
        };
        Ok(Stage {
            instances: Vec::new(),
            addresses: Addresses::default(),
            database,
            proxy,
            disk,
            folder,
        })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The URL by which instances connect to the database.
    pub fn url(&self) -> String {
        match (&self.database, &self.proxy) {
            (Database::Postgres(_), Some(proxy)) => postgres::url(proxy.port),
            (database, _) => database.url(),
        }
    }

    pub fn instance(&self) -> Outcome<Instance> {
        let secret = self.path().join("secret").display().to_string();
        Instance::start(&self.url(), &["--secret-file", &secret])
    }

    /// Updates the writers' addresses of the instances.
    pub fn announce(&self) {
        let addresses = self.instances.iter().map(|instance| instance.address);
        self.addresses.set(addresses.collect());
    }
}
