//! The search index.

use std::fmt;
use std::sync::Arc;

use crate::vocabulary::{FormId, TermId, Vocabulary};
use crate::{PreparedTool, SearchHit, SearchResults, ToolDocument, query, score};

/// A searchable set of tools. Built once, then read by any number of threads.
pub struct SearchIndex {
    pub(crate) tools: Vec<IndexedTool>,
    pub(crate) vocabulary: Vocabulary,
    terms: Vec<IndexTerm>,
}

/// A tool and the caller's id for it.
pub(crate) struct IndexedTool {
    pub(crate) id: usize,
    pub(crate) prepared: Arc<PreparedTool>,
}

/// The occurrences of a stem.
#[derive(Default)]
struct IndexTerm {
    postings: Vec<TermPosting>,
    /// Whether it occurs in a name, a title or a parameter's name.
    is_strong: bool,
}

/// The occurrences of a stem in one tool.
pub(crate) struct TermPosting {
    pub(crate) tool: u32,
    /// The weighted number of occurrences.
    pub(crate) weight: f32,
    /// The word in its original form, from the field with the highest weight.
    pub(crate) form: FormId,
    /// How many words of the tool's own name it accounts for.
    pub(crate) name_words: u16,
}

/// A stem that occurs in more tools than this is not treated as a misspelling.
const FEW_TOOLS: usize = 2;

// === impl SearchIndex ===

impl SearchIndex {
    /// Builds an index. Ids and names may repeat; each document is indexed separately.
    pub fn build<'a>(documents: impl IntoIterator<Item = ToolDocument<'a>>) -> Self {
        let documents = documents.into_iter();
        Self::assemble(documents.map(|document| {
            let prepared = PreparedTool::read(&document);
            (document.id, Arc::new(prepared))
        }))
    }

    /// Builds an index of prepared tools with their ids.
    pub fn assemble(tools: impl IntoIterator<Item = (usize, Arc<PreparedTool>)>) -> Self {
        let mut index = Self {
            tools: Vec::new(),
            vocabulary: Vocabulary::new(),
            terms: Vec::new(),
        };
        for (id, prepared) in tools {
            index.add(id, prepared);
        }
        index.vocabulary.finish();
        index
            .terms
            .resize_with(index.vocabulary.terms(), IndexTerm::default);
        for term in &mut index.terms {
            term.postings.shrink_to_fit();
        }
        index
    }

    /// The best matches, at most `limit`, best first. Empty if the query has no words or no tool
    /// matches.
    pub fn search(&self, query: &str, limit: usize) -> Vec<SearchHit> {
        self.find(query, limit).hits
    }

    /// The best matches, and the total number of matching tools.
    pub fn find(&self, query: &str, limit: usize) -> SearchResults {
        if self.tools.is_empty() {
            return SearchResults::default();
        }
        score::best(self, &query::ParsedQuery::read(self, query), limit)
    }

    /// The number of tools.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The occurrences of a stem.
    pub(crate) fn postings(&self, term: TermId) -> &[TermPosting] {
        &self.terms[term].postings
    }

    /// Whether a stem is certainly not a misspelling.
    pub(crate) fn is_established(&self, term: TermId) -> bool {
        let found = &self.terms[term];
        self.vocabulary.is_listed(term) || found.is_strong || found.postings.len() > FEW_TOOLS
    }

    fn add(&mut self, id: usize, prepared: Arc<PreparedTool>) {
        let Ok(tool) = u32::try_from(self.tools.len()) else {
            return;
        };
        for word in prepared.words() {
            let form = match word.listed {
                Some(form) => Some(form),
                None if word.is_always_learned => Some(self.vocabulary.form(word.text, word.stem)),
                None => self.vocabulary.form_if_room(word.text, word.stem),
            };
            let Some(form) = form else { continue };
            let at = self.vocabulary.term_of(form);
            if at >= self.terms.len() {
                self.terms.resize_with(at + 1, IndexTerm::default);
            }
            let term = &mut self.terms[at];
            term.is_strong |= word.is_strong;
            if let Some(posting) = term.postings.last_mut().filter(|last| last.tool == tool) {
                posting.weight += word.weight;
                continue;
            }
            term.postings.push(TermPosting {
                tool,
                weight: word.weight,
                form,
                name_words: word.name_words,
            });
        }
        self.tools.push(IndexedTool { id, prepared });
    }
}

impl fmt::Debug for SearchIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("tools", &self.tools.len())
            .field("words", &self.vocabulary.terms())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
