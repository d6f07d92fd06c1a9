//! Notifies open pages that a call made from the try-it page has something new to show.

use tokio::sync::watch;

/// Notifies live feeds about try-it calls. Clones share one channel.
#[derive(Clone, Debug, Default)]
pub struct TryItNotifier(watch::Sender<()>);

// === impl TryItNotifier ===

impl TryItNotifier {
    /// Notifies all subscribers; several notifications before a look count as one.
    pub fn notify(&self) {
        self.0.send_replace(());
    }

    /// Subscribes to notifications from now on.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
