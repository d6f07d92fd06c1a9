//! The text of a document, by which what is told has a line and a column.

use std::collections::HashMap;
use std::sync::Arc;

use crate::read::{LineColumn, find_lines};

/// The text of a document.
#[derive(Clone, Debug)]
pub struct DocumentText {
    /// What the file is called in messages.
    pub(crate) file: String,
    pub(crate) text: Arc<str>,
}

// === impl DocumentText ===

impl DocumentText {
    /// The lines and columns of what JSON pointers lead to.
    pub(crate) fn places<'p>(
        &self,
        pointers: impl Iterator<Item = &'p str>,
    ) -> HashMap<&'p str, LineColumn> {
        find_lines(&self.text, pointers)
    }
}
