//! Parses the engine's stack traces.

use crate::protocol::ModulePlace;

use super::builtins::BuiltinModules;
use super::columns::ColumnMap;

/// The maximum number of frames.
const MAX_FRAMES: usize = 20;

/// The maximum size of a function name, in bytes.
const MAX_NAME: usize = 100;

/// The frames of the program in an error's stack, the innermost first: what the author wrote, not
/// what is ours or the engine's.
pub(super) fn frames(
    stack: &str,
    builtins: &BuiltinModules,
    columns: &ColumnMap,
) -> Vec<StackFrame> {
    stack
        .lines()
        .filter_map(parse)
        .filter(|frame| !builtins.owns(&frame.place.file) && !frame.place.file.starts_with('<'))
        .take(MAX_FRAMES)
        .map(|mut frame| {
            let ModulePlace { file, line, column } = &mut frame.place;
            *column = columns.column(file, *line, *column);
            frame
        })
        .collect()
}

/// One stack frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StackFrame {
    /// Name of the function, if it has one.
    pub(super) function: Option<String>,
    /// The place in it.
    pub(super) place: ModulePlace,
}

// === impl StackFrame ===

impl StackFrame {
    /// The display form: `work (hello.ts:12:5)`.
    pub(super) fn to_text(&self) -> String {
        let ModulePlace { file, line, column } = &self.place;
        match &self.function {
            Some(function) => format!("{function} ({file}:{line}:{column})"),
            None => format!("{file}:{line}:{column}"),
        }
    }
}

/// Parses `    at work (hello.ts:12:5)` or `    at hello.ts:12:5`.
fn parse(line: &str) -> Option<StackFrame> {
    let rest = line.trim_start().strip_prefix("at ")?;
    let (function, place) = match rest
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("))
    {
        Some((function, place)) => (Some(function), place),
        None => (None, rest),
    };
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(StackFrame {
        function: function
            .filter(|name| *name != "<anonymous>" && *name != "<eval>")
            .map(|name| cut(name, MAX_NAME).to_owned()),
        place: ModulePlace {
            file: file.to_owned(),
            line: line.parse().ok()?,
            column: column.parse().ok()?,
        },
    })
}

/// The beginning of a text, at most `max` bytes.
pub(super) fn cut(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(stack: &str) -> Vec<String> {
        let builtins = BuiltinModules {
            driver: "",
            modules: &[("candor", "")],
        };
        let columns = ColumnMap::default();
        columns.note("ü.ts", "üü x");
        let frames = frames(stack, &builtins, &columns);
        frames.iter().map(StackFrame::to_text).collect()
    }

    #[test]
    fn the_frames_of_the_program_are_told() {
        for (stack, expect) in [
            ("", &[][..]),
            ("    at work (hello.ts:12:5)\n", &["work (hello.ts:12:5)"]),
            ("    at <anonymous> (a/b.ts:1:2)\n", &["a/b.ts:1:2"]),
            ("    at a.js:3:7\n", &["a.js:3:7"]),
            ("    at f (x) (a.ts:3:7)\n", &["f (x) (a.ts:3:7)"]),
            ("    at f (native)\n    at g (missing)\n", &[]),
            (
                "    at f (candor:driver:1:2)\n    at g (candor:unknown:1:2)\n",
                &[],
            ),
            ("    at f (candor:1:2)\n    at g (<input>:1:2)\n", &[]),
            ("    at f (ü.ts:1:6)\n", &["f (ü.ts:1:4)"]),
            ("nonsense\n    at f (a.ts:x:1)\n    at\n", &[]),
            ("    at f (a.ts:99999999999:1)\n", &[]),
        ] {
            assert_eq!(told(stack), expect, "{stack}");
        }
    }

    #[test]
    fn a_long_stack_is_cut() {
        let stack = format!("    at {} (a.ts:1:1)\n", "ä".repeat(400)).repeat(100);
        let told = told(&stack);
        assert_eq!(told.len(), MAX_FRAMES);
        assert_eq!(told[0], format!("{} (a.ts:1:1)", "ä".repeat(50)));
    }
}
