//! Converts columns to what editors count.
//!
//! The engine counts bytes, editors count UTF-16 units. They differ only on lines with non-ASCII
//! characters, so only those are stored.

use std::cell::RefCell;
use std::collections::HashMap;

/// The lines of all modules on which counting differs.
#[derive(Debug, Default)]
pub(super) struct ColumnMap(RefCell<HashMap<String, HashMap<u32, String>>>);

// === impl ColumnMap ===

impl ColumnMap {
    /// Keeps what is needed of a module, in the text that runs.
    pub(super) fn note(&self, file: &str, text: &str) {
        if text.is_ascii() {
            return;
        }
        let lines = (1..).zip(text.split('\n'));
        let kept: HashMap<u32, String> = lines
            .filter(|(_, line)| !line.is_ascii())
            .map(|(number, line)| (number, line.to_owned()))
            .collect();
        self.0.borrow_mut().insert(file.to_owned(), kept);
    }

    /// The column for editors of one that the engine gave. Both count from 1.
    pub(super) fn column(&self, file: &str, line: u32, column: u32) -> u32 {
        let lines = self.0.borrow();
        let Some(text) = lines.get(file).and_then(|lines| lines.get(&line)) else {
            return column;
        };
        let bytes = column.saturating_sub(1) as usize;
        let before = text.get(..bytes).unwrap_or(text);
        u32::try_from(before.encode_utf16().count() + 1).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_an_editor() {
        let columns = ColumnMap::default();
        columns.note("a.ts", "plain\nä€😀x = 1\nplain");
        columns.note("b.ts", "plain");
        for (file, line, column, expect) in [
            ("a.ts", 1, 3, 3),
            ("a.ts", 2, 1, 1),
            ("a.ts", 2, 3, 2),
            ("a.ts", 2, 6, 3),
            ("a.ts", 2, 10, 5),
            // Within a character, beyond the line, of a line that is not there.
            ("a.ts", 2, 2, 10),
            ("a.ts", 2, 99, 10),
            ("a.ts", 9, 7, 7),
            ("b.ts", 1, 2, 2),
            ("c.ts", 1, 2, 2),
        ] {
            assert_eq!(
                columns.column(file, line, column),
                expect,
                "{file}:{line}:{column}"
            );
        }
    }
}
