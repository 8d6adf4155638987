//! Repeatedly kills an instance or the database with `kill -9` while everybody writes.

use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::database::Database;
use crate::play::Signals;
use crate::stage::Stage;
use crate::support::Chance;

/// The longest time without any acknowledged hand.
const PATIENCE: Duration = Duration::from_mins(2);

/// Waits until this many more hands are acknowledged.
pub fn wait_for(signals: &Signals, more: usize) -> Outcome<()> {
    let (mut last, mut since) = (signals.hands(), Instant::now());
    let until = last + more;
    while last < until {
        thread::sleep(Duration::from_millis(2));
        let hands = signals.hands();
        if hands > last {
            (last, since) = (hands, Instant::now());
        } else if since.elapsed() > PATIENCE {
            return Err("no hand is acknowledged any more".into());
        }
    }
    Ok(())
}

/// Kills and restarts the instances in turn, each after a random number of hands.
pub fn instances(
    stage: &mut Stage,
    signals: &Signals,
    rounds: usize,
    chance: &mut Chance,
) -> Outcome<()> {
    for round in 0..rounds {
        wait_for(signals, 20 + chance.below(400))?;
        let number = round % stage.instances.len();
        stage.instances[number].kill()?;
        thread::sleep(Duration::from_millis(10));
        stage.instances[number].restart()?;
        stage.announce();
    }
    wait_for(signals, 100)
}

/// The same with PostgreSQL and all of its processes at once.
pub fn databases(
    stage: &mut Stage,
    signals: &Signals,
    rounds: usize,
    chance: &mut Chance,
) -> Outcome<()> {
    let Database::Postgres(postgres) = &mut stage.database else {
        return Ok(());
    };
    for _ in 0..rounds {
        wait_for(signals, 20 + chance.below(400))?;
        postgres.kill()?;
        postgres.restart()?;
    }
    wait_for(signals, 100)
}
