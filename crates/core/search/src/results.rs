//! What a search returns.

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResults {
    /// The best matches, best first.
    pub hits: Vec<SearchHit>,
    /// The total number of matches.
    pub total: usize,
}

/// One tool that matches the query.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchHit {
    /// The document's id.
    pub id: usize,
    /// The score: finite, positive, higher is better. Comparable only within one result.
    pub score: f64,
    /// The words of the tool that matched, in the order of the query, in lower case and without
    /// accents; its name, if only the name matched.
    pub matched: Vec<Box<str>>,
}
