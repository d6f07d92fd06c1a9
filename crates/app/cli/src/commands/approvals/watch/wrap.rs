//! Wrapping text into lines.

use ratatui::text::Span;

/// The indentation of wrapped values: the width of their label.
const LABEL: usize = 13;

/// The width of a text in columns.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Labelled lines, wrapped to `width` with a hanging indent.
pub(super) fn labelled(text: &str, width: usize) -> Vec<String> {
    let indent = if width >= 3 * LABEL { LABEL } else { 2 };
    text.lines()
        .flat_map(|line| wrap(line, width, indent))
        .collect()
}

/// Wraps one line, at spaces if possible.
pub(super) fn wrap(line: &str, width: usize, indent: usize) -> Vec<String> {
    let indent = if indent < width { indent } else { 0 };
    let mut lines = Vec::new();
    let mut rest = line;
    let mut room = width.max(1);
    loop {
        let (taken, left) = take(rest, room);
        let begins = if lines.is_empty() { 0 } else { indent };
        lines.push(format!("{:begins$}{}", "", taken.trim_end()));
        if left.is_empty() {
            return lines;
        }
        rest = left;
        room = (width - indent.min(width)).max(1);
    }
}

/// As much of a text as fits, at least one character, and the rest.
fn take(text: &str, room: usize) -> (&str, &str) {
    let mut used = 0;
    let mut space = None;
    for (at, c) in text.char_indices() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if used + wide > room && at > 0 {
            // A word longer than half a line is broken.
            let end = space
                .filter(|(_, columns)| *columns * 2 > room)
                .map_or(at, |(end, _)| end);
            let (taken, left) = text.split_at(end);
            return (taken, left.trim_start_matches(' '));
        }
        used += wide;
        if c == ' ' {
            space = Some((at + 1, used));
        }
    }
    (text, "")
}

/// The text, cut so that it fits one line.
pub(super) fn fit(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if used + wide + 1 > room {
            break;
        }
        used += wide;
        cut.push(c);
    }
    if room > 0 {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_nothing_is_too_wide() {
        for text in [
            "",
            "short",
            "a line of several words that must be broken somewhere",
            "averylongwordthatfitsnowhereandmustbebrokeninthemiddle",
            "日本語の長い文字列はどこでも改行できる",
            "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
        ] {
            for columns in [1, 2, 7, 13, 40] {
                let lines = wrap(text, columns, 2);
                let kept: String = lines.concat().split(' ').collect();
                let meant: String = text.split(' ').collect();
                assert_eq!(kept, meant, "{columns}");
                // One wide character exceeds the narrowest line.
                let widest = lines.iter().map(|line| width(line)).max();
                assert!(widest <= Some(columns.max(2)), "{columns}: {lines:?}");
                assert!(width(&fit(text, columns)) <= columns);
            }
        }
    }

    #[test]
    fn values_stand_in() {
        assert_eq!(
            labelled("Tool:        shop.delete_book in the shop of books", 40),
            [
                "Tool:        shop.delete_book in the",
                "             shop of books"
            ]
        );
        assert_eq!(fit("delete_book", 8), "delete_…");
        assert_eq!(fit("delete_book", 0), "");
    }
}
