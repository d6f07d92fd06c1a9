//! Tells those who look that a call which somebody tries from a page has something new to show.

use tokio::sync::watch;

/// See the module. Cloning gives another handle to the same one.
#[derive(Clone, Debug, Default)]
pub struct Bell(watch::Sender<()>);

// === impl Bell ===

impl Bell {
    /// There is something new. Whoever has not looked since hears of it once.
    pub fn ring(&self) {
        self.0.send_replace(());
    }

    /// Hears it from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
