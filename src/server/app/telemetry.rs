//! The service's logs, on standard error.

use std::io::{self, Write};

use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::settings::{LogFormat, Settings};
use overtrick_match::lang::visible_message;

/// Sets up logging on standard error, unless the process already has logging.
///
/// # Errors
/// A message if the filter cannot be read.
pub fn set_up(settings: &Settings) -> Result<(), String> {
    let filter: Targets = settings
        .log
        .parse()
        .map_err(|error: ParseError| error.to_string())?;
    // The connection pool logs every lost connection. Silence it, because the service logs the failed operations.
    let filter = filter.with_target("sqlx_core::pool", LevelFilter::OFF);
    let registry = tracing_subscriber::registry().with(filter);
    let layer = tracing_subscriber::fmt::layer();
    // In tests, a process may start several services. They share the logging of the first.
    let _ = match settings.log_format {
        LogFormat::Plain => {
            let layer = layer.with_ansi(false).with_writer(|| Visible(io::stderr()));
            registry.with(layer).try_init()
        }
        LogFormat::Json => registry
            .with(layer.json().with_writer(io::stderr))
            .try_init(),
    };
    Ok(())
}

/// A writer of plain-text log events. It replaces control characters, so that an event cannot control the
/// terminal or forge other lines. It writes each event with one call.
struct Visible<W>(W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = visible_message(&String::from_utf8_lossy(event)) + "\n";
        self.0.write_all(text.as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_event_cannot_forge_lines_or_control_the_terminal() {
        let written = Written::default();
        let out = written.clone();
        let layer = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_writer(move || Visible(out.clone()));
        let registry = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(registry, || {
            let path = "/\u{1b}[2J\u{202e}x\n2026-11-22 WARN forged";
            tracing::info!(%path, "answered \u{2066}\u{9b}");
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text:?}");
        assert!(lines[1].starts_with("  2026"), "{text:?}");
        let attacks = ['\u{1b}', '\u{202e}', '\u{2066}', '\u{9b}'];
        assert!(!text.contains(attacks), "{text:?}");
    }
}
