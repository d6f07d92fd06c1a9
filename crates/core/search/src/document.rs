//! The input of the search index.

/// What the index reads of one tool. Only its words and its name are kept.
#[derive(Clone, Copy, Debug)]
pub struct ToolDocument<'a> {
    /// The caller's identifier, returned in a [`SearchHit`](crate::Hit).
    pub id: usize,
    /// The namespaced name. The part before the first dot is the source; without a dot there is no
    /// source.
    pub name: &'a str,
    /// The title that people see.
    pub title: Option<&'a str>,
    /// The description, without notes.
    pub description: &'a str,
    /// The texts of its notes.
    pub notes: &'a [&'a str],
    /// The parameters: each the name, optionally followed by a space and its description. Words of
    /// the description count less.
    pub parameters: &'a [&'a str],
}
