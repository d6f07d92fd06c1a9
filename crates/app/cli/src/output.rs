//! The output of all commands.
//!
//! Standard output only contains a command's result; everything else goes to standard error. A
//! closed pipe (`candor tools | head -1`) is not a failure.

use std::io::{self, IsTerminal, Write as _};

use candor_wire::RawJson;
use serde_json::{Value, json};

use crate::failure::{CommandFailure, CommandResult};
use crate::pasted_flags::PastedFlags;
use crate::table::TextTable;
use crate::text;

/// The default width if the terminal does not report one.
const WIDTH: u16 = 100;

/// The output of a command: text or JSON, with or without colour.
#[derive(Clone)]
pub(crate) struct CommandOutput {
    json: bool,
    width: u16,
    out: StreamTraits,
    err: StreamTraits,
    pasted: PastedFlags,
}

/// Properties of an output stream.
#[derive(Clone)]
struct StreamTraits {
    is_terminal: bool,
    has_colour: bool,
}

/// How text is highlighted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TextStyle {
    Bold,
    Success,
    Warning,
    Error,
}

// === impl CommandOutput ===

impl CommandOutput {
    /// Inspects the output streams. Colour requires a terminal and no `NO_COLOR`.
    pub(crate) fn new(json: bool) -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self {
            json,
            width: comfy_table::Table::new().width().unwrap_or(WIDTH),
            out: StreamTraits::of(&io::stdout(), wanted),
            err: StreamTraits::of(&io::stderr(), wanted),
            pasted: PastedFlags::default(),
        }
    }

    /// Completes commands in messages with these flags.
    pub(crate) fn pasting(mut self, flags: PastedFlags) -> Self {
        self.pasted = flags;
        self
    }

    /// The text with the commands in it as they work when they are pasted.
    pub(crate) fn completed(&self, text: &str) -> String {
        self.pasted.complete(text)
    }

    /// Whether the result is to be JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether standard error is an interactive terminal, so that progress can be drawn there.
    pub(crate) fn is_watched(&self) -> bool {
        self.err.is_terminal && !self.json
    }

    /// Whether standard output is a terminal.
    pub(crate) fn prints_to_terminal(&self) -> bool {
        self.out.is_terminal
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
    #[expect(
        clippy::unused_self,
        reason = "everything that is printed goes through the output"
    )]
    pub(crate) fn print(&self, text: &str) -> CommandResult<()> {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let sentence = format!("cannot write to standard output: {error}");
                Err(CommandFailure::new(sentence))
            }
            _ => Ok(()),
        }
    }

    /// Prints a line.
    pub(crate) fn line(&self, text: &str) -> CommandResult<()> {
        self.print(&format!("{text}\n"))
    }

    /// Prints untrusted text. A terminal gets it with control characters made
    /// visible; a file or a pipe gets it as it is.
    pub(crate) fn foreign(&self, text: &str) -> CommandResult<()> {
        if self.out.is_terminal {
            self.line(&text::visible(text))
        } else {
            self.line(text)
        }
    }

    /// Prints a JSON document on one line.
    pub(crate) fn json(&self, value: &Value) -> CommandResult<()> {
        self.line(&value.to_string())
    }

    /// Prints JSON if requested, otherwise the text.
    pub(crate) fn json_or(
        &self,
        json: impl FnOnce() -> Value,
        print: impl FnOnce() -> CommandResult<()>,
    ) -> CommandResult<()> {
        if self.json {
            self.json(&json())
        } else {
            print()
        }
    }

    /// Prints JSON if requested, otherwise a line of text.
    pub(crate) fn json_or_line(
        &self,
        json: impl FnOnce() -> Value,
        line: impl AsRef<str>,
    ) -> CommandResult<()> {
        self.json_or(json, || self.line(line.as_ref()))
    }

    /// Prints a list: as JSON under this key, as a table, or in a sentence that there is nothing.
    pub(crate) fn list(
        &self,
        key: &str,
        items: impl ExactSizeIterator<Item = Value>,
        none: &str,
        table: impl FnOnce() -> TextTable,
    ) -> CommandResult<()> {
        if self.json {
            self.json(&json!({ key: items.collect::<Value>() }))
        } else if items.len() == 0 {
            self.say(none);
            Ok(())
        } else {
            self.table(table())
        }
    }

    /// Prints that something was deleted.
    pub(crate) fn deleted(&self, name: &str) -> CommandResult<()> {
        self.json_or_line(|| json!({"deleted": name}), format!("deleted: {name}"))
    }

    /// Prints a JSON document on one line, its parts untouched.
    pub(crate) fn raw(&self, json: &RawJson) -> CommandResult<()> {
        self.line(&json.to_string())
    }

    /// Prints a table that fits the terminal. A file or a pipe gets every value whole, a row a line.
    pub(crate) fn table(&self, table: TextTable) -> CommandResult<()> {
        let width = self.out.is_terminal.then_some(self.width);
        self.line(&table.render(width, self.out.has_colour))
    }

    /// Prints what has a value: a name, and the value beside it.
    pub(crate) fn fields(&self, fields: &[(&str, String)]) -> CommandResult<()> {
        let mut fields = fields.iter().filter(|(_, value)| !value.is_empty());
        fields.try_for_each(|(key, value)| self.line(&format!("  {key:<12} {value}")))
    }

    /// Prints a message on standard error, with the commands in it as they work when they are
    /// pasted. If that fails, there is no place to report it.
    pub(crate) fn say(&self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{}", self.completed(text));
    }

    /// Highlighted text for standard output, if colour is possible.
    pub(crate) fn paint(&self, paint: TextStyle, text: &str) -> String {
        paint.on(text, self.out.has_colour)
    }
}

// === impl StreamTraits ===

impl StreamTraits {
    fn of(stream: &impl IsTerminal, colour_wanted: bool) -> Self {
        let is_terminal = stream.is_terminal();
        Self {
            is_terminal,
            has_colour: is_terminal && colour_wanted,
        }
    }
}

// === impl TextStyle ===

impl TextStyle {
    /// The text between escape codes, or the bare text.
    pub(crate) fn on(self, text: &str, colour: bool) -> String {
        if !colour {
            return text.to_owned();
        }
        let code = match self {
            Self::Bold => "1",
            Self::Success => "32",
            Self::Warning => "33",
            Self::Error => "1;31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}
