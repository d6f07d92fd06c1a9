//! Notifications while the user looks elsewhere: the terminal's bell, its own notifications if it
//! has any, and desktop notifications through `notify-send`.

use std::io::{self, IsTerminal as _, Write};
use std::process::{Child, Command, Stdio};

use crate::text::one_line;

/// The program that shows notifications of the desktop.
const PROGRAM: &str = "notify-send";

/// The title of a notification.
const TITLE: &str = "Candor: approval needed";

/// The longest text, in characters.
const TEXT_MAX: usize = 200;

/// The destinations of notifications.
pub(super) struct Notifier {
    on: bool,
    /// The last notification of the desktop, which is waited for before the next one.
    last: Option<Child>,
    /// Whether `notify-send` failed; it is then not tried again.
    no_desktop: bool,
}

// === impl Notifier ===

impl Notifier {
    /// A notifier that is active only if `on`.
    pub(super) fn new(on: bool) -> Self {
        Self {
            on,
            last: None,
            no_desktop: false,
        }
    }

    /// Notifies about a pending call. The screen shows it anyway, so failures are ignored.
    pub(super) fn notify(&mut self, line: &str) {
        if !self.on {
            return;
        }
        let text = shortened(line);
        // Standard output may be a stream of JSON.
        let _ = if io::stdout().is_terminal() {
            ring(&mut io::stdout(), &text)
        } else if io::stderr().is_terminal() {
            ring(&mut io::stderr(), &text)
        } else {
            Ok(())
        };
        self.show_on_desktop(&text);
    }

    fn show_on_desktop(&mut self, text: &str) {
        if self.no_desktop {
            return;
        }
        self.end_last();
        let started = Command::new(PROGRAM)
            .args(["--app-name=Candor", "--", TITLE, &markup(text)])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        match started {
            Ok(child) => self.last = Some(child),
            Err(_) => self.no_desktop = true,
        }
    }

    /// It returns as soon as the desktop has the text; one that does not is not waited for.
    fn end_last(&mut self) {
        if let Some(mut last) = self.last.take()
            && !matches!(last.try_wait(), Ok(Some(_)))
        {
            let _ = last.kill();
            let _ = last.wait();
        }
    }
}

impl Drop for Notifier {
    fn drop(&mut self) {
        self.end_last();
    }
}

/// The bell, which every terminal has, and a notification (OSC 9), which others ignore.
fn ring(terminal: &mut impl Write, text: &str) -> io::Result<()> {
    write!(terminal, "\u{7}\u{1b}]9;{TITLE}: {text}\u{7}")?;
    terminal.flush()
}

fn shortened(line: &str) -> String {
    let line = one_line(line);
    match line.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Desktops read the text as markup, and it may come from a server.
fn markup(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_sequence() {
        let mut written = Vec::new();
        let text = shortened("shop.delete\u{7}\u{1b}[2Jx\n\u{202e}y");
        ring(&mut written, &text).expect("a terminal");
        let written = String::from_utf8(written).expect("text");
        let inner = written
            .strip_prefix("\u{7}\u{1b}]9;Candor: approval needed: ")
            .and_then(|rest| rest.strip_suffix('\u{7}'))
            .expect("a sequence");
        assert!(!inner.contains(char::is_control), "{inner:?}");
        assert!(!inner.contains('\u{202e}'), "{inner:?}");
    }

    #[test]
    fn texts_are_bounded_and_never_markup() {
        let long = shortened(&"é".repeat(10_000));
        assert_eq!(long.chars().count(), TEXT_MAX + 1);
        assert_eq!(markup("<b>a & b</b>"), "&lt;b&gt;a &amp; b&lt;/b&gt;");
    }
}
