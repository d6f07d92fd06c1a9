//! A small text editor for reasons and patterns.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A multi-line text editor with a cursor.
pub(super) struct TextArea {
    lines: Vec<String>,
    row: usize,
    /// The position in the row, in characters.
    column: usize,
    /// The most characters.
    most: usize,
}

// === impl TextArea ===

impl TextArea {
    /// An editor with this text in it, at its end.
    pub(super) fn new(text: &str, most: usize) -> Self {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            lines.push(String::new());
        }
        let row = lines.len() - 1;
        let column = lines[row].chars().count();
        Self {
            lines,
            row,
            column,
            most,
        }
    }

    pub(super) fn text(&self) -> String {
        self.lines.join("\n")
    }

    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The current line, and the text before the cursor.
    pub(super) fn cursor(&self) -> (usize, &str) {
        let line = &self.lines[self.row];
        (self.row, &line[..self.at(self.column)])
    }

    /// Handles a key; keys without a meaning for text are ignored.
    pub(super) fn press(&mut self, key: KeyEvent) {
        let plain = !key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            // Invisible characters are ignored.
            KeyCode::Char(c) if plain && !c.is_control() => self.insert(c),
            KeyCode::Backspace => self.backspace(),
            KeyCode::Delete => self.delete(),
            KeyCode::Left => self.left(),
            KeyCode::Right => self.right(),
            KeyCode::Up => self.go(self.row.saturating_sub(1)),
            KeyCode::Down => self.go(self.row + 1),
            KeyCode::Home => self.column = 0,
            KeyCode::End => self.column = self.length(),
            _ => {}
        }
    }

    /// Begins another line.
    pub(super) fn newline(&mut self) {
        if self.is_full() {
            return;
        }
        let at = self.at(self.column);
        let rest = self.lines[self.row].split_off(at);
        self.row += 1;
        self.column = 0;
        self.lines.insert(self.row, rest);
    }

    fn insert(&mut self, c: char) {
        if self.is_full() {
            return;
        }
        let at = self.at(self.column);
        self.lines[self.row].insert(at, c);
        self.column += 1;
    }

    fn backspace(&mut self) {
        if self.column > 0 || self.row > 0 {
            self.left();
            self.delete();
        }
    }

    fn delete(&mut self) {
        if self.column < self.length() {
            let at = self.at(self.column);
            self.lines[self.row].remove(at);
        } else if self.row + 1 < self.lines.len() {
            let next = self.lines.remove(self.row + 1);
            self.lines[self.row].push_str(&next);
        }
    }

    fn left(&mut self) {
        if self.column > 0 {
            self.column -= 1;
        } else if self.row > 0 {
            self.row -= 1;
            self.column = self.length();
        }
    }

    fn right(&mut self) {
        if self.column < self.length() {
            self.column += 1;
        } else if self.row + 1 < self.lines.len() {
            self.row += 1;
            self.column = 0;
        }
    }

    fn go(&mut self, row: usize) {
        self.row = row.min(self.lines.len() - 1);
        self.column = self.column.min(self.length());
    }

    fn length(&self) -> usize {
        self.lines[self.row].chars().count()
    }

    /// The byte offset of a character in the line.
    fn at(&self, column: usize) -> usize {
        let line = &self.lines[self.row];
        line.char_indices()
            .nth(column)
            .map_or(line.len(), |(at, _)| at)
    }

    fn is_full(&self) -> bool {
        let characters: usize = self.lines.iter().map(|line| line.chars().count() + 1).sum();
        characters > self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates typing; `⏎` starts a line, `⌫` and `⌦` delete, and arrows move.
    fn typed(text: &str, keys: &str) -> String {
        let mut editor = TextArea::new(text, 20);
        for c in keys.chars() {
            let code = match c {
                '⏎' => {
                    editor.newline();
                    continue;
                }
                '⌫' => KeyCode::Backspace,
                '⌦' => KeyCode::Delete,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '⇱' => KeyCode::Home,
                '⇲' => KeyCode::End,
                c => KeyCode::Char(c),
            };
            editor.press(KeyEvent::new(code, KeyModifiers::NONE));
        }
        let (row, before) = editor.cursor();
        let mut lines = editor.lines().to_vec();
        lines[row].insert(before.len(), '|');
        lines.join("\n")
    }

    #[test]
    fn text_is_written_as_anywhere() {
        for (text, keys, expect) in [
            ("", "", "|"),
            ("", "né", "né|"),
            ("ab", "←c", "ac|b"),
            ("a\nb", "⌫⌫", "a|"),
            ("ab", "←⏎", "a\n|b"),
            ("a\nb", "↑⇲⌦", "a|b"),
            ("long\nb", "↑⇱→↓↓", "long\nb|"),
            ("a\nb", "⇱←x", "ax|\nb"),
            ("", "⌫⌦←→↑↓⇱⇲", "|"),
            ("", "12345678901234567890", "12345678901234567890|"),
            ("", "12345678901234567890x⏎", "12345678901234567890|"),
        ] {
            assert_eq!(typed(text, keys), expect, "{text} {keys}");
        }
    }

    #[test]
    fn keys_with_control_write_nothing() {
        let mut editor = TextArea::new("", 20);
        editor.press(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::CONTROL));
        editor.press(KeyEvent::new(KeyCode::Char('\u{1b}'), KeyModifiers::NONE));
        assert_eq!(editor.text(), "");
    }
}
