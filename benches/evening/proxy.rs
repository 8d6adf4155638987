//! A network between an instance and its database that can be cut: connections stay open, but nothing
//! arrives.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::Outcome;

pub struct Proxy {
    pub port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Proxy {
    /// Forwards a new port to another port of this machine.
    pub fn start(to: u16) -> Outcome<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let is_cut = Arc::new(AtomicBool::new(false));
        let cut = is_cut.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let cut = cut.clone();
                thread::spawn(move || forward_both(&stream, to, &cut));
            }
        });
        Ok(Proxy { port, is_cut })
    }

    pub fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::SeqCst);
    }
}

fn forward_both(near: &TcpStream, to: u16, cut: &Arc<AtomicBool>) {
    wait_while(cut);
    let Ok(far) = TcpStream::connect(("127.0.0.1", to)) else {
        return;
    };
    let pairs = [(near, &far), (&far, near)];
    thread::scope(|scope| {
        for (from, to) in pairs {
            scope.spawn(|| forward(from, to, cut));
        }
    });
}

/// Forwards data until one side closes.
fn forward(mut from: &TcpStream, mut to: &TcpStream, cut: &AtomicBool) {
    drop(from.set_nodelay(true));
    drop(from.set_read_timeout(Some(Duration::from_millis(100))));
    let mut bytes = vec![0; 1 << 16];
    loop {
        let count = match from.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                continue;
            }
            Err(_) => break,
        };
        wait_while(cut);
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    for stream in [from, to] {
        drop(stream.shutdown(Shutdown::Both));
    }
}

fn wait_while(cut: &AtomicBool) {
    while cut.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(20));
    }
}
