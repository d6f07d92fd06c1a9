//! Texts of an entry with the user's values filled in. Their origin is tracked: a `$` in the entry
//! is literal, while a user may write `${NAME}` for an environment variable of the gateway.

use crate::input::EntryInput;
use crate::run::{LaunchError, LaunchValues};

/// A text, piece by piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilledText {
    pieces: Vec<TextPiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct TextPiece {
    text: String,
    /// Whether it is from the user.
    is_own: bool,
    is_secret: bool,
}

/// Fills in, and collects what is wrong.
pub(super) struct LaunchFiller<'v> {
    values: &'v LaunchValues,
    pub(super) errors: Vec<LaunchError>,
}

// === impl FilledText ===

impl FilledText {
    /// A text of the entry, or of Candor.
    pub(super) fn fixed(text: impl Into<String>) -> Self {
        let mut filled = Self::default();
        filled.push(text.into(), false, false);
        filled
    }

    /// The text with another in front.
    pub(super) fn after(self, prefix: &str) -> Self {
        let mut filled = Self::fixed(prefix);
        filled.pieces.extend(self.pieces);
        filled
    }

    fn push(&mut self, text: String, is_own: bool, is_secret: bool) {
        if !text.is_empty() {
            self.pieces.push(TextPiece {
                text,
                is_own,
                is_secret,
            });
        }
    }

    /// The text itself, with `${NAME}` as it was written.
    pub fn plain(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// The text for display: secrets are masked unless they only refer to variables.
    pub fn masked(&self) -> String {
        let shown = self.pieces.iter().map(|piece| {
            if piece.is_plain_secret() {
                "****".to_owned()
            } else {
                candor_text::printable(&piece.text)
            }
        });
        shown.collect()
    }

    /// The text for a configuration file: only the user's `${NAME}` is interpolated.
    pub fn template(&self) -> String {
        let mut template = String::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            if !piece.is_own {
                template.push_str(&piece.text.replace('$', "$$"));
                continue;
            }
            template.push_str(&piece.text);
            let dollars = piece.text.chars().rev().take_while(|c| *c == '$').count();
            // A single `$` at the end must not begin something with what follows.
            if dollars % 2 == 1 && at + 1 < self.pieces.len() {
                template.push('$');
            }
        }
        template
    }

    /// Whether it contains a plain secret.
    pub fn has_plain_secret(&self) -> bool {
        self.pieces.iter().any(TextPiece::is_plain_secret)
    }

    /// Whether a user's value refers to an environment variable.
    pub fn has_reference(&self) -> bool {
        let mut pieces = self.pieces.iter();
        pieces.any(|piece| piece.is_own && piece.text.contains("${"))
    }
}

// === impl TextPiece ===

impl TextPiece {
    fn is_plain_secret(&self) -> bool {
        self.is_secret && !is_reference(&self.text)
    }
}

/// Whether a text is nothing but one `${NAME}`. A default in it would be a value.
fn is_reference(text: &str) -> bool {
    let name = text
        .strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}'));
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.is_some_and(|name| !name.is_empty() && name.chars().all(plain))
}

// === impl LaunchFiller ===

impl<'v> LaunchFiller<'v> {
    pub(super) fn new(values: &'v LaunchValues) -> Self {
        Self {
            values,
            errors: Vec::new(),
        }
    }

    /// The values of an input: empty if none is given and none is required.
    pub(super) fn input(&mut self, key: &str, input: &EntryInput) -> Vec<FilledText> {
        if let Some(fixed) = &input.value {
            let mut text = self.text(fixed, &input.variables);
            if input.is_secret {
                text.hide_own();
            }
            return vec![text];
        }
        self.given(key, input)
    }

    /// A text with every `{name}` of a known variable replaced, once: values are not searched
    /// again, and unknown names are kept.
    pub(super) fn text(&mut self, text: &str, variables: &[(String, EntryInput)]) -> FilledText {
        let mut filled = FilledText::default();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (before, after) = rest.split_at(open);
            filled.push(before.to_owned(), false, false);
            let end = after.find('}');
            let name = end.map(|end| &after[1..end]);
            let known = name.and_then(|name| variables.iter().find(|(known, _)| known == name));
            let (Some(end), Some((name, variable))) = (end, known) else {
                filled.push("{".to_owned(), false, false);
                rest = &after[1..];
                continue;
            };
            let value = match &variable.value {
                Some(fixed) => Some(FilledText::fixed(fixed.clone())),
                None => self.given(name, variable).into_iter().next(),
            };
            filled.pieces.extend(value.unwrap_or_default().pieces);
            rest = &after[end + 1..];
        }
        filled.push(rest.to_owned(), false, false);
        filled
    }

    /// The user's value, or the default.
    fn given(&mut self, key: &str, input: &EntryInput) -> Vec<FilledText> {
        let given = self.values.get(key).map_or(&[][..], Vec::as_slice);
        for value in given {
            if is_reference(value) {
                continue;
            }
            if let Some(problem) = input.refuses(value) {
                let key = key.to_owned();
                self.errors.push(LaunchError::Value { key, problem });
            }
        }
        if !given.is_empty() {
            let texts = given.iter().map(|value| {
                let mut text = FilledText::default();
                text.push(value.clone(), true, input.is_secret);
                text
            });
            return texts.collect();
        }
        if let Some(default) = &input.default {
            return vec![FilledText::fixed(default.clone())];
        }
        if input.is_required {
            let why = input.description.as_deref();
            self.errors.push(LaunchError::Missing {
                key: key.to_owned(),
                why: why.map(|why| format!(": {why}")).unwrap_or_default(),
            });
        }
        Vec::new()
    }
}

impl FilledText {
    /// Marks all of the user's values as secret.
    fn hide_own(&mut self) {
        for piece in self.pieces.iter_mut().filter(|piece| piece.is_own) {
            piece.is_secret = true;
        }
    }
}
