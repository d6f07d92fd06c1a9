//! The terminal while the screen is shown, and as it was before.

use std::io::{self, Stdout};
use std::panic;
use std::thread;

use crossterm::cursor::Show;
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Frame;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// The terminal, taken over. However the screen is left, dropping this puts the terminal back as
/// it was; a panic does so before it is told.
pub(super) struct Stage {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    _taken: Taken,
}

/// That the terminal was taken over.
struct Taken;

// === impl Stage ===

impl Stage {
    /// Takes the terminal over.
    pub(super) fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        // From here on it is given back, also if the rest fails.
        let taken = Taken;
        tell_of_panics_on_the_old_screen();
        execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(Self {
            terminal,
            _taken: taken,
        })
    }

    /// Draws the screen; the size is that of the terminal at this moment.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(drop)
    }
}

// === impl Taken ===

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
        if !thread::panicking() {
            // The hook of before is part of ours; the standard one will do.
            drop(panic::take_hook());
        }
    }
}

/// Gives the terminal back. If that fails, there is nobody left to tell.
fn restore() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// A panic of the thread that draws would be told on a screen that vanishes.
fn tell_of_panics_on_the_old_screen() {
    let before = panic::take_hook();
    let drawing = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == drawing {
            restore();
        }
        before(info);
    }));
}
