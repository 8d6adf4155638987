//! Many simultaneous writers, spread over all addresses.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::figures::Tally;
use crate::served::Client;
use crate::then::Then;
use crate::writer::Writer;

/// The addresses of the service, updated when it is restarted.
#[derive(Debug, Default, Clone)]
pub struct Addresses(Arc<Mutex<Vec<SocketAddr>>>);

impl Addresses {
    pub fn set(&self, addresses: Vec<SocketAddr>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = addresses;
    }

    /// The address for a client's request with this number.
    pub fn pick(&self, number: usize) -> Option<SocketAddr> {
        let addresses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = addresses.len().max(1);
        addresses.get(number % count).copied()
    }
}

/// Whether to continue, and how much was done.
#[derive(Debug, Default)]
pub struct Signals {
    pub stop: AtomicBool,
    pub hands: AtomicUsize,
}

impl Signals {
    pub fn hands(&self) -> usize {
        self.hands.load(Ordering::Relaxed)
    }
}

/// Lets all writers write until `meanwhile` has ended.
pub fn play<T>(
    writers: &mut [Writer],
    addresses: &Addresses,
    meanwhile: impl FnOnce(&Signals) -> T,
) -> T {
    let signals = Signals::default();
    thread::scope(|scope| {
        for (number, writer) in writers.iter_mut().enumerate() {
            let signals = &signals;
            scope.spawn(move || write(writer, number, addresses, signals));
        }
        let done = meanwhile(&signals);
        signals.stop.store(true, Ordering::Relaxed);
        done
    })
}

fn write(writer: &mut Writer, number: usize, addresses: &Addresses, signals: &Signals) {
    let mut attempt = number;
    let mut client = None;
    while !signals.stop.load(Ordering::Relaxed) {
        let Some(connected) = &mut client else {
            client = addresses.pick(attempt).map(Client::new);
            thread::sleep(Duration::from_millis(1));
            continue;
        };
        let before = writer.tally.hands;
        match writer.ask(connected) {
            Ok(Then::Go) => {}
            Ok(Then::Wait(time)) => thread::sleep(time),
            Err(_) => {
                // Another instance may answer.
                attempt += 1;
                client = None;
                thread::sleep(Duration::from_millis(30));
            }
        }
        signals
            .hands
            .fetch_add(writer.tally.hands - before, Ordering::Relaxed);
    }
}

/// The counts of all writers since the last call.
pub fn taken(writers: &mut [Writer]) -> Tally {
    let mut all = Tally::default();
    for writer in writers {
        all.add(std::mem::take(&mut writer.tally));
    }
    all
}
