//! Faults injected while everybody writes; each scenario is a line in the table.

use std::thread;
use std::time::Duration;

use crate::audit::audit;
use crate::clock;
use crate::database::Database;
use crate::figures::{head, line};
use crate::kills::{self, wait_for};
use crate::options::{Kind, Options};
use crate::plan::{Plan, plans};
use crate::play::{Signals, play, taken};
use crate::stage::{Ground, Stage};
use crate::support::Chance;
use crate::writer::Writer;
use crate::{Failure, Outcome};

/// How long a fault lasts: longer than a change waits for a SQLite lock (two seconds here), and than a
/// statement may take on PostgreSQL (ten seconds).
fn trouble(kind: Kind) -> Duration {
    Duration::from_secs(match kind {
        Kind::Sqlite => 6,
        Kind::Postgres => 14,
    })
}

/// An action on a stage while everybody writes.
type Act = fn(&Options, &mut Stage, &Signals) -> Outcome<()>;

struct Scenario {
    name: &'static str,
    kinds: &'static [Kind],
    ground: Ground,
    /// The least number of instances.
    instances: usize,
    act: Act,
}

const BOTH: &[Kind] = &[Kind::Sqlite, Kind::Postgres];
const POSTGRES: &[Kind] = &[Kind::Postgres];

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "kill -9 of an instance",
        kinds: BOTH,
        ground: Ground::Usual,
        instances: 1,
        act: |options, stage, signals| {
            kills::instances(stage, signals, options.rounds, &mut Chance(options.seed))
        },
    },
    Scenario {
        name: "kill -9 of PostgreSQL",
        kinds: POSTGRES,
        ground: Ground::Usual,
        instances: 1,
        act: |options, stage, signals| {
            kills::databases(stage, signals, options.rounds, &mut Chance(options.seed))
        },
    },
    Scenario {
        name: "kill -9 of one of two instances",
        kinds: POSTGRES,
        ground: Ground::Usual,
        instances: 2,
        act: |options, stage, signals| {
            kills::instances(stage, signals, options.rounds, &mut Chance(options.seed))
        },
    },
    Scenario {
        name: "network to the database cut",
        kinds: POSTGRES,
        ground: Ground::Proxy,
        instances: 1,
        act: network,
    },
    Scenario {
        name: "listening connections ended",
        kinds: POSTGRES,
        ground: Ground::Usual,
        instances: 2,
        act: notifications,
    },
    Scenario {
        name: "database locked by another",
        kinds: BOTH,
        ground: Ground::Usual,
        instances: 1,
        act: |options, stage, signals| {
            during(signals, || stage.database.lock(trouble(options.kind)))
        },
    },
    Scenario {
        name: "database read-only",
        kinds: BOTH,
        ground: Ground::SmallDisk,
        instances: 1,
        act: read_only,
    },
    Scenario {
        name: "disk full",
        kinds: BOTH,
        ground: Ground::SmallDisk,
        instances: 1,
        act: full,
    },
];

/// Records hands before, during and after the fault.
fn during(signals: &Signals, trouble: impl FnOnce() -> Outcome<()>) -> Outcome<()> {
    wait_for(signals, 200)?;
    trouble()?;
    wait_for(signals, 200)
}

fn network(options: &Options, stage: &mut Stage, signals: &Signals) -> Outcome<()> {
    let proxy = stage.proxy.as_ref().ok_or("no proxy")?;
    during(signals, || {
        proxy.cut(true);
        thread::sleep(trouble(options.kind));
        proxy.cut(false);
        Ok(())
    })
}

/// Cuts the connections that listen for notices of other instances, five times.
fn notifications(_: &Options, stage: &mut Stage, signals: &Signals) -> Outcome<()> {
    let Database::Postgres(postgres) = &stage.database else {
        return Ok(());
    };
    during(signals, || {
        for _ in 0..5 {
            postgres.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'")?;
            wait_for(signals, 100)?;
        }
        Ok(())
    })
}

fn read_only(options: &Options, stage: &mut Stage, signals: &Signals) -> Outcome<()> {
    if let Database::Postgres(postgres) = &stage.database {
        let set = |value: &str| -> Outcome<()> {
            // The setting itself must be changed while nothing can be written.
            postgres.sql(&format!(
                "ALTER SYSTEM SET default_transaction_read_only = {value}"
            ))?;
            postgres.sql("SELECT pg_reload_conf()")?;
            Ok(())
        };
        return during(signals, || {
            set("on")?;
            thread::sleep(trouble(options.kind));
            set("off")
        });
    }
    let (Some(disk), [instance]) = (&stage.disk, &mut stage.instances[..]) else {
        return Err("no disk of its own".into());
    };
    // A disk cannot become read-only while its files are open, so it is read-only when the service starts.
    during(signals, || {
        instance.kill()?;
        disk.remount("ro")?;
        instance.restart()?;
        thread::sleep(trouble(options.kind));
        instance.kill()?;
        disk.remount("rw")?;
        instance.restart()
    })
}

fn full(options: &Options, stage: &mut Stage, signals: &Signals) -> Outcome<()> {
    let disk = stage.disk.as_ref().ok_or("no disk of its own")?;
    let database = &mut stage.database;
    during(signals, || {
        disk.fill();
        thread::sleep(trouble(options.kind));
        disk.make_room()?;
        match database {
            // The server may stop by itself when it cannot write any more.
            Database::Postgres(postgres) => postgres.revive(),
            Database::Sqlite(_) => Ok(()),
        }
    })
}

pub fn run(options: &Options) -> Outcome<bool> {
    let plans = plans()?;
    let mut is_clean = true;
    let database = match options.kind {
        Kind::Sqlite => "SQLite",
        Kind::Postgres => "PostgreSQL",
    };
    head(&format!("faults, {database}, {} writers", options.writers));
    for scenario in SCENARIOS {
        let is_asked =
            scenario.kinds.contains(&options.kind) && scenario.name.contains(&options.only);
        if is_asked {
            is_clean &= played(scenario, options, &plans)?;
        }
    }
    if clock::NAME.contains(&options.only) {
        is_clean &= clock::run(options, &plans)?;
    }
    Ok(is_clean)
}

fn played(scenario: &Scenario, options: &Options, plans: &[Plan]) -> Outcome<bool> {
    let mut options = options.clone();
    options.instances = options.instances.max(scenario.instances);
    let mut name = scenario.name.to_owned();
    if name.starts_with("kill") {
        name = format!("{name}, {} rounds", options.rounds);
    }
    let mut stage = match Stage::set(&options, scenario.ground) {
        Ok(stage) => stage,
        Err(error) if scenario.ground == Ground::SmallDisk => {
            println!("{name:<46}not here: {error}");
            return Ok(true);
        }
        Err(error) => return Err(error),
    };
    let mut writers = Writer::all("faults", &options, plans);
    let addresses = stage.addresses.clone();
    let acted = play(&mut writers, &addresses, |signals| {
        (scenario.act)(&options, &mut stage, signals)
    });
    close(&name, &mut writers, &stage, acted.as_ref().err())
}

/// Reads all played matches again and prints the line.
fn close(
    name: &str,
    writers: &mut [Writer],
    stage: &Stage,
    failed: Option<&Failure>,
) -> Outcome<bool> {
    let mut tally = taken(writers);
    let audit = audit(writers, &stage.addresses)?;
    tally.wrong += audit.wrong;
    line(name, &tally, audit.lost, audit.doubled);
    if let Some(error) = failed {
        println!("{:<46}{error}", "");
    }
    Ok(failed.is_none() && audit.is_clean() && tally.wrong == 0 && tally.unexpected.is_empty())
}
