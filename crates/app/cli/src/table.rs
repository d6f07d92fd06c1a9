//! Borderless tables, as wide as the terminal, or as their contents without one.

use comfy_table::{Attribute, Cell, Color, ColumnConstraint, ContentArrangement, presets};

use crate::output::TextStyle;

/// Below this the last column is not worth a line of its own, and every column is wrapped.
const NARROWEST: u16 = 12;
/// Between two columns.
const GAP: u16 = 2;

/// A table whose last column takes the remaining width.
pub(crate) struct TextTable {
    headings: Vec<&'static str>,
    rows: Vec<Vec<TableCell>>,
    cut: bool,
}

/// One cell of a table.
pub(crate) struct TableCell {
    text: String,
    paint: Option<TextStyle>,
}

// === impl TextTable ===

impl TextTable {
    /// A table of these rows.
    pub(crate) fn new(
        headings: &[&'static str],
        rows: impl IntoIterator<Item: IntoIterator<Item = TableCell>>,
    ) -> Self {
        let rows = rows.into_iter();
        Self {
            headings: headings.to_vec(),
            rows: rows.map(|row| row.into_iter().collect()).collect(),
            cut: false,
        }
    }

    /// Cuts the last column to one line instead of wrapping it.
    pub(crate) fn cut(mut self) -> Self {
        self.cut = true;
        self
    }

    /// The lines, without a line end after the last. Without a width nothing is cut or wrapped.
    pub(crate) fn render(self, width: Option<u16>, colour: bool) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        match width {
            Some(width) => table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_truncation_indicator("…")
                .set_width(width),
            None => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        if colour {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        let bold = |text: &&str| Cell::new(text).add_attribute(Attribute::Bold);
        table.set_header(self.headings.iter().map(bold));
        for row in self.rows {
            table.add_row(row.into_iter().map(TableCell::cell).collect::<Vec<_>>());
        }
        match width {
            Some(width) => Self::arrange(&mut table, width, self.cut),
            None => Self::pad(&mut table),
        }
        table.trim_fmt()
    }

    /// A gap after each column but the last.
    fn pad(table: &mut comfy_table::Table) {
        let last = table.column_count().saturating_sub(1);
        for (at, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, if at == last { 0 } else { GAP }));
        }
    }

    /// All columns but the last keep their width, if that leaves room for the last.
    fn arrange(table: &mut comfy_table::Table, width: u16, cut: bool) {
        let widths = table.column_max_content_widths();
        let last = widths.len().saturating_sub(1);
        let fixed: u16 = widths[..last].iter().fold(0, |sum: u16, width| {
            sum.saturating_add(*width).saturating_add(GAP)
        });
        let roomy = fixed.saturating_add(NARROWEST) <= width;
        Self::pad(table);
        for (at, column) in table.column_iter_mut().enumerate() {
            if roomy && at < last {
                column.set_constraint(ColumnConstraint::ContentWidth);
            }
        }
        if cut {
            for row in table.row_iter_mut() {
                row.max_height(1);
            }
        }
    }
}

// === impl TableCell ===

impl TableCell {
    pub(crate) fn painted(text: impl Into<String>, paint: TextStyle) -> Self {
        Self {
            text: text.into(),
            paint: Some(paint),
        }
    }

    fn cell(self) -> Cell {
        let cell = Cell::new(self.text);
        match self.paint {
            None => cell,
            Some(TextStyle::Bold) => cell.add_attribute(Attribute::Bold),
            Some(TextStyle::Success) => cell.fg(Color::DarkGreen),
            Some(TextStyle::Warning) => cell.fg(Color::DarkYellow),
            Some(TextStyle::Error) => cell.fg(Color::DarkRed),
        }
    }
}

impl<T: Into<String>> From<T> for TableCell {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            paint: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(cut: bool) -> TextTable {
        let long = "Reads a file and says what is in it, all of it";
        let rows = [
            ["files_read".into(), long.into()],
            ["short".into(), TableCell::painted("ok", TextStyle::Success)],
        ];
        let table = TextTable::new(&["TOOL", "WHAT IT DOES"], rows);
        if cut { table.cut() } else { table }
    }

    #[test]
    fn the_last_column_is_cut_or_wrapped() {
        insta::assert_snapshot!(table(true).render(Some(40), false), @r"
        TOOL        WHAT IT DOES
        files_read  Reads a file and says what…
        short       ok
        ");
        insta::assert_snapshot!(table(false).render(Some(40), false), @r"
        TOOL        WHAT IT DOES
        files_read  Reads a file and says what
                    is in it, all of it
        short       ok
        ");
    }

    #[test]
    fn a_pipe_gets_whole_values() {
        assert_eq!(
            table(true).render(None, false),
            table(false).render(None, false)
        );
        insta::assert_snapshot!(table(true).render(None, false), @r"
        TOOL        WHAT IT DOES
        files_read  Reads a file and says what is in it, all of it
        short       ok
        ");
    }

    #[test]
    fn a_narrow_terminal_still_holds_it() {
        for width in [1, 5, 20, 31, 32] {
            let text = table(true).render(Some(width), false);
            let widest = text
                .lines()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(0);
            assert!(widest <= usize::from(width.max(8)), "{width}: {text}");
        }
    }

    #[test]
    fn colour_only_where_it_is_wanted() {
        assert!(!table(true).render(Some(80), false).contains('\x1b'));
        assert!(table(true).render(Some(80), true).contains("\x1b["));
    }
}
