//! Filter errors, worded for the filter's author.

/// What is wrong with a filter. Columns are counted in characters, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// It is longer than any sensible filter.
    #[error(
        "the filter has {length} characters, and at most {limit} are allowed; select less at \
         once, such as `.items[] | {{id, name}}`"
    )]
    TooLong {
        /// Characters it has.
        length: usize,
        /// Characters it may have.
        limit: usize,
    },
    /// It is not jq.
    #[error(
        "the filter is not valid jq at character {column}: {problem}; a filter looks like \
         `.items[] | {{id, name}}`"
    )]
    Syntax {
        /// The column, counted from 1.
        column: usize,
        /// What was expected, and what was found.
        problem: String,
    },
    /// It uses something that is not defined.
    #[error("the filter uses the {kind} `{name}` at character {column}, but {problem}")]
    Unknown {
        /// A function, a variable, a label or a module.
        kind: &'static str,
        /// The name it goes by.
        name: String,
        /// The column, counted from 1.
        column: usize,
        /// What is known about the name, and what to do.
        problem: String,
    },
    /// It uses something of jq that is not offered.
    #[error("the filter uses `{name}` at character {column}, which is not available: {reason}")]
    Refused {
        /// The name that is refused.
        name: String,
        /// The column, counted from 1.
        column: usize,
        /// Why, and what to do instead.
        reason: &'static str,
    },
    /// It could not be looked at, for lack of memory for one more thread.
    #[error("the filter could not be checked: {reason}; try again")]
    Unchecked {
        /// The operating system's error.
        reason: String,
    },
}
