//! What is made of a query.

use super::*;
use crate::ToolDocument;

fn index() -> SearchIndex {
    let tool = |id, name, description| ToolDocument {
        id,
        name,
        title: None,
        description,
        notes: &[],
        parameters: &[],
    };
    SearchIndex::build([
        tool(0, "github.list_pull_requests", "Lists them"),
        tool(1, "hooks.add_webhook", "A recieve address"),
        tool(2, "switch.turn_on", "With the gadget"),
    ])
}

/// Each want as the best words that satisfy it; in brackets if it finds nothing by itself.
fn wants(query: &str) -> String {
    let index = index();
    let query = ParsedQuery::read(&index, query);
    let texts = query.wants.iter().map(|want| {
        let best = want
            .alternatives
            .iter()
            .max_by(|one, other| one.1.total_cmp(&other.1));
        let text = best.map_or("?", |(term, _)| stem_text(&index, *term));
        if want.finds {
            text.to_owned()
        } else {
            format!("({text})")
        }
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn stem_text(index: &SearchIndex, term: TermId) -> &str {
    let mut forms = 0..;
    let form = forms.find(|form| index.vocabulary.term_of(*form) == term);
    index.vocabulary.text(form.expect("a form"))
}

#[test]
fn queries_become_wants() {
    for (query, expect) in [
        ("list", "list"),
        ("pull requests", "pull request pr"),
        ("the webhook of the switch", "webhook switch"),
        ("turn on", "turn (on)"),
        ("on", "on"),
        ("web hook", "web hooks webhook"),
        ("turnswitch", "? turn switch"),
        ("GitHub", "github"),
        ("list list lists", "list"),
        ("gadgte", "gadget"),
        ("to do", "todo"),
        ("", ""),
        ("\u{0}\u{301}!?", ""),
    ] {
        assert_eq!(wants(query), expect, "{query}");
    }
}

#[test]
fn long_queries_are_cut() {
    let index = index();
    let huge = "gadget webhook ".repeat(70_000);
    assert_eq!(ParsedQuery::read(&index, &huge).wants.len(), 2);
    let many: Vec<String> = (0..400).map(|at| format!("w{at}")).collect();
    let query = ParsedQuery::read(&index, &many.join(" ")).wants.len();
    assert_eq!(query, QUERY_WORDS_MAX);
    let wide = "ä".repeat(1_000_000);
    assert!(ParsedQuery::read(&index, &wide).wants.len() <= 1);
}

#[test]
fn a_finished_word_is_no_beginning() {
    let index = index();
    let alternatives = |query| ParsedQuery::read(&index, query).wants[0].alternatives.len();
    assert!(alternatives("webh") > 0);
    assert_eq!(alternatives("webh "), 0);
    assert_eq!(alternatives("we"), 0);
}
