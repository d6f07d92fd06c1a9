//! A tool as search sees it.

/// What is known about one tool. Nothing of it is kept but its words and its name.
#[derive(Clone, Copy, Debug)]
pub struct ToolDocument<'a> {
    /// How the caller recognises it in a [`SearchHit`](crate::Hit).
    pub id: usize,
    /// Its namespaced name; up to the first dot stands the source. Without a dot there is no
    /// source.
    pub name: &'a str,
    /// The title that people see.
    pub title: Option<&'a str>,
    /// Its description, without notes.
    pub description: &'a str,
    /// The texts of its notes.
    pub notes: &'a [&'a str],
    /// Its parameters: of each the name or, after a space, its description too. Words of the
    /// description count less.
    pub parameters: &'a [&'a str],
}
