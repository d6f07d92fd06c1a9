//! The questions, and what answers them.

use std::fs;
use std::path::Path;

/// A question, and the tool that answers it.
#[derive(Debug)]
pub(crate) struct Question {
    /// The API that it is about.
    pub(crate) document: String,
    /// As a person would ask it.
    pub(crate) text: String,
    /// The operations that answer it, by their ids in the document. Any of them will do.
    pub(crate) answers: Vec<String>,
}

/// Reads the table: a heading, then a line for each question, with tabs between its parts.
pub(crate) fn read(path: &Path) -> Result<Vec<Question>, String> {
    let shown = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    let lines = text.lines().enumerate().skip(1);
    lines
        .map(|(at, line)| {
            let mut parts = line.split('\t');
            let question = (|| {
                Some(Question {
                    document: parts.next()?.to_owned(),
                    text: parts.next()?.to_owned(),
                    answers: parts.next()?.split(' ').map(str::to_owned).collect(),
                })
            })();
            question.ok_or_else(|| format!("`{shown}:{}` is not a question", at + 1))
        })
        .collect()
}
