//! The only place that prints.
//!
//! Standard output carries a command's result and nothing else; everything else goes to standard
//! error. A reader that has gone away (`candor tools | head -1`) is not a failure.

use std::io::{self, Write as _};

use candor_wire::RawJson;
use serde_json::Value;

use crate::table::Table;
use crate::text;

/// How wide text is where there is no terminal to ask.
const WIDTH: u16 = 100;

/// Where and how a command prints.
pub(crate) struct Output {
    json: bool,
    width: u16,
    out: Stream<io::Stdout>,
    err: Stream<io::Stderr>,
}

/// One of the two streams and what is known of it.
struct Stream<W> {
    writer: W,
    is_terminal: bool,
    has_colour: bool,
}

/// How a piece of text stands out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Paint {
    Bold,
    Good,
    Careful,
    Bad,
}

// === impl Output ===

impl Output {
    /// Looks at the two streams. Colour needs a terminal and no `NO_COLOR`.
    pub(crate) fn new(json: bool) -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self {
            json,
            width: comfy_table::Table::new().width().unwrap_or(WIDTH),
            out: Stream::new(io::stdout(), wanted),
            err: Stream::new(io::stderr(), wanted),
        }
    }

    /// Whether the result is to be JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether somebody watches standard error, and something may move there.
    pub(crate) fn is_watched(&self) -> bool {
        self.err.is_terminal && !self.json
    }

    /// Whether standard output takes colour.
    pub(crate) fn colours_results(&self) -> bool {
        self.out.has_colour
    }

    /// Whether standard error takes colour.
    pub(crate) fn colours_errors(&self) -> bool {
        self.err.has_colour
    }

    /// Prints text as it is, without adding a line end.
    pub(crate) fn print(&self, text: &str) -> io::Result<()> {
        let mut out = self.out.writer.lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(io::Error::new(
                error.kind(),
                format!("cannot write to standard output: {error}"),
            )),
            _ => Ok(()),
        }
    }

    /// Prints a line.
    pub(crate) fn line(&self, text: &str) -> io::Result<()> {
        self.print(&format!("{text}\n"))
    }

    /// Prints text that somebody else wrote. A terminal gets it with control characters made
    /// visible; a file or a pipe gets it as it is.
    pub(crate) fn foreign(&self, text: &str) -> io::Result<()> {
        if self.out.is_terminal {
            self.line(&text::visible(text))
        } else {
            self.line(text)
        }
    }

    /// Prints a JSON document of ours on one line.
    pub(crate) fn json(&self, value: &Value) -> io::Result<()> {
        self.line(&value.to_string())
    }

    /// Prints a JSON document on one line, its parts untouched.
    pub(crate) fn raw(&self, json: &RawJson) -> io::Result<()> {
        self.line(&json.to_string())
    }

    /// Prints a table that fits the terminal.
    pub(crate) fn table(&self, table: Table) -> io::Result<()> {
        self.line(&table.render(self.width, self.out.has_colour))
    }

    /// Says something on standard error. If nobody can hear it, there is nobody to tell.
    pub(crate) fn say(&self, text: &str) {
        let _ = writeln!(self.err.writer.lock(), "{text}");
    }

    /// Text for standard output that stands out where colour is possible.
    pub(crate) fn paint(&self, paint: Paint, text: &str) -> String {
        paint.on(text, self.out.has_colour)
    }
}

// === impl Stream ===

impl<W: io::IsTerminal> Stream<W> {
    fn new(writer: W, colour_wanted: bool) -> Self {
        let is_terminal = writer.is_terminal();
        Self {
            writer,
            is_terminal,
            has_colour: is_terminal && colour_wanted,
        }
    }
}

// === impl Paint ===

impl Paint {
    /// The text between escape codes, or the bare text.
    pub(crate) fn on(self, text: &str, colour: bool) -> String {
        if !colour {
            return text.to_owned();
        }
        let code = match self {
            Self::Bold => "1",
            Self::Good => "32",
            Self::Careful => "33",
            Self::Bad => "1;31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}
