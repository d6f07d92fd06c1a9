//! The source text of a document, for the positions in diagnostics.

use std::collections::HashMap;
use std::sync::Arc;

use crate::read::{LineColumn, find_lines};

/// The source text of a document.
#[derive(Clone, Debug)]
pub struct DocumentText {
    /// The file name in messages.
    pub(crate) file: String,
    pub(crate) text: Arc<str>,
}

// === impl DocumentText ===

impl DocumentText {
    /// The lines and columns of JSON pointers.
    pub(crate) fn places<'p>(
        &self,
        pointers: impl Iterator<Item = &'p str>,
    ) -> HashMap<&'p str, LineColumn> {
        find_lines(&self.text, pointers)
    }
}
