//! Raw mode and the alternate screen, and restoring the terminal.

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

/// The terminal in raw mode on the alternate screen. Dropping this restores it; a panic restores
/// it before its message is printed.
pub(super) struct FullScreenTerminal {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    _taken: RawModeGuard,
}

/// Restores the terminal when it is dropped.
struct RawModeGuard;

// === impl FullScreenTerminal ===

impl FullScreenTerminal {
    /// Enters raw mode and the alternate screen.
    pub(super) fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        // From here on the terminal is restored, even if the rest fails.
        let taken = RawModeGuard;
        restore_terminal_on_panic();
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

// === impl RawModeGuard ===

impl Drop for RawModeGuard {
    fn drop(&mut self) {
        restore();
        if !thread::panicking() {
            // The previous hook is part of ours, so the default hook is restored.
            drop(panic::take_hook());
        }
    }
}

/// Restores the terminal. If that fails, there is no place to report it.
fn restore() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// A panic message would otherwise be printed on the alternate screen and vanish.
fn restore_terminal_on_panic() {
    let before = panic::take_hook();
    let drawing = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == drawing {
            restore();
        }
        before(info);
    }));
}
