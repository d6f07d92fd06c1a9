//! Tools that were found.

/// What a search finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResults {
    /// The best, best first.
    pub hits: Vec<SearchHit>,
    /// How many there are in all.
    pub total: usize,
}

/// One answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchHit {
    /// The document's id.
    pub id: usize,
    /// How good it is: finite, above zero, more is better. It can be compared within one answer
    /// only.
    pub score: f64,
    /// Which words of the tool were recognised, in the order of the query, in small letters and
    /// without accents. Its name, if the name alone was.
    pub matched: Vec<Box<str>>,
}
