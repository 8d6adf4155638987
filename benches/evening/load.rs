//! The most hands that this many writers can record.

use std::thread;

use crate::Outcome;
use crate::audit::audit;
use crate::figures::{head, line};
use crate::options::Options;
use crate::plan::plans;
use crate::play::{Addresses, play, taken};
use crate::stage::{Ground, Stage};
use crate::writer::Writer;

pub fn run(options: &Options) -> Outcome<bool> {
    let plans = plans()?;
    let elsewhere = Addresses::default();
    let stage = if options.addresses.is_empty() {
        Some(Stage::set(options, Ground::Usual)?)
    } else {
        elsewhere.set(options.addresses.clone());
        None
    };
    let addresses = stage.as_ref().map_or(&elsewhere, |stage| &stage.addresses);
    let run = format!("load-{}-{}", options.seed, std::process::id());
    let mut writers = Writer::all(&run, options, &plans);
    play(&mut writers, addresses, |_| thread::sleep(options.seconds));
    let mut tally = taken(&mut writers);
    let audit = audit(&writers, addresses)?;
    tally.wrong += audit.wrong;
    let database = stage
        .as_ref()
        .map_or("elsewhere", |stage| stage.database.name());
    head(&format!("load, {database}, {} writers", options.writers));
    line(
        "whole matches of every game",
        &tally,
        audit.lost,
        audit.doubled,
    );
    let seconds = options.seconds.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "there are not that many")]
    let rate = tally.hands as f64 / seconds;
    println!(
        "{rate:.0} hands a second; {} matches, {} hands read again and compared",
        audit.matches, audit.hands
    );
    for instance in stage.iter().flat_map(|stage| &stage.instances) {
        println!(
            "memory: {:.0} MB, at most {:.0} MB",
            instance.memory("VmRSS")?,
            instance.memory("VmHWM")?
        );
    }
    Ok(audit.is_clean() && tally.wrong == 0 && tally.unexpected.is_empty())
}
