//! Text replacements by range.

use std::ops::Range;

/// A range, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpanEdit {
    pub(crate) span: Range<usize>,
    pub(crate) text: String,
}

// === impl SpanEdit ===

impl SpanEdit {
    /// Deletes a range.
    pub(crate) fn delete(span: Range<usize>) -> Self {
        Self {
            span,
            text: String::new(),
        }
    }

    /// Also deletes the space before `next`, unless there is a space before `start`.
    pub(crate) fn close_up(&mut self, text: &str, start: usize, next: usize) {
        let between = text.get(self.span.end..next).unwrap_or_default();
        let is_space = between.chars().all(|c| matches!(c, ' ' | '\t'));
        if self.span.start == start && is_space {
            self.span.end = self.span.end.max(next);
        }
    }
}

/// The text with all replacements made; nothing where two of them overlap or one is no place of
/// the text.
pub(crate) fn apply(text: &str, mut edits: Vec<SpanEdit>) -> Option<String> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        edited.push_str(text.get(at..edit.span.start)?);
        edited.push_str(&edit.text);
        at = edit.span.end;
    }
    edited.push_str(text.get(at..)?);
    Some(edited)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(span: Range<usize>, text: &str) -> SpanEdit {
        SpanEdit {
            span,
            text: text.to_owned(),
        }
    }

    #[test]
    fn places_may_come_in_any_order() {
        let edits = vec![at(4..5, "E"), at(0..1, ""), at(2..2, "--")];
        assert_eq!(apply("abcde", edits).as_deref(), Some("b--cdE"));
    }

    #[test]
    fn places_that_make_no_sense_are_refused() {
        assert_eq!(apply("abc", vec![at(0..2, ""), at(1..3, "")]), None);
        assert_eq!(apply("abc", vec![at(2..9, "")]), None);
        assert_eq!(apply("é", vec![at(0..1, "")]), None);
    }
}
