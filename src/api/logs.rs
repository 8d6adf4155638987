//! Logs.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::settings::{LogFormat, Settings};

/// Sets up logs on standard error, unless the process has logs already.
///
/// # Errors
/// A sentence: the filter cannot be read.
pub fn init(settings: &Settings) -> Result<(), String> {
    let filter = EnvFilter::try_new(&settings.log).map_err(|error| error.to_string())?;
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let registry = tracing_subscriber::registry().with(filter);
    // A second service in one process, as in tests, keeps the first one's logs.
    let _ = match settings.log_format {
        LogFormat::Plain => registry.with(layer.with_ansi(false)).try_init(),
        LogFormat::Json => registry.with(layer.json()).try_init(),
    };
    Ok(())
}
