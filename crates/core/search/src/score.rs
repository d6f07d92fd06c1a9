//! Scores tools by how well they match a query.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::query::{ParsedQuery, QueryTerm, number};
use crate::vocabulary::{FormId, TermId};
use crate::{PreparedTool, SearchHit, SearchIndex, SearchResults};

/// How quickly repeated words stop adding to the score (BM25's `k1`).
const SATURATION: f64 = 1.2;

/// The bonus for a tool whose whole name the query covers.
const NAME_COVERED: f64 = 0.5;

/// The bonus factor for an action in the name: *remove a comment* should find `delete_comment`
/// rather than `add_comment`, however often the latter mentions comments.
const ACTION_NAMED: f64 = 1.25;

/// The bonus per level of name exactness. Scores from words stay below it.
const EXACT: f64 = 10_000.0;

/// The scores during a search.
struct ScoreBoard<'a> {
    index: &'a SearchIndex,
    scores: Vec<f64>,
    /// The number of words in each tool's name that the query covers.
    covered: Vec<usize>,
    /// Which word matched in which tool, in the order of the query.
    found: Vec<(u32, FormId)>,
    /// The best match of the current term in each tool; all `None` between terms.
    best: Vec<Option<WordMatch>>,
}

/// A match of a word in a tool.
#[derive(Clone, Copy)]
struct WordMatch {
    score: f64,
    form: FormId,
    name_words: u16,
}

/// The best tools, best first, and the total number.
pub(crate) fn best(index: &SearchIndex, query: &ParsedQuery<'_>, limit: usize) -> SearchResults {
    let mut board = ScoreBoard::new(index);
    for want in &query.wants {
        board.look_for(want);
    }
    let mut ranked = board.ranked(query);
    let total = ranked.len();
    let order = |one: &(usize, f64), other: &(usize, f64)| board.order(*one, *other);
    if limit < ranked.len() {
        ranked.select_nth_unstable_by(limit, order);
        ranked.truncate(limit);
    }
    ranked.sort_unstable_by(order);
    let hits = board.hits(&ranked);
    SearchResults { hits, total }
}

// === impl ScoreBoard ===

impl<'a> ScoreBoard<'a> {
    fn new(index: &'a SearchIndex) -> Self {
        let tools = index.tools.len();
        Self {
            index,
            scores: vec![0.0; tools],
            covered: vec![0; tools],
            found: Vec::new(),
            best: vec![None; tools],
        }
    }

    /// Adds the matches of one term.
    fn look_for(&mut self, want: &QueryTerm) {
        // A rare synonym must not count more than the word itself. A word that no tool has counts
        // as rare as its most frequent alternative.
        let asked = want.term.and_then(|term| self.rarity(term));
        let rarities = want
            .alternatives
            .iter()
            .filter_map(|(term, _)| self.rarity(*term));
        let rarest = asked.unwrap_or_else(|| rarities.fold(f64::INFINITY, f64::min));
        let mut touched = Vec::new();
        for (term, weight) in &want.alternatives {
            let Some(rarity) = self.rarity(*term) else {
                continue;
            };
            let rarity = rarity.min(rarest);
            let worth = want.weight * weight * rarity * (SATURATION + 1.0);
            let is_action = self.index.vocabulary.is_action(*term);
            for posting in self.index.postings(*term) {
                let often = f64::from(posting.weight);
                let is_named = is_action && posting.name_words > 0;
                let named = if is_named { ACTION_NAMED } else { 1.0 };
                let score = named * worth * often / (often + SATURATION);
                let best = &mut self.best[posting.tool as usize];
                if best.is_none() {
                    touched.push(posting.tool);
                }
                if best.is_none_or(|best| best.score < score) {
                    *best = Some(WordMatch {
                        score,
                        form: posting.form,
                        name_words: posting.name_words,
                    });
                }
            }
        }
        for tool in touched {
            self.take(tool, want);
        }
    }

    /// Adds the best match of a term in a tool to its score.
    fn take(&mut self, tool: u32, want: &QueryTerm) {
        let at = tool as usize;
        let Some(found) = self.best[at].take() else {
            return;
        };
        let helps = self.scores[at] > 0.0 && found.name_words > 0;
        if !want.finds && !helps {
            return;
        }
        self.scores[at] += found.score;
        if want.covers {
            self.covered[at] += usize::from(found.name_words);
        }
        self.found.push((tool, found.form));
    }

    /// The inverse document frequency of a stem, always positive; `None` if no tool has it.
    fn rarity(&self, term: TermId) -> Option<f64> {
        let have = self.index.postings(term).len();
        let (have, all) = (number(have), number(self.index.tools.len()));
        let rarity = (1.0 + (all - have + 0.5) / (have + 0.5)).ln();
        (have > 0.0).then_some(rarity)
    }

    /// Every matching tool with its score.
    fn ranked(&self, query: &ParsedQuery<'_>) -> Vec<(usize, f64)> {
        let scored = self.index.tools.iter().enumerate().map(|(at, tool)| {
            let covered = self.covered[at].min(tool.prepared.name_words());
            let share = number(covered) / number(tool.prepared.name_words().max(1));
            let words = self.scores[at] * (1.0 + NAME_COVERED * share);
            let words = words.min(EXACT / 2.0);
            (at, words + EXACT * number(exactness(&tool.prepared, query)))
        });
        scored.filter(|(_, score)| *score > 0.0).collect()
    }

    fn order(&self, one: (usize, f64), other: (usize, f64)) -> Ordering {
        let key = |at: usize| {
            let tool = &self.index.tools[at];
            (tool.prepared.name(), tool.id)
        };
        let by_score = other.1.total_cmp(&one.1);
        by_score.then_with(|| key(one.0).cmp(&key(other.0)))
    }

    /// Converts to the public result.
    fn hits(&self, ranked: &[(usize, f64)]) -> Vec<SearchHit> {
        let hit = |(at, score): &(usize, f64)| SearchHit {
            id: self.index.tools[*at].id,
            score: *score,
            matched: Vec::new(),
        };
        let mut hits: Vec<SearchHit> = ranked.iter().map(hit).collect();
        let places = ranked.iter().enumerate();
        let places: HashMap<usize, usize> = places.map(|(place, (at, _))| (*at, place)).collect();
        for (tool, form) in &self.found {
            let Some(place) = places.get(&(*tool as usize)) else {
                continue;
            };
            let matched = &mut hits[*place].matched;
            let text = self.index.vocabulary.text(*form);
            if !matched.iter().any(|known| **known == *text) {
                matched.push(text.into());
            }
        }
        for (hit, (at, _)) in hits.iter_mut().zip(ranked) {
            if hit.matched.is_empty() {
                let name = self.index.tools[*at].prepared.name();
                hit.matched.push(name.into());
            }
        }
        hits
    }
}

/// How exactly a query matches a tool's name, from zero to four.
fn exactness(tool: &PreparedTool, query: &ParsedQuery<'_>) -> usize {
    let text = query.trimmed;
    let letters = query.letters.as_str();
    if *tool.name() == *query.text || *tool.name() == *text {
        4
    } else if !text.is_empty() && tool.own() == text {
        3
    } else if !letters.is_empty() && tool.letters() == letters {
        2
    } else {
        usize::from(!letters.is_empty() && tool.own_letters() == letters)
    }
}
