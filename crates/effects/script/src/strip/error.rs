//! Why types could not be removed.

/// Why types could not be removed, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub(crate) struct StripError {
    /// The kind of error.
    pub(crate) fault: StripFault,
    /// The file, as the caller named it.
    pub(crate) file: String,
    /// The line, from 1.
    pub(crate) line: u32,
    /// The column, from 1, as editors count it: in units of UTF-16.
    pub(crate) column: u32,
    /// What is wrong.
    pub(crate) message: String,
    /// What to write instead.
    pub(crate) hint: Option<&'static str>,
}

/// The kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StripFault {
    /// The file is of a kind that is not read.
    Kind,
    /// The text is not TypeScript.
    Syntax,
    /// The text has something that is more than a type.
    Unerasable,
    /// The parser failed; the text may be right.
    Parser,
}

/// Features that are more than types: a part of the parser's message, our message, and the
/// alternative.
const UNERASABLE: [(&str, &str, &str); 7] = [
    (
        "TypeScript enum",
        "an `enum` is code and not only a type, so it cannot be left out",
        "write a union (`type Size = \"s\" | \"m\"`), or an object with `as const`",
    ),
    (
        "TypeScript namespace",
        "a `namespace` is code and not only a type, so it cannot be left out",
        "put what is in it into a file of its own, and import that",
    ),
    (
        "TypeScript import equals",
        "`import … =` is code and not only a type, so it cannot be left out",
        "write `import … from \"…\"`",
    ),
    (
        "TypeScript export assignment",
        "`export =` is not JavaScript",
        "write `export default …`",
    ),
    (
        "TypeScript parameter property",
        "a parameter property is code and not only a type, so it cannot be left out",
        "declare the field in the class, and assign it in the constructor",
    ),
    (
        "angle-bracket syntax",
        "an assertion in angle brackets cannot be left out without moving what follows",
        "write `value as Type`",
    ),
    (
        "left-hand side of `**`",
        "without its type, the operand before `**` changes meaning",
        "put it into parentheses",
    ),
];

// === impl StripError ===

impl StripError {
    /// Replaces known parser messages by ours; keeps others.
    pub(crate) fn unerasable(file: &str, place: (u32, u32), said: &str) -> Self {
        let known = UNERASABLE.iter().find(|(part, ..)| said.contains(part));
        let message = known.map_or(said, |(_, message, _)| message);
        Self {
            hint: known.map(|(.., hint)| *hint),
            ..Self::new(StripFault::Unerasable, file, place, message)
        }
    }

    pub(crate) fn new(fault: StripFault, file: &str, place: (u32, u32), message: &str) -> Self {
        Self {
            fault,
            file: file.to_owned(),
            line: place.0,
            column: place.1,
            message: message.to_owned(),
            hint: None,
        }
    }
}
