//! Delivery metrics for Prometheus.

use std::sync::atomic::{AtomicU64, Ordering};

/// The delivery attempts of this process.
#[derive(Debug, Default)]
pub struct Counts {
    delivered: AtomicU64,
    failed: AtomicU64,
}

impl Counts {
    /// Counts an attempt.
    pub fn count(&self, delivered: bool) {
        let counted = if delivered {
            &self.delivered
        } else {
            &self.failed
        };
        counted.fetch_add(1, Ordering::Relaxed);
    }

    /// The metrics as text, with the number of waiting deliveries.
    pub fn text(&self, waiting: u64) -> String {
        let delivered = self.delivered.load(Ordering::Relaxed);
        let failed = self.failed.load(Ordering::Relaxed);
        format!(
            "# HELP overtrick_webhook_attempts_total Attempts to deliver something to a webhook.\n\
             # TYPE overtrick_webhook_attempts_total counter\n\
             overtrick_webhook_attempts_total{{outcome=\"delivered\"}} {delivered}\n\
             overtrick_webhook_attempts_total{{outcome=\"failed\"}} {failed}\n\
             # HELP overtrick_webhook_waiting Deliveries that wait.\n\
             # TYPE overtrick_webhook_waiting gauge\novertrick_webhook_waiting {waiting}\n"
        )
    }
}
