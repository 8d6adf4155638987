//! A clock that jumps forward by a day and back by a week, under a service in this process.

use std::sync::Arc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use overtrick_server::settings::{LimitsSetting, Settings};
use overtrick_server::system::{SystemClock, system};
use overtrick_server::{Clock, Timestamp};

use crate::Outcome;
use crate::audit::audit;
use crate::figures::line;
use crate::instance::ADMIN;
use crate::kills::wait_for;
use crate::options::Options;
use crate::plan::Plan;
use crate::play::{play, taken};
use crate::stage::{Ground, Stage};
use crate::writer::Writer;

pub const NAME: &str = "clock that jumps";

/// The positions of the clock, in order.
const JUMPS: [Jump; 5] = [
    Jump::Behind(Duration::from_hours(1)),
    Jump::Ahead(Duration::from_hours(24)),
    Jump::Behind(Duration::from_hours(24 * 7)),
    Jump::Ahead(Duration::from_hours(24 * 365)),
    Jump::Right,
];

#[derive(Debug, Default, Clone, Copy)]
enum Jump {
    #[default]
    Right,
    Ahead(Duration),
    Behind(Duration),
}

/// The system's clock with an offset.
#[derive(Debug, Default)]
struct Jumping(Mutex<Jump>);

impl Jumping {
    fn jump(&self, jump: Jump) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = jump;
    }
}

impl Clock for Jumping {
    fn now(&self) -> Timestamp {
        let now = SystemClock.now();
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Jump::Right => now,
            Jump::Ahead(time) => now.after(time),
            Jump::Behind(time) => now.before(time),
        }
    }
}

pub fn run(options: &Options, plans: &[Plan]) -> Outcome<bool> {
    let stage = Stage::without_instances(options, Ground::Usual)?;
    let clock = Arc::new(Jumping::default());
    let settings = Settings {
        bind: "127.0.0.1:0".into(),
        database: stage.url(),
        secret_file: Some(stage.path().join("secret")),
        admin_token: Some(ADMIN.into()),
        limits: LimitsSetting::Off,
        workers: 2,
        log: "error".into(),
        ..Settings::default()
    };
    let (tell, told) = std::sync::mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let shared = clock.clone();
    let service = thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let (_, random) = system();
            let Ok(started) = overtrick_server::start_with(settings, (shared, random)).await else {
                return;
            };
            let _ = tell.send(started.running.addresses[0]);
            let work = actix_web::rt::spawn(started.work);
            drop(stopped.await);
            started.running.stop().await;
            drop(work.await);
        });
    });
    stage.addresses.set(vec![told.recv()?]);
    let mut writers = Writer::all("faults", options, plans);
    let acted = play(&mut writers, &stage.addresses, |signals| -> Outcome<()> {
        for jump in JUMPS {
            wait_for(signals, 200)?;
            clock.jump(jump);
            thread::sleep(Duration::from_millis(300));
        }
        wait_for(signals, 200)
    });
    let mut tally = taken(&mut writers);
    let audit = audit(&writers, &stage.addresses)?;
    tally.wrong += audit.wrong;
    line(NAME, &tally, audit.lost, audit.doubled);
    drop(stop);
    drop(service.join());
    acted?;
    Ok(audit.is_clean() && tally.wrong == 0 && tally.unexpected.is_empty())
}
