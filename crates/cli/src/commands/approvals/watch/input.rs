//! Keys, as they are pressed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossterm::event::{self, Event as Happened, KeyEventKind};
use tokio::sync::mpsc;

use super::screen::Event;

/// How long the thread that reads takes to notice that nobody wants more keys.
const GLANCE: Duration = Duration::from_millis(100);
/// Keys that may wait; whoever types faster waits.
const KEPT: usize = 64;

/// The keys. Dropping it leaves what is typed afterwards to others.
pub(super) struct Keys {
    pressed: mpsc::Receiver<Event>,
    stop: Arc<AtomicBool>,
    reading: Option<JoinHandle<()>>,
}

// === impl Keys ===

impl Keys {
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
    pub(super) async fn next(&mut self) -> Option<Event> {
        self.pressed.recv().await
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // A thread that waits to hand over a key goes on by this.
        self.pressed.close();
        if let Some(reading) = self.reading.take() {
            let _ = reading.join();
        }
    }
}

/// Reads what there is. Whether there may be more.
fn read(sender: &mpsc::Sender<Event>) -> bool {
    match event::poll(GLANCE) {
        Ok(false) => return true,
        Ok(true) => {}
        Err(_) => return false,
    }
    let event = match event::read() {
        Ok(Happened::Key(key)) if key.kind != KeyEventKind::Release => Event::Key(key),
        Ok(Happened::Resize(..)) => Event::Resized,
        Ok(_) => return true,
        Err(_) => return false,
    };
    sender.blocking_send(event).is_ok()
}
