//! Reads keys from the terminal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossterm::event::{self, Event as Happened, KeyEventKind};
use tokio::sync::mpsc;

use super::screen::ScreenEvent;

/// How often the reader thread checks whether it should stop.
const GLANCE: Duration = Duration::from_millis(100);
/// The number of buffered keys.
const KEPT: usize = 64;

/// Reads keys in a thread. Dropping it stops the thread.
pub(super) struct KeyReader {
    pressed: mpsc::Receiver<ScreenEvent>,
    stop: Arc<AtomicBool>,
    reading: Option<JoinHandle<()>>,
}

// === impl KeyReader ===

impl KeyReader {
    /// Begins to read. The terminal must be ours.
    pub(super) fn listen() -> io::Result<Self> {
        let (sender, pressed) = mpsc::channel(KEPT);
        let stop = Arc::new(AtomicBool::new(false));
        let reading = thread::Builder::new().name("keys".to_owned()).spawn({
            let stop = Arc::clone(&stop);
            move || while !stop.load(Ordering::Relaxed) && read(&sender) {}
        })?;
        Ok(Self {
            pressed,
            stop,
            reading: Some(reading),
        })
    }

    /// The next key, or another size of the terminal; none if the terminal is gone.
    pub(super) async fn next(&mut self) -> Option<ScreenEvent> {
        self.pressed.recv().await
    }
}

impl Drop for KeyReader {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // This unblocks a thread that waits to send a key.
        self.pressed.close();
        if let Some(reading) = self.reading.take() {
            let _ = reading.join();
        }
    }
}

/// Reads available input. Returns whether there may be more.
fn read(sender: &mpsc::Sender<ScreenEvent>) -> bool {
    match event::poll(GLANCE) {
        Ok(false) => return true,
        Ok(true) => {}
        Err(_) => return false,
    }
    let event = match event::read() {
        Ok(Happened::Key(key)) if key.kind != KeyEventKind::Release => ScreenEvent::Key(key),
        Ok(Happened::Resize(..)) => ScreenEvent::Resized,
        Ok(_) => return true,
        Err(_) => return false,
    };
    sender.blocking_send(event).is_ok()
}
