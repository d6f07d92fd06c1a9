//! Checks for sources and tools that a rule names but that do not exist.

use candor_model::{MANAGEMENT_SOURCE, SourceName, glob};
use candor_text::{nearest, quote, quote_list};

use crate::wildcard::overlap;
use crate::{RuleDraft, RuleProblem};

/// Reports unknown sources, and tools and sources that exclude each other.
pub(super) fn check_sources(
    index: usize,
    draft: &RuleDraft,
    sources: &[SourceName],
    problems: &mut Vec<RuleProblem>,
) {
    let before = problems.len();
    let of_source =
        |pattern: &str, source: &SourceName| glob::glob_matches(pattern, source.as_str());
    let of_tool = |pattern: &str, source: &SourceName| overlap(pattern, &format!("{source}.*"));
    // The gateway's own tools have no configured source. Only a rule that names them can match
    // them.
    let own = SourceName::parse(MANAGEMENT_SOURCE).ok();
    let own = own.filter(|_| {
        let named = |list: &[String]| list.iter().any(|one| one.starts_with(MANAGEMENT_SOURCE));
        named(&draft.sources) || named(&draft.tools)
    });
    let known = || sources.iter().chain(&own);
    let unknown = |list: &[String], fits: &dyn Fn(&str, &SourceName) -> bool| {
        let unknown_pattern = |pattern: &&String| !known().any(|source| fits(pattern, source));
        list.iter()
            .filter(unknown_pattern)
            .cloned()
            .collect::<Vec<_>>()
    };
    for (key, list, found) in [
        (
            "sources",
            &draft.sources,
            unknown(&draft.sources, &of_source),
        ),
        ("tools", &draft.tools, unknown(&draft.tools, &of_tool)),
    ] {
        let none_is_left = found.len() == list.len();
        for pattern in found {
            problems.push(unknown_pattern(index, key, &pattern, sources, none_is_left));
        }
    }
    if problems[before..].iter().any(|problem| problem.fatal)
        || draft.sources.is_empty()
        || draft.tools.is_empty()
    {
        return;
    }
    let together = known().any(|source| {
        draft
            .sources
            .iter()
            .any(|pattern| of_source(pattern, source))
            && draft.tools.iter().any(|pattern| of_tool(pattern, source))
    });
    if !together {
        let sentence = format!(
            "the rule can never match: no tool {} belongs to the source {}",
            quote_list(draft.tools.iter().map(String::as_str), "or"),
            quote_list(draft.sources.iter().map(String::as_str), "or"),
        );
        let problem = RuleProblem::fatal(index, "tools", sentence);
        problems.push(problem.with_hint("leave out `source`: `tool` names them already"));
    }
}

/// Reports an entry that matches no existing source.
fn unknown_pattern(
    index: usize,
    key: &'static str,
    pattern: &str,
    sources: &[SourceName],
    fatal: bool,
) -> RuleProblem {
    let consequence = if fatal {
        "the rule can never match"
    } else {
        "the entry fits nothing"
    };
    let source = match (key, pattern.split_once('.')) {
        ("tools", Some((source, _))) => source,
        ("tools", None) => {
            let sentence = format!("{consequence}: {} is no `source.tool`", quote(pattern));
            let hint = format!("for the tools of every source, write `*.{pattern}`");
            return RuleProblem {
                fatal,
                ..RuleProblem::fatal(index, key, sentence).with_hint(hint)
            };
        }
        _ => pattern,
    };
    let sentence = if source.contains('*') {
        format!("{consequence}: {} fits no source", quote(pattern))
    } else {
        format!("{consequence}: there is no source {}", quote(source))
    };
    let known = || sources.iter().map(SourceName::as_str);
    let hint = match nearest(source, known()) {
        Some(near) => format!("did you mean {}?", quote(near)),
        None if sources.is_empty() => "configure a source first".to_owned(),
        None => format!("there are {}", quote_list(known().take(10), "and")),
    };
    RuleProblem {
        fatal,
        ..RuleProblem::fatal(index, key, sentence).with_hint(hint)
    }
}
