//! Tells those who look that a call which somebody tries from a page has something new to show.

use tokio::sync::watch;

/// See the module. Cloning gives another handle to the same one.
#[derive(Clone, Debug, Default)]
pub struct TryItNotifier(watch::Sender<()>);

// === impl Bell ===

impl TryItNotifier {
    /// There is something new. Whoever has not looked since hears of it once.
    pub fn notify(&self) {
        self.0.send_replace(());
    }

    /// Hears it from now on.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
