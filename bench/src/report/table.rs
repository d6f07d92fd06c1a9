//! Tables that read well in a terminal and are Markdown at the same time.

use std::fmt::Write;

/// A table: the first column is text, the others are aligned to the right.
#[derive(Debug)]
pub(crate) struct MarkdownTable {
    rows: Vec<Vec<String>>,
}

impl MarkdownTable {
    /// An empty table with these headings, which stand between pipes as they will in Markdown.
    pub(crate) fn new(headings: &str) -> Self {
        let headings = headings.split(" | ").map(str::to_owned);
        Self {
            rows: vec![headings.collect()],
        }
    }

    /// Adds a row; missing cells are empty.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter().map(|cell| cell.replace('|', "\\|"));
        self.rows.push(cells.collect());
    }

    /// The table as Markdown, with a line end after each row.
    pub(crate) fn render(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width(column)).collect();
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            write_row(&mut text, row, &widths);
            if index == 0 {
                write_rule(&mut text, &widths);
            }
        }
        text
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let widths = cells.map(|cell| cell.chars().count());
        widths.max().unwrap_or(0).max(3)
    }
}

fn write_row(text: &mut String, row: &[String], widths: &[usize]) {
    for (column, width) in widths.iter().enumerate() {
        let cell = row.get(column).map_or("", String::as_str);
        // Writing to a string cannot fail.
        let _ = match column {
            0 => write!(text, "| {cell:<width$} "),
            _ => write!(text, "| {cell:>width$} "),
        };
    }
    text.push_str("|\n");
}

fn write_rule(text: &mut String, widths: &[usize]) {
    for (column, width) in widths.iter().enumerate() {
        text.push_str("| ");
        text.push_str(&"-".repeat(width - 1));
        text.push_str(if column == 0 { "- " } else { ": " });
    }
    text.push_str("|\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_pipes_are_escaped() {
        let mut table = MarkdownTable::new("what | ×");
        table.row(["a|b".to_owned(), "1.50".to_owned()]);
        table.row(["short".to_owned()]);
        let expected = "| what  |    × |\n| ----- | ---: |\n| a\\|b  | 1.50 |\n| short |      |\n";
        assert_eq!(table.render(), expected);
    }
}
