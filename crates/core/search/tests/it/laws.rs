//! What holds for any tools and any query.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use candor_search::{PreparedTool, SearchHit, SearchIndex, ToolDocument};
use proptest::prelude::*;

use crate::tools::{TOOLS, index};

/// A tool with owned texts.
#[derive(Clone, Debug)]
struct OwnedTool {
    name: String,
    title: Option<String>,
    description: String,
    parameter: String,
}

fn build(tools: &[&OwnedTool]) -> SearchIndex {
    let parameters: Vec<[&str; 1]> = tools.iter().map(|tool| [tool.parameter.as_str()]).collect();
    let documents = tools.iter().zip(&parameters).enumerate();
    SearchIndex::build(documents.map(|(id, (tool, parameters))| ToolDocument {
        id,
        name: &tool.name,
        title: tool.title.as_deref(),
        description: &tool.description,
        notes: parameters,
        parameters,
    }))
}

/// Words that are like each other often enough.
const WORD: &str = "(get|list|delete|note|notes|node|vote|file|pull|request|pr|web|hook|webhook|gadget|gadgte|walrus|on|the|to|do|issue|isue|[a-d]{1,3}|ä|笔记|记)";

fn text(pattern: &str) -> impl Strategy<Value = String> + use<> {
    let pattern = pattern.replace('W', WORD);
    proptest::string::string_regex(&pattern).expect("a pattern")
}

fn made() -> impl Strategy<Value = OwnedTool> {
    let words = || text("(W ){0,8}");
    let name = text("W([.]W([_.-]W){0,3})?");
    let title = proptest::option::of(words());
    (name, title, words(), words()).prop_map(|(name, title, description, parameter)| OwnedTool {
        name,
        title,
        description,
        parameter,
    })
}

/// Tools of different names.
fn several() -> impl Strategy<Value = Vec<OwnedTool>> {
    prop::collection::vec(made(), 1..12).prop_map(|mut tools| {
        let mut seen = HashSet::new();
        tools.retain(|tool| seen.insert(tool.name.clone()));
        tools
    })
}

fn query() -> impl Strategy<Value = String> {
    text("(W ){0,4}W")
}

fn is_sound(hits: &[SearchHit], limit: usize) -> bool {
    let ids: HashSet<usize> = hits.iter().map(|hit| hit.id).collect();
    hits.len() <= limit
        && ids.len() == hits.len()
        && hits.is_sorted_by(|one, other| one.score >= other.score)
        && hits
            .iter()
            .all(|hit| hit.score.is_finite() && hit.score > 0.0)
        && hits.iter().all(|hit| !hit.matched.is_empty())
}

impl OwnedTool {
    /// The same tool, as far as it shares no word with a query.
    fn without_words_of(self, query: &str) -> Self {
        let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
        let asked: HashSet<String> = query.split(' ').map(singular).collect();
        let keep = |text: &str, joint: &str| -> String {
            let words = text.split(['.', '_', '-', ' ']);
            let kept = words.filter(|word| !asked.contains(&singular(word)));
            kept.collect::<Vec<_>>().join(joint)
        };
        Self {
            name: format!("other.{}", keep(&self.name, "_")),
            title: self.title.map(|title| keep(&title, " ")),
            description: keep(&self.description, " "),
            parameter: keep(&self.parameter, " "),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Tools that were taken apart before, in whatever index, make the same index as fresh ones;
    /// and how many there are does not depend on how many are wanted.
    #[test]
    fn prepared_tools_make_the_same_index(tools in several(), query in text("(W ){1,4}")) {
        let all: Vec<&OwnedTool> = tools.iter().collect();
        let fresh = build(&all);
        let prepared: Vec<Arc<PreparedTool>> = tools
            .iter()
            .map(|tool| {
                let parameters = [tool.parameter.as_str()];
                Arc::new(PreparedTool::read(&ToolDocument {
                    id: 99,
                    name: &tool.name,
                    title: tool.title.as_deref(),
                    description: &tool.description,
                    notes: &parameters,
                    parameters: &parameters,
                }))
            })
            .collect();
        for _ in 0..2 {
            let again = SearchIndex::assemble(prepared.iter().cloned().enumerate());
            let hits = fresh.search(&query, tools.len());
            prop_assert_eq!(&again.search(&query, tools.len()), &hits);
            let some = again.find(&query, 1);
            prop_assert_eq!(some.total, hits.len());
            prop_assert_eq!(some.hits.first(), hits.first());
        }
    }

    // Each case builds several indexes.

    #[test]
    fn never_panics(query in any::<String>(), limit in 0usize..9) {
        static INDEX: LazyLock<SearchIndex> = LazyLock::new(|| index(TOOLS));
        prop_assert!(is_sound(&INDEX.search(&query, limit), limit));
    }

    #[test]
    fn any_tool_can_be_indexed(
        name in any::<String>(),
        title in any::<Option<String>>(),
        description in any::<String>(),
        parameter in any::<String>(),
        query in any::<String>(),
    ) {
        let tool = OwnedTool { name, title, description, parameter };
        let index = build(&[&tool]);
        for query in [&query, &tool.name, &tool.description, &tool.parameter] {
            prop_assert!(is_sound(&index.search(query, 5), 5));
        }
        let hits = index.search(&tool.name, 5);
        prop_assert!(tool.name.chars().count() > 500 || hits.len() == 1);
    }

    #[test]
    fn a_tool_is_found_by_its_name(tools in several()) {
        let index = build(&tools.iter().collect::<Vec<_>>());
        for (id, tool) in tools.iter().enumerate() {
            let hits = index.search(&tool.name, 3);
            prop_assert_eq!(hits.first().map(|hit| hit.id), Some(id), "{}", tool.name);
        }
    }

    #[test]
    fn a_tool_is_found_by_each_of_its_own_words(tools in several()) {
        let index = build(&tools.iter().collect::<Vec<_>>());
        for (id, tool) in tools.iter().enumerate() {
            for word in tool.name.split(['.', '_', '-']) {
                let hits = index.search(word, usize::MAX);
                prop_assert!(hits.iter().any(|hit| hit.id == id), "{} in {}", word, tool.name);
            }
        }
    }

    #[test]
    fn an_unrelated_tool_removes_no_hit(tools in several(), query in query(), other in made()) {
        let other = other.without_words_of(&query);
        let mut all: Vec<&OwnedTool> = tools.iter().collect();
        let before = build(&all).search(&query, usize::MAX);
        all.push(&other);
        let after = build(&all).search(&query, usize::MAX);
        let after: HashSet<usize> = after.iter().map(|hit| hit.id).collect();
        for hit in before {
            prop_assert!(after.contains(&hit.id), "{}", tools[hit.id].name);
        }
    }

    #[test]
    fn the_order_of_tools_does_not_matter(tools in several(), query in query()) {
        let ranked = |tools: &[&OwnedTool]| -> Vec<(String, f64)> {
            let hits = build(tools).search(&query, usize::MAX);
            hits.iter().map(|hit| (tools[hit.id].name.clone(), hit.score)).collect()
        };
        let forwards: Vec<&OwnedTool> = tools.iter().collect();
        let backwards: Vec<&OwnedTool> = tools.iter().rev().collect();
        prop_assert_eq!(ranked(&forwards), ranked(&backwards));
    }

    #[test]
    fn a_limit_cuts_and_changes_nothing(tools in several(), query in query(), limit in 0usize..9) {
        let index = build(&tools.iter().collect::<Vec<_>>());
        let mut all = index.search(&query, usize::MAX);
        prop_assert!(is_sound(&all, tools.len()));
        all.truncate(limit);
        prop_assert_eq!(index.search(&query, limit), all);
    }
}
